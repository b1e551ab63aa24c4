// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/prose.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/word_reader.h"
#include "tests/support/rules_text.h"

namespace casebook {
namespace {

std::shared_ptr<const runtime::Scenario> loaded(const std::string& edition) {
  Diagnostics diagnostics;
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  request.id = edition;
  auto scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_TRUE(scenario) << diagnostics_text(diagnostics);
  return scenario;
}

std::string mixed(int64_t numerator, int64_t denominator) {
  return mixed_text(*Rational::make(numerator, denominator));
}

TEST(Prose, writes_mixed_numbers) {
  EXPECT_EQ(mixed(3, 1), "3");
  EXPECT_EQ(mixed(41, 2), "20½");
  EXPECT_EQ(mixed(1, 2), "½");
  EXPECT_EQ(mixed(-5, 2), "-2½");
  EXPECT_EQ(mixed(-2, 3), "-⅔");
  EXPECT_EQ(mixed(41, 12), "3 5/12");
  EXPECT_EQ(mixed(5, 12), "5/12");
}

TEST(Prose, tells_numbers_from_units_that_are_named_alike) {
  const Prose prose({loaded("across-suez/spi-1980")});
  // 23/2 is a unit; what has so many points left is a number all the same, by what `left` gives.
  EXPECT_EQ(prose("left(\"23/2\") = 23/2"), "left(\"23/2\") = 11½");
  EXPECT_EQ(prose("under one left(23/2) = 23/2, under the other left(23/2) = 11."),
            "under one left(23/2) = 11½, under the other left(23/2) = 11.");
  EXPECT_EQ(prose("mover = 23/2"), "mover = 23/2");
  EXPECT_EQ(prose("23/1, 23/2 and 14/21/1 have 41/2 left"), "23/1, 23/2 and 14/21/1 have 20½ left");
  EXPECT_EQ(prose("a file 01/02, 4/2 of them"), "a file 01/02, 4/2 of them");  // not as numbers are written
}

// What people read must be accepted where they type it.
TEST(Prose, writes_choices_that_are_read_again) {
  for (const char* edition : {"across-suez/spi-1980", "examples/hex-skirmish", "examples/cup"}) {
    const auto scenario = loaded(edition);
    ASSERT_TRUE(scenario);
    const Prose prose({scenario});
    runtime::Game game(runtime::make_compiled_rules(scenario), runtime::GameSettings{.seed = 7});
    size_t read = 0;
    for (size_t turn = 0; turn < 300 && game.node() != runtime::NodeKind::over; ++turn) {
      if (game.node() == runtime::NodeKind::chance) {
        ASSERT_TRUE(game.roll());
        continue;
      }
      const std::vector<runtime::Choice> choices = game.choices();
      ASSERT_FALSE(choices.empty());
      for (size_t i = 0; i < choices.size(); i += choices.size() / 8 + 1) {
        const std::string text = prose(runtime::choice_text(*scenario, game.position(), choices[i]));
        Diagnostics diagnostics;
        const auto named = runtime::parse_choice(*scenario, game.position(), text, {}, diagnostics);
        ASSERT_TRUE(named) << text << "\n" << diagnostics_text(diagnostics);
        const auto all = runtime::choices_named(*scenario, game.position(), *named);
        EXPECT_NE(std::find(all.begin(), all.end(), choices[i]), all.end()) << text;
        ++read;
      }
      ASSERT_TRUE(game.play(choices[turn * 7 % choices.size()]));
    }
    EXPECT_GT(read, 40U) << edition;
  }
}

TEST(Prose, writes_numbers_that_a_choice_reads_again) {
  const auto scenario = testing_support::scenario_of(R"rules(edition t "T"
case 1.1
  kind side = white, black
  measure points by 1/24 from -50 to 50
  state left: points = 0
  procedure game
    end game drawn
)rules");
  ASSERT_TRUE(scenario);
  const language::Type type = scenario->program->states[0].type;
  for (int64_t value = -1200; value <= 1200; ++value) {
    runtime::WordReader reader(*scenario);
    const std::string text = prose_value(*scenario, type, value);
    EXPECT_EQ(reader.scalar(type, text), value) << text;
    EXPECT_EQ(reader.scalar(type, scenario->value_text(type, value)), value);
  }
  for (const char* wrong : {"½½", "1/2½", "-", "1-½", "1 -1/2", "1 ", "½1", " 1/2", "1/2 1/2", "--½"}) {
    runtime::WordReader reader(*scenario);
    EXPECT_FALSE(reader.scalar(type, wrong)) << wrong;
  }
}

TEST(Prose, says_a_headline_with_the_phrases_of_the_rules) {
  const auto scenario = testing_support::scenario_of(R"rules(edition t "T"
case 1.1
  kind side = white, black
  kind unit on map
  box off
  measure points by 1/2 from 0 to 40
  state mover: side
  state left(unit) "has points left:": points
  state tired(unit): bool
  state halted(unit) "has had to stop:": bool
  state pinned(unit) "may not move away:": bool
  state bound(unit) "must attack:": bool
  state supply(unit) "supply:": bool
  action pass()
  action lose(lost: set of u in unit, shown in no .. yes) "{lost} are lost (shown: {shown})"
  action step(u in unit, to in hex) "{u} moves to {to}"
  procedure game
    choose by mover
      pass()
      lose()
      step()
    end game won by white
)rules");
  const Prose prose({scenario});
  EXPECT_EQ(prose.sentence("after lose({A 1, 16/2}, no), the game is won by black"),
            "after “A 1 and 16/2 are lost (shown: no)”, the game is won by Black");
  EXPECT_EQ(prose.sentence("a permits step(A 1, 0512), b refuses it by 4.5 (far)"),
            "a permits “A 1 moves to 0512”, b refuses it by 4.5 (far)");
  EXPECT_EQ(prose.sentence("left(\"A 1\") = 23/2 in a, 11 in b"), "A 1 has points left: 11½ in a, 11 in b");
  EXPECT_EQ(prose.sentence("black chooses, white wins; the white units"),
            "Black chooses, White wins; the white units");
  EXPECT_EQ(prose.sentence("tired(\"A 1\") = yes in a"), "tired(\"A 1\") = yes in a");  // it has no phrase
  // What does not hold is said with `not`, where the phrase begins so that it can be.
  EXPECT_EQ(prose.sentence("with b, halted(\"A 1\") = no, in a"), "with b, A 1 has not had to stop, in a");
  EXPECT_EQ(prose.sentence("pinned(\"A 1\") = no."), "A 1 may move away.");
  EXPECT_EQ(prose.sentence("pinned(\"A 1\") = yes."), "A 1 may not move away.");
  EXPECT_EQ(prose.sentence("bound(\"A 1\") = no."), "A 1 need not attack.");
  EXPECT_EQ(prose.sentence("supply(\"A 1\") = no."), "A 1 supply: no.");
  EXPECT_EQ(prose.sentence("place(\"A 1\") is 0807, place(\"A 2\") = off"),
            "A 1 is in 0807, A 2 is in the Off box");
  EXPECT_EQ(prose.sentence("pass() by a, casebook play --choose 'step(A 1, 0512)'"),
            "pass() by a, casebook play --choose 'step(A 1, 0512)'");
  EXPECT_EQ(prose.sentence("lose({A 1"), "lose({A 1");
  EXPECT_EQ(prose("step(A 1, 0512)"), "step(A 1, 0512)");  // what is typed stays
}

TEST(Prose, names_what_stands_alone_among_arguments) {
  const auto scenario = loaded("across-suez/spi-1980");
  const Prose prose({scenario});
  EXPECT_EQ(prose("attack(16/2, no, {Matt 2}) is lawful"), "attack(16/2, guns: no, {Matt 2}) is lawful");
  EXPECT_EQ(
      prose("not step(Matt 1, 0512) nor attack(16/2, yes)"),  // another number of arguments: another name
      "not step(Matt 1, 0512) nor attack(16/2, yes)");
  EXPECT_EQ(prose("shifts(\"16/7\", {\"Baram 3\"}, no) = -2"),
            "shifts(\"16/7\", {\"Baram 3\"}, guns: no) = -2");
  EXPECT_EQ(prose("attack(16/2, no, {Matt 2"), "attack(16/2, no, {Matt 2");
  EXPECT_EQ(prose("attack(16/2, no, {Matt 2}), casebook legal p.json --why-not 'attack(16/2, no, {Matt 2})'"),
            "attack(16/2, guns: no, {Matt 2}), casebook legal p.json --why-not 'attack(16/2, no, {Matt 2})'");
  const Prose cup({loaded("examples/cup")});
  EXPECT_EQ(cup("assault(0203, {A}, 1)"), "assault(0203, {A}, air: 1)");
  EXPECT_EQ(Prose()("attack(16/2, no, {Matt 2}) 41/2"), "attack(16/2, no, {Matt 2}) 41/2");
}

// Whoever reads thirty names of units wants to know which units these are.
TEST(Prose, names_large_sets_by_what_their_members_have_in_common) {
  const auto scenario = loaded("across-suez/spi-1980");
  const auto& kinds = scenario->program->kinds;
  const auto unit =
      std::find_if(kinds.begin(), kinds.end(), [](const auto& one) { return one.name == "unit"; });
  const auto& units = scenario->members[static_cast<language::KindId>(unit - kinds.begin())];
  const Prose prose = Prose::naming_groups({scenario});
  const auto set = [&](const std::vector<std::string>& without, const auto& wanted) {
    std::string text;
    for (size_t i = 0; i < units.size(); ++i)
      if (wanted(i) && std::find(without.begin(), without.end(), units[i]) == without.end())
        text += (text.empty() ? "" : ", ") + units[i];
    return "{" + text + "}";
  };
  const auto everybody = [](size_t) { return true; };
  EXPECT_EQ(prose.sentence("in_contact = " + set({}, everybody)),
            "in_contact = all " + std::to_string(units.size()) + " units");
  EXPECT_EQ(
      prose.sentence("lose(" + set({"Matt 1", "16/1"}, everybody) + ")"),
      "\u201cthe attacker loses all " + std::to_string(units.size()) + " units but 16/1 and Matt 1\u201d");
  // A few names are read as they are, and what is no set of pieces stays.
  EXPECT_EQ(prose.sentence("lose({Matt 1, Matt 2})"), "\u201cthe attacker loses Matt 1 and Matt 2\u201d");
  EXPECT_EQ(prose.sentence("of {0101, 0102, 0103, 0104, 0105, 0106}"),
            "of {0101, 0102, 0103, 0104, 0105, 0106}");
  // Without anything in common they are counted.
  EXPECT_EQ(prose.sentence("lose({Matt 1, 16/1, Matt 2, 16/2, Erez 1, 23/2})"),
            "\u201cthe attacker loses Matt 1, 16/1, Matt 2 and 3 more units\u201d");
  // Without a word for groups a sentence is as it was.
  EXPECT_EQ(Prose({scenario}).sentence("of {A, B, C, D, E, F}"), "of {A, B, C, D, E, F}");
}

}  // namespace
}  // namespace casebook
