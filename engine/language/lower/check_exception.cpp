// SPDX-License-Identifier: Apache-2.0
// `except`, `adjust` and `waive`; their order by `over` and `after`.
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/language/lower/exceptions.h"
#include "engine/language/lower/requirements.h"

namespace casebook::language {
namespace {

/// `f(x, y)`: the names stand for the parameters. Without names there is nothing to speak of. False: wrong
/// count.
bool name_parameters(Checker& checker, const Node& node, const Definition& definition) {
  const Node* names = checker.at.tree->child(node, NodeKind::names);
  std::vector<uint32_t> tokens;
  for (size_t n = 0; names != nullptr && checker.name_token(*names, n) != SyntaxTree::npos; ++n) {
    tokens.push_back(checker.name_token(*names, n));
  }
  if (tokens.empty()) return true;
  if (tokens.size() != definition.params.size()) {
    checker.error("E0522", *names,
                  "\"" + definition.name + "\" takes " + std::to_string(definition.params.size()) + ", not " +
                      std::to_string(tokens.size()));
    return false;
  }
  for (size_t i = 0; i < tokens.size(); ++i) checker.name_var(tokens[i], definition.params[i]);
  return true;
}

}  // namespace

void Checker::check_exception(const Declaration& d) {
  if (!lowering) lowering = std::make_shared<Lowering>();
  if (d.kind == NodeKind::waive_decl) return check_waiver(*this, d);
  const Node& node = *d.node;
  const Symbol* symbol = find(values, name_token(node), {SymbolKind::definition}, "definition or given");
  if (symbol == nullptr) return;
  const size_t id = static_cast<size_t>(symbol->id);
  const bool adjustment = d.kind == NodeKind::adjust_decl;
  const Node* when_node = at.tree->expression(node, 0);
  const Node* value_node = at.tree->expression(node, 1);
  if (when_node == nullptr || value_node == nullptr) return;
  const Here here(*this);
  const Scope scope(*this);
  if (!name_parameters(*this, node, program.definitions[id])) return;
  const Type type = program.definitions[id].type;
  ExprPtr when = check_boolean(*when_node);
  VarId otherwise = none;
  if (adjustment) at.otherwise = otherwise = make_var("otherwise", type, interval_of(type), node);
  ExprPtr value = check_as(*value_node, type);
  if (!when || !value) return;
  Definition& definition = program.definitions[id];
  PendingOrder order;
  order.definition = symbol->id;
  order.adjustment = adjustment;
  if (adjustment) {
    Adjustment one;
    one.label = at.label;
    one.otherwise = otherwise;
    one.when = std::move(when);
    one.value = std::move(value);
    one.place = place_of(node);
    order.index = definition.adjustments.size();
    definition.adjustments.push_back(std::move(one));
  } else {
    Exception one;
    one.label = at.label;
    one.when = std::move(when);
    one.value = std::move(value);
    one.place = place_of(node);
    order.index = definition.exceptions.size();
    definition.exceptions.push_back(std::move(one));
  }
  if (const Node* label = at.tree->child(node, NodeKind::label)) {
    order.label = label_of(*label);
    order.range = at.tree->range(*label);
    lowering->orders.push_back(order);
  }
}

namespace {

/// By index: those it comes before (`over`) or after; over and after name cases, and every one under the case
/// is meant.
using Order = std::vector<std::vector<int32_t>>;

template <class Item>
std::vector<int32_t> under_case(const std::vector<Item>& all, CaseId label, size_t but) {
  std::vector<int32_t> found;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i != but && all[i].label == label) found.push_back(static_cast<int32_t>(i));
  }
  return found;
}

