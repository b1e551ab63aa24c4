// SPDX-License-Identifier: Apache-2.0
// Verbs about files: new, check, fmt, migrate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_support::TemporaryFolder;

std::string fingerprint(const std::string& edition) {
  const Ended run = casebook({"check", edition, "--json"});
  EXPECT_EQ(run.status, 0) << run.out;
  return json::parse(run.out)["editions"][0]["rules"];
}

/// A folder with the template as an edition of one's own.
class OwnGame : public testing::Test {
 protected:
  void SetUp() override {
    path_ = folder_.path().string() + "/game/mine";
    run_ = casebook({"new", path_});
    ASSERT_EQ(run_.status, 0) << run_.err;
    for (const auto& entry : fs::directory_iterator(path_)) {
      if (entry.path().extension() == ".rules") rules_.push_back(entry.path().string());
    }
    std::sort(rules_.begin(), rules_.end());
    ASSERT_FALSE(rules_.empty());
  }
  /// The first place in units.json, whatever it is.
  void place_first_unit(const std::string& place) {
    const std::string units = path_ + "/units.json", key = "\"place\": \"";
    std::string text = contents(units);
    const size_t at = text.find(key);
    ASSERT_NE(at, std::string::npos);
    const size_t from = at + key.size();
    text.replace(from, text.find('"', from) - from, place);
    write(units, text);
  }

  TemporaryFolder folder_;
  std::string path_;
  std::vector<std::string> rules_;
  Ended run_;
};

TEST_F(OwnGame, made_by_new_checks_and_plays_at_once) {
  EXPECT_THAT(run_.out, HasSubstr("casebook check " + path_));
  EXPECT_THAT(contents(rules_.front()), HasSubstr("edition mine "));
  const Ended check = casebook({"check", path_});
  EXPECT_EQ(check.status, 0) << check.err;
  EXPECT_THAT(check.err, IsEmpty());
  EXPECT_THAT(last_line(casebook({"play", path_, "--seed", "2"}).out), StartsWith("winner: "));
  const Ended again = casebook({"new", path_});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("C0111"));
}

TEST_F(OwnGame, messages_name_files_as_they_can_be_opened_from_here) {
  const std::string file = rules_.back(), name = fs::path(file).filename().string();
  write(file, contents(file) + "\ncase 99.1 \"Broken\"\n  define broken() -> bool = hole()\n");
  const std::string folder = quoted_word(folder_.path().string());
  EXPECT_THAT(shell("cd " + folder + " && \"$CASEBOOK\" check game/mine").err,
              StartsWith("game/mine/" + name + ":"));
  EXPECT_THAT(shell("cd " + folder + "/game && \"$CASEBOOK\" check mine").err,
              StartsWith("mine/" + name + ":"));
  EXPECT_THAT(shell("cd " + folder + "/game/mine && \"$CASEBOOK\" check .").err, StartsWith(name + ":"));
  EXPECT_THAT(
      shell("mkdir " + folder + "/else && cd " + folder + "/else && \"$CASEBOOK\" check ../game/mine").err,
      StartsWith("../game/mine/" + name + ":"));
}

TEST_F(OwnGame, copied_must_be_called_as_its_folder_and_its_data_are_looked_at_too) {
  const std::string copy = folder_.path().string() + "/game/variant";
  fs::copy(path_, copy);
  write(copy + "/map.json", "{\n");
  const Ended run = casebook({"check", copy});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr("E0225"));
  const auto one_line = [](std::string text) {
    for (size_t at = text.find("\n    "); at != std::string::npos; at = text.find("\n    ", at))
      text.replace(at, 5, " ");
    return text;
  };
  EXPECT_THAT(one_line(run.err), HasSubstr("an edition is found by its folder, so the two must be the same"));
  EXPECT_THAT(one_line(run.err),
              HasSubstr("expected `edition variant` in this line, or a folder called \"mine\""));
  // A folder may be called what no edition can be.
  const std::string second = folder_.path().string() + "/game/2nd try";
  fs::copy(path_, second);
  const std::string said = one_line(casebook({"check", second}).err);
  EXPECT_THAT(said, HasSubstr("expected a folder called \"mine\", or one name for both"));
  EXPECT_THAT(said, Not(HasSubstr("`edition 2nd")));
  // The folder above them is of a game.
  fs::rename(second, folder_.path().string() + "/game/another");
  const std::string above = one_line(casebook({"check", folder_.path().string() + "/game"}).err);
  EXPECT_THAT(above, HasSubstr("is no edition, but a folder with editions"));
  EXPECT_THAT(above, HasSubstr("/game/another"));
  EXPECT_THAT(run.err, HasSubstr("map.json:"));
}

