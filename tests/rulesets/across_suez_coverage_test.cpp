// SPDX-License-Identifier: Apache-2.0
// Coverage of Across Suez, SPI 1980: each numbered case is carried by something, and whatever carries it is
// missed when it is gone. docs/games/across-suez/coverage.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/text.h"
#include "engine/board/cases.h"
#include "engine/program/carriers.h"
#include "engine/runtime/control.h"
#include "tests/rulesets/across_suez_notice.h"
#include "tests/rulesets/across_suez_table.h"

namespace casebook::tests {
namespace {

using language::Mutant;

constexpr int games = 30;

std::string source(const std::string& file) {
  return std::string(CASEBOOK_SOURCE_DIR) + "/tests/rulesets/across_suez/" + file;
}

// The mutants that are known to be alike in play, and why: `name: what | reason`.
std::map<std::string, std::string> equivalents() {
  std::map<std::string, std::string> all;
  std::ifstream in(source("equivalent.txt"));
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("--")) continue;
    const size_t bar = line.find(" | ");
    all[line.substr(0, bar)] = bar == std::string::npos ? "" : line.substr(bar + 3);
  }
  return all;
}

// The same for every mutant of that name and alteration; where it stands is not said.
std::string key_of(const Mutant& mutant) {
  return mutant.name + ": " + mutant.what;
}

// What `casebook show --coverage` says of each case.
std::map<std::string, std::string> statuses() {
  const std::string command = std::string("'") + CASEBOOK_BINARY + "' show " + across_suez +
                              " --coverage --json --rulesets '" + CASEBOOK_SOURCE_DIR + "/rulesets'";
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  char buffer[4096];
  for (size_t count = 0; pipe != nullptr && (count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    text.append(buffer, count);
  EXPECT_EQ(pipe == nullptr ? -1 : ::pclose(pipe), 0) << command;
  std::map<std::string, std::string> all;
  const nlohmann::json document = nlohmann::json::parse(text);
  for (const auto& one : document.at("coverage")) all[one.at("case")] = one.at("status");
  return all;
}

board::CaseList printed_cases() {
  Diagnostics diagnostics;
  const auto list = board::load_cases(across_suez_folder() + "/cases.json", diagnostics);
  EXPECT_TRUE(list && diagnostics.empty());
  return list.value_or(board::CaseList{});
}

TEST(AcrossSuezCoverage, NoCaseIsOpenAndNoneIsMadeUp) {
  const auto computed = statuses();
  std::set<std::string> printed;
  for (const board::CaseLine& line : printed_cases().cases) {
    printed.insert(line.label);
    const auto found = computed.find(line.label);
    if (found == computed.end()) {
      ADD_FAILURE() << line.label << " is printed, and the rules do not know it";
      continue;
    }
    const std::set<std::string> done{"encoded", "explanatory", "silent", "doubtful"};
    EXPECT_TRUE(done.count(found->second)) << line.label << " is " << found->second;
    if (line.status == board::CaseStatus::explanatory) {
      EXPECT_EQ(found->second, "explanatory") << line.label << ": the list says so, the rules carry it";
    }
  }
  EXPECT_GE(printed.size(), 63u);
  for (const auto& [label, status] : computed)
    EXPECT_TRUE(printed.count(label)) << label << " is in the rules and not in cases.json";
}

TEST(AcrossSuezCoverage, StepsUnderOtherReadingsEndTheGame) {
  std::ifstream in(source("endings.json"));
  const nlohmann::json endings = nlohmann::json::parse(in);
  for (const auto& row : endings.at("rows")) {
    SCOPED_TRACE(row.at("why"));
    const auto game = lay_out(row);
    ASSERT_TRUE(game);
    EXPECT_EQ(runtime::outcome_text(game->scenario(), game->outcome()), row.at("ends"));
  }
}

struct Tally {
  int mutants = 0, alike = 0;
  std::map<std::string, int> by;
};

/// Alters the rules in one place at a time, in every place or in a sample: the first of each case and every eighth.
void notice_what_is_altered(bool is_sample) {
  const Noticer noticer(games);
  ASSERT_EQ(noticer.problem, "");
  const language::Program& program = noticer.program();
  const auto all = language::mutants(program);
  EXPECT_GT(all.size(), 300u);

  const auto alike = equivalents();
  std::set<std::string> unused, there;
  for (const Mutant& mutant : all) there.insert(key_of(mutant));
  for (const auto& [key, why] : alike) {
    EXPECT_FALSE(why.empty()) << key << " has no reason";
    EXPECT_TRUE(there.contains(key)) << key << " is said to be alike in play, and is not there any more";
    unused.insert(key);
  }
  const char* const said = std::getenv("CASEBOOK_MUTANTS");  // "all": say of each what noticed it
  std::map<language::CaseId, Tally> tallies;
  int tried = 0, noticed = 0;
  for (const Mutant& mutant : all) {
    const bool is_first = std::any_of(mutant.labels.begin(), mutant.labels.end(),
                                      [&](language::CaseId label) { return !tallies.count(label); });
    if (is_sample && !is_first && mutant.number % 8 != 0) continue;
    ++tried;
    const Notice notice = noticer.notice(mutant);
    const auto known = alike.find(key_of(mutant));
    for (const language::CaseId label : mutant.labels) {
      Tally& tally = tallies[label];
      ++tally.mutants;
      if (notice.by != Notice::By::nothing)
        ++tally.by[notice_name(notice.by)];
      else if (known != alike.end())
        ++tally.alike;
    }
    if (said != nullptr)
      std::cout << mutant.number << " " << mutant_text(program, mutant) << " -> " << notice_name(notice.by)
                << " " << notice.where << "\n"
                << std::flush;
    if (notice.by != Notice::By::nothing) {
      ++noticed;
    } else if (known != alike.end()) {
      unused.erase(known->first);
    } else {
      ADD_FAILURE() << "nothing notices " << mutant_text(program, mutant);
    }
  }
  if (is_sample) unused.clear();
  for (const std::string& key : unused) ADD_FAILURE() << key << " is said to be alike in play, and is not";

  // What has a number of its own and an effect has something that can be altered.
  for (const language::Carrier& carrier : language::carriers(program))
    EXPECT_TRUE(tallies.count(carrier.label))
        << program.label_text(carrier.label) << " is carried only by what no mutant alters: " << carrier.name;

  std::cout << tried << " of " << all.size() << " mutants, " << noticed
            << " noticed\ncase: mutants, noticed by\n";
  for (size_t label = 0; label < program.cases.size(); ++label) {
    const auto found = tallies.find(static_cast<language::CaseId>(label));
    if (found == tallies.end()) continue;
    std::cout << program.cases[label].label << ": " << found->second.mutants;
    for (const auto& [by, count] : found->second.by) std::cout << ", " << by << " " << count;
    if (found->second.alike != 0) std::cout << ", alike in play " << found->second.alike;
    std::cout << "\n";
  }
}

TEST(AcrossSuezCoverage, ASampleOfWhatCarriesACaseIsMissedWhenItIsGone) {
  notice_what_is_altered(true);
}
TEST(SlowAcrossSuezCoverage, WhateverCarriesACaseIsMissedWhenItIsGone) {
  notice_what_is_altered(false);
}

}  // namespace
}  // namespace casebook::tests
