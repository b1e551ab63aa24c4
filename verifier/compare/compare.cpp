// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verifier/compare/align/changed_lines.h"
#include "verifier/compare/attribute/becomes.h"
#include "verifier/compare/attribute/rests_on_readings.h"
#include "verifier/compare/differ/counting.h"
#include "verifier/compare/differ/whole_game.h"
#include "verifier/compare/hunt/evidence.h"
#include "verifier/compare/hunt/item_results.h"
#include "verifier/compare/hunt/starts.h"
#include "verifier/finding/weight.h"
#include "verifier/search/generated_positions.h"

namespace casebook::compare {

using What = Difference::What;

namespace {

template <class Strings>
std::string joined(const Strings& list) {
  return fmt::format("{}", fmt::join(list, ", "));
}

/// Without what the two have in common of their name.
std::vector<std::string> plain(const std::set<std::string>& items) {
  return {items.begin(), items.end()};
}
std::vector<std::string> plain(const ItemRefs& items) {
  std::vector<std::string> texts;
  for (const ItemRef& item : items) texts.push_back(item.text());
  return texts;
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

/// All lines that are responsible. A class of which nothing is known to be is nobody's but its own.
ChangedLines lines_of(const Pair& pair, const DifferenceClass& one) {
  ChangedLines lines;
  for (const ItemRef& item : one.blame.items) lines.add(changed_lines(pair.alignment, item));
  return lines;
}

/// The line as it stands in the text. Of two rulesets whose files have the same names it says which it is of.
TextPlace place_in(const Pair& pair, size_t side, const language::Place& place) {
  TextPlace out = place_of(*pair.scenarios[side]->program, place);
  if (pair.scenarios[0]->program->edition == pair.scenarios[1]->program->edition)
    out.file = names(pair, side) + ": " + out.file;
  return out;
}

Cause cause_of(const Pair& pair, const DifferenceClass& one) {
  const Attribution& from = one.attribution;
  Cause cause;
  cause.items = plain(one.blame.items);
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
                       : joined(plain(one.came_out)) + ", which came out differently, nor of ";
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
                              joined(plain(one.blame.items)));
  finding.cause = cause_of(pair, one);
  finding.details.push_back(finding.cause->why);
  if (!one.values.empty()) finding.details.push_back("other values: " + joined(one.values));
  if (one.shows) {
    finding.details.push_back(fmt::format("it shows in what may be chosen {} step{} later: {}",
                                          one.way.size() + 1, one.way.empty() ? "" : "s", one.shows->action));
  }
  return finding;
}

/// Actions that both have: without one there is nothing to play in both.
bool anything_in_common(const Pair& pair) {
  const OneWay& way = pair.alignment.from(0);
  return std::any_of(way.actions.begin(), way.actions.end(), [](Id id) { return id != language::none; }) &&
         std::any_of(way.sites.begin(), way.sites.end(), [](int32_t site) { return site >= 0; });
}

/// What the two are played with that is not the same: `hex (20 and 4096)`. Alignment is by name, so pieces or
/// hexes that only one has are choices that the other cannot even name.
std::vector<std::string> other_members(const Pair& pair) {
  std::vector<std::string> out;
  const OneWay& way = pair.alignment.from(0);
  for (size_t kind = 0; kind < way.kinds.size(); ++kind) {
    const Id there = way.kinds[kind];
    if (there == language::none) continue;
    const language::Kind& one = pair.scenarios[0]->program->kinds[kind];
    if (one.reading != language::none || static_cast<Id>(kind) == language::kind_hexside) continue;
    const int32_t here = pair.scenarios[0]->size(static_cast<Id>(kind)),
                  other = pair.scenarios[1]->size(there);
    const auto shared = std::count_if(way.members[kind].begin(), way.members[kind].end(),
                                      [](int32_t member) { return member >= 0; });
    if (shared == here && here == other) continue;
    out.push_back(fmt::format("{} ({} and {}, {} of both)", one.name, here, other, shared));
  }
  return out;
}

std::string what_differs(const Pair& pair) {
  const auto& items = pair.alignment.items();
  const bool texts = std::any_of(items.begin(), items.end(), [](const ItemPair& one) {
    return one.item[0] == nullptr || one.item[1] == nullptr || one.item[0]->text != one.item[1]->text;
  });
  return texts ? "Their texts differ" : "Their rules are the same text and their data differ";
}

Finding answer(const Pair& pair) {
  Finding finding;
  finding.check = "compare";
  finding.subject = "all";
  finding.claim = fmt::format("{} and {} are played alike", pair.scenarios[0]->id, pair.scenarios[1]->id);
  finding.concern = Concern::information;
  return finding;
}

std::string not_alike(const Pair& pair) {
  return fmt::format("{} and {} are not played alike", pair.scenarios[0]->id, pair.scenarios[1]->id);
}

/// Groups by what weighs most in each, and within each the same; their findings follow the answer, and what
/// is of none comes last.
void order_by_weight(Result& result) {
  const auto of = [&](size_t at) -> const Finding& { return result.findings[at]; };
  const auto heavier = [&](size_t a, size_t b) { return weighs_more(of(a), of(b)); };
  for (Group& group : result.groups) std::stable_sort(group.findings.begin(), group.findings.end(), heavier);
  std::stable_sort(result.groups.begin(), result.groups.end(), [&](const Group& a, const Group& b) {
    return heavier(a.findings.front(), b.findings.front());
  });
  std::vector<size_t> order{0};
  for (Group& group : result.groups)
    for (size_t& at : group.findings) order.push_back(std::exchange(at, order.size()));
  std::vector<bool> placed(result.findings.size());
  for (const size_t at : order) placed[at] = true;
  for (size_t at = 0; at < placed.size(); ++at)
    if (!placed[at]) order.push_back(at);
  std::vector<Finding> findings;
  for (const size_t at : order) findings.push_back(std::move(result.findings[at]));
  result.findings = std::move(findings);
}

/// confirm_all; two rulesets of one name (two checkouts of one edition) are asked one after the other.
void confirm_sides(std::vector<Finding>& findings, const ScenarioPtr& a, const ScenarioPtr& b) {
  if (a->id != b->id) {
    confirm_all(findings, {a, b});
    return;
  }
  for (Finding& finding : findings) {
    if (!finding.witness) continue;
    const Witness whole = *finding.witness;
    for (size_t side = 0; side < whole.sides.size(); ++side) {
      finding.witness->sides = {whole.sides[side]};
      std::vector<Finding> one{finding};
      confirm_all(one, {side == 0 ? a : b});
      finding = std::move(one.front());
    }
    finding.witness = whole;
  }
}

/// What differs where they begin follows the answer, which it decides: two that begin otherwise are not
/// played alike, whatever is found from the same position. What rules make of one set-up is for information
/// where differences of rules were found.
void tell_starts(Result& result, StartsApart&& starts, const std::string& not_alike, const ScenarioPtr& a,
                 const ScenarioPtr& b) {
  std::vector<Finding> one{std::move(starts.finding)};
  confirm_sides(one, a, b);
  Finding& all = result.findings.front();
  const auto is_shown = [](const Finding& other) {
    return other.concern == Concern::difference && other.verdict == Verdict::refuted;
  };
  if (starts.by_rules && one.front().verdict == Verdict::refuted && is_shown(all) &&
      std::any_of(result.findings.begin() + 1, result.findings.end(), is_shown)) {
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
  if (all.verdict == Verdict::refuted) all.headline = not_alike;
  if (one.front().cause) {
    const std::vector<std::string>& items = one.front().cause->items;
    for (ItemResult& item : result.items) {
      if (std::find(items.begin(), items.end(), item.sort + " " + item.name) == items.end()) continue;
      if (one.front().verdict == Verdict::refuted) item.verdict = Verdict::refuted;
      item.text = "begins otherwise";
      item.differences.insert(item.differences.begin(), one.front().subject);
    }
  }
  result.findings.insert(result.findings.begin() + 1, std::move(one.front()));
  for (Group& group : result.groups)
    for (size_t& at : group.findings) ++at;
}

/// The side of which nothing in play reads any of the values that differ, if no choice was found in which
/// they show.
std::optional<size_t> unread_by(const Pair& pair, const DifferenceClass& one) {
  if (one.example.what != What::effect || one.shows || one.values.empty()) return std::nullopt;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const std::set<std::string>& unread = pair.unread[side];
    if (std::includes(unread.begin(), unread.end(), one.values.begin(), one.values.end())) return side;
  }
  return std::nullopt;
}

/// A difference of values that is none of play: that one of the two never reads them is known from its text.
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

/// What a class says, with its witness, replayed.
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

}  // namespace

std::string line_of(const Pair& pair, const DifferenceClass& one) {
  const std::string &a = names(pair, one.example.allows), b = names(pair, 1 - one.example.allows);
  const std::string why = one.blame.items.empty() ? "" : " [" + joined(plain(one.blame.items)) + "]";
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

Result compare(const ScenarioPtr& a, const ScenarioPtr& b, const Settings& settings, const GoesOn& goes_on,
               const Tell& tell) {
  Result result;
  Pair pair(a, b);
  for (const ItemPair& item : pair.alignment.items()) result.same_items += item.same ? 1 : 0;
  for (const size_t side : {size_t{0}, size_t{1}}) result.only[side] = pair.transfers[side].only_here();
  Finding all = answer(pair);
  if (!anything_in_common(pair)) {
    all.verdict = Verdict::refuted;
    all.headline = not_alike(pair);
    all.concern = Concern::difference;
    all.method = Method::text;
    all.text =
        "They have nothing in common: no action of one is offered where the other has it, so no position of "
        "one is a position of the other. They are different games.";
    result.findings.push_back(std::move(all));
    return result;
  }
  std::vector<std::string> boardless;
  for (const size_t side : {size_t{0}, size_t{1}})
    if (is_without_board(*pair.scenarios[side])) boardless.push_back(names(pair, side));
  std::optional<StartsApart> starts = boardless.empty() ? starts_apart(pair) : std::nullopt;
  if (pair.alignment.all_same()) {
    all.verdict = Verdict::proved;
    all.method = Method::text;
    all.text =
        starts ? "With its switches settled every item that plays a part has the same meaning in both, so "
                 "that from the same position both are played alike."
               : "With its switches settled every item that plays a part has the same meaning in both, and "
                 "both begin alike.";
    all.scope = fmt::format("{} items", result.same_items);
    result.findings.push_back(std::move(all));
  } else if (!boardless.empty()) {
    all.method = Method::counting;
    all.text = fmt::format(
        "There is no scenario of {}: the board is empty, and nothing is known of play. {}; what reads no "
        "state "
        "was counted.",
        listed(boardless, "and"), what_differs(pair));
    all.scope = "no position was looked at";
    if (const auto others = other_members(pair); !others.empty())
      all.details.push_back("they are not played with the same: " + listed(others, "and"));
    result.findings.push_back(std::move(all));
    for (const ItemPair& item : pair.alignment.items()) {
      if (item.same || of_switches(pair, item) || (goes_on && !goes_on("definitions", 0, 1))) continue;
      const auto counted = count(pair, item, settings.inputs);
      result.items.push_back(item_result(pair, item, {}, counted ? &*counted : nullptr, nullptr, 0));
    }
  } else if (const WholeGame whole = play_all(
                 pair, settings.whole,
                 [&](uint64_t steps) { return !goes_on || goes_on("all of play", steps, settings.whole); });
             whole.complete) {
    all.verdict = Verdict::proved;
    all.method = Method::exploration;
    all.text =
        what_differs(pair) +
        ", and every position that play can come to was looked at: everywhere the same may be chosen and "
        "come, and leads to the same.";
    all.scope = fmt::format("{} positions, {} steps in both", whole.positions, whole.steps);
    result.findings.push_back(std::move(all));
    for (const ItemPair& item : pair.alignment.items()) {
      if (item.same || of_switches(pair, item)) continue;
      ItemResult one = item_result(pair, item, {}, nullptr, nullptr, whole.positions);
      one.verdict = Verdict::proved;
      one.text = "another text, and the same wherever play can come";
      if (item.item[0] == nullptr || item.item[1] == nullptr)
        one.text =
            "only in " + names(pair, item.item[0] != nullptr ? 0 : 1) + ", and nothing in play rests on it";
      else if (item.same_text)
        one.text = "the same but for what it rests on, and the same wherever play can come";
      result.items.push_back(std::move(one));
    }
  } else {
    Classes classes(pair);
    classes.tell([&](const DifferenceClass& one) {
      if (tell) tell(line_of(pair, one));
    });
    std::map<ItemRef, Count> counts;
    std::vector<ApartAt> hexes;
    for (const ItemPair& item : pair.alignment.items()) {
      if (item.same || (goes_on && !goes_on("definitions", counts.size(), pair.alignment.items().size())))
        continue;
      auto counted = count(pair, item, settings.inputs);
      if (!counted) continue;
      constexpr size_t most = 300;  // of each, so that one does not drown another
      const size_t every = counted->hexes.size() / most + 1;
      for (size_t i = 0; !item.same_text && i < counted->hexes.size(); i += every)
        hexes.push_back({item.ref, counted->hexes[i]});
      counts.emplace(item.ref, std::move(*counted));
    }
    Search search(pair, classes, settings.budget, std::move(hexes), goes_on);
    search.play();
    search.make_up();
    search.steer();
    classes.drop_unions();
    search.lawful();
    search.follow();
    search.shrink(settings.shrinking);
    search.attribute();
    result.shares = search.shares();
    result.stopped = search.stopped();
    result.generated = search.generated();
    result.looked_into = classes.looked_into();
    if (search.separation()) {
      result.first = witness_of(pair, *search.separation(), settings.budget.seed);
      const Difference& first = search.separation()->difference;
      DifferenceClass of_separation;
      of_separation.example = first;
      result.first_text = fmt::format(
          "played from the start with the same choices and dice, the two part after {} step{}: {}",
          search.separation()->steps.size(), search.separation()->steps.size() == 1 ? "" : "s",
          first.what == What::permitted || first.what == What::offered
              ? fmt::format("{} may be chosen in {} only", first.action, names(pair, first.allows))
          : first.what == What::player
              ? line_of(pair, of_separation)
              : "the next step leads to other values (" + joined(first.values) + ")");
    }
    std::vector<const DifferenceClass*> known;
    std::map<std::string, std::vector<const DifferenceClass*>> by_lines;
    std::vector<const DifferenceClass*> aside;  // of state that nothing reads
    for (const auto& [key, one] : classes.all()) {
      if (unread_by(pair, one)) {
        aside.push_back(&one);
        continue;
      }
      const bool blamed = one.blame.certain ? !one.blame.items.empty() : one.blame.items.size() == 1;
      by_lines[blamed ? lines_of(pair, one).text() : "~" + key].push_back(&one);
    }
    for (const auto& [lines, group] : by_lines) {
      Group made;
      made.met_in = search.sample().met_in(pair, group);
      if (!lines.starts_with('~')) {
        made.cases = lines;
        const ChangedLines changed = lines_of(pair, *group.front());
        ItemRefs items;
        for (const DifferenceClass* one : group)
          items.insert(one->blame.items.begin(), one->blame.items.end());
        const auto against = lines_against(pair.alignment, items);
        for (const size_t side : {size_t{0}, size_t{1}}) {
          made.labels[side] = plain(changed.labels[side]);
          for (const language::Place& place : against[side])
            made.texts[side].push_back(place_in(pair, side, place).text);
        }
      }
      result.groups.push_back(std::move(made));
      for (const DifferenceClass* one : group) {
        known.push_back(one);
        result.groups.back().findings.push_back(known.size());  // the answer comes first
      }
    }
    const uint64_t looked_at = search.shares()[0].compared + search.shares()[1].compared + search.generated();
    const bool parts = result.first.has_value();  // seen, whatever the classes say
    const std::vector<std::string> others = other_members(pair);
    all.verdict = !known.empty() || parts ? Verdict::refuted
                  : looked_at == 0        ? Verdict::unknown
                                          : Verdict::sampled;
    all.concern = known.empty() && !parts ? Concern::information : Concern::difference;
    if (all.verdict == Verdict::refuted) all.headline = not_alike(pair);
    if (!others.empty()) all.details.push_back("they are not played with the same: " + listed(others, "and"));
    all.method = Method::play;
    all.scope = fmt::format("{} games of each from seed {}, {} positions made up", settings.budget.games,
                            settings.budget.seed, search.generated());
    all.text =
        known.empty() && parts
            ? "They part in play where the first position below says, and no case of either was found to "
              "be responsible."
        : looked_at == 0 ? fmt::format("{}, and no position was looked at.", what_differs(pair))
        : known.empty()
            ? fmt::format("{}, and no position was found in which they are played differently.",
                          what_differs(pair))
            : fmt::format("They differ in {} way{} that {} found{}.", result.groups.size(),
                          result.groups.size() == 1 ? "" : "s", result.groups.size() == 1 ? "was" : "were",
                          result.groups.size() == known.size()
                              ? std::string()
                              : fmt::format(", which {} in {} places of play",
                                            result.groups.size() == 1 ? "shows" : "show", known.size()));
    result.findings.push_back(std::move(all));
    const auto with_seed = [&](Pair& of, const DifferenceClass& one) {
      return confirmed(of, one, settings.budget.seed);
    };
    for (Finding& finding : search.findings(known, with_seed)) result.findings.push_back(std::move(finding));
    // What nobody can be shown is not refuted, neither by itself nor by all of it together.
    Finding& of_all = result.findings.front();
    const auto is_shown = [](const Finding& one) { return one.verdict == Verdict::refuted; };
    if (of_all.verdict == Verdict::refuted && !parts &&
        std::none_of(result.findings.begin() + 1, result.findings.end(), is_shown)) {
      of_all.verdict = Verdict::unknown;
      of_all.headline.clear();
      of_all.text += " No witness could be written for any of them, so it is not known.";
    }
    for (size_t i = 0; i < known.size(); ++i)
      result.findings[i + 1].met_in = search.sample().met_in(pair, {known[i]});
    for (Finding& finding : search.findings(aside, [&](Pair&of, const DifferenceClass&one) {
           Finding made = with_seed(of, one);
           say_unread(of, one, *unread_by(of, one), made);
           return made;
         }))
      result.findings.push_back(std::move(finding));
    std::vector<ItemRefs> to_nothing;
    for (const DifferenceClass* one : known)
      if (one->blame.items.empty()) to_nothing.push_back(could_be_of(pair, *one));
    for (const ItemPair& item : pair.alignment.items()) {
      const auto counted = counts.find(item.ref);
      if (item.same || of_switches(pair, item)) continue;
      const auto asked = std::find_if(search.answers().begin(), search.answers().end(),
                                      [&](const Answers& one) { return one.question.ref == item.ref; });
      result.items.push_back(item_result(
          pair, item, known, counted == counts.end() ? nullptr : &counted->second,
          asked == search.answers().end() ? nullptr : &*asked, looked_at,
          static_cast<size_t>(std::count_if(to_nothing.begin(), to_nothing.end(),
                                            [&](const auto& keys) { return keys.count(item.ref) != 0; }))));
    }
  }
  tell_what_becomes(result.findings, a, b, [&] { return !goes_on || goes_on("what becomes of it", 0, 1); });
  if (!result.groups.empty()) order_by_weight(result);
  if (starts) tell_starts(result, std::move(*starts), not_alike(pair), a, b);
  if (!result.stopped)
    tell_what_rests_on_readings(result.findings, a, b,
                                [&] { return !goes_on || goes_on("reading otherwise", 0, 1); });
  if (result.first) {
    Finding first;
    first.check = "compare";
    first.subject = "first position";
    first.claim = "The first position that separates the two is as the comparison says";
    first.witness = result.first;
    std::vector<Finding> one{std::move(first)};
    confirm_sides(one, a, b);
    if (one.front().verdict == Verdict::tool_error) result.findings.push_back(std::move(one.front()));
  }
  return result;
}

}  // namespace casebook::compare
