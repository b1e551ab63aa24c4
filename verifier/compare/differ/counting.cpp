// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/counting.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/text.h"
#include "engine/program/reads_writes.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::compare {

using language::TypeTag;
using runtime::Value;

namespace {

/// What stands for a value where there is none.
const std::string silent = "silent", a_fault = "a fault", no_row = "no such row";

/// The values of a parameter, in order; empty when they are too many to say.
std::vector<int64_t> values_of(const Scenario& scenario, const language::Type& type) {
  std::vector<int64_t> values;
  const auto up_to = [&](int64_t low, int64_t high) {
    for (int64_t i = low; i <= high && values.size() < 100'000; ++i) values.push_back(i);
  };
  switch (type.tag) {
    case TypeTag::boolean:
      up_to(0, 1);
      break;
    case TypeTag::entity:
      up_to(0, scenario.size(type.of) - 1);
      break;
    case TypeTag::maybe:
      up_to(-1, scenario.size(type.of) - 1);
      break;
    case TypeTag::number: {
      const language::Measure& measure = scenario.program->measures[type.of];
      if (type.fine == 1) up_to(measure.low, measure.high);
      break;
    }
    default:
      break;
  }
  return values;
}

/// The values of a parameter that both have, in the order of the first; and those that one alone has.
struct Domain {
  std::vector<std::array<int64_t, 2>> both;
  std::array<std::vector<int64_t>, 2> alone;
  std::array<bool, 2>
      of_data{};  // such values are pieces or hexes: of what it is played with, not of the rules
  size_t size(size_t side) const { return both.size() + alone[side].size(); }
};

/// The same value of the other side.
std::optional<int64_t> across(const Pair& pair, size_t side, const language::Type& mine,
                              const language::Type& theirs, int64_t value) {
  if ((mine.tag == TypeTag::entity || mine.tag == TypeTag::maybe) && value >= 0) {
    const int32_t there = pair.alignment.from(side).members[mine.of][static_cast<size_t>(value)];
    return there < 0 ? std::nullopt : std::optional<int64_t>(there);
  }
  if (mine.tag != TypeTag::number) return value;
  const auto measure = [&](size_t of, const language::Type& type) -> const language::Measure& {
    return pair.scenarios[of]->program->measures[type.of];
  };
  const language::Measure &here = measure(side, mine), &there = measure(1 - side, theirs);
  const int64_t units = value * here.step_numerator * there.step_denominator;
  const int64_t step = here.step_denominator * there.step_numerator;
  if (units % step != 0 || units / step < there.low || units / step > there.high) return std::nullopt;
  return units / step;
}

/// Nothing when they are too many to say, or are not of one sort.
std::optional<Domain> domain_of(const Pair& pair, const language::Type& a, const language::Type& b) {
  if (a.tag != b.tag) return std::nullopt;
  Domain out;
  const std::array<const language::Type*, 2> types{&a, &b};
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const language::Type& mine = *types[side];
    const std::vector<int64_t> values = values_of(*pair.scenarios[side], mine);
    if (values.empty()) return std::nullopt;
    for (const int64_t value : values) {
      const auto there = across(pair, side, mine, *types[1 - side], value);
      if (!there)
        out.alone[side].push_back(value);
      else if (side == 0)
        out.both.push_back({value, *there});
    }
    const bool members = mine.tag == TypeTag::entity || mine.tag == TypeTag::maybe;
    out.of_data[side] = members && !pair.scenarios[side]->program->kinds[mine.of].closed;
  }
  return out;
}

std::string text_of(const Scenario& scenario, const std::string& name,
                    const std::vector<language::Type>& types, const std::vector<int64_t>& at) {
  std::string text = name + "(";
  for (size_t i = 0; i < at.size(); ++i) text += (i == 0 ? "" : ", ") + scenario.value_text(types[i], at[i]);
  return text + ")";
}

struct Function {
  std::vector<language::Type> params;
  std::vector<std::string> names;  // of the parameters; of a table their kinds
  language::Type type;
  DefinitionId id = language::none;
  const language::Table* table = nullptr;
};

std::optional<Function> function_of(const Scenario& scenario, const SettledItem& item) {
  const language::Program& program = *scenario.program;
  Function out;
  if (item.ref.sort == ItemSort::definition) {
    for (size_t i = 0; i < program.definitions.size(); ++i) {
      if (program.definitions[i].name != item.ref.name) continue;
      out.id = static_cast<DefinitionId>(i);
      out.type = program.definitions[i].type;
      for (const VarId var : program.definitions[i].params) {
        out.params.push_back(program.vars[var].type);
        out.names.push_back(program.vars[var].name);
      }
      language::ReadsWrites reads(program);
      if (!reads.definition(out.id).reads.empty()) return std::nullopt;
      return out;
    }
  }
  if (item.ref.sort == ItemSort::table) {
    for (const language::Table& table : program.tables) {
      if (table.name != item.ref.name) continue;
      out.table = &table;
      out.params = table.index;
      for (const language::Type& one : table.index)
        out.names.push_back(one.tag == TypeTag::number ? program.measures[one.of].name
                                                       : program.kinds[one.of].name);
      out.type = table.type;
      return out;
    }
  }
  return std::nullopt;
}

/// As text, so that values of two programs can be held against each other; `fault` where there is none.
ValueText value_at(const ScenarioPtr& scenario, runtime::Evaluator& evaluator, const Function& function,
                   const std::vector<int64_t>& at) {
  if (function.table != nullptr) {
    size_t index = 0;
    for (size_t i = 0; i < at.size(); ++i) {
      const int64_t row = at[i] - function.table->low[i];
      if (row < 0 || row >= function.table->size[i]) return {no_row};
      index = index * static_cast<size_t>(function.table->size[i]) + static_cast<size_t>(row);
    }
    const int64_t cell = function.table->cells[index];
    if (cell == language::silent_value) return {silent};
    return {scenario->value_text(function.type, cell), cell};
  }
  std::vector<Value> arguments(at.begin(), at.end());
  try {
    const Value value = evaluator.value_of(false, function.id, std::move(arguments), scenario->start);
    return {runtime::value_text(*scenario, function.type, value), value.number};
  } catch (const runtime::Fault&) {
    return {a_fault};
  }
}

std::vector<Value> values_at(const std::vector<int64_t>& at) {
  return {at.begin(), at.end()};
}

/// Calls `body` with each input of that side, and with the same of the other, which is shorter where the other does not
/// have it; and whether all that it lacks are pieces or hexes.
template <class Body>
void each_input(const std::vector<Domain>& domains, size_t side, const Body& body) {
  std::vector<size_t> index(domains.size(), 0);
  for (;;) {
    std::vector<int64_t> here, there;
    bool of_data = true;
    for (size_t i = 0; i < domains.size(); ++i) {
      const Domain& domain = domains[i];
      if (index[i] < domain.both.size()) {
        here.push_back(domain.both[index[i]][side]);
        there.push_back(domain.both[index[i]][1 - side]);
        continue;
      }
      of_data = of_data && domain.of_data[side];
      here.push_back(domain.alone[side][index[i] - domain.both.size()]);
    }
    body(here, there, of_data);
    size_t i = domains.size();
    while (i > 0 && ++index[i - 1] == domains[i - 1].size(side)) index[--i] = 0;
    if (i == 0) return;
  }
}

}  // namespace

