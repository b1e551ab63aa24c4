// SPDX-License-Identifier: Apache-2.0
// Translation: definitions with their exceptions and adjustments, each translated once for equal arguments
// and equal cells. Beside Evaluator::call_value.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

Translator::Key Translator::key_of(int64_t head, const std::vector<SymbolicValue>& values,
                                   const language::Access& access, const SymbolicPosition& position) {
  Key key{head};
  for (const SymbolicValue& value : values) {
    key.push_back(value.number);
    key.push_back(value.never);
    key.push_back(static_cast<int64_t>(value.items.size()));
    key.insert(key.end(), value.items.begin(), value.items.end());
  }
  for (const StateId id : access.reads.states) key.push_back(content_of(SlotOf::state, id, position));
  for (const KindId id : access.reads.places) key.push_back(content_of(SlotOf::place, id, position));
  return key;
}

// Cells that were written apart and came out the same are the same: an action's body is executed for what
// has to hold after it, and again for what is done.
int64_t Translator::content_of(SlotOf what, Id id, const SymbolicPosition& position) {
  const SymbolicCells& cells = position.cells(what, id);
  if (const auto known = contents_.find(cells.version); known != contents_.end()) return known->second;
  Key key;
  for (const SymbolicValue& value : cells.values) {
    key.push_back(value.number);
    key.push_back(value.never);
    key.push_back(static_cast<int64_t>(value.items.size()));
    key.insert(key.end(), value.items.begin(), value.items.end());
  }
  const auto next = static_cast<int64_t>(content_ids_.size());
  const int64_t content = content_ids_.emplace(std::move(key), next).first->second;
  contents_.emplace(cells.version, content);
  return content;
}

SymbolicValue Translator::call_value(DefinitionId id, std::vector<SymbolicValue> values,
                                     const SymbolicPosition& position) {
  const language::Definition& definition = program_.definitions[id];
  const Key key = key_of(2 * int64_t{id}, values, access_.definition(id), position);
  if (const auto known = known_.find(key); known != known_.end()) return again(known->second);
  Known made;
  {
    const Aside aside(*this);
    for (size_t i = 0; i < values.size(); ++i) variable(definition.params[i]) = std::move(values[i]);
    made.value = definition_value(definition, position);
    made.faults = take_faults();
  }
  return again(known_.emplace(key, std::move(made)).first->second);
}

SymbolicValue Translator::definition_value(const language::Definition& definition,
                                           const SymbolicPosition& position) {
  const size_t count = definition.exceptions.size();
  std::vector<Ref> holding, highest;
  for (const auto& exception : definition.exceptions)
    holding.push_back(evaluate(*exception.when, position).number);
  for (size_t i = 0; i < count; ++i) {
    std::vector<Ref> above;  // another that holds and is over it
    for (size_t other = 0; other < count; ++other) {
      const auto& over = definition.exceptions[other].over;
      if (std::find(over.begin(), over.end(), static_cast<int32_t>(i)) != over.end())
        above.push_back(holding[other]);
    }
    highest.push_back(formula_.and_(holding[i], formula_.not_(formula_.or_(std::move(above)))));
    const auto& exception = definition.exceptions[i];
    branch(highest[i], exception.place, exception.label, "stands");
    branch(formula_.not_(holding[i]), exception.place, exception.label, "does not hold");
  }
  const Ref none_holds = formula_.not_(formula_.or_(highest));
  branch(none_holds, definition.place, definition.label, "body");
  SymbolicValue value;
  bool said = false;
  if (none_holds != no) {
    const Under when(*this, none_holds);
    value = evaluate(*definition.body, position);
    said = true;
  }
  Ref before = no;  // one of those before is among the highest
  std::vector<SymbolicValue> values(count);
  std::vector<Ref> first(count, no);
  for (size_t i = 0; i < count; ++i) {
    if (highest[i] == no) continue;
    const Under when(*this, highest[i]);
    values[i] = evaluate(*definition.exceptions[i].value, position);
    first[i] = formula_.and_(highest[i], formula_.not_(before));
    before = formula_.or_(before, highest[i]);
    for (size_t k = 0; k < i; ++k) {
      if (first[k] == no) continue;
      const Ref differ = formula_.not_(same(definition.type, values[k], values[i]));
      fault(formula_.and_(first[k], differ), definition.exceptions[k].label);
    }
    value = said ? choose(first[i], values[i], value) : values[i];
    said = true;
  }

  const size_t adjustments = definition.adjustments.size();
  std::vector<Ref> adjusting;
  for (const auto& adjustment : definition.adjustments)
    adjusting.push_back(evaluate(*adjustment.when, position).number);
  const SymbolicValue unadjusted = value;
  for (size_t i = 0; i < adjustments; ++i) {
    const auto& adjustment = definition.adjustments[i];
    branch(adjusting[i], adjustment.place, adjustment.label, "adjusts");
    branch(formula_.not_(adjusting[i]), adjustment.place, adjustment.label, "does not adjust");
    if (adjusting[i] == no) continue;
    const Under when(*this, adjusting[i]);
    value = choose(adjusting[i], adjusted(definition, i, value, position), value);
  }
  for (size_t a = 0; a < adjustments; ++a) {
    for (size_t b = a + 1; b < adjustments; ++b) {
      const auto& after = definition.adjustments[b].after;
      if (std::find(after.begin(), after.end(), static_cast<int32_t>(a)) != after.end()) continue;
      const Ref both = formula_.and_(adjusting[a], adjusting[b]);
      if (both == no) continue;
      const Under when(*this, both);
      const SymbolicValue one =
          adjusted(definition, b, adjusted(definition, a, unadjusted, position), position);
      const SymbolicValue other =
          adjusted(definition, a, adjusted(definition, b, unadjusted, position), position);
      fault(formula_.not_(same(definition.type, one, other)), definition.adjustments[a].label);
    }
  }
  return value;
}

SymbolicValue Translator::adjusted(const language::Definition& definition, size_t which,
                                   const SymbolicValue& value, const SymbolicPosition& position) {
  variable(definition.adjustments[which].otherwise) = value;
  return evaluate(*definition.adjustments[which].value, position);
}

}  // namespace casebook::symbolic
