// SPDX-License-Identifier: Apache-2.0
#include "verifier/mutate/by_verify.h"

#include <utility>
#include <vector>

#include "verifier/checks/list.h"
#include "verifier/checks/verify.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/reach_break.h"

namespace casebook::mutate {

namespace {

// Not the one of the reference evaluator.
using FindingVerdict = casebook::Verdict;

constexpr size_t stage_of_proofs = 3;

std::vector<std::string> checks_of(size_t stage) {
  constexpr std::array needs{checks::Needs::nothing, checks::Needs::games, checks::Needs::positions};
  std::vector<std::string> ids;
  for (const checks::Check& check : checks::all_checks())
    if (check.needs == needs.at(stage)) ids.push_back(check.id);
  return ids;
}

bool is_defect(const Finding& one) {
  if (one.verdict != FindingVerdict::refuted || one.marked != Marked::not_at_all) return false;
  if (one.witness && one.witness->grade == Grade::typed) return false;  // perhaps no game can reach it
  switch (one.concern) {
    case Concern::contradiction:
    case Concern::gap:
    case Concern::impossible:
      return true;
    case Concern::idle:
      // A requirement that is left out is `yes` in its place: that it says nothing then is how it was altered.
      return (one.method == Method::text || one.method == Method::counting) &&
             !(one.check == "definitions" && one.subject.starts_with("requirement "));
    default:
      return false;
  }
}

std::string name_of_property(const language::Program& program, size_t id) {
  const size_t own = program.invariants.size();
  return id < own ? program.invariants[id].name : std::string(symbolic::own_properties.at(id - own));
}

}  // namespace

ByVerify::Said ByVerify::said_of(const ScenarioPtr& scenario, size_t stage) const {
  Said said;
  if (stage < stage_of_proofs) {
    checks::Subject subject = subject_;
    subject.program = scenario->program;
    subject.scenario = scenario;
    checks::Settings settings;
    settings.seed = seed_;
    settings.solver_resources = symbolic::query_limit::definition;
    settings.go_on = go_on_;
    for (const Finding& one : checks::verify(std::move(subject), settings, checks_of(stage)).findings) {
      if (one.verdict == FindingVerdict::tool_error)
        said.all.emplace("tool error", one.check + ": " + one.claim);
      else if (is_defect(one))
        said.all.emplace("check", one.check + ": " + one.claim);
    }
    return said;
  }
  const language::Program& program = *scenario->program;
  if (program.game == language::none) return said;
  symbolic::InductionSettings proving;
  proving.go_on = go_on_;
  symbolic::Induction induction = symbolic::prove_invariants(scenario, proving);
  symbolic::ReachSettings reaching;
  reaching.go_on = go_on_;
  symbolic::reach_breaks(scenario, induction, reaching);
  for (size_t id = 0; id < induction.verdicts.size(); ++id) {
    const std::string name = name_of_property(program, id);
    if (induction.verdicts[id] == FindingVerdict::refuted) said.all.emplace("proof", name + " is refuted");
    if (induction.verdicts[id] == FindingVerdict::tool_error) said.all.emplace("tool error", name);
    if (induction.verdicts[id] == FindingVerdict::proved) said.proved.insert(name);
  }
  for (const symbolic::Contradiction& one : induction.contradictions)
    said.all.emplace("proof", symbolic::contradiction_text(program, one));
  return said;
}

const ByVerify::Said& ByVerify::said_of_the_original(size_t stage) const {
  std::call_once(asked_.at(stage), [&] { original_.at(stage) = said_of(subject_.scenario, stage); });
  return original_.at(stage);
}

std::optional<Notice> ByVerify::ask(const ScenarioPtr& altered) const {
  for (size_t stage = 0; stage < stages; ++stage) {
    const Said& original = said_of_the_original(stage);
    const Said now = said_of(altered, stage);
    if (go_on_ && !go_on_()) throw runtime::ListingStopped{};
    for (const auto& [by, what] : now.all)
      if (original.all.count({by, what}) == 0) return Notice{by, what};
    for (const std::string& name : original.proved)
      if (now.proved.count(name) == 0) return Notice{"proof lost", name + " is no longer proved"};
  }
  return std::nullopt;
}

}  // namespace casebook::mutate
