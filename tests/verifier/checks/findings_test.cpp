// SPDX-License-Identifier: Apache-2.0
// docs/findings: the errata lists are what `verify` says today, and enough of them is real.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace casebook::checks {
namespace {

struct Edition {
  std::string name;
  size_t least;  // findings that an editor has to answer
};

const std::vector<Edition> editions{{"spi-1980", 20}, {"decision-games-1", 20}, {"decision-games-2", 25}};

std::string page_of(const std::string& name) {
  return std::string(CASEBOOK_SOURCE_DIR) + "/docs/findings/" + name + ".md";
}

/// The page of what is proved of it, where there is one.
std::string proofs_of(const std::string& name) {
  const std::string page = "docs/proofs/" + name + ".md";
  return std::ifstream(std::string(CASEBOOK_SOURCE_DIR) + "/" + page).good() ? " --proofs " + page : "";
}

std::string contents(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Entry {
  std::string section, cases, first_case, headline, text;
};

/// The table at the head of a page: the cases of each entry, by its number.
std::map<std::string, std::string> cases_by_number(const std::string& page) {
  std::map<std::string, std::string> all;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || std::isdigit(static_cast<unsigned char>(line[2])) == 0) continue;
    const size_t end = line.find(" | ");
    all[line.substr(2, end - 2)] = line.substr(end + 3, line.find(" | ", end + 3) - end - 3);
  }
  return all;
}

/// What an editor has to answer, as the page has it: idle rules, borrowed ones and notes have no heading.
std::vector<Entry> entries_of(const std::string& page) {
  const std::map<std::string, std::string> cases = cases_by_number(page);
  std::vector<Entry> all;
  std::string section;
  bool open = false;  // an entry, until the next heading
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) {
      section = line.substr(3);
      open = false;
    }
    if (line.starts_with("### ") && section != "Acknowledged findings") {  // those are answered
      open = true;
      Entry& entry = all.emplace_back();
      entry.section = section;
      const size_t dot = line.find(". ");
      const auto found = cases.find(line.substr(4, dot - 4));
      if (found == cases.end()) continue;
      entry.cases = found->second;
      // A headline that names its case stands alone; every other one follows its cases.
      entry.headline = line.substr(dot + 2);
      if (entry.headline.starts_with(entry.cases + ": "))
        entry.headline = entry.headline.substr(entry.cases.size() + 2);
      if (const size_t title = entry.headline.find("): ");
          title != std::string::npos && entry.headline.starts_with(entry.cases + " ("))
        entry.headline = entry.headline.substr(title + 3);
      entry.first_case = entry.cases.substr(0, entry.cases.find(" and "));
      if (!entry.cases.starts_with("\"chart: "))
        entry.first_case = entry.first_case.substr(0, entry.first_case.find(", "));
    } else if (open) {
      all.back().text += line + "\n";
    }
  }
  return all;
}

/// Each heading is one thing to decide: what is found in play of something that is marked stands in its
/// entry. What cannot be done is counted once a case all the same.
size_t distinct(const std::vector<Entry>& entries) {
  std::set<std::string> counted;
  for (const Entry& one : entries)
    counted.insert(one.text.find("CANNOT BE DONE.") != std::string::npos ? one.cases
                                                                         : one.cases + ": " + one.headline);
  return counted.size();
}

