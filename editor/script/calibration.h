// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lays a scan of the document under its map, by the clicks that the document keeps.

#include "editor/document/scans.h"
#include "editor/script/script.h"
#include "editor/tracing/calibration.h"

namespace casebook::editor {

/// Clicks of hexes that the map does not have are left out.
std::vector<tracing::Click> clicks_of(const Scan& scan, const board::HexMap& map, double hex_size);

/// The action `calibrate`.
bool calibrate_scan(ScriptRun& run, const ActionWords& words, std::string& problem);

}  // namespace casebook::editor
