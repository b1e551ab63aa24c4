// SPDX-License-Identifier: Apache-2.0
// Control as a whole, when every procedure has been lowered: circles, ways through, turns of loops.
#include <algorithm>

#include "engine/language/lower/control.h"
#include "engine/program/flow_graph.h"

namespace casebook::language {
namespace {

template <class Item>
std::string circle_text(const std::vector<Item>& items, const std::vector<ProcedureId>& circle) {
  std::string text;
  for (const ProcedureId id : circle) text += items[static_cast<size_t>(id)].name + " -> ";
  return text + items[static_cast<size_t>(circle.front())].name;
}

bool check_procedures(Checker& checker) {
  const Program& program = checker.program;
  const std::vector<ProcedureId> circle = find_circle(call_graph(program));
  if (circle.empty()) return true;
  const Procedure& first = program.procedures[circle.front()];
  checker.diagnostics
      .error("E0503", program.range_of(first.place),
             "these procedures call one another in a circle: " + circle_text(program.procedures, circle))
      .notes.push_back({{}, "write what comes again as a `repeat`"});
  return false;
}

}  // namespace

void Checker::check_flow() {
  if (!lowering) lowering = std::make_shared<Lowering>();
  lowering->written.resize(program.flow.size());
  // Rules without any procedure are work in progress: they can be asked, not played.
  if (program.game == none && !program.procedures.empty()) {
    diagnostics
        .error("E0509", program.range_of(program.procedures.front().place), "there is no procedure \"game\"")
        .expected = "a procedure called \"game\", which is what is played";
  }
  check_claims(*this);
  if (!check_procedures(*this)) return;
  // Where text could not be read, sound lines around it would be said to be wrong.
  const auto& all = diagnostics.all();
  const bool unread =
      std::any_of(all.begin(), all.end(), [](const Diagnostic& d) { return d.code.starts_with("E01"); });
  if (!unread) check_ways(*this);
  check_lifetimes(*this);
  if (diagnostics.has_errors()) return;
  tidy_flow(program);
  leave_out_settlements(program);
  check_interrupted(*this);
  tidy_flow(program);
}

}  // namespace casebook::language
