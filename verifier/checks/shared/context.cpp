// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/context.h"

#include <algorithm>

#include "engine/base/fnv.h"
#include "engine/runtime/binding/bind.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/checks/shared/survey.h"

namespace casebook::checks {

using namespace language::ids;
using language::none;

Context::Context(Subject subject, Settings settings)
    : subject_(std::move(subject)), settings_(std::move(settings)) {
}
Context::~Context() = default;

bool Context::stopped() const {
  const std::lock_guard<std::mutex> lock(asking_);
  if (!stopped_ && settings_.go_on) stopped_ = !settings_.go_on();
  return stopped_;
}

Random Context::random(std::string_view purpose) const {
  return {settings_.seed, Fnv1a().text(purpose).value()};
}

Finding& Context::add(std::string_view check, std::string subject, Verdict verdict, Concern concern) {
  Finding& finding = findings_.emplace_back();
  finding.check = std::string(check);
  finding.subject = std::move(subject);
  finding.verdict = verdict;
  finding.concern = concern;
  return finding;
}

void Context::cite(Finding& finding, language::CaseId label) const {
  if (label == none) return;
  const CaseName name = case_of(program(), label);
  if (std::find(finding.cases.begin(), finding.cases.end(), name) == finding.cases.end())
    finding.cases.push_back(name);
}

void Context::cite(Finding& finding, language::CaseId label, const language::Place& place) const {
  cite(finding, label);
  if (place.end <= place.begin && place.line <= 1 && place.begin == 0) return;
  if (finding.places.size() < 6) finding.places.push_back(place_of(program(), place));
}

void Context::cite(Finding& finding, const language::Item& item) const {
  cite(finding, item.label, item.place);
}

std::optional<runtime::UnorderedPair> Context::told_by_exceptions(std::string_view why) const {
  if (std::find(running_.begin(), running_.end(), "exceptions") == running_.end()) return std::nullopt;
  return runtime::pair_told(program(), why);
}

bool Context::is_known(const runtime::UnorderedPair& pair) const {
  return std::any_of(conflicts_.begin(), conflicts_.end(),
                     [&](const MetConflict& one) { return one.pair == pair; });
}

void Context::leave_to_exceptions(MetConflict conflict) {
  if (!is_known(conflict.pair)) conflicts_.push_back(std::move(conflict));
}

const References& Context::references() {
  if (!references_) references_ = std::make_unique<References>(program());
  return *references_;
}

ScenarioPtr Context::with(const std::vector<language::Setting>& settings) {
  const auto [found, is_new] = switched_.try_emplace(settings);
  if (!is_new || !scenario() || !scenario()->data) return found->second;
  std::vector<std::pair<std::string, std::string>> all;
  for (const language::Setting& setting : settings) {
    if (setting.option != none) {
      all.emplace_back(program().options[setting.option].name, setting.value != 0 ? "yes" : "no");
    } else {
      const language::Reading& reading = program().readings[setting.reading];
      all.emplace_back(reading.name, program().kinds[reading.kind].members[setting.value]);
    }
  }
  Diagnostics diagnostics;
  found->second = runtime::bind_besides(*scenario(), all, diagnostics);
  return found->second;
}

bool Context::in_rulebook(CaseId label) const {
  if (!subject_.cases || label == none) return true;
  const std::string& text = program().label_text(label);
  return std::any_of(subject_.cases->cases.begin(), subject_.cases->cases.end(),
                     [&](const board::CaseLine& one) { return one.label == text && one.of.empty(); });
}

std::string Context::borrowed_of(CaseId label) const {
  if (!subject_.cases || label == none) return {};
  const std::string& text = program().label_text(label);
  for (const board::CaseLine& one : subject_.cases->cases) {
    if (one.label == text) return one.of;
  }
  return {};
}

std::vector<language::Setting> Context::options_besides(const runtime::Scenario& other) const {
  std::vector<language::Setting> on;
  for (size_t i = 0; i < program().options.size(); ++i) {
    const auto option = static_cast<OptionId>(i);
    if (other.options[option] != scenario()->options[option])
      on.push_back({option, language::none, other.options[option]});
  }
  return on;
}

ScenarioPtr Context::with_options() {
  if (with_options_) return *with_options_;
  with_options_.emplace();
  if (!scenario()) return nullptr;
  std::vector<uint8_t> on = scenario()->options;
  std::vector<language::Setting> settings;
  // Those that need others come after them.
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < program().options.size(); ++i) {
      const language::Option& one = program().options[i];
      const auto is_on = [&](OptionId other) { return on[static_cast<size_t>(other)] != 0; };
      bool fits = on[i] == 0 && in_rulebook(one.label) &&
                  std::all_of(one.needs.begin(), one.needs.end(), is_on) &&
                  std::none_of(one.excludes.begin(), one.excludes.end(), is_on);
      for (size_t other = 0; other < on.size() && fits; ++other) {
        const auto& shut = program().options[other].excludes;
        fits = on[other] == 0 || std::find(shut.begin(), shut.end(), static_cast<OptionId>(i)) == shut.end();
      }
      if (!fits) continue;
      on[i] = 1;
      settings.push_back({static_cast<OptionId>(i), none, 1});
      more = true;
    }
  }
  std::sort(settings.begin(), settings.end());
  if (!settings.empty()) *with_options_ = with(settings);
  return *with_options_;
}

std::vector<ScenarioPtr> Context::rulesets() const {
  std::vector<ScenarioPtr> all;
  if (scenario()) all.push_back(scenario());
  for (const auto& [setting, ruleset] : switched_) {
    if (ruleset) all.push_back(ruleset);
  }
  all.insert(all.end(), spoken_of_.begin(), spoken_of_.end());
  return all;
}

const Survey& Context::survey() {
  if (!survey_) {
    tell("playing");
    survey_ = std::make_unique<Survey>(*this);
  }
  return *survey_;
}

const std::vector<std::unique_ptr<Survey>>& Context::surveys_of_others() {
  for (size_t i = surveys_of_others_.size(); i < subject_.others.size() && !stopped(); ++i) {
    tell("playing " + subject_.others[i]->id);
    const Context other({subject_.others[i]->id, subject_.others[i]->program, subject_.others[i], {}},
                        settings_);
    surveys_of_others_.push_back(std::make_unique<Survey>(other));
  }
  return surveys_of_others_;
}

Probe& Context::probe() {
  if (!probe_) {
    tell("making up positions");
    probe_ = std::make_unique<Probe>(*this, scenario());
  }
  return *probe_;
}

std::string Context::where_positions_come_from() const {
  std::string text = probe_ ? probe_->where_from() : std::string();
  if (probe_with_options_)
    text += (text.empty() ? "" : "; ") + ("with all options " + probe_with_options_->where_from());
  return text;
}

Probe* Context::probe_with_options() {
  if (!probe_with_options_ && with_options()) {
    tell("making up positions with every option");
    probe_with_options_ = std::make_unique<Probe>(*this, with_options());
  }
  return probe_with_options_.get();
}

}  // namespace casebook::checks
