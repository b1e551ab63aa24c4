// SPDX-License-Identifier: Apache-2.0
// Single entries and requirements, and claims: `remove` and `extend`.
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/editions/overlay_pass.h"

namespace casebook::language {

Declaration* Overlay::item_named(const TextFile& file, uint32_t token, std::initializer_list<NodeKind> kinds,
                                 const char* what) {
  if (token == SyntaxTree::npos) return nullptr;
  const std::string name(file.tree->token_text(token));
  NearestName nearest(name);
  for (const auto& d : all.all) {
    if (std::find(kinds.begin(), kinds.end(), d->kind) == kinds.end()) continue;
    if (d->name == name) return d.get();
    nearest.offer(d->name);
  }
  Diagnostic& diagnostic = diagnostics.error("E0202", file.tree->range_of_token(token),
                                             "there is no " + std::string(what) + " \"" + name + "\"");
  diagnostic.expected = what;
  diagnostic.suggestion = nearest.best();
  return nullptr;
}

/// The claims that `remove claim "..."` or `extend claim "..."` speaks of: all with that text. With none E0202.
std::vector<Declaration*> Overlay::claims_named(const TextFile& file, const Node& node) {
  const std::string wanted = file.tree->string_value(node);
  NearestName nearest(wanted);
  std::vector<Declaration*> found;
  for (const auto& d : all.all) {
    if (d->kind != NodeKind::claim_decl) continue;
    const std::string own = d->file->tree->string_value(*d->node);
    if (own == wanted) found.push_back(d.get());
    nearest.offer(own);
  }
  if (!found.empty()) return found;
  Diagnostic& diagnostic =
      diagnostics.error("E0202", file.tree->range_of_token(file.tree->token(node, TokenKind::string)),
                        "there is no claim " + casebook::quoted(wanted));
  diagnostic.expected = "the text of a claim";
  diagnostic.suggestion = nearest.best();
  return {};
}

void Overlay::remove_claim(const TextFile& file, const Node& node) {
  const std::vector<Declaration*> gone = claims_named(file, node);
  for (auto& d : all.all) {
    // Kept beside: what is compared with the parent still looks at it.
    if (std::find(gone.begin(), gone.end(), d.get()) != gone.end()) removed_claims.push_back(std::move(d));
  }
  std::erase_if(all.all, [](const auto& d) { return d == nullptr; });
}

/// The settings of `extend claim "..." with`.
void Overlay::limit_claim(const Block& block, const Node& node) {
  const Node* with = block.file->tree->child(node, NodeKind::claim_with);
  if (with == nullptr) return;
  for (Declaration* claim : claims_named(*block.file, node)) {
    Piece piece;
    piece.file = block.file;
    piece.node = with;
    piece.labels = block.labels;
    claim->added.push_back(std::move(piece));
  }
}

void Overlay::remove_lines() {
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    for (const Node* node : tree.children(*block.node, NodeKind::remove_decl)) {
      if (node->broken) continue;
      if (tree.token(*node, TokenKind::string) != SyntaxTree::npos) {
        remove_claim(*block.file, *node);
        continue;
      }
      Declaration* d = item_named(*block.file, tree.token(*node, TokenKind::name),
                                  {NodeKind::define_decl, NodeKind::action_decl, NodeKind::effect_decl},
                                  "definition, action or effect");
      if (d == nullptr) continue;
      const uint32_t name_token = tree.token(*node, TokenKind::name, 1);
      const Node* label_node = tree.child(*node, NodeKind::label);
      if (name_token == SyntaxTree::npos && label_node == nullptr) continue;
      const std::string wanted = name_token != SyntaxTree::npos ? std::string(tree.token_text(name_token))
                                                                : block.file->cited_label(*label_node);
      NearestName nearest(wanted);
      size_t found = 0;
      const auto matches = [&](const TextFile& file, const Node& line) {
        const uint32_t own =
            file.tree->token(line, TokenKind::name,
                             line.kind == NodeKind::require && file.tree->has_word(line, "each") ? 2 : 0);
        const Node* own_label = file.tree->child(line, NodeKind::label);
        if (own != SyntaxTree::npos) nearest.offer(file.tree->token_text(own));
        if (name_token != SyntaxTree::npos)
          return own != SyntaxTree::npos && file.tree->token_text(own) == wanted;
        return own_label != nullptr && file.cited_label(*own_label) == wanted;
      };
      for (const Node* line : lines_of(*d->file->tree, *d->node)) {
        if (d->removed.count(line) != 0 || !matches(*d->file, *line)) continue;
        d->removed.insert(line);
        ++found;
      }
      found += std::erase_if(d->added, [&](const Piece& piece) { return matches(*piece.file, *piece.node); });
      if (found > 0) continue;
      Diagnostic& diagnostic = diagnostics.error(
          "E0202", tree.range(*node), "\"" + d->name + "\" has no entry or requirement \"" + wanted + "\"");
      diagnostic.suggestion = nearest.best();
    }
  }
}

