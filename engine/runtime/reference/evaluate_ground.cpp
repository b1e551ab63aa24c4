// SPDX-License-Identifier: Apache-2.0
// Evaluation: the ground, sides, paths and fields.
#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <string>

#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Expr;
using language::never_value;
using language::TypeTag;

namespace {

Value sorted(std::vector<int32_t> members) {
  members.erase(std::remove(members.begin(), members.end(), -1), members.end());
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return Value(std::move(members));
}

}  // namespace

Value Evaluator::op_adjacent(const Expr& expr, const Position& position) {
  const auto hexes = arguments(expr, 2, position);
  return scenario_->ground.between(hexes[0], hexes[1]) >= 0;
}

Value Evaluator::op_neighbours(const Expr& expr, const Position& position) {
  const auto& near = scenario_->ground.neighbours[static_cast<size_t>(number(expr, 0, position))];
  return sorted({near.begin(), near.end()});
}

Value Evaluator::op_distance(const Expr& expr, const Position& position) {
  const auto hexes = arguments(expr, 2, position);
  return scenario_->ground.distance(hexes[0], hexes[1]);
}

Value Evaluator::op_hexes_within(const Expr& expr, const Position& position) {
  const auto centre = static_cast<int32_t>(number(expr, 0, position));
  const int64_t most = number(expr, 1, position);
  std::vector<int32_t> members;
  for (int32_t hex = 0; hex < scenario_->ground.hexes; ++hex) {
    if (scenario_->ground.distance(centre, hex) <= most) members.push_back(hex);
  }
  return Value(std::move(members));
}

Value Evaluator::op_on_edge(const Expr& expr, const Position& position) {
  const auto& near = scenario_->ground.neighbours[static_cast<size_t>(number(expr, 0, position))];
  return std::find(near.begin(), near.end(), -1) != near.end();
}

Value Evaluator::op_hexsides(const Expr& expr, const Position& position) {
  const auto& sides = scenario_->ground.sides[static_cast<size_t>(number(expr, 0, position))];
  return sorted({sides.begin(), sides.end()});
}

Value Evaluator::op_ends(const Expr& expr, const Position& position) {
  const auto& ends = scenario_->ground.ends[static_cast<size_t>(number(expr, 0, position))];
  return sorted({ends.begin(), ends.end()});
}

Value Evaluator::op_other_side(const Expr& expr, const Position& position) {
  return 1 - number(expr, 0, position);
}

Value Evaluator::op_path_start(const Expr& expr, const Position& position) {
  return evaluate(*expr.args[0], position).items.front();
}
Value Evaluator::op_path_end(const Expr& expr, const Position& position) {
  return evaluate(*expr.args[0], position).items.back();
}

Value Evaluator::op_path_length(const Expr& expr, const Position& position) {
  return static_cast<int64_t>(evaluate(*expr.args[0], position).items.size()) - 1;
}

Value Evaluator::op_path_contains(const Expr& expr, const Position& position) {
  const Value path = evaluate(*expr.args[0], position);
  const int64_t hex = number(expr, 1, position);
  return std::find(path.items.begin() + 1, path.items.end(), static_cast<int32_t>(hex)) != path.items.end();
}

Value Evaluator::op_field_at(const Expr& expr, const Position& position) {
  std::vector<Value> values;
  for (const auto& arg : expr.args) values.push_back(evaluate(*arg, position));
  return field_value(expr.ref, std::move(values), position);
}

Value Evaluator::field_value(FieldId id, std::vector<Value> values, const Position& position) {
  const language::Field& field = program_.fields[id];
  fire(field.label);
  const auto hex = static_cast<size_t>(values.back().number);
  const int depth = asked_depth_;
  Derivation* const outer = trace_;
  trace_ = nullptr;  // a field is looked up, not told hex by hex
  const auto found = [&](int64_t value) {
    asked_depth_ = depth;
    if (outer != nullptr) tell_field(field, values, value, position, *outer);
    trace_ = outer;
    if (onlooker_ != nullptr) onlooker_->asked(true, id, values, value, depth, position);
    return Value(value);
  };
  try {
    Memo::Key key;
    if (may_remember()) {
      key.push_back(2 * int64_t{id} + 1);
      for (size_t i = 0; i < field.params.size(); ++i) Memo::append(key, values[i]);
      if (const Value* known = memo_.find(position, key)) return found(known->items[hex]);
    }
    ++asked_depth_;
    std::vector<int64_t> all;
    if (outer != nullptr || !may_ask_others() || !answers_->field(id, values, position, all)) {
      for (size_t i = 0; i < field.params.size(); ++i) variable(field.params[i]) = values[i];
      all = field_values(field, position);
    }
    if (may_remember())
      memo_.keep(position, std::move(key), Value(std::vector<int32_t>(all.begin(), all.end())));
    return found(all[hex]);
  } catch (...) {
    asked_depth_ = depth;
    trace_ = outer;
    throw;
  }
}

