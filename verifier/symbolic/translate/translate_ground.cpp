// SPDX-License-Identifier: Apache-2.0
// Translation: the ground, sides and paths. Beside reference/evaluate_ground.cpp. Fields:
// translate_fields.cpp.
#include <algorithm>

#include "engine/program/expression.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Expr;
using language::hex_type;
using language::TypeTag;

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

}  // namespace casebook::symbolic
