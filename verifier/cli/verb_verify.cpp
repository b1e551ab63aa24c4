// SPDX-License-Identifier: Apache-2.0
// casebook verify: what is wrong with these rules. Every check of verifier/checks, without being asked a
// property.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_text.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/platform/console.h"
#include "verifier/checks/verify.h"
#include "verifier/cli/printing/lines.h"
#include "verifier/cli/printing/mined.h"
#include "verifier/cli/printing/prove.h"
#include "verifier/cli/printing/verify_summary.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/prose.h"
#include "verifier/report/items.h"

namespace casebook::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct VerifyOptions {
  std::string word, acknowledge, who, why, witnesses, finding;
  std::vector<std::string> only;
  checks::Settings settings;
  bool list = false, all = false, mined = false, prove = false, checks = true;
  ProveOptions proofs;
};

ExitStatus list_checks(Context& context) {
  ordered_json list = ordered_json::array();
  for (const checks::Check& check : checks::all_checks()) {
    list.push_back({{"check", check.id},
                    {"question", check.question},
                    {"of", checks::check_of_text(check.of)},
                    {"needsScenario", check.needs_scenario}});
    if (!context.json) context.terminal.line(fmt::format("{:<22} {}", check.id, check.question));
  }
  if (context.json) {
    context.terminal.json(json_document(context, {{"checks", list}}));
  }
  return ExitStatus::fine;
}

/// Of the output, for what stands below the findings.
constexpr size_t rest_of_lines = 45;
/// In short: from here on an entry says less. Some 50 entries fit.
constexpr size_t room_of_findings = 260;
/// Above this many checks, their table says first what its words mean.
constexpr size_t few_checks = 10;

/// What `--only` calls the invariants, which are no check.
constexpr const char* proofs_word = "proofs";

bool known_checks(const VerifyOptions& options, Context& context) {
  std::vector<std::string> names{proofs_word};
  for (const checks::Check& check : checks::all_checks()) names.push_back(check.id);
  for (const std::string& one : options.only) {
    if (std::find(names.begin(), names.end(), one) != names.end()) continue;
    context.terminal.error("C0130", fmt::format("there is no check named {}", casebook::quoted(one)),
                           "one of those that `casebook verify --list` shows, or `proofs`",
                           nearest_name(one, names));
    return false;
  }
  return true;
}

/// A row of the summary: a check, and what came of it.
std::string row(std::string_view check, const std::string& result) {
  return fmt::format("{:<20} {}", check, result);
}

/// `tables               ok, exhaustive: 12 table cells, 1 die, 0 caps`
std::string asked_line(const checks::Asked& one, uint64_t hidden) {
  const std::string& scope = one.answer.scope;
  if (!one.left_out.empty()) return row(one.check->id, "not run: " + one.left_out);
  if (one.findings == 0 && scope.starts_with("no "))
    return row(one.check->id, fmt::format("nothing to check ({})", scope));
  return row(one.check->id,
             fmt::format("{}{}, {}{}", one.findings == 0 ? "ok" : counted(one.findings, "finding"),
                         hidden == 0              ? ""
                         : hidden == one.findings ? " (hidden)"
                                                  : fmt::format(" ({} hidden)", hidden),
                         looked_at(one), scope.empty() ? "" : ": " + scope));
}

