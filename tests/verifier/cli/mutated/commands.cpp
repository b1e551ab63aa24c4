// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/mutated/commands.h"

#include <utility>

namespace casebook::cli_tests {

namespace {

using Words = std::vector<std::string>;

/// Budgets, as counts: a run takes milliseconds, of a large game a second.
struct Budgets {
  std::string most = "40", depth = "2", positions = "200", inputs = "200", games = "2", made = "5";
  std::string resources = "5000";
};

Budgets budgets_of(const Project& project) {
  Budgets budgets;
  if (project.weight == Weight::large || project.weight == Weight::edition) {
    budgets.most = "3";
    budgets.depth = "1";
    budgets.positions = "20";
    budgets.inputs = "50";
    budgets.games = "1";
    budgets.made = "1";
    budgets.resources = "1000";
  }
  return budgets;
}

class Asked {
 public:
  Asked(const Project& project, TextChanger& draw)
      : project_(project), draw_(draw), b_(budgets_of(project)), game_(project.name) {}

  std::vector<Command> all() {
    const std::string record = game_ + "/playthroughs/one.record", middle = game_ + "/positions/middle.json",
                      item = draw_.one_of(project_.items), expression = draw_.one_of(project_.expressions),
                      choice = draw_.one_of(project_.choices), seed = std::to_string(draw_.pick(9) + 1);
    light({"check", "--play", game_});
    light({"show", game_});
    light({"show", game_, "--coverage"});
    light({"show", game_, draw_.one_of(Words{"1.1", "2.1", "5.1", "9.9"})}, false);
    light({"show", game_, draw_.one_of(Words{"--readings", "--views", "--supplied", "--map", "--changes"})});
    light({"show", game_, "--by-topic"});
    light({"legal", game_});
    light({"legal", game_, "--why-not", choice}, false);
    light({"ask", game_, expression}, false);
    light({"ask", game_, expression, "--full"}, false);
    light({"odds", game_, choice, "--positions", b_.positions}, false);
    light({"play", game_, "--seed", seed, "--most", b_.most, "--record", "out/new.record"});
    light({"play", game_, "--games", b_.games, "--most", b_.most, "--invariants"});
    light({"play", game_, "--games", "1", "--most", b_.most, "--profile"});
    light({"play", game_, "--games", "1", "--most", b_.most, "--fired", "--reference"});
    light({"perft", game_, "--depth", b_.depth});
    light({"explore", game_, "--depth", b_.depth, "--positions", b_.positions});
    light({"render", game_, "-o", "out/map.svg"}, false);  // it reads a style, which `check` does not
    light(
        {"render", game_, "-o", "out/counters.svg", draw_.one_of(Words{"--counters", "--charts", "--bare"})},
        false);
    light({"diff", game_, project_.other}, is_alone());
    light({"diff", project_.other, game_}, is_alone());
    light({"fmt", game_, "--check"}, false);

    of(middle, {"legal", middle});
    of(middle, {"legal", middle, "--why-not", choice});
    of(middle, {"ask", middle, expression});
    of(middle, {"play", middle, "--seed", seed, "--most", b_.most});
    of(middle, {"perft", middle, "--depth", "1"});
    of(middle, {"explore", middle, "--depth", "1", "--positions", b_.positions});
    of(middle, {"odds", middle, choice, "--positions", b_.positions});
    of(middle, {"render", middle, "-o", "out/middle.svg"});
    of(middle, {"migrate", middle});
    of(record, {"replay", record});
    of(record, {"replay", record, "--under", game_});
    of(record, {"replay", record, "--steps", "2", "--position", "out/new.json"});
    of(record, {"legal", record});
    of(record, {"migrate", record});
    of(game_ + "/cases.json", {"show", game_, "--coverage"});
    of(game_ + "/style.json", {"render", game_, "-o", "out/styled.svg", "--counters"});
    for (const char* file : {"/map.json", "/scenario.json", "/units.json", "/schedule.json", "/cases.json"})
      if (project_.files.count(game_ + file) != 0) of(game_ + file, {"migrate", game_ + file});
    if (!project_.suite.empty()) of("suite/", {"regions", game_, "--against", project_.suite});
    if (project_.files.count("mutants.journal") != 0)
      of("mutants.journal", {"mutate", game_, "--mutants", "2", "--games", "1", "--inputs", "50", "--journal",
                             "mutants.journal"});
    if (project_.files.count("proofs.json") != 0)
      of("proofs.json", {"report", game_, "-o", "out/proofs.html", "--games", "1", "--positions", "1",
                         "--proofs", "proofs.json"});

    heavy({"fewest", game_, expression, "--of", project_.pieces, "--resources", b_.resources, "--most", "1"},
          false);
    heavy({"regions", game_, item, "--inputs", b_.inputs, "--games", "1", "--positions", b_.made}, false);
    heavy({"verify", game_, "--games", "1", "--positions", b_.made, "--inputs", b_.inputs});
    heavy({"verify", game_, "--only", "proofs", "--tries", "1", "--resources", b_.resources,
           "--property-resources", b_.resources, "--all-resources", "100000"});
    heavy({"selftest", game_, "--positions", b_.made, "--resources", b_.resources});
    heavy({"compare", game_, project_.other, "--games", "1", "--positions", b_.made, "--steering", "5",
           "--inputs", b_.inputs, "--threads", draw_.one_of(Words{"1", "2"})},
          is_alone());
    heavy({"compare", project_.other, game_, "--games", "1", "--positions", b_.made, "--steering", "5",
           "--inputs", b_.inputs, "--threads", "1"},
          is_alone());
    heavy({"mutate", game_, "--mutants", "1", "--games", "1", "--inputs", b_.inputs});
    heavy({"report", game_, "-o", "out/report.html", "--errata", "out/errata.md", "--games", "1",
           "--positions", b_.made},
          false);
    return std::move(all_);
  }

 private:
  /// Is it compared with itself?
  bool is_alone() const { return project_.other == game_; }
  void light(Words words, bool whole_game = true) {
    all_.push_back({std::move(words), false, whole_game, {}});
  }
  void heavy(Words words, bool whole_game = true) {
    all_.push_back({std::move(words), true, whole_game, {}});
  }
  void of(const std::string& file, Words words) { all_.push_back({std::move(words), false, false, file}); }

  const Project& project_;
  TextChanger& draw_;
  Budgets b_;
  std::string game_;
  std::vector<Command> all_;
};

}  // namespace

std::vector<Command> commands_of(const Project& project, TextChanger& draw) {
  return Asked(project, draw).all();
}

}  // namespace casebook::cli_tests
