// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/weight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>

namespace casebook {

namespace {

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
      return finding.concern == Concern::impossible ? "stops the game" : "a rule has no answer";
    case Effect::undoable:
      // What it is called says more, as NOT AS PRINTED of what play makes something else of.
      return finding.kind.empty() ? std::string("cannot be done") : lower(finding.kind);
    case Effect::otherwise:
      if (says(finding, What::outcome)) return "another winner";
      if (says(finding, What::player)) return "somebody else chooses";
      if (says(finding, What::permitted) || says(finding, What::refused) ||
          says(finding, What::not_offered) || says(finding, What::choices))
        return "another choice";
      return "another result";
    case Effect::open:
      return "left open";
    case Effect::text:
      break;
  }
  return "nothing of play";
}

std::string how(const Finding& finding, KnownBy known) {
  const bool no_game = finding.met && finding.met->of_games > 0 && finding.met->games == 0;
  switch (known) {
    case KnownBy::games:
      if (finding.met && finding.met->games > 0)
        return fmt::format("met in {} of {} games", finding.met->games, finding.met->of_games);
      if (finding.met && finding.met->positions > 0)
        return fmt::format("met at {} of {} positions of games", finding.met->positions, finding.met->of);
      return finding.witness ? "met in a game" : "so in all games played";
    case KnownBy::generated:
      return no_game ? fmt::format("in made-up positions, met in none of {} games", finding.met->of_games)
                     : "in a made-up position";
    case KnownBy::counting:
      return "by counting";
    case KnownBy::text:
      break;
  }
  return "from the text";
}

double part(uint64_t some, uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(some) / static_cast<double>(of);
}

}  // namespace

std::string_view effect_text(Effect effect) {
  switch (effect) {
    case Effect::stops:
      return "Play stops, or a rule has no answer";
    case Effect::undoable:
      return "Something cannot be done as it stands";
    case Effect::otherwise:
      return "Play comes out otherwise";
    case Effect::open:
      return "Something is left open";
    case Effect::text:
      break;
  }
  return "In the text; nothing of play is known";
}

bool Weight::is_heavier(const Weight& other) const {
  // What is greater is heavier of the last three.
  return std::tie(effect, known, other.share, other.winner, other.often) <
         std::tie(other.effect, other.known, share, winner, often);
}

Weight weight_of(const Finding& finding) {
  Weight weight;
  weight.effect = effect_of(finding);
  weight.known = known_by(finding);
  if (finding.met) {
    weight.share = finding.met->of_games > 0 ? part(finding.met->games, finding.met->of_games)
                                             : part(finding.met->positions, finding.met->of);
    weight.often = part(finding.met->asked, finding.met->of_asked);
  }
  weight.winner = says(finding, Assertion::What::outcome);
  weight.ground = what_becomes(finding, weight.effect) + "; " + how(finding, weight.known);
  return weight;
}

std::string_view order_text() {
  return "Most serious first, by what was measured: what becomes of play (it stops or a rule has no answer, "
         "something cannot be done, play comes out otherwise, something is left open, nothing is known of "
         "play), then how that is known (met in games, in positions made up, by counting, from the text), "
         "then in how many games, then whether who wins hangs on it, then at how many positions.";
}

}  // namespace casebook
