// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/claim_words.h"

#include <fmt/format.h>
#include <algorithm>
#include <vector>

#include "engine/base/text.h"
#include "engine/program/walk.h"
#include "engine/runtime/absent.h"
#include "engine/runtime/control.h"
#include "engine/runtime/layout.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/moment_text.h"

namespace casebook::runtime {

using language::Expr;
using language::Program;
using language::Site;
using language::SiteKind;

namespace {

constexpr size_t most_names = 12;  // a longer list helps nobody

bool is_number(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// `a die is rolled here (`d` in resolve): write `roll N` first`
std::string chance_words(const Program& program, const Site& site) {
  const std::string& procedure = program.procedures[site.procedure].name;
  std::string names, numbers;
  for (const Id var : site.vars) {
    names += (names.empty() ? "`" : ", `") + program.vars[var].name + "`";
    numbers += numbers.empty() ? "N" : ", N";
  }
  if (site.kind == SiteKind::draw)
    return fmt::format("a member is drawn here ({} in {}): write `draw NAME` first", names, procedure);
  if (site.vars.size() == 1)
    return fmt::format("a die is rolled here ({} in {}): write `roll {}` first", names, procedure, numbers);
  return fmt::format("{} dice are rolled here ({} in {}): write `roll {}` first", site.vars.size(), names,
                     procedure, numbers);
}

}  // namespace

std::string waiting_words(ReferenceRules& rules, const Position& position) {
  const Scenario& scenario = rules.scenario();
  const Program& program = *scenario.program;
  switch (rules.node(position)) {
    case NodeKind::over:
      return {};
    case NodeKind::chance:
      return chance_words(program, rules.site(position));
    case NodeKind::choose:
      break;
  }
  const std::string player =
      scenario.value_text({language::TypeTag::entity, program.kind_side, 1}, rules.player(position));
  const std::string numbers = numbers_text(scenario, position);
  return fmt::format("{} chooses, at {}{}", player,
                     site_text(program, position.cell(scenario.layout.site) - 1),
                     numbers.empty() ? "" : ", " + numbers);
}

std::string expected_of_chance(ReferenceRules& rules, const Position& position, const ChanceOutcome& wanted) {
  const Scenario& scenario = rules.scenario();
  const Program& program = *scenario.program;
  const Site& site = rules.site(position);
  if (site.kind == SiteKind::draw) {
    std::vector<ChanceOutcome> outcomes;
    rules.outcomes(position, outcomes);
    std::vector<std::string> names;
    for (const ChanceOutcome& one : outcomes) names.push_back(chance_text(scenario, site, one));
    if (names.size() > most_names) return fmt::format("expected one of {} members", names.size());
    return "expected " + listed(names);
  }
  if (wanted.count != site.vars.size())
    return fmt::format("expected {} {}", site.vars.size(), site.vars.size() == 1 ? "die" : "dice");
  for (size_t i = 0; i < site.vars.size(); ++i) {
    const language::Type& type = program.vars[site.vars[i]].type;
    const language::Measure& measure = program.measures[type.of];
    if (wanted.values[i] < measure.low || wanted.values[i] > measure.high)
      return fmt::format("expected {} to {}", scenario.value_text(type, measure.low),
                         scenario.value_text(type, measure.high));
  }
  return "the `given` of this roll excludes it";
}

std::string reasons_of_refusal(const Explanation& explanation) {
  std::string text;
  for (const ExplanationLine& verdict : explanation.verdicts) {
    if (verdict.holds || !verdict.why) continue;
    text += derivation_text(*verdict.why, 0);
  }
  return text;
}

std::string nearest_to_missing(const Scenario& scenario, const Expr& expr) {
  std::string text;
  language::walk(expr, [&](const Expr& one) {
    if (!text.empty() || one.op != language::Op::named_entity || scenario.find(one.type.of, one.text)) return;
    if (!why_absent(scenario, one.type.of, one.text).empty()) return;
    // A number is seldom misspelt: it is one of another map, and any hex of this one is near to it.
    const auto& hexes = scenario.members[language::kind_hex];
    if (one.type.of == language::kind_hex && is_number(one.text) && !hexes.empty()) {
      text = fmt::format("; this map has {} to {}", hexes.front(), hexes.back());
      return;
    }
    if (const auto nearest = scenario.nearest(one.type.of, one.text); !nearest.empty()) {
      text = "; did you mean " + quoted(nearest) + "?";
      return;
    }
    std::vector<std::string> names;
    if (one.type.of == language::kind_hex) {
      for (const language::Box& box : scenario.program->boxes) names.push_back(box.name);
      if (!names.empty())
        text = (names.size() == 1 ? "; the only box is " : "; the boxes are ") + listed(names, "and");
    } else {
      names = scenario.members[one.type.of];
      if (!names.empty() && names.size() <= most_names) text = "; expected " + listed(names);
    }
  });
  return text;
}

bool is_running(const Scenario& scenario, const Position& position, Id procedure) {
  if (position.cell(scenario.layout.site) == 0) return false;  // before the start, and after the end
  return procedure == scenario.program->game || position.cell(scenario.layout.returns[procedure]) != 0;
}

std::optional<std::string> state_out_of_scope(const Scenario& scenario, const Position& position, Id state) {
  const Program& program = *scenario.program;
  const language::State& one = program.states[state];
  if (one.procedure == language::none || is_running(scenario, position, one.procedure)) return std::nullopt;
  const language::Procedure& owner = program.procedures[one.procedure];
  return fmt::format("\"{}\" lives only while \"{}\" runs; begin with `at {}{}`", one.name, owner.name,
                     owner.name, owner.params.empty() ? "" : "(...)");
}

std::optional<std::string> state_out_of_scope(const Scenario& scenario, const Position& position,
                                              const Expr& expr) {
  std::optional<std::string> found;
  language::walk(expr, [&](const Expr& one) {
    if (!found && one.op == language::Op::state) found = state_out_of_scope(scenario, position, one.ref);
  });
  return found;
}

}  // namespace casebook::runtime
