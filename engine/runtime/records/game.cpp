// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/game.h"

#include <algorithm>

#include "engine/base/streams.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/stuck.h"

namespace casebook::runtime {

Game::Game(std::unique_ptr<Rules> rules, GameSettings settings)
    : rules_(std::move(rules)),
      settings_(std::move(settings)),
      position_(rules_->scenario().start),
      dice_(chance_stream(settings_.seed, settings_.game)) {
  begin();
}

Game::Game(std::unique_ptr<Rules> rules, const Position& start, GameSettings settings)
    : rules_(std::move(rules)),
      settings_(std::move(settings)),
      position_(start),
      dice_(chance_stream(settings_.seed, settings_.game)) {
  if (!(start == rules_->scenario().start)) start_text_ = position_text(rules_->scenario(), start);
  begin();
}

void Game::begin() {
  const bool before_the_first =
      position_.cell(scenario().layout.site) == 0 && outcome().kind == OutcomeKind::open;
  if (before_the_first) rules_->begin(position_);
  position_.attach(&journal_);
}

void Game::forget_offers() {
  choices_known_ = outcomes_known_ = false;
}

const std::vector<Choice>& Game::choices() {
  if (!choices_known_) {
    choices_.clear();
    rules_->choices(position_, choices_);
    choices_known_ = true;
  }
  return choices_;
}

const std::vector<ChanceOutcome>& Game::outcomes() {
  if (!outcomes_known_) {
    outcomes_.clear();
    rules_->outcomes(position_, outcomes_);
    outcomes_known_ = true;
  }
  return outcomes_;
}

GameStep& Game::push(StepKind kind) {
  steps_.resize(played_);
  GameStep& step = steps_.emplace_back();
  ++played_;
  step.kind = kind;
  step.journal_mark = journal_.size();
  step.dice = dice_.state();
  return step;
}

/// Of the step that was pushed: what was stopped on the way was not played.
template <class Step>
void Game::apply(const Step& step) {
  try {
    rules_->apply(position_, step);
  } catch (const ListingStopped&) {
    --played_;
    dice_ = Random(steps_.back().dice);
    steps_.pop_back();
    throw;
  }
  forget_offers();
}

bool Game::play(const Choice& choice) {
  if (node() != NodeKind::choose || !std::binary_search(choices().begin(), choices().end(), choice))
    return false;
  GameStep& step = push(StepKind::choice);
  step.side = player();
  step.choice = choice;
  step.text = choice_text(scenario(), position_, choice);
  apply(Choice(choice));
  return true;
}

std::optional<ChanceOutcome> Game::next_roll() {
  if (node() != NodeKind::chance || outcomes().empty()) return std::nullopt;
  Random peek = dice_;
  return outcomes()[peek.below(static_cast<uint32_t>(outcomes().size()))];
}

bool Game::roll() {
  const std::optional<ChanceOutcome> next = next_roll();
  if (!next) return false;
  take(*next, false);
  return true;
}

bool Game::take(const ChanceOutcome& outcome) {
  if (node() != NodeKind::chance ||
      std::find(outcomes().begin(), outcomes().end(), outcome) == outcomes().end())
    return false;
  take(ChanceOutcome(outcome), !(outcome == next_roll()));
  return true;
}

void Game::take(const ChanceOutcome& outcome, bool typed) {
  const language::Site& site = rules_->site(position_);
  GameStep& step = push(site.kind == language::SiteKind::draw ? StepKind::draw : StepKind::roll);
  step.chance = outcome;
  step.typed = typed;
  step.text = chance_text(scenario(), site, step.chance);
  dice_.below(static_cast<uint32_t>(outcomes().size()));
  apply(ChanceOutcome(step.chance));
}

bool Game::undo() {
  if (played_ == 0) return false;
  const GameStep& step = steps_[--played_];
  position_.undo_to(journal_, step.journal_mark);
  dice_ = Random(step.dice);
  forget_offers();
  return true;
}

bool Game::redo() {
  if (played_ == steps_.size()) return false;
  const GameStep& step = steps_[played_];
  if (step.kind == StepKind::choice) {
    rules_->apply(position_, step.choice);
  } else {
    dice_.below(static_cast<uint32_t>(outcomes().size()));
    rules_->apply(position_, step.chance);
  }
  ++played_;
  forget_offers();
  return true;
}

void Game::note(std::string text) {
  (played_ == 0 ? start_notes_ : steps_[played_ - 1].notes).push_back(std::move(text));
}

// The compiled form knows the case alone; the step is taken again by the evaluator that explains itself.
Game::Stop Game::stop() {
  Stop out;
  const OutcomeKind kind = outcome().kind;
  if (kind != OutcomeKind::fault && kind != OutcomeKind::stuck && kind != OutcomeKind::limit) return out;
  ReferenceRules reference(scenario().shared_from_this());
  if (played_ == 0) {  // where the game begins
    if (!start_text_.empty()) return out;
    Position start = scenario().start;
    reference.begin(start);
  } else {
    undo();
    Position before = position_;
    const GameStep step = steps_[played_];
    redo();
    if (step.kind == StepKind::choice)
      reference.apply(before, step.choice);
    else
      reference.apply(before, step.chance);
  }
  out.notes = reference.notes();
  if (kind != OutcomeKind::stuck) {
    if (!reference.fault_in_words().empty()) out.in_words.push_back(reference.fault_in_words());
    if (reference.stuck_at() != nullptr) out.where = *reference.stuck_at();
    return out;
  }
  if (const Position* const at = reference.stuck_at()) {
    out.where = *at;
    out.in_words = why_stuck(reference, *out.where);
    out.notes.insert(out.notes.end(), out.in_words.begin(), out.in_words.end());
  }
  return out;
}

void Game::explain_stop() {
  for (const std::string& why : stop().notes) note(why);
}

Record Game::record() const {
  Record record;
  record.ruleset = identity_of(scenario());
  record.seed = settings_.seed;
  record.game = settings_.game;
  record.players = settings_.players;
  record.start = start_text_;
  record.notes = start_notes_;
  const auto& sides = scenario().members[scenario().program->kind_side];
  for (size_t i = 0; i < played_; ++i) {
    const GameStep& step = steps_[i];
    record.seeded_dice = record.seeded_dice && !step.typed;
    RecordStep& line = record.steps.emplace_back();
    line.kind = step.kind;
    if (step.kind == StepKind::choice) line.player = sides[static_cast<size_t>(step.side)];
    line.text = step.text;
    line.notes = step.notes;
  }
  record.outcome = outcome_text(scenario(), outcome());
  return record;
}

}  // namespace casebook::runtime
