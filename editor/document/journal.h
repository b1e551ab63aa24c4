// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was done since the project was opened. Each entry is on disk before the next command is executed.
// After a crash the document is as it was after the last command, or the last but one.
//
// A text file in the user's state folder with one record a line: 16 hexadecimal digits (a hash of the
// rest), a blank, JSON. The first line has version, project, and a hash of each file. Then:
//
//   {"do": {command}, "stroke": 7}    {"undo": true}    {"redo": true}
//   {"choose": "scenario.json"}                      another scenario is shown
//   {"base": "map.json", "text": [...]}              the contents of a file before it is first written over
//   {"saving": [{"file": "map.json", "hash": ...}]}  what is about to be written
//
// A torn last line is ignored. Replaying begins with the files as they were when the project was opened, so
// it does not matter at which moment of saving the program died.

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "editor/document/document.h"
#include "engine/platform/append_file.h"

namespace casebook::editor {

/// The journal of a project: below `state_folder` (empty: the user's) a name made from the folder.
std::string journal_path(const std::string& project_folder, const std::string& state_folder = {});

class Journal : public Document::Watcher {
 public:
  /// Begins one for a document just opened, and watches it. Null, with plain words, when it cannot be
  /// written.
  static std::unique_ptr<Journal> begin(Document& document, const std::string& path, std::string& why);
  ~Journal() override;

  void executed(const Command& command, uint64_t stroke) override;
  void undone() override;
  void redone() override;
  void saving(const std::vector<std::pair<const Part*, std::string>>& files) override;
  void chosen(const Part& scenario) override;
  void reloaded() override;

  /// Why it stopped being written (a full disk); empty: it is. Editing goes on; each command tries again.
  const std::string& problem() const { return problem_; }
  /// The project is closed in good order: there is nothing to recover.
  void finish();

 private:
  friend struct JournalReader;
  Journal(Document& document, std::unique_ptr<platform::AppendFile> file)
      : document_(document), file_(std::move(file)) {}
  void write(const JsonValue& record);

  Document& document_;
  std::unique_ptr<platform::AppendFile> file_;
  std::set<std::string> bases_;  // written already
  std::string waiting_;          // records that could not be written yet
  std::string problem_;
};

enum class LeftOver : unsigned char {
  nothing,        // no journal, or one without a command
  recoverable,    // the document can be had as it was
  changed,        // its files were changed by others since
  other_version,  // written by a version of Casebook that this one does not know
  unreadable,
};

struct LeftBehind {
  LeftOver what = LeftOver::nothing;
  std::string told;     // in plain words, for the question to the user
  size_t commands = 0;  // executed, undone and redone
  bool torn = false;    // the last line was cut off
};
/// What a journal of this project holds. Nothing is changed.
LeftBehind left_behind(const std::string& journal, const std::string& project_folder);

struct Recovered {
  std::unique_ptr<Document> document;  // with its history
  std::unique_ptr<Journal> journal;    // goes on
  std::string told;                    // what was recovered, or why not
};
Recovered recover(const std::string& journal, const std::string& project_folder, const OpenOptions& options);

/// Puts a journal aside (NAME.old), so that nothing in it is lost.
bool set_aside(const std::string& journal);

/// The records of a journal's text, for tests and fuzzers: how many are whole, and where the last one ends.
struct JournalText {
  std::vector<JsonValue> records;
  size_t good_bytes = 0;
  bool torn = false;
  std::string problem;  // of a line that is not the last: what is wrong
};
JournalText read_journal_text(const std::string& text);

}  // namespace casebook::editor
