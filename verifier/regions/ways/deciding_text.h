// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the text of a procedure, an action or an effect decides, and what each statement and step of it says when it
// has come out. For courses.h and step_decisions.h.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/reference/evaluator.h"
#include "verifier/regions/ways/ways.h"

namespace casebook::regions {

/// A procedure, an action or an effect; the others are none.
struct Doing {
  language::ProcedureId procedure = language::none;
  language::ActionId action = language::none;
  language::EffectId effect = language::none;
};

class DecidingText {
 public:
  /// Of a question of a match that was answered no: the next one decides.
  static constexpr int undecided = -1;

  /// Of a branch, which of a decision's outs no and yes are; of a loop over members those of none, one and more.
  struct Meaning {
    size_t decision = 0;
    std::vector<int> outs;
    int out(size_t how) const { return outs[how < outs.size() ? how : outs.size() - 1]; }
  };
  struct Loop {
    size_t decision = 0;
    bool limited = false;                    // its head asks how often it has run
    language::StepId last = language::none;  // the last step that leads back
  };

  DecidingText(runtime::Evaluator& evaluator, const Doing& doing);

  std::vector<Decision> decisions;          // in the order of the text
  std::map<const void*, Meaning> meanings;  // of statements, entries of an effect and steps of flow
  std::map<language::StepId, Loop> loops;   // by their heads
  std::map<language::SiteId, size_t>
      choosing;  // decision of which alternatives are taken, or whether one is drawn
  std::map<language::SiteId, size_t> choosers;  // of who chooses, where that is not plain

 private:
  size_t decide(std::string text, language::CaseId label, std::vector<std::string> outs);
  void decide_branch(const void* what, const language::Expr& condition, language::CaseId label);
  void tell_apart();
  std::optional<bool> known(const language::Expr& expr) const;
  std::string text(const language::Place& place) const;
  int add_out(size_t decision, const language::Place& arm);
  std::string_view text_before(language::Place place) const;

  void add(const language::Stmt& stmt);
  void add_match(const language::Stmt& whole);
  void add(const language::Effect& effect);

  void add(const language::Procedure& procedure);
  std::vector<language::StepId> after(language::StepId at) const;
  void add_loop(language::StepId head, Loop& loop);
  void add_branch(language::StepId at, const language::FlowStep& step);
  void add_arm(language::StepId at, const language::FlowStep& step, language::VarId matched);
  void add_choose(const language::FlowStep& step, const language::Site& site);

  runtime::Evaluator& evaluator_;
  const language::Program& program_;
  const runtime::Scenario& scenario_;
  language::CaseId label_ = language::none;
  std::map<language::VarId, size_t> matches_;
};

}  // namespace casebook::regions
