// SPDX-License-Identifier: Apache-2.0
#pragma once

// Watches the files of the project and of its rules. A moment after the last change it reports which of
// them differ from what the document knows. It compares bytes, so a file that the window saved itself is
// nothing new.

#include <QFileSystemWatcher>
#include <QTimer>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "editor/window/shared/desk.h"

namespace casebook::window {

class DiskWatch : public QObject {
 public:
  DiskWatch(Desk& desk, QObject* parent);
  /// Files of the project that others changed, took away or made anew, by path below it.
  std::function<void(const std::vector<std::string>&)> files_changed;
  /// A rules file is another: the rules are to be read again.
  std::function<void()> rules_changed;
  /// Looks at what there is to watch now: after opening, saving, choosing.
  void follow();
  /// While a change waits to be looked at.
  bool busy() const { return timer_.isActive(); }
  /// Looks now.
  void look();

 private:
  std::vector<std::string> rules_files() const;

  Desk& desk_;
  QFileSystemWatcher watcher_;
  QTimer timer_;
  std::map<std::string, std::string> rules_;  // as they were read last
};

}  // namespace casebook::window
