// SPDX-License-Identifier: Apache-2.0
#include "verifier/explore/chances.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace casebook::explore {

using runtime::NodeKind;
using runtime::OutcomeKind;

namespace {

/// Numerators stay below this, so that a sum of them fits.
constexpr Wide widest = Wide{1} << 126;

class Iteration {
 public:
  Iteration(const Graph& graph, int32_t side, std::vector<Index> chances, Wide factor)
      : graph_(graph), side_(side), chances_(std::move(chances)), factor_(factor) {}

  /// The value of the start with `choices` left, over factor^(choices + 1).
  Wide run(int32_t choices, bool side_wants_it) {
    // Within 0 choices only what is over has a value, and chance before the first choice.
    Wide whole = factor_;
    std::vector<Wide> before, now(graph_.size(), 0);
    set_ends(now, whole);
    set_chances(now);
    for (int32_t left = 1; left <= choices; ++left) {
      before.swap(now);
      now.assign(graph_.size(), 0);
      whole *= factor_;
      set_ends(now, whole);
      for (Index index = 0; index < graph_.size(); ++index) {
        if (graph_.kind(index) != NodeKind::choose) continue;
        const auto [first, last] = graph_.next(index);
        if (first == last) continue;
        const bool most = (graph_.side(index) == side_) == side_wants_it;
        Wide best = before[*first];
        for (const Index* next = first + 1; next != last; ++next)
          best = most ? std::max(best, before[*next]) : std::min(best, before[*next]);
        now[index] = best * factor_;
      }
      set_chances(now);
    }
    return now[0];
  }

 private:
  void set_ends(std::vector<Wide>& values, Wide whole) const {
    for (Index index = 0; index < graph_.size(); ++index) {
      if (graph_.outcome(index) == OutcomeKind::won && graph_.side(index) == side_) values[index] = whole;
    }
  }
  void set_chances(std::vector<Wide>& values) const {
    for (size_t i = chances_.size(); i-- > 0;) {  // what they lead to first
      const auto [first, last] = graph_.next(chances_[i]);
      Wide sum = 0;
      for (const Index* next = first; next != last; ++next) sum += values[*next];
      if (first != last) values[chances_[i]] = sum / static_cast<uint64_t>(last - first);
    }
  }

  const Graph& graph_;
  int32_t side_;
  std::vector<Index> chances_;
  Wide factor_;
};

/// By what the mean of every run of rolls and draws between two choices can be written over; nullopt beyond
/// 2^32.
std::optional<uint64_t> common_factor(const Graph& graph, const std::vector<Index>& chances) {
  std::vector<uint64_t> factors(graph.size(), 1);
  uint64_t all = 1;
  for (size_t i = chances.size(); i-- > 0;) {
    const auto [first, last] = graph.next(chances[i]);
    if (first == last) continue;
    uint64_t below = 1;
    for (const Index* next = first; next != last; ++next) below = std::lcm(below, factors[*next]);
    factors[chances[i]] = below * static_cast<uint64_t>(last - first);
    all = std::lcm(all, factors[chances[i]]);
    if (all > UINT32_MAX) return std::nullopt;
  }
  return all;
}

}  // namespace

WinningChance winning_chance(const Graph& graph, int32_t side, int32_t choices) {
  WinningChance made;
  for (Index index = 0; index < graph.size(); ++index) {
    if (!graph.is_open(index) || graph.depth(index) >= choices) continue;
    made.unknown = "not all positions within that many choices were visited";
    return made;
  }
  const auto chances = chance_order(graph);
  if (!chances) {
    made.unknown = "rolls or draws can repeat for ever without a choice";
    return made;
  }
  const auto factor = common_factor(graph, *chances);
  Wide whole = factor.value_or(0);
  for (int32_t i = 0; factor && i < choices && whole < widest; ++i) whole *= *factor;
  if (!factor || whole >= widest / *factor) {
    made.unknown = "the exact fractions would need denominators above 2^126; ask for fewer choices";
    return made;
  }
  Iteration iteration(graph, side, *chances, *factor);
  made.greatest = reduced(iteration.run(choices, true), whole);
  made.least = reduced(iteration.run(choices, false), whole);
  return made;
}

}  // namespace casebook::explore
