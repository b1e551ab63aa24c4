// SPDX-License-Identifier: Apache-2.0
// Files: what others do to them, what cannot be read or written, what is kept from one session to the next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <fstream>
#include <sstream>

#include "editor/window/map/map_view.h"
#include "editor/window/shared/disk_watch.h"
#include "editor/window/shared/notice.h"
#include "engine/board/facts.h"
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
void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A change that can be seen in map.json.
bool paint(Opened& opened, const char* hex = "0103") {
  const editor::Attribute* ground = opened.desk().words()->attribute(opened.desk().style().ground);
  board::DataValue value;
  value.kind = board::DataKind::list;
  value.items.emplace_back();
  value.items.back().kind = board::DataKind::text;
  value.items.back().text = ground->type.choices.at(3);
  return opened.desk().execute(editor::SetHexes{opened.desk().map_file(), {hex}, ground->name, value, ""});
}

Notice& notice(Opened& opened) {
  return *static_cast<Notice*>(opened.window().findChild<QFrame*>("notice"));
}

/// Until the file system has told of it: soon, and on a busy machine later.
bool until(Opened& opened, const std::function<bool()>& holds) {
  for (int i = 0; i < 30'000 && !holds(); ++i) {
    opened.window().settle();
    ::usleep(20000);
  }
  return holds();
}

TEST(Disk, WhatOthersChangedIsNoticedAndReadAgain) {
  Opened opened("across-suez");
  Notice& line = notice(opened);
  EXPECT_TRUE(line.isHidden());
  const fs::path map = opened.folder() / "map.json";
  std::string theirs = contents(map);
  const size_t at = theirs.find("\"title\": \"");
  ASSERT_NE(at, std::string::npos);
  theirs.insert(at + 10, "Theirs ");
  write(map, theirs);
  ASSERT_TRUE(until(opened, [&] { return !line.isHidden(); }));
  EXPECT_EQ(line.text().toStdString(), "map.json changed outside this window.");
  click(*line.findChild<QPushButton*>("noticeButton"));
  opened.window().settle();
  EXPECT_TRUE(line.isHidden());
  EXPECT_EQ(opened.desk().map()->title.substr(0, 7), "Theirs ");
  // What is not saved is not thrown away for it without a word.
  ASSERT_TRUE(paint(opened));
  write(map, contents(map) + "\n");
  ASSERT_TRUE(until(opened, [&] { return !line.isHidden(); }));
  EXPECT_THAT(line.text().toStdString(), HasSubstr("Your unsaved changes stay"));
  QString asked;
  opened.window().ask_to_lose = [&](const QString& question, const QString& yes) {
    asked = question + " " + yes;
    return false;
  };
  click(*line.findChild<QPushButton*>("noticeButton"));
  EXPECT_THAT(asked.toStdString(), HasSubstr("Reloading the files discards your unsaved changes"));
  EXPECT_THAT(asked.toStdString(), HasSubstr("Discard my changes"));
  EXPECT_TRUE(opened.desk().document()->modified());
  click(*line.findChild<QPushButton*>("noticeLater"));
  EXPECT_TRUE(line.isHidden());
  // Saving asks before it writes over theirs.
  opened.window().actions().find("save")->trigger();
  EXPECT_THAT(asked.toStdString(), HasSubstr("These files were changed outside this window:\nmap.json"));
  EXPECT_TRUE(opened.desk().document()->modified());
}

// A program of others crashed while it wrote the map: ours stays, with all that was done to it, until theirs
// can be read again.
TEST(Disk, AFileThatOthersBrokeTakesNothingAway) {
  Opened opened("across-suez");
  Notice& line = notice(opened);
  const fs::path map = opened.folder() / "map.json";
  const std::string whole = contents(map);
  ASSERT_TRUE(paint(opened));
  write(map, whole.substr(0, whole.size() / 2));
  ASSERT_TRUE(until(opened, [&] { return !line.isHidden(); }));
  QString told;
  opened.window().warn = [&](const QString& text) { told = text; };
  click(*line.findChild<QPushButton*>("noticeButton"));
  opened.window().settle();
  EXPECT_THAT(told.toStdString(), HasSubstr("map.json cannot be read now, so what was read before stays"));
  EXPECT_THAT(told.toStdString(), ::testing::ContainsRegex("map\\.json:[0-9]+: "));
  ASSERT_NE(opened.desk().map(), nullptr);
  EXPECT_EQ(opened.desk().document()->history().size(), 1u);
  EXPECT_TRUE(opened.desk().document()->modified());
  EXPECT_FALSE(line.isHidden());
  write(map, whole);
  EXPECT_TRUE(until(opened, [&] { return line.isHidden(); })) << "it is again what it was";
}

