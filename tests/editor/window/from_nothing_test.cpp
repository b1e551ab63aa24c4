// SPDX-License-Identifier: Apache-2.0
// A scenario from nothing, as somebody makes it who has not read how: each test is a place where one had to
// guess or lost something (docs/editor/first-scenario.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>
#include <QTableWidget>
#include <QTimer>

#include "editor/window/map_view.h"
#include "editor/window/new_project.h"
#include "editor/window/value_editor.h"
#include "engine/board/facts.h"
#include "tests/editor/window/application.h"

namespace casebook::window {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// A project that was just made, 12 by 10 hexes, in a folder of its own.
class Made {
 public:
  explicit Made(const std::string& edition = "across-suez/spi-1980") {
    application();
    const std::string rulesets = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets";
    NewProject wanted;
    wanted.folder = (temporary_.path() / "mine").string();
    wanted.title = "Mine";
    wanted.edition = edition;
    wanted.columns = 12;
    wanted.rows = 10;
    std::string problem;
    EXPECT_TRUE(make_project(wanted, problem)) << problem;
    WindowOptions options;
    options.ruleset_folders = {rulesets};
    options.keep_settings = false;
    window_ = std::make_unique<MainWindow>(options);
    expect_no_question(*window_);
    window_->resize(1280, 800);
    window_->show();
    EXPECT_TRUE(window_->open(QString::fromStdString(wanted.folder)));
    window_->settle();
  }
  MainWindow& window() { return *window_; }
  Desk& desk() { return window_->desk(); }
  MapView& map() { return window_->map(); }
  std::filesystem::path folder() const { return temporary_.path() / "mine"; }
  QPointF place(const std::string& hex) {
    return map().to_view(map().drawing()->geometry().centre(desk().find_hex(hex)));
  }
  template <class Widget>
  Widget* named(const char* name) {
    for (Widget* one : window_->findChildren<Widget*>())
      if (one->accessibleName() == name) return one;
    ADD_FAILURE() << "no " << name;
    return nullptr;
  }
  QPushButton* button(const char* text) {
    for (QPushButton* one : window_->findChildren<QPushButton*>())
      if (one->text().remove('&') == text) return one;
    ADD_FAILURE() << "no button " << text;
    return nullptr;
  }
  void show(const char* dock) {
    for (QDockWidget* one : window_->docks())
      if (one->objectName() == dock) {
        one->show();
        one->raise();
      }
    window_->settle();
  }
  /// Units A, B ... of one side each.
  void add_units(const std::vector<std::string>& names, const std::string& place = "") {
    for (const std::string& name : names) {
      editor::AddEntity command{"order-of-battle.json", board::JsonValue::object(), -1};
      command.line.add("kind", board::JsonValue::of("unit"));
      command.line.add("id", board::JsonValue::of(name));
      if (!place.empty()) command.line.add("place", board::JsonValue::of(place));
      ASSERT_TRUE(desk().execute(command));
    }
    window_->settle();
  }

 private:
  testing_support::TemporaryFolder temporary_;
  std::unique_ptr<MainWindow> window_;
};

void key(QWidget& widget, int key, const QString& text = {}) {
  QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier, text);
  QKeyEvent release(QEvent::KeyRelease, key, Qt::NoModifier, text);
  QApplication::sendEvent(&widget, &press);
  QApplication::sendEvent(&widget, &release);
}
void mouse(MapView& map, QEvent::Type type, QPointF at) {
  const bool up = type == QEvent::MouseButtonRelease;
  QMouseEvent event(type, at, map.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                    up ? Qt::MouseButtons() : Qt::MouseButtons(Qt::LeftButton), Qt::NoModifier);
  QApplication::sendEvent(&map, &event);
}
QStringList lines_of(const QListWidget& list) {
  QStringList lines;
  for (int row = 0; row < list.count(); ++row) lines << list.item(row)->text();
  return lines;
}
bool has_fact(const board::HexMap& map, int side, const std::string& attribute) {
  for (const board::Fact& fact : board::facts_of_hexside(map, side))
    if (fact.attribute == attribute) return true;
  return false;
}

