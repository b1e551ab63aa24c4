// SPDX-License-Identifier: Apache-2.0
// The `casebook` command.
#include "engine/platform/console.h"
#include "verifier/cli/command_line.h"

int main(int argc, char** argv) {
  casebook::platform::catch_stop_requests();
  casebook::platform::ignore_closed_pipes();
  return casebook::cli::run_command_line(argc, argv);
}
