// SPDX-License-Identifier: Apache-2.0
// What the scenario knows: givens, tables, the ground; and where states live.

#include "engine/runtime/compiled/simplify/fold.h"

namespace casebook::runtime::compiled {

using namespace language::ids;
using language::Type;
using language::TypeTag;

NodeId Folder::given(GivenId id, const std::vector<NodeId>& args) {
  const language::Given& given = g_.program.givens[id];
  const Values& values = g_.scenario.givens[id];
  if (given.type.tag == TypeTag::set) return given_set(id, args);
  if (args.empty()) return g_.constant(values.cells[0]);
  const bool as_rows = given.type.tag == TypeTag::boolean;
  int32_t& made = as_rows ? given_rows_[static_cast<size_t>(id)] : given_values_[static_cast<size_t>(id)];
  if (made < 0) {
    std::vector<int64_t> low, size;
    int64_t cells = 1;
    for (const Type& param : given.params) {
      low.push_back(0);
      size.push_back(g_.scenario.size(param.of));
      cells *= size.back();
    }
    if (as_rows) {
      RowTable t;
      const int64_t members = size.back();
      size.pop_back();
      low.pop_back();
      t.kind = given.params.back().of;
      t.words = g_.words_of(t.kind);
      t.low = low;
      t.size = size;
      const int64_t rows = members == 0 ? 0 : cells / members;
      std::vector<uint64_t> words(static_cast<size_t>(rows) * t.words, 0);
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t m = 0; m < members; ++m)
          if (values.cells[static_cast<size_t>(r * members + m)] != 0)
            words[static_cast<size_t>(r) * t.words + static_cast<size_t>(m >> 6)] |= uint64_t{1} << (m & 63);
      made = g_.add_rows(t, words);
    } else {
      ValueTable t;
      t.low = low;
      t.size = size;
      made = g_.add_values(t, std::vector<int64_t>(values.cells.begin(), values.cells.begin() + cells));
    }
  }
  Node n;
  n.op = as_rows ? NodeOp::row_bit : NodeOp::table;
  n.ref = made;
  n.args = args;
  return g_.make(std::move(n));
}

// One cell a member, behind the arguments.
NodeId Folder::given_set(GivenId id, const std::vector<NodeId>& args) {
  const language::Given& given = g_.program.givens[id];
  const Values& values = g_.scenario.givens[id];
  int32_t& made = given_rows_[static_cast<size_t>(id)];
  if (made < 0) {
    RowTable t;
    t.kind = given.type.of;
    t.words = g_.words_of(t.kind);
    int64_t rows = 1;
    for (const Type& param : given.params) {
      t.low.push_back(0);
      t.size.push_back(g_.scenario.size(param.of));
      rows *= t.size.back();
    }
    const int64_t members = g_.scenario.size(t.kind);
    std::vector<uint64_t> words(static_cast<size_t>(rows) * t.words, 0);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t m = 0; m < members; ++m)
        if (values.cells[static_cast<size_t>(r * members + m)] != 0)
          words[static_cast<size_t>(r) * t.words + static_cast<size_t>(m >> 6)] |= uint64_t{1} << (m & 63);
    made = g_.add_rows(t, words);
  }
  Node n;
  n.op = NodeOp::row;
  n.shape = Shape::set;
  n.kind = given.type.of;
  n.ref = made;
  n.args = args;
  return g_.make(std::move(n));
}

// The entry before the first hexside is what holds between hexes that are not adjacent.
NodeId Folder::given_between(GivenId id, NodeId a, NodeId b) {
  int32_t& made = between_values_[static_cast<size_t>(id)];
  if (made < 0) {
    const language::Given& given = g_.program.givens[id];
    const Values& values = g_.scenario.givens[id];
    std::vector<int64_t> cells{given.fallback ? g_[expression(given.fallback)].value : 0};
    cells.insert(cells.end(), values.cells.begin(), values.cells.begin() + g_.scenario.ground.hexsides);
    ValueTable t;
    t.low = {-1};
    t.size = {g_.scenario.ground.hexsides + 1};
    made = g_.add_values(t, cells);
  }
  Node n;
  n.op = NodeOp::table;
  n.ref = made;
  n.args = {g_.op(NodeOp::between, {a, b})};
  return g_.make(std::move(n));
}

NodeId Folder::slot(int32_t item, const Slot& at, const Type& type, const std::vector<NodeId>& args) {
  Node n;
  n.ref = item;
  n.args = args;
  switch (at.kind) {
    case SlotKind::cells:
      n.op = NodeOp::cell;
      n.shape = type.tag == TypeTag::path ? Shape::path : Shape::scalar;
      break;
    case SlotKind::bits:
      n.op = NodeOp::bit;
      break;
    case SlotKind::sets:
      if (g_.scenario.size(type.of) == 0) return g_.empty_set(type.of);
      n.op = NodeOp::set_cell;
      n.shape = Shape::set;
      n.kind = type.of;
      break;
  }
  return g_.make(std::move(n));
}

