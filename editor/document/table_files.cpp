// SPDX-License-Identifier: Apache-2.0
// Tables of a scenario that has several orders of battle.
#include <algorithm>
#include <map>

#include "editor/document/table.h"

namespace casebook::editor {

Table table_of_orders_of_battle(const Document& document, const std::string& kind) {
  Table out = table_of(document, kind, -1);
  out.rows.clear();
  for (const int part : document.orders_of_battle()) {
    Table one = table_of(document, kind, part);
    for (TableRow& row : one.rows) {
      TableRow into{row.entity, row.part, std::vector<TableCell>(out.columns.size())};
      for (size_t i = 0; i < one.columns.size(); ++i) {
        const int at = out.column(one.columns[i].name);
        if (at >= 0) into.cells[static_cast<size_t>(at)] = std::move(row.cells[i]);
      }
      out.rows.push_back(std::move(into));
    }
  }
  // What only schedules or the scenario say, and the rules do not know, has no place in an order of battle.
  for (size_t i = out.columns.size(); i-- > 0;) {
    if (out.columns[i].known) continue;
    const bool empty = std::all_of(out.rows.begin(), out.rows.end(),
                                   [&](const TableRow& row) { return row.cells[i].text.empty(); });
    if (!empty) continue;
    out.columns.erase(out.columns.begin() + static_cast<std::ptrdiff_t>(i));
    for (TableRow& row : out.rows) row.cells.erase(row.cells.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return out;
}

namespace {

std::string separated(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& cell : cells) {
    if (!out.empty()) out += ',';
    out += '"';
    for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out + "\n";
}

}  // namespace

Import import_into_orders_of_battle(const Document& document, const std::string& kind,
                                    std::string_view text) {
  std::vector<int> parts = document.orders_of_battle();
  std::erase_if(parts, [&](int part) { return !document.part(part).writable; });
  Import out;
  if (parts.empty()) {
    out.problems.push_back({0, 0, "there is no order of battle that may be written"});
    return out;
  }
  const Separated read = read_separated(text);
  const auto id_at = read.rows.empty()
                         ? 0
                         : std::find_if(read.rows.front().begin(), read.rows.front().end(),
                                        [](const auto& cell) { return trimmed(cell) == "id"; }) -
                               read.rows.front().begin();
  // Where all goes into one file, or there is something wrong with it as a whole, that file's import tells.
  if (parts.size() == 1 || !read.problem.empty() || read.rows.size() < 2 ||
      static_cast<size_t>(id_at) >= read.rows.front().size())
    return import_table(document, document.part(parts.front()).path, kind, text);
  std::map<std::string, int> has;
  for (const int part : parts)
    for (const TableRow& row : table_of(document, kind, part).rows) has.emplace(row.entity, part);
  struct Share {
    std::string text;
    std::vector<int> rows;  // of the text as it was given
  };
  std::map<int, Share> shares;
  for (size_t i = 1; i < read.rows.size(); ++i) {
    const std::vector<std::string>& cells = read.rows[i];
    const std::string id(static_cast<size_t>(id_at) < cells.size()
                             ? trimmed(cells[static_cast<size_t>(id_at)])
                             : std::string_view());
    const auto found = has.find(kind + " " + id);
    Share& share = shares[found == has.end() ? parts.front() : found->second];
    if (share.text.empty()) share = {separated(read.rows.front()), {1}};
    share.text += separated(cells);
    share.rows.push_back(static_cast<int>(i) + 1);
  }
  std::vector<Command> commands;
  for (const auto& [part, share] : shares) {
    Import one = import_table(document, document.part(part).path, kind, share.text);
    for (CellProblem& problem : one.problems) {
      if (problem.row > 0 && static_cast<size_t>(problem.row) <= share.rows.size())
        problem.row = share.rows[static_cast<size_t>(problem.row) - 1];
      out.problems.push_back(std::move(problem));
    }
    out.changed += one.changed;
    out.added += one.added;
    if (!one.command) continue;
    if (auto* several = std::get_if<Several>(&one.command->what))
      commands.insert(commands.end(), several->commands.begin(), several->commands.end());
  }
  // What is wrong with the line of names every share says.
  std::stable_sort(out.problems.begin(), out.problems.end(),
                   [](const CellProblem& a, const CellProblem& b) { return a.row < b.row; });
  out.problems.erase(std::unique(out.problems.begin(), out.problems.end(),
                                 [](const CellProblem& a, const CellProblem& b) {
                                   return a.row == b.row && a.column == b.column && a.text == b.text;
                                 }),
                     out.problems.end());
  if (out.problems.empty() && !commands.empty())
    out.command =
        Several{std::to_string(out.changed + out.added) + " rows from a table", std::move(commands)};
  return out;
}

}  // namespace casebook::editor
