// SPDX-License-Identifier: Apache-2.0
#pragma once

// What will be so once a text has run, asked of the position before it runs: each part that reads what the text
// writes is replaced by what is written there. So `ensure` can be asked without running the text.
//
//   AfterWrites after(graph);
//   after.write({place, {u}, to});         // place(u) := to
//   after.surely(condition)                // a condition that never holds where the other will not

#include <map>
#include <optional>
#include <vector>

#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

class AfterWrites {
 public:
  explicit AfterWrites(Graph& graph) : g_(graph) {}

  struct Write {
    int32_t item = -1;
    std::vector<NodeId> index;  // of what is written; nodes of the position before
    NodeId value = no_node;
    NodeId when = no_node;  // it is written if this holds
    language::AssignMode mode = language::AssignMode::set;
  };
  /// Comes after those that were written before.
  void write(Write write);
  /// What an item holds is not known from here on.
  void lose(int32_t item);
  /// A variable that stands for a value of the position before.
  void name(VariableId var, NodeId value);

  /// The value after the writes; nothing where it cannot be told.
  std::optional<NodeId> value(NodeId node);
  /// Whether the condition will hold. Says no where that cannot be told, or where asking it might fault.
  NodeId surely(NodeId condition) { return surely(condition, true); }

 private:
  NodeId surely(NodeId condition, bool holds);
  std::optional<NodeId> changed(const Node& node);
  bool is_touched(const Node& node) const;
  bool is_lost(int32_t item) const { return is_lost_.count(item) != 0; }
  std::vector<const Write*> of(int32_t item) const;
  NodeId same(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t count);
  NodeId when(const Write& write, NodeId here) {
    return write.when == no_node ? here : g_.all_of({write.when, here});
  }
  NodeId one(int32_t kind, NodeId member) { return g_.set_op(NodeOp::members, kind, {member}); }
  NodeId without(int32_t kind, NodeId set, NodeId member);
  NodeId hex_of(NodeId location);
  NodeId compared(const Node& like, size_t writes, const std::vector<const Write*>& all, NodeId against);
  NodeId hexes(const Node& like, size_t writes, const std::vector<const Write*>& all, NodeId set);
  NodeId standing(const Node& like, size_t writes, const std::vector<const Write*>& all, NodeId set,
                  NodeId where);

  Graph& g_;
  std::vector<Write> writes_;
  std::map<int32_t, bool> is_lost_;
  std::map<VariableId, NodeId> named_;
  std::map<NodeId, std::optional<NodeId>> known_;
};

}  // namespace casebook::runtime::compiled
