// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/board/format.h"
#include "engine/runtime/absent.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/slot_values.h"
#include "engine/runtime/text/position_names.h"

namespace casebook::runtime {

using board::DataFile;
using board::JsonKind;
using board::JsonMember;
using board::JsonValue;
using board::ObjectReader;
using language::none;
using language::Program;
using language::State;

namespace {

/// The tree, with the one mistake of JSON that is a mistake of positions given its own code: a unit that
/// stands in two places.
std::optional<JsonValue> open(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  Diagnostics found;
  std::optional<JsonValue> json = board::open_format(text, board::position_format, DataFile(file, found));
  for (const Diagnostic& diagnostic : found.all()) {
    if (diagnostic.code == "D0104") {
      Diagnostic twice = diagnostic;
      twice.code = "P0111";
      diagnostics.add(std::move(twice));
    } else {
      diagnostics.add(diagnostic);
    }
  }
  diagnostics.sources().add_all(found.sources());
  return json;
}

uint64_t read_fingerprint(const DataFile& file, ObjectReader& top, std::string_view key) {
  const JsonValue* value = top.get(key);
  if (value == nullptr) return 0;
  uint64_t number = 0;
  const char* end = value->text.data() + value->text.size();
  if (value->is(JsonKind::string) && value->text.size() == 16) {
    const auto [stop, problem] = std::from_chars(value->text.data(), end, number, 16);
    if (problem == std::errc{} && stop == end) return number;
  }
  file.wrong_kind(*value, "a fingerprint", "text of 16 hexadecimal digits");
  return 0;
}

RulesetIdentity read_identity(const DataFile& file, ObjectReader& top) {
  RulesetIdentity identity;
  identity.edition = top.text("edition");
  identity.scenario = top.text("scenario");
  for (const JsonMember& member : top.object("switches")) {
    if (const auto value = board::read_text(file, member.value, "the value of a switch"))
      identity.switches.emplace_back(member.key, *value);
  }
  identity.rules = read_fingerprint(file, top, "rules");
  identity.data = read_fingerprint(file, top, "data");
  return identity;
}

class PositionReader {
 public:
  PositionReader(const Scenario& scenario, const DataFile& file, const PositionOptions& options)
      : scenario_(scenario),
        program_(*scenario.program),
        file_(file),
        options_(options),
        names_(program_),
        position_(scenario.start) {}

  std::optional<Position> run(const JsonValue& json) {
    const size_t errors = file_.diagnostics().error_count();
    ObjectReader top(file_, json, "the position");
    check_identity(json, read_identity(file_, top));
    control(json, top);
    running_ = running(program_, control_);
    run_defaults();
    plain_states(top.object("state"));
    locals(top.object("locals"));
    entities(top.object("entities"));
    check_scope(json);
    top.finish();
    if (file_.diagnostics().error_count() != errors) return std::nullopt;
    return std::move(position_);
  }

 private:
  void check_identity(const JsonValue& json, const RulesetIdentity& said) {
    const RulesetIdentity here = identity_of(scenario_);
    const IdentityDifference difference = compare(said, here);
    if (!difference.other_rules() && !difference.data) return;
    const char* key = difference.edition         ? "edition"
                      : difference.rules         ? "rules"
                      : difference.other_rules() ? "switches"
                                                 : "data";
    const board::Span place = json.find(key)->place;
    const std::string text = difference_text(difference, said, here);
    if (!difference.other_rules()) {
      file_.warning("P0118", place, text);
    } else if (options_.under_other_rules) {
      file_.warning("P0114", place, "this position was made with other rules: " + text);
    } else {
      file_.error("P0114", place, "this position was made with other rules: " + text).expected =
          "the same rules; leave the key out, or ask for other rules, to read it under these";
    }
  }

  // ---- control

  void control(const JsonValue& json, ObjectReader& top) {
    const JsonValue* path = top.get("control");
    const JsonValue* outcome = top.get("outcome");
    if (path == nullptr && outcome == nullptr) {
      file_.error("P0117", json.place, "the position does not say where in the sequence of play it stands")
          .expected = "\"control\": \"game:1\", or \"outcome\" when the game is over";
      return;
    }
    if (outcome != nullptr) read_outcome(*outcome);
    if (path == nullptr) return;
    if (!path->is(JsonKind::string)) {
      file_.wrong_kind(*path, "\"control\"", "a control path as text, such as \"game:1\"");
      return;
    }
    control_known_ = false;
    ControlProblem problem;
    if (const auto parsed = parse_control(program_, path->text, problem)) {
      control_known_ = true;
      control_ = *parsed;
      set_control(scenario_, position_, control_);
      return;
    }
    Diagnostic& d =
        file_.error("P0113", part_of(*path, problem.begin, problem.end), std::move(problem.message));
    d.expected = std::move(problem.expected);
    d.suggestion = std::move(problem.nearest);
  }

