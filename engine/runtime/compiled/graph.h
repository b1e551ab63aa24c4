// SPDX-License-Identifier: Apache-2.0
#pragma once

// The graph of nodes of one scenario, and the static data that nodes refer to.
//
// `make` is the only way to make a node: it simplifies, computes what is known of the node and interns it.
// `vectorise` turns a condition on a variable into the set of members that meet it. `values_of` and
// `rows_of` tabulate what reads no state.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "engine/runtime/compiled/image.h"
#include "engine/runtime/compiled/node.h"
#include "engine/runtime/compiled/origin.h"

namespace casebook::runtime::compiled {

/// A definition with its body folded.
struct DefinitionInfo {
  std::vector<VariableId> params;
  NodeId body = no_node;
  int32_t values = -1;  // ValueTable over all parameters
  int32_t rows = -1;    // RowTable: over all parameters (sets), or all but the last (Booleans)
  int32_t kept = -1;    // KeptSet over one parameter
  int32_t kept_param = -1;
  size_t nodes = 0;  // distinct nodes of the body
};

/// A Boolean definition as a set over one of its parameters, kept beside the position until a state it reads
/// is written.
struct KeptSet {
  int32_t kind = -1;
  std::vector<VariableId> params;
  std::vector<int64_t> low, size;
  NodeId set = no_node;
  int64_t rows = 1;
};

struct FieldInfo {
  std::vector<VariableId> params;
  bool reach = true;
  VariableId goal_var = -1, through_var = -1, from_var = -1, to_var = -1;
  NodeId goal = no_node, through = no_node, across = no_node, step = no_node;
  bool can_fault = false, may_be_never = true;
  int64_t low = 0, high = 0;
  std::vector<int32_t> reads;
};

struct ActionInfo {
  bool can_fault = false;
  std::vector<int32_t> reads;
};

class Graph {
 public:
  Graph(const Scenario& bound, Image& memory);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const Scenario& scenario;
  const language::Program& program;
  Image& image;
  Items items;

  // Nodes are kept by index; a reference to one holds until the next `make`.
  const Node& operator[](NodeId id) const { return nodes_[static_cast<size_t>(id)]; }
  size_t size() const { return nodes_.size(); }
  NodeId make(Node node);

  // ---- whose text is translated now
  std::vector<Origin> origins;
  int32_t origin = -1;  // of nodes that are made and instructions that are emitted; -1: of no text
  int32_t origin_of(const Origin& one);
  const Origin* current() const { return origin < 0 ? nullptr : &origins[static_cast<size_t>(origin)]; }
  /// While this lives, what is made is of that text. -1 changes nothing.
  class From {
   public:
    From(Graph& graph, int32_t origin) : graph_(graph), outer_(graph.origin) {
      if (origin >= 0) graph_.origin = origin;
    }
    From(Graph& graph, const Origin& origin) : From(graph, graph.origin_of(origin)) {}
    /// The same item, and the case of one of its lines; none: no other case. A requirement is of one case.
    From(Graph& graph, language::CaseId label);
    From(const From&) = delete;
    From& operator=(const From&) = delete;
    ~From() { graph_.origin = outer_; }

   private:
    Graph& graph_;
    const int32_t outer_;
  };

  // ---- variables
  std::vector<Variable> variables;  // the program's, then fresh ones
  VariableId fresh(const Variable& like);
  Variable variable_of(const language::Type& type) const;
  /// What a procedure keeps may lie outside its measure, as a difference of two dice does.
  Variable variable_of(const language::Var& var) const;

  // ---- the usual ones
  NodeId constant(int64_t value);
  NodeId yes() { return constant(1); }
  NodeId no() { return constant(0); }
  NodeId variable(VariableId var);
  NodeId all_of(std::vector<NodeId> args);
  NodeId any_of(std::vector<NodeId> args);
  NodeId negation(NodeId arg);
  NodeId op(NodeOp what, std::vector<NodeId> args, uint8_t mode = 0);
  NodeId set_op(NodeOp what, int32_t kind, std::vector<NodeId> args);
  NodeId choose(NodeId condition, NodeId then, NodeId otherwise);
  NodeId constant_set(int32_t kind, const std::vector<uint64_t>& words);
  NodeId all_members(int32_t kind);
  NodeId empty_set(int32_t kind);
  NodeId on_map(int32_t kind);
  NodeId place_of(int32_t kind, NodeId member);
  bool is_constant(NodeId id, int64_t value) const;
  bool is_empty_set(NodeId id) const;
  bool is_full_set(NodeId id) const;
  bool is_static(NodeId id) const {
    return nodes_[static_cast<size_t>(id)].reads.empty() && !nodes_[static_cast<size_t>(id)].can_fault;
  }
  bool mentions(NodeId id, VariableId var) const;
  /// At least one, also of a kind without members.
  uint32_t words_of(int32_t kind) const {
    return std::max<uint32_t>(1, (static_cast<uint32_t>(scenario.size(kind)) + 63) / 64);
  }
  const std::vector<uint64_t>& pooled(int32_t ref) const { return pool_[static_cast<size_t>(ref)].second; }
  uint32_t pooled_address(int32_t ref) const { return pool_address_[static_cast<size_t>(ref)]; }

