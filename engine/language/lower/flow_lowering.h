// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lowers the text of one procedure to Program::flow. Internal; used by check_procedure.cpp and
// lower_watches.cpp.
//
// Scopes: `scope_` holds the stored variables in scope at this point. Leaving a block clears its variables,
// and so does a `stop` on its way out. So a variable out of scope is zero at every site.
//
// Settlements: a settle step is inserted wherever one may be due. settle_watches.cpp removes those that
// cannot matter.

#include <string>
#include <vector>

#include "engine/language/lower/lowering.h"

namespace casebook::language {

class FlowLowering {
 public:
  FlowLowering(Checker& checker, ProcedureId procedure);

  /// Every statement, in a scope of its own. `clear_at_end` is left out only where `leave` follows.
  void block(const Node& owner, const std::vector<const Node*>& statements, bool clear_at_end = true);
  void block(const Node& block_node);
  /// `leave`, and Procedure::vars.
  void finish(const Node& node);

  // For text that the compiler makes (lower_watches.cpp).
  StepId here() const { return static_cast<StepId>(checker_.program.flow.size()); }
  StepId emit(FlowOp op, const Node& node, bool written = false);
  FlowStep& step(StepId index) { return checker_.program.flow[index]; }
  StepId branch(const Node& node, ExprPtr condition, bool written = false);
  StepId jump(const Node& node, StepId target = none);
  void run_let(const Node& node, VarId var, ExprPtr value);
  void clear(const Node& node, std::vector<VarId> vars);
  SiteId new_site(SiteKind kind, const Node& node);
  Site& site(SiteId id) { return checker_.program.sites[id]; }
  /// A stored variable that the text cannot name, in scope until `close`.
  VarId hidden(const std::string& name, const Type& type, const Interval& interval, const Node& node);
  void open(VarId var) { scope_.push_back(var); }
  /// Clears what was opened after `scope_` had `size`, except what turns out to be scratch.
  void close(const Node& node, size_t size, StepId since, bool clear_too = true);
  size_t depth() const { return scope_.size(); }
  /// Whether a step from `since` on reads it; `but` is passed over.
  bool is_read(VarId var, StepId since, StepId but = none) const;
  void make_scratch(VarId var) { (*checker_.vars)[var].procedure = none; }

 private:
  struct Loop {
    size_t scope = 0;
    int undisturbed = 0;
    std::vector<StepId> exits;  // jumps to patch
  };

  void statements(const std::vector<const Node*>& list);
  void straight(const std::vector<const Node*>& list);
  StmtPtr one_straight(const Node& node);
  void statement(const Node& node);
  void settle(const Node& node);
  void change_undisturbed(const Node& node, int by);

  // lower_statement.cpp
  void lower_if(const Node& node);
  void lower_match(const Node& node);
  void lower_call(const Node& node);
  void lower_attempt(const Node& node);
  void lower_undisturbed(const Node& node);
  void lower_end_game(const Node& node);
  void lower_labelled(const Node& node);

  // lower_repeat.cpp
  void lower_repeat(const Node& node);
  void lower_stop(const Node& node);

  // lower_choose.cpp, lower_chance.cpp
  void lower_choose(const Node& node);
  Alternative lower_alternative(const Node& node);
  bool take_args(const Node& node, const Action& action, Alternative& alternative);
  void take_requirements(const Node& node, const Action& action, const std::vector<const Node*>& args,
                         Alternative& alternative);
  void lower_roll(const Node& node);
  void lower_draw(const Node& node);

  Checker& checker_;
  const SyntaxTree& tree() const { return *checker_.at.tree; }
  ProcedureId procedure_ = none;
  bool watched_ = false;  // the rules have a `whenever`
  std::vector<VarId> scope_;
  std::vector<Loop> loops_;
  int undisturbed_ = 0;
  int repeats_ = 0, matches_ = 0, sites_ = 0;
};

}  // namespace casebook::language
