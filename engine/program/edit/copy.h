// SPDX-License-Identifier: Apache-2.0
#pragma once

// Copies a whole typed program. The copy shares nothing with the original and may be changed; a finished
// program never is. Ids, order and meaning are those of the original.

#include "engine/program/program.h"

namespace casebook::language {

Program copy(const Program& from);
StmtPtr copy(const StmtPtr& from);  // null stays null

}  // namespace casebook::language
