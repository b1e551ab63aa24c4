// SPDX-License-Identifier: Apache-2.0
// Rules, expressions and positions made up at random: both evaluators find the same values, the same faults,
// the same games.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include <optional>
#include <set>

#include "engine/base/random.h"
#include "engine/language/compile.h"
#include "engine/runtime/compiled/machine.h"
#include "engine/runtime/compiled/translate.h"
#include "engine/runtime/reference/evaluator.h"
#include "tests/engine/runtime/compiled/together.h"
#include "tests/support/constructs.h"
#include "tests/support/random_rules.h"
#include "tests/support/scramble.h"

namespace casebook::runtime {
namespace {

using tests::RandomRules;
using tests::Sort;

// ---- games

struct Tally {
  int64_t programs = 0, nodes = 0, faults = 0, rejected = 0, differences = 0;
  std::string why;
};

/// Differences told with their rules; of the others the seed alone.
constexpr int64_t differences_told = 3;

// Goes on after a difference: how many there are says much about the cause, and the counts stay comparable.
void play_random_rules(uint64_t from, uint64_t to, bool large, int depth, int64_t most_nodes, Tally& tally) {
  for (uint64_t seed = from; seed < to; ++seed) {
    RandomRules wish;
    wish.seed = seed;
    wish.large = large;
    wish.depth = depth;
    const std::string text = tests::random_rules(wish);
    std::string why;
    const auto scenario = tests::bind_random(wish, text, &why);
    if (!scenario) {
      ++tally.rejected;
      tally.why += why;
      continue;
    }
    ++tally.programs;
    CompiledRules compiled(scenario);
    const auto reference = make_reference_rules(scenario);
    for (uint64_t game = 0; game < 2; ++game) {
      const tests::Together both = tests::play_together(compiled, *reference, seed, game, most_nodes);
      if (!both.difference.empty()) {
        ADD_FAILURE() << fmt::format("seed {}, depth {}{}: {}\n", seed, depth, large ? ", large" : "",
                                     both.difference.substr(0, 2000))
                      << (tally.differences++ < differences_told ? text : "");
        break;
      }
      tally.nodes += both.nodes;
      tally.faults += both.outcome == OutcomeKind::fault ? 1 : 0;
    }
  }
}

TEST(CompiledRandomRules, PlayTheSameGames) {
  Tally tally;
  play_random_rules(0, 40, false, 3, 60, tally);
  EXPECT_LT(tally.rejected, 8) << tally.why;
  EXPECT_GT(tally.nodes, 600);
  EXPECT_GT(tally.faults, 3) << "faults are met often enough to be compared";
}

TEST(CompiledRandomRules, DeepExpressions) {
  Tally tally;
  play_random_rules(5000, 5008, false, 5, 20, tally);
  EXPECT_GT(tally.programs, 4);
}

TEST(CompiledRandomRules, SetsOfSeveralWords) {
  Tally tally;
  play_random_rules(40, 43, true, 2, 4, tally);
  EXPECT_GT(tally.programs, 1);
}

// So that nothing in the machine is there untried.
TEST(CompiledRandomRules, MakeUseOfEveryInstruction) {
  std::set<compiled::Operation> seen{compiled::Operation::halt,  // ends an expression's code; the tests below
                                     compiled::Operation::end_of_run};  // of invariants; their tests
  for (uint64_t seed = 0; seed < 250; ++seed) {
    RandomRules wish;
    wish.seed = seed;
    wish.large = seed >= 245;
    std::string why;
    const auto scenario = tests::bind_random(wish, tests::random_rules(wish), &why);
    if (!scenario) continue;
    const auto program = compiled::translate(scenario);
    for (const compiled::Instruction& instruction : program->code) seen.insert(instruction.op);
  }
  for (int op = 0; op <= static_cast<int>(compiled::Operation::more); ++op)
    EXPECT_TRUE(seen.count(static_cast<compiled::Operation>(op)) != 0)
        << compiled::operation_name(static_cast<compiled::Operation>(op));
}

// So that nothing of the language is compared by hand-made games alone.
TEST(CompiledRandomRules, MakeUseOfEveryConstruct) {
  // What a claim or a question may say, and what an invariant may: no evaluator plays by them.
  std::set<std::string> met{"named_entity", "before"};
  for (uint64_t seed = 0; seed < 80; ++seed) {
    RandomRules wish;
    wish.seed = seed;
    std::string why;
    const auto scenario = tests::bind_random(wish, tests::random_rules(wish), &why);
    if (scenario) casebook::tests::note_constructs(*scenario->program, met);
  }
  EXPECT_EQ(casebook::tests::not_met(casebook::tests::all_constructs(), met), "");
}

TEST(CompiledRandomRulesSlow, PlayTheSameGames) {
  Tally tally;
  play_random_rules(10'000, 40'000, false, 3, 80, tally);
  play_random_rules(10'000, 14'000, false, 4, 60, tally);
  play_random_rules(10'000, 10'200, true, 2, 8, tally);
  // Of 68,400 games. Fewer faults mean that games were not played at all, as when each of the ranges ended at
  // its first difference, rather than that the rules made up have fewer.
  EXPECT_GT(tally.faults, 5000);
}

// ---- expressions

struct Came {
  std::optional<language::CaseId> fault;
  int64_t number = 0;
  std::vector<int32_t> members;
  bool operator==(const Came&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Came& came) {
  if (came.fault) return out << "fault " << *came.fault;
  out << came.number << " {";
  for (const int32_t m : came.members) out << ' ' << m;
  return out << " }";
}

Came by_reference(Evaluator& evaluator, const language::Expr& expr, const Position& position) {
  Came came;
  try {
    const Value value = evaluator.evaluate(expr, position);
    came.number = value.number;
    came.members = value.items;
  } catch (const Fault& fault) {
    came.fault = fault.label;
  }
  return came;
}

Came by_machine(compiled::Machine& machine, const compiled::CompiledExpression& expr,
                const Position& position) {
  Came came;
  machine.load(position);
  if (machine.run(expr.entry) == compiled::Stop::fault) {
    came.fault = machine.fault_label();
    machine.reset();
    return came;
  }
  if (!expr.is_set) {
    came.number = machine.value(expr.at);
    return came;
  }
  const int32_t size = expr.program->scenario->size(expr.kind);
  for (int32_t member = 0; member < size; ++member)
    if (((machine.words(expr.at)[member >> 6] >> (member & 63)) & 1U) != 0) came.members.push_back(member);
  return came;
}

struct Asked {
  int64_t asked = 0, faults = 0, refused = 0;
};

void ask_random_expressions(uint64_t seed, int expressions, int positions, int depth, bool large,
                            Asked& asked) {
  RandomRules wish;
  wish.seed = seed;
  wish.depth = depth;
  wish.large = large;
  std::string why;
  const auto scenario = tests::bind_random(wish, tests::random_rules(wish), &why);
  if (!scenario) return;
  Evaluator evaluator(scenario);
  Random random(seed, 9);
  for (int k = 0; k < expressions; ++k) {
    const auto sort = static_cast<Sort>(random.below(4));
    const std::string text = tests::random_expression(wish, sort, random.next());
    Diagnostics diagnostics;
    language::ById<language::Var> vars = scenario->program->vars;
    const language::ExprPtr expr = language::compile_expression(*scenario->program, text, vars, diagnostics);
    if (!expr) {
      ++asked.refused;
      continue;
    }
    evaluator.extend_frame(vars);
    const compiled::CompiledExpression made = compiled::translate_expression(scenario, *expr, vars);
    compiled::Machine machine(made.program);
    Position position = scenario->start;
    for (int p = 0; p < positions; ++p) {
      if (p % 2 == 0) tests::scramble(*scenario, position, random);
      const Came expected = by_reference(evaluator, *expr, position),
                 came = by_machine(machine, made, position);
      ASSERT_EQ(came, expected) << "seed " << seed << ": " << text;
      ++asked.asked;
      asked.faults += expected.fault ? 1 : 0;
    }
  }
}

TEST(CompiledExpressions, HaveTheValueOrTheFaultOfTheReferenceEvaluator) {
  Asked asked;
  for (uint64_t seed = 0; seed < 60; ++seed) ask_random_expressions(seed, 12, 6, 4, false, asked);
  EXPECT_GT(asked.asked, 2500);
  EXPECT_GT(asked.faults, 5);
  EXPECT_LT(asked.refused, 150);
}

TEST(CompiledExpressions, AlsoOnSetsOfSeveralWords) {
  Asked asked;
  for (uint64_t seed = 100; seed < 104; ++seed) ask_random_expressions(seed, 6, 3, 2, true, asked);
  EXPECT_GT(asked.asked, 50);
}

RC_GTEST_PROP(CompiledExpressionsOfAnySeed, AgreeWithTheReferenceEvaluator, ()) {
  Asked asked;
  ask_random_expressions(*rc::gen::arbitrary<uint64_t>(), 3, 4, *rc::gen::inRange(1, 5), false, asked);
  RC_ASSERT(!::testing::Test::HasFatalFailure());
}

TEST(CompiledExpressionsSlow, HaveTheValueOrTheFaultOfTheReferenceEvaluator) {
  Asked asked;
  for (uint64_t seed = 1000; seed < 6000; ++seed) ask_random_expressions(seed, 20, 8, 4, false, asked);
  for (uint64_t seed = 1000; seed < 1100; ++seed) ask_random_expressions(seed, 10, 4, 2, true, asked);
  EXPECT_GT(asked.faults, 1000);
}

}  // namespace
}  // namespace casebook::runtime
