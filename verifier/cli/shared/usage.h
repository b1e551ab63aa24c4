// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the program says about a command line that it cannot read: what is wrong, what it expected, and what was
// probably meant (C0101).

#include <string>
#include <vector>

#include "verifier/cli/shared/terminal.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace casebook::cli {

/// Is the first word after `casebook` a verb or an option of the program itself? If not, the terminal says so.
bool is_verb_or_help(Terminal& terminal, const std::string& first, const std::vector<std::string>& verbs);

/// Says what CLI11 found wrong with the command line, and which help to read.
void report_usage_error(Terminal& terminal, const CLI::ParseError& error, const CLI::App& app);

}  // namespace casebook::cli
