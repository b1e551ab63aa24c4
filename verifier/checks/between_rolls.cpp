// SPDX-License-Identifier: Apache-2.0
// between-rolls: must a player make all his choices of a kind before the first roll?
//
// Where a loop of a procedure lets somebody choose, rolls for it and lets him choose again, he knows the first
// roll when he makes the second choice. Rulebooks often say neither that he does nor that all targets are named
// first. The check plays on from positions in which somebody has several choices of one action, and may also
// choose something else: who has to make all of them chooses only their order. It makes one, and goes on until
// somebody chooses there again. The action is asked about if a die was thrown for the first choice, before any
// other choice, the player is the same, and a choice that was lawful before the roll is lawful after it.
//
// A claim answers the question if a statement of the list of cases names it, and the claim expects such a choice
// to be lawful after a roll.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "engine/program/edit/rivals.h"
#include "engine/program/flow_graph.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/answered.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/kind.h"
#include "verifier/search/played_step.h"

namespace casebook::checks {

using namespace runtime;
using language::none;
using namespace language::ids;

namespace {

constexpr const char* id = "between-rolls";
/// Ways on from a position, steps of each, and positions that are begun from for one action.
constexpr int most_ways = 4, most_steps = 12;
constexpr size_t most_begun = 400;

/// From a position to the next choice of the same player there.
struct Again {
  std::vector<games::PlayedStep> steps;
  Choice later;  // lawful before the first of the steps and after the last
};

class BetweenRollsCheck {
 public:
  explicit BetweenRollsCheck(Context& context)
      : context_(context),
        probe_(context.probe()),
        scenario_(context.scenario()),
        p_(context.program()),
        rules_(scenario_),
        graph_(p_),
        random_(context.random(id)) {}

  size_t asked = 0, answered = 0;

  void ask() {
    // A procedure that asks at several sites for the same action has one question.
    std::map<std::tuple<ProcedureId, ActionId, CaseId>, std::vector<Asked>> all;
    for (size_t site = 0; site < p_.sites.size(); ++site) {
      const language::Site& at = p_.sites[static_cast<SiteId>(site)];
      // A choice in the loop of the whole game is one of another turn.
      if (at.kind != language::SiteKind::choose || at.procedure == p_.game || at.procedure == p_.settle)
        continue;
      std::set<ActionId> seen;
      for (const language::Alternative& one : at.alternatives) {
        const language::Action& action = p_.actions[one.action];
        if (action.params.empty() || action.watch != none || !context_.in_rulebook(action.label)) continue;
        // Without a way back within the procedure, who chooses there again does so in another run of it.
        if (one.target != at.flow && !graph_.after(one.target, true)[static_cast<size_t>(at.flow)]) continue;
        if (seen.insert(one.action).second)
          all[{at.procedure, one.action, one.label == none ? action.label : one.label}].push_back(
              {static_cast<SiteId>(site), &one});
      }
    }
    for (const auto& [what, sites] : all) {
      if (context_.stopped()) return;
      ask(sites);
    }
  }

 private:
  struct Asked {
    SiteId site;
    const language::Alternative* of;
  };

  void ask(const std::vector<Asked>& sites) {
    const Tried* best = nullptr;
    std::optional<Again> shown;
    size_t found = 0, begun = 0, found_in_games = 0, begun_in_games = 0;
    const language::Alternative& of = *sites.front().of;
    for (const Tried& tried : probe_.positions()) {
      if (tried.grade == Grade::typed || context_.stopped()) continue;
      if (std::none_of(sites.begin(), sites.end(), [&](const Asked& one) { return one.site == tried.site; }))
        continue;
      if (begun == most_begun) break;
      const std::vector<Choice> before = choices_of(tried.position, of.action);
      if (before.size() < 2 || before.size() == choices_.size()) continue;
      const size_t in_games = tried.grade == Grade::seen ? 1 : 0;
      ++begun;
      begun_in_games += in_games;
      auto again = choose_again(tried.position, before, of.action);
      if (!again) continue;
      ++found;
      found_in_games += in_games;
      // The earliest of a game, or else the shortest from any position.
      const auto rank = [](const Tried& one, const Again& way) {
        return std::pair(one.grade != Grade::seen, one.step + way.steps.size());
      };
      if (best != nullptr && rank(*best, *shown) <= rank(tried, *again)) continue;
      best = &tried, shown = std::move(again);
    }
    if (best == nullptr) return;
    ++asked;
    if (is_answered(of)) {
      ++answered;
      return;
    }
    report(best->site, of, *best, *shown,
           fmt::format("in {} of {} with several such choices, a player may choose again after the roll",
                       grouped(found), counted(begun, "position")),
           {found_in_games, begun_in_games, 0, 0, found, begun});
  }

  bool is_of(const Position& position, const Choice& choice, ActionId action) const {
    const SiteId site = position.cell(scenario_->layout.site) - 1;
    return p_.sites[site].alternatives[static_cast<size_t>(choice.alternative)].action == action;
  }
  std::vector<Choice> choices_of(const Position& position, ActionId action) {
    rules_.choices(position, choices_);
    std::vector<Choice> of;
    for (const Choice& one : choices_)
      if (is_of(position, one, action)) of.push_back(one);
    return of;
  }

