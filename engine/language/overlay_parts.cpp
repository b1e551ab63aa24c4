// SPDX-License-Identifier: Apache-2.0
#include "engine/language/overlay.h"

namespace casebook::language {

NameSort sort_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::kind_decl:
    case NodeKind::measure_decl:
      return NameSort::types;
    case NodeKind::given_decl:
    case NodeKind::state_decl:
    case NodeKind::option_decl:
    case NodeKind::reading_decl:
    case NodeKind::table_decl:
    case NodeKind::define_decl:
    case NodeKind::field_decl:
      return NameSort::values;
    case NodeKind::effect_decl:
    case NodeKind::action_decl:
    case NodeKind::procedure_decl:
    case NodeKind::whenever_decl:
      return NameSort::doings;
    case NodeKind::view_decl:
      return NameSort::views;
    case NodeKind::invariant_decl:
      return NameSort::invariants;
    default:
      return NameSort::nameless;
  }
}

namespace {

bool is_line(NodeKind kind) {
  return kind == NodeKind::entry || kind == NodeKind::effect_entry || kind == NodeKind::require ||
         kind == NodeKind::ensure || kind == NodeKind::best;
}

void find_lines(const SyntaxTree& tree, const Node& node, std::vector<const Node*>& into) {
  for (const Node* child : tree.child_nodes(node)) {
    if (is_line(child->kind)) into.push_back(child);
    if (child->kind == NodeKind::list || child->kind == NodeKind::effect_list ||
        child->kind == NodeKind::entry)
      find_lines(tree, *child, into);
  }
}

void find_labelled(const SyntaxTree& tree, const Node& node,
                   std::vector<std::pair<const Node*, const Node*>>& into) {
  const bool carries =
      is_line(node.kind) || node.kind == NodeKind::labelled || node.kind == NodeKind::alternative;
  if (carries) {
    if (const Node* label = tree.child(node, NodeKind::label)) into.emplace_back(&node, label);
  }
  if (is_expression(node.kind)) return;
  for (const Node* child : tree.child_nodes(node)) find_labelled(tree, *child, into);
}

}  // namespace

std::vector<const Node*> lines_of(const SyntaxTree& tree, const Node& node) {
  std::vector<const Node*> lines;
  find_lines(tree, node, lines);
  return lines;
}

std::vector<std::pair<const Node*, const Node*>> labelled_below(const SyntaxTree& tree, const Node& node) {
  std::vector<std::pair<const Node*, const Node*>> found;
  find_labelled(tree, node, found);
  return found;
}

std::string signature_of(const Declaration& d) {
  const SyntaxTree& tree = *d.file->tree;
  const auto type_of = [&](const Node& node) {
    const Node* type = tree.child(node, NodeKind::type);
    return type != nullptr ? tree.node_text(*type) : std::string("bool");
  };
  std::string text = "(";
  if (const Node* types = tree.child(*d.node, NodeKind::types)) {
    for (const Node* type : tree.children(*types, NodeKind::type))
      text += (text.size() > 1 ? ", " : "") + tree.node_text(*type);
  }
  if (const Node* params = tree.child(*d.node, NodeKind::params)) {
    for (const Node* param : tree.children(*params, NodeKind::param))
      text += (text.size() > 1 ? ", " : "") + type_of(*param);
  }
  if (d.kind == NodeKind::action_decl) {
    const size_t count = tree.children(*d.node, NodeKind::action_param).size();
    return std::to_string(count) + (count == 1 ? " parameter" : " parameters");
  }
  text += ")";
  switch (d.kind) {
    case NodeKind::given_decl:
    case NodeKind::state_decl:
    case NodeKind::table_decl:
    case NodeKind::define_decl:
    case NodeKind::field_decl:
      return text + " -> " + type_of(*d.node);
    case NodeKind::effect_decl:
    case NodeKind::procedure_decl:
      return text;
    default:
      return {};
  }
}

}  // namespace casebook::language
