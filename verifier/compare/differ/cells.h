// SPDX-License-Identifier: Apache-2.0
#pragma once

// A difference of a definition, region by region. Each input goes one way through the definition of either ruleset
// (regions/ways). Inputs with the same pair of ways are one cell, so cells never overlap, and their counts add up
// to all inputs. Of a Boolean, or a member of a kind that the rules name, each pair of values is a cell of its own.

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verifier/compare/align/both_sides.h"
#include "verifier/compare/result.h"
#include "verifier/regions/ways/ways.h"

namespace casebook::compare {

struct CellKey {
  std::array<regions::Way, 2> ways;
  std::array<std::string, 2> values;  // of few possible values; else empty
  auto operator<=>(const CellKey&) const = default;
};

/// What one side says on an input: as text, and a number that puts texts in order.
struct ValueText {
  std::string text;
  int64_t number = 0;
};

struct Cell {
  uint64_t inputs = 0, differing = 0;
  std::array<std::set<std::pair<int64_t, std::string>>, 2> values;  // of the inputs that differ
  std::string example;                                              // the first of them: `cost(0101, 0102)`
  std::array<std::string, 2> at_example;
  void add(Cell&& other);
};
using Cells = std::map<CellKey, Cell>;

void add(Cells& into, Cells&& more);

/// The ways through one definition of both, with switches settled. The evaluators are of `pair.settled`.
class WaysOfBoth {
 public:
  WaysOfBoth(const Pair& pair, const std::array<DefinitionId, 2>& ids,
             std::array<runtime::Evaluator, 2>& evaluators);

  /// Counts an input. `example` is called for the first of a cell that differs.
  template <class Example>
  void see(Cells& into, const std::array<const Position*, 2>& at,
           const std::array<std::vector<runtime::Value>, 2>& arguments, const std::array<ValueText, 2>& said,
           bool differs, const Example& example) {
    Cell& cell = into[key(at, arguments, said)];
    ++cell.inputs;
    if (!differs) return;
    if (cell.differing++ == 0) {
      cell.example = example();
      cell.at_example = {said[0].text, said[1].text};
    }
    for (const size_t side : {size_t{0}, size_t{1}})
      cell.values[side].insert({said[side].number, said[side].text});
  }

  /// Of that side what its way can be made of.
  const std::vector<regions::Decision>& decisions(size_t side) const { return ways_[side]->decisions(); }
  /// Whether its values are numbers.
  bool is_number() const { return definitions_[0]->type.tag == language::TypeTag::number; }

 private:
  CellKey key(const std::array<const Position*, 2>& at,
              const std::array<std::vector<runtime::Value>, 2>& arguments,
              const std::array<ValueText, 2>& said);

  std::array<const language::Definition*, 2> definitions_;
  std::array<runtime::Evaluator*, 2> evaluators_;
  std::array<std::unique_ptr<regions::Ways>, 2> ways_;
  bool by_value_ = false;
};

/// In words, the cells with the most differences first. Nothing when no input differs, or neither definition decides
/// anything. `complete`: they are all inputs.
std::optional<RegionsApart> regions_apart(const Pair& pair, const WaysOfBoth& ways, const Cells& cells,
                                          bool complete);

}  // namespace casebook::compare
