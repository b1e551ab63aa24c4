// SPDX-License-Identifier: Apache-2.0
// Effects: named changes.
#include <algorithm>

#include "engine/language/lower/lowering.h"

namespace casebook::language {

std::string identity(Checker& checker, uint32_t name_token, CaseId label, std::vector<std::string>& taken) {
  const auto is_taken = [&](const std::string& name) {
    return std::find(taken.begin(), taken.end(), name) != taken.end();
  };
  std::string name;
  if (name_token != SyntaxTree::npos) {
    name = std::string(checker.text(name_token));
    if (is_taken(name)) {
      checker.error_at("E0523", name_token, "the name \"" + name + "\" stands twice here").expected =
          "a name of its own for each entry and each requirement";
    }
  } else {
    const std::string text = checker.program.label_text(label);
    name = text;
    for (int n = 2; is_taken(name); ++n) name = text + "#" + std::to_string(n);
  }
  taken.push_back(name);
  return name;
}

void Checker::declare_effect(const Declaration& d) {
  const Node& node = *d.node;
  const EffectId id = static_cast<EffectId>(program.effects.size());
  Symbol& symbol = declare_name(doings, name_token(node), SymbolKind::effect, id);
  fill_item(program.effects.emplace_back(), d.name, node);
  symbol.broken = !declare_params(node, program.effects[id].params);
}

namespace {

/// `LABEL name: statements when E`, `LABEL name when E do block`, or a call that `extend` could only read as
/// an entry.
void check_effect_entry(Checker& checker, const Node& node, std::vector<std::string>& taken, Effect& effect) {
  const SyntaxTree& tree = *checker.at.tree;
  const Here here(checker);
  cite(checker, tree.child(node, NodeKind::label));
  EffectEntry entry;
  entry.label = checker.at.label;
  entry.name = identity(checker, checker.name_token(node), entry.label, taken);
  entry.place = checker.place_of(node);
  if (node.kind == NodeKind::entry) {
    const Node* call = tree.expression(node);
    if (tree.child(node, NodeKind::binder) != nullptr || call == nullptr ||
        (call->kind != NodeKind::call && call->kind != NodeKind::name)) {
      checker.error("E0301", node, "this is no entry of an effect").expected =
          "a statement and `when`, or `when` and `do`";
      return;
    }
    entry.body = check_effect_call(checker, *call);
    if (const Node* when = tree.expression(node, 1)) entry.when = checker.check_boolean(*when);
  } else {
    if (const Node* when = tree.expression(node)) entry.when = checker.check_boolean(*when);
    const Node* block = tree.child(node, NodeKind::block);
    entry.body = block != nullptr ? check_block(checker, *block)
                                  : check_statements(checker, node, statements_of(tree, node));
  }
  if (!entry.body) entry.body = make_stmt(checker, StmtOp::block, node);
  effect.entries.push_back(std::move(entry));
}

}  // namespace

void Checker::check_effect(const Declaration& d) {
  const auto symbol = doings.find(d.name);
  if (symbol == doings.end() || symbol->second.declaration != &d || symbol->second.kind != SymbolKind::effect)
    return;
  Effect& effect = program.effects[symbol->second.id];
  const Scope scope(*this);
  name_params(*d.node, effect.params);
  if (const Node* list = at.tree->child(*d.node, NodeKind::effect_list)) {
    effect.kind = at.tree->has_word(*list, "first") ? EffectKind::first_of : EffectKind::each_of;
    std::vector<std::string> taken;
    for (const Piece& piece : pieces(*list, {NodeKind::effect_entry, NodeKind::entry}, true)) {
      const Here here(*this, piece);
      check_effect_entry(*this, *piece.node, taken, effect);
    }
    // Whatever stands after an entry without `when` of a `first of` is never reached.
    for (size_t i = 0;
         effect.kind == EffectKind::first_of && !diagnostics.has_errors() && i + 1 < effect.entries.size();
         ++i) {
      if (effect.entries[i].when) continue;
      diagnostics.error("E0510", program.range_of(effect.entries[i + 1].place), "this entry is never reached")
          .notes.push_back({program.range_of(effect.entries[i].place),
                            "this one, before it, has no `when` and always applies"});
      break;
    }
  } else if (const Node* block = at.tree->child(*d.node, NodeKind::block)) {
    EffectEntry entry;
    entry.label = at.label;
    entry.name = effect.name;
    entry.place = place_of(*block);
    entry.body = check_block(*this, *block);
    effect.entries.push_back(std::move(entry));
  }
}

}  // namespace casebook::language
