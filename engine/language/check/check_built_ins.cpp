// SPDX-License-Identifier: Apache-2.0
// The closed list of functions: geometry, places, paths, sides, and the least and greatest of numbers.
#include <algorithm>
#include <array>

#include "engine/base/limits.h"
#include "engine/language/check/expression_checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

constexpr auto built_in_names = std::to_array<std::string_view>(
    {"adjacent", "clamp", "distance", "end_of", "ends", "hexes_within", "hexsides", "length", "max", "min",
     "neighbours", "on_edge", "on_map", "other", "place", "start_of"});

enum class Arg : uint8_t { hex, hexside, number, path, side };

struct BuiltIn {
  std::string_view name;
  Op op;
  std::array<Arg, 2> args;
  size_t count;
  Type type;
};

constexpr Type path_type{TypeTag::path, none, 1};

constexpr auto simple = std::to_array<BuiltIn>({
    {"adjacent", Op::adjacent, {Arg::hex, Arg::hex}, 2, boolean_type},
    {"neighbours", Op::neighbours, {Arg::hex, Arg::hex}, 1, {TypeTag::set, kind_hex, 1}},
    {"distance", Op::distance, {Arg::hex, Arg::hex}, 2, number_type},
    {"hexes_within", Op::hexes_within, {Arg::hex, Arg::number}, 2, {TypeTag::set, kind_hex, 1}},
    {"on_edge", Op::on_edge, {Arg::hex, Arg::hex}, 1, boolean_type},
    {"hexsides", Op::hexsides, {Arg::hex, Arg::hex}, 1, {TypeTag::set, kind_hexside, 1}},
    {"ends", Op::ends, {Arg::hexside, Arg::hex}, 1, {TypeTag::set, kind_hex, 1}},
    {"end_of", Op::path_end, {Arg::path, Arg::hex}, 1, hex_type},
    {"start_of", Op::path_start, {Arg::path, Arg::hex}, 1, hex_type},
    {"length", Op::path_length, {Arg::path, Arg::hex}, 1, number_type},
});

}  // namespace

bool is_built_in(std::string_view name) {
  return std::find(built_in_names.begin(), built_in_names.end(), name) != built_in_names.end();
}

std::span<const std::string_view> built_ins() {
  return built_in_names;
}

bool takes_type_of_arguments(std::string_view name) {
  return name == "min" || name == "max" || name == "clamp";
}

ExprPtr ExpressionChecker::built_in(const Node& node, std::string_view name, const Expected& expected) {
  if (name == "place" || name == "on_map") return place_of_member(node, name == "on_map");
  if (name == "min" || name == "max" || name == "clamp") return extreme_of(node, name, expected);
  const Node* args = tree().child(node, NodeKind::args);
  const std::string what = "\"" + std::string(name) + "\"";
  std::vector<ExprPtr> values;
  if (name == "other") {
    if (c.program.kind_side == none) {
      c.error("E0210", node, "there is no kind \"side\" for \"other\" to speak of").suggestion =
          "kind side = first, second";
      return nullptr;
    }
    const Kind& side = c.program.kinds[c.program.kind_side];
    if (!side.closed || side.members.size() != 2) {
      c.error("E0210", node, "\"other\" exists only where there are exactly two sides");
      return nullptr;
    }
    const Type type = entity_type(c.program.kind_side);
    if (!c.check_arguments(node, args, {type}, what, values)) return nullptr;
    return make_expr(Op::other_side, type, place(node), std::move(values[0]));
  }
  for (const BuiltIn& entry : simple) {
    if (entry.name != name) continue;
    std::vector<Type> params;
    for (size_t i = 0; i < entry.count; ++i) {
      switch (entry.args[i]) {
        case Arg::hex:
          params.push_back(hex_type);
          break;
        case Arg::hexside:
          params.push_back(entity_type(kind_hexside));
          break;
        case Arg::number:
          params.push_back(number_type);
          break;
        case Arg::path:
          params.push_back(path_type);
          break;
        case Arg::side:
          break;
      }
    }
    if (!c.check_arguments(node, args, params, what, values)) return nullptr;
    ExprPtr expr = make_expr(entry.op, entry.type, place(node));
    expr->args = std::move(values);
    if (entry.op == Op::distance) expr->interval = {0, limits::entities_of_a_kind, false};
    if (entry.op == Op::path_length) expr->interval = {0, limits::path_steps, false};
    return expr;
  }
  return nullptr;
}

