// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/class_finding.h"
#include "verifier/finding/counted.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/compare/hunt/evidence.h"
#include "verifier/compare/tell/answer.h"
#include "verifier/compare/tell/effect.h"
#include "verifier/compare/tell/words.h"
#include "verifier/regions/ways/step_decisions.h"
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

/// The items, as a sentence names them.
std::string items_listed(const ItemRefs& items) {
  std::vector<std::string> all;
  for (const ItemRef& item : items) all.push_back(item_words(item));
  return joined(all);
}

/// A game that was made shorter has fewer steps than the one that the command plays.
std::string origin_text(const DifferenceClass& one, const Pair& pair, uint64_t seed) {
  const Origin& origin = one.origin;
  const std::string& ruleset = pair.scenarios[origin.side]->id;
  if (one.game && origin.sort != Origin::Sort::game)
    return fmt::format("a game of {} that was looked for, with both sides and the dice helping", ruleset);
  if (origin.sort != Origin::Sort::game) return "generated for " + ruleset;
  const std::string step = fmt::format("from step {} of game {} of {}", origin.step, origin.game, ruleset);
  const std::string commands = commands_to(ruleset, seed, origin.game, static_cast<uint64_t>(origin.step));
  return one.game && one.game->steps.size() != origin.step
             ? fmt::format("{}, shortened; the whole game ({})", step, commands)
             : fmt::format("{} ({})", step, commands);
}

/// `the difference disappears if ours gets this item of theirs`. Precondition: at least one side was switched.
std::string switched_text(const Pair& pair, const Attribution& from, bool several) {
  const char* what = !several ? "this item" : from.together ? "these items" : "any of these items";
  if (from.alike[0] && from.alike[1])
    return fmt::format("the difference disappears if either ruleset gets {} of the other", what);
  const size_t side = from.alike[0] ? 0 : 1;
  return fmt::format("the difference disappears if {} gets {} of {}", names(pair, side), what,
                     names(pair, 1 - side));
}

Cause cause_of(const Pair& pair, const DifferenceClass& one) {
  const Attribution& from = one.attribution;
  Cause cause;
  cause.items = texts(one.blame.items);
  cause.together = from.together;
  cause.named = !one.blame.certain && one.blame.items.size() > 1 ? "one of " : "";
  cause.named += items_listed(one.blame.items);
  switch (from.how) {
    case Attribution::How::switched:
      cause.by = Cause::By::switching;
      cause.why = "known by exchange: " + switched_text(pair, from, cause.items.size() > 1);
      break;
    case Attribution::How::came_to:
      cause.why = from.why_not.empty() ? "suspected because its lines differ and were used here"
                                       : "could not be exchanged: " + from.why_not;
      break;
    case Attribution::How::none:
      cause.by = Cause::By::none;
      cause.why =
          fmt::format("no single item is the cause: none of {} exchanges removes the difference", from.tried);
      if (!one.came_out.empty())
        cause.why += fmt::format("; {} {} another value here", items_listed(one.came_out),
                                 one.came_out.size() == 1 ? "has" : "have");
      break;
  }
  return cause;
}

std::string refusal_text(const Refusal& refusal) {
  const bool named = !refusal.name.empty() && refusal.name != refusal.label;
  if (!named) return refusal.label;
  const bool domain = refusal.name.starts_with("domain of ");
  return refusal.label + (domain ? " (" + refusal.name + ")" : " (requirement \"" + refusal.name + "\")");
}

std::string values_differ(const std::vector<std::string>& values) {
  return values_words(values) + (values.size() == 1 ? " differs" : " differ");
}