ordered_json document_of(const Verified& verified, const checks::Verification& result, Context& context,
                         const VerifyOptions& options) {
  ordered_json document = json_document(
      context, {{"ruleset", verified.subject.id},
                {"rules", fmt::format("{:016x}", language::fingerprint(*verified.subject.program))},
                {"seed", options.settings.seed},
                {"stopped", result.stopped},
                {"witnesses", result.witnesses},
                {"confirmed", result.confirmed}});
  if (verified.subject.scenario)
    document["data"] = fmt::format("{:016x}", verified.subject.scenario->fingerprint);
  if (!result.positions.empty()) document["positionsFrom"] = result.positions;
  if (result.mining) document["mined"] = mining_json(*result.mining);
  document["checks"] = ordered_json::array();
  for (const checks::Asked& one : result.asked) {
    ordered_json line{{"check", one.check->id},
                      {"question", one.check->question},
                      {"verdict", verdict_text(one.answer.verdict)},
                      {"looked", looked_at(one)},
                      {"findings", one.findings}};
    if (!one.answer.scope.empty()) line["scope"] = one.answer.scope;
    if (!one.left_out.empty()) line["leftOut"] = one.left_out;
    document["checks"].push_back(std::move(line));
  }
  document["findings"] = ordered_json::array();
  for (const Finding& one : result.findings) document["findings"].push_back(finding_json(one));
  document["gone"] = ordered_json::array();
  for (const board::Acknowledgement& one : result.gone)
    document["gone"].push_back({{"fingerprint", one.fingerprint}, {"who", one.who}, {"why", one.why}});
  return document;
}

/// What an editor has to look at is shown in full; the rest is counted unless --all is given.
bool is_shown(const Finding& one, const VerifyOptions& options) {
  if (!options.finding.empty()) return checks::fingerprint_text(one) == options.finding;
  const bool idle = one.concern == Concern::idle || one.concern == Concern::information;
  return one.verdict == Verdict::tool_error || !idle || options.all || !options.only.empty();
}

/// Findings in full are printed as soon as their check has ended where it is known that they will be.
bool says_at_once(const VerifyOptions& options) {
  return options.all || !options.only.empty() || !options.finding.empty();
}

/// Above the first finding in full.
void say_title(const std::string& ruleset, Context& context) {
  context.terminal.line(folded(
      "Findings of " + ruleset + ", in the order of the checks. The counts stand at the end.", 80, 0, 0));
  context.terminal.line(folded(
      "A claim is a statement about play that the author of the rules files wrote down beside a case. An open question "
      "(a reading) is one that the printed rules leave open; the rules files play one of its answers. An invariant is a "
      "condition that every position must meet.",
      80, 0, 0));
  context.terminal.line("");
}

std::string in_full(const Finding& one, const Prose& prose) {
  return finding_text(one, prose) + fmt::format("  concern: {}; check: {}; fingerprint: {}\n\n",
                                                concern_text(one.concern), one.check,
                                                checks::fingerprint_text(one));
}

/// What one check found, as soon as it has ended. `titled`: the title is printed.
void say(const std::vector<Finding>& found, const std::string& ruleset, const Prose& prose,
         const VerifyOptions& options, bool& titled, Context& context) {
  for (const Finding& one : found) {
    if (!is_shown(one, options)) continue;
    if (!titled && options.finding.empty()) say_title(ruleset, context);
    titled = true;
    context.terminal.text(in_full(one, prose));
  }
  std::fflush(stdout);  // whoever reads along has it now
}