/// The indices in an order in which each stands behind those it names; the earliest first where nothing is
/// said. Empty: a circle.
std::vector<size_t> sorted(const Order& named) {
  std::vector<size_t> result;
  std::vector<bool> done(named.size(), false);
  while (result.size() < named.size()) {
    size_t next = named.size();
    for (size_t i = 0; i < named.size() && next == named.size(); ++i) {
      const bool free = std::all_of(named[i].begin(), named[i].end(),
                                    [&](int32_t other) { return done[static_cast<size_t>(other)]; });
      if (!done[i] && free) next = i;
    }
    if (next == named.size()) return {};
    done[next] = true;
    result.push_back(next);
  }
  return result;
}

/// Everything named, and what those name in turn.
std::vector<int32_t> all_before(const Order& named, size_t index) {
  std::vector<bool> seen(named.size(), false);
  std::vector<int32_t> open = named[index];
  while (!open.empty()) {
    const size_t one = static_cast<size_t>(open.back());
    open.pop_back();
    if (seen[one]) continue;
    seen[one] = true;
    open.insert(open.end(), named[one].begin(), named[one].end());
  }
  std::vector<int32_t> result;
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen[i]) result.push_back(static_cast<int32_t>(i));
  }
  return result;
}

/// The order that was written; false when something was wrong.
bool read_order(Checker& checker, DefinitionId id, bool adjustment, Order& named) {
  const Definition& definition = checker.program.definitions[id];
  bool well = true;
  const PendingOrder* last = nullptr;
  named.assign(adjustment ? definition.adjustments.size() : definition.exceptions.size(), {});
  for (const PendingOrder& order : checker.lowering->orders) {
    if (order.definition != id || order.adjustment != adjustment) continue;
    last = &order;
    named[order.index] = adjustment ? under_case(definition.adjustments, order.label, order.index)
                                    : under_case(definition.exceptions, order.label, order.index);
    if (!named[order.index].empty()) continue;
    const std::string& label = checker.program.label_text(order.label);
    NearestName nearest(label);
    for (const Exception& one : definition.exceptions) {
      if (!adjustment) nearest.offer(checker.program.label_text(one.label));
    }
    for (const Adjustment& one : definition.adjustments) {
      if (adjustment) nearest.offer(checker.program.label_text(one.label));
    }
    Diagnostic& diagnostic =
        checker.diagnostics.error("E0519", order.range,
                                  std::string("no other ") + (adjustment ? "`adjust`" : "`except`") +
                                      " of \"" + definition.name + "\" stands under " + label);
    diagnostic.expected = "the case of another one";
    diagnostic.suggestion = nearest.best();
    well = false;
  }
  if (!well || last == nullptr || !sorted(named).empty()) return well;
  checker.diagnostics.error("E0520", last->range,
                            std::string(adjustment ? "these adjustments" : "these exceptions") + " of \"" +
                                definition.name + "\" go in a circle: each comes before itself");
  return false;
}

void order_adjustments(Definition& definition, const Order& named) {
  const std::vector<size_t> order = sorted(named);
  std::vector<int32_t> place(order.size());
  for (size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<int32_t>(i);
  std::vector<Adjustment> result;
  for (const size_t from : order) {
    Adjustment one = std::move(definition.adjustments[from]);
    for (const int32_t before : all_before(named, from))
      one.after.push_back(place[static_cast<size_t>(before)]);
    std::sort(one.after.begin(), one.after.end());
    result.push_back(std::move(one));
  }
  definition.adjustments = std::move(result);
}

}  // namespace

void finish_exceptions(Checker& checker) {
  if (!checker.lowering) return;
  for (size_t id = 0; id < checker.program.definitions.size(); ++id) {
    Definition& definition = checker.program.definitions[id];
    Order named;
    if (!definition.exceptions.empty() && read_order(checker, static_cast<DefinitionId>(id), false, named)) {
      for (size_t i = 0; i < named.size(); ++i) definition.exceptions[i].over = all_before(named, i);
    }
    if (!definition.adjustments.empty() && read_order(checker, static_cast<DefinitionId>(id), true, named)) {
      order_adjustments(definition, named);
      warn_of_missing_order(checker, definition, checker.interval_of(definition.type));
    }
  }
}

}  // namespace casebook::language
