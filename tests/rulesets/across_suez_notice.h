// SPDX-License-Identifier: Apache-2.0
#pragma once

// What notices that the rules of Across Suez are not what they were: seeded games, also with options, the
// positions of positions/** and of the tables in this folder, each with what was played from it, and the
// claims of the rules. docs/games/across-suez/coverage.md.

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/board/scenario.h"
#include "engine/language/mutants.h"
#include "tests/support/trace.h"

namespace casebook::tests {

/// How a mutant was noticed.
struct Notice {
  enum class By { nothing, game, position, claim, invariant } by = By::nothing;
  std::string where;  // `game 3, step 41`, `bombardment, step 2`, a claim's name
};
const char* notice_name(Notice::By by);

class Noticer {
 public:
  /// Plays and keeps what the rules as they are do. `problem` is empty when all went well.
  explicit Noticer(int games);
  std::string problem;

  const language::Program& program() const { return *program_; }
  Notice notice(const language::Mutant& mutant) const;

 private:
  using Switches = std::map<std::string, std::string>;
  std::shared_ptr<const runtime::Scenario> bound(std::shared_ptr<const language::Program> program,
                                                 const Switches& switches) const;
  void add_games(int games);
  void add_option_games();
  void add_games_under(const nlohmann::json& switches, int games);
  void add_position_files();
  void add_readings();
  void add_tables();
  void add(runtime::Game& game, std::string name, const Switches& switches);
  Notice by_traces(const std::shared_ptr<const language::Program>& other,
                   const std::shared_ptr<const runtime::Scenario>& plain, bool of_an_option) const;
  Notice by_switched(const std::shared_ptr<const language::Program>& other) const;
  Notice by_claims(const std::shared_ptr<const runtime::Scenario>& plain) const;
  Notice by_invariant(const std::shared_ptr<const runtime::Scenario>& plain, language::Id invariant) const;

  std::shared_ptr<const language::Program> program_;
  std::shared_ptr<const board::ScenarioData> data_;
  std::vector<Trace> games_;
  std::map<Switches, std::vector<Trace>> positions_;
};

}  // namespace casebook::tests
