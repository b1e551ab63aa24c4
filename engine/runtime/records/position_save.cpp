// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/board/format.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/slot_values.h"
#include "engine/runtime/text/position_names.h"

namespace casebook::runtime {

using board::JsonValue;
using language::Program;
using language::State;

namespace {

class PositionWriter {
 public:
  PositionWriter(const Scenario& scenario, const Position& position)
      : scenario_(scenario),
        program_(*scenario.program),
        position_(position),
        names_(program_),
        control_(control_of(scenario, position)),
        running_(running(program_, control_)) {}

  std::string run() {
    JsonValue file = JsonValue::object();
    identity(file);
    const Outcome outcome = outcome_of(scenario_, position_);
    if (outcome.kind == OutcomeKind::open)
      file.add("control", JsonValue::of(control_text(program_, control_)));
    else
      file.add("outcome", JsonValue::of(outcome_text(scenario_, outcome)));
    add_unless_empty(file, "state", plain_states());
    add_unless_empty(file, "locals", locals());
    add_unless_empty(file, "entities", entities());
    return board::write_format(std::move(file), board::position_format);
  }

 private:
  void identity(JsonValue& file) const {
    const RulesetIdentity identity = identity_of(scenario_);
    file.add("edition", JsonValue::of(identity.edition));
    file.add("scenario", JsonValue::of(identity.scenario));
    JsonValue switches = JsonValue::object();
    for (const auto& [name, value] : identity.switches) switches.add(name, JsonValue::of(value));
    add_unless_empty(file, "switches", std::move(switches));
    file.add("rules", JsonValue::of(fingerprint_text(identity.rules)));
    file.add("data", JsonValue::of(fingerprint_text(identity.data)));
  }

  static void add_unless_empty(JsonValue& into, const std::string& key, JsonValue value) {
    if (!value.members.empty()) into.add(key, std::move(value));
  }

  bool alive(ProcedureId procedure) const {
    return procedure == language::none || running_[static_cast<size_t>(procedure)];
  }

  /// Whether loading would give this value without being told.
  bool is_default(size_t state, uint32_t combination, const Value& value) const {
    const State& s = program_.states[state];
    const std::optional<Value> constant = constant_value(scenario_, s.type, s.initial.get());
    if (constant && *constant != value) return false;
    if (s.procedure != language::none) return constant.has_value();
    return read_slot(scenario_.start, scenario_.layout.states[state], s.type, combination) == value;
  }

  JsonValue plain_states() const {
    JsonValue states = JsonValue::object();
    for (size_t i = 0; i < program_.states.size(); ++i) {
      const State& s = program_.states[i];
      if (!s.params.empty() || !alive(s.procedure)) continue;
      const Value value = read_slot(position_, scenario_.layout.states[i], s.type, 0);
      if (!is_default(i, 0, value)) states.add(names_.states[i], value_json(scenario_, s.type, value));
    }
    return states;
  }

  JsonValue locals() const {
    JsonValue locals = JsonValue::object();
    const std::vector<VarId> scope = variables_in_scope(program_, control_);
    for (const ProcedureId procedure : control_.procedures) {
      for (const VarId id : program_.procedures[procedure].vars) {
        const Slot& slot = scenario_.layout.vars[id];
        const language::Var& var = program_.vars[id];
        const Value value = read_slot(position_, slot, var.type, 0);
        const bool in_scope = std::find(scope.begin(), scope.end(), id) != scope.end();
        if (is_typed(scenario_, var, value) && (in_scope || !is_zero(slot))) {
          locals.add(names_.vars[id], value_json(scenario_, var.type, value));
        }
      }
    }
    return locals;
  }

  /// As variables out of scope are.
  bool is_zero(const Slot& slot) const {
    for (uint32_t i = 0; i < slot.width; ++i) {
      if (slot.kind == SlotKind::cells ? position_.cell(slot.first + i) != 0
                                       : position_.word(slot.first + i) != 0)
        return false;
    }
    return true;
  }

  JsonValue entities() const {
    JsonValue all = JsonValue::object();
    for (size_t kind = 0; kind < program_.kinds.size(); ++kind) {
      JsonValue members = JsonValue::object();
      for (int32_t member = 0; member < scenario_.size(static_cast<KindId>(kind)); ++member) {
        add_unless_empty(members, scenario_.members[kind][static_cast<size_t>(member)], entity(kind, member));
      }
      add_unless_empty(all, program_.kinds[kind].name, std::move(members));
    }
    return all;
  }

  JsonValue entity(size_t kind, int32_t member) const {
    JsonValue line = JsonValue::object();
    if (program_.kinds[kind].on_map) {
      const language::Type location{language::TypeTag::location, language::none, 1};
      const Value place =
          read_slot(position_, scenario_.layout.places[kind], location, static_cast<uint32_t>(member));
      line.add("place", value_json(scenario_, location, place));
    }
    for (size_t i = 0; i < program_.states.size(); ++i) {
      const State& s = program_.states[i];
      if (s.params.empty() || s.params[0].of != static_cast<KindId>(kind) || !alive(s.procedure)) continue;
      const uint32_t first = static_cast<uint32_t>(member) * scenario_.layout.states[i].strides[0];
      if (s.params.size() > 1) {
        add_unless_empty(line, names_.states[i], nested(i, 1, first));
        continue;
      }
      const Value value = read_slot(position_, scenario_.layout.states[i], s.type, first);
      if (!is_default(i, first, value)) line.add(names_.states[i], value_json(scenario_, s.type, value));
    }
    return line;
  }

  /// State of several entities: an object per further one.
  JsonValue nested(size_t state, size_t depth, uint32_t combination) const {
    const State& s = program_.states[state];
    const Slot& slot = scenario_.layout.states[state];
    const KindId kind = s.params[depth].of;
    JsonValue object = JsonValue::object();
    for (int32_t member = 0; member < scenario_.size(kind); ++member) {
      const uint32_t here = combination + static_cast<uint32_t>(member) * slot.strides[depth];
      const std::string& name = scenario_.members[kind][static_cast<size_t>(member)];
      if (depth + 1 < s.params.size()) {
        add_unless_empty(object, name, nested(state, depth + 1, here));
        continue;
      }
      const Value value = read_slot(position_, slot, s.type, here);
      if (!is_default(state, here, value)) object.add(name, value_json(scenario_, s.type, value));
    }
    return object;
  }

  const Scenario& scenario_;
  const Program& program_;
  const Position& position_;
  PositionNames names_;
  Control control_;
  std::vector<bool> running_;
};

}  // namespace

std::string position_text(const Scenario& scenario, const Position& position) {
  return PositionWriter(scenario, position).run();
}

}  // namespace casebook::runtime
