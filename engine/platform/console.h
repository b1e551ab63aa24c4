// SPDX-License-Identifier: Apache-2.0
#pragma once

// The terminal, and the signals that end a program early.

#include <cstdint>
#include <cstdio>

namespace casebook::platform {

bool is_terminal(std::FILE* stream);
/// Whether colours may be used on it: a terminal, TERM not `dumb`, and NO_COLOR not set (to anything but
/// nothing).
bool colours_wanted(std::FILE* stream);

/// From now on Ctrl-C (and SIGTERM) sets a flag that long work looks at, and the second one ends the program
/// at once.
void catch_stop_requests();
bool stop_requested();
/// As if Ctrl-C had been pressed, or to forget that it was; for tests and for a program that goes on after a
/// stop.
void set_stop_requested(bool stop);
/// As if it were pressed when stop_requested has been asked so many times more; for tests, which know no other moment in
/// the middle of a long piece of work.
void set_stop_requested_after(uint64_t looks);

/// Writing to a pipe that nobody reads becomes an error of the write, where otherwise it would kill the
/// program.
void ignore_closed_pipes();

/// CPU seconds this process has used, all threads together.
double cpu_seconds();

}  // namespace casebook::platform
