// SPDX-License-Identifier: Apache-2.0
// Translation: the ground, sides, paths and fields. Beside reference/evaluate_ground.cpp.
#include <algorithm>

#include "verifier/symbolic/translator.h"

namespace casebook::symbolic {

using language::Expr;
using language::TypeTag;

namespace {

constexpr language::Type hex_type{TypeTag::entity, language::kind_hex, 1};

}  // namespace

SymbolicValue Translator::op_adjacent(const Expr& expr, const SymbolicPosition& position) {
  const Ref a = number(expr, 0, position);
  return truth(positions_.codes().adjacent(formula_, a, number(expr, 1, position)));
}

SymbolicValue Translator::op_neighbours(const Expr& expr, const SymbolicPosition& position) {
  const Ref hex = number(expr, 0, position);
  SymbolicValue set;
  for (int32_t other = 0; other < scenario_.ground.hexes; ++other)
    set.items.push_back(
        positions_.codes().adjacent(formula_, hex, formula_.number(positions_.codes().of_hex(other))));
  return set;
}

SymbolicValue Translator::op_distance(const Expr& expr, const SymbolicPosition& position) {
  const Ref a = number(expr, 0, position);
  return whole(positions_.codes().distance(formula_, a, number(expr, 1, position)));
}

SymbolicValue Translator::op_hexes_within(const Expr& expr, const SymbolicPosition& position) {
  const Ref centre = number(expr, 0, position);
  const SymbolicValue most = evaluate(*expr.args[1], position);
  SymbolicValue set;
  for (int32_t hex = 0; hex < scenario_.ground.hexes; ++hex) {
    const Ref away =
        positions_.codes().distance(formula_, centre, formula_.number(positions_.codes().of_hex(hex)));
    set.items.push_back(formula_.or_(most.never, formula_.less_equal(away, most.number)));
  }
  return set;
}

SymbolicValue Translator::op_on_edge(const Expr& expr, const SymbolicPosition& position) {
  return lookup(number(expr, 0, position), hex_type, [&](int64_t hex) {
    const auto& near = scenario_.ground.neighbours[static_cast<size_t>(hex)];
    return truth(Formula::truth(std::find(near.begin(), near.end(), -1) != near.end()));
  });
}

SymbolicValue Translator::op_hexsides(const Expr& expr, const SymbolicPosition& position) {
  return lookup(number(expr, 0, position), hex_type, [&](int64_t hex) {
    SymbolicValue set;
    set.items.assign(static_cast<size_t>(scenario_.ground.hexsides), no);
    for (const int32_t side : scenario_.ground.sides[static_cast<size_t>(hex)])
      if (side >= 0) set.items[static_cast<size_t>(side)] = yes;
    return set;
  });
}

SymbolicValue Translator::op_ends(const Expr& expr, const SymbolicPosition& position) {
  return lookup(number(expr, 0, position), {TypeTag::entity, language::kind_hexside, 1}, [&](int64_t side) {
    SymbolicValue set;
    set.items.assign(static_cast<size_t>(scenario_.ground.hexes), no);
    for (const int32_t hex : scenario_.ground.ends[static_cast<size_t>(side)])
      if (hex >= 0) set.items[static_cast<size_t>(hex)] = yes;
    return set;
  });
}

SymbolicValue Translator::op_other_side(const Expr& expr, const SymbolicPosition& position) {
  return whole(formula_.subtract(formula_.number(1), number(expr, 0, position)));
}

SymbolicValue Translator::op_path_start(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue path = evaluate(*expr.args[0], position);
  return whole(path.items.empty() ? formula_.number(0) : path.items.front());
}

SymbolicValue Translator::op_path_end(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue path = evaluate(*expr.args[0], position);
  Ref end = path.items.empty() ? formula_.number(0) : path.items.front();
  for (size_t i = 1; i < path.items.size(); ++i)
    end = formula_.choose(formula_.less_equal(formula_.number(static_cast<int64_t>(i)), path.number),
                          path.items[i], end);
  return whole(end);
}

SymbolicValue Translator::op_path_length(const Expr& expr, const SymbolicPosition& position) {
  return whole(evaluate(*expr.args[0], position).number);
}

SymbolicValue Translator::op_path_contains(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue path = evaluate(*expr.args[0], position);
  const Ref hex = number(expr, 1, position);
  std::vector<Ref> any;
  for (size_t i = 1; i < path.items.size(); ++i) {
    const Ref within = formula_.less_equal(formula_.number(static_cast<int64_t>(i)), path.number);
    any.push_back(formula_.and_(within, formula_.equal(path.items[i], hex)));
  }
  return truth(formula_.or_(std::move(any)));
}

SymbolicValue Translator::op_field_at(const Expr& expr, const SymbolicPosition& position) {
  std::vector<SymbolicValue> values;
  for (const auto& arg : expr.args) values.push_back(evaluate(*arg, position));
  return field_value(expr.ref, values, position);
}

SymbolicValue Translator::field_value(Id id, const std::vector<SymbolicValue>& values,
                                      const SymbolicPosition& position) {
  const language::Field& field = program_.fields[static_cast<size_t>(id)];
  const Ref hex = values.back().number;
  const bool too_large = scenario_.ground.hexes > limits_.field_hexes;
  std::vector<SymbolicValue> params(values.begin(), values.end() - 1);
  if (too_large) params.push_back(values.back());
  const Key key = key_of(2 * int64_t{id} + 1, params, access_.field(id), position);
  auto known = known_fields_.find(key);
  if (known == known_fields_.end()) {
    std::vector<Known> all;
    if (too_large) {
      const std::string what =
          "field " + field.name + " over " + std::to_string(scenario_.ground.hexes) + " hexes";
      all.push_back({free_value(field.type, what, field.label), {}});
    } else {
      bool faults = false;
      {
        const Aside aside(*this);
        for (size_t i = 0; i < field.params.size(); ++i) variable(field.params[i]) = values[i];
        for (SymbolicValue& value : field_values(field, position)) all.push_back({std::move(value), {}});
        faults = !faults_.empty();
      }
      if (faults) throw Untranslated("field " + field.name + ", whose parts may fault", field.label);
    }
    known = known_fields_.emplace(key, std::move(all)).first;
  }
  if (too_large) return again(known->second[0]);
  return lookup(hex, hex_type, [&](int64_t at) { return known->second[static_cast<size_t>(at)].value; });
}

// From the goals outwards, as many rounds as there are hexes, or until a round changes nothing. Steps are
// never negative, so the order in which the reference evaluator settles hexes makes no difference.
std::vector<SymbolicValue> Translator::field_values(const language::Field& field,
                                                    const SymbolicPosition& position) {
  const int32_t hexes = scenario_.ground.hexes;
  const bool reach = field.type.tag == TypeTag::boolean;
  const auto hex_value = [&](int32_t hex) { return member_value(hex_type, hex); };
  std::vector<SymbolicValue> cost(static_cast<size_t>(hexes));
  std::vector<Ref> on(static_cast<size_t>(hexes));  // others may reach through it
  for (int32_t hex = 0; hex < hexes; ++hex) {
    variable(field.goal_var) = hex_value(hex);
    const Ref goal = evaluate(*field.goal, position).number;
    cost[static_cast<size_t>(hex)] = whole(formula_.number(0), formula_.not_(goal));
    Ref through = yes;
    if (field.through) {
      variable(field.through_var) = hex_value(hex);
      through = evaluate(*field.through, position).number;
    }
    on[static_cast<size_t>(hex)] = formula_.or_(goal, through);
  }
  struct Edge {
    int32_t from, to;
    SymbolicValue step;  // never: none
  };
  std::vector<Edge> edges;
  for (int32_t to = 0; to < hexes; ++to) {
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
      if (step.never != yes) edges.push_back({from, to, step});
    }
  }
  for (int32_t round = 0; round < hexes; ++round) {
    std::vector<SymbolicValue> next = cost;
    for (const Edge& edge : edges) {
      SymbolicValue& best = next[static_cast<size_t>(edge.from)];
      best = smaller(best, plus(edge.step, cost[static_cast<size_t>(edge.to)]));
      if (best.never == yes) best.number = formula_.number(0);
    }
    if (next == cost) break;
    cost = std::move(next);
  }
  if (reach)
    for (SymbolicValue& value : cost) value = truth(formula_.not_(value.never));
  return cost;
}

}  // namespace casebook::symbolic
