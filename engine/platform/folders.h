// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where standard folders are on this system. Paths are absolute, or empty when the system does not say. No
// folder is made.

#include <string>
#include <string_view>

namespace casebook::platform {

/// The user's data: $XDG_DATA_HOME/casebook, else ~/.local/share/casebook.
std::string user_data_folder();

/// What the user's programs remember between runs, journals for one: $XDG_STATE_HOME/casebook, else
/// ~/.local/state/casebook.
std::string user_state_folder();

/// The folder of the running program; installed data lies at ../share/casebook from there.
std::string program_folder();

/// The source tree in whose build the running program lies; else `built_from`. A tree that was copied with its
/// build so has its own rules and documents, and not those of the tree that it was copied from.
std::string tree_of_program(std::string_view built_from);

/// Scratch space: $TMPDIR, else /tmp.
std::string temporary_folder();

}  // namespace casebook::platform
