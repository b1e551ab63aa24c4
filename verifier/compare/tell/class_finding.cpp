// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/class_finding.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/compare/hunt/evidence.h"
#include "verifier/compare/tell/answer.h"
#include "verifier/search/generated_positions.h"

namespace casebook::compare {

using What = Difference::What;

namespace {

template <class Strings>
std::string joined(const Strings& list) {
  return fmt::format("{}", fmt::join(list, ", "));
}

std::vector<std::string> texts(const ItemRefs& items) {
  std::vector<std::string> all;
  for (const ItemRef& item : items) all.push_back(item.text());
  return all;
}

std::vector<CaseName> cases_of(const Pair& pair, const Blame& blame) {
  std::vector<CaseName> cases;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const std::string& label : blame.labels[side])
      cases.push_back({pair.scenarios[side]->program->edition, label});
  }
  // Of one edition under two sets of switches the same cases stand on both sides.
  std::sort(cases.begin(), cases.end());
  cases.erase(std::unique(cases.begin(), cases.end()), cases.end());
  return cases;
}

std::string origin_text(const Origin& origin, const Pair& pair, uint64_t seed) {
  const std::string& ruleset = pair.scenarios[origin.side]->id;
  if (origin.sort == Origin::Sort::game)
    return fmt::format("step {} of game {} of {} ({})", origin.step, origin.game, ruleset,
                       commands_to(ruleset, seed, origin.game, static_cast<uint64_t>(origin.step)));
  return "a position generated for " + ruleset;
}

/// `ours with this item of theirs plays like theirs`, for each side that was switched.
std::string switched_text(const Pair& pair, const Attribution& from, bool several) {
  const char* what = !several ? "this item" : from.together ? "these items" : "any of these items";
  std::vector<std::string> sides;
  for (const size_t side : {size_t{0}, size_t{1}})
    if (from.alike[side])
      sides.push_back(fmt::format("{} with {} of {} plays like {}", names(pair, side), what,
                                  names(pair, 1 - side), names(pair, 1 - side)));
  return fmt::format("{}", fmt::join(sides, "; "));
}

Cause cause_of(const Pair& pair, const DifferenceClass& one) {
  const Attribution& from = one.attribution;
  Cause cause;
  cause.items = texts(one.blame.items);
  cause.together = from.together;
  switch (from.how) {
    case Attribution::How::switched:
      cause.by = Cause::By::switching;
      cause.why = "known by switching: " + switched_text(pair, from, cause.items.size() > 1);
      break;
    case Attribution::How::came_to:
      cause.why =
          fmt::format("known by the values that {} there", cause.items.size() > 1 ? "they have" : "it has");
      if (!from.why_not.empty()) cause.why += fmt::format("; not switched, because {}", from.why_not);
      break;
    case Attribution::How::none:
      cause.by = Cause::By::none;
      cause.why = fmt::format("not attributed to a single case: none of {} switches removes the difference",
                              from.tried);
      if (!one.came_out.empty())
        cause.why += fmt::format("; {} {} another value here", joined(texts(one.came_out)),
                                 one.came_out.size() == 1 ? "has" : "have");
      break;
  }
  return cause;
}

/// A step or a choice, as a sentence names it.
std::string moment_of(const DifferenceClass& one) {
  constexpr std::string_view chance = "chance at ";
  const std::string& action = one.example.action;
  return action.starts_with(chance) ? "the roll or draw at " + action.substr(chance.size()) : action;
}

std::string refusal_text(const Refusal& refusal) {
  const bool named = !refusal.name.empty() && refusal.name != refusal.label;
  return refusal.label + (named ? " (" + refusal.name + ")" : "");
}

/// What differs, in one sentence without its full stop. `choice`: in its words, where they are known.
std::string news_of(const Pair& pair, const DifferenceClass& one, const std::string& choice) {
  const Difference& example = one.example;
  const std::string &a = names(pair, example.allows), &b = names(pair, 1 - example.allows);
  switch (example.what) {
    case What::permitted:
      return fmt::format("{} permits {}, {} refuses it by {}", a, choice, b, refusal_text(one.refusal));
    case What::offered:
      return fmt::format("{} offers {}, {} does not", a, choice, b);
    case What::effect:
      return fmt::format("after {}, {} {}", moment_of(one), joined(one.values),
                         one.values.size() == 1 ? "differs" : "differ");
    case What::outcome: {
      std::array<std::string, 2> ends;
      for (const size_t side : {size_t{0}, size_t{1}})
        ends[side] = runtime::outcome_text(*pair.scenarios[side],
                                           runtime::outcome_of(*pair.scenarios[side], example.after[side]));
      return fmt::format("after {}, the game is {} in {}, {} in {}", moment_of(one), ends[0], names(pair, 0),
                         ends[1], names(pair, 1));
    }
    case What::next:
      return fmt::format("after {}, another choice comes next", moment_of(one));
    case What::player:
      return fmt::format("{} makes {} in {}, {} in {}", pair.player_text(0, example.positions[0]),
                         example.action, names(pair, 0), pair.player_text(1, example.positions[1]),
                         names(pair, 1));
    case What::chance:
      break;
  }
  return moment_of(one) + " has other outcomes";
}

/// The title of the first changed case that has one.
std::string title_of(const Pair& pair, const DifferenceClass& one) {
  const ChangedLines lines = lines_of(pair, one);
  for (const auto* labels : {&lines.labels, &one.blame.labels})
    for (const size_t side : {size_t{0}, size_t{1}})
      for (const std::string& label : (*labels)[side])
        for (const language::Case& each : pair.scenarios[side]->program->cases)
          if (each.label == label && !each.title.empty()) return each.title;
  return {};
}

