// SPDX-License-Identifier: Apache-2.0
// Givens: dense tables filled from the map, the order of battle, the schedule and the scenario.
#include <fmt/format.h>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/runtime/binding/binder.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

using language::Given;
using language::Type;
using language::TypeTag;

namespace {

size_t combinations_of(const Scenario& scenario, const Given& given) {
  size_t combinations = 1;
  for (const Type& param : given.params)
    combinations *= param.tag == TypeTag::boolean ? 2 : static_cast<size_t>(scenario.size(param.of));
  return combinations;
}

}  // namespace

Values ScenarioBinder::empty_values(const Given& given) const {
  Values values;
  values.strides.resize(given.params.size());
  size_t stride = 1;
  for (size_t i = given.params.size(); i-- > 0;) {
    values.strides[i] = static_cast<uint32_t>(stride);
    stride *=
        given.params[i].tag == TypeTag::boolean ? 2 : static_cast<size_t>(scenario_.size(given.params[i].of));
  }
  const size_t width =
      given.type.tag == TypeTag::set ? static_cast<size_t>(scenario_.size(given.type.of)) : 1;
  values.cells.assign(stride * width, 0);
  if (!given.fallback) return values;
  Evaluator evaluator(scenario_.shared_from_this());
  const Value fallback = evaluator.evaluate(*given.fallback, Position());
  for (size_t i = 0; i < stride; ++i) {
    if (width == 1 && given.type.tag != TypeTag::set) values.cells[i] = static_cast<int32_t>(fallback.number);
    for (const int32_t member : fallback.items) values.cells[i * width + static_cast<size_t>(member)] = 1;
  }
  return values;
}

std::optional<GivenId> ScenarioBinder::find_given(std::string_view name) const {
  for (size_t i = 0; i < program_.givens.size(); ++i) {
    if (program_.givens[i].name == name) return static_cast<GivenId>(i);
  }
  return std::nullopt;
}

// Maps are shared by editions that ask for different things, so an attribute that nobody asks for is only
// warned about, once.
void ScenarioBinder::unknown_attribute(const board::Fact& fact, const std::string& file, KindId kind) {
  bool& warned = warned_[fmt::format("{}:{}:{}", file, kind, fact.attribute)];
  if (warned) return;
  warned = true;
  std::vector<std::string> known;
  for (const Given& given : program_.givens) {
    if (given.params.size() == 1 && given.params[0].of == kind) known.push_back(given.name);
  }
  Diagnostic& diagnostic = diagnostics_.warning(
      "D0152", board::range_of(file, fact.attribute_place),
      fmt::format("the rules ask nothing called \"{}\" of a {}", fact.attribute, kind_name(kind)));
  diagnostic.expected = known.empty() ? "" : listed(known);
  diagnostics_.suggest(diagnostic, [&] { return nearest_name(fact.attribute, known); });
}

void ScenarioBinder::set_given(GivenId id, size_t combination, const board::Fact& fact, int numbering,
                               const std::string& file) {
  const Given& given = program_.givens[id];
  Values& values = scenario_.givens[id];
  given_set_[static_cast<size_t>(id)][combination] = true;
  if (given.type.tag == TypeTag::set) {
    const auto members = members_of(given.type, fact.value, numbering, file, given.name);
    if (!members) return;
    const size_t width = static_cast<size_t>(scenario_.size(given.type.of));
    std::fill_n(values.cells.begin() + static_cast<std::ptrdiff_t>(combination * width), width, 0);
    for (const int32_t member : *members) values.cells[combination * width + static_cast<size_t>(member)] = 1;
    return;
  }
  if (const auto value = cell(given.type, fact.value, numbering, file, given.name))
    values.cells[combination] = *value;
}

void ScenarioBinder::given_of_member(KindId kind, int32_t member, const std::vector<board::Fact>& facts,
                                     int numbering, const std::string& file) {
  for (const board::Fact& fact : facts) {
    const auto given = find_given(fact.attribute);
    const bool fits = given && program_.givens[*given].params.size() == 1 &&
                      program_.givens[*given].params[0] == Type{TypeTag::entity, kind, 1};
    if (fits)
      set_given(*given, static_cast<size_t>(member), fact, numbering, file);
    else
      unknown_attribute(fact, file, kind);
  }
}

void ScenarioBinder::entity_lines(const std::vector<board::EntityLine>& lines, int numbering,
                                  const std::string& file, bool declares) {
  for (const board::EntityLine& line : lines) {
    KindId kind = language::none;
    for (size_t i = 0; i < program_.kinds.size(); ++i) {
      if (program_.kinds[i].name == line.kind) kind = static_cast<KindId>(i);
    }
    if (kind == language::none) {
      if (declares) continue;  // said already
      diagnostics_.error("D0151", board::range_of(file, line.kind_place),
                         fmt::format("the rules have no kind \"{}\"", line.kind));
      continue;
    }
    const auto found = member(kind, line.id, numbering);
    if (!found) {
      if (declares) continue;
      Diagnostic& diagnostic = diagnostics_.error("D0155", board::range_of(file, line.id_place),
                                                  fmt::format("there is no {} \"{}\"", line.kind, line.id));
      diagnostics_.suggest(diagnostic, [&] { return nearest_member(kind, line.id, numbering); });
      continue;
    }
    given_of_member(kind, *found, line.facts, numbering, file);
  }
}

