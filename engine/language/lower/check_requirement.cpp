// SPDX-License-Identifier: Apache-2.0
// `require`, `each ... require`, `ensure`, `best`, `waive`.
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/language/lower/requirements.h"

namespace casebook::language {
namespace {

/// `each NAME in NAME`: the parameter meant and a name for its member. False: there is none.
bool take_each(Checker& checker, const Node& node, const Action& action, Requirement& requirement) {
  const uint32_t token = checker.name_token(node, 1);
  const std::string_view name = token == SyntaxTree::npos ? std::string_view() : checker.text(token);
  NearestName nearest(name);
  for (size_t i = 0; i < action.params.size(); ++i) {
    const ActionParam& param = action.params[i];
    if (param.mode == ParamMode::single) continue;
    if (param.name != name) {
      nearest.offer(param.name);
      continue;
    }
    requirement.each = static_cast<int32_t>(i);
    requirement.member = param.member;
    checker.name_var(checker.name_token(node, 0), param.member);
    return true;
  }
  Diagnostic& diagnostic =
      checker.error_at("E0521", token, "\"" + std::string(name) + "\" is no set or path of this action");
  diagnostic.expected = "a parameter that is a set or a path";
  diagnostic.suggestion = nearest.best();
  return false;
}

void check_require(Checker& checker, const Node& node, std::vector<std::string>& taken, Action& action) {
  const bool each = checker.at.tree->has_word(node, "each");
  Requirement requirement;
  requirement.label = checker.at.label;
  requirement.place = checker.place_of(node);
  requirement.name = identity(checker, checker.name_token(node, each ? 2 : 0), requirement.label, taken);
  const Scope scope(checker);
  const bool well = !each || take_each(checker, node, action, requirement);
  const Node* expr = checker.at.tree->expression(node);
  if (expr == nullptr || !well) return;
  requirement.expr = checker.check_boolean(*expr);
  (node.kind == NodeKind::ensure ? action.ensures : action.requires_).push_back(std::move(requirement));
}

void check_best(Checker& checker, const Node& node, std::vector<std::string>& taken, Action& action) {
  Best best;
  best.label = checker.at.label;
  best.place = checker.place_of(node);
  best.name = identity(checker, checker.name_token(node), best.label, taken);
  best.least = checker.at.tree->has_word(node, "least");
  if (const Node* value = checker.at.tree->expression(node)) best.value = checker.check_number(*value);
  if (action.params.empty()) {
    checker.error("E0507", node,
                  "\"best\" chooses among values of the last parameter, and this action has none");
  }
  action.bests.push_back(std::move(best));
}

}  // namespace

void check_requirements(Checker& checker, const Declaration& d, Action& action) {
  std::vector<std::string> taken;
  for (const Piece& piece :
       checker.pieces(*d.node, {NodeKind::require, NodeKind::ensure, NodeKind::best}, true)) {
    const Here here(checker, piece);
    cite(checker, checker.at.tree->child(*piece.node, NodeKind::label));
    if (piece.node->kind == NodeKind::best) {
      check_best(checker, *piece.node, taken, action);
    } else {
      check_require(checker, *piece.node, taken, action);
    }
  }
}

namespace {

/// The requirement after the dot: by its name, or by its case if only one has it.
Requirement* find_requirement(Checker& checker, const Node& node, Action& action) {
  std::vector<Requirement*> all, found;
  for (Requirement& one : action.requires_) all.push_back(&one);
  for (Requirement& one : action.ensures) all.push_back(&one);
  const Node* label = checker.at.tree->child(node, NodeKind::label);
  const uint32_t token = checker.name_token(node, 1);
  if (label == nullptr && token == SyntaxTree::npos) return nullptr;
  const std::string wanted = label != nullptr ? checker.program.label_text(checker.label_of(*label))
                                              : std::string(checker.text(token));
  NearestName nearest(wanted);
  for (Requirement* one : all) {
    const bool is_it =
        label != nullptr ? checker.program.label_text(one->label) == wanted : one->name == wanted;
    if (is_it) found.push_back(one);
    nearest.offer(one->name);
  }
  if (found.size() == 1) return found.front();
  const std::string message =
      found.empty() ? "the action \"" + action.name + "\" has no requirement \"" + wanted + "\""
                    : "more than one requirement of \"" + action.name + "\" has the case " + wanted;
  Diagnostic& diagnostic =
      label != nullptr ? checker.error("E0521", *label, message) : checker.error_at("E0521", token, message);
  diagnostic.expected = "the name of a requirement";
  diagnostic.suggestion = found.empty() ? nearest.best() : found.front()->name;
  return nullptr;
}

}  // namespace

void check_waiver(Checker& checker, const Declaration& d) {
  const Node& node = *d.node;
  const Symbol* symbol = find_action(checker, checker.name_token(node));
  if (symbol == nullptr) return;
  Action& action = checker.program.actions[symbol->id];
  const Scope scope(checker);
  const Node* names = checker.at.tree->child(node, NodeKind::names);
  if (names != nullptr) {
    std::vector<uint32_t> tokens;
    for (size_t n = 0; checker.name_token(*names, n) != SyntaxTree::npos; ++n)
      tokens.push_back(checker.name_token(*names, n));
    if (tokens.size() != action.params.size()) {
      checker.error("E0522", *names,
                    "\"" + action.name + "\" has " + std::to_string(action.params.size()) +
                        " parameters, not " + std::to_string(tokens.size()));
      return;
    }
    for (size_t i = 0; i < tokens.size(); ++i) {
      checker.name_var(tokens[i], action.params[i].var);
      if (action.params[i].at != none) {
        name_local(checker, checker.program.vars[action.params[i].at].name, action.params[i].at);
      }
    }
  }
  Requirement* requirement = find_requirement(checker, node, action);
  if (requirement == nullptr) return;
  if (requirement->each != none) {
    const std::string& member = checker.program.vars[requirement->member].name;
    if (!member.empty() && checker.find_local(member) == nullptr)
      name_local(checker, member, requirement->member);
  }
  Waiver waiver;
  waiver.label = checker.at.label;
  waiver.place = checker.place_of(node);
  if (const Node* when = checker.at.tree->expression(node)) waiver.when = checker.check_boolean(*when);
  if (waiver.when) requirement->waivers.push_back(std::move(waiver));
}

}  // namespace casebook::language
