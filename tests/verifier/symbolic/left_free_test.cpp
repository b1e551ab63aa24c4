// SPDX-License-Identifier: Apache-2.0
// What of the shipped rulesets the translation to Z3 leaves out or free: this list, and nothing else. What is
// new on it fails here, and so does what is gone from it.
#include <gtest/gtest.h>

#include <iostream>

#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "verifier/symbolic/prove/left_free.h"

namespace casebook::symbolic {
namespace {

std::string left_free_of(const std::string& folder, const std::string& file = "") {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + folder;
  if (!file.empty()) request.scenario_file = request.edition_folder + "/" + file;
  request.id = folder;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  Diagnostics diagnostics;
  const auto scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_NE(scenario, nullptr) << testing_support::shown(diagnostics);
  if (!scenario) return "not loaded";
  const std::string text = left_free_text(left_free(scenario));
  std::cout << folder << " " << file << "\n" << text;
  return text;
}

TEST(LeftFree, OfTheSmallGamesIsNothing) {
  EXPECT_EQ(left_free_of("examples/hex"), "");
  EXPECT_EQ(left_free_of("examples/hex-skirmish"), "");
  EXPECT_EQ(left_free_of("examples/interrupt"), "");
}

TEST(LeftFreeSlow, OfTheCup) {
  EXPECT_EQ(left_free_of("examples/cup"), "");
}

TEST(LeftFreeSlow, OfSpi1980) {
  EXPECT_EQ(left_free_of("across-suez/spi-1980"), "");
}

TEST(LeftFreeSlow, OfTheFirstReEdition) {
  EXPECT_EQ(left_free_of("across-suez/decision-games-1"), "");
}

TEST(LeftFreeSlow, OfTheLaterEdition) {
  EXPECT_EQ(left_free_of("across-suez/decision-games-2"), "");
}

TEST(LeftFreeSlow, OfSpi1980WithAllOptions) {
  EXPECT_EQ(left_free_of("across-suez/spi-1980", "all-options.json"), "");
}

TEST(LeftFreeSlow, OfTheLaterEditionWithAllOptions) {
  EXPECT_EQ(left_free_of("across-suez/decision-games-2", "all-options.json"), "");
}

}  // namespace
}  // namespace casebook::symbolic
