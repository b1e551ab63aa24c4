// SPDX-License-Identifier: Apache-2.0
#include "engine/board/numbering.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook::board {

namespace {

std::string letters(int number, char first) {
  std::string out;
  for (; number > 0; number = (number - 1) / 26)
    out.insert(out.begin(), static_cast<char>(first + (number - 1) % 26));
  return out;
}

}  // namespace

int NumberPart::number(int index, int count) const {
  return start + step * (reversed ? count - 1 - index : index);
}

std::string NumberPart::text(int index, int count) const {
  const int value = number(index, count);
  switch (style) {
    case NumberStyle::letters:
      return letters(value, 'a');
    case NumberStyle::capitals:
      return letters(value, 'A');
    case NumberStyle::digits:
      break;
  }
  return fmt::format("{:0{}}", value, width);
}

Numbering Numbering::of(std::string name, const NumberScheme& scheme, const Grid& grid) {
  Numbering out;
  out.name_ = std::move(name);
  out.grid_ = grid;
  out.scheme_ = scheme;
  out.ids_.resize(static_cast<size_t>(grid.cells()));
  for (int c = 0; c < grid.columns; ++c) {
    for (int r = 0; r < grid.rows; ++r) {
      const std::string column = scheme.column.text(c, grid.columns), row = scheme.row.text(r, grid.rows);
      if (column.empty() || row.empty())
        out.problem_ = "letters begin at 1; there is none for a number below";
      out.note({c, r}, scheme.row_first ? row + scheme.separator + column : column + scheme.separator + row);
    }
  }
  return out;
}

Numbering Numbering::of(std::string name, std::vector<ExplicitNumber> numbers, const Grid& grid) {
  Numbering out;
  out.name_ = std::move(name);
  out.grid_ = grid;
  out.explicit_ = std::move(numbers);
  out.ids_.resize(static_cast<size_t>(grid.cells()));
  for (const ExplicitNumber& one : out.explicit_) {
    if (grid.contains(one.cell)) out.note(one.cell, one.id);
  }
  return out;
}

void Numbering::note(const Cell& cell, std::string id) {
  std::string& mine = ids_[grid_.index_of(cell)];
  const std::string where = fmt::format("column {}, row {}", cell.column + 1, cell.row + 1);
  if (!problem_.empty()) return;
  if (!mine.empty()) {
    problem_ = fmt::format("{} is called both {} and {}", where, quoted(mine), quoted(id));
  } else if (const std::string bad = hex_id_problem(id); !bad.empty()) {
    problem_ = fmt::format("{} would be called {}: {}", where, quoted(id), bad);
  } else if (const auto [before, is_new] = cells_.emplace(id, cell); !is_new) {
    problem_ = fmt::format("{} and column {}, row {} would both be called {}", where,
                           before->second.column + 1, before->second.row + 1, quoted(id));
  }
  mine = std::move(id);
}

const std::string& Numbering::print(const Cell& cell) const {
  static const std::string none;
  return grid_.contains(cell) ? ids_[grid_.index_of(cell)] : none;
}

std::optional<Cell> Numbering::parse(std::string_view id) const {
  const auto found = cells_.find(id);
  if (found == cells_.end()) return std::nullopt;
  return found->second;
}

std::vector<Cell> Numbering::cells_in_order() const {
  std::vector<Cell> cells;
  if (is_explicit()) {
    for (const ExplicitNumber& one : explicit_) cells.push_back(one.cell);
    return cells;
  }
  for (int c = 0; c < grid_.columns; ++c) {
    for (int r = 0; r < grid_.rows; ++r) cells.push_back({c, r});
  }
  std::sort(cells.begin(), cells.end(), [this](const Cell& a, const Cell& b) {
    const auto key = [this](const Cell& cell) {
      const int column = scheme_.column.number(cell.column, grid_.columns),
                row = scheme_.row.number(cell.row, grid_.rows);
      return scheme_.row_first ? std::pair(row, column) : std::pair(column, row);
    };
    return key(a) < key(b);
  });
  return cells;
}

std::string Numbering::problem() const {
  return problem_;
}

bool Numbering::operator==(const Numbering& other) const {
  return name_ == other.name_ && grid_ == other.grid_ && scheme_ == other.scheme_ &&
         explicit_ == other.explicit_;
}

}  // namespace casebook::board
