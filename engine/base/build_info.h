// SPDX-License-Identifier: Apache-2.0
// Version and build of Casebook. Every output takes its version from here and nowhere else.
#pragma once

#include <string_view>

namespace casebook {

// "0.1.0": the version written once, in the root CMakeLists.txt.
std::string_view version();

// The folder this program was built from, absolute. It is the last place where an edition's name is looked
// up, and it need not exist on the machine where the program runs.
std::string_view source_tree();

}  // namespace casebook
