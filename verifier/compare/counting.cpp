// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/counting.h"

#include <algorithm>
#include <set>

#include "engine/language/reads_writes.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::compare {

using language::TypeTag;
using runtime::Value;

namespace {

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
      const language::Measure& measure = scenario.program->measures[static_cast<size_t>(type.of)];
      if (type.fine == 1) up_to(measure.low, measure.high);
      break;
    }
    default:
      break;
  }
  return values;
}

std::string text_of(const Scenario& scenario, const std::string& name,
                    const std::vector<language::Type>& types, const std::vector<int64_t>& at) {
  std::string text = name + "(";
  for (size_t i = 0; i < at.size(); ++i) text += (i == 0 ? "" : ", ") + scenario.value_text(types[i], at[i]);
  return text + ")";
}

struct Function {
  std::vector<language::Type> params;
  language::Type type;
  Id id = language::none;
  const language::Table* table = nullptr;
};

std::optional<Function> function_of(const Scenario& scenario, const SettledItem& item) {
  const language::Program& program = *scenario.program;
  Function out;
  if (item.sort == "definition") {
    for (size_t i = 0; i < program.definitions.size(); ++i) {
      if (program.definitions[i].name != item.name) continue;
      out.id = static_cast<Id>(i);
      out.type = program.definitions[i].type;
      for (const Id var : program.definitions[i].params)
        out.params.push_back(program.vars[static_cast<size_t>(var)].type);
      language::ReadsWrites reads(program);
      if (!reads.definition(out.id).reads.empty()) return std::nullopt;
      return out;
    }
  }
  if (item.sort == "table") {
    for (const language::Table& table : program.tables) {
      if (table.name != item.name) continue;
      out.table = &table;
      out.params = table.index;
      out.type = table.type;
      return out;
    }
  }
  return std::nullopt;
}

/// As text, so that values of two programs can be held against each other; `fault` where there is none.
std::string value_at(const ScenarioPtr& scenario, runtime::Evaluator& evaluator, const Function& function,
                     const std::vector<int64_t>& at) {
  if (function.table != nullptr) {
    size_t index = 0;
    for (size_t i = 0; i < at.size(); ++i) {
      const int64_t row = at[i] - function.table->low[i];
      if (row < 0 || row >= function.table->size[i]) return "no such row";
      index = index * static_cast<size_t>(function.table->size[i]) + static_cast<size_t>(row);
    }
    const int64_t cell = function.table->cells[index];
    return cell == language::silent_value ? "silent" : scenario->value_text(function.type, cell);
  }
  std::vector<Value> arguments(at.begin(), at.end());
  try {
    return runtime::value_text(*scenario, function.type,
                               evaluator.value_of(false, function.id, std::move(arguments), scenario->start));
  } catch (const runtime::Fault&) {
    return "a fault";
  }
}

}  // namespace

std::optional<Count> count(Pair& pair, const ItemPair& item, uint64_t most_inputs) {
  if (item.item[0] == nullptr || item.item[1] == nullptr) return std::nullopt;
  const auto a = function_of(*pair.scenarios[0], *item.item[0]),
             b = function_of(*pair.scenarios[1], *item.item[1]);
  if (!a || !b || a->params.size() != b->params.size()) return std::nullopt;
  std::vector<std::vector<int64_t>> values;
  uint64_t inputs = 1;
  for (size_t i = 0; i < a->params.size(); ++i) {
    values.push_back(values_of(*pair.scenarios[0], a->params[i]));
    if (values.back().empty() || a->params[i].tag != b->params[i].tag) return std::nullopt;
    inputs *= values.back().size();
    if (inputs > most_inputs) return std::nullopt;
  }
  const OneWay& way = pair.alignment.from(0);
  const auto across = [&](const language::Type& type, int64_t value) -> int64_t {
    if ((type.tag != TypeTag::entity && type.tag != TypeTag::maybe) || value < 0) return value;
    return way.members[static_cast<size_t>(type.of)][static_cast<size_t>(value)];
  };
  // Hexes of two numberings are the same hex: their names can not be compared as text.
  const bool hexes =
      (a->type.tag == TypeTag::entity || a->type.tag == TypeTag::maybe || a->type.tag == TypeTag::set ||
       a->type.tag == TypeTag::location) &&
      pair.scenarios[0]->members[language::kind_hex] != pair.scenarios[1]->members[language::kind_hex];
  if (hexes) return std::nullopt;
  runtime::Evaluator mine(pair.scenarios[0]), theirs(pair.scenarios[1]);
  Count out;
  std::vector<std::set<int64_t>> where(values.size());
  std::vector<size_t> index(values.size(), 0);
  for (;;) {
    std::vector<int64_t> here, there;
    bool both = true;
    for (size_t i = 0; i < values.size(); ++i) {
      here.push_back(values[i][index[i]]);
      there.push_back(across(a->params[i], here.back()));
      both = both && (there.back() >= 0 || here.back() < 0);
    }
    if (both) {
      ++out.inputs;
      const std::string left = value_at(pair.scenarios[0], mine, *a, here);
      const std::string right = value_at(pair.scenarios[1], theirs, *b, there);
      if (left != right) {
        if (out.differing++ == 0) {
          out.first = text_of(*pair.scenarios[0], item.item[0]->name, a->params, here);
          out.second = text_of(*pair.scenarios[1], item.item[1]->name, b->params, there);
          out.values = {left, right};
        }
        for (size_t i = 0; i < here.size(); ++i) where[i].insert(here[i]);
        std::vector<int32_t> hexes_here;
        for (size_t i = 0; i < here.size(); ++i) {
          if (a->params[i].tag == TypeTag::entity && a->params[i].of == language::kind_hex)
            hexes_here.push_back(static_cast<int32_t>(here[i]));
        }
        if (!hexes_here.empty() && out.hexes.size() < 4000) out.hexes.push_back(std::move(hexes_here));
      }
    }
    size_t i = values.size();
    while (i > 0 && ++index[i - 1] == values[i - 1].size()) index[--i] = 0;
    if (i == 0) break;
  }
  for (size_t i = 0; i < where.size(); ++i) {
    if (where[i].empty() || where[i].size() == values[i].size() || where[i].size() > 12) continue;
    std::string text = "parameter " + std::to_string(i + 1) + " in ";
    bool first = true;
    for (const int64_t value : where[i]) {
      text += (first ? "" : ", ") + pair.scenarios[0]->value_text(a->params[i], value);
      first = false;
    }
    out.regions.push_back(std::move(text));
  }
  return out;
}

}  // namespace casebook::compare
