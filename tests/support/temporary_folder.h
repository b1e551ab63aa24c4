// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of its own for one test, taken away with everything in it at the end.

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "engine/platform/folders.h"

namespace casebook::testing_support {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = platform::temporary_folder() + "/casebook-test-XXXXXX";
    path_ = std::filesystem::canonical(::mkdtemp(name.data()));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace casebook::testing_support
