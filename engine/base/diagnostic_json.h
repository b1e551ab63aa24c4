// SPDX-License-Identifier: Apache-2.0
#pragma once

// Diagnostics as JSON. Keys: "code", "severity", "message", "file", "line", "column", "endLine",
// "endColumn". Where they have content also "expected", "suggestion", "cases" and "notes" [{"text", "file",
// "line", "column"}].
//
// A diagnostic without a place has no "line". Bytes that are not UTF-8 are replaced, so the text can always
// be written.

#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/diagnostic.h"

namespace casebook {

nlohmann::ordered_json diagnostic_json(const Diagnostic& diagnostic);
/// An array, in their order.
nlohmann::ordered_json diagnostics_json(const Diagnostics& diagnostics);

/// The one way JSON values become text here: UTF-8 repaired, `indent` blanks a level, or one line when -1.
std::string json_text(const nlohmann::ordered_json& value, int indent = 2);

}  // namespace casebook
