// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/moments.h"

#include <optional>
#include <set>

#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::compare {

using runtime::NodeKind;

namespace {

/// Notes which of the questions are asked.
class Listener : public runtime::Onlooker {
 public:
  explicit Listener(const std::vector<Question>& questions) {
    for (size_t i = 0; i < questions.size(); ++i) known_[{questions[i].field, questions[i].id[0]}] = i;
  }
  void asked(bool field, Id id, const std::vector<runtime::Value>&, const runtime::Value&, int,
             const Position&) override {
    const auto known = known_.find({field, id});
    if (known != known_.end()) heard.insert(known->second);
  }
  void does(const language::Stmt&) override {}
  void did(const language::Stmt&) override {}

  std::set<size_t> heard;

 private:
  std::map<std::pair<bool, Id>, size_t> known_;
};

/// A step of that alternative that leads from one position to the other.
std::optional<Step> step_between(runtime::Rules& rules, const Position& before, int16_t alternative,
                                 const Position& after) {
  Step step;
  if (rules.node(before) == NodeKind::chance) {
    step.chance = true;
    std::vector<runtime::ChanceOutcome> outcomes;
    rules.outcomes(before, outcomes);
    for (const runtime::ChanceOutcome& one : outcomes) {
      Position there = before;
      rules.apply(there, one);
      step.outcome = one;
      if (there == after) return step;
    }
    return std::nullopt;
  }
  std::vector<runtime::Choice> choices;
  rules.choices(before, choices);
  for (const runtime::Choice& one : choices) {
    if (one.alternative != alternative) continue;
    Position there = before;
    rules.apply(there, one);
    step.choice = one;
    if (there == after) return step;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Moment> moments_of(Pair& pair, const std::vector<Question>& questions, games::Games& played,
                               uint64_t game) {
  const Scenario& scenario = *pair.scenarios[0];
  std::vector<runtime::Choice> choices;
  std::set<uint64_t> seen;
  std::vector<Moment> found;
  played.play(game, 1, [&](const games::Moment& moment) {
    if (moment.before == nullptr || !seen.insert(moment.sort).second) return true;
    const auto step = step_between(*pair.rules[0], *moment.before, moment.alternative, moment.position);
    if (!step) return true;
    // A new one for each step: what an evaluator remembers it does not tell again.
    runtime::ReferenceRules reference(pair.scenarios[0]);
    reference.ask_for_any_choice([&](const Position& at) {
      pair.rules[0]->choices(at, choices);
      return !choices.empty();
    });
    Listener listener(questions);
    reference.evaluator().tell(&listener);
    Position position = *moment.before;
    step->chance ? reference.apply(position, step->outcome) : reference.apply(position, step->choice);
    if (listener.heard.empty()) return true;
    found.push_back({*moment.before,
                     {moment.from, moment.alternative, moment.position.cell(scenario.layout.site) - 1},
                     {listener.heard.begin(), listener.heard.end()}});
    return true;
  });
  return found;
}

void Moments::add(std::vector<Moment>&& moments) {
  for (const Moment& one : moments) {
    for (const size_t question : one.asked) {
      std::vector<Position>& kept = by_question_[question][one.sort];
      if (kept.size() < of_a_sort) kept.push_back(one.position);
    }
  }
}

std::vector<Position> Moments::of(size_t question) const {
  std::vector<Position> all;
  const auto known = by_question_.find(question);
  if (known == by_question_.end()) return all;
  for (size_t nth = 0; nth < of_a_sort; ++nth) {
    for (const auto& [sort, kept] : known->second) {
      if (nth < kept.size()) all.push_back(kept[nth]);
    }
  }
  return all;
}

Position grafted(const Scenario& scenario, const Question& question, const Position& moment,
                 const Position& from) {
  Position position = moment;
  for (const games::Cell& piece : games::pieces_of(scenario))
    games::write(scenario, position, piece, games::read(scenario, from, piece));
  const language::Program& program = *scenario.program;
  const auto runs = [&](ProcedureId procedure, const Position& at) {
    return procedure == language::none || at.cell(scenario.layout.returns[procedure]) != 0;
  };
  for (const StateId id : question.states) {
    const language::State& state = program.states[id];
    if (!runs(state.procedure, moment) || !runs(state.procedure, from)) continue;
    for (uint32_t i = 0; i < scenario.layout.states[id].combinations; ++i) {
      const games::Cell cell{games::Cell::What::state, id, i};
      games::write(scenario, position, cell, games::read(scenario, from, cell));
    }
  }
  return position;
}

}  // namespace casebook::compare
