// SPDX-License-Identifier: Apache-2.0
// Any bytes as lines of a script, each a command. Actions are left out: they write where they are told to.
#include "editor/document/commands/command_line.h"
#include "tests/fuzz/editor_project.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace casebook;
  using namespace casebook::editor;
  fuzz::take_back();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  int lines = 0;
  for (const std::string_view line : split(text, '\n')) {
    if (++lines > 50) break;
    if (first_invalid_utf8(line) != std::string_view::npos) continue;
    std::string problem;
    const auto command = read_command_line(line, problem);
    fuzz::require(command.has_value() || !problem.empty(), "a line that is refused has a reason");
    if (!command) continue;
    const auto again = read_command_line(command_line(*command), problem);
    fuzz::require(again && *again == *command, "a command's line is the command");
    const Done done = fuzz::project().execute(*command, 1);
    fuzz::require(done.done || !done.why.empty(), "a command that is refused has a reason");
  }
  fuzz::take_back();
  return 0;
}
