// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/word_reader.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/rational.h"
#include "engine/base/text.h"
#include "engine/base/vulgar_fractions.h"
#include "engine/runtime/absent.h"

namespace casebook::runtime {

using language::Type;
using language::TypeTag;

namespace {
constexpr size_t most_listed = 12;  // members that are all named where none is near

/// `23/2`, or as texts for people have it, `11½` and `3 5/12`.
std::optional<Rational> read_number(std::string_view word) {
  if (const auto plain = parse_rational(word)) return plain;
  const bool below = word.starts_with('-');
  if (below) word.remove_prefix(1);
  std::string_view whole = word;
  std::optional<Rational> part;
  for (const VulgarFraction& one : vulgar_fractions) {
    if (!word.ends_with(one.text)) continue;
    whole.remove_suffix(one.text.size());
    part = Rational::make(one.numerator, one.denominator);
  }
  if (const size_t blank = word.find(' '); !part && blank != std::string_view::npos && blank > 0) {
    whole = word.substr(0, blank);
    part = parse_rational(word.substr(blank + 1));
  }
  const auto number = whole.empty() ? std::optional<Rational>(Rational(0)) : parse_rational(whole);
  if (!part || !number || part->numerator() < 0 || number->numerator() < 0 || !number->is_whole())
    return std::nullopt;
  const auto sum = add(*number, *part);
  return sum && below ? multiply(*sum, Rational(-1)) : sum;
}
}  // namespace

std::vector<std::string> words_between_commas(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  bool quoted = false;
  std::string part;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '{' || c == '(' || c == '[')) ++depth;
    if (!quoted && (c == '}' || c == ')' || c == ']')) --depth;
    if (c == ',' && depth == 0 && !quoted) {
      parts.emplace_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!trimmed(part).empty() || !parts.empty()) parts.emplace_back(trimmed(part));
  return parts;
}

void WordReader::fail(std::string problem, std::string nearest) {
  problem_ = std::move(problem);
  nearest_ = std::move(nearest);
  expected_.clear();
}

std::optional<int64_t> WordReader::scalar(const Type& type, const std::string& word) {
  const language::Program& program = *scenario_.program;
  if (type.tag == TypeTag::boolean || (type.tag == TypeTag::range && type.of == language::none)) {
    if (word == "yes") return 1;
    if (word == "no") return 0;
    fail(casebook::quoted(word) + " is neither yes nor no");
    return std::nullopt;
  }
  if (type.tag == TypeTag::number || type.tag == TypeTag::range) {
    const auto& measure = program.measures[type.of];
    if (word == "never" && measure.or_never) return language::never_value;
    const auto number = read_number(word);
    const auto step = Rational::make(measure.step_numerator, measure.step_denominator);
    const auto steps = number && step ? divide(*number, *step) : std::nullopt;
    if (!steps || steps->denominator() != 1) {
      fail(casebook::quoted(word) + " is no number of " + measure.name);
      return std::nullopt;
    }
    return steps->numerator();
  }
  if (type.tag == TypeTag::maybe && word == "none") return -1;
  if (type.tag == TypeTag::location) {
    for (size_t i = 0; i < program.boxes.size(); ++i) {
      if (program.boxes[i].name == word) return scenario_.ground.hexes + static_cast<int64_t>(i);
    }
  }
  const KindId kind = type.tag == TypeTag::location ? language::kind_hex : KindId(type.of);
  if (const auto member = scenario_.find(kind, word)) return *member;
  const auto& names = scenario_.members[kind];
  const std::string why = why_absent(scenario_, kind, word);
  fail(fmt::format("there is no {} {}{}", program.kinds[kind].name, casebook::quoted(word), why),
       why.empty() ? std::string(scenario_.nearest(kind, word)) : std::string());
  // Numbers are near to one another in another way than words: say between which they are.
  if (kind == language::kind_hex && names.size() > 1)
    expected_ = fmt::format("a {}, from {} to {}", program.kinds[kind].name, names.front(), names.back());
  if (type.tag == TypeTag::location && !program.boxes.empty()) {
    std::vector<std::string> boxes;
    for (const language::Box& box : program.boxes) boxes.push_back(box.name);
    if (const std::string near = nearest_name(word, boxes); !near.empty()) nearest_ = near;
    expected_ += (expected_.empty() ? "a box: " : ", or a box: ") + listed(boxes);
  }
  if (kind != language::kind_hex && nearest_.empty() && why.empty() && names.size() <= most_listed)
    expected_ = listed(names);
  return std::nullopt;
}

std::optional<Value> WordReader::set(KindId kind, const std::string& word) {
  if (word.size() < 2 || word.front() != '{' || word.back() != '}') {
    fail(casebook::quoted(word) + " is no set: it is written in braces, {A, B}");
    return std::nullopt;
  }
  std::vector<int32_t> members;
  for (const std::string& item : words_between_commas(std::string_view(word).substr(1, word.size() - 2))) {
    const auto member = scalar({TypeTag::entity, kind, 1}, item);
    if (!member) return std::nullopt;
    members.push_back(static_cast<int32_t>(*member));
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return Value(std::move(members));
}

std::optional<Value> WordReader::path(const std::string& word) {
  std::vector<int32_t> path;
  for (const std::string_view item : split(word, '-')) {
    const auto hex = scalar({TypeTag::entity, language::kind_hex, 1}, std::string(trimmed(item)));
    if (!hex) return std::nullopt;
    path.push_back(static_cast<int32_t>(*hex));
  }
  return Value(std::move(path));
}

}  // namespace casebook::runtime
