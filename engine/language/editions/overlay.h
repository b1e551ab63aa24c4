// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lays one edition over the result of its parent. Internal to resolve.

#include <map>
#include <set>

#include "engine/language/editions/resolve.h"

namespace casebook::language {

/// Parses `text` and changes `all` from its parent (empty for the root of a family) into the edition itself.
void lay_over(Declarations& all, const EditionText& text, Diagnostics& diagnostics);

/// Names are unique within a sort: types, values, doings, views, invariants.
enum class NameSort : uint8_t { types, values, doings, views, invariants, nameless };
NameSort sort_of(NodeKind kind);

/// What lines inside a declaration can be added and removed: entries, requirements. Nested entries too.
std::vector<const Node*> lines_of(const SyntaxTree& tree, const Node& node);

/// An item that carries a case, or a line of one that carries a case of its own: an entry, a requirement, an
/// alternative, a statement.
struct Part {
  std::string label;  // as cited
  const Declaration* item = nullptr;
  const TextFile* file = nullptr;  // of the node: an added line stands elsewhere than its item
  const Node* node = nullptr;
  const Node* label_node = nullptr;  // of a line
  std::string name;                  // what a list of parts calls it: `cost`, `cost.rough`, `cost.4.3`
  std::string said;  // in messages: `entry "rough" of "cost"`. Equal: one may stand for the other

  bool is_line() const { return label_node != nullptr; }
  SourceRange range() const { return file->tree->range(*node); }
  /// What it says, whatever its number.
  std::string text() const;
};

/// The name that a line has, before its colon; of an alternative its action; empty if it has none.
std::string line_name(const SyntaxTree& tree, const Node& line);

/// Everything in force that carries a case, in the order of the declarations.
std::vector<Part> parts_of(const Declarations& all);
/// Types of parameters and result as text, to compare signatures.
std::string signature_of(const Declaration& d);

}  // namespace casebook::language