TEST(FromNothing, RoadsAndWhatRunsAlongHexsidesAreOfferedByNameBeforeAnyIsThere) {
  Made made;
  made.show("tools");
  auto* list = made.named<QListWidget>("Values to paint");
  made.desk().set_tool(Tool::link);
  made.window().settle();
  EXPECT_TRUE(list->isVisible());
  EXPECT_EQ(lines_of(*list), (QStringList{"Road", "Trail"}));
  made.desk().set_tool(Tool::hexside);
  made.window().settle();
  EXPECT_EQ(lines_of(*list), (QStringList{"Ridge hexside", "Lake hexside", "Canal hexside"}));
  list->setCurrentRow(2);
  EXPECT_EQ(made.desk().ink(Tool::hexside).attribute, "canal_side");
  EXPECT_TRUE(made.desk().ink(Tool::hexside).value && made.desk().ink(Tool::hexside).value->boolean);
}

TEST(FromNothing, WithoutAStyleARoadCanBeDrawnAllTheSame) {
  Made made("examples/cup");
  made.show("tools");
  made.desk().set_tool(Tool::link);
  made.window().settle();
  EXPECT_EQ(lines_of(*made.named<QListWidget>("Values to paint")), (QStringList{"Road"}));
  mouse(made.map(), QEvent::MouseButtonPress, made.place("0202"));
  mouse(made.map(), QEvent::MouseMove, made.place("0205"));
  mouse(made.map(), QEvent::MouseButtonRelease, made.place("0205"));
  ASSERT_EQ(made.desk().map()->links.size(), 1U);
  // It is drawn at once, and as the road that it is when the project is opened again.
  ASSERT_NE(made.desk().style().link("road"), nullptr);
  EXPECT_EQ(made.desk().style().hexside("road"), nullptr);
}

TEST(FromNothing, AProjectLooksLikeTheGameOfItsRules) {
  Made made;
  const picture::GroundLook* lake = made.desk().style().ground_look("lake");
  ASSERT_NE(lake, nullptr);
  EXPECT_EQ(lake->pattern, picture::Pattern::waves);
  EXPECT_THAT(made.desk().style().file, HasSubstr("across-suez/style.json"));
}

TEST(FromNothing, AQuickStrokeAlongHexsidesHasNoGaps) {
  Made made;
  Ink ink;
  ink.attribute = "canal_side";
  board::DataValue yes;
  yes.kind = board::DataKind::boolean;
  yes.boolean = true;
  ink.value = yes;
  made.desk().set_tool(Tool::hexside);
  made.desk().set_ink(Tool::hexside, ink);
  const double x = (made.place("0604").x() + made.place("0704").x()) / 2;
  mouse(made.map(), QEvent::MouseButtonPress, QPointF(x, made.place("0602").y()));
  mouse(made.map(), QEvent::MouseMove, QPointF(x, made.place("0609").y()));
  mouse(made.map(), QEvent::MouseButtonRelease, QPointF(x, made.place("0609").y()));
  const board::HexMap& map = *made.desk().map();
  for (int row = 3; row <= 8; ++row) {
    const int here = made.desk().find_hex("060" + std::to_string(row));
    for (const int beside : {row - 1, row})
      EXPECT_TRUE(has_fact(
          map, map.ground.between(here, made.desk().find_hex("070" + std::to_string(beside))), "canal_side"))
          << row << " " << beside;
  }
  EXPECT_EQ(made.desk().document()->history().size(), 1U);
}

TEST(FromNothing, TheMapStaysWhereItIsUnderTheMouse) {
  Made made;
  made.map().setFocus();
  made.desk().set_tool(Tool::brush);
  const QPointF before = made.place("0801");
  for (const char* hex : {"0801", "0110", "1210"}) {
    mouse(made.map(), QEvent::MouseButtonPress, made.place(hex));
    mouse(made.map(), QEvent::MouseButtonRelease, made.place(hex));
  }
  EXPECT_EQ(made.place("0801"), before);
}

