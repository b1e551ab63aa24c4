// SPDX-License-Identifier: Apache-2.0
// What docs/editions says of each game's editions, held against what compare finds without being told: a
// difference of play listed there is found when a class has its cases and its action, with a witness that was
// confirmed; no class names only what is listed as playing the same. The test prints what shows each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/battery.h"
#include "verifier/compare/compare.h"

namespace casebook::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path source = CASEBOOK_SOURCE_DIR;

json data_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return json::parse(text.str());
}

/// `step(Matt 1, 1213)` -> `step`
std::string action_of(std::string choice) {
  choice.erase(0, choice.find_first_not_of(' '));
  return choice.substr(0, choice.find('('));
}

bool has_case(const Finding& finding, const std::string& edition, const json& labels) {
  return std::any_of(labels.begin(), labels.end(), [&](const json& label) {
    return std::find(finding.cases.begin(), finding.cases.end(), CaseName{edition, label}) !=
           finding.cases.end();
  });
}

/// `across-suez/spi-1980+commandos` -> `spi-1980`
std::string edition_of(const std::string& ruleset) {
  const std::string name = ruleset.substr(ruleset.rfind('/') + 1);
  return name.substr(0, name.find('+'));
}

/// The words of what a witness says on the side of an edition: `permitted: step(...)`, `refused by 4.5`.
bool says(const Finding& finding, const std::string& edition, Assertion::What what, const std::string& action,
          const std::string& by = "") {
  for (const WitnessSide& side : finding.witness->sides) {
    if (edition_of(side.ruleset) != edition) continue;
    for (const Assertion& one : side.said) {
      if (one.what == what && (action.empty() || action_of(one.subject) == action) &&
          (by.empty() || one.value == by))
        return true;
    }
  }
  return false;
}

bool is_of(const json& entry, const std::vector<std::string>& editions, const Finding& finding) {
  if (!finding.witness || finding.verdict != Verdict::refuted) return false;
  for (const std::string& edition : editions) {
    if (!has_case(finding, edition, entry.at("cases").at(edition))) return false;
    const std::string said = entry.at(edition);
    if (entry.contains("choice")) {
      const std::string action = action_of(entry.at("choice"));
      const auto what = said == "permitted"           ? Assertion::What::permitted
                        : said.starts_with("refused") ? Assertion::What::refused
                                                      : Assertion::What::not_offered;
      constexpr std::string_view refused = "refused by ";
      const std::string by = said.starts_with(refused) ? said.substr(refused.size()) : "";
      if (!says(finding, edition, what, action, by)) return false;
    } else if (entry.contains("outcome")) {
      if (!says(finding, edition, Assertion::What::outcome, "")) return false;
    }
  }
  if (entry.contains("value")) {  // a step that is played there leads to other values of it
    const std::string state = action_of(entry.at("value"));
    // `after enter, the value "left" of movement differs; ...`
    const bool written = finding.text.find("the value \"" + state + "\"") != std::string::npos;
    bool played = false;
    std::stringstream play(entry.at("play").get<std::string>());
    for (std::string step; std::getline(play, step, ';');)
      played = played || finding.subject.find(" " + action_of(step)) != std::string::npos;
    return written && played;
  }
  return true;
}

/// A page as data, its editions with these switches.
compare::Result compared(const json& data, const json& switches, uint64_t seed) {
  std::vector<std::pair<std::string, std::string>> set;
  for (const auto& [name, value] : switches.items()) set.emplace_back(name, value.get<std::string>());
  std::vector<std::shared_ptr<const runtime::Scenario>> scenarios;
  for (const json& edition : data.at("editions")) scenarios.push_back(shipped_scenario(edition, "", set));
  compare::Settings settings;
  settings.budget.seed = seed;
  return compare::compare(scenarios[0], scenarios[1], settings, {}, {});
}

/// What is listed as playing the same is responsible for no class by itself.
void alike_is_not_told(const json& data, const compare::Result& result) {
  for (const json& entry : data.at("alike")) {
    const auto items = entry.at("items").get<std::set<std::string>>();
    for (const Finding& finding : result.findings) {
      if (!finding.cause || finding.cause->items.empty()) continue;
      if (finding.text.find("cause: one of ") != std::string::npos) continue;  // not known which
      const auto& causes = finding.cause->items;
      const bool only = std::all_of(causes.begin(), causes.end(), [&](const std::string& item) {
        return items.count(item.substr(item.rfind(' ') + 1)) != 0;
      });
      EXPECT_FALSE(only) << entry.at("id") << " is played the same: " << finding.text;
    }
  }
}

/// By seed of the games and of everything that is made up: no difference is to be found by luck.
class SlowEditions : public testing::TestWithParam<uint64_t> {};
INSTANTIATE_TEST_SUITE_P(OfSeed, SlowEditions, testing::Values(1, 2, 3));

// Those that need an option are looked for in a comparison with that option on both sides.
TEST_P(SlowEditions, AreToldApartWhereTheirPagesSaySo) {
  for (const auto& file : fs::directory_iterator(source / "docs/editions")) {
    if (file.path().extension() != ".json") continue;
    SCOPED_TRACE(file.path().filename().string());
    const json data = data_of(file.path());
    std::vector<std::string> editions;
    for (const json& edition : data.at("editions")) {
      const std::string id = edition;
      editions.push_back(id.substr(id.rfind('/') + 1));
    }
    std::map<json, std::vector<json>> by_switches;
    for (const json& entry : data.at("differences"))
      by_switches[entry.value("switches", json::object())].push_back(entry);
    size_t found = 0;
    for (const auto& [switches, entries] : by_switches) {
      const compare::Result result = compared(data, switches, GetParam());
      for (const json& entry : entries) {
        const auto one =
            std::find_if(result.findings.begin(), result.findings.end(),
                         [&, of = &entry](const Finding& finding) { return is_of(*of, editions, finding); });
        if (one == result.findings.end()) {
          fmt::print("seed {}: {}: not found\n", GetParam(), entry.at("id").get<std::string>());
          continue;
        }
        ++found;
        fmt::print("{}: {}\n", entry.at("id").get<std::string>(), one->text);
      }
      fmt::print("{} classes with {}\n", result.findings.size() - 1, switches.dump());
      for (const Finding& finding : result.findings)
        EXPECT_NE(finding.verdict, Verdict::tool_error) << finding.text;
      alike_is_not_told(data, result);
    }
    fmt::print("{} of {} found\n", found, data.at("differences").size());
    EXPECT_EQ(found, data.at("differences").size());
  }
}

}  // namespace
}  // namespace casebook::tests
