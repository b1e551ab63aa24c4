// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/changed_data.h"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/board/difference.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "verifier/cli/printing/diff_rules.h"

namespace casebook::cli {

namespace {

using board::Difference;
using board::ThingSort;

constexpr size_t most_told = 3;

bool says(const std::vector<board::EntityLine>& lines, const Difference& one) {
  return std::any_of(lines.begin(), lines.end(), [&one](const board::EntityLine& line) {
    if (line.kind + " " + line.id != one.where) return false;
    if (one.what.empty()) return true;
    if (one.what == "place" && !line.start.empty()) return true;
    if (one.what == "with" && !line.with.empty()) return true;
    return std::any_of(line.facts.begin(), line.facts.end(),
                       [&one](const board::Fact& fact) { return fact.attribute == one.what; });
  });
}

/// The file that says it of an entity; the last one counts, as in play. Empty: none does.
std::string file_of_entity(const board::ScenarioData& data, const Difference& one) {
  if (says(data.scenario.attributes, one)) return data.scenario.file;
  for (const auto& file : data.schedules)
    if (says(file.data.rows, one)) return file.data.file;
  for (const auto& file : data.orders_of_battle)
    if (says(file.data.entities, one)) return file.data.file;
  return {};
}

std::string file_of(const board::ScenarioData& before, const board::ScenarioData& now,
                    const Difference& one) {
  switch (one.sort) {
    case ThingSort::grid:
    case ThingSort::hex:
    case ThingSort::hexside:
    case ThingSort::place:
      return now.map.file.empty() ? before.map.file : now.map.file;
    case ThingSort::entity: {
      const std::string file = file_of_entity(now, one);
      return file.empty() ? file_of_entity(before, one) : file;
    }
    default:
      return now.scenario.file;
  }
}

std::string what_of(const Difference& one) {
  const std::string more = one.what.empty() ? "" : ": " + one.what;
  switch (one.sort) {
    case ThingSort::grid:
      return "the grid";
    case ThingSort::hex:
      return "hexes" + more;
    case ThingSort::hexside:
      return "hexsides" + more;
    case ThingSort::place:
      return "named places";
    case ThingSort::entity:
      return one.where.substr(0, one.where.find(' ')) + more;
    case ThingSort::switch_:
      return "switches";
    case ThingSort::fact:
      return "facts";
    case ThingSort::relation:
      return "facts of several things";
    case ThingSort::state:
      return "the start";
  }
  return {};
}

}  // namespace

std::optional<std::vector<DataChange>> changed_data(const runtime::ScenarioRequest& request,
                                                    const runtime::Scenario& scenario,
                                                    Diagnostics& diagnostics) {
  Diagnostics again;  // the edition itself was read before, and its warnings were said
  const auto edition = language::read_edition(request.edition_folder, again, request.ruleset_folders);
  if (!edition || !edition->parent) return std::vector<DataChange>{};
  const auto now = runtime::load_data(request, *edition, again);
  runtime::ScenarioRequest of_parent;
  of_parent.edition_folder = edition->parent->folder;
  of_parent.ruleset_folders = request.ruleset_folders;
  const auto before = runtime::load_data(of_parent, *edition->parent, diagnostics);
  const auto program = language::compile(*edition->parent, again);
  if (!now || !before || !program) return std::nullopt;
  const board::Terms terms = terms_of(*program, *scenario.program);
  std::vector<DataChange> changes;
  for (const Difference& one : board::differences(*before, *now)) {
    const std::string file = std::filesystem::path(file_of(*before, *now, one)).filename().string();
    const std::string what = what_of(one);
    auto found = std::find_if(changes.begin(), changes.end(), [&](const DataChange& change) {
      return change.file == file && change.what == what;
    });
    if (found == changes.end()) found = changes.insert(changes.end(), {file, what, {}});
    found->texts.push_back(board::difference_text(one, terms));
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const DataChange& a, const DataChange& b) { return a.file < b.file; });
  return changes;
}

std::string data_change_text(const DataChange& change) {
  const size_t count = change.texts.size();
  std::string text =
      fmt::format("{}: {} change{} of {}", change.file, count, count == 1 ? "" : "s", change.what);
  for (size_t i = 0; i < std::min(count, most_told); ++i) text += (i == 0 ? ": " : "; ") + change.texts[i];
  if (count > most_told) text += fmt::format("; and {} more", count - most_told);
  return text;
}

}  // namespace casebook::cli
