// SPDX-License-Identifier: Apache-2.0
// casebook fewest: the question a designer asks, its statuses, and bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing_support::TemporaryFolder;

const char* const skirmish = "examples/hex-skirmish";

TEST(FewestVerb, OneEgyptianUnitCutsTheLineOfCommunication) {
  const TemporaryFolder folder;
  const std::string file = folder.path().string() + "/cut.json";
  const std::string line = "line_of_communication()[matzmed]";
  const Ended run = casebook({"fewest", "across-suez/spi-1980", line, "--fails", "--of", "units(egypt)",
                              "--position", file, "--json"});
  ASSERT_EQ(run.status, 0) << run.out << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(document.at("verdict"), "PROVED");
  EXPECT_EQ(document.at("noneBelow"), 1);
  ASSERT_EQ(document.at("placed").size(), 1U);
  EXPECT_THAT(document.at("free"), IsEmpty());
  EXPECT_THAT(casebook({"ask", file, line}).out, StartsWith("no\n"));
  // Without that one unit the line is there.
  const std::string piece = document.at("placed").at(0).at("piece"),
                    place = document.at("placed").at(0).at("place");
  std::string text = contents(file);
  const std::string stands = "\"" + piece + "\": {\"place\": \"" + place + "\"";
  const size_t at = text.find(stands);
  ASSERT_NE(at, std::string::npos) << text;
  write(file, text.replace(at, stands.size(), "\"" + piece + "\": {\"place\": \"eliminated\""));
  EXPECT_THAT(casebook({"ask", file, line}).out, StartsWith("yes\n"));
}

TEST(FewestVerb, SaysWhatItFoundInWords) {
  const Ended found = casebook({"fewest", skirmish, "on_board(first) = 2", "--of", "unit"});
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_THAT(found.out, StartsWith("PROVED  2 of "));
  EXPECT_THAT(found.out, HasSubstr("\nmade by: casebook fewest examples/hex-skirmish 'on_board(first) = 2'"));
  const Ended never = casebook({"fewest", skirmish, "on_board(first) = 20", "--of", "unit"});
  EXPECT_EQ(never.status, 40) << never.out << never.err;
  EXPECT_THAT(never.out, StartsWith("REFUTED  wherever the "));
  const Ended few = casebook({"fewest", skirmish, "on_board(first) = 2", "--of", "unit", "--most", "1"});
  EXPECT_EQ(few.status, 30) << few.out << few.err;
  EXPECT_THAT(few.out, HasSubstr("more than 1 were not tried\n  not with fewer than 2: proved\n"));
  const Ended poor = casebook({"fewest", "across-suez/spi-1980", "not line_of_communication()[matzmed]",
                               "--of", "units(egypt)", "--resources", "1"});
  EXPECT_EQ(poor.status, 30) << poor.out << poor.err;
  EXPECT_THAT(poor.out, HasSubstr("UNKNOWN  "));
  EXPECT_THAT(poor.out, HasSubstr("Z3 reached its limit"));
}

TEST(FewestVerb, BadInputIsToldWithItsPlace) {
  struct Wrong {
    std::vector<std::string> words;
    int status;
    std::string told;
  };
  const std::string at = TemporaryFolder().path().string();  // gone already
  for (const Wrong& wrong : std::vector<Wrong>{
           {{skirmish, "on_bord(first) = 2", "--of", "unit"}, 2, "expression:1:1: error E0202"},
           {{skirmish, "on_board(first)", "--of", "unit"}, 2, "expression:1:1: error E0301"},
           {{skirmish, "on_board(first) = 2", "--of", "unot"}, 2, "expression:1:1: error E0202"},
           {{skirmish, "on_board(first) = 2", "--of", "side"},
            2,
            "error C0120: \"side\" is no set of pieces"},
           {{skirmish, "on_board(first) = 2", "--of", "2"}, 2, "error C0120: \"2\" is no set of pieces"},
           {{skirmish, "place(\"A 1\") = a1", "--of", "unit"}, 2, "expression:1:7: error P0110"},
           {{skirmish, "on_board(first) = 2", "--of", "unit", "--free", "movre"},
            2,
            "error C0121: there is no state named \"movre\""},
           {{skirmish, "on_board(first) = 2", "--of", "unit", "--position", at + "/x/y.json"},
            2,
            "error C0106"},
           {{skirmish, "on_board(first) = 2", "--of", "unit", "--most", "-1"}, 1, "--most"},
           {{skirmish, "on_board(first) = 2"}, 1, "--of"},
           {{"examples/hex-skirmsh", "on_board(first) = 2", "--of", "unit"}, 2, "hex-skirmish"},
       }) {
    std::vector<std::string> words{"fewest"};
    words.insert(words.end(), wrong.words.begin(), wrong.words.end());
    const Ended run = casebook(words);
    std::string line;
    for (const std::string& word : wrong.words) line += word + " ";
    EXPECT_EQ(run.status, wrong.status) << line << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr(wrong.told)) << line;
    EXPECT_THAT(run.out, IsEmpty()) << line;
  }
}

}  // namespace
}  // namespace casebook::cli_tests
