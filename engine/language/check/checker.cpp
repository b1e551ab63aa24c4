// SPDX-License-Identifier: Apache-2.0
// Where the checker is, what it reports, and the order of its passes.
#include "engine/language/check/checker.h"

#include <algorithm>

#include "engine/base/nearest.h"

namespace casebook::language {

std::string_view symbol_kind_name(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kind:
      return "a kind";
    case SymbolKind::measure:
      return "a measure";
    case SymbolKind::box:
      return "a box";
    case SymbolKind::place:
      return "a place";
    case SymbolKind::given:
      return "a given";
    case SymbolKind::state:
      return "a state";
    case SymbolKind::option:
      return "an option";
    case SymbolKind::reading:
      return "a reading";
    case SymbolKind::table:
      return "a table";
    case SymbolKind::definition:
      return "a definition";
    case SymbolKind::field:
      return "a field";
    case SymbolKind::effect:
      return "an effect";
    case SymbolKind::procedure:
      return "a procedure";
    case SymbolKind::action:
      return "an action";
    case SymbolKind::watch:
      return "a whenever";
    case SymbolKind::view:
      return "a view";
    case SymbolKind::invariant:
      return "an invariant";
  }
  return "";
}

Checker::Checker(Program& program_in, Diagnostics& diagnostics_in)
    : program(program_in), diagnostics(diagnostics_in), vars(&program_in.vars) {
}

Checker::~Checker() = default;

void Checker::check_edition(const Declarations& all) {
  declarations = &all;
  copy_cases();
  declare_types();
  declare_procedures();
  declare_values();
  declare_doings();
  check_contents();
  if (!diagnostics.has_errors()) check_order();
  check_flow();
  check_unused();
}

// ---- where we are

Scope::~Scope() {
  for (size_t i = size_; i < checker_.locals.size(); ++i) {
    const Local& local = checker_.locals[i];
    if (!local.warn_unused || local.used || local.token == SyntaxTree::npos || local.name.starts_with('_'))
      continue;
    checker_.warning_at("W0302", local.token, "\"" + local.name + "\" is never used");
  }
  if (checker_.locals.size() > size_) checker_.locals.resize(size_);
}

Here::Here(Checker& checker, const Piece& piece) : checker_(checker), saved_(checker.at) {
  Context& at = checker_.at;
  at.file = piece.file;
  at.tree = piece.file != nullptr ? piece.file->tree.get() : nullptr;
  at.label = piece.labels.empty() ? none : checker_.label_id(piece.labels.front());
}

// ---- labels and places

void Checker::copy_cases() {
  for (const CaseText& text : declarations->cases) {
    const CaseId id = label_id(text.label);
    Case& to = program.cases[id];
    to.title = text.title;
    to.summary = text.summary;
    to.section = text.section;
    to.section_title = text.section_title;
    to.explanatory = text.explanatory;
    to.silent = text.silent;
    to.topics = text.topics;
    const auto& parents = declarations->parent_labels;
    const auto find_all = [&parents](const std::vector<std::string>& labels, std::vector<int32_t>& into) {
      for (const std::string& one : labels) {
        const auto where = std::find(parents.begin(), parents.end(), one);
        if (where != parents.end()) into.push_back(static_cast<int32_t>(where - parents.begin()));
      }
    };
    find_all(text.same_as, to.same_as);
    find_all(text.replaces, to.replaces);
    for (const Piece& piece : text.places) {
      const Here here(*this, piece);
      to.places.push_back(place_of(*piece.node));
    }
  }
}

CaseId Checker::label_id(const std::string& label) {
  const auto [where, is_new] = labels_.try_emplace(label, static_cast<CaseId>(program.cases.size()));
  if (is_new) {
    program.cases.emplace_back();
    program.cases.back().label = label;
  }
  return where->second;
}

CaseId Checker::label_of(const Node& label_node) {
  return label_id(at.file != nullptr ? at.file->cited_label(label_node) : label_text(*at.tree, label_node));
}

void Checker::fill_item(Item& item, std::string name, const Node& node) {
  item.name = std::move(name);
  item.label = at.label;
  if (at.declaration != nullptr) {
    for (size_t i = 1; i < at.declaration->labels.size(); ++i)
      item.also.push_back(label_id(at.declaration->labels[i]));
  }
  item.place = place_of(node);
}

Place Checker::place_of(const Node& node) const {
  Place place;
  place.file = at.file != nullptr ? at.file->source : UINT32_MAX;
  if (node.first_token >= at.tree->tokens.size()) return place;
  const Token& first = at.tree->tokens[node.first_token];
  place.begin = place.end = first.begin;
  place.line = first.line;
  place.column = first.column;
  if (node.end_token > node.first_token) place.end = at.tree->tokens[node.end_token - 1].end;
  return place;
}

Place Checker::place_of_token(uint32_t token) const {
  Place place;
  place.file = at.file != nullptr ? at.file->source : UINT32_MAX;
  if (token >= at.tree->tokens.size()) return place;
  const Token& t = at.tree->tokens[token];
  place.begin = t.begin;
  place.end = t.end;
  place.line = t.line;
  place.column = t.column;
  return place;
}

