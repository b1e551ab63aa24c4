// SPDX-License-Identifier: Apache-2.0
// casebook diff: files compared in the game's own terms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::TemporaryFolder;

class Diff : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"/first", "/second"})
      fs::copy(source("tests/verifier/cli/crossing"), at_ + name, fs::copy_options::recursive);
  }
  /// In a file of the second game.
  void replace(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = contents(at_ + "/second/" + file);
    const size_t place = text.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    write(at_ + "/second/" + file, text.replace(place, from.size(), to));
  }
  Ended diff(const std::string& file = "", const std::string& mark = "") {
    std::vector<std::string> words{"diff", at_ + "/first" + file, at_ + "/second" + file};
    if (!mark.empty()) words.push_back(mark);
    return casebook(words);
  }
  TemporaryFolder folder_;
  std::string at_ = folder_.path().string();
};

TEST_F(Diff, nothing_differs_from_its_own_copy) {
  for (const char* file : {"", "/map.json", "/units.json", "/scenario.json"}) {
    const Ended run = diff(file);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "no difference\n");
  }
}

TEST_F(Diff, maps_by_hex_hexside_and_place) {
  replace("map.json", R"("0201": {"terrain": "sand", "ford": true, "provenance": {"ford": "book"}})",
          R"("0101": {"terrain": "sand"}, "0201": {"terrain": "sand"})");
  replace("map.json", R"("0102 0202 0302")", R"("0102 0202 0201")");
  replace("map.json", R"("east_gate": "0402")", R"("east_gate": "0401")");
  replace("map.json", R"("numbering": "printed",)", R"("numbering": "printed", "missing": ["0402"],)");
  const Ended run = diff("/map.json");
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(lines_of(run.out),
              ElementsAre("0101: terrain sand instead of nothing", "0201: ford nothing instead of yes",
                          "0402: missing instead of there", "0201-0202: road yes instead of nothing",
                          "0202-0302: road nothing instead of yes", "place east_gate: 0401 instead of 0402"));
}

TEST_F(Diff, units_by_their_attributes_wherever_they_are_told) {
  replace("units.json", R"({"kind": "unit", "id": "E 1", "place": "reserve", "side": "east"})",
          R"({"kind": "unit", "id": "E 2", "place": "reserve", "side": "east"})");
  replace("units.json", R"("place": "0101", "side": "west")", R"("place": "0102")");
  const Ended units = diff("/units.json");
  EXPECT_EQ(units.status, 40);
  EXPECT_THAT(lines_of(units.out),
              ElementsAre("unit E 1: missing instead of there", "unit E 2: there instead of missing",
                          "unit W 1: place 0102 instead of 0101", "unit W 1: side nothing instead of west"));
  // In a scenario the side may stand in the scenario file instead.
  replace("scenario.json", R"("orderOfBattle": "units.json")",
          R"("orderOfBattle": "units.json", "switches": {"entry_hexes": "corrected"},
  "attributes": [{"kind": "unit", "id": "W 1", "side": "west"}], "state": {"mover": "west"})");
  const Ended scenarios = diff();
  EXPECT_EQ(scenarios.status, 40) << scenarios.err;
  EXPECT_THAT(
      lines_of(scenarios.out),
      ElementsAre("unit E 1: missing instead of there", "unit E 2: there instead of missing",
                  "unit W 1: place 0102 instead of 0101", "switch entry-hexes: corrected instead of nothing",
                  "state mover: west instead of nothing"));
}

TEST_F(Diff, json_is_as_published) {
  replace("map.json", R"("east_gate": "0402")", R"("east_gate": "0401")");
  const json schema = json::parse(contents(source("docs/formats/cli/diff.schema.json")));
  for (const char* file : {"", "/map.json", "/units.json"}) {
    const json document = json::parse(diff(file, "--json").out);
    EXPECT_THAT(testing_support::violations(document, schema), IsEmpty()) << document;
  }
  const json differences = json::parse(diff("/map.json", "--json").out)["differences"];
  EXPECT_EQ(differences,
            json::parse(R"([{"where": "place east_gate", "what": "", "first": "0402", "second": "0401",
                                         "text": "place east_gate: 0401 instead of 0402"}])"));
}

TEST_F(Diff, files_of_two_formats_are_refused) {
  const Ended run = casebook({"diff", at_ + "/first/map.json", at_ + "/first/units.json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("C0117"));
  EXPECT_THAT(run.err, HasSubstr("expected two of one format"));
  const Ended cases = casebook({"diff", at_ + "/first/cases.json", at_ + "/first/cases.json"});
  EXPECT_EQ(cases.status, 2);
  EXPECT_THAT(cases.err, HasSubstr("C0117"));
  EXPECT_EQ(casebook({"diff", at_ + "/first", at_ + "/frist"}).status, 2);
  EXPECT_EQ(casebook({"diff", at_ + "/first/map.json"}).status, 1);
}

}  // namespace
}  // namespace casebook::cli_tests
