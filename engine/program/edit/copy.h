// SPDX-License-Identifier: Apache-2.0
#pragma once

// A copy of a whole typed program that shares nothing with the original, to be changed: programs are shared
// and never written to once they are made. Ids, order and meaning are those of the original.

#include "engine/program/program.h"

namespace casebook::language {

Program copy(const Program& from);
StmtPtr copy(const StmtPtr& from);  // null stays null

}  // namespace casebook::language
