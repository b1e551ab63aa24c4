// SPDX-License-Identifier: Apache-2.0
// Translation: fields, written out over a small map, said by equations or left open over a large one
// (translate_open_fields.cpp). Beside Evaluator::field_values.
#include <algorithm>

#include "engine/program/expression.h"
#include "verifier/symbolic/translate/field_parts.h"

namespace casebook::symbolic {

using language::hex_type;
using language::TypeTag;

namespace {}  // namespace

SymbolicValue Translator::field_value(FieldId id, const std::vector<SymbolicValue>& values,
                                      const SymbolicPosition& position) {
  const language::Field& field = program_.fields[id];
  const Ref hex = values.back().number;
  const bool large = scenario_.ground.hexes > limits_.field_hexes;
  const bool is_free = large && !limits_.every_field;
  std::vector<SymbolicValue> params(values.begin(), values.end() - 1);
  if (is_free) params.push_back(values.back());
  const Key key = key_of(2 * int64_t{id} + 1, params, access_.field(id), position);
  auto known = known_fields_.find(key);
  if (known == known_fields_.end()) {
    std::vector<Known> all;
    if (is_free) {
      all.push_back({open_field_value(id, values, position), {}});
    } else {
      if (large && no_variables_) throw Untranslated("field " + field.name + " of every set", field.label);
      std::vector<FaultCase> faults;
      {
        const Aside aside(*this);
        for (size_t i = 0; i < field.params.size(); ++i) variable(field.params[i]) = values[i];
        const FieldParts parts = field_parts(field, position);
        const bool reach = field.type.tag == TypeTag::boolean;
        // Fields are told apart by how many there are already.
        const std::string name = field.name + "#" + std::to_string(known_fields_.size());
        std::vector<SymbolicValue> cost = !large  ? field_written_out(parts)
                                          : reach ? reach_by_equations(name, parts)
                                                  : cost_by_equations(name, parts);
        faults = field_faults(field, parts, cost, reach && large);
        if (reach && !large)
          for (SymbolicValue& value : cost) value = truth(formula_.not_(value.never));
        for (SymbolicValue& value : cost) all.push_back({std::move(value), {}});
        if (all.empty()) all.emplace_back();  // without a map
      }
      all.front().faults = std::move(faults);
    }
    known = known_fields_.emplace(key, std::move(all)).first;
  }
  const SymbolicValue first = again(known->second[0]);
  if (is_free) return first;
  return lookup(hex, hex_type, [&](int64_t at) { return known->second[static_cast<size_t>(at)].value; });
}

Translator::FieldParts Translator::field_parts(const language::Field& field,
                                               const SymbolicPosition& position) {
  const int32_t hexes = scenario_.ground.hexes;
  const bool reach = field.type.tag == TypeTag::boolean;
  const auto hex_value = [&](int32_t hex) { return member_value(hex_type, hex); };
  FieldParts parts;
  const auto note_faults = [&](int32_t from, int32_t to) {
    for (const FaultCase& one : take_faults()) parts.faults.push_back({from, to, one});
  };
  for (int32_t hex = 0; hex < hexes; ++hex) {
    variable(field.goal_var) = hex_value(hex);
    parts.goal.push_back(evaluate(*field.goal, position).number);
    note_faults(-1, -1);
  }
  for (int32_t hex = 0; hex < hexes; ++hex) {
    Ref through = yes;
    if (field.through) {
      variable(field.through_var) = hex_value(hex);
      through = evaluate(*field.through, position).number;
      note_faults(-1, hex);
    }
    parts.on.push_back(formula_.or_(parts.goal[static_cast<size_t>(hex)], through));
  }
  for (int32_t to = 0; to < hexes; ++to) {
    const Ref on = parts.on[static_cast<size_t>(to)];
    if (on == no) continue;
    for (const int32_t from : scenario_.ground.neighbours[static_cast<size_t>(to)]) {
      if (from < 0) continue;
      SymbolicValue step = whole(formula_.number(1));
      if (reach ? field.across != nullptr : true) {
        variable(field.from_var) = hex_value(from);
        variable(field.to_var) = hex_value(to);
        step = evaluate(reach ? *field.across : *field.step, position);
        if (reach) step = whole(formula_.number(1), formula_.not_(step.number));
        note_faults(from, to);
      }
      step.never = formula_.or_(step.never, formula_.not_(on));
      if (step.never != yes) parts.edges.push_back({from, to, step});
    }
  }
  // How far it is to a goal matters for the order in which steps are asked alone.
  const bool steps_fault = std::any_of(parts.faults.begin(), parts.faults.end(),
                                       [](const FieldParts::Fault& one) { return one.from >= 0; });
  if (reach && !steps_fault)
    for (FieldParts::Edge& edge : parts.edges) edge.step.number = formula_.number(0);
  return parts;
}

// What is asked: of every hex whether it is a goal; of whoever is come to and is none, whether others may
// reach through it; and if so each step to it of those that are not come to before, by cost, then by hex.
std::vector<FaultCase> Translator::field_faults(const language::Field& field, const FieldParts& parts,
                                                const std::vector<SymbolicValue>& cost, bool without_cost) {
  std::vector<FaultCase> faults;
  for (const FieldParts::Fault& one : parts.faults) {
    if (one.fault.when == no) continue;
    const auto reached = [&](int32_t hex) {
      const SymbolicValue& value = cost[static_cast<size_t>(hex)];
      return without_cost ? value.number : formula_.not_(value.never);
    };
    Ref asked = yes;
    if (one.from >= 0) {
      if (without_cost)
        throw Untranslated("field " + field.name + ", whose steps may fault, over so many hexes",
                           field.label);
      const auto from = static_cast<size_t>(one.from), to = static_cast<size_t>(one.to);
      const Ref before = one.from < one.to ? less_or_equal(cost[from], cost[to])
                                           : formula_.not_(less_or_equal(cost[to], cost[from]));
      asked = formula_.and_({reached(one.to), parts.on[to], formula_.not_(before)});
    } else if (one.to >= 0) {
      asked = formula_.and_(reached(one.to), formula_.not_(parts.goal[static_cast<size_t>(one.to)]));
    }
    const Ref when = formula_.and_(asked, one.fault.when);
    if (when == no) continue;
    // Which of two is met first is not said.
    if (freedom_ == Freedom::forbidden && !faults.empty() && faults.back().label != one.fault.label)
      throw Untranslated("field " + field.name + ", whose parts may fault by several cases", field.label);
    faults.push_back({when, one.fault.label});
  }
  return faults;
}

// From the goals outwards, as many rounds as there are hexes, or until a round changes nothing. Steps are
// never negative, so the order in which the reference evaluator settles hexes makes no difference.
std::vector<SymbolicValue> Translator::field_written_out(const FieldParts& parts) {
  std::vector<SymbolicValue> cost;
  for (const Ref goal : parts.goal) cost.push_back(whole(formula_.number(0), formula_.not_(goal)));
  for (size_t round = 0; round < parts.goal.size(); ++round) {
    std::vector<SymbolicValue> next = cost;
    for (const FieldParts::Edge& edge : parts.edges) {
      SymbolicValue& best = next[static_cast<size_t>(edge.from)];
      best = smaller(best, plus(edge.step, cost[static_cast<size_t>(edge.to)]));
      if (best.never == yes) best.number = formula_.number(0);
    }
    if (next == cost) break;
    cost = std::move(next);
  }
  return cost;
}

// A hex is in the reach if and only if it is a goal, or a step leads from it to one that is: a closed set,
// each of whose hexes is carried by another. The smallest such set is the reach; a larger one has a part that
// carries itself, which unfounded() finds in a model.
std::vector<SymbolicValue> Translator::reach_by_equations(const std::string& name, const FieldParts& parts) {
  const std::vector<bool> sure = parts.sure(), possible = parts.possible();
  Reach reach;
  reach.goal = parts.goal;
  for (size_t hex = 0; hex < parts.goal.size(); ++hex)
    reach.in.push_back(sure[hex]       ? yes
                       : possible[hex] ? formula_.boolean_variable(name + "[" + std::to_string(hex) + "]")
                                       : no);
  std::vector<std::vector<Ref>> carried(parts.goal.size());
  for (size_t hex = 0; hex < carried.size(); ++hex) carried[hex].push_back(parts.goal[hex]);
  for (const FieldParts::Edge& edge : parts.edges) {
    const auto from = static_cast<size_t>(edge.from), to = static_cast<size_t>(edge.to);
    const Ref open = formula_.not_(edge.step.never);
    reach.steps.push_back({edge.from, edge.to, open});
    carried[from].push_back(formula_.and_(open, reach.in[to]));
  }
  std::vector<SymbolicValue> values;
  for (size_t hex = 0; hex < carried.size(); ++hex) {
    const Ref in = reach.in[hex];
    values.push_back(truth(in));
    if (formula_.is_constant(in)) continue;
    for (const Ref one : carried[hex]) formula_.assume(formula_.implies(one, in));
    formula_.assume(formula_.implies(in, formula_.or_(std::move(carried[hex]))));
  }
  reaches_.push_back(std::move(reach));
  return values;
}

// Bellman's equations: at a goal nothing; elsewhere no more than by any step, and as much as by one of them.
// Every step costs something, so nothing carries itself and there is one solution.
std::vector<SymbolicValue> Translator::cost_by_equations(const std::string& name, const FieldParts& parts) {
  const std::vector<bool> sure = parts.sure(), possible = parts.possible();
  const size_t hexes = parts.goal.size();
  int64_t dearest = 1;
  for (const FieldParts::Edge& edge : parts.edges)
    dearest = std::max(dearest, formula_.node(edge.step.number).high);
  const int64_t most = dearest * static_cast<int64_t>(hexes);
  const Ref nothing = formula_.number(0);
  std::vector<SymbolicValue> cost;
  for (size_t hex = 0; hex < hexes; ++hex) {
    const std::string at = name + "[" + std::to_string(hex) + "]";
    if (parts.goal[hex] == yes || !possible[hex])
      cost.push_back(whole(nothing, Formula::truth(!possible[hex])));
    else
      cost.push_back(whole(formula_.number_variable(at, 0, most),
                           sure[hex] ? no : formula_.boolean_variable("never " + at)));
  }
  std::vector<std::vector<Ref>> carried(hexes);
  for (const FieldParts::Edge& edge : parts.edges) {
    const auto from = static_cast<size_t>(edge.from), to = static_cast<size_t>(edge.to);
    const Ref open = formula_.not_(formula_.or_(edge.step.never, cost[to].never));
    if (open == no || parts.goal[from] == yes) continue;
    const Ref by_it = formula_.add(edge.step.number, cost[to].number);
    const Ref no_more =
        formula_.and_(formula_.not_(cost[from].never), formula_.less_equal(cost[from].number, by_it));
    formula_.assume(formula_.or_({parts.goal[from], formula_.not_(open), no_more}));
    carried[from].push_back(formula_.and_(open, formula_.equal(cost[from].number, by_it)));
  }
  for (size_t hex = 0; hex < hexes; ++hex) {
    if (parts.goal[hex] == yes || !possible[hex]) continue;
    const Ref is_nothing = formula_.equal(cost[hex].number, nothing);
    formula_.assume(
        formula_.implies(parts.goal[hex], formula_.and_(is_nothing, formula_.not_(cost[hex].never))));
    formula_.assume(formula_.implies(cost[hex].never, is_nothing));
    carried[hex].push_back(parts.goal[hex]);
    carried[hex].push_back(cost[hex].never);
    formula_.assume(formula_.or_(std::move(carried[hex])));
  }
  return cost;
}

std::vector<Ref> Translator::unfounded(const Assignment& assignment) {
  std::vector<Ref> facts;
  for (const Reach& reach : reaches_) {
    const size_t hexes = reach.in.size();
    std::vector<Ref> wanted = reach.in;
    wanted.insert(wanted.end(), reach.goal.begin(), reach.goal.end());
    for (const Reach::Step& step : reach.steps) wanted.push_back(step.open);
    const std::vector<int64_t> values = formula_.values(wanted, assignment);
    FieldParts there;
    for (size_t hex = 0; hex < hexes; ++hex) there.goal.push_back(Formula::truth(values[hexes + hex] != 0));
    for (size_t i = 0; i < reach.steps.size(); ++i)
      if (values[2 * hexes + i] != 0) there.edges.push_back({reach.steps[i].from, reach.steps[i].to, {}});
    const std::vector<bool> in = there.sure();
    std::vector<Ref> out;  // of all hexes that lead to no goal: at the side of those that do
    bool broken = false;
    for (size_t hex = 0; hex < hexes; ++hex) {
      if (in[hex]) continue;
      out.push_back(reach.goal[hex]);
      broken = broken || values[hex] != 0;
    }
    if (!broken) continue;
    for (const Reach::Step& step : reach.steps)
      if (!in[static_cast<size_t>(step.from)] && in[static_cast<size_t>(step.to)]) out.push_back(step.open);
    const Ref way_out = formula_.or_(std::move(out));
    for (size_t hex = 0; hex < hexes; ++hex)
      if (!in[hex] && reach.in[hex] != no) facts.push_back(formula_.implies(reach.in[hex], way_out));
  }
  return facts;
}

}  // namespace casebook::symbolic
