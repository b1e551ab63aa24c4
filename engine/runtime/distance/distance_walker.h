// SPDX-License-Identifier: Apache-2.0
#pragma once

// The inside of Distance: one function per way in which a condition can fail. The reference evaluator
// computes all values, and variables stand in its frame; this class only measures how far off they are.

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/program/reads_writes.h"
#include "engine/runtime/distance/distance.h"

namespace casebook::games {

using language::Expr;
using runtime::Value;

/// What a number, member or location should be.
enum class Should : uint8_t { equal, differ, at_most, at_least };

class Distance::Walker {
 public:
  Walker(std::shared_ptr<const Scenario> scenario, Goal goal, Bindings bindings,
         const language::ById<language::Var>& vars);

  void remember(std::shared_ptr<runtime::FixedValues> fixed) { evaluator_.remember(std::move(fixed)); }
  Far far(const Position& position, double enough);
  bool holds(const Position& position);
  Bindings redrawn(const Position& position, const InterestingValues& worth, Random& random, bool all);
  bool has_values() const;

  Goal goal_;
  Bindings bindings_;

 private:
  // ---- conditions (distance_conditions.cpp)
  Far walk(const Expr& expr, bool want);
  Far walk_inner(const Expr& expr, bool want);
  Far all(const std::vector<const Expr*>& parts, bool want);  // of all that each is as wanted
  Far one(const std::vector<const Expr*>& parts,
          bool want);  // of the nearest, or of the one that is to be it
  bool is_reason(const Expr* part) const { return part != nullptr && goal_.reasons.contains(part); }
  Far compare(const Expr& expr, bool want);
  Far compare_sets(const Expr& a, const Expr& b, bool want);
  Far call(const Expr& expr, bool want);
  Far list(const Expr& expr, bool want);
  Far legal(const Expr& expr, bool want);
  Far leaf(const Expr& expr, bool want);

  // ---- members (distance_members.cpp)
  Far exists(const language::Binder& binder, const Expr* body, bool want);
  /// Of a member in the frame: that it counts (or does not), and the body has it.
  Far member(const language::Binder& binder, int64_t which, const Expr* body, bool want);
  Far count(const language::Binder& binder, Should should, int64_t target);
  std::vector<int64_t> candidates(const language::Binder& binder);
  Far contains(const Expr& set, int64_t which, bool want);
  bool is_in(const Expr& domain, int64_t which);
  Far contains(const Expr& set, const Expr& what, bool want);
  Far adjacent(const Expr& a, const Expr& b, bool want);

  // ---- values (distance_values.cpp)
  Far reach(const Expr& expr, Should should, int64_t target);
  Far reach_inner(const Expr& expr, Should should, int64_t target);
  Far reach_list(const Expr& expr, Should should, int64_t target);
  Far reach_call(const Expr& expr, Should should, int64_t target);
  Far reach_table(const Expr& expr, Should should, int64_t target);
  Far value_leaf(const Expr& expr, Should should, int64_t target);
  double gap(const Expr& expr, Should should, int64_t value, int64_t target) const;
  std::optional<Cell> origin(const Expr& expr);
  void cells_read(const Expr& expr, std::vector<Hint>& into, int depth);
  std::vector<Hint> hints_of(const Expr& expr);
  /// Static conditions of one hex that comes from a cell: the hexes at which they are as wanted.
  std::optional<Far> elsewhere(const Expr& expr, bool want);

  // ---- fields (distance_fields.cpp)
  Far field(const Expr& expr, bool want);

  // ---- common
  /// The variables get their values, and those of hexes the places of members; what those off the map lack.
  Far take_bindings(const Position& position);
  Value drawn(const Position& position, const InterestingValues& worth, Random& random, const Free& free);
  Value drawn_set(const Position& position, Random& random, const Free& free);
  Value drawn_path(const Position& position, Random& random, const Free& free);
  /// How far off a condition is; and whether it is as wanted, by the evaluator.
  Far look(const Condition& condition);
  bool is_so(const Condition& condition, const Position& position);
  language::TypeTag tag_of(VarId var) const { return program_.vars[var].type.tag; }
  int64_t number(const Expr& expr) { return evaluator_.evaluate(expr, *position_).number; }
  bool yes(const Expr& expr) { return evaluator_.evaluate(expr, *position_).yes(); }
  void bind(VarId var, Value value, std::optional<Cell> from = std::nullopt);
  /// Parameters get their arguments, and where those came from.
  void bind_arguments(const std::vector<VarId>& params, const std::vector<language::ExprPtr>& args,
                      size_t count);
  bool is_static(const Expr& expr);
  /// Of the position: nothing of it can make this any different.
  static Far never();
  /// Of an expression that nothing of the position has a say in.
  Far fixed(const Expr& expr);
  static Far met() { return {}; }
  static Far off(double distance, std::vector<Hint> hints = {});
  static Far sum(Far a, Far b);
  static Far nearer(Far a, Far b);
  static double scaled(double difference);
  int32_t size_of(KindId kind) const { return scenario_->size(kind); }

  std::shared_ptr<const Scenario> scenario_;
  const language::Program& program_;
  runtime::Evaluator evaluator_;
  language::ReadsWrites reads_;
  const Position* position_ = nullptr;
  std::map<VarId, Cell> origins_;  // variables of the frame that are what a cell says
  std::map<const Expr*, bool> static_;
  std::map<std::pair<const Expr*, std::vector<int64_t>>, std::vector<int32_t>> hexes_where_;
  std::map<const Expr*, std::vector<int8_t>> across_;  // steps by hex and direction, where static
  int depth_ = 0;
};

}  // namespace casebook::games
