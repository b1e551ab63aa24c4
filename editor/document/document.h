// SPDX-License-Identifier: Apache-2.0
#pragma once

// A project that is open: a folder with maps, orders of battle, scenarios, styles, and the rules in force.
// `execute` is the only way to change it; one history serves all its files. No Qt and no threads: a
// document belongs to the thread that made it. Work elsewhere takes a `snapshot`.
//
//   auto opened = Document::open("games/my-game", options);
//   if (!opened.document) show(opened.problem);
//   document.subscribe([&](const std::vector<Change>& changes) { repaint(changes); });
//   document.execute(SetHexes{"map.json", {"0512"}, "terrain", sand});
//   document.undo();
//
// A folder without rules is a game when its folders hold editions: all its scenarios are listed, and one is
// chosen. Opening the folder of an edition, or a scenario file, opens the game above it when the scenario
// names files there.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/document/changes.h"
#include "editor/document/commands/commands.h"
#include "editor/document/parts.h"
#include "editor/document/ruleset.h"
#include "engine/board/scenario.h"

namespace casebook::editor {

struct OpenOptions {
  std::vector<std::string> ruleset_folders;  // where editions and paths with `rulesets:` are looked up
  /// Texts to read in place of those on disk, by path below the project (recovery).
  std::vector<std::pair<std::string, std::string>> instead;
  /// These files and no others, by path below the project (recovery).
  std::optional<std::vector<std::string>> only;
};

/// Whether a command was done; if not, why, in plain words. `told`: what else it removed.
struct Done {
  bool done = false;
  std::string why;
  std::string told;
  explicit operator bool() const { return done; }
};

struct HistoryEntry {
  Command command;
  std::string text;
  uint64_t stroke = 0;
  std::vector<Edit> edits;
  uint64_t serial = 0;     // of this step; a stroke that goes on is another
  std::vector<int> parts;  // that it touches
};

/// Everything as it is now, for other threads. Parts that did not change are shared with the snapshot before.
struct Snapshot {
  std::string folder;
  std::vector<std::shared_ptr<const Part>> parts;
  int scenario = -1;
  std::shared_ptr<const language::Program> program;
  std::string edition_folder, edition_id;
  std::vector<std::string> ruleset_folders;
  std::vector<Diagnostic> rules_diagnostics;
  uint64_t revision = 0;
};

class Document {
 public:
  struct Opened {
    std::unique_ptr<Document> document;  // null: it could not be opened at all
    std::string problem;                 // then why, in plain words
  };
  /// A folder, or a scenario file. Parts that cannot be read do not stop it.
  static Opened open(const std::string& path, const OpenOptions& options);

  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document();

  // ---- what is there
  const std::string& folder() const { return folder_; }
  const std::vector<Part>& parts() const { return parts_; }
  const Part& part(int index) const { return parts_[static_cast<size_t>(index)]; }
  /// By path, or -1.
  int find(std::string_view path) const;
  /// Parts that are scenarios.
  std::vector<int> scenarios() const;

  /// The scenario looked at; -1: there is none. Choosing is no change of the document.
  int scenario() const { return scenario_; }
  void choose_scenario(int part);
  /// Of the chosen scenario; without one the first map there is. -1: none.
  int map_part() const;
  const board::HexMap* map() const;
  std::vector<int> orders_of_battle() const;
  std::vector<int> schedules() const;
  /// The style in force, where there is one; -1.
  int style_part() const;
  /// The part that a path in a file of the project means, or -1.
  int named_by(int part, std::string_view path) const;

  const Ruleset& ruleset() const { return *ruleset_; }
  /// Reads the rules again from the disk.
  void reload_rules();

  // ---- changing it
  /// With a `stroke` other than 0, commands of one stroke become one step of the history where they can.
  Done execute(const Command& command, uint64_t stroke = 0);
  bool undo();
  bool redo();
  const std::vector<HistoryEntry>& history() const { return history_; }
  /// How many of the history are done.
  size_t done() const { return done_; }
  /// Undoes or redoes up to there.
  void go_to(size_t done);

  using Listener = std::function<void(const std::vector<Change>&)>;
  int subscribe(Listener listener);
  void unsubscribe(int subscription);
  /// Rises with every change.
  uint64_t revision() const { return revision_; }

  // ---- texts and files
  /// What a part would be written as.
  std::string text(int part) const { return write_part(this->part(part)); }
  /// Whether a part is not as it was read or written last; whether any is. Costs nothing.
  bool modified(int part) const;
  bool modified() const;
  std::shared_ptr<const Snapshot> snapshot() const;

  /// Writes what differs, each file as a whole or not at all. Stops at the first that fails, says so, and
  /// goes on having what was not written.
  struct Saved {
    bool saved = false;
    std::string why;                   // when not: plain words
    std::vector<std::string> written;  // paths
    std::vector<std::string> changed_by_others;
  };
  /// Refused, with `changed_by_others`, when a file is not what it was when it was read, unless `over`.
  Saved save(bool over = false);
  /// Files that are not what they were when they were read or written last: changed, gone, or new.
  std::vector<std::string> changed_on_disk() const;
  /// Reads such a file again; the history begins anew. Refused while there are changes that are not saved,
  /// and where a file that could be read before cannot be read now.
  Done reload(const std::string& path);
  /// Whether the file as it is now can replace what was read before.
  Done can_reload(const std::string& path) const;

  /// Takes the file as the disk has it for the one that the part was written to (recovery).
  void adopt_file(const std::string& path);

  /// Notified of each execute, undo, redo and save; for the journal.
  struct Watcher {
    virtual ~Watcher() = default;
    virtual void executed(const Command& command, uint64_t stroke) = 0;
    virtual void undone() = 0;
    virtual void redone() = 0;
    /// Before files are written over: path, and what is written.
    virtual void saving(const std::vector<std::pair<const Part*, std::string>>& files) = 0;
    /// Another scenario is looked at: what names mean may depend on its rules.
    virtual void chosen(const Part& scenario) = 0;
    /// A file was read again: what was done before belongs to what is gone.
    virtual void reloaded() = 0;
  };
  void watch(Watcher* watcher) { watcher_ = watcher; }

 private:
  Document();
  void after(const std::vector<Change>& changes);
  void tell(const std::vector<Change>& changes);
  std::string edition_of_scenario() const;
  void note_states(const std::vector<int>& parts);
  void look_up_rules();
  void load_named_elsewhere();

  std::string folder_;
  OpenOptions options_;
  std::vector<Part> parts_;
  int scenario_ = -1;
  std::unique_ptr<Ruleset> ruleset_;
  std::vector<HistoryEntry> history_;
  size_t done_ = 0;
  uint64_t revision_ = 0;
  uint64_t next_serial_ = 1;
  std::vector<std::pair<int, Listener>> listeners_;
  int next_subscription_ = 1;
  Watcher* watcher_ = nullptr;
  mutable std::shared_ptr<const Snapshot> snapshot_;
  mutable std::vector<std::shared_ptr<const Part>> shared_parts_;
};

}  // namespace casebook::editor
