// SPDX-License-Identifier: Apache-2.0
#pragma once

// Compares two rulesets where enumeration stops. For the guard of each action at each common site, and for
// each definition whose text differs, Z3 looks for a position (the same in both, SharedPosition) in which
// one says yes and the other no, and the other way round.
//
// The law: a position is shown only when the reference evaluators of both rulesets have replayed it. It has
// as few pieces on the map as will do; `smallest` when Z3 has shown that fewer do not.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/finding/witness.h"
#include "verifier/symbolic/formula/solver.h"

namespace casebook::symbolic {

/// What one says against what the other says, over all positions.
enum class Editions : uint8_t {
  same,          // proved; EditionsItem::unless_faults: only where neither ends in a fault
  a_more,        // somewhere the first says yes and the second no, and proved: never the other way
  b_more,        // likewise
  incomparable,  // both happen
  differ,        // of values: somewhere another; of guards: one way happens, the other is open
  unknown,
  tool_error,  // the engine does not confirm a position, and nothing was left free
};
/// `same (proved)`, `the first allows more`
std::string_view editions_text(Editions verdict);

struct EditionsSettings {
  SolverLimits limits{query_limit::editions};
  std::vector<std::string> names;                // of actions and definitions; empty: all
  std::function<bool()> go_on;                   // null: always
  std::function<void(const std::string&)> told;  // before each; null: nobody
};

/// A position that tells the two apart.
struct ToldApart {
  Witness witness;
  std::string text;       // what is seen there
  bool smallest = false;  // none with fewer pieces on the map: shown
};

struct EditionsItem {
  std::string sort, name;  // `guard`, `effect`, `definition`
  std::string site;        // of a guard and an effect: where it is asked
  std::array<std::string, 2> cases;
  Editions verdict = Editions::unknown;
  bool by_text = false;                // nothing had to be asked: it is the same when written out
  std::vector<std::string> supposing;  // invariants that a proof leans on
  std::vector<std::string> mined;      // likewise, those that were mined: they are proved
  std::string why;                     // of what is not known
  /// SAME is proved where neither side ends in a fault; whether both fault together was not shown.
  bool unless_faults = false;
  std::array<std::optional<ToldApart>, 2> apart;  // the first says yes; the second does. Of values: the first
  uint64_t resources = 0, questions = 0;
};

struct EditionsResult {
  std::vector<EditionsItem> items;
  uint64_t same_text = 0;  // guards and definitions that are not asked about: the same text, and all they use
  /// Items of play not shown to be the same, with the reason. When there are none, play never differs; that
  /// holds for all items together, not for a selection. An item that play never uses may still differ.
  std::vector<std::string> apart;
  bool whole = false;  // every item was asked
  /// Play never differs: what it uses and is written otherwise is proved to be the same, supposing nothing.
  bool never_differs() const { return whole && apart.empty(); }
  bool stopped = false;
  size_t count(Editions verdict) const;
};

EditionsResult prove_editions(const std::shared_ptr<const runtime::Scenario>& a,
                              const std::shared_ptr<const runtime::Scenario>& b,
                              const EditionsSettings& settings = {});

}  // namespace casebook::symbolic
