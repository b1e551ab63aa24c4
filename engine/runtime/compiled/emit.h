// SPDX-License-Identifier: Apache-2.0
#pragma once

// From nodes to instructions.
//
// Registers are handed out like a stack within a routine. A computed value keeps its register until its
// scope ends, so an equal node later in that scope is not computed again. Code that may be skipped has a
// scope of its own. Before a loop, everything in it that does not depend on the loop and cannot fault is
// computed once.
//
// Routines (called definitions, kept sets, fields, actions asked with `legal`) wait in a queue and are
// emitted after their callers.

#include <deque>
#include <functional>
#include <unordered_map>

#include "engine/runtime/compiled/compiled_program.h"
#include "engine/runtime/compiled/simplify/fold.h"
#include "engine/runtime/compiled/translate.h"

namespace casebook::runtime::compiled {

using Label = int32_t;

class Emitter {
 public:
  /// `folder` is needed for statements and for routines of fields and actions; without it only nodes can be
  /// emitted.
  Emitter(Graph& graph, Folder* folder, CompiledProgram& program);

  // ---- code
  int32_t here() const { return static_cast<int32_t>(p_.code.size()); }
  Label label();
  void bind(Label label);
  void jump(Label label) { jump_op(Operation::jump, 0, 0, label); }
  void put(Operation op, int32_t a = 0, int32_t b = 0, int32_t c = 0, uint32_t n = 0);
  void more(int32_t a, int32_t b = 0, int32_t c = 0) { put(Operation::more, a, b, c); }
  void jump_op(Operation op, int32_t a, int32_t b, Label target, uint32_t n = 0);
  int32_t position_of(Label label) const { return labels_[static_cast<size_t>(label)]; }
  /// Resolves jumps; every label must be bound by now. Says what every row of kept values depends on.
  void finish();

  // ---- registers and scopes
  void begin_routine();
  Address temporary(uint32_t words = 1);
  Address permanent(uint32_t words = 1);
  void push();
  void pop();
  void bind_variable(VariableId var, Address at);
  void unbind_variable(VariableId var) { bound_.erase(var); }
  bool is_bound(VariableId var) const { return bound_.count(var) != 0; }
  Address address_of(VariableId var) const { return bound_.at(var); }
  Address constant(int64_t value) { return g_.image.constant(value); }
  void forget_readers_of(int32_t item);

  // ---- values (emit_scalar.cpp, emit_set.cpp, emit_loop.cpp)
  /// The word, words or path with the node's value. It may be read until the scope ends or the position is
  /// written.
  Address value(NodeId node);
  /// The same in registers that no write changes.
  Address kept_value(NodeId node);
  void value_to(NodeId node, Address to);
  /// Jumps if the condition comes out so; goes on otherwise.
  void branch(NodeId condition, bool when, Label target);
  void hoist(NodeId body);

  /// Goes through a domain: `body` is given the label that goes on with the next member.
  void loop(NodeId domain, VariableId var, VariableId at, const std::vector<NodeId>& inside,
            const std::function<void(Label)>& body);
  /// The same of a node's binder, whose places may be those before a step.
  void loop(const Node& binder, const std::vector<NodeId>& inside, const std::function<void(Label)>& body);

  // ---- routines (emit_routines.cpp)
  void emit_queued();
  /// Code that the host runs to ask a definition or a field.
  CalledForm called_definition(language::DefinitionId id);
  CalledForm called_field(language::FieldId id);
  /// Room for a value of one word that the host keeps until something it depends on is written.
  int32_t room_for_value(NodeId node);

  // ---- statements (emit_statement.cpp)
  void statement(const language::Stmt& stmt);
  bool may_end_game(const language::Stmt& stmt) const;

  // ---- actions (emit_choices.cpp, emit_guard.cpp)
  /// Emits every lawful choice of an alternative. `form` has the addresses.
  struct ActionRoom {  // registers of an action's parameters
    std::vector<Address> values, places;
    int32_t subset = -1;  // SubsetForm of its set parameter
  };
  ActionRoom make_room(language::ActionId action);
  void enter_room(language::ActionId action, const ActionRoom& room);
  /// Afterwards: what a parameter that is still bound stands in would be computed before the loop over it.
  void leave_room(language::ActionId action);
  void generate(const language::Alternative& alternative, const ActionRoom& room, int32_t form);
  /// Registers of parameters are set (singles, hexes of the path, mask): the rest of them.
  void complete_parameters(language::ActionId action, const ActionRoom& room);
  /// Whether the action with its parameters set is lawful; else to `refused`. Sets the registers of hexes.
  void guard(language::ActionId action, const ActionRoom& room, Label refused);
  /// For a lawful choice: goes on if its preferences allow it, else to `refused`.
  void prefer(language::ActionId action, const ActionRoom& room, Label refused);

  // ---- flow (emit_flow.cpp)
  void flow();

  bool tabulate_inside = true;

