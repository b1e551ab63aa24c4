// SPDX-License-Identifier: Apache-2.0
// Regions of a table: the cells with the same value, row by row as runs of columns. A table reads no position, so the
// position of each example is the start.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "engine/runtime/reference/value_text.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/regions/regions.h"

namespace casebook::regions {

using language::Table;
using runtime::Value;

namespace {

class TableCells {
 public:
  TableCells(const runtime::Scenario& scenario, const Table& table) : scenario_(scenario), table_(table) {}

  /// `-3` or `clear`: one value of an index.
  std::string word(size_t index, int64_t at) const {
    return runtime::value_text(scenario_, table_.index[index], Value(table_.low[index] + at));
  }
  /// `columns(-3)`
  std::string expression(size_t cell) const {
    std::string text = table_.name + "(";
    for (size_t i = 0; i < table_.index.size(); ++i) {
      const auto named = checks::literal(scenario_, table_.index[i], Value(table_.low[i] + at(cell, i)));
      if (!named) return {};
      text += (i == 0 ? "" : ", ") + *named;
    }
    return text + ")";
  }
  /// `d6`: what an index is of.
  const std::string& index_name(size_t index) const {
    const language::Type& type = table_.index[index];
    return type.tag == language::TypeTag::number ? scenario_.program->measures[type.of].name
                                                 : scenario_.program->kinds[type.of].name;
  }
  /// By row, the runs of columns: `d6 1: column 2 to 5, 7`; of a table with one index one line.
  std::vector<std::string> lines(const std::vector<size_t>& cells) const {
    const size_t columns = table_.index.size() - 1;
    std::map<int64_t, std::vector<int64_t>> rows;
    for (const size_t cell : cells) rows[columns == 0 ? 0 : at(cell, 0)].push_back(at(cell, columns));
    std::vector<std::string> all;
    for (const auto& [row, in_it] : rows) {
      std::string line = columns == 0 ? std::string() : index_name(0) + " " + word(0, row) + ": ";
      line += index_name(columns) + " ";
      for (size_t i = 0; i < in_it.size();) {
        size_t last = i;
        while (last + 1 < in_it.size() && in_it[last + 1] == in_it[last] + 1) ++last;
        line += (i == 0 ? "" : ", ") + word(columns, in_it[i]);
        if (last > i) line += (last > i + 1 ? " to " : ", ") + word(columns, in_it[last]);
        i = last + 1;
      }
      all.push_back(std::move(line));
    }
    return all;
  }

 private:
  int64_t at(size_t cell, size_t index) const {
    const auto columns = table_.index.size() == 1 ? int64_t{1} : table_.size[1];
    const auto number = static_cast<int64_t>(cell);
    return index + 1 == table_.index.size() && table_.index.size() > 1 ? number % columns : number / columns;
  }

  const runtime::Scenario& scenario_;
  const Table& table_;
};

}  // namespace

Regions regions_of(checks::Context& context, language::TableId id) {
  const checks::ScenarioPtr& scenario = context.scenario();
  const Table& table = scenario->program->tables[id];
  const TableCells names(*scenario, table);
  std::map<int64_t, std::vector<size_t>> by_value;  // a silent cell is the least
  for (size_t cell = 0; cell < table.cells.size(); ++cell) by_value[table.cells[cell]].push_back(cell);
  Regions made;
  made.complete = true;
  made.inputs = table.cells.size();
  for (const auto& [value, cells] : by_value) {
    Region region;
    region.inputs = cells.size();
    region.cells = names.lines(cells);
    if (value == language::silent_value)
      region.fault = "the table " + table.name + " is silent here";
    else
      region.values.push_back(runtime::value_text(*scenario, table.type, Value(value)));
    region.example.expression = names.expression(cells.front());
    region.example.value = region.fault.empty() ? region.values.front() : region.fault;
    region.example.position = scenario->start;
    made.regions.push_back(std::move(region));
  }
  return made;
}

}  // namespace casebook::regions
