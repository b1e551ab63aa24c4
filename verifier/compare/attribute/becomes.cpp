// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/attribute/becomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "engine/players/playout.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/finding/counted.h"

namespace casebook::compare {

namespace {

using runtime::OutcomeKind;
using Said = Assertion::What;
using What = Becomes::What;

/// The pieces on the map, by name.
std::set<std::string> on_map(const runtime::Scenario& scenario, const runtime::Position& position) {
  std::set<std::string> names;
  for (size_t kind = 0; kind < scenario.program->kinds.size(); ++kind) {
    if (!scenario.program->kinds[kind].on_map) continue;
    const runtime::Slot& slot = scenario.layout.places[kind];
    const language::Type type{language::TypeTag::entity, static_cast<language::KindId>(kind), 1};
    for (uint32_t i = 0; i < slot.combinations; ++i)
      if (position.cell(slot.first + i) < scenario.ground.hexes)
        names.insert(scenario.value_text(type, static_cast<int32_t>(i)));
  }
  return names;
}

std::set<std::string> without(const std::set<std::string>& all, const std::set<std::string>& those) {
  std::set<std::string> left;
  std::set_difference(all.begin(), all.end(), those.begin(), those.end(), std::inserter(left, left.end()));
  return left;
}

/// `Matt 1`, `3 pieces`
std::string pieces_text(const std::set<std::string>& names) {
  return names.size() == 1 ? *names.begin() : fmt::format("{} pieces", names.size());
}

bool is_an_end(OutcomeKind kind) {
  return kind == OutcomeKind::won || kind == OutcomeKind::drawn;
}

bool stops(OutcomeKind kind) {
  return kind == OutcomeKind::stuck || kind == OutcomeKind::fault;
}

constexpr uint64_t played_on = 20;              // games
constexpr uint64_t most_decisions_on = 20'000;  // in each

/// Where a record ends.
struct Side {
  std::string name;
  const WitnessSide* witness = nullptr;
  runtime::Rules* rules = nullptr;
  runtime::Position position;
};

/// That choice, if it is one of those that are lawful there.
std::optional<runtime::Choice> lawful_choice(const runtime::Scenario& scenario, const runtime::Position& at,
                                             const std::string& choice,
                                             const std::vector<runtime::Choice>& lawful) {
  Diagnostics ignored;
  ignored.sources().add("choice", choice);
  const auto named = runtime::parse_choice(
      scenario, at, choice, {"choice", {1, 1}, {1, static_cast<int>(choice.size()) + 1}}, ignored);
  if (!named) return std::nullopt;
  for (const runtime::Choice& one : runtime::choices_named(scenario, at, *named))
    if (std::find(lawful.begin(), lawful.end(), one) != lawful.end()) return one;
  return std::nullopt;
}

/// What this choice takes off the map there; nothing where it cannot be read.
std::set<std::string> taken_off(const Side& side, const std::string& choice) {
  const runtime::Scenario& scenario = side.rules->scenario();
  std::vector<runtime::Choice> lawful;
  side.rules->choices(side.position, lawful);
  const auto one = lawful_choice(scenario, side.position, choice, lawful);
  if (!one) return {};
  runtime::Position after = side.position;
  side.rules->apply(after, *one);
  return without(on_map(scenario, side.position), on_map(scenario, after));
}

constexpr size_t most_steps_later = 3, most_positions_later = 300;

/// After how many further choices of the same player that choice is lawful there; nothing: it is not, or too many
/// positions would have to be tried.
std::optional<size_t> lawful_later(const Side& side, const std::string& choice) {
  const runtime::Scenario& scenario = side.rules->scenario();
  if (side.rules->node(side.position) != runtime::NodeKind::choose) return std::nullopt;
  const int32_t player = side.rules->player(side.position);
  std::vector<runtime::Position> now{side.position};
  size_t tried = 0;
  std::vector<runtime::Choice> lawful;
  for (size_t steps = 0; steps <= most_steps_later; ++steps) {
    std::vector<runtime::Position> next;
    for (const runtime::Position& at : now) {
      side.rules->choices(at, lawful);
      if (steps > 0 && lawful_choice(scenario, at, choice, lawful)) return steps;
      if (steps == most_steps_later) continue;
      for (const runtime::Choice& one : lawful) {
        if (++tried > most_positions_later) return std::nullopt;
        runtime::Position after = at;
        side.rules->apply(after, one);
        if (side.rules->node(after) == runtime::NodeKind::choose && side.rules->player(after) == player)
          next.push_back(std::move(after));
      }
    }
    now = std::move(next);
  }
  return std::nullopt;
}

/// That the other ruleset asks something else first: `; in theirs the choice comes 1 step later`.
std::string later_text(const std::array<Side, 2>& sides) {
  for (size_t i = 0; i < sides.size(); ++i) {
    const Side& other = sides[1 - i];
    for (const Assertion& said : sides[i].witness->said) {
      const auto is_not_offered = [&](const Assertion& one) {
        return one.what == Said::not_offered && one.subject == said.subject;
      };
      const std::vector<Assertion>& theirs = other.witness->said;
      if (said.what != Said::permitted || std::none_of(theirs.begin(), theirs.end(), is_not_offered))
        continue;
      const auto steps = lawful_later(other, said.subject);
      if (steps) return fmt::format("; in {} the choice comes {} later", other.name, counted(*steps, "step"));
    }
  }
  return {};
}

/// `a choice is lawful only in spi-1980`
std::string choice_text(const std::array<Side, 2>& sides) {
  std::array<bool, 2> permits{};
  for (size_t i = 0; i < sides.size(); ++i)
    for (const Assertion& said : sides[i].witness->said)
      permits[i] = permits[i] || said.what == Said::permitted;
  if (permits[0] == permits[1]) return "each offers a choice that the other does not offer here";
  return "a choice is lawful only in " + sides[permits[0] ? 0 : 1].name;
}

/// Whether all games that random players play on from there end as `ended` says; from where the game begins, if no
/// position is given.
bool always_ends(const Side& side, const runtime::Position* from, const std::string& ended) {
  const runtime::Scenario& scenario = side.rules->scenario();
  const language::KindId kind = scenario.program->kind_side;
  if (kind == language::none) return false;
  const players::Players seats = players::random_players(scenario);
  players::Playouts playouts(*side.rules, seats);
  for (uint64_t game = 1; game <= played_on; ++game)
    if (const auto played = from != nullptr ? playouts.play_from(*from, 1, game, most_decisions_on)
                                            : playouts.play(1, game, most_decisions_on);
        runtime::outcome_text(scenario, played.outcome) != ended)
      return false;
  return true;
}

Becomes becomes_of(const std::array<Side, 2>& sides) {
  std::array<runtime::Outcome, 2> ends;
  std::array<std::set<std::string>, 2> pieces;
  std::array<std::string, 2> ended;
  for (size_t i = 0; i < sides.size(); ++i) {
    const runtime::Scenario& scenario = sides[i].rules->scenario();
    ends[i] = sides[i].rules->outcome(sides[i].position);
    ended[i] = runtime::outcome_text(scenario, ends[i]);
    pieces[i] = on_map(scenario, sides[i].position);
  }
  for (size_t i = 0; i < sides.size(); ++i)
    if (stops(ends[i].kind) && !stops(ends[1 - i].kind))
      return {What::stops, fmt::format("play stops only in {}: {}", sides[i].name,
                                       ends[i].kind == OutcomeKind::stuck ? "nobody has a lawful choice"
                                                                          : "a rule has no value")};
  const bool any_end = is_an_end(ends[0].kind) || is_an_end(ends[1].kind);
  if (any_end && ended[0] != ended[1]) {
    if (is_an_end(ends[0].kind) && is_an_end(ends[1].kind))
      return {What::outcome, "the game ends differently"};
    const size_t over = is_an_end(ends[0].kind) ? 0 : 1, open = 1 - over;
    const std::string text = "the game ends only in " + sides[over].name;
    if (ends[open].kind != OutcomeKind::open || !always_ends(sides[open], &sides[open].position, ended[over]))
      return {What::outcome, text};
    if (always_ends(sides[open], nullptr, ended[over]))
      return {
          What::outcome,
          fmt::format("{}; whether {} only goes on for longer, {} games of random players do not tell: all "
                      "their games end that way ({})",
                      text, sides[open].name, played_on, ended[over])};
    return {
        What::sooner,
        fmt::format(
            "{}; in {}, {} games of random players went on from there, and all ended the same way ({}); better "
            "players were not tried",
            text, sides[open].name, played_on, ended[over])};
  }
  for (size_t i = 0; i < sides.size(); ++i)
    if (const auto alone = without(pieces[i], pieces[1 - i]); !alone.empty())
      return {What::pieces, fmt::format("{} {} on the map only in {}", pieces_text(alone),
                                        alone.size() == 1 ? "is" : "are", sides[i].name)};
  bool of_chance = false, of_choice = false;
  for (size_t i = 0; i < sides.size(); ++i) {
    const std::vector<Assertion>& theirs = sides[1 - i].witness->said;
    for (const Assertion& said : sides[i].witness->said) {
      of_chance = of_chance || said.what == Said::chance;
      of_choice = of_choice || said.what == Said::permitted || said.what == Said::refused ||
                  said.what == Said::not_offered;
      const bool also_there = std::any_of(theirs.begin(), theirs.end(), [&](const Assertion& one) {
        return one.what == Said::permitted && one.subject == said.subject;
      });
      if (said.what != Said::permitted || also_there) continue;
      if (const auto off = taken_off(sides[i], said.subject); !off.empty())
        return {What::pieces, fmt::format("a choice that is lawful only in {} takes {} off the map",
                                          sides[i].name, pieces_text(off))};
    }
  }
  if (of_choice) return {What::choice, choice_text(sides) + later_text(sides)};
  if (of_chance) return {What::choice, "a roll or draw can have different results"};
  return {What::values, "only a value differs; Casebook found no choice that depends on it"};
}

}  // namespace

void tell_what_becomes(std::vector<Finding>& findings, const std::shared_ptr<const runtime::Scenario>& a,
                       const std::shared_ptr<const runtime::Scenario>& b,
                       const std::function<bool()>& go_on) {
  const auto asks = [](const Finding& one) {
    return one.concern == Concern::difference && one.verdict == Verdict::refuted && one.witness &&
           one.witness->sides.size() == 2;
  };
  if (std::none_of(findings.begin(), findings.end(), asks)) return;
  std::array<runtime::CompiledRules, 2> rules{runtime::CompiledRules(a), runtime::CompiledRules(b)};
  const auto name_of = [&](size_t side) {
    const bool by_edition = a->program->edition != b->program->edition;
    const runtime::Scenario& scenario = side == 0 ? *a : *b;
    return by_edition ? scenario.program->edition : scenario.id;
  };
  for (Finding& one : findings) {
    if (!asks(one)) continue;
    if (go_on && !go_on()) return;
    std::array<Side, 2> sides;
    bool good = true;
    for (size_t i = 0; i < sides.size(); ++i) {
      Diagnostics diagnostics;
      sides[i].name = name_of(i);
      sides[i].witness = &one.witness->sides[i];
      sides[i].rules = &rules[i];
      const runtime::Replay played =
          runtime::replay(sides[i].witness->record, "witness", rules[i].another(), diagnostics);
      good = good && played.good;
      if (played.good) sides[i].position = played.game->position();
    }
    if (good) one.becomes = becomes_of(sides);
  }
}

}  // namespace casebook::compare
