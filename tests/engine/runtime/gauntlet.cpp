// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/runtime/gauntlet.h"

#include <gtest/gtest.h>

#include "engine/platform/files.h"
#include "tests/support/battery.h"
#include "tests/support/temporary_folder.h"

namespace casebook::tests {

namespace fs = std::filesystem;

std::shared_ptr<const runtime::Scenario> gauntlet() {
  static const auto scenario = shipped_scenario(gauntlet_folder);
  return scenario;
}

std::shared_ptr<const runtime::Scenario> changed_gauntlet(
    const std::vector<std::pair<std::string, std::string>>& changes) {
  const testing_support::TemporaryFolder folder;
  const fs::path copy = folder.path() / "gauntlet";
  fs::copy(gauntlet_folder, copy);
  const std::string file = (copy / "01-gauntlet.rules").string();
  platform::FileError error;
  std::string text = platform::read_file(file, size_t{1} << 20U, error).value_or("");
  for (const auto& [from, to] : changes) {
    const size_t at = text.find(from);
    if (at == std::string::npos)
      ADD_FAILURE() << "the gauntlet does not say: " << from;
    else
      text.replace(at, from.size(), to);
  }
  if (!platform::replace_file(file, text, error)) ADD_FAILURE() << error.reason;
  return shipped_scenario(copy.string());
}

}  // namespace casebook::tests
