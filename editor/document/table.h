// SPDX-License-Identifier: Apache-2.0
#pragma once

// Orders of battle as tables: a row for each entity, a column for each attribute that the rules declare.
// Reads and writes CSV and the clipboard form of spreadsheets; adds up by formation.
//
// A cell is text: `yes` and `no`, `5/2`, members of a set with `;` between them, nothing where the file is
// silent.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/document/document.h"
#include "engine/base/rational.h"

namespace casebook::editor {

struct Column {
  std::string name;  // `id`, `with`, `place`, or an attribute
  ValueType type;
  bool known = true;  // the rules declare it
  bool editable = true;
};

struct TableCell {
  std::string text;
  int part = -1;           // the file that says it; -1: none does
  std::string provenance;  // its name, or empty
  bool attested = false;
};

struct TableRow {
  std::string entity;  // `unit Guard 1`
  int part = -1;       // the order of battle that has it
  std::vector<TableCell> cells;
};

struct Table {
  std::string kind;
  std::vector<Column> columns;
  std::vector<TableRow> rows;
  int column(std::string_view name) const;  // or -1
};

/// The members of a kind: of one file, or (part -1) of all orders of battle in force, with what schedules and
/// the scenario add, the later one counting.
Table table_of(const Document& document, const std::string& kind, int part = -1);

/// What a cell's text means for that type; `problem` in plain words when nothing. An empty text is no value.
struct CellValue {
  std::optional<DataValue> value;
  std::string problem;
};
CellValue read_cell(const Document& document, const Column& column, const std::string& text);

/// The command that puts a text into a cell: into the file that says it, else into `part`, else into the
/// order of battle that has the row.
std::optional<Command> set_cell(const Document& document, const Table& table, size_t row, size_t column,
                                const std::string& text, int part, std::string& problem);

// ---- text

/// CSV as RFC 4180 has it, with a line of column names. Cells that a spreadsheet would take for a formula
/// have a ' before them.
std::string write_csv(const Table& table);

struct Separated {
  std::vector<std::vector<std::string>> rows;
  char separator = ',';
  std::string problem;  // empty when all is well
  int line = 0;         // of the problem
};
/// CSV, TSV or CSV with semicolons; the first line decides.
Separated read_separated(std::string_view text);

struct CellProblem {
  int row = 0, column = 0;  // from 1, as in the pasted text, its line of names included
  std::string text;
};
struct Import {
  std::optional<Command> command;  // nothing when there are problems, or nothing to do
  std::vector<CellProblem> problems;
  int changed = 0, added = 0;  // rows
};
/// Rows by their `id`; those that are new are added to `file`. Columns that are not there stay as they are.
Import import_table(const Document& document, const std::string& file, const std::string& kind,
                    std::string_view text);

// ---- all orders of battle of a scenario at once

/// The members of a kind as the orders of battle in force have them, without what schedules and the
/// scenario add. What is written out reads back unchanged.
Table table_of_orders_of_battle(const Document& document, const std::string& kind);
/// Rows by their `id`, each into the order of battle that has it; those that are new into the first that may
/// be written.
Import import_into_orders_of_battle(const Document& document, const std::string& kind, std::string_view text);

// ---- sums

/// `3`, `5/2`, `-1`, `2.5`, `2,5`; nothing for what is no number.
std::optional<Rational> rational_of(std::string_view text);

struct Sum {
  std::string group;  // value of the grouping column; empty: without one
  int count = 0;
  std::optional<Rational> total;  // of the numbers there; nothing where it leaves the range of numbers
};
std::vector<Sum> sums(const Table& table, std::string_view by, std::string_view of);

}  // namespace casebook::editor