TEST(Findings, are_many_and_each_has_cases_and_places_or_a_position) {
  for (const Edition& edition : editions) {
    SCOPED_TRACE(edition.name);
    const std::string page = contents(page_of(edition.name));
    const std::vector<Entry> entries = entries_of(page);
    EXPECT_GE(distinct(entries), edition.least);
    EXPECT_EQ(page.find("TOOL ERROR"), std::string::npos);
    EXPECT_NE(page.find("\n## Proofs\n"), std::string::npos);
    if (!proofs_of(edition.name).empty()) {  // the floor of that page is InductionSlowFloor's
      EXPECT_THAT(page, testing::ContainsRegex("[|] `seven_turns` [|] [0-9.()]+ [|] PROVED [|] "));
    }
    for (const Entry& one : entries) {
      EXPECT_NE(one.cases, "") << one.headline << one.text;
      EXPECT_TRUE(one.text.find("- Position (") != std::string::npos ||
                  one.text.find("- Place: ") != std::string::npos ||
                  one.text.find("- Game: ") != std::string::npos)
          << one.text;
      EXPECT_NE(one.text.find("Answer of the editor:"), std::string::npos) << one.text;
      EXPECT_EQ(one.text.find("BORROWED"), std::string::npos) << one.text;
    }
  }
}

// The number that the page says itself is that of its entries, and nothing that was found in play of
// something marked has an entry of its own: of 9.2, 7.4 and 6.3 of SPI 1980 each question stands once, with
// both.
TEST(Findings, of_one_mistake_count_once) {
  for (const Edition& edition : editions) {
    SCOPED_TRACE(edition.name);
    const std::string page = contents(page_of(edition.name));
    const std::vector<Entry> entries = entries_of(page);
    EXPECT_EQ(distinct(entries), entries.size());
    EXPECT_THAT(page,
                testing::HasSubstr("\n" + std::to_string(entries.size()) + " findings want an answer: "));
    size_t joined = 0;
    for (const Entry& one : entries) {
      // Of some part of it; a claim that is disputed is marked itself.
      bool without_mark =
          one.text.find("\n- Casebook found this without the mark too: ") != std::string::npos;
      for (size_t at = one.text.find("\nThe same defect as "); at != std::string::npos;
           at = one.text.find("\nThe same defect as ", at + 1)) {
        const std::string part = one.text.substr(at, one.text.find("\n**", at) - at);
        without_mark = without_mark || (part.find("marked this contradiction") == std::string::npos &&
                                        part.find("marked this question") == std::string::npos);
      }
      joined += without_mark ? 1U : 0U;
    }
    EXPECT_GE(joined, 3U);
    EXPECT_THAT(page, testing::HasSubstr(". " + std::to_string(joined) +
                                         " of the marked defects were also found without the mark"));
    for (const Entry& one : entries)
      EXPECT_FALSE(one.headline.find("orders a piece to do what it cannot") != std::string::npos ||
                   one.headline.find("can demand more than a player can give") != std::string::npos)
          << one.headline;
  }
  const std::vector<Entry> spi = entries_of(contents(page_of("spi-1980")));
  const auto of = [&](const std::string& cases, const std::string& headline) -> std::string {
    for (const Entry& one : spi)
      if (one.cases == cases && one.headline.starts_with(headline)) return one.text;
    return {};
  };
  EXPECT_THAT(of("9.2", "A unit must attack, but its only enemy"),
              testing::HasSubstr("9.2 orders a piece to do what it cannot"));
  EXPECT_THAT(of("7.4", "Are the Egyptian arrival hexes"),
              testing::HasSubstr("The schedule says that units enter at 1307"));
  EXPECT_THAT(of("6.3", "All the attackers together are weaker"),
              testing::HasSubstr("6.3 (Results) can demand more than a player can give"));
  EXPECT_THAT(
      of("6.3", "Who chooses"),
      testing::AllOf(
          testing::AnyOf(testing::HasSubstr("found this without the mark too: check `questions`"),
                         testing::HasSubstr("Who makes the choice \"the attacker loses some units\"")),
          testing::Not(testing::HasSubstr("can demand more than a player can give"))));
}