std::optional<Count> count(Pair& pair, const ItemPair& item, uint64_t most_inputs) {
  if (item.item[0] == nullptr || item.item[1] == nullptr) return std::nullopt;
  const auto a = function_of(*pair.scenarios[0], *item.item[0]),
             b = function_of(*pair.scenarios[1], *item.item[1]);
  if (!a || !b || a->params.size() != b->params.size()) return std::nullopt;
  std::vector<Domain> domains;
  std::array<uint64_t, 2> inputs{1, 1};
  for (size_t i = 0; i < a->params.size(); ++i) {
    auto domain = domain_of(pair, a->params[i], b->params[i]);
    if (!domain) return std::nullopt;
    domains.push_back(std::move(*domain));
    for (const size_t side : {size_t{0}, size_t{1}}) {
      inputs[side] *= domains.back().size(side);
      if (inputs[side] > most_inputs) return std::nullopt;
    }
  }
  // Hexes of two numberings are the same hex: their names can not be compared as text.
  const bool hexes =
      (a->type.tag == TypeTag::entity || a->type.tag == TypeTag::maybe || a->type.tag == TypeTag::set ||
       a->type.tag == TypeTag::location) &&
      pair.scenarios[0]->members[language::kind_hex] != pair.scenarios[1]->members[language::kind_hex];
  if (hexes) return std::nullopt;
  std::array<runtime::Evaluator, 2> evaluators{runtime::Evaluator(pair.settled[0]),
                                               runtime::Evaluator(pair.settled[1])};
  for (const size_t side : {size_t{0}, size_t{1}}) evaluators[side].remember(pair.fixed[side]);
  const std::array<const Function*, 2> functions{&*a, &*b};
  Count out;
  std::vector<std::set<int64_t>> where(domains.size());
  const auto look = [&](const std::vector<int64_t>& here, const std::vector<int64_t>& there) {
    ++out.inputs;
    const std::string left = value_at(pair.scenarios[0], evaluators[0], *a, here).text;
    const std::string right = value_at(pair.scenarios[1], evaluators[1], *b, there).text;
    if (left == right) return;
    if (out.differing++ == 0) {
      out.first = text_of(*pair.scenarios[0], item.ref.name, a->params, here);
      out.second = text_of(*pair.scenarios[1], item.ref.name, b->params, there);
      out.values = {left, right};
    }
    for (size_t i = 0; i < here.size(); ++i) where[i].insert(here[i]);
    std::vector<int32_t> hexes_here;
    for (size_t i = 0; i < here.size(); ++i) {
      if (a->params[i].tag == TypeTag::entity && a->params[i].of == language::kind_hex)
        hexes_here.push_back(static_cast<int32_t>(here[i]));
    }
    if (!hexes_here.empty() && out.hexes.size() < 4000) out.hexes.push_back(std::move(hexes_here));
  };
  // What one of them alone can be asked is something else of the rules, if it has a value there.
  const auto look_alone = [&](size_t side, const std::vector<int64_t>& at, bool of_data) {
    const std::string value = value_at(pair.scenarios[side], evaluators[side], *functions[side], at).text;
    if (value == silent || value == a_fault || value == no_row) return;
    Alone& alone = of_data ? out.of_data[side] : out.alone[side];
    if (alone.inputs++ > 0) return;
    alone.first = text_of(*pair.scenarios[side], item.ref.name, functions[side]->params, at);
    alone.value = value;
  };
  for (const size_t side : {size_t{0}, size_t{1}})
    each_input(domains, side,
               [&](const std::vector<int64_t>& here, const std::vector<int64_t>& there, bool of_data) {
                 if (there.size() < here.size())
                   look_alone(side, here, of_data);
                 else if (side == 0)
                   look(here, there);
               });
  if (out.differing > 0 && a->table == nullptr && b->table == nullptr) {
    WaysOfBoth ways(pair, {a->id, b->id}, evaluators);
    Cells cells;
    each_input(domains, 0, [&](const std::vector<int64_t>& here, const std::vector<int64_t>& there, bool) {
      if (there.size() < here.size()) return;
      const std::array<ValueText, 2> said{value_at(pair.scenarios[0], evaluators[0], *a, here),
                                          value_at(pair.scenarios[1], evaluators[1], *b, there)};
      ways.see(cells, {&pair.scenarios[0]->start, &pair.scenarios[1]->start},
               {values_at(here), values_at(there)}, said, said[0].text != said[1].text,
               [&] { return text_of(*pair.scenarios[0], item.ref.name, a->params, here); });
    });
    out.regions = regions_apart(pair, ways, cells, true);
  }
  for (size_t i = 0; i < where.size(); ++i) {
    if (where[i].empty() || where[i].size() == domains[i].both.size() || where[i].size() > 12) continue;
    std::vector<std::string> values;
    for (const int64_t value : where[i]) values.push_back(pair.scenarios[0]->value_text(a->params[i], value));
    out.always.push_back(fmt::format("always with {} = {}", a->names[i], listed(values, "or")));
  }
  return out;
}

}  // namespace casebook::compare
