// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/files.h"

#include "engine/platform/files.h"
#include "engine/platform/folders.h"

namespace casebook::cli {

std::optional<std::string> read_text(const std::string& path, Diagnostics& diagnostics) {
  platform::FileError problem;
  auto text = platform::read_file(path, limits::source_bytes, problem);
  if (!text) {
    diagnostics.error("C0105", {path, {}, {}}, "the file " + problem.reason);
    return std::nullopt;
  }
  diagnostics.sources().add(path, *text);
  return text;
}

bool write_text(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  platform::FileError problem;
  if (platform::replace_file(path, text, problem)) return true;
  diagnostics.error("C0106", {path, {}, {}}, "the file " + problem.reason);
  return false;
}

std::string installed_data_folder() {
  return platform::program_folder() + "/../share/casebook";
}

}  // namespace casebook::cli
