// SPDX-License-Identifier: Apache-2.0
// Copies of nodes with variables replaced, or read from the position before. What a copied binder binds gets
// fresh variables, so that every variable stays unique.

#include <set>
#include <stdexcept>

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
  /// `moved`: changes every copied node that reads the position; those are all copied then.
  Copy(Graph& graph, const std::vector<std::pair<VariableId, NodeId>>& replaced,
       std::function<void(Node&)> moved = {})
      : graph_(graph), moved_(std::move(moved)) {
    for (const auto& [var, value] : replaced) values_[var] = value;
  }

  NodeId operator()(NodeId id) {
    const Node node = graph_[id];  // a copy: making nodes moves them
    bool touched = moved_ && !node.reads.empty();
    for (const VariableId v : node.free) touched = touched || values_.count(v) != 0;
    if (!touched) return id;
    const auto known = done_.find(id);
    if (known != done_.end()) return known->second;
    NodeId made = no_node;
    if (node.op == NodeOp::variable) {
      made = values_.at(node.ref);
    } else {
      Node copy = node;
      if (binds(node.op)) {
        const auto renew = [&](VariableId& var) {
          if (var < 0) return;
          const VariableId fresh = graph_.fresh(graph_.variables[static_cast<size_t>(var)]);
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
      if (moved_) moved_(copy);
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
  std::function<void(Node&)> moved_;
  std::map<VariableId, NodeId> values_;
  std::map<NodeId, NodeId> done_;
};

}  // namespace

NodeId Graph::rewrite(NodeId id, const std::vector<std::pair<VariableId, NodeId>>& replaced) {
  return Copy(*this, replaced)(id);
}

// ---- the position before a step

NodeId Graph::past(NodeId id) {
  reads_past_ = true;
  return Copy(*this, {}, [this](Node& node) { move_to_past(node); })(id);
}

void Graph::move_to_past(Node& n) {
  switch (n.op) {
    case NodeOp::cell:
    case NodeOp::bit:
    case NodeOp::set_cell:
    case NodeOp::bit_row:
    case NodeOp::compare_cells:
      n.ref = items.past(n.ref);
      break;
    case NodeOp::hexes_of:
    case NodeOp::on_hexes:
    case NodeOp::crowded:
      n.ref = items.past_kind(n.ref);
      break;
    case NodeOp::call:
      n.ref = past_definition(n.ref);
      break;
    case NodeOp::kept_set:
      n.ref = past_kept(n.ref);
      break;
    case NodeOp::field_cost:
    case NodeOp::field_set:
      n.ref = past_field(n.ref);
      break;
    case NodeOp::legal:
      throw std::invalid_argument("whether an action was lawful before is not asked by the compiled form");
    default:
      if (n.at >= 0) n.ref = items.past_kind(variables[static_cast<size_t>(n.var)].kind);
      break;
  }
}

int32_t Graph::past_definition(int32_t id) {
  const auto known = past_definitions_.find(id);
  if (known != past_definitions_.end()) return known->second;
  DefinitionInfo info;
  info.params = definitions[id].params;
  info.body = past(definitions[id].body);
  definitions.push_back(std::move(info));
  return past_definitions_[id] = static_cast<int32_t>(definitions.size() - 1);
}

int32_t Graph::past_kept(int32_t id) {
  const auto found = past_kept_.find(id);
  if (found != past_kept_.end()) return found->second;
  KeptSet made = kept[static_cast<size_t>(id)];
  const bool outer = keeping_;
  keeping_ = true;  // these hexes are being kept already
  made.set = past(made.set);
  keeping_ = outer;
  kept.push_back(std::move(made));
  return past_kept_[id] = static_cast<int32_t>(kept.size() - 1);
}

int32_t Graph::past_field(int32_t id) {
  const auto known = past_fields_.find(id);
  if (known != past_fields_.end()) return known->second;
  FieldInfo info = fields[id];
  for (NodeId* const part : {&info.goal, &info.through, &info.across, &info.step})
    if (*part != no_node) *part = past(*part);
  for (int32_t& item : info.reads) item = items.past(item);
  fields.push_back(std::move(info));
  return past_fields_[id] = static_cast<int32_t>(fields.size() - 1);
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

NodeId Graph::instantiate(language::DefinitionId definition, const std::vector<NodeId>& args) {
  const auto known = instances_.find({definition, args});
  if (known != instances_.end()) return known->second;
  const DefinitionInfo& info = definitions[definition];
  std::vector<std::pair<VariableId, NodeId>> replaced;
  for (size_t i = 0; i < args.size(); ++i) replaced.emplace_back(info.params[i], args[i]);
  const NodeId made = rewrite(info.body, replaced);
  instances_[{definition, args}] = made;
  return made;
}

}  // namespace casebook::runtime::compiled