TEST(Disk, AFileThatWasBrokenWhenItWasOpenedIsReadOnceItIsMended) {
  Opened opened("across-suez");
  const fs::path map = opened.folder() / "map.json";
  const std::string whole = contents(map);
  write(map, whole.substr(0, whole.size() / 2));
  ASSERT_TRUE(opened.window().open(QString::fromStdString(opened.folder().string())));
  opened.window().settle();
  ASSERT_EQ(opened.desk().map(), nullptr);
  Notice& line = notice(opened);
  write(map, whole);
  ASSERT_TRUE(until(opened, [&] { return !line.isHidden(); }));
  EXPECT_EQ(line.text().toStdString(), "map.json changed outside this window.");
  click(*line.findChild<QPushButton*>("noticeButton"));
  opened.window().settle();
  EXPECT_NE(opened.desk().map(), nullptr);
  EXPECT_TRUE(line.isHidden());
}

TEST(Disk, WhatTheWindowSavesIsNothingNew) {
  Opened opened("across-suez");
  ASSERT_TRUE(paint(opened));
  opened.window().actions().find("save")->trigger();
  EXPECT_FALSE(opened.desk().document()->modified());
  // The file system tells of changes in their order: when it has told of this one, it has told of those before.
  const fs::path style = opened.folder() / "style.json";
  write(style, contents(style) + "\n");
  ASSERT_TRUE(until(opened, [&] { return !notice(opened).isHidden(); }));
  EXPECT_EQ(notice(opened).text().toStdString(), "style.json changed outside this window.");
}

TEST(Disk, RulesThatChangeAreReadAgain) {
  Opened opened("examples/hex-skirmish");
  const fs::path rules = opened.folder() / "01-pieces.rules";
  const std::string before = contents(rules);
  write(rules, before + "\nthis is no rule\n");
  ASSERT_TRUE(until(opened, [&] { return !opened.desk().document()->ruleset().good; }));
  EXPECT_TRUE(opened.desk().document()->ruleset().program) << "the last good rules stay in force";
  write(rules, before);
  EXPECT_TRUE(until(opened, [&] { return opened.desk().document()->ruleset().good; }));
}

TEST(Disk, AFullDiskIsToldAndNothingIsLost) {
  Opened opened("across-suez");
  const std::string before = contents(opened.folder() / "map.json");
  ASSERT_TRUE(paint(opened));
  QString told;
  opened.window().warn = [&](const QString& text) { told = text; };
  auto* handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  ::getrlimit(RLIMIT_FSIZE, &old);
  rlimit small = old;
  small.rlim_cur = 10'000;
  ::setrlimit(RLIMIT_FSIZE, &small);
  opened.window().actions().find("save")->trigger();
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, handler);
  EXPECT_THAT(told.toStdString(), HasSubstr("Not everything was saved: map.json cannot be written"));
  EXPECT_THAT(told.toStdString(), HasSubstr("Nothing is lost: your changes are still open here."));
  EXPECT_EQ(contents(opened.folder() / "map.json"), before);
  EXPECT_TRUE(opened.window().isWindowModified());
  opened.window().actions().find("save")->trigger();
  EXPECT_FALSE(opened.window().isWindowModified());
  EXPECT_NE(contents(opened.folder() / "map.json"), before);
}

