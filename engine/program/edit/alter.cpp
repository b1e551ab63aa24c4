// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/alter.h"

#include <algorithm>
#include <functional>
#include <map>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

struct Bounds {
  int64_t low, high, step;
};

Bounds bounds_of(const Program& program, const Type& type) {
  const Measure& measure = program.measures[type.of];
  return {measure.low * type.fine, measure.high * type.fine, type.fine};
}

bool two_sides(const Program& program, const Type& type) {
  return type.of == program.kind_side && program.kinds[type.of].members.size() == 2;
}

void wrap(Expr& expr, const std::function<ExprPtr(ExprPtr)>& around) {
  ExprPtr made = around(ExprPtr(std::move(expr)));
  expr = std::move(*made);
}

ExprPtr with_interval(ExprPtr expr, int64_t low, int64_t high, bool may_be_never) {
  expr->interval = {low, high, may_be_never};
  return expr;
}

bool goes_up(const Bounds& b, const Interval& i) {
  return i.high + b.step <= b.high || (i.low - b.step < b.low && !i.may_be_never);
}

void alter_number(const Program& program, Expr& expr) {
  const Bounds b = bounds_of(program, expr.type);
  if (expr.op == Op::constant) {
    const int64_t value = altered_cell(program, expr.type, expr.value);
    expr = std::move(*make_constant(expr.type, value, expr.place));
    return;
  }
  const Interval was = expr.interval;
  const bool up = goes_up(b, was);
  wrap(expr, [&](ExprPtr inner) {
    const Type type = inner->type;
    const Place place = inner->place;
    ExprPtr by = make_constant(type, b.step, place);
    ExprPtr moved = make_expr(up ? Op::add : Op::subtract, type, place, std::move(inner), std::move(by));
    const int64_t shift = up ? b.step : -b.step;
    moved = with_interval(std::move(moved), was.low + shift, was.high + shift, was.may_be_never);
    if (up && was.high + b.step > b.high) {
      return with_interval(
          make_expr(Op::minimum, type, place, std::move(moved), make_constant(type, b.high, place)),
          std::min(was.low + shift, b.high), b.high, false);
    }
    if (!up && was.low - b.step < b.low) {
      return with_interval(
          make_expr(Op::maximum, type, place, std::move(moved), make_constant(type, b.low, place)), b.low,
          std::max(was.high + shift, b.low), was.may_be_never);
    }
    return moved;
  });
}

// The value is asked to be in that range.
void guard(ExprPtr& expr, int64_t low, int64_t high, CaseId label) {
  const Type type = expr->type;
  const Place place = expr->place;
  const Interval was = expr->interval;
  ExprPtr checked = make_expr(Op::check_range, type, place, std::move(expr));
  checked->value = low;
  checked->value2 = high;
  checked->interval = was;
  checked->interval.low = std::clamp(was.low, checked->value, checked->value2);
  checked->interval.high = std::clamp(was.high, checked->interval.low, checked->value2);
  checked->label = label;
  expr = std::move(checked);
}

// One of its measure.
void guard(const Program& program, ExprPtr& expr, CaseId label) {
  if (!expr || expr->type.tag != TypeTag::number || expr->op == Op::check_range) return;
  const Bounds b = bounds_of(program, expr->type);
  guard(expr, b.low, b.high, label);
}

void guard(const Program& program, Stmt& stmt) {
  if (stmt.op == StmtOp::assign || stmt.op == StmtOp::let) guard(program, stmt.value, stmt.label);
  if (stmt.op == StmtOp::effect) {
    for (ExprPtr& arg : stmt.args) guard(program, arg, stmt.label);
  }
  for (StmtPtr& inner : stmt.body) {
    if (inner) guard(program, *inner);
  }
}

}  // namespace

int64_t altered_cell(const Program& program, const Type& type, int64_t cell) {
  if (cell == silent_value) return silent_value;
  switch (type.tag) {
    case TypeTag::boolean:
      return 1 - cell;
    case TypeTag::number: {
      const Bounds b = bounds_of(program, type);
      if (cell == never_value) return b.low;
      if (cell + b.step <= b.high) return cell + b.step;
      return cell - b.step >= b.low ? cell - b.step : silent_value;
    }
    case TypeTag::entity: {
      const Kind& kind = program.kinds[type.of];
      const auto size = static_cast<int64_t>(kind.members.size());
      return kind.closed && size > 1 ? (cell + 1) % size : silent_value;
    }
    default:
      return silent_value;
  }
}

std::string alteration(const Program& program, const Expr& expr) {
  switch (expr.type.tag) {
    case TypeTag::boolean:
      return "negated";
    case TypeTag::number: {
      const Bounds b = bounds_of(program, expr.type);
      if (expr.op == Op::constant) {
        const int64_t other = altered_cell(program, expr.type, expr.value);
        if (other == silent_value) return {};
        return expr.value == never_value ? "possible"
               : other > expr.value      ? "one step more"
                                         : "one step less";
      }
      if (expr.interval.low > expr.interval.high) return {};
      return goes_up(b, expr.interval) ? "one step more" : "one step less";
    }
    case TypeTag::set:
      return expr.op == Op::set_of && expr.args.empty() ? "" : "empty";
    case TypeTag::maybe:
      return expr.op == Op::constant && expr.value == -1 ? "" : "none";
    case TypeTag::entity: {
      if (two_sides(program, expr.type)) return "the other side";
      const Kind& kind = program.kinds[expr.type.of];
      if (!kind.closed || kind.members.size() < 2) return {};
      const auto& members = kind.members;
      const auto other = expr.op == Op::constant ? altered_cell(program, expr.type, expr.value) : 0;
      return "always " + members[other];
    }
    default:
      return {};
  }
}

