// SPDX-License-Identifier: Apache-2.0
#pragma once

// Program::flow as a graph. The successor of a call is the step after it, provided that the called
// procedure can end.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

class FlowGraph {
 public:
  /// The procedures must call one another acyclically. The program must outlive it and stay as it is.
  explicit FlowGraph(const Program& program);

  /// The steps that can come after it in its procedure. `past_sites`: a site is passed; otherwise it is a
  /// wall, but for its `or else` (and a call is one unless the procedure can be run through without a site).
  std::vector<StepId> successors(StepId step, bool past_sites) const;
  /// Whether some way leads through the procedure to its end.
  bool returns(ProcedureId procedure) const { return facts_[procedure].returns; }
  bool returns_without_site(ProcedureId procedure) const { return facts_[procedure].without_site; }
  /// By step of the whole flow: can come when its procedure has been entered.
  const std::vector<bool>& reachable() const { return reachable_; }
  /// Steps that can come when `from` has come, `from` itself only if it can come again.
  std::vector<bool> after(StepId from, bool past_sites) const;

 private:
  struct Facts {
    bool known = false, returns = true, without_site = true;
  };
  void look(ProcedureId procedure);

  const Program& program_;
  ById<Facts, Procedure> facts_;
  std::vector<bool> reachable_;
};

/// Who calls whom: by procedure, those that it calls in its text, in order, each once. Settlements are no
/// calls.
std::vector<std::vector<ProcedureId>> call_graph(const Program& program);

/// A circle of the graph as the nodes along it (the first stands for the last too), or nothing.
std::vector<ProcedureId> find_circle(const std::vector<std::vector<ProcedureId>>& graph);

}  // namespace casebook::language