TEST_F(OwnGame, with_errors_ends_with_3_and_their_places) {
  const std::string file = rules_.back();
  const size_t lines = lines_of(contents(file)).size();
  write(file,
        contents(file) +
            "\ncase 99.1 \"Broken\"\n  define broken() -> bool = hole()\n  define whole() -> bool = 1 = 1\n");
  const Ended run = casebook({"check", path_});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr(fs::path(file).filename().string() + ":" + std::to_string(lines + 3) +
                                 ":29: error E0202"));
  EXPECT_THAT(run.err, HasSubstr("did you mean \"whole\"?"));
  EXPECT_THAT(run.err, HasSubstr("1 error, "));
  EXPECT_EQ(casebook({"play", path_}).status, 3);
  EXPECT_EQ(casebook({"legal", path_}).status, 3);

  const Ended as_json = casebook({"check", path_, "--json"});
  EXPECT_EQ(as_json.status, 3);
  json document = json::parse(as_json.out);
  EXPECT_EQ(document["errors"], 1);
  EXPECT_TRUE(document["editions"].empty());
  json first = document["diagnostics"][0];
  EXPECT_EQ(first["code"], "E0202");
  EXPECT_EQ(first["line"], lines + 3);
  EXPECT_EQ(first["column"], 29);
  EXPECT_EQ(first["suggestion"], "whole");
}

TEST_F(OwnGame, with_a_claim_that_fails_ends_with_3_and_the_case) {
  write(rules_.back(),
        contents(rules_.back()) + "\ncase 99.2 \"Wrong\"\n  claim \"two is three\"\n    expect 2 = 3\n");
  const Ended run = casebook({"check", path_});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr("E0610"));
  EXPECT_THAT(run.err, HasSubstr("99.2"));
}

TEST_F(OwnGame, with_broken_data_ends_with_2_and_the_place) {
  const std::string units = path_ + "/units.json";
  ASSERT_NO_FATAL_FAILURE(place_first_unit("zz99"));
  const Ended run = casebook({"check", path_});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("units.json:"));
  EXPECT_THAT(run.err, HasSubstr("D0155"));
  EXPECT_THAT(run.err, HasSubstr("zz99"));
  fs::remove(units);
  EXPECT_EQ(casebook({"check", path_}).status, 2);
}

TEST_F(OwnGame, with_a_place_that_is_not_there_says_what_places_there_are) {
  ASSERT_NO_FATAL_FAILURE(place_first_unit("9909"));
  EXPECT_THAT(casebook({"check", path_}).err, HasSubstr("expected a hex from 0101 to 0504, or a box: lost"));
}

TEST_F(OwnGame, is_checked_with_its_list_of_cases_and_its_acknowledgements) {
  const std::string cases = path_ + "/cases.json", acknowledged = path_ + "/acknowledged.json";
  write(cases, R"({"format": "nonsense")");
  Ended run = casebook({"check", path_});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("cases.json:1:"));
  write(cases, R"({"format": "casebook/cases", "version": 1,
                   "cases": [{"case": "chart combat results", "title": "x"}]})");
  run = casebook({"check", path_});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.err, testing::AllOf(HasSubstr("warning D0129"),
                                      HasSubstr("did you mean \"chart: combat results\"?")));
  fs::remove(cases);
  write(acknowledged, R"({"format": "nonsense")");
  run = casebook({"check", path_});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("acknowledged.json:1:"));
}

TEST_F(OwnGame, may_be_named_with_a_slash_at_the_end) {
  const std::string other = folder_.path().string() + "/game/other/";
  EXPECT_EQ(casebook({"new", other}).status, 0);
  EXPECT_EQ(casebook({"check", other}).status, 0);
}

TEST_F(OwnGame, counts_the_claims_that_do_not_apply) {
  const std::string rules = contents(rules_.back());
  const std::string one = "  claim \"another scenario\"\n    expect place(\"Z9\") = lost\n";
  write(rules_.back(), rules + "\ncase 99.2 \"Elsewhere\"\n" + one);
  EXPECT_THAT(casebook({"check", path_}).out, HasSubstr("(1 does not apply)"));
  write(rules_.back(), rules + "\ncase 99.2 \"Elsewhere\"\n" + one + one);
  EXPECT_THAT(casebook({"check", path_}).out, HasSubstr("(2 do not apply)"));
}

