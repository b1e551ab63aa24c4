// SPDX-License-Identifier: Apache-2.0
// docs/findings: the errata lists are what `verify` says today, and enough of them is real.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
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

/// What an editor has to answer, as the page has it: what is idle, borrowed or for information has no
/// heading.
std::vector<Entry> entries_of(const std::string& page) {
  std::vector<Entry> all;
  std::string section;
  bool open = false;  // an entry, until the next heading
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) {
      section = line.substr(3);
      open = false;
    }
    if (line.starts_with("### ")) {
      open = true;
      Entry& entry = all.emplace_back();
      entry.section = section;
      const std::string rest = line.substr(line.find(". ") + 2);
      // A chart's case has a colon of its own: `chart: movement, lake: ...`
      const size_t colon = rest.find(": ", rest.starts_with("chart: ") ? 7 : 0);
      if (colon == std::string::npos) continue;
      entry.cases = rest.substr(0, colon);
      entry.headline = rest.substr(colon + 2);
      entry.first_case = entry.cases.substr(0, entry.cases.find(" and "));
      if (!entry.cases.starts_with("chart: "))
        entry.first_case = entry.first_case.substr(0, entry.first_case.find(", "));
    } else if (open) {
      all.back().text += line + "\n";
    }
  }
  return all;
}

constexpr const char* ambiguous = "What can be read in two ways that play differently";
constexpr const char* impossible = "What cannot be done as it stands";
constexpr const char* contradictory = "What the rules say twice, differently";

/// Several findings may be of one mistake: what cannot be done is counted once a case, and not at all where
/// another entry is of that case; nor is what is said twice where a reading asks which of the two holds.
size_t distinct(const std::vector<Entry>& entries) {
  std::set<std::string> elsewhere, readings, counted;
  for (const Entry& one : entries) {
    if (one.section != impossible) elsewhere.insert(one.cases);
    if (one.section == ambiguous) readings.insert(one.cases);
  }
  for (const Entry& one : entries) {
    if (one.section == impossible) {
      if (!elsewhere.contains(one.cases)) counted.insert(one.cases);
    } else if (one.section != contradictory || !readings.contains(one.first_case)) {
      counted.insert(one.cases + ": " + one.headline);
    }
  }
  return counted.size();
}

TEST(Findings, are_many_and_each_has_cases_and_places_or_a_position) {
  for (const Edition& edition : editions) {
    SCOPED_TRACE(edition.name);
    const std::string page = contents(page_of(edition.name));
    const std::vector<Entry> entries = entries_of(page);
    EXPECT_GE(distinct(entries), edition.least);
    EXPECT_EQ(page.find("TOOL ERROR"), std::string::npos);
    EXPECT_NE(page.find("\n## What is proved\n"), std::string::npos);
    if (!proofs_of(edition.name).empty())  // the floor of that page is InductionSlowFloor's
      EXPECT_THAT(page, testing::ContainsRegex("[|] `seven_turns` [|] [0-9.()]+ [|] PROVED [|] "));
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

TEST(Findings, of_one_mistake_count_once) {
  const std::string page =
      "## What cannot be done as it stands\n### 1. 7.4: Units enter by 0407, inside\n"
      "### 2. 7.4: Units enter by 1307, inside\n### 3. 9.2: must and cannot\n### 4. 6.3: cannot be paid\n"
      "## What the rules say twice, differently\n### 5. 13.1(4) and 14.1: zones\n### 6. chart: lake and "
      "11.0: "
      "exit\n"
      "## What can be read in two ways that play differently\n### 7. 9.2: what then?\n### 8. 13.1(4): "
      "which?\n"
      "### 9. 9.2: from when?\n";
  const std::vector<Entry> entries = entries_of(page);
  ASSERT_EQ(entries.size(), 9U);
  EXPECT_EQ(entries[5].first_case, "chart: lake");
  // 7.4; 6.3; the chart; three readings.
  EXPECT_EQ(distinct(entries), 6U);
}

// 6.3 lets the attackers lose all they have where they are together weaker than the defender; nobody has said
// that this is the way out of anything, and hardly a game comes there.
TEST(SlowFindings, TheLossThatNobodyCanPayIsFoundByItself) {
  const testing_support::TemporaryFolder folder;
  const std::string said = (folder.path() / "said").string();
  const std::string command = std::string("\"") + CASEBOOK_BINARY +
                              "\" verify across-suez/spi-1980 --rulesets \"" + CASEBOOK_SOURCE_DIR +
                              "/rulesets\" --only ways-out > \"" + said + "\" 2>&1";
  EXPECT_EQ(std::system(command.c_str()) >> 8, 40);
  const std::string text = contents(said);
  EXPECT_THAT(text, testing::HasSubstr("CANNOT BE DONE  What lose asks for cannot always be done"));
  EXPECT_THAT(text, testing::HasSubstr("only the way out is left"));
  EXPECT_THAT(text, testing::HasSubstr("case spi-1980 6.3"));
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

}  // namespace
}  // namespace casebook::checks
