// SPDX-License-Identifier: Apache-2.0
// The later edition of Across Suez: its games, and its readings, each value with a position on which it makes
// a difference in play (tests/rulesets/across_suez/decision-games-2-readings.txt; a reading shared with SPI
// 1980 shows on a position of that edition; options that are on stand after it, as in
// across_suez_readings.txt).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/text.h"
#include "tests/rulesets/across_suez_notice.h"
#include "tests/rulesets/across_suez_table.h"
#include "tests/rulesets/reading_rows.h"
#include "tests/support/battery.h"

namespace casebook::tests {
namespace {

constexpr const char* edition = "across-suez/decision-games-2";

std::vector<ReadingRow> rows() {
  return reading_rows("across_suez/decision-games-2-readings.txt");
}

runtime::Position start_of(const std::shared_ptr<const runtime::Scenario>& scenario) {
  return runtime::Game(runtime::make_compiled_rules(scenario)).position();
}

TEST(AcrossSuezLaterEdition, EachValueOfAReadingHasAPositionOnWhichItMatters) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  for (const ReadingRow& row : rows()) {
    if (only_claimed(row)) {
      expect_claimed(*scenario->program, row);
      continue;
    }
    expect_it_matters(edition, row,
                      std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/across-suez/" + row.position);
  }
}

TEST(AcrossSuezLaterEdition, NoReadingIsLeftOut) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  const language::Program& program = *scenario->program;
  for (const language::Reading& reading : program.readings) {
    // What stays as it was, under its own number, is tried where it comes from.
    const language::Case& one = program.cases[reading.label];
    const bool own = program.range_of(reading.place).file.find("decision-games-2") != std::string::npos;
    const bool stays = std::any_of(one.same_as.begin(), one.same_as.end(), [&](int32_t parent) {
      return program.parent_labels[static_cast<size_t>(parent)] == one.label;
    });
    if (!own && stays) continue;
    expect_every_value(program, reading, rows());
  }
  EXPECT_GE(program.readings.size(), 20u);
}

TEST(AcrossSuezLaterEdition, PlaysToTheEndWithEveryInvariant) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  EXPECT_EQ(play_on(scenario, start_of(scenario), 10), 10);
}

// Under each value of each reading: play has to end there too.
TEST(AcrossSuezLaterEditionSlow, PlaysToTheEndUnderEveryReading) {
  for (const ReadingRow& row : rows()) {
    SCOPED_TRACE(row.reading + "=" + row.value);
    const auto scenario = shipped_scenario(edition, {}, {{row.reading, row.value}});
    ASSERT_TRUE(scenario);
    EXPECT_EQ(play_on(scenario, start_of(scenario), 1), 1);
  }
}

// Mutants of what stands in the files of this edition itself; what it inherits is tried with SPI 1980. They
// are noticed by its games, by the positions of its readings and of docs/editions, and by its claims.
TEST(AcrossSuezLaterEdition, WhateverItSaysItselfIsMissedWhenItIsGone) {
  std::vector<NoticeRow> positions;
  for (const ReadingRow& row : rows()) {
    if (only_claimed(row)) continue;
    NoticeRow one{{row.options.begin(), row.options.end()}, "across-suez/" + row.position, row.script};
    positions.push_back(one);
    one.switches[row.reading] = row.value;
    positions.push_back(one);
  }
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/docs/editions/across-suez.json");
  const auto page = nlohmann::json::parse(in);
  for (const auto& entry : page.at("differences")) {
    NoticeRow one{{}, entry.at("position"), entry.value("play", "")};
    const nlohmann::json set = entry.value("switches", nlohmann::json::object());
    for (const auto& [name, value] : set.items()) one.switches[name] = value.get<std::string>();
    positions.push_back(std::move(one));
  }
  const Noticer noticer(edition, positions, 3);
  ASSERT_EQ(noticer.problem, "");
  const language::Program& program = noticer.program();
  std::map<std::string, std::string> alike;  // `name: what`, and why it plays alike
  std::ifstream list(std::string(CASEBOOK_SOURCE_DIR) +
                     "/tests/rulesets/across_suez/decision-games-2-equivalent.txt");
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line.starts_with("--")) continue;
    const auto parts = split(line, '|');
    ASSERT_EQ(parts.size(), 2u) << line << " has no reason";
    alike[std::string(trimmed(parts.at(0)))] = parts.at(1);
  }
  const char* const said = std::getenv("CASEBOOK_MUTANTS");  // "all": say of each what noticed it
  int own = 0;
  for (const language::Mutant& mutant : language::mutants(program)) {
    if (program.range_of(mutant.place).file.find("decision-games-2") == std::string::npos) continue;
    ++own;
    const Notice notice = noticer.notice(mutant);
    const bool known = notice.by == Notice::By::nothing && alike.erase(mutant.name + ": " + mutant.what) != 0;
    EXPECT_TRUE(known || notice.by != Notice::By::nothing)
        << "nothing notices " << language::mutant_text(program, mutant);
    if (said != nullptr)
      std::cout << mutant.number << " " << language::mutant_text(program, mutant) << " -> "
                << notice_name(notice.by) << " " << notice.where << "\n"
                << std::flush;
  }
  for (const auto& [key, why] : alike)
    ADD_FAILURE() << key << " is said to be alike in play, and is not, or is not there any more";
  EXPECT_GT(own, 90);
  std::cout << own << " mutants\n";
}

TEST(AcrossSuezLaterEdition, Battery) {
  const BatteryReport report = run_battery({.edition = edition, .games = 1});
  EXPECT_EQ(report.games, 1U);
  EXPECT_GT(report.inside, 300U);
}

TEST(AcrossSuezLaterEditionSlow, Battery) {
  EXPECT_EQ(run_battery({.edition = edition, .games = 20}).games, 20U);
}

}  // namespace
}  // namespace casebook::tests
