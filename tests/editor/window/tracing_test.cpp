// SPDX-License-Identifier: Apache-2.0
// Scans under the grid: put there, clicked, nudged, kept in the project; and those that are no picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QDockWidget>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <filesystem>
#include <fstream>

#include "editor/window/map/scan_picture.h"
#include "editor/window/panels/tracing_panel.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const char* const game = "across-suez";

/// A sheet with a cross-hatch on it, so that moving it is seen.
QString make_scan(const Opened& opened, const char* name, int side = 900) {
  QImage image(side, side, QImage::Format_RGB32);
  image.fill(QColor(0xee, 0xe2, 0xc0));
  QPainter painter(&image);
  painter.setPen(QPen(Qt::darkRed, 3));
  for (int i = 0; i < side; i += 20) {
    painter.drawLine(i, 0, i, side);
    painter.drawLine(0, i, side, i);
  }
  painter.end();
  const QString path = QString::fromStdString((opened.folder() / name).string());
  image.save(path);
  return path;
}

/// Clicks hexes with the tool, each said to be the number given.
void click(Opened& opened, const std::vector<std::pair<std::string, std::string>>& hexes) {
  opened.window().actions().find("trace")->trigger();
  for (const auto& [at, said] : hexes) {
    opened.window().ask_line = [said = said](const QString&, const QString&) {
      return QString::fromStdString(said);
    };
    mouse(opened.map(), QEvent::MouseButtonPress, opened.place(at));
    mouse(opened.map(), QEvent::MouseButtonRelease, opened.place(at));
  }
  QApplication::processEvents();
}

QWidget& panel(Opened& opened) {
  QDockWidget* dock = opened.window().dock("tracing");
  dock->show();
  dock->raise();
  QApplication::processEvents();
  return *dock->widget();
}

TEST(Tracing, ScansAndClicksAreKeptInTheProjectAndUndone) {
  Opened opened(game);
  Tracing& tracing = opened.window().tracing();
  ASSERT_EQ(tracing.add_scan(make_scan(opened, "north.png")).toStdString(), "");
  ASSERT_THAT(tracing.scans(), SizeIs(1));
  EXPECT_EQ(tracing.scans()[0].path, "north.png") << "below the project, so it goes where the project goes";
  click(opened, {{"0302", "0302"}, {"1404", "1404"}, {"0417", "0417"}, {"1418", "1418"}});
  ASSERT_TRUE(tracing.answer().calibration);
  EXPECT_LT(tracing.answer().calibration->worst, 1.5) << "the mouse was on the middles";
  ASSERT_THAT(tracing.scans()[0].clicks, SizeIs(4));
  EXPECT_EQ(tracing.scans()[0].clicks[1].hex, "1404");

  ASSERT_EQ(tracing.add_scan(make_scan(opened, "south.png")).toStdString(), "");
  ASSERT_THAT(tracing.scans(), SizeIs(2));
  EXPECT_EQ(tracing.chosen(), 1);
  ASSERT_TRUE(opened.desk().document()->save().saved);

  // The same project in another window has both, with the clicks.
  WindowOptions options;
  options.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  options.keep_settings = false;
  MainWindow again(options);
  ASSERT_TRUE(again.open(QString::fromStdString(opened.folder().string())));
  EXPECT_EQ(again.tracing().scans(), tracing.scans());
  again.tracing().choose(0);
  ASSERT_TRUE(again.tracing().answer().calibration);
  EXPECT_EQ(again.tracing().answer().calibration->misses, [&] {
    tracing.choose(0);
    return tracing.answer().calibration->misses;
  }());

  while (opened.desk().document()->done() > 0) opened.desk().undo();
  EXPECT_THAT(tracing.scans(), IsEmpty());
  opened.desk().go_to(5);
  ASSERT_THAT(tracing.scans(), SizeIs(1));
  EXPECT_THAT(tracing.scans()[0].clicks, SizeIs(4));
}

