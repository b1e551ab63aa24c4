// SPDX-License-Identifier: Apache-2.0
// Definitions and fields asked one by one: the compiled form gives the reference evaluator's values, or leaves the
// question to it. And a static table is the same whether it is worked out or was known.
#include "engine/runtime/compiled/compiled_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "engine/base/random.h"
#include "engine/program/edit/mutants.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/compiled/tables/table_cache.h"
#include "engine/runtime/reference/evaluator.h"
#include "tests/engine/runtime/compiled/together.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_text.h"
#include "tests/support/scramble.h"

namespace casebook::runtime {
namespace {

using language::Type;
using language::TypeTag;
using tests::RandomRules;

/// Counts what the compiled form answered, and what it left.
class Counting : public Answers {
 public:
  explicit Counting(std::shared_ptr<const Scenario> scenario)
      : inner_(make_compiled_answers(std::move(scenario))) {}
  std::optional<Value> definition(language::DefinitionId id, const std::vector<Value>& arguments,
                                  const Position& position) override {
    auto value = inner_->definition(id, arguments, position);
    ++(value ? answered : left);
    return value;
  }
  bool field(language::FieldId id, const std::vector<Value>& arguments, const Position& position,
             std::vector<int64_t>& values) override {
    const bool good = inner_->field(id, arguments, position, values);
    ++(good ? answered : left);
    return good;
  }
  int64_t answered = 0, left = 0;

 private:
  std::unique_ptr<Answers> inner_;
};

class Both {
 public:
  explicit Both(const std::shared_ptr<const Scenario>& scenario)
      : scenario_(scenario),
        counting(std::make_shared<Counting>(scenario)),
        with_(scenario),
        without_(scenario) {
    with_.answer_with(counting);
  }

  /// Each definition and each field, with arguments drawn for it.
  void ask_all(const Position& position, Random& random) {
    const language::Program& program = *scenario_->program;
    for (size_t i = 0; i < program.definitions.size(); ++i) {
      const auto arguments = drawn(program.definitions[i].params, random);
      if (!arguments) continue;
      ASSERT_NO_FATAL_FAILURE(ask(false, static_cast<language::Id>(i), *arguments, position))
          << program.definitions[i].name;
    }
    for (size_t i = 0; i < program.fields.size(); ++i) {
      auto arguments = drawn(program.fields[i].params, random);
      if (!arguments) continue;
      arguments->push_back(random.below(static_cast<uint32_t>(scenario_->ground.hexes)));
      ASSERT_NO_FATAL_FAILURE(ask(true, static_cast<language::Id>(i), *arguments, position))
          << program.fields[i].name;
    }
  }

 private:
  std::optional<Value> drawn(const Type& type, Random& random) {
    const auto within = [&](int64_t low, int64_t high) {
      return Value(low + random.below(static_cast<uint32_t>(high - low + 1)));
    };
    switch (type.tag) {
      case TypeTag::boolean:
        return within(0, 1);
      case TypeTag::number: {
        if (type.of < 0) return std::nullopt;
        const language::Measure& measure = scenario_->program->measures[type.of];
        return within(measure.low * type.fine, measure.high * type.fine);
      }
      case TypeTag::entity:
        if (scenario_->size(type.of) == 0) return std::nullopt;
        return within(0, scenario_->size(type.of) - 1);
      case TypeTag::maybe:
        return within(-1, scenario_->size(type.of) - 1);
      case TypeTag::location:
        return within(0,
                      scenario_->ground.hexes + static_cast<int64_t>(scenario_->program->boxes.size()) - 1);
      case TypeTag::set: {
        std::vector<int32_t> members;
        for (int32_t member = 0; member < scenario_->size(type.of); ++member)
          if (random.below(3) == 0) members.push_back(member);
        return Value(std::move(members));
      }
      default:
        return std::nullopt;
    }
  }
  std::optional<std::vector<Value>> drawn(const std::vector<language::VarId>& params, Random& random) {
    std::vector<Value> all;
    for (const language::VarId param : params) {
      auto value = drawn(scenario_->program->vars[param].type, random);
      if (!value) return std::nullopt;
      all.push_back(std::move(*value));
    }
    return all;
  }

  static std::optional<Value> value_of(Evaluator& evaluator, bool field, language::Id id,
                                       const std::vector<Value>& arguments, const Position& position) {
    try {
      return evaluator.value_of(field, id, arguments, position);
    } catch (const Fault&) {
      return std::nullopt;
    }
  }
  void ask(bool field, language::Id id, const std::vector<Value>& arguments, const Position& position) {
    const auto a = value_of(with_, field, id, arguments, position);
    const auto b = value_of(without_, field, id, arguments, position);
    ASSERT_EQ(a.has_value(), b.has_value()) << "one of the two faults";
    if (!a) return;
    ASSERT_EQ(a->number, b->number);
    ASSERT_EQ(a->items, b->items);
  }

  std::shared_ptr<const Scenario> scenario_;

 public:
  std::shared_ptr<Counting> counting;

