// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/compare/hunt/evidence.h"
#include "verifier/compare/tell/class_finding.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"

namespace casebook::compare {

namespace {

std::string not_alike(const Pair& pair) {
  return fmt::format("{} and {} do not play alike", pair.scenarios[0]->id, pair.scenarios[1]->id);
}

Finding answer(const Pair& pair) {
  Finding finding;
  finding.check = "compare";
  finding.subject = "all";
  finding.claim = fmt::format("{} and {} play alike", pair.scenarios[0]->id, pair.scenarios[1]->id);
  finding.concern = Concern::information;
  return finding;
}

std::string what_differs(const Pair& pair) {
  const auto& items = pair.alignment.items();
  const bool texts = std::any_of(items.begin(), items.end(), [](const ItemPair& one) {
    return one.item[0] == nullptr || one.item[1] == nullptr || one.item[0]->text != one.item[1]->text;
  });
  return texts ? "Their rules differ" : "Their rules are the same and their data differ";
}

void say_other_members(const Pair& pair, Finding& all) {
  if (const auto others = other_members(pair); !others.empty())
    all.details.push_back("kinds whose members differ: " + fmt::format("{}", fmt::join(others, "; ")));
}

/// How many games were played: fewer than the budget where the user stopped it.
std::string games_played(const Course& course) {
  const auto& shares = course.result.shares;
  const uint64_t seed = course.settings.budget.seed;
  const auto games = [](uint64_t count) { return fmt::format("{} game{}", count, count == 1 ? "" : "s"); };
  if (shares[0].games + shares[1].games == 0) return "no game";
  if (shares[0].games == shares[1].games)
    return fmt::format("{} of each ruleset from seed {}", games(shares[0].games), seed);
  return fmt::format("{} of {} and {} of {} from seed {}", games(shares[0].games), names(course.pair, 0),
                     shares[1].games, names(course.pair, 1), seed);
}

bool is_shown(const Finding& one) {
  return one.verdict == Verdict::refuted;
}

}  // namespace

bool anything_in_common(const Pair& pair) {
  const OneWay& way = pair.alignment.from(0);
  return std::any_of(way.actions.begin(), way.actions.end(),
                     [](ActionId id) { return id != language::none; }) &&
         std::any_of(way.sites.begin(), way.sites.end(), [](SiteId site) { return site >= 0; });
}

std::vector<std::string> other_members(const Pair& pair) {
  std::vector<std::string> out;
  const OneWay& way = pair.alignment.from(0);
  for (size_t kind = 0; kind < way.kinds.size(); ++kind) {
    const KindId there = way.kinds[kind];
    if (there == language::none) continue;
    const language::Kind& one = pair.scenarios[0]->program->kinds[kind];
    if (one.reading != language::none || static_cast<KindId>(kind) == language::kind_hexside) continue;
    const int32_t here = pair.scenarios[0]->size(static_cast<KindId>(kind)),
                  other = pair.scenarios[1]->size(there);
    const auto shared = std::count_if(way.members[kind].begin(), way.members[kind].end(),
                                      [](int32_t member) { return member >= 0; });
    if (shared == here && here == other) continue;
    out.push_back(fmt::format("{} ({} in {}, {} in {}, {} in both)", one.name, here, names(pair, 0), other,
                              names(pair, 1), shared));
  }
  return out;
}

std::string borrowed_from_each_other(const Pair& pair) {
  std::string text;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (!pair.cases[side]) continue;
    const std::string& other = pair.scenarios[1 - side]->program->edition;
    const auto& lines = pair.cases[side]->cases;
    // A list that has the case and says nothing of it: its text is lost as well.
    const auto says_more = [&](const board::CaseLine& line) {
      if (!pair.cases[1 - side] || !line.of.empty() || !line.statements.empty()) return false;
      const auto& others = pair.cases[1 - side]->cases;
      return std::any_of(others.begin(), others.end(), [&](const board::CaseLine& one) {
        return one.label == line.label && one.of.empty() && !one.statements.empty();
      });
    };
    const auto count =
        static_cast<uint64_t>(std::count_if(lines.begin(), lines.end(), [&](const board::CaseLine& line) {
          return line.of == other || line.of.ends_with("/" + other) || says_more(line);
        }));
    if (count > 0)
      text += fmt::format(
          "{} of {} {} borrowed from {}, because their text is lost: of these nothing is compared. ",
          counted(count, "case"), names(pair, side), count == 1 ? "is" : "are", names(pair, 1 - side));
  }
  return text;
}

