// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one window works on: the document, the selection, what the tools paint with, and the latest answers
// about the scenario. Panels read it, ask it for changes, and are notified of them. Qt only translates
// texts.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "editor/document/document.h"
#include "editor/document/journal.h"
#include "editor/document/problems.h"
#include "editor/window/shared/moments.h"
#include "editor/window/shared/needs.h"
#include "editor/window/shared/reached.h"
#include "engine/picture/counters.h"
#include "engine/picture/overlay.h"
#include "engine/picture/style.h"

namespace casebook::window {

/// What listeners may want to know of.
enum class Topic : unsigned {
  project = 1,  // another document: read everything anew
  content = 2,  // the document changed: `changes` says where
  rules = 4,    // other rules are in force, or their texts have other errors
  style = 8,    // looks changed
  selection = 16,
  cursor = 32,
  tool = 64,
  shown = 128,  // what is shown over the map, and how
  problems = 256,
  pieces = 512,  // counters changed, or what the rules say of them
  history = 1024,
  files = 2048,  // saved, or changed by others
};

enum class Tool : unsigned char {
  select,
  brush,
  fill,
  rectangle,
  line,
  hexside,
  link,
  label,
  place,
  zone,
  trace
};

struct Selection {
  std::vector<int> hexes, hexsides;   // of the map shown; sorted
  std::vector<std::string> entities;  // `unit Guard 1`
  bool operator==(const Selection&) const = default;
  bool empty() const { return hexes.empty() && hexsides.empty() && entities.empty(); }
};

/// What a tool puts down. Nothing in `value`: the fact is taken out. `provenance` empty: left as it is.
struct Ink {
  std::string attribute;
  std::optional<board::DataValue> value;
  std::string provenance;
  bool provenance_only = false;  // paints where facts come from, not what they are
  bool add = false;              // to what is there, where the attribute may have several
};

/// What is shown over the map because somebody asked.
struct ShownView {
  std::string call;      // `zone(white)`
  bool of_unit = false;  // asked anew for whichever unit is selected
  picture::Overlay overlay;
  std::string fault;                       // in plain words, when it could not be answered
  std::string moment;                      // of the game, at which it was asked; empty: where the game begins
  std::shared_ptr<const Reached> reached;  // of a reach: what keeps the unit out elsewhere
};

class Desk {
 public:
  Desk();
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  // ---- the document
  bool open(const std::string& path, std::string& problem);
  void close();
  editor::Document* document() { return document_.get(); }
  const editor::Document* document() const { return document_.get(); }
  const std::vector<std::string>& ruleset_folders() const { return ruleset_folders_; }
  void set_ruleset_folders(std::vector<std::string> folders) { ruleset_folders_ = std::move(folders); }
  /// From now on keeps a journal in the user's state folder until the project is closed in good order.
  /// `ask` receives a description of what a crashed program left behind, and says whether to recover it.
  void keep_journal(std::function<bool(const std::string& told)> ask) { ask_to_recover_ = std::move(ask); }
  /// What has to be known of the project opened last: what a crash left and cannot be had back here, that
  /// another window has it; lines of text, empty: nothing.
  const std::string& told_at_opening() const { return told_at_opening_; }
  /// Another scenario of the document was chosen: everything is read anew.
  void rechosen();
  /// Carries out one command; what it says when it is refused goes to `say`. What takes something away that
  /// is named elsewhere is done only if `may_remove` agrees.
  bool execute(const editor::Command& command, uint64_t stroke = 0);
  uint64_t new_stroke() { return ++strokes_; }
  void undo();
  void redo();
  void go_to(size_t done);
  /// Shows a line to the user: refusals, and what else was removed.
  std::function<void(const std::string&)> say = [](const std::string&) {};
  /// Asks whether to remove something that these still need. Without a function here the answer is yes.
  std::function<bool(const std::vector<Needed>&)> may_remove;
  /// What the last command, undo or redo changed.
  const std::vector<editor::Change>& changes() const { return changes_; }

  // ---- what the document holds
  const board::HexMap* map() const;
  std::string map_file() const;  // below the project; empty: none
  bool map_writable() const;
  /// Of the scenario; else the map's own.
  int numbering() const;
  /// The one whose numbers are shown on the map.
  int numbering_shown() const;
  /// The one of that name; else the map's own.
  int numbering_in_use(const std::string& name) const;
  std::string hex_name(int hex) const;            // as the scenario calls it
  std::string hex_in_map(int hex) const;          // as the map file calls it
  std::string hexside_in_map(int hexside) const;  // `0101-0102`, `0101 north`
  int find_hex(const std::string& name) const;    // as the scenario calls it, else as the map does
  const editor::Vocabulary* words() const;
  const picture::Style& style() const { return style_; }

