// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/cells.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook::compare {

using regions::Decision;
using regions::Taken;
using regions::Way;
using runtime::Value;

namespace {

constexpr size_t most_cells = 6, most_named = 6;

/// The conditions of both ways that are the same, and those that each has for itself.
void put_conditions(const Pair& pair, const WaysOfBoth& ways, const std::array<Way, 2>& taken,
                    RegionCell& into) {
  std::array<std::vector<RegionCondition>, 2> all;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const Taken& one : taken[side]) {
      const Decision& decision = ways.decisions(side)[one.decision];
      const auto& program = *pair.scenarios[side]->program;
      all[side].push_back(
          {decision.text,
           decision.label == language::none ? std::string() : program.label_text(decision.label),
           decision.outs[one.out]});
    }
  }
  for (RegionCondition& one : all[0]) {
    const auto same = std::find_if(all[1].begin(), all[1].end(), [&](const RegionCondition& other) {
      return other.text == one.text && other.is == one.is;
    });
    if (same == all[1].end()) {
      into.ways[0].push_back(std::move(one));
      continue;
    }
    // A case has one number in each; which of them decides is not told apart here.
    if (same->label != one.label) one.label.clear();
    into.both.push_back(std::move(one));
    all[1].erase(same);
  }
  into.ways[1] = std::move(all[1]);
}

}  // namespace

void Cell::add(Cell&& other) {
  if (differing == 0) example = std::move(other.example), at_example = std::move(other.at_example);
  inputs += other.inputs;
  differing += other.differing;
  for (const size_t side : {size_t{0}, size_t{1}}) values[side].merge(other.values[side]);
}

void add(Cells& into, Cells&& more) {
  for (auto& [key, cell] : more) into[key].add(std::move(cell));
}

WaysOfBoth::WaysOfBoth(const Pair& pair, const std::array<DefinitionId, 2>& ids,
                       std::array<runtime::Evaluator, 2>& evaluators) {
  by_value_ = true;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    definitions_[side] = &pair.settled[side]->program->definitions[ids[side]];
    evaluators_[side] = &evaluators[side];
    ways_[side] = std::make_unique<regions::Ways>(pair.settled[side], ids[side], evaluators[side]);
    by_value_ = by_value_ && regions::has_few_values(*pair.scenarios[side], definitions_[side]->type);
  }
}

CellKey WaysOfBoth::key(const std::array<const Position*, 2>& at,
                        const std::array<std::vector<Value>, 2>& arguments,
                        const std::array<ValueText, 2>& said) {
  CellKey key;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (size_t i = 0; i < arguments[side].size(); ++i)
      evaluators_[side]->variable(definitions_[side]->params[i]) = arguments[side][i];
    try {
      ways_[side]->of(*at[side], key.ways[side]);
    } catch (const runtime::Fault&) {  // the way ends there
    }
    if (by_value_) key.values[side] = said[side].text;
  }
  return key;
}

std::optional<RegionsApart> regions_apart(const Pair& pair, const WaysOfBoth& ways, const Cells& cells,
                                          bool complete) {
  if (ways.decisions(0).empty() && ways.decisions(1).empty()) return std::nullopt;
  RegionsApart made;
  made.complete = complete;
  std::vector<Cells::const_iterator> apart;
  for (auto at = cells.begin(); at != cells.end(); ++at) {
    made.inputs += at->second.inputs;
    made.differing += at->second.differing;
    if (at->second.differing > 0) {
      apart.push_back(at);
      continue;
    }
    ++made.agreeing;
    made.agreeing_inputs += at->second.inputs;
  }
  if (apart.empty()) return std::nullopt;
  std::stable_sort(apart.begin(), apart.end(),
                   [](const auto& a, const auto& b) { return a->second.differing > b->second.differing; });
  for (size_t i = 0; i < apart.size(); ++i) {
    const auto& [key, cell] = *apart[i];
    if (i >= most_cells) {
      ++made.more;
      made.more_inputs += cell.inputs, made.more_differing += cell.differing;
      continue;
    }
    RegionCell told;
    told.inputs = cell.inputs, told.differing = cell.differing;
    put_conditions(pair, ways, key.ways, told);
    for (const size_t side : {size_t{0}, size_t{1}}) {
      std::vector<std::string>& values = told.values[side];
      for (const auto& [number, text] : cell.values[side]) values.push_back(text);
      // Of many numbers the least and the most say more than some of them.
      if (values.size() > most_named && ways.is_number())
        values = {fmt::format("{} to {}", values.front(), values.back())};
      else if (values.size() > most_named) {
        told.more_values[side] = values.size() - most_named;
        values.resize(most_named);
      }
    }
    told.example = cell.example;
    told.at_example = cell.at_example;
    made.cells.push_back(std::move(told));
  }
  return made;
}

}  // namespace casebook::compare
