// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/position_names.h"

#include <map>

namespace casebook::runtime {

PositionNames::PositionNames(const language::Program& program) {
  std::map<std::string, int> used{{"place", 1}};  // a unit's line says its place under that name
  const auto named = [&](ProcedureId procedure, const std::string& name) {
    const std::string prefix = procedure == language::none ? "" : program.procedures[procedure].name + ".";
    const std::string full = prefix + (name.empty() ? "_" : name);
    const int ordinal = ++used[full];
    return ordinal == 1 ? full : full + ":" + std::to_string(ordinal);
  };
  for (const language::State& state : program.states) states.push_back(named(state.procedure, state.name));
  for (const language::Var& var : program.vars) {
    vars.push_back(var.procedure == language::none ? std::string() : named(var.procedure, var.name));
  }
}

std::vector<VarId> variables_in_scope(const language::Program& program, const Control& control) {
  std::vector<VarId> vars;
  for (const int32_t call : control.calls) {
    const std::vector<VarId>& here = program.flow[call].vars;
    vars.insert(vars.end(), here.begin(), here.end());
  }
  if (control.site >= 0) {
    const std::vector<VarId>& here = program.sites[control.site].scope;
    vars.insert(vars.end(), here.begin(), here.end());
  }
  return vars;
}

std::vector<bool> running(const language::Program& program, const Control& control) {
  std::vector<bool> result(program.procedures.size(), false);
  for (const ProcedureId procedure : control.procedures) result[static_cast<size_t>(procedure)] = true;
  return result;
}

}  // namespace casebook::runtime