 private:
  Evaluator with_, without_;
};

class AnswersOfGames : public testing::TestWithParam<const char*> {};

TEST_P(AnswersOfGames, AreTheReferenceEvaluators) {
  const auto scenario = tests::example(GetParam());
  ASSERT_NE(scenario, nullptr);
  Both both(scenario);
  CompiledRules rules(scenario);
  Random random(7, 31);
  // The first few hundred questions are left to the reference evaluator.
  for (uint64_t game = 0; game < 400 && both.counting->answered < 2'000; ++game) {
    Position position = scenario->start;
    rules.begin(position);
    for (int at = 0; at < 25 && rules.node(position) != NodeKind::over; ++at) {
      ASSERT_NO_FATAL_FAILURE(both.ask_all(position, random));
      rules.playout(position, random, 7);
    }
  }
  EXPECT_GT(both.counting->answered, both.counting->left) << "most are answered";
}

INSTANTIATE_TEST_SUITE_P(Shipped, AnswersOfGames,
                         testing::Values("hex", "hex-skirmish", "interrupt", "cup", "../across-suez/spi-1980",
                                         "../across-suez/decision-games-2"),
                         [](const auto& game) {
                           std::string name = game.param;
                           std::erase_if(name,
                                         [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

void ask_random_rules(uint64_t from, uint64_t to, int positions) {
  int64_t programs = 0, answered = 0;
  for (uint64_t seed = from; seed < to; ++seed) {
    RandomRules wish;
    wish.seed = seed;
    wish.large = seed % 7 == 0;
    wish.depth = wish.large ? 2 : 3;
    std::string why;
    const std::string text = tests::random_rules(wish);
    const auto scenario = tests::bind_random(wish, text, &why);
    if (!scenario) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    Both both(scenario);
    Random random(seed, 32);
    Position position = scenario->start;
    for (int k = 0; k < positions; ++k) {
      tests::scramble(*scenario, position, random, k % 4 == 0 ? 100 : 5);
      ASSERT_NO_FATAL_FAILURE(both.ask_all(position, random));
    }
    ++programs;
    answered += both.counting->answered;
  }
  EXPECT_GT(programs, static_cast<int64_t>(to - from) / 2);
  EXPECT_GT(answered, 20 * programs);
}

TEST(AnswersOfRandomRules, AreTheReferenceEvaluators) {
  ask_random_rules(0, 40, 60);
}
TEST(SlowAnswersOfRandomRules, AreTheReferenceEvaluators) {
  ask_random_rules(1'000, 3'000, 80);
}

// What a table is worked out on leaves nothing behind: the code is the same where it was known.
TEST(StaticTables, AreTheSameWhereTheyWereKnown) {
  for (const char* name : {"hex", "cup", "../across-suez/spi-1980", "../across-suez/decision-games-2"}) {
    const auto scenario = tests::example(name);
    ASSERT_NE(scenario, nullptr);
    compiled::TableCache::shared().forget();
    const CompiledRules first(scenario);
    const size_t made = compiled::TableCache::shared().tables();
    const CompiledRules second(scenario);
    EXPECT_EQ(compiled::TableCache::shared().tables(), made) << "all were known";
    EXPECT_EQ(first.listing(), second.listing()) << name;
    EXPECT_TRUE(first.runs_as(second)) << name;
  }
}

// A variant whose data differ takes no table of another: after one altered cell both evaluators still agree.
TEST(StaticTables, OfVariantsAreTheirOwn) {
  const auto scenario = tests::example("../across-suez/spi-1980");
  ASSERT_NE(scenario, nullptr);
  const CompiledRules original(scenario);
  Random random(3, 33);
  int tried = 0, others = 0;
  for (const language::Mutant& mutant : language::mutants(*scenario->program)) {
    if (!mutant.what.starts_with("table") && !mutant.what.starts_with("definition one step")) continue;
    if (tried++ % 12 != 0) continue;
    auto altered = std::make_shared<Scenario>(*scenario);
    altered->program = language::altered(*scenario->program, mutant);
    const CompiledRules with_tables(altered);
    compiled::TableCache::shared().forget();
    const CompiledRules without_tables(altered);
    EXPECT_EQ(with_tables.listing(), without_tables.listing()) << mutant.name;
    EXPECT_TRUE(with_tables.runs_as(without_tables)) << mutant.name;
    others += original.runs_as(with_tables) ? 0 : 1;
  }
  EXPECT_GT(tried, 24);
  EXPECT_GT(others, 1) << "some of them are played otherwise";
}

// The compiled form lists and gives values; how a claim comes out is the same.
TEST(ClaimsInBulk, ComeOutAsOneByOne) {
  for (const char* name : {"../across-suez/spi-1980", "cup"}) {
    const auto scenario = tests::example(name);
    ASSERT_NE(scenario, nullptr);
    // Some claims of an altered ruleset fail.
    std::vector<std::shared_ptr<const Scenario>> all{scenario};
    size_t number = 0;
    for (const language::Mutant& mutant : language::mutants(*scenario->program)) {
      if (mutant.of != language::MutantOf::rule || number++ % 400 != 75) continue;
      auto altered = std::make_shared<Scenario>(*scenario);
      altered->program = language::altered(*scenario->program, mutant);
      all.push_back(std::move(altered));
    }
    size_t failed = 0;
    for (const auto& one : all) {
      Claims slowly(one), in_bulk(one, true);
      for (const language::Claim& claim : one->program->claims) {
        const ClaimAnswer a = slowly.run(claim), b = in_bulk.run(claim);
        ASSERT_EQ(claim_status_words(a.status), claim_status_words(b.status)) << name << ": " << claim.name;
        ASSERT_EQ(a.line, b.line) << claim.name;
        ASSERT_EQ(a.found, b.found) << claim.name;
        failed += is_as_said(a.status) ? 0U : 1U;
      }
    }
    EXPECT_GT(failed, 0U) << name;
  }
}

}  // namespace
}  // namespace casebook::runtime
