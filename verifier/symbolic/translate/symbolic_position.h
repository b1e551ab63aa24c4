// SPDX-License-Identifier: Apache-2.0
#pragma once

// A position that is unknown in part or as a whole: a SymbolicValue for each cell of runtime::Position.
// Control is always known (where it stands, and where each procedure returns to), because steps are cut at
// the sites.
//
// Copies share what neither has written. Each slot has a number that changes with every write, so
// translations over equal slots are made once.

#include <memory>
#include <span>
#include <vector>

#include "engine/runtime/control.h"
#include "engine/runtime/scenario.h"
#include "engine/runtime/slot_values.h"
#include "verifier/symbolic/formula/codes.h"
#include "verifier/symbolic/translate/symbolic_value.h"

namespace casebook::symbolic {

using namespace language::ids;

/// Ids beside it are of states, of kinds (their places) or of variables.
enum class SlotOf : uint8_t { state, place, var };

struct SymbolicCells {
  uint32_t version = 0;
  std::vector<SymbolicValue> values;  // by combination of arguments
};

class SymbolicPosition {
 public:
  explicit SymbolicPosition(const runtime::Scenario& scenario);

  const SymbolicCells& cells(SlotOf what, Id id) const { return *slots(what)[static_cast<size_t>(id)]; }
  uint32_t version(SlotOf what, Id id) const { return cells(what, id).version; }
  const SymbolicValue& value(SlotOf what, Id id, size_t combination) const {
    return cells(what, id).values[combination];
  }
  /// All of a slot, to be written.
  std::vector<SymbolicValue>& change(SlotOf what, Id id);

  SiteId site = -1;                                               // none: under way
  language::ById<language::StepId, language::Procedure> returns;  // below 0: it does not run
  size_t size(SlotOf what) const { return slots(what).size(); }
  /// Whether they are one and the same slot, written by neither.
  static bool same(const SymbolicPosition& a, const SymbolicPosition& b, SlotOf what, Id id) {
    return a.slots(what)[static_cast<size_t>(id)] == b.slots(what)[static_cast<size_t>(id)];
  }
  void share(const SymbolicPosition& from, SlotOf what, Id id) {
    slots(what)[static_cast<size_t>(id)] = from.slots(what)[static_cast<size_t>(id)];
  }

 private:
  using Slots = std::vector<std::shared_ptr<const SymbolicCells>>;
  const Slots& slots(SlotOf what) const {
    return what == SlotOf::state ? states_ : what == SlotOf::place ? places_ : vars_;
  }
  Slots& slots(SlotOf what) {
    return what == SlotOf::state ? states_ : what == SlotOf::place ? places_ : vars_;
  }
  Slots states_, places_, vars_;
};

/// Makes positions and values of one scenario, and reads models back.
class PositionFormulas {
 public:
  PositionFormulas(std::shared_ptr<const runtime::Scenario> scenario, Formula& formula)
      : scenario_(std::move(scenario)), formula_(formula), codes_(*scenario_) {}

  const runtime::Scenario& scenario() const { return *scenario_; }
  const Codes& codes() const { return codes_; }
  Formula& formula() { return formula_; }

  /// Everything as it is there.
  SymbolicPosition known(const runtime::Position& position);
  /// Every place, every state of the game and of the procedures that run, and every variable of theirs is any
  /// value of its type. `running`: by procedure.
  SymbolicPosition open(const std::vector<bool>& running, const std::string& prefix = "");

  /// A constant, from what a position or the reference evaluator holds.
  SymbolicValue constant(const language::Type& type, const runtime::Value& value);
  /// One that may be any of its type; numbers between those bounds.
  SymbolicValue any(const language::Type& type, const language::Interval& bounds, const std::string& name);
  language::Interval bounds_of(const language::Type& type) const;

  /// Gives the variables of an open position the values that they have in a known one.
  void assign(const SymbolicPosition& open, const SymbolicPosition& known, Assignment& into) const;

  /// The value under an assignment.
  runtime::Value value(const language::Type& type, const SymbolicValue& value,
                       const Assignment& assignment) const;
  /// The cells of a position; control is left as it is in `into`.
  void decode(const SymbolicPosition& position, const Assignment& assignment, runtime::Position& into) const;

  /// What was decoded stands there in this way: what does not run, or is not in scope, is zero.
  void stand(const runtime::Control& control, runtime::Position& position) const;

  runtime::Value read_back(const language::Type& type, std::span<const int64_t> values) const;

  language::Type type_of(SlotOf what, Id id) const;
  const runtime::Slot& slot_of(SlotOf what, Id id) const;

 private:
  std::shared_ptr<const runtime::Scenario> scenario_;
  Formula& formula_;
  Codes codes_;
};

}  // namespace casebook::symbolic
