// SPDX-License-Identifier: Apache-2.0
// every-reading: does each claim and each invariant hold under every answer to the open questions, and with every
// option?
//
// 1. Set each reading to each of its other values, and each option to the other one: one at a time. Then set several
//    together, in so many rulesets that any two switches have each pair of their values in one of them (a covering
//    array of strength two, made greedily: Cohen et al., "The AETG system", 1997).
// 2. Run every claim in each of these rulesets, with the switches that the claim names. Play a few seeded games, and
//    check the invariants after each step.
// 3. A claim that plays nothing rests on the switches that its expressions read. It is run in every combination of
//    them, if there are not too many.
// 4. For what does not hold, put switches back one by one while it still fails. What is left is the smallest set
//    that breaks it (no part of it does). Other switches make other games: an invariant has as many games as the rules
//    as they are played before a switch counts as needed.
//
// A claim that an answer breaks says something of the rulebook: if the claim is printed there, it settles the question.
// That is told for information. An invariant that an answer breaks is refuted under it, with the game: the answer
// changes play. One that options alone break contradicts them.
// What a rulebook borrows of another is left out. A claim that fails as the rules are played is for claims-hold, an
// invariant for invariants-kept.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/in_parallel.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/checks/shared/site_reach.h"
#include "verifier/finding/counted.h"
#include "verifier/search/reached.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "every-reading";
/// Combinations of the switches that a claim rests on, and rulesets of them for all claims together.
constexpr size_t most_combinations = 64, most_rulesets_of_claims = 200;
/// Values that are tried for the first two switches of a ruleset before the best is taken.
constexpr size_t first_pairs = 8;
constexpr uint64_t games_of_each = 2, positions_of_a_game = 1'000;

using SetOtherwise = std::vector<Setting>;  // sorted; those that are not as the rules are played

struct Broken {
  std::set<size_t> claims, invariants;  // by index
};

class EveryReadingCheck {
 public:
  explicit EveryReadingCheck(Context& context) : context_(context), p_(context.program()) {
    const runtime::Scenario& scenario = *context.scenario();
    for (size_t i = 0; i < p_.readings.size(); ++i) {
      const auto reading = static_cast<ReadingId>(i);
      if (!of_rulebook(p_.readings[reading].label)) continue;
      const auto values = static_cast<int32_t>(p_.kinds[p_.readings[reading].kind].members.size());
      std::vector<Setting>& others = switches_.emplace_back();
      for (int32_t value = 0; value < values; ++value)
        if (value != scenario.readings[reading]) others.push_back({none, reading, value});
      if (others.empty()) switches_.pop_back();
    }
    for (size_t i = 0; i < p_.options.size(); ++i) {
      const auto option = static_cast<OptionId>(i);
      if (of_rulebook(p_.options[option].label))
        switches_.push_back({{option, none, scenario.options[option] != 0 ? 0 : 1}});
    }
  }

  bool any() const { return !switches_.empty(); }

  void ask() {
    for (const Claim& claim : p_.claims) rests_on_.push_back(rests_on(claim));
    as_played_ = broken_in(nullptr, {});
    std::vector<SetOtherwise> all;
    for (const std::vector<Setting>& one : switches_)
      for (const Setting& value : one) all.push_back({value});
    singles_ = all.size();
    for (SetOtherwise& one : every_pair()) all.push_back(std::move(one));
    std::vector<ScenarioPtr> rulesets;
    for (const SetOtherwise& one : all) rulesets.push_back(context_.with(one));
    std::vector<Broken> found(all.size());
    in_parallel(
        all.size(),
        [&](size_t i, size_t) {
          if (rulesets[i] && !context_.stopped()) found[i] = broken_in(rulesets[i], all[i]);
        },
        [&] { return !context_.stopped(); });
    for (size_t i = 0; i < all.size() && !context_.stopped(); ++i) {
      if (!rulesets[i]) continue;
      ++tried_;
      for (const size_t claim : found[i].claims) {
        if (as_played_.claims.count(claim) == 0)
          note(claims_[claim], all[i], [&](const SetOtherwise& fewer) { return breaks_claim(fewer, claim); });
      }
      for (const size_t invariant : found[i].invariants) {
        if (as_played_.invariants.count(invariant) == 0)
          note(invariants_[invariant], all[i],
               [&](const SetOtherwise& fewer) { return breaks_invariant(fewer, invariant); });
      }
    }
    ask_of_claims(all);
  }

