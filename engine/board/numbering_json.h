// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads and writes numberings as JSON; numbering.h shows the form.

#include <optional>

#include "engine/board/data_reader.h"
#include "engine/board/numbering.h"

namespace casebook::board {

/// nullopt after a mistake (D0116 for a numbering that calls two cells alike, and the general ones).
std::optional<Numbering> read_numbering(const DataFile& file, const std::string& name, const Span& name_place,
                                        const JsonValue& json, const Grid& grid);
JsonValue write_numbering(const Numbering& numbering);

}  // namespace casebook::board
