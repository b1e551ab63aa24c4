// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/drawn_position.h"

#include <fmt/format.h>

#include <utility>

#include "engine/base/build_info.h"
#include "engine/board/scenario.h"
#include "engine/picture/paper/paper_pages.h"
#include "engine/picture/svg.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/moment_text.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/load.h"

namespace casebook::cli {

std::optional<picture::Style> style_for(const std::string& folder, const board::HexMap* map,
                                        const language::Program& program, Diagnostics& diagnostics) {
  auto style = picture::load_style(folder, map == nullptr ? "" : map->file, diagnostics);
  if (!style) return std::nullopt;
  return picture::complete(std::move(*style), map, &program, diagnostics);
}

std::string when_text(const runtime::Scenario& scenario, const runtime::Position& position) {
  const runtime::Outcome outcome = runtime::outcome_of(scenario, position);
  if (outcome.kind != runtime::OutcomeKind::open) return outcome_words(scenario, outcome);
  return runtime::moment_text(scenario, position);
}

std::string made_by_text(uint64_t rules_fingerprint, Context& context) {
  return fmt::format("casebook {}, rules {:016x}; made by: {}", version(), rules_fingerprint,
                     command_text(context));
}

bool write_svg(const std::shared_ptr<const runtime::Scenario>& scenario, const runtime::Position& position,
               const std::string& shows, const std::vector<int>& hexes, const std::string& file,
               Context& context, Diagnostics& diagnostics) {
  const board::HexMap* map = scenario->data == nullptr ? nullptr : &scenario->data->map;
  const auto style = style_for(scenario->folder, map, *scenario->program, diagnostics);
  if (!style) return false;
  picture::SheetRequest request;
  request.map = map;
  if (map != nullptr) request.numbering = scenario->data->numbering;
  request.style = &*style;
  runtime::Evaluator evaluator(scenario);
  request.pieces = picture::pieces_of(evaluator, position, *style);
  for (const int hex : hexes) request.marks.push_back({hex, ""});
  request.title = shows;
  const std::string when = when_text(*scenario, position);
  request.subtitle = scenario->id + (when.empty() ? "" : " \u2013 " + when);
  request.made_by = made_by_text(scenario->rules_fingerprint, context);
  const picture::PaperDrawn drawn = picture::drawn_map({}, request);
  if (!drawn.problem.empty()) {
    diagnostics.error("C0127", {file, {1, 1}, {1, 1}}, drawn.problem);
    return false;
  }
  return write_text(file, picture::svg_text(drawn.pages.front()), diagnostics);
}

}  // namespace casebook::cli
