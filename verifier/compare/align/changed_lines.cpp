// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/align/changed_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/program/row_labels.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

namespace {

constexpr size_t most_places = 4;

void add_place(std::vector<language::Place>& places, const language::Place& place) {
  const bool known = std::any_of(places.begin(), places.end(), [&](const language::Place& one) {
    return one.file == place.file && one.line == place.line;
  });
  if (!known && places.size() < most_places) places.push_back(place);
}

void add_label(const Scenario& scenario, CaseId label, std::set<std::string>& labels) {
  if (label != language::none) labels.insert(scenario.program->label_text(label));
}

void add_item(const Scenario& scenario, const SettledItem& item, size_t side, ChangedLines& into) {
  add_place(into.places[side], item.place);
  add_label(scenario, item.label, into.labels[side]);
}

/// Cells that the other has otherwise.
bool add_cells(const Alignment& alignment, const std::string& name, ChangedLines& into) {
  std::array<const language::Table*, 2> tables{};
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const language::Table& one : alignment.scenario(side).program->tables)
      if (one.name == name) tables[side] = &one;
  }
  if (tables[0] == nullptr || tables[1] == nullptr || tables[0]->cells.size() != tables[1]->cells.size())
    return false;
  bool any = false;
  for (size_t i = 0; i < tables[0]->cells.size(); ++i) {
    if (tables[0]->cells[i] == tables[1]->cells[i]) continue;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      if (i >= tables[side]->cell_places.size()) return any;
      add_place(into.places[side], tables[side]->cell_places[i]);
      const Scenario& scenario = alignment.scenario(side);
      add_label(scenario, language::label_of_cell(*scenario.program, *tables[side], i), into.labels[side]);
    }
    any = true;
  }
  return any;
}

}  // namespace

void ChangedLines::add(const ChangedLines& other) {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const language::Place& place : other.places[side]) add_place(places[side], place);
    labels[side].insert(other.labels[side].begin(), other.labels[side].end());
  }
}

std::string ChangedLines::text() const {
  const auto side = [&](size_t of) {
    return labels[of].empty() ? std::string("-") : fmt::format("{}", fmt::join(labels[of], ", "));
  };
  return side(0) + " | " + side(1);
}

ChangedLines changed_lines(const Alignment& alignment, const ItemRef& ref) {
  ChangedLines into;
  const std::string& only = ref.line;  // of a requirement: that line of the action
  const ItemRef item = ref.sort == ItemSort::requirement ? ItemRef{ItemSort::action, ref.name} : ref;
  std::array<const SettledItem*, 2> items{};
  for (const size_t side : {size_t{0}, size_t{1}}) items[side] = alignment.settled(side).find(item);
  if (ref.sort == ItemSort::table && add_cells(alignment, ref.name, into)) return into;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (items[side] == nullptr) continue;
    const Scenario& scenario = alignment.scenario(side);
    for (const Line& line : items[side]->lines) {
      const bool named = !only.empty() && line.name == only;
      const bool there = items[1 - side] != nullptr &&
                         std::any_of(items[1 - side]->lines.begin(), items[1 - side]->lines.end(),
                                     [&](const Line& other) { return other.text == line.text; });
      if (only.empty() ? there : !named) continue;
      add_place(into.places[side], line.place);
      add_label(scenario, line.label, into.labels[side]);
    }
  }
  if (!into.places[0].empty() || !into.places[1].empty()) return into;
  for (const size_t side : {size_t{0}, size_t{1}})
    if (items[side] != nullptr) add_item(alignment.scenario(side), *items[side], side, into);
  return into;
}

std::array<std::vector<language::Place>, 2> lines_against(const Alignment& alignment, const ItemRefs& items) {
  std::array<std::vector<language::Place>, 2> against;
  for (const ItemRef& ref : items) {
    std::array<std::vector<language::Place>, 2> places = changed_lines(alignment, ref).places;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const SettledItem* item = alignment.settled(side).find(ref);
      // What goes on over several lines has none that says otherwise: the other side has one more.
      const bool in_one_line =
          item != nullptr && std::all_of(item->lines.begin(), item->lines.end(), [&](const Line& line) {
            return line.place.line == item->place.line;
          });
      if (places[side].empty() && in_one_line) places[side].push_back(item->place);
    }
    for (const size_t side : {size_t{0}, size_t{1}})
      for (const language::Place& place : places[side]) add_place(against[side], place);
  }
  const auto text = [&](size_t side, const language::Place& place) {
    return place_of(*alignment.scenario(side).program, place).text;
  };
  std::array<std::vector<language::Place>, 2> left;
  for (const size_t side : {size_t{0}, size_t{1}})
    std::copy_if(against[side].begin(), against[side].end(), std::back_inserter(left[side]),
                 [&](const language::Place& place) {
                   return std::none_of(against[1 - side].begin(), against[1 - side].end(),
                                       [&](const language::Place& other) {
                                         return text(side, place) == text(1 - side, other);
                                       });
                 });
  return left;
}

}  // namespace casebook::compare
