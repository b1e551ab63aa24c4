// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/limit_words.h"

#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

namespace {

template <class Step>
std::string words_after(const Scenario& scenario, Position position, const Step& step) {
  ReferenceRules reference(scenario.shared_from_this());
  step(reference, position);
  return reference.outcome(position).kind == OutcomeKind::limit ? reference.fault_in_words() : std::string();
}

}  // namespace

std::string limit_words(const Scenario& scenario, const Position& before, const Choice& choice) {
  return words_after(scenario, before,
                     [&](ReferenceRules& rules, Position& position) { rules.apply(position, choice); });
}

std::string limit_words(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome) {
  return words_after(scenario, before,
                     [&](ReferenceRules& rules, Position& position) { rules.apply(position, outcome); });
}

std::string limit_words_at(const Scenario& scenario, const Position& choose) {
  return words_after(scenario, choose,
                     [](ReferenceRules& rules, Position& position) { rules.come_again(position); });
}

std::string limit_words_at_start(const Scenario& scenario) {
  return words_after(scenario, scenario.start,
                     [](ReferenceRules& rules, Position& position) { rules.begin(position); });
}

}  // namespace casebook::runtime