  void tell() {
    for (const auto& [claim, sets] : claims_) tell_claim(p_.claims[claim], sets);
    for (const auto& [invariant, sets] : invariants_) tell_invariant(invariant, sets.front());
  }

  std::string scope() const {
    const size_t claims = p_.claims.size() - as_played_.claims.size();
    const auto in_all = [](size_t all, size_t not_in_all, std::string_view one) {
      return fmt::format("{} of {}", all - not_in_all, counted(all, one));
    };
    std::string said = fmt::format(
        "{} and {} hold in all rulesets that were tried (", in_all(claims, claims_.size(), "claim"),
        in_all(p_.invariants.size() - as_played_.invariants.size(), invariants_.size(), "invariant"));
    said += fmt::format("{} with one answer or option changed", grouped(std::min(tried_, singles_)));
    if (tried_ > singles_)
      said +=
          fmt::format(", {} with several, so that each pair of changes is tried", grouped(tried_ - singles_));
    said += fmt::format("; {} with each)", counted(games_of_each, "game"));
    if (of_claims_ > 0)
      said += fmt::format(
          "; claims without moves were also tried in {}, with every combination of the answers "
          "and options that they use",
          counted(of_claims_, "more ruleset", "more rulesets"));
    if (too_many_ > 0) said += fmt::format("; {} read too much for that", counted(too_many_, "claim"));
    return said;
  }

 private:
  using Sets = std::vector<SetOtherwise>;

  /// Rulesets in which any two switches have each pair of their other values. A pair with a value as played is met where
  /// one switch is set otherwise alone.
  std::vector<SetOtherwise> every_pair() {
    using Pair =
        std::array<size_t, 4>;  // two switches, and the value of each: 1 is the first of its other ones
    std::set<Pair> open;
    for (size_t a = 0; a < switches_.size(); ++a)
      for (size_t b = a + 1; b < switches_.size(); ++b)
        for (size_t va = 1; va <= switches_[a].size(); ++va)
          for (size_t vb = 1; vb <= switches_[b].size(); ++vb) open.insert({a, b, va, vb});
    std::vector<SetOtherwise> made;
    Random random = context_.random(id);
    while (!open.empty()) {
      std::vector<size_t> best;
      size_t best_covers = 0;
      for (size_t attempt = 0; attempt < first_pairs; ++attempt) {
        auto first = open.begin();
        std::advance(first, random.below(static_cast<uint32_t>(open.size())));
        std::vector<std::optional<size_t>> row(switches_.size());
        row[(*first)[0]] = (*first)[2];
        row[(*first)[1]] = (*first)[3];
        const auto covers = [&](size_t at, size_t value) {
          size_t count = 0;
          for (size_t other = 0; other < row.size(); ++other) {
            if (other == at || !row[other]) continue;
            count += open.count(at < other ? Pair{at, other, value, *row[other]}
                                           : Pair{other, at, *row[other], value});
          }
          return count;
        };
        for (size_t at = 0; at < row.size(); ++at) {
          if (row[at]) continue;
          size_t value = 0, most = 0;
          for (size_t one = 1; one <= switches_[at].size(); ++one)
            if (const size_t count = covers(at, one); count > most) value = one, most = count;
          row[at] = value;
        }
        size_t all = 0;
        for (size_t at = 0; at < row.size(); ++at) all += covers(at, *row[at]);
        if (all <= best_covers) continue;
        best_covers = all;
        best.clear();
        for (const auto& one : row) best.push_back(*one);
      }
      SetOtherwise settings;
      for (size_t a = 0; a < best.size(); ++a) {
        if (best[a] > 0) settings.push_back(switches_[a][best[a] - 1]);
        for (size_t b = a + 1; b < best.size(); ++b) open.erase({a, b, best[a], best[b]});
      }
      std::sort(settings.begin(), settings.end());
      made.push_back(std::move(settings));
    }
    return made;
  }

