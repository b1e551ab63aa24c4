// SPDX-License-Identifier: Apache-2.0
// Every Op has a row here: what it is of, and what it comes to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/language/walk.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"
#include "tests/engine/runtime/reference/ops_rules.h"

namespace casebook::runtime {
namespace {

using language::Expr;
using language::Op;
using testing_support::ops_data;
using testing_support::ops_rules;

struct Row {
  Op op;
  const char* expression;
  const char* value;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << language::op_name(row.op) << ": " << row.expression;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {Op::constant, "yes", "yes"},
      {Op::named_entity, R"(factor("A"))", "5"},
      {Op::named_place, "ford", "c2"},
      {Op::box, R"(place("D") = reserve)", "yes"},
      {Op::box, R"(place("D") = off)", "no"},
      {Op::variable, "let n = turn in n + n", "4"},
      {Op::option_value, "night", "no"},
      {Op::reading_value, "meaning = wide", "yes"},
      {Op::given, R"(side("C"))", "black"},
      {Op::given, "last_turn", "7"},
      {Op::given, R"(leads("B"))", "none"},
      {Op::given, R"(roles("A"))", "{clear, sand}"},
      {Op::given, R"(roles("B"))", "{}"},
      {Op::given_between, R"(road("a1", "a2"))", "yes"},
      {Op::given_between, R"(road("a2", "a1"))", "yes"},
      {Op::given_between, R"(road("a1", "b1"))", "no"},
      {Op::given_between, R"(road("a1", "c1"))", "no"},
      {Op::state, "turn", "2"},
      {Op::state, R"(moved("B"))", "yes"},
      {Op::state, R"(moved("A"))", "no"},
      {Op::state, "cup", "{2nd}"},
      {Op::state, "active", "1st"},
      {Op::state, R"(aim("A"))", "off"},
      {Op::state, R"(aim("B"))", "c1"},
      {Op::state_between, R"(lit("a1", "b1"))", "no"},
      {Op::state_between, R"(lit("b1", "a1"))", "no"},
      {Op::state_between, R"(lit("a1", "a2"))", "yes"},
      {Op::state_between, R"(lit("a1", "c1"))", "yes"},
      {Op::table, "cost(sand)", "3"},
      {Op::table, "cost(swamp)", "never"},
      {Op::table, "results(1, black)", "-3"},
      {Op::table, "results(3, white)", "1"},
      {Op::call, R"(per("A", 2))", "2"},
      {Op::call, R"(allowance("A"))", "13"},
      {Op::call, R"(allowance("B"))", "12"},
      {Op::call, R"(allowance("C"))", "8"},
      {Op::call, R"(allowance("D"))", "2"},
      {Op::field_at, R"(linked(black)["c3"])", "yes"},
      {Op::field_at, R"(linked(white)["b2"])", "yes"},
      {Op::field_at, R"(linked(white)["b1"])", "no"},
      {Op::field_at, R"(toll["c2"])", "0"},
      {Op::field_at, R"(toll["a1"])", "2"},
      {Op::field_at, R"(toll["d3"])", "2"},
      {Op::field_at, R"(toll["b1"])", "1"},
      {Op::place_of, R"(place("A"))", "a1"},
      {Op::place_of, R"(place("D"))", "reserve"},
      {Op::on_map, R"(on_map("A"))", "yes"},
      {Op::on_map, R"(on_map("D"))", "no"},
      {Op::as_location, "place(\"A\") = ford", "no"},
      {Op::as_maybe, "exists f in formation: active = f", "yes"},
      {Op::if_hex, R"(if place("A") is hex g then distance(g, ford) else 99)", "2"},
      {Op::if_hex, R"(if place("D") is hex g then distance(g, ford) else 99)", "99"},
      {Op::let, "let h = ford in count u in unit on h", "0"},
      {Op::choose_if, "if turn = 2 then 1 else 1 / (turn - turn) rounded down", "1"},
      {Op::choose_if, "if turn = 3 then 1 else 0", "0"},
      {Op::all_of, "turn = 2 and last_turn = 7", "yes"},
      {Op::all_of, "turn = 2 and last_turn = 6", "no"},
      {Op::all_of, "turn = 3 and results(2, black) = 0", "no"},
      {Op::any_of, "turn = 3 or last_turn = 7", "yes"},
      {Op::any_of, "turn = 2 or results(2, black) = 0", "yes"},
      {Op::any_of, "turn = 3 or last_turn = 6", "no"},
      {Op::not_, "not (turn = 2)", "no"},
      {Op::implies, "turn = 3 implies results(2, black) = 0", "yes"},
      {Op::implies, "turn = 2 implies last_turn = 6", "no"},
      {Op::implies, "turn = 2 implies last_turn = 7", "yes"},
      {Op::equal, R"(side("A") = mover)", "yes"},
      {Op::equal, R"(units(black) = {u in unit where factor(u) in {2, 4}})", "yes"},
      {Op::equal, "active = none", "no"},
      {Op::less, R"(factor("B") < factor("A"))", "yes"},
      {Op::less, R"(factor("A") < factor("A"))", "no"},
      {Op::less, "cost(swamp) > 40", "yes"},
      {Op::less_equal, R"(factor("A") <= factor("A"))", "yes"},
      {Op::less_equal, R"(terrain("b2") <= clear)", "no"},
      {Op::add, R"(left("A") + 1/2)", "3"},
      {Op::add, R"(left("A") + cost(terrain("b1")))", "never"},
      {Op::subtract, R"(left("A") - 1)", "3/2"},
      {Op::subtract, R"(cost(swamp) - 1)", "never"},
      {Op::negate, R"(-(factor("A") as columns))", "-5"},
      {Op::multiply, R"(factor("A") * (count unit))", "20"},
      {Op::rescale, R"(factor("A") as points)", "5"},
      {Op::round, R"(factor("A") * 2/3 rounded down)", "3"},
      {Op::round, R"(factor("A") * 2/3 rounded up)", "4"},
      {Op::round, R"(factor("C") * 2/3 rounded nearest)", "3"},
      {Op::round, R"(factor("A") / 2 rounded nearest)", "3"},
      {Op::round, R"(-(factor("A") as columns) / 2 rounded down)", "-3"},
      {Op::round, R"(-(factor("A") as columns) / 2 rounded up)", "-2"},
      {Op::round, R"(-(factor("A") as columns) / 2 rounded nearest)", "-2"},
      {Op::round, R"(left("A") / 4 rounded down to 1/2)", "1/2"},
      {Op::round, R"(cost(swamp) rounded up)", "never"},
      {Op::round, R"(factor("A") rounded up to 4)", "8"},
      {Op::divide_round, R"(factor("A") / (count unit) rounded down)", "1"},
      {Op::divide_round, R"(factor("A") / (count unit) rounded up)", "2"},
      {Op::divide_round, R"((factor("A") + 1) / (count unit) rounded nearest)", "2"},
      {Op::divide_round, R"(factor("A") / factor("D") rounded down)", "2"},
      {Op::divide_round, R"(factor("A") / factor("D") rounded up)", "3"},
      {Op::divide_round, R"((factor("A") / 3) / (count u in units(black)) rounded up)", "1"},
      {Op::divide_round, R"((factor("A") / 3) / (count u in units(black)) rounded down)", "0"},
      {Op::divide_round, R"(left("A") / (count u in units(black)) rounded down to 1/2)", "1"},
      {Op::divide_round, R"(left("A") / (count u in units(black)) rounded nearest)", "1"},
      {Op::divide_round, R"(-(factor("A") as columns) / (count u in units(black)) rounded down)", "-3"},
      {Op::divide_round, R"((factor("A") as columns) / (0 - (count u in units(black))) rounded down)", "-3"},
      {Op::odds, R"(odds(factor("A"), factor("D")) favouring defender or else 9)", "1"},
      {Op::odds, R"(odds(factor("A"), factor("D")) favouring attacker or else 9)", "2"},
      {Op::odds, R"(odds(factor("D"), factor("A")) favouring defender or else 9)", "-2"},
      {Op::odds, R"(odds(factor("D"), factor("A")) favouring attacker or else 9)", "-1"},
      {Op::odds, R"(odds(factor("A"), factor("A")) favouring defender or else 9)", "0"},
      {Op::odds, R"(odds(factor("C"), factor("A")) favouring attacker or else 9)", "0"},
      {Op::odds, R"(odds(factor("C") - 4, factor("A")) favouring attacker or else 9)", "9"},
      {Op::odds, R"(odds(factor("A"), factor("C") - 4) favouring attacker or else 9)", "9"},
      {Op::minimum, R"(min(factor("A"), factor("B"), factor("C")))", "3"},
      {Op::minimum, "min(cost(swamp), cost(sand))", "3"},
      {Op::maximum, R"(max(factor("B"), factor("A")))", "5"},
      {Op::maximum, "clamp(last_turn, 1, 4)", "4"},
      {Op::check_range, R"(small_factor("A"))", "5"},
      {Op::list, R"(shift("a1"))", "2"},
      {Op::list, R"(shift("b1"))", "-2"},
      {Op::list, R"(shift("b2"))", "2"},
      {Op::list, R"(shift("c1"))", "1"},
      {Op::list, R"(worst("a1"))", "2"},
      {Op::list, R"(worst("c1"))", "-1"},
      {Op::list, R"(greatest("a1"))", "2"},
      {Op::list, R"(greatest("b2"))", "4"},
      {Op::list, R"(ground("b1"))", "3"},
      {Op::list, R"(ground("b2"))", "2"},
      {Op::list, R"(ground("c1"))", "1"},
      {Op::list, R"(every("b1"))", "no"},
      {Op::list, R"(every("b2"))", "yes"},
      {Op::list, R"(every("a1"))", "yes"},
      {Op::list, R"(some("b1"))", "yes"},
      {Op::list, R"(some("a1"))", "yes"},
      {Op::list, R"(some("c1"))", "no"},
      {Op::exists, "exists u in unit at g: adjacent(g, ford)", "yes"},
      {Op::exists, "exists u in units(white) at g: adjacent(g, ford)", "no"},
      {Op::exists, R"(exists u in unit on "a1" where factor(u) = 3)", "yes"},
      {Op::exists, "exists a in units(white), b in units(black): factor(a) < factor(b)", "yes"},
      {Op::exists, "exists f in active", "yes"},
      {Op::exists, "exists n in 1 .. 3: factor(\"B\") = n as factors", "yes"},
      {Op::for_all, "all u in unit at g: factor(u) >= 3", "yes"},
      {Op::for_all, "all u in unit: factor(u) >= 3", "no"},
      {Op::for_all, "all b in no .. yes: b or not b", "yes"},
      {Op::count, R"(count u in unit on "a1")", "2"},
      {Op::count, "count u in unit at g", "3"},
      {Op::count, "count cup", "1"},
      {Op::count, "count n in 2 .. 5", "4"},
      {Op::count, "count n in 5 .. 2", "0"},
      {Op::total, "total factor(u) over u in unit", "14"},
      {Op::total, R"(total factor(u) over u in unit on "c1")", "0"},
      {Op::total, "total cost(t) over t in terrain", "never"},
      {Op::least, "least factor(u) over u in unit at g or else 99", "3"},
      {Op::least, R"(least factor(u) over u in unit on "c1" or else 99)", "99"},
      {Op::most, "most factor(u) over u in unit or else 99", "5"},
      {Op::most, R"(most factor(u) over u in unit on "c1" or else 99)", "99"},
      {Op::all_members, "terrain", "{clear, sand, swamp}"},
      {Op::all_members, "formation", "{1st, 2nd}"},
      {Op::range, "count n in 1 .. 3 where n != 2", "2"},
      {Op::set_of, "{white, black, white}", "{white, black}"},
      {Op::set_of, R"({leads("C"), leads("B"), leads("A")})", "{1st, 2nd}"},
      {Op::filter, "{u in unit where factor(u) >= 4}", "{A, C}"},
      {Op::filter, "{u in unit where on_map(u) with least factor(u)}", "{B}"},
      {Op::filter, "{u in unit where on_map(u) with most factor(u)}", "{A}"},
      {Op::filter, "{u in unit where factor(u) > 9 with most factor(u)}", "{}"},
      {Op::image, "{g of u in unit at g}", "{a1, b2}"},
      {Op::image, "{side(u) of u in unit}", "{white, black}"},
      {Op::unite, "units(white) + units(black)", "{A, B, C, D}"},
      {Op::subtract_sets, "unit - units(black)", "{A, B}"},
      {Op::intersect, "units(white) & {u in unit where factor(u) >= 4}", "{A}"},
      {Op::set_from_maybe, "active + cup", "{1st, 2nd}"},
      {Op::contains, "count u in unit where u in units(white)", "2"},
      {Op::contains_location, R"(place("A") in neighbours("a2"))", "yes"},
      {Op::contains_location, R"(place("D") in hex)", "no"},
      {Op::contains_location, R"(place("C") in neighbours("a1"))", "no"},
      {Op::subset, "units(white) within unit", "yes"},
      {Op::subset, "unit within units(white)", "no"},
      {Op::subset, "cup within cup", "yes"},
      {Op::is_empty, "cup is empty", "no"},
      {Op::is_empty, R"({u in unit on "c1"} is empty)", "yes"},
      {Op::adjacent, R"(adjacent("b1", "a2"))", "yes"},
      {Op::adjacent, R"(adjacent("b1", "a3"))", "no"},
      {Op::adjacent, R"(adjacent("b1", "b1"))", "no"},
      {Op::neighbours, R"(neighbours("a1"))", "{a2, b1}"},
      {Op::neighbours, R"(neighbours("b2"))", "{a2, a3, b1, b3, c2, c3}"},
      {Op::distance, R"(distance("a1", "d1"))", "3"},
      {Op::distance, R"(distance("a1", "a3"))", "2"},
      {Op::distance, R"(distance("a3", "d1"))", "3"},
      {Op::hexes_within, R"(hexes_within("a1", 1))", "{a1, a2, b1}"},
      {Op::hexes_within, R"(hexes_within("a1", 0))", "{a1}"},
      {Op::hexes_within, R"(hexes_within("a1", 0 - 1))", "{}"},
      {Op::on_edge, R"(on_edge("a2"))", "yes"},
      {Op::on_edge, R"(on_edge("b2"))", "no"},
      {Op::hexsides, R"(count hexsides("a1"))", "6"},
      {Op::hexsides, R"(hexsides("b2") & hexsides("c2"))", "{b2/c2}"},
      {Op::ends, R"(ends("a1/b1"))", "{a1, b1}"},
      {Op::ends, R"(ends("a1/north"))", "{a1}"},
      {Op::ends, R"(count e in hexsides("a1") where count ends(e) = 2)", "2"},
      {Op::other_side, "other(white)", "black"},
      {Op::other_side, "other(other(mover))", "white"},
      {Op::legal, R"(legal step("A", "a2"))", "yes"},
      {Op::legal, R"(legal step("A", "b1"))", "no"},
      {Op::legal, R"(legal step("A", "c1"))", "no"},
      {Op::legal, R"(legal step("C", "c2"))", "no"},
      {Op::legal, R"(legal step("D", "c2"))", "no"},
      {Op::legal, "legal pass()", "yes"},
  };
  return all;
}

/// Ops that stand in an expression, also in the definitions it calls.
void collect(const language::Program& program, const Expr& expr, std::set<Op>& into) {
  language::walk(expr, [&](const Expr& inner) {
    into.insert(inner.op);
    if (inner.op == Op::call)
      collect(program, *program.definitions[static_cast<size_t>(inner.ref)].body, into);
  });
}

class Ops : public ::testing::Test {
 protected:
  std::shared_ptr<const Scenario> scenario = testing_support::scenario_of(ops_rules, ops_data());
  Evaluator evaluator{scenario};

