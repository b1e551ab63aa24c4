// SPDX-License-Identifier: Apache-2.0
#pragma once

// A verb of the command line. Each has a file `verb_NAME.cpp`, which defines `Verb NAME_verb()`, and a line
// in verbs.cpp.
//
// A verb describes its arguments to CLI11 and returns the function to run once they are read. That function
// writes through `Terminal`, never to std::cout, and returns an exit status.

#include <CLI/CLI.hpp>
#include <functional>
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

}  // namespace casebook::cli
