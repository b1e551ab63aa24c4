// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/regions/regions_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "verifier/finding/counted.h"
#include "verifier/finding/witness.h"

namespace casebook::cli {

using nlohmann::ordered_json;
using regions::Example;
using regions::Region;
using regions::Regions;

namespace {

std::string label_of(const runtime::Scenario& scenario, const regions::Decision& decision) {
  return decision.label == language::none ? std::string() : scenario.program->label_text(decision.label);
}

/// `1/2`, `0 to 14`, `no, yes`, `A, B and 12 others`
std::string values_text(const Region& region) {
  if (!region.fault.empty()) return "no value: " + region.fault;
  if (region.more_values > 0 && region.least) return *region.least + " to " + *region.most;
  std::string text = fmt::format("{}", fmt::join(region.values, ", "));
  if (region.more_values > 0) text += fmt::format(" and {} others", region.more_values);
  return text;
}

std::string scope_text(const RegionsItem& item, const Regions& made) {
  if (item.runs()) return fmt::format("{} in {}", counted(made.inputs, "run"), counted(made.games, "game"));
  if (item.is_table()) return "all " + counted(made.inputs, "cell");
  if (made.complete) return fmt::format("all {} evaluated", counted(made.inputs, "input"));
  return fmt::format("{} at {}, {} of them asked for by play", counted(made.inputs, "input"),
                     counted(made.positions, "position"), grouped(made.asked));
}

std::string graded(const Example& example) {
  return fmt::format("grade {}: {}", grade_number(example.grade), grade_text(example.grade));
}

/// `white: step(A1, b2)`, `roll 5`
std::vector<std::string> step_lines(const runtime::Record& record) {
  std::vector<std::string> lines;
  for (const runtime::RecordStep& step : record.steps)
    lines.push_back((step.player.empty() ? "" : step.player + ": ") + step_text(step));
  return lines;
}

void print_example_of_run(const Example& example, Terminal& terminal) {
  if (example.steps.empty()) {
    terminal.line(fmt::format("    for example as game {} begins", example.game));
    return;
  }
  const std::vector<std::string> lines = step_lines(example.record);
  terminal.line(lines.size() == 1
                    ? fmt::format("    for example step {} of game {}:", example.step + 1, example.game)
                    : fmt::format("    for example steps {} to {} of game {}:", example.step + 1,
                                  example.step + lines.size(), example.game));
  // The first says how it came to run, the last ones how it ended.
  const size_t left_out = lines.size() > most_steps_printed ? lines.size() - most_steps_printed : 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (left_out > 0 && i == 1) terminal.line(fmt::format("      ({} not shown)", counted(left_out, "step")));
    if (i == 0 || i > left_out) terminal.line("      " + lines[i]);
  }
}

void print_example(const RegionsItem& item, const Region& region, bool complete, Terminal& terminal) {
  const Example& example = region.example;
  if (example.expression.empty()) return;
  std::string text = "    for example " + example.expression;
  if (item.sort == "requirement") text = "    for example " + in_shell(example.expression);
  if (region.fault.empty()) text += " = " + example.value;
  if (complete)
    text += example.state.empty() ? "" : ", with " + example.state;
  else
    text += fmt::format(", {} a position {}({})", example.asked ? "asked for at" : "drawn at",
                        example.state.empty() ? "" : "with " + example.state + " ", graded(example));
  terminal.line(text);
}

ordered_json way_json(const runtime::Scenario& scenario, const Regions& made, const regions::Way& way) {
  ordered_json all = ordered_json::array();
  for (const regions::Taken& one : way) {
    const regions::Decision& decision = made.decisions[one.decision];
    all.push_back({{"condition", decision.text},
                   {"case", label_of(scenario, decision)},
                   {"is", decision.outs[one.out]}});
  }
  return all;
}

}  // namespace

std::vector<std::string> way_lines(const runtime::Scenario& scenario,
                                   const std::vector<regions::Decision>& decisions, const regions::Way& way,
                                   bool with_cases, std::string_view joint) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < way.size();) {
    const regions::Decision& decision = decisions[way[i].decision];
    std::vector<std::string> outs;
    const size_t first = i;
    for (; i < way.size() && way[i].decision == way[first].decision; ++i)
      outs.push_back(decision.outs[way[i].out]);
    const std::string out = fmt::format("{}", fmt::join(outs, joint)), label = label_of(scenario, decision);
    lines.push_back(decision.outs.back() == "yes" ? fmt::format("{:<4} {}", out + ":", decision.text)
                                                  : decision.text + ": " + out);
    if (with_cases && !label.empty()) lines.back() += "  [" + label + "]";
  }
  return lines;
}

