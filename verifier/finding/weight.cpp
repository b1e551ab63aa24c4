// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/weight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "verifier/finding/kind.h"
#include "verifier/finding/order_of_differences.h"

namespace casebook {

namespace {

/// How it is known; what is nearest to play first.
enum class KnownBy : uint8_t { games, generated, counting, text };

bool says(const Finding& finding, Assertion::What what) {
  return finding.witness &&
         std::any_of(finding.witness->sides.begin(), finding.witness->sides.end(), [&](const auto& side) {
           return std::any_of(side.said.begin(), side.said.end(),
                              [&](const Assertion& one) { return one.what == what; });
         });
}

/// With one answer the game has ended, with the other it goes on: who wins in the end is not known.
bool ends_or_goes_on(const Finding& finding) {
  return finding.witness &&
         std::any_of(finding.witness->sides.begin(), finding.witness->sides.end(), [](const auto& side) {
           return std::any_of(side.said.begin(), side.said.end(), [](const Assertion& one) {
             return one.what == Assertion::What::outcome && one.value == "open";
           });
         });
}

bool is_met(const Finding& finding) {
  return (finding.met && finding.met->positions > 0) ||
         (finding.witness && finding.witness->grade >= Grade::reachable);
}

/// A value that is missing for an input which was only enumerated: nothing shows that play asks for it. That a game
/// leads to the position of its witness shows that it can be asked there, and not that a rule does.
bool nobody_asks(const Finding& finding) {
  return finding.no_answer && finding.method == Method::counting &&
         !(finding.met && finding.met->positions > 0);
}

Effect effect_of(const Finding& finding) {
  if (nobody_asks(finding)) return Effect::text;
  if (finding.no_answer) return Effect::stops;
  switch (finding.concern) {
    case Concern::impossible:
      return Effect::undoable;
    case Concern::contradiction:
      return finding.witness ? Effect::against : Effect::text;
    case Concern::ambiguity:
      if (says(finding, Assertion::What::outcome) && !ends_or_goes_on(finding)) return Effect::winner;
      // One that is the same as a marked one has its witness there.
      return finding.witness || finding.same_as ? Effect::otherwise : Effect::text;
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
  if (nobody_asks(finding)) return KnownBy::counting;
  if (is_met(finding)) return KnownBy::games;
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
      return finding.concern == Concern::impossible ? "play stops" : "a rule has no value";
    case Effect::undoable:
      // Some kinds say more.
      if (finding.kind == kind::not_as_printed) return "an entry cannot be made as printed";
      if (finding.kind == kind::occupied) return "an entry hex is occupied at the start";
      if (finding.kind == kind::never_seen) return "something never happens";
      return "what the rules demand cannot be done";
    case Effect::against:
    case Effect::winner:
    case Effect::otherwise:
      if (ends_or_goes_on(finding)) return "with one answer the game ends, and with the other it goes on";
      if (says(finding, What::outcome)) return "a different side wins";
      if (says(finding, What::player)) return "a different player chooses";
      if (says(finding, What::permitted) || says(finding, What::refused) ||
          says(finding, What::not_offered) || says(finding, What::choices))
        return "different choices are lawful";
      return "the result is different";
    case Effect::open:
      return "the question is open";
    case Effect::text:
      break;
  }
  return nobody_asks(finding) ? "a rule has no value, and play is not known to need the value"
                              : "no effect on play is known";
}

std::string how(const Finding& finding, KnownBy known) {
  const bool no_game = finding.met && finding.met->of_games > 0 && finding.met->games == 0;
  // One that random players met has its number, though it was made shorter.
  const bool is_steered =
      finding.witness && finding.witness->grade == Grade::reachable && finding.witness->game == 0;
  switch (known) {
    case KnownBy::games:
      if (finding.met && finding.met->games > 0)
        return fmt::format("seen in {} of {} games", finding.met->games, finding.met->of_games);
      if (finding.met && finding.met->positions > 0)
        return fmt::format("seen in {} of {} positions of games", finding.met->positions, finding.met->of);
      if (!finding.witness) return "seen in games";
      if (no_game && is_steered)
        return fmt::format(
            "shown in a game that Casebook searched for and found; none of {} random games shows it",
            finding.met->of_games);
      return is_steered ? "shown in a game that Casebook searched for and found" : "seen in a game";
    case KnownBy::generated:
      return no_game ? fmt::format("shown in generated positions, which none of {} games reached",
                                   finding.met->of_games)
                     : "shown in a generated position";
    case KnownBy::counting:
      return "shown by enumeration";
    case KnownBy::text:
      break;
  }
  return "known from the text";
}

double part(uint64_t some, uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(some) / static_cast<double>(of);
}

bool is_difference(const Finding& finding) {
  return finding.concern == Concern::difference || finding.becomes;
}

std::array<double, 6> order_of_defect(const Finding& finding, Effect effect, KnownBy known) {
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
    case Effect::against:
      return "Two places contradict each other";
    case Effect::winner:
      return "The winner changes";
    case Effect::otherwise:
      return "Play changes";
    case Effect::open:
      return "Something is left open";
    case Effect::text:
      break;
  }
  return "In the text, with no known effect on play";
}

std::string counted_text(Effect effect, size_t count) {
  if (effect == Effect::text) return fmt::format("{} with no known effect on play", count);
  std::string where(effect_text(effect));
  where.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(where.front())));
  std::erase(where, ',');
  return fmt::format("{} where {}", count, where);
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
         "impossible, two places contradict each other, the winner changes, play changes otherwise, something is "
         "left open, no effect is known. Among equals the evidence decides: games, generated positions, "
         "enumeration, the text. Then the number of games, then the number of positions.";
}

}  // namespace casebook
