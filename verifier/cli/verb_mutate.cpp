// SPDX-License-Identifier: Apache-2.0
// casebook mutate: mutants of the rules, and what notices each.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/platform/console.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/mutate/journal.h"
#include "verifier/mutate/mutate.h"
#include "verifier/mutate/page.h"

namespace casebook::cli {

namespace {

using mutate::Fate;
using nlohmann::ordered_json;

struct MutateOptions {
  std::string word, page, journal;
  mutate::Settings settings;
  bool all = false;
};

ordered_json told_json(const language::Program& program, const mutate::Told& one) {
  ordered_json cases = ordered_json::array();
  for (const language::CaseId label : one.mutant.labels) cases.push_back(program.label_text(label));
  ordered_json out{{"cases", cases},
                   {"name", one.mutant.name},
                   {"kind", language::mutant_kind(one.mutant)},
                   {"what", one.mutant.what},
                   {"text", mutate::altered_text(program, one.mutant)},
                   {"place", mutate::place_text(program, one.mutant)},
                   {"fate", std::string(mutate::fate_text(one.fate))}};
  if (!one.by.empty()) {
    out["by"] = one.by;
    out["where"] = one.where;
  }
  return out;
}

ordered_json document_of(const checks::Subject& subject, const mutate::Result& result,
                         const MutateOptions& options, Context& context) {
  ordered_json document =
      json_document(context, {{"ruleset", subject.id},
                              {"rules", fmt::format("{:016x}", language::fingerprint(*subject.program))},
                              {"data", fmt::format("{:016x}", subject.scenario->fingerprint)},
                              {"seed", options.settings.seed},
                              {"stopped", result.stopped},
                              {"all", result.all},
                              {"recalled", result.recalled},
                              {"tried", result.told.size() - result.count(Fate::not_asked)},
                              {"noticed", result.count(Fate::noticed)},
                              {"equivalent", result.count(Fate::equivalent)},
                              {"survived", result.count(Fate::survived)},
                              {"score", result.score()},
                              {"triedWith",
                               {{"rulesets", result.rulesets},
                                {"claims", result.claims},
                                {"playthroughs", result.records},
                                {"positions", result.positions},
                                {"games", result.games}}},
                              {"notUsed", result.unused}});
  document["by"] = ordered_json::object();
  for (const auto& [by, count] : result.by()) document["by"][by] = count;
  document["kinds"] = ordered_json::array();
  for (const auto& [kind, one] : result.kinds())
    document["kinds"].push_back({{"kind", kind},
                                 {"noticed", one.noticed},
                                 {"equivalent", one.equivalent},
                                 {"survived", one.survived}});
  document["mutants"] = ordered_json::array();
  for (const mutate::Told& one : result.told) {
    if (options.all || one.fate != Fate::noticed)
      document["mutants"].push_back(told_json(*subject.program, one));
  }
  return document;
}

/// `without_journal`: why the run ended where its journal could not be written; empty: it could.
void say(const language::Program& program, const mutate::Result& result, bool all,
         const std::string& without_journal, Context& context) {
  for (const std::string& one : result.unused) context.terminal.line("not used: " + one);
  for (const mutate::Told& one : result.told) {
    if (one.fate == Fate::not_asked || (one.fate == Fate::noticed && !all)) continue;
    context.terminal.line(
        fmt::format("{:<10} {}", mutate::fate_text(one.fate), mutant_text(program, one.mutant)));
    if (const std::string text = mutate::altered_text(program, one.mutant); !text.empty())
      context.terminal.line("           " + text);
    if (!one.by.empty()) context.terminal.line(fmt::format("           {}: {}", one.by, one.where));
  }
  context.terminal.text(mutate::summary_text(result));
  if (result.recalled != 0) context.terminal.line(fmt::format("{} taken from the journal", result.recalled));
  if (!without_journal.empty())
    context.terminal.line("the journal could not be written, so incomplete: " + without_journal);
  else if (result.stopped)
    context.terminal.line("stopped by the user, so incomplete");
}

bool known_cases(const MutateOptions& options, const language::Program& program, Context& context) {
  std::vector<std::string> labels;
  for (const language::Case& one : program.cases) labels.push_back(one.label);
  for (const std::string& one : options.settings.cases) {
    if (std::find(labels.begin(), labels.end(), one) != labels.end()) continue;
    context.terminal.error("C0112", fmt::format("there is no case {}", casebook::quoted(one)),
                           "one of the edition's", nearest_name(one, labels));
    return false;
  }
  return true;
}

/// Of a page, which says the same whether or not some of it was known already.
std::string without_journal(const Context& context) {
  Context without;
  for (size_t i = 0; i < context.command_line.size(); ++i) {
    if (context.command_line[i] == "--journal")
      ++i;
    else if (!context.command_line[i].starts_with("--journal="))
      without.command_line.push_back(context.command_line[i]);
  }
  return command_text(without);
}

ExitStatus run(MutateOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto verified = load_subject(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!verified) return failure_status(diagnostics);
  const checks::Subject& subject = verified->subject;
  if (verified->alone || !subject.scenario->data) {
    context.terminal.error("C0132", "there is no scenario, so nothing can be played",
                           "an edition with a scenario, or a scenario file");
    return ExitStatus::input;
  }
  if (!known_cases(options, *subject.program, context)) return ExitStatus::usage;
  if (Diagnostics of_page; !options.page.empty() && !can_write(options.page, of_page)) {
    context.terminal.diagnostics(of_page);
    return ExitStatus::input;
  }
  options.settings.folder = subject.scenario->folder;
  std::unique_ptr<mutate::Journal> journal;
  if (!options.journal.empty()) {
    Diagnostics of_journal;
    journal = mutate::Journal::open(options.journal, subject, options.settings, of_journal);
    context.terminal.diagnostics(of_journal);
    if (!journal) return ExitStatus::input;
  }
  options.settings.go_on = [] { return !platform::stop_requested(); };
  options.settings.tell = [&](size_t done, size_t of) {
    context.terminal.progress("mutants", static_cast<long>(done), static_cast<long>(of));
  };
  const mutate::Result result = mutate::mutate(subject, options.settings, journal.get());
  context.terminal.end_progress();
  if (journal && !journal->problem().empty())
    context.terminal.error("C0106", options.journal + ": " + journal->problem());
  if (context.json)
    context.terminal.json(document_of(subject, result, options, context));
  else
    say(*subject.program, result, options.all, journal ? journal->problem() : std::string(), context);
  if (!options.page.empty()) {
    Diagnostics of_page;
    const bool written =
        write_text(options.page, mutate::page_text(subject, result, without_journal(context)), of_page);
    context.terminal.diagnostics(of_page);
    if (!written) return ExitStatus::input;
  }
  if (journal && !journal->problem().empty()) return ExitStatus::input;
  if (result.stopped) return ExitStatus::stopped;
  return result.count(Fate::survived) + result.count(Fate::not_asked) == 0 ? ExitStatus::fine
                                                                           : ExitStatus::open;
}

}  // namespace

Verb mutate_verb() {
  return {
      "mutate", "change the rules one by one, and see what notices", [](CLI::App& app, Context& context) {
        auto options = std::make_shared<MutateOptions>();
        app.add_option("edition", options->word, "an edition or a scenario file")
            ->required()
            ->type_name("EDITION|SCENARIO");
        app.add_option("--mutants", options->settings.mutants, "try N mutants, drawn by the seed (all)")
            ->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000}));
        app.add_option("--case", options->settings.cases, "only mutants of these cases")->type_name("CASE");
        app.add_option("--games", options->settings.games, "play N seeded games of each ruleset (12)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{100'000}));
        app.add_option("--inputs", options->settings.inputs, "enumerate N inputs of a definition (100000)")
            ->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}));
        app.add_option("--seed", options->settings.seed, "seed of games and of the drawing (1)");
        app.add_flag("--verify", options->settings.by_verify, "ask only what `verify --prove` notices");
        app.add_flag("--all", options->all, "also show the mutants that were noticed");
        app.add_option("--page", options->page, "write a page for docs/mutants")->type_name("FILE");
        app.add_option("--journal", options->journal, "keep a journal, and resume where it ends")
            ->type_name("FILE");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
