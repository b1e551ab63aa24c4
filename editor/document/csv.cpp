// SPDX-License-Identifier: Apache-2.0
// Tables as text, out and in.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "editor/document/table.h"
#include "engine/base/nearest.h"

namespace casebook::editor {

using namespace board;

namespace {

/// What a spreadsheet would calculate.
bool is_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string csv_cell(const std::string& text) {
  // Numbers below zero are numbers to a spreadsheet as well.
  const std::string safe = is_formula(text) && !rational_of(text) ? "'" + text : text;
  if (safe.find_first_of(",\"\n\r;\t") == std::string::npos && trimmed(safe).size() == safe.size())
    return safe;
  std::string out = "\"";
  for (const char c : safe) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string unsafe_cell(const std::string& text) {
  return text.size() > 1 && text.front() == '\'' && is_formula(std::string_view(text).substr(1))
             ? text.substr(1)
             : text;
}

constexpr size_t most_cells = 2'000'000;

}  // namespace

std::string write_csv(const Table& table) {
  std::string out;
  const char* link = "";
  for (const Column& column : table.columns) {
    out += link + csv_cell(column.name);
    link = ",";
  }
  out += "\r\n";
  for (const TableRow& row : table.rows) {
    link = "";
    for (const TableCell& cell : row.cells) {
      out += link + csv_cell(cell.text);
      link = ",";
    }
    out += "\r\n";
  }
  return out;
}

Separated read_separated(std::string_view text) {
  Separated out;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (first_invalid_utf8(text) != std::string_view::npos) {
    out.problem = "this is not text in UTF-8";
    return out;
  }
  const std::string_view first = text.substr(0, text.find('\n'));
  const auto count = [&](char c) { return std::count(first.begin(), first.end(), c); };
  out.separator = count('\t') > 0 ? '\t' : count(';') > count(',') ? ';' : ',';
  int line = 1;
  size_t at = 0, cells = 0;
  std::vector<std::string> row;
  while (at < text.size()) {
    std::string cell;
    const int begin = line;
    if (text[at] == '"') {
      bool closed = false;
      for (++at; at < text.size(); ++at) {
        if (text[at] == '\n') ++line;
        if (text[at] != '"') {
          cell += text[at];
        } else if (at + 1 < text.size() && text[at + 1] == '"') {
          cell += '"';
          ++at;
        } else {
          closed = true;
          ++at;
          break;
        }
      }
      if (!closed) {
        out.problem = "a \" is not closed";
        out.line = begin;
        return out;
      }
    }
    while (at < text.size() && text[at] != out.separator && text[at] != '\n') cell += text[at++];
    if (!cell.empty() && cell.back() == '\r' && (at == text.size() || text[at] == '\n')) cell.pop_back();
    row.push_back(unsafe_cell(cell));
    if (++cells > most_cells) {
      out.problem = fmt::format("there are more than {} cells", most_cells);
      out.line = line;
      return out;
    }
    if (at < text.size() && text[at] == out.separator) {
      ++at;
      if (at == text.size()) row.emplace_back();
      if (at < text.size()) continue;
    } else if (at < text.size()) {
      ++at;
      ++line;
    }
    out.rows.push_back(std::move(row));
    row.clear();
  }
  return out;
}

namespace {

class Importer {
 public:
  Importer(const Document& document, const std::string& file, const std::string& kind)
      : document_(document), file_(file), kind_(kind) {}

  Import run(std::string_view text) {
    const Separated read = read_separated(text);
    if (!read.problem.empty()) return wrong(read.line, 0, read.problem);
    const int part = document_.find(file_);
    if (part < 0 || document_.part(part).as<OrderOfBattle>() == nullptr)
      return wrong(0, 0, fmt::format("{} is no order of battle of the project", casebook::quoted(file_)));
    if (!is_attribute_name(kind_))
      return wrong(0, 0, fmt::format("{} is not the name of a kind", casebook::quoted(kind_)));
    table_ = table_of(document_, kind_, part);
    if (read.rows.size() < 2 || !read_names(read.rows.front())) {
      if (out_.problems.empty()) wrong(1, 0, "there is no line of column names with rows under it");
      return out_;
    }
    for (size_t i = 1; i < read.rows.size(); ++i) read_row(static_cast<int>(i) + 1, read.rows[i]);
    if (!out_.problems.empty() || commands_.empty()) return out_;
    out_.command =
        Several{fmt::format("{} rows from a table", out_.changed + out_.added), std::move(commands_)};
    return out_;
  }