  /// A part of a text on one line; the whole when it holds escapes, whose columns are not those of the text.
  static board::Span part_of(const JsonValue& json, size_t begin, size_t end) {
    board::Span span = json.place;
    const int width = span.end.column - span.begin.column;
    if (span.begin.line != span.end.line || width != static_cast<int>(code_points(json.text)) + 2)
      return span;
    const int first = span.begin.column + 1;
    span.begin.column = first + static_cast<int>(code_points(json.text.substr(0, begin)));
    span.end.column = first + static_cast<int>(code_points(json.text.substr(0, end)));
    return span;
  }

  void read_outcome(const JsonValue& json) {
    static constexpr const char* expected =
        "\"open\", \"won by SIDE\", \"drawn\", \"stuck at SITE\", \"fault by CASE\" or \"limit by CASE\"";
    if (!json.is(JsonKind::string)) {
      file_.wrong_kind(json, "\"outcome\"", expected);
      return;
    }
    if (const auto outcome = parse_outcome(scenario_, json.text))
      return set_outcome(scenario_, position_, *outcome);
    file_.error("P0113", json.place, quoted(json.text) + " is no outcome of these rules").expected = expected;
  }

  // ---- values

  bool alive(ProcedureId procedure) const {
    return procedure == none || running_[static_cast<size_t>(procedure)];
  }

  /// What evaluators rely on: everything alive is a value of its type, also when the file leaves it out.
  void run_defaults() {
    scope_ = variables_in_scope(program_, control_);
    for (const VarId id : scope_) {
      const language::Var& var = program_.vars[id];
      write_slot(position_, scenario_.layout.vars[id], var.type, 0, variable_default(scenario_, var));
    }
    for (size_t i = 0; i < program_.states.size(); ++i) {
      const State& s = program_.states[i];
      if (s.procedure == none || !alive(s.procedure)) continue;
      const auto constant = constant_value(scenario_, s.type, s.initial.get());
      const Value value = constant ? *constant : *constant_value(scenario_, s.type, nullptr);
      const Slot& slot = scenario_.layout.states[i];
      for (uint32_t c = 0; c < slot.combinations; ++c) write_slot(position_, slot, s.type, c, value);
    }
  }

  /// Whether something that lives for a run of `procedure` may be said here.
  bool may_say(ProcedureId procedure, const JsonMember& member) {
    if (alive(procedure) || !control_known_) return true;  // one wrong path is one mistake
    file_
        .error(
            "P0116", member.key_place,
            quoted(member.key) + " lives only while " + quoted(program_.procedures[procedure].name) + " runs")
        .expected = "a control path that passes through that procedure";
    return false;
  }

  /// The state of that name with `params` parameters, the first of kind `kind`.
  StateId find_state(const JsonMember& member, KindId kind, const std::string& expected) {
    const bool plain = kind == none;
    const auto fits = [&](const State& s) {
      return plain ? s.params.empty() : !s.params.empty() && s.params[0].of == kind;
    };
    for (size_t i = 0; i < program_.states.size(); ++i) {
      if (fits(program_.states[i]) && names_.states[i] == member.key) return static_cast<StateId>(i);
    }
    Diagnostic& d = file_.error(
        "P0115", member.key_place,
        "there is no state " + quoted(member.key) + (plain ? "" : " of a " + program_.kinds[kind].name));
    d.expected = expected;
    file_.diagnostics().suggest(d, [&] {
      NearestName nearest(member.key);
      for (size_t i = 0; i < program_.states.size(); ++i) {
        if (fits(program_.states[i]) && !program_.states[i].hidden) nearest.offer(names_.states[i]);
      }
      return nearest.best();
    });
    return none;
  }

  void read_value(const Slot& slot, const language::Type& type, const language::Interval* interval,
                  uint32_t combination, const JsonValue& json) {
    const auto value = value_from_json(scenario_, type, interval, json, file_);
    if (value) write_slot(position_, slot, type, combination, *value);
  }

  void plain_states(const std::vector<JsonMember>& members) {
    for (const JsonMember& member : members) {
      const StateId id = find_state(member, none, "a state without parameters");
      if (id == none || !may_say(program_.states[id].procedure, member)) continue;
      read_value(scenario_.layout.states[id], program_.states[id].type, nullptr, 0, member.value);
    }
  }

  void locals(const std::vector<JsonMember>& members) {
    for (const JsonMember& member : members) {
      const auto found = std::find(names_.vars.begin(), names_.vars.end(), member.key);
      if (found == names_.vars.end() || member.key.empty()) {
        Diagnostic& d = file_.error("P0115", member.key_place, "there is no local " + quoted(member.key));
        d.expected = "a name bound in a procedure, as `combat.t`";
        file_.diagnostics().suggest(d, [&] { return nearest_name(member.key, names_.vars); });
        continue;
      }
      const size_t id = static_cast<size_t>(found - names_.vars.begin());
      const language::Var& var = program_.vars[id];
      if (!may_say(var.procedure, member)) continue;
      if (control_known_ && std::find(scope_.begin(), scope_.end(), static_cast<VarId>(id)) == scope_.end()) {
        file_
            .error("P0116", member.key_place,
                   quoted(member.key) + " has no value at this place of its procedure")
            .expected = in_scope_text();
        continue;
      }
      read_value(scenario_.layout.vars[id], var.type, &var.interval, 0, member.value);
    }
  }

