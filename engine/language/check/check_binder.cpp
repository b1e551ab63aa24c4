// SPDX-License-Identifier: Apache-2.0
// `x in S [at g | on h] [where E]` and the domains of variables.
#include "engine/language/check/expression_checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {

Domain Checker::check_domain(const Node& low_node, const Node* high_node) {
  Domain domain;
  ExpressionChecker expressions(*this);
  if (high_node != nullptr) {
    std::vector<ExprPtr> ends;
    if (!expressions.branches({&low_node, high_node}, {}, ends)) return domain;
    const Type type = ends[0]->type;
    if (type.tag == TypeTag::number) {
      for (ExprPtr& end : ends) {
        const Node& end_node = &end == &ends[0] ? low_node : *high_node;
        end = expressions.without_never(end_node, std::move(end), "the end of a range");
        if (!end) return domain;
        if (type.fine != 1) {
          error("E0306", end_node, "a range runs in whole steps of " + type_text(type))
              .notes.push_back({{}, "round it first, as in `E rounded down`"});
          return domain;
        }
      }
      domain.interval = {ends[0]->interval.low, ends[1]->interval.high, false};
      if (only_never(domain.interval))
        domain.interval = {ends[0]->interval.low, ends[0]->interval.low, false};
    } else if (type.tag != TypeTag::boolean) {
      mismatch(low_node, type, "numbers, or `no .. yes`");
      return domain;
    }
    domain.member = type;
    Type range{TypeTag::range, type.tag == TypeTag::number ? type.of : none, 1};
    domain.expr = make_expr(Op::range, range, place_of(low_node), std::move(ends[0]), std::move(ends[1]));
    domain.expr->interval = domain.interval;
    domain.expr->place.end = place_of(*high_node).end;
    return domain;
  }
  ExprPtr set = check_expression(low_node);
  if (!set) return domain;
  if (set->type.tag != TypeTag::set && set->type.tag != TypeTag::maybe) {
    Diagnostic& diagnostic = error("E0301", low_node, "this is " + type_text(set->type));
    diagnostic.expected = "a set, a kind, a `K or none` or a range `a .. b`";
    if (set->type.tag == TypeTag::entity)
      diagnostic.suggestion = "{" + at.tree->node_text(low_node).substr(0, 40) + "}";
    return domain;
  }
  domain.member = entity_type(set->type.of);
  domain.expr = std::move(set);
  return domain;
}

Owned<Binder> Checker::check_binder(const Node& node) {
  if (node.broken) return nullptr;
  const SyntaxTree& tree = *at.tree;
  size_t next = 0;
  const Node& low = *tree.expression(node, next++);
  const Node* high = tree.has_word(node, "..") ? tree.expression(node, next++) : nullptr;
  Domain domain = check_domain(low, high);
  bool fine = domain.expr != nullptr;
  auto binder = Owned<Binder>(Binder{});
  const bool on_hex = tree.has_word(node, "at"), on = tree.has_word(node, "on");
  if (on) {
    binder->on = check_hex(*tree.expression(node, next++));
    if (!binder->on) fine = false;
  }
  if (fine && (on || on_hex)) {
    const bool has_place = domain.member.tag == TypeTag::entity && program.kinds[domain.member.of].on_map;
    if (!has_place) {
      error("E0310", low, type_text(domain.member) + " has no place on the map").expected =
          "members of a kind `on map`";
      fine = false;
    }
  }
  if (fine) {
    binder->var = declare_var(name_token(node), domain.member, domain.interval);
  } else {
    declare_unknown(name_token(node));
  }
  if (on_hex) {
    const uint32_t token = name_token(node, 1);
    if (fine) {
      binder->at = declare_var(token, hex_type, {});
    } else {
      declare_unknown(token);
    }
  }
  if (tree.has_word(node, "where")) {
    binder->where = check_boolean(*tree.expression(node, next));
    if (!binder->where) fine = false;
  }
  if (!fine) return nullptr;
  binder->domain = std::move(domain.expr);
  return binder;
}

/// A name of which nothing is known: uses of it are silently null.
void Checker::declare_unknown(uint32_t name_token) {
  if (name_token == SyntaxTree::npos) return;
  Local local;
  local.name = std::string(text(name_token));
  local.used = true;
  local.token = name_token;
  locals.push_back(std::move(local));
}

}  // namespace casebook::language