  const language::Definition& definition(const std::string& name) const {
    for (const auto& one : scenario->program->definitions) {
      if (one.name == name) return one;
    }
    throw std::runtime_error(name);
  }
  std::string of_body(const std::string& name, const std::vector<Value>& args) {
    const language::Definition& one = definition(name);
    for (size_t i = 0; i < args.size(); ++i) evaluator.variable(one.params[i]) = args[i];
    return value_text(*scenario, one.type, evaluator.evaluate(*one.body, scenario->start));
  }
};

TEST_F(Ops, come_to_what_they_should) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(::testing::PrintToString(row));
    Diagnostics diagnostics;
    std::vector<language::Var> vars = scenario->program->vars;
    const auto expr = language::compile_expression(*scenario->program, row.expression, vars, diagnostics);
    ASSERT_TRUE(expr) << testing_support::shown(diagnostics);
    std::set<Op> used;
    collect(*scenario->program, *expr, used);
    EXPECT_TRUE(used.contains(row.op)) << "the expression does not use it";
    evaluator.extend_frame(vars);
    try {
      EXPECT_EQ(value_text(*scenario, expr->type, evaluator.evaluate(*expr, scenario->start)), row.value);
      Derivation derivation;  // told or not, the value is the same
      EXPECT_EQ(value_text(*scenario, expr->type, evaluator.derive(*expr, scenario->start, derivation)),
                row.value);
    } catch (const Fault& fault) {
      ADD_FAILURE() << "fault: " << fault.why;
    }
  }
}

