// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs the built `casebook` as a person at a shell would, with the rulesets of the source tree.

#include <string>
#include <vector>

namespace casebook::cli_tests {

struct Ended {
  int status = -1;
  std::string out, err;
};

/// A word as a shell takes it literally.
std::string quoted_word(const std::string& word);

/// `casebook WORDS...`, standard input empty. No terminal is anywhere, and no variable of the caller chooses
/// rulesets.
Ended casebook(const std::vector<std::string>& words);

/// The verbs that `casebook --help` lists, in its order. No test keeps a list of its own.
std::vector<std::string> verbs_of_help();

/// A line for the shell in which `$CASEBOOK` is the program. `input` is what is typed.
Ended shell(const std::string& line, const std::string& input = {});

/// `casebook WORDS`, ended by SIGTERM, which it takes like Ctrl-C. The signal comes when the program catches it and
/// has used so many seconds of processor time (of an optimised build; ten times as many of another). A clock on the
/// wall would tell how busy the machine is, and not how far the program has come.
Ended stopped(const std::string& words, double seconds);
/// The same with a signal that waits when the program starts: it arrives before the verb runs.
Ended stopped_at_once(const std::string& words);

std::string contents(const std::string& path);
void write(const std::string& path, const std::string& text);
std::vector<std::string> lines_of(const std::string& text);
std::string last_line(const std::string& text);

/// A file of the source tree.
std::string source(const std::string& path);

}  // namespace casebook::cli_tests