// What is most serious is told at the head, each with its ground, in the order that the sentence says.
TEST(Findings, are_weighed_and_the_most_serious_stands_first) {
  for (const Edition& edition : editions) {
    SCOPED_TRACE(edition.name);
    const std::string page = contents(page_of(edition.name));
    const size_t begin = page.find("\n## All findings that need an answer\n");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_LT(begin, page.find("\n### "));
    std::vector<std::string> grounds;
    std::istringstream lines(page.substr(begin, page.find("\n## ", begin + 4) - begin));
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("| ") && std::isdigit(static_cast<unsigned char>(line[2])) != 0)
        grounds.push_back(line.substr(line.rfind(" | ", line.size() - 3) + 3));
    EXPECT_EQ(grounds.size(), entries_of(page).size());
    ASSERT_FALSE(grounds.empty());
    EXPECT_THAT(grounds.front(), testing::AnyOf(testing::StartsWith("play stops; "),
                                                testing::StartsWith("a rule has no value; ")));
    const auto is_of_play = [](const std::string& one) {
      return !one.starts_with("the question is open") && one.find(" games |") != std::string::npos;
    };
    bool open = false;
    for (const std::string& one : grounds) {
      open = open || one.starts_with("the question is open");
      EXPECT_FALSE(open && is_of_play(one)) << one;
    }
  }
}

// 6.3 lets the attackers lose all they have where they are together weaker than the defender; nobody has said
// that this is the way out of anything, and hardly a game comes there.
// Without the part that the rules files supply, play stops where nobody can pay. A copy has its mark in the text, the switch
// leaves nothing of it.
TEST(Findings, TheLossThatNobodyCanPayIsFoundWhereNoWayOutIsLeft) {
  const testing_support::TemporaryFolder folder;
  const std::string copy = (folder.path() / "rulesets").string(), source = CASEBOOK_SOURCE_DIR "/rulesets";
  std::filesystem::create_directories(copy);
  std::filesystem::copy(source + "/across-suez", copy + "/across-suez",
                        std::filesystem::copy_options::recursive);
  const std::string rules = copy + "/across-suez/spi-1980/06-combat.rules";
  std::string text = contents(rules);
  const size_t demand = text.find("worth(lost) >= owed() or\n");
  ASSERT_NE(demand, std::string::npos);
  const size_t way_out = text.find('\n', demand);
  text.erase(way_out, text.find('\n', way_out + 1) - way_out);
  text.erase(way_out - 3, 3);
  std::ofstream(rules) << text;
  for (const auto& [edition, library] : {std::pair{std::string("across-suez/spi-1980"), copy},
                                         {"across-suez/spi-1980+without=lose", source}}) {
    SCOPED_TRACE(edition + " in " + library);
    const std::string said = (folder.path() / "said").string();
    const std::string command = std::string("\"") + CASEBOOK_BINARY + "\" verify " + edition +
                                " --rulesets \"" + library + "\" --only ways-out > \"" + said + "\" 2>&1";
    EXPECT_EQ(std::system(command.c_str()) >> 8, 40);
    EXPECT_THAT(contents(said),
                testing::AllOf(testing::HasSubstr("6.3 (Results) can demand more than a player can give"),
                               testing::HasSubstr("The rules name no way out"),
                               testing::HasSubstr("(grade 1: reachable)")));
  }
}

TEST(SlowFindings, TheLossThatNobodyCanPayIsFoundByItself) {
  const testing_support::TemporaryFolder folder;
  // In the later edition the phase begins with other choices.
  for (const auto& [edition, label] : {std::pair{"spi-1980", "6.3"}, std::pair{"decision-games-2", "7.3"}}) {
    SCOPED_TRACE(edition);
    const std::string said = (folder.path() / "said").string();
    const std::string command = std::string("\"") + CASEBOOK_BINARY + "\" verify across-suez/" + edition +
                                " --rulesets \"" + CASEBOOK_SOURCE_DIR + "/rulesets\" --only ways-out > \"" +
                                said + "\" 2>&1";
    EXPECT_EQ(std::system(command.c_str()) >> 8, 40);
    const std::string text = contents(said);
    EXPECT_THAT(text, testing::HasSubstr("CANNOT BE DONE  " + std::string(label) +
                                         " (Results) can demand more than a player can give"));
    EXPECT_THAT(text, testing::HasSubstr("permits an exception"));
    EXPECT_THAT(text, testing::HasSubstr(std::string("case ") + edition + " " + label));
  }
}