/// In full where that fits in `most_lines` lines, else in short.
void say_all(const std::vector<Finding>& found, const std::string& ruleset, const Prose& prose,
             const VerifyOptions& options, Context& context) {
  size_t lines = 0;
  for (const Finding& one : found) {
    if (!is_shown(one, options)) continue;
    const std::string text = in_full(one, prose);
    lines += static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  bool titled = false;
  if (lines + rest_of_lines <= most_lines) return say(found, ruleset, prose, options, titled, context);
  context.terminal.line(folded(
      "The findings of " + ruleset +
          " that want an answer. Findings that stop play come first, then findings that change play, then questions "
          "that the rulebook leaves open.",
      80, 0, 0));
  if (const std::string meanings = meanings_of_kinds(found); !meanings.empty())
    context.terminal.line(folded(meanings, 80, 0, 0));
  context.terminal.line(folded(
      "Marked: the author of the rules files had flagged this place as doubtful or supplied, and Casebook confirmed the "
      "problem. Numbers such as \u201cin 5 of 32 games\u201d are taken from a sample of the games that Casebook played. "
      "Fingerprint: the code that names the finding in commands.",
      80, 0, 0));
  context.terminal.line("");
  for (const Finding& one : found)
    if (one.verdict == Verdict::tool_error) context.terminal.text(in_full(one, prose));
  for (const std::string& line : findings_in_short(found, prose, room_of_findings))
    context.terminal.line(line);
  context.terminal.line("");
  context.terminal.line(folded(
      fmt::format(
          "To see one finding in full, with its example, the lines of the rules and what the rules files supply: "
          "casebook verify {} --finding FINGERPRINT. To see all findings in full, use --all.",
          options.word),
      80, 0, 0));
  context.terminal.line("");
}

/// The row of the proofs where they did not run: what they would say, and the command for it.
std::string proofs_not_asked(const Verified& verified, const VerifyOptions& options) {
  const size_t count = verified.subject.program->invariants.size();
  return row(proofs_word,
             fmt::format("not run; to prove that {} in every position: casebook verify {} --prove",
                         count == 0   ? "every rule has a value and every player a choice"
                         : count == 1 ? "the invariant holds"
                                      : fmt::format("the {} invariants hold", count),
                         options.word));
}

/// `52 findings: 33 want an answer, 10 are about idle rules and 9 are notes.`
std::string counts_line(const std::vector<Finding>& findings) {
  uint64_t open = 0, acknowledged = 0, idle = 0, notes = 0, not_counted = 0;
  for (const Finding& one : findings)
    ++(report::is_not_counted(one)    ? not_counted
       : report::wants_decision(one)  ? open
       : report::is_acknowledged(one) ? acknowledged
       : one.concern == Concern::idle ? idle
                                      : notes);
  std::vector<std::string> parts;
  const auto part = [&parts](uint64_t count, const char* one, const char* many) {
    if (count > 0) parts.push_back(fmt::format("{} {}", grouped(count), count == 1 ? one : many));
  };
  part(open, "wants an answer", "want an answer");
  part(acknowledged, "is acknowledged", "are acknowledged");
  part(idle, "is about an idle rule", "are about idle rules");
  part(notes, "is a note", "are notes");
  const std::string all = counted(findings.size() - not_counted, "finding");
  return parts.empty() ? all + "." : fmt::format("{}: {}.", all, listed(parts, "and"));
}

/// Grade 3: what stands in the list at the end, by its headline and its fingerprint.
std::vector<std::string> not_counted_lines(const std::vector<Finding>& findings, const Prose& prose) {
  std::vector<std::string> lines;
  for (const Finding& one : findings) {
    if (!report::is_not_counted(one)) continue;
    if (lines.empty()) {
      lines.emplace_back();
      lines.emplace_back("SEEN ONLY IN POSITIONS THAT MAY VIOLATE AN INVARIANT (GRADE 3): NOT COUNTED");
    }
    lines.push_back(
        folded(fmt::format("{}: {}. Fingerprint {}.", kind_text(one),
                           with_few_members(prose.sentence(headline_of(one))), checks::fingerprint_text(one)),
               80, 4, 0));
  }
  return lines;
}

/// Several findings may have one cause.
std::string causes_line(const std::vector<Finding>& findings) {
  const auto open =
      static_cast<uint64_t>(std::count_if(findings.begin(), findings.end(), report::wants_decision));
  if (open == 0) return {};
  const std::vector<report::Item> items = report::items_of(findings);
  const uint64_t causes = report::most_serious_first(items).size();
  if (open == causes)
    return fmt::format("Answer {}: {}.", causes == 1 ? "it" : "each of them", report::defects_text(items));
  return fmt::format("Of the {} that want an answer, {} from others. Answer the other {}: {}.", grouped(open),
                     open - causes == 1 ? "1 follows" : grouped(open - causes) + " follow", grouped(causes),
                     report::defects_text(items));
}

void say_the_rest(const checks::Verification& result, const Verified& verified,
                  const std::optional<Proved>& proved, const Prose& prose, const VerifyOptions& options,
                  Context& context) {
  const auto quiet = std::count_if(result.findings.begin(), result.findings.end(),
                                   [&](const Finding& one) { return !is_shown(one, options); });
  const auto hidden_of = [&](const std::string& check) {
    return static_cast<uint64_t>(
        std::count_if(result.findings.begin(), result.findings.end(),
                      [&](const Finding& one) { return one.check == check && !is_shown(one, options); }));
  };
  if (result.asked.size() > few_checks)
    context.terminal.line(folded(
        "The checks, and what each looked at. A claim repeats a sentence of the rulebook in the rules "
        "language, so that Casebook can check it. A reading is a question that the rulebook leaves open, with "
        "the answer that the rules files play.",
        80, 0, 0));
  for (const checks::Asked& one : result.asked)
    context.terminal.line(asked_line(one, hidden_of(one.check->id)));
  if (!result.positions.empty()) context.terminal.line(row("positions", result.positions));
  for (const board::Acknowledgement& one : result.gone) {
    context.terminal.line(fmt::format(
        "gone: {} ({}), acknowledged by {}: no longer found, because it was mended or is another finding now",
        one.fingerprint,
        one.subject.empty() ? std::string("no subject noted") : one.check + ", " + one.subject, one.who));
  }
  if (result.mining) {
    context.terminal.line(row("mined-invariants", symbolic::mining_text(*result.mining)));
    if (options.mined || options.all)
      for (const std::string& line : mined_lines(*result.mining)) context.terminal.line("  " + line);
  }
  if (proved)
    say_proofs(verified, *proved, options.proofs, context);
  else if (options.only.empty() && verified.subject.scenario)
    context.terminal.line(proofs_not_asked(verified, options));
  if (!options.checks) return;
  for (const std::string& line : not_counted_lines(result.findings, prose)) context.terminal.line(line);
  context.terminal.line("");
  context.terminal.line(counts_line(result.findings));
  if (const std::string causes = causes_line(result.findings); !causes.empty()) context.terminal.line(causes);
  if (quiet > 0)
    context.terminal.line(fmt::format("Hidden above: {} (--all shows {}).",
                                      counted(static_cast<uint64_t>(quiet), "finding"),
                                      quiet == 1 ? "it" : "them"));
  if (result.findings.size() > static_cast<size_t>(quiet))
    context.terminal.line(
        fmt::format("To accept a finding: casebook verify {} --acknowledge FINGERPRINT --who NAME "
                    "--why REASON. To see all examples: --witnesses FOLDER.",
                    options.word));
  std::string summary =
      fmt::format("{} of {} examples replayed and confirmed", result.confirmed, result.witnesses);
  if (proved) summary += "; " + proofs_summary(*verified.subject.program, *proved);
  if (result.stopped) summary += "; stopped by the user, so incomplete";
  context.terminal.line(summary);
}

/// Whether a finding has that fingerprint; otherwise it is told that none has.
bool knows(const checks::Verification& result, const std::string& fingerprint, Context& context) {
  if (std::any_of(result.findings.begin(), result.findings.end(),
                  [&](const Finding& one) { return checks::fingerprint_text(one) == fingerprint; }))
    return true;
  context.terminal.error("C0131",
                         fmt::format("no finding has the fingerprint {}", casebook::quoted(fingerprint)),
                         "16 digits as `casebook verify` shows them");
  return false;
}

/// Adds a line for a finding to the file. False, and told, when there is no such finding or it cannot be
/// written.
bool add_acknowledgement(const VerifyOptions& options, const checks::Verification& result,
                         board::Acknowledgements list, const std::string& path, Context& context) {
  if (!knows(result, options.acknowledge, context)) return false;
  const auto found = std::find_if(result.findings.begin(), result.findings.end(), [&](const Finding& one) {
    return checks::fingerprint_text(one) == options.acknowledge;
  });
  std::erase_if(list.all,
                [&](const board::Acknowledgement& one) { return one.fingerprint == options.acknowledge; });
  list.all.push_back({options.acknowledge, options.who, options.why, found->check, found->subject, {}, {}});
  Diagnostics diagnostics;
  const bool written = write_text(path, board::write_acknowledgements(list), diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (written && !context.json) context.terminal.line(fmt::format("acknowledged in {}", path));
  return written;
}

/// A record for each side of each witness, to be replayed.
bool write_witnesses(const std::string& folder, const checks::Verification& result, Context& context) {
  Diagnostics diagnostics;
  bool good = true;
  for (const Finding& one : result.findings) {
    if (!one.witness) continue;
    for (size_t i = 0; i < one.witness->sides.size(); ++i) {
      const std::string name = fmt::format("{}-{}.record", checks::fingerprint_text(one), i + 1);
      good = write_text((fs::path(folder) / name).string(),
                        runtime::record_text(one.witness->sides[i].record), diagnostics) &&
             good;
    }
  }
  context.terminal.diagnostics(diagnostics);
  return good;
}

ExitStatus run(VerifyOptions& options, Context& context) {
  if (options.list) return list_checks(context);
  if (options.word.empty()) {
    context.terminal.error("C0101", "an edition or a scenario is missing",
                           "`casebook verify EDITION`, or `--list`");
    return ExitStatus::usage;
  }
  if (!known_checks(options, context)) return ExitStatus::usage;
  if (!options.acknowledge.empty() && (options.who.empty() || options.why.empty())) {
    context.terminal.error("C0101", "an acknowledgement names who accepts the finding, and why",
                           "`--acknowledge FINGERPRINT --who NAME --why REASON`");
    return ExitStatus::usage;
  }
  Diagnostics diagnostics;
  auto verified = load_subject(options.word, context.rulesets, diagnostics);
  auto acknowledged =
      verified ? load_acknowledgements(verified->acknowledged_file, diagnostics) : std::nullopt;
  context.terminal.diagnostics(diagnostics);
  if (!verified || !acknowledged) return failure_status(diagnostics);
  // A property or a step by its name, or `--only proofs`, is a question about proofs alone.
  if (std::erase(options.only, proofs_word) > 0) {
    options.prove = true;
    options.checks = !options.only.empty();
  }
  if (options.prove && (!options.proofs.invariant.empty() || !options.proofs.step.empty()))
    options.checks = false;
  if (options.prove) {
    const ExitStatus can = can_prove(*verified, options.proofs, context);
    if (can != ExitStatus::fine) return can;
    options.settings.solver_resources = std::min(options.proofs.resources, symbolic::query_limit::definition);
  }
  if (verified->alone && !context.json) context.terminal.line(why_alone(*verified));
  if (Diagnostics of_folder; !options.witnesses.empty() && !make_folder(options.witnesses, of_folder)) {
    context.terminal.diagnostics(of_folder);
    return ExitStatus::input;
  }
  options.settings.go_on = [] { return !platform::stop_requested(); };
  long asked = 0;
  const auto of = static_cast<long>(options.only.empty() ? checks::all_checks().size() : options.only.size());
  options.settings.begun = [&](const checks::Check& check) {
    context.terminal.progress("checking " + check.id, ++asked, of);
  };
  const Prose prose({verified->subject.scenario});
  bool titled = false;
  if (!context.json && says_at_once(options))
    options.settings.found = [&](const std::vector<Finding>& found) {
      say(found, verified->subject.id, prose, options, titled, context);
    };
  checks::Verification result =
      options.checks ? checks::verify(verified->subject, options.settings, options.only, *acknowledged)
                     : checks::Verification{};
  context.terminal.end_progress();
  if (!options.finding.empty() && !knows(result, options.finding, context)) return ExitStatus::usage;
  if (!context.json && !says_at_once(options))
    say_all(result.findings, verified->subject.id, prose, options, context);
  std::optional<Proved> proved;
  // Proofs use what was mined also where no check did.
  if (options.prove && options.settings.mine && !result.mining && !result.stopped) {
    result.mining = checks::mine(verified->subject.scenario, options.settings);
    result.stopped = result.mining->stopped;
  }
  if (result.mining)
    verified->subject.scenario = symbolic::with_mined(*verified->subject.scenario, *result.mining);
  if (options.prove && !result.stopped) {
    options.proofs.all = options.all;
    ExitStatus failed = ExitStatus::usage;
    proved = prove(*verified, options.proofs, context, failed);
    if (!proved) return failed;
  }
  if (context.json) {
    ordered_json document = document_of(*verified, result, context, options);
    if (proved) add_proofs(*verified, *proved, document);
    if (proved && proved->induction.stopped) document["stopped"] = true;
    document["proofsAsked"] = proved.has_value();
    context.terminal.json(document);
  } else if (options.finding.empty()) {
    say_the_rest(result, *verified, proved, prose, options, context);
  }
  if (!options.witnesses.empty() && !write_witnesses(options.witnesses, result, context))
    return ExitStatus::input;
  if (!options.acknowledge.empty() &&
      !add_acknowledgement(options, result, *acknowledged, verified->acknowledged_file, context))
    return ExitStatus::input;
  return static_cast<ExitStatus>(
      worse_status(options.checks ? result.status() : 0, proved ? proved->status() : 0));
}

}  // namespace

Verb verify_verb() {
  return {
      "verify", "run all built-in checks on a ruleset", [](CLI::App& app, Context& context) {
        auto options = std::make_shared<VerifyOptions>();
        app.add_option("edition", options->word, "an edition or a scenario file")
            ->type_name("EDITION|SCENARIO");
        app.add_option("--only", options->only,
                       "run only these checks; `proofs` is one")
            ->type_name("CHECK")
            ->delimiter(',')
            ->expected(1)
            ->allow_extra_args(false)  // what follows the list is the edition
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        app.add_flag("--list", options->list, "list the checks");
        app.add_flag("--all", options->all, "all in full, also idle rules and notes");
        app.add_option("--finding", options->finding, "only this one, in full")
            ->type_name("FINGERPRINT")
            ->excludes("--all");
        app.add_flag("--mine", options->settings.mine, "mine invariants, for made positions and proofs");
        app.add_flag("--mined", options->mined, "with --mine: list the mined invariants")->needs("--mine");
        app.add_flag("--prove", options->prove, "also prove the invariants, with Z3");
        app.add_option("--invariant", options->proofs.invariant, "with --prove: only this invariant")
            ->type_name("NAME");
        app.add_option("--page", options->proofs.page, "with --prove: write a page for docs/findings")
            ->type_name("FILE");
        app.add_option("--step", options->proofs.step, "with --prove: only this step")->type_name("STEP");
        app.add_option("--tries", options->proofs.games, "with --prove: games that try open steps (60)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000}));
        app.add_option("--resources", options->proofs.resources,
                       fmt::format("with --prove: limit of one query ({})", symbolic::query_limit::induction))
            ->check(CLI::Range(uint32_t{1'000}, uint32_t{4'000'000'000}));
        app.add_option("--property-resources", options->proofs.property_resources,
                       "with --prove: limit of an invariant (0: none)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000'000'000}));
        app.add_option("--all-resources", options->proofs.all_resources,
                       "with --prove: of all together (0: no limit)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000'000'000}));
        app.add_flag("--progress", options->proofs.progress,
                     "with --prove: report progress on standard error");
        app.add_option("--seed", options->settings.seed, "seed of games and positions (1)");
        app.add_option("--games", options->settings.games,
                       fmt::format("play N seeded games ({})", checks::usual_games))
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000}));
        app.add_option("--inputs", options->settings.inputs, "enumerate at most N inputs of one definition")
            ->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}));
        app.add_option("--positions", options->settings.positions,
                       fmt::format("generate N positions for one check ({})", checks::usual_positions))
            ->check(CLI::Range(uint64_t{0}, uint64_t{10'000'000}));
        app.add_option("--witnesses", options->witnesses, "write a record of each witness here")
            ->type_name("FOLDER");
        app.add_option("--acknowledge", options->acknowledge, "accept the finding with this fingerprint")
            ->type_name("FINGERPRINT");
        app.add_option("--who", options->who, "with --acknowledge: who accepts it");
        app.add_option("--why", options->why, "with --acknowledge: why");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
