// SPDX-License-Identifier: Apache-2.0
#pragma once

// A verb of the command line. Each has a file `verb_NAME.cpp`, which defines `Verb NAME_verb()`, and a line
// in verbs.cpp.
//
// A verb describes its arguments to CLI11 and returns the function to run once they are read. That function
// writes through `Terminal`, never to std::cout, and returns an exit status.

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verifier/cli/shared/exit_status.h"
#include "verifier/cli/shared/terminal.h"

namespace casebook::cli {

/// What every verb is given.
struct Context {
  Terminal terminal;
  bool json = false;                      // --json: one JSON document on standard output and nothing else
  std::string rulesets;                   // --rulesets FOLDER, or empty
  std::vector<std::string> command_line;  // as typed, for "made by"
  std::string verb;                       // the verb that runs
};

struct Verb {
  std::string name;
  std::string summary;  // one line, for the list of verbs
  /// Adds options to `app`; the function given back runs the verb after parsing. `context` outlives both.
  std::function<std::function<ExitStatus()>(CLI::App& app, Context& context)> set_up;
};

/// Every verb, in the order of the help.
std::vector<Verb> all_verbs();

/// The command that makes this output again, quoted for a shell.
std::string command_text(const Context& context);

/// The version of every document that `--json` prints. It grows when a key changes its name or its meaning,
/// or goes away; docs/formats/cli describes the version that is printed. Output without a version is of 0.1.
inline constexpr int json_version = 2;

/// The document of a verb for `--json`: format, version, program and command first, then `parts`.
nlohmann::ordered_json json_document(const Context& context,
                                     nlohmann::ordered_json::initializer_list_t parts = {});

}  // namespace casebook::cli
