// SPDX-License-Identifier: Apache-2.0
#pragma once

// Warning W0307: a line cites a case that no `case` line opens.

#include "engine/language/editions/resolve.h"

namespace casebook::language {

/// Looks at the files of the edition compiled; those of its parents are looked at when they are compiled.
void check_labels(const Declarations& declarations, Diagnostics& diagnostics);

}  // namespace casebook::language
