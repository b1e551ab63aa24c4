// SPDX-License-Identifier: Apache-2.0
// The same picture painted: what fits by text_width fits, PNG and PDF are of true size, and the same bytes
// each time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <fstream>

#include "engine/picture/limits.h"
#include "engine/picture/svg.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/paint/images.h"
#include "verifier/paint/canvas.h"
#include "verifier/paint/fonts.h"
#include "verifier/paint/png_pdf.h"

namespace casebook::paint {
namespace {

using picture::Anchor;
using picture::Group;
using picture::Outline;
using picture::Path;
using picture::Picture;
using picture::Rgb;
using picture::Stroke;
using picture::Text;
using testing::HasSubstr;
using testing::Not;

/// One of each shape.
Picture sample() {
  Picture made;
  made.width = 60;
  made.height = 40;
  made.title = "One of each";
  made.paper = {250, 248, 240};
  picture::Symbol symbol{"dot", {}};
  symbol.shapes.push_back({picture::Ellipse{{0, 0}, 3, 2, Outline{picture::Paint{{30, 90, 60}, 1}, {}}}});
  made.symbols.push_back(symbol);
  Group& group = made.content.group("layer", "all");
  group.add(picture::Use{0, {8, 8}});
  group.add(picture::Use{0, {18, 8}});
  picture::Rectangle box{{24, 4}, 14, 9, 2, {}};
  box.outline = {picture::Paint{{200, 60, 40}, 0.5}, Stroke{{20, 20, 20}, 0.6, 1, {}, true}};
  group.add(box);
  Path path;
  path.move({4, 20}).line({14, 16}).curve({20, 14}, {22, 26}, {30, 20}).line({30, 26}).close();
  path.outline = {picture::Paint{{220, 220, 120}, 1}, Stroke{{0, 0, 120}, 0.5, 1, {1.5, 1}, false}};
  group.add(path);
  Path dots;
  dots.move({34, 20}).line({56, 20});
  dots.outline.stroke = Stroke{{120, 0, 60}, 1, 1, {0, 2}, true};
  group.add(dots);
  Text text{{30, 34},     "Words & 0512",  5,  Anchor::middle, true, false, 0, 0,
            {10, 10, 10}, {255, 255, 200}, 0.5};
  group.add(text);
  Text turned{{52, 36}, "up", 4, Anchor::start, false, true, 0.4, -90, {10, 10, 10}, {250, 248, 240}, 0};
  group.add(turned);
  Group& seen = made.content.group("part");
  seen.window = picture::Window{{46, 3}, 10, 8, {14, 4}, 1.5};
  seen.add(picture::Use{0, {18, 8}});
  return made;
}

TEST(Paint, sets_texts_in_the_font_it_names) {
  EXPECT_EQ(font_problem(), "");
}

TEST(Paint, no_text_is_wider_than_text_width_says) {
  std::vector<std::string> texts{"0512",
                                 "Guard 1",
                                 "16/1",
                                 "Great Bitter Lake",
                                 "3-8",
                                 "MMMMMM",
                                 "iiii",
                                 "Wall",
                                 "made by: casebook render across-suez/spi-1980 -o suez.svg",
                                 "\u00bd",
                                 "\u2013"};
  for (char c = '!'; c <= '~'; ++c) texts.push_back(std::string(10, c));
  for (const bool bold : {false, true}) {
    const QFontMetricsF metrics(font(bold, false));
    for (const std::string& text : texts) {
      const double width = metrics.horizontalAdvance(QString::fromStdString(text));
      EXPECT_LE(width, picture::text_width(text, set_size, bold) + 0.1 * static_cast<double>(text.size()))
          << text << (bold ? " bold" : "");
    }
  }
}

TEST(Paint, draws_one_of_each_shape) {
  expect_golden(painted(sample(), 150), "shapes");
}

TEST(Paint, png_has_the_size_that_the_resolution_gives_and_says_it) {
  std::string problem;
  const auto bytes = png_bytes(sample(), 254, problem);
  ASSERT_TRUE(bytes) << problem;
  const QImage image = QImage::fromData(QByteArray::fromStdString(*bytes), "png");
  EXPECT_EQ(image.size(), QSize(600, 400));
  EXPECT_EQ(image.dotsPerMeterX(), 10000);
  EXPECT_EQ(image.text("Title"), "One of each");
  EXPECT_EQ(png_bytes(sample(), 254, problem), bytes);
}

TEST(Paint, png_beyond_the_limit_is_refused_with_what_would_fit) {
  std::string problem;
  EXPECT_FALSE(png_bytes(sample(), 4300, problem));
  EXPECT_THAT(problem, HasSubstr("png_side is 10000"));
  EXPECT_THAT(problem, HasSubstr("at most 4233 dots"));
  EXPECT_FALSE(png_bytes(sample(), 4234, problem));
  Picture narrow = sample();
  narrow.height = 0.5;
  EXPECT_TRUE(png_bytes(narrow, 4233, problem)) << problem;
}

TEST(Paint, pdf_is_of_true_size_with_its_words_and_without_dates) {
  Picture wide = sample();
  wide.width = 100;
  const std::string pdf = pdf_bytes({sample(), wide});
  EXPECT_THAT(pdf, Not(HasSubstr("CreationDate")));
  EXPECT_EQ(pdf, pdf_bytes({sample(), wide}));
  const testing_support::TemporaryFolder folder;
  const std::string file = (folder.path() / "a.pdf").string();
  std::ofstream(file, std::ios::binary) << pdf;
  const std::string info = output_of("pdfinfo -f 1 -l 2 '" + file + "'");
  if (info.empty()) GTEST_SKIP() << "pdfinfo is not here";
  EXPECT_THAT(info, HasSubstr("One of each"));
  EXPECT_THAT(info, testing::ContainsRegex("Pages: +2"));
  EXPECT_THAT(info, testing::ContainsRegex("Page +1 size: +170(.0[0-9]*)? x 113(.[0-9]+)? pts"));
  EXPECT_THAT(info, testing::ContainsRegex("Page +2 size: +283(.[0-9]+)? x 113(.[0-9]+)? pts"));
  EXPECT_THAT(output_of("pdftotext '" + file + "' -"), HasSubstr("Words & 0512"));
}

TEST(Paint, without_dates_keeps_every_offset) {
  const std::string pdf = "<< /CreationDate (D:20260101000000Z) /X 1 /ModDate (D:1) /ID [ <aa> <bb> ] >>";
  const std::string made = without_dates(pdf);
  EXPECT_EQ(made.size(), pdf.size());
  EXPECT_EQ(made.find("/X 1"), pdf.find("/X 1"));
  EXPECT_THAT(made, Not(HasSubstr("2026")));
  EXPECT_THAT(made, Not(HasSubstr("aa")));
}

// Letters are smoothed differently; that shapes stand elsewhere or are missing would show in far more pixels.
TEST(Paint, looks_as_another_program_draws_its_svg) {
  const testing_support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  std::ofstream(at + "/a.svg") << picture::svg_text(sample());
  if (output_of("cd '" + at + "' && rsvg-convert --dpi-x 150 --dpi-y 150 a.svg -o a.png && echo made")
          .empty())
    GTEST_SKIP() << "rsvg-convert is not here";
  const QImage theirs = QImage(QString::fromStdString(at + "/a.png")).convertToFormat(QImage::Format_RGB32);
  const QImage mine = painted(sample(), 150);
  EXPECT_LE(differing(mine, theirs.scaled(mine.size()), 100), 0.5);
}

}  // namespace
}  // namespace casebook::paint
