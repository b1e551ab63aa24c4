// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/weight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace casebook {

namespace {

/// How it is known; what is nearest to play first.
enum class KnownBy : uint8_t { games, generated, counting, text };

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool says(const Finding& finding, Assertion::What what) {
  return finding.witness &&
         std::any_of(finding.witness->sides.begin(), finding.witness->sides.end(), [&](const auto& side) {
           return std::any_of(side.said.begin(), side.said.end(),
                              [&](const Assertion& one) { return one.what == what; });
         });
}

Effect effect_of(const Finding& finding) {
  if (finding.no_answer) return Effect::stops;
  switch (finding.concern) {
    case Concern::impossible:
      return Effect::undoable;
    case Concern::contradiction:
    case Concern::ambiguity:
    case Concern::difference:
      return finding.witness ? Effect::otherwise : Effect::text;
    case Concern::gap:
      return Effect::open;
    case Concern::idle:
    case Concern::information:
      break;
  }
  return Effect::text;
}

KnownBy known_by(const Finding& finding) {
  const bool in_games = (finding.met && finding.met->positions > 0) ||
                        (finding.witness && finding.witness->grade >= Grade::reachable);
  if (in_games) return KnownBy::games;
  if (finding.witness && finding.witness->grade != Grade::none) return KnownBy::generated;
  switch (finding.method) {
    case Method::exploration:
    case Method::play:
      return KnownBy::games;
    case Method::generated:
      return KnownBy::generated;
    case Method::counting:
    case Method::solver:
      return KnownBy::counting;
    case Method::text:
      break;
  }
  return KnownBy::text;
}

std::string what_becomes(const Finding& finding, Effect effect) {
  using What = Assertion::What;
  switch (effect) {
    case Effect::stops:
      return finding.concern == Concern::impossible ? "stops the game" : "a rule has no value";
    case Effect::undoable:
      // What it is called says more, as NOT AS PRINTED of what play makes something else of.
      return finding.kind.empty() ? std::string("cannot be done") : lower(finding.kind);
    case Effect::otherwise:
      if (says(finding, What::outcome)) return "another winner";
      if (says(finding, What::player)) return "another player chooses";
      if (says(finding, What::permitted) || says(finding, What::refused) ||
          says(finding, What::not_offered) || says(finding, What::choices))
        return "another choice";
      return "another result";
    case Effect::open:
      return "left open";
    case Effect::text:
      break;
  }
  return "no effect on play";
}

std::string how(const Finding& finding, KnownBy known) {
  const bool no_game = finding.met && finding.met->of_games > 0 && finding.met->games == 0;
  switch (known) {
    case KnownBy::games:
      if (finding.met && finding.met->games > 0)
        return fmt::format("in {} of {} games", finding.met->games, finding.met->of_games);
      if (finding.met && finding.met->positions > 0)
        return fmt::format("in {} of {} positions of games", finding.met->positions, finding.met->of);
      return finding.witness ? "in a game" : "in all games played";
    case KnownBy::generated:
      return no_game ? fmt::format("in generated positions, in none of {} games", finding.met->of_games)
                     : "in a generated position";
    case KnownBy::counting:
      return "by enumeration";
    case KnownBy::text:
      break;
  }
  return "from the text";
}

double part(uint64_t some, uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(some) / static_cast<double>(of);
}

bool is_difference(const Finding& finding) {
  return finding.concern == Concern::difference || finding.becomes;
}

std::string ground_of_difference(const Finding& finding) {
  std::string text = finding.becomes ? finding.becomes->text + "; " : std::string();
  uint64_t games = 0, of = 0;
  for (const MetIn& one : finding.met_in) games += one.games, of += one.of_games;
  if (games > 0) return text + fmt::format("at positions drawn from {} of {} games", games, of);
  const bool played = finding.witness && finding.witness->grade >= Grade::reachable;
  return text + (played ? "in a game, but at none of the positions drawn from games"
                        : "in no game, only in generated positions");
}

std::array<double, 5> order_of_difference(const Finding& finding) {
  const double share = share_met(finding.met_in);
  // What is only known of a position that an invariant forbids may be of no game at all.
  const bool forbidden = finding.witness && finding.witness->grade == Grade::typed && share == 0;
  const double from_play = finding.witness ? -static_cast<double>(finding.witness->grade) : 1;
  // Of what nothing is known nothing is said: it comes last.
  const double becomes = finding.becomes ? static_cast<double>(finding.becomes->what) : 9;
  return {finding.becomes ? 0.0 : 1.0, forbidden ? 1.0 : 0.0, becomes, -share, from_play};
}

std::array<double, 5> order_of_defect(const Finding& finding, Effect effect, KnownBy known) {
  double share = 0, often = 0;
  if (finding.met) {
    share = finding.met->of_games > 0 ? part(finding.met->games, finding.met->of_games)
                                      : part(finding.met->positions, finding.met->of);
    often = part(finding.met->asked, finding.met->of_asked);
  }
  const double winner = says(finding, Assertion::What::outcome) ? 1 : 0;
  return {static_cast<double>(effect), static_cast<double>(known), -share, -winner, -often};
}

}  // namespace

std::string_view effect_text(Effect effect) {
  switch (effect) {
    case Effect::stops:
      return "Play stops, or a rule has no value";
    case Effect::undoable:
      return "Something is impossible as it stands";
    case Effect::otherwise:
      return "Play changes";
    case Effect::open:
      return "Something is left open";
    case Effect::text:
      break;
  }
  return "In the text, with no known effect on play";
}

double share_met(const std::vector<MetIn>& met_in) {
  double most = 0;
  for (const MetIn& one : met_in) most = std::max(most, part(one.positions, one.of_positions));
  return most;
}

Weight weight_of(const Finding& finding) {
  const Effect effect = effect_of(finding);
  if (is_difference(finding)) return {effect, ground_of_difference(finding), order_of_difference(finding)};
  const KnownBy known = known_by(finding);
  return {effect, what_becomes(finding, effect) + "; " + how(finding, known),
          order_of_defect(finding, effect, known)};
}

bool weighs_more(const Finding& a, const Finding& b) {
  return weight_of(a).is_heavier(weight_of(b));
}

const Finding& heaviest(const std::vector<const Finding*>& findings) {
  return **std::min_element(findings.begin(), findings.end(),
                            [](const Finding* a, const Finding* b) { return weighs_more(*a, *b); });
}

std::string_view order_text() {
  return "Most serious first. The effect on play decides: play stops or a rule has no value, something is "
         "impossible, play changes, something is left open, no effect is known. Among equals the evidence "
         "decides: games, generated positions, enumeration, the text. Then the number of games, then whether "
         "the winner changes, then the number of positions.";
}

const OrderOfDifferences& order_of_differences() {
  static const OrderOfDifferences order{
      "The most serious difference comes first. What happens to play at the end of its example decides:",
      {"the game ends differently, or in one ruleset only;", "a piece leaves the map in one ruleset only;",
       "a choice, or a result of the dice, is possible in one ruleset only;", "only a value differs."},
      "Among equals, the one at the larger share of the positions drawn from games comes first. A difference "
      "known only from a position that violates an invariant comes last."};
  return order;
}

}  // namespace casebook
