// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/chance_text.h"

#include "engine/base/rational.h"
#include "engine/base/text.h"
#include "engine/runtime/absent.h"

namespace casebook::runtime {

using language::Measure;
using language::Site;
using language::SiteKind;
using language::Type;

namespace {

const Type& type_of(const Scenario& scenario, const Site& site, size_t die) {
  return scenario.program->vars[site.vars[die]].type;
}

std::string range_text(const Scenario& scenario, const Type& type) {
  const Measure& measure = scenario.program->measures[type.of];
  return scenario.value_text(type, measure.low) + " to " + scenario.value_text(type, measure.high);
}

std::optional<ChanceOutcome> parse_draw(const Scenario& scenario, const Site& site, std::string_view text,
                                        ChanceProblem& problem) {
  const std::string_view name = trimmed(text);
  const KindId kind = site.set->type.of;
  ChanceOutcome outcome;
  outcome.count = 1;
  if (const auto member = scenario.find(kind, name)) {
    outcome.values[0] = *member;
    return outcome;
  }
  const std::string& kind_name = scenario.program->kinds[kind].name;
  const std::string why = why_absent(scenario, kind, name);
  problem = {0, text.size(), "there is no " + kind_name + " named " + quoted(name) + why,
             "the name of a " + kind_name,
             why.empty() ? std::string(scenario.nearest(kind, name)) : std::string()};
  return std::nullopt;
}

std::optional<ChanceOutcome> parse_roll(const Scenario& scenario, const Site& site, std::string_view text,
                                        ChanceProblem& problem) {
  ChanceOutcome outcome;
  outcome.count = static_cast<uint8_t>(site.vars.size());
  const std::string how_many = std::to_string(site.vars.size()) + (site.vars.size() == 1 ? " die" : " dice");
  size_t die = 0;
  for (size_t at = text.find_first_not_of(", "); at < text.size(); at = text.find_first_not_of(", ", at)) {
    const size_t end = std::min(text.find_first_of(", ", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (die == site.vars.size()) {
      problem = {at, text.size(), "there are more dice here than are rolled", how_many, {}};
      return std::nullopt;
    }
    const Type& type = type_of(scenario, site, die);
    const Measure& measure = scenario.program->measures[type.of];
    const auto number = parse_rational(word);
    const auto step = Rational::make(measure.step_numerator, measure.step_denominator);
    const auto value = number && step ? whole_steps(*number, *step) : std::nullopt;
    if (!value || *value < measure.low || *value > measure.high) {
      problem = {at, end, quoted(word) + " is no face of this die", range_text(scenario, type), {}};
      return std::nullopt;
    }
    outcome.values[die++] = static_cast<int32_t>(*value);
    at = end;
  }
  if (die < site.vars.size()) {
    problem = {text.size(), text.size(), "there are fewer dice here than are rolled", how_many, {}};
    return std::nullopt;
  }
  return outcome;
}

}  // namespace

std::string chance_text(const Scenario& scenario, const Site& site, const ChanceOutcome& outcome) {
  if (site.kind == SiteKind::draw)
    return scenario.members[site.set->type.of][static_cast<size_t>(outcome.values[0])];
  std::string text;
  for (size_t i = 0; i < outcome.count; ++i) {
    if (i > 0) text += ", ";
    text += scenario.value_text(type_of(scenario, site, i), outcome.values[i]);
  }
  return text;
}

std::optional<ChanceOutcome> parse_chance(const Scenario& scenario, const Site& site, std::string_view text,
                                          ChanceProblem& problem) {
  return site.kind == SiteKind::draw ? parse_draw(scenario, site, text, problem)
                                     : parse_roll(scenario, site, text, problem);
}

}  // namespace casebook::runtime
