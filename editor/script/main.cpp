// SPDX-License-Identifier: Apache-2.0
// casebook-script: the editor's scripts without a window and without Qt.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "editor/script/script.h"
#include "engine/base/build_info.h"
#include "engine/platform/console.h"
#include "engine/platform/files.h"
#include "engine/platform/folders.h"

namespace {

std::vector<std::string> ruleset_folders(const std::string& option) {
  using namespace casebook;
  std::vector<std::string> out;
  if (!option.empty()) out.push_back(option);
  if (const char* variable = std::getenv("CASEBOOK_RULESETS"); variable != nullptr && *variable != '\0')
    out.emplace_back(variable);
  if (const std::string data = platform::user_data_folder(); !data.empty()) out.push_back(data + "/rulesets");
  out.push_back(platform::program_folder() + "/../share/casebook/rulesets");
  out.push_back(platform::tree_of_program(source_tree()) + "/rulesets");
  return out;
}

/// The status, unless standard output did not take all.
int ended(int status) {
  std::cout.flush();
  if (std::cout && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  std::fprintf(stderr, "casebook-script: the output could not be written; is the disk full?\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace casebook;
  platform::ignore_closed_pipes();
  CLI::App app("Runs a script of the editor: commands and actions, one a line (docs/editor/scripts.md).",
               "casebook-script");
  std::string script, folder, rulesets;
  bool list = false;
  app.add_option("SCRIPT", script, "the script");
  app.add_option("--folder", folder, "where its paths begin; the current folder otherwise");
  app.add_option("--rulesets", rulesets, "look up editions here first");
  app.add_flag("--list", list, "list the commands and actions that there are");
  app.set_version_flag("--version", std::string(version()));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ended(0) : 1;
  }
  if (list) {
    for (const auto& [name, info] : editor::built_in_actions())
      std::printf("%s\n    %s\n", info.usage.c_str(), info.what.c_str());
    for (const std::string_view name : editor::command_names())
      std::printf("%s\n", std::string(name).c_str());
    return ended(0);
  }
  if (script.empty()) {
    std::fprintf(stderr, "casebook-script: which script? (--help tells more)\n");
    return 1;
  }
  platform::FileError error;
  const auto text = platform::read_file(script, limits::source_bytes, error);
  if (!text) {
    std::fprintf(stderr, "casebook-script: %s %s\n", script.c_str(), error.reason.c_str());
    return 2;
  }
  editor::OpenOptions options;
  options.ruleset_folders = ruleset_folders(rulesets);
  editor::ScriptRun run(folder.empty() ? std::filesystem::current_path().string() : folder,
                        std::move(options),
                        [](std::string_view line) { std::fwrite(line.data(), 1, line.size(), stdout); });
  const editor::ScriptResult result = editor::run_script(*text, run);
  if (result.done) return ended(0);
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: %s\n", script.c_str(), result.line, printable(result.problem).c_str());
  return 2;
}
