// SPDX-License-Identifier: Apache-2.0
#pragma once

// The names of switches (options, readings and the values of readings) outside the rules.
//
// A name in the rules has no `-`; on a command line, in a file name and in a link `-` is what people type. So
// the switch that the rules call `entry_hexes` is written `entry-hexes` wherever Casebook writes it: in ids
// (`across/first+entry-hexes=as-printed`), scenario files, positions, records and messages. Either form is
// read everywhere. Expressions are text of the rules, and keep `_`.

#include <string>
#include <string_view>

namespace casebook {

/// `entry_hexes` as it is shown: `entry-hexes`.
std::string switch_name(std::string_view name);

/// Whether both name one switch: they differ in nothing but `-` and `_`.
bool same_switch(std::string_view a, std::string_view b);

}  // namespace casebook
