// SPDX-License-Identifier: Apache-2.0
#pragma once

// From typed expressions to nodes. Constants of the scenario are folded, small definitions replaced by
// their bodies, and binders turned into sets where possible. Definitions, fields and actions are folded
// when first asked for; all are acyclic.

#include <map>
#include <vector>

#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

struct FoldedRequirement {
  NodeId holds = no_node;  // waivers included
  int32_t each = -1;       // asked of each member of that parameter, in `member`
  VariableId member = -1;
  bool of_whole = false;  // its text speaks of that parameter as a whole
};

struct FoldedParam {
  language::ParamMode mode = language::ParamMode::single;
  VariableId var = -1, at = -1, member = -1;
  int32_t kind = -1;  // of members; -1 for numbers and Booleans
  NodeId domain = no_node;
  NodeId where = no_node;
  int32_t least_steps = 0, most_steps = 0;
};

struct FoldedBest {
  bool least = true;
  NodeId value = no_node;
};

struct FoldedAction {
  std::vector<FoldedParam> params;
  std::vector<FoldedRequirement> requirements, ensures;
  std::vector<FoldedBest> bests;
};

class Folder {
 public:
  explicit Folder(Graph& target);

  NodeId expression(const language::Expr& expr);
  NodeId expression(const language::ExprPtr& expr) { return expression(*expr); }
  /// An expression that may speak of the position before a step.
  NodeId of_step(const language::Expr& expr);
  FoldedRequirement requirement(const language::Requirement& requirement);
  const FoldedAction& action(language::ActionId id);

  void definition(language::DefinitionId id);
  void field(language::FieldId id);

  /// What a binder over members goes through.
  struct Bound {
    NodeId domain = no_node;
    std::vector<NodeId> conditions;  // `on`, then `where`
    VariableId var = -1, at = -1;
    int32_t kind = -1;                                  // -1: numbers or Booleans
    std::vector<std::pair<VariableId, NodeId>> before;  // values to compute first, once, in this order
  };
  Bound bind(const language::Binder& binder);
  NodeId stored_variable(language::VarId var);

 private:
  using Expr = language::Expr;
  std::vector<NodeId> arguments(const Expr& expr);
  NodeId quantifier(const Expr& expr);
  NodeId exists(const Bound& bound, NodeId body);
  NodeId sum(const Bound& bound, NodeId summand);
  NodeId best(const Bound& bound, bool least, NodeId value, NodeId otherwise);
  NodeId filter(const Expr& expr);
  NodeId image(const Expr& expr);
  NodeId list(const language::ListBody& body);
  NodeId let(VariableId var, NodeId value, const std::function<NodeId()>& body);
  NodeId given(language::GivenId id, const std::vector<NodeId>& args);
  NodeId given_between(language::GivenId id, NodeId a, NodeId b);
  NodeId state(language::StateId id, const std::vector<NodeId>& args);
  NodeId state_between(language::StateId id, NodeId a, NodeId b);
  NodeId slot(int32_t item, const Slot& at, const language::Type& type, const std::vector<NodeId>& args);
  NodeId table(language::TableId id, const std::vector<NodeId>& args);
  NodeId given_set(language::GivenId id, const std::vector<NodeId>& args);
  NodeId call(language::DefinitionId id, const std::vector<NodeId>& args);
  NodeId with_exceptions(const language::Definition& definition, NodeId body);
  bool holds_for_each(NodeId condition, VariableId var, NodeId value);
  NodeId with_adjustments(const language::Definition& definition, NodeId value);
  NodeId equal(NodeId a, NodeId b);
  NodeId first(const Bound& bound, NodeId when, NodeId value, NodeId otherwise);
  NodeId after(const Bound& bound, NodeId result);
  NodeId clamp(NodeId value, const language::ListBody& body);
  VariableId name(NodeId value);
  NodeId with_name(VariableId var, NodeId value, NodeId body);
  NodeId never_reached(int32_t label, NodeId like);
  int32_t sides_of_hexes();
  int32_t ends_of_sides();
  NodeId edge();
  void keep(language::DefinitionId id);
  void tabulate(language::DefinitionId id);

  Graph& g_;
  std::map<VariableId, NodeId> named_;  // variables that stand for a node
  std::vector<int32_t> given_values_, given_rows_, between_values_, table_values_;
  int32_t hexside_rows_ = -1, ends_rows_ = -1;
  bool of_step_ = false;
  struct OfOnePosition {  // what is folded while this lives never speaks of a step
    explicit OfOnePosition(Folder& folder) : of_step(folder.of_step_), outer(folder.of_step_) {
      of_step = false;
    }
    OfOnePosition(const OfOnePosition&) = delete;
    OfOnePosition& operator=(const OfOnePosition&) = delete;
    ~OfOnePosition() { of_step = outer; }
    bool& of_step;
    const bool outer;
  };
  std::vector<char> definition_done_, field_done_, action_done_;
  std::vector<FoldedAction> actions_;
};

}  // namespace casebook::runtime::compiled
