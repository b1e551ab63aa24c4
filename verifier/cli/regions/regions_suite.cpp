// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/regions/regions_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/finding/counted.h"

namespace casebook::cli {

using nlohmann::ordered_json;

namespace {

constexpr const char* suite_format = "casebook/regions-suite";
/// Places and states that are named of two positions that differ; more are counted.
constexpr size_t most_differences = 3;

std::string path_in(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

std::string word_of(const ordered_json& test, const char* key) {
  return test.is_object() && test.contains(key) && test[key].is_string() ? test[key].get<std::string>()
                                                                         : std::string();
}

/// The value of an expression at a position, as text; a fault as its reason.
std::optional<std::string> value_at(const Loaded& loaded, const std::string& text, Diagnostics& diagnostics) {
  const runtime::Scenario& scenario = *loaded.scenario;
  const auto asked = runtime::asked_expression(scenario, text, diagnostics);
  if (!asked) return std::nullopt;
  runtime::Evaluator evaluator(loaded.scenario);
  evaluator.extend_frame(asked->vars, text);
  try {
    return runtime::value_text(
        scenario, asked->expr->type,
        evaluator.evaluate(*asked->expr, loaded.position ? *loaded.position : scenario.start));
  } catch (const runtime::Fault& fault) {
    return fault.why;
  }
}

/// `unit Matt 1 place: eliminated, and was 0512`, by the names of their files.
void add_differences(const ordered_json& was, const ordered_json& now, const std::string& name,
                     std::vector<std::string>& into) {
  if (was == now) return;
  if (!was.is_object() || !now.is_object()) {
    const auto text = [](const ordered_json& value) {
      return value.is_string() ? value.get<std::string>() : value.is_null() ? "as at first" : value.dump();
    };
    into.push_back(fmt::format("{}: {}, and was {}", name, text(now), text(was)));
    return;
  }
  const auto each = [&](const ordered_json& keys, bool fresh) {
    for (const auto& [key, value] : keys.items()) {
      if (fresh && was.contains(key)) continue;
      const bool heading = name.empty() && (key == "state" || key == "locals" || key == "entities");
      add_differences(was.contains(key) ? was[key] : ordered_json(),
                      now.contains(key) ? now[key] : ordered_json(),
                      heading        ? ""
                      : name.empty() ? key
                                     : name + " " + key,
                      into);
    }
  };
  each(was, false), each(now, true);
}

std::string differences_text(const runtime::Scenario& scenario, const runtime::Position& was,
                             const runtime::Position& now) {
  std::vector<std::string> all;
  add_differences(ordered_json::parse(runtime::position_text(scenario, was)),
                  ordered_json::parse(runtime::position_text(scenario, now)), "", all);
  std::string text;
  for (size_t i = 0; i < std::min(all.size(), most_differences); ++i) text += (i == 0 ? "" : "; ") + all[i];
  if (all.size() > most_differences) text += fmt::format("; and {} more", all.size() - most_differences);
  return text.empty() ? "it leads to another position" : text;
}

/// The first line of the course that is another one, if the item runs here too.
std::string parting_text(const std::shared_ptr<const runtime::Scenario>& scenario, const std::string& item,
                         const ordered_json& course, const runtime::Position& start,
                         const std::vector<runtime::GameStep>& steps) {
  const RegionsItem found = regions_item(*scenario->program, item);
  if (found.sort.empty() || !found.runs() || !course.is_array()) return {};
  regions::Courses courses(scenario, found.doing);
  std::vector<regions::Run> runs;
  runtime::Position at = start;
  if (at.cell(scenario->layout.site) == 0) {
    runs = courses.begin(at);
    at = courses.position();
  }
  for (const runtime::GameStep& step : steps) {
    const auto ended = courses.step(
        at, step.kind == runtime::StepKind::choice ? regions::Step(step.choice) : regions::Step(step.chance));
    runs.insert(runs.end(), ended.begin(), ended.end());
    at = courses.position();
  }
  if (runs.empty()) return courses.runs() ? "" : item + " does not run; ";
  std::vector<std::vector<std::string>> all;
  for (const regions::Run& run : runs)
    all.push_back(way_lines(*scenario, courses.decisions(), run.way, false));
  if (std::any_of(all.begin(), all.end(), [&](const auto& one) { return ordered_json(one) == course; }))
    return {};
  const std::vector<std::string>& now = all.front();
  for (size_t i = 0; i < now.size(); ++i) {
    const std::string was = i < course.size() && course[i].is_string() ? course[i].get<std::string>() : "";
    if (now[i] != was)
      return fmt::format("\"{}\"{}; ", now[i], was.empty() ? "" : ", and was \"" + was + "\"");
  }
  return {};
}

/// What a recorded run leads to now; empty: the same. Nothing when a file cannot be read.
std::optional<std::string> run_now(const std::shared_ptr<const runtime::Scenario>& scenario,
                                   const std::string& folder, const std::string& item,
                                   const ordered_json& test, Diagnostics& diagnostics) {
  const std::string record_file = path_in(folder, word_of(test, "record")),
                    after_file = path_in(folder, word_of(test, "leads to"));
  const auto text = read_text(record_file, diagnostics), after_text = read_text(after_file, diagnostics);
  if (!text || !after_text) return std::nullopt;
  const runtime::Record record = runtime::parse_record(*text, record_file, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  // What other rules make of the files is the result of the test, and no mistake in them.
  Diagnostics under;
  const auto first_error = [&](const std::string& otherwise) {
    for (const Diagnostic& one : under.all()) {
      if (one.severity == Severity::error) return one.message;
    }
    return otherwise;
  };
  runtime::ReplayOptions options;
  options.under_other_rules = true;
  const runtime::Replay replay =
      runtime::replay(record, record_file, runtime::make_compiled_rules(scenario), under, options);
  if (!replay.good || !replay.game) return first_error("the record cannot be replayed");
  const auto after = runtime::load_position(*scenario, *after_text, after_file, under, {true});
  if (!after) return "the position that it led to cannot be typed: " + first_error("");
  if (*after == replay.game->position()) return std::string();
  const auto start = record.start.empty()
                         ? std::optional(scenario->start)
                         : runtime::load_position(*scenario, record.start, record_file, under, {true});
  return (start ? parting_text(scenario, item, test.contains("course") ? test["course"] : ordered_json(),
                               *start, replay.game->steps())
                : std::string()) +
         differences_text(*scenario, *after, replay.game->position());
}

}  // namespace

RegionsItem regions_item(const language::Program& program, const std::string& name) {
  RegionsItem item;
  item.name = name;
  for (size_t i = 0; i < program.definitions.size(); ++i) {
    if (program.definitions[i].name != name) continue;
    item.sort = "definition", item.rule.definition = static_cast<language::DefinitionId>(i);
    return item;
  }
  for (size_t i = 0; i < program.procedures.size(); ++i) {
    if (program.procedures[i].name != name || static_cast<language::ProcedureId>(i) == program.settle)
      continue;
    item.sort = "procedure", item.doing.procedure = static_cast<language::ProcedureId>(i);
    return item;
  }
  for (size_t i = 0; i < program.actions.size(); ++i) {
    if (program.actions[i].name != name || program.actions[i].watch != language::none) continue;
    item.sort = "action", item.doing.action = static_cast<language::ActionId>(i);
    return item;
  }
  for (size_t i = 0; i < program.effects.size(); ++i) {
    if (program.effects[i].name != name) continue;
    item.sort = "effect", item.doing.effect = static_cast<language::EffectId>(i);
    return item;
  }
  for (size_t i = 0; i < program.fields.size(); ++i) {
    if (program.fields[i].name != name) continue;
    item.sort = "field", item.rule.field = static_cast<language::FieldId>(i);
    return item;
  }
  for (size_t i = 0; i < program.tables.size(); ++i) {
    if (program.tables[i].name != name) continue;
    item.sort = "table", item.table = static_cast<language::TableId>(i);
    return item;
  }
  for (size_t i = 0; i < program.actions.size(); ++i) {
    const auto& all = program.actions[i].requires_;
    for (size_t k = 0; k < all.size() && program.actions[i].watch == language::none; ++k) {
      if (program.actions[i].name + "." + all[k].name != name) continue;
      item.sort = "requirement", item.rule.action = static_cast<language::ActionId>(i),
      item.rule.requirement = k;
      return item;
    }
  }
  return item;
}

bool write_suite(const runtime::Scenario& scenario, const RegionsItem& item, const regions::Regions& made,
                 const std::string& folder, Context& context) {
  Diagnostics diagnostics;
  ordered_json all = ordered_json::array();
  for (size_t i = 0; i < made.regions.size() && !diagnostics.has_errors(); ++i) {
    const regions::Region& region = made.regions[i];
    const regions::Example& example = region.example;
    const std::string name = fmt::format("{}-{}", item.name, i + 1), file = name + ".json";
    if (item.runs()) {
      all.push_back({{"record", name + ".txt"},
                     {"leads to", file},
                     {"course", way_lines(scenario, made.decisions, region.way, false)}});
      write_text(path_in(folder, name + ".txt"), runtime::record_text(example.record), diagnostics);
      write_text(path_in(folder, file), runtime::position_text(scenario, example.after), diagnostics);
    } else if (!example.expression.empty() && region.fault.empty()) {
      all.push_back({{"position", file}, {"expression", example.expression}, {"value", example.value}});
      write_text(path_in(folder, file), runtime::position_text(scenario, example.position), diagnostics);
    }
  }
  const ordered_json suite{{"format", suite_format},
                           {"version", 1},
                           {"item", item.name},
                           {"made by", command_text(context)},
                           {"tests", all}};
  const std::string file = path_in(folder, item.name + ".suite.json");
  if (!diagnostics.has_errors()) write_text(file, suite.dump(2) + "\n", diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!diagnostics.has_errors() && !context.json)
    context.terminal.line(fmt::format("{} written to {}", counted(all.size(), "test"), file));
  return !diagnostics.has_errors();
}

ExitStatus hold_suite(const std::string& file, const std::string& word, Context& context) {
  Diagnostics diagnostics;
  const auto text = read_text(file, diagnostics);
  const ordered_json suite = text ? ordered_json::parse(*text, nullptr, false) : ordered_json();
  const bool is_suite = word_of(suite, "format") == suite_format && suite.contains("version") &&
                        suite["version"] == 1 && suite.contains("tests") && suite["tests"].is_array();
  const auto mistake = [&](const std::string& what) {
    diagnostics.error("C0105", {file, {1, 1}, {1, 1}}, what);
  };
  if (text && !is_suite) mistake("this file is no suite of `casebook regions`");
  size_t held = 0;
  ordered_json changed = ordered_json::array();
  const std::string folder = std::filesystem::path(file).parent_path().string();
  std::shared_ptr<const runtime::Scenario> scenario;  // for runs
  for (const ordered_json& test : is_suite ? suite["tests"] : ordered_json::array()) {
    if (diagnostics.has_errors()) break;
    if (!word_of(test, "record").empty() && !word_of(test, "leads to").empty()) {
      if (!scenario) {
        const auto loaded = load(word, context.rulesets, diagnostics);
        if (!loaded) break;
        scenario = loaded->scenario;
      }
      const auto now = run_now(scenario, folder, word_of(suite, "item"), test, diagnostics);
      if (!now) break;
      if (now->empty())
        ++held;
      else
        changed.push_back({{"record", word_of(test, "record")}, {"now", *now}});
      continue;
    }
    if (word_of(test, "position").empty() || word_of(test, "expression").empty()) {
      mistake("a test of this suite has no position or no expression");
      break;
    }
    Diagnostics of_position;
    const auto loaded = load(path_in(folder, word_of(test, "position")), context.rulesets, of_position, word);
    // That other rules made the positions is what the suite is for.
    diagnostics.sources().add_all(of_position.sources());
    for (const Diagnostic& one : of_position.all()) {
      if (one.code != "P0114") diagnostics.add(one);
    }
    if (!loaded) break;
    const auto now = value_at(*loaded, word_of(test, "expression"), diagnostics);
    if (!now) break;
    if (*now == word_of(test, "value"))
      ++held;
    else
      changed.push_back({{"position", word_of(test, "position")},
                         {"expression", word_of(test, "expression")},
                         {"value", word_of(test, "value")},
                         {"now", *now}});
  }
  context.terminal.diagnostics(diagnostics);
  if (diagnostics.has_errors()) return failure_status(diagnostics);
  if (context.json) {
    context.terminal.json(
        json_document(context, {{"ruleset", word}, {"suite", file}, {"held", held}, {"changed", changed}}));
    return changed.empty() ? ExitStatus::fine : ExitStatus::refuted;
  }
  for (const ordered_json& one : changed) {
    if (one.contains("record"))
      context.terminal.line(fmt::format("{}: {}", word_of(one, "record"), word_of(one, "now")));
    else
      context.terminal.line(fmt::format("{} = {}, and was {}  ({})", word_of(one, "expression"),
                                        word_of(one, "now"), word_of(one, "value"),
                                        word_of(one, "position")));
  }
  context.terminal.line(fmt::format("{} as before, {} changed", counted(held, "test"), changed.size()));
  context.terminal.line("made by: " + command_text(context));
  return changed.empty() ? ExitStatus::fine : ExitStatus::refuted;
}

}  // namespace casebook::cli