/// The line that `extend X before NAME` names; null without `before`, or if there is none.
const Node* Overlay::line_before(const TextFile& file, const Node& extend, const Declaration& d) {
  const SyntaxTree& tree = *file.tree;
  if (!tree.has_word(extend, "before")) return nullptr;
  const uint32_t name_token = tree.token(extend, TokenKind::name, 1);
  const Node* label = tree.child(extend, NodeKind::label);
  if (name_token == SyntaxTree::npos && label == nullptr) return nullptr;
  const std::string wanted =
      name_token != SyntaxTree::npos ? std::string(tree.token_text(name_token)) : file.cited_label(*label);
  NearestName nearest(wanted);
  const Node* found = nullptr;
  const auto look = [&](const TextFile& of, const Node& line) {
    const Node* own_label = of.tree->child(line, NodeKind::label);
    if (found != nullptr || own_label == nullptr) return;
    const std::string own = line_name(*of.tree, line);
    if (name_token != SyntaxTree::npos ? own == wanted : of.cited_label(*own_label) == wanted) found = &line;
    if (!own.empty()) nearest.offer(own);
  };
  const SyntaxTree& own_tree = *d.file->tree;
  const Node* list = own_tree.child(*d.node, NodeKind::list);
  if (list == nullptr) list = own_tree.child(*d.node, NodeKind::effect_list);
  // Of nested lists only the outermost can be extended. Where a line was removed is still a place.
  for (const Node* line : own_tree.child_nodes(list != nullptr ? *list : *d.node)) look(*d.file, *line);
  for (const Piece& piece : d.added) look(*piece.file, *piece.node);
  if (found != nullptr) return found;
  Diagnostic& diagnostic = diagnostics.error(
      "E0202", name_token != SyntaxTree::npos ? tree.range_of_token(name_token) : tree.range(*label),
      "\"" + d.name + "\" has no entry or requirement \"" + wanted + "\" to stand before");
  diagnostic.suggestion = nearest.best();
  return nullptr;
}

void Overlay::extend_items() {
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    for (const Node* node : tree.children(*block.node, NodeKind::extend_decl)) {
      if (tree.token(*node, TokenKind::string) != SyntaxTree::npos) {
        limit_claim(block, *node);
        continue;
      }
      Declaration* d = item_named(*block.file, tree.token(*node, TokenKind::name),
                                  {NodeKind::define_decl, NodeKind::action_decl, NodeKind::effect_decl},
                                  "definition, action or effect");
      if (d == nullptr) continue;
      const bool list =
          d->kind == NodeKind::define_decl && d->file->tree->child(*d->node, NodeKind::list) != nullptr;
      const Node* before = line_before(*block.file, *node, *d);
      for (const Node* line : tree.child_nodes(*node)) {
        if (line->kind == NodeKind::label) continue;  // of `before`
        const bool requirement =
            line->kind == NodeKind::require || line->kind == NodeKind::ensure || line->kind == NodeKind::best;
        const bool entry = line->kind == NodeKind::entry;
        if (line->kind == NodeKind::error) continue;
        const bool fits =
            d->kind == NodeKind::action_decl ? requirement
            : list                           ? entry
                   : d->kind == NodeKind::effect_decl && (entry || line->kind == NodeKind::effect_entry);
        if (!fits) {
          diagnostics.error("E0227", tree.range(*line), "\"" + d->name + "\" cannot be extended with this")
              .expected = d->kind == NodeKind::action_decl           ? "requirements"
                          : list || d->kind == NodeKind::effect_decl ? "entries of its list"
                                                                     : "a definition that is a list";
          continue;
        }
        Piece piece;
        piece.file = block.file;
        piece.node = line;
        piece.labels = block.labels;
        piece.before = before;
        d->added.push_back(std::move(piece));
      }
    }
  }
}

}  // namespace casebook::language
