// SPDX-License-Identifier: Apache-2.0
// From a journal back to the document.
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "editor/document/journal.h"
#include "engine/board/data_reader.h"

namespace casebook::editor {

namespace fs = std::filesystem;
using namespace board;

namespace {

constexpr const char* cut_off = "; the last one was cut off and is left out";

constexpr size_t journal_bytes = size_t{256} << 20;
constexpr int journal_version = 1;

std::string text_at(const JsonValue& json, std::string_view key) {
  const JsonValue* found = json.find(key);
  return found != nullptr && found->is(JsonKind::string) ? found->text : std::string();
}

std::string hash_text(std::string_view text) {
  return fmt::format("{:016x}", text_hash(text));
}

std::optional<std::string> on_disk(const std::string& folder, const std::string& file) {
  platform::FileError error;
  return platform::read_file((fs::path(folder) / file).string(), limits::source_bytes, error);
}

}  // namespace

/// What a journal says, and whether the disk agrees.
struct JournalReader {
  JournalText text;
  LeftBehind left;
  std::string scenario;
  std::vector<std::string> files;                            // of the project, when it was opened
  std::vector<std::pair<std::string, std::string>> instead;  // texts that files had then
  std::set<std::string> written, bases;

  JournalReader(const std::string& journal, const std::string& folder) {
    platform::FileError error;
    const auto bytes = platform::read_file(journal, journal_bytes, error);
    if (!bytes) {
      if (error.problem == platform::FileProblem::missing) return;
      say(LeftOver::unreadable, fmt::format("the journal {} {}", journal, error.reason));
      return;
    }
    text = read_journal_text(*bytes);
    left.torn = text.torn;
    if (text.records.empty()) {
      if (!bytes->empty() && !text.torn)
        say(LeftOver::unreadable, fmt::format("the journal {} is damaged from its first line on", journal));
      return;
    }
    read_head(journal, folder);
  }

  void say(LeftOver what, std::string told) {
    left.what = what;
    left.told = std::move(told);
  }

  void read_head(const std::string& journal, const std::string& folder) {
    const JsonValue& head = text.records.front();
    const JsonValue* version = head.find("journal");
    if (version == nullptr)
      return say(LeftOver::unreadable, fmt::format("{} is not a journal of Casebook", journal));
    if (version->text != std::to_string(journal_version))
      return say(
          LeftOver::other_version,
          fmt::format("the journal was written by Casebook {} in a form that this version does not know; "
                      "open the project with that version to recover",
                      text_at(head, "casebook")));
    scenario = text_at(head, "scenario");
    std::map<std::string, std::string> base;
    std::map<std::string, std::set<std::string>> saved;
    for (size_t i = 1; i < text.records.size(); ++i) {
      const JsonValue& record = text.records[i];
      if (const JsonValue* saving = record.find("saving")) {
        for (const JsonValue& one : saving->items) saved[text_at(one, "file")].insert(text_at(one, "hash"));
      } else if (const std::string file = text_at(record, "base"); !file.empty()) {
        std::string whole;
        if (const JsonValue* chunks = record.find("text")) {
          for (const JsonValue& one : chunks->items) whole += one.text;
        }
        base[file] = std::move(whole);
      } else if (record.find("choose") == nullptr) {
        ++left.commands;
      }
    }
    std::vector<std::string> changed;
    if (const JsonValue* list = head.find("files")) {
      for (const JsonValue& one : list->items) {
        const std::string file = text_at(one, "file");
        const auto now = on_disk(folder, file);
        files.push_back(file);
        if (now && hash_text(*now) == text_at(one, "hash")) continue;
        const bool by_us = base.contains(file) && saved[file].contains(now ? hash_text(*now) : std::string());
        if (by_us) {
          instead.emplace_back(file, base[file]);
          written.insert(file);
        } else {
          changed.push_back(file);
        }
      }
    }
    for (const auto& [file, hashes] : saved) written.insert(file);
    for (const auto& [file, whole] : base) bases.insert(file);
    if (left.commands == 0) return;
    const std::string count = fmt::format("{} {}", left.commands, left.commands == 1 ? "step" : "steps");
    const std::string cut = left.torn ? cut_off : "";
    if (!text.problem.empty())
      return say(LeftOver::unreadable,
                 fmt::format("the journal is damaged: {}; {} before that are whole", text.problem, count));
    if (!changed.empty())
      return say(
          LeftOver::changed,
          fmt::format("{} changed on the disk since; {} of work in the journal belong to what was there "
                      "before",
                      listed(changed, "and"), count));
    say(LeftOver::recoverable,
        fmt::format("Casebook ended without saving: {} can be recovered{}", count, cut));
  }

  Recovered run(const std::string& journal, const std::string& folder, OpenOptions options) {
    Recovered out;
    out.told = left.told;
    if (left.what != LeftOver::recoverable) return out;
    options.instead = instead;
    options.only = files;
    Document::Opened opened = Document::open(folder, options);
    if (!opened.document) {
      out.told = opened.problem;
      return out;
    }
    Document& document = *opened.document;
    if (const int index = document.find(scenario); index >= 0) document.choose_scenario(index);
    size_t failed = 0;
    for (size_t i = 1; i < text.records.size(); ++i) failed += replay(document, text.records[i]) ? 0U : 1U;
    for (const std::string& file : written) document.adopt_file(file);
    out.told = fmt::format("{} {} recovered", left.commands, left.commands == 1 ? "step is" : "steps are") +
               (left.torn ? cut_off : "");
    if (failed > 0) out.told += fmt::format("; {} of them could not be redone", failed);
    platform::FileError error;
    if (auto file = platform::AppendFile::open(journal, text.good_bytes, error)) {
      out.journal.reset(new Journal(document, std::move(file)));
      out.journal->bases_ = bases;
      document.watch(out.journal.get());
    } else {
      out.told += fmt::format("; the journal {}", error.reason);
    }
    out.document = std::move(opened.document);
    return out;
  }

  static bool replay(Document& document, const JsonValue& record) {
    if (const std::string file = text_at(record, "choose"); !file.empty()) {
      const int index = document.find(file);
      if (index >= 0) document.choose_scenario(index);
      return index >= 0;
    }
    if (record.find("undo") != nullptr) return document.undo();
    if (record.find("redo") != nullptr) return document.redo();
    const JsonValue* what = record.find("do");
    if (what == nullptr) return true;
    Diagnostics diagnostics;
    const auto command = read_command(*what, "journal", diagnostics);
    if (!command) return false;
    uint64_t stroke = 0;
    if (const JsonValue* number = record.find("stroke"))
      stroke = static_cast<uint64_t>(
          read_whole(DataFile("journal", diagnostics), *number, "stroke", 0, INT64_MAX).value_or(0));
    return document.execute(*command, stroke).done;
  }
};

LeftBehind left_behind(const std::string& journal, const std::string& project_folder) {
  return JournalReader(journal, project_folder).left;
}

Recovered recover(const std::string& journal, const std::string& project_folder, const OpenOptions& options) {
  return JournalReader(journal, project_folder).run(journal, project_folder, options);
}

}  // namespace casebook::editor
