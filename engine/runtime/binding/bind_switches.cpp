// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/switch_names.h"
#include "engine/base/text.h"
#include "engine/program/carriers.h"
#include "engine/runtime/binding/binder.h"
#include "engine/runtime/ruleset_identity.h"

namespace casebook::runtime {

namespace {

/// `4.4 is a case; of its readings and options there is sharing=at-once (or by-phase-end, penalised)`
std::string switches_of_case(const language::Program& program, CaseId label) {
  std::vector<std::string> own;
  for (const language::Option& option : program.options)
    if (option.label == label) own.push_back(switch_name(option.name));
  for (const language::Reading& reading : program.readings) {
    if (reading.label != label || reading.kind == language::none) continue;
    std::vector<std::string> values;
    for (const std::string& value : program.kinds[reading.kind].members) values.push_back(switch_name(value));
    own.push_back(fmt::format("{}=VALUE (VALUE is {})", switch_name(reading.name), listed(values)));
  }
  const std::string& text = program.label_text(label);
  return own.empty() ? text + " is a case, which has no option and no reading"
                     : fmt::format("{} is a case; it has {}", text, listed(own, "and"));
}

}  // namespace

void ScenarioBinder::switches(const Switches& overriding) {
  scenario_.options.assign(program_.options.size(), 0);
  for (const language::Reading& reading : program_.readings) scenario_.readings.push_back(reading.fallback);
  const auto set = [&](const std::string& name, const std::string& value, const SourceRange& range) {
    for (size_t i = 0; i < program_.options.size(); ++i) {
      if (!same_switch(program_.options[i].name, name)) continue;
      if (value == "yes" || value == "on" || value == "true")
        scenario_.options[i] = 1;
      else if (value == "no" || value == "off" || value == "false")
        scenario_.options[i] = 0;
      else
        diagnostics_
            .error("D0161", range, fmt::format("the option {} cannot be \"{}\"", switch_name(name), value))
            .expected = "yes or no";
      return;
    }
    for (size_t i = 0; i < program_.readings.size(); ++i) {
      if (!same_switch(program_.readings[i].name, name)) continue;
      const auto& values = program_.kinds[program_.readings[i].kind].members;
      for (size_t k = 0; k < values.size(); ++k) {
        if (!same_switch(values[k], value)) continue;
        scenario_.readings[i] = static_cast<int32_t>(k);
        return;
      }
      Diagnostic& diagnostic = diagnostics_.error(
          "D0161", range, fmt::format("the reading {} has no value \"{}\"", switch_name(name), value));
      std::vector<std::string> shown;
      for (const std::string& one : values) shown.push_back(switch_name(one));
      diagnostic.expected = listed(shown);
      diagnostic.suggestion = nearest_name(switch_name(value), shown);
      return;
    }
    std::vector<std::string> known;
    for (const auto& option : program_.options) known.push_back(switch_name(option.name));
    for (const auto& reading : program_.readings) known.push_back(switch_name(reading.name));
    Diagnostic& diagnostic =
        diagnostics_.error("D0160", range, fmt::format("the rules have no option or reading \"{}\"", name));
    constexpr size_t most = 12;  // more are looked up rather than read
    diagnostic.expected = known.empty() ? "nothing: this edition has no switches"
                          : known.size() <= most
                              ? listed(known)
                              : fmt::format(
                                    "NAME of an option or NAME=VALUE of a reading; `casebook "
                                    "show EDITION --readings` lists all {}",
                                    known.size());
    diagnostic.suggestion = nearest_name(switch_name(name), known);
    // A case is what people remember of a reading.
    if (const CaseId label = language::find_case(program_, name); label != language::none)
      diagnostic.notes.push_back({{}, switches_of_case(program_, label)});
  };
  for (const board::Switch& one : data_.scenario.switches) {
    const std::string value =
        one.value.kind == board::DataKind::boolean ? (one.value.boolean ? "yes" : "no") : one.value.text;
    set(one.name, value, board::range_of(data_.scenario.file, one.place));
  }
  const auto options_of_file = scenario_.options;
  const auto readings_of_file = scenario_.readings;
  for (const auto& [name, value] : overriding) set(name, value, {});
  check_options();
  name_switches(options_of_file, readings_of_file);
}

bool ScenarioBinder::takes_part(const board::EntityLine& line, const std::string& file) {
  bool takes_part = line.with.empty();
  for (size_t i = 0; i < line.with.size(); ++i) {
    std::vector<std::string> known;
    bool found = false;
    for (size_t option = 0; option < program_.options.size(); ++option) {
      known.push_back(switch_name(program_.options[option].name));
      if (!same_switch(program_.options[option].name, line.with[i])) continue;
      found = true;
      takes_part = takes_part || scenario_.options[option] != 0;
    }
    if (found) continue;
    Diagnostic& diagnostic = diagnostics_.error("D0160", board::range_of(file, line.with_places[i]),
                                                fmt::format("the rules have no option \"{}\"", line.with[i]));
    diagnostic.expected = known.empty() ? "nothing: this edition has no options" : listed(known);
    diagnostic.suggestion = nearest_name(line.with[i], known);
  }
  return takes_part;
}

void ScenarioBinder::take_part() {
  orders_of_battle_ = data_.orders_of_battle;
  schedules_ = data_.schedules;
  for (auto& [file, numbering] : orders_of_battle_) {
    std::erase_if(file.entities, [&, &name = file.file](const board::EntityLine& line) {
      if (takes_part(line, name)) return false;
      absent_.emplace(line.kind, line.id);
      return true;
    });
  }
  // Whoever takes no part needs no arrival either.
  const auto keep_present = [this](std::vector<board::EntityLine>& lines, const std::string& file) {
    std::erase_if(lines, [&](const board::EntityLine& line) {
      return !takes_part(line, file) || absent_.contains({line.kind, line.id});
    });
  };
  for (auto& [file, numbering] : schedules_) keep_present(file.rows, file.file);
  attributes_ = data_.scenario.attributes;
  keep_present(attributes_, data_.scenario.file);
}

void ScenarioBinder::check_options() {
  for (size_t i = 0; i < program_.options.size(); ++i) {
    if (scenario_.options[i] == 0) continue;
    for (const OptionId needed : program_.options[i].needs) {
      if (scenario_.options[needed] == 0) {
        diagnostics_.error("D0162", {data_.scenario.file, {}, {}},
                           fmt::format("the option {} needs {}", switch_name(program_.options[i].name),
                                       switch_name(program_.options[needed].name)));
      }
    }
    for (const OptionId excluded : program_.options[i].excludes) {
      if (scenario_.options[excluded] != 0) {
        diagnostics_.error(
            "D0162", {data_.scenario.file, {}, {}},
            fmt::format("the options {} and {} exclude one another", switch_name(program_.options[i].name),
                        switch_name(program_.options[excluded].name)));
      }
    }
  }
}

// The id names every switch that is not as the rules have it, or not as the file has it: so it means this
// ruleset wherever it is typed again, and one ruleset has one id.
void ScenarioBinder::name_switches(const OptionValues& options_of_file,
                                   const ReadingValues& readings_of_file) {
  std::string& id = scenario_.id;
  id.resize(std::min(id.find('+'), id.size()));
  for (size_t i = 0; i < program_.options.size(); ++i) {
    const bool on = scenario_.options[i] != 0;
    if (!on && scenario_.options[i] == options_of_file[i]) continue;
    id += '+' + switch_name(program_.options[i].name) + (on ? "" : "=no");
  }
  for (size_t i = 0; i < program_.readings.size(); ++i) {
    const language::Reading& reading = program_.readings[i];
    const int32_t value = scenario_.readings[i];
    if (value == reading.fallback && value == readings_of_file[i]) continue;
    const auto& values = program_.kinds[reading.kind].members;
    id += '+' + switch_name(reading.name) + '=' + switch_name(values[static_cast<size_t>(value)]);
  }
  if (!program_.without.empty()) id += '+' + std::string(without_switch) + '=' + without_text(program_);
  if (!program_.rival.empty()) id += '+' + std::string(rival_switch) + '=' + switch_name(program_.rival);
}

}  // namespace casebook::runtime
