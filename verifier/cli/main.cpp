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
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/verb.h"

namespace {

using namespace casebook;
using namespace casebook::cli;

std::string version_text() {
  std::string text =
      "casebook " + std::string(version()) + "\nrulesets are looked up in a given path, then in:";
  for (const std::string& folder : ruleset_folders("")) text += "\n  " + folder;
  return text;
}

/// What CLI11 found wrong with a command line, in the words of this program: what it is, what was expected,
/// and what was probably meant.
struct UsageWords {
  std::string message, expected, suggestion;
};

UsageWords usage_words(const CLI::ParseError& error, const CLI::App& app) {
  UsageWords words{error.what(), "", ""};
  const auto verbs = app.get_subcommands();
  const CLI::App& verb = verbs.empty() ? app : *verbs.front();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    std::vector<std::string> extra = app.remaining(true);
    if (extra.empty()) return words;
    const std::string& first = extra.front();
    if (!first.starts_with("-")) {
      words.message = casebook::quoted(first) + " is one argument too many";
      return words;
    }
    words.message = verb.get_name() + " has no option " + casebook::quoted(first);
    std::vector<std::string> known;
    for (const CLI::Option* option : verb.get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    words.suggestion = nearest_name(first.substr(0, first.find('=')), known);
    return words;
  }
  // `Could not convert: --seed = abc`: of what is read as a number.
  const std::string what = error.what(), lead = "Could not convert: ";
  const size_t equals = what.find(" = ");
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr && what.starts_with(lead) &&
      equals != std::string::npos) {
    words.message = casebook::quoted(what.substr(equals + 3)) + " is nothing that " +
                    what.substr(lead.size(), equals - lead.size()) + " can be";
    words.expected = "a whole number from 0 up";
  }
  return words;
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
  if (first.empty() || (first[0] != '-' && std::find(names.begin(), names.end(), first) == names.end())) {
    context.terminal.error("C0101",
                           first.empty() ? "say what to do" : "there is no verb " + casebook::quoted(first),
                           listed(names), nearest_name(first, names));
    context.terminal.complain("`casebook --help` lists the verbs");
    return static_cast<int>(ExitStatus::usage);
  }
  if (first.starts_with("-") && first != "-h" && first != "--help" && first != "--version") {
    const std::vector<std::string> known = {"--help", "--version"};
    context.terminal.error("C0101", "there is no option " + casebook::quoted(first) + " before a verb",
                           "a verb, --help or --version", nearest_name(first, known));
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
  } catch (const CLI::CallForHelp& request) {
    return app.exit(request);
  } catch (const CLI::CallForAllHelp& request) {
    return app.exit(request);
  } catch (const CLI::CallForVersion& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    const auto verbs = app.get_subcommands();
    const UsageWords words = usage_words(error, app);
    context.terminal.error("C0101", words.message, words.expected, words.suggestion);
    context.terminal.complain(verbs.empty()
                                  ? std::string("`casebook --help` lists the verbs")
                                  : "`casebook " + verbs.front()->get_name() + " --help` lists its options");
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
