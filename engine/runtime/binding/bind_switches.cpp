// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/runtime/binding/binder.h"

namespace casebook::runtime {

void ScenarioBinder::switches(const Switches& overriding) {
  scenario_.options.assign(program_.options.size(), 0);
  for (const language::Reading& reading : program_.readings) scenario_.readings.push_back(reading.fallback);
  // `entry-hexes` and `entry_hexes` are one name: switches are typed in shells, names stand in rules.
  const auto same = [](std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
             return x == y || ((x == '-' || x == '_') && (y == '-' || y == '_'));
           });
  };
  const auto set = [&](const std::string& name, const std::string& value, const SourceRange& range) {
    for (size_t i = 0; i < program_.options.size(); ++i) {
      if (!same(program_.options[i].name, name)) continue;
      if (value == "yes" || value == "on" || value == "true")
        scenario_.options[i] = 1;
      else if (value == "no" || value == "off" || value == "false")
        scenario_.options[i] = 0;
      else
        diagnostics_.error("D0161", range, fmt::format("the option {} can not be \"{}\"", name, value))
            .expected = "yes or no";
      return;
    }
    for (size_t i = 0; i < program_.readings.size(); ++i) {
      if (!same(program_.readings[i].name, name)) continue;
      const auto& values = program_.kinds[static_cast<size_t>(program_.readings[i].kind)].members;
      for (size_t k = 0; k < values.size(); ++k) {
        if (!same(values[k], value)) continue;
        scenario_.readings[i] = static_cast<int32_t>(k);
        return;
      }
      Diagnostic& diagnostic =
          diagnostics_.error("D0161", range, fmt::format("the reading {} has no value \"{}\"", name, value));
      diagnostic.expected = listed(values);
      diagnostic.suggestion = nearest_name(value, values);
      return;
    }
    std::vector<std::string> known;
    for (const auto& option : program_.options) known.push_back(option.name);
    for (const auto& reading : program_.readings) known.push_back(reading.name);
    Diagnostic& diagnostic =
        diagnostics_.error("D0160", range, fmt::format("the rules have no option or reading \"{}\"", name));
    diagnostic.expected = known.empty() ? "nothing: this edition has no switches" : listed(known);
    diagnostic.suggestion = nearest_name(name, known);
  };
  for (const board::Switch& one : data_.scenario.switches) {
    const std::string value =
        one.value.kind == board::DataKind::boolean ? (one.value.boolean ? "yes" : "no") : one.value.text;
    set(one.name, value, board::range_of(data_.scenario.file, one.place));
  }
  for (const auto& [name, value] : overriding) set(name, value, {});
  for (size_t i = 0; i < program_.options.size(); ++i) {
    if (scenario_.options[i] == 0) continue;
    for (const Id needed : program_.options[i].needs) {
      if (scenario_.options[static_cast<size_t>(needed)] == 0) {
        diagnostics_.error("D0162", {data_.scenario.file, {}, {}},
                           fmt::format("the option {} needs {}", program_.options[i].name,
                                       program_.options[static_cast<size_t>(needed)].name));
      }
    }
    for (const Id excluded : program_.options[i].excludes) {
      if (scenario_.options[static_cast<size_t>(excluded)] != 0) {
        diagnostics_.error("D0162", {data_.scenario.file, {}, {}},
                           fmt::format("the options {} and {} exclude one another", program_.options[i].name,
                                       program_.options[static_cast<size_t>(excluded)].name));
      }
    }
  }
}

}  // namespace casebook::runtime
