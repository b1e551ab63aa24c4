// SPDX-License-Identifier: Apache-2.0
// What comes out of the window: paper, and versions compared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QStatusBar>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "editor/window/dialogs/paper_out.h"
#include "editor/window/script_actions.h"
#include "engine/picture/picture_formats.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::stringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  return all.str();
}

int pages_of(const std::string& pdf) {
  std::smatch found;
  return std::regex_search(pdf, found, std::regex(R"(/Count (\d+))")) ? std::stoi(found[1]) : -1;
}

class Paper : public Opened {
 public:
  Paper() : Opened("across-suez") {
    window().actions().find("paper")->trigger();
    window().settle();
    dialog = window().findChild<QDialog*>("paper");
  }
  template <class T>
  T& child(const char* name) {
    return *dialog->findChild<T*>(name);
  }
  fs::path file(const std::string& name) {
    const fs::path path = folder().parent_path() / name;
    auto& field = child<QLineEdit>("paperFile");
    field.clear();
    type(field, QString::fromStdString(path.string()));
    return path;
  }
  void write() {
    click(child<QAbstractButton>("paperWrite"));
    window().settle();
  }
  QDialog* dialog = nullptr;
};

TEST(Paper, TheMapOnPagesIsWhatTheCommandLineMakes) {
  Paper paper;
  ASSERT_NE(paper.dialog, nullptr);
  const fs::path file = paper.file("map.pdf");
  choose(paper.child<QComboBox>("paperPage"), "A5");
  EXPECT_EQ(paper.child<QLabel>("paperCommand").text().toStdString(),
            "casebook render across-suez/spi-1980/scenario.json -o map.pdf --page A5");
  paper.write();
  const std::string pdf = contents(file);
  EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
  EXPECT_GT(pages_of(pdf), 4) << "tiles and their plan";
  EXPECT_THAT(paper.window().statusBar()->currentMessage().toStdString(), HasSubstr("pages of A5"));
}

TEST(Paper, APictureOfLinesHasTheHexesUnitsAndTheCommand) {
  Paper paper;
  const fs::path file = paper.file("map.svg");
  choose(paper.child<QComboBox>("paperPage"), "One page, as large as needed");
  paper.write();
  const std::string svg = contents(file);
  EXPECT_THAT(svg, HasSubstr("0512"));
  EXPECT_THAT(svg, HasSubstr("Reshev 1"));
  EXPECT_THAT(svg, HasSubstr("made by: casebook render across-suez/spi-1980/scenario.json -o map.svg"));
}

TEST(Paper, WhatIsNotSavedIsOnItAndItSaysSo) {
  Opened opened("across-suez");
  ASSERT_TRUE(opened.desk().execute(editor::AddLabel{opened.desk().map_file(), "0512", "New Camp"}));
  opened.window().settle();
  PaperWish wish;
  wish.file = "map.svg";
  const PaperFiles files = on_paper(opened.desk(), wish);
  ASSERT_EQ(files.problem, "");
  ASSERT_EQ(files.files.size(), 1u);
  EXPECT_THAT(files.files[0].bytes, HasSubstr("New Camp"));
  EXPECT_THAT(files.files[0].bytes, HasSubstr("with changes that are not saved"));
}

TEST(Paper, AFileThatIsThereIsWrittenOverWhenThatIsSaidTwice) {
  Paper paper;
  auto& name = paper.child<QLineEdit>("paperFile");
  EXPECT_THAT(name.text().toStdString(), HasSubstr("/across-suez.pdf"));
  choose(paper.child<QComboBox>("paperWhat"), "Counters to cut out, fronts and backs");
  EXPECT_THAT(name.text().toStdString(), HasSubstr("/across-suez-counters.pdf"));
  choose(paper.child<QComboBox>("paperWhat"), "Charts: turn track, schedule, tables");
  EXPECT_THAT(name.text().toStdString(), HasSubstr("/across-suez-charts.pdf"));
  choose(paper.child<QComboBox>("paperWhat"), "Map at true scale, with its units");
  const fs::path file = paper.file("map.svg");
  choose(paper.child<QComboBox>("paperPage"), "One page, as large as needed");
  std::ofstream(file) << "mine";
  paper.child<QPushButton>("paperWrite").click();
  EXPECT_EQ(contents(file), "mine");
  EXPECT_THAT(paper.child<QLabel>("paperTold").text().toStdString(), HasSubstr("exists. Press Overwrite"));
  paper.write();
  EXPECT_THAT(contents(file), HasSubstr("<svg"));
}

TEST(Paper, CountersHaveFrontsAndBacks) {
  Paper paper;
  const fs::path file = paper.file("counters.pdf");
  choose(paper.child<QComboBox>("paperWhat"), "Counters to cut out, fronts and backs");
  EXPECT_THAT(paper.child<QLabel>("paperCommand").text().toStdString(), HasSubstr(" --counters"));
  paper.write();
  const int pages = pages_of(contents(file));
  EXPECT_GT(pages, 0);
  EXPECT_EQ(pages % 2, 0);
}

