// SPDX-License-Identifier: Apache-2.0
// A project that is opened while its rules have an error: true words, and everything that its files say can
// be seen and changed; and the resize dialog, which says what cannot be done before it closes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableView>
#include <fstream>
#include <sstream>

#include "editor/window/panels/value_editor.h"
#include "engine/board/facts.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

const char* const told = "The rules have errors: see Problems.";

/// A copy of a game with a line in its rules that is no rule.
class Broken : public Shown {
 public:
  Broken() {
    const fs::path copy = temporary() / "across-suez";
    fs::copy(fs::path(CASEBOOK_SOURCE_DIR) / "rulesets/across-suez", copy, fs::copy_options::recursive);
    rules_ = copy / "spi-1980/04-movement.rules";
    std::ifstream file(rules_);
    std::stringstream text;
    text << file.rdbuf();
    good_ = text.str();
    std::ofstream(rules_) << good_ << "\nthis is no rule\n";
    open(copy);
  }
  void mend() {
    std::ofstream(rules_) << good_;
    desk().document()->reload_rules();
    desk().tell(Topic::rules | Topic::style | Topic::content);
    window().settle();
  }
  std::string labels(const char* dock) {
    show(dock);
    QStringList all;
    for (const QLabel* one : window().dock(dock)->widget()->findChildren<QLabel*>())
      if (one->isVisible()) all << one->text();
    return all.join("|").toStdString();
  }
  QTableView& units() {
    show("units");
    return *window().dock("units")->widget()->findChild<QTableView*>("unitsTable");
  }
  /// As the map file says it.
  std::string value(const std::string& hex, const std::string& attribute) {
    const auto facts = board::facts_of_hex(*desk().map(), this->hex(hex));
    for (const board::Fact& fact : facts)
      if (fact.attribute == attribute) return text_of_value(fact.value);
    return {};
  }

 private:
  fs::path rules_;
  std::string good_;
};

TEST(UnreadRules, AreToldInTrueWords) {
  Broken broken;
  ASSERT_FALSE(broken.desk().document()->ruleset().program);
  EXPECT_THAT(broken.named<QLabel>("State of rules and checks")->text().toStdString(), HasSubstr(told));
  EXPECT_THAT(broken.labels("switches"), HasSubstr(told));
  EXPECT_THAT(broken.labels("views"), HasSubstr(told));
  EXPECT_THAT(broken.labels("problems"),
              HasSubstr("The rules have errors, and no earlier version is in force"));
  broken.window().actions().find("brush")->trigger();
  EXPECT_THAT(broken.labels("tools"),
              HasSubstr(std::string(told) + " Only values known from the map and its style are offered."));
  broken.mend();
  for (const char* dock : {"switches", "views", "problems", "tools"})
    EXPECT_THAT(broken.labels(dock), Not(HasSubstr("have errors"))) << dock;
}

TEST(UnreadRules, TheOrderOfBattleHasTheLinesAndColumnsOfItsFile) {
  Broken broken;
  QTableView& table = broken.units();
  int lines = 0;
  for (const int part : broken.desk().document()->orders_of_battle())
    for (const board::EntityLine& line : *editor::entity_lines(broken.desk().document()->part(part)))
      lines += line.kind == "unit" ? 1 : 0;
  ASSERT_GT(lines, 40);
  EXPECT_EQ(table.model()->rowCount(), lines);
  for (const char* head : {"side", "printed strength", "printed allowance"})
    EXPECT_GE(column(table, head), 0) << head;
  const QModelIndex strength = cell(table, "Reshev 1", "printed strength");
  ASSERT_TRUE(strength.isValid());
  EXPECT_EQ(strength.data().toString(), "3");
  EXPECT_TRUE(table.model()->setData(strength, "2"));
  EXPECT_EQ(cell(table, "Reshev 1", "printed strength").data().toString(), "2");
  EXPECT_FALSE(table.model()->setData(cell(table, "Reshev 1", "printed strength"), "many"));
  EXPECT_THAT(broken.window().statusBar()->currentMessage().toStdString(), HasSubstr("is not a number"));
  broken.mend();
  EXPECT_EQ(broken.units().model()->rowCount(), lines);
  EXPECT_EQ(cell(broken.units(), "Reshev 1", "printed strength").data().toString(), "2") << "kept";
}