Finding nothing_in_common(const Pair& pair) {
  Finding all = answer(pair);
  all.verdict = Verdict::refuted;
  all.headline = not_alike(pair);
  all.concern = Concern::difference;
  all.method = Method::text;
  all.text =
      "They are different games: neither offers an action where the other offers it too, so no position of one "
      "is a position of the other.";
  return all;
}

Finding all_the_same(const Pair& pair, uint64_t items, bool starts_apart) {
  Finding all = answer(pair);
  all.verdict = Verdict::proved;
  all.method = Method::text;
  all.text = "With their options and answers, every rule that affects play has the same meaning in both.";
  all.text += starts_apart ? " From the same position both play alike." : " Both begin alike.";
  all.scope = fmt::format("{} items", items);
  return all;
}

Finding without_board(const Pair& pair, const std::vector<std::string>& boardless) {
  Finding all = answer(pair);
  all.method = Method::counting;
  all.text = fmt::format(
      "{} has no scenario, so there is no board and nothing is known about play. {}. Casebook enumerated what "
      "reads no state.",
      listed(boardless, "and"), what_differs(pair));
  all.scope = "no position";
  say_other_members(pair, all);
  return all;
}

Finding all_of_play_seen(const Pair& pair, const WholeGame& whole) {
  Finding all = answer(pair);
  all.verdict = Verdict::proved;
  all.method = Method::exploration;
  all.text =
      what_differs(pair) +
      ", but not in play: Casebook examined every position that play can reach, and every choice, roll "
      "and draw is the same in both and has the same result.";
  all.scope = fmt::format("{} positions, {} steps in both", whole.positions, whole.steps);
  return all;
}

Finding stopped_at_once(const Pair& pair) {
  Finding all = answer(pair);
  all.verdict = Verdict::unknown;
  all.concern = Concern::information;
  all.method = Method::play;
  all.text = "Casebook was stopped before it compared any position.";
  all.scope = "no position";
  return all;
}

Finding of_search(const Course& course) {
  const Pair& pair = course.pair;
  const Result& result = course.result;
  const size_t ways = result.changes.size(), places = course.known.size();
  const uint64_t looked_at = course.looked_at();
  const bool parts = result.first && result.first->witness;  // seen, whatever the classes say
  uint64_t apart = 0;  // positions, for which no class stands where only one has the hex or the piece
  for (const Share& share : result.shares)
    apart += share.differing + share.stepping + share.players + share.bringing;
  Finding all = answer(pair);
  all.verdict = places > 0 || parts ? Verdict::refuted : looked_at == 0 ? Verdict::unknown : Verdict::sampled;
  all.concern = places == 0 && !parts ? Concern::information : Concern::difference;
  if (all.verdict == Verdict::refuted) all.headline = not_alike(pair);
  say_other_members(pair, all);
  all.method = Method::play;
  all.scope = fmt::format("{}, and {} generated position{}", games_played(course),
                          grouped(course.search->generated()), course.search->generated() == 1 ? "" : "s");
  if (places == 0 && parts)
    all.text = "A game separates them at the first position below, but no case was found to be the cause.";
  else if (looked_at == 0)
    all.text = what_differs(pair) + ". Casebook examined no position, so nothing is known about play.";
  else if (places == 0 && apart > 0)
    all.text = what_differs(pair) +
               fmt::format(". Play differs at {} of games, but no difference was traced to what both have.",
                           counted(apart, "position"));
  else if (places == 0)
    all.text = what_differs(pair) + ", but both play alike at every position that Casebook examined.";
  else
    all.text = fmt::format("Casebook found {} difference{} of play{}.", places, places == 1 ? "" : "s",
                           ways == places ? std::string()
                           : ways == 1    ? ", all from the same change of the rules"
                                          : fmt::format(", from {} changes of the rules", ways));
  if (all.verdict != Verdict::refuted) all.text.insert(0, borrowed_from_each_other(pair));
  return all;
}

