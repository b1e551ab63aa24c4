// SPDX-License-Identifier: Apache-2.0
// A variant in a folder of its own: its parent, and files of the game it varies, are looked up in the folders
// of rulesets.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "tests/support/temporary_folder.h"

namespace casebook::runtime {
namespace {

namespace fs = std::filesystem;

constexpr const char* parent_rules = R"(edition base "Base"
section 1 "All"
case 1.0 "Pieces"
  kind side = white, black
  kind unit on map
  box eliminated
  measure turns from 0 to 9
  given side(unit): side = white
  state turn: turns = 1
  procedure game
    choose by white
      wait()
    end game won by winner()
  define winner() -> side = if exists u in unit: side(u) = black then black else white
  action wait()
  invariant first: turn = 1
)";

class Variants : public ::testing::Test {
 protected:
  Variants() {
    write("library/suite/base/01.rules", parent_rules);
    write("library/suite/units.json",
          data("order-of-battle", "\"entities\": [{\"kind\": \"unit\", \"id\": \"A\", \"place\": \"a1\"}]"));
    write("library/suite/map.json", data("map", testing_support::small_map(3, 3)));
    write("library/suite/base/scenario.json",
          data("scenario",
               "\"edition\": \"base\", \"map\": \"../map.json\", \"orderOfBattle\": \"../units.json\""));
    write("mine/01.rules", "edition mine \"Mine\" extends suite/base\nsame 1.0\n");
    request.edition_folder = (folder.path() / "mine").string();
    request.ruleset_folders = {(folder.path() / "nowhere").string(), (folder.path() / "library").string()};
  }
  static std::string data(const std::string& format, const std::string& members) {
    return "{\"format\": \"casebook/" + format + "\", \"version\": 1, " + members + "}\n";
  }
  void write(const std::string& name, const std::string& text) {
    const fs::path path = folder.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::shared_ptr<const Scenario> load() {
    diagnostics = Diagnostics();
    return load_scenario(request, diagnostics);
  }
  std::string shown() const { return testing_support::shown(diagnostics); }

  testing_support::TemporaryFolder folder;
  ScenarioRequest request;
  Diagnostics diagnostics;
};

TEST_F(Variants, WithoutAScenarioTheyArePlayedOnTheirParents) {
  const auto scenario = load();
  ASSERT_TRUE(scenario) << shown();
  EXPECT_EQ(scenario->program->edition, "mine");
  EXPECT_EQ(scenario->ground.hexes, 9);
}

TEST_F(Variants, AddUnitsToThoseOfTheGame) {
  write("mine/more.json",
        data("order-of-battle", "\"entities\": [{\"kind\": \"unit\", \"id\": \"B\", \"side\": \"black\"}]"));
  write("mine/scenario.json", data("scenario",
                                   "\"map\": \"rulesets:suite/map.json\", "
                                   "\"orderOfBattle\": [\"rulesets:suite/units.json\", \"more.json\"]"));
  const auto scenario = load();
  ASSERT_TRUE(scenario) << shown();
  for (size_t kind = 0; kind < scenario->program->kinds.size(); ++kind) {
    if (scenario->program->kinds[kind].name == "unit") {
      EXPECT_EQ(scenario->members[kind], (std::vector<std::string>{"A", "B"}));
    }
  }
}

TEST_F(Variants, SayWhereTheirParentWasLookedFor) {
  request.ruleset_folders.pop_back();
  EXPECT_EQ(load(), nullptr);
  ASSERT_EQ(diagnostics.all().size(), 1U) << shown();
  EXPECT_EQ(diagnostics.all()[0].code, "E0223");
  EXPECT_EQ(diagnostics.all()[0].message, "no folder of rulesets has the edition \"suite/base\"");
  EXPECT_EQ(diagnostics.all()[0].range.begin, (TextPosition{1, 29}));
}

TEST_F(Variants, MayNotExtendThemselvesByAnotherName) {
  fs::create_directories(folder.path() / "library/suite");
  write("library/suite/mine/01.rules", "edition mine \"Mine\" extends suite/mine\nsame 1.0\n");
  request.edition_folder = (folder.path() / "library/suite/mine").string();
  EXPECT_EQ(load(), nullptr);
  ASSERT_FALSE(diagnostics.all().empty());
  EXPECT_EQ(diagnostics.all()[0].code, "E0222") << shown();
}

}  // namespace
}  // namespace casebook::runtime
