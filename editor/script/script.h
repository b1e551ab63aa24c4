// SPDX-License-Identifier: Apache-2.0
#pragma once

// The editor without a window: commands and actions, one a line (docs/editor/scripts.md). Commands change
// the document (editor/document/commands/command_line.h); actions open, look, check, undo, save and print.
// A script ends at the first line that cannot be done, and reports the line and the reason.
//
// A program that links a window or a painter adds its own actions.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "editor/document/commands/command_line.h"
#include "editor/document/document.h"

namespace casebook::editor {

/// What actions work on. Paths are relative to `folder`.
class ScriptRun {
 public:
  ScriptRun(std::string where, OpenOptions how, std::function<void(std::string_view)> out)
      : folder(std::move(where)), options(std::move(how)), print(std::move(out)) {}

  std::string folder;
  OpenOptions options;
  std::function<void(std::string_view)> print;  // whole lines
  std::unique_ptr<Document> document;
  uint64_t stroke = 0;

  std::string path(const std::string& relative) const;
};

/// The words of an action: in order, and by name.
struct ActionWords {
  std::vector<std::string> plain;
  std::map<std::string, std::string> named;
  std::string at(size_t index) const { return index < plain.size() ? plain[index] : std::string(); }
  std::string get(const std::string& name) const;
};

/// False, with `problem`, ends the script.
using Action = std::function<bool(ScriptRun& run, const ActionWords& words, std::string& problem)>;
struct ActionInfo {
  std::string usage;  // `problems [least=error|warning|note]`
  std::string what;   // one line
  Action run;
  size_t least = 0, most = 0;      // plain words
  std::vector<std::string> names;  // that it knows
  bool needs_document = true;
};
using Actions = std::map<std::string, ActionInfo, std::less<>>;
const Actions& built_in_actions();

struct ScriptResult {
  bool done = true;
  int line = 0;         // of the line that could not be done
  std::string problem;  // why
  size_t steps = 0;     // lines done
};
/// `more` goes before the built-in actions of the same name.
ScriptResult run_script(std::string_view text, ScriptRun& run, const Actions& more = {});

}  // namespace casebook::editor
