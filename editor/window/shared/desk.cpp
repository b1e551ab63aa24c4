// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/desk.h"

#include <algorithm>

#include "editor/document/journal_slots.h"
#include "editor/window/shared/command_words.h"
#include "engine/platform/file_lock.h"

namespace casebook::window {

using editor::Change;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Desk)
};

}  // namespace

std::pair<std::string, std::string> kind_and_id(const std::string& entity) {
  const size_t blank = entity.find(' ');
  if (blank == std::string::npos) return {entity, {}};
  return {entity.substr(0, blank), entity.substr(blank + 1)};
}

Desk::Desk() : inks_(static_cast<size_t>(Tool::trace) + 1) {
}
Desk::~Desk() {
  close();
}

bool Desk::open(const std::string& path, std::string& problem) {
  editor::OpenOptions options;
  options.ruleset_folders = ruleset_folders_;
  auto opened = editor::Document::open(path, options);
  if (!opened.document) {
    problem = opened.problem;
    return false;
  }
  close();
  document_ = std::move(opened.document);
  told_at_opening_.clear();
  if (ask_to_recover_) begin_journal(options);
  subscription_ =
      document_->subscribe([this](const std::vector<Change>& changes) { document_changed(changes); });
  make_style();
  make_counters();
  tell(static_cast<unsigned>(Topic::project));
  return true;
}

void Desk::begin_journal(const editor::OpenOptions& options) {
  const std::string folder = document_->folder();
  std::string unused;  // a journal that is nobody's
  int others = 0, left_elsewhere = 0;
  const auto tell = [this](const QString& text) {
    told_at_opening_ += (told_at_opening_.empty() ? "" : "\n") + text.toStdString();
  };
  for (int window = 1; window <= editor::most_windows; ++window) {
    const std::string path = editor::journal_slot(editor::journal_path(folder), window);
    // Of a window that lives: what it did is not lost, and its journal is not to be touched.
    if (platform::is_held(path)) {
      ++others;
      continue;
    }
    const editor::LeftBehind left = editor::left_behind(path, folder);
    if (journal_) {
      // One document has the work of one window; the files are still as the other one knew them.
      left_elsewhere += left.what == editor::LeftOver::recoverable ? 1 : 0;
      continue;
    }
    if (left.what == editor::LeftOver::recoverable && ask_to_recover_(left.told)) {
      editor::Recovered recovered = editor::recover(path, folder, options);
      if (recovered.document) {
        document_ = std::move(recovered.document);
        journal_ = std::move(recovered.journal);
      }
      say(recovered.told);
      if (journal_) continue;
    }
    if (unused.empty()) unused = path;
    if (left.what == editor::LeftOver::nothing) continue;
    // What nobody wants now, or what cannot be had now, may be wanted later.
    const std::string kept = editor::put_aside(path);
    if (left.what != editor::LeftOver::recoverable)
      tell(Texts::tr("%1. It is kept in %2")
               .arg(QString::fromStdString(left.told), QString::fromStdString(kept)));
  }
  if (left_elsewhere > 0)
    tell(
        Texts::tr("Another window also ended without saving. To recover its work, open this project in "
                  "another window before you save here."));
  if (others > 0)
    tell(
        Texts::tr("This project is open in another window. Each window keeps its own changes and says when "
                  "the other saves"));
  if (!journal_) {
    std::string why;
    if (!unused.empty()) journal_ = editor::Journal::begin(*document_, unused, why);
    if (!journal_)
      tell(Texts::tr("Your work could not be recovered after a crash: %1")
               .arg(unused.empty() ? Texts::tr("too many windows have this project open")
                                   : QString::fromStdString(why)));
  }
}

void Desk::close() {
  if (!document_) return;
  if (journal_) journal_->finish();
  journal_.reset();
  document_->unsubscribe(subscription_);
  selection_ = {};
  cursor_ = -1;
  views_.clear();
  problems_.clear();
  bound_.reset();
  counters_.clear();
  changes_.clear();
  document_.reset();
}

void Desk::rechosen() {
  selection_ = {};
  cursor_ = -1;
  views_.clear();
  bound_.reset();
  make_style();
  make_counters();
  tell(static_cast<unsigned>(Topic::project));
}

