// SPDX-License-Identifier: Apache-2.0
#include "editor/document/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/nearest.h"

namespace casebook::editor {

using namespace board;

namespace {

std::string cell_text(const DataValue& value) {
  if (value.kind == DataKind::boolean) return value.boolean ? "yes" : "no";
  if (value.kind == DataKind::number) return fmt::format("{}", value.number);
  if (value.kind == DataKind::text) return value.text;
  std::string out;
  for (const DataValue& one : value.items) out += (out.empty() ? "" : "; ") + cell_text(one);
  return out.empty() ? "none" : out;
}

TableCell cell_of(const Part& part, int index, std::string text, int provenance) {
  TableCell out;
  out.text = std::move(text);
  out.part = index;
  const Provenances* all = provenances(part);
  if (all != nullptr && provenance != unstated) {
    out.provenance = all->all[static_cast<size_t>(provenance)].name;
    out.attested = all->all[static_cast<size_t>(provenance)].attested;
  }
  return out;
}

void fill(Table& table, TableRow& row, const Part& part, int index, const EntityLine& line) {
  row.cells.resize(table.columns.size());
  const auto put = [&](std::string_view name, std::string text, int provenance) {
    int at = table.column(name);
    if (at < 0) {  // the file has what the rules do not
      Column column;
      column.name = name;
      column.type.sort = ValueSort::member;
      column.known = false;
      at = static_cast<int>(table.columns.size());
      table.columns.push_back(std::move(column));
      row.cells.resize(table.columns.size());
    }
    row.cells[static_cast<size_t>(at)] = cell_of(part, index, std::move(text), provenance);
  };
  if (!line.with.empty()) {
    std::string with;
    for (const std::string& one : line.with) with += (with.empty() ? "" : "; ") + one;
    put("with", std::move(with), unstated);
  }
  if (!line.start.empty()) put("place", line.start, line.start_provenance);
  for (const Fact& fact : line.facts) put(fact.attribute, cell_text(fact.value), fact.provenance);
}

std::string_view trimmed_cell(std::string_view text) {
  return trimmed(text);
}

DataValue text_value(std::string text) {
  DataValue out;
  out.kind = DataKind::text;
  out.text = std::move(text);
  return out;
}

}  // namespace

int Table::column(std::string_view name) const {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

Table table_of(const Document& document, const std::string& kind, int part) {
  Table out;
  out.kind = kind;
  const auto add_column = [&](const char* name, ValueSort sort, const char* of) {
    Column column;
    column.name = name;
    column.type.sort = sort;
    column.type.kind = of;
    out.columns.push_back(std::move(column));
  };
  const Vocabulary& words = document.ruleset().words;
  add_column("id", ValueSort::member, "");
  const bool on_map = std::any_of(words.kinds.begin(), words.kinds.end(),
                                  [&](const OpenKind& one) { return one.name == kind && one.on_map; });
  if (on_map) {
    add_column("place", ValueSort::location, "hex");
    out.columns.back().type.choices = words.boxes;
  }
  for (const Attribute* attribute : words.of(kind)) {
    Column column;
    column.name = attribute->name;
    column.type = attribute->type;
    out.columns.push_back(std::move(column));
  }
  add_column("with", ValueSort::set, "");
  out.columns.back().editable = true;

  std::map<std::string, size_t> rows;
  const auto take = [&](int index, bool declares) {
    const std::vector<EntityLine>* lines = entity_lines(document.part(index));
    if (lines == nullptr) return;
    for (const EntityLine& line : *lines) {
      if (line.kind != kind) continue;
      auto found = rows.find(line.id);
      if (found == rows.end()) {
        if (!declares) continue;
        found = rows.emplace(line.id, out.rows.size()).first;
        out.rows.push_back({kind + " " + line.id, index, {}});
        out.rows.back().cells.resize(out.columns.size());
        out.rows.back().cells.front() = {line.id, index, {}, false};
      }
      fill(out, out.rows[found->second], document.part(index), index, line);
    }
  };
  if (part >= 0) {
    take(part, true);
  } else {
    for (const int index : document.orders_of_battle()) take(index, true);
    for (const int index : document.schedules()) take(index, false);
    if (document.scenario() >= 0) take(document.scenario(), false);
  }
  for (TableRow& row : out.rows) row.cells.resize(out.columns.size());
  return out;
}

CellValue read_cell(const Document& document, const Column& column, const std::string& given) {
  const std::string text(trimmed_cell(given));
  const ValueType& type = column.type;
  if (text.empty()) return {};
  const auto wrong = [&](std::string problem) { return CellValue{std::nullopt, std::move(problem)}; };
  const auto one_of = [&](const std::string& word) -> std::string {
    if (type.choices.empty() ||
        std::find(type.choices.begin(), type.choices.end(), word) != type.choices.end())
      return {};
    const std::string near = nearest_name(word, type.choices);
    return fmt::format("{} is not one of {}{}", casebook::quoted(word), listed(type.choices),
                       near.empty() ? "" : "; is it " + near + "?");
  };
  switch (type.sort) {
    case ValueSort::boolean: {
      const std::string word = lower_ascii(text);
      const bool yes = word == "yes" || word == "true" || word == "x" || word == "1";
      if (!yes && word != "no" && word != "false" && word != "0" && word != "-")
        return wrong(fmt::format("{} is neither yes nor no", casebook::quoted(text)));
      DataValue value;
      value.kind = DataKind::boolean;
      value.boolean = yes;
      return {value, {}};
    }
    case ValueSort::number: {
      if (text == "never" && type.or_never) return {text_value(text), {}};
      const auto number = rational_of(text);
      if (!number) return wrong(fmt::format("{} is not a number", casebook::quoted(text)));
      const auto least = rational_of(type.least), most = rational_of(type.most);
      if ((least && *number < *least) || (most && *most < *number))
        return wrong(fmt::format("{} is not from {} to {}", text, type.least, type.most));
      if (!number->is_whole()) return {text_value(to_text(*number)), {}};
      DataValue value;
      value.kind = DataKind::number;
      value.number = number->numerator();
      return {value, {}};
    }
    case ValueSort::set: {
      DataValue value;
      value.kind = DataKind::list;
      if (text == "none") return {value, {}};
      for (const std::string_view part : split(text, ';')) {
        const std::string word(trimmed(part));
        if (word.empty()) continue;
        if (std::string problem = one_of(word); !problem.empty()) return wrong(std::move(problem));
        value.items.push_back(text_value(word));
      }
      return {value, {}};
    }
    case ValueSort::location: {
      const HexMap* map = document.map();
      if (std::find(type.choices.begin(), type.choices.end(), text) != type.choices.end() || map == nullptr)
        return {text_value(text), {}};
      for (size_t i = 0; i < map->numberings.size(); ++i) {
        if (map->find_hex(text, static_cast<int>(i)) != nowhere) return {text_value(text), {}};
      }
      return wrong(fmt::format("there is no hex and no box {}", casebook::quoted(text)));
    }
    case ValueSort::maybe:
      if (text == "none") return {text_value(text), {}};
      [[fallthrough]];
    case ValueSort::member:
    case ValueSort::path:
      if (std::string problem = one_of(text); !problem.empty()) return wrong(std::move(problem));
      return {text_value(text), {}};
  }
  return {};
}

std::optional<Command> set_cell(const Document& document, const Table& table, size_t row, size_t column,
                                const std::string& text, int part, std::string& problem) {
  const TableRow& of = table.rows[row];
  const Column& in = table.columns[column];
  if (part < 0) part = of.cells[column].part >= 0 ? of.cells[column].part : of.part;
  const std::string& file = document.part(part).path;
  const CellValue read = read_cell(document, in, text);
  if (!read.problem.empty()) {
    problem = read.problem;
    return std::nullopt;
  }
  if (in.name == "id") {
    if (text.empty()) {
      problem = "an entity has an id";
      return std::nullopt;
    }
    return Command(RenameEntity{of.entity, text});
  }
  if (in.name == "place")
    return Command(PlaceEntities{file, {of.entity}, read.value ? read.value->text : std::string(), {}});
  if (in.name == "with") {
    SetWith command{file, {of.entity}, {}};
    if (read.value) {
      for (const DataValue& one : read.value->items) command.options.push_back(one.text);
    }
    return Command(std::move(command));
  }
  return Command(SetEntities{file, {of.entity}, in.name, read.value, {}});
}

std::optional<Rational> rational_of(std::string_view text) {
  const auto whole = [](std::string_view digits) -> std::optional<int64_t> {
    if (digits.empty() || digits.size() > 12) return std::nullopt;
    int64_t out = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return std::nullopt;
      out = out * 10 + (c - '0');
    }
    return out;
  };
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const size_t slash = text.find('/'), point = text.find_first_of(".,");
  std::optional<Rational> out;
  if (slash != std::string_view::npos) {
    const auto a = whole(text.substr(0, slash)), b = whole(text.substr(slash + 1));
    if (a && b && *b != 0) out = Rational::make(*a, *b);
  } else if (point != std::string_view::npos) {
    const auto a = whole(text.substr(0, point)), b = whole(text.substr(point + 1));
    int64_t scale = 1;
    if (a && b && text.size() - point <= 7) {
      for (size_t i = point + 1; i < text.size(); ++i) scale *= 10;
      out = Rational::make(*a * scale + *b, scale);
    }
  } else if (const auto a = whole(text)) {
    out = Rational::make(*a, 1);
  }
  if (out && negative) out = Rational::make(-out->numerator(), out->denominator());
  return out;
}

std::vector<Sum> sums(const Table& table, std::string_view by, std::string_view of) {
  const int group = table.column(by), number = table.column(of);
  std::vector<Sum> out;
  std::map<std::string, size_t> at;
  for (const TableRow& row : table.rows) {
    const std::string name = group < 0 ? std::string() : row.cells[static_cast<size_t>(group)].text;
    const auto [found, is_new] = at.emplace(name, out.size());
    if (is_new) out.push_back({name, 0, Rational::make(0, 1)});
    Sum& sum = out[found->second];
    ++sum.count;
    const auto value = number < 0 ? std::nullopt : rational_of(row.cells[static_cast<size_t>(number)].text);
    if (value && sum.total) sum.total = casebook::add(*sum.total, *value);
  }
  return out;
}

}  // namespace casebook::editor
