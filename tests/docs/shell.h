// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder that looks like a clone after ./run, and commands that a reader types there.

#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.h"

namespace casebook::docs {

struct Ran {
  int status = 0;
  std::string output;  // both streams, as a terminal would show them
};

/// Copies of rulesets/ and docs/, and the programs in build/bin.
class CloneOfTheTree {
 public:
  CloneOfTheTree();
  const std::filesystem::path& folder() const { return folder_; }
  /// By `sh`, in the folder, for at most so many seconds.
  Ran run(const std::string& command, int most_seconds = 800) const;

 private:
  testing_support::TemporaryFolder temporary_;
  std::filesystem::path folder_ = temporary_.path() / "casebook";
};

std::string contents_of(const std::filesystem::path& path);

}  // namespace casebook::docs
