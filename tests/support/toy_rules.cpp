// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/control.h"
#include "engine/runtime/slot_values.h"
#include "tests/support/tiny_scenario.h"

namespace casebook::tests {

using namespace runtime;  // NOLINT: plays on the cells of a position

namespace {

enum : int32_t { site_game_choose, site_game_draw, site_combat_choose, site_combat_roll };
constexpr size_t state_mover = 1, state_cup = 5, state_round = 9;
constexpr int32_t eliminated = 4;  // three hexes, then the boxes

class ToyRules final : public Rules {
 public:
  explicit ToyRules(std::shared_ptr<const Scenario> scenario) : scenario_(std::move(scenario)) {}

  const Scenario& scenario() const override { return *scenario_; }
  void begin(Position& position) override { stand_at(position, site_game_choose); }
  void on_end_of_run(EndOfRun) override {}

  int32_t player(const Position& position) override {
    return at(position) == site_combat_choose ? side_of(target(position)) : mover(position);
  }

  void choices(const Position& position, std::vector<Choice>& out) override {
    if (at(position) == site_combat_choose) {
      out.push_back({});
      return;
    }
    out.push_back({});
    for (int16_t alternative = 1; alternative <= 2; ++alternative) {
      for (int16_t unit = 0; unit < 3; ++unit) {
        if (side_of(unit) == mover(position) || position.cell(place(unit)) >= 3) continue;
        Choice choice;
        choice.alternative = alternative;
        choice.singles[0] = unit;
        out.push_back(choice);
      }
    }
  }

  void apply(Position& position, const Choice& choice) override {
    if (at(position) == site_combat_choose) return stand_at(position, site_combat_roll);
    if (choice.alternative == 0) return stand_at(position, site_game_draw);
    position.set_cell(layout().returns[1],
                      choice.alternative + 2);  // its call stands at the flow step of that number
    position.set_cell(layout().vars[0].first, choice.singles[0]);
    position.set_cell(layout().states[state_round].first, choice.alternative);
    stand_at(position, choice.alternative == 1 ? site_combat_roll : site_combat_choose);
  }

  void outcomes(const Position& position, std::vector<ChanceOutcome>& out) override {
    if (at(position) == site_combat_roll) {
      for (int32_t a = 1; a <= 6; ++a) {
        for (int32_t b = 1; b <= 6; ++b) {
          if (a != b) out.push_back({{a, b, 0, 0}, 2});
        }
      }
      return;
    }
    for (int32_t f = 0; f < 3; ++f) {
      if (((cup(position) >> static_cast<uint32_t>(f)) & 1U) == 0) out.push_back({{f, 0, 0, 0}, 1});
    }
  }

  void apply(Position& position, const ChanceOutcome& outcome) override {
    if (at(position) == site_combat_roll) {
      if (outcome.values[0] + outcome.values[1] >= 9) position.set_cell(place(target(position)), eliminated);
      position.set_cell(layout().returns[1], 0);
      position.set_cell(layout().vars[0].first, 0);
      position.set_cell(layout().states[state_round].first, 0);
    } else {
      position.set_word(layout().states[state_cup].first,
                        cup(position) | uint64_t{1} << static_cast<uint32_t>(outcome.values[0]));
    }
    Outcome end;
    if (cup(position) == 7) end.kind = OutcomeKind::drawn;
    for (int32_t side = 0; side < 2; ++side) {
      if (alive(position, side)) continue;
      end.kind = OutcomeKind::won;
      end.side = 1 - side;
    }
    position.set_cell(layout().states[state_mover].first, 1 - mover(position));
    if (end.kind == OutcomeKind::open) return stand_at(position, site_game_choose);
    position.set_cell(layout().site, 0);
    set_outcome(*scenario_, position, end);
  }

 private:
  const Layout& layout() const { return scenario_->layout; }
  int32_t at(const Position& position) const { return position.cell(layout().site) - 1; }
  void stand_at(Position& position, SiteId site) const { position.set_cell(layout().site, site + 1); }
  int32_t mover(const Position& position) const { return position.cell(layout().states[state_mover].first); }
  uint64_t cup(const Position& position) const { return position.word(layout().states[state_cup].first); }
  int32_t target(const Position& position) const { return position.cell(layout().vars[0].first); }
  uint32_t place(int32_t unit) const { return layout().places[3].first + static_cast<uint32_t>(unit); }
  static int32_t side_of(int32_t unit) { return unit == 2 ? 1 : 0; }
  bool alive(const Position& position, int32_t side) const {
    for (int32_t unit = 0; unit < 3; ++unit) {
      if (side_of(unit) == side && position.cell(place(unit)) != eliminated) return true;
    }
    return false;
  }

  std::shared_ptr<const Scenario> scenario_;
};

}  // namespace

std::unique_ptr<Rules> toy_rules(std::shared_ptr<const Scenario> scenario) {
  return std::make_unique<ToyRules>(std::move(scenario));
}

}  // namespace casebook::tests