  /// Claims that play nothing, in every combination of the switches that they rest on: those not tried yet.
  void ask_of_claims(const std::vector<SetOtherwise>& tried) {
    std::map<SetOtherwise, std::vector<size_t>> of;
    for (size_t claim = 0; claim < rests_on_.size(); ++claim) {
      if (!rests_on_[claim] || as_played_.claims.count(claim) != 0) continue;
      std::vector<SetOtherwise> all{{}};
      for (const std::vector<Setting>& one : switches_) {
        if (rests_on_[claim]->count(name_of(one.front())) == 0) continue;
        const size_t before = all.size();
        for (size_t i = 0; i < before && all.size() <= most_combinations; ++i)
          for (const Setting& value : one) {
            all.push_back(all[i]);
            all.back().push_back(value);
          }
      }
      if (all.size() > most_combinations) {
        ++too_many_;
        continue;
      }
      for (SetOtherwise& one : all) {
        std::sort(one.begin(), one.end());
        if (one.size() > 1 && std::find(tried.begin(), tried.end(), one) == tried.end())
          of[one].push_back(claim);
      }
    }
    std::vector<std::pair<SetOtherwise, std::vector<size_t>>> all(of.begin(), of.end());
    if (all.size() > most_rulesets_of_claims) {
      for (size_t i = most_rulesets_of_claims; i < all.size(); ++i) too_many_ += all[i].second.size();
      all.resize(most_rulesets_of_claims);
    }
    std::vector<ScenarioPtr> rulesets;
    for (const auto& [settings, claims] : all) rulesets.push_back(context_.with(settings));
    std::vector<std::vector<size_t>> found(all.size());
    in_parallel(
        all.size(),
        [&](size_t i, size_t) {
          if (!rulesets[i] || context_.stopped()) return;
          runtime::Claims claims(rulesets[i], true);
          for (const size_t claim : all[i].second)
            if (is_broken(claims, claim)) found[i].push_back(claim);
        },
        [&] { return !context_.stopped(); });
    for (size_t i = 0; i < all.size() && !context_.stopped(); ++i) {
      of_claims_ += rulesets[i] ? 1U : 0U;
      for (const size_t claim : found[i])
        note(claims_[claim], all[i].first,
             [&](const SetOtherwise& fewer) { return breaks_claim(fewer, claim); });
    }
  }

  bool of_rulebook(CaseId label) const {
    return label == none || (context_.in_rulebook(label) && context_.borrowed_of(label).empty());
  }

  /// Switches that have a say in a claim; nothing: any may have, since it plays.
  std::optional<std::set<Named>> rests_on(const Claim& claim) const {
    std::set<Named> all;
    const auto add = [&](const ExprPtr& expr) {
      if (expr) all.merge(asked_by(*context_.scenario(), *expr));
    };
    if (claim.procedure != none) return std::nullopt;
    for (const ClaimLine& line : claim.lines) {
      if (line.step != ClaimStep::expect) return std::nullopt;
      add(line.expr);
    }
    for (const ClaimFill& fill : claim.fills) {
      add(fill.value);
      for (const ExprPtr& arg : fill.args) add(arg);
    }
    return all;
  }
  static Named name_of(const Setting& one) {
    return one.option != none ? Named{Sort::option, one.option} : Named{Sort::reading, one.reading};
  }
  bool may_matter(size_t claim, const SetOtherwise& settings) const {
    const auto& on = rests_on_[claim];
    return !on || settings.empty() || std::any_of(settings.begin(), settings.end(), [&](const Setting& one) {
      return on->count(name_of(one)) != 0;
    });
  }

