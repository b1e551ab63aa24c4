// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/views/reach.h"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>

#include "engine/runtime/control.h"

namespace casebook::runtime {

using namespace language::ids;
using language::View;

namespace {

/// One position met, and how.
struct Met {
  Position position;
  int32_t place;
  int64_t left;
  size_t before;  // index of the position a step earlier
};

class Exploration {
 public:
  Exploration(Evaluator& evaluator, Rules& rules, const View& view, int32_t unit,
              const std::function<void()>& set_parameters)
      : evaluator_(evaluator),
        rules_(rules),
        view_(view),
        unit_(unit),
        kind_(evaluator.program().vars[view.unit].type.of),
        set_parameters_(set_parameters) {}

  ViewReach run(const Position& start) {
    ViewReach shown;
    shown.type = view_.expr->type;
    set_parameters_();
    shown.at_first = evaluator_.evaluate(*view_.expr, start).number;
    if (!evaluator_.program().kinds[kind_].on_map) {
      shown.remark = "a " + evaluator_.program().kinds[kind_].name + " has no place";
      return shown;
    }
    meet(start, 0);
    // Who has the most left goes first: what the limit cuts off is what costs most.
    while (!open_.empty() && shown.complete) {
      const size_t index = open_.top().second;
      open_.pop();
      shown.complete = step_from(index);
    }
    shown.positions = met_.size();
    collect(shown);
    if (shown.places.empty()) shown.remark = why_nothing(start);
    return shown;
  }

 private:
  int32_t place_of(const Position& position) const {
    const Slot& slot = evaluator_.scenario().layout.places[kind_];
    return position.cell(slot.first + static_cast<uint32_t>(unit_));
  }

  /// False when there is no room for it any more.
  bool meet(const Position& position, size_t before) {
    auto& same_hash = known_[position.hash()];
    for (const size_t index : same_hash) {
      if (met_[index].position == position) return true;
    }
    if (met_.size() == reach_positions) return false;
    set_parameters_();
    const int64_t left = evaluator_.evaluate(*view_.expr, position).number;
    same_hash.push_back(met_.size());
    open_.emplace(left, met_.size());
    met_.push_back({position, place_of(position), left, before});
    return true;
  }

  bool step_from(size_t index) {
    const Position here = met_[index].position;
    if (rules_.node(here) != NodeKind::choose) return true;
    const language::Site& site = rules_.site(here);
    std::vector<Choice> choices;
    if (!offers(site)) return true;
    rules_.choices(here, choices);
    for (const Choice& choice : choices) {
      const ActionId action = site.alternatives[static_cast<size_t>(choice.alternative)].action;
      if (action != view_.action || choice.singles[0] != unit_) continue;
      Position next = here;
      rules_.apply(next, choice);
      if (!meet(next, index)) return false;
    }
    return true;
  }

  bool offers(const language::Site& site) const {
    return std::any_of(site.alternatives.begin(), site.alternatives.end(),
                       [this](const language::Alternative& one) { return one.action == view_.action; });
  }

  void collect(ViewReach& shown) const {
    std::map<int32_t, size_t> best;
    for (size_t i = 1; i < met_.size(); ++i) {
      if (met_[i].place == met_.front().place) continue;
      const auto [found, fresh] = best.try_emplace(met_[i].place, i);
      if (!fresh && met_[i].left > met_[found->second].left) found->second = i;
    }
    for (const auto& [place, index] : best) {
      ViewReach::Place one{place, met_[index].left, shown.at_first - met_[index].left, {}};
      for (size_t i = index; i != 0; i = met_[i].before) one.way.push_back(met_[i].place);
      std::reverse(one.way.begin(), one.way.end());
      shown.places.push_back(std::move(one));
    }
  }

  std::string why_nothing(const Position& start) const {
    const language::Program& program = evaluator_.program();
    const std::string& action = program.actions[view_.action].name;
    const std::string name = evaluator_.scenario().members[kind_][static_cast<size_t>(unit_)];
    const NodeKind node = rules_.node(start);
    if (node == NodeKind::over) return "the game is over";
    const std::string where = site_text(program, start.cell(evaluator_.scenario().layout.site) - 1);
    if (node == NodeKind::chance) return "chance decides here, at " + where;
    if (!offers(rules_.site(start))) return action + " is no choice here, at " + where;
    return "no " + action + " of " + name + " is lawful here, at " + where;
  }

  Evaluator& evaluator_;
  Rules& rules_;
  const View& view_;
  int32_t unit_;
  KindId kind_;
  const std::function<void()>& set_parameters_;
  std::vector<Met> met_;
  std::unordered_map<uint64_t, std::vector<size_t>> known_;
  std::priority_queue<std::pair<int64_t, size_t>> open_;
};

}  // namespace

ViewReach reach_of(Evaluator& evaluator, Rules& rules, const Position& position, const View& view,
                   int32_t unit, const std::function<void()>& set_parameters) {
  return Exploration(evaluator, rules, view, unit, set_parameters).run(position);
}

}  // namespace casebook::runtime
