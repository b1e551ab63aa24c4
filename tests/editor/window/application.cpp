// SPDX-License-Identifier: Apache-2.0
#include "tests/editor/window/application.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <QApplication>

namespace casebook::window {

namespace fs = std::filesystem;

QApplication& application() {
  static int count = 1;
  static char name[] = "tests", *arguments[] = {name, nullptr};
  static const bool screenless = ::setenv("QT_QPA_PLATFORM", "offscreen", 1) == 0;
  static QApplication* const one = screenless ? new QApplication(count, arguments) : nullptr;
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

Opened::Opened(const std::string& ruleset) : folder_(temporary_.path() / fs::path(ruleset).filename()) {
  application();
  const fs::path rulesets = fs::path(CASEBOOK_SOURCE_DIR) / "rulesets";
  fs::copy(rulesets / ruleset, folder_, fs::copy_options::recursive);
  WindowOptions options;
  options.ruleset_folders = {rulesets.string()};
  options.keep_settings = false;
  window_ = std::make_unique<MainWindow>(options);
  expect_no_question(*window_);
  window_->use(Theme::light);
  window_->resize(1280, 800);
  window_->show();
  EXPECT_TRUE(window_->open(QString::fromStdString(folder_.string())));
  window_->settle();
}

}  // namespace casebook::window
