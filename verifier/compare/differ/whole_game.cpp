// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/whole_game.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/runtime/text/chance_text.h"

namespace casebook::compare {

using runtime::ChanceOutcome;
using runtime::NodeKind;

namespace {

using Both = std::array<Position, 2>;

class Walk {
 public:
  explicit Walk(Pair& pair) : pair_(pair), lockstep_(pair) {}

  WholeGame run(uint64_t most_steps, const std::function<bool(uint64_t)>& goes_on) {
    Both start{pair_.scenarios[0]->start, pair_.scenarios[1]->start};
    for (const size_t side : {size_t{0}, size_t{1}}) pair_.rules[side]->begin(start[side]);
    if (!pair_.transfers[0].differences(start[0], start[1]).empty()) return result_;
    add(std::move(start));
    constexpr uint64_t between = 1000;  // steps between two questions whether to go on
    uint64_t asked = 0;
    for (size_t at = 0; at < all_.size(); ++at) {
      const Both here = all_[at];
      result_.positions = all_.size();
      if (result_.steps >= most_steps) return result_;
      if (result_.steps / between != asked) {
        asked = result_.steps / between;
        if (goes_on && !goes_on(result_.steps)) return result_;
      }
      if (!follow(here)) return result_;
    }
    result_.positions = all_.size();
    result_.complete = true;
    return result_;
  }

 private:
  void add(Both&& both) {
    std::vector<size_t>& known = by_hash_[both[0].hash() * 31 + both[1].hash()];
    for (const size_t one : known)
      if (all_[one][0] == both[0] && all_[one][1] == both[1]) return;
    known.push_back(all_.size());
    all_.push_back(std::move(both));
  }

  /// False where something differs.
  bool follow(const Both& here) {
    const NodeKind node = pair_.rules[0]->node(here[0]);
    if (node != pair_.rules[1]->node(here[1])) return false;
    if (node == NodeKind::over)  // at a limit of Casebook the rules go on
      return pair_.rules[0]->outcome(here[0]).kind != runtime::OutcomeKind::limit &&
             pair_.rules[1]->outcome(here[1]).kind != runtime::OutcomeKind::limit;
    return node == NodeKind::chance ? follow_chance(here) : follow_choices(here);
  }

  bool follow_chance(const Both& here) {
    std::array<std::vector<ChanceOutcome>, 2> all;
    std::array<std::vector<std::string>, 2> names;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      pair_.rules[side]->outcomes(here[side], all[side]);
      for (const ChanceOutcome& one : all[side])
        names[side].push_back(
            runtime::chance_text(*pair_.scenarios[side], pair_.rules[side]->site(here[side]), one));
    }
    if (names[0] != names[1]) return false;
    for (size_t i = 0; i < all[0].size(); ++i) {
      Both after = here;
      for (const size_t side : {size_t{0}, size_t{1}}) pair_.rules[side]->apply(after[side], all[side][i]);
      if (!take(std::move(after))) return false;
    }
    return true;
  }

  bool follow_choices(const Both& here) {
    if (lockstep_.players_differ(here, {})) return false;
    Random unused(1, 1);
    if (lockstep_.choices_differ(here, {}, unused)) return false;
    const auto common = lockstep_.common();
    for (const auto& choices : common) {
      Both after = here;
      for (const size_t side : {size_t{0}, size_t{1}}) pair_.rules[side]->apply(after[side], choices[side]);
      if (!take(std::move(after))) return false;
    }
    return true;
  }

  bool take(Both&& after) {
    ++result_.steps;
    if (!pair_.transfers[0].differences(after[0], after[1]).empty()) return false;
    add(std::move(after));
    return true;
  }

  Pair& pair_;
  Lockstep lockstep_;
  std::vector<Both> all_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_hash_;
  WholeGame result_;
};

}  // namespace

bool is_without_board(const Scenario& scenario) {
  const auto& kinds = scenario.program->kinds;
  return scenario.ground.hexes == 0 &&
         std::any_of(kinds.begin(), kinds.end(), [](const language::Kind& one) { return one.on_map; });
}

WholeGame play_all(Pair& pair, uint64_t most_steps, const std::function<bool(uint64_t steps)>& goes_on) {
  // All of play on a board with nothing on it is soon seen, and says nothing.
  for (const ScenarioPtr& scenario : pair.scenarios)
    if (is_without_board(*scenario)) return {};
  return Walk(pair).run(most_steps, goes_on);
}

}  // namespace casebook::compare