TEST(Disk, AFolderThatCannotBeWrittenIsToldAndNothingIsLost) {
  Opened opened("across-suez");
  ASSERT_TRUE(paint(opened));
  QString told;
  opened.window().warn = [&](const QString& text) { told = text; };
  // Whoever may do everything is stopped by a folder in the file's place; anybody else by the permission.
  const fs::path map = opened.folder() / "map.json", aside = opened.folder() / "map.aside";
  if (::geteuid() == 0) {
    fs::rename(map, aside);
    fs::create_directory(map);
    opened.window().ask_to_lose = [](const QString&, const QString&) { return true; };
  } else {
    ::chmod(opened.folder().c_str(), 0555);
  }
  opened.window().actions().find("save")->trigger();
  EXPECT_THAT(told.toStdString(), HasSubstr("Not everything was saved: map.json "));
  EXPECT_TRUE(opened.window().isWindowModified());
  EXPECT_EQ(opened.desk().document()->history().size(), 1u);
  if (::geteuid() == 0) {
    fs::remove(map);
    fs::rename(aside, map);
  } else {
    ::chmod(opened.folder().c_str(), 0755);
  }
  opened.window().actions().find("save")->trigger();
  EXPECT_FALSE(opened.window().isWindowModified());
}

TEST(BadInput, ABrokenAndANewerFileAreToldAndKept) {
  Opened opened("across-suez");
  const std::string broken = "{\"format\": \"casebook/order-of-battle\", \"version\": 1, \"entities\": [";
  const std::string newer = "{\"format\": \"casebook/style\", \"version\": 9}\n";
  write(opened.folder() / "optional-units.json", broken);
  write(opened.folder() / "style.json", newer);
  ASSERT_TRUE(opened.window().open(QString::fromStdString(opened.folder().string())));
  opened.window().settle();
  std::vector<std::string> told;
  for (const editor::Problem& one : opened.desk().problems())
    if (one.severity == Severity::error) told.push_back(one.code + " " + one.file);
  EXPECT_THAT(told, ::testing::IsSupersetOf({"D0102 optional-units.json", "D0106 style.json"}));
  // The map is there and editable, and what could not be read stays as it is.
  ASSERT_NE(opened.desk().map(), nullptr);
  ASSERT_TRUE(paint(opened));
  opened.window().actions().find("save")->trigger();
  EXPECT_FALSE(opened.desk().document()->modified());
  EXPECT_EQ(contents(opened.folder() / "optional-units.json"), broken);
  EXPECT_EQ(contents(opened.folder() / "style.json"), newer);
}

TEST(BadInput, WhatIsNoProjectIsRefusedAndWhatWasOpenStays) {
  Opened opened("across-suez");
  ASSERT_TRUE(paint(opened));
  QString told;
  opened.window().warn = [&](const QString& text) { told = text; };
  const fs::path text = opened.folder().parent_path() / "notes.txt";
  write(text, "nothing of a game\n");
  EXPECT_FALSE(opened.window().open(QString::fromStdString(text.string())));
  EXPECT_THAT(told.toStdString(), HasSubstr("is neither a folder nor a scenario file"));
  EXPECT_FALSE(opened.window().open("/no/such/folder"));
  EXPECT_THAT(told.toStdString(), HasSubstr("does not exist"));
  EXPECT_EQ(opened.desk().document()->history().size(), 1u);
}

TEST(BadInput, NamesInHebrewAndArabicLetters) {
  Opened opened("across-suez");
  const std::string hebrew = "גדוד 7", arabic = "لواء ١٢", place = "מעבר המיתלה";
  ASSERT_TRUE(opened.desk().execute(editor::RenameEntity{"unit Reshev 1", hebrew}));
  ASSERT_TRUE(opened.desk().execute(editor::RenameEntity{"unit Reshev 2", arabic}));
  ASSERT_TRUE(opened.desk().execute(editor::AddLabel{opened.desk().map_file(), "0512", place}));
  opened.window().dock("units")->show();
  opened.window().dock("units")->raise();
  opened.window().settle();
  auto& table = *opened.window().dock("units")->widget()->findChild<QAbstractItemView*>("unitsTable");
  EXPECT_TRUE(cell(table, QString::fromStdString(hebrew), "name").isValid());
  EXPECT_TRUE(cell(table, QString::fromStdString(arabic), "name").isValid());
  opened.window().actions().find("save")->trigger();
  EXPECT_THAT(contents(opened.folder() / "order-of-battle.json"), HasSubstr(hebrew));
  ASSERT_TRUE(opened.window().open(QString::fromStdString(opened.folder().string())));
  opened.window().settle();
  EXPECT_EQ(opened.desk().line_of("unit " + arabic).first >= 0, true);
  EXPECT_EQ(opened.desk().map()->labels.back().text, place);
  for (const editor::Problem& one : opened.desk().problems())
    EXPECT_NE(one.severity, Severity::error) << one.text;
  // A folder with such a name too.
  const fs::path folder = opened.folder().parent_path() / "משחק";
  fs::copy(opened.folder(), folder, fs::copy_options::recursive);
  ASSERT_TRUE(opened.window().open(QString::fromStdString(folder.string())));
  ASSERT_TRUE(paint(opened));
  opened.window().actions().find("save")->trigger();
  EXPECT_FALSE(opened.desk().document()->modified());
}

