// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/ways/courses.h"

#include <algorithm>
#include <set>

#include "engine/runtime/control.h"

namespace casebook::regions {

using language::FlowOp;
using language::FlowStep;
using language::none;
using language::Program;
using language::StepId;
using language::Stmt;
using runtime::Position;

/// Hears what the reference evaluator does, and writes runs down.
class Courses::Listener : public runtime::Onlooker {
 public:
  Listener(const Program& program, const Doing& doing, const DecidingText& text)
      : program_(program), doing_(doing), text_(text) {
    if (doing.effect != none) effect_ = &program.effects[doing.effect];
    if (doing.procedure == none) return;
    entry_ = program.procedures[doing.procedure].entry, end_ = program.procedures[doing.procedure].end;
  }

  /// The next step goes from here.
  void stands_at(const Position& before, size_t steps) { before_ = &before, steps_ = steps; }

  void open() {
    now_.emplace();
    now_->start = *before_, now_->first = steps_;
    taken_.clear(), turns_.clear(), last_ = none;
  }
  void close(std::string ends_game = {}, std::string fault = {}) {
    if (!now_) return;
    for (const auto& [head, turns] : turns_) note_turns(head, turns);
    now_->way.assign(taken_.begin(), taken_.end());
    now_->ends_game = std::move(ends_game), now_->fault = std::move(fault);
    ended_.push_back(std::move(*now_));
    now_.reset();
  }
  void drop() { now_.reset(); }
  bool runs() const { return now_.has_value(); }
  std::vector<Run> ended() { return std::exchange(ended_, {}); }

  void chooses(language::SiteId site, const runtime::Choice& choice, int32_t player) {
    if (const language::Alternative& taken =
            program_.sites[site].alternatives[static_cast<size_t>(choice.alternative)];
        doing_.action != none && taken.action == doing_.action)
      open();
    if (!now_) return;
    if (const auto known = text_.choosing.find(site); known != text_.choosing.end())
      taken_.insert({known->second, static_cast<size_t>(choice.alternative)});
    if (const auto known = text_.choosers.find(site); known != text_.choosers.end())
      taken_.insert({known->second, static_cast<size_t>(player)});
  }
  void draws(language::SiteId site) {
    if (const auto known = text_.choosing.find(site); now_ && known != text_.choosing.end())
      taken_.insert({known->second, 0});
  }

  void comes_to(StepId at) override {
    const FlowStep& step = program_.flow[at];
    if (doing_.action != none) {
      close();  // the body of an action ends where flow goes on
      attempt_ = step.op == FlowOp::attempt && step.ref == doing_.action ? &step : nullptr;
      if (attempt_ != nullptr) open();
      return;
    }
    if (doing_.effect != none) return;
    if (step.op == FlowOp::call && step.ref == doing_.procedure) open();
    if (!now_ || at < entry_ || at >= end_) return;
    if (const auto loop = text_.loops.find(at); loop != text_.loops.end()) {
      const auto turns = turns_.find(at);
      const bool again = turns != turns_.end() && last_ >= at;
      if (!again && turns != turns_.end()) note_turns(at, turns->second);
      if (!again) turns_[at] = 0;
      if (!loop->second.limited) ++turns_[at];
    }
    last_ = at;
    if (step.op == FlowOp::leave) close();
  }
  void came_out(const void* what, size_t how) override {
    if (what == effect_ && how == 1) return open();
    if (!now_) return;
    if (what == attempt_) return how == 0 ? drop() : close();
    if (what == effect_) return close();
    if (const auto known = text_.meanings.find(what); known != text_.meanings.end()) {
      const int out = known->second.out(how);
      if (out != DecidingText::undecided) taken_.insert({known->second.decision, static_cast<size_t>(out)});
    }
    if (last_ != none && how == 1 && what == &program_.flow[last_]) {
      const auto loop = text_.loops.find(last_);
      if (loop != text_.loops.end() && loop->second.limited) ++turns_[last_];
    }
  }
  void asked(bool, language::Id, const std::vector<runtime::Value>&, const runtime::Value&, int,
             const Position&) override {}
  void does(const Stmt&) override {}
  void did(const Stmt&) override {}

 private:
  void note_turns(StepId head, size_t turns) {
    const DecidingText::Loop& loop = text_.loops.at(head);
    const size_t out = std::min<size_t>(turns, 2);
    taken_.insert({loop.decision, loop.limited ? out : out - 1});
  }

  const Program& program_;
  Doing doing_;
  const DecidingText& text_;
  StepId entry_ = none, end_ = none;
  const Position* before_ = nullptr;
  size_t steps_ = 0;
  std::optional<Run> now_;
  std::set<Taken> taken_;
  std::map<StepId, size_t> turns_;  // of loops that were begun, by head
  StepId last_ = none;              // step of the procedure that flow came to last
  const language::Effect* effect_ = nullptr;
  const FlowStep* attempt_ = nullptr;  // of the action, which is under way
  std::vector<Run> ended_;
};

Courses::Courses(std::shared_ptr<const runtime::Scenario> scenario, Doing doing)
    : scenario_(std::move(scenario)),
      doing_(doing),
      reference_(scenario_),
      compiled_(scenario_),
      text_(std::make_unique<DecidingText>(reference_.evaluator(), doing)),
      listener_(std::make_unique<Listener>(*scenario_->program, doing, *text_)) {
  reference_.evaluator().tell(listener_.get());
  reference_.ask_for_any_choice([this](const Position& at) {
    compiled_.choices(at, choices_);
    return !choices_.empty();
  });
}

Courses::~Courses() = default;

const std::vector<Decision>& Courses::decisions() const {
  return text_->decisions;
}

bool Courses::runs() const {
  return listener_->runs();
}

std::vector<Run> Courses::ended() {
  const runtime::Outcome outcome = compiled_.outcome(position_);
  if (outcome.kind != runtime::OutcomeKind::open)
    listener_->close(runtime::outcome_text(*scenario_, outcome), reference_.fault_in_words());
  else if (doing_.action != none)
    listener_->close();
  return listener_->ended();
}

std::vector<Run> Courses::begin(const Position& start) {
  go_on();
  position_ = start;
  listener_->stands_at(start, 0);
  if (doing_.procedure != none && doing_.procedure == scenario_->program->game) listener_->open();
  reference_.begin(position_);
  return ended();
}

void Courses::go_on() {
  listener_->drop();
  steps_ = 0;
}

std::vector<Run> Courses::step(const Position& before, const Step& step) {
  position_ = before;
  listener_->stands_at(before, steps_++);
  const language::SiteId site = before.cell(scenario_->layout.site) - 1;
  if (const auto* choice = std::get_if<runtime::Choice>(&step)) {
    listener_->chooses(site, *choice, compiled_.player(before));
    reference_.apply(position_, *choice);
  } else {
    listener_->draws(site);
    reference_.apply(position_, std::get<runtime::ChanceOutcome>(step));
  }
  return ended();
}

}  // namespace casebook::regions
