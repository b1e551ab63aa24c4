// SPDX-License-Identifier: Apache-2.0
#pragma once

// Scans that lie under a map: the file `tracing.json` of a project, docs/formats/tracing.md. The clicks are
// stored; the place of a scan is computed from them (editor/tracing).

#include <string>
#include <vector>

#include "editor/document/document.h"

namespace casebook::editor {

struct ScanClick {
  std::string hex;   // in the map's own numbering
  int x = 0, y = 0;  // hundredths of a pixel of the scan
  bool operator==(const ScanClick&) const = default;
};

struct Scan {
  std::string path;              // of the picture, below the project or absolute
  std::string map = "map.json";  // the map that it lies under
  std::string model = "straight";
  int opacity = 50;  // percent
  bool shown = true;
  std::vector<ScanClick> clicks;
  board::Extras extras;
  bool operator==(const Scan&) const = default;
};

/// Leaves out a scan with wrong data; the problems of the text report it.
std::vector<Scan> read_scans(const JsonData& data, Diagnostics& diagnostics, const std::string& file);
JsonValue json_of(const Scan& scan);

/// The scans of the project, in their order.
std::vector<Scan> scans(const Document& document);
/// Adds one (`index` -1) or changes it; makes the file `tracing.json` where there is none.
Command scan_command(const Document& document, int index, const Scan& scan);

}  // namespace casebook::editor
