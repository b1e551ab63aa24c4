// SPDX-License-Identifier: Apache-2.0
// The same picture in the window, on paper and in a report; charts with all that they are of; and the picture
// of the manual is what the program makes of itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <cstdlib>
#include <regex>
#include <set>

#include "editor/window/dialogs/paper_out.h"
#include "editor/window/screenshots.h"
#include "engine/picture/paper/sheet.h"
#include "engine/picture/svg.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"
#include "verifier/report/figures.h"

namespace casebook::window {
namespace {

using ::testing::HasSubstr;

/// Pixels, of a hundred, that differ by more than 8 of 255 in some colour.
double differing(const QImage& a, const QImage& b) {
  if (a.size() != b.size() || a.isNull()) return 100;
  int64_t found = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const QRgb one = a.pixel(x, y), two = b.pixel(x, y);
      const int most = std::max({std::abs(qRed(one) - qRed(two)), std::abs(qGreen(one) - qGreen(two)),
                                 std::abs(qBlue(one) - qBlue(two))});
      found += most > 8 ? 1 : 0;
    }
  return 100.0 * static_cast<double>(found) / (static_cast<double>(a.width()) * a.height());
}

/// Where the map begins on a sheet of paper: margin, heading, gutter, in millimetres.
constexpr double paper_left = 16, paper_top = 33;

QImage on_paper_at(Opened& opened, double dots) {
  PaperWish wish;
  wish.file = "map.png";
  wish.dots_per_inch = dots;
  const PaperFiles files = on_paper(opened.desk(), wish);
  EXPECT_EQ(files.problem, "");
  QImage image;
  EXPECT_TRUE(image.loadFromData(QByteArray::fromStdString(files.files.at(0).bytes), "PNG"));
  return image.convertToFormat(QImage::Format_RGB32);
}
/// The map alone, without the hexes at its rim, where a sheet has arrows and the window the edge of its
/// paper.
QRect inner(MapDrawing& drawing, double scale) {
  const double rim = 1.2 * drawing.geometry().size();
  return QRectF((paper_left + rim) * scale, (paper_top + rim) * scale, (drawing.width() - 2 * rim) * scale,
                (drawing.height() - 2 * rim) * scale)
      .toRect();
}
QImage in_window_at(Opened& opened, double scale, QSize size) {
  QImage image(size, QImage::Format_RGB32);
  const picture::Rgb paper = opened.desk().style().paper;
  image.fill(QColor(paper.red, paper.green, paper.blue));
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  painter.scale(scale, scale);
  painter.translate(paper_left, paper_top);
  MapDrawing& drawing = *opened.map().drawing();
  drawing.paint(painter, QRectF(0, 0, drawing.width(), drawing.height()), scale, {});
  return image;
}

TEST(SamePicture, InTheWindowAndOnPaper) {
  Opened opened("across-suez");
  constexpr double dots = 120, scale = dots / 25.4;
  const QImage paper = on_paper_at(opened, dots);
  const QImage window = in_window_at(opened, scale, paper.size());
  const QRect where = inner(*opened.map().drawing(), scale);
  ASSERT_TRUE(paper.rect().contains(where));
  // Letters and specks lie a fraction of a dot elsewhere: four dots by four are looked at together.
  const auto seen = [&](const QImage& image) {
    return image.copy(where).scaled(where.size() / 4, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  };
  EXPECT_LE(differing(seen(window), seen(paper)), 0.5);
  // Three hexes of other ground are more than that.
  ASSERT_TRUE(opened.desk().execute(editor::SetHexes{
      opened.desk().map_file(), {"0810", "0811", "0910"}, opened.desk().style().ground, std::nullopt, ""}));
  opened.window().settle();
  const QImage changed = in_window_at(opened, scale, paper.size());
  EXPECT_GT(differing(seen(changed), seen(paper)), 0.5) << "the comparison sees three hexes";
  EXPECT_LE(differing(seen(changed), seen(on_paper_at(opened, dots))), 0.5);
}

/// The part of a picture with that name, without what tells the ids of several pictures apart.
std::string layer(std::string svg, const std::string& name, const std::string& prefix) {
  for (size_t at; !prefix.empty() && (at = svg.find(prefix)) != std::string::npos;)
    svg.erase(at, prefix.size());
  const std::string begins = "<g class=\"layer\" data-name=\"";
  const size_t from = svg.find(begins + name + "\"");
  if (from == std::string::npos) return {};
  return svg.substr(from, svg.find(begins, from + 1) - from);
}

TEST(SamePicture, InAReport) {
  Opened opened("across-suez");
  const std::vector<report::ScenarioPtr> rulesets{opened.desk().bound()->scenario};
  report::Figures figures(rulesets);
  const auto figure = figures.draw_start(rulesets[0]->id, {"0612"});
  ASSERT_TRUE(figure);
  // The window's map, style and counters, as a picture of the same hexes.
  picture::SheetRequest request;
  request.map = opened.desk().map();
  request.numbering = opened.desk().numbering();
  const picture::Style style = opened.desk().style();
  request.style = &style;
  request.figure = true;
  request.pieces.counters = opened.desk().counters();
  request.shown = picture::hexes_around(*opened.desk().map(), {opened.hex("0612")}, 2);
  const std::string mine = picture::svg_element(picture::sheet(request), "mine-");
  for (const char* name : {"hexes", "hexsides", "links", "grid", "numbers", "counters"}) {
    const std::string here = layer(mine, name, "mine-");
    EXPECT_NE(here, "") << name;
    EXPECT_EQ(here, layer(picture::svg_element(*figure->picture, "theirs-"), name, "theirs-")) << name;
  }
  EXPECT_THAT(layer(mine, "counters", "mine-"), HasSubstr("class=\"counter\""))
      << "there is something to compare";
}

std::string between(const std::string& all, const std::string& begins, const std::string& ends) {
  const size_t from = all.find(begins);
  return from == std::string::npos ? std::string() : all.substr(from, all.find(ends, from + 1) - from);
}
std::string box(const std::string& all, int64_t turn) {
  return between(between(all, "<g class=\"track\"", "<g class=\"schedule\""),
                 "<g class=\"box\" data-name=\"" + std::to_string(turn) + "\"", "<g class=\"box\"");
}
std::string chart(const std::string& all, const std::string& name) {
  return between(all, "<g class=\"chart\" data-name=\"" + name + "\"", "<g class=\"");
}
int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(Charts, HaveEveryTurnArrivalResultAndCost) {
  Opened opened("across-suez");
  PaperWish wish;
  wish.file = "charts.svg";
  wish.paper.sort = picture::PaperSort::charts;
  const PaperFiles files = on_paper(opened.desk(), wish);
  ASSERT_EQ(files.problem, "");
  std::string all;
  for (const PaperFiles::File& one : files.files) all += one.bytes;

  // The track has a box for every turn, and each unit stands in that of its arrival.
  const editor::Document& document = *opened.desk().document();
  size_t arrivals = 0;
  for (const int part : document.schedules())
    for (const board::EntityLine& line : *editor::entity_lines(document.part(part)))
      for (const board::Fact& fact : line.facts) {
        if (fact.attribute != "arrival") continue;
        ++arrivals;
        EXPECT_THAT(box(all, fact.value.number), HasSubstr("data-name=\"" + line.id + "\"")) << line.id;
      }
  EXPECT_GE(arrivals, 15u);
  for (int turn = 1; turn <= 7; ++turn) EXPECT_NE(box(all, turn), "") << turn;
  EXPECT_THAT(all, HasSubstr("<g class=\"schedule\" data-name=\"Turn\""));

  // Every result for every throw; every ground with what it costs, as the rules have it.
  const std::string results = chart(all, "combat_results"), costs = chart(all, "entry_cost");
  const std::map<std::string, int> wanted{{"AR", 11}, {"AE", 4}, {"EE", 4}, {"DR", 20}, {"DE", 3}};
  for (const auto& [result, times] : wanted)
    EXPECT_EQ(count(results, ">" + result + "</text>"), times) << result;
  const std::map<std::string, std::string> points{
      {"clear", "1"},        {"bar_lev", "1"}, {"sand", "3"}, {"elevated_sand", "3"},
      {"chinese_farm", "3"}, {"swamp", "no"},  {"lake", "no"}};
  for (const picture::GroundLook& ground : opened.desk().style().grounds) {
    const size_t at = costs.find(">" + ground.title + "</text>");
    ASSERT_NE(at, std::string::npos) << ground.member;
    const size_t cell = costs.find("<text", at);
    EXPECT_THAT(costs.substr(cell, costs.find("</text>", cell) - cell),
                ::testing::EndsWith(">" + points.at(ground.member)))
        << ground.member;
  }
}

TEST(Charts, FollowTheSchedule) {
  Opened opened("across-suez");
  const auto charts = [&] {
    PaperWish wish;
    wish.file = "charts.svg";
    wish.paper.sort = picture::PaperSort::charts;
    std::string all;
    const PaperFiles files = on_paper(opened.desk(), wish);
    EXPECT_EQ(files.problem, "");
    for (const PaperFiles::File& one : files.files) all += one.bytes;
    return all;
  };
  EXPECT_THAT(box(charts(), 5), HasSubstr("data-name=\"Karen 1\""));
  board::DataValue sixth;
  sixth.kind = board::DataKind::number;
  sixth.number = 6;
  ASSERT_TRUE(
      opened.desk().execute(editor::SetEntities{"schedule.json", {"unit Karen 1"}, "arrival", sixth, ""}));
  opened.window().settle();
  const std::string after = charts();
  EXPECT_EQ(box(after, 5).find("data-name=\"Karen 1\""), std::string::npos);
  EXPECT_THAT(box(after, 6), HasSubstr("data-name=\"Karen 1\""));
}

// docs/pictures/editor.png is `window-views.png` of
//   casebook-editor rulesets/across-suez --screenshot FOLDER
TEST(ManualPicture, OfTheEditorIsWhatItsCommandMakes) {
  application();
  if (QApplication::font().family() != "DejaVu Sans" &&
      QFontInfo(QApplication::font()).family() != "DejaVu Sans")
    GTEST_SKIP() << "the picture has texts in DejaVu Sans, which is not here";
  Opened opened("across-suez");
  const testing_support::TemporaryFolder folder;
  QString problem;
  ASSERT_TRUE(take_screenshots(opened.window(), QString::fromStdString(folder.path().string()), problem))
      << problem.toStdString();
  const QImage made(QString::fromStdString((folder.path() / "window-views.png").string()));
  ASSERT_EQ(made.size(), QSize(1280, 800));
  const QString kept = QString(CASEBOOK_SOURCE_DIR) + "/docs/pictures/editor.png";
  if (differing(made, QImage(kept)) > 0.5 && std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr) {
    ASSERT_TRUE(made.save(kept, "PNG", 0));
  }
  EXPECT_LE(differing(made, QImage(kept)), 0.5) << "docs/pictures/editor.png is not what the program looks "
                                                   "like; CASEBOOK_WRITE_GOLDEN=1 writes it anew: "
                                                   "look at it then";
}

}  // namespace
}  // namespace casebook::window
