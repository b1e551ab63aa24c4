// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a value depends on: which cells of the position, and of which members. `controlled(h, by)` depends
// on the places of one side's units, so moves of the other side leave it unchanged.

#include <map>
#include <optional>
#include <vector>

#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

class Depends {
 public:
  /// Members as bits; none given: all of them.
  using Members = std::optional<std::vector<uint64_t>>;

  explicit Depends(const Graph& graph) : g_(graph) {}

  /// The kind by whose members an item is stamped: a place, or a state of one entity; -1: it is not.
  static int32_t kind_of(const Graph& graph, int32_t item);

  void bind(VariableId var, int64_t value) { values_[var] = value; }
  /// Notes what the node depends on; of a set, as far as membership of `of` goes.
  void read(NodeId id, const Members& of = std::nullopt);
  /// By item of Node::reads: the members of it that were read. Every item read is there.
  const std::map<int32_t, Members>& items() const { return items_; }

 private:
  void note(int32_t item, const Members& of);
  void read_all(NodeId id);
  void read_field(int32_t field, const std::vector<NodeId>& args);
  void read_binder(const Node& node, const Members& of);
  std::optional<int64_t> value(NodeId id) const;
  std::optional<int64_t> row_of(const std::vector<int64_t>& low, const std::vector<int64_t>& size,
                                const std::vector<NodeId>& args, size_t count) const;
  Members within(NodeId scalar, int32_t kind) const;  // what the scalar can be
  Members most(NodeId set) const;                     // what the set can have
  static Members both(const Members& a, const Members& b);

  const Graph& g_;
  std::map<VariableId, int64_t> values_;
  std::map<VariableId, std::vector<uint64_t>> members_;  // of variables of binders
  std::map<int32_t, Members> items_;
};

}  // namespace casebook::runtime::compiled