TEST(UnreadRules, TheMapIsPaintedWithWhatMapAndStyleKnow) {
  Broken broken;
  broken.window().actions().find("brush")->trigger();
  broken.show("tools");
  auto* list = control<QListWidget>(*broken.window().dock("tools"), "Values to paint");
  ASSERT_TRUE(list->isVisible());
  QStringList offered;
  int swamp = -1;
  for (int row = 0; row < list->count(); ++row) {
    offered << list->item(row)->text();
    if (list->item(row)->text() == "Swamp") swamp = row;
  }
  ASSERT_GE(swamp, 0) << offered.join(", ").toStdString();
  list->setCurrentRow(swamp);
  QApplication::processEvents();
  ASSERT_TRUE(broken.desk().ink(Tool::brush).value);
  EXPECT_EQ(text_of_value(*broken.desk().ink(Tool::brush).value), "swamp");
  const std::string ground = broken.desk().style().ground;
  ASSERT_THAT(broken.value("0810", ground), Not(HasSubstr("swamp")));
  drag_over(broken, {"0810", "0811"});
  EXPECT_THAT(broken.value("0810", ground), HasSubstr("swamp"));
  EXPECT_THAT(broken.value("0811", ground), HasSubstr("swamp"));
  // Roads too.
  broken.window().actions().find("link")->trigger();
  QApplication::processEvents();
  ASSERT_GT(list->count(), 0);
  list->setCurrentRow(0);
  const size_t links = broken.desk().map()->links.size(), done = broken.desk().document()->done();
  drag_over(broken, {"0810", "0811", "0812"});
  EXPECT_GT(broken.desk().document()->done(), done);
  EXPECT_NE(broken.desk().map()->links.size(), links);
  // When the rules are mended, they find nothing amiss with how it was written.
  broken.mend();
  ASSERT_TRUE(broken.desk().bound()) << "the scenario can be bound";
  EXPECT_THAT(broken.value("0810", ground), HasSubstr("swamp"));
}

QLabel& told_in(QDialog& dialog) {
  return *dialog.findChild<QLabel*>("resizeTold");
}

TEST(Resizing, TheFirstNumberIsChosenWhenTheDialogOpens) {
  Opened opened("across-suez");
  bool seen = false;
  in_next_dialog(
      "resizeMap", &seen,
      [&](QDialog& dialog) {
        QApplication::processEvents();
        auto* left = dialog.findChild<QSpinBox*>("left");
        EXPECT_EQ(dialog.focusWidget(), left);
        auto* field = left->findChild<QLineEdit*>();
        EXPECT_EQ(field->selectedText(), "0");
        type(*field, "2");
        EXPECT_EQ(left->value(), 2) << "what is typed takes its place";
      },
      true);
  opened.window().actions().find("resize-map")->trigger();
  EXPECT_TRUE(seen);
}

TEST(Resizing, WhatCannotBeDoneIsSaidInTheDialogWhileOneChooses) {
  Opened opened("across-suez");
  const int columns = opened.desk().map()->ground.grid().columns;
  bool seen = false;
  in_next_dialog("resizeMap", &seen, [&](QDialog& dialog) {
    auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    auto* keep = control<QCheckBox>(dialog, "Hexes keep their numbers");
    EXPECT_TRUE(ok->isEnabled());
    dialog.findChild<QSpinBox*>("left")->setValue(2);
    ASSERT_TRUE(keep->isChecked());
    EXPECT_THAT(told_in(dialog).text().toStdString(), HasSubstr("Not possible: the numbering"));
    EXPECT_FALSE(ok->isEnabled()) << "and nothing that was typed is gone";
    keep->setChecked(false);
    EXPECT_THAT(told_in(dialog).text().toStdString(),
                HasSubstr("will have " + std::to_string(columns + 2) + " columns"));
    EXPECT_TRUE(ok->isEnabled());
    dialog.findChild<QSpinBox*>("left")->setValue(-400);
    EXPECT_THAT(told_in(dialog).text().toStdString(), HasSubstr("a map has at least one hex"));
    EXPECT_FALSE(ok->isEnabled());
    dialog.findChild<QSpinBox*>("left")->setValue(2);
  });
  opened.window().actions().find("resize-map")->trigger();
  EXPECT_TRUE(seen);
  EXPECT_EQ(opened.desk().map()->ground.grid().columns, columns + 2);
}

}  // namespace
}  // namespace casebook::window
