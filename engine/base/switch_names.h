// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names of switches (options, readings and their values) outside the rules.
//
// A name in the rules has no `-`, but people type `-` on a command line, in file names and in links. So
// Casebook writes the switch `entry_hexes` as `entry-hexes` in ids (`across/first+entry-hexes=as-printed`),
// scenario files, positions, records and messages. It reads either form everywhere. Expressions are text of
// the rules and keep `_`.

#include <string>
#include <string_view>

namespace casebook {

/// `entry_hexes` as it is shown: `entry-hexes`.
std::string switch_name(std::string_view name);

/// Whether both name one switch: they differ in nothing but `-` and `_`.
bool same_switch(std::string_view a, std::string_view b);

}  // namespace casebook