TEST(FromNothing, TabGoesFromCellToCellOfTheOrderOfBattle) {
  Made made;
  made.add_units({"A", "B"});
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  table->setFocus();
  table->setCurrentIndex(table->model()->index(0, 0));
  table->edit(table->currentIndex());
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(field, nullptr);
  field->setText("Guard");
  key(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_GE(made.desk().line_of("unit Guard").first, 0);
  EXPECT_EQ(table->currentIndex().row(), 0);
  EXPECT_EQ(table->currentIndex().column(), 1);
  auto* next = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(next, nullptr) << "the next cell is being written in";
  next->setText("0105");
  key(*next, Qt::Key_Return);
  made.window().settle();
  EXPECT_EQ(table->model()->index(0, 1).data().toString(), "0105");
  EXPECT_EQ(table->currentIndex().column(), 1);
}

// A cell that changed tells the table, which asks the cell that was opened after it to show its value again:
// what was chosen in it was chosen no more, and what was typed came behind it.
TEST(FromNothing, TheNextCellIsChosenAlsoAfterOneThatChanged) {
  Made made;
  made.add_units({"A"});
  const auto set = [&](const char* attribute, const char* value) {
    std::string text(value);
    std::optional<board::DataValue> read;
    ASSERT_TRUE(
        read_value(made.desk(), attribute, made.desk().words()->attribute(attribute)->type, text, read));
    ASSERT_TRUE(
        made.desk().execute(editor::SetEntities{"order-of-battle.json", {"unit A"}, attribute, read, ""}));
  };
  set("printed_strength", "2");
  set("printed_allowance", "6");
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  int column = 0;
  while (table->model()->headerData(column, Qt::Horizontal).toString() != "printed strength") ++column;
  ASSERT_EQ(table->model()->headerData(column + 1, Qt::Horizontal).toString(), "printed allowance");
  table->setFocus();
  table->setCurrentIndex(table->model()->index(0, column));
  table->edit(table->currentIndex());
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(field, nullptr);
  key(*field, Qt::Key_3, "3");
  key(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "printed_strength"), "3");
  auto* next = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(next->selectedText(), "6");
  key(*next, Qt::Key_5, "5");
  key(*next, Qt::Key_Return);
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "printed_allowance"), "5");
}

TEST(FromNothing, TheInspectorRefusesWhatTheTableRefuses) {
  Made made;
  made.add_units({"A"});
  made.show("inspector");
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  const size_t before = made.desk().document()->history().size();
  auto* field = made.named<QLineEdit>("Printed allowance");
  ASSERT_NE(field, nullptr);
  field->setFocus();
  field->selectAll();
  key(*field, Qt::Key_S, "s");
  key(*field, Qt::Key_Return);
  made.window().settle();
  EXPECT_EQ(made.window().statusBar()->currentMessage().toStdString(),
            "Printed allowance: \"s\" is no number; nothing was changed");
  EXPECT_EQ(made.desk().document()->history().size(), before);
  field = made.named<QLineEdit>("Printed allowance");
  EXPECT_EQ(field->selectedText(), "s") << "to be mended";
  key(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_EQ(made.named<QLineEdit>("Printed allowance")->text(), "") << "what holds";
  EXPECT_EQ(made.desk().document()->history().size(), before);
}

TEST(FromNothing, AScheduleIsMadeByWhenUnitsComeAndNotByTheirStrength) {
  Made made;
  made.add_units({"A", "B"});
  made.show("turns");
  auto* by = made.named<QComboBox>("Track by");
  ASSERT_NE(by, nullptr);
  EXPECT_EQ(by->currentText(), "arrival");
  EXPECT_EQ(by->findText("printed strength"), -1);
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  made.button("Add the selected")->click();
  made.window().settle();
  EXPECT_EQ(by->currentText(), "arrival");
  auto* table = made.named<QTableWidget>("Reinforcements");
  ASSERT_EQ(table->rowCount(), 1);
  EXPECT_EQ(table->item(0, 0)->text(), "A");
  ASSERT_EQ(table->columnCount(), 2);
  EXPECT_EQ(table->item(0, 1)->text(), "1") << "0 would say that it is there from the beginning";
  made.desk().select({{}, {}, {"unit B"}});
  made.window().settle();
  EXPECT_EQ(by->currentText(), "arrival");
}

TEST(FromNothing, TheHistoryShowsItsPresentLineWhenItIsOpened) {
  Made made;
  made.show("problems");
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("U" + std::to_string(i));
  made.add_units(names);
  made.show("history");
  QApplication::processEvents();
  made.window().settle();
  auto* list = made.named<QListWidget>("History of the project");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->currentRow(), list->count() - 1);
  EXPECT_TRUE(list->viewport()->rect().contains(list->visualItemRect(list->currentItem()).center()));
}

