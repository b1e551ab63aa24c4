// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/build_info.h"
#include "engine/platform/console.h"
#include "engine/runtime/rules.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/usage.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

std::string version_text() {
  std::string text =
      "casebook " + std::string(version()) + "\nrulesets are looked up in a given path, then in:";
  for (const std::string& folder : ruleset_folders("")) text += "\n  " + folder;
  return text;
}

/// The status, unless standard output did not take all of a result: then nobody can read what it stands for. A result
/// of which somebody asked to stop the making is one that was stopped, whether or not its verb has looked.
int ended(Context& context, ExitStatus status) {
  const bool is_result =
      status == ExitStatus::fine || status == ExitStatus::open || status == ExitStatus::refuted;
  if (!context.terminal.finish() && is_result) {
    context.terminal.error("C0103", "the output could not be written; is the disk full?");
    return static_cast<int>(ExitStatus::input);
  }
  return static_cast<int>(is_result && platform::stop_requested() ? ExitStatus::stopped : status);
}

int run(int argc, char** argv) {
  Context context;
  context.command_line.assign(argv, argv + argc);
  CLI::App app{"Casebook plays, checks and compares the rules of board wargames", "casebook"};
  app.set_version_flag("--version", version_text);
  app.require_subcommand(1);
  app.get_formatter()->column_width(14);  // nothing in any help is wider than 80 columns: there is a test
  app.footer(
      "`casebook VERB --help` lists the options of a verb.\n"
      "`casebook explain CODE` explains a message.\n\n"
      "Exit status: 0 all is well, 1 wrong command line, 2 a file or name is unusable,\n"
      "3 the rules have errors, 30 a question stays open, 40 a claim is refuted,\n"
      "50 a fault of Casebook, 130 stopped by Ctrl-C. 30 and 40 are results, not\n"
      "failures.");

  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) names.push_back(verb.name);
  const std::string first = argc > 1 ? argv[1] : "";
  if (!is_verb_or_help(context.terminal, first, names)) return static_cast<int>(ExitStatus::usage);
  std::function<ExitStatus()> chosen;
  // Only the list of verbs needs them all: to describe the options of each costs more than a short command.
  const bool lists_verbs = std::find(names.begin(), names.end(), first) == names.end();
  for (const Verb& verb : all_verbs()) {
    if (!lists_verbs && verb.name != first) continue;
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    auto formatter = std::make_shared<CLI::Formatter>();
    formatter->column_width(28);
    sub->formatter(formatter);
    sub->add_flag("--json", context.json, "print one JSON document instead of text");
    sub->add_option("--rulesets", context.rulesets, "search this folder first for editions")
        ->type_name("FOLDER");
    const auto runner = verb.set_up(*sub, context);
    sub->callback([runner, name = verb.name, &chosen, &context] {
      chosen = runner;
      context.verb = name;
    });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // help or the version is asked for
    std::ostringstream text;
    app.exit(request, text);
    context.terminal.text(text.str());
    return ended(context, ExitStatus::fine);
  } catch (const CLI::ParseError& error) {
    report_usage_error(context.terminal, error, app);
    return static_cast<int>(ExitStatus::usage);
  }
  try {
    return ended(context, chosen());
  } catch (const runtime::ListingStopped&) {
    context.terminal.end_progress();
    context.terminal.complain("stopped while choices were listed, which are too many to wait for");
    return ended(context, ExitStatus::stopped);
  }
}

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "error %s: out of memory\n", "C0104");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error %s: a fault of Casebook itself: %s\n", "C0199", error.what());
  }
  return static_cast<int>(ExitStatus::tool_error);
}

}  // namespace casebook::cli
