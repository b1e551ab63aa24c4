// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/claims.h"

#include <algorithm>
#include <set>

#include "engine/base/text.h"
#include "engine/board/scenario.h"
#include "engine/program/carriers.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/compiled/compiled_answers.h"

namespace casebook::runtime {

using language::Claim;
using language::Program;
using language::Setting;

namespace {

std::pair<std::string, std::string> switch_of(const Program& program, const Setting& setting) {
  if (setting.option != language::none) {
    return {program.options[setting.option].name, setting.value != 0 ? "yes" : "no"};
  }
  const language::Reading& reading = program.readings[setting.reading];
  const auto& values = program.kinds[reading.kind].members;
  return {reading.name, values[static_cast<size_t>(setting.value)]};
}

/// What the scenario has otherwise.
std::vector<Setting> missing(const Scenario& scenario, const std::vector<Setting>& wanted) {
  std::vector<Setting> out;
  for (const Setting& one : wanted) {
    const int32_t here =
        one.option != language::none ? scenario.options[one.option] : scenario.readings[one.reading];
    if (here != one.value) out.push_back(one);
  }
  return out;
}

/// Whether nothing is wrong but that options of the claim and of the scenario do not go together.
bool only_options(const Diagnostics& diagnostics) {
  const auto& all = diagnostics.all();
  return std::all_of(all.begin(), all.end(), [](const Diagnostic& one) {
    return one.severity != Severity::error || one.code == "D0162";
  });
}

}  // namespace

std::string_view claim_status_words(ClaimStatus status) {
  switch (status) {
    case ClaimStatus::held:
      return "held";
    case ClaimStatus::disputed:
      return "disputed";
    case ClaimStatus::failed:
      return "fails";
    case ClaimStatus::undisputed:
      return "holds though disputed";
    case ClaimStatus::says_nothing:
      return "says nothing here";
    case ClaimStatus::no_ruleset:
      return "has no ruleset";
  }
  return {};
}

bool is_as_said(ClaimStatus status) {
  return status == ClaimStatus::held || status == ClaimStatus::disputed;
}

struct Claims::Ruleset {
  std::unique_ptr<ReferenceRules> rules;  // null: it could not be bound
  Diagnostics diagnostics;
};

Claims::Claims(std::shared_ptr<const Scenario> scenario, bool in_bulk)
    : scenario_(std::move(scenario)), in_bulk_(in_bulk) {
}
Claims::~Claims() = default;

size_t Claims::bound() const {
  std::set<std::vector<Setting>> switches;
  for (const auto& [key, ruleset] : rulesets_) switches.insert(key.first);
  return switches.size() - switches.count({});
}

std::string Claims::numbering_of(const Claim& claim) const {
  if (!scenario_->data) return {};
  const std::string edition = language::edition_of(*scenario_->program, claim.place);
  return scenario_->data->map.find_numbering(edition) ? edition : std::string();
}

Claims::Ruleset& Claims::ruleset_for(const Claim& claim) {
  const std::vector<Setting> besides = missing(*scenario_, claim.with);
  const std::string numbering = numbering_of(claim);
  std::unique_ptr<Ruleset>& made = rulesets_[{besides, numbering}];
  if (made) return *made;
  made = std::make_unique<Ruleset>();
  Switches switches;
  for (const Setting& one : besides) switches.push_back(switch_of(*scenario_->program, one));
  const auto scenario = besides.empty() ? scenario_ : bind_besides(*scenario_, switches, made->diagnostics);
  if (!scenario) return *made;
  const auto played = numbered(scenario, numbering);
  made->rules = std::make_unique<ReferenceRules>(played);
  if (!in_bulk_) return *made;
  made->rules->evaluator().answer_with(make_compiled_answers(played));
  made->rules->list_with([played]() -> std::unique_ptr<Rules> {
    try {
      return std::make_unique<CompiledRules>(played);
    } catch (const std::logic_error&) {  // more registers than there are: the reference evaluator lists
      return nullptr;
    }
  });
  return *made;
}

ClaimAnswer Claims::run(const Claim& claim) {
  Ruleset& ruleset = ruleset_for(claim);
  ClaimAnswer answer;
  answer.place = claim.place;
  if (!ruleset.rules) {
    answer.status = only_options(ruleset.diagnostics) ? ClaimStatus::says_nothing : ClaimStatus::no_ruleset;
    for (const Diagnostic& one : ruleset.diagnostics.all()) {
      if (one.severity == Severity::error) answer.found.push_back(one.code + ", " + one.message);
    }
    return answer;
  }
  ClaimReport report = run_claim(*ruleset.rules, claim);
  answer.found = std::move(report.found);
  answer.why_refused = std::move(report.why_refused);
  answer.place = report.place;
  answer.start = std::move(report.start);
  answer.played = std::move(report.played);
  answer.line = report.line;
  answer.ruleset = ruleset.rules->scenario().id;
  const std::string numbers = numbering_of(claim);
  answer.own_numbers =
      numbers.empty() || scenario_->data->map.find_numbering(numbers) == scenario_->data->numbering;
  const bool disputed = !claim.disputed.empty();
  switch (report.result) {
    case ClaimResult::held:
      answer.status = disputed ? ClaimStatus::undisputed : ClaimStatus::held;
      break;
    case ClaimResult::failed:
      answer.status = disputed && report.expectation ? ClaimStatus::disputed : ClaimStatus::failed;
      break;
    case ClaimResult::vacuous: {
      const std::string numbering = report.unknown_hex ? numbering_of(claim) : std::string();
      answer.status = ClaimStatus::says_nothing;
      // The edition's own numbers are not meant for another map: that there is no such hex is an answer.
      if (numbering.empty()) break;
      answer.status = disputed ? ClaimStatus::disputed : ClaimStatus::failed;
      answer.found.push_back("the map has no hex of that number in the numbering " + numbering);
      break;
    }
  }
  return answer;
}

namespace {

Diagnostic& told(const Program& program, const ClaimAnswer& answer, Diagnostics& diagnostics) {
  const SourceRange range = program.range_of(answer.place);
  switch (answer.status) {
    case ClaimStatus::undisputed:
      return diagnostics.error("E0612", range, "this claim is disputed, and it holds");
    case ClaimStatus::says_nothing:
      return diagnostics.warning("W0602", range, "this claim says nothing about this scenario");
    case ClaimStatus::no_ruleset:
      return diagnostics.error("E0613", range, "the data have errors under the switches of this claim");
    default:
      return diagnostics.error("E0610", range, "this claim does not hold");
  }
}

void tell(const Scenario& scenario, const Claim& claim, const ClaimAnswer& answer, Diagnostics& diagnostics) {
  Diagnostic& diagnostic = told(*scenario.program, answer, diagnostics);
  diagnostic.cases.push_back(scenario.program->label_text(claim.label));
  for (const std::string& found : answer.found) {
    bool first = true;
    for (const std::string_view line : split(found, '\n')) {
      if (!trimmed(line).empty())
        diagnostic.notes.push_back({{}, (first ? "found: " : "  ") + std::string(line)});
      first = false;
    }
  }
  for (const std::string_view line : split(answer.why_refused, '\n'))
    if (!trimmed(line).empty()) diagnostic.notes.push_back({{}, "  " + std::string(line)});
  if (answer.status == ClaimStatus::failed && !claim.disputed.empty())
    diagnostic.notes.push_back({{}, "it is disputed, but this is no expectation that fails"});
  if (!answer.ruleset.empty() && answer.ruleset != scenario.id)
    diagnostic.notes.push_back({{}, "it was run under " + answer.ruleset});
}

ClaimCount run_claims(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics,
                      bool with_play, const std::function<bool()>& go_on = {}) {
  Claims claims(scenario);
  ClaimCount count;
  for (const Claim& claim : scenario->program->claims) {
    if (go_on && !go_on()) break;
    if (!with_play && !is_without_play(claim)) {
      ++count.needs_play;
      continue;
    }
    const ClaimAnswer answer = claims.run(claim);
    switch (answer.status) {
      case ClaimStatus::held:
        ++count.held;
        break;
      case ClaimStatus::disputed:
        ++count.disputed;
        break;
      case ClaimStatus::says_nothing:
        ++count.says_nothing;
        break;
      default:
        ++count.otherwise;
    }
    if (!is_as_said(answer.status)) tell(*scenario, claim, answer, diagnostics);
  }
  return count;
}

}  // namespace

ClaimCount run_claims_without_play(const std::shared_ptr<const Scenario>& scenario,
                                   Diagnostics& diagnostics) {
  return run_claims(scenario, diagnostics, false);
}

ClaimCount run_all_claims(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics,
                          const std::function<bool()>& go_on) {
  return run_claims(scenario, diagnostics, true, go_on);
}

}  // namespace casebook::runtime
