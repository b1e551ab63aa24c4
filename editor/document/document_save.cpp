// SPDX-License-Identifier: Apache-2.0
// Files: written as a whole or not at all, never over what somebody else wrote.
#include <fmt/format.h>

#include <filesystem>

#include "editor/document/document.h"
#include "engine/platform/files.h"

namespace casebook::editor {

namespace fs = std::filesystem;
using namespace board;

namespace {

/// Whether the file is what the part knows: by its bytes, since times lie.
bool as_known(const std::string& folder, const Part& part) {
  platform::FileError error;
  const auto text = platform::read_file((fs::path(folder) / part.path).string(), limits::source_bytes, error);
  // What could not be opened then, and cannot now, is as it was.
  if (!text && part.has_file && part.as<Unreadable>() != nullptr && part.on_disk.empty()) return true;
  if (!text) return !part.has_file && error.problem == platform::FileProblem::missing;
  return part.has_file && *text == part.on_disk;
}

bool ours(const Part& part) {
  return !part.path.starts_with("rulesets:") && (part.there || part.has_file);
}

}  // namespace

std::vector<std::string> Document::changed_on_disk() const {
  std::vector<std::string> out;
  for (const Part& part : parts_) {
    if (ours(part) && !as_known(folder_, part)) out.push_back(part.path);
  }
  return out;
}

Document::Saved Document::save(bool over) {
  Saved out;
  std::vector<std::pair<const Part*, std::string>> files;
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (!modified(static_cast<int>(i))) continue;
    Part& part = parts_[i];
    if (part.there && part.has_file && write_part(part) == part.canonical) {  // changed, and changed back
      part.saved_state = part.state;
      part.by_text = false;
      continue;
    }
    if (!over && !as_known(folder_, part)) out.changed_by_others.push_back(part.path);
    files.emplace_back(&part, part.there ? write_part(part) : std::string());
  }
  if (!out.changed_by_others.empty()) {
    out.why = fmt::format("{} changed on the disk since it was read; nothing was saved",
                          listed(out.changed_by_others, "and"));
    return out;
  }
  if (watcher_ != nullptr && !files.empty()) watcher_->saving(files);
  for (auto& [known, text] : files) {
    Part& part = parts_[static_cast<size_t>(known - parts_.data())];
    const fs::path path = fs::path(folder_) / part.path;
    platform::FileError error;
    std::error_code code;
    bool good = true;
    if (!part.there) {
      good = fs::remove(path, code) || !code;
      if (!good) error.reason = "cannot be removed: " + code.message();
    } else {
      fs::create_directories(path.parent_path(), code);
      good = platform::replace_file(path.string(), text, error);
    }
    if (!good) {
      out.why = fmt::format("{} {}", part.path, error.reason);
      if (!out.written.empty()) out.why += fmt::format("; {} saved", listed(out.written, "and"));
      return out;
    }
    part.has_file = part.there;
    part.on_disk = part.canonical = std::move(text);
    part.saved_state = part.state;
    part.by_text = false;
    out.written.push_back(part.path);
  }
  snapshot_.reset();
  out.saved = true;
  return out;
}

void Document::adopt_file(const std::string& path) {
  for (Part& part : parts_) {
    if (part.path != path) continue;
    platform::FileError error;
    auto text = platform::read_file((fs::path(folder_) / path).string(), limits::source_bytes, error);
    part.has_file = text.has_value();
    part.canonical.clear();
    if (text) {
      part.canonical = read_part(path, path, *text).canonical;
      part.on_disk = std::move(*text);
    }
    part.by_text = true;
  }
}

namespace {

/// What could be read is kept until what comes for it can be.
Done replaces(const Part& before, const Part& read) {
  if (read.as<Unreadable>() == nullptr || before.as<Unreadable>() != nullptr) return {true, {}, {}};
  std::string why;
  if (!read.wrong.empty())
    why = fmt::format(":{}: {}", read.wrong.front().range.begin.line, read.wrong.front().message);
  return {false,
          fmt::format("{} cannot be read now, so what was read before stays\n{}{}", before.path, before.path,
                      why),
          {}};
}

}  // namespace

Done Document::can_reload(const std::string& path) const {
  const int index = find(path);
  if (index < 0) return {false, fmt::format("the project has no file {}", casebook::quoted(path)), {}};
  platform::FileError error;
  auto text = platform::read_file((fs::path(folder_) / path).string(), limits::source_bytes, error);
  if (!text) return {false, fmt::format("{} {}", path, error.reason), {}};
  return replaces(part(index), read_part(path, path, std::move(*text)));
}

Done Document::reload(const std::string& path) {
  const int index = find(path);
  if (index < 0) return {false, fmt::format("the project has no file {}", casebook::quoted(path)), {}};
  if (modified()) return {false, "there are changes that are not saved; save them or undo them first", {}};
  platform::FileError error;
  Part& part = parts_[static_cast<size_t>(index)];
  auto text = platform::read_file((fs::path(folder_) / path).string(), limits::source_bytes, error);
  if (!text) return {false, fmt::format("{} {}", path, error.reason), {}};
  Part read = read_part(path, path, std::move(*text));
  if (Done good = replaces(part, read); !good) return good;
  part = std::move(read);
  part.revision = revision_ + 1;
  history_.clear();
  done_ = 0;
  for (Part& one : parts_) one.state = one.saved_state = 0;
  Change change;
  change.part = index;
  change.whole = change.files = true;
  after({change});
  if (watcher_ != nullptr) watcher_->reloaded();
  return {true, {}, {}};
}

}  // namespace casebook::editor
