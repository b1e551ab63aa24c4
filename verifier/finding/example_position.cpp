// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/example_position.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/base/text.h"
#include "engine/runtime/records/replay.h"
#include "verifier/finding/laid_out.h"
#include "verifier/finding/prose_scan.h"

namespace casebook {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

namespace {

/// So many pieces fit on a line or two.
constexpr size_t most_pieces = 9;

/// Whether the text speaks of that piece: `16/1` is not in `16/11`.
bool speaks_of(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !is_of_token(text[at - 1])) && (end == text.size() || !is_of_token(text[end])))
      return true;
  }
  return false;
}

/// All that is printed of a witness: the steps and what they show.
std::string printed_text(const Witness& witness) {
  std::string text;
  for (const WitnessSide& side : witness.sides) {
    const auto& steps = side.record.steps;
    for (size_t i = steps.size() - std::min(steps.size(), most_steps_printed); i < steps.size(); ++i)
      text += steps[i].text + "\n";
    for (const Assertion& one : side.said) text += one.subject + "\n";
    for (const std::string& one : side.why_it_stops) text += one + "\n";
  }
  return text;
}

/// Whether the last step shows it, by what it leads to, and not a choice after it.
bool is_shown_by_step(const WitnessSide& side) {
  using What = Assertion::What;
  const auto is_result = [](const Assertion& one) {
    return one.what == What::outcome || one.what == What::value || one.what == What::broken ||
           one.what == What::fault;
  };
  return std::all_of(side.said.begin(), side.said.end(), is_result);
}

std::string pieces_text(const runtime::Scenario& scenario, const LaidOut& position, const Witness& witness) {
  if (position.pieces.empty()) return "no piece on the map";
  if (position.pieces.size() <= most_pieces) return listed(position.pieces, "and");
  const std::string printed = printed_text(witness);
  std::vector<bool> is_named(position.pieces.size());
  std::vector<size_t> spoken_of;
  for (size_t i = 0; i < position.pieces.size(); ++i)
    if (speaks_of(printed, position.names[i])) spoken_of.push_back(i);
  for (const size_t i : spoken_of) is_named[i] = true;
  // And who is beside them, while there is room: a rule may rest on that.
  for (const size_t i : spoken_of)
    for (size_t k = 0; k < position.pieces.size(); ++k)
      if (std::count(is_named.begin(), is_named.end(), true) < std::ptrdiff_t{most_pieces} &&
          scenario.ground.distance(position.hexes[i], position.hexes[k]) <= 1)
        is_named[k] = true;
  std::vector<std::string> named;
  for (size_t i = 0; i < position.pieces.size(); ++i)
    if (is_named[i]) named.push_back(position.pieces[i]);
  const size_t more = position.pieces.size() - named.size();
  if (named.empty()) return listed(position.pieces, "and");  // it is about all of them, as a line of hexes is
  if (more > 0) named.push_back(fmt::format("{} more on the map", more));
  return listed(named, "and");
}

ScenarioPtr scenario_of(const WitnessSide& side, const std::vector<ScenarioPtr>& rulesets) {
  const auto found = std::find_if(rulesets.begin(), rulesets.end(),
                                  [&](const auto& one) { return one && one->id == side.ruleset; });
  return found == rulesets.end() ? nullptr : *found;
}

bool is_said_to_stop(const WitnessSide& side) {
  return std::any_of(side.said.begin(), side.said.end(), [](const Assertion& one) {
    return one.what == Assertion::What::outcome &&
           (one.value.starts_with("stuck") || one.value.starts_with("fault"));
  });
}

}  // namespace

void say_why_it_stops(Witness& witness, const std::vector<ScenarioPtr>& rulesets) {
  for (WitnessSide& side : witness.sides) {
    const ScenarioPtr scenario = scenario_of(side, rulesets);
    if (!scenario || !is_said_to_stop(side)) continue;
    Diagnostics diagnostics;
    const runtime::Replay played =
        runtime::replay(side.record, "witness", runtime::make_compiled_rules(scenario), diagnostics);
    if (played.game) side.why_it_stops = played.game->stop().in_words;
  }
}

std::string why_it_stops_text(const Witness& witness, const Prose& prose) {
  std::string text;
  for (const WitnessSide& side : witness.sides)
    for (const std::string& one : side.why_it_stops) {
      const std::string words = prose.sentence(one);
      const std::string sentence =
          (words.starts_with("\u201c") ? "The choice " + words : capitalised(words)) + ".";
      if (text.find(sentence) == std::string::npos) text += (text.empty() ? "" : " ") + sentence;
    }
  return text;
}

void say_position(Witness& witness, const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets) {
  if (witness.sides.empty()) return;
  // A side that begins at the start of a game leads to the position of the other.
  const auto game = std::find_if(witness.sides.begin(), witness.sides.end(),
                                 [](const WitnessSide& one) { return one.record.start.empty(); });
  const WitnessSide& side = game != witness.sides.end() ? *game : witness.sides.front();
  const auto scenario = std::find_if(rulesets.begin(), rulesets.end(),
                                     [&](const auto& one) { return one && one->id == side.ruleset; });
  if (scenario == rulesets.end()) return;
  size_t steps = 0;
  PositionAt at = PositionAt::beginning;
  if (side.record.start.empty() && !side.record.steps.empty()) {
    const bool by_step = is_shown_by_step(side);
    steps = side.record.steps.size() - (by_step ? 1 : 0);
    at = by_step ? PositionAt::before_last_step : PositionAt::end;
  } else if (side.record.steps.size() > most_steps_printed) {
    steps = side.record.steps.size() - most_steps_printed;
    at = PositionAt::before_these_steps;
  }
  const auto play = [&](size_t first) {
    Diagnostics diagnostics;
    return runtime::replay(runtime::cut(side.record, first), "witness",
                           runtime::make_compiled_rules(*scenario), diagnostics);
  };
  // Where nobody has a choice is what a reader wants to see: the step before is known.
  std::optional<runtime::Position> stuck;
  if (is_said_to_stop(side))
    if (const runtime::Replay all = play(side.record.steps.size()); all.game) stuck = all.game->stop().where;
  const runtime::Replay played = play(steps);
  if (!played.game) return;
  if (stuck) at = PositionAt::end;
  const LaidOut position = laid_out(**scenario, stuck ? *stuck : played.game->position());
  std::vector<std::string> parts{in_words(position.moment), pieces_text(**scenario, position, witness)};
  for (const std::string& one : position.said) parts.push_back(one);
  const bool is_whole = parts[1].find(" more on the map") == std::string::npos;
  if (is_whole && !position.boxes.empty() && side.record.start.empty())
    parts.push_back("off the map: " + listed(position.boxes, "and"));
  else if (is_whole && !position.boxes.empty())
    parts.push_back("the others are not needed and off the map (" + listed(position.boxes, "and") + ")");
  witness.position = fmt::format("{}", fmt::join(parts, "; "));
  witness.position_at = at;
}

}  // namespace casebook
