// SPDX-License-Identifier: Apache-2.0
// Definitions, fields and the actions that `legal` asks about are acyclic; a circle is printed with its
// places and cases. Definitions are put into an order in which each uses only earlier ones.
#include <algorithm>
#include <set>

#include "engine/language/check/checker.h"
#include "engine/program/anatomy.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

/// What uses what. Nodes, plain numbers: definitions, then fields, then actions, then effects.
class Uses {
 public:
  explicit Uses(Program& program) : p(program) {
    fields_ = static_cast<Id>(p.definitions.size());
    actions_ = fields_ + static_cast<Id>(p.fields.size());
    effects_ = actions_ + static_cast<Id>(p.actions.size());
    edges_.resize(static_cast<size_t>(effects_) + p.effects.size());
    const auto from = [&](size_t node) {
      return [this, node](const Expr& expr) { walk(expr, [this, node](const Expr& e) { note(node, e); }); };
    };
    for (size_t i = 0; i < p.definitions.size(); ++i) {
      each_expression(p.definitions[i], from(i));
    }
    for (size_t i = 0; i < p.fields.size(); ++i) {
      each_expression(p.fields[i], from(static_cast<size_t>(fields_) + i));
    }
    for (size_t i = 0; i < p.actions.size(); ++i) {
      const size_t node = static_cast<size_t>(actions_) + i;
      // Whether it is lawful depends on what it does only where something must hold afterwards.
      const Action& action = p.actions[i];
      const bool with_body = !action.ensures.empty();
      const auto look = from(node);
      anatomy(action, Visitor{[&](const Line&, const Expr& expr) { look(expr); },
                              [&](const Line&, const Stmt& body) {
                                if (with_body) statements(node, body);
                              }});
    }
    for (size_t i = 0; i < p.effects.size(); ++i) {
      const size_t node = static_cast<size_t>(effects_) + i;
      const auto look = from(node);
      anatomy(p.effects[i], Visitor{[&](const Line&, const Expr& expr) { look(expr); },
                                    [&](const Line&, const Stmt& body) { statements(node, body); }});
    }
  }

  size_t size() const { return edges_.size(); }
  struct Edge {
    Id to;
    Place place;
  };
  const std::vector<Edge>& of(size_t node) const { return edges_[node]; }
  bool is_definition(size_t node) const { return node < static_cast<size_t>(fields_); }
  const Item& item(size_t node) const {
    const Id id = static_cast<Id>(node);
    if (id < fields_) return p.definitions[node];
    if (id < actions_) return p.fields[id - fields_];
    if (id < effects_) return p.actions[id - actions_];
    return p.effects[id - effects_];
  }

 private:
  void statements(size_t node, const Stmt& stmt) {
    walk(
        stmt,
        [&](const Stmt& s) {
          if (s.op == StmtOp::effect && s.ref >= 0) edge(node, effects_ + s.ref, s.place);
        },
        [&](const Expr& e) { note(node, e); });
  }
  void note(size_t node, const Expr& e) {
    if (e.op == Op::call) edge(node, e.ref, e.place);
    if (e.op == Op::field_at) edge(node, fields_ + e.ref, e.place);
    if (e.op == Op::legal) edge(node, actions_ + e.ref, e.place);
  }
  void edge(size_t from, Id to, const Place& place) {
    for (const Edge& known : edges_[from]) {
      if (known.to == to) return;
    }
    edges_[from].push_back({to, place});
  }

  Program& p;
  Id fields_ = 0, actions_ = 0, effects_ = 0;
  std::vector<std::vector<Edge>> edges_;
};