TEST_F(Ops, of_paths) {
  const auto hex = [&](const char* name) { return *scenario->find(language::kind_hex, name); };
  const Value path(std::vector<int32_t>{hex("a1"), hex("a2"), hex("b2"), hex("c3")});
  EXPECT_EQ(of_body("start_of_path", {path}), "a1");
  EXPECT_EQ(of_body("end_of_path", {path}), "c3");
  EXPECT_EQ(of_body("length_of_path", {path}), "3");
  EXPECT_EQ(of_body("on_path", {path, hex("b2")}), "yes");
  EXPECT_EQ(of_body("on_path", {path, hex("c3")}), "yes");
  EXPECT_EQ(of_body("on_path", {path, hex("a1")}), "no") << "where it starts is not on the way";
  EXPECT_EQ(of_body("on_path", {path, hex("b3")}), "no");
}

TEST_F(Ops, before_asks_the_position_before) {
  const Expr& grows = *scenario->program->invariants.at(0).expr;
  Position later = scenario->start;
  later.set_cell(scenario->layout.states[0].first, 3);
  evaluator.set_before(&scenario->start);
  EXPECT_TRUE(evaluator.evaluate(grows, later).yes());
  EXPECT_FALSE(evaluator.evaluate(grows, scenario->start).yes());
  evaluator.set_before(&later);
  EXPECT_FALSE(evaluator.evaluate(grows, scenario->start).yes());
}

