// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/map_alone.h"

#include <algorithm>

#include "engine/runtime/binding/bind.h"
#include "verifier/cli/shared/library.h"

namespace casebook::cli {

namespace {

/// Only a game needs this mended.
bool only_play(const Diagnostic& one) {
  return one.severity != Severity::error || one.code == "D0150" || one.code == "D0157";
}

}  // namespace

std::optional<MapAlone> load_map_alone(const std::string& word, const std::string& rulesets_option,
                                       const Diagnostics& why) {
  if (why.dropped() > 0 || !std::all_of(why.all().begin(), why.all().end(), only_play)) return std::nullopt;
  Diagnostics again;  // `why` has them already
  const auto request = scenario_request(word, rulesets_option, again);
  if (!request) return std::nullopt;
  const auto edition = language::read_edition(request->edition_folder, again, request->ruleset_folders);
  if (!edition) return std::nullopt;
  MapAlone alone;
  alone.program = language::compile(*edition, again);
  auto data = runtime::load_data(*request, *edition, again);
  if (!alone.program || !data || data->map.ground.hexes() == 0) return std::nullopt;
  alone.data = std::move(*data);
  alone.id = request->id.empty() ? alone.program->edition : request->id;
  alone.folder = request->edition_folder;
  return alone;
}

Diagnostics as_warnings(const Diagnostics& diagnostics) {
  Diagnostics warnings;
  warnings.sources().add_all(diagnostics.sources());
  for (Diagnostic one : diagnostics.all()) {
    if (one.severity == Severity::error) one.severity = Severity::warning;
    warnings.add(std::move(one));
  }
  return warnings;
}

}  // namespace casebook::cli
