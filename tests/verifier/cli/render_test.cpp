// SPDX-License-Identifier: Apache-2.0
// casebook render as a person at a shell sees it, and the pictures that are committed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

#include "tests/support/temporary_folder.h"
#include "tests/support/xml.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing_support::TemporaryFolder;

const std::string suez = "across-suez/spi-1980";

TEST(Render, writes_a_picture_that_says_how_to_make_it_again) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "a b.svg").string();
  const Ended run = casebook({"render", suez, "-o", file, "--view", "zone(egypt)", "--marks", "0512=A,0910"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("357 hexes, 45 pieces"));
  const std::string svg = contents(file);
  std::string problem;
  const auto root = testing_support::parse_xml(svg, problem);
  ASSERT_TRUE(root) << problem;
  const std::string made = root->child("desc")->text;
  EXPECT_THAT(made, AllOf(HasSubstr("casebook 0."), HasSubstr("rules ")));
  const std::string command = made.substr(made.find("made by: casebook ") + 18);
  EXPECT_EQ(shell("\"$CASEBOOK\" " + command).status, 0);
  EXPECT_EQ(contents(file), svg);
  size_t marked = 0, marks = 0;
  for (const auto* group : testing_support::elements(*root, "g")) {
    marked += group->attribute("class") == "marked" ? 1U : 0U;
    marks += group->attribute("class") == "mark" ? 1U : 0U;
  }
  EXPECT_EQ(marks, 2U);
  const std::string asked = casebook({"ask", suez, "zone(egypt)"}).out;
  EXPECT_THAT(asked, HasSubstr(std::to_string(marked) + " hexes"));
}

TEST(Render, draws_ways_numbers_and_sums_of_any_view) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "a.svg").string();
  const auto drawn = [&](const std::vector<std::string>& views) {
    std::vector<std::string> words{"render", suez, "-o", file};
    for (const std::string& view : views) {
      words.emplace_back("--view");
      words.push_back(view);
    }
    const Ended run = casebook(words);
    EXPECT_EQ(run.status, 0) << run.err;
    return contents(file);
  };
  EXPECT_THAT(drawn({"line(israeli_rear)"}), HasSubstr("Line of communication"));
  EXPECT_THAT(drawn({"reach(Raviz 1)"}), AllOf(HasSubstr("class=\"number\""), HasSubstr("\u00bd</text>")));
  EXPECT_THAT(drawn({"balance(16/1, {Matt 2}, no)"}), HasSubstr("total "));
}

TEST(Render, refuses_in_plain_words_and_leaves_the_file_alone) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  write(at + "/kept.svg", "mine");
  struct Wrong {
    std::vector<std::string> words;
    int status;
    std::string code, says;
  };
  for (const Wrong& wrong : std::vector<Wrong>{
#ifdef CASEBOOK_PAINT
           {{suez, "-o", at + "/a.jpeg"}, 1, "C0126", ".svg, .png or .pdf"},
           {{suez, "-o", at + "/a.png", "--dpi", "2400"}, 2, "C0127", "png_side is 10000"},
           {{suez, "-o", at + "/no/folder.pdf"}, 2, "C0106", "folder.pdf"},
#else
           {{suez, "-o", at + "/a.png"}, 1, "C0126", "built without Qt 6"},
           {{suez, "-o", at + "/a.pdf"}, 1, "C0126", "built without Qt 6"},
#endif
           {{suez, "-o", at + "/a"}, 1, "C0126", ".svg"},
           {{suez}, 1, "C0101", "output"},
           {{suez, "-o", at + "/kept.svg", "--marks", "0599"}, 2, "C0125", "0599"},
           {{suez, "-o", at + "/kept.svg", "--around", "5012"}, 2, "C0125", "5012"},
           {{suez, "-o", at + "/kept.svg", "--view", "zone(egpyt)"}, 2, "P0176", "egypt"},
           {{suez, "-o", at + "/no/folder.svg"}, 2, "C0106", "folder.svg"},
           {{"across-seuz", "-o", at + "/kept.svg"}, 2, "C0102", "across-suez"},
       }) {
    std::vector<std::string> words{"render"};
    words.insert(words.end(), wrong.words.begin(), wrong.words.end());
    const Ended run = casebook(words);
    EXPECT_EQ(run.status, wrong.status) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("error " + wrong.code), HasSubstr(wrong.says)));
    EXPECT_EQ(run.out, "");
  }
  EXPECT_EQ(contents(at + "/kept.svg"), "mine");
  EXPECT_EQ(std::distance(fs::directory_iterator(at), {}), 1);
}

// Fingerprints change with every rule and are no part of how a picture looks.
std::string without_fingerprint(const std::string& svg) {
  return std::regex_replace(svg, std::regex("rules [0-9a-f]{16}"), "rules -");
}

TEST(Render, makes_the_pictures_that_are_committed) {
  for (const auto& [edition, name] : std::vector<std::pair<std::string, std::string>>{
           {suez, "docs/pictures/across-suez.svg"}, {"examples/cup", "docs/pictures/cup.svg"}}) {
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "docs/pictures");
    const Ended run =
        shell("cd '" + folder.path().string() + "' && \"$CASEBOOK\" render " + edition + " -o " + name);
    ASSERT_EQ(run.status, 0) << run.err;
    const std::string made = contents((folder.path() / name).string());
    if (std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr &&
        without_fingerprint(made) != without_fingerprint(contents(source(name))))
      write(source(name), made);
    EXPECT_TRUE(without_fingerprint(made) == without_fingerprint(contents(source(name))))
        << name << " is not what the command makes; CASEBOOK_WRITE_GOLDEN=1 writes it anew: look at it then";
  }
}

}  // namespace
}  // namespace casebook::cli_tests