// Forward from the start, cheapest first.
FieldWay Evaluator::field_way(const language::Field& field, const std::vector<Value>& arguments,
                              const Position& position) {
  for (size_t i = 0; i < field.params.size(); ++i) variable(field.params[i]) = arguments[i];
  const bool reach = field.type.tag == TypeTag::boolean;
  const auto start = static_cast<int32_t>(arguments.back().number);
  const auto goal = [&](int32_t hex) {
    variable(field.goal_var) = hex;
    return evaluate(*field.goal, position).yes();
  };
  const auto through = [&](int32_t hex) {
    if (!field.through) return true;
    variable(field.through_var) = hex;
    return evaluate(*field.through, position).yes();
  };
  const auto step = [&](int32_t from, int32_t to) -> int64_t {
    if (reach && field.across == nullptr) return 1;
    variable(field.from_var) = from;
    variable(field.to_var) = to;
    if (!reach) return evaluate(*field.step, position).number;
    return evaluate(*field.across, position).yes() ? 1 : never_value;
  };
  std::map<int32_t, std::pair<int64_t, int32_t>> best{{start, {0, -1}}};  // cost, the hex before
  std::set<std::pair<int64_t, int32_t>> open{{0, start}};
  std::set<int32_t> stopped;
  std::set<std::pair<int32_t, int32_t>> barred;
  FieldWay result;
  while (!open.empty()) {
    const auto [cost, hex] = *open.begin();
    open.erase(open.begin());
    if (goal(hex)) {
      result.found = true;
      result.cost = cost;
      for (int32_t back = hex; back >= 0; back = best[back].second) result.way.push_back(back);
      std::reverse(result.way.begin(), result.way.end());
      break;
    }
    if (hex != start && !through(hex)) {
      stopped.insert(hex);
      continue;
    }
    for (const int32_t next : scenario_->ground.neighbours[static_cast<size_t>(hex)]) {
      if (next < 0) continue;
      const int64_t price = step(hex, next);
      if (price == never_value) {
        if (field.across) barred.emplace(hex, next);
        continue;
      }
      const auto known = best.find(next);
      if (known != best.end() && known->second.first <= cost + price) continue;
      if (known != best.end()) open.erase({known->second.first, next});
      best[next] = {cost + price, hex};
      open.insert({cost + price, next});
    }
  }
  if (!result.found) {
    result.stopped.assign(stopped.begin(), stopped.end());
    for (const auto& edge : barred)
      if (best.count(edge.second) == 0) result.barred.push_back(edge);
  }
  result.met = best.size();
  return result;
}

// What is refused in several places, counted by the condition that fails. `names`: of the places; `set`: makes the
// variables of the condition stand for that place.
void Evaluator::tell_refused(const language::Expr& condition, const std::vector<std::string>& names,
                             const std::function<void(size_t)>& set, std::string_view where,
                             const Position& position, Derivation& into) {
  struct Refused {
    std::string reason, label, names;
    size_t count = 0;
    DerivationPtr first;  // how it came out at the first of them
  };
  std::vector<Refused> all;
  for (size_t i = 0; i < names.size(); ++i) {
    set(i);
    Refused one{{}, {}, {}, 0, nullptr};
    one.reason = why_not(condition, position, one.label);
    const auto known = std::find_if(all.begin(), all.end(), [&one](const Refused& other) {
      return other.reason == one.reason && other.label == one.label;
    });
    Refused& here = known == all.end() ? all.emplace_back(std::move(one)) : *known;
    if (here.first == nullptr) {
      here.first = std::make_unique<Derivation>();
      const TraceInto telling(*this, here.first.get());
      evaluate(condition, position);
    }
    if (tell_everything_ || here.count < most_members_told)
      here.names += (here.count == 0 ? "" : ", ") + names[i];
    ++here.count;
  }
  for (Refused& one : all) {
    auto line = std::make_unique<Derivation>();
    line->role = DerivationRole::rest;
    line->text = std::string(where) + one.names;
    if (!tell_everything_ && one.count > most_members_told)
      line->text += " and " + std::to_string(one.count - most_members_told) + " more";
    line->note = one.reason;
    line->label = one.label;
    line->children = std::move(one.first->children);
    into.children.push_back(std::move(line));
  }
}

