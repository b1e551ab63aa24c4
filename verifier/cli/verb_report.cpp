// SPDX-License-Identifier: Apache-2.0
// casebook report: what the verifier says of an edition as one HTML file, and as an errata list.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/board/scenario.h"
#include "engine/language/compile.h"
#include "engine/platform/console.h"
#include "verifier/cli/printing/mined.h"
#include "verifier/cli/printing/prove.h"
#include "verifier/cli/printing/read_proofs.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/printed_cases.h"
#include "verifier/cli/shared/stages.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/counted.h"
#include "verifier/report/comparison.h"
#include "verifier/report/errata.h"
#include "verifier/report/ground_text.h"
#include "verifier/report/items.h"
#include "verifier/report/report.h"
#include "verifier/report/ruleset_names.h"
#include "verifier/symbolic/prove/proof_page.h"

namespace casebook::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct ReportOptions {
  std::string word, html, errata, proofs;
  std::vector<std::string> others;
  bool prove = false;
  bool progress = false;  // in lines, where standard error is no terminal
  ProveOptions proving;
  checks::Settings checks;
  compare::Settings comparing;
};

/// The comparison with another edition, as the report has it. Nothing when the other cannot be loaded.
std::optional<report::Comparison> compared(const std::string& other, const report::ScenarioPtr& scenario,
                                           const ReportOptions& options, Context& context,
                                           std::vector<report::ScenarioPtr>& rulesets, Stages& stages,
                                           bool& stopped) {
  Diagnostics diagnostics;
  const auto loaded = load(other, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return std::nullopt;
  report::ScenarioPtr theirs = loaded->scenario;
  if (options.checks.mine) {
    symbolic::MiningSettings wanted;
    wanted.seed = options.checks.seed;
    wanted.go_on = [] { return !platform::stop_requested(); };
    theirs = symbolic::with_mined(*theirs, symbolic::mine_invariants(theirs, wanted));
  }
  compare::Settings settings = options.comparing;
  settings.cases = {printed_cases(scenario->folder, context.rulesets, diagnostics),
                    printed_cases(theirs->folder, context.rulesets, diagnostics)};
  compare::Result result = compare::compare(
      scenario, theirs, settings,
      [&](const char* what, uint64_t done, uint64_t of) {
        stages.at(what, done, of);
        return !platform::stop_requested();
      },
      [](const std::string&) {});
  stages.end();
  stopped = stopped || result.stopped;
  rulesets.push_back(loaded->scenario);
  report::Comparison made =
      report::comparison_of(*scenario, *loaded->scenario, std::move(result), options.comparing.budget);
  made.texts = report::texts_apart(*scenario->program, coverage(*scenario->program, settings.cases[0]),
                                   *loaded->scenario->program,
                                   coverage(*loaded->scenario->program, settings.cases[1]));
  return made;
}

/// What the answers do not rest on: the questions that were tried only, and those that stayed open, with why.
std::string not_looked_at(const std::vector<checks::Asked>& asked, const std::string& ground) {
  size_t whole = 0, tried = 0;
  std::vector<std::string> open;
  for (const checks::Asked& one : asked) {
    if (!one.left_out.empty())
      open.push_back(fmt::format("{} (not run: {})", one.check->question, one.left_out));
    else if (one.answer.verdict == Verdict::sampled)
      ++tried;
    else if (one.answer.verdict == Verdict::unknown)
      open.emplace_back(one.check->question);
    else
      ++whole;
  }
  std::string text = fmt::format(
      "Of {}, {} exhaustive, {} sampled and {} done in part. Sampled: games and positions were tried, and there are "
      "more of both. What was found holds for these rules files; more may be there.{}",
      counted(asked.size(), "check"), whole == 1 ? "1 was" : fmt::format("{} were", whole), tried,
      open.size(), ground.empty() ? "" : " " + ground);
  if (!open.empty())
    text += fmt::format(" Done in part, and Sources and checks says how far: {}", fmt::join(open, " "));
  return text;
}

/// As whoever has the same library or folder writes it: without the folders of this machine. A path stays one
/// from the folder in which it was asked, or from the library's.
std::string word_of(const std::string& word, const std::string& rulesets) {
  const fs::path path(word);
  if (!path.is_absolute()) return word;
  std::vector<std::string> folders = ruleset_folders(rulesets);
  std::error_code error;
  folders.push_back(fs::current_path(error).string());
  for (const std::string& folder : folders) {
    const fs::path inside =
        path.lexically_normal().lexically_relative(fs::absolute(folder, error).lexically_normal());
    if (!inside.empty() && inside != "." && *inside.begin() != "..") return inside.generic_string();
  }
  // Of a file elsewhere its name is what the next one has, too.
  return path.filename().empty() ? path.parent_path().filename().string() : path.filename().string();
}

/// The command with all that the answers depend on, what was left to its default too.
std::string whole_command(const ReportOptions& options, const Context& context, const std::string& files) {
  const auto word = [&](const std::string& one) { return in_shell(word_of(one, context.rulesets)); };
  std::string text =
      fmt::format("casebook report {}{} --seed {} --games {} --positions {}", word(options.word), files,
                  options.checks.seed, options.checks.games, options.checks.positions);
  if (options.checks.mine) text += " --mine";
  for (const std::string& other : options.others) text += " --compare " + word(other);
  if (!options.others.empty())
    text += fmt::format(" --compare-games {} --compare-positions {}", options.comparing.budget.games,
                        options.comparing.budget.positions);
  if (!options.proofs.empty()) text += " --proofs " + word(options.proofs);
  if (options.prove) text += " --prove";
  return text;
}

report::ErrataHead errata_head(const Verified& verified, const report::Report& made,
                               const ReportOptions& options, const Context& context) {
  report::ErrataHead head;
  head.title = verified.subject.program->title;
  head.ruleset = verified.subject.id;
  head.called = made.called;
  ReportOptions of_list = options;
  of_list.others.clear();  // no comparison is in it
  head.command = whole_command(of_list, context, " --errata FILE.md");
  head.proofs = made.proofs;
  head.asked = made.remarks;
  head.come_to = made.come_to;
  return head;
}

ExitStatus run(ReportOptions& options, Context& context) {
  if (options.html.empty() && options.errata.empty()) {
    context.terminal.error("C0101", "there is no file to write the report to",
                           "`-o FILE.html`, or `--errata FILE.md`");
    return ExitStatus::usage;
  }
  if (!options.html.empty() && !options.html.ends_with(".html") && !options.html.ends_with(".htm")) {
    context.terminal.error("C0126", "a report is an HTML file, which a browser shows and prints",
                           "a file that ends in .html");
    return ExitStatus::usage;
  }
  Diagnostics diagnostics;
  if ((!options.html.empty() && !can_write(options.html, diagnostics)) ||
      (!options.errata.empty() && !can_write(options.errata, diagnostics))) {
    context.terminal.diagnostics(diagnostics);
    return ExitStatus::input;
  }
  auto verified = load_subject(options.word, context.rulesets, diagnostics);
  const auto acknowledged =
      verified ? load_acknowledgements(verified->acknowledged_file, diagnostics) : std::nullopt;
  context.terminal.diagnostics(diagnostics);
  if (!verified || !acknowledged) return failure_status(diagnostics);
  if (verified->alone && !options.others.empty()) {
    context.terminal.error("C0101", "rules without a scenario cannot be compared in play",
                           "an edition that has a scenario");
    return ExitStatus::usage;
  }
  if (options.prove && !options.proofs.empty()) {
    context.terminal.error("C0101", "give one of --prove and --proofs, not both",
                           "`--prove` or `--proofs FILE`");
    return ExitStatus::usage;
  }
  if (options.prove) {
    const ExitStatus can = can_prove(*verified, options.proving, context);
    if (can != ExitStatus::fine) return can;
    options.checks.solver_resources = symbolic::query_limit::definition;
  }
  std::optional<report::Proofs> proofs;
  if (!options.proofs.empty()) {
    const bool is_page = options.proofs.ends_with(".md") && verified->subject.scenario;
    proofs =
        is_page
            ? read_proof_page(options.proofs,
                              fmt::format("{:016x}", language::fingerprint(*verified->subject.program)),
                              symbolic::options_line(*verified->subject.scenario), diagnostics)
            : read_proofs(
                  options.proofs, fmt::format("{:016x}", language::fingerprint(*verified->subject.program)),
                  verified->alone ? "" : fmt::format("{:016x}", verified->subject.scenario->fingerprint),
                  diagnostics);
    if (!proofs) {
      context.terminal.diagnostics(diagnostics);
      return ExitStatus::input;
    }
  }
  options.checks.go_on = [] { return !platform::stop_requested(); };
  const bool plays = verified->subject.scenario != nullptr;
  // The checks, games for each case, proofs, the comparisons, and writing.
  Stages stages(context.terminal,
                1 + (plays ? 1U : 0U) + (options.prove ? 1U : 0U) + options.others.size() + 1,
                options.progress);
  stages.begin("checks");
  uint64_t asked = 0;
  options.checks.begun = [&](const checks::Check& check) {
    stages.at(check.id, ++asked, checks::all_checks().size());
  };
  checks::Verification result = checks::verify(verified->subject, options.checks, {}, *acknowledged);
  stages.end();
  if (result.mining)
    verified->subject.scenario = symbolic::with_mined(*verified->subject.scenario, *result.mining);

  report::Report made;
  made.title = verified->subject.program->title;
  made.ruleset = verified->subject.id;
  made.called = word_of(made.ruleset, context.rulesets);
  made.version = std::string(version());
  made.fingerprint = fmt::format("{:016x}", language::fingerprint(*verified->subject.program));
  made.command = whole_command(options, context, " -o FILE.html");
  if (plays && !result.stopped) {
    stages.begin("count how often games reach each case");
    made.come_to =
        checks::come_to(verified->subject.scenario, options.checks.seed,
                        std::min(checks::games_for_cases, options.checks.games), options.checks.go_on);
  }
  made.cases = coverage(*verified->subject.program, verified->subject.cases);
  int status = result.status();
  if (options.prove && !result.stopped) {
    ExitStatus failed = ExitStatus::usage;
    stages.begin("proofs");
    const auto proved = prove(*verified, options.proving, context, failed);
    if (!proved) return failed;
    ordered_json document{{"command", made.command}};
    add_proofs(*verified, *proved, document);
    proofs = proofs_of(nlohmann::json(document));
    status = worse_status(status, proved->status());
  }
  made.proofs = std::move(proofs);
  made.findings = std::move(result.findings);
  if (verified->alone) made.remarks.emplace_back(why_alone(*verified));
  if (!made.remarks.empty() && !context.json) context.terminal.line(made.remarks.front());
  made.rulesets = result.rulesets;
  made.not_looked_at =
      not_looked_at(result.asked, plays && verified->subject.scenario->data
                                      ? report::ground_share_text(verified->subject.scenario->data->map)
                                      : std::string());
  for (const checks::Asked& one : result.asked)
    made.remarks.push_back(fmt::format("{} {}: {} ({}).", one.check->question,
                                       capitalised(std::string(checks::looked_at(one))),
                                       !one.left_out.empty()      ? one.left_out
                                       : one.answer.scope.empty() ? "everything"
                                                                  : one.answer.scope,
                                       one.check->id));
  if (!result.positions.empty()) made.remarks.push_back("Tried: " + result.positions + ".");
  if (result.mining) {
    made.remarks.push_back(symbolic::mining_text(*result.mining) + ".");
    for (const std::string& line : mined_lines(*result.mining)) made.remarks.push_back(line);
  }
  for (const board::Acknowledgement& one : result.gone)
    made.remarks.push_back(
        fmt::format("Gone: {} ({}), acknowledged by {}: it is no longer found.", one.fingerprint,
                    one.subject.empty() ? "no subject noted" : one.check + ", " + one.subject, one.who));
  bool stopped = result.stopped;
  for (const std::string& other : options.others) {
    if (stopped) break;
    stages.begin("compare with " + other);
    auto comparison =
        compared(other, verified->subject.scenario, options, context, made.rulesets, stages, stopped);
    if (!comparison) return ExitStatus::input;
    status = std::max(status, status_of(comparison->result.findings));
    made.comparisons.push_back(std::move(*comparison));
  }
  if (stopped) made.remarks.emplace_back("Stopped by the user, so incomplete.");

  stages.begin("write the files");
  Diagnostics of_files;
  bool good = true;
  std::vector<std::pair<std::string, std::string>> files;
  if (!options.html.empty()) files.emplace_back(options.html, report::report_html(made));
  if (!options.errata.empty())
    files.emplace_back(options.errata, report::errata_text(errata_head(*verified, made, options, context),
                                                           made.findings, made.rulesets));
  ordered_json written = ordered_json::array();
  for (const auto& [path, text] : files) {
    if (!write_text(path, text, of_files)) {
      good = false;
      continue;
    }
    written.push_back({{"file", path}, {"bytes", text.size()}});
    if (!context.json) context.terminal.line(fmt::format("{}: {} bytes", path, text.size()));
  }
  context.terminal.diagnostics(of_files);
  size_t differences = 0;
  // The one that says whether they are played alike at all is no difference of its own.
  for (const report::Comparison& one : made.comparisons)
    differences += static_cast<size_t>(
        std::count_if(one.result.findings.begin(), one.result.findings.end(),
                      [](const Finding& finding) { return finding.concern == Concern::difference; }));
  if (context.json) {
    context.terminal.json(json_document(context, {{"command", made.command},
                                                  {"ruleset", made.ruleset},
                                                  {"rules", made.fingerprint},
                                                  {"findings", made.findings.size()},
                                                  {"comparisons", made.comparisons.size()},
                                                  {"differences", differences},
                                                  {"stopped", stopped},
                                                  {"files", written}}));
  } else {
    const std::string defects = report::defects_text(report::items_of(made.findings));
    std::string summary = fmt::format("{}{} in {}", defects.empty() ? "" : "found: " + defects + "; ",
                                      counted(made.findings.size(), "finding"), made.ruleset);
    for (const report::Comparison& one : made.comparisons)
      summary += fmt::format(
          ", {} from {}",
          counted(report::differences_of(one).places, "difference of play", "differences of play"),
          one.other_ruleset);
    if (stopped) summary += "; stopped by the user, so incomplete";
    context.terminal.line(summary);
  }
  if (!good) return ExitStatus::input;
  return stopped && status != 50 ? ExitStatus::stopped : static_cast<ExitStatus>(status);
}

}  // namespace

