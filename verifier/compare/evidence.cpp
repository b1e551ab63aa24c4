// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/runtime/chance_text.h"
#include "engine/runtime/game.h"
#include "verifier/games/cells.h"

namespace casebook::compare {

using language::TypeTag;
using runtime::NodeKind;
using What = Difference::What;
using Say = Assertion::What;

namespace {

/// A value of a type as an expression: members of open kinds in quotation marks.
std::string expression(const Scenario& scenario, const language::Type& type, int32_t value) {
  const std::string text = scenario.value_text(type, value);
  const bool open = type.tag == TypeTag::entity && type.of > language::kind_hexside &&
                    !scenario.program->kinds[static_cast<size_t>(type.of)].closed;
  return open ? '"' + text + '"' : text;
}

std::string expression(const Scenario& scenario, const games::Cell& cell) {
  if (cell.what == games::Cell::What::place)
    return "place(" +
           expression(scenario, {TypeTag::entity, cell.id, 1}, static_cast<int32_t>(cell.combination)) + ")";
  const language::State& state = scenario.program->states[static_cast<size_t>(cell.id)];
  if (state.params.empty()) return state.name;
  const runtime::Slot& slot = scenario.layout.states[static_cast<size_t>(cell.id)];
  std::string text = state.name + "(";
  uint32_t rest = cell.combination;
  for (size_t k = 0; k < state.params.size(); ++k) {
    text += (k == 0 ? "" : ", ") +
            expression(scenario, state.params[k], static_cast<int32_t>(rest / slot.strides[k]));
    rest %= slot.strides[k];
  }
  return text + ")";
}

std::string value_text(const Scenario& scenario, const games::Cell& cell, const runtime::SlotValue& value) {
  const language::Type type = games::type_of(scenario, cell);
  if (type.tag != TypeTag::set) return scenario.value_text(type, value.number);
  std::string text = "{";
  for (size_t i = 0; i < value.items.size(); ++i)
    text += (i == 0 ? "" : ", ") + scenario.value_text({TypeTag::entity, type.of, 1}, value.items[i]);
  return text + "}";
}

/// A game from that position (null: the scenario's start) through these steps.
std::optional<runtime::Record> record_of(const ScenarioPtr& scenario, const Position* start,
                                         const std::vector<Step>& steps, uint64_t seed = 0) {
  runtime::GameSettings settings;
  settings.seed = seed;
  auto rules = runtime::make_compiled_rules(scenario);
  const auto game = start != nullptr ? std::make_unique<runtime::Game>(std::move(rules), *start, settings)
                                     : std::make_unique<runtime::Game>(std::move(rules), settings);
  for (const Step& step : steps) {
    if (!(step.chance ? game->take(step.outcome) : game->play(step.choice))) return std::nullopt;
  }
  return game->record();
}

std::vector<Step> of_side(const std::vector<std::array<Step, 2>>& steps, size_t side) {
  std::vector<Step> out;
  for (const auto& step : steps) out.push_back(step[side]);
  return out;
}

/// Whether the words are a choice there, lawful or not.
bool can_be_read(const Scenario& scenario, const Position& position, const std::string& text) {
  Diagnostics ignored;
  ignored.sources().add("choice", text);
  return runtime::parse_choice(scenario, position, text,
                               {"choice", {1, 1}, {1, static_cast<int>(text.size()) + 1}}, ignored)
      .has_value();
}

/// What is said of a pair of positions in which something may be chosen on one side only.
void say_choice(Pair& pair, const Difference& difference, const std::string& refused_by,
                std::array<std::vector<Assertion>, 2>& said) {
  const size_t allows = difference.allows;
  const std::string mine = runtime::choice_text(*pair.scenarios[allows], difference.positions[allows],
                                                difference.steps[allows].choice);
  said[allows].push_back({Say::permitted, mine, {}});
  if (difference.what == What::offered) {
    said[1 - allows].push_back({Say::not_offered, mine, {}});
    return;
  }
  const auto named =
      named_choice(*pair.scenarios[allows], difference.positions[allows], difference.steps[allows].choice);
  const auto there = compare::across(pair, allows, named, difference.positions[1 - allows]);
  std::string text = mine;
  if (there) {
    const auto choices =
        runtime::choices_named(*pair.scenarios[1 - allows], difference.positions[1 - allows], *there);
    if (!choices.empty())
      text = runtime::choice_text(*pair.scenarios[1 - allows], difference.positions[1 - allows],
                                  choices.front());
  } else if (!can_be_read(*pair.scenarios[1 - allows], difference.positions[1 - allows], text)) {
    // It names a hex or a piece that the other has not.
    said[1 - allows].push_back({Say::not_offered, text, {}});
    return;
  }
  said[1 - allows].push_back({Say::refused, text, refused_by});
}

}  // namespace

std::optional<Seen> first_value(Pair& pair, const std::array<Position, 2>& positions,
                                const std::set<std::string>& names) {
  const Scenario &a = *pair.scenarios[0], &b = *pair.scenarios[1];
  const auto control = positions[0].cell(a.layout.site) != 0;
  if (!control) return std::nullopt;
  for (const games::Cell& cell : games::cells_of(a, positions[0])) {
    if (cell.what == games::Cell::What::local) continue;
    const auto there = cell_across(pair, 0, cell);
    if (!there) continue;
    if (cell.what == games::Cell::What::state) {
      const language::State& state = a.program->states[static_cast<size_t>(cell.id)];
      const std::string full =
          state.procedure == language::none
              ? state.name
              : a.program->procedures[static_cast<size_t>(state.procedure)].name + "." + state.name;
      if (!names.empty() && names.count(full) == 0 && names.count(state.name) == 0) continue;
      const language::State& other = b.program->states[static_cast<size_t>(there->id)];
      const bool hexside =
          std::any_of(other.params.begin(), other.params.end(),
                      [](const language::Type& type) { return type.of == language::kind_hexside; });
      if (hexside) continue;
    } else if (!names.empty() && names.count("place") == 0) {
      continue;
    }
    Seen seen;
    seen.expressions = {expression(a, cell), expression(b, *there)};
    seen.values = {value_text(a, cell, games::read(a, positions[0], cell)),
                   value_text(b, *there, games::read(b, positions[1], *there))};
    const bool named_hex = pair.alignment.from(0).same_locations;
    if (seen.values[0] == seen.values[1]) continue;
    if (!named_hex && games::type_of(a, cell).tag == TypeTag::location) {
      const int32_t mine = games::read(a, positions[0], cell).number;
      if (mine >= 0 && pair.alignment.from(0).locations[static_cast<size_t>(mine)] ==
                           games::read(b, positions[1], *there).number)
        continue;
    }
    return seen;
  }
  return std::nullopt;
}

std::optional<Witness> witness_of(Pair& pair, const DifferenceClass& one) {
  const Difference& difference = one.example;
  std::array<std::vector<Assertion>, 2> said;
  std::array<std::vector<Step>, 2> steps;
  std::optional<Difference> shown;
  switch (difference.what) {
    case What::permitted:
    case What::offered:
      say_choice(pair, difference, one.refusal.label, said);
      break;
    case What::chance:
      for (const size_t side : {size_t{0}, size_t{1}})
        said[side].push_back({Say::chance, {}, chances_text(*pair.rules[side], difference.positions[side])});
      if (said[0] == said[1]) return std::nullopt;
      break;
    default:
      for (const size_t side : {size_t{0}, size_t{1}}) steps[side].push_back(difference.steps[side]);
      break;
  }
  if (difference.what == What::outcome) {
    for (const size_t side : {size_t{0}, size_t{1}})
      said[side].push_back(
          {Say::outcome,
           {},
           runtime::outcome_text(*pair.scenarios[side],
                                 runtime::outcome_of(*pair.scenarios[side], difference.after[side]))});
  } else if (difference.what == What::effect || difference.what == What::next) {
    if (one.shows) {
      for (const size_t side : {size_t{0}, size_t{1}}) {
        for (const auto& step : one.way) steps[side].push_back(step[side]);
      }
      say_choice(pair, *one.shows, one.shows_refusal ? one.shows_refusal->label : "", said);
    } else if (const auto seen = first_value(pair, difference.after, one.values);
               seen && difference.what == What::effect) {
      for (const size_t side : {size_t{0}, size_t{1}})
        said[side].push_back({Say::value, seen->expressions[side], seen->values[side]});
    } else {
      // Somebody may choose something on one side, and on the other somebody else is asked something else.
      for (const size_t side : {size_t{0}, size_t{1}}) {
        if (pair.rules[side]->node(difference.after[side]) != NodeKind::choose) continue;
        std::vector<runtime::Choice> choices;
        pair.rules[side]->choices(difference.after[side], choices);
        for (const runtime::Choice& choice : choices) {
          const std::string text =
              runtime::choice_text(*pair.scenarios[side], difference.after[side], choice);
          const bool there = pair.rules[1 - side]->node(difference.after[1 - side]) == NodeKind::choose &&
                             can_be_read(*pair.scenarios[1 - side], difference.after[1 - side], text);
          if (there) continue;
          said[side].push_back({Say::permitted, text, {}});
          said[1 - side].push_back({Say::not_offered, text, {}});
          break;
        }
        if (!said[side].empty()) break;
      }
      if (said[0].empty()) return std::nullopt;
    }
  }
  Witness witness;
  witness.units = pieces_on_map(*pair.scenarios[0], difference.positions[0]);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (said[side].empty()) return std::nullopt;
    const auto record = record_of(pair.scenarios[side], &difference.positions[side], steps[side]);
    if (!record) return std::nullopt;
    WitnessSide one_side = side_at(*pair.scenarios[side], difference.positions[side], said[side]);
    one_side.record = *record;
    witness.sides.push_back(std::move(one_side));
    for (const std::string& state : pair.transfers[side].rests_on(difference.positions[side]))
      witness.rests_on.push_back(state + " of " + pair.scenarios[side]->program->edition);
  }
  return witness;
}

