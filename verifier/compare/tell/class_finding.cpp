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
  if (origin.sort == Origin::Sort::game)
    return fmt::format(
        "game {} of {}, step {} ({})", origin.game, pair.scenarios[origin.side]->id, origin.step,
        commands_to(pair.scenarios[origin.side]->id, seed, origin.game, static_cast<uint64_t>(origin.step)));
  return fmt::format("a position made up for {}", pair.scenarios[origin.side]->id);
}

Cause cause_of(const Pair& pair, const DifferenceClass& one) {
  const Attribution& from = one.attribution;
  Cause cause;
  cause.items = texts(one.blame.items);
  cause.together = from.together;
  const bool several = cause.items.size() > 1;
  switch (from.how) {
    case Attribution::How::switched: {
      cause.by = Cause::By::switching;
      std::vector<std::string> where;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        if (from.alike[side])
          where.push_back(fmt::format("with {} as {} has {}, {} plays this as {} does",
                                      !several        ? "it"
                                      : from.together ? "them"
                                                      : "any of them",
                                      names(pair, 1 - side), several && from.together ? "them" : "it",
                                      names(pair, side), names(pair, 1 - side)));
      }
      cause.why = fmt::format("known by switching: {}", fmt::join(where, "; "));
      break;
    }
    case Attribution::How::came_to:
      cause.why = fmt::format(
          "known by what {} came to there{}", several ? "they" : "it",
          from.why_not.empty() ? std::string() : fmt::format("; not switched ({})", from.why_not));
      break;
    case Attribution::How::none:
      cause.by = Cause::By::none;
      cause.why = "not attributed to a single case: switching makes no difference here, neither of ";
      cause.why += one.came_out.empty()
                       ? std::string()
                       : joined(texts(one.came_out)) + ", which came out differently, nor of ";
      cause.why += fmt::format("what else is not the same ({} switches tried)", from.tried);
      break;
  }
  return cause;
}

Finding finding_of(Pair& pair, const DifferenceClass& one, uint64_t seed) {
  Finding finding;
  finding.check = "compare";
  finding.subject = one.key;
  finding.concern = Concern::difference;
  finding.verdict = Verdict::refuted;
  finding.method = one.seen ? Method::play : Method::generated;
  finding.cases = cases_of(pair, one.blame);
  finding.claim = fmt::format("{} and {} play alike where {} is concerned", names(pair, 0), names(pair, 1),
                              one.example.action);
  finding.headline = fmt::format("{} and {} play differently where {} is concerned", names(pair, 0),
                                 names(pair, 1), one.example.action);
  finding.text = line_of(pair, one);
  finding.scope = fmt::format("{} position{} looked into; this one: {}", one.met, one.met == 1 ? "" : "s",
                              origin_text(one.origin, pair, seed));
  const ChangedLines lines = lines_of(pair, one);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const language::Place& place : lines.places[side])
      finding.places.push_back(place_in(pair, side, place));
  }
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const std::string& label : one.blame.labels[side]) {
      for (const language::Case& each : pair.scenarios[side]->program->cases) {
        if (each.label != label) continue;
        const std::string& said = each.summary.empty() ? each.title : each.summary;
        if (!said.empty()) finding.details.push_back(names(pair, side) + " " + label + ": " + said);
      }
    }
  }
  if (!one.blame.items.empty())
    finding.details.push_back((one.blame.certain || one.blame.items.size() == 1
                                   ? "responsible: "
                                   : "one of these is responsible: ") +
                              joined(texts(one.blame.items)));
  finding.cause = cause_of(pair, one);
  finding.details.push_back(finding.cause->why);
  if (!one.values.empty()) finding.details.push_back("other values: " + joined(one.values));
  if (one.shows) {
    finding.details.push_back(fmt::format("it shows in what may be chosen {} step{} later: {}",
                                          one.way.size() + 1, one.way.empty() ? "" : "s", one.shows->action));
  }
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
  finding.claim = fmt::format("Nothing in the play of {} reads {}", names(pair, side), joined(one.values));
  finding.text += fmt::format(
      "; nothing in the play of {} reads it, so it is no difference of play by itself", names(pair, side));
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
    finding.headline.clear();
    finding.details.emplace_back("no witness could be written for it");
    return std::move(finding);
  }
  if (one.game) {
    const bool both = way_there(pair, one, 1 - one.origin.side).has_value();
    const size_t count = one.game->steps.size();
    const std::string steps = fmt::format("{} step{}", count, count == 1 ? "" : "s");
    const char* lead = count == 1 ? "leads" : "lead";
    finding.details.push_back(
        both ? fmt::format("the same {} from the start {} there in both", steps, lead)
             : fmt::format("{} from the start of {} {} there; {} is laid out as it stands then", steps,
                           names(pair, one.origin.side), lead, names(pair, 1 - one.origin.side)));
  }
  confirm_sides(alone, pair.scenarios[0], pair.scenarios[1]);
  return std::move(finding);
}

std::string line_of(const Pair& pair, const DifferenceClass& one) {
  const std::string &a = names(pair, one.example.allows), b = names(pair, 1 - one.example.allows);
  const std::string why = one.blame.items.empty() ? "" : " [" + joined(texts(one.blame.items)) + "]";
  switch (one.example.what) {
    case What::permitted:
      return fmt::format(
          "{}: permitted by {}, refused by {} {}{}{}", one.example.action, a, b, one.refusal.label,
          one.refusal.name.empty() || one.refusal.name == one.refusal.label ? ""
                                                                            : " (" + one.refusal.name + ")",
          why);
    case What::offered:
      return fmt::format("{}: offered by {}, not by {}{}", one.example.action, a, b, why);
    case What::effect:
      return fmt::format("{}: leads to another {}{}", one.example.action, joined(one.values), why);
    case What::outcome: {
      std::array<std::string, 2> ends;
      for (const size_t side : {size_t{0}, size_t{1}})
        ends[side] = runtime::outcome_text(
            *pair.scenarios[side], runtime::outcome_of(*pair.scenarios[side], one.example.after[side]));
      return fmt::format("{}: {} in {}, {} in {}{}", one.example.action, ends[0], names(pair, 0), ends[1],
                         names(pair, 1), why);
    }
    case What::next:
      return fmt::format("{}: another choice comes next{}", one.example.action, why);
    case What::player:
      return fmt::format("{}: {} chooses in {}, {} in {}{}", one.example.action,
                         pair.player_text(0, one.example.positions[0]), names(pair, 0),
                         pair.player_text(1, one.example.positions[1]), names(pair, 1), why);
    case What::chance:
      break;
  }
  return fmt::format("{}: chance can bring something else{}", one.example.action, why);
}

}  // namespace casebook::compare
