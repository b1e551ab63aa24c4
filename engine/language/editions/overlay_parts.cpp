// SPDX-License-Identifier: Apache-2.0
#include "engine/language/editions/overlay.h"

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

const char* line_word(NodeKind kind) {
  switch (kind) {
    case NodeKind::entry:
    case NodeKind::effect_entry:
      return "entry";
    case NodeKind::require:
      return "requirement";
    case NodeKind::ensure:
      return "`ensure`";
    case NodeKind::best:
      return "`best`";
    case NodeKind::alternative:
      return "alternative";
    default:
      return "line";
  }
}

/// `definition`, `exception`: the node kind in the words of the language.
std::string item_word(NodeKind kind) {
  if (kind == NodeKind::define_decl) return "definition";
  if (kind == NodeKind::except_decl) return "exception to";
  if (kind == NodeKind::adjust_decl) return "adjustment of";
  if (kind == NodeKind::waive_decl) return "waiver for";
  std::string word(node_kind_name(kind));
  return word.substr(0, word.find("_decl"));
}

void find_parts(const Declaration& d, const TextFile& file, const Node& node, std::vector<Part>& into) {
  if (d.removed.count(&node) != 0) return;
  const SyntaxTree& tree = *file.tree;
  if (is_line(node.kind) || node.kind == NodeKind::labelled || node.kind == NodeKind::alternative) {
    if (const Node* label = tree.child(node, NodeKind::label)) {
      Part part;
      part.label = file.cited_label(*label);
      part.item = &d;
      part.file = &file;
      part.node = &node;
      part.label_node = label;
      const std::string name = line_name(tree, node);
      part.name = d.name + "." + (name.empty() ? part.label : name);
      part.said = line_word(node.kind) + (name.empty() ? "" : " \"" + name + "\"") + " of \"" + d.name + "\"";
      into.push_back(std::move(part));
    }
  }
  if (is_expression(node.kind)) return;
  for (const Node* child : tree.child_nodes(node)) find_parts(d, file, *child, into);
}

}  // namespace

std::string line_name(const SyntaxTree& tree, const Node& line) {
  const bool each = line.kind == NodeKind::require && tree.has_word(line, "each");
  if (line.kind == NodeKind::labelled) return {};
  return std::string(tree.token_text(tree.token(line, TokenKind::name, each ? 2 : 0)));
}

std::vector<const Node*> lines_of(const SyntaxTree& tree, const Node& node) {
  std::vector<const Node*> lines;
  find_lines(tree, node, lines);
  return lines;
}

std::string Part::text() const {
  std::string said_there = file->tree->node_text(*node);
  if (label_node == nullptr) return said_there;
  const std::string number = file->tree->node_text(*label_node);
  const size_t at = said_there.find(number);
  return at == std::string::npos ? said_there : said_there.erase(at, number.size());
}

std::vector<Part> parts_of(const Declarations& all) {
  std::vector<Part> parts;
  for (const auto& d : all.all) {
    const SyntaxTree& tree = *d->file->tree;
    std::string shown = d->name;
    if (shown.empty()) shown = tree.token_text(tree.token(*d->node, TokenKind::name));
    if (shown.empty()) shown = tree.string_value(*d->node);
    for (const std::string& label : d->labels) {
      Part part;
      part.label = label;
      part.item = d.get();
      part.file = d->file;
      part.node = d->node;
      part.name = d->name.empty() ? item_word(d->kind) : d->name;
      part.said = item_word(d->kind) + (shown.empty() ? "" : " \"" + shown + "\"");
      parts.push_back(std::move(part));
    }
    find_parts(*d, *d->file, *d->node, parts);
    for (const Piece& piece : d->added) find_parts(*d, *piece.file, *piece.node, parts);
  }
  return parts;
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
