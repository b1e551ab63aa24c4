// SPDX-License-Identifier: Apache-2.0
#include "verifier/explore/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/control.h"
#include "verifier/finding/counted.h"
#include "verifier/search/broken_by_steps.h"

namespace casebook::explore {

using runtime::NodeKind;
using runtime::OutcomeKind;

namespace {

class Finder {
 public:
  Finder(const Graph& graph, const runtime::Position& start)
      : graph_(graph), scenario_(graph.scenario().shared_from_this()), start_(start) {}

  std::vector<Shown> run(bool invariants) {
    const runtime::Scenario& scenario = graph_.scenario();
    const language::KindId kind = scenario.program->kind_side;
    for (int32_t side = 0; kind != language::none && side < scenario.size(kind); ++side)
      can({scenario.members[kind][static_cast<size_t>(side)] + " can win", {}}, [side, this](Index index) {
        return graph_.outcome(index) == OutcomeKind::won && graph_.side(index) == side;
      });
    never({"nobody is ever stuck", "every player who must choose has a lawful choice"}, Concern::impossible,
          [this](Index index) { return graph_.outcome(index) == OutcomeKind::stuck; });
    never({"no fault is ever met", "no rule faults"}, Concern::contradiction,
          [this](Index index) { return graph_.outcome(index) == OutcomeKind::fault; });
    can_always_end();
    if (invariants) ask_invariants();
    ask_mined();
    return std::move(found_);
  }

 private:
  std::vector<Index> where(const std::function<bool(Index)>& holds) const {
    std::vector<Index> found;
    for (Index index = 0; index < graph_.size(); ++index) {
      if (holds(index)) found.push_back(index);
    }
    return found;
  }

  /// The subject is part of a fingerprint, and keeps the words of 0.1.
  struct Asked {
    std::string subject, claim;  // no claim: the subject says it
  };

  Shown shown(const Asked& asked, Concern concern) const {
    Shown one;
    one.finding.check = "explore";
    one.finding.subject = asked.subject;
    one.finding.claim = asked.claim.empty() ? asked.subject : asked.claim;
    one.finding.concern = concern;
    one.finding.method = Method::exploration;
    one.finding.scope = (graph_.complete() ? "all " : "") + counted(graph_.size(), "position");
    return one;
  }
  void keep(Shown one) {
    // Nothing is wrong with what is as it should be.
    if (one.finding.verdict == Verdict::proved) one.finding.concern = Concern::information;
    std::vector<Finding> alone{std::move(one.finding)};
    confirm_all(alone, {scenario_});
    one.finding = std::move(alone.front());
    found_.push_back(std::move(one));
  }

  void can(const Asked& claim, const std::function<bool(Index)>& holds) {
    Shown one = shown(claim, Concern::impossible);
    const auto at = where(holds);
    one.finding.verdict = graph_.complete() ? Verdict::refuted : Verdict::unknown;
    if (!at.empty())
      bear_out(one, at, Verdict::proved, {});
    else
      one.finding.text = graph_.complete() ? "no reachable position is such an end" : bound();
    keep(std::move(one));
  }

  void never(const Asked& claim, Concern concern, const std::function<bool(Index)>& breaks) {
    never(claim, concern, where(breaks), {});
  }
  void never(const Asked& claim, Concern concern, const std::vector<Index>& at, const std::string& invariant,
             language::CaseId label = language::none) {
    Shown one = shown(claim, concern);
    if (label != language::none) one.finding.cases.push_back(case_of(*scenario_->program, label));
    one.finding.verdict = graph_.complete() ? Verdict::proved : Verdict::holds_to_bound;
    if (!at.empty())
      bear_out(one, at, Verdict::refuted, invariant);
    else if (!graph_.complete())
      one.finding.text = bound();
    keep(std::move(one));
  }

  void can_always_end() {
    Shown one = shown({"an end can always be reached", "the game can always end"}, Concern::impossible);
    if (!graph_.complete()) {
      one.finding.text = bound();
    } else {
      const auto at = endless(graph_);
      one.finding.verdict = Verdict::proved;
      if (!at.empty()) bear_out(one, at, Verdict::refuted, {});
    }
    keep(std::move(one));
  }

