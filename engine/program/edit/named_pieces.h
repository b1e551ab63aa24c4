// SPDX-License-Identifier: Apache-2.0
#pragma once

// `place("N1")` and `on_map("N1")` in a claim or a question name a piece without its kind, and the rules may
// have several kinds on the map. The compiler writes the first of them; who knows the members sets it right.

#include <functional>
#include <memory>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/program/program.h"

namespace casebook::language {

/// Whether the scenario has a member of that kind and name.
using HasMember = std::function<bool(KindId, const std::string&)>;

/// A name that pieces of several kinds have.
struct SharedName {
  std::string name;
  std::vector<KindId> kinds;
  Place place;
};

/// E0305 for such a name.
Diagnostic shared_name(const Program& program, const SharedName& shared, SourceRange range);

/// Gives each piece named so its kind. Those whose name several kinds have are added to `shared`.
void name_pieces(const Program& program, Expr& expr, const HasMember& has, std::vector<SharedName>& shared);

/// The program with its claims so; the same one if nothing changes.
std::shared_ptr<const Program> with_named_pieces(std::shared_ptr<const Program> program, const HasMember& has,
                                                 std::vector<SharedName>& shared);

}  // namespace casebook::language