// Minutes each: the lists are made again, byte by byte. CASEBOOK_WRITE_FINDINGS=1 writes them anew.
TEST(SlowFindings, are_what_verify_says_today) {
  const testing_support::TemporaryFolder folder;
  for (const Edition& edition : editions) {
    SCOPED_TRACE(edition.name);
    const bool write = std::getenv("CASEBOOK_WRITE_FINDINGS") != nullptr;
    const std::string made =
        write ? page_of(edition.name) : (folder.path() / (edition.name + ".md")).string();
    // Places are told relative to the folder in which it runs.
    const std::string command = std::string("cd \"") + CASEBOOK_SOURCE_DIR + "\" && \"" + CASEBOOK_BINARY +
                                "\" report across-suez/" + edition.name + " --errata \"" + made + "\"" +
                                proofs_of(edition.name) + " > \"" + (folder.path() / "said").string() +
                                "\" 2>&1";
    const int status = std::system(command.c_str());
    EXPECT_EQ(status >> 8, 40);
    EXPECT_EQ(contents(made), contents(page_of(edition.name)));
  }
}

/// What stands between the fences of a page.
std::string fenced(const std::string& page) {
  const std::string fence = "\n```text\n";
  const size_t from = page.find(fence), end = page.find("\n```\n", from + 1);
  return from == std::string::npos || end == std::string::npos
             ? std::string()
             : page.substr(from + fence.size(), end + 1 - from - fence.size());
}

// Ten minutes: the comparison of two editions is made again. CASEBOOK_WRITE_FINDINGS=1 writes it anew.
TEST(SlowFindings, the_comparison_is_what_compare_says_today) {
  const testing_support::TemporaryFolder folder;
  const std::string said = (folder.path() / "said").string();
  const std::string command = std::string("\"") + CASEBOOK_BINARY +
                              "\" compare across-suez/spi-1980 across-suez/decision-games-2 --rulesets \"" +
                              CASEBOOK_SOURCE_DIR + "/rulesets\" > \"" + said + "\" 2>/dev/null";
  EXPECT_EQ(std::system(command.c_str()) >> 8, 40);
  const std::string text = contents(said);
  const std::string made =
      text.substr(0, text.find("\nseed 1; casebook ") + 1);  // the version is another one
  const std::string page = contents(page_of("compared")), shown = fenced(page);
  if (std::getenv("CASEBOOK_WRITE_FINDINGS") != nullptr && !shown.empty()) {
    std::string anew = page;
    std::ofstream(page_of("compared")) << anew.replace(anew.find(shown), shown.size(), made);
  }
  EXPECT_EQ(made, fenced(contents(page_of("compared"))));
}

// An entry begins with its effect on play, and the page is one that is read to its end.
TEST(Findings, of_a_comparison_begin_with_the_effect_on_play) {
  const std::string shown = fenced(contents(page_of("compared")));
  EXPECT_LE(std::count(shown.begin(), shown.end(), '\n'), 200);
  size_t entries = 0, evidence = 0;
  std::istringstream lines(shown);
  std::string line, title;
  while (std::getline(lines, line)) {
    const bool is_title = line.size() > 4 && line[2] == '.' && line[3] == ' ';
    entries += is_title ? 1U : 0U;
    evidence += line.starts_with("    Evidence: ") ? 1U : 0U;
    if (title.find("decision-games-2") != std::string::npos) {
      EXPECT_THAT(line, testing::Not(testing::MatchesRegex("    (spi-1980|decision-games-2) [0-9].*: .*")))
          << title;
    }
    title = is_title ? line : std::string();
  }
  EXPECT_GE(entries, 10U);
  EXPECT_GE(evidence, 8U);
}

}  // namespace
}  // namespace casebook::checks
