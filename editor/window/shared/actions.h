// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that the window can do, in one list: name, text, shortcut, tip, group. Menus, tool bars,
// buttons and the search for actions are built from it.

#include <QAction>
#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace casebook::window {

struct ActionSpec {
  const char* name;            // `brush`: stays, for settings and tests
  QString group;               // the menu it stands in
  QString text;                // with &
  QString shortcut;            // portable text; several are separated by "; "
  QString tip;                 // one sentence
  const char* icon = nullptr;  // of icons.h
  bool checkable = false;
};

/// One line of a menu: what it is called and what it does.
struct ActionEntry {
  ActionSpec spec;
  std::function<void()> does;
};

class Actions {
 public:
  /// Actions belong to the window; shortcuts work in the whole of it.
  explicit Actions(QWidget* window) : window_(window) {}
  QAction* add(const ActionSpec& spec, std::function<void()> does);
  void add(std::initializer_list<ActionEntry> entries);
  /// Null where there is none of that name.
  QAction* find(const QString& name) const;
  const std::vector<QAction*>& all() const { return all_; }
  static QString group(const QAction* action) { return action->property("group").toString(); }

 private:
  QWidget* window_;
  std::vector<QAction*> all_;
};

/// Asks for a few letters of an action's text and does it. Returns after it was done or given up.
void search_actions(QWidget* parent, const Actions& actions);

}  // namespace casebook::window
