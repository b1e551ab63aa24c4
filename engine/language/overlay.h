// SPDX-License-Identifier: Apache-2.0
#pragma once

// One edition laid over what its parent gave. Internal to resolve.

#include <map>
#include <set>

#include "engine/language/resolve.h"

namespace casebook::language {

/// Parses `text` and changes `all` from its parent (empty for the root of a family) into the edition itself.
void lay_over(Declarations& all, const EditionText& text, Diagnostics& diagnostics);

/// Names are unique within a sort: types, values, doings, views, invariants.
enum class NameSort : uint8_t { types, values, doings, views, invariants, nameless };
NameSort sort_of(NodeKind kind);

/// What lines inside a declaration can be added and removed: entries, requirements. Nested entries too.
std::vector<const Node*> lines_of(const SyntaxTree& tree, const Node& node);
/// Every node below that carries a label of its own, with that label: lines, and statements and alternatives.
std::vector<std::pair<const Node*, const Node*>> labelled_below(const SyntaxTree& tree, const Node& node);
/// Types of parameters and result as text, to compare signatures.
std::string signature_of(const Declaration& d);

}  // namespace casebook::language
