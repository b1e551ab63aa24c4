// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ruleset_identity.h"

#include <algorithm>

#include "engine/base/switch_names.h"
#include "engine/base/text.h"

namespace casebook::runtime {

RulesetIdentity identity_of(const Scenario& scenario) {
  const language::Program& program = *scenario.program;
  RulesetIdentity identity;
  identity.edition = program.edition;
  identity.scenario = scenario.id.substr(0, scenario.id.find('+'));
  for (size_t i = 0; i < program.options.size(); ++i) {
    identity.switches.emplace_back(switch_name(program.options[i].name),
                                   scenario.options[i] != 0 ? "yes" : "no");
  }
  for (size_t i = 0; i < program.readings.size(); ++i) {
    const language::Kind& kind = program.kinds[program.readings[i].kind];
    identity.switches.emplace_back(switch_name(program.readings[i].name),
                                   switch_name(kind.members[scenario.readings[i]]));
  }
  if (!program.without.empty()) identity.switches.emplace_back("without", without_text(program));
  if (!program.rival.empty()) identity.switches.emplace_back("rival", switch_name(program.rival));
  identity.rules = scenario.rules_fingerprint;
  identity.data = scenario.fingerprint;
  return identity;
}

std::string without_text(const language::Program& program) {
  std::string text;
  for (const std::string& name : program.without) text += (text.empty() ? "" : ",") + switch_name(name);
  return text;
}

std::string fingerprint_text(uint64_t fingerprint) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (size_t i = 16; i-- > 0; fingerprint >>= 4U) text[i] = digits[fingerprint & 15U];
  return text;
}

IdentityDifference compare(const RulesetIdentity& said, const RulesetIdentity& here) {
  IdentityDifference difference;
  difference.edition = !said.edition.empty() && said.edition != here.edition;
  difference.rules = said.rules != 0 && said.rules != here.rules;
  difference.data = said.data != 0 && said.data != here.data;
  for (const auto& setting : said.switches) {
    const bool agrees = std::any_of(here.switches.begin(), here.switches.end(), [&setting](const auto& one) {
      return same_switch(one.first, setting.first) && same_switch(one.second, setting.second);
    });
    if (!agrees) difference.switches.push_back(switch_name(setting.first));
  }
  return difference;
}

std::string difference_text(const IdentityDifference& difference, const RulesetIdentity& said,
                            const RulesetIdentity& here) {
  std::vector<std::string> parts;
  if (difference.edition)
    parts.push_back("it belongs to edition " + quoted(said.edition) + ", and this is " +
                    quoted(here.edition));
  if (difference.rules) {
    parts.push_back("its rules have the fingerprint " + fingerprint_text(said.rules) + ", and these have " +
                    fingerprint_text(here.rules));
  }
  if (!difference.switches.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : difference.switches) names.push_back(quoted(name));
    parts.push_back((names.size() == 1 ? "the switch " : "the switches ") + listed(names, "and") +
                    (names.size() == 1 ? " is" : " are") + " set otherwise");
  }
  if (parts.empty() && difference.data) {
    parts.push_back("map, order of battle or set-up have changed since it was written");
  }
  return listed(parts, "and");
}

}  // namespace casebook::runtime
