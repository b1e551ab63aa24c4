// SPDX-License-Identifier: Apache-2.0
// What a decision of each shipped ruleset costs in instructions of the compiled form, as it stands in
// tests/rulesets/figures/instructions.txt. Instructions are the same on every machine. A change of the rules or of the
// compiled form that alters the file has to show it: CASEBOOK_WRITE_GOLDEN=1 writes it anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/players/playout.h"
#include "engine/runtime/compiled/compiled.h"
#include "tests/support/battery.h"

namespace casebook::runtime {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t games_counted = 20;

const fs::path source_folder = CASEBOOK_SOURCE_DIR;

std::set<std::string> rulesets_shipped() {
  std::set<std::string> ids;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder / "rulesets"))
    if (entry.path().extension() == ".rules")
      ids.insert(entry.path().parent_path().lexically_relative(source_folder / "rulesets").generic_string());
  return ids;
}

std::string cost_line(const std::string& id) {
  const auto scenario = tests::shipped_scenario(id);
  if (!scenario) return id + " cannot be loaded\n";
  CompiledRules rules(scenario);
  rules.count_instructions();
  const players::Players seats = players::random_players(*scenario);
  players::Playouts playouts(rules, seats);
  uint64_t decisions = 0;
  for (uint64_t game = 1; game <= games_counted; ++game) decisions += playouts.play(1, game, 2000).decisions;
  const uint64_t instructions = rules.profile().instructions;
  return fmt::format(
      "{:<30} {:>8} decisions {:>10} instructions {:>8.1f} a decision\n", id, decisions, instructions,
      static_cast<double>(instructions) / static_cast<double>(std::max<uint64_t>(decisions, 1)));
}

TEST(Instructions, ADecisionCostsWhatTheFileSays) {
  std::string now = fmt::format("seed 1, {} games, random players\n", games_counted);
  for (const std::string& id : rulesets_shipped()) now += cost_line(id);
  const fs::path file = source_folder / "tests/rulesets/figures/instructions.txt";
  if (std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << now;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  EXPECT_EQ(text.str(), now) << "CASEBOOK_WRITE_GOLDEN=1 writes the file; say in the commit what changed it";
}

}  // namespace
}  // namespace casebook::runtime