void keep_to_what_is_shown(Result& result) {
  Finding& all = result.findings.front();
  const bool parts = result.first && result.first->witness;
  if (all.verdict != Verdict::refuted || parts ||
      std::any_of(result.findings.begin() + 1, result.findings.end(), is_shown))
    return;
  all.verdict = Verdict::unknown;
  all.headline.clear();
  all.text += " It could not write a witness for any of them, so none is confirmed.";
}

std::optional<Finding> first_position(Course& course) {
  const std::optional<Separation>& apart = course.search->separation();
  if (!apart) return std::nullopt;
  Pair& pair = course.pair;
  const Difference& first = apart->difference;
  DifferenceClass of_separation;
  of_separation.example = first;
  const size_t steps = apart->steps.size();
  Finding finding;
  finding.check = "compare";
  finding.subject = "first position";
  finding.claim = "No game separates the two";
  const bool one_permits =
      first.what == Difference::What::permitted || first.what == Difference::What::offered;
  finding.verdict = Verdict::refuted;
  finding.method = Method::play;
  finding.witness = witness_of(pair, *apart, course.settings.budget.seed);
  const std::string what =
      one_permits ? fmt::format("{} is lawful only in {}",
                                finding.witness ? finding.witness->sides[first.allows].said.front().subject
                                                : first.action,
                                names(pair, first.allows))
      : first.what == Difference::What::player
          ? line_of(pair, of_separation)
          : fmt::format("after {}, {} {}", step_words(pair, first), values_words(first.values),
                        first.values.size() == 1 ? "differs" : "differ");
  finding.text = fmt::format(
      "Both were played from the start with the same choices and dice. They separate after {} step{}: {}.",
      steps, steps == 1 ? "" : "s", what);
  std::vector<Finding> one{std::move(finding)};
  confirm_sides(one, course.a(), course.b());
  return std::move(one.front());
}

void add_starts(Course& course) {
  if (!course.starts) return;
  Result& result = course.result;
  std::vector<Finding> one{std::move(course.starts->finding)};
  confirm_sides(one, course.a(), course.b());
  Finding& all = result.findings.front();
  const auto differs = [](const Finding& other) {
    return other.concern == Concern::difference && is_shown(other);
  };
  if (course.starts->by_rules && one.front().verdict == Verdict::refuted && differs(all) &&
      std::any_of(result.findings.begin() + 1, result.findings.end(), differs)) {
    one.front().concern = Concern::information;
    result.findings.push_back(std::move(one.front()));
    return;
  }
  const std::string& text = one.front().text;
  all.text = text.substr(0, text.find(':')) + ". " + all.text;
  if (one.front().verdict == Verdict::refuted && all.verdict != Verdict::refuted)
    all.verdict = Verdict::refuted;
  else if (one.front().verdict == Verdict::unknown && all.verdict != Verdict::refuted)
    all.verdict = Verdict::unknown;
  all.concern = Concern::difference;
  if (all.verdict == Verdict::refuted) all.headline = not_alike(course.pair);
  if (one.front().cause) {
    const std::vector<std::string>& items = one.front().cause->items;
    for (ItemResult& item : result.items) {
      if (std::find(items.begin(), items.end(), item.sort + " " + item.name) == items.end()) continue;
      if (one.front().verdict == Verdict::refuted) item.verdict = Verdict::refuted;
      item.text = "begins differently";
      item.differences.insert(item.differences.begin(), one.front().subject);
    }
  }
  result.findings.insert(result.findings.begin() + 1, std::move(one.front()));
  for (Change& change : result.changes)
    for (size_t& at : change.findings) ++at;
}

void confirm_sides(std::vector<Finding>& findings, const ScenarioPtr& a, const ScenarioPtr& b) {
  if (a->id != b->id) {
    confirm_all(findings, {a, b});
    return;
  }
  for (Finding& finding : findings) {
    if (!finding.witness) continue;
    Witness whole = *finding.witness;
    for (size_t side = 0; side < whole.sides.size(); ++side) {
      finding.witness->sides = {whole.sides[side]};
      std::vector<Finding> one{finding};
      confirm_all(one, {side == 0 ? a : b});
      finding = std::move(one.front());
      if (side > 0 || finding.witness->position.empty()) continue;
      whole.position = finding.witness->position;
      whole.position_at = finding.witness->position_at;
    }
    finding.witness = whole;
  }
}

}  // namespace casebook::compare