/// A window that keeps what is kept, in folders of its own.
class Sessions : public ::testing::Test {
 protected:
  Sessions() {
    application();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                       QString::fromStdString(folder_.path().string()) + "/config");
    ::setenv("XDG_STATE_HOME", (folder_.path() / "state").c_str(), 1);
    fs::copy(fs::path(CASEBOOK_SOURCE_DIR) / "rulesets/across-suez", folder_.path() / "game",
             fs::copy_options::recursive);
  }
  ~Sessions() override {
    ::unsetenv("XDG_STATE_HOME");
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                       QString::fromStdString(folder_.path().string()) + "/nothing");
  }
  std::unique_ptr<MainWindow> window() {
    WindowOptions options;
    options.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
    auto made = std::make_unique<MainWindow>(options);
    made->warn = [this](const QString& text) { warned = text; };
    made->ask_yes = [this](const QString& question) {
      asked = question;
      return answer;
    };
    made->ask_save = [this](const QString& question) {
      asked = question;
      return save_answer;
    };
    made->resize(1280, 800);
    made->show();
    return made;
  }
  QString game() const { return QString::fromStdString((folder_.path() / "game").string()); }
  testing_support::TemporaryFolder folder_;
  QString warned, asked;
  bool answer = true;
  int save_answer = QMessageBox::Cancel;
};

TEST_F(Sessions, WhatWasOpenAndHowItLookedComesBack) {
  {
    auto first = window();
    ASSERT_TRUE(first->open(game()));
    first->settle();
    for (const int part : first->desk().document()->scenarios())
      if (first->desk().document()->part(part).path == "decision-games-2/scenario.json") {
        first->desk().document()->choose_scenario(part);
        first->desk().rechosen();
      }
    first->dock("counters")->raise();
    first->dock("tools")->hide();
    first->use(Theme::dark);
    first->close();
  }
  auto second = window();
  ASSERT_TRUE(second->open_last());
  second->settle();
  EXPECT_EQ(second->desk().document()->part(second->desk().document()->scenario()).path,
            "decision-games-2/scenario.json");
  EXPECT_TRUE(second->dock("tools")->isHidden());
  EXPECT_EQ(second->palette().color(QPalette::Window), dark_palette().color(QPalette::Window));
  second->use(Theme::light);
  // Not in the project.
  for (const auto& one : fs::recursive_directory_iterator(game().toStdString()))
    EXPECT_EQ(one.path().string().find(".ini"), std::string::npos) << one.path();
  EXPECT_TRUE(fs::exists(folder_.path() / "config/casebook/editor.ini"));
}

