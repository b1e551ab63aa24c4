// SPDX-License-Identifier: Apache-2.0
// From the values of a choice's parameters to the packed form in which evaluators offer it.
#include <algorithm>

#include "engine/runtime/text/choice_text.h"

namespace casebook::runtime {

using language::ParamMode;

namespace {

/// The set parameter as bits over its candidates; false when it holds something else.
bool pack_set(const Scenario& scenario, const Position& position, const std::vector<int32_t>& members,
              Choice& choice) {
  const std::vector<int32_t> candidates = set_candidates(scenario, position, choice);
  for (const int32_t member : members) {
    const auto found = std::find(candidates.begin(), candidates.end(), member);
    if (found == candidates.end() || found - candidates.begin() >= limits::candidates) return false;
    choice.set |= uint64_t{1} << static_cast<uint32_t>(found - candidates.begin());
  }
  return true;
}

bool pack(const Scenario& scenario, const Position& position, const NamedChoice& named, Choice& choice) {
  const language::Action& action = scenario.program->actions[named.action];
  const std::vector<int32_t>* members = nullptr;
  size_t single = 0;
  for (size_t i = 0; i < action.params.size(); ++i) {
    const Value& value = named.values[i];
    switch (action.params[i].mode) {
      case ParamMode::single:
        choice.singles[single++] = static_cast<int16_t>(value.number);
        break;
      case ParamMode::set:
        members = &value.items;
        break;
      case ParamMode::path:
        if (value.items.size() > choice.path.size() + 1) return false;
        for (size_t k = 1; k < value.items.size(); ++k)
          choice.path[k - 1] = static_cast<int16_t>(value.items[k]);
        break;
    }
  }
  return members == nullptr || pack_set(scenario, position, *members, choice);
}

}  // namespace

std::vector<Choice> choices_named(const Scenario& scenario, const Position& position,
                                  const NamedChoice& named) {
  const language::Site& site = scenario.program->sites[position.cell(scenario.layout.site) - 1];
  std::vector<Choice> result;
  for (size_t i = 0; i < site.alternatives.size(); ++i) {
    if (site.alternatives[i].action != named.action) continue;
    Choice choice;
    choice.alternative = static_cast<int16_t>(i);
    if (!pack(scenario, position, named, choice)) continue;
    if (choice.alternative == named.alternative)
      result.insert(result.begin(), choice);
    else
      result.push_back(choice);
  }
  return result;
}

}  // namespace casebook::runtime
