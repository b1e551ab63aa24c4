// SPDX-License-Identifier: Apache-2.0
// Pictures as the command writes them: those that the manual shows are what it makes, and another program
// sees the same in the SVG.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/paint/images.h"

namespace casebook::paint {
namespace {

namespace fs = std::filesystem;

std::string render(const std::string& folder, const std::string& words) {
  return output_of("cd '" + folder +
                   "' && CASEBOOK_RULESETS='" CASEBOOK_SOURCE_DIR "/rulesets' '" CASEBOOK_BINARY "' render " +
                   words);
}
QImage image(const std::string& file) {
  return QImage(QString::fromStdString(file)).convertToFormat(QImage::Format_RGB32);
}

struct Shown {
  std::string words, made, kept;
};

// Beside each stands the command in docs/manual/render.md.
TEST(Golden, pictures_of_the_manual_are_what_its_commands_make) {
  for (const Shown& one :
       std::vector<Shown>{{"across-suez/spi-1980 -o docs/pictures/charts.png --charts --dpi 72",
                           "charts-01.png", "charts-01.png"},
                          {"across-suez/spi-1980 -o docs/pictures/counters.png --counters --page A5 --dpi 96",
                           "counters-01.png", "counters-01.png"},
                          {"across-suez/spi-1980 -o docs/pictures/pages.png --page A4 --dpi 50",
                           "pages-02.png", "pages-02.png"}}) {
    const testing_support::TemporaryFolder folder;
    const std::string at = folder.path().string();
    fs::create_directories(at + "/docs/pictures");
    ASSERT_NE(render(at, one.words), "") << one.words;
    const QImage made = image(at + "/docs/pictures/" + one.made);
    ASSERT_FALSE(made.isNull()) << one.words;
    const std::string kept = std::string(CASEBOOK_SOURCE_DIR) + "/docs/pictures/" + one.kept;
    if (differing(made, image(kept)) > 0.5 && std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr)
      fs::copy_file(at + "/docs/pictures/" + one.made, kept, fs::copy_options::overwrite_existing);
    EXPECT_LE(differing(made, image(kept)), 0.5)
        << kept << " is not what `casebook render " << one.words
        << "` makes; CASEBOOK_WRITE_GOLDEN=1 writes it anew: look at it then";
    std::error_code missing;
    EXPECT_LT(fs::file_size(kept, missing), 200'000U);
  }
}

// Letters and edges are smoothed differently by the two; what stands elsewhere or is missing shows in more
// pixels.
TEST(Golden, another_program_sees_the_same_in_the_svg) {
  for (const char* words : {"across-suez/spi-1980", "across-suez/spi-1980 --charts",
                            "across-suez/spi-1980 --counters", "examples/cup --view 'reach(H1)'"}) {
    const testing_support::TemporaryFolder folder;
    const std::string at = folder.path().string();
    ASSERT_NE(render(at, std::string(words) + " -o a.png --dpi 96"), "") << words;
    ASSERT_NE(render(at, std::string(words) + " -o a.svg"), "") << words;
    const std::string name = fs::exists(at + "/a.png") ? "a" : "a-01";
    if (output_of("cd '" + at + "' && rsvg-convert --dpi-x 96 --dpi-y 96 " + name +
                  ".svg -o b.png && echo made")
            .empty())
      GTEST_SKIP() << "rsvg-convert is not here";
    const QImage mine = image(at + "/" + name + ".png");
    const QImage theirs = image(at + "/b.png").scaled(mine.size());
    EXPECT_LE(differing(mine, theirs, 100), 1.0) << words;
    EXPECT_LE(differing(mine, theirs, 200), 0.1) << words;
  }
}

// A page of a PDF as another program draws it.
TEST(Golden, another_program_sees_the_same_in_the_pdf) {
  const testing_support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  ASSERT_NE(render(at, "across-suez/spi-1980 --charts -o a.png --dpi 96"), "");
  ASSERT_NE(render(at, "across-suez/spi-1980 --charts -o a.pdf"), "");
  if (output_of("cd '" + at + "' && pdftoppm -r 96 -f 1 -l 1 -png a.pdf b && echo made").empty())
    GTEST_SKIP() << "pdftoppm is not here";
  std::string page;
  for (const auto& file : fs::directory_iterator(at))
    if (file.path().filename().string().starts_with("b-")) page = file.path().string();
  const QImage mine = image(at + "/a-01.png");
  // One would name the file `a.png`, were there one page.
  ASSERT_FALSE(mine.isNull());
  EXPECT_LE(differing(mine, image(page).scaled(mine.size()), 100), 1.0);
}

}  // namespace
}  // namespace casebook::paint