std::optional<Witness> witness_of(Pair& pair, const Separation& separation, uint64_t seed) {
  DifferenceClass one;
  one.example = separation.difference;
  std::array<std::vector<Assertion>, 2> said;
  std::vector<std::array<Step, 2>> steps = separation.steps;
  if (one.example.what == What::permitted || one.example.what == What::offered) {
    say_choice(pair, one.example, "", said);
  } else {
    steps.push_back(one.example.steps);
    const auto seen = first_value(pair, one.example.after, {});
    if (!seen) return std::nullopt;
    for (const size_t side : {size_t{0}, size_t{1}})
      said[side].push_back({Say::value, seen->expressions[side], seen->values[side]});
  }
  Witness witness;
  witness.grade = Grade::seen;
  witness.units = pieces_on_map(*pair.scenarios[0], one.example.positions[0]);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const auto record = record_of(pair.scenarios[side], nullptr, of_side(steps, side), seed);
    if (!record) return std::nullopt;
    WitnessSide one_side;
    one_side.ruleset = pair.scenarios[side]->id;
    one_side.record = *record;
    one_side.said = said[side];
    witness.sides.push_back(std::move(one_side));
  }
  return witness;
}

// ---- shrinking

namespace {

/// The choice with the same words where it is lawful too: which bit of a set stands for whom depends on who
/// is there.
std::optional<runtime::Choice> same_words(Pair& pair, size_t side, const Position& from,
                                          const runtime::Choice& choice, const Position& at) {
  const auto named = named_choice(*pair.scenarios[side], from, choice);
  const auto choices = runtime::choices_named(*pair.scenarios[side], at, named);
  std::vector<runtime::Choice> lawful;
  pair.rules[side]->choices(at, lawful);
  for (const runtime::Choice& one : choices) {
    if (std::find(lawful.begin(), lawful.end(), one) != lawful.end()) return one;
  }
  return std::nullopt;
}

bool at_choose(Pair& pair, size_t side, const Position& position) {
  return pair.rules[side]->node(position) == NodeKind::choose;
}

/// Goes the class's way from other positions after its step; false when what showed does not show there.
bool shows_again(Pair& pair, const DifferenceClass& old, const Difference& now, DifferenceClass& into) {
  std::array<Position, 2> before = old.example.after, after = now.after;
  into.way.clear();
  for (const auto& steps : old.way) {
    std::array<Step, 2> taken = steps;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      if (steps[side].chance) {
        std::vector<runtime::ChanceOutcome> outcomes;
        if (pair.rules[side]->node(after[side]) != NodeKind::chance) return false;
        pair.rules[side]->outcomes(after[side], outcomes);
        if (std::find(outcomes.begin(), outcomes.end(), steps[side].outcome) == outcomes.end()) return false;
        pair.rules[side]->apply(before[side], steps[side].outcome);
        pair.rules[side]->apply(after[side], steps[side].outcome);
        continue;
      }
      if (!at_choose(pair, side, after[side]) || pair.rules[side]->node(before[side]) != NodeKind::choose ||
          before[side].cell(pair.scenarios[side]->layout.site) !=
              after[side].cell(pair.scenarios[side]->layout.site))
        return false;
      const auto choice = same_words(pair, side, before[side], steps[side].choice, after[side]);
      if (!choice) return false;
      taken[side].choice = *choice;
      pair.rules[side]->apply(before[side], steps[side].choice);
      pair.rules[side]->apply(after[side], *choice);
    }
    into.way.push_back(taken);
  }
  Difference shown = *old.shows;
  const size_t allows = shown.allows;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (!at_choose(pair, side, after[side]) ||
        old.shows->positions[side].cell(pair.scenarios[side]->layout.site) !=
            after[side].cell(pair.scenarios[side]->layout.site))
      return false;
  }
  const auto choice =
      same_words(pair, allows, old.shows->positions[allows], shown.steps[allows].choice, after[allows]);
  if (!choice) return false;
  shown.positions = after;
  shown.steps[allows].choice = *choice;
  const auto there = compare::across(
      pair, allows, named_choice(*pair.scenarios[allows], after[allows], *choice), after[1 - allows]);
  if (!there) return false;
  for (const runtime::Choice& one :
       runtime::choices_named(*pair.scenarios[1 - allows], after[1 - allows], *there)) {
    std::vector<runtime::Choice> lawful;
    pair.rules[1 - allows]->choices(after[1 - allows], lawful);
    if (std::find(lawful.begin(), lawful.end(), one) != lawful.end()) return false;
  }
  into.shows = std::move(shown);
  return true;
}

