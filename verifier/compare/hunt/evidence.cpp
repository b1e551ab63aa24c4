// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/runtime/distance/cells.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/position_names.h"
#include "verifier/compare/hunt/smaller.h"
#include "verifier/search/generated_positions.h"

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
                    !scenario.program->kinds[type.of].closed;
  return open ? '"' + text + '"' : text;
}

std::string expression(const Scenario& scenario, const games::Cell& cell) {
  if (cell.what == games::Cell::What::place)
    return "place(" +
           expression(scenario, {TypeTag::entity, cell.id, 1}, static_cast<int32_t>(cell.combination)) + ")";
  const language::State& state = scenario.program->states[cell.id];
  if (state.params.empty()) return state.name;
  const runtime::Slot& slot = scenario.layout.states[cell.id];
  std::string text = state.name + "(";
  uint32_t rest = cell.combination;
  for (size_t k = 0; k < state.params.size(); ++k) {
    text += (k == 0 ? "" : ", ") +
            expression(scenario, state.params[k], static_cast<int32_t>(rest / slot.strides[k]));
    rest %= slot.strides[k];
  }
  return text + ")";
}

std::string value_text(const Scenario& scenario, const games::Cell& cell, const runtime::Value& value) {
  const language::Type type = games::type_of(scenario, cell);
  if (type.tag != TypeTag::set) return scenario.value_text(type, value.number);
  std::string text = "{";
  for (size_t i = 0; i < value.items.size(); ++i)
    text += (i == 0 ? "" : ", ") + scenario.value_text({TypeTag::entity, type.of, 1}, value.items[i]);
  return text + "}";
}