void ScenarioBinder::givens() {
  for (const Given& given : program_.givens) {
    if (combinations_of(scenario_, given) > static_cast<size_t>(limits::table_cells)) {
      diagnostics_.error("D0150", {},
                         fmt::format("the given {} would have more than {} values (limits::table_cells)",
                                     given.name, limits::table_cells));
      return;
    }
    scenario_.givens.push_back(empty_values(given));
    given_set_.emplace_back(combinations_of(scenario_, given), given.fallback != nullptr);
  }
  const auto by_hex = data_.map.facts_by_hex();
  for (size_t hex = 0; hex < by_hex.size(); ++hex) {
    given_of_member(language::kind_hex, static_cast<int32_t>(hex), by_hex[hex], data_.map.own_numbering,
                    data_.map.file);
  }
  const auto by_hexside = data_.map.facts_by_hexside();
  for (size_t hexside = 0; hexside < by_hexside.size(); ++hexside) {
    given_of_member(language::kind_hexside, static_cast<int32_t>(hexside), by_hexside[hexside],
                    data_.map.own_numbering, data_.map.file);
  }
  for (const auto& [order, numbering] : orders_of_battle_)
    entity_lines(order.entities, numbering, order.file, true);
  for (const auto& [schedule, numbering] : schedules_)
    entity_lines(schedule.rows, numbering, schedule.file, false);
  const std::string& file = data_.scenario.file;
  entity_lines(attributes_, data_.numbering, file, false);
  for (const board::Fact& fact : data_.scenario.facts) {
    const auto given = find_given(fact.attribute);
    if (given && program_.givens[*given].params.empty()) {
      set_given(*given, 0, fact, data_.numbering, file);
      continue;
    }
    Diagnostic& diagnostic =
        diagnostics_.error("D0153", board::range_of(file, fact.attribute_place),
                           fmt::format("the rules have no given \"{}\" without parameters", fact.attribute));
    diagnostics_.suggest(diagnostic, [&] {
      NearestName nearest(fact.attribute);
      for (const Given& one : program_.givens) {
        if (one.params.empty()) nearest.offer(one.name);
      }
      return nearest.best();
    });
  }
  for (const board::Relation& relation : data_.scenario.relations) {
    const auto given = find_given(relation.attribute);
    const Given* declared = given ? &program_.givens[*given] : nullptr;
    if (declared == nullptr || declared->params.size() != relation.of.size()) {
      diagnostics_.error("D0153", board::range_of(file, relation.attribute_place),
                         fmt::format("the rules have no given \"{}\" of {} arguments", relation.attribute,
                                     relation.of.size()));
      continue;
    }
    size_t combination = 0;
    bool good = true;
    for (size_t i = 0; i < relation.of.size() && good; ++i) {
      const auto argument =
          cell(declared->params[i], relation.of[i], data_.numbering, file, relation.attribute);
      good = argument.has_value();
      if (good) combination += scenario_.givens[*given].strides[i] * static_cast<size_t>(*argument);
    }
    if (!good) continue;
    board::Fact fact;
    fact.attribute = relation.attribute;
    fact.value = relation.value;
    set_given(*given, combination, fact, data_.numbering, file);
  }
  check_complete();
}

// A fact that the rules ask for and nobody gives. Said of the first member that lacks it, with the number of
// others.
void ScenarioBinder::check_complete() {
  for (size_t id = 0; id < program_.givens.size(); ++id) {
    const Given& given = program_.givens[id];
    const auto& set = given_set_[id];
    const size_t missing = static_cast<size_t>(std::count(set.begin(), set.end(), false));
    if (missing == 0) continue;
    const size_t first = static_cast<size_t>(std::find(set.begin(), set.end(), false) - set.begin());
    std::string who = given.params.size() == 1 ? fmt::format(" of {} {}", kind_name(given.params[0].of),
                                                             scenario_.members[given.params[0].of][first])
                                               : "";
    if (missing > 1) who += fmt::format(" and {} more", missing - 1);
    SourceRange range{data_.scenario.file, {}, {}};
    if (given.params.size() == 1) {
      const KindId kind = given.params[0].of;
      if (kind <= language::kind_hexside) range.file = data_.map.file;
      for (const auto& [order, numbering] : orders_of_battle_) {
        const board::EntityLine* line = order.find(kind_name(kind), scenario_.members[kind][first]);
        if (line != nullptr) range = board::range_of(order.file, line->place);
      }
    }
    Diagnostic& diagnostic =
        diagnostics_.error("D0158", range, fmt::format("\"{}\"{} is not given", given.name, who));
    diagnostic.expected = "a value, or `= default` where the rules declare it";
    diagnostic.cases.push_back(program_.label_text(given.label));
    diagnostic.notes.push_back(
        {program_.range_of(given.place), fmt::format("\"{}\" is declared here", given.name)});
  }
}

}  // namespace casebook::runtime
