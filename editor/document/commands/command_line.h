// SPDX-License-Identifier: Apache-2.0
#pragma once

// A command as one line of text, for scripts:
//
//   set-hexes file=map.json hexes=0512,0513 attribute=terrain value=["sand"] provenance=plain
//
// The fields are those of the JSON form. A value without blanks stands as it is. Any other value is JSON,
// and so is one that would be read as something else. A list of names is names with commas between them, or
// JSON.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "editor/document/commands/commands.h"

namespace casebook::editor {

std::string command_line(const Command& command);

/// The words of a line: the first one, then key and value (as written) of each other; a word without `=` has
/// no key. nullopt, with `problem`, when a quote or bracket is not closed.
struct LineWords {
  std::string first;
  std::vector<std::pair<std::string, std::string>> rest;
};
std::optional<LineWords> line_words(std::string_view line, std::string& problem);

/// nullopt with `problem` in plain words.
std::optional<Command> read_command_line(std::string_view line, std::string& problem);
std::optional<Command> command_of(const LineWords& words, std::string& problem);

/// A value as it stands in a line: JSON where it is that, else text. `word` without quotes.
std::string plain_word(const std::string& raw);

}  // namespace casebook::editor
