// SPDX-License-Identifier: Apache-2.0
// The `casebook` command. Verbs live beside this file, one file each; verbs.cpp lists them.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "engine/base/build_info.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/platform/console.h"
#include "verifier/cli/library.h"
#include "verifier/cli/verb.h"

namespace {

using namespace casebook;
using namespace casebook::cli;

std::string version_text() {
  std::string text =
      "casebook " + std::string(version()) + "\nrulesets are looked up in a given path, then in:";
  for (const std::string& folder : ruleset_folders("")) text += "\n  " + folder;
  return text;
}

int run(int argc, char** argv) {
  Context context;
  context.command_line.assign(argv, argv + argc);
  CLI::App app{"Casebook, a workbench for board-wargame rules", "casebook"};
  app.set_version_flag("--version", version_text);
  app.require_subcommand(1);
  app.get_formatter()->column_width(14);  // nothing in any help is wider than 80 columns: there is a test
  app.footer("`casebook VERB --help` tells about a verb,\n`casebook explain CODE` about a message.");

  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) names.push_back(verb.name);
  const std::string first = argc > 1 ? argv[1] : "";
  if (first.empty() || (first[0] != '-' && std::find(names.begin(), names.end(), first) == names.end())) {
    context.terminal.error("C0101",
                           first.empty() ? "say what to do" : "there is no verb " + casebook::quoted(first),
                           listed(names), nearest_name(first, names));
    context.terminal.complain("`casebook --help` lists the verbs");
    return static_cast<int>(ExitStatus::usage);
  }
  std::function<ExitStatus()> chosen;
  for (const Verb& verb : all_verbs()) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    auto formatter = std::make_shared<CLI::Formatter>();
    formatter->column_width(28);
    sub->formatter(formatter);
    sub->add_flag("--json", context.json, "print one JSON document instead of text");
    sub->add_option("--rulesets", context.rulesets, "look for editions in this folder first")
        ->type_name("FOLDER");
    const auto runner = verb.set_up(*sub, context);
    sub->callback([runner, &chosen] { chosen = runner; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& request) {
    return app.exit(request);
  } catch (const CLI::CallForAllHelp& request) {
    return app.exit(request);
  } catch (const CLI::CallForVersion& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    const auto verbs = app.get_subcommands();
    context.terminal.error("C0101", error.what());
    context.terminal.complain(verbs.empty() ? std::string("`casebook --help` lists the verbs")
                                            : "`casebook " + verbs.front()->get_name() +
                                                  " --help` tells what it takes");
    return static_cast<int>(ExitStatus::usage);
  }
  const ExitStatus status = chosen();
  if (!context.terminal.finish() && status == ExitStatus::fine) {
    context.terminal.error("C0103", "the output could not be written; is the disk full?");
    return static_cast<int>(ExitStatus::input);
  }
  return static_cast<int>(status);
}

}  // namespace

int main(int argc, char** argv) {
  platform::catch_stop_requests();
  platform::ignore_closed_pipes();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "error %s: out of memory\n", "C0104");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error %s: a fault of Casebook itself: %s\n", "C0199", error.what());
  }
  return static_cast<int>(ExitStatus::tool_error);
}
