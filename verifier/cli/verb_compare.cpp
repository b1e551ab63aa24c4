// SPDX-License-Identifier: Apache-2.0
// casebook compare: where two rulesets differ in play.
#include <fmt/format.h>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/diagnostic_text.h"
#include "engine/platform/console.h"
#include "verifier/cli/printing/compare_prove.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/compare/compare.h"
#include "verifier/finding/interval.h"
#include "verifier/finding/weight.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct CompareOptions {
  std::string a, b, witnesses;
  compare::Settings settings;
  bool prove = false;
  uint32_t resources = 400'000;
};

ordered_json share_json(const compare::Share& share, const std::string& ruleset) {
  const Interval of = wilson(share.differing, share.compared);
  return {{"ruleset", ruleset},
          {"games", share.games},
          {"positions", share.positions},
          {"compared", share.compared},
          {"differing", share.differing},
          {"leadingElsewhere", share.stepping},
          {"otherPlayer", share.players},
          {"chances", share.chances},
          {"chancesDiffering", share.bringing},
          {"gamesDiffering", share.games_with},
          {"low", of.low},
          {"high", of.high}};
}

std::string percent(uint64_t part, uint64_t of) {
  return fmt::format("{:.1f} %", of == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(of));
}

std::string share_line(const compare::Share& share, const std::string& ruleset) {
  const Interval of = wilson(share.differing, share.compared);
  std::string text = fmt::format(
      "in {} game{} of {} other choices are lawful at {} of {} positions\n"
      "  ({}, 95 % interval {:.1f} to {:.1f}, as if positions of a game had nothing to do with one "
      "another),\n"
      "  at {} more a choice that was tried leads elsewhere",
      share.games, share.games == 1 ? "" : "s", ruleset, share.differing, share.compared,
      percent(share.differing, share.compared), 100 * of.low, 100 * of.high, share.stepping);
  if (share.players > 0) text += fmt::format(";\n  at {} somebody else chooses", share.players);
  if (share.chances > 0)
    text += fmt::format(";\n  at {} of {} at which chance decides it brings something else", share.bringing,
                        share.chances);
  return text + fmt::format(";\n  in {} of the games somewhere", share.games_with);
}

ordered_json item_json(const compare::ItemResult& item) {
  ordered_json one{{"sort", item.sort},
                   {"name", item.name},
                   {"cases", {{"a", item.cases[0]}, {"b", item.cases[1]}}},
                   {"verdict", std::string(verdict_text(item.verdict))},
                   {"text", item.text}};
  one["differences"] = item.differences;
  return one;
}

std::string cases_text(const compare::ItemResult& item) {
  const auto side = [](const std::vector<std::string>& cases) {
    return cases.empty() ? std::string("-") : fmt::format("{}", fmt::join(cases, ", "));
  };
  return side(item.cases[0]) + " | " + side(item.cases[1]);
}

/// Two files a finding, `01-a.record` and `01-b.record`; the command that shows each is printed.
bool write_witness(const std::string& folder, size_t number, const Witness& witness, Context& context,
                   Diagnostics& diagnostics) {
  bool good = true;
  for (size_t side = 0; side < witness.sides.size(); ++side) {
    const std::string name = fmt::format("{:02}-{}.record", number, side == 0 ? "a" : "b");
    const std::string path = (std::filesystem::path(folder) / name).string();
    good = write_text(path, runtime::record_text(witness.sides[side].record), diagnostics) && good;
    if (good && !context.json) context.terminal.line("casebook replay " + path);
  }
  return good;
}

/// Two checkouts of one edition are told apart by their whole paths only: said once, they are here and there.
bool are_checkouts(const compare::CompareResultNames& names) {
  const auto last = [](const std::string& id) { return std::filesystem::path(id).filename(); };
  return names.rulesets[0] != names.rulesets[1] && last(names.rulesets[0]) == last(names.rulesets[1]);
}

std::string here_and_there(std::string text, const compare::CompareResultNames& names) {
  if (!are_checkouts(names)) return text;
  // One may be the end of the other: the longer one first.
  const size_t longer = names.rulesets[0].size() >= names.rulesets[1].size() ? 0 : 1;
  for (const size_t side : {longer, 1 - longer}) {
    const std::string& id = names.rulesets[side];
    const std::string word = side == 0 ? "here" : "there";
    for (size_t at = text.find(id); at != std::string::npos; at = text.find(id, at + word.size()))
      text.replace(at, id.size(), word);
  }
  return text;
}

