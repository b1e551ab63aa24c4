// SPDX-License-Identifier: Apache-2.0
// Rivals of what must hold now, where a procedure keeps whether it held when the procedure began.
#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/rivals_parts.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

class OfBeginnings : RivalFinder {
 public:
  using RivalFinder::RivalFinder;

  void run() {
    for (size_t i = 0; i < p_.states.size(); ++i) {
      const auto id = static_cast<StateId>(i);
      const State& state = p_.states[id];
      // `state ready: bool = in_place()`
      if (state.procedure == none || !state.params.empty() || state.hidden || state.type != boolean_type ||
          state.initial->op != Op::call || !state.initial->args.empty())
        continue;
      since_the_start(id, DefinitionId(state.initial->ref));
    }
  }

 private:
  void since_the_start(StateId kept, DefinitionId now) {
    for (size_t i = 0; i < p_.definitions.size(); ++i) {
      Definition& definition = p_.definitions[static_cast<DefinitionId>(i)];
      // Only where the procedure runs is anything kept.
      if (!definition.body || !reads_.definition(static_cast<DefinitionId>(i)).reads.states.contains(kept))
        continue;
      const CaseId around = definition.label;
      if (definition.body->op != Op::list) {
        conditions(*definition.body, definition.name, around, kept, now);
        continue;
      }
      for (ListEntry& entry : definition.body->list->entries)
        for (ExprPtr* const part : {&entry.value, &entry.when})
          if (*part)
            conditions(**part, definition.name, entry.label == none ? around : entry.label, kept, now);
    }
  }

  void conditions(Expr& top, const std::string& item, CaseId label, StateId kept, DefinitionId now) {
    const auto reads_kept = [&](const Expr& one) { return one.op == Op::state && StateId(one.ref) == kept; };
    // Who asks both asks already.
    if (asks(top) || any_part(top, reads_kept)) return;
    change(top, [&](Expr& expr) {
      if (expr.op != Op::call || DefinitionId(expr.ref) != now) return;
      offer(RivalSort::since_the_start, item, label, expr.place,
            fmt::format("Is it enough that \"{}\" holds now, or must it have held when the phase began?",
                        with_blanks(p_.definitions[now].name)),
            "now is enough", "it must have held when the phase began", [this, &expr, kept] {
              ExprPtr then = make_expr(Op::state, boolean_type, expr.place);
              then->ref = kept;
              expr = std::move(*then);
            });
      made().state = kept;
      made().at = place_in(now);
      made().condition = p_.definitions[now].name;
    });
  }
  std::string place_in(DefinitionId of) const {
    std::string name;
    if (p_.definitions[of].body)
      walk(*p_.definitions[of].body, [&](const Expr& one) {
        if (one.op == Op::named_place && name.empty()) name = p_.places[MapPlaceId(one.ref)].name;
      });
    return name;
  }
};

}  // namespace

void find_rivals_of_beginnings(Program& program, std::vector<FoundRival>& found) {
  find_with<OfBeginnings>(program, found);
}

}  // namespace casebook::language