  // ---- sets for conditions (sets.cpp)
  /// The members of the variable's kind that meet the condition, or no_node where only asking each would do.
  NodeId vectorise(NodeId condition, VariableId var);
  /// `exists`, `count` ... over members: conditions become sets where they can.
  struct Members {
    NodeId outer = no_node;   // condition that does not depend on the member; no_node when there is none
    NodeId domain = no_node;  // what to go through, once `outer` holds
    NodeId rest = no_node;    // condition still to be asked of each; no_node when there is none
  };
  Members narrow(NodeId domain, const std::vector<NodeId>& conditions, VariableId var, VariableId at,
                 int32_t kind);

  // ---- copies with variables replaced (rewrite.cpp)
  NodeId rewrite(NodeId id, const std::vector<std::pair<VariableId, NodeId>>& replaced);
  NodeId instantiate(language::DefinitionId definition, const std::vector<NodeId>& args);
  size_t count_nodes(NodeId id) const;

  // ---- the position before a step (rewrite.cpp)
  /// The same node, read from the position before: its items are the past ones. Variables bound outside keep
  /// their values. Throws std::invalid_argument where it cannot be: an action is lawful in a position of
  /// play.
  NodeId past(NodeId id);
  bool reads_past() const { return reads_past_; }
  /// There is a position before, whether anything reads it or not.
  void read_past() { reads_past_ = true; }
  /// Whose places a binder with `at` reads.
  int32_t places_of(const Node& binder) const {
    return items.place(binder.ref >= 0 ? binder.ref : variables[static_cast<size_t>(binder.var)].kind);
  }
  /// Where an item lies in memory: the position before follows the position.
  Slot slot_of(int32_t item) const;

  // ---- tables of what reads no state (tabulate.cpp); -1 when it would be too large or does not fit
  int32_t values_of(NodeId scalar, const std::vector<VariableId>& index);
  int32_t rows_of(NodeId set, const std::vector<VariableId>& index);
  int32_t transposed(int32_t row_table);  // of one index
  /// Of steps from hex to neighbour: by `index`, the hex from which, and the direction; row major. Cells
  /// without a neighbour are never.
  int32_t steps_of(NodeId step, const std::vector<VariableId>& index, VariableId from, VariableId to);
  std::vector<ValueTable> value_tables;
  std::vector<RowTable> row_tables;
  int32_t add_rows(RowTable table, const std::vector<uint64_t>& words);
  int32_t add_values(ValueTable table, const std::vector<int64_t>& values);
  int32_t neighbour_rows = -1;
  /// Numbers of contents (table_cache.h), as far as they were asked for.
  struct Contents {
    int64_t map = -1;
    std::map<int32_t, int64_t> values, rows;  // by table
  };
  mutable Contents contents;

  /// While this lives, nodes and constants may be made for a trial. `take_back` forgets them, as if there had been no
  /// trial. It returns false and keeps everything if tables or variables were made too.
  class Aside {
   public:
    explicit Aside(Graph& graph);
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;
    bool take_back();

   private:
    std::array<size_t, 10> others() const;
    Graph& g_;
    const size_t nodes_, pool_, words_;
    const std::array<size_t, 10> others_;
  };

  language::ById<DefinitionInfo, language::Definition> definitions;
  language::ById<FieldInfo, language::Field> fields;
  std::vector<KeptSet> kept;
  language::ById<ActionInfo, language::Action> actions;

 private:
  static std::vector<int64_t> key_of(const Node& node);
  NodeId simplify(Node& node);  // an existing node that it equals, or no_node: intern this one
  NodeId simplify_logic(Node& node);
  NodeId simplify_number(Node& node);
  NodeId simplify_set(Node& node);
  NodeId simplify_contains(Node& node);
  void analyse(Node& node) const;
  void analyse_number(Node& node) const;
  NodeId vectorise_new(NodeId condition, VariableId var);
  NodeId vectorise_comparison(NodeId condition, VariableId var);
  NodeId vectorise_emptiness(NodeId set, VariableId var);
  NodeId static_rows(NodeId condition, VariableId var);
  NodeId around(const Node& condition, VariableId var);
  NodeId standing(NodeId condition, VariableId var, VariableId at, int32_t kind);
  NodeId kept_hexes(const Node& hexes_of);
  bool excludes(NodeId set, NodeId member);
  bool drop_excluded(int32_t kind, std::vector<NodeId>& parts);

  std::vector<Node> nodes_;
  std::map<std::vector<int64_t>, NodeId> interned_;
  std::vector<std::pair<int32_t, std::vector<uint64_t>>> pool_;
  std::vector<uint32_t> pool_address_;
  std::map<std::pair<int32_t, std::vector<uint64_t>>, int32_t> pooled_;
  std::map<std::pair<NodeId, VariableId>, NodeId> vectorised_;
  std::map<std::pair<language::DefinitionId, std::vector<NodeId>>, NodeId> instances_;
  std::map<std::pair<NodeId, std::vector<VariableId>>, int32_t> values_made_, rows_made_;
  std::map<int32_t, int32_t> transposed_;
  std::map<std::pair<int32_t, NodeId>, int32_t> hexes_kept_;  // by kind and set
  bool keeping_ = false, reads_past_ = false;
  void move_to_past(Node& node);
  int32_t past_definition(int32_t id);
  int32_t past_field(int32_t id);
  int32_t past_kept(int32_t id);
  std::map<int32_t, int32_t> past_definitions_, past_fields_, past_kept_;
  mutable std::map<NodeId, size_t> counted_;
};

}  // namespace casebook::runtime::compiled
