// SPDX-License-Identifier: Apache-2.0
#pragma once

// One Qt application for all tests of the window, without a screen and without the user's configuration; and
// a window with a copy of a project that a test may change.

#include <filesystem>
#include <memory>
#include <string>

#include "editor/window/main_window.h"
#include "tests/support/temporary_folder.h"

class QApplication;

namespace casebook::window {

QApplication& application();

/// A copy of a folder of rulesets/ in a folder of its own, opened.
/// Whatever the window asks and no test expects fails the test, instead of waiting for somebody to answer.
void expect_no_question(MainWindow& window);

class Opened {
 public:
  explicit Opened(const std::string& ruleset);
  MainWindow& window() { return *window_; }
  Desk& desk() { return window_->desk(); }
  MapView& map() { return window_->map(); }
  const std::filesystem::path& folder() const { return folder_; }
  int hex(const std::string& name) { return desk().find_hex(name); }

 private:
  testing_support::TemporaryFolder temporary_;
  std::filesystem::path folder_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace casebook::window