TEST_F(OwnGame, gets_advice_as_a_sentence_and_not_as_a_name) {
  write(rules_.back(),
        contents(rules_.back()) +
            "\ncase 99.2 \"Wrong\"\n  effect odd() do\n    choose by mover\n      end_turn()\n");
  const Ended run = casebook({"check", path_});
  EXPECT_THAT(run.err, testing::AllOf(HasSubstr("E0501"), HasSubstr("note: write it in a procedure"),
                                      Not(HasSubstr("did you mean \"a procedure\""))));
}

TEST_F(OwnGame, reads_no_file_outside_the_folder_of_its_game) {
  fs::copy_file(path_ + "/map.json", folder_.path() / "map.json");
  const std::string scenario = path_ + "/scenario.json";
  std::string text = contents(scenario);
  const size_t at = text.find("\"map.json\"");
  ASSERT_NE(at, std::string::npos);
  fs::create_symlink(folder_.path() / "map.json", folder_.path() / "game/mine/linked.json");
  for (const std::string& path :
       {std::string("../../map.json"), std::string("linked.json"), folder_.path().string() + "/map.json"}) {
    std::string changed = text;
    write(scenario, changed.replace(at, 10, "\"" + path + "\""));
    const Ended run = casebook({"check", path_});
    EXPECT_EQ(run.status, 2) << path;
    EXPECT_THAT(run.err, HasSubstr("scenario.json:")) << path;
    EXPECT_THAT(run.err, HasSubstr("D0120")) << path;
  }
  // A map beside the editions of a game is shared by them.
  fs::copy_file(path_ + "/map.json", folder_.path() / "game/map.json");
  write(scenario, text.replace(at, 10, "\"../map.json\""));
  EXPECT_EQ(casebook({"check", path_}).status, 0);
}

TEST_F(OwnGame, laid_out_by_fmt_keeps_its_fingerprint_and_stays_so) {
  EXPECT_EQ(casebook({"fmt", "--check", path_}).status, 0);  // what is shipped is laid out
  const std::string before = fingerprint(path_);
  for (const std::string& file : rules_) {
    std::string crooked;
    for (const std::string& line : lines_of(contents(file))) crooked += line + "   \r\n\n";
    write(file, "-- a comment\n" + crooked);
  }
  const Ended asked = casebook({"fmt", "--check", path_});
  EXPECT_EQ(asked.status, 40);
  EXPECT_THAT(asked.out, HasSubstr("not in canonical layout"));
  EXPECT_THAT(contents(rules_.front()), HasSubstr("   \r\n"));
  EXPECT_EQ(fingerprint(path_), before);
  EXPECT_EQ(casebook({"fmt", path_}).status, 0);
  EXPECT_THAT(contents(rules_.front()), StartsWith("-- a comment\n"));
  EXPECT_THAT(contents(rules_.front()), Not(HasSubstr("\r")));
  EXPECT_EQ(fingerprint(path_), before);
  const Ended again = casebook({"fmt", path_});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.out, IsEmpty());
  EXPECT_EQ(casebook({"fmt", "--check", path_}).status, 0);
}

TEST_F(OwnGame, is_not_touched_by_fmt_when_it_can_not_be_read) {
  write(rules_.back(), "case 1.1\n    define (((\n");
  const Ended run = casebook({"fmt", rules_.back()});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr(":2:"));
  EXPECT_EQ(contents(rules_.back()), "case 1.1\n    define (((\n");
}

TEST(Shipped, editions_have_no_errors) {
  const Ended run = casebook(
      {"check", "--json", "examples/hex-skirmish", "examples/hex", "examples/interrupt", "examples/cup"});
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_EQ(json::parse(run.out)["editions"].size(), 4u);
}

TEST(Migrate, keeps_the_original) {
  const TemporaryFolder folder;
  const std::string file = folder.path().string() + "/map.json";
  const std::string old = contents(source("tests/engine/board/samples/map.v0.json"));
  write(file, old);
  const Ended run = casebook({"migrate", file});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("casebook/map 0 to 1"));
  EXPECT_EQ(contents(folder.path().string() + "/map.v0.json"), old);
  EXPECT_EQ(json::parse(contents(file))["version"], 1);
  const std::string migrated = contents(file);
  const Ended again = casebook({"migrate", file});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.out, HasSubstr("newest version already"));
  EXPECT_EQ(contents(file), migrated);
  write(file, R"({"format": "casebook/map", "version": 99})");
  const Ended newer = casebook({"migrate", file});
  EXPECT_EQ(newer.status, 2);
  EXPECT_THAT(newer.err, HasSubstr("D0106"));
}

}  // namespace
}  // namespace casebook::cli_tests
