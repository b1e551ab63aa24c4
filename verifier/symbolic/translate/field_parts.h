// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

/// The parts of a field: goals, and steps from a hex to one that others may reach through.
struct Translator::FieldParts {
  struct Edge {
    int32_t from, to;
    SymbolicValue step;  // never: none
  };
  std::vector<Ref> goal, on;  // by hex; `on`: others may reach through it
  std::vector<Edge> edges;
  /// One that asking faults: of the goals first, then of whoever is come to (`from` -1), then of steps to it.
  struct Fault {
    int32_t from, to;
    FaultCase fault;
  };
  std::vector<Fault> faults;

  /// The hexes from which a goal is come to by these goals and edges, from the goals outwards.
  std::vector<bool> spread(const std::function<bool(Ref)>& is_goal,
                           const std::function<bool(const Edge&)>& is_open) const {
    std::vector<bool> in;
    for (const Ref one : goal) in.push_back(is_goal(one));
    std::vector<std::vector<int32_t>> into(goal.size());
    for (const Edge& edge : edges)
      if (is_open(edge)) into[static_cast<size_t>(edge.to)].push_back(edge.from);
    std::vector<size_t> open;
    for (size_t hex = 0; hex < in.size(); ++hex)
      if (in[hex]) open.push_back(hex);
    while (!open.empty()) {
      const size_t hex = open.back();
      open.pop_back();
      for (const int32_t from : into[hex]) {
        if (in[static_cast<size_t>(from)]) continue;
        in[static_cast<size_t>(from)] = true;
        open.push_back(static_cast<size_t>(from));
      }
    }
    return in;
  }
  /// Those that surely are, and those that may be.
  std::vector<bool> sure() const {
    return spread([](Ref one) { return one == yes; }, [](const Edge& edge) { return edge.step.never == no; });
  }
  std::vector<bool> possible() const {
    return spread([](Ref one) { return one != no; }, [](const Edge&) { return true; });
  }
};

}  // namespace casebook::symbolic
