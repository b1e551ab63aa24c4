// SPDX-License-Identifier: Apache-2.0
#pragma once

// Carries a position to the other ruleset: every value by name. State that only the other has is as at its
// start; what a running phase keeps there is as that phase would begin it just then. State that only this one has is left behind; `begun_otherwise` tells where it differs from its
// start.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/control.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/slot_values.h"
#include "verifier/compare/align/alignment.h"

namespace casebook::compare {

using runtime::Position;

class Transfer {
 public:
  Transfer(const Alignment& alignment, size_t from);

  /// Nothing when the other ruleset has no such place in its sequence of play, no such member, or no such
  /// value there.
  std::optional<Position> operator()(const Position& position);
  /// The values alone, without control: for a position inside a step, where only values are needed.
  Position values(const Position& position) const;

  /// Names of what differs between a position here and one there: states, `place`, `who comes next` where
  /// the sites differ, `outcome`. Locals are compared only at the same site.
  std::vector<std::string> differences(const Position& here, const Position& there);

  /// State here that the other has not, and that is not as it begins.
  std::vector<StateId> begun_otherwise(const Position& position) const;
  /// As it begins.
  void put_back(Position& position, StateId state) const;
  /// Names of all the state that the other has not.
  std::vector<std::string> only_here() const;

 private:
  /// One state, the places of one kind, or one local.
  struct Part {
    std::string name;
    ProcedureId procedure = language::none;  // it lives while that runs
    VarId var = language::none;              // a local
    runtime::Slot from, to;
    language::Type from_type, to_type;
    std::vector<int32_t> combinations;  // of `to` for each of `from`; empty: the same
    bool same_values = false;
    bool hidden = false;
  };
  void add_states();
  void add_places();
  void add_vars();
  bool same_values(const language::Type& from, const language::Type& to) const;
  std::vector<int32_t> combinations(const std::vector<language::Type>& params, const runtime::Slot& from,
                                    const runtime::Slot& to) const;
  std::optional<runtime::Value> value(const Part& part, const Position& position, uint32_t combination) const;
  bool copy(const Part& part, const Position& position, Position& into) const;
  bool equal(const Part& part, const Position& here, const Position& there) const;
  bool runs(ProcedureId procedure, const Position& position) const;
  const std::optional<runtime::Control>* control(const Position& position);
  std::optional<runtime::Control> mapped(const runtime::Control& here) const;
  std::optional<runtime::Value> begun(const language::State& state, const Position& there);

  const OneWay& way_;
  const Scenario& from_;
  const Scenario& to_;
  std::vector<Part> parts_;
  std::vector<StateId> only_here_, only_there_;    // states
  std::shared_ptr<runtime::Evaluator> evaluator_;  // of the other ruleset; made when something asks it
  ScenarioPtr to_scenario_;
  std::map<std::vector<int32_t>, std::optional<runtime::Control>> controls_;
};

}  // namespace casebook::compare
