// SPDX-License-Identifier: Apache-2.0
#pragma once

// One Qt application for all tests of the window, without a screen and without the user's configuration; and
// a window with a project that a test may change: a copy of one that is shipped, or one that was just made.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "editor/window/main_window.h"
#include "tests/support/temporary_folder.h"

class QApplication;
class QPushButton;

namespace casebook::window {

QApplication& application();

/// Whatever the window asks and no test expects fails the test, instead of waiting for somebody to answer.
void expect_no_question(MainWindow& window);

/// A window with a project, in a folder of its own.
class Shown {
 public:
  MainWindow& window() { return *window_; }
  Desk& desk() { return window_->desk(); }
  MapView& map() { return window_->map(); }
  const std::filesystem::path& folder() const { return folder_; }
  int hex(const std::string& name) { return desk().find_hex(name); }
  /// The middle of a hex, in pixels of the map.
  QPointF place(const std::string& hex);
  /// Brings a dock to the front.
  void show(const char* dock);
  /// The button with that text; the test fails where there is none.
  QPushButton* button(const char* text);
  /// By the name that a screen reader says.
  template <class Widget>
  Widget* named(const char* name) {
    for (Widget* one : window_->findChildren<Widget*>())
      if (one->accessibleName() == name) return one;
    missing(name);
    return nullptr;
  }

 protected:
  Shown();
  void open(const std::filesystem::path& folder);
  const std::filesystem::path& temporary() const { return temporary_.path(); }

 private:
  static void missing(const char* name);
  testing_support::TemporaryFolder temporary_;
  std::filesystem::path folder_;
  std::unique_ptr<MainWindow> window_;
};

/// A copy of a folder of rulesets/.
class Opened : public Shown {
 public:
  explicit Opened(const std::string& ruleset);
};

/// A project that was just made, 12 by 10 hexes.
class Made : public Shown {
 public:
  explicit Made(const std::string& edition = "across-suez/spi-1980");
  /// Units of these names, and of no side yet.
  void add_units(const std::vector<std::string>& names, const std::string& place = "");
};

}  // namespace casebook::window