  /// Null, and no settings: as the rules are played.
  Broken broken_in(const ScenarioPtr& ruleset, const SetOtherwise& settings) const {
    const ScenarioPtr& scenario = ruleset ? ruleset : context_.scenario();
    Broken broken;
    runtime::Claims claims(scenario, true);
    for (size_t i = 0; i < p_.claims.size(); ++i) {
      if (may_matter(i, settings) && is_broken(claims, i)) broken.claims.insert(i);
    }
    for (const auto& [invariant, at] : broken_invariants(scenario, games_of_each, std::nullopt))
      broken.invariants.insert(invariant);
    return broken;
  }
  /// An expectation fails. If a step cannot be played, the claim says nothing there.
  bool is_broken(runtime::Claims& claims, size_t claim) const {
    const Claim& of = p_.claims[static_cast<int32_t>(claim)];
    const runtime::ClaimAnswer answer = claims.run(of);
    return answer.status == runtime::ClaimStatus::failed && answer.line < of.lines.size() &&
           of.lines[answer.line].step >= ClaimStep::expect;
  }

  struct At {
    uint64_t game = 0;
    uint32_t step = 0;
  };
  /// Each that so many games break, and where first. `until`: no further game is played after that one is broken.
  std::map<size_t, At> broken_invariants(const ScenarioPtr& scenario, uint64_t count,
                                         std::optional<size_t> until) const {
    std::map<size_t, At> broken;
    if (p_.invariants.empty() || p_.game == none) return broken;
    games::Games games(scenario, {context_.settings().seed, context_.settings().decisions});
    runtime::InvariantWatch watch(scenario, std::make_unique<runtime::CompiledInvariants>(scenario));
    watch.listen_to(games.rules());
    uint64_t positions = 0;
    games.play(1, count, [&](const games::Moment& moment) {
      if (moment.before == nullptr)
        watch.begin(moment.position, moment.game);
      else
        watch.step(moment.position);
      const bool is_known = until && std::any_of(watch.broken().begin(), watch.broken().end(),
                                                 [&](const runtime::BrokenInvariant& one) {
                                                   return static_cast<size_t>(one.invariant) == *until;
                                                 });
      return !is_known && ++positions < count * positions_of_a_game && !context_.stopped();
    });
    games.rules().on_end_of_run(nullptr);
    for (const runtime::BrokenInvariant& one : watch.broken())
      broken.emplace(static_cast<size_t>(one.invariant), At{one.game, static_cast<uint32_t>(one.step)});
    return broken;
  }
  uint64_t games_of_one() const { return std::max(games_of_each, context_.settings().games); }

  bool breaks_claim(const SetOtherwise& settings, size_t claim) {
    const ScenarioPtr ruleset = context_.with(settings);
    if (!ruleset) return false;
    runtime::Claims claims(ruleset, true);
    return is_broken(claims, claim);
  }
  bool breaks_invariant(const SetOtherwise& settings, size_t invariant) {
    const ScenarioPtr ruleset = context_.with(settings);
    return ruleset && broken_invariants(ruleset, games_of_one(), invariant).count(invariant) != 0;
  }

  /// The smallest part of the settings that does it, unless such a part is known.
  void note(Sets& known, SetOtherwise settings, const std::function<bool(const SetOtherwise&)>& breaks) {
    const auto is_known = [&] {
      return std::any_of(known.begin(), known.end(), [&](const SetOtherwise& one) {
        return std::includes(settings.begin(), settings.end(), one.begin(), one.end());
      });
    };
    if (is_known()) return;
    for (size_t i = 0; i < settings.size() && settings.size() > 1;) {
      SetOtherwise fewer = settings;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (breaks(fewer))
        settings = std::move(fewer);
      else
        ++i;
    }
    if (!is_known()) known.push_back(std::move(settings));
  }

  /// `resuming = resumed`, `the option commandos`
  std::string words(const SetOtherwise& settings) const {
    std::vector<std::string> all;
    for (const Setting& one : settings) {
      if (one.option != none) {
        all.push_back(fmt::format("{} the option {}", one.value != 0 ? "with" : "without",
                                  p_.options[one.option].name));
      } else {
        const Reading& reading = p_.readings[one.reading];
        all.push_back(fmt::format("with {} = {}", reading.name, p_.kinds[reading.kind].members[one.value]));
      }
    }
    return listed(all, "and");
  }
  void cite_switches(Finding& finding, const SetOtherwise& settings) const {
    for (const Setting& one : settings)
      context_.cite(finding,
                    one.option != none ? p_.options[one.option].label : p_.readings[one.reading].label);
  }