TEST(Paper, ChartsComeFromTheRules) {
  Paper paper;
  const fs::path file = paper.file("charts.svg");
  choose(paper.child<QComboBox>("paperWhat"), "Charts: turn track, schedule, tables");
  paper.write();
  std::string all;
  for (const auto& one : fs::directory_iterator(file.parent_path()))
    if (one.path().filename().string().starts_with("charts")) all += contents(one.path());
  EXPECT_THAT(all, HasSubstr("Amir 1"));
  EXPECT_THAT(all, HasSubstr("Swamp"));
}

TEST(Paper, DotsAreAsManyAsAsked) {
  Opened opened("across-suez");
  PaperWish wish;
  wish.file = "map.png";
  int width = 0;
  for (const double dots : {50.0, 100.0}) {
    wish.dots_per_inch = dots;
    const PaperFiles files = on_paper(opened.desk(), wish);
    ASSERT_EQ(files.problem, "");
    QImage image;
    ASSERT_TRUE(image.loadFromData(QByteArray::fromStdString(files.files.at(0).bytes), "PNG"));
    if (width > 0) {
      EXPECT_NEAR(image.width(), 2 * width, 2);
    }
    width = image.width();
  }
}

TEST(Paper, EveryFormatOfTheTableIsOfferedAndWritten) {
  Paper paper;
  ASSERT_NE(paper.dialog, nullptr);
  auto& kind = paper.child<QComboBox>("paperKind");
  const auto& formats = picture::picture_formats_to_print();
  ASSERT_EQ(kind.count(), static_cast<int>(formats.size()));
  std::set<std::string> made;
  for (const picture::PictureFormatRow& one : formats) {
    choose(kind, QString::fromStdString(one.words));
    EXPECT_THAT(paper.child<QLineEdit>("paperFile").text().toStdString(),
                ::testing::EndsWith("." + one.ending));
    EXPECT_EQ(paper.child<QWidget>("paperDots").isEnabled(), one.format == picture::PictureFormat::png);
    PaperWish wish;
    wish.file = "map." + one.ending;
    wish.dots_per_inch = 20;
    const PaperFiles files = on_paper(paper.desk(), wish);
    ASSERT_EQ(files.problem, "") << one.ending;
    ASSERT_EQ(files.files.size(), 1U) << one.ending;
    EXPECT_TRUE(made.insert(files.files[0].bytes.substr(0, 4)).second) << one.ending << " is as another";
  }
  EXPECT_THAT(paper.window().actions().find("paper")->toolTip().toStdString(), HasSubstr("PDF, PNG or SVG"));
  EXPECT_THAT(script_actions().at("paper").what, HasSubstr(picture::endings_text(formats)));
}

TEST(Paper, WhatCannotBeWrittenIsSaidAndTheDialogStays) {
  Paper paper;
  // A dialog deletes itself once it has written.
  const QPointer<QDialog> dialog = paper.dialog;
  ASSERT_FALSE(dialog.isNull());
  paper.file("no/such/folder/map.pdf");
  paper.write();
  ASSERT_FALSE(dialog.isNull());
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_THAT(paper.child<QLabel>("paperTold").text().toStdString(), HasSubstr("Nothing was exported: "));
  const fs::path file = paper.file("map.no-picture");
  paper.write();
  EXPECT_FALSE(fs::exists(file));
  ASSERT_FALSE(dialog.isNull()) << "it has written a file that is no picture";
  EXPECT_THAT(paper.child<QLabel>("paperTold").text().toStdString(),
              HasSubstr("the name of the file ends in .pdf, .png or .svg"));
}

TEST(Versions, TheScenarioIsComparedInTheGamesOwnTerms) {
  Opened opened("across-suez");
  opened.window().actions().find("versions")->trigger();
  auto* dialog = opened.window().findChild<QDialog*>("versions");
  ASSERT_NE(dialog, nullptr);
  opened.window().settle();
  auto& list = *dialog->findChild<QListWidget*>("versionsList");
  auto& told = *dialog->findChild<QLabel*>("versionsTold");
  EXPECT_EQ(list.count(), 0);
  EXPECT_EQ(told.text(), "No differences.");
  // It follows what is done.
  ASSERT_TRUE(
      opened.desk().execute(editor::PlaceEntities{"order-of-battle.json", {"unit Reshev 1"}, "0310", ""}));
  opened.window().settle();
  ASSERT_EQ(list.count(), 1);
  EXPECT_THAT(list.item(0)->text().toStdString(), HasSubstr("Reshev 1"));
  EXPECT_THAT(list.item(0)->text().toStdString(), HasSubstr("0310"));
  // With another scenario of the project.
  auto& with = *dialog->findChild<QComboBox*>("versionsWith");
  choose(with, "decision-games-2/scenario.json");
  opened.window().settle();
  EXPECT_EQ(told.text(), "No differences.") << "both scenarios name the same files";
  // With another project.
  const fs::path copy = opened.folder().parent_path() / "copy";
  fs::copy(fs::path(CASEBOOK_SOURCE_DIR) / "rulesets/across-suez", copy, fs::copy_options::recursive);
  opened.window().ask_file = [&](const QString&, const QString&, bool) {
    return QString::fromStdString((copy / "spi-1980/scenario.json").string());
  };
  click(*dialog->findChild<QAbstractButton*>("versionsOther"));
  opened.window().settle();
  ASSERT_EQ(list.count(), 1);
  EXPECT_THAT(list.item(0)->text().toStdString(), HasSubstr("0310"));
}

}  // namespace
}  // namespace casebook::window
