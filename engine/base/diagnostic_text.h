// SPDX-License-Identifier: Apache-2.0
#pragma once

// Diagnostics as plain text for a terminal:
//
//   tiny.rules:3:12: error E0205: there is no definition named "cots"
//     define x = cots
//                ^~~~
//     expected a definition, table or given
//     did you mean "cost"?
//     note: tiny.rules:9:5: "cost" is declared here
//
// No control character of the texts reaches the terminal.

#include <string>

#include "engine/base/diagnostic.h"

namespace casebook {

struct TextStyle {
  int width = 80;       // lines are folded at blanks; 0: never folded
  bool colour = false;  // ANSI colours; never the only carrier of a meaning
};

/// One diagnostic, ending in a line end. The source line is shown if `sources` knows the file.
std::string diagnostic_text(const Diagnostic& diagnostic, const SourceTexts& sources,
                            const TextStyle& style = {});

/// All of them in their order, then a line that counts those dropped, if any. Empty for none.
std::string diagnostics_text(const Diagnostics& diagnostics, const TextStyle& style = {});

/// `file:line:column`, or `file`, or an empty string.
std::string place_text(const SourceRange& range);

/// Folded at blanks so that no line is wider than `width` code points (a longer word stands alone); later
/// lines begin with `indent` blanks. `begun` code points already stand on the first line.
std::string folded(const std::string& text, int width, int indent, int begun = 0);

}  // namespace casebook