// The way that was found, hex by hex; or where every way ends, and what ends it at the first such hex.
void Evaluator::tell_field(const language::Field& field, const std::vector<Value>& arguments, int64_t value,
                           const Position& position, Derivation& into) {
  const auto& hexes = scenario_->members[language::kind_hex];
  const auto name = [&](int32_t hex) { return hexes[static_cast<size_t>(hex)]; };
  const FieldWay found = field_way(field, arguments, position);
  auto told = std::make_unique<Derivation>();
  if (found.found && value != (field.type.tag == TypeTag::boolean ? 0 : never_value)) {
    std::string way;
    for (const int32_t hex : found.way) way += (way.empty() ? "" : "-") + name(hex);
    told->text = "the way " + way;
  } else if (!found.stopped.empty()) {
    told->text = "every way ends";
    std::vector<std::string> names;
    for (const int32_t hex : found.stopped) names.push_back(name(hex));
    const auto set = [&](size_t i) { variable(field.through_var) = found.stopped[i]; };
    tell_refused(*field.through, names, set, "at ", position, *told);
  } else {
    told->text = "no hex beside " + name(static_cast<int32_t>(arguments.back().number)) +
                 (found.met > 1 ? " and those reached" : "") + " may be entered";
    std::vector<std::string> names;
    for (const auto& [from, to] : found.barred) names.push_back(name(from) + "-" + name(to));
    const auto set = [&](size_t i) {
      variable(field.from_var) = found.barred[i].first;
      variable(field.to_var) = found.barred[i].second;
    };
    if (!names.empty()) tell_refused(*field.across, names, set, "by ", position, *told);
  }
  into.children.push_back(std::move(told));
}

// From the goals outwards. A hex is settled with the least cost; another reaches through it if it is a goal,
// or `through` allows it.
std::vector<int64_t> Evaluator::field_values(const language::Field& field, const Position& position) {
  const int32_t hexes = scenario_->ground.hexes;
  const bool reach = field.type.tag == TypeTag::boolean;
  std::vector<int64_t> cost(static_cast<size_t>(hexes), never_value);
  std::vector<bool> goal(static_cast<size_t>(hexes)), settled(static_cast<size_t>(hexes));
  using Entry = std::pair<int64_t, int32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (int32_t hex = 0; hex < hexes; ++hex) {
    variable(field.goal_var) = hex;
    goal[static_cast<size_t>(hex)] = evaluate(*field.goal, position).yes();
    if (!goal[static_cast<size_t>(hex)]) continue;
    cost[static_cast<size_t>(hex)] = 0;
    open.emplace(0, hex);
  }
  while (!open.empty()) {
    const auto [so_far, hex] = open.top();
    open.pop();
    if (settled[static_cast<size_t>(hex)]) continue;
    settled[static_cast<size_t>(hex)] = true;
    if (!goal[static_cast<size_t>(hex)] && field.through) {
      variable(field.through_var) = hex;
      if (!evaluate(*field.through, position).yes()) continue;
    }
    for (const int32_t from : scenario_->ground.neighbours[static_cast<size_t>(hex)]) {
      if (from < 0 || settled[static_cast<size_t>(from)]) continue;
      int64_t step = 1;
      if (reach ? field.across != nullptr : true) {
        variable(field.from_var) = from;
        variable(field.to_var) = hex;
        const int64_t value = evaluate(reach ? *field.across : *field.step, position).number;
        if (reach && value == 0) continue;
        if (!reach && value == never_value) continue;
        if (!reach) step = value;
      }
      if (so_far + step >= cost[static_cast<size_t>(from)]) continue;
      cost[static_cast<size_t>(from)] = so_far + step;
      open.emplace(so_far + step, from);
    }
  }
  if (reach) {
    for (int64_t& value : cost) value = value == never_value ? 0 : 1;
  }
  return cost;
}

}  // namespace casebook::runtime