/// The same difference at other positions; nothing when it is not there.
std::optional<Difference> again(Pair& pair, const Difference& old, size_t side, const Position& position) {
  if (pair.rules[side]->node(position) == NodeKind::over) return std::nullopt;
  const auto there = pair.transfers[side](position);
  if (!there) return std::nullopt;
  Difference now = old;
  now.positions[side] = position;
  now.positions[1 - side] = *there;
  if (old.what == What::chance) {
    const std::string mine = chances_text(*pair.rules[0], now.positions[0]),
                      theirs = chances_text(*pair.rules[1], now.positions[1]);
    return mine.empty() || theirs.empty() || mine == theirs ? std::nullopt : std::optional(now);
  }
  for (const size_t of : {size_t{0}, size_t{1}}) {
    const bool choosing = old.what == What::permitted || old.what == What::offered;
    if (choosing && of != old.allows) continue;
    const Position& at = now.positions[of];
    if (old.steps[of].chance) {
      std::vector<runtime::ChanceOutcome> outcomes;
      pair.rules[of]->outcomes(at, outcomes);
      if (std::find(outcomes.begin(), outcomes.end(), old.steps[of].outcome) == outcomes.end())
        return std::nullopt;
      continue;
    }
    const auto found = same_words(pair, of, old.positions[of], old.steps[of].choice, at);
    if (!found) return std::nullopt;
    now.steps[of].choice = *found;
  }
  if (old.what == What::permitted || old.what == What::offered) return now;
  for (const size_t of : {size_t{0}, size_t{1}}) {
    now.after[of] = now.positions[of];
    now.steps[of].chance ? pair.rules[of]->apply(now.after[of], now.steps[of].outcome)
                         : pair.rules[of]->apply(now.after[of], now.steps[of].choice);
  }
  now.values = pair.transfers[0].differences(now.after[0], now.after[1]);
  if (now.values.empty()) return std::nullopt;
  const auto has = [&](const char* name) {
    return std::find(now.values.begin(), now.values.end(), name) != now.values.end();
  };
  const What what = has("outcome") ? What::outcome : has("who comes next") ? What::next : What::effect;
  if (what != old.what) return std::nullopt;
  std::erase_if(now.values,
                [](const std::string& one) { return one == "outcome" || one == "who comes next"; });
  if (old.what == What::effect) {
    for (const std::string& value : old.values) {
      if (std::find(now.values.begin(), now.values.end(), value) == now.values.end()) return std::nullopt;
    }
    now.values = old.values;
  }
  return now;
}

}  // namespace

