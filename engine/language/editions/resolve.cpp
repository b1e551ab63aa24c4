// SPDX-License-Identifier: Apache-2.0
// Editions, from the root of the family down: each is laid over what its parent gave.
#include "engine/language/editions/resolve.h"

#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/language/editions/overlay.h"

namespace casebook::language {

std::string label_text(const SyntaxTree& tree, const Node& label) {
  const std::string words = tree.string_value(label);
  const uint32_t token = tree.token(label, TokenKind::label);
  if (token == SyntaxTree::npos) {
    std::string kind;
    for (const Child& child : label.children) {
      if (!child.node && tree.tokens[child.token].kind != TokenKind::string) {
        kind = std::string(tree.token_text(child.token));
        break;
      }
    }
    return kind + ": " + words;
  }
  std::string text(tree.token_text(token));
  if (tree.has_word(label, "procedure")) text += " procedure";
  return text;
}

std::string TextFile::cited_label(const Node& label) const {
  const auto one = cited_at.find(&label);
  if (one != cited_at.end()) return one->second;
  std::string written = label_text(*tree, label);
  const auto moved = cited.find(written);
  return moved == cited.end() ? written : moved->second;
}

std::unique_ptr<Declarations> resolve(const EditionText& edition, Diagnostics& diagnostics) {
  std::vector<const EditionText*> family;
  for (const EditionText* one = &edition; one != nullptr; one = one->parent.get()) family.push_back(one);
  auto result = std::make_unique<Declarations>();
  for (size_t i = family.size(); i-- > 0;) lay_over(*result, *family[i], diagnostics);
  return result;
}

std::string dump(const Declarations& declarations) {
  std::string out = "edition " + declarations.edition +
                    (declarations.parent.empty() ? "" : " extends " + declarations.parent) + "\n";
  for (const CaseText& text : declarations.cases) {
    out += "case " + text.label;
    if (!text.title.empty()) out += " \"" + text.title + "\"";
    for (const std::string& same : text.same_as)
      out += (&same == &text.same_as.front() ? " same as " : ", ") + same;
    if (!text.explanatory.empty()) out += " explanatory";
    if (!text.silent.empty()) out += " silent";
    out += "\n";
  }
  for (const auto& d : declarations.all) {
    out += std::string(node_kind_name(d->kind)) + (d->name.empty() ? "" : " " + d->name) + " [" +
           d->file->edition + "]";
    for (const std::string& label : d->labels) out += " " + label;
    if (d->replaces) out += " replaces";
    if (!d->removed.empty()) out += " removed " + std::to_string(d->removed.size());
    if (!d->added.empty()) out += " added " + std::to_string(d->added.size());
    out += "\n";
  }
  for (const auto& [label, why] : declarations.dropped) out += "dropped " + label + ": " + why + "\n";
  return out;
}

}  // namespace casebook::language
