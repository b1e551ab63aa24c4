// SPDX-License-Identifier: Apache-2.0
// A scenario that nobody has set up yet: rules, a map, and no pieces. That is how each new scenario begins,
// so every verb either answers or says what is missing, and none ends by a crash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;

class NoPieces : public testing::TestWithParam<std::string> {
 protected:
  /// A shipped game without the line of its scenario that names the order of battle.
  std::string emptied(const std::string& name) const {
    const std::string game = folder_.path().string() + "/" + name;
    std::filesystem::copy(source("rulesets/examples/" + name), game,
                          std::filesystem::copy_options::recursive);
    std::string scenario = contents(game + "/scenario.json");
    const size_t key = scenario.find("\"orderOfBattle\"");
    EXPECT_NE(key, std::string::npos) << name;
    const size_t comma = scenario.rfind(',', key), end = scenario.find('\n', key);
    write(game + "/scenario.json", scenario.erase(comma, end - comma));
    return game;
  }
  /// What is asked of the verb, small enough to be quick.
  std::vector<std::string> words(const std::string& verb, const std::string& game) const {
    const std::string at = folder_.path().string();
    if (verb == "verify")
      return {verb,      game, "--games",     "4",     "--positions",          "60",   "--prove",
              "--tries", "2",  "--resources", "20000", "--property-resources", "20000"};
    if (verb == "compare")
      return {verb, game, game, "--games", "2", "--positions", "40", "--prove", "--inputs", "20"};
    if (verb == "report") return {verb, game, "-o", at + "/r.html", "--games", "2", "--positions", "40"};
    if (verb == "explore") return {verb, game, "--depth", "2"};
    if (verb == "perft") return {verb, game, "--depth", "2"};
    if (verb == "render") return {verb, game, "-o", at + "/p.svg"};
    if (verb == "ask") return {verb, game, "1 + 1"};
    if (verb == "odds" || verb == "explain") return {verb, game, "pass()"};
    if (verb == "regions") return {verb, game, "other", "--games", "2", "--positions", "20"};
    if (verb == "fewest") return {verb, game, "1 = 1", "--of", "unit"};
    if (verb == "play") return {verb, game, "--seed", "1"};
    if (verb == "diff") return {verb, game, game};
    if (verb == "mutate") return {verb, game, "--games", "1", "--mutants", "4"};
    return {verb, game};
  }

  testing_support::TemporaryFolder folder_;
};

TEST_P(NoPieces, EveryVerbEndsAsItSays) {
  const std::string game = emptied(GetParam());
  const std::vector<int> statuses{0, 1, 2, 3, 20, 30, 40};
  for (const std::string& verb : verbs_of_help()) {
    if (verb == "new") continue;
    const Ended run = casebook(words(verb, game));
    EXPECT_THAT(statuses, testing::Contains(run.status))
        << verb << "\n"
        << run.out.substr(0, 2000) << run.err.substr(0, 2000);
  }
  for (const char* const verb :
       {"check", "play", "perft", "explore", "verify", "selftest", "report", "compare"}) {
    const Ended run = casebook(words(verb, game));
    EXPECT_THAT((std::vector<int>{0, 30, 40}), testing::Contains(run.status)) << verb << "\n" << run.err;
  }
}

// The other ruleset has pieces that this one lacks, and the other way round.
TEST_P(NoPieces, ComparedWithTheGameThatHasSome) {
  const std::string game = emptied(GetParam()), whole = source("rulesets/examples/" + GetParam());
  const auto compared = [&](const std::string& first, const std::string& second) {
    return casebook({"compare", first, second, "--games", "1", "--positions", "20", "--steering", "0",
                     "--inputs", "20", "--prove"});
  };
  for (const Ended& run : {compared(game, whole), compared(whole, game)}) {
    EXPECT_EQ(run.status, 40) << run.err;
    EXPECT_THAT(run.out, HasSubstr("They begin differently")) << GetParam();
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, NoPieces, testing::Values("interrupt", "hex-skirmish", "cup"));

// A state that has to be some piece has no value then: the scenario is refused, and that is said once.
TEST(NoPiecesAtAll, AStateThatNeedsAPieceIsMissing) {
  const testing_support::TemporaryFolder folder;
  const std::string game = folder.path().string() + "/bare";
  std::filesystem::create_directory(game);
  write(game + "/01-play.rules",
        "edition bare \"A kind without members\"\n"
        "case 1.1 \"All\"\n"
        "  kind side = a, b\n"
        "  kind unit on map\n"
        "  box off\n"
        "  given owner(unit): side\n"
        "  state leader: unit\n"
        "  procedure game\n"
        "    choose by a\n"
        "      pass()\n"
        "    end game won by owner(leader)\n"
        "  action pass()\n");
  for (const char* const verb : {"play", "legal", "explore", "selftest"}) {
    const Ended run = casebook({verb, game});
    EXPECT_EQ(run.status, 2) << verb << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr("error D0158: the state \"leader\"")) << verb;
  }
  EXPECT_EQ(casebook({"verify", game, "--games", "2"}).status % 10, 0);
}

}  // namespace
}  // namespace casebook::cli_tests
