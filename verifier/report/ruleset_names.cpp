// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/ruleset_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/text.h"
#include "verifier/finding/prose.h"

namespace casebook::report {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

namespace {

ScenarioPtr found(const std::vector<ScenarioPtr>& rulesets, const std::string& id) {
  const auto one = std::find_if(rulesets.begin(), rulesets.end(),
                                [&](const ScenarioPtr& each) { return each && each->id == id; });
  return one == rulesets.end() ? nullptr : *one;
}

/// What one reads otherwise than the other, which is of the same edition: `"the case names hexes"
/// (bridge_off_road = any_hex)`.
std::string read_as(const runtime::Scenario& one, const runtime::Scenario& other) {
  const language::Program& p = *one.program;
  std::vector<std::string> values;
  for (size_t i = 0; i < one.readings.size() && i < other.readings.size(); ++i) {
    const language::Reading& reading = p.readings[i];
    if (one.readings[i] == other.readings[i] || reading.kind == language::none) continue;
    values.push_back(answer_text(p, reading, one.readings[i]));
  }
  return listed(values, "and");
}

}  // namespace

RulesetNames ruleset_names(const Witness& witness, const std::string& played,
                           const std::vector<ScenarioPtr>& rulesets) {
  RulesetNames names;
  std::vector<ScenarioPtr> sides;
  for (const WitnessSide& side : witness.sides) sides.push_back(found(rulesets, side.ruleset));
  const ScenarioPtr as_played = found(rulesets, played);
  const bool all_known = std::all_of(sides.begin(), sides.end(), [](const ScenarioPtr& one) { return one; });
  if (all_known && !sides.empty() && as_played) {
    const language::Program& p = *sides.front()->program;
    for (size_t i = 0; i < p.options.size(); ++i) {
      const bool on_all = std::all_of(sides.begin(), sides.end(), [&](const ScenarioPtr& one) {
        return one->program->edition == p.edition && one->options[i] != 0;
      });
      const bool already = as_played->program->edition == p.edition && as_played->options[i] != 0;
      if (on_all && !already)
        names.options.push_back(p.options[i].title.empty() ? p.options[i].name : p.options[i].title);
    }
  }
  for (size_t i = 0; i < sides.size(); ++i) {
    const ScenarioPtr other = sides.size() == 2 ? sides[1 - i] : nullptr;
    const bool same_edition = sides[i] && other && other->program->edition == sides[i]->program->edition &&
                              other->options == sides[i]->options;
    const std::string value = same_edition ? read_as(*sides[i], *other) : std::string();
    if (!value.empty()) {
      const bool is_played = as_played && as_played->readings == sides[i]->readings;
      names.sides.push_back(
          fmt::format("With the answer {}{}", value, is_played ? ", which these rules use" : ""));
      continue;
    }
    // What reads a rule otherwise, or leaves out what is supplied, has no name of its own to an editor.
    if (sides[i] && !sides[i]->program->rival.empty()) {
      names.sides.emplace_back("With the other answer");
      continue;
    }
    if (sides[i] && !sides[i]->program->without.empty()) {
      names.sides.emplace_back("With the text alone");
      continue;
    }
    // Its options are told apart from it.
    const std::string& id = witness.sides[i].ruleset;
    names.sides.push_back("In " + (names.options.empty() ? id : id.substr(0, id.find('+'))));
  }
  return names;
}

std::string options_text(const runtime::Scenario& here, const runtime::Scenario& there) {
  const auto of = [](const runtime::Scenario& scenario) {
    std::vector<std::string> on, off;
    const auto& options = scenario.program->options;
    for (size_t i = 0; i < options.size(); ++i)
      (scenario.options[i] != 0 ? on : off)
          .push_back(options[i].title.empty() ? options[i].name : options[i].title);
    if (on.empty() && off.empty()) return std::string("there are no options");
    if (on.empty()) return "no option is on (of " + listed(off, "and") + ")";
    return (on.size() == 1 ? "the option " : "the options ") + listed(on, "and") +
           (on.size() == 1 ? " is on" : " are on") +
           (off.empty() ? std::string()
                        : ", off " + (off.size() == 1 ? std::string("is ") : "are ") + listed(off, "and"));
  };
  if (here.program->options.empty() && there.program->options.empty()) return {};
  const std::string mine = of(here), theirs = of(there);
  const bool all_off =
      std::all_of(here.options.begin(), here.options.end(), [](int32_t on) { return on == 0; }) &&
      std::all_of(there.options.begin(), there.options.end(), [](int32_t on) { return on == 0; });
  return fmt::format("Options: here {}; there {}.{}", mine, theirs == mine ? "the same" : theirs,
                     all_off ? " Changes that only an option brings are not in this comparison." : "");
}

std::string with_options_text(const RulesetNames& names) {
  if (names.options.empty()) return {};
  return fmt::format("With the option{} {}", names.options.size() == 1 ? "" : "s",
                     listed(names.options, "and"));
}

}  // namespace casebook::report