void print(const compare::Result& result, const compare::CompareResultNames& names, const Prose& prose,
           Context& context) {
  Terminal& terminal = context.terminal;
  if (are_checkouts(names)) {
    terminal.line("here:  " + names.rulesets[0]);
    terminal.line("there: " + names.rulesets[1]);
  }
  size_t number = 0;
  for (const Finding& finding : result.findings) {
    if (number == 1 && finding.becomes) terminal.line(folded(std::string(order_of_differences()), 80, 0, 0));
    for (const compare::Group& group : result.groups) {
      if (group.findings.size() < 2 || group.findings.front() != number) continue;
      terminal.line(
          fmt::format("{} to {} come of the same lines ({}):", number, group.findings.back(), group.cases));
      for (const MetIn& met_in : group.met_in)
        terminal.line(folded(here_and_there("one of them " + met_in_text(met_in), names), 80, 4, 2));
    }
    if (number > 0) terminal.line(fmt::format("{}.", number));
    ++number;
    terminal.text(here_and_there(finding_text(finding, prose), names));
  }
  if (!result.first_text.empty()) terminal.line(folded(here_and_there(result.first_text, names), 80, 2, 0));
  for (size_t side = 0; side < 2; ++side) {
    if (result.shares[side].compared > 0)
      terminal.line(here_and_there(share_line(result.shares[side], names.rulesets[side]), names));
    if (!result.only[side].empty())
      terminal.line(
          folded(fmt::format("state that only {} has: {}", here_and_there(names.rulesets[side], names),
                             fmt::join(result.only[side], ", ")),
                 80, 2, 0));
  }
  if (!result.items.empty())
    terminal.line(
        fmt::format("items that are not the same text, cases of both ({} are the same):", result.same_items));
  for (const compare::ItemResult& item : result.items)
    terminal.line(folded(fmt::format("{:<7} {} {} ({}): {}", verdict_text(item.verdict), item.sort, item.name,
                                     cases_text(item), item.text),
                         80, 4, 2));
}

