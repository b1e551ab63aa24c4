// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small rules as text, compiled, and the listing of one procedure's flow.

#include <memory>
#include <string>

#include "engine/program/program.h"

namespace casebook::language {

/// An edition of one file: `head` of side, unit, mover and pass, then what is given. Fails the test when it
/// does not compile.
std::shared_ptr<const Program> compile_tiny(const std::string& rest);

/// What `dump` says of one procedure, without its first line, without the cases, two spaces less deep.
std::string flow_of(const Program& program, const std::string& procedure);

}  // namespace casebook::language