/// A circle that can be reached from `start` along nodes not yet done; empty when there is none. Iterative:
/// chains may be long.
std::vector<Id> find_circle(const Uses& uses, size_t start, std::vector<uint8_t>& done,
                            std::vector<Id>& finished) {
  std::vector<std::pair<size_t, size_t>> path{{start, 0}};
  std::vector<bool> on_path(uses.size(), false);
  on_path[start] = true;
  while (!path.empty()) {
    auto& [node, next] = path.back();
    if (next == uses.of(node).size()) {
      on_path[node] = false;
      done[node] = 1;
      finished.push_back(static_cast<Id>(node));
      path.pop_back();
      continue;
    }
    const size_t to = static_cast<size_t>(uses.of(node)[next++].to);
    if (on_path[to]) {
      std::vector<Id> circle;
      auto from = std::find_if(path.begin(), path.end(), [&](const auto& step) { return step.first == to; });
      for (; from != path.end(); ++from) circle.push_back(static_cast<Id>(from->first));
      for (const auto& step : path) done[step.first] = 1;
      return circle;
    }
    if (done[to] != 0) continue;
    on_path[to] = true;
    path.emplace_back(to, 0);
  }
  return {};
}

}  // namespace

void Checker::check_order() {
  const Uses uses(program);
  std::vector<uint8_t> done(uses.size(), 0);
  std::vector<Id> finished;
  bool circular = false;
  for (size_t i = 0; i < uses.size(); ++i) {
    if (done[i] != 0) continue;
    const std::vector<Id> circle = find_circle(uses, i, done, finished);
    if (circle.empty()) continue;
    circular = true;
    const Item& first = uses.item(static_cast<size_t>(circle.front()));
    std::string chain;
    for (const Id node : circle) chain += "\"" + uses.item(static_cast<size_t>(node)).name + "\" needs ";
    Diagnostic& diagnostic = diagnostics.error("E0230", program.range_of(first.place),
                                               chain + "\"" + first.name + "\": this never ends");
    diagnostic.notes.push_back({{}, "make one of them state, written at a stated moment"});
    for (size_t k = 0; k < circle.size(); ++k) {
      const size_t node = static_cast<size_t>(circle[k]);
      const Id next = circle[(k + 1) % circle.size()];
      diagnostic.cases.push_back(program.label_text(uses.item(node).label));
      for (const Uses::Edge& edge : uses.of(node)) {
        if (edge.to != next) continue;
        diagnostic.notes.push_back(
            {program.range_of(edge.place), "\"" + uses.item(node).name + "\" (" +
                                               program.label_text(uses.item(node).label) + ") uses \"" +
                                               uses.item(static_cast<size_t>(next)).name + "\" here"});
        break;
      }
    }
  }
  if (circular) return;

  // `finished` has what is used before what uses it. Keep the order of the text where nothing forbids it: by
  // depth, then text.
  std::vector<int> depth(uses.size(), 0);
  for (const Id node : finished) {
    for (const Uses::Edge& edge : uses.of(static_cast<size_t>(node))) {
      depth[static_cast<size_t>(node)] =
          std::max(depth[static_cast<size_t>(node)], depth[static_cast<size_t>(edge.to)] + 1);
    }
  }
  std::vector<DefinitionId> order;
  for (size_t i = 0; i < program.definitions.size(); ++i) order.push_back(static_cast<DefinitionId>(i));
  std::stable_sort(order.begin(), order.end(), [&](DefinitionId a, DefinitionId b) {
    return depth[static_cast<size_t>(a)] < depth[static_cast<size_t>(b)];
  });
  renumber_definitions(order);
}

/// `order[new] = old`.
void Checker::renumber_definitions(const std::vector<DefinitionId>& order) {
  std::vector<DefinitionId> now(order.size());
  for (size_t i = 0; i < order.size(); ++i) now[static_cast<size_t>(order[i])] = static_cast<DefinitionId>(i);
  each_expression(program, [&](Expr& top) {
    change(top, [&](Expr& expr) {
      if (expr.op == Op::call) expr.ref = now[static_cast<size_t>(expr.ref)];
    });
  });
  std::vector<Definition> sorted;
  std::vector<DefinitionState> states;
  for (const DefinitionId old : order) {
    sorted.push_back(std::move(program.definitions[old]));
    states.push_back(definition_states_[static_cast<size_t>(old)]);
  }
  program.definitions = std::move(sorted);
  definition_states_ = std::move(states);
  for (auto& [name, symbol] : values) {
    if (symbol.kind == SymbolKind::definition && symbol.id >= 0)
      symbol.id = now[static_cast<size_t>(symbol.id)];
  }
}

}  // namespace casebook::language
