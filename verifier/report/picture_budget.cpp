// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/picture_budget.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace casebook::report {

std::string PictureBudget::prefix(size_t number) {
  return "w" + std::to_string(number + 1) + "-";
}

std::string PictureBudget::next(const picture::Picture& picture, Need need) {
  if (!is_chosen_) {
    asked_.push_back({picture, need});
    return {};
  }
  const size_t number = number_++;
  if (!chosen_.contains(number)) return {};
  std::string drawn = picture::svg_element(picture, prefix(number), &shared_);
  bytes_ += drawn.size();
  return drawn;
}

void PictureBudget::choose(size_t room) {
  is_chosen_ = true;
  std::vector<size_t> order(asked_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [this](size_t a, size_t b) { return asked_[a].need < asked_[b].need; });
  // What they share is written by one of them, whichever comes first: together they have as many bytes.
  picture::SharedShapes shared;
  size_t taken = 0;
  std::optional<Need> missing;  // one that there was no room for: none is taken that is needed less
  for (const size_t number : order) {
    if (missing && asked_[number].need > *missing) break;
    const size_t before = shared.size();
    const size_t size = picture::svg_element(asked_[number].picture, prefix(number), &shared).size();
    if (taken + size > room) {
      shared.back_to(before);
      missing = asked_[number].need;
      continue;
    }
    taken += size;
    chosen_.insert(number);
  }
  asked_.clear();
}

}  // namespace casebook::report
