// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/outputs.h"

#include <filesystem>

namespace casebook::cli {

bool can_write(const std::string& path, Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  std::string problem;
  if (!folder.empty() && !fs::is_directory(folder, error))
    problem = "its folder does not exist";
  else if (fs::is_directory(path, error))
    problem = "a folder stands there";
  if (problem.empty()) return true;
  diagnostics.error("C0106", {path, {}, {}}, "the file cannot be written: " + problem);
  return false;
}

bool make_folder(const std::string& path, Diagnostics& diagnostics) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path, error)) return true;
  diagnostics.error("C0106", {path, {}, {}},
                    "the folder cannot be made" + (error ? ": " + error.message() : std::string()));
  return false;
}

}  // namespace casebook::cli
