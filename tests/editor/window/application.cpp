// SPDX-License-Identifier: Apache-2.0
#include "tests/editor/window/application.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <QApplication>
#include <QDockWidget>
#include <QPushButton>

#include "editor/window/dialogs/new_project.h"
#include "editor/window/map/map_view.h"

namespace casebook::window {

namespace fs = std::filesystem;

QApplication& application() {
  static int count = 1;
  static char name[] = "tests", *arguments[] = {name, nullptr};
  static QApplication* const one = [] {
    ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
    return new QApplication(count, arguments);
  }();
  return *one;
}

void expect_no_question(MainWindow& window) {
  window.ask_line = [](const QString& title, const QString&) {
    ADD_FAILURE() << "asked for a line: " << title.toStdString();
    return QString();
  };
  window.ask_yes = [](const QString& question) {
    ADD_FAILURE() << "asked: " << question.toStdString();
    return false;
  };
  window.ask_to_lose = [](const QString& question, const QString&) {
    ADD_FAILURE() << "asked: " << question.toStdString();
    return false;
  };
  window.ask_file = [](const QString& title, const QString&, bool) {
    ADD_FAILURE() << "asked for a file: " << title.toStdString();
    return QString();
  };
}

Shown::Shown() {
  application();
  WindowOptions options;
  options.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  options.keep_settings = false;
  window_ = std::make_unique<MainWindow>(options);
  expect_no_question(*window_);
  window_->use(Theme::light);
  window_->resize(1280, 800);
  window_->show();
}

void Shown::open(const fs::path& folder) {
  folder_ = folder;
  EXPECT_TRUE(window_->open(QString::fromStdString(folder_.string())));
  window_->settle();
}

QPointF Shown::place(const std::string& hex) {
  return map().to_view(map().drawing()->geometry().centre(desk().find_hex(hex)));
}

void Shown::show(const char* dock) {
  QDockWidget* one = window_->dock(dock);
  ASSERT_NE(one, nullptr) << dock;
  one->show();
  one->raise();
  window_->settle();
}

QPushButton* Shown::button(const char* text) {
  for (QPushButton* one : window_->findChildren<QPushButton*>())
    if (one->text().remove('&') == text) return one;
  missing(text);
  return nullptr;
}

void Shown::missing(const char* name) {
  ADD_FAILURE() << "there is no " << name;
}

Opened::Opened(const std::string& ruleset) {
  const fs::path copy = temporary() / fs::path(ruleset).filename();
  fs::copy(fs::path(CASEBOOK_SOURCE_DIR) / "rulesets" / ruleset, copy, fs::copy_options::recursive);
  open(copy);
}

Made::Made(const std::string& edition) {
  NewProject wanted;
  wanted.folder = (temporary() / "mine").string();
  wanted.title = "Mine";
  wanted.edition = edition;
  wanted.columns = 12;
  wanted.rows = 10;
  std::string problem;
  EXPECT_TRUE(make_project(wanted, problem)) << problem;
  open(wanted.folder);
}

void Made::add_units(const std::vector<std::string>& names, const std::string& place) {
  for (const std::string& name : names) {
    editor::AddEntity command{"order-of-battle.json", board::JsonValue::object(), -1};
    command.line.add("kind", board::JsonValue::of("unit"));
    command.line.add("id", board::JsonValue::of(name));
    if (!place.empty()) command.line.add("place", board::JsonValue::of(place));
    ASSERT_TRUE(desk().execute(command));
  }
  window().settle();
}

}  // namespace casebook::window
