// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/usage.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/text.h"

namespace casebook::cli {

namespace {

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

}  // namespace

bool is_verb_or_help(Terminal& terminal, const std::string& first, const std::vector<std::string>& verbs) {
  static const std::vector<std::string> own = {"--help", "--version"};
  if (std::find(verbs.begin(), verbs.end(), first) != verbs.end()) return true;
  if (first == "-h" || std::find(own.begin(), own.end(), first) != own.end()) return true;
  if (first.starts_with("-"))
    terminal.error("C0101", "there is no option " + casebook::quoted(first) + " before a verb",
                   "a verb, --help or --version", nearest_name(first, own));
  else
    terminal.error("C0101", first.empty() ? "say what to do" : "there is no verb " + casebook::quoted(first),
                   listed(verbs), nearest_name(first, verbs));
  terminal.complain("`casebook --help` lists the verbs");
  return false;
}

void report_usage_error(Terminal& terminal, const CLI::ParseError& error, const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  const UsageWords words = usage_words(error, app);
  terminal.error("C0101", words.message, words.expected, words.suggestion);
  terminal.complain(verbs.empty() ? std::string("`casebook --help` lists the verbs")
                                  : "`casebook " + verbs.front()->get_name() + " --help` lists its options");
}

}  // namespace casebook::cli