std::vector<Piece> Checker::pieces(const Node& parent, std::initializer_list<NodeKind> kinds,
                                   bool with_added) const {
  std::vector<Piece> result;
  const auto wanted = [&](NodeKind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  std::vector<std::string> labels;
  if (at.declaration != nullptr) labels = at.declaration->labels;
  for (const Node* node : at.tree->child_nodes(parent)) {
    if (!wanted(node->kind)) continue;
    Piece piece;
    piece.file = at.file;
    piece.node = node;
    piece.labels = labels;
    result.push_back(std::move(piece));
  }
  if (at.declaration == nullptr) return result;
  if (with_added) {
    const bool first_of = (parent.kind == NodeKind::list || parent.kind == NodeKind::effect_list) &&
                          at.tree->token_text(parent.first_token) == "first";
    for (const Piece& piece : at.declaration->added) {
      if (!wanted(piece.node->kind)) continue;
      const auto is_there = [&](const Piece& one) { return one.node == piece.before; };
      auto where = std::find_if(result.begin(), result.end(), is_there);
      // The last of `first of` is what is left when nothing else applies, so it stays last.
      const auto has_when = [](const Piece& one) { return one.file->tree->has_word(*one.node, "when"); };
      if (first_of && where == result.end() && !result.empty() && has_when(piece) && !has_when(result.back()))
        where = result.end() - 1;
      result.insert(where, piece);
    }
  }
  // What was removed went last: it may mark a place.
  std::erase_if(result, [&](const Piece& one) { return at.declaration->removed.count(one.node) != 0; });
  return result;
}

// ---- variables

VarId Checker::make_var(std::string name, const Type& type, const Interval& interval, const Node& node,
                        bool stored) {
  const VarId id = static_cast<VarId>(vars->size());
  Var var;
  var.name = std::move(name);
  var.type = type;
  var.interval = interval;
  var.procedure = stored ? at.procedure : none;
  var.place = place_of(node);
  vars->push_back(std::move(var));
  return id;
}

VarId Checker::declare_var(uint32_t name_token, const Type& type, const Interval& interval, bool stored) {
  const VarId id = static_cast<VarId>(vars->size());
  Var var;
  if (name_token != SyntaxTree::npos) var.name = std::string(text(name_token));
  var.type = type;
  var.interval = interval;
  var.procedure = stored ? at.procedure : none;
  var.place = place_of_token(name_token);
  vars->push_back(std::move(var));
  name_var(name_token, id);
  return id;
}

void Checker::name_var(uint32_t name_token, VarId var) {
  if (name_token == SyntaxTree::npos) return;
  const std::string name(text(name_token));
  if (Local* hidden = find_local(name); hidden != nullptr) {
    warning_at("W0303", name_token, "\"" + name + "\" hides a variable of the same name");
  } else if (const auto value = values.find(name); value != values.end() && !takes_arguments(value->second)) {
    warning_at(
        "W0303", name_token,
        "\"" + name + "\" hides " + std::string(symbol_kind_name(value->second.kind)) + " of the same name");
  } else if (const auto members = members_named(name); !members.empty()) {
    warning_at("W0303", name_token,
               "\"" + name + "\" hides the member of " + program.kinds[members.front().first].name);
  }
  Local local;
  local.name = name;
  local.var = var;
  local.token = name_token;
  locals.push_back(std::move(local));
}

Local* Checker::find_local(std::string_view name) {
  for (size_t i = locals.size(); i-- > 0;) {
    if (locals[i].name == name) return &locals[i];
  }
  return nullptr;
}

// ---- reporting

Diagnostic& Checker::with_case(Diagnostic& diagnostic) {
  const std::string& label = program.label_text(at.label);
  if (!label.empty()) diagnostic.cases.push_back(label);
  return diagnostic;
}

Diagnostic& Checker::error(std::string code, const Node& node, std::string message) {
  return with_case(diagnostics.error(std::move(code), at.tree->range(node), std::move(message)));
}

Diagnostic& Checker::error_at(std::string code, uint32_t token, std::string message) {
  return with_case(diagnostics.error(std::move(code), at.tree->range_of_token(token), std::move(message)));
}

Diagnostic& Checker::warning(std::string code, const Node& node, std::string message) {
  return with_case(diagnostics.warning(std::move(code), at.tree->range(node), std::move(message)));
}

Diagnostic& Checker::warning_at(std::string code, uint32_t token, std::string message) {
  return with_case(diagnostics.warning(std::move(code), at.tree->range_of_token(token), std::move(message)));
}

Diagnostic& Checker::mismatch(const Node& node, const Type& is, std::string expected) {
  Diagnostic& diagnostic = error("E0301", node, "this is of type " + type_text(is));
  diagnostic.expected = std::move(expected);
  return diagnostic;
}

}  // namespace casebook::language
