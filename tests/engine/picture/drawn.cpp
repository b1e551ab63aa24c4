// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/picture/drawn.h"

#include <gtest/gtest.h>

#include "engine/base/diagnostic_text.h"
#include "engine/board/scenario.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::picture {

Drawn drawn(const std::string& edition, const std::function<void(SheetRequest&)>& change) {
  Drawn out;
  Diagnostics diagnostics;
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  request.id = edition;
  out.scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_TRUE(out.scenario) << diagnostics_text(diagnostics);
  const board::HexMap* map = &out.scenario->data->map;
  const auto style = load_style(out.scenario->folder, map->file, diagnostics);
  EXPECT_TRUE(style);
  out.style = complete(*style, map, out.scenario->program.get(), diagnostics);
  EXPECT_EQ(diagnostics_text(diagnostics), "");
  runtime::ReferenceRules rules(out.scenario);
  runtime::Position position = out.scenario->start;
  rules.begin(position);
  out.request.map = map;
  out.request.numbering = out.scenario->data->numbering;
  out.request.style = &out.style;
  out.request.pieces = pieces_of(rules.evaluator(), position, out.style);
  out.request.title = out.scenario->title;
  out.request.made_by = "made by a test";
  if (change) change(out.request);
  out.picture = sheet(out.request);
  return out;
}

}  // namespace casebook::picture