  /// Of each position at a site those that are due there, and of each step those of the step and of the ends
  /// of procedures on its way.
  void ask_invariants() {
    const auto& all = scenario_->program->invariants;
    if (all.empty()) return;
    runtime::CompiledInvariants compiled(scenario_);
    runtime::ReferenceRules reference(scenario_);
    std::map<language::InvariantId, std::vector<Index>> broken;
    std::vector<language::InvariantId> due;
    for (Index index = 0; index < graph_.size(); ++index) {
      if (graph_.kind(index) == NodeKind::over) continue;
      const runtime::Position position = graph_.position(index);
      runtime::invariants_due(*scenario_, position, false, due);
      compiled.load(position, nullptr);
      for (const language::InvariantId id : due) {
        std::vector<Index>& at = broken[id];
        const bool holds = compiled.can_ask(id) ? compiled.holds(id)
                                                : !runtime::check_invariant(reference, id, position, nullptr);
        if (!holds) at.push_back(index);
      }
    }
    for (const auto& [id, at] : broken) {
      const language::Invariant& one = all[static_cast<size_t>(id)];
      never({fmt::format("the invariant {} holds", one.name), {}}, Concern::contradiction, at, one.name,
            one.label);
    }
    if (std::any_of(all.begin(), all.end(), of_steps)) ask_invariants_of_steps();
  }

  /// Mined invariants are called proved. So one that a position breaks is a mistake of Casebook. They speak of
  /// play from the scenario's start.
  void ask_mined() {
    if (!scenario_->mined || scenario_->mined->kept.empty() || start_ != begun()) return;
    const runtime::MinedInvariants& mined = *scenario_->mined;
    runtime::CompiledInvariants compiled(mined.rules);
    std::map<language::InvariantId, std::vector<Index>> broken;
    uint64_t positions = 0;
    for (Index index = 0; index < graph_.size(); ++index) {
      if (graph_.kind(index) == NodeKind::over) continue;
      const runtime::Position position = graph_.position(index);
      const std::vector<language::InvariantId>& here =
          mined.at[static_cast<size_t>(position.cell(scenario_->layout.site) - 1)];
      if (here.empty()) continue;
      ++positions;
      compiled.load(position, nullptr);
      for (const language::InvariantId id : here)
        if (!compiled.holds(id)) broken[id].push_back(index);
    }
    for (const auto& [id, at] : broken) {
      Shown one = shown({fmt::format("the mined invariant {} holds", runtime::mined_text(mined, id)), {}},
                        Concern::contradiction);
      bear_out(one, at, Verdict::tool_error, {});
      one.finding.witness->sides.front().said = {
          {Assertion::What::value, mined.rules->program->invariants[id].name, "no"}};
      one.finding.text = "it is called proved, and the record leads to a position that violates it";
      keep(std::move(one));
    }
    if (!broken.empty()) return;
    Shown one = shown({"the mined invariants hold", {}}, Concern::contradiction);
    one.finding.verdict = graph_.complete() ? Verdict::proved : Verdict::holds_to_bound;
    one.finding.text = fmt::format("{} at {}", counted(mined.kept.size(), "mined invariant"),
                                   counted(positions, "position"));
    if (!graph_.complete()) one.finding.text += "; " + bound();
    keep(std::move(one));
  }

  static bool of_steps(const language::Invariant& one) {
    return one.where == language::InvariantWhere::every_step ||
           one.where == language::InvariantWhere::end_of_procedure;
  }

  void ask_invariants_of_steps() {
    const auto& all = scenario_->program->invariants;
    games::BrokenBySteps steps(scenario_, std::make_unique<runtime::CompiledRules>(scenario_));
    std::map<language::InvariantId, std::vector<std::pair<Index, games::PlayedStep>>> broken;
    std::vector<language::InvariantId> before_the_first;
    if (start_ == begun()) before_the_first = steps.broken_before_the_first();
    std::vector<runtime::Choice> choices;
    std::vector<runtime::ChanceOutcome> outcomes;
    for (Index index = 0; index < graph_.size(); ++index) {
      if (graph_.kind(index) == NodeKind::over || graph_.is_open(index)) continue;
      const runtime::Position position = graph_.position(index);
      const auto ask = [&](const games::PlayedStep& step) {
        for (const language::InvariantId id : steps.broken(position, step))
          if (of_steps(all[static_cast<size_t>(id)])) broken[id].emplace_back(index, step);
      };
      if (graph_.kind(index) == NodeKind::chance) {
        steps.rules().outcomes(position, outcomes);
        for (const runtime::ChanceOutcome& one : outcomes) ask({true, {}, one});
      } else {
        steps.rules().choices(position, choices);
        for (const runtime::Choice& one : choices) ask({false, one, {}});
      }
    }
    for (size_t i = 0; i < all.size(); ++i) {
      if (!of_steps(all[i])) continue;
      const auto id = static_cast<language::InvariantId>(i);
      Shown one = shown({fmt::format("the invariant {} holds", all[i].name), {}}, Concern::contradiction);
      one.finding.cases.push_back(case_of(*scenario_->program, all[i].label));
      one.finding.verdict = graph_.complete() ? Verdict::proved : Verdict::holds_to_bound;
      if (!graph_.complete()) one.finding.text = bound();
      if (std::count(before_the_first.begin(), before_the_first.end(), id) != 0) {
        one.finding.verdict = Verdict::refuted;
        one.finding.text = "it does not hold at the end of a procedure before the first choice";
        add_witness(one, {}, all[i].name);
      } else if (const auto found = broken.find(id); found != broken.end()) {
        bear_out_by_a_step(one, found->second, all[i].name);
      }
      keep(std::move(one));
    }
  }

