// SPDX-License-Identifier: Apache-2.0
// `choose by E` with its alternatives.
//
//        settle
//        choose
// each:  settle, then-text, clear the names bound, jump end
// else:  or-else text
// end:
#include <algorithm>
#include <optional>

#include "engine/base/nearest.h"
#include "engine/language/lower/flow_lowering.h"

namespace casebook::language {

void FlowLowering::lower_choose(const Node& node) {
  const Node* by = tree().expression(node);
  const std::vector<const Node*> nodes = tree().children(node, NodeKind::alternative);
  if (by == nullptr) return;
  settle(node);
  ExprPtr player = checker_.check_side(*by);
  const SiteId id = new_site(SiteKind::choose, node);
  site(id).by = std::move(player);
  std::vector<Alternative> alternatives;
  std::vector<StepId> ends;
  for (const Node* one : nodes) {
    alternatives.push_back(lower_alternative(*one));
    ends.push_back(jump(*one));
  }
  site(id).alternatives = std::move(alternatives);
  if (const Node* or_else = tree().child(node, NodeKind::or_else)) {
    site(id).or_else = here();
    if (const Node* body = tree().child(*or_else, NodeKind::block)) block(*body);
  }
  for (const StepId end : ends) step(end).target = here();
}

Alternative FlowLowering::lower_alternative(const Node& node) {
  Alternative alternative;
  const Here here_too(checker_);
  for (const Child& child : node.children) {
    if (!child.node) break;  // the name of the action; a later label is of a `require`
    if (child.node->kind == NodeKind::label) cite(checker_, child.node.get());
  }
  alternative.label = checker_.at.label;
  alternative.place = checker_.place_of(node);
  alternative.target = here();
  const Symbol* symbol = find_action(checker_, checker_.name_token(node));
  const Scope names(checker_);
  const size_t size = depth();
  const StepId since = here();
  const bool well = symbol != nullptr && take_args(node, checker_.program.actions[symbol->id], alternative);
  if (well) alternative.action = symbol->id;
  settle(node);
  const Node* then = tree().child(node, NodeKind::block);
  if (!well) {  // reported; what is said of the names after `then` would only follow from it
    for (const Node* arg : tree().children(node, NodeKind::alternative_arg))
      checker_.declare_unknown(checker_.name_token(*arg));
  }
  if (then != nullptr) block(*then);
  // A name that nothing uses is not worth keeping in the position.
  for (AlternativeArg& arg : alternative.args) {
    for (VarId* var : {&arg.var, &arg.at}) {
      if (*var == none || is_read(*var, since)) continue;
      make_scratch(*var);
      *var = none;
    }
    if (arg.mode == ArgMode::bind && arg.var == none && arg.at == none) arg.mode = ArgMode::unnamed;
  }
  close(node, size, since);
  return alternative;
}

namespace {

/// The node that speaks of each parameter, or null: in order, or by name when every one has the form `name =
/// E`.
std::optional<std::vector<const Node*>> match_args(Checker& checker, const Node& node, const Action& action) {
  const SyntaxTree& tree = *checker.at.tree;
  const std::vector<const Node*> nodes = tree.children(node, NodeKind::alternative_arg);
  std::vector<const Node*> args(action.params.size(), nullptr);
  const bool by_name = std::all_of(nodes.begin(), nodes.end(),
                                   [&](const Node* one) { return tree.expression(*one) != nullptr; });
  if (!by_name && nodes.size() != args.size()) {
    std::string wanted;
    for (const ActionParam& param : action.params) wanted += (wanted.empty() ? "" : ", ") + param.name;
    checker
        .error("E0513", node,
               "\"" + action.name + "\" has " + std::to_string(args.size()) + " parameters, not " +
                   std::to_string(nodes.size()))
        .expected = action.name + "(" + wanted + "), or no parameters at all";
    return std::nullopt;
  }
  bool well = true;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const uint32_t token = checker.name_token(*nodes[i]);
    const std::string_view name = checker.text(token);
    size_t at = i;
    NearestName nearest(name);
    if (by_name) {
      at = 0;
      while (at < args.size() && action.params[at].name != name) nearest.offer(action.params[at++].name);
    }
    const bool fixed = tree.expression(*nodes[i]) != nullptr;
    if (at == args.size()) {
      checker
          .error_at("E0513", token, "\"" + action.name + "\" has no parameter \"" + std::string(name) + "\"")
          .suggestion = nearest.best();
    } else if (fixed && action.params[at].name != name) {
      checker
          .error_at("E0513", token,
                    "the parameter that stands here is called \"" + action.params[at].name + "\"")
          .suggestion = action.params[at].name;
    } else if (args[at] != nullptr) {
      checker.error_at("E0513", token, "\"" + std::string(name) + "\" stands twice");
    } else {
      args[at] = nodes[i];
      continue;
    }
    well = false;
  }
  if (!well) return std::nullopt;
  return args;
}

}  // namespace