void print_regions(const runtime::Scenario& scenario, const RegionsItem& item, const Regions& made,
                   uint64_t seed, Context& context) {
  Terminal& terminal = context.terminal;
  const std::string input = item.runs() ? "run" : item.is_table() ? "cell" : "input";
  terminal.line(fmt::format("{} in {}: {}, {}", item.name, scenario.id,
                            counted(made.regions.size(), "region"), scope_text(item, made)));
  for (size_t i = 0; i < made.regions.size(); ++i) {
    const Region& region = made.regions[i];
    terminal.line("");
    if (!item.runs())
      terminal.line(fmt::format("{:>2}. {}; {}", i + 1, values_text(region), counted(region.inputs, input)));
    else
      terminal.line(fmt::format("{:>2}. {}{}{}", i + 1, counted(region.inputs, "run"),
                                region.ends_game.empty() ? "" : "; the game ends: " + region.ends_game,
                                region.fault.empty() ? "" : " (" + region.fault + ")"));
    for (const std::string& line : way_lines(scenario, made.decisions, region.way, true))
      terminal.line("      " + line);
    for (const std::string& line : region.cells) terminal.line("      " + line);
    if (!region.formula.empty()) terminal.line("      value: " + region.formula);
    if (item.runs())
      print_example_of_run(region.example, terminal);
    else
      print_example(item, region, made.complete, terminal);
  }
  terminal.line("");
  for (const std::string& line : way_lines(scenario, made.decisions, made.never, true, " or "))
    terminal.line((made.complete ? "never " : "not met: ") + line);
  if (made.complete || (item.runs() && made.inputs > 0))
    terminal.line(fmt::format("Each {0} is in one region, and the counts add up to {1}.", input,
                              counted(made.inputs, input)));
  if (made.complete && !item.is_table())
    terminal.line("Inputs are values. Whether play brings them together was not asked.");
  else if (!item.runs() && !item.is_table() && item.sort != "requirement" && !made.stopped)
    terminal.line("Drawn arguments may be such that play never asks for them at that position.");
  if (item.runs() && made.inputs > 0)
    terminal.line(
        fmt::format("A game reaches each example: casebook play {} --seed {} --game N --record game.txt",
                    scenario.id, seed));
  if (made.cut > 0)
    terminal.line(
        fmt::format("Not counted: {} under way when a game was left open.", counted(made.cut, "more run")));
  if (made.stopped)
    terminal.line("Stopped: other regions may exist.");
  else if (item.runs())
    terminal.line("Other regions may exist: only runs of these games were followed.");
  else if (!made.complete)
    terminal.line(
        fmt::format("Other regions may exist: not every input was evaluated, because {}.", made.why_not));
  terminal.line("made by: " + command_text(context));
}

ordered_json regions_json(const runtime::Scenario& scenario, const RegionsItem& item, const Regions& made,
                          uint64_t seed, Context& context) {
  ordered_json document =
      json_document(context, {{"ruleset", scenario.id},
                              {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                              {"data", fmt::format("{:016x}", scenario.fingerprint)},
                              {"seed", seed},
                              {"item", item.name},
                              {"sort", item.sort},
                              {"complete", made.complete},
                              {"stopped", made.stopped}});
  if (item.runs())
    document["runs"] = made.inputs, document["games"] = made.games, document["cut"] = made.cut;
  else
    document["inputs"] = made.inputs, document["positions"] = made.positions, document["asked"] = made.asked;
  document["regions"] = ordered_json::array();
  document["never"] = way_json(scenario, made, made.never);
  if (!made.why_not.empty()) document["whyNot"] = made.why_not;
  for (const Region& region : made.regions) {
    ordered_json one{{item.runs() ? "runs" : "inputs", region.inputs},
                     {"way", way_json(scenario, made, region.way)}};
    if (!region.fault.empty()) one["fault"] = region.fault;
    const Example& example = region.example;
    if (item.runs()) {
      if (!region.ends_game.empty()) one["endsGame"] = region.ends_game;
      one["example"] = {
          {"game", example.game}, {"stepsBefore", example.step}, {"steps", step_lines(example.record)}};
    } else {
      if (region.fault.empty()) one["values"] = region.values, one["otherValues"] = region.more_values;
      if (!region.formula.empty()) one["formula"] = region.formula;
      if (!region.cells.empty()) one["cells"] = region.cells;
      if (region.least) one["least"] = *region.least, one["most"] = *region.most;
      if (!example.expression.empty())
        one["example"] = {
            {"expression", example.expression}, {"state", example.state}, {"value", example.value}};
      if (!example.expression.empty() && !made.complete)
        one["example"]["grade"] = grade_number(example.grade), one["example"]["asked"] = example.asked;
    }
    document["regions"].push_back(std::move(one));
  }
  return document;
}

}  // namespace casebook::cli
