// SPDX-License-Identifier: Apache-2.0
// Some of the choices where all of them are too many to list, or too many to wait for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/choice_limits.h"
#include "engine/runtime/reference/some_choices.h"
#include "engine/runtime/text/choice_text.h"
#include "tests/support/long_lists.h"

namespace casebook::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::send_any;
using testing_support::sending;

using ScenarioPtr = std::shared_ptr<const Scenario>;

/// Rules where white may send, though all that may be sent is too much for a list.
class AtTheChoice {
 public:
  explicit AtTheChoice(ScenarioPtr scenario) : rules(scenario), position(scenario->start) {
    rules.begin(position);
    std::vector<Choice> all;
    rules.choices(position, all);
    rules.ask_for_any_choice([](const Position&) { return true; });
    rules.apply(position, all.at(0));
    rules.ask_for_any_choice(nullptr);
  }
  std::vector<std::string> texts(const std::vector<Choice>& choices) const {
    std::vector<std::string> all;
    for (const Choice& one : choices) all.push_back(choice_text(rules.scenario(), position, one));
    return all;
  }
  bool offers(const std::string& words) {
    Diagnostics diagnostics;
    const auto named =
        parse_choice(rules.scenario(), position, words, {"choice", {1, 1}, {1, 1}}, diagnostics);
    return named && find_choice(rules, position, *named).has_value();
  }

  ReferenceRules rules;
  Position position;
};

TEST(SomeChoices, AreTheListWhereAllAreWanted) {
  for (const char* const action :
       {send_any, "  action send(team: set of t in token)\n    best 2.2 most count team\n",
        "  action send(team: set of t in token)\n    each t in team require 2.2 one: t != t3\n"}) {
    AtTheChoice at(sending(6, action));
    std::vector<Choice> list;
    at.rules.choices(at.position, list);
    const SomeChoices all = first_choices(at.rules, at.position, 1, 1000);
    EXPECT_TRUE(all.all);
    EXPECT_TRUE(all.choices == list) << action;
    EXPECT_THAT(all.limit, IsEmpty());
  }
}

TEST(SomeChoices, StopAsSoonAsThereAreEnough) {
  AtTheChoice at(sending(20, send_any));
  const SomeChoices few = first_choices(at.rules, at.position, 3, 3);
  EXPECT_THAT(at.texts(few.choices), ElementsAre("send({})", "send({t1})", "send({t2})"));
  EXPECT_FALSE(few.all);
  EXPECT_FALSE(few.gave_up);
  EXPECT_THAT(few.limit, IsEmpty());
}

TEST(SomeChoices, AreThereBeyondTheLimitOfALongList) {
  AtTheChoice at(sending(25, send_any));
  std::vector<Choice> list;
  at.rules.choices(at.position, list);
  EXPECT_THAT(list, IsEmpty());
  const SomeChoices few = first_choices(at.rules, at.position, 4, 1'000'000);
  EXPECT_THAT(at.texts(few.choices), ElementsAre("send({})", "send({t1})", "send({t2})", "send({t1, t2})"));
  EXPECT_FALSE(few.all);
  EXPECT_THAT(
      few.limit,
      HasSubstr("25 members may be in team of send (2.2), and Casebook lists the sets of at most 20"));
  EXPECT_TRUE(at.offers("send({t1, t2, t25})"));
  EXPECT_TRUE(at.offers("pass()"));
}

// Only the last sets in their order are lawful: nobody waits for them.
TEST(SomeChoices, GiveUpAfterSoManyAndSaySo) {
  AtTheChoice at(
      sending(25, "  action send(team: set of t in token)\n    require 2.2 many: count team >= 24\n"));
  const SomeChoices few = first_choices(at.rules, at.position, 3, 3);
  EXPECT_THAT(at.texts(few.choices), ElementsAre("pass()"));
  EXPECT_TRUE(few.gave_up);
  EXPECT_FALSE(few.all);
  const SomeChoices drawn = drawn_choices(at.rules, at.position, 5, 1);
  EXPECT_THAT(drawn.choices, SizeIs(5));
  for (const std::string& text : at.texts(drawn.choices)) EXPECT_TRUE(at.offers(text)) << text;
  EXPECT_FALSE(at.offers("send({t1, t2})"));
}

TEST(SomeChoices, DrawnBySeedAreLawfulDistinctAndTheSameAgain) {
  AtTheChoice at(
      sending(30,
              "  action send(team: set of t in token)\n    each t in team require 2.2 one: t != t3\n"
              "    require 2.2 some: count team >= 2\n"));
  const SomeChoices drawn = drawn_choices(at.rules, at.position, 8, 7);
  EXPECT_THAT(drawn.choices, SizeIs(8));
  EXPECT_GE(drawn.draws, 8U);
  EXPECT_TRUE(std::is_sorted(drawn.choices.begin(), drawn.choices.end()));
  EXPECT_EQ(std::adjacent_find(drawn.choices.begin(), drawn.choices.end()), drawn.choices.end());
  for (const std::string& text : at.texts(drawn.choices)) {
    EXPECT_TRUE(at.offers(text)) << text;
    EXPECT_EQ(text.find("t3,"), std::string::npos) << text;
  }
  EXPECT_TRUE(drawn_choices(at.rules, at.position, 8, 7).choices == drawn.choices);
  EXPECT_FALSE(drawn_choices(at.rules, at.position, 8, 8).choices == drawn.choices);
}

// With three choices in all nobody draws for ever.
TEST(SomeChoices, DrawingEndsWhereNothingNewIsFound) {
  AtTheChoice at(
      sending(25, "  action send(team: set of t in token)\n    require 2.2 empty: count team = 0\n"));
  const SomeChoices drawn = drawn_choices(at.rules, at.position, 5, 1);
  EXPECT_THAT(at.texts(drawn.choices), ElementsAre("send({})", "pass()"));
}

// A choice has room for 64 candidates, and a preference compares all sets: what else is offered is found.
TEST(SomeChoices, OfOtherAlternativesAreFoundWhereOneCannotBeTried) {
  for (const auto& [count, action] :
       {std::pair<int, const char*>{70, send_any},
        std::pair<int, const char*>{
            25, "  action send(team: set of t in token)\n    best 2.2 most count team\n"}}) {
    AtTheChoice at(sending(count, action));
    const SomeChoices few = first_choices(at.rules, at.position, 3, 3);
    EXPECT_THAT(at.texts(few.choices), ElementsAre("pass()"));
    EXPECT_FALSE(few.all);
    EXPECT_THAT(few.limit, HasSubstr("Casebook lists the sets of at most"));
    EXPECT_THAT(at.texts(drawn_choices(at.rules, at.position, 3, 1).choices), ElementsAre("pass()"));
  }
}

}  // namespace
}  // namespace casebook::runtime
