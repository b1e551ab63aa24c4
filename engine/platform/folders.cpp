// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/folders.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "engine/platform is written for POSIX systems so far; this file is where another system is added"
#endif

#include <cstdlib>
#include <filesystem>

namespace casebook::platform {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

std::string user_data_folder() {
  const std::string data = environment("XDG_DATA_HOME");
  if (!data.empty() && data.front() == '/')
    return data + "/casebook";  // the standard says to pass over relative ones
  const std::string home = environment("HOME");
  return home.empty() ? std::string() : home + "/.local/share/casebook";
}

std::string user_state_folder() {
  const std::string state = environment("XDG_STATE_HOME");
  if (!state.empty() && state.front() == '/') return state + "/casebook";
  const std::string home = environment("HOME");
  return home.empty() ? std::string() : home + "/.local/state/casebook";
}

std::string program_folder() {
#if defined(__linux__)
  std::error_code code;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", code);
  return code ? std::string() : program.parent_path().string();
#else
  return {};
#endif
}

std::string tree_of_program(std::string_view built_from) {
  namespace fs = std::filesystem;
  constexpr int deepest = 4;  // build/PRESET/bin
  std::error_code code;
  fs::path folder = program_folder();
  for (int up = 0; up < deepest && folder.has_relative_path(); ++up, folder = folder.parent_path()) {
    if (fs::is_directory(folder / "rulesets", code) && fs::exists(folder / "engine/base/build_info.h", code))
      return folder.string();
  }
  return std::string(built_from);
}

std::string temporary_folder() {
  std::error_code code;
  const auto folder = std::filesystem::temp_directory_path(code);
  return code ? std::string() : folder.string();
}

}  // namespace casebook::platform
