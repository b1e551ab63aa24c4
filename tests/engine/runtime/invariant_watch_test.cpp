// SPDX-License-Identifier: Apache-2.0
// Invariants watched in a game: which are due where, what is kept of a breach, and that the two evaluators
// are never believed where they disagree.
#include "engine/runtime/claims/invariant_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/compiled/compiled.h"
#include "tests/support/rules_text.h"

namespace casebook::runtime {
namespace {

using testing_support::DataText;
using testing_support::scenario_of;
using testing_support::small_map;
using testing_support::units;

std::shared_ptr<const Scenario> counting(const std::string& invariants) {
  DataText data;
  data.map = small_map(3, 3);
  data.order_of_battle = units("A white a1\nB black c3\n");
  return scenario_of(R"(edition counting "Counting"
case 1.0
  kind side = white, black
  kind unit on map
  box off
  given side(unit): side
  measure small from 0 to 9
  state n: small
  state seen: set of unit
  action step(u in unit at g, to in neighbours(g))
    do
      place(u) := to
      seen += {u}
  action wait()
  procedure game
    repeat at most 6 times
      round(1)
    end game drawn
  procedure round(k: small)
    state mine: small = 4
    choose by white
      wait()
    n := n + k
    mine := mine + 1
)" + invariants,
                     data);
}

/// Plays the first choice everywhere, watched by the compiled form (or what is given for it) and by the
/// reference evaluator.
struct Watched {
  explicit Watched(const std::shared_ptr<const Scenario>& scenario)
      : Watched(scenario, std::make_unique<CompiledInvariants>(scenario)) {}
  Watched(const std::shared_ptr<const Scenario>& scenario, std::unique_ptr<CompiledInvariants> form)
      : compiled(scenario, std::move(form)), reference(scenario) {
    CompiledRules rules(scenario);
    ReferenceRules plain(scenario);
    compiled.listen_to(rules);
    reference.listen_to(plain);
    for (uint64_t game = 1; game <= 2; ++game) {
      Position a = scenario->start, b = scenario->start;
      rules.begin(a);
      plain.begin(b);
      compiled.begin(a, game);
      reference.begin(b, game);
      std::vector<Choice> choices;
      while (rules.node(a) == NodeKind::choose) {
        rules.choices(a, choices);
        rules.apply(a, choices[0]);
        plain.apply(b, choices[0]);
        compiled.step(a);
        reference.step(b);
      }
    }
  }

  static std::string told(const InvariantWatch& watch) {
    std::string text = std::to_string(watch.asked()) + " asked\n";
    for (const BrokenInvariant& one : watch.broken())
      text += watch.invariant(one.invariant).name + " game " + std::to_string(one.game) + " step " +
              std::to_string(one.step) + " in " + std::to_string(one.games) + "\n" + one.derivation;
    return text;
  }

  InvariantWatch compiled, reference;
};

TEST(InvariantWatch, CompiledSaysWhatTheReferenceEvaluatorSays) {
  const Watched both(counting(R"(  invariant little: n < 3
  invariant inside in round: mine + n <= 9
  invariant slow at every step: n <= before(n) + 1
  invariant stuck at every step: n = before(n) or before(n) < 4
  invariant quiet at every step: before(seen) within seen
  invariant ended at end of round: mine = 5 and n < 6
)"));
  EXPECT_EQ(Watched::told(both.compiled), Watched::told(both.reference));
  EXPECT_THAT(Watched::told(both.compiled), testing::HasSubstr("little game 1 step 3 in 2"));
  EXPECT_THAT(Watched::told(both.compiled), testing::HasSubstr("stuck game 1 step 5 in 2"));
  EXPECT_THAT(Watched::told(both.compiled), testing::HasSubstr("ended game 1 step 6 in 2"));
  EXPECT_THAT(Watched::told(both.compiled), testing::Not(testing::HasSubstr("slow")));
  EXPECT_EQ(both.compiled.broken().size(), 3U);
  // At the start and after five steps of six there is a choice; round ends six times. Of two games.
  EXPECT_EQ(both.compiled.asked(), 2U * (6 + 6 + 6 + 6 + 6 + 6));
  EXPECT_TRUE(both.compiled.disagreements().empty());
}

TEST(InvariantWatch, StepsInAProcedureAreThoseAfterWhichItRuns) {
  const Watched both(counting("  invariant early at every step in round: mine = 4 and before(n) < 3\n"));
  EXPECT_EQ(Watched::told(both.compiled), Watched::told(both.reference));
  EXPECT_EQ(both.compiled.asked(), 2U * 5) << "after the last step it runs no more";
  EXPECT_THAT(Watched::told(both.compiled), testing::HasSubstr("early game 1 step 4 in 2"));
}

TEST(InvariantWatch, AFaultIsABreach) {
  const Watched both(counting("  invariant divided: 9 / (3 - n) rounded down > 0\n"));
  EXPECT_EQ(Watched::told(both.compiled), Watched::told(both.reference));
  EXPECT_THAT(Watched::told(both.compiled), testing::HasSubstr("divided game 1 step 3 in 2"));
}

TEST(InvariantWatch, NamesADisagreementInsteadOfABreach) {
  // Translated from rules in which it says something else.
  const Watched both(counting("  invariant little: n < 9\n"),
                     std::make_unique<CompiledInvariants>(counting("  invariant little: n < 3\n")));
  EXPECT_TRUE(both.compiled.broken().empty());
  ASSERT_EQ(both.compiled.disagreements().size(), 2U * 3);
  EXPECT_EQ(both.compiled.disagreements()[0].game, 1U);
  EXPECT_EQ(both.compiled.disagreements()[0].step, 3U);
  EXPECT_EQ(both.compiled.invariant(both.compiled.disagreements()[0].invariant).name, "little");
}

TEST(InvariantWatch, WhatIsNotTranslatedIsAskedAllTheSame) {
  const auto scenario = counting(R"(  invariant waits at every step: before(legal wait()) and n < 3
  invariant little: n < 9
)");
  const CompiledInvariants form(scenario);
  EXPECT_FALSE(form.can_ask(0)) << "an action was lawful before: only the reference evaluator knows";
  EXPECT_TRUE(form.can_ask(1));
  const Watched both(scenario);
  EXPECT_EQ(Watched::told(both.compiled), Watched::told(both.reference));
  EXPECT_THAT(Watched::told(both.compiled), testing::HasSubstr("waits game 1 step 3 in 2"));
  EXPECT_TRUE(both.compiled.disagreements().empty());
}

// A name has the value of its own position, and what is bound outside keeps it.
TEST(InvariantWatch, NamesKeepTheirPosition) {
  const Watched both(counting(R"(  invariant now at every step: let m = n in before(n) + 1 = m
  invariant later at every step: before(let m = n in m + 1) = n
  invariant both at every step: let m = n in before(m) = n and before(n + m) = 2 * n - 1
)"));
  EXPECT_EQ(Watched::told(both.compiled), Watched::told(both.reference));
  EXPECT_TRUE(both.compiled.broken().empty()) << Watched::told(both.compiled);
}

}  // namespace
}  // namespace casebook::runtime
