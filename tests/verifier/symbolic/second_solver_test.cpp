// SPDX-License-Identifier: Apache-2.0
// A second solver is asked: what Z3 calls unsatisfiable in proofs by induction, written as SMT-LIB, is read
// by cvc5, which must not find a model. Its limit is a count of its own resources, so it may leave some open.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>

#include "engine/base/text.h"
#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "tests/support/temporary_folder.h"
#include "verifier/symbolic/prove/induction.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

bool there_is_cvc5() {
  static const bool there = std::system("cvc5 --version >/dev/null 2>&1") == 0;
  return there;
}

constexpr const char* missing =
    "cvc5 is not installed: no answer of Z3 is asked of a second solver (Debian package cvc5, "
    "scripts/setup.sh "
    "--for slow)";

/// `sat`, `unsat`, `unknown`, or what it complains of.
std::string answer_of_cvc5(const std::string& text) {
  const testing_support::TemporaryFolder folder;
  const std::string file = (folder.path() / "question.smt2").string();
  std::ofstream(file, std::ios::binary) << text;
  FILE* pipe = ::popen(("cvc5 --lang smt2 --rlimit=400000 '" + file + "' 2>&1").c_str(), "r");
  if (pipe == nullptr) return "it can not be started";
  std::string said;
  char piece[512];
  while (std::fgets(piece, sizeof piece, pipe) != nullptr) said += piece;
  ::pclose(pipe);
  const std::string word(trimmed(said));
  if (word.find("resource limit") != std::string::npos || word.empty()) return "unknown";
  return word;
}

ScenarioPtr shipped(const std::string& folder) {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + folder;
  request.id = folder;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  Diagnostics diagnostics;
  ScenarioPtr scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_NE(scenario, nullptr) << testing_support::shown(diagnostics);
  return scenario;
}

struct Asked {
  size_t answered = 0;  // by Z3: unsatisfiable
  std::map<std::string, size_t> said;
};

/// Every `each`-th of the unsatisfiable answers of the induction over those invariants, at most so many.
Asked ask_a_sample(const std::string& game, const std::vector<Id>& invariants, size_t each, size_t most) {
  Asked asked;
  std::vector<std::string> sample;
  std::mutex guard;
  watch_unsatisfiable([&](const Solver& solver) {
    const std::lock_guard<std::mutex> lock(guard);
    if (asked.answered++ % each == 0 && sample.size() < most) sample.push_back(solver.smt_lib());
  });
  InductionSettings settings;
  settings.limits.resources = 200'000;
  settings.invariants = invariants;
  prove_invariants(shipped(game), settings);
  watch_unsatisfiable(nullptr);
  for (const std::string& text : sample) {
    const std::string said = answer_of_cvc5(text);
    ++asked.said[said];
    EXPECT_TRUE(said == "unsat" || said == "unknown") << game << ": " << said << "\n" << text.substr(0, 4000);
  }
  std::cout << game << ": of " << asked.answered << " answers of Z3 " << sample.size() << " asked again:";
  for (const auto& [said, count] : asked.said) std::cout << " " << said << " " << count;
  std::cout << "\n";
  return asked;
}

// What would be found, were Z3 wrong: cvc5 reads what is written, and says so where there is a model.
TEST(SecondSolver, FindsTheModelWhereThereIsOne) {
  if (!there_is_cvc5()) GTEST_SKIP() << missing;
  Formula formula;
  std::vector<Ref> all;
  for (int i = 0; i < 9; ++i) all.push_back(formula.boolean_variable("unit " + std::to_string(i)));
  const Ref x = formula.number_variable("place(\"Matt 1\")", -4, 100);
  Solver solver(formula);
  solver.add(formula.less_equal(formula.count(all), formula.number(4)));
  solver.add_named(formula.less_equal(formula.number(4), formula.count(all)), 1);
  solver.add_named(formula.less(formula.count(all), formula.number(4)), 2);
  solver.add(formula.equal(formula.divide(x, formula.number(7)), formula.number(-1)));
  EXPECT_EQ(solver.ask({all[0]}, {1}), Answer::satisfiable);
  EXPECT_EQ(answer_of_cvc5(solver.smt_lib()), "sat");
  EXPECT_EQ(solver.ask({all[0]}, {1, 2}), Answer::unsatisfiable) << "the named facts are in it";
  EXPECT_EQ(answer_of_cvc5(solver.smt_lib()), "unsat");
  const Ref fewer = formula.less_equal(formula.count(all), formula.number(3));
  EXPECT_EQ(solver.ask({fewer}, {1}), Answer::unsatisfiable) << "and what was asked besides";
  EXPECT_EQ(answer_of_cvc5(solver.smt_lib()), "unsat");
  EXPECT_EQ(solver.ask({all[0]}, {2}), Answer::satisfiable) << "and no name that was not listed";
  EXPECT_EQ(answer_of_cvc5(solver.smt_lib()), "sat");
}

TEST(SecondSolver, AgreesAboutSomeOfHexSkirmish) {
  if (!there_is_cvc5()) GTEST_SKIP() << missing;
  const Asked asked = ask_a_sample("examples/hex-skirmish", {}, 1, 6);
  EXPECT_GE(asked.answered, 4U);
  EXPECT_GE(asked.said.count("unsat") == 0 ? 0 : asked.said.at("unsat"), 4U);
}

TEST(SecondSolverSlow, AgreesAboutHexSkirmishAndAcrossSuez) {
  ASSERT_TRUE(there_is_cvc5()) << missing;
  const Asked small = ask_a_sample("examples/hex-skirmish", {}, 1, 100);
  EXPECT_GE(small.said.count("unsat") == 0 ? 0 : small.said.at("unsat"), 4U);
  // Of Across Suez the invariants that are proved in little time.
  const ScenarioPtr suez = shipped("across-suez/spi-1980");
  std::vector<Id> some;
  for (size_t i = 0; i < suez->program->invariants.size(); ++i) {
    const std::string& name = suez->program->invariants[i].name;
    if (name == "sides_apart" || name == "on_ground" || name == "attacks_once" || name == "stays_dead")
      some.push_back(static_cast<Id>(i));
  }
  ASSERT_EQ(some.size(), 4U);
  const Asked large = ask_a_sample("across-suez/spi-1980", some, 7, 60);
  EXPECT_GE(large.said.count("unsat") == 0 ? 0 : large.said.at("unsat"), 30U);
}

}  // namespace
}  // namespace casebook::symbolic