  std::string in_scope_text() const {
    std::vector<std::string> names;
    for (const VarId id : scope_) names.push_back(names_.vars[id]);
    return names.empty() ? "no local: none is in scope here" : listed(names);
  }

  /// A local of a kind without members cannot have a value at all.
  void check_scope(const JsonValue& json) {
    for (const VarId id : scope_) {
      const language::Var& var = program_.vars[id];
      if (is_typed(scenario_, var, read_slot(position_, scenario_.layout.vars[id], var.type, 0))) continue;
      file_
          .error("P0113", json.place,
                 "play cannot stand here: " + quoted(names_.vars[id]) +
                     " has no possible value in this scenario")
          .expected = "another control path";
    }
  }

  void entities(const std::vector<JsonMember>& members) {
    for (const JsonMember& block : members) {
      const auto kind = std::find_if(program_.kinds.begin(), program_.kinds.end(),
                                     [&](const language::Kind& k) { return k.name == block.key; });
      if (kind == program_.kinds.end()) {
        Diagnostic& d = file_.error("P0110", block.key_place, "there is no kind named " + quoted(block.key));
        d.expected = "the name of a kind";
        file_.diagnostics().suggest(d, [&] {
          NearestName nearest(block.key);
          for (const language::Kind& k : program_.kinds) nearest.offer(k.name);
          return nearest.best();
        });
        continue;
      }
      if (!block.value.is(JsonKind::object)) {
        file_.wrong_kind(block.value, quoted(block.key), "an object of members of the kind");
        continue;
      }
      for (const JsonMember& line : block.value.members)
        entity(static_cast<KindId>(kind - program_.kinds.begin()), line);
    }
  }

  /// The member that a key names.
  std::optional<int32_t> member_of(KindId kind, const JsonMember& line) {
    if (const auto found = scenario_.find(kind, line.key)) return found;
    const std::string& name = program_.kinds[kind].name;
    const std::string why = why_absent(scenario_, kind, line.key);
    Diagnostic& d =
        file_.error("P0110", line.key_place, "there is no " + name + " named " + quoted(line.key) + why);
    d.expected = "the name of a " + name;
    if (why.empty()) {
      file_.diagnostics().suggest(d, [&] { return nearest_name(line.key, scenario_.members[kind]); });
    }
    return std::nullopt;
  }

  void entity(KindId kind, const JsonMember& line) {
    const auto member = member_of(kind, line);
    if (!member) return;
    if (!line.value.is(JsonKind::object)) {
      file_.wrong_kind(line.value, quoted(line.key), "an object of place and state");
      return;
    }
    for (const JsonMember& entry : line.value.members) {
      if (entry.key == "place" && program_.kinds[kind].on_map) {
        const language::Type location{language::TypeTag::location, none, 1};
        read_value(scenario_.layout.places[kind], location, nullptr, static_cast<uint32_t>(*member),
                   entry.value);
        continue;
      }
      const StateId id = find_state(entry, kind, "a state of a " + program_.kinds[kind].name);
      if (id == none || !may_say(program_.states[id].procedure, entry)) continue;
      const Slot& slot = scenario_.layout.states[id];
      nested(static_cast<size_t>(id), 1, static_cast<uint32_t>(*member) * slot.strides[0], entry.value);
    }
  }

  void nested(size_t state, size_t depth, uint32_t combination, const JsonValue& json) {
    const State& s = program_.states[state];
    const Slot& slot = scenario_.layout.states[state];
    if (depth == s.params.size()) return read_value(slot, s.type, nullptr, combination, json);
    const KindId kind = s.params[depth].of;
    if (!json.is(JsonKind::object)) {
      file_.wrong_kind(json, names_.states[state], "an object by " + program_.kinds[kind].name);
      return;
    }
    for (const JsonMember& line : json.members) {
      if (const auto member = member_of(kind, line)) {
        nested(state, depth + 1, combination + static_cast<uint32_t>(*member) * slot.strides[depth],
               line.value);
      }
    }
  }

  const Scenario& scenario_;
  const Program& program_;
  const DataFile& file_;
  const PositionOptions& options_;
  PositionNames names_;
  Control control_;
  bool control_known_ = true;
  std::vector<bool> running_;
  std::vector<VarId> scope_;
  Position position_;
};

}  // namespace

std::optional<RulesetIdentity> position_identity(const std::string& text, const std::string& file,
                                                 Diagnostics& diagnostics) {
  const auto json = open(text, file, diagnostics);
  if (!json) return std::nullopt;
  const DataFile data(file, diagnostics);
  ObjectReader top(data, *json, "the position");
  return read_identity(data, top);
}

std::optional<Position> load_position(const Scenario& scenario, const std::string& text,
                                      const std::string& file, Diagnostics& diagnostics,
                                      const PositionOptions& options) {
  const auto json = open(text, file, diagnostics);
  if (!json) return std::nullopt;
  return PositionReader(scenario, DataFile(file, diagnostics), options).run(*json);
}

}  // namespace casebook::runtime
