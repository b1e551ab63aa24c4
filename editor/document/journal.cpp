// SPDX-License-Identifier: Apache-2.0
#include "editor/document/journal.h"

#include <fmt/format.h>

#include <filesystem>

#include "engine/base/build_info.h"
#include "engine/base/json.h"
#include "engine/platform/folders.h"

namespace casebook::editor {

namespace fs = std::filesystem;
using namespace board;

namespace {

constexpr int journal_version = 1;
constexpr size_t chunk = 8000;  // bytes of a text in a record: strings in JSON are bounded

std::string record_line(const JsonValue& record) {
  const std::string json = write_json_line(record);
  return fmt::format("{:016x} {}\n", text_hash(json), json);
}

std::string hash_text(std::string_view text) {
  return fmt::format("{:016x}", text_hash(text));
}

JsonValue text_chunks(const std::string& text) {
  JsonValue out = JsonValue::array();
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.size(), at + chunk);
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    out.items.push_back(JsonValue::of(text.substr(at, end - at)));
    at = end;
  }
  return out;
}

JsonValue head_of(const Document& document) {
  JsonValue out = JsonValue::object();
  out.add("journal", JsonValue::of(int64_t{journal_version}));
  out.add("casebook", JsonValue::of(std::string(version())));
  out.add("project", JsonValue::of(document.folder()));
  if (document.scenario() >= 0) out.add("scenario", JsonValue::of(document.part(document.scenario()).path));
  JsonValue files = JsonValue::array();
  for (const Part& part : document.parts()) {
    if (part.path.starts_with("rulesets:")) continue;
    JsonValue one = JsonValue::object();
    one.add("file", JsonValue::of(part.path));
    one.add("hash", JsonValue::of(hash_text(part.on_disk)));
    files.items.push_back(std::move(one));
  }
  out.add("files", std::move(files));
  return out;
}

}  // namespace

std::string journal_path(const std::string& project_folder, const std::string& state_folder) {
  std::error_code error;
  const std::string folder = fs::weakly_canonical(fs::absolute(project_folder, error), error).string();
  std::string base = state_folder.empty() ? platform::user_state_folder() : state_folder;
  if (base.empty()) base = platform::temporary_folder() + "/casebook-state";
  std::string name;
  for (const char c : fs::path(folder).filename().string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (plain && name.size() < 40) name += c;
  }
  return fmt::format("{}/journals/{}-{:016x}.journal", base, name, text_hash(folder));
}

std::unique_ptr<Journal> Journal::begin(Document& document, const std::string& path, std::string& why) {
  platform::FileError error;
  auto file = platform::AppendFile::open(path, 0, error);
  if (!file || !file->append(record_line(head_of(document)), error)) {
    why = fmt::format("the journal {} {}; a crash would lose what is not saved", path, error.reason);
    return nullptr;
  }
  std::unique_ptr<Journal> out(new Journal(document, std::move(file)));
  document.watch(out.get());
  return out;
}

Journal::~Journal() {
  document_.watch(nullptr);
}

void Journal::write(const JsonValue& record) {
  waiting_ += record_line(record);
  platform::FileError error;
  if (file_ == nullptr) return;
  if (file_->append(waiting_, error)) {
    waiting_.clear();
    problem_.clear();
  } else {
    problem_ = fmt::format("the journal {}; a crash would lose what is not saved", error.reason);
  }
}

void Journal::executed(const Command& command, uint64_t stroke) {
  JsonValue record = JsonValue::object();
  record.add("do", json_of(command));
  if (stroke != 0) record.add("stroke", JsonValue::of(static_cast<int64_t>(stroke)));
  write(record);
}

void Journal::undone() {
  write(JsonValue::object({{"undo", JsonValue::of(true), {}}}));
}

void Journal::redone() {
  write(JsonValue::object({{"redo", JsonValue::of(true), {}}}));
}

void Journal::saving(const std::vector<std::pair<const Part*, std::string>>& files) {
  JsonValue list = JsonValue::array();
  for (const auto& [part, text] : files) {
    if (part->has_file && bases_.insert(part->path).second) {
      JsonValue base = JsonValue::object();
      base.add("base", JsonValue::of(part->path));
      base.add("text", text_chunks(part->on_disk));
      write(base);
    }
    JsonValue one = JsonValue::object();
    one.add("file", JsonValue::of(part->path));
    if (part->there) one.add("hash", JsonValue::of(hash_text(text)));
    list.items.push_back(std::move(one));
  }
  write(JsonValue::object({{"saving", std::move(list), {}}}));
}

void Journal::chosen(const Part& scenario) {
  write(JsonValue::object({{"choose", JsonValue::of(scenario.path), {}}}));
}

void Journal::reloaded() {
  const std::string path = file_->path();
  file_.reset();
  platform::FileError error;
  file_ = platform::AppendFile::open(path, 0, error);
  bases_.clear();
  waiting_.clear();
  if (file_ != nullptr) return write(head_of(document_));
  problem_ = fmt::format("the journal {}; a crash would lose what is not saved", error.reason);
}

void Journal::finish() {
  if (file_ == nullptr) return;
  file_->remove();
}

JournalText read_journal_text(const std::string& text) {
  JournalText out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = text.find('\n', at);
    const std::string_view line =
        std::string_view(text).substr(at, end == std::string::npos ? end : end - at);
    std::optional<JsonValue> json;
    if (end != std::string::npos && line.size() > 17 && line[16] == ' ' &&
        line.substr(0, 16) == hash_text(line.substr(17))) {
      Diagnostics ignored;
      json = parse_json(std::string(line.substr(17)), "journal", ignored);
    }
    if (!json || !json->is(JsonKind::object)) {
      // Cut off in the middle is what a crash leaves; anything behind it means that it is something else.
      out.torn = end == std::string::npos || end + 1 == text.size();
      if (!out.torn) out.problem = fmt::format("line {} is damaged", out.records.size() + 1);
      return out;
    }
    out.records.push_back(std::move(*json));
    at = end + 1;
    out.good_bytes = at;
  }
  return out;
}

}  // namespace casebook::editor
