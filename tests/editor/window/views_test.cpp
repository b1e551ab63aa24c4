// SPDX-License-Identifier: Apache-2.0
// What the rules say, over the map: where a unit comes to and when, and over any other hex what keeps it out,
// each with its case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QListWidget>

#include "editor/window/panels/panels.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

QWidget& panel(Opened& opened) {
  QDockWidget* dock = opened.window().dock("views");
  dock->show();
  dock->raise();
  QApplication::processEvents();
  return *dock->widget();
}
void tick_reach(Opened& opened) {
  auto* list = control<QListWidget>(panel(opened), "Views of the rules");
  const auto offered = offered_views(*opened.desk().document()->ruleset().program);
  for (size_t i = 0; i < offered.size(); ++i)
    if (offered[i].repeated) list->item(static_cast<int>(i))->setCheckState(Qt::Checked);
  opened.window().settle();
}
void select(Opened& opened, const std::string& unit) {
  Selection selection;
  selection.entities = {"unit " + unit};
  opened.desk().select(selection);
  opened.window().settle();
}
/// Units on the map by side.
std::map<std::string, std::vector<std::string>> units(Opened& opened) {
  std::map<std::string, std::vector<std::string>> found;
  for (const picture::Counter& counter : opened.desk().counters())
    if (counter.hex >= 0) found[counter.side].push_back(counter.id);
  return found;
}

TEST(Moments, AQuietGameComesToTheTurnOfEverySide) {
  Opened opened("across-suez");
  const auto& moments = opened.desk().bound()->moments;
  ASSERT_GT(moments.size(), 10u);
  std::vector<std::string> texts;
  for (const Moment& moment : moments) texts.push_back(moment.text);
  EXPECT_THAT(texts, Contains(HasSubstr("israel")));
  EXPECT_THAT(texts, Contains(HasSubstr("egypt")));
  EXPECT_THAT(texts, Contains(HasSubstr("turn 2")));
  for (size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(find_moment(moments, texts[i]), static_cast<int>(i));
  EXPECT_EQ(find_moment(moments, "no such moment"), -1);
}

TEST(Reach, IsAskedWhenTheUnitMayMoveWhoseverTurnComesFirst) {
  Opened opened("across-suez");
  tick_reach(opened);
  size_t sides = 0;
  for (const auto& [side, ids] : units(opened)) {
    bool some = false;
    for (const std::string& id : ids) {
      select(opened, id);
      ASSERT_EQ(opened.desk().views().size(), 1u);
      const ShownView& view = opened.desk().views()[0];
      EXPECT_NE(view.moment, "") << id;
      if (view.overlay.numbers.empty()) continue;
      some = true;
      EXPECT_EQ(view.fault, "") << id;
      break;
    }
    EXPECT_TRUE(some) << "a unit of " << side << " comes somewhere";
    sides += some ? 1 : 0;
  }
  EXPECT_EQ(sides, 2u);
}

TEST(Reach, TheMomentCanBePicked) {
  Opened opened("across-suez");
  tick_reach(opened);
  const auto sides = units(opened);
  select(opened, sides.begin()->second.front());
  const std::string by_itself = opened.desk().views()[0].moment;
  auto* when = control<QComboBox>(panel(opened), "Moment of the game for the views");
  ASSERT_NE(when, nullptr);
  int other = -1;
  for (int i = 1; i < when->count(); ++i)
    if (when->itemText(i).toStdString() != by_itself && when->itemText(i).contains("turn 3")) other = i;
  ASSERT_GE(other, 0);
  when->setCurrentIndex(other);
  emit when->activated(other);
  opened.window().settle();
  EXPECT_EQ(opened.desk().views()[0].moment, when->itemData(other).toString().toStdString());
}

TEST(Refusals, OverEveryHexThatIsNotReachedEachHasItsCase) {
  Opened opened("across-suez");
  tick_reach(opened);
  std::string id;
  for (const auto& [side, ids] : units(opened))
    for (const std::string& one : ids) {
      if (!id.empty()) break;
      select(opened, one);
      if (!opened.desk().views()[0].overlay.numbers.empty()) id = one;
    }
  ASSERT_NE(id, "");
  const ShownView& view = opened.desk().views()[0];
  ASSERT_TRUE(view.reached);
  std::set<int> come;
  for (const auto& [hex, number] : view.overlay.numbers) come.insert(hex);
  size_t beside = 0, far = 0;
  const language::Program& program = *opened.desk().bound()->scenario->program;
  std::set<std::string> labels;
  for (const language::Case& one : program.cases) labels.insert(one.label);
  // Every third, and all that it comes to: asking takes the reference evaluator some time.
  for (int hex = 0; hex < opened.desk().map()->hexes(); ++hex) {
    if (hex % 3 != 0 && !come.contains(hex)) continue;
    const auto why = refusals(*view.reached, hex);
    if (come.contains(hex) || hex == view.reached->start) {
      EXPECT_THAT(why, IsEmpty()) << opened.desk().hex_name(hex);
      continue;
    }
    ASSERT_FALSE(why.empty()) << opened.desk().hex_name(hex);
    if (why[0].find("it reaches no hex next to") == 0) {
      ++far;
      continue;
    }
    ++beside;
    for (const std::string& line : why)
      if (line.find("its way ends") != 0) {
        EXPECT_TRUE(labels.contains(line.substr(0, line.find_first_of(" :")))) << line;
      }
  }
  EXPECT_GT(beside, 3u);
  EXPECT_GT(far, 3u);

  // The same is said in the panel for the hex of the cursor, by keys alone.
  const auto outside = [&] {
    for (int hex = 0; hex < opened.desk().map()->hexes(); ++hex)
      if (!refusals(*view.reached, hex).empty()) return hex;
    return -1;
  }();
  opened.desk().set_cursor(outside);
  QApplication::processEvents();
  auto* says = control<QLabel>(panel(opened), "Results of the views");
  EXPECT_THAT(says->text().toStdString(), HasSubstr(id + " cannot reach " + opened.desk().hex_name(outside)));
}

TEST(Refusals, AnEnemyInTheHexIsOneOfThem) {
  Opened opened("across-suez");
  tick_reach(opened);
  const auto sides = units(opened);
  // Every hex with an enemy beside one that some unit comes to says so by the same case as the command line.
  size_t told = 0;
  for (const std::string& one : sides.begin()->second) {
    select(opened, one);
    const ShownView& view = opened.desk().views()[0];
    if (!view.reached || view.reached->left.empty()) continue;
    if (told > 3) break;
    for (const picture::Counter& counter : opened.desk().counters()) {
      if (counter.hex < 0 || counter.side == sides.begin()->first) continue;
      const auto why = refusals(*view.reached, counter.hex);
      if (why.empty() || why[0].find("it reaches no") == 0) continue;
      EXPECT_THAT(why, Contains(HasSubstr("enemy"))) << one << " " << counter.id;
      ++told;
    }
  }
  EXPECT_GT(told, 0u);
}

}  // namespace
}  // namespace casebook::window
