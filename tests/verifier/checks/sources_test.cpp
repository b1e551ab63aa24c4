// SPDX-License-Identifier: Apache-2.0
// Facts of pieces and of the map that no source attests, or only the text of another rulebook.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/verifier/checks/other_answers.h"
#include "tests/verifier/checks/small_rules_texts.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// `texts`: those of the rulebook.
Verification sources_of(const std::string& rules, const DataText& data,
                        const std::vector<std::string>& texts) {
  const Ruleset scenario = testing_support::scenario_of(rules, data);
  board::CaseList cases;
  cases.sources = texts;
  cases.cases.emplace_back().label = "1.0";
  cases.cases.emplace_back().label = "2.0";
  return verify({scenario->id, scenario->program, scenario, cases}, small_budget(), {"sources"});
}

const std::string free_hex = "    require 2.0 free: no x in unit on to\n";
const std::string provenances =
    "\"provenances\": {\"book\": {\"attested\": {\"source\": \"first\", \"case\": \"1.0\"}}, \"other\": "
    "{\"attested\": {\"source\": \"later\", \"case\": \"3.2\"}}, \"guess\": {\"reconstructed\": \"so it "
    "seems\"}}, \"provenance\": \"book\"";

// ---- of pieces

Verification sources_of_pieces(const std::vector<std::string>& texts) {
  const std::string might =
      "  given might(unit): turns = 1\n  define mightier(u: unit) -> bool = might(u) > 1\n";
  DataText data = board("A white a1 might=1\nB black b1 might=2 provenance={\"might\":\"other\"}");
  data.order_of_battle = provenances + ", " + data.order_of_battle;
  return sources_of(
      replaced(head + game + step + might, free_hex, "    require 2.0 mighty: mightier(u)\n" + free_hex),
      data, texts);
}

TEST(Sources, WhatOnlyAnotherRulebookAttestsIsAFinding) {
  const Verification result = sources_of_pieces({"first"});
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(headline_of(finding), "No text of this rulebook attests the might of 1 piece");
  EXPECT_THAT(finding.text, HasSubstr("later 3.2 attests them for B"));
  EXPECT_EQ(finding.concern, Concern::gap);
}

TEST(Sources, WhatATextOfThisRulebookAttestsIsNone) {
  EXPECT_THAT(sources_of_pieces({"first", "later"}).findings, IsEmpty());
  EXPECT_THAT(sources_of_pieces({}).findings, IsEmpty()) << "the list names no texts";
}

// ---- of the map

/// Nobody may go into the marsh, over the sand, or over the wall.
const std::string ground = R"(  kind terrain = clear, sand, marsh, snow
  given terrain(hex): set of terrain = {clear}
  given wall(hexside): bool = no
)";

/// b1 is marsh, a2 sand, a1 snow, and a wall lies between b2 and b3.
Verification sources_of_map(const std::string& of_b1, const std::string& of_a2, const std::string& of_wall) {
  const auto from = [](const std::string& name) { return ", \"provenance\": \"" + name + "\""; };
  DataText data = board(pair);
  data.map =
      small_map(3, 3,
                provenances + R"(, "hexes": {"a1": {"terrain": ["snow"]}, "b1": {"terrain": ["marsh"])" +
                    from(of_b1) + R"(}, "a2": {"terrain": ["sand"])" + from(of_a2) +
                    R"(}}, "hexsides": [{"between": ["b2", "b3"], "wall": true)" + from(of_wall) + "}]");
  return sources_of(
      replaced(
          head + ground + game + step, free_hex,
          "    require 2.0 open: not (marsh in terrain(to)) and not (sand in terrain(to)) and not wall(from, to)\n" +
              free_hex),
      data, {"first"});
}

TEST(Sources, WhatIsReconstructedOfTheMapIsOneFinding) {
  const Verification result = sources_of_map("book", "guess", "guess");
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(headline_of(finding), "No source states 2 of 4 facts of the map");
  EXPECT_THAT(finding.text, HasSubstr("Play depends on these facts: with"));
  EXPECT_THAT(finding.text, HasSubstr("in place of sand for a2"));
  EXPECT_THAT(finding.details,
              testing::Contains("Without a source: 1 of 3 of \"terrain\" and 1 of 1 of \"wall\""));
  EXPECT_EQ(finding.concern, Concern::gap);
}

TEST(Sources, WhereOnlyAnotherRulebookSaysWhichHexIsMeantIsAFinding) {
  const Verification result = sources_of_map("other", "book", "book");
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(headline_of(finding), "No text of this rulebook says which hex has the terrain \"marsh\"");
  EXPECT_THAT(finding.text, HasSubstr("later 3.2 attests it for b1"));
}

/// A number has no members that could be named.
TEST(Sources, ANumberOfHexesIsCountedAndHasNoSortsOfGround) {
  DataText data = board(pair);
  data.map = small_map(3, 3, provenances + R"(, "hexes": {"b1": {"depth": 2, "provenance": "other"}})");
  const Verification result =
      sources_of(replaced(head + "  given depth(hex): turns = 0\n" + game + step, free_hex,
                          "    require 2.0 open: depth(to) < 2\n" + free_hex),
                 data, {"first"});
  EXPECT_THAT(result.findings, IsEmpty()) << shown(result.findings);
}

TEST(Sources, AMapOfItsRulebookAloneIsNoFinding) {
  EXPECT_THAT(sources_of_map("book", "book", "book").findings, IsEmpty());
}

}  // namespace
}  // namespace casebook::checks