  std::optional<Again> choose_again(const Position& from, const std::vector<Choice>& before,
                                    ActionId action) {
    std::optional<Again> best;
    for (int way = 0; way < most_ways; ++way) {
      auto again = go_on(from, before, action);
      if (again && (!best || again->steps.size() < best->steps.size())) best = std::move(again);
    }
    return best;
  }
  /// At random, until somebody chooses there again; nothing where the procedure ends before, no die is thrown for
  /// the choice, or another player chooses.
  std::optional<Again> go_on(const Position& from, const std::vector<Choice>& before, ActionId action) {
    const int32_t site = from.cell(scenario_->layout.site);
    const ProcedureId procedure = p_.sites[site - 1].procedure;
    const int32_t player = rules_.player(from);
    Again again;
    Position position = from;
    bool rolled = false, is_for_it = true;
    const auto take = [&](const games::PlayedStep& step) {
      games::apply(rules_, position, step);
      again.steps.push_back(step);
    };
    take({false, before[random_.below(static_cast<uint32_t>(before.size()))], {}});
    for (int step = 0; step < most_steps; ++step) {
      const NodeKind node = rules_.node(position);
      if (node == NodeKind::over) return std::nullopt;
      if (node == NodeKind::chance) {
        rules_.outcomes(position, outcomes_);
        const SiteId at = position.cell(scenario_->layout.site) - 1;
        rolled = rolled || (is_for_it && p_.sites[at].kind == language::SiteKind::roll);
        take({true, {}, outcomes_[random_.below(static_cast<uint32_t>(outcomes_.size()))]});
        continue;
      }
      if (position.cell(scenario_->layout.returns[procedure]) == 0) return std::nullopt;
      if (position.cell(scenario_->layout.site) == site) {
        if (!rolled || rules_.player(position) != player) return std::nullopt;
        for (const Choice& later : choices_of(position, action)) {
          if (std::find(before.begin(), before.end(), later) == before.end()) continue;
          again.later = later;
          return again;
        }
        return std::nullopt;
      }
      rules_.choices(position, choices_);
      is_for_it = false;
      take({false, choices_[random_.below(static_cast<uint32_t>(choices_.size()))], {}});
    }
    return std::nullopt;
  }

  /// `bombard(`, which begins such a choice as a claim writes it.
  bool names(const language::ClaimLine& line, const language::Action& action) const {
    return line.choice.rfind(action.name + "(", 0) == 0;
  }
  bool expects_it_after_a_roll(const language::Claim& claim, const language::Action& action) const {
    using language::ClaimStep;
    bool chosen = false, rolled = false;
    for (const language::ClaimLine& line : claim.lines) {
      if (line.step == ClaimStep::play && names(line, action)) chosen = true;
      if (line.step == ClaimStep::roll && chosen) rolled = true;
      if (line.step == ClaimStep::expect_permitted && rolled && names(line, action)) return true;
    }
    return false;
  }
  bool is_answered(const language::Alternative& of) const {
    return has_carried_claim(context_, none, [&](const language::Claim& claim) {
      return claim.with.empty() && expects_it_after_a_roll(claim, p_.actions[of.action]);
    });
  }

  void report(SiteId site, const language::Alternative& of, const Tried& tried, const Again& again,
              const std::string& scope, const Met& met) {
    Game game(make_reference_rules(scenario_), tried.position);
    const std::string first = choice_text(*scenario_, tried.position, again.steps.front().choice);
    for (const games::PlayedStep& step : again.steps)
      if (!games::take(game, step)) return;
    const std::string later = choice_text(*scenario_, game.position(), again.later);
    const language::Action& action = p_.actions[of.action];
    const language::CaseId label = of.label == none ? action.label : of.label;
    const std::string question = fmt::format("Must a player make every choice {} before the first roll?",
                                             language::phrase_in_general(p_, action));
    Finding& finding =
        context_.add(id, fmt::format("{}.{}", p_.procedures[p_.sites[site].procedure].name, action.name),
                     Verdict::refuted, Concern::ambiguity);
    finding.kind = kind::unasked;
    finding.claim = fmt::format("The rules say whether {} is chosen before the first roll or between rolls",
                                language::phrase_in_general(p_, action));
    finding.headline = fmt::format("{} ({}): {}", case_in_text(p_.label_text(label)),
                                   label == none ? action.name : p_.cases[label].title, question);
    finding.text = fmt::format(
        "These rules answer \u201cno\u201d: after {} and the roll for it, {} is lawful. It was lawful before the roll, too. "
        "With the answer \u201cyes\u201d the player chooses without knowing the roll.",
        first, later);
    finding.method = tried.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = scope;
    finding.met = met;
    finding.details.push_back(
        "If the text answers it, acknowledge this finding and cite the sentence. If not, the text has to say it.");
    context_.cite(finding, label, of.place);
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    witness.game = tried.game, witness.step = tried.step;
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = game.record();
    side.record.seeded_dice = false;
    side.said = {{Assertion::What::permitted, later, {}}};
    witness.sides.push_back(std::move(side));
    finding.witness = std::move(witness);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  CompiledRules rules_;
  language::FlowGraph graph_;
  Random random_;
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  BetweenRollsCheck check(context);
  check.ask();
  std::string scope =
      fmt::format("{} after a roll, looked for in {}",
                  counted(check.asked, "choice that is made again", "choices that are made again"),
                  context.probe().scope());
  if (check.answered > 0)
    scope +=
        fmt::format("; {} left out, because a claim already answers the question", grouped(check.answered));
  return {Verdict::sampled, scope};
}

}  // namespace

Check between_rolls() {
  return {id,
          "Must a player make all his choices of a kind before the first roll?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