TEST(FromNothing, LettersInTheOrderOfBattleChooseNoTool) {
  Made made;
  made.add_units({"A"});
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  table->setFocus();
  table->setCurrentIndex(table->model()->index(0, 0));
  QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_E, Qt::NoModifier, "e");
  asked.ignore();
  QApplication::sendEvent(table, &asked);
  EXPECT_TRUE(asked.isAccepted());
}

TEST(FromNothing, ANewLineHasTheNextNumberAndNoPlace) {
  Made made;
  made.add_units({"Guard 1"}, "0105");
  made.show("units");
  made.desk().select({{}, {}, {"unit Guard 1"}});
  made.window().settle();
  made.button("New")->click();
  made.window().settle();
  made.button("New")->click();
  made.window().settle();
  for (const char* name : {"unit Guard 2", "unit Guard 3"}) {
    const auto [part, index] = made.desk().line_of(name);
    ASSERT_GE(part, 0) << name;
    EXPECT_EQ((*editor::entity_lines(made.desk().document()->part(part)))[static_cast<size_t>(index)].start,
              "")
        << name;
  }
}

TEST(FromNothing, FillDownTakesTheUppermostOfTheChosenLines) {
  Made made;
  made.add_units({"A", "B", "C"});
  made.show("units");
  made.desk().execute(
      editor::SetEntities{"order-of-battle.json",
                          {"unit A"},
                          "printed_strength",
                          value_of_text(made.desk().words()->attribute("printed_strength")->type, "4"),
                          ""});
  made.window().settle();
  auto* table = made.named<QTableView>("Order of battle");
  int column = -1;
  for (int i = 0; i < table->model()->columnCount(); ++i)
    if (table->model()->headerData(i, Qt::Horizontal).toString() == "printed strength") column = i;
  ASSERT_GE(column, 0);
  // As Shift and a click below leave it: the last cell is the current one.
  table->selectionModel()->select(
      QItemSelection(table->model()->index(0, column), table->model()->index(2, column)),
      QItemSelectionModel::ClearAndSelect);
  table->selectionModel()->setCurrentIndex(table->model()->index(2, column), QItemSelectionModel::NoUpdate);
  made.button("Fill down")->click();
  made.window().settle();
  for (const char* name : {"unit A", "unit B", "unit C"})
    EXPECT_EQ(made.desk().entity_value(name, "printed_strength"), "4") << name;
}

TEST(FromNothing, TabGoesFromFieldToFieldOfTheInspector) {
  Made made;
  made.add_units({"A"});
  made.show("inspector");
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  auto* field = made.named<QLineEdit>("Printed strength");
  ASSERT_NE(field, nullptr);
  field->setFocus();
  field->selectAll();
  key(*field, Qt::Key_4, "4");
  key(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "printed_strength"), "4");
  ASSERT_NE(QApplication::focusWidget(), nullptr);
  EXPECT_EQ(QApplication::focusWidget()->accessibleName(), "Printed allowance");
}