bool Desk::execute(const editor::Command& command, uint64_t stroke) {
  if (!document_) return false;
  if (may_remove) {
    const std::vector<Needed> missed = needed_by_others(*document_, command);
    if (!missed.empty() && !may_remove(missed)) return false;
  }
  const editor::Done done = document_->execute(command, stroke);
  if (const auto* renamed = std::get_if<editor::RenameEntity>(&command.what); done && renamed != nullptr)
    follow_name(renamed->entity, kind_and_id(renamed->entity).first + " " + renamed->id);
  if (!done)
    say(done.why);
  else if (!done.told.empty())
    say(done.told);
  return done.done;
}
void Desk::follow_name(const std::string& before, const std::string& after) {
  Selection selection = selection_;
  for (std::string& one : selection.entities)
    if (one == before) one = after;
  select(std::move(selection));
}
void Desk::undo() {
  if (!document_ || document_->done() == 0) return;
  const QString text = words_of_command(document_->history()[document_->done() - 1].command);
  const editor::Command command = document_->history()[document_->done() - 1].command;
  if (!document_->undo()) return;
  if (const auto* renamed = std::get_if<editor::RenameEntity>(&command.what))
    follow_name(kind_and_id(renamed->entity).first + " " + renamed->id, renamed->entity);
  say(Texts::tr("Undone: %1").arg(text).toStdString());
}
void Desk::redo() {
  if (!document_ || document_->done() == document_->history().size()) return;
  const QString text = words_of_command(document_->history()[document_->done()].command);
  const editor::Command command = document_->history()[document_->done()].command;
  if (!document_->redo()) return;
  if (const auto* renamed = std::get_if<editor::RenameEntity>(&command.what))
    follow_name(renamed->entity, kind_and_id(renamed->entity).first + " " + renamed->id);
  say(Texts::tr("Redone: %1").arg(text).toStdString());
}
void Desk::go_to(size_t done) {
  if (document_) document_->go_to(done);
}

const board::HexMap* Desk::map() const {
  return document_ ? document_->map() : nullptr;
}
std::string Desk::map_file() const {
  const int part = document_ ? document_->map_part() : -1;
  return part < 0 ? std::string() : document_->part(part).path;
}
bool Desk::map_writable() const {
  const int part = document_ ? document_->map_part() : -1;
  return part >= 0 && document_->part(part).writable;
}

int Desk::numbering_in_use(const std::string& name) const {
  const board::HexMap* map = this->map();
  if (map == nullptr) return 0;
  return (name.empty() ? std::nullopt : map->find_numbering(name)).value_or(map->own_numbering);
}
int Desk::numbering() const {
  if (document_ && document_->scenario() >= 0)
    if (const auto* scenario = document_->part(document_->scenario()).as<board::ScenarioFile>())
      return numbering_in_use(scenario->numbering);
  return numbering_in_use({});
}
int Desk::numbering_shown() const {
  const board::HexMap* map = this->map();
  const auto chosen = map == nullptr ? std::nullopt : map->find_numbering(shown_.numbering);
  return chosen && !shown_.numbering.empty() ? *chosen : numbering();
}
std::string Desk::hex_name(int hex) const {
  const board::HexMap* map = this->map();
  if (map == nullptr || hex < 0 || hex >= map->hexes()) return {};
  const std::string& name = map->hex_id(hex, numbering());
  return name.empty() ? map->hex_id(hex) : name;
}
std::string Desk::hex_in_map(int hex) const {
  const board::HexMap* map = this->map();
  return map == nullptr || hex < 0 || hex >= map->hexes() ? std::string() : map->hex_id(hex);
}
std::string Desk::hexside_in_map(int hexside) const {
  const board::HexMap* map = this->map();
  if (map == nullptr || hexside < 0) return {};
  const auto& ends = map->ground.ends(hexside);
  if (ends[1] != board::nowhere) return map->hex_id(ends[0]) + "-" + map->hex_id(ends[1]);
  const auto& sides = map->ground.sides(ends[0]);
  const auto direction = static_cast<int>(std::find(sides.begin(), sides.end(), hexside) - sides.begin());
  return map->hex_id(ends[0]) + " " + std::string(map->ground.grid().direction_name(direction));
}
int Desk::find_hex(const std::string& name) const {
  const board::HexMap* map = this->map();
  if (map == nullptr) return -1;
  const int hex = map->find_hex(name, numbering());
  return hex >= 0 ? hex : map->find_hex(name);
}
const editor::Vocabulary* Desk::words() const {
  return document_ ? &document_->ruleset().words : nullptr;
}

