// SPDX-License-Identifier: Apache-2.0
// Copies of nodes with variables replaced. What a copied binder binds gets fresh variables, so that every
// variable stays unique.

#include <set>

#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

namespace {

bool binds(NodeOp op) {
  switch (op) {
    case NodeOp::let:
    case NodeOp::if_hex:
    case NodeOp::exists:
    case NodeOp::count_loop:
    case NodeOp::total:
    case NodeOp::best:
    case NodeOp::filter:
    case NodeOp::filter_best:
    case NodeOp::image:
    case NodeOp::union_over:
      return true;
    default:
      return false;
  }
}

class Copy {
 public:
  Copy(Graph& graph, const std::vector<std::pair<VarId, NodeId>>& replaced) : graph_(graph) {
    for (const auto& [var, value] : replaced) values_[var] = value;
  }

  NodeId operator()(NodeId id) {
    const Node node = graph_[id];  // a copy: making nodes moves them
    bool touched = false;
    for (const VarId v : node.free) touched = touched || values_.count(v) != 0;
    if (!touched) return id;
    const auto known = done_.find(id);
    if (known != done_.end()) return known->second;
    NodeId made = no_node;
    if (node.op == NodeOp::variable) {
      made = values_.at(node.ref);
    } else {
      Node copy = node;
      if (binds(node.op)) {
        const auto renew = [&](VarId& var) {
          if (var < 0) return;
          const VarId fresh = graph_.fresh(graph_.variables[static_cast<size_t>(var)]);
          values_[var] = graph_.variable(fresh);
          var = fresh;
        };
        if (node.op == NodeOp::let || node.op == NodeOp::if_hex) {
          renew(copy.ref);
        } else {
          renew(copy.var);
          renew(copy.at);
        }
      }
      for (NodeId& a : copy.args) a = (*this)(a);
      copy.free.clear();
      copy.reads.clear();
      copy.can_fault = copy.may_be_never = false;
      made = graph_.make(std::move(copy));
    }
    done_[id] = made;
    return made;
  }

 private:
  Graph& graph_;
  std::map<VarId, NodeId> values_;
  std::map<NodeId, NodeId> done_;
};

}  // namespace

NodeId Graph::rewrite(NodeId id, const std::vector<std::pair<VarId, NodeId>>& replaced) {
  return Copy(*this, replaced)(id);
}

size_t Graph::count_nodes(NodeId id) const {
  const auto known = counted_.find(id);
  if (known != counted_.end()) return known->second;
  std::set<NodeId> seen;
  std::vector<NodeId> todo{id};
  while (!todo.empty()) {
    const NodeId n = todo.back();
    todo.pop_back();
    if (!seen.insert(n).second) continue;
    for (const NodeId a : (*this)[n].args) todo.push_back(a);
  }
  counted_[id] = seen.size();
  return seen.size();
}

NodeId Graph::instantiate(language::Id definition, const std::vector<NodeId>& args) {
  const auto known = instances_.find({definition, args});
  if (known != instances_.end()) return known->second;
  const DefinitionInfo& info = definitions[static_cast<size_t>(definition)];
  std::vector<std::pair<VarId, NodeId>> replaced;
  for (size_t i = 0; i < args.size(); ++i) replaced.emplace_back(info.params[i], args[i]);
  const NodeId made = rewrite(info.body, replaced);
  instances_[{definition, args}] = made;
  return made;
}

}  // namespace casebook::runtime::compiled
