// SPDX-License-Identifier: Apache-2.0
#pragma once

// What notices that the rules of Across Suez have changed: seeded games, also with options; the positions
// of positions/** and of the tables in this folder, each with what was played from it; the claims of the
// rules; and which case refuses a choice. docs/games/across-suez/coverage.md.

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/board/scenario.h"
#include "engine/program/edit/mutants.h"
#include "verifier/search/trace.h"

namespace casebook::tests {

/// How a mutant was noticed.
struct Notice {
  enum class By { nothing, game, position, claim, refusal, invariant } by = By::nothing;
  std::string where;  // `game 3, step 41`, `bombardment, step 2`, a claim's name
};
const char* notice_name(Notice::By by);

/// A position of an edition, and what is played from there (tests/support/script.h), under switches.
struct NoticeRow {
  std::map<std::string, std::string> switches;
  std::string position;  // below rulesets/
  std::string script;
};

class Noticer {
 public:
  /// Plays and keeps what the rules as they are do, of spi-1980. `problem` is empty when all went well.
  explicit Noticer(int games);
  /// The same of another edition, with these positions and no tables.
  Noticer(const std::string& edition, const std::vector<NoticeRow>& rows, int games);
  std::string problem;

  const language::Program& program() const { return *program_; }
  Notice notice(const language::Mutant& mutant) const;

 private:
  using Switches = std::map<std::string, std::string>;
  std::shared_ptr<const runtime::Scenario> bound(std::shared_ptr<const language::Program> program,
                                                 const Switches& switches) const;
  bool load();
  /// The edition as it is, under these switches.
  std::shared_ptr<const runtime::Scenario> under(const Switches& switches) const;
  void add_games(int games);
  void add_row(const std::string& name, const std::string& file, std::string_view script,
               const Switches& switches);
  void add_option_games();
  void add_games_under(const nlohmann::json& switches, int games);
  void add_position_files();
  void add_readings();
  void add_tables();
  void add(runtime::Game& game, std::string name, const Switches& switches);
  class Other;
  /// One thing that may notice a mutant: a trace under switches, or a claim.
  struct Look {
    Notice::By by = Notice::By::nothing;
    const Switches* switches = nullptr;
    const games::Trace* trace = nullptr;
    size_t claim = 0;
  };
  void make_looks();
  Notice by(const Look& look, Other& other) const;
  Notice by_looks(const language::Mutant& mutant, Other& other, bool of_an_option) const;
  Notice by_refusals(Other& other, const std::string& action) const;
  Notice by_invariant(Other& other, language::InvariantId invariant) const;

  /// A choice that is refused, and by which requirements.
  struct Refused {
    Switches switches;
    runtime::Position position;
    std::string choice;
    std::set<std::string> by;
  };

  const std::string edition_;
  std::shared_ptr<const language::Program> program_;
  std::shared_ptr<const board::ScenarioData> data_;
  std::vector<games::Trace> games_;
  std::map<Switches, std::vector<games::Trace>> positions_;
  std::vector<Refused> refused_;
  std::vector<Look> looks_, of_options_;  // in the order in which they are tried
  size_t quick_looks_ = 0;                // of looks_, the first ones: they need no other ruleset
  mutable std::map<std::string, std::vector<const Look*>>
      last_;  // what noticed mutants of an item, latest first
};

}  // namespace casebook::tests
