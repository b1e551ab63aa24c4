// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/trace.h"

#include "engine/base/streams.h"

namespace casebook::games {

using namespace runtime;

namespace {

uint64_t mixed_in(uint64_t hash, uint64_t value) {
  return Position::mix(1, hash ^ (value + 0x9e3779b97f4a7c15ULL));
}

uint64_t hash_of(const std::vector<Choice>& choices) {
  uint64_t hash = choices.size() + 1;
  for (const Choice& choice : choices) {
    hash = mixed_in(hash, static_cast<uint16_t>(choice.alternative));
    for (const int16_t one : choice.singles) hash = mixed_in(hash, static_cast<uint16_t>(one));
    for (const int16_t one : choice.path) hash = mixed_in(hash, static_cast<uint16_t>(one));
    hash = mixed_in(hash, choice.set);
  }
  return hash;
}

uint64_t hash_of(const std::vector<ChanceOutcome>& outcomes) {
  uint64_t hash = outcomes.size() + 1;
  for (const ChanceOutcome& outcome : outcomes) {
    for (const int32_t value : outcome.values) hash = mixed_in(hash, static_cast<uint32_t>(value));
  }
  return hash;
}

// What a player sees of a position; 0 at the end of a game.
uint64_t offered(Rules& rules, const Position& position, std::vector<Choice>& choices,
                 std::vector<ChanceOutcome>& outcomes, int32_t& player) {
  player = -1;
  choices.clear();
  outcomes.clear();
  switch (rules.node(position)) {
    case NodeKind::choose:
      player = rules.player(position);
      rules.choices(position, choices);
      return mixed_in(hash_of(choices), static_cast<uint64_t>(player) + 1);
    case NodeKind::chance:
      rules.outcomes(position, outcomes);
      return hash_of(outcomes);
    default:
      return 0;
  }
}

}  // namespace

Trace trace_of(Game& game, std::string name, uint64_t seed, size_t most) {
  Trace trace;
  trace.name = std::move(name);
  const size_t given = game.step_count();
  while (game.undo()) {
  }
  trace.start = game.position();
  trace.begun = trace.start.hash();
  Random random = chance_stream(seed, 1);
  Rules& rules = game.rules();
  std::vector<Choice> choices;
  std::vector<ChanceOutcome> outcomes;
  Position position = trace.start;
  for (size_t i = 0;; ++i) {
    TraceStep step;
    step.node = rules.node(position);
    step.offered = offered(rules, position, choices, outcomes, step.player);
    if (i >= most || (choices.empty() && outcomes.empty())) {
      trace.last = step.offered;
      return trace;
    }
    if (step.node == NodeKind::choose) {
      step.choice =
          i < given ? game.steps()[i].choice : choices[random.below(static_cast<uint32_t>(choices.size()))];
      rules.apply(position, step.choice);
    } else {
      step.chance =
          i < given ? game.steps()[i].chance : outcomes[random.below(static_cast<uint32_t>(outcomes.size()))];
      rules.apply(position, step.chance);
    }
    step.after = position.hash();
    trace.steps.push_back(step);
  }
}

int first_difference(Rules& rules, const Trace& trace) {
  Position position = trace.start;
  if (trace.from_the_start) {
    position = rules.scenario().start;
    rules.begin(position);
  }
  if (position.hash() != trace.begun) return 0;
  std::vector<Choice> choices;
  std::vector<ChanceOutcome> outcomes;
  int32_t player = -1;
  int at = 0;
  for (const TraceStep& step : trace.steps) {
    if (rules.node(position) != step.node ||
        offered(rules, position, choices, outcomes, player) != step.offered)
      return at;
    if (step.node == NodeKind::choose) {
      rules.apply(position, step.choice);
    } else {
      rules.apply(position, step.chance);
    }
    ++at;
    if (position.hash() != step.after) return at;
  }
  return offered(rules, position, choices, outcomes, player) == trace.last ? -1 : at;
}

}  // namespace casebook::games