/// Of what kind a bare or quoted name of a piece is taken to be, where several kinds are on the map: the first
/// that may have it. With the scenario name_pieces (engine/program/edit/named_pieces.h) sets it right.
Expected ExpressionChecker::piece_named(const Node& node) const {
  const bool quoted = tree().token(node, TokenKind::string) != SyntaxTree::npos;
  if (node.kind != NodeKind::name && !(node.kind == NodeKind::literal && quoted)) return {};
  Expected open;
  for (size_t k = 0; k < c.program.kinds.size(); ++k) {
    const Kind& kind = c.program.kinds[static_cast<KindId>(k)];
    if (!kind.on_map) continue;
    const Expected this_kind(entity_type(static_cast<KindId>(k)));
    const std::string name = tree().string_value(node);
    if (kind.closed && std::find(kind.members.begin(), kind.members.end(), name) != kind.members.end())
      return this_kind;
    if (!kind.closed && !open.type) open = this_kind;
  }
  return open;
}

/// `place(x)`, `on_map(x)`: of a member of any kind on the map.
ExprPtr ExpressionChecker::place_of_member(const Node& node, bool on_map) {
  const Node* args = tree().child(node, NodeKind::args);
  const Node* arg = args != nullptr ? tree().expression(*args, 0) : nullptr;
  const char* name = on_map ? "\"on_map\"" : "\"place\"";
  if (arg == nullptr || tree().expression(*args, 1) != nullptr) {
    c.error("E0303", node, std::string(name) + " takes one argument").expected =
        "a member of a kind `on map`";
    return nullptr;
  }
  Expected hint;
  size_t kinds = 0;
  for (size_t k = 0; k < c.program.kinds.size(); ++k) {
    if (!c.program.kinds[k].on_map) continue;
    ++kinds;
    hint = Expected(entity_type(static_cast<KindId>(k)));
  }
  if (kinds != 1) hint = c.at.may_name ? piece_named(*arg) : Expected();
  ExprPtr member = check(*arg, hint);
  if (!member) return nullptr;
  if (member->type.tag != TypeTag::entity || !c.program.kinds[member->type.of].on_map) {
    c.mismatch(*arg, member->type, "a member of a kind `on map`");
    if (member->type.tag == TypeTag::maybe) {
      // `K or none` is asked with quantifiers
    }
    return nullptr;
  }
  const KindId kind = member->type.of;
  ExprPtr expr = make_expr(on_map ? Op::on_map : Op::place_of, on_map ? boolean_type : location_type,
                           place(node), std::move(member));
  expr->ref = kind;
  return expr;
}

/// `min(a, b, ...)`, `max(...)`, `clamp(E, low, high)`, which is max(low, min(E, high)).
ExprPtr ExpressionChecker::extreme_of(const Node& node, std::string_view name, const Expected& expected) {
  const Node* args = tree().child(node, NodeKind::args);
  std::vector<const Node*> nodes;
  for (size_t i = 0; const Node* arg = args != nullptr ? tree().expression(*args, i) : nullptr; ++i)
    nodes.push_back(arg);
  const bool clamp = name == "clamp";
  if (clamp ? nodes.size() != 3 : nodes.empty()) {
    c.error("E0303", node,
            clamp ? "\"clamp\" takes three arguments"
                  : "\"" + std::string(name) + "\" takes one argument or more")
        .expected = clamp ? "clamp(value, low, high)" : std::string(name) + "(a, b, ...)";
    return nullptr;
  }
  Expected hint;
  if (expected.type && expected.type->tag == TypeTag::number) hint = expected;
  std::vector<ExprPtr> values;
  if (!branches(nodes, hint, values)) return nullptr;
  if (values[0]->type.tag != TypeTag::number) {
    c.mismatch(*nodes[0], values[0]->type, "a number");
    return nullptr;
  }
  const Type type = values[0]->type;
  const auto least = [&](Op op, std::vector<ExprPtr> operands) {
    ExprPtr expr = make_expr(op, type, place(node));
    expr->interval = operands[0]->interval;
    for (size_t i = 1; i < operands.size(); ++i) {
      expr->interval = op == Op::minimum ? minimum(expr->interval, operands[i]->interval)
                                         : maximum(expr->interval, operands[i]->interval);
    }
    expr->args = std::move(operands);
    return expr;
  };
  if (!clamp) return least(name == "min" ? Op::minimum : Op::maximum, std::move(values));
  std::vector<ExprPtr> inner, outer;
  inner.push_back(std::move(values[0]));
  inner.push_back(std::move(values[2]));
  outer.push_back(std::move(values[1]));
  outer.push_back(least(Op::minimum, std::move(inner)));
  return least(Op::maximum, std::move(outer));
}

}  // namespace casebook::language
