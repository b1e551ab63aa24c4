// SPDX-License-Identifier: Apache-2.0
#include "engine/base/nearest.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/base/text.h"

namespace casebook {

namespace {

constexpr size_t longest = 80;
constexpr int edit = 2;

std::vector<uint32_t> decoded(std::string_view text) {
  std::vector<uint32_t> out;
  text = text.substr(0, longest);
  for (size_t i = 0; i < text.size();) {
    const CodePoint c = code_point_at(text, i);
    out.push_back(c.value);
    i += static_cast<size_t>(c.length);
  }
  return out;
}

uint32_t folded_case(uint32_t c) {
  if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
  return c == '-' || c == ' ' ? uint32_t{'_'} : c;
}

int replacement(uint32_t a, uint32_t b) {
  if (a == b) return 0;
  return folded_case(a) == folded_case(b) ? 1 : edit;
}

size_t common_prefix(std::string_view a, std::string_view b) {
  size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  return i;
}

}  // namespace

int doubled_edit_distance(std::string_view left, std::string_view right) {
  const std::vector<uint32_t> a = decoded(left), b = decoded(right);
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j) * edit;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i) * edit;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + edit, row[j - 1] + edit, last[j - 1] + replacement(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + edit);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

NearestName::NearestName(std::string_view wanted) : wanted_(wanted) {
  const size_t length = code_points(wanted);
  if (length >= 9) {
    cutoff_ = static_cast<int>(std::min<size_t>(length / 3, 5)) * edit;
  } else if (length >= 6) {
    cutoff_ = 2 * edit;
  } else if (length >= 3) {
    cutoff_ = edit;
  } else {
    cutoff_ = 1;  // of one or two characters only the case may differ
  }
}

void NearestName::offer(std::string_view known) {
  if (known.empty() || known == wanted_) return;
  const size_t size = known.size(), wanted = wanted_.size();
  // Four bytes a character at most: a cheap test that never drops a name within the cutoff.
  if ((size > wanted ? size - wanted : wanted - size) > static_cast<size_t>(cutoff_) * 2 + 2) return;
  const int distance = doubled_edit_distance(wanted_, known);
  if (distance > cutoff_) return;
  const size_t prefix = common_prefix(wanted_, known);
  const bool better =
      best_.empty() || distance < best_distance_ ||
      (distance == best_distance_ &&
       (prefix > best_prefix_ || (prefix == best_prefix_ && known < std::string_view(best_))));
  if (!better) return;
  best_ = known;
  best_distance_ = distance;
  best_prefix_ = prefix;
}

}  // namespace casebook