  // ---- units, counters, boxes
  const std::vector<picture::Counter>& counters() const { return counters_; }
  /// The line of an entity (`unit Guard 1`) in an order of battle; part and index, or -1.
  std::pair<int, int> line_of(const std::string& entity) const;
  /// A value as text, of the first line about the entity that says it, else the rules' default.
  std::string entity_value(const std::string& entity, const std::string& attribute) const;

  // ---- what somebody is at
  const Selection& selection() const { return selection_; }
  void select(Selection selection);
  int cursor() const { return cursor_; }
  void set_cursor(int hex);
  Tool tool() const { return tool_; }
  void set_tool(Tool tool);
  const Ink& ink(Tool tool) const;
  void set_ink(Tool tool, Ink ink);

  // ---- over the map
  struct Shown {
    bool counters = true, labels = true, numbers = true, problems = true;
    std::string provenance;     // facts of this one are marked; "*": all; "?": those of which nothing is said
    std::string provenance_of;  // only facts of this attribute; empty: of all
    std::string numbering;      // the one whose numbers are shown; empty: the scenario's
    bool operator==(const Shown&) const = default;
  };
  const Shown& shown() const { return shown_; }
  void set_shown(Shown shown);
  const std::vector<ShownView>& views() const { return views_; }
  void set_views(std::vector<ShownView> views);

  // ---- problems
  const std::vector<editor::Problem>& problems() const { return problems_; }
  void set_problems(std::vector<editor::Problem> problems);

  // ---- the scenario as the rules see it; arrives later than edits
  struct Bound {
    std::shared_ptr<const runtime::Scenario> scenario;
    std::shared_ptr<const runtime::Position> position;  // where the game begins
    std::vector<Moment> moments;                        // at which views can be asked
    picture::Pieces pieces;
    uint64_t revision = 0;  // of the document
  };
  const std::shared_ptr<const Bound>& bound() const { return bound_; }
  void set_bound(std::shared_ptr<const Bound> bound);

  // ---- listening
  using Listener = std::function<void(unsigned topics)>;
  int subscribe(Listener listener);
  void unsubscribe(int subscription);
  void tell(Topic topic) { tell(static_cast<unsigned>(topic)); }
  void tell(unsigned topics);

 private:
  void begin_journal(const editor::OpenOptions& options);
  void document_changed(const std::vector<editor::Change>& changes);
  void make_style();
  void make_counters();
  void keep_selection();
  /// What was selected stays so under its new name.
  void follow_name(const std::string& before, const std::string& after);
  /// Whether a change brought something to the map that nothing has had a look for yet.
  bool wants_other_looks(const editor::Change& change) const;

  std::vector<std::string> ruleset_folders_;
  std::unique_ptr<editor::Document> document_;
  std::unique_ptr<editor::Journal> journal_;
  std::string told_at_opening_;
  std::function<bool(const std::string&)> ask_to_recover_;
  int subscription_ = 0;
  uint64_t strokes_ = 0;
  std::vector<editor::Change> changes_;
  picture::Style style_;
  std::vector<picture::Counter> counters_;
  Selection selection_;
  int cursor_ = -1;
  Tool tool_ = Tool::select;
  std::vector<Ink> inks_;
  Shown shown_;
  std::vector<ShownView> views_;
  std::vector<editor::Problem> problems_;
  std::shared_ptr<const Bound> bound_;
  std::vector<std::pair<int, Listener>> listeners_;
  int next_listener_ = 1;
};

constexpr unsigned operator|(Topic a, Topic b) {
  return static_cast<unsigned>(a) | static_cast<unsigned>(b);
}
constexpr unsigned operator|(unsigned a, Topic b) {
  return a | static_cast<unsigned>(b);
}

inline bool has(unsigned topics, Topic topic) {
  return (topics & static_cast<unsigned>(topic)) != 0;
}
/// `unit Guard 1` taken apart.
std::pair<std::string, std::string> kind_and_id(const std::string& entity);

}  // namespace casebook::window