void shrink(Pair& pair, Classes& classes, DifferenceClass& one, int tries) {
  const size_t side = one.origin.side;
  const Scenario& scenario = *pair.scenarios[side];
  if (scenario.program->boxes.empty()) return;
  const auto take = [&](const Position& position) {
    if (tries-- <= 0 || position == one.example.positions[side]) return false;
    const auto now = again(pair, one.example, side, position);
    if (!now) return false;
    auto found = classes.classify(*now);
    if (!found || found->key != one.key) return false;
    if (one.shows) {
      DifferenceClass shown;
      if (!shows_again(pair, one, *now, shown)) return false;
      const auto& last = *shown.shows;
      const auto named = named_choice(*pair.scenarios[last.allows], last.positions[last.allows],
                                      last.steps[last.allows].choice);
      const auto there = compare::across(pair, last.allows, named, last.positions[1 - last.allows]);
      const auto refusal =
          there ? classes.blamer().refusal(1 - last.allows, last.positions[1 - last.allows], *there)
                : std::nullopt;
      if (!refusal || (one.shows_refusal && refusal->name != one.shows_refusal->name)) return false;
      one.way = shown.way;
      one.shows = shown.shows;
      one.shows_refusal = refusal;
    }
    one.example = *now;
    one.refusal = found->refusal;
    return true;
  };
  std::vector<games::Cell> pieces;
  for (const games::Cell& piece : games::pieces_of(scenario)) {
    if (games::is_hex(scenario, games::read(scenario, one.example.positions[side], piece).number))
      pieces.push_back(piece);
  }
  for (size_t at_once = pieces.size(); at_once > 0; at_once /= 2) {
    for (size_t first = 0; first < pieces.size();) {
      const size_t last = std::min(first + at_once, pieces.size());
      bool taken = false;
      // Into the box in which nobody misses them: which one that is differs from game to game.
      for (size_t box = 0; box < scenario.program->boxes.size() && !taken; ++box) {
        Position simpler = one.example.positions[side];
        for (size_t i = first; i < last; ++i)
          games::write(
              scenario, simpler, pieces[i],
              {scenario.ground.hexes + static_cast<int32_t>(scenario.program->boxes.size() - 1 - box), {}});
        taken = take(simpler);
      }
      if (taken)
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(first),
                     pieces.begin() + static_cast<std::ptrdiff_t>(last));
      else
        first = last;
    }
  }
}

}  // namespace casebook::compare
