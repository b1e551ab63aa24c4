// SPDX-License-Identifier: Apache-2.0
#pragma once

// The reference evaluator as Rules: flow from site to site. docs/language/reference.md, section 7.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/rules.h"

namespace casebook::runtime {

class ReferenceRules : public Rules {
 public:
  explicit ReferenceRules(std::shared_ptr<const Scenario> scenario);

  const Scenario& scenario() const override { return evaluator_.scenario(); }
  void begin(Position& position) override;
  int32_t player(const Position& position) override;
  void choices(const Position& position, std::vector<Choice>& out) override;
  void apply(Position& position, const Choice& choice) override;
  void outcomes(const Position& position, std::vector<ChanceOutcome>& out) override;
  void apply(Position& position, const ChanceOutcome& outcome) override;

  /// Puts a position at the entry of a procedure, as if its first call in the text were made, and runs to the
  /// first site. The procedures around it run too, with their variables zero. False when no call of it is in
  /// the text.
  bool enter(Position& position, ProcedureId procedure, const std::vector<Value>& args);

  Evaluator& evaluator() { return evaluator_; }
  /// What the last begin or apply had to say for the log: attempts that lapsed, faults. Cleared by each.
  const std::vector<std::string>& notes() const { return notes_; }
  /// The fault or limit that the last begin or apply ended in, in a sentence without its full stop; empty: none.
  const std::string& fault_in_words() const { return fault_in_words_; }
  /// Where the last begin or apply found a choice that nobody has, or one among too many sets to list, with the phases
  /// around it; null: nowhere.
  const Position* stuck_at() const { return stuck_at_ ? &*stuck_at_ : nullptr; }

  /// Goes on from the site of a position as if play had just reached it. After cells have been set by hand,
  /// its choose may have no lawful alternative any more.
  void come_again(Position& position);

  /// Notified of every procedure.
  void on_end_of_run(EndOfRun listener) override { on_end_ = std::move(listener); }

  /// From now on asked whether anything may be chosen where a position stands, before all that may is found:
  /// by who only wants to know what the way there does. A no is looked into here: it may be a fault.
  using AnyChoice = std::function<bool(const Position& position)>;
  void ask_for_any_choice(AnyChoice any) { any_choice_ = std::move(any); }

  /// For callers that ask much and show nothing. After a few lists other rules of the same scenario list what may be
  /// chosen; `make` makes them (null: there are none). If their list is empty, this evaluator lists itself.
  void list_with(std::function<std::unique_ptr<Rules>()> make) { make_lister_ = std::move(make); }

 private:
  bool lists(const Position& position, std::vector<Choice>& out);
  void run(Position& position, StepId step);
  void call(Position& position, ProcedureId procedure, const std::vector<Value>& args, StepId return_step);
  void clear_procedure(Position& position, ProcedureId procedure);
  void finish(Position& position, OutcomeKind kind, int32_t detail);
  bool collect(const language::Site& site, const Position& position, std::vector<Choice>& out);
  void collect_outcomes(const language::Site& site, const Position& position,
                        std::vector<ChanceOutcome>& out);
  void set_variable(VarId id, const Value& value, Position& position);
  void attempt(const language::FlowStep& step, Position& position);
  void start_step();
  void end_with(const Fault& fault, Position& position);
  void take_back(const Position& before, Position& position);

  Evaluator evaluator_;
  std::vector<std::string> notes_;
  std::string fault_in_words_;
  std::optional<Position> stuck_at_;
  EndOfRun on_end_;
  AnyChoice any_choice_;
  std::function<std::unique_ptr<Rules>()> make_lister_;
  std::unique_ptr<Rules> lister_;
  int lists_made_ = 0;
};

}  // namespace casebook::runtime
