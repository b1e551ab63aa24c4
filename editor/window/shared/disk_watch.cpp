// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/disk_watch.h"

#include <QFileInfo>
#include <filesystem>
#include <set>

#include "engine/base/limits.h"
#include "engine/platform/files.h"

namespace casebook::window {

namespace fs = std::filesystem;

DiskWatch::DiskWatch(Desk& desk, QObject* parent) : QObject(parent), desk_(desk) {
  timer_.setSingleShot(true);
  timer_.setInterval(150);  // programs write in several goes
  connect(&timer_, &QTimer::timeout, this, [this] { look(); });
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { timer_.start(); });
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { timer_.start(); });
}

std::vector<std::string> DiskWatch::rules_files() const {
  std::vector<std::string> out;
  const editor::Document* document = desk_.document();
  if (document == nullptr || document->ruleset().edition_folder.empty()) return out;
  // An edition, and those beside it that it may be an edition of.
  std::error_code error;
  const fs::path edition(document->ruleset().edition_folder);
  std::vector<fs::path> folders{edition};
  for (const auto& one : fs::directory_iterator(edition.parent_path(), error))
    if (one.is_directory(error) && one.path() != edition && editor::holds_rules(one.path().string()))
      folders.push_back(one.path());
  for (const fs::path& folder : folders) {
    platform::FileError ignored;
    if (const auto names = platform::files_in(folder.string(), ".rules", ignored))
      for (const std::string& name : *names) out.push_back((folder / name).string());
  }
  return out;
}

void DiskWatch::follow() {
  const editor::Document* document = desk_.document();
  QStringList wanted;
  rules_.clear();
  if (document != nullptr) {
    std::set<std::string> folders;
    for (const editor::Part& part : document->parts()) {
      if (part.path.starts_with("rulesets:") || !part.has_file) continue;
      const fs::path path = fs::path(document->folder()) / part.path;
      wanted << QString::fromStdString(path.string());
      folders.insert(path.parent_path().string());
    }
    for (const std::string& path : rules_files()) {
      wanted << QString::fromStdString(path);
      folders.insert(fs::path(path).parent_path().string());
      platform::FileError ignored;
      rules_[path] = platform::read_file(path, limits::source_bytes, ignored).value_or("");
    }
    // Files that are replaced as a whole are other files: their folders tell.
    for (const std::string& folder : folders) wanted << QString::fromStdString(folder);
  }
  const QStringList before = watcher_.files() + watcher_.directories();
  if (!before.isEmpty()) watcher_.removePaths(before);
  QStringList there;
  for (const QString& path : wanted)
    if (QFileInfo::exists(path)) there << path;
  if (!there.isEmpty()) watcher_.addPaths(there);
}

void DiskWatch::look() {
  timer_.stop();
  if (desk_.document() == nullptr) return;
  bool rules = false;
  const std::vector<std::string> files = rules_files();
  for (const std::string& path : files) {
    platform::FileError ignored;
    const auto known = rules_.find(path);
    rules = rules || known == rules_.end() ||
            platform::read_file(path, limits::source_bytes, ignored).value_or("") != known->second;
  }
  rules = rules || files.size() != rules_.size();
  const std::vector<std::string> changed = desk_.document()->changed_on_disk();
  follow();
  if (rules && rules_changed) rules_changed();
  if (files_changed) files_changed(changed);
}

}  // namespace casebook::window
