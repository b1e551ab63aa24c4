// SPDX-License-Identifier: Apache-2.0
#pragma once

// A special line of a `first of` that may only lower the value.

#include <memory>

#include "engine/program/program.h"

namespace casebook::language {

/// The body of a definition without what guards and rounds its value.
const Expr& inner_body(const Definition& definition);

/// The program in which that entry of the definition, whose inner body is a `first of`, gives the lower of its
/// value and of what the entries behind it give. Null where that is not so of the same type, or where the entries
/// behind may give nothing. Ids, order and layout stay.
std::shared_ptr<const Program> with_lower_entry(const Program& program, DefinitionId definition,
                                                size_t entry);

}  // namespace casebook::language
