// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/steer.h"

#include "engine/runtime/claims/mined_invariants.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace casebook::games {

namespace {

bool fits(const Scenario& scenario, const Cell& cell, const runtime::Value& value) {
  language::Var as_var;
  as_var.type = type_of(scenario, cell);
  as_var.interval = interval_of(scenario, cell);
  return runtime::is_typed(scenario, as_var, value);
}

class Search {
 public:
  Search(PositionMaker& maker, Aim& aim, const SteerSettings& settings)
      : maker_(maker),
        aim_(aim),
        settings_(settings),
        variables_(aim.has_free() ? &aim : nullptr),
        random_(settings.seed, 77) {}

  Steered run() {
    result_.distance = HUGE_VAL;
    while (aim_.has_values() && result_.evaluations < settings_.evaluations && !result_.found) climb();
    if (result_.found) {
      const bool satisfies = maker_.satisfies_invariants(result_.position);
      result_.grade = satisfies ? Grade::invariants : Grade::typed;
    }
    return std::move(result_);
  }

 private:
  void climb() {
    ++result_.starts;
    Position here = beginning();
    if (variables_ != nullptr)
      variables_->bind(variables_->redrawn(here, maker_.interesting_values(), random_, true));
    Far far = look(here, HUGE_VAL);
    int64_t patience = settings_.patience;
    while (!result_.found && patience > 0 && result_.evaluations < settings_.evaluations) {
      Position there = here;
      Bindings kept;
      const bool other_values = variables_ != nullptr && random_.below(100) < 35;
      if (other_values) {
        kept = variables_->bindings();
        variables_->bind(
            variables_->redrawn(here, maker_.interesting_values(), random_, random_.below(4) == 0));
      } else {
        there = changed(here, far);
        if (there == here) {
          --patience;
          continue;
        }
      }
      Far next = look(there, far.distance);
      if (next.distance > far.distance) {
        --patience;
        if (other_values) variables_->bind(std::move(kept));
        continue;
      }
      // As near is good enough: it leads over level ground.
      patience = next.distance < far.distance ? settings_.patience : patience - 1;
      here = std::move(there);
      far = std::move(next);
    }
  }

  Position beginning() {
    if (settings_.begin) {
      if (auto given = settings_.begin(random_)) return std::move(*given);
    }
    return maker_.make(random_, settings_.size, settings_.where);
  }

  Position changed(const Position& from, const Far& far) {
    if (far.hints.empty() || random_.below(100) < 20) return maker_.mutate(from, random_);
    Position position = from;
    const auto any = [&]() -> const Hint& {
      return far.hints[random_.below(static_cast<uint32_t>(far.hints.size()))];
    };
    for (uint32_t i = 0, count = random_.below(4) == 0 ? 2 + random_.below(5) : 1; i < count; ++i)
      take(position, any());
    return position;
  }

  void take(Position& position, const Hint& hint) {
    if (!alive(position, hint.cell)) return;
    const bool exactly = hint.value && fits(maker_.scenario(), hint.cell, *hint.value);
    write(maker_.scenario(), position, hint.cell,
          exactly ? *hint.value : maker_.interesting_values().value(position, hint.cell, random_));
  }

  bool alive(const Position& position, const Cell& cell) {
    if (cell.what == Cell::What::place) return true;
    if (cell.what == Cell::What::state &&
        maker_.scenario().program->states[cell.id].procedure == language::none)
      return true;
    const std::vector<Cell> cells = cells_of(maker_.scenario(), position);
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
  }

  /// What is farther than `enough`, which nothing found so far is nearer than, is not taken: how much is all
  /// one.
  Far look(const Position& position, double enough) {
    ++result_.evaluations;
    Far far = aim_.look(position, enough);
    if (settings_.with_invariants) add_invariants(position, far);
    if (far.distance < result_.distance || result_.evaluations == 1) {
      result_.distance = far.distance;
      result_.position = position;
      result_.found = far.distance == 0;
      if (variables_ != nullptr) result_.bindings = variables_->bindings();
    }
    return far;
  }

  /// Those that do not hold are part of the way; where they all do nothing is added.
  void add_invariants(const Position& position, Far& far) {
    const auto add = [&](const std::vector<InvariantId>& broken,
                         const std::shared_ptr<const Scenario>& rules) {
      for (const InvariantId invariant : broken) {
        std::unique_ptr<Distance>& distance = invariants_[invariant];
        if (!distance)
          distance = std::make_unique<Distance>(rules, *rules->program->invariants[invariant].expr);
        const Far one = (*distance)(position);
        far.distance += std::max(one.distance, 0.5);
        far.hints.insert(far.hints.end(), one.hints.begin(), one.hints.end());
      }
    };
    add(maker_.broken_invariants(position), maker_.scenario_ptr());
    if (maker_.scenario().mined) add(maker_.broken_mined(position), maker_.scenario().mined->rules);
  }

  PositionMaker& maker_;
  Aim& aim_;
  const SteerSettings& settings_;
  Aim* variables_;  // null: there are none that may be chosen
  Random random_;
  Steered result_;
  std::map<InvariantId, std::unique_ptr<Distance>> invariants_;  // those mined come after those of the rules
};

/// The condition of one program.
class OfCondition : public Aim {
 public:
  explicit OfCondition(Distance& distance) : distance_(distance) {}
  Far look(const Position& position, double enough) override { return distance_(position, enough); }
  bool has_free() const override { return distance_.has_free(); }
  bool has_values() const override { return distance_.has_values(); }
  Bindings bindings() const override { return distance_.bindings(); }
  void bind(Bindings&& bindings) override { distance_.bind(std::move(bindings)); }
  Bindings redrawn(const Position& position, const InterestingValues& worth, Random& random,
                   bool all) override {
    return distance_.redrawn(position, worth, random, all);
  }

 private:
  Distance& distance_;
};

class OfMeasure : public Aim {
 public:
  explicit OfMeasure(const std::function<double(const Position&)>& distance) : distance_(distance) {}
  Far look(const Position& position, double) override { return {distance_(position), {}, false}; }

 private:
  const std::function<double(const Position&)>& distance_;
};

}  // namespace

Steered steer(PositionMaker& maker, Aim& aim, const SteerSettings& settings) {
  return Search(maker, aim, settings).run();
}

Steered steer(PositionMaker& maker, Distance& distance, const SteerSettings& settings) {
  OfCondition aim(distance);
  return steer(maker, aim, settings);
}

Steered steer(PositionMaker& maker, const std::function<double(const Position&)>& distance,
              const SteerSettings& settings) {
  OfMeasure aim(distance);
  return steer(maker, aim, settings);
}

}  // namespace casebook::games