NodeId Folder::state(StateId id, const std::vector<NodeId>& args) {
  return slot(g_.items.state(id), g_.scenario.layout.states[id], g_.program.states[id].type, args);
}

NodeId Folder::stored_variable(VarId var) {
  return slot(g_.items.var(var), g_.scenario.layout.vars[var], g_.program.vars[var].type, {});
}

NodeId Folder::state_between(StateId id, NodeId a, NodeId b) {
  const language::State& declared = g_.program.states[id];
  Variable side;
  side.low = -1;
  side.high = g_.scenario.ground.hexsides - 1;
  const VariableId var = g_.fresh(side);
  const NodeId inside = state(id, {g_.variable(var)});
  const NodeId outside = expression(declared.initial);
  const NodeId apart = g_.op(NodeOp::less, {g_.variable(var), g_.constant(0)});
  Node n;
  n.op = NodeOp::let;
  n.ref = var;
  const NodeId body = g_.choose(apart, outside, inside);
  n.shape = g_[body].shape;
  n.kind = g_[body].kind;
  n.args = {g_.op(NodeOp::between, {a, b}), body};
  return g_.make(std::move(n));
}

NodeId Folder::table(TableId id, const std::vector<NodeId>& args) {
  const language::Table& table = g_.program.tables[id];
  int32_t& made = table_values_[static_cast<size_t>(id)];
  if (made < 0) {
    ValueTable t;
    t.low = table.low;
    t.size = table.size;
    made = g_.add_values(t, table.cells);
  }
  Node n;
  n.op = NodeOp::table;
  n.ref = made;
  n.label = g_.value_tables[static_cast<size_t>(made)].may_be_silent ? table.label : language::none;
  for (size_t i = 0; i < args.size(); ++i) {  // an index beyond the table is a fault of the table
    Node inside;
    inside.op = NodeOp::check_range;
    inside.value = table.low[i];
    inside.value2 = table.low[i] + table.size[i] - 1;
    inside.label = table.label;
    inside.args = {args[i]};
    n.args.push_back(g_.make(std::move(inside)));
  }
  return g_.make(std::move(n));
}

int32_t Folder::sides_of_hexes() {
  if (hexside_rows_ >= 0) return hexside_rows_;
  const Ground& ground = g_.scenario.ground;
  RowTable t;
  t.low = {0};
  t.size = {ground.hexes};
  t.kind = language::kind_hexside;
  t.words = g_.words_of(t.kind);
  std::vector<uint64_t> words(static_cast<size_t>(ground.hexes) * t.words, 0);
  for (int32_t h = 0; h < ground.hexes; ++h)
    for (const int32_t s : ground.sides[static_cast<size_t>(h)])
      if (s >= 0)
        words[static_cast<size_t>(h) * t.words + static_cast<size_t>(s >> 6)] |= uint64_t{1} << (s & 63);
  return hexside_rows_ = g_.add_rows(t, words);
}

int32_t Folder::ends_of_sides() {
  if (ends_rows_ >= 0) return ends_rows_;
  const Ground& ground = g_.scenario.ground;
  RowTable t;
  t.low = {0};
  t.size = {ground.hexsides};
  t.kind = language::kind_hex;
  t.words = g_.words_of(t.kind);
  std::vector<uint64_t> words(static_cast<size_t>(ground.hexsides) * t.words, 0);
  for (int32_t s = 0; s < ground.hexsides; ++s)
    for (const int32_t h : ground.ends[static_cast<size_t>(s)])
      if (h >= 0)
        words[static_cast<size_t>(s) * t.words + static_cast<size_t>(h >> 6)] |= uint64_t{1} << (h & 63);
  return ends_rows_ = g_.add_rows(t, words);
}

NodeId Folder::edge() {
  std::vector<uint64_t> words(g_.words_of(language::kind_hex), 0);
  for (int32_t h = 0; h < g_.scenario.ground.hexes; ++h) {
    int neighbours = 0;
    for (const int32_t n : g_.scenario.ground.neighbours[static_cast<size_t>(h)])
      neighbours += n >= 0 ? 1 : 0;
    if (neighbours < 6) words[static_cast<size_t>(h >> 6)] |= uint64_t{1} << (h & 63);
  }
  return g_.constant_set(language::kind_hex, words);
}

}  // namespace casebook::runtime::compiled