TEST(FromNothing, AnEntryHexCanBeWrittenAndTerrainsCanBeTicked) {
  Made made;
  const auto editor_of = [&](const char* attribute) {
    return std::unique_ptr<QWidget>(make_value_editor(made.desk().words()->attribute(attribute)->type,
                                                      made.desk(), {}, attribute,
                                                      [](auto&) { return true; }));
  };
  EXPECT_NE(qobject_cast<QLineEdit*>(editor_of("entry").get()), nullptr);
  const auto terrain = editor_of("terrain");
  auto* ticked = qobject_cast<QPushButton*>(terrain.get());
  ASSERT_NE(ticked, nullptr);
  EXPECT_NE(ticked->menu(), nullptr);
}

TEST(FromNothing, ARenamedUnitStaysSelected) {
  Made made;
  made.add_units({"A", "B"});
  made.desk().select({{}, {}, {"unit A"}});
  made.desk().execute(editor::RenameEntity{"unit A", "Guard"});
  EXPECT_EQ(made.desk().selection().entities, (std::vector<std::string>{"unit Guard"}));
  made.desk().undo();
  EXPECT_EQ(made.desk().selection().entities, (std::vector<std::string>{"unit A"}));
  made.desk().redo();
  EXPECT_EQ(made.desk().selection().entities, (std::vector<std::string>{"unit Guard"}));
}

TEST(FromNothing, APlaceMayBeCalledAnythingAndItsNameIsSeen) {
  Made made;
  made.desk().set_tool(Tool::place);
  made.desk().set_ink(Tool::place, Ink{});
  made.map().tools().ask_text = [](const std::string&, const std::string&) {
    return std::string("Bend Town");
  };
  made.map().tools().put(made.desk().find_hex("0705"), false);
  const board::HexMap& map = *made.desk().map();
  ASSERT_EQ(map.places.size(), 1U);
  EXPECT_EQ(map.places[0].name, "bend_town");
  ASSERT_EQ(map.labels.size(), 1U);
  EXPECT_EQ(map.labels[0].text, "Bend Town");
  made.map().tools().ask_text = [](const std::string&, const std::string&) { return std::string("מצר"); };
  made.map().tools().put(made.desk().find_hex("0305"), false);
  ASSERT_EQ(made.desk().map()->places.size(), 2U);
  EXPECT_EQ(made.desk().map()->places[1].name, "place_1");
  EXPECT_EQ(made.desk().map()->labels[1].text, "מצר");
  made.desk().undo();
  EXPECT_EQ(made.desk().map()->labels.size(), 1U) << "place and label are one step";
  EXPECT_EQ(made.desk().map()->places.size(), 1U);
}

TEST(FromNothing, TheDialogOfANewProjectNamesItsFolderAfterTheTitle) {
  application();
  const std::string rulesets = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets";
  bool looked = false;
  QTimer::singleShot(0, [&] {
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    QLineEdit* folder = nullptr;
    for (QLineEdit* one : dialog->findChildren<QLineEdit*>())
      if (one->accessibleName() == "Folder") folder = one;
    QLineEdit* title = nullptr;
    for (QLineEdit* one : dialog->findChildren<QLineEdit*>())
      if (one->accessibleName() == "Title") title = one;
    bool has_buddy = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
      has_buddy = has_buddy || label->buddy() == folder;
    EXPECT_TRUE(has_buddy) << "a label without a buddy shows its & as a sign";
    if (title != nullptr && folder != nullptr) {
      EXPECT_EQ(title->selectedText(), title->text());
      title->setFocus();
      for (const char c : std::string("Bend 7")) key(*title, 0, QString(QChar(c)));
      EXPECT_TRUE(folder->text().endsWith("/bend-7")) << folder->text().toStdString();
    }
    looked = true;
    dialog->reject();
  });
  EXPECT_EQ(ask_for_new_project(nullptr, {rulesets}, rulesets + "/across-suez/spi-1980"), "");
  EXPECT_TRUE(looked);
}

}  // namespace
}  // namespace casebook::window
