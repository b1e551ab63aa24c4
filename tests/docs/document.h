// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fenced blocks of a Markdown document, and what documents promise with them:
//
//   ```console            Lines that begin with `$ ` are commands; the lines after one are its output. In
//                         output a line `...` stands for any lines, and `...` within a line for any text. A
//                         command without lines after it may print anything. A command may go on after `\`
//                         or have a here-document. `# status 3` at its end is the exit status that it must
//                         have, else 0.
//   ```rules              a whole edition, which `casebook check` must accept
//   ```rules fragment     a piece of one, for `casebook check --fragment`
//   ```LANG file=PATH     is written to PATH (relative) in the working folder, for the commands that follow
//   ```LANG append=PATH   is added at the end of that file
//   ```console with-qt    the commands need Qt; they are left out where the editor is not built
//   ```console opens-window   the command opens a window of the editor and stays until somebody closes it; it
//                         is started without a screen and ended after a while. Left out likewise
//   ```console copy=FROM:TO   before it runs, a folder of the source tree stands at TO for what the reader made
//   ```console no-run "why", ```rules no-check "why"   leave a block out; the reason is not optional
//
// The blocks of one document run in one folder, in their order. Blocks in other languages promise nothing.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace casebook::docs {

struct Block {
  int line = 0;                       // of the fence, counted from 1
  std::string language;               // `console`; empty when the fence names none
  std::vector<std::string> words;     // what follows it: `fragment`, `file=a.rules`, `no-run`
  std::optional<std::string> reason;  // the quoted text among them
  std::vector<std::string> lines;     // without the fence's own indentation

  bool has(std::string_view word) const;
  std::optional<std::string> value_of(std::string_view key) const;  // of a word `key=value`
  std::string text() const;                                         // all lines, each with its line end
};

struct Document {
  std::vector<Block> blocks;
  std::vector<std::string> mistakes;  // a fence never closed, an opt-out without reason: `line 12: ...`
};

Document read_document(std::string_view markdown);

struct Command {
  int line = 0;  // in the document
  std::string text;
  int status = 0;
  std::vector<std::string> expected;  // empty: any output
};

/// The commands of a `console` block; `mistakes` gets a line for text that belongs to no command.
std::vector<Command> commands_of(const Block& block, std::vector<std::string>& mistakes);

/// Nothing when the output is what was expected, else the first expected line that is not there, in words.
std::optional<std::string> difference(const std::vector<std::string>& expected, std::string_view output);

}  // namespace casebook::docs
