// SPDX-License-Identifier: Apache-2.0
#include "tests/docs/shell.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace casebook::docs {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

CloneOfTheTree::CloneOfTheTree() {
  const fs::path root = CASEBOOK_SOURCE_DIR;
  fs::create_directories(folder_ / "build/bin");
  const fs::path built = fs::path(CASEBOOK_BINARY).parent_path();
  for (const char* program : {"casebook", "casebook-script", "casebook-editor"})
    fs::create_symlink(built / program, folder_ / "build/bin" / program);
  for (const char* name : {"rulesets", "docs"}) {
    if (fs::exists(root / name)) fs::copy(root / name, folder_ / name, fs::copy_options::recursive);
  }
  for (const char* name : {"CASEBOOK_RULESETS", "XDG_DATA_HOME"}) ::unsetenv(name);
}

Ran CloneOfTheTree::run(const std::string& command, int most_seconds) const {
  const fs::path script = folder_.parent_path() / "command.sh";
  std::ofstream(script) << "cd '" << folder_.string() << "'\n" << command << "\n";
  const std::string bin = fs::path(CASEBOOK_BINARY).parent_path().string();
  const std::string line = fmt::format(
      "PATH='{}':\"$PATH\" HOME='{}' NO_COLOR=1 COLUMNS=80 QT_QPA_PLATFORM=offscreen timeout {} "
      "sh '{}' </dev/null 2>&1",
      bin, folder_.parent_path().string(), most_seconds, script.string());
  Ran result;
  FILE* pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) return {-1, "the command could not be started"};
  char buffer[4096];
  size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0) result.output.append(buffer, count);
  const int ended = ::pclose(pipe);
  result.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
  return result;
}

}  // namespace casebook::docs
