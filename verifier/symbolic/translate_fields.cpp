// SPDX-License-Identifier: Apache-2.0
// Translation: fields, written out over a small map, said by equations or left free over a large one. Beside
// Evaluator::field_values.
#include <algorithm>

#include "verifier/symbolic/translator.h"

namespace casebook::symbolic {

using language::TypeTag;

namespace {

constexpr language::Type hex_type{TypeTag::entity, language::kind_hex, 1};

}  // namespace

/// What a field is made of: goals, and steps from a hex to one that others may reach through.
struct Translator::FieldParts {
  struct Edge {
    int32_t from, to;
    SymbolicValue step;  // never: none
  };
  std::vector<Ref> goal;  // by hex
  std::vector<Edge> edges;

  /// The hexes from which a goal is come to by these goals and edges, from the goals outwards.
  std::vector<bool> spread(const std::function<bool(Ref)>& is_goal,
                           const std::function<bool(const Edge&)>& is_open) const {
    std::vector<bool> in;
    for (const Ref one : goal) in.push_back(is_goal(one));
    std::vector<std::vector<int32_t>> into(goal.size());
    for (const Edge& edge : edges)
      if (is_open(edge)) into[static_cast<size_t>(edge.to)].push_back(edge.from);
    std::vector<size_t> open;
    for (size_t hex = 0; hex < in.size(); ++hex)
      if (in[hex]) open.push_back(hex);
    while (!open.empty()) {
      const size_t hex = open.back();
      open.pop_back();
      for (const int32_t from : into[hex]) {
        if (in[static_cast<size_t>(from)]) continue;
        in[static_cast<size_t>(from)] = true;
        open.push_back(static_cast<size_t>(from));
      }
    }
    return in;
  }
  /// Those that surely are, and those that may be.
  std::vector<bool> sure() const {
    return spread([](Ref one) { return one == yes; }, [](const Edge& edge) { return edge.step.never == no; });
  }
  std::vector<bool> possible() const {
    return spread([](Ref one) { return one != no; }, [](const Edge&) { return true; });
  }
};

SymbolicValue Translator::field_value(Id id, const std::vector<SymbolicValue>& values,
                                      const SymbolicPosition& position) {
  const language::Field& field = program_.fields[static_cast<size_t>(id)];
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
      const std::string what =
          "field " + field.name + " over " + std::to_string(scenario_.ground.hexes) + " hexes";
      all.push_back({free_value(field.type, what, field.label), {}});
    } else {
      bool faults = false;
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
        if (reach && !large)
          for (SymbolicValue& value : cost) value = truth(formula_.not_(value.never));
        for (SymbolicValue& value : cost) all.push_back({std::move(value), {}});
        faults = !faults_.empty();
      }
      if (faults) throw Untranslated("field " + field.name + ", whose parts may fault", field.label);
    }
    known = known_fields_.emplace(key, std::move(all)).first;
  }
  if (is_free) return again(known->second[0]);
  return lookup(hex, hex_type, [&](int64_t at) { return known->second[static_cast<size_t>(at)].value; });
}

Translator::FieldParts Translator::field_parts(const language::Field& field,
                                               const SymbolicPosition& position) {
  const int32_t hexes = scenario_.ground.hexes;
  const bool reach = field.type.tag == TypeTag::boolean;
  const auto hex_value = [&](int32_t hex) { return member_value(hex_type, hex); };
  FieldParts parts;
  std::vector<Ref> on;  // others may reach through it
  for (int32_t hex = 0; hex < hexes; ++hex) {
    variable(field.goal_var) = hex_value(hex);
    parts.goal.push_back(evaluate(*field.goal, position).number);
    Ref through = yes;
    if (field.through) {
      variable(field.through_var) = hex_value(hex);
      through = evaluate(*field.through, position).number;
    }
    on.push_back(formula_.or_(parts.goal.back(), through));
  }
  for (int32_t to = 0; to < hexes; ++to) {
    if (on[static_cast<size_t>(to)] == no) continue;
    for (const int32_t from : scenario_.ground.neighbours[static_cast<size_t>(to)]) {
      if (from < 0) continue;
      SymbolicValue step = whole(formula_.number(reach ? 0 : 1));
      if (reach ? field.across != nullptr : true) {
        variable(field.from_var) = hex_value(from);
        variable(field.to_var) = hex_value(to);
        step = evaluate(reach ? *field.across : *field.step, position);
        if (reach) step = whole(formula_.number(0), formula_.not_(step.number));
      }
      step.never = formula_.or_(step.never, formula_.not_(on[static_cast<size_t>(to)]));
      if (step.never != yes) parts.edges.push_back({from, to, step});
    }
  }
  return parts;
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