TEST(Tracing, AWrongClickIsPointedOutAndGivenItsNumberInTheTable) {
  Opened opened(game);
  Tracing& tracing = opened.window().tracing();
  ASSERT_EQ(tracing.add_scan(make_scan(opened, "north.png")).toStdString(), "");
  click(opened, {{"0302", "0302"},
                 {"1404", "1404"},
                 {"0417", "0417"},
                 {"1418", "1418"},
                 {"0810", "0910"},
                 {"1612", "1612"}});
  ASSERT_TRUE(tracing.answer().calibration);
  ASSERT_TRUE(tracing.answer().calibration->wrong);
  EXPECT_EQ(tracing.answer().calibration->wrong->click, 4u);
  EXPECT_THAT(tracing.told().toStdString(), HasSubstr("0910 was clicked where 0810 lies"));
  auto* table = control<QTableWidget>(panel(opened), "Clicks on the scan");
  ASSERT_NE(table, nullptr);
  EXPECT_THAT(table->item(4, 2)->text().toStdString(), HasSubstr("wrong?"));
  table->item(4, 0)->setText("0810");
  EXPECT_FALSE(tracing.answer().calibration->wrong);
  table->item(4, 0)->setText("9999");
  EXPECT_THAT(tracing.told().toStdString(), HasSubstr("There is no hex 9999"));
  EXPECT_EQ(tracing.scans()[0].clicks[4].hex, "0810");
}

TEST(Tracing, ScansLieUnderTheMapAsMuchAsIsWantedAndAreNudged) {
  Opened opened(game);
  Tracing& tracing = opened.window().tracing();
  QWidget& controls = panel(opened);
  opened.map().settle();
  const QImage without = opened.map().grab().toImage();
  ASSERT_EQ(tracing.add_scan(make_scan(opened, "north.png")).toStdString(), "");
  click(opened, {{"0302", "0302"}, {"1404", "1404"}, {"0417", "0417"}, {"1418", "1418"}});
  opened.map().settle();
  const QImage with = opened.map().grab().toImage();
  EXPECT_NE(without, with);

  auto* opacity = control<QSlider>(controls, "Opacity of the scan");
  opacity->setValue(100);
  EXPECT_EQ(tracing.scans()[0].opacity, 100) << "kept with the scan";
  opened.map().settle();
  EXPECT_NE(opened.map().grab().toImage(), with);

  const auto first = tracing.scans()[0].clicks;
  control<QToolButton>(controls, "Nudge right")->click();
  EXPECT_EQ(tracing.scans()[0].clicks[0].x, first[0].x - 100) << "the whole scan, by a pixel";
  EXPECT_EQ(tracing.scans()[0].clicks[3].x, first[3].x - 100);
  auto* table = control<QTableWidget>(controls, "Clicks on the scan");
  table->selectRow(2);
  for (int i = 1; i <= 3; ++i) {
    press(*table, Qt::Key_Down, Qt::ControlModifier);
    EXPECT_EQ(tracing.scans()[0].clicks[2].y, first[2].y + i * 100) << "the chosen click alone";
    EXPECT_EQ(table->selectionModel()->selectedRows().size(), 1) << "which stays chosen";
  }
  EXPECT_EQ(tracing.scans()[0].clicks[3].y, first[3].y);

  auto* list = control<QListWidget>(controls, "Scans under this map");
  list->item(0)->setCheckState(Qt::Unchecked);
  EXPECT_FALSE(tracing.scans()[0].shown);
  opened.map().settle();
  control<QPushButton>(controls, "Remove")->click();
  EXPECT_THAT(tracing.scans(), IsEmpty());
}

