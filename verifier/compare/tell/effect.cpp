// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/base/text.h"
#include "verifier/compare/hunt/evidence.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"

namespace casebook::compare {

using What = Difference::What;

namespace {

constexpr size_t most_read_of_chances =
    60;  // bytes; a longer list of results says less than that they differ

/// With what play goes on on a side, by what its witness says of it.
std::string continuation(const WitnessSide& side) {
  const Assertion& said = side.said.front();
  switch (said.what) {
    case Assertion::What::permitted:
      return "a choice such as " + said.subject;
    case Assertion::What::player:
      return "a choice of " + capitalised(said.value);
    case Assertion::What::chance:
      return "a roll or draw";
    default:
      return "something else";
  }
}

/// A value that differs, the words for the step before it, and how many steps lie between them and the later choice.
struct ValueShown {
  Seen seen;
  std::string after;
  size_t steps_later = 0;
};

/// After the step of the example; of the piece that chooses later, where there is one. If that piece gets another
/// value only on the way, the value that it has when it chooses.
std::optional<ValueShown> value_shown(Pair& pair, const DifferenceClass& one, const Witness& witness) {
  constexpr size_t most = 200;
  if (one.example.what != What::effect) return std::nullopt;
  const auto all_apart = [&](const std::array<Position, 2>& at) {
    return values_apart(pair, at, one.values, most);
  };
  const std::vector<Seen> all = all_apart(one.example.after);
  if (all.empty()) return std::nullopt;
  const ValueShown first{all.front(), step_words(pair, one.example), one.way.size()};
  if (!one.shows) return first;
  const WitnessSide& chooser = witness.sides[one.shows->allows];
  const std::string& choice = chooser.said.front().subject;
  const auto of_the_choice = [&](const Seen& seen) {
    const std::string& text = seen.expressions[one.shows->allows];
    const size_t from = text.find('"'), to = text.rfind('"');
    if (from == std::string::npos || to <= from + 1) return false;
    const std::string call = "(" + text.substr(from + 1, to - from - 1);
    const size_t at = choice.find(call);
    return at != std::string::npos && (choice[at + call.size()] == ',' || choice[at + call.size()] == ')');
  };
  if (const auto found = std::find_if(all.begin(), all.end(), of_the_choice); found != all.end())
    return ValueShown{*found, first.after, first.steps_later};
  const std::vector<Seen> later = all_apart(one.shows->positions);
  const auto found = std::find_if(later.begin(), later.end(), of_the_choice);
  if (found == later.end() || chooser.record.steps.empty()) return first;
  return ValueShown{*found, step_text(chooser.record.steps.back()), 0};
}

/// `in ours, North may choose step(A, b2)`; where the rules have no sides `in ours, step(A, b2) is lawful`.
std::string may_choose(const Pair& pair, size_t side, const Position& position, const std::string& choice) {
  const std::string player = pair.player_text(side, position);
  return player.empty()
             ? fmt::format("in {}, {} is lawful", names(pair, side), choice)
             : fmt::format("in {}, {} may choose {}", names(pair, side), capitalised(player), choice);
}

/// The values of the items that make the difference: what is paid, how much counts, where a piece comes in. Not again,
/// if the values that differ are these.
std::string because_of_values(Pair& pair, const DifferenceClass& one,
                              const std::array<std::string, 2>& said = {}) {
  Classes asked(pair);
  const auto again = asked.classify(one.example);
  if (!again) return {};
  for (const ItemRef& item : one.blame.items) {
    const auto call = again->blame.calls.find(item);
    if (call == again->blame.calls.end()) continue;
    const auto& [text, values] = call->second;
    if (values == said || values[0] == values[1]) continue;
    return fmt::format(", because {} is {} in {} and {} in {}", text, values[0], names(pair, 0), values[1],
                       names(pair, 1));
  }
  return {};
}

std::string of_choice(Pair& pair, const DifferenceClass& one, const std::string& choice) {
  const size_t allows = one.example.allows, refuses = 1 - allows;
  const std::string may = may_choose(pair, allows, one.example.positions[allows], choice);
  if (one.example.what == What::offered)
    return fmt::format("{}; {} does not offer this choice here", may, names(pair, refuses));
  const std::string who = one.refusal.label.empty()
                              ? std::string("this choice is not lawful")
                              : case_with_title(pair, refuses, one.refusal.label) + " refuses this choice";
  return fmt::format("{}; in {}, {}{}", may, names(pair, refuses), who, because_of_values(pair, one));
}

std::string of_value(Pair& pair, const DifferenceClass& one, const ValueShown& value) {
  const auto& [mine, theirs] = value.seen.expressions;
  const auto& values = value.seen.values;
  const auto is_yes_or_no = [](const std::string& text) { return text == "yes" || text == "no"; };
  if (mine == theirs && is_yes_or_no(values[0]) && is_yes_or_no(values[1]))
    return fmt::format("after {}, only in {}, {} = yes", value.after, names(pair, values[0] == "yes" ? 0 : 1),
                       mine);
  return fmt::format("after {}, {} = {} in {}, {}{} in {}{}", value.after, mine, values[0], names(pair, 0),
                     mine == theirs ? std::string() : theirs + " = ", values[1], names(pair, 1),
                     because_of_values(pair, one, values));
}

std::string of_chance(const Pair& pair, const DifferenceClass& one, const Witness& witness) {
  const Assertion &here = witness.sides[0].said.front(), &there = witness.sides[1].said.front();
  const bool known = here.what == Assertion::What::chance && there.what == Assertion::What::chance &&
                     here.value.size() + there.value.size() <= most_read_of_chances;
  const std::string moment = moment_words(pair, one.example);
  if (!known) return moment + " can have different results";
  return fmt::format("{} can bring {} in {}, and {} in {}", moment, here.value, names(pair, 0), there.value,
                     names(pair, 1));
}

/// What a step leads to, where no value is seen to differ.
std::string of_step(const Pair& pair, const DifferenceClass& one, const Witness& witness) {
  const Difference& example = one.example;
  const std::string step = step_words(pair, example);
  switch (example.what) {
    case What::outcome:
      return fmt::format("after {}, the game {} in {} and {} in {}", step,
                         end_text(pair, 0, example.after[0]), names(pair, 0),
                         end_text(pair, 1, example.after[1]), names(pair, 1));
    case What::next:
      if (const std::string here = continuation(witness.sides[0]), there = continuation(witness.sides[1]);
          !one.shows && here != there)
        return fmt::format("after {}, play goes on with {} in {}, and with {} in {}", step, here,
                           names(pair, 0), there, names(pair, 1));
      return fmt::format("after {}, the next choice, roll or draw differs", step);
    default:
      break;
  }
  const std::vector<std::string> values(one.values.begin(), one.values.end());
  return fmt::format("after {}, {} {}", step, values_words(values),
                     values.size() == 1 ? "differs" : "differ");
}

std::string of_player(const Pair& pair, const DifferenceClass& one) {
  const Difference& example = one.example;
  const auto who = [&](size_t side) {
    const std::string player = capitalised(pair.player_text(side, example.positions[side]));
    return player.empty() ? std::string("nobody") : player;
  };
  return fmt::format("{} makes {} in {}, and {} makes it in {}", who(0), moment_words(pair, example),
                     names(pair, 0), who(1), names(pair, 1));
}

}  // namespace

std::string end_text(const Pair& pair, size_t side, const Position& after) {
  const Scenario& scenario = *pair.scenarios[side];
  const runtime::Outcome outcome = runtime::outcome_of(scenario, after);
  return outcome.kind == runtime::OutcomeKind::open ? "goes on"
                                                    : "is " + runtime::outcome_text(scenario, outcome);
}

std::string shown_later(const Pair& pair, const DifferenceClass& one, size_t steps,
                        const std::string& choice) {
  const std::string when =
      steps == 0 ? "at the next choice" : fmt::format("{} step{} later", steps, steps == 1 ? "" : "s");
  return fmt::format("{}, {} is {} only in {}", when, choice,
                     one.shows->what == What::offered ? "offered" : "lawful", names(pair, one.shows->allows));
}

std::string effect_of(Pair& pair, const DifferenceClass& one, const Witness& witness) {
  const auto subject = [&](size_t side) { return witness.sides[side].said.front().subject; };
  switch (one.example.what) {
    case What::permitted:
    case What::offered:
      return of_choice(pair, one, subject(one.example.allows));
    case What::chance:
      return of_chance(pair, one, witness);
    case What::player:
      return of_player(pair, one);
    case What::effect:
    case What::outcome:
    case What::next:
      break;
  }
  const std::optional<ValueShown> value = value_shown(pair, one, witness);
  const std::string effect = value ? of_value(pair, one, *value) : of_step(pair, one, witness);
  if (!one.shows) return effect;
  return fmt::format("{}. {}", effect,
                     capitalised(shown_later(pair, one, value ? value->steps_later : one.way.size(),
                                             subject(one.shows->allows))));
}

}  // namespace casebook::compare
