// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes pictures as files; the end of the name gives the format. PNG and PDF need verifier/paint, which is
// missing in a build without Qt.

#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/picture/picture.h"
#include "engine/picture/picture_formats.h"

namespace casebook::cli {

/// By the end of the file's name; C0126 when it says nothing, or this program cannot write it.
std::optional<picture::PictureFormat> picture_format_of(const std::string& file, Diagnostics& diagnostics);

/// What to write where: one file, or one for each page, numbered when there are several.
struct Written {
  std::string file, bytes;
};
/// Empty with a diagnostic (C0127) when the pages cannot be made so.
std::vector<Written> picture_files(const std::string& file, picture::PictureFormat format,
                                   const std::vector<picture::Picture>& pages, double dots_per_inch,
                                   Diagnostics& diagnostics);

}  // namespace casebook::cli