/// A bitmap that says it is that large, and has so many bytes, of which the disk need not have all.
QString bitmap(const Opened& opened, const char* name, int32_t side, uintmax_t bytes) {
  const std::filesystem::path path = opened.folder() / name;
  std::ofstream file(path, std::ios::binary);
  const auto number = [&](uint32_t value, int size) {
    for (int i = 0; i < size; ++i) file.put(static_cast<char>(value >> (8 * i) & 0xff));
  };
  file << "BM";
  number(static_cast<uint32_t>(bytes), 4);
  number(0, 4);
  number(54, 4);
  number(40, 4);
  number(static_cast<uint32_t>(side), 4);
  number(static_cast<uint32_t>(side), 4);
  number(1, 2);
  number(24, 2);
  for (int i = 0; i < 6; ++i) number(0, 4);
  file.close();
  std::filesystem::resize_file(path, bytes);
  return QString::fromStdString(path.string());
}

TEST(Tracing, AScanThatIsNoPictureOrTooLargeIsRefusedInPlainWords) {
  Opened opened(game);
  Tracing& tracing = opened.window().tracing();
  ASSERT_EQ(tracing.add_scan(make_scan(opened, "good.png")).toStdString(), "");
  const auto refused = [&](const QString& path) { return tracing.add_scan(path).toStdString(); };

  std::ofstream(opened.folder() / "notes.png") << "this is no picture";
  EXPECT_THAT(refused(QString::fromStdString((opened.folder() / "notes.png").string())),
              HasSubstr("notes.png is not a picture that can be read"));
  EXPECT_THAT(tracing.told().toStdString(), HasSubstr("is not a picture")) << "the panel says it too";
  EXPECT_THAT(refused("/nowhere/at-all.png"), HasSubstr("There is no file"));
  EXPECT_THAT(refused(QString::fromStdString(opened.folder().string())), HasSubstr("is not a picture"));
  // 1.2 GB, of which the disk has a sector.
  const std::filesystem::path huge = opened.folder() / "huge.ppm";
  std::ofstream(huge) << "P6 20000 20000 255\n";
  std::filesystem::resize_file(huge, 19 + 3ULL * 20000 * 20000);
  EXPECT_THAT(refused(QString::fromStdString(huge.string())),
              HasSubstr("huge.ppm has 400 million pixels; at most 280 million can be read"));
  // One that breaks off.
  {
    const QString path = make_scan(opened, "torn.png");
    std::filesystem::resize_file(path.toStdString(), 40);
    EXPECT_NE(refused(path), "");
  }
  EXPECT_THAT(tracing.scans(), SizeIs(1)) << "what was there is there";
  EXPECT_THAT(opened.desk().document()->history(), SizeIs(1));

  // One that is gone, or was written over, when the project is opened again: its clicks stay.
  click(opened, {{"0302", "0302"}, {"1404", "1404"}, {"0417", "0417"}});
  ASSERT_TRUE(opened.desk().document()->save().saved);
  std::ofstream(opened.folder() / "good.png") << "no picture any more";
  ASSERT_TRUE(opened.window().open(QString::fromStdString(opened.folder().string())));
  ASSERT_THAT(tracing.scans(), SizeIs(1));
  EXPECT_THAT(tracing.scans()[0].clicks, SizeIs(3));
  auto* list = control<QListWidget>(panel(opened), "Scans under this map");
  EXPECT_THAT(list->item(0)->toolTip().toStdString(), HasSubstr("is not a picture"));
  opened.map().settle();
}

TEST(Tracing, AScanOfManyPixelsIsKeptSmallerAndMeasuredInItsOwn) {
  Opened opened(game);
  const QString path = bitmap(opened, "large.bmp", 9000, 54 + 3ULL * 9000 * 9000);
  const ScanPicture picture = read_scan_picture(path);
  ASSERT_TRUE(picture.there()) << picture.problem.toStdString();
  EXPECT_EQ(picture.size, QSize(9000, 9000));
  EXPECT_EQ(picture.levels[0].width(), 4500) << "81 million pixels are kept as a quarter of them";
  EXPECT_EQ(picture.scale_of(0), 2);
  EXPECT_EQ(picture.level_for(1), 0u);
  EXPECT_EQ(picture.level_for(5), 1u);
}

}  // namespace
}  // namespace casebook::window