bool FlowLowering::take_args(const Node& node, const Action& action, Alternative& alternative) {
  const std::vector<ActionParam>& params = action.params;
  alternative.args.resize(params.size());
  const auto matched = match_args(checker_, node, action);
  if (!matched) return false;
  const std::vector<const Node*>& nodes = *matched;
  // Values first: they are of the position at the choose and know none of the names bound here.
  bool well = true;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Node* value = nodes[i] != nullptr ? tree().expression(*nodes[i]) : nullptr;
    if (value == nullptr) continue;
    alternative.args[i].mode = ArgMode::fixed;
    alternative.args[i].value = checker_.check_as(*value, (*checker_.vars)[params[i].var].type);
    well = well && alternative.args[i].value;
  }
  if (well) take_requirements(node, action, nodes, alternative);
  std::vector<std::string> bound;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] == nullptr || alternative.args[i].mode == ArgMode::fixed) continue;
    const uint32_t name = checker_.name_token(*nodes[i]);
    if (checker_.text(name) == "_") continue;
    if (std::find(bound.begin(), bound.end(), checker_.text(name)) != bound.end()) {
      checker_.error_at("E0513", name, "\"" + std::string(checker_.text(name)) + "\" stands twice");
      well = false;
      continue;
    }
    bound.emplace_back(checker_.text(name));
    const Var var = (*checker_.vars)[params[i].var];
    alternative.args[i].mode = ArgMode::bind;
    alternative.args[i].var = checker_.declare_var(name, var.type, var.interval, true);
    open(alternative.args[i].var);
  }
  // The hex of a bound member keeps the name it has in the action, unless that name means something here
  // already.
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (alternative.args[i].mode != ArgMode::bind || params[i].at == none) continue;
    const std::string name = (*checker_.vars)[params[i].at].name;
    if (checker_.find_local(name) != nullptr) continue;
    alternative.args[i].at = checker_.make_var(name, hex_type, {}, *nodes[i], true);
    name_local(checker_, name, alternative.args[i].at);
    open(alternative.args[i].at);
  }
  return well;
}

/// `require LABEL E`, over the parameters of the action under the names the alternative gives them.
void FlowLowering::take_requirements(const Node& node, const Action& action,
                                     const std::vector<const Node*>& args, Alternative& alternative) {
  const Scope names(checker_);
  for (size_t i = 0; i < action.params.size(); ++i) {
    std::string name = action.params[i].name;
    if (args[i] != nullptr && alternative.args[i].mode != ArgMode::fixed)
      name = std::string(checker_.text(checker_.name_token(*args[i])));
    if (name != "_") name_local(checker_, name, action.params[i].var);
  }
  for (const ActionParam& param : action.params) {
    if (param.at == none) continue;
    const std::string& name = (*checker_.vars)[param.at].name;
    if (checker_.find_local(name) == nullptr) name_local(checker_, name, param.at);
  }
  std::vector<std::string> taken;
  bool required = false;
  const Node* label = nullptr;
  for (const Child& child : node.children) {
    if (!child.node) {
      required = required || tree().token_text(child.token) == "require";
    } else if (required && child.node->kind == NodeKind::label) {
      label = child.node.get();
    } else if (required && label != nullptr && is_expression(child.node->kind)) {
      const Here here_too(checker_);
      cite(checker_, label);
      Requirement requirement;
      requirement.label = checker_.at.label;
      requirement.place = checker_.place_of(*child.node);
      requirement.name = identity(checker_, SyntaxTree::npos, requirement.label, taken);
      requirement.expr = checker_.check_boolean(*child.node);
      if (requirement.expr) alternative.requires_.push_back(std::move(requirement));
      label = nullptr;
    }
  }
}

}  // namespace casebook::language