TEST_F(Sessions, RecentProjectsAreOffered) {
  {
    auto first = window();
    ASSERT_TRUE(first->open(game()));
    ASSERT_TRUE(
        first->open(QString::fromStdString(std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/hex")));
    first->close();
  }
  auto second = window();
  QMenu* recent = nullptr;
  for (QMenu* menu : second->findChildren<QMenu*>())
    if (menu->title() == "Open &recent") recent = menu;
  ASSERT_NE(recent, nullptr);
  ASSERT_EQ(recent->actions().size(), 2);
  EXPECT_TRUE(recent->actions()[0]->text().endsWith("examples/hex"));
  EXPECT_EQ(recent->actions()[1]->text(), game());
  recent->actions()[1]->trigger();
  second->settle();
  EXPECT_EQ(second->desk().document()->folder(), game().toStdString());
}

TEST_F(Sessions, ClosingAsksWhatBecomesOfChanges) {
  auto one = window();
  ASSERT_TRUE(one->open(game()));
  ASSERT_TRUE(one->desk().execute(editor::SetTitle{one->desk().map_file(), "another"}));
  EXPECT_FALSE(one->close()) << "given up";
  EXPECT_EQ(asked, "Save the changes?");
  save_answer = QMessageBox::Save;
  EXPECT_TRUE(one->close());
  EXPECT_THAT(contents(folder_.path() / "game/map.json"), HasSubstr("\"title\": \"another\""));
}

TEST_F(Sessions, AfterACrashTheWindowOffersWhatWasLost) {
  const pid_t child = ::fork();
  if (child == 0) {
    // Without a window: what a crash leaves is the journal.
    Desk desk;
    desk.keep_journal([](const std::string&) { return false; });
    std::string problem;
    if (!desk.open(game().toStdString(), problem)) ::_exit(1);
    desk.execute(editor::SetTitle{desk.map_file(), "not saved yet"});
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  auto one = window();
  ASSERT_TRUE(one->open(game()));
  EXPECT_THAT(asked.toStdString(), HasSubstr("Recover it?"));
  EXPECT_EQ(one->desk().map()->title, "not saved yet");
  EXPECT_TRUE(one->isWindowModified());
  one->desk().undo();
  EXPECT_FALSE(one->desk().document()->modified());
}

/// A program that has the project open so many times, does something in each, and is killed.
void killed_with(int windows, const QString& game) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<std::unique_ptr<Desk>> desks;
    for (int i = 1; i <= windows; ++i) {
      desks.push_back(std::make_unique<Desk>());
      desks.back()->keep_journal([](const std::string&) { return false; });
      std::string problem;
      if (!desks.back()->open(game.toStdString(), problem)) ::_exit(1);
      desks.back()->execute(editor::SetTitle{desks.back()->map_file(), "window " + std::to_string(i)});
    }
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(Sessions, TwoWindowsOfAProjectEachKeepTheirWork) {
  std::string problem;
  {
    Desk first, second;
    for (Desk* one : {&first, &second}) {
      one->keep_journal([](const std::string& told) {
        ADD_FAILURE() << "nothing ended: " << told;
        return false;
      });
    }
    ASSERT_TRUE(first.open(game().toStdString(), problem));
    EXPECT_EQ(first.told_at_opening(), "");
    ASSERT_TRUE(first.execute(editor::SetTitle{first.map_file(), "not saved"}));
    ASSERT_TRUE(second.open(game().toStdString(), problem));
    EXPECT_THAT(second.told_at_opening(), HasSubstr("open in another window"));
  }
  killed_with(2, game());
  // What each did is offered, one after the other.
  std::vector<std::unique_ptr<Desk>> desks;
  for (const char* title : {"window 1", "window 2"}) {
    int asked_for = 0;
    desks.push_back(std::make_unique<Desk>());
    desks.back()->keep_journal([&](const std::string&) { return ++asked_for > 0; });
    ASSERT_TRUE(desks.back()->open(game().toStdString(), problem));
    EXPECT_EQ(asked_for, 1);
    EXPECT_EQ(desks.back()->map()->title, title);
    // Saving here first would leave the other one's work without the files that it belongs to.
    EXPECT_THAT(desks.back()->told_at_opening(),
                HasSubstr(desks.size() == 1 ? "open this project in another window before you save here"
                                            : "open in another window"));
  }
}

TEST_F(Sessions, WorkThatCannotBeHadBackIsToldAndKept) {
  for (const bool again : {false, true}) {
    killed_with(1, game());
    const fs::path map = fs::path(game().toStdString()) / "map.json";
    std::ofstream(map, std::ios::app) << "\n";
    Desk desk;
    std::string problem;
    desk.keep_journal([](const std::string&) { return true; });
    ASSERT_TRUE(desk.open(game().toStdString(), problem));
    const std::string said = desk.told_at_opening();
    EXPECT_THAT(said, HasSubstr("changed on the disk since"));
    const size_t at = said.find("It is kept in ");
    ASSERT_NE(at, std::string::npos) << said;
    const std::string kept = said.substr(at + 14);
    EXPECT_TRUE(fs::exists(kept)) << kept;
    EXPECT_EQ(kept.ends_with(".old-2"), again) << "nothing that was kept before is written over: " << kept;
  }
}

}  // namespace
}  // namespace casebook::window
