// SPDX-License-Identifier: Apache-2.0
#include "editor/document/document.h"

#include <algorithm>
#include <cassert>

#include "editor/document/commands/apply_edits.h"
#include "editor/document/commands/plan.h"

namespace casebook::editor {

using namespace board;

namespace {

/// Carries a command out on the document. When it is refused nothing was changed.
Done carry_out(const Document& document, std::vector<Part>& parts, const Command& command,
               std::vector<Edit>& edits) {
  if (const auto* several = std::get_if<Several>(&command.what)) {
    const size_t before = edits.size();
    Done all{true, {}, {}};
    for (const Command& one : several->commands) {
      Done done = carry_out(document, parts, one, edits);
      if (!done) {
        std::vector<Edit> made(std::make_move_iterator(edits.begin() + static_cast<std::ptrdiff_t>(before)),
                               std::make_move_iterator(edits.end()));
        edits.resize(before);
        apply_edits(parts, made, false);
        return done;
      }
      if (!done.told.empty()) all.told += (all.told.empty() ? "" : "; ") + done.told;
    }
    return all;
  }
  Plan plan(document);
  const Done done = std::visit(
      [&plan](const auto& one) -> Done {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, Several>) {
          return {};
        } else {
          return plan.make(one);
        }
      },
      command.what);
  if (!done) return done;
  apply_edits(parts, plan.edits, true);
  edits.insert(edits.end(), std::make_move_iterator(plan.edits.begin()),
               std::make_move_iterator(plan.edits.end()));
  return done;
}

}  // namespace

Done Document::execute(const Command& command, uint64_t stroke) {
  std::vector<Edit> edits;
  Done done = carry_out(*this, parts_, command, edits);
  if (!done || edits.empty()) return done;
  const std::vector<Change> changes = changes_of(parts_, edits);
  history_.resize(done_);
  std::optional<Command> both;
  if (stroke != 0 && done_ > 0 && history_.back().stroke == stroke)
    both = merged(history_.back().command, command);
  if (both) {
    HistoryEntry& last = history_.back();
    last.command = std::move(*both);
    last.text = command_text(last.command);
    last.edits.insert(last.edits.end(), std::make_move_iterator(edits.begin()),
                      std::make_move_iterator(edits.end()));
  } else {
    history_.push_back({command, command_text(command), stroke, std::move(edits), 0, {}});
    ++done_;
  }
  HistoryEntry& entry = history_.back();
  entry.serial = next_serial_++;
  for (const Change& change : changes) {
    if (std::find(entry.parts.begin(), entry.parts.end(), change.part) == entry.parts.end())
      entry.parts.push_back(change.part);
  }
  note_states(entry.parts);
  if (watcher_ != nullptr) watcher_->executed(command, stroke);
  after(changes);
  return done;
}

bool Document::undo() {
  if (done_ == 0) return false;
  const std::vector<Edit>& edits = history_[--done_].edits;
  apply_edits(parts_, edits, false);
  note_states(history_[done_].parts);
  if (watcher_ != nullptr) watcher_->undone();
  after(changes_of(parts_, edits));
  return true;
}

bool Document::redo() {
  if (done_ == history_.size()) return false;
  const std::vector<Edit>& edits = history_[done_++].edits;
  apply_edits(parts_, edits, true);
  note_states(history_[done_ - 1].parts);
  if (watcher_ != nullptr) watcher_->redone();
  after(changes_of(parts_, edits));
  return true;
}

/// Which step made each of these parts as it is.
void Document::note_states(const std::vector<int>& parts) {
  for (const int part : parts) {
    uint64_t state = 0;
    for (size_t i = done_; i > 0 && state == 0; --i) {
      const std::vector<int>& touched = history_[i - 1].parts;
      if (std::find(touched.begin(), touched.end(), part) != touched.end()) state = history_[i - 1].serial;
    }
    parts_[static_cast<size_t>(part)].state = state;
  }
}

void Document::go_to(size_t wanted) {
  while (done_ > wanted && undo()) {
  }
  while (done_ < wanted && redo()) {
  }
}

void Document::after(const std::vector<Change>& changes) {
  ++revision_;
  bool rules = false;
  for (const Change& change : changes) {
    Part& part = parts_[static_cast<size_t>(change.part)];
    part.revision = revision_;
    rules = rules || change.files || (change.part == scenario_ && change.whole);
  }
  snapshot_.reset();
  // A scenario may be for other rules now, or gone.
  if (rules) {
    load_named_elsewhere();
    if (scenario_ >= 0 && (!part(scenario_).there || part(scenario_).as<ScenarioFile>() == nullptr))
      scenario_ = -1;
    if (const auto all = scenarios(); scenario_ < 0 && !all.empty()) scenario_ = all.front();
    if (edition_of_scenario() != ruleset_->edition_folder) look_up_rules();
  }
  tell(changes);
}

int Document::subscribe(Listener listener) {
  listeners_.emplace_back(next_subscription_, std::move(listener));
  return next_subscription_++;
}

void Document::unsubscribe(int subscription) {
  std::erase_if(listeners_, [&](const auto& one) { return one.first == subscription; });
}

void Document::tell(const std::vector<Change>& changes) {
  const auto listeners = listeners_;  // one of them may subscribe or go
  for (const auto& [id, listener] : listeners) listener(changes);
}

bool Document::modified(int index) const {
  const Part& one = part(index);
  if (!one.writable) return false;
  if (one.there != one.has_file) return true;
  if (one.as<Unreadable>() != nullptr) return false;
  return one.by_text ? write_part(one) != one.canonical : one.state != one.saved_state;
}

bool Document::modified() const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (modified(static_cast<int>(i))) return true;
  }
  return false;
}

std::shared_ptr<const Snapshot> Document::snapshot() const {
  if (snapshot_) return snapshot_;
  auto out = std::make_shared<Snapshot>();
  out->folder = folder_;
  shared_parts_.resize(parts_.size());
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& one = parts_[i];
    auto& shared = shared_parts_[i];
    if (!shared || shared->revision != one.revision || shared->there != one.there)
      shared = std::make_shared<const Part>(one);
    out->parts.push_back(shared);
  }
  out->scenario = scenario_;
  out->program = ruleset_->program;
  out->edition_folder = ruleset_->edition_folder;
  out->edition_id = ruleset_->id;
  out->ruleset_folders = options_.ruleset_folders;
  out->rules_diagnostics = ruleset_->diagnostics.all();
  out->revision = revision_;
  snapshot_ = out;
  return out;
}

}  // namespace casebook::editor