 private:
  Address emit_value(NodeId node);
  void scalar_to(NodeId node, Address to);
  void boolean_to(NodeId node, Address to);
  void set_to(NodeId node, Address to);
  void path_to(NodeId node, Address to);
  void choose_to(const Node& node, Address to);
  void copy_to(const Node& like, Address from, Address to);
  void best_to(const Node& node, Address to);
  void filter_best_to(const Node& node, Address to);
  void call_to(const Node& node, Address to);
  NodeId tabulated(NodeId node);
  Address index_of(const std::vector<int64_t>& low, const std::vector<int64_t>& size,
                   const std::vector<NodeId>& args, size_t count);
  Address state_index(const Slot& slot, const std::vector<NodeId>& args, size_t count);
  Slot slot_of(int32_t item) const { return g_.slot_of(item); }
  void loop(NodeId domain, VariableId var, VariableId at, int32_t places, const std::vector<NodeId>& inside,
            const std::function<void(Label)>& body);
  Address row_index(const std::vector<VariableId>& params, const std::vector<NodeId>& args);
  Address kept_row(const Node& node);         // index of its row
  Address field_row_index(const Node& node);  // -1: its values are not kept
  void field_cost_to(const Node& node, Address to);
  uint32_t words(int32_t kind) const { return g_.words_of(kind); }
  void set_operation(Operation general, Address to, Address a, Address b, uint32_t n);

  enum RoutineKind : int32_t {
    definition_routine_kind,
    kept_routine_kind,
    field_routine_kind,
    action_routine_kind
  };
  struct Routine {
    int32_t kind = definition_routine_kind;
    int32_t id = 0;
    Label label = -1;
    std::vector<Address> params;
    Address result = -1;
    int32_t room = -1;
    bool keep_rows = false;
    Label sets = -1;  // of a field: computes its sets and which row of steps
    ActionRoom action;
  };
  Routine& routine(int32_t kind, int32_t id);
  std::vector<CalledForm::Param> called_params(const std::vector<VariableId>& vars, const Routine& routine);
  Origin of_routine(const Routine& routine) const;
  void emit_definition(const Routine& routine);
  void emit_kept(const Routine& routine);
  void emit_field(const Routine& routine);
  void emit_action(const Routine& routine);

  /// How a field is computed.
  struct FieldPlan {
    NodeId goal = no_node, through = no_node;  // as sets; no_node: asked hex by hex, or every hex
    int32_t steps = -1;                        // table of steps (Graph::steps_of), and over what
    std::vector<VariableId> step_index;
    bool local = false;  // may be looked up at one hex
  };
  void stamp_rows();
  const FieldPlan& field_plan(int32_t id);
  NodeId field_set_of(const std::vector<VariableId>& params, NodeId condition, VariableId var);

  bool may_run_in_place(const language::Stmt& stmt);
  void assign(const language::Stmt& stmt);
  void for_all(const language::Stmt& stmt);
  void for_each(const language::Stmt& stmt);
  void effect(const language::Stmt& stmt);
  void loop_members(const language::Binder& binder, const std::function<void()>& body);
  std::vector<int32_t> written_by(const language::Stmt& stmt) const;

  struct Plan;
  void make_plan(const language::Alternative& alternative, Plan& plan);
  std::vector<NodeId> inner_nodes(const Plan& plan, size_t level) const;
  void generate_level(Plan& plan, size_t level, Label next);
  bool is_plain(const Plan& plan, size_t level, const Graph::Members& members) const;
  void generate_set(Plan& plan, size_t level, Label next);
  void generate_path(Plan& plan, size_t level, Label next);
  void generate_path_steps(Plan& plan, size_t level, int32_t step, NodeId allowed,
                           const std::vector<FoldedRequirement>& ask);
  void generate_leaf(Plan& plan, Label next);
  NodeId candidates(const FoldedParam& param);
  void check_candidates(Address set, int32_t kind, ActionId action);
  void requirement(const FoldedRequirement& requirement, language::ActionId action, Label refused);
  void member_loop(language::ParamMode mode, VariableId param, VariableId member, NodeId asked,
                   const std::function<void(Label)>& body);
  class Followed;
  bool can_fault(const language::Stmt& stmt);
  NodeId surely_ensured(language::ActionId action, const std::vector<NodeId>& facts);
  void ensure(language::ActionId action, NodeId surely, Label refused);
  int32_t direction_cells();

  Origin of_procedure(language::ProcedureId procedure, language::CaseId label) const;
  void flow_step(size_t at);
  void enter_procedure(language::ProcedureId procedure, const std::vector<Address>& args,
                       int32_t return_step);
  void clear_slot(const Slot& slot, int32_t item);
  void write_slot(const Slot& slot, const language::Type& type, int32_t item, Address value);
  void site(size_t id);

  Graph& g_;
  Folder* f_;
  CompiledProgram& p_;
  std::vector<int32_t> labels_;
  std::vector<std::pair<size_t, Label>> fixups_;
  uint32_t next_ = 0, highest_ = 0, permanent_ = 0;
  std::unordered_map<VariableId, Address> bound_;
  std::unordered_map<NodeId, Address> known_;
  struct Scope {
    size_t known;
    uint32_t next;
  };
  std::vector<NodeId> trail_;
  std::vector<Scope> scopes_;
  std::deque<Routine> routines_;
  size_t emitted_ = 0;
  std::vector<std::pair<int32_t, NodeId>> kept_values_;  // by room
  int32_t add_room(uint32_t row_words, int64_t rows);
  std::map<std::pair<int32_t, int32_t>, size_t> routine_of_;
  std::map<NodeId, NodeId> tables_of_;
  std::map<int32_t, FieldPlan> field_plans_;
  std::vector<Label> step_labels_, site_labels_;
  std::map<VariableId, Address> dice_;
  int32_t direction_cells_ = -1;
};

}  // namespace casebook::runtime::compiled
