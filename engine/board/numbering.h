// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the hexes of a grid are numbered. A numbering gives every cell one distinct text, whether or not the
// map has a hex there. A map may have several: other editions print other numbers on the same ground.
//
//   "0101"  column, then row, two digits each
//   "a1"    letter of the column, then the row
//   "1-A"   not possible: a hex id has no blank, no - and none of , ( ) { } [ ] " '
//
// In JSON (defaults are shown; `style` is digits, letters or capitals; `reversed` counts from the right or
// from below):
//
//   {"order": "column row", "separator": "",
//    "column": {"style": "digits", "width": 1, "start": 1, "step": 1, "reversed": false},
//    "row":    {"style": "digits", "width": 1, "start": 1, "step": 1, "reversed": false}}
//   {"explicit": {"A": [1, 1], "B": [1, 2]}}
//
// In the last form an id has its column and row, counted from 1; cells without an id are no hexes. Letters:
// a is 1, z is 26, aa is 27.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/data.h"
#include "engine/board/grid.h"

namespace casebook::board {

enum class NumberStyle : unsigned char { digits, letters, capitals };

struct NumberPart {
  NumberStyle style = NumberStyle::digits;
  int width = 1;  // digits: zeros are put in front up to it
  int start = 1;  // the number of the first column or row
  int step = 1;   // from one to the next
  bool reversed = false;
  bool operator==(const NumberPart&) const = default;

  /// `index` from 0 of `count`. The number meant, and its text.
  int number(int index, int count) const;
  std::string text(int index, int count) const;
};

struct NumberScheme {
  bool row_first = false;
  std::string separator;
  NumberPart column, row;
  bool operator==(const NumberScheme&) const = default;
};

struct ExplicitNumber {
  std::string id;
  Cell cell;
  Span place;
  bool operator==(const ExplicitNumber&) const = default;
};

class Numbering {
 public:
  Numbering() = default;
  static Numbering of(std::string name, const NumberScheme& scheme, const Grid& grid);
  static Numbering of(std::string name, std::vector<ExplicitNumber> numbers, const Grid& grid);

  const std::string& name() const { return name_; }
  bool is_explicit() const { return !explicit_.empty(); }
  const NumberScheme& scheme() const { return scheme_; }
  const std::vector<ExplicitNumber>& numbers() const { return explicit_; }

  /// The text of a cell of the grid; empty where an explicit numbering names none.
  const std::string& print(const Cell& cell) const;
  /// Exactly what print gives for some cell, or no cell.
  std::optional<Cell> parse(std::string_view id) const;
  /// The cells it names, in canonical order: by the first part's number, then the second's; explicit: as
  /// listed.
  std::vector<Cell> cells_in_order() const;

  /// What makes it unusable: two cells of one text, or a text that is no hex id. Empty when all is well.
  std::string problem() const;
  bool operator==(const Numbering& other) const;

 private:
  void note(const Cell& cell, std::string id);

  std::string name_;
  Grid grid_;
  NumberScheme scheme_;
  std::vector<ExplicitNumber> explicit_;
  std::vector<std::string> ids_;  // by column, then row
  std::map<std::string, Cell, std::less<>> cells_;
  std::string problem_;
};

}  // namespace casebook::board
