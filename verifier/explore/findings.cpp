// SPDX-License-Identifier: Apache-2.0
#include "verifier/explore/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/replay.h"

namespace casebook::explore {

using runtime::NodeKind;
using runtime::OutcomeKind;

namespace {

class Finder {
 public:
  Finder(const Graph& graph, const runtime::Position& start) : graph_(graph), start_(start) {}

  std::vector<Finding> run() {
    const runtime::Scenario& scenario = graph_.scenario();
    const language::Id kind = scenario.program->kind_side;
    for (int32_t side = 0; kind != language::none && side < scenario.size(kind); ++side)
      can(scenario.members[static_cast<size_t>(kind)][static_cast<size_t>(side)] + " can win",
          [side, this](Index index) {
            return graph_.outcome(index) == OutcomeKind::won && graph_.side(index) == side;
          });
    never("nobody is ever stuck",
          [this](Index index) { return graph_.outcome(index) == OutcomeKind::stuck; });
    never("no fault is ever met",
          [this](Index index) { return graph_.outcome(index) == OutcomeKind::fault; });
    can_always_end();
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

  void can(std::string claim, const std::function<bool(Index)>& holds) {
    Finding finding;
    finding.claim = std::move(claim);
    const auto at = where(holds);
    finding.verdict = graph_.complete() ? Verdict::refuted : Verdict::unknown;
    if (!at.empty())
      bear_out(finding, at, Verdict::proved);
    else
      finding.detail = graph_.complete() ? "no position that can be reached is such an end" : bound();
    found_.push_back(std::move(finding));
  }

  void never(std::string claim, const std::function<bool(Index)>& breaks) {
    Finding finding;
    finding.claim = std::move(claim);
    const auto at = where(breaks);
    finding.verdict = graph_.complete() ? Verdict::proved : Verdict::holds_to_bound;
    if (!at.empty())
      bear_out(finding, at, Verdict::refuted);
    else if (!graph_.complete())
      finding.detail = bound();
    found_.push_back(std::move(finding));
  }

  void can_always_end() {
    Finding finding;
    finding.claim = "an end can always be reached";
    if (!graph_.complete()) {
      finding.detail = bound();
    } else {
      const auto at = endless(graph_);
      finding.verdict = Verdict::proved;
      if (!at.empty()) bear_out(finding, at, Verdict::refuted);
    }
    found_.push_back(std::move(finding));
  }

  std::string bound() const { return fmt::format("{} positions were reached and not followed", graph_.open); }

  /// The shortest of these positions, replayed.
  void bear_out(Finding& finding, const std::vector<Index>& at, Verdict verdict) {
    finding.positions = at.size();
    int32_t least = INT32_MAX;
    for (const Index index : at) least = std::min(least, graph_.depth(index));
    std::vector<Index> shortest;
    for (const Index index : at) {
      if (graph_.depth(index) == least) shortest.push_back(index);
    }
    finding.choices = least;
    finding.ways = count_ways(graph_, shortest);
    finding.verdict = verdict;
    runtime::Record record = witness(graph_, shortest.front(), start_);
    Diagnostics diagnostics;
    const auto replayed =
        runtime::replay(record, "the witness",
                        runtime::make_reference_rules(graph_.scenario().shared_from_this()), diagnostics);
    if (!replayed.good || replayed.game->position().words() != graph_.position(shortest.front()).words()) {
      finding.verdict = Verdict::tool_error;
      finding.detail =
          "the reference evaluator does not replay the witness: " + diagnostics_text(diagnostics);
    }
    finding.witness = std::move(record);
  }

  const Graph& graph_;
  const runtime::Position& start_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> findings(const Graph& graph, const runtime::Position& start) {
  return Finder(graph, start).run();
}

}  // namespace casebook::explore
