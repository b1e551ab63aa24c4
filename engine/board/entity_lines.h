// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lines about entities: the common form of orders of battle, schedules and scenarios.

#include "engine/board/data_reader.h"
#include "engine/board/order_of_battle.h"

namespace casebook::board {

/// Reports two lines of one kind and id (D0121), and wrong ids (D0114).
std::vector<EntityLine> read_entity_lines(const DataFile& file, ObjectReader& top, std::string_view key,
                                          bool with_places, const Provenances& provenances);
void write_entity_lines(JsonValue& top, const char* key, const std::vector<EntityLine>& lines,
                        const Provenances& provenances);

}  // namespace casebook::board
