// SPDX-License-Identifier: Apache-2.0
#include "engine/language/lower/note_supplied.h"

#include <algorithm>

#include "engine/program/edit/supplied.h"

namespace casebook::language {
namespace {

class Marks {
 public:
  Marks(const Declaration& declaration, Program& program, Diagnostics& diagnostics)
      : declaration_(declaration), program_(program), diagnostics_(diagnostics) {}

  void look(const TextFile& file, const Node& node, const Node* parent) {
    if (declaration_.removed.count(&node) != 0) return;
    for (const Child& child : node.children) {
      if (!child.node) continue;
      if (child.node->kind == NodeKind::supplied)
        note(file, *child.node, node, parent);
      else
        look(file, *child.node, &node);
    }
  }

 private:
  static Place place_of(const TextFile& file, const Node& node) {
    const Token& first = file.tree->tokens[node.first_token];
    Place place;
    place.file = file.source;
    place.begin = place.end = first.begin;
    place.line = first.line;
    place.column = first.column;
    if (node.end_token > node.first_token) place.end = file.tree->tokens[node.end_token - 1].end;
    return place;
  }

  void note(const TextFile& file, const Node& mark, const Node& marked, const Node* parent) {
    if (mark.broken || marked.broken) return;  // the parser has said so
    Supplied one;
    one.why = file.tree->string_value(mark);
    one.mark = place_of(file, mark);
    one.place = place_of(file, marked);
    switch (marked.kind) {
      case NodeKind::paren:
        one.sort = SuppliedSort::expression;
        break;
      case NodeKind::labelled:
        one.sort = SuppliedSort::statement;
        if (binds(file, marked)) return;
        break;
      case NodeKind::if_stmt:
        one.sort = SuppliedSort::else_block;
        break;
      case NodeKind::or_else:
        if (parent == nullptr) return;
        one.sort = SuppliedSort::or_else;
        one.place = place_of(file, *parent);
        break;
      case NodeKind::whenever_decl: {
        const Node* when = file.tree->expression(marked);
        if (when == nullptr) return;
        one.sort = SuppliedSort::interrupt;
        one.place = place_of(file, *when);
        break;
      }
      default:
        one.sort = SuppliedSort::line;
        break;
    }
    program_.supplied.push_back(std::move(one));
  }

  /// What later lines rest on, or what does nothing, cannot be left out.
  bool binds(const TextFile& file, const Node& labelled) {
    for (const Node* inner : file.tree->child_nodes(labelled)) {
      const char* what = nullptr;
      if (inner->kind == NodeKind::let_stmt) what = "a `let`";
      if (inner->kind == NodeKind::roll) what = "a roll";
      if (inner->kind == NodeKind::draw) what = "a draw";
      if (inner->kind == NodeKind::state_decl) what = "a state of a procedure";
      if (inner->kind == NodeKind::nothing) what = "`nothing`";
      if (what == nullptr) continue;
      Diagnostic& diagnostic = diagnostics_.error(
          "E0527", file.tree->range(*inner),
          std::string(what) + " cannot be supplied: the lines after it would mean nothing");
      if (inner->kind == NodeKind::nothing)
        diagnostic.message = "`nothing` cannot be supplied: without it play would go on alike";
      diagnostic.expected = "a mark on what rests on it, or on a part of its value";
      return true;
    }
    return false;
  }

  const Declaration& declaration_;
  Program& program_;
  Diagnostics& diagnostics_;
};

}  // namespace

void note_supplied(const Declarations& declarations, Program& program, Diagnostics& diagnostics) {
  for (const auto& declaration : declarations.all) {
    Marks marks(*declaration, program, diagnostics);
    if (declaration->node != nullptr && declaration->file != nullptr)
      marks.look(*declaration->file, *declaration->node, nullptr);
    for (const Piece& piece : declaration->added) marks.look(*piece.file, *piece.node, nullptr);
  }
  auto& all = program.supplied;
  std::stable_sort(all.begin(), all.end());
  const auto same = [](const Supplied& a, const Supplied& b) { return !(a < b) && !(b < a); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  if (diagnostics.has_errors()) return;
  name_supplied(program);
  for (const Supplied& one : all) {
    if (!one.name.empty()) continue;
    diagnostics.error("E0527", program.range_of(one.mark), "nothing of what stands here can be taken away")
        .expected = "a mark on a part of a rule that is played";
  }
}

}  // namespace casebook::language