/// What differs, in one sentence without its full stop, of all examples of the class.
std::string news_of(const Pair& pair, const DifferenceClass& one) {
  const std::string& choice = one.example.action;
  const std::string step = moment_words(pair, one.example);
  const Difference& example = one.example;
  const std::string &a = names(pair, example.allows), &b = names(pair, 1 - example.allows);
  switch (example.what) {
    case What::permitted:
      return fmt::format("{} is lawful in {}; in {}, case {} refuses this choice", choice, a, b,
                         refusal_text(one.refusal));
    case What::offered:
      return fmt::format("{} is offered in {}, but not in {}", choice, a, b);
    case What::effect:
      return fmt::format("after {}, {}", step, values_differ({one.values.begin(), one.values.end()}));
    case What::outcome:
      return fmt::format("after {}, the game {} in {} and {} in {}", step,
                         end_text(pair, 0, example.after[0]), names(pair, 0),
                         end_text(pair, 1, example.after[1]), names(pair, 1));
    case What::next:
      return fmt::format("after {}, the next choice, roll or draw differs", step);
    case What::player:
      return fmt::format("{} makes {} in {}, {} makes it in {}", pair.player_text(0, example.positions[0]),
                         moment_words(pair, example), names(pair, 0),
                         pair.player_text(1, example.positions[1]), names(pair, 1));
    case What::chance:
      break;
  }
  return fmt::format("{} can have different results", moment_words(pair, example));
}

/// The first changed case that has a title: `spi-1980 14.2 (The bridge unit)`.
std::string title_of(const Pair& pair, const DifferenceClass& one) {
  const ChangedLines lines = lines_of(pair, one);
  for (const auto* labels : {&lines.labels, &one.blame.labels})
    for (const size_t side : {size_t{0}, size_t{1}})
      for (const std::string& label : (*labels)[side])
        if (const std::string named = case_with_title(pair, side, label); named != names_listed({label}))
          return pair.scenarios[side]->program->edition + " " + named;
  return {};
}

/// The cases in the words of their rulebooks.
void say_cases(const Pair& pair, const DifferenceClass& one, Finding& finding) {
  std::vector<std::pair<std::string, std::string>> said;  // the words, and whose case they are
  for (const size_t side : {size_t{0}, size_t{1}})
    for (const std::string& label : one.blame.labels[side]) {
      const std::optional<CaseSays> says = case_says(pair, side, label);
      if (!says) continue;
      const std::string whole = whole_text(*says), &words = whole.empty() ? says->title : whole;
      const std::string whose = names(pair, side) + " " + names_listed({label});
      const auto same =
          std::find_if(said.begin(), said.end(), [&](const auto& other) { return other.first == words; });
      if (same == said.end())
        said.emplace_back(words, whose);
      else
        same->second += " and " + whose;
    }
  for (const auto& [words, whose] : said) finding.details.push_back(whose + ": " + words);
}

/// Where the steps of the two part, if both ask the same and it comes out otherwise.
void say_parting(Pair& pair, const Difference& example, Finding& finding) {
  if (example.what != What::effect && example.what != What::outcome && example.what != What::next) return;
  std::array<std::vector<regions::Decided>, 2> decided;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Step& step = example.steps[side];
    decided[side] =
        regions::decided_in(pair.scenarios[side], *pair.rules[side], example.positions[side],
                            step.chance ? regions::Step(step.outcome) : regions::Step(step.choice));
  }
  const auto at = regions::parting(decided[0], decided[1]);
  if (!at) return;
  const regions::Decided& here = decided[0][*at];
  finding.details.push_back(fmt::format("the steps part in {} at \"{}\": {} in {}, {} in {}", here.item,
                                        here.text, here.out, names(pair, 0), decided[1][*at].out,
                                        names(pair, 1)));
}

/// What is asked, before it is known whether it is so.
Finding asked_of(const Pair& pair, const DifferenceClass& one) {
  Finding finding;
  finding.check = "compare";
  finding.subject = one.key;
  finding.concern = Concern::difference;
  finding.verdict = Verdict::unknown;
  finding.cases = cases_of(pair, one.blame);
  finding.claim = fmt::format("{} plays alike in {} and {}", moment_words(pair, one.example), names(pair, 0),
                              names(pair, 1));
  finding.text = line_of(pair, one);
  return finding;
}

