// SPDX-License-Identifier: Apache-2.0
#pragma once

// The nearest known name to one that is not known, for "did you mean ...?".
//
// Nearness is the edit distance with neighbouring characters swapped as one edit (optimal string alignment,
// after Damerau), where a difference of case, or between `_`, `-` and a blank, counts half. A name is offered
// only within about a third of the wanted name's length. Ties go to the longer common beginning, then to the
// first in byte order: the order in which names are offered never matters.

#include <string>
#include <string_view>

namespace casebook {

/// Twice the distance described above, so that it is whole. Texts longer than 80 bytes are compared by their
/// first 80.
int doubled_edit_distance(std::string_view a, std::string_view b);

class NearestName {
 public:
  explicit NearestName(std::string_view wanted);
  void offer(std::string_view known);
  /// Empty when nothing is near. The wanted name itself is never the answer.
  const std::string& best() const { return best_; }

 private:
  std::string wanted_;
  int cutoff_ = 0;
  int best_distance_ = 0;
  size_t best_prefix_ = 0;
  std::string best_;
};

/// Over any range of strings.
template <class Names>
std::string nearest_name(std::string_view wanted, const Names& known) {
  NearestName nearest(wanted);
  for (const auto& name : known) nearest.offer(name);
  return nearest.best();
}

}  // namespace casebook
