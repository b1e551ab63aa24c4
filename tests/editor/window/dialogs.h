// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every dialog of the window, opened as somebody opens it.

#include <gtest/gtest.h>

#include <QDialog>
#include <QDockWidget>
#include <QPushButton>
#include <functional>
#include <utility>

#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {

/// Every dialog, one after the other.
inline void each_dialog(Opened& opened, const std::function<void(const QString& name, QDialog&)>& look) {
  MainWindow& window = opened.window();
  for (const auto& [action, name] : {std::pair{"new", "newProject"},
                                     {"resize-map", "resizeMap"},
                                     {"numbering", "numbering"},
                                     {"find-action", "actionSearch"}}) {
    bool seen = false;
    in_next_dialog(
        name, &seen, [&, name = name](QDialog& dialog) { look(name, dialog); }, true);
    window.actions().find(action)->trigger();
    EXPECT_TRUE(seen) << name;
  }
  {
    opened.show("sources");
    bool seen = false;
    in_next_dialog(
        "source", &seen, [&](QDialog& dialog) { look("source", dialog); }, true);
    auto* fresh = window.dock("sources")->widget()->findChild<QPushButton*>("newSource");
    ASSERT_NE(fresh, nullptr);
    fresh->click();
    EXPECT_TRUE(seen);
  }
  for (const char* name : {"paper", "versions", "manual"}) {
    window.actions().find(name)->trigger();
    window.settle();
    auto* dialog = window.findChild<QDialog*>(name);
    ASSERT_NE(dialog, nullptr) << name;
    look(name, *dialog);
    dialog->close();
    window.settle();
  }
}

}  // namespace casebook::window
