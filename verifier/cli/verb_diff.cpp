// SPDX-License-Identifier: Apache-2.0
// casebook diff: two scenarios, maps, orders of battle or schedules, compared in the game's own terms; of two
// editions also whether the rules differ.
#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/switch_names.h"
#include "engine/board/difference.h"
#include "engine/board/format.h"
#include "engine/board/migrate.h"
#include "verifier/cli/printing/diff_rules.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/scenario_data.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

struct DiffOptions {
  std::string first, second;
};

/// What a word stands for: the format of a data file, or a scenario. Nothing when it cannot be told.
std::optional<std::string> format_of(const std::string& word, Diagnostics& diagnostics) {
  std::error_code error;
  if (!word.ends_with(".json") || !std::filesystem::is_regular_file(word, error))
    return std::string(board::scenario_format);
  const auto text = read_text(word, diagnostics);
  if (!text) return std::nullopt;
  const auto said = board::said_format(*text, board::DataFile(word, diagnostics));
  if (!said) return std::nullopt;
  return said->format;
}

template <class Data>
std::optional<std::vector<board::Difference>> compared(const std::optional<Data>& first,
                                                       const std::optional<Data>& second) {
  if (!first || !second) return std::nullopt;
  return board::differences(*first, *second);
}

/// A scenario with the switches that the word has besides: `edition+option`.
std::optional<board::ScenarioData> switched_data(const std::string& word, const std::string& rulesets_option,
                                                 Diagnostics& diagnostics) {
  auto data = scenario_data(word, rulesets_option, diagnostics);
  if (!data) return data;
  for (const auto& [name, value] : parse_edition_name(word).switches) {
    std::vector<board::Switch>& all = data->scenario.switches;
    std::erase_if(all, [&name = name](const board::Switch& one) { return same_switch(one.name, name); });
    board::Switch one;
    one.name = switch_name(name);
    one.value.kind = board::DataKind::text;
    one.value.text = value == "on" || value == "true"     ? "yes"
                     : value == "off" || value == "false" ? "no"
                                                          : value;
    all.push_back(std::move(one));
  }
  return data;
}

std::optional<std::vector<board::Difference>> compare(const DiffOptions& words, const std::string& format,
                                                      Context& context, Diagnostics& diagnostics) {
  const auto both = [&](auto load) { return compared(load(words.first), load(words.second)); };
  if (format == board::map_format)
    return both([&](const std::string& word) { return board::load_map(word, diagnostics); });
  if (format == board::order_of_battle_format)
    return both([&](const std::string& word) { return board::load_order_of_battle(word, diagnostics); });
  if (format == board::schedule_format)
    return both([&](const std::string& word) { return board::load_schedule(word, diagnostics); });
  if (format == board::scenario_format)
    return both([&](const std::string& word) { return switched_data(word, context.rulesets, diagnostics); });
  diagnostics.error("C0117", {words.first, {}, {}}, "a file of the format " + format + " is not compared")
      .expected = "scenarios, maps, orders of battle or schedules";
  return std::nullopt;
}

const char* how_words(language::Program::Change::How how) {
  using How = language::Program::Change::How;
  return how == How::added ? "added" : how == How::removed ? "removed" : "replaced";
}

std::string what_words(const language::RuleDifference& one) {
  return one.sort + " \"" + one.name + "\"";
}

std::string rule_line(const language::RuleDifference& one) {
  std::string cases = one.second;
  if (one.second.empty())
    cases = "in the first " + one.first;
  else if (!one.first.empty())
    cases += ", in the first " + one.first;
  return fmt::format("  {}: {} ({})", how_words(one.how), what_words(one), cases);
}

void tell_rules(const RulesCompared& rules, Terminal& terminal) {
  if (rules.items.empty()) return;
  const std::string count =
      fmt::format("the rules differ: {} item{}", rules.items.size(), rules.items.size() == 1 ? "" : "s");
  terminal.line(rules.listed_by.empty() ? count : count + "; `" + rules.listed_by + "` lists them");
  if (!rules.listed_by.empty()) return;
  for (const language::RuleDifference& one : rules.items) terminal.line(rule_line(one));
}

nlohmann::ordered_json rules_json(const RulesCompared& rules) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const language::RuleDifference& one : rules.items) {
    nlohmann::ordered_json line{{"how", how_words(one.how)}, {"what", what_words(one)}};
    if (!one.first.empty()) line["first"] = one.first;
    if (!one.second.empty()) line["second"] = one.second;
    items.push_back(std::move(line));
  }
  nlohmann::ordered_json out{{"items", items}};
  if (!rules.items.empty() && !rules.listed_by.empty()) out["listedBy"] = rules.listed_by;
  return out;
}

nlohmann::ordered_json data_json(const std::vector<board::Difference>& found, const board::Terms& terms) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const board::Difference& one : found) {
    list.push_back({{"where", one.where},
                    {"what", one.what},
                    {"first", one.first},
                    {"second", one.second},
                    {"text", board::difference_text(one, terms)}});
  }
  return list;
}

ExitStatus run(const DiffOptions& words, Context& context) {
  Diagnostics diagnostics;
  const auto first = format_of(words.first, diagnostics), second = format_of(words.second, diagnostics);
  std::optional<std::vector<board::Difference>> found;
  std::optional<RulesCompared> rules;
  if (first && second && *first != *second) {
    diagnostics
        .error("C0117", {words.second, {}, {}},
               "the first is of the format " + *first + ", the second of " + *second)
        .expected = "two of one format";
  } else if (first && second) {
    found = compare(words, *first, context, diagnostics);
    if (found && *first == board::scenario_format) {
      rules = compare_rules(words.first, words.second, context.rulesets, diagnostics);
      if (!rules) found.reset();
    }
  }
  context.terminal.diagnostics(diagnostics);
  if (!found) return failure_status(diagnostics);
  const board::Terms terms = rules ? rules->terms : board::Terms();
  if (context.json) {
    nlohmann::ordered_json document =
        json_document(context, {{"dataFormat", *first}, {"differences", data_json(*found, terms)}});
    if (rules) document["rules"] = rules_json(*rules);
    context.terminal.json(document);
  } else {
    for (const board::Difference& one : *found) context.terminal.line(board::difference_text(one, terms));
    if (rules) tell_rules(*rules, context.terminal);
  }
  const bool same = found->empty() && (!rules || rules->items.empty());
  if (same && !context.json) context.terminal.line("no difference");
  return same ? ExitStatus::fine : ExitStatus::refuted;
}

}  // namespace

Verb diff_verb() {
  return {"diff", "list what differs between two editions or data files",
          [](CLI::App& app, Context& context) {
            auto words = std::make_shared<DiffOptions>();
            const std::string what = "an edition, or a scenario, map or other data file";
            app.add_option("first", words->first, what)->required()->type_name("A");
            app.add_option("second", words->second, what)->required()->type_name("B");
            return [words, &context] { return run(*words, context); };
          }};
}

}  // namespace casebook::cli
