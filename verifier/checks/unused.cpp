// SPDX-License-Identifier: Apache-2.0
// unused: items that nothing in play uses.
//
// Items are reached from the procedure `game`, its watches, views and invariants. An item that nothing
// uses, or only claims do, changes no game: it is usually a helper or there for completeness, and sometimes
// a forgotten rule. States that nothing reads, or nothing writes, are reported too.
#include <fmt/format.h>

#include "verifier/checks/list.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "unused";

struct UnusedCheck {
  Context& context;
  const References& uses;
  size_t items = 0;

  void ask(const Named& named, const Item& item, const char* sort) {
    ++items;
    if (uses.in_play(named) || uses.in_view(named) || uses.in_invariant(named)) return;
    Finding& finding =
        context.add(id, fmt::format("{} {}", sort, item.name), Verdict::refuted, Concern::idle);
    finding.kind = kind::not_used;
    finding.claim = fmt::format("The game, a view or an invariant uses the {} {}", sort, item.name);
    finding.headline = fmt::format("The game does not use the {} {}", sort, item.name);
    finding.text =
        uses.in_claim(named) ? "Only claims use it." : "No view, invariant or claim uses it either.";
    finding.scope = "everything that the game can evaluate was read";
    context.cite(finding, item);
  }
  template <class T>
  void all(const std::vector<T>& list, Sort sort, const char* word) {
    for (size_t i = 0; i < list.size(); ++i) ask({sort, static_cast<Id>(i)}, list[i], word);
  }
};

Answer run(Context& context) {
  const Program& p = context.program();
  UnusedCheck check{context, context.references()};
  check.all(p.boxes, Sort::box, "box");
  check.all(p.places, Sort::place, "place");
  check.all(p.givens, Sort::given, "given");
  check.all(p.options, Sort::option, "option");
  check.all(p.readings, Sort::reading, "reading");
  check.all(p.tables, Sort::table, "table");
  check.all(p.definitions, Sort::definition, "definition");
  check.all(p.fields, Sort::field, "field");
  check.all(p.effects, Sort::effect, "effect");
  for (size_t i = 0; i < p.actions.size(); ++i) {
    if (p.actions[i].watch == none)
      check.ask({Sort::action, static_cast<ActionId>(i)}, p.actions[i], "action");
  }
  for (size_t i = 0; i < p.procedures.size(); ++i) {
    if (static_cast<ProcedureId>(i) != p.settle)
      check.ask({Sort::procedure, static_cast<ProcedureId>(i)}, p.procedures[i], "procedure");
  }
  for (size_t i = 0; i < p.states.size(); ++i) {
    const State& state = p.states[i];
    if (state.hidden) continue;
    ++check.items;
    const StateId at = static_cast<StateId>(i);
    const bool read = check.uses.is_read(at), written = check.uses.is_written(at);
    // One that is only read stands for what the scenario sets up; one of a run is given its value at entry.
    if (read && (written || state.procedure != none || !state.params.empty())) continue;
    Finding& finding = context.add(id, "state " + state.name, Verdict::refuted, Concern::idle);
    finding.kind = kind::not_used;
    finding.claim = fmt::format("The state {} is written and read", state.name);
    finding.headline = fmt::format("The state {} is {}", state.name,
                                   !read && !written ? "neither written nor read"
                                   : !read           ? "written but never read"
                                                     : "read but never written");
    if (read) finding.text = "It keeps the value that the scenario gives it.";
    finding.scope = "everything that the game can evaluate was read";
    context.cite(finding, state);
  }
  for (size_t i = 0; i < p.kinds.size(); ++i) {
    const Kind& kind = p.kinds[i];
    if (!kind.closed || kind.reading != none || static_cast<KindId>(i) == p.kind_side) continue;
    for (size_t member = 0; member < kind.members.size(); ++member) {
      const Named named{Sort::kind, static_cast<KindId>(i), static_cast<int32_t>(member)};
      ++check.items;
      if (check.uses.anywhere(named)) continue;
      // Data may have it though no rule names it: an index of a table does.
      bool indexes = false;
      for (const Table& table : p.tables) {
        for (const Type& index : table.index)
          indexes = indexes || (index.tag == TypeTag::entity && index.of == static_cast<KindId>(i));
      }
      if (indexes) continue;
      Finding& finding = context.add(id, fmt::format("{} {}", kind.name, kind.members[member]),
                                     Verdict::refuted, Concern::idle);
      finding.kind = kind::not_used;
      finding.claim = fmt::format("Some rule names the {} {}", kind.name, kind.members[member]);
      finding.headline = fmt::format("No rule names the {} {}", kind.name, kind.members[member]);
      finding.text = "No rule distinguishes it from the others.";
      finding.scope = "all items were read";
      context.cite(finding, kind);
    }
  }
  return {Verdict::proved, counted(check.items, "item")};
}

}  // namespace

Check unused() {
  return {id, "Is there an item that no game, view or invariant uses?", CheckOf::text, false, run};
}

}  // namespace casebook::checks
