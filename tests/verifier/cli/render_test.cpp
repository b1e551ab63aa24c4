// SPDX-License-Identifier: Apache-2.0
// casebook render as a person at a shell sees it, and the pictures that are committed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "engine/picture/picture_formats.h"
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
           {{suez, "-o", at + "/kept.svg", "--page", "A5", "--margin", "70"},
            2,
            "C0127",
            "too little for a piece of 18 mm"},
           {{suez, "-o", at + "/kept.svg", "--page", "A5", "--scale", "100", "--overlap", "90"},
            2,
            "C0127",
            "880 pages of A5, and the limit pages"},
           {{suez, "-o", at + "/kept.svg", "--page", "A17"}, 1, "C0101", "A17"},
           {{suez, "-o", at + "/kept.svg", "--scale", "2"}, 1, "C0101", "scale"},
           {{suez, "-o", at + "/kept.svg", "--counters", "--page", "A5", "--counter", "90", "--margin", "60"},
            2,
            "C0127",
            "no room for a counter"},
           {{suez, "-o", at + "/kept.svg", "--counters", "--charts"}, 1, "C0101", "charts"},
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

TEST(Render, scales_tiles_and_numbers_the_files_of_pages) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const auto width = [&](const std::string& name) {
    std::string problem;
    const auto root = testing_support::parse_xml(contents(at + "/" + name), problem);
    EXPECT_TRUE(root) << problem;
    return root ? std::stod(root->attribute("width")) : 0;
  };
  ASSERT_EQ(casebook({"render", suez, "-o", at + "/a.svg", "--bare"}).status, 0);
  ASSERT_EQ(casebook({"render", suez, "-o", at + "/b.svg", "--bare", "--scale", "36"}).status, 0);
  // Twice the size of a hex: the map is twice as wide, the rims stay.
  EXPECT_NEAR(width("b.svg") - 6, 2 * (width("a.svg") - 6), 0.1);
  const Ended run = casebook({"render", suez, "-o", at + "/t.svg", "--page", "a4"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("t-01.svg to "),
                             HasSubstr("7 pages of A4 (3 across, 2 down, and their plan)")));
  EXPECT_TRUE(fs::exists(at + "/t-07.svg"));
  EXPECT_FALSE(fs::exists(at + "/t-08.svg"));
  EXPECT_FALSE(fs::exists(at + "/t.svg"));
  EXPECT_EQ(width("t-02.svg"), 210);
}

TEST(Render, writes_counters_and_charts_of_every_edition) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  for (const char* edition : {"across-suez/spi-1980", "across-suez/decision-games-2", "examples/cup"}) {
    Ended run = casebook({"render", edition, "-o", at + "/c.svg", "--counters"});
    EXPECT_EQ(run.status, 0) << edition << run.err;
    EXPECT_THAT(run.out, HasSubstr("fronts and backs in turn"));
    run = casebook({"render", edition, "-o", at + "/h.svg", "--charts", "--page", "letter"});
    EXPECT_EQ(run.status, 0) << edition << run.err;
    EXPECT_THAT(run.out, HasSubstr("of letter"));
  }
  const Ended none = casebook({"render", "examples/hex", "-o", at + "/n.svg", "--counters"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, AllOf(HasSubstr("C0127"), HasSubstr("no piece")));
  EXPECT_FALSE(fs::exists(at + "/n-01.svg"));
  EXPECT_THAT(contents(at + "/c-02.svg"), HasSubstr("class=\"registration mark\""));
}

TEST(Render, offers_every_format_of_the_table_and_writes_it) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const std::string help = casebook({"render", "--help"}).out;
#ifdef CASEBOOK_PAINT
  const picture::PictureFormats& here = picture::picture_formats();
#else
  const picture::PictureFormats& here = picture::picture_formats_without_qt();
#endif
  std::set<std::string> made;
  for (const picture::PictureFormatRow& one : here) {
    const std::string file = at + "/cup." + one.ending;
    const Ended run = casebook({"render", "examples/cup", "-o", file, "--bare", "--dpi", "20"});
    EXPECT_EQ(run.status, 0) << one.ending << run.err;
    EXPECT_TRUE(made.insert(contents(file).substr(0, 4)).second) << one.ending << " is as another";
    EXPECT_THAT(help, HasSubstr("." + one.ending));
    EXPECT_THAT(casebook({"render", "examples/cup", "-o", at + "/cup"}).err, HasSubstr("." + one.ending));
  }
}

#ifdef CASEBOOK_PAINT
TEST(Render, writes_the_same_pdf_and_png_in_two_runs) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  for (const std::string ending : {"pdf", "png"}) {
    std::vector<std::string> made;
    for (int i = 0; i < 2; ++i) {
      // The command is part of the picture, so both runs say the same.
      const Ended run =
          shell("cd '" + at + "' && \"$CASEBOOK\" render " + suez + " -o a." + ending + " --dpi 60 --charts");
      ASSERT_EQ(run.status, 0) << run.err;
      EXPECT_EQ(run.err, "");
      made.push_back(contents(at + (ending == "pdf" ? "/a.pdf" : "/a-01.png")));
    }
    EXPECT_GT(made[0].size(), 5000U);
    EXPECT_TRUE(made[0] == made[1]) << ending;
  }
}
#endif

// Fingerprints change with every rule and are no part of how a picture looks.
std::string without_fingerprint(const std::string& svg) {
  return std::regex_replace(svg, std::regex("rules [0-9a-f]{16}"), "rules -");
}

TEST(Render, makes_the_pictures_that_are_committed) {
  const std::string night = " --view 'reach(Matt 1)' --around 0813 --steps 4 --bare";
  struct Kept {
    std::string edition, name, options;
  };
  for (const auto& [edition, name, options] : std::vector<Kept>{
           {suez, "docs/pictures/across-suez.svg", ""},
           {"examples/cup", "docs/pictures/cup.svg", ""},
           {suez, "docs/pictures/night-spi-1980.svg", night},
           {"across-suez/decision-games-2", "docs/pictures/night-decision-games-2.svg", night}}) {
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "docs/pictures");
    const Ended run = shell("cd '" + folder.path().string() + "' && \"$CASEBOOK\" render " + edition +
                            " -o " + name + options);
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
