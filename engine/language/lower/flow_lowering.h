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
  FlowLowering(Checker& checker, Id procedure);

  /// Every statement, in a scope of its own. `clear_at_end` is left out only where `leave` follows.
  void block(const Node& owner, const std::vector<const Node*>& statements, bool clear_at_end = true);
  void block(const Node& block_node);
  /// `leave`, and Procedure::vars.
  void finish(const Node& node);

  // For text that the compiler makes (lower_watches.cpp).
  int32_t here() const { return static_cast<int32_t>(checker_.program.flow.size()); }
  int32_t emit(FlowOp op, const Node& node, bool written = false);
  FlowStep& step(int32_t index) { return checker_.program.flow[index]; }
  int32_t branch(const Node& node, ExprPtr condition, bool written = false);
  int32_t jump(const Node& node, int32_t target = none);
  void run_let(const Node& node, Id var, ExprPtr value);
  void clear(const Node& node, std::vector<Id> vars);
  Id new_site(SiteKind kind, const Node& node);
  Site& site(Id id) { return checker_.program.sites[id]; }
  /// A stored variable that the text cannot name, in scope until `close`.
  Id hidden(const std::string& name, const Type& type, const Interval& interval, const Node& node);
  void open(Id var) { scope_.push_back(var); }
  /// Clears what was opened after `scope_` had `size`, except what turns out to be scratch.
  void close(const Node& node, size_t size, int32_t since, bool clear_too = true);
  size_t depth() const { return scope_.size(); }
  /// Whether a step from `since` on reads it; `but` is passed over.
  bool is_read(Id var, int32_t since, int32_t but = none) const;
  void make_scratch(Id var) { (*checker_.vars)[static_cast<size_t>(var)].procedure = none; }

 private:
  struct Loop {
    size_t scope = 0;
    int undisturbed = 0;
    std::vector<int32_t> exits;  // jumps to patch
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
  Id procedure_ = none;
  bool watched_ = false;  // the rules have a `whenever`
  std::vector<Id> scope_;
  std::vector<Loop> loops_;
  int undisturbed_ = 0;
  int repeats_ = 0, matches_ = 0, sites_ = 0;
};

}  // namespace casebook::language
