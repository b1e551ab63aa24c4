// SPDX-License-Identifier: Apache-2.0
// Tables: complete over their index, each cell once.
#include <algorithm>
#include <utility>

#include "engine/language/check/checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

constexpr int64_t unset = INT64_MIN + 1;

/// A run of index values, both ends included, counted from the first.
struct Band {
  int64_t low = 0, high = -1;
  bool others = false;
  const Node* node = nullptr;
};

class TableFiller {
 public:
  TableFiller(Checker& checker, TableId id) : c(checker), id_(id) {
    Table& t = table();
    int64_t cells = 1;
    for (const int64_t size : t.size) cells *= size;
    t.cells.assign(static_cast<size_t>(cells), unset);
    t.cell_places.assign(static_cast<size_t>(cells), Place{});
    from_others_.assign(static_cast<size_t>(cells), false);
  }
  void rows(const std::vector<Piece>& rows);
  void grid(const Node& grid);
  void finish(const Node& node);

 private:
  Table& table() { return c.program.tables[id_]; }
  std::optional<Band> band(const Node& key, size_t index);
  std::optional<int64_t> end(const Node& expr, size_t index);
  std::vector<Band> bands(const Node& parent, size_t index);
  std::optional<int64_t> cell_value(const Node* expr, bool silent);
  void fill(const Band& row, const Band& column, int64_t value, const Place& place, const Node& node);
  std::string index_text(size_t index, int64_t offset);
  std::string where_text(int64_t row, int64_t column);

  Checker& c;
  TableId id_;
  bool wrong_ = false;
  const Node* overlap_ = nullptr;  // where the last one was reported
  std::vector<bool> from_others_;
};

std::string TableFiller::index_text(size_t index, int64_t offset) {
  const Type& type = table().index[index];
  if (type.tag == TypeTag::number) return c.number_text(type, table().low[index] + offset);
  if (type.tag == TypeTag::boolean) return offset == 0 ? "no" : "yes";
  return c.program.kinds[type.of].members[offset];
}

std::string TableFiller::where_text(int64_t row, int64_t column) {
  return table().index.size() == 2 ? index_text(0, row) + ", " + index_text(1, column) : index_text(0, row);
}

std::optional<int64_t> TableFiller::end(const Node& expr, size_t index) {
  const Type type = table().index[index];
  ExprPtr value = c.check_constant(expr, type);
  if (!value || value->op != Op::constant) {
    wrong_ = true;
    return std::nullopt;
  }
  if (value->value == never_value && type.tag == TypeTag::number) {
    c.error("E0405", expr, "a table has no row for never");
    wrong_ = true;
    return std::nullopt;
  }
  return value->value - table().low[index];
}

std::optional<Band> TableFiller::band(const Node& key, size_t index) {
  if (key.broken) {
    wrong_ = true;
    return std::nullopt;
  }
  Band band;
  band.node = &key;
  band.low = 0;
  band.high = table().size[index] - 1;
  if (c.at.tree->has_word(key, "others")) {
    band.others = true;
    return band;
  }
  const Node* first = c.at.tree->expression(key, 0);
  const Node* second = c.at.tree->expression(key, 1);
  if (first == nullptr) return std::nullopt;
  const auto value = end(*first, index);
  const auto upper = second != nullptr ? end(*second, index) : value;
  if (!value || !upper) return std::nullopt;
  if (c.at.tree->has_word(key, "up")) {
    band.high = *value;
  } else if (c.at.tree->has_word(key, "more")) {
    band.low = *value;
  } else {
    band.low = *value;
    band.high = *upper;
  }
  if (band.low > band.high) {
    c.error("E0333", key, "this band is empty: its end comes before its beginning");
    wrong_ = true;
    return std::nullopt;
  }
  return band;
}

std::vector<Band> TableFiller::bands(const Node& parent, size_t index) {
  std::vector<Band> result;
  for (const Node* key : c.at.tree->children(parent, NodeKind::key)) {
    if (const auto one = band(*key, index)) result.push_back(*one);
  }
  return result;
}

std::optional<int64_t> TableFiller::cell_value(const Node* expr, bool silent) {
  if (silent) return silent_value;
  const Type type = table().type;
  ExprPtr value = expr != nullptr ? c.check_constant(*expr, type) : nullptr;
  if (!value) {
    wrong_ = true;
    return std::nullopt;
  }
  return value->op == Op::as_maybe ? value->args[0]->value : value->value;
}