void Desk::select(Selection selection) {
  const auto tidy = [](auto& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  tidy(selection.hexes);
  tidy(selection.hexsides);
  tidy(selection.entities);
  if (selection == selection_) return;
  selection_ = std::move(selection);
  tell(Topic::selection);
}
void Desk::set_cursor(int hex) {
  if (hex == cursor_) return;
  cursor_ = hex;
  tell(Topic::cursor);
}
void Desk::set_tool(Tool tool) {
  if (tool == tool_) return;
  tool_ = tool;
  tell(Topic::tool);
}

namespace {

/// Brush, fill, rectangle and line share one ink: they paint hexes.
Tool owner_of_ink(Tool tool) {
  return tool == Tool::fill || tool == Tool::rectangle || tool == Tool::line ? Tool::brush : tool;
}

}  // namespace

const Ink& Desk::ink(Tool tool) const {
  return inks_[static_cast<size_t>(owner_of_ink(tool))];
}
void Desk::set_ink(Tool tool, Ink ink) {
  inks_[static_cast<size_t>(owner_of_ink(tool))] = std::move(ink);
  tell(Topic::tool);
}
void Desk::set_shown(Shown shown) {
  if (shown == shown_) return;
  shown_ = std::move(shown);
  tell(Topic::shown);
}
void Desk::set_views(std::vector<ShownView> views) {
  views_ = std::move(views);
  tell(Topic::shown);
}
void Desk::set_problems(std::vector<editor::Problem> problems) {
  problems_ = std::move(problems);
  tell(Topic::problems);
}
void Desk::set_bound(std::shared_ptr<const Bound> bound) {
  bound_ = std::move(bound);
  make_counters();
  tell(Topic::pieces);
}

int Desk::subscribe(Listener listener) {
  listeners_.emplace_back(next_listener_, std::move(listener));
  return next_listener_++;
}
void Desk::unsubscribe(int subscription) {
  std::erase_if(listeners_, [&](const auto& one) { return one.first == subscription; });
}
void Desk::tell(unsigned topics) {
  const auto all = listeners_;  // who is told may come and go meanwhile
  for (const auto& [id, listener] : all) {
    const bool there = std::any_of(listeners_.begin(), listeners_.end(),
                                   [id = id](const auto& one) { return one.first == id; });
    if (there) listener(topics);
  }
}

void Desk::document_changed(const std::vector<Change>& changes) {
  changes_ = changes;
  unsigned topics = static_cast<unsigned>(Topic::content) | static_cast<unsigned>(Topic::history);
  bool units = false, looks = false, whole = false;
  for (const Change& change : changes) {
    const editor::Part& part = document_->part(change.part);
    units = units || !change.entities.empty() || change.whole;
    looks = looks || part.format == "casebook/style" || change.whole || change.files;
    whole = whole || change.whole || change.files;
  }
  looks = looks || whole;
  for (const Change& change : changes) looks = looks || wants_other_looks(change);
  if (looks) {
    make_style();
    topics |= static_cast<unsigned>(Topic::style);
  }
  if (whole) keep_selection();
  if (units || whole) {
    make_counters();
    topics |= static_cast<unsigned>(Topic::pieces);
  }
  tell(topics);
}

bool Desk::wants_other_looks(const Change& change) const {
  const board::HexMap* map = this->map();
  if (map == nullptr || change.part != document_->map_part()) return false;
  if (change.labels || change.places) return true;  // names have looks of their own
  if (change.links)
    for (const board::Link& link : map->links)
      if (style_.link(link.attribute) == nullptr) return true;
  // Of the lines alone: what holds of all hexes has no sign in each of them.
  const auto line_of = [](const auto& lines, int wanted, auto member) {
    const auto at = std::lower_bound(lines.begin(), lines.end(), wanted,
                                     [&](const auto& line, int b) { return line.*member < b; });
    return at != lines.end() && (*at).*member == wanted ? &*at : nullptr;
  };
  for (const int side : change.hexsides)
    if (const auto* line = line_of(map->hexside_facts, side, &board::HexsideFacts::hexside))
      for (const board::Fact& fact : line->facts)
        if (style_.hexside(fact.attribute) == nullptr && style_.link(fact.attribute) == nullptr) return true;
  for (const int hex : change.hexes)
    if (const auto* line = line_of(map->hex_facts, hex, &board::HexFacts::hex))
      for (const board::Fact& fact : line->facts)
        if (fact.attribute != style_.ground &&
            std::none_of(style_.signs.begin(), style_.signs.end(),
                         [&](const picture::SignLook& look) { return look.name == fact.attribute; }))
          return true;
  return false;
}

void Desk::keep_selection() {
  const board::HexMap* map = this->map();
  const int hexes = map == nullptr ? 0 : map->hexes(), sides = map == nullptr ? 0 : map->hexsides();
  std::erase_if(selection_.hexes, [&](int hex) { return hex >= hexes; });
  std::erase_if(selection_.hexsides, [&](int side) { return side >= sides; });
  if (cursor_ >= hexes) cursor_ = -1;
}

void Desk::make_style() {
  Diagnostics ignored;
  picture::Style style;
  const int part = document_->style_part();
  // Without a look of its own a project looks like the game that its rules are of, as it does on paper.
  auto read = part >= 0 ? picture::read_style(document_->text(part), document_->part(part).path, ignored)
                        : picture::load_style(document_->ruleset().edition_folder, {}, ignored);
  if (read) style = std::move(*read);
  style_ = picture::complete(std::move(style), map(), document_->ruleset().program.get(), ignored);
}

}  // namespace casebook::window
