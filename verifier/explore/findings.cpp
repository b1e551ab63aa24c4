// SPDX-License-Identifier: Apache-2.0
#include "verifier/explore/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "engine/runtime/checks.h"
#include "engine/runtime/compiled_invariants.h"
#include "engine/runtime/control.h"

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
    const language::Id kind = scenario.program->kind_side;
    for (int32_t side = 0; kind != language::none && side < scenario.size(kind); ++side)
      can(scenario.members[static_cast<size_t>(kind)][static_cast<size_t>(side)] + " can win",
          [side, this](Index index) {
            return graph_.outcome(index) == OutcomeKind::won && graph_.side(index) == side;
          });
    never("nobody is ever stuck", Concern::impossible,
          [this](Index index) { return graph_.outcome(index) == OutcomeKind::stuck; });
    never("no fault is ever met", Concern::contradiction,
          [this](Index index) { return graph_.outcome(index) == OutcomeKind::fault; });
    can_always_end();
    if (invariants) ask_invariants();
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

  Shown shown(const std::string& claim, Concern concern) const {
    Shown one;
    one.finding.check = "explore";
    one.finding.subject = claim;
    one.finding.claim = claim;
    one.finding.concern = concern;
    one.finding.method = Method::exploration;
    one.finding.scope =
        fmt::format("{} positions{}", graph_.size(), graph_.complete() ? ", all there are" : "");
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

  void can(const std::string& claim, const std::function<bool(Index)>& holds) {
    Shown one = shown(claim, Concern::impossible);
    const auto at = where(holds);
    one.finding.verdict = graph_.complete() ? Verdict::refuted : Verdict::unknown;
    if (!at.empty())
      bear_out(one, at, Verdict::proved, {});
    else
      one.finding.text = graph_.complete() ? "no position that can be reached is such an end" : bound();
    keep(std::move(one));
  }

  void never(const std::string& claim, Concern concern, const std::function<bool(Index)>& breaks) {
    never(claim, concern, where(breaks), {});
  }
  void never(const std::string& claim, Concern concern, const std::vector<Index>& at,
             const std::string& invariant, language::Id label = language::none) {
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
    Shown one = shown("an end can always be reached", Concern::impossible);
    if (!graph_.complete()) {
      one.finding.text = bound();
    } else {
      const auto at = endless(graph_);
      one.finding.verdict = Verdict::proved;
      if (!at.empty()) bear_out(one, at, Verdict::refuted, {});
    }
    keep(std::move(one));
  }

  /// Of each position at a site those that are due there.
  void ask_invariants() {
    const std::vector<language::Invariant>& all = scenario_->program->invariants;
    if (all.empty()) return;
    runtime::CompiledInvariants compiled(scenario_);
    runtime::ReferenceRules reference(scenario_);
    std::map<language::Id, std::vector<Index>> broken;
    std::vector<language::Id> due;
    for (Index index = 0; index < graph_.size(); ++index) {
      if (graph_.kind(index) == NodeKind::over) continue;
      const runtime::Position position = graph_.position(index);
      runtime::invariants_due(*scenario_, position, false, due);
      compiled.load(position, nullptr);
      for (const language::Id id : due) {
        std::vector<Index>& at = broken[id];
        const bool holds = compiled.can_ask(id) ? compiled.holds(id)
                                                : !runtime::check_invariant(reference, id, position, nullptr);
        if (!holds) at.push_back(index);
      }
    }
    for (const auto& [id, at] : broken) {
      const language::Invariant& one = all[static_cast<size_t>(id)];
      never(fmt::format("the invariant {} holds", one.name), Concern::contradiction, at, one.name, one.label);
    }
  }

  /// Up to which depth every position is among those visited: that of the least deep one that was not
  /// followed, or the one before where chance would have led on within it.
  std::string bound() const {
    int32_t all_to = INT32_MAX;
    for (const Index index : where([&](Index one) { return graph_.is_open(one); }))
      all_to =
          std::min(all_to, graph_.depth(index) - (graph_.kind(index) == runtime::NodeKind::chance ? 1 : 0));
    const std::string rest = fmt::format("{} position{} reached and not followed", graph_.open,
                                         graph_.open == 1 ? " was" : "s were");
    if (all_to < 0) return rest;
    return fmt::format("all positions of up to {} choice{} were visited, {}", all_to, all_to == 1 ? "" : "s",
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
