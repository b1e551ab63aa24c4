// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/explanation.h"

#include <nlohmann/json.hpp>

#include "engine/base/text.h"

namespace casebook::cli {

using runtime::Explanation;
using runtime::ExplanationLine;

std::string explanation_text(const runtime::Scenario& scenario, const std::string& choice,
                             const Explanation& explanation) {
  std::string text =
      choice +
      (explanation.lawful ? " is lawful\n" : " is " + runtime::refusal_text(scenario, explanation) + "\n");
  std::string holding;
  for (const ExplanationLine& verdict : explanation.verdicts) {
    const std::string& label = scenario.program->label_text(verdict.label);
    const std::string name =
        label + (verdict.name.empty() || verdict.name == label ? "" : " (" + verdict.name + ")");
    if (verdict.holds) {
      holding += (holding.empty() ? "" : ", ") + name;
      continue;
    }
    text += "  " + name + ": ";
    if (const language::CaseId id = verdict.label; id != language::none) {
      if (const std::string& summary = scenario.program->cases[id].summary; !summary.empty()) text += summary;
    }
    text += "\n";
    if (verdict.why) text += runtime::derivation_text(*verdict.why, 2);
  }
  if (!holding.empty()) text += "  holds: " + holding + "\n";
  return text;
}

nlohmann::ordered_json explanation_json(const runtime::Scenario& scenario, const Explanation& explanation) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ExplanationLine& verdict : explanation.verdicts) {
    nlohmann::ordered_json one{{"case", scenario.program->label_text(verdict.label)},
                               {"name", verdict.name},
                               {"holds", verdict.holds},
                               {"requires", verdict.where}};
    if (verdict.why) one["because"] = runtime::derivation_json(*verdict.why);
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace casebook::cli