void TableFiller::fill(const Band& row, const Band& column, int64_t value, const Place& place,
                       const Node& node) {
  Table& t = table();
  const int64_t columns = t.index.size() == 2 ? t.size[1] : 1;
  const bool others = row.others || column.others;
  for (int64_t r = row.low; r <= row.high; ++r) {
    for (int64_t k = column.low; k <= column.high; ++k) {
      const size_t cell = static_cast<size_t>(r * columns + k);
      if (t.cells[cell] != unset && others) continue;
      if (t.cells[cell] != unset && !from_others_[cell]) {
        wrong_ = true;
        if (std::exchange(overlap_, &node) == &node) return;  // said already
        Diagnostic& diagnostic = c.error("E0331", node, "the table has " + where_text(r, k) + " twice");
        SourceRange range = c.program.range_of(t.cell_places[cell]);
        diagnostic.notes.push_back({range, "it stands here already"});
        return;
      }
      t.cells[cell] = value;
      t.cell_places[cell] = place;
      from_others_[cell] = others;
    }
  }
}

void TableFiller::rows(const std::vector<Piece>& rows) {
  const Band whole{0, table().index.size() == 2 ? table().size[1] - 1 : 0, false, nullptr};
  for (const Piece& piece : rows) {
    const Node& row = *piece.node;
    if (row.broken) {
      wrong_ = true;
      continue;
    }
    const std::vector<Band> keys = bands(row, 0);
    const Node* expr = c.at.tree->expression(row);
    const auto value = cell_value(expr, expr == nullptr);
    if (!value) continue;
    for (const Band& key : keys) fill(key, whole, *value, c.place_of(row), *key.node);
  }
}

void TableFiller::grid(const Node& grid) {
  const Node* head = c.at.tree->child(grid, NodeKind::grid_head);
  if (head == nullptr || grid.broken) {
    wrong_ = true;
    return;
  }
  std::vector<std::vector<Band>> columns;
  for (const Node* keys : c.at.tree->children(*head, NodeKind::keys)) columns.push_back(bands(*keys, 1));
  for (const Node* row : c.at.tree->children(grid, NodeKind::grid_row)) {
    const Node* keys = c.at.tree->child(*row, NodeKind::keys);
    if (keys == nullptr) continue;
    const std::vector<Band> row_bands = bands(*keys, 0);
    size_t column = 0;
    bool after_bar = false;
    for (const Child& child : row->children) {
      const bool bar = !child.node && c.at.tree->token_text(child.token) == "|";
      if (bar) {
        after_bar = true;
        continue;
      }
      if (!after_bar) continue;
      after_bar = false;
      const size_t here = column++;
      if (here >= columns.size()) continue;
      const auto value = cell_value(child.node.get(), !child.node);
      const Place place = child.node ? c.place_of(*child.node) : c.place_of_token(child.token);
      if (!value) continue;
      for (const Band& r : row_bands) {
        for (const Band& k : columns[here]) fill(r, k, *value, place, child.node ? *child.node : *row);
      }
    }
    if (column != columns.size()) {
      c.error("E0333", *row, "this row has " + std::to_string(column) + " cells").expected =
          std::to_string(columns.size()) + ", one for each column";
      wrong_ = true;
    }
  }
}

void TableFiller::finish(const Node& node) {
  Table& t = table();
  if (wrong_) return;
  const int64_t columns = t.index.size() == 2 ? t.size[1] : 1;
  int64_t missing = 0, first = -1;
  for (size_t cell = 0; cell < t.cells.size(); ++cell) {
    if (t.cells[cell] != unset) continue;
    if (first < 0) first = static_cast<int64_t>(cell);
    ++missing;
    t.cells[cell] = silent_value;
  }
  if (missing == 0) return;
  std::string message = "the table has nothing for " + where_text(first / columns, first % columns);
  if (missing > 1) message += " and " + std::to_string(missing - 1) + " more";
  c.error("E0332", node, message)
      .notes.push_back({{}, "write `others: ...`, or `silent` where the book leaves it open"});
}

}  // namespace

void Checker::check_table(const Declaration& d, TableId id) {
  TableFiller filler(*this, id);
  const Node* grid = at.tree->child(*d.node, NodeKind::grid);
  if (grid != nullptr && program.tables[id].index.size() != 2) {
    error("E0335", *grid, "a grid has two indices").expected =
        "`KEY: VALUE` entries, or a table of two indices";
    return;
  }
  if (grid == nullptr && program.tables[id].index.size() == 2 && !d.node->broken) {
    error("E0335", *d.node, "a table of two indices is a grid, whose first line names the columns");
    return;
  }
  if (grid != nullptr) {
    filler.grid(*grid);
  } else {
    filler.rows(pieces(*d.node, {NodeKind::table_row}, false));
  }
  if (!d.node->broken) filler.finish(*d.node);
}

Interval Checker::result_of_table(TableId id) const {
  const Table& table = program.tables[id];
  std::optional<Interval> all;
  for (const int64_t value : table.cells) {
    if (value == silent_value || value == unset) continue;
    const Interval one = value == never_value ? Interval{1, 0, true} : Interval{value, value, false};
    all = all ? unite(*all, one) : one;
  }
  return all ? *all : interval_of(table.type);
}

}  // namespace casebook::language