  void tell_claim(const Claim& claim, const Sets& sets) {
    Finding& finding = context_.add(id, claim.name, Verdict::refuted, Concern::information);
    finding.kind = kind::not_always;
    finding.claim = fmt::format("\"{}\" holds under every answer and with every option", claim.name);
    finding.headline = fmt::format("\"{}\" does not hold {}", claim.name, words(sets.front()));
    const bool settles = std::all_of(sets.begin(), sets.end(), [](const SetOtherwise& one) {
      return one.size() == 1 && one.front().reading != none;
    });
    finding.text = settles ? "If the rulebook states this, it answers the question itself."
                           : "It holds as the rules are played.";
    for (size_t i = 1; i < sets.size(); ++i)
      finding.details.push_back(fmt::format("It does not hold {} either.", words(sets[i])));
    finding.method = Method::play;
    finding.scope = fmt::format("the claim was evaluated in {}", counted(tried_ + 1, "ruleset"));
    context_.cite(finding, claim);
    for (const SetOtherwise& one : sets) cite_switches(finding, one);
  }

  void tell_invariant(size_t invariant, const SetOtherwise& settings) {
    const ScenarioPtr ruleset = context_.with(settings);
    const std::map<size_t, At> first = broken_invariants(ruleset, games_of_one(), invariant);
    const auto at = first.find(invariant);
    if (at == first.end() || at->second.step == 0) return;
    const Invariant& one = p_.invariants[static_cast<int32_t>(invariant)];
    std::vector<const Setting*> answers;
    for (const Setting& setting : settings)
      if (setting.reading != none) answers.push_back(&setting);
    Finding& finding = context_.add(id, one.name, Verdict::refuted,
                                    answers.empty() ? Concern::contradiction : Concern::ambiguity);
    if (!answers.empty()) finding.marked = Marked::reading;
    if (answers.size() == 1) {
      const Reading& reading = p_.readings[answers.front()->reading];
      finding.same_as =
          SameAs{"ambiguities", reading.name,
                 fmt::format("only with the answer {} = {} a step violates the invariant", reading.name,
                             p_.kinds[reading.kind].members[answers.front()->value])};
    }
    finding.kind = kind::not_always;
    finding.claim = fmt::format("The invariant {} holds under every answer and with every option", one.name);
    finding.headline = fmt::format("A lawful step violates the invariant {} {}", one.name, words(settings));
    finding.text = "As the rules are played, no game violates it.";
    finding.method = Method::play;
    finding.scope = fmt::format("{} in each of {}, and {} before a switch counted as needed",
                                counted(games_of_each, "game"), counted(tried_ + 1, "ruleset"),
                                counted(games_of_one(), "game"));
    context_.cite(finding, one);
    cite_switches(finding, settings);
    games::Games games(ruleset, {context_.settings().seed, context_.settings().decisions});
    Witness witness;
    WitnessSide side;
    side.ruleset = ruleset->id;
    side.record = games.record(at->second.game, at->second.step);
    side.said.push_back({Assertion::What::broken, one.name, {}});
    describe(witness, *ruleset, ruleset->start, Grade::seen);
    witness.sides.push_back(std::move(side));
    finding.witness = std::move(witness);
  }

  Context& context_;
  const Program& p_;
  std::vector<std::vector<Setting>> switches_;            // of each: what it can be set to besides
  std::vector<std::optional<std::set<Named>>> rests_on_;  // by claim
  Broken as_played_;
  std::map<size_t, Sets> claims_, invariants_;
  size_t tried_ = 0, singles_ = 0;
  size_t of_claims_ = 0, too_many_ = 0;
};

Answer run(Context& context) {
  EveryReadingCheck check(context);
  if (!check.any()) return {Verdict::proved, "no readings and no options"};
  if (context.program().claims.empty() && context.program().invariants.empty())
    return {Verdict::proved, "no claims and no invariants"};
  check.ask();
  check.tell();
  return {Verdict::sampled, check.scope()};
}

}  // namespace

Check every_reading() {
  return {id, "Does each claim and invariant hold under every answer to the open questions?", CheckOf::game,
          true, run};
}

}  // namespace casebook::checks