/// The news with the title of its case and what the witness shows: `Night movement: after end_combat, left(A) is
/// 3 in spi-1980, 2 in decision-games-2`.
std::string headline_of(const Pair& pair, const DifferenceClass& one, const Witness& witness) {
  const auto said = [&](size_t side) -> const Assertion& { return witness.sides[side].said.front(); };
  std::string news;
  if (one.example.what == What::effect && said(0).what == Assertion::What::value &&
      said(1).what == Assertion::What::value)
    news = fmt::format("after {}, {} is {} in {}, {}{} in {}", moment_of(one), said(0).subject, said(0).value,
                       names(pair, 0),
                       said(0).subject == said(1).subject ? std::string() : said(1).subject + " is ",
                       said(1).value, names(pair, 1));
  else
    news = news_of(pair, one, said(one.example.allows).subject);
  const std::string title = title_of(pair, one);
  return title.empty() ? news : title + ": " + news;
}

/// The cases in the words of their rulebooks.
void say_cases(const Pair& pair, const DifferenceClass& one, Finding& finding) {
  for (const size_t side : {size_t{0}, size_t{1}})
    for (const std::string& label : one.blame.labels[side])
      for (const language::Case& each : pair.scenarios[side]->program->cases) {
        if (each.label != label) continue;
        const std::string& said = each.summary.empty() ? each.title : each.summary;
        if (!said.empty()) finding.details.push_back(names(pair, side) + " " + label + ": " + said);
      }
}

Finding finding_of(Pair& pair, const DifferenceClass& one, uint64_t seed) {
  Finding finding;
  finding.check = "compare";
  finding.subject = one.key;
  finding.concern = Concern::difference;
  finding.verdict = Verdict::refuted;
  finding.method = one.seen ? Method::play : Method::generated;
  finding.cases = cases_of(pair, one.blame);
  finding.claim = fmt::format("{} plays alike in {} and {}", moment_of(one), names(pair, 0), names(pair, 1));
  finding.text = line_of(pair, one);
  finding.scope = fmt::format("{} example{}; this one is {}", one.met, one.met == 1 ? "" : "s",
                              origin_text(one.origin, pair, seed));
  const ChangedLines lines = lines_of(pair, one);
  for (const size_t side : {size_t{0}, size_t{1}})
    for (const language::Place& place : lines.places[side])
      finding.places.push_back(place_in(pair, side, place));
  say_cases(pair, one, finding);
  finding.cause = cause_of(pair, one);
  finding.details.push_back(finding.cause->why);
  if (!one.values.empty()) finding.details.push_back("values that differ: " + joined(one.values));
  if (one.shows)
    finding.details.push_back(fmt::format("{} step{} later, a choice differs: {}", one.way.size() + 1,
                                          one.way.empty() ? "" : "s", one.shows->action));
  return finding;
}

}  // namespace

ChangedLines lines_of(const Pair& pair, const DifferenceClass& one) {
  ChangedLines lines;
  for (const ItemRef& item : one.blame.items) lines.add(changed_lines(pair.alignment, item));
  return lines;
}

TextPlace place_in(const Pair& pair, size_t side, const language::Place& place) {
  TextPlace out = place_of(*pair.scenarios[side]->program, place);
  if (pair.scenarios[0]->program->edition == pair.scenarios[1]->program->edition)
    out.file = names(pair, side) + ": " + out.file;
  return out;
}

std::optional<size_t> unread_by(const Pair& pair, const DifferenceClass& one) {
  if (one.example.what != What::effect || one.shows || one.values.empty()) return std::nullopt;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const std::set<std::string>& unread = pair.unread[side];
    if (std::includes(unread.begin(), unread.end(), one.values.begin(), one.values.end())) return side;
  }
  return std::nullopt;
}

void say_unread(const Pair& pair, const DifferenceClass& one, size_t side, Finding& finding) {
  finding.claim = fmt::format("Play in {} never reads {}", names(pair, side), joined(one.values));
  finding.text += ". " + finding.claim + ", so this alone is no difference of play";
  finding.headline.clear();
  finding.concern = Concern::information;
  if (finding.verdict != Verdict::refuted) return;  // it was not confirmed that they differ
  finding.verdict = Verdict::proved;
  finding.method = Method::text;
}

Finding confirmed(Pair& pair, const DifferenceClass& one, uint64_t seed) {
  std::vector<Finding> alone{finding_of(pair, one, seed)};
  Finding& finding = alone.front();
  finding.witness = witness_of(pair, one);
  if (!finding.witness) {
    finding.verdict = Verdict::unknown;
    finding.details.emplace_back(no_witness);
    return std::move(finding);
  }
  finding.headline = headline_of(pair, one, *finding.witness);
  if (one.game) {
    const bool both = way_there(pair, one, 1 - one.origin.side).has_value();
    const size_t count = one.game->steps.size();
    const std::string steps = fmt::format("{} step{}", count, count == 1 ? "" : "s");
    const char* lead = count == 1 ? "leads" : "lead";
    finding.details.push_back(
        both ? fmt::format("the same {} from the start {} there in both", steps, lead)
             : fmt::format("{} from the start of {} {} there; the same position is set up in {}", steps,
                           names(pair, one.origin.side), lead, names(pair, 1 - one.origin.side)));
  }
  confirm_sides(alone, pair.scenarios[0], pair.scenarios[1]);
  return std::move(finding);
}

std::string line_of(const Pair& pair, const DifferenceClass& one) {
  std::string line = news_of(pair, one, one.example.action);
  if (one.blame.items.empty()) return line;
  line += one.attribution.how == Attribution::How::switched ? "; cause: " : "; suspected cause: ";
  if (!one.blame.certain && one.blame.items.size() > 1) line += "one of ";
  return line + joined(texts(one.blame.items));
}

}  // namespace casebook::compare
