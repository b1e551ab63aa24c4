// SPDX-License-Identifier: Apache-2.0
// Control as a whole, when every procedure has been lowered: circles, ways through, turns of loops.
#include <algorithm>

#include "engine/language/control.h"
#include "engine/language/flow_graph.h"
#include "engine/language/walk.h"

namespace casebook::language {
namespace {

template <class Item>
std::string circle_text(const std::vector<Item>& items, const std::vector<Id>& circle) {
  std::string text;
  for (const Id id : circle) text += items[static_cast<size_t>(id)].name + " -> ";
  return text + items[static_cast<size_t>(circle.front())].name;
}

void add_once(std::vector<Id>& to, Id id) {
  if (std::find(to.begin(), to.end(), id) == to.end()) to.push_back(id);
}

bool check_procedures(Checker& checker) {
  const Program& program = checker.program;
  const std::vector<Id> circle = find_circle(call_graph(program));
  if (circle.empty()) return true;
  const Procedure& first = program.procedures[static_cast<size_t>(circle.front())];
  checker.diagnostics
      .error("E0503", program.range_of(first.place), "these procedures call one another in a circle: " + circle_text(program.procedures, circle))
      .suggestion = "a `repeat`";
  return false;
}

bool check_effects(Checker& checker) {
  const Program& program = checker.program;
  std::vector<std::vector<Id>> graph(program.effects.size());
  for (size_t id = 0; id < graph.size(); ++id) {
    for (const EffectEntry& entry : program.effects[id].entries) {
      if (!entry.body) continue;
      walk(*entry.body, [&](const Stmt& stmt) { if (stmt.op == StmtOp::effect && stmt.ref != none) add_once(graph[id], stmt.ref); },
           [](const Expr&) {});
    }
  }
  const std::vector<Id> circle = find_circle(graph);
  if (circle.empty()) return true;
  const Effect& first = program.effects[static_cast<size_t>(circle.front())];
  checker.diagnostics.error("E0512", program.range_of(first.place),
                            "these effects run one another in a circle: " + circle_text(program.effects, circle));
  return false;
}

/// `legal a(...)` within what decides whether a is lawful. Nodes: actions, then definitions, then fields, then effects.
class LegalGraph {
 public:
  explicit LegalGraph(const Program& program) : program_(program) {
    const size_t definitions = program.actions.size(), fields = definitions + program.definitions.size(),
                 effects = fields + program.fields.size();
    first_definition_ = static_cast<Id>(definitions);
    first_field_ = static_cast<Id>(fields);
    first_effect_ = static_cast<Id>(effects);
    graph_.resize(effects + program.effects.size());
    for (size_t id = 0; id < program.actions.size(); ++id) add_action(program.actions[id], graph_[id]);
    for (size_t id = 0; id < program.definitions.size(); ++id) {
      const Definition& item = program.definitions[id];
      std::vector<Id>& to = graph_[definitions + id];
      add(item.body, to);
      for (const Exception& one : item.exceptions) add(one.when, to), add(one.value, to);
      for (const Adjustment& one : item.adjustments) add(one.when, to), add(one.value, to);
    }
    for (size_t id = 0; id < program.fields.size(); ++id) {
      const Field& item = program.fields[id];
      for (const ExprPtr* part : {&item.goal, &item.through, &item.across, &item.step}) add(*part, graph_[fields + id]);
    }
    for (size_t id = 0; id < program.effects.size(); ++id) {
      for (const EffectEntry& one : program.effects[id].entries) {
        add(one.when, graph_[effects + id]);
        if (one.body) add(*one.body, graph_[effects + id]);
      }
    }
  }

  std::vector<Id> circle() const { return find_circle(graph_); }
  const Item& item(Id node) const {
    if (node >= first_effect_) return program_.effects[static_cast<size_t>(node - first_effect_)];
    if (node >= first_field_) return program_.fields[static_cast<size_t>(node - first_field_)];
    if (node >= first_definition_) return program_.definitions[static_cast<size_t>(node - first_definition_)];
    return program_.actions[static_cast<size_t>(node)];
  }

 private:
  void look(const Expr& expr, std::vector<Id>& to) const {
    if (expr.op == Op::legal && expr.ref != none) add_once(to, expr.ref);
    if (expr.op == Op::call && expr.ref != none) add_once(to, first_definition_ + expr.ref);
    if (expr.op == Op::field_at && expr.ref != none) add_once(to, first_field_ + expr.ref);
  }
  void add(const ExprPtr& expr, std::vector<Id>& to) const {
    if (expr) walk(*expr, [&](const Expr& part) { look(part, to); });
  }
  void add(const Stmt& stmt, std::vector<Id>& to) const {
    walk(stmt, [&](const Stmt& part) { if (part.op == StmtOp::effect && part.ref != none) add_once(to, first_effect_ + part.ref); },
         [&](const Expr& part) { look(part, to); });
  }
  void add_action(const Action& action, std::vector<Id>& to) const {
    for (const ActionParam& param : action.params) add(param.domain, to), add(param.where, to);
    for (const auto* list : {&action.requires_, &action.ensures}) {
      for (const Requirement& one : *list) {
        add(one.expr, to);
        for (const Waiver& waiver : one.waivers) add(waiver.when, to);
      }
    }
    for (const Best& one : action.bests) add(one.value, to);
    if (!action.ensures.empty() && action.body) add(*action.body, to);
  }

  const Program& program_;
  Id first_definition_ = 0, first_field_ = 0, first_effect_ = 0;
  std::vector<std::vector<Id>> graph_;
};

bool check_legal(Checker& checker) {
  const LegalGraph graph(checker.program);
  std::vector<Id> circle = graph.circle();
  const auto is_action = [&](Id node) { return node < static_cast<Id>(checker.program.actions.size()); };
  const auto action = std::find_if(circle.begin(), circle.end(), is_action);
  if (action == circle.end()) return circle.empty();  // a circle of definitions alone is found when they are sorted
  std::rotate(circle.begin(), action, circle.end());
  std::string text;
  for (const Id node : circle) text += (is_action(node) ? "legal " : "") + graph.item(node).name + " -> ";
  checker.diagnostics
      .error("E0508", checker.program.range_of(graph.item(circle.front()).place),
             "whether \"" + graph.item(circle.front()).name + "\" is lawful depends on itself: " + text + "legal " +
                 graph.item(circle.front()).name)
      .suggestion = "a definition of the part that does not ask back";
  return false;
}

}  // namespace

void Checker::check_flow() {
  if (!lowering) lowering = std::make_shared<Lowering>();
  lowering->written.resize(program.flow.size());
  if (program.game == none) {
    Diagnostic& diagnostic = diagnostics.error("E0509", {}, "there is no procedure \"game\"");
    diagnostic.expected = "a procedure called \"game\", which is what is played";
    if (!program.sources.empty()) diagnostic.range.file = program.sources.front().file;
  }
  check_claims(*this);
  const bool effects = check_effects(*this), legal = check_legal(*this);
  if (!check_procedures(*this)) return;
  check_ways(*this);
  if (!effects || !legal) return;
  check_lifetimes(*this);
  if (diagnostics.has_errors()) return;
  leave_out_settlements(program);
  tidy_flow(program);
}

}  // namespace casebook::language
