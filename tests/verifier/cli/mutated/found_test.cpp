// SPDX-License-Identifier: Apache-2.0
// What went wrong once with a changed project, each as small as it can be.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/mutated/projects.h"

namespace casebook::cli_tests {
namespace {

/// How each verb ends that is asked of these rules first.
std::map<std::string, Ending> all_verbs_over(const std::string& rules) {
  const testing_support::TemporaryFolder folder;
  const std::string at = folder.path().string(), game = at + "/found";
  write_below(game + "/01-found.rules", rules);
  // Another one, to compare it with.
  write_below(at + "/played/01-played.rules", R"(edition played "Played"
case 1.1 "All"
  kind side = a, b
  state lit: bool = yes
  define f(s: side) -> bool = s = b and lit
  procedure game
    choose by a
      pass()
    end game drawn
  action pass()
)");
  InProcess casebook;
  std::map<std::string, Ending> endings;
  const auto ask = [&](const std::string& verb, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{verb, game};
    words.insert(words.end(), more.begin(), more.end());
    Ending ending = casebook.run(words);
    static const std::set<int> expected{0, 1, 2, 3, 30, 40};
    EXPECT_TRUE(expected.count(ending.status) != 0) << verb << " ends with " << ending.status << "\n"
                                                    << ending.out << ending.err;
    EXPECT_EQ(ending.out.find("TOOL ERROR"), std::string::npos) << verb << "\n" << ending.out;
    endings.emplace(verb, std::move(ending));
  };
  ask("check");
  ask("show");
  ask("ask", {"yes"});
  ask("legal");
  ask("play", {"--most", "20"});
  ask("perft", {"--depth", "1"});
  ask("explore", {"--positions", "100"});
  ask("odds", {"pass()"});
  ask("regions", {"f"});
  ask("fewest", {"yes", "--of", "hex"});
  ask("verify", {"--games", "1", "--positions", "5"});
  ask("selftest", {"--positions", "5"});
  ask("compare", {game, "--games", "1", "--positions", "5", "--steering", "5"});
  ask("compare", {at + "/played", "--games", "1", "--positions", "5", "--steering", "5"});
  ask("diff", {at + "/played"});
  ask("mutate", {"--mutants", "2", "--games", "1"});
  ask("report", {"-o", at + "/report.html", "--games", "1", "--positions", "5"});
  ask("render", {"-o", at + "/map.svg"});
  ask("diff", {game});
  ask("fmt", {"--check"});
  return endings;
}

TEST(Found, RulesWithoutProceduresAreCheckedAndAskedAndNotPlayed) {
  auto endings = all_verbs_over(R"(edition found "Found"

case 1.1 "All"
  kind side = a, b
  state lit: bool = yes
  define f(s: side) -> bool = s = a
  claim "the first side is a"
    expect f(a) and lit
  invariant always: lit
)");
  EXPECT_EQ(endings["check"].status, 0) << endings["check"].err;
  EXPECT_EQ(endings["ask"].status, 0) << endings["ask"].err;
  EXPECT_EQ(endings["regions"].status, 0) << endings["regions"].err;
  EXPECT_EQ(endings["compare"].status, 0) << endings["compare"].out;
  for (const char* verb : {"legal", "play"}) {
    EXPECT_EQ(endings[verb].status, 40) << verb;
    EXPECT_NE(endings[verb].out.find("no procedure \"game\""), std::string::npos) << endings[verb].out;
  }
}

TEST(Found, OddsOfARefusedChoicePrintNoTextWhereADocumentIsWanted) {
  InProcess casebook;
  const std::string game = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/hex-skirmish";
  const Ending ending = casebook.run({"odds", game, "move(A1, a2)", "--json"});
  EXPECT_EQ(ending.status, 40);
  EXPECT_EQ(ending.out, "");
  EXPECT_NE(ending.err.find("2.2 (empty)"), std::string::npos) << ending.err;
}

}  // namespace
}  // namespace casebook::cli_tests