Verb report_verb() {
  return {
      "report", "write all findings as an HTML page or an errata list", [](CLI::App& app, Context& context) {
        auto options = std::make_shared<ReportOptions>();
        app.add_option("edition", options->word, "an edition or a scenario file")
            ->required()
            ->type_name("EDITION|SCENARIO");
        app.add_option("-o,--output", options->html, "write the report as one HTML file")
            ->type_name("FILE.html");
        app.add_option("--errata", options->errata, "write the errata list as Markdown")
            ->type_name("FILE.md");
        app.add_option("--compare", options->others, "also compare with this ruleset (repeatable)")
            ->type_name("EDITION|SCENARIO");
        app.add_option("--proofs", options->proofs, "add the proofs that verify --prove wrote")
            ->type_name("FILE");
        app.add_flag("--prove", options->prove, "prove the invariants with Z3 (slow)");
        app.add_flag("--mine", options->checks.mine, "mine invariants; made positions meet the proved ones");
        app.add_option("--seed", options->checks.seed, "seed of games and positions (1)");
        app.add_option("--games", options->checks.games,
                       fmt::format("verify: play N seeded games ({})", checks::usual_games));
        app.add_option("--positions", options->checks.positions,
                       fmt::format("verify: generate N positions a check ({})", checks::usual_positions));
        app.add_flag("--progress", options->progress, "report each stage on standard error");
        app.add_option("--compare-games", options->comparing.budget.games,
                       "compare: play N games of each (30)");
        app.add_option("--compare-positions", options->comparing.budget.positions,
                       "compare: generate N positions (24000)");
        return [options, &context] {
          options->comparing.budget.seed = options->checks.seed;
          return run(*options, context);
        };
      }};
}

}  // namespace casebook::cli
