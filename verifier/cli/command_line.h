// SPDX-License-Identifier: Apache-2.0
#pragma once

// The whole of `casebook` but for its signals: words in, an exit status out. So tests can run very many commands in one
// process.

namespace casebook::cli {

/// Runs one command as a shell would: `argv[0]` is the program, `argv[1]` the verb. Results go to standard output,
/// complaints to standard error. Nothing is kept from one call to the next.
int run_command_line(int argc, char** argv);

}  // namespace casebook::cli