void alter(const Program& program, Expr& expr) {
  switch (expr.type.tag) {
    case TypeTag::boolean:
      if (expr.op == Op::constant) {
        expr.value = 1 - expr.value;
      } else {
        wrap(expr, make_not);
      }
      break;
    case TypeTag::number:
      alter_number(program, expr);
      break;
    case TypeTag::set:
      expr = std::move(*make_expr(Op::set_of, Type(expr.type), Place(expr.place)));
      break;
    case TypeTag::maybe:
      expr = std::move(*make_constant(Type(expr.type), -1, Place(expr.place)));
      break;
    case TypeTag::entity: {
      if (expr.op != Op::constant && two_sides(program, expr.type)) {
        wrap(expr, [](ExprPtr inner) {
          const Type type = inner->type;
          const Place place = inner->place;
          return make_expr(Op::other_side, type, place, std::move(inner));
        });
        break;
      }
      const int64_t other = expr.op == Op::constant ? altered_cell(program, expr.type, expr.value) : 0;
      expr = std::move(*make_constant(Type(expr.type), other, Place(expr.place)));
      break;
    }
    default:
      break;
  }
}

std::vector<std::vector<size_t>> written_cells(const Program& program, const Table& table) {
  std::map<std::pair<uint32_t, uint32_t>, std::vector<size_t>> written;  // by where it is written
  for (size_t i = 0; i < table.cells.size(); ++i) {
    if (altered_cell(program, table.type, table.cells[i]) == silent_value) continue;
    const Place& place = table.cell_places[i];
    written[{place.file, place.begin}].push_back(i);
  }
  std::vector<std::vector<size_t>> cells;
  for (auto& [where, indices] : written) cells.push_back(std::move(indices));
  return cells;
}

std::vector<size_t> cells_of_lines(size_t count) {
  constexpr size_t most = 12;
  std::vector<size_t> all;
  for (size_t k = 0; k < std::min(count, most); ++k) all.push_back(k * count / std::min(count, most));
  return all;
}

void guard_indices(Program& program) {
  each_expression(program, [&](Expr& top) {
    change(top, [&](Expr& expr) {
      if (expr.op == Op::table) {
        const Table& table = program.tables[expr.ref];
        for (size_t i = 0; i < expr.args.size(); ++i) {
          if (expr.args[i]->type.tag != TypeTag::number) continue;
          guard(expr.args[i], table.low[i], table.low[i] + table.size[i] - 1, expr.label);
        }
      } else if (expr.op == Op::call || expr.op == Op::field_at || expr.op == Op::hexes_within ||
                 expr.op == Op::legal || expr.op == Op::let) {
        for (ExprPtr& arg : expr.args) {
          if (&arg == &expr.args.back() && expr.op == Op::let) break;
          guard(program, arg, expr.label);
        }
      }
    });
  });
}

void guard_numbers(Program& program) {
  for (Definition& definition : program.definitions) {
    guard(program, definition.body, definition.label);
    for (Exception& exception : definition.exceptions) guard(program, exception.value, exception.label);
    for (Adjustment& adjustment : definition.adjustments) guard(program, adjustment.value, adjustment.label);
  }
  anatomy(program, [&](const Line&, Stmt& stmt) { guard(program, stmt); });
  for (FlowStep& step : program.flow) {
    if (step.op == FlowOp::call || step.op == FlowOp::attempt) {
      for (ExprPtr& arg : step.args) guard(program, arg, step.label);
    }
  }
}

bool counts_turns(const Var& var) {
  return var.name.starts_with("repeat:");
}

namespace {

/// Raises the range of a variable, also in expressions that read it or add one.
void reach_up_to(Program& program, VarId var, int64_t most) {
  Interval& range = program.vars[var].interval;
  if (most <= range.high) return;
  range.high = most;
  each_expression(program, [&](Expr& top) {
    change(top, [&](Expr& expr) {
      const auto reads = [&](const Expr& one) { return one.op == Op::variable && one.ref == var; };
      if (reads(expr) || (expr.op == Op::add && reads(*expr.args[0]))) expr.interval.high = most;
    });
  });
}

}  // namespace

void fit_counters(Program& program) {
  const auto most_of = [](const Expr& expr) {
    return expr.op == Op::constant ? expr.value : expr.interval.high;
  };
  for (const FlowStep& step : program.flow) {
    if (step.stmt && step.stmt->op == StmtOp::let && step.stmt->ref != none && step.stmt->value &&
        program.vars[step.stmt->ref].name.starts_with("limit:"))
      reach_up_to(program, step.stmt->ref, most_of(*step.stmt->value));
  }
  for (const FlowStep& step : program.flow) {
    if (step.op != FlowOp::branch || !step.expr) continue;
    const Expr& test = *step.expr;
    if ((test.op != Op::less && test.op != Op::less_equal) || test.args[0]->op != Op::variable ||
        !counts_turns(program.vars[test.args[0]->ref]))
      continue;
    reach_up_to(program, test.args[0]->ref, most_of(*test.args[1]) + (test.op == Op::less_equal ? 1 : 0));
  }
}

}  // namespace casebook::language