  runtime::Position begun() const {
    runtime::Position fresh = scenario_->start;
    runtime::make_compiled_rules(scenario_)->begin(fresh);
    return fresh;
  }

  /// The first of these steps that is fewest choices from the start. How many ways there are is not counted.
  void bear_out_by_a_step(Shown& one, const std::vector<std::pair<Index, games::PlayedStep>>& at,
                          const std::string& invariant) const {
    const auto choices = [&](const std::pair<Index, games::PlayedStep>& step) {
      return graph_.depth(step.first) + (step.second.chance ? 0 : 1);
    };
    const auto& [index, step] = *std::min_element(
        at.begin(), at.end(), [&](const auto& a, const auto& b) { return choices(a) < choices(b); });
    const int32_t nearest = choices({index, step});
    one.finding.verdict = Verdict::refuted;
    one.finding.text =
        fmt::format("{} step{}, the nearest after {} choice{}", at.size(),
                    at.size() == 1 ? " violates it" : "s violate it", nearest, nearest == 1 ? "" : "s");
    const auto way = games::played(explore::witness(graph_, index, start_), scenario_);
    if (!way) throw std::logic_error("the way to a position does not replay");
    games::PlayedGame game = *way;
    game.steps.push_back(step);
    add_witness(one, game, invariant);
  }

  void add_witness(Shown& one, const games::PlayedGame& game, const std::string& invariant) const {
    Witness witness;
    witness.grade = Grade::reachable;
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = games::record_of(game, scenario_);
    side.said.push_back({Assertion::What::broken, invariant, {}});
    witness.sides.push_back(std::move(side));
    one.finding.witness = std::move(witness);
  }

  /// Up to which depth every position is among those visited: that of the least deep one that was not
  /// followed, or the one before where chance would have led on within it.
  std::string bound() const {
    int32_t all_to = INT32_MAX;
    for (const Index index : where([&](Index one) { return graph_.is_open(one); }))
      all_to =
          std::min(all_to, graph_.depth(index) - (graph_.kind(index) == runtime::NodeKind::chance ? 1 : 0));
    const std::string rest = fmt::format("{} reached and not followed", counted(graph_.open, "position"));
    if (all_to < 0) return rest;
    return fmt::format("all positions within {} choice{} were visited, {}", all_to, all_to == 1 ? "" : "s",
                       rest);
  }

  /// The shortest of these positions: what it is, or the invariant that does not hold there.
  void bear_out(Shown& one, const std::vector<Index>& at, Verdict verdict, const std::string& invariant) {
    one.positions = at.size();
    int32_t least = INT32_MAX;
    for (const Index index : at) least = std::min(least, graph_.depth(index));
    std::vector<Index> shortest;
    for (const Index index : at) {
      if (graph_.depth(index) == least) shortest.push_back(index);
    }
    one.choices = least;
    one.ways = count_ways(graph_, shortest);
    one.finding.verdict = verdict;
    Witness witness;
    witness.grade = Grade::reachable;
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = explore::witness(graph_, shortest.front(), start_);
    const runtime::Position position = graph_.position(shortest.front());
    if (invariant.empty())
      side.said.push_back({Assertion::What::outcome,
                           {},
                           runtime::outcome_text(*scenario_, runtime::outcome_of(*scenario_, position))});
    else
      side.said.push_back({Assertion::What::broken, invariant, {}});
    witness.sides.push_back(std::move(side));
    one.finding.witness = std::move(witness);
  }

  const Graph& graph_;
  std::shared_ptr<const runtime::Scenario> scenario_;
  const runtime::Position& start_;
  std::vector<Shown> found_;
};

}  // namespace

std::vector<Shown> findings(const Graph& graph, const runtime::Position& start, bool invariants) {
  return Finder(graph, start).run(invariants);
}

}  // namespace casebook::explore