/// A game from that position (null: the scenario's start) through these steps.
std::optional<runtime::Record> record_of(const Pair& pair, size_t side, const Position* start,
                                         const std::vector<Step>& steps, uint64_t seed = 0) {
  runtime::GameSettings settings;
  settings.seed = seed;
  auto rules = pair.rules[side]->another();
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

/// What may be chosen on that side and has no words on the other, where somebody else is asked something
/// else; empty where there is no such choice.
std::string only_there(Pair& pair, size_t side, const std::array<Position, 2>& positions) {
  if (pair.rules[side]->node(positions[side]) != NodeKind::choose) return {};
  const bool asked = pair.rules[1 - side]->node(positions[1 - side]) == NodeKind::choose;
  std::vector<runtime::Choice> choices;
  pair.rules[side]->choices(positions[side], choices);
  for (const runtime::Choice& choice : choices) {
    std::string text = runtime::choice_text(*pair.scenarios[side], positions[side], choice);
    if (!asked || !can_be_read(*pair.scenarios[1 - side], positions[1 - side], text)) return text;
  }
  return {};
}

/// That something is not offered says nothing of what is: that is said too, a choice of that side or what
/// chance can bring.
void say_what_is_instead(Pair& pair, size_t side, const std::array<Position, 2>& positions,
                         std::array<std::vector<Assertion>, 2>& said) {
  if (const std::string text = only_there(pair, side, positions); !text.empty()) {
    said[side].insert(said[side].begin(), {Say::permitted, text, {}});
    said[1 - side].push_back({Say::not_offered, text, {}});
  } else if (const std::string chances = chances_text(*pair.rules[side], positions[side]); !chances.empty()) {
    said[side].insert(said[side].begin(), {Say::chance, {}, chances});
  }
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
    say_what_is_instead(pair, 1 - allows, difference.positions, said);
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

void say_who_or_what_chance(Pair& pair, const std::array<Position, 2>& positions,
                            std::array<std::vector<Assertion>, 2>& said) {
  std::array<std::vector<Assertion>, 2> now;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (const std::string who = pair.player_text(side, positions[side]); !who.empty())
      now[side].push_back({Say::player, {}, who});
    else if (const std::string chances = chances_text(*pair.rules[side], positions[side]); !chances.empty())
      now[side].push_back({Say::chance, {}, chances});
  }
  if (!now[0].empty() && !now[1].empty() && now[0] != now[1]) said = std::move(now);
}

std::vector<Seen> values_apart(Pair& pair, const std::array<Position, 2>& positions,
                               const std::set<std::string>& names, size_t most) {
  std::vector<Seen> found;
  const Scenario &a = *pair.scenarios[0], &b = *pair.scenarios[1];
  const auto control = positions[0].cell(a.layout.site) != 0;
  if (!control) return found;
  for (const games::Cell& cell : games::cells_of(a, positions[0])) {
    if (found.size() >= most) break;
    if (cell.what == games::Cell::What::local) continue;
    const auto there = cell_across(pair, 0, cell);
    if (!there) continue;
    std::string part = "place";
    if (cell.what == games::Cell::What::state) {
      const language::State& state = a.program->states[cell.id];
      part = state.procedure == language::none
                 ? state.name
                 : a.program->procedures[state.procedure].name + "." + state.name;
      if (!names.empty() && names.count(part) == 0 && names.count(state.name) == 0) continue;
      const language::State& other = b.program->states[there->id];
      const bool hexside =
          std::any_of(other.params.begin(), other.params.end(),
                      [](const language::Type& type) { return type.of == language::kind_hexside; });
      if (hexside) continue;
    } else if (!names.empty() && names.count("place") == 0) {
      continue;
    }
    Seen seen;
    seen.part = std::move(part);
    seen.expressions = {expression(a, cell), expression(b, *there)};
    seen.values = {value_text(a, cell, games::read(a, positions[0], cell)),
                   value_text(b, *there, games::read(b, positions[1], *there))};
    const bool named_hex = pair.alignment.from(0).same_locations;
    if (seen.values[0] == seen.values[1]) continue;
    if (!named_hex && games::type_of(a, cell).tag == TypeTag::location) {
      const int32_t mine = games::read(a, positions[0], cell).cell();
      if (mine >= 0 && pair.alignment.from(0).locations[static_cast<size_t>(mine)] ==
                           games::read(b, positions[1], *there).number)
        continue;
    }
    if (cell.what == games::Cell::What::place) {
      const language::Type piece{TypeTag::entity, cell.id, 1};
      seen.piece = a.value_text(piece, static_cast<int32_t>(cell.combination));
    } else {
      seen.state = a.program->states[cell.id].name;
    }
    found.push_back(std::move(seen));
  }
  return found;
}

std::optional<Seen> first_value(Pair& pair, const std::array<Position, 2>& positions,
                                const std::set<std::string>& names) {
  std::vector<Seen> found = values_apart(pair, positions, names, 1);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

namespace {

Grade grade_of(const DifferenceClass& one) {
  if (one.game) return one.game->steps.size() == one.origin.step ? Grade::seen : Grade::reachable;
  return one.origin.grade == games::Grade::typed ? Grade::typed : Grade::invariants;
}

/// A position has the lesser grade of its two sides: what one edition's invariants allow, the other's need not. A
/// game reaches it on one side, and on the other it is set up. Where dice are about to be thrown, the invariants of choices
/// are not due, so what comes of the throw is asked too.
void grade_by_both(const Pair& pair, const DifferenceClass& one, const Difference& difference,
                   Witness& witness) {
  if (witness.grade == Grade::typed) return;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (witness.grade != Grade::invariants && side == one.origin.side) continue;
    games::PositionMaker maker(pair.scenarios[side]);
    const bool thrown = difference.steps[side].chance && !difference.after[side].words().empty();
    if (maker.grade(difference.positions[side]) == games::Grade::typed ||
        (thrown && maker.grade(difference.after[side]) == games::Grade::typed))
      witness.grade = Grade::typed;
  }
}

/// State that one side alone has and without which, as it begins, the difference is not there: what can be
/// put back, one after the other, and leaves it as it is, it does not rest on.
std::vector<std::string> rests_on(Pair& pair, const DifferenceClass& one) {
  const size_t side = one.origin.side;
  const Transfer& transfer = pair.transfers[side];
  const runtime::PositionNames names(*pair.scenarios[side]->program);
  std::vector<std::string> found;
  Position position = one.example.positions[side];
  for (const StateId state : transfer.begun_otherwise(position)) {
    Position before = position;
    transfer.put_back(before, state);
    if (shows_at(pair, one, before))
      position = std::move(before);
    else
      found.push_back(names.states[state] + " of " + pair.scenarios[side]->program->edition);
  }
  return found;
}

std::vector<Step> steps_of(const DifferenceClass& one) {
  std::vector<Step> steps;
  for (const games::PlayedStep& step : one.game->steps)
    steps.push_back({step.chance, step.choice, step.outcome});
  return steps;
}

/// The steps of the class's game in the other ruleset from its start, if all are lawful there, and where they lead.
struct SameSteps {
  std::vector<Step> steps;
  Position reached;
};
std::optional<SameSteps> same_steps(Pair& pair, const DifferenceClass& one) {
  const std::vector<Step> way = steps_of(one);
  const size_t from = one.origin.side, side = 1 - from;
  std::array<Position, 2> at{pair.scenarios[0]->start, pair.scenarios[1]->start};
  for (const size_t of : {size_t{0}, size_t{1}}) pair.rules[of]->begin(at[of]);
  std::vector<Step> there;
  for (const Step& step : way) {
    Step same = step;
    if (pair.rules[side]->node(at[side]) != (step.chance ? NodeKind::chance : NodeKind::choose))
      return std::nullopt;
    if (step.chance) {
      std::vector<runtime::ChanceOutcome> outcomes;
      pair.rules[side]->outcomes(at[side], outcomes);
      if (std::find(outcomes.begin(), outcomes.end(), step.outcome) == outcomes.end()) return std::nullopt;
      for (const size_t of : {size_t{0}, size_t{1}}) pair.rules[of]->apply(at[of], step.outcome);
    } else {
      const auto named =
          compare::across(pair, from, named_choice(*pair.scenarios[from], at[from], step.choice), at[side]);
      if (!named) return std::nullopt;
      std::vector<runtime::Choice> lawful;
      pair.rules[side]->choices(at[side], lawful);
      const auto choices = runtime::choices_named(*pair.scenarios[side], at[side], *named);
      const auto found = std::find_if(choices.begin(), choices.end(), [&](const runtime::Choice& choice) {
        return std::find(lawful.begin(), lawful.end(), choice) != lawful.end();
      });
      if (found == choices.end()) return std::nullopt;
      same.choice = *found;
      pair.rules[from]->apply(at[from], step.choice);
      pair.rules[side]->apply(at[side], same.choice);
    }
    there.push_back(same);
  }
  return SameSteps{std::move(there), at[side]};
}

}  // namespace

std::optional<std::vector<Step>> way_there(Pair& pair, const DifferenceClass& one, size_t side) {
  if (!one.game) return std::nullopt;
  if (side == one.origin.side) return steps_of(one);
  auto way = same_steps(pair, one);
  // They may come to another position than the one that is laid out.
  if (!way || !(way->reached == one.example.positions[side])) return std::nullopt;
  return std::move(way->steps);
}

namespace {

/// The other ruleset plays the same game, and comes to a position of its own.
struct OwnGame {
  Witness witness;     // with that game in place of the position that is set up
  bool shows = false;  // what is said of it holds there; else the difference is only in what is set up
};
std::optional<OwnGame> own_game(Pair& pair, const DifferenceClass& one, const Witness& witness,
                                const std::vector<Step>& then) {
  const size_t other = 1 - one.origin.side;
  if (!one.game) return std::nullopt;
  auto way = same_steps(pair, one);
  if (!way || way->reached == one.example.positions[other]) return std::nullopt;
  way->steps.insert(way->steps.end(), then.begin(), then.end());
  const auto record = record_of(pair, other, nullptr, way->steps);
  if (!record) return std::nullopt;
  OwnGame own{witness};
  own.witness.sides[other].record = *record;
  own.shows = confirm(own.witness, {pair.scenarios[0], pair.scenarios[1]}).empty();
  return own;
}

}  // namespace

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
    case What::player:
      for (const size_t side : {size_t{0}, size_t{1}})
        said[side].push_back({Say::player, {}, pair.player_text(side, difference.positions[side])});
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
        const std::string text = only_there(pair, side, difference.after);
        if (text.empty()) continue;
        said[side].push_back({Say::permitted, text, {}});
        said[1 - side].push_back({Say::not_offered, text, {}});
        say_what_is_instead(pair, 1 - side, difference.after, said);
        break;
      }
      if (said[0].empty()) say_who_or_what_chance(pair, difference.after, said);
      if (said[0].empty()) return std::nullopt;
    }
  }
  Witness witness;
  witness.units = pieces_on_map(*pair.scenarios[0], difference.positions[0]);
  witness.grade = grade_of(one);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (said[side].empty()) return std::nullopt;
    const auto way = way_there(pair, one, side);
    std::vector<Step> whole = way.value_or(std::vector<Step>{});
    whole.insert(whole.end(), steps[side].begin(), steps[side].end());
    const auto record = record_of(pair, side, way ? nullptr : &difference.positions[side], whole);
    if (!record) return std::nullopt;
    WitnessSide one_side = side_at(*pair.scenarios[side], difference.positions[side], said[side]);
    one_side.record = *record;
    witness.sides.push_back(std::move(one_side));
  }
  // A game that both play needs no position that is set up.
  if (auto own = own_game(pair, one, witness, steps[1 - one.origin.side]); own && own->shows)
    witness = std::move(own->witness);
  else if (own)
    witness.grade = Grade::typed;
  else
    grade_by_both(pair, one, difference, witness);
  witness.rests_on = rests_on(pair, one);
  return witness;
}

std::optional<Witness> witness_of(Pair& pair, const Separation& separation, uint64_t seed) {
  DifferenceClass one;
  one.example = separation.difference;
  std::array<std::vector<Assertion>, 2> said;
  std::vector<std::array<Step, 2>> steps = separation.steps;
  if (one.example.what == What::permitted || one.example.what == What::offered) {
    say_choice(pair, one.example, "", said);
  } else if (one.example.what == What::player) {
    for (const size_t side : {size_t{0}, size_t{1}})
      said[side].push_back({Say::player, {}, pair.player_text(side, one.example.positions[side])});
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
    const auto record = record_of(pair, side, nullptr, of_side(steps, side), seed);
    if (!record) return std::nullopt;
    WitnessSide one_side;
    one_side.ruleset = pair.scenarios[side]->id;
    one_side.record = *record;
    one_side.said = said[side];
    witness.sides.push_back(std::move(one_side));
  }
  return witness;
}

}  // namespace casebook::compare
