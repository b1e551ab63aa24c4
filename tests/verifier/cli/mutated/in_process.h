// SPDX-License-Identifier: Apache-2.0
#pragma once

// Commands of `casebook` run in this process, as many as hundreds a second. What they print goes to two files in memory,
// which another process may read when this one has crashed.

#include <string>
#include <vector>

namespace casebook::cli_tests {

struct Ending {
  int status = -1;
  std::string out, err;
};

class InProcess {
 public:
  InProcess();
  ~InProcess();
  InProcess(const InProcess&) = delete;
  InProcess& operator=(const InProcess&) = delete;

  /// `casebook WORDS...` in the current folder. Standard input is as it was.
  Ending run(const std::vector<std::string>& words);
  /// What the command printed that runs in another process, or ran when that process died.
  Ending printed() const;

 private:
  int out_ = -1, err_ = -1;
};

}  // namespace casebook::cli_tests