Finding finding_of(Pair& pair, const DifferenceClass& one, uint64_t seed) {
  Finding finding = asked_of(pair, one);
  finding.verdict = Verdict::refuted;
  finding.method = one.seen ? Method::play : Method::generated;
  finding.scope = fmt::format("{} example{} met in the search, this one {}", one.met, one.met == 1 ? "" : "s",
                              origin_text(one, pair, seed));
  const ChangedLines lines = lines_of(pair, one);
  for (const size_t side : {size_t{0}, size_t{1}})
    for (const language::Place& place : lines.places[side])
      finding.places.push_back(place_in(pair, side, place));
  say_cases(pair, one, finding);
  finding.cause = cause_of(pair, one);
  finding.details.push_back(finding.cause->why);
  // The headline names the value of a step that changes one.
  if (one.values.size() > (one.example.what == What::effect ? 1U : 0U)) {
    const std::vector<std::string> values(one.values.begin(), one.values.end());
    finding.details.push_back(values_differ(values));
  }
  say_parting(pair, one.example, finding);
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
  finding.claim = fmt::format("With these options and answers, play in {} never reads {}", names(pair, side),
                              values_words({one.values.begin(), one.values.end()}));
  finding.text += ". This alone is no difference of play";
  finding.headline.clear();
  finding.effect.clear();
  finding.concern = Concern::information;
  if (finding.verdict != Verdict::refuted) return;  // it was not confirmed that they differ
  finding.verdict = Verdict::proved;
  finding.method = Method::text;
  finding.scope = fmt::format("no rule that {} plays reads it; {}", names(pair, side), finding.scope);
}

Finding not_confirmed(const Pair& pair, const DifferenceClass& one) {
  Finding finding = asked_of(pair, one);
  finding.details.emplace_back("stopped by the user before it was confirmed");
  return finding;
}

Finding confirmed(Pair& pair, const DifferenceClass& one, uint64_t seed) {
  std::vector<Finding> alone{finding_of(pair, one, seed)};
  Finding& finding = alone.front();
  finding.witness = witness_of(pair, one);
  if (one.shows) {
    const std::string choice =
        finding.witness ? finding.witness->sides[one.shows->allows].said.front().subject : one.shows->action;
    finding.details.push_back(std::string(because_of_this) + shown_later(pair, one, one.way.size(), choice));
  }
  if (!finding.witness) {
    finding.verdict = Verdict::unknown;
    finding.details.emplace_back(no_witness);
    return std::move(finding);
  }
  finding.effect = effect_of(pair, one, *finding.witness);
  const std::string title = title_of(pair, one);
  finding.headline = title.empty() ? finding.effect : title + ": " + finding.effect;
  if (one.game) {  // is_way_there knows these two
    const bool both = finding.witness->sides[1 - one.origin.side].record.start.empty();
    const size_t count = one.game->steps.size();
    const std::string steps = fmt::format("{} step{}", count, count == 1 ? "" : "s");
    const char* lead = count == 1 ? "leads" : "lead";
    finding.details.push_back(
        both ? fmt::format("the same {} from the start {} there in both", steps, lead)
             : fmt::format("{} from the start of {} {} there; the same position is set up in {}", steps,
                           names(pair, one.origin.side), lead, names(pair, 1 - one.origin.side)));
    const size_t whole = finding.witness->sides[one.origin.side].record.steps.size();
    if (whole > most_steps_of_a_witness)
      finding.details.push_back(fmt::format(
          "no record of at most {} steps was found: this one was shortened, and {} positions were "
          "played to leave out more{}",
          most_steps_of_a_witness, one.shortened_in,
          one.led_in == 0
              ? std::string()
              : fmt::format("; {} choices and rolls were tried to lead another game there", one.led_in)));
  }
  confirm_sides(alone, pair.scenarios[0], pair.scenarios[1]);
  return std::move(finding);
}

bool is_way_there(std::string_view detail) {
  return detail.ends_with(" there in both") ||
         detail.find(" there; the same position is set up in ") != detail.npos;
}

std::string line_of(const Pair& pair, const DifferenceClass& one) {
  std::string line = news_of(pair, one);
  if (one.blame.items.empty()) return line;
  line += one.attribution.how == Attribution::How::switched ? "; cause: " : "; suspected cause: ";
  if (!one.blame.certain && one.blame.items.size() > 1) line += "one of ";
  return line + items_listed(one.blame.items);
}

}  // namespace casebook::compare
