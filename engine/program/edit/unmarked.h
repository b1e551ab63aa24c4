// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rules as they would be if nobody had marked a reading: each is answered, and forgotten. What a check finds
// in them it finds by itself.

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// The program with every reading answered and gone, and with what that decides folded away: an answer that is not
/// played leaves no trace. Claims that are disputed or name a reading go as well. Ids, order and layout stay, so a
/// position under one is a position under the other, word for word.
/// `answers` has one value per reading, as `Scenario::readings` has.
std::shared_ptr<const Program> without_readings(const Program& program, const std::vector<int32_t>& answers);

}  // namespace casebook::language