 private:
  Import wrong(int row, int column, std::string text) {
    out_.problems.push_back({row, column, std::move(text)});
    return out_;
  }

  bool read_names(const std::vector<std::string>& names) {
    bool good = true;
    std::set<std::string> seen;
    for (size_t i = 0; i < names.size(); ++i) {
      const std::string name(trimmed(names[i]));
      const int column = static_cast<int>(i) + 1;
      const int at = table_.column(name);
      if (at < 0) {
        std::vector<std::string> known;
        for (const Column& one : table_.columns) known.push_back(one.name);
        const std::string near = nearest_name(name, known);
        wrong(1, column,
              fmt::format("the rules have no attribute {} of a {}{}", casebook::quoted(name), kind_,
                          near.empty() ? "" : "; is it " + near + "?"));
        good = false;
      } else if (!seen.insert(name).second) {
        wrong(1, column, fmt::format("the column {} is given twice", casebook::quoted(name)));
        good = false;
      }
      columns_.push_back(at);
      if (name == "id") id_ = static_cast<int>(i);
    }
    if (good && id_ < 0) {
      wrong(1, 0, "there is no column \"id\"");
      good = false;
    }
    return good;
  }

  void read_row(int number, const std::vector<std::string>& cells) {
    const bool blank =
        std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return trimmed(cell).empty(); });
    if (blank) return;
    if (cells.size() > columns_.size())
      return void(
          wrong(number, static_cast<int>(columns_.size()) + 1, "there are more cells than names of columns"));
    if (static_cast<size_t>(id_) >= cells.size()) return void(wrong(number, id_ + 1, "the row has no id"));
    const std::string id(trimmed(cells[static_cast<size_t>(id_)]));
    if (const std::string problem = id_problem(id); !problem.empty())
      return void(
          wrong(number, id_ + 1, fmt::format("{} cannot be an id: {}", casebook::quoted(id), problem)));
    if (!ids_.insert(id).second)
      return void(wrong(number, id_ + 1, fmt::format("{} is given twice", casebook::quoted(id))));
    const std::string entity = kind_ + " " + id;
    const auto row = std::find_if(table_.rows.begin(), table_.rows.end(),
                                  [&](const TableRow& one) { return one.entity == entity; });
    const bool is_new = row == table_.rows.end();
    bool any = is_new;
    if (is_new) {
      JsonValue line = JsonValue::object();
      line.add("kind", JsonValue::of(kind_));
      line.add("id", JsonValue::of(id));
      commands_.push_back(AddEntity{file_, std::move(line), -1});
    }
    for (size_t i = 0; i < cells.size(); ++i) {
      if (static_cast<int>(i) == id_) continue;
      const Column& column = table_.columns[static_cast<size_t>(columns_[i])];
      const std::string text(trimmed(cells[i]));
      const std::string& before = is_new ? empty_ : row->cells[static_cast<size_t>(columns_[i])].text;
      if (text == before) continue;
      CellValue read = read_cell(document_, column, text);
      if (!read.problem.empty()) {
        wrong(number, static_cast<int>(i) + 1, read.problem);
        continue;
      }
      any = true;
      put(entity, column, std::move(read.value));
    }
    if (is_new)
      ++out_.added;
    else
      out_.changed += any ? 1 : 0;
  }

  void put(const std::string& entity, const Column& column, std::optional<DataValue> value) {
    if (column.name == "place") {
      commands_.push_back(PlaceEntities{file_, {entity}, value ? value->text : std::string(), {}});
    } else if (column.name == "with") {
      SetWith command{file_, {entity}, {}};
      if (value) {
        for (const DataValue& one : value->items) command.options.push_back(one.text);
      }
      commands_.push_back(std::move(command));
    } else {
      commands_.push_back(SetEntities{file_, {entity}, column.name, std::move(value), {}});
    }
  }

  const Document& document_;
  const std::string &file_, &kind_;
  Table table_;
  std::vector<int> columns_;
  int id_ = -1;
  std::set<std::string> ids_;
  std::vector<Command> commands_;
  Import out_;
  const std::string empty_;
};

}  // namespace

Import import_table(const Document& document, const std::string& file, const std::string& kind,
                    std::string_view text) {
  return Importer(document, file, kind).run(text);
}

}  // namespace casebook::editor
