// SPDX-License-Identifier: Apache-2.0
#pragma once

// A view as text, as JSON and on the map of the terminal; and the list of an edition's views.

#include <nlohmann/json.hpp>
#include <string>

#include "engine/runtime/views/view.h"
#include "verifier/cli/printing/show_map.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

/// Title, call and case, then what it shows. `full`: every place of a reach with what is left and the way.
std::string view_text(const runtime::Scenario& scenario, const runtime::ViewAnswer& answer, bool full);

/// {"view": {...}, "hexes" | "numbers" | "way" | "items" | "reach" | "score": ...}
nlohmann::ordered_json view_json(const runtime::Scenario& scenario, const runtime::ViewAnswer& answer);

/// Sets are starred, numbers and what is spent stand in their hexes. Nothing for sums and scores.
MapMarks view_marks(const runtime::Scenario& scenario, const runtime::ViewAnswer& answer);

/// {"name", "form", "title", "case", "shows"}
nlohmann::ordered_json view_head_json(const language::Program& program, const language::View& view);

/// `show EDITION --views`
void show_views(const runtime::Scenario& scenario, Context& context);

}  // namespace casebook::cli