TEST_F(Ops, each_has_a_test) {
  std::set<Op> tested = {Op::path_start, Op::path_end, Op::path_length, Op::path_contains, Op::before};
  for (const Row& row : rows()) {
    tested.insert(row.op);
  }
#define CASEBOOK_TESTED(name) EXPECT_TRUE(tested.contains(Op::name)) << #name << " has no test";
  CASEBOOK_OPS(CASEBOOK_TESTED)
#undef CASEBOOK_TESTED
}

struct Faulty {
  const char* expression;
  const char* label;
  const char* why;
};

TEST_F(Ops, fault_with_their_case) {
  const std::vector<Faulty> all = {
      {R"(small_factor("A") + small_factor("X"))", "", "there is no \"X\" in this scenario"},
      {"results(2, black)", "2.0", "the table results is silent here"},
      {"per(\"A\", 0)", "2.0", "division by zero"},
      {"late", "2.0", "7 is outside the range of small"},
      {"cost(swamp) / 4 rounded down to 1/2", "", "never does not fit points"},
  };
  for (const Faulty& faulty : all) {
    SCOPED_TRACE(faulty.expression);
    Diagnostics diagnostics;
    std::vector<language::Var> vars = scenario->program->vars;
    const auto expr = language::compile_expression(*scenario->program, faulty.expression, vars, diagnostics);
    ASSERT_TRUE(expr) << testing_support::shown(diagnostics);
    evaluator.extend_frame(vars);
    try {
      const Value value = evaluator.evaluate(*expr, scenario->start);
      ADD_FAILURE() << "came to " << value_text(*scenario, expr->type, value);
    } catch (const Fault& fault) {
      EXPECT_EQ(scenario->program->label_text(fault.label), faulty.label);
      EXPECT_THAT(fault.why, testing::HasSubstr(faulty.why));
    }
  }
}

}  // namespace
}  // namespace casebook::runtime
