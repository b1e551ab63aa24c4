// SPDX-License-Identifier: Apache-2.0
#pragma once

// Finds the known name nearest to an unknown one, for "did you mean ...?".
//
// The measure is the edit distance in which swapping two neighbours is one edit (optimal string alignment,
// after Damerau). A difference of case, or between `_`, `-` and a blank, counts half. A name is offered
// only within about a third of the length of the wanted name. Ties go to the longer common beginning, then
// to byte order, so the order in which names are passed never matters.

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
