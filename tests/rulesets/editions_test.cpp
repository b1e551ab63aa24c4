// SPDX-License-Identifier: Apache-2.0
// How two editions of a game differ in play, and where only their words differ. Each file
// docs/editions/NAME.json lists both; what it says is tried on positions, under both editions, and the page
// NAME.md beside it is what came out. CASEBOOK_WRITE_EDITIONS=1 writes the pages anew.
//
//   "differences": {"id", "title", "cases": {EDITION: [case ...]}, "position": file below rulesets/,
//                   "play": "step(...) ; roll 3" (before one looks), and one of
//                   "choice": "step(...)", EDITION: "permitted", "refused by 4.5" or "not offered"
//                   "value": an expression, EDITION: its value
//                   "outcome": "", EDITION: "won by egypt" or "the game goes on";
//                   "switches": {NAME: VALUE} for both, "note": what else is to be said of it,
//                   "rests_on": {EDITION: [NAME=VALUE ...]}, the readings of one edition with which both play
//                   it alike: such a difference rests on how a case is read, not on what is printed alone}
//   "alike":       {"id", "title", "cases", "why", "items": what encodes it, none of it changed}
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/binding/bind.h"
#include "tests/rulesets/edition_grades.h"
#include "tests/support/battery.h"

namespace casebook::tests {
namespace {

using namespace editions;
using namespace runtime;
using nlohmann::json;

const language::Case* case_of(const Scenario& scenario, const std::string& label) {
  for (const language::Case& one : scenario.program->cases)
    if (one.label == label) return &one;
  return nullptr;
}

/// Where the counters of a position file are, those out of the game left out. Of a box with many only how many.
std::string counters_of(const json& entry) {
  constexpr size_t many = 4;
  const json file = json::parse(text_of(source() / "rulesets" / entry.at("position").get<std::string>()));
  std::string text = fmt::format("turn {}", file.at("state").at("turn").get<int>());
  std::map<std::string, std::vector<std::string>> boxes;
  for (const auto& [unit, facts] : file.at("entities").at("unit").items()) {
    const std::string place = facts.at("place");
    const bool is_hex = place.find_first_not_of("0123456789") == std::string::npos;
    if (is_hex)
      text += fmt::format(", {} {}", unit, place);
    else if (place != "eliminated")
      boxes[place].push_back(unit);
  }
  for (const auto& [box, units] : boxes) {
    if (units.size() > many)
      text += fmt::format(", {} in {}", units.size(), box);
    else
      for (const std::string& unit : units) text += fmt::format(", {} {}", unit, box);
  }
  return text;
}

std::string cases_of(const json& entry, const Scenarios& scenarios) {
  std::string text;
  for (const auto& [edition, labels] : entry.at("cases").items()) {
    for (const json& label : labels) {
      const language::Case* one = case_of(*scenarios.at(edition), label);
      EXPECT_NE(one, nullptr) << edition << " has no case " << label;
      if (one == nullptr) continue;
      text += fmt::format("- `{}` {}: {}\n", edition, one->label,
                          one->summary.empty() ? one->title : one->summary);
    }
  }
  return text;
}

std::string with_dashes(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

/// One reading of one edition set to another value.
struct Read {
  const language::Reading* reading = nullptr;
  std::string value;
  std::shared_ptr<const Scenario> scenario;
};

/// Each reading of a scenario in each other value; made once.
const std::vector<Read>& read_otherwise(const std::shared_ptr<const Scenario>& scenario) {
  static std::map<std::shared_ptr<const Scenario>, std::vector<Read>> known;
  const auto [made, is_new] = known.try_emplace(scenario);
  if (!is_new) return made->second;
  const language::Program& program = *scenario->program;
  for (size_t i = 0; i < program.readings.size(); ++i) {
    const language::Reading& reading = program.readings[i];
    if (reading.kind == language::none) continue;
    const auto& values = program.kinds[reading.kind].members;
    for (size_t value = 0; value < values.size(); ++value) {
      if (static_cast<int32_t>(value) == scenario->readings[i]) continue;
      Diagnostics diagnostics;
      auto other = bind_besides(*scenario, {{reading.name, values[value]}}, diagnostics);
      EXPECT_TRUE(other) << diagnostics_text(diagnostics);
      if (other) made->second.push_back({&reading, values[value], std::move(other)});
    }
  }
  return made->second;
}

/// The readings of one edition with which both play it alike, by edition; and, in words, what is asked.
json rests_on(const json& entry, const Scenarios& scenarios, std::string& words) {
  json found = json::object();
  for (const auto& [edition, scenario] : scenarios) {
    std::set<std::string> elsewhere;
    for (const auto& [other, each] : scenarios)
      if (other != edition) elsewhere.insert(noticed(entry.at(other)));
    const auto position = position_of(entry, scenario);
    if (!position) return found;
    for (const Read& one : read_otherwise(scenario)) {
      std::string why;
      // The compiled form would take longer to make than to play.
      const auto game = played_out(entry, *position, std::make_unique<ReferenceRules>(one.scenario), why);
      if (!game || elsewhere.count(noticed(seen(entry, *game, ""))) == 0) continue;
      const std::string name = with_dashes(one.reading->name) + "=" + with_dashes(one.value);
      found[edition].push_back(name);
      words += fmt::format("Here it rests on a reading of `{}` {}: *{}* With `{}` both play it alike.\n\n",
                           edition, scenario->program->label_text(one.reading->label), one.reading->question,
                           name);
    }
  }
  return found;
}

std::string difference_text(const json& entry, const Scenarios& printed, const fs::path& file) {
  const Scenarios scenarios = under_switches(entry, printed);
  std::string named;
  const json set = entry.value("switches", json::object());
  for (const auto& [name, value] : set.items())
    named += fmt::format("{}`{}`", named.empty() ? "" : ", ",
                         value == "yes" ? name : name + "=" + value.get<std::string>());
  const std::string position = entry.at("position");
  std::string text =
      fmt::format("### {}\n\n{}\n", entry.at("title").get<std::string>(), cases_of(entry, scenarios));
  text += fmt::format("[Position](../../rulesets/{}){}: {}.", position,
                      named.empty() ? "" : ", with " + named, counters_of(entry));
  if (const std::string play = entry.value("play", ""); !play.empty())
    text += fmt::format(" Then `{}`.", play);
  const std::string what = entry.contains("choice")  ? "`" + entry.at("choice").get<std::string>() + "`"
                           : entry.contains("value") ? "`" + entry.at("value").get<std::string>() + "`"
                                                     : "What comes of it";
  std::set<std::string> answers;
  std::string head = "| |", rule = "|---|", row = fmt::format("| {} |", what);
  for (const auto& [edition, scenario] : scenarios) {
    const std::string said = entry.at(edition);
    std::string why;
    const auto start = position_of(entry, scenario);
    if (!start) return text;
    const auto game = played_out(entry, *start, make_compiled_rules(scenario), why);
    EXPECT_TRUE(game) << why;
    if (!game) return text;
    const std::string found = seen(entry, *game, said);
    EXPECT_EQ(found, said) << edition;
    answers.insert(noticed(found));
    head += fmt::format(" {} |", edition);
    rule += "---|";
    row += fmt::format(" {} |", found);
  }
  EXPECT_EQ(answers.size(), scenarios.size()) << "it is no difference";
  text += fmt::format("\n\n{}\n{}\n{}\n\n", head, rule, row);
  text += graded(entry, scenarios, file).words;
  std::string words;
  EXPECT_EQ(rests_on(entry, scenarios, words), entry.value("rests_on", json::object()));
  text += words;
  if (entry.contains("note")) text += entry.at("note").get<std::string>() + "\n\n";
  return text;
}

std::string page_of(const fs::path& file) {
  const json data = json::parse(text_of(file));
  const Scenarios scenarios = as_printed(data);
  if (scenarios.empty()) return {};
  const language::Program& later = *scenarios.at(data.at("later").get<std::string>())->program;
  std::set<std::string> changed(later.changed_through.begin(), later.changed_through.end());
  // Something of what a procedure runs has changed nearly always: that says nothing of the procedure.
  for (const auto& procedure : later.procedures) changed.erase(procedure.name);
  for (const auto& change : later.changes) changed.insert(change.item);

  std::set<std::string> ids;
  std::string text =
      fmt::format("# {}\n\n{}\n\n", data.at("title").get<std::string>(), data.at("about").get<std::string>());
  text += "## What is played differently\n\n";
  for (const json& entry : data.at("differences")) {
    SCOPED_TRACE(entry.at("id").get<std::string>());
    EXPECT_TRUE(ids.insert(entry.at("id")).second) << "the name stands twice";
    text += difference_text(entry, scenarios, file);
  }
  text += "## What is worded differently and played the same\n\n";
  for (const json& entry : data.at("alike")) {
    SCOPED_TRACE(entry.at("id").get<std::string>());
    EXPECT_TRUE(ids.insert(entry.at("id")).second) << "the name stands twice";
    for (const json& item : entry.at("items"))
      EXPECT_EQ(changed.count(item), 0U) << item << " is changed by the later edition";
    text += fmt::format("### {}\n\n{}\n{}\n\n", entry.at("title").get<std::string>(),
                        cases_of(entry, scenarios), entry.at("why").get<std::string>());
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

TEST(Editions, DifferInPlayWhereTheirPagesSaySo) {
  ASSERT_FALSE(data_files().empty());
  for (const fs::path& file : data_files()) {
    SCOPED_TRACE(file.filename().string());
    const std::string now = page_of(file);
    fs::path page = file;
    page.replace_extension(".md");
    if (std::getenv("CASEBOOK_WRITE_EDITIONS") != nullptr) {
      std::ofstream(page, std::ios::binary) << now;
      continue;
    }
    EXPECT_TRUE(text_of(page) == now)
        << page.filename().string() << " is not what the editions do; CASEBOOK_WRITE_EDITIONS=1 writes it";
  }
}

TEST(Editions, HaveEnoughOfBoth) {
  const json data = json::parse(text_of(source() / "docs/editions/across-suez.json"));
  EXPECT_GE(data.at("differences").size(), 15U);
  EXPECT_GE(data.at("alike").size(), 12U);
}

}  // namespace
}  // namespace casebook::tests