ExitStatus run(const CompareOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto a = load(options.a, context.rulesets, diagnostics);
  const auto b = a ? load(options.b, context.rulesets, diagnostics) : std::nullopt;
  context.terminal.diagnostics(diagnostics);
  if (!a || !b) return failure_status(diagnostics);
  if (Diagnostics of_folder; !options.witnesses.empty() && !make_folder(options.witnesses, of_folder)) {
    context.terminal.diagnostics(of_folder);
    return ExitStatus::input;
  }
  const auto goes_on = [&](const char* what, uint64_t done, uint64_t of) {
    context.terminal.progress(what, static_cast<long>(done), static_cast<long>(of));
    return !platform::stop_requested();
  };
  size_t met = 0;
  const auto tell = [&](const std::string& line) {
    if (context.json) return;
    context.terminal.end_progress();
    if (met++ == 0)
      context.terminal.line("met while searching (classes, not yet confirmed or made smaller):");
    context.terminal.line(folded("- " + line, 80, 2, 0));
  };
  const compare::Result result = compare::compare(a->scenario, b->scenario, options.settings, goes_on, tell);
  std::optional<symbolic::EditionsResult> proved;
  if (options.prove && !result.stopped) {
    symbolic::EditionsSettings settings;
    settings.limits.resources = options.resources;
    settings.go_on = [] { return !platform::stop_requested(); };
    proved = symbolic::prove_editions(a->scenario, b->scenario, settings);
  }
  context.terminal.end_progress();
  const compare::CompareResultNames names{{a->scenario->id, b->scenario->id}};
  ExitStatus status = static_cast<ExitStatus>(status_of(result.findings));
  if (result.stopped && status != ExitStatus::tool_error) status = ExitStatus::stopped;
  if (!context.json) {
    for (const auto& one : {a, b})
      if (board_is_empty(*one->scenario))
        context.terminal.line(folded(one->scenario->id + ": " + empty_board, 80, 2, 0));
    if (met != 0) context.terminal.line("");
    if (result.stopped) context.terminal.line("stopped by the user: what was found until then");
    print(result, names, Prose({a->scenario, b->scenario}), context);
    if (proved) print(*proved, context);
  }
  // Proving can say no more than that there is a difference: that nothing is one is the comparison's to say.
  if (proved && status != ExitStatus::stopped) {
    const ExitStatus own = status_of(*proved);
    if (own == ExitStatus::stopped || own > status) status = own;
  }
  Diagnostics of_files;
  if (!options.witnesses.empty()) {
    for (size_t i = 0; i < result.findings.size(); ++i) {
      if (result.findings[i].witness &&
          !write_witness(options.witnesses, i, *result.findings[i].witness, context, of_files))
        status = ExitStatus::input;
    }
    if (result.first && !write_witness(options.witnesses, 0, *result.first, context, of_files))
      status = ExitStatus::input;
    context.terminal.diagnostics(of_files);
  }
  if (context.json) {
    ordered_json document{{"casebook", std::string(version())}, {"command", command_text(context)}};
    document["rulesets"] = ordered_json::array();
    for (const auto& scenario : {a->scenario, b->scenario})
      document["rulesets"].push_back({{"id", scenario->id},
                                      {"edition", scenario->program->edition},
                                      {"rules", fmt::format("{:016x}", scenario->rules_fingerprint)},
                                      {"data", fmt::format("{:016x}", scenario->fingerprint)}});
    document["seed"] = options.settings.budget.seed;
    document["stopped"] = result.stopped;
    document["findings"] = ordered_json::array();
    for (const Finding& finding : result.findings) document["findings"].push_back(finding_json(finding));
    document["groups"] = ordered_json::array();
    for (const compare::Group& group : result.groups)
      document["groups"].push_back(
          {{"cases", group.cases}, {"findings", group.findings}, {"metIn", met_in_json(group.met_in)}});
    document["sameItems"] = result.same_items;
    document["items"] = ordered_json::array();
    for (const compare::ItemResult& item : result.items) document["items"].push_back(item_json(item));
    document["shares"] = ordered_json::array();
    for (size_t side = 0; side < 2; ++side)
      document["shares"].push_back(share_json(result.shares[side], names.rulesets[side]));
    document["madeUp"] = result.generated;
    if (!result.first_text.empty()) {
      document["first"] = {{"text", result.first_text}};
      if (result.first) document["first"]["witness"] = witness_json(*result.first);
    }
    document["only"] = {{"a", result.only[0]}, {"b", result.only[1]}};
    if (proved) document["proved"] = editions_json(*proved);
    context.terminal.json(document);
  } else {
    context.terminal.line(fmt::format("seed {}; casebook {}; rules {:016x} and {:016x}\nmade by: {}",
                                      options.settings.budget.seed, version(), a->scenario->rules_fingerprint,
                                      b->scenario->rules_fingerprint, command_text(context)));
  }
  return status;
}

}  // namespace

Verb compare_verb() {
  return {"compare", "show where two rulesets play differently, and a position",
          [](CLI::App& app, Context& context) {
            auto options = std::make_shared<CompareOptions>();
            app.add_option("a", options->a, "an edition or scenario, with switches (+name=value)")
                ->required()
                ->type_name("EDITION|SCENARIO");
            app.add_option("b", options->b, "another, or the same with other switches")
                ->required()
                ->type_name("EDITION|SCENARIO");
            app.add_option("--seed", options->settings.budget.seed, "seed of games and positions (1)");
            app.add_option("--games", options->settings.budget.games, "play N games of each ruleset (30)")
                ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000}));
            app.add_option("--positions", options->settings.budget.positions, "generate N positions (24000)")
                ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000'000}));
            app.add_option("--steering", options->settings.budget.steering,
                           "search N evaluations for each goal (4000)")
                ->check(CLI::Range(uint64_t{0}, uint64_t{100'000'000}));
            app.add_option("--threads", options->settings.budget.threads,
                           "threads (one a core); the result is the same")
                ->check(CLI::Range(size_t{1}, size_t{256}));
            app.add_option("--inputs", options->settings.inputs, "enumerate items of up to N inputs (200000)")
                ->check(CLI::Range(uint64_t{0}, uint64_t{100'000'000}));
            app.add_flag("--prove", options->prove, "also ask Z3 about items whose text differs");
            app.add_option("--resources", options->resources, "with --prove: limit of one query (400000)")
                ->check(CLI::Range(uint32_t{1}, uint32_t{4'000'000'000}));
            app.add_option("--witnesses", options->witnesses, "write the records of each difference here")
                ->type_name("FOLDER");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
