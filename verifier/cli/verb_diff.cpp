// SPDX-License-Identifier: Apache-2.0
// casebook diff: two scenarios, maps, orders of battle or schedules, compared in the game's own terms.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/build_info.h"
#include "engine/board/difference.h"
#include "engine/board/format.h"
#include "engine/board/migrate.h"
#include "verifier/cli/files.h"
#include "verifier/cli/library.h"
#include "verifier/cli/scenario_data.h"
#include "verifier/cli/verb.h"

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
    return both([&](const std::string& word) { return scenario_data(word, context.rulesets, diagnostics); });
  diagnostics.error("C0117", {words.first, {}, {}}, "a file of the format " + format + " is not compared")
      .expected = "scenarios, maps, orders of battle or schedules";
  return std::nullopt;
}

ExitStatus run(const DiffOptions& words, Context& context) {
  Diagnostics diagnostics;
  const auto first = format_of(words.first, diagnostics), second = format_of(words.second, diagnostics);
  std::optional<std::vector<board::Difference>> found;
  if (first && second && *first != *second) {
    diagnostics
        .error("C0117", {words.second, {}, {}},
               "the first is of the format " + *first + ", the second of " + *second)
        .expected = "two of one format";
  } else if (first && second) {
    found = compare(words, *first, context, diagnostics);
  }
  context.terminal.diagnostics(diagnostics);
  if (!found) return failure_status(diagnostics);
  if (context.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const board::Difference& one : *found) {
      list.push_back({{"where", one.where},
                      {"what", one.what},
                      {"first", one.first},
                      {"second", one.second},
                      {"text", board::difference_text(one)}});
    }
    context.terminal.json({{"casebook", std::string(version())},
                           {"command", command_text(context)},
                           {"format", *first},
                           {"differences", list}});
  } else {
    for (const board::Difference& one : *found) context.terminal.line(board::difference_text(one));
    if (found->empty()) context.terminal.line("no difference");
  }
  return found->empty() ? ExitStatus::fine : ExitStatus::refuted;
}

}  // namespace

Verb diff_verb() {
  return {"diff", "what differs between two scenarios, maps or orders of battle",
          [](CLI::App& app, Context& context) {
            auto words = std::make_shared<DiffOptions>();
            const std::string what = "an edition, or a scenario, map or other data file";
            app.add_option("first", words->first, what)->required()->type_name("A");
            app.add_option("second", words->second, what)->required()->type_name("B");
            return [words, &context] { return run(*words, context); };
          }};
}

}  // namespace casebook::cli
