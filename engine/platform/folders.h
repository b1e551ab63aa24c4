// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where standard folders are on this system. Paths are absolute, or empty when the system does not say. No
// folder is made.

#include <string>

namespace casebook::platform {

/// The user's data: $XDG_DATA_HOME/casebook, else ~/.local/share/casebook.
std::string user_data_folder();

/// What the user's programs remember between runs, journals for one: $XDG_STATE_HOME/casebook, else
/// ~/.local/state/casebook.
std::string user_state_folder();

/// The folder of the running program; installed data lies at ../share/casebook from there.
std::string program_folder();

/// Scratch space: $TMPDIR, else /tmp.
std::string temporary_folder();

}  // namespace casebook::platform
