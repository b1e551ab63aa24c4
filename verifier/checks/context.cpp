// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/context.h"

#include <algorithm>

#include "engine/runtime/binding/bind.h"
#include "verifier/checks/probe.h"
#include "verifier/checks/survey.h"

namespace casebook::checks {

using language::none;

Context::Context(Subject subject, Settings settings)
    : subject_(std::move(subject)), settings_(std::move(settings)) {
}
Context::~Context() = default;

Random Context::random(std::string_view purpose) const {
  uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : purpose) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3ULL;
  return {settings_.seed, hash};
}

Finding& Context::add(std::string_view check, std::string subject, Verdict verdict, Concern concern) {
  Finding& finding = findings_.emplace_back();
  finding.check = std::string(check);
  finding.subject = std::move(subject);
  finding.verdict = verdict;
  finding.concern = concern;
  return finding;
}

void Context::cite(Finding& finding, language::Id label) const {
  if (label == none) return;
  const CaseName name = case_of(program(), label);
  if (std::find(finding.cases.begin(), finding.cases.end(), name) == finding.cases.end())
    finding.cases.push_back(name);
}

void Context::cite(Finding& finding, language::Id label, const language::Place& place) const {
  cite(finding, label);
  if (place.end <= place.begin && place.line <= 1 && place.begin == 0) return;
  if (finding.places.size() < 6) finding.places.push_back(place_of(program(), place));
}

void Context::cite(Finding& finding, const language::Item& item) const {
  cite(finding, item.label, item.place);
}

const References& Context::references() {
  if (!references_) references_ = std::make_unique<References>(program());
  return *references_;
}

ScenarioPtr Context::with(const language::Setting& setting) {
  const auto [found, is_new] = switched_.try_emplace(setting);
  if (!is_new || !scenario() || !scenario()->data) return found->second;
  std::pair<std::string, std::string> one;
  if (setting.option != none) {
    one = {program().options[static_cast<size_t>(setting.option)].name, setting.value != 0 ? "yes" : "no"};
  } else {
    const language::Reading& reading = program().readings[static_cast<size_t>(setting.reading)];
    one = {reading.name,
           program().kinds[static_cast<size_t>(reading.kind)].members[static_cast<size_t>(setting.value)]};
  }
  Diagnostics diagnostics;
  found->second = runtime::bind_besides(*scenario(), {one}, diagnostics);
  return found->second;
}

std::vector<ScenarioPtr> Context::rulesets() const {
  std::vector<ScenarioPtr> all;
  if (scenario()) all.push_back(scenario());
  for (const auto& [setting, ruleset] : switched_) {
    if (ruleset) all.push_back(ruleset);
  }
  return all;
}

const Survey& Context::survey() {
  if (!survey_) {
    tell("playing");
    survey_ = std::make_unique<Survey>(*this);
  }
  return *survey_;
}

Probe& Context::probe() {
  if (!probe_) {
    tell("making up positions");
    probe_ = std::make_unique<Probe>(*this);
  }
  return *probe_;
}

}  // namespace casebook::checks
