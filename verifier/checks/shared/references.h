// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which items of a program are used, and by what: reached from the game, from views, from invariants, from
// claims. An item that only an unused item uses is unused.

#include <cstdint>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include "engine/program/item_ref.h"
#include "engine/program/program.h"
#include "engine/runtime/scenario.h"

namespace casebook::checks {

using namespace language::ids;

using Sort = language::ItemSort;

/// An item; of a kind also one member.
struct Named {
  Sort sort = Sort::definition;
  Id id = language::none;  // of what `sort` says
  int32_t member = language::none;
  auto operator<=>(const Named&) const = default;
};

class References {
 public:
  explicit References(const language::Program& program);

  bool in_play(const Named& item) const { return play_.count(item) != 0; }
  bool in_view(const Named& item) const { return view_.count(item) != 0; }
  bool in_invariant(const Named& item) const { return invariant_.count(item) != 0; }
  bool in_claim(const Named& item) const { return claim_.count(item) != 0; }
  bool anywhere(const Named& item) const {
    return in_play(item) || in_view(item) || in_invariant(item) || in_claim(item);
  }
  /// States that something in play, a view or an invariant reads, and those that something in play writes.
  bool is_read(StateId state) const { return read_.count(state) != 0; }
  bool is_written(StateId state) const { return written_.count(state) != 0; }

 private:
  std::set<Named> play_, view_, invariant_, claim_;
  std::set<StateId> read_, written_;
};

/// Every expression that stands at the top of something, with the item it stands in (its name) and the case.
struct TopExpression {
  std::string item;
  CaseId label = language::none;
  const language::Expr* expr = nullptr;
  bool plays = true;  // not of a view, an invariant or a claim
};
std::vector<TopExpression> top_expressions(const language::Program& program);

/// Whether a condition is known from the switches of a scenario alone: 1, 0, or -1 when it is not.
int known_by_switches(const language::Expr& condition, const runtime::OptionValues& options,
                      const runtime::ReadingValues& readings);

/// As language::walk, without what the switches rule out.
void walk_live(const language::Expr& expr, const runtime::OptionValues& options,
               const runtime::ReadingValues& readings,
               const std::function<void(const language::Expr&)>& visit);

}  // namespace casebook::checks
