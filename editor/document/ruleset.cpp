// SPDX-License-Identifier: Apache-2.0
#include "editor/document/ruleset.h"

#include <filesystem>

#include "engine/base/rational.h"
#include "engine/base/switch_names.h"
#include "engine/language/compile.h"

namespace casebook::editor {

namespace fs = std::filesystem;
using namespace language;

namespace {

std::string number_text(const Program& program, MeasureId measure, int64_t steps) {
  if (steps == never_value) return "never";
  const Measure& m = program.measures[measure];
  const auto value = Rational::make(steps * m.step_numerator, m.step_denominator);
  return value ? to_text(*value) : std::to_string(steps);
}

ValueType type_of(const Program& program, const Type& type) {
  ValueType out;
  const auto of_kind = [&](ValueSort sort) {
    const Kind& kind = program.kinds[type.of];
    out.sort = sort;
    out.kind = kind.name;
    if (kind.closed) out.choices = kind.members;
  };
  switch (type.tag) {
    case TypeTag::boolean:
      out.sort = ValueSort::boolean;
      break;
    case TypeTag::number: {
      const Measure& measure = program.measures[type.of];
      out.sort = ValueSort::number;
      out.measure = measure.name;
      out.least = number_text(program, type.of, measure.low);
      out.most = number_text(program, type.of, measure.high);
      out.step = number_text(program, type.of, 1);
      out.or_never = measure.or_never;
      break;
    }
    case TypeTag::entity:
      of_kind(ValueSort::member);
      break;
    case TypeTag::set:
      of_kind(ValueSort::set);
      break;
    case TypeTag::maybe:
      of_kind(ValueSort::maybe);
      break;
    case TypeTag::location:
      out.sort = ValueSort::location;
      out.kind = "hex";
      for (const Box& box : program.boxes) out.choices.push_back(box.name);
      break;
    case TypeTag::path:
    case TypeTag::range:
      out.sort = ValueSort::path;
      out.kind = "hex";
      break;
  }
  return out;
}

std::vector<std::string> kinds_of(const Program& program, const std::vector<Type>& params) {
  std::vector<std::string> out;
  for (const Type& type : params)
    out.push_back(type.of == none ? std::string() : program.kinds[type.of].name);
  return out;
}

/// A constant as files write it.
std::string constant_text(const Program& program, const Expr& expr) {
  const auto member = [&](int64_t value) -> std::string {
    if (value < 0) return "none";
    const Kind& kind = program.kinds[expr.type.of];
    return static_cast<size_t>(value) < kind.members.size() ? kind.members[value] : "";
  };
  if (expr.op == Op::box) return program.boxes[expr.ref].name;
  if (expr.op == Op::set_of && expr.args.empty()) return "none";
  if (expr.op != Op::constant) return {};
  switch (expr.type.tag) {
    case TypeTag::boolean:
      return expr.value != 0 ? "yes" : "no";
    case TypeTag::number:
      return number_text(program, expr.type.of, expr.value);
    case TypeTag::entity:
    case TypeTag::maybe:
      return member(expr.value);
    default:
      return {};
  }
}

void cite(const Program& program, CaseId label, std::string& case_label, std::string* title = nullptr) {
  if (label == none) return;
  const Case& one = program.cases[label];
  case_label = one.label;
  if (title != nullptr) *title = one.title;
}

}  // namespace

const Attribute* Vocabulary::attribute(std::string_view name) const {
  for (const Attribute& one : attributes) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

std::vector<const Attribute*> Vocabulary::of(std::string_view kind) const {
  std::vector<const Attribute*> out;
  for (const Attribute& one : attributes) {
    if (one.of.size() == 1 && one.of.front() == kind) out.push_back(&one);
  }
  return out;
}

Vocabulary vocabulary(const Program& program) {
  Vocabulary out;
  for (const Given& given : program.givens) {
    Attribute one;
    one.name = given.name;
    one.phrase = given.phrase;
    one.of = kinds_of(program, given.params);
    one.type = type_of(program, given.type);
    one.needed = given.fallback == nullptr;
    if (given.fallback) one.fallback = constant_text(program, *given.fallback);
    cite(program, given.label, one.case_label, &one.case_title);
    out.attributes.push_back(std::move(one));
  }
  for (size_t i = 0; i < program.kinds.size(); ++i) {
    const Kind& kind = program.kinds[i];
    if (kind.closed || static_cast<KindId>(i) == kind_hex || static_cast<KindId>(i) == kind_hexside) continue;
    OpenKind one{kind.name, kind.on_map, {}};
    cite(program, kind.label, one.case_label);
    out.kinds.push_back(std::move(one));
  }
  for (const State& state : program.states) {
    if (state.hidden || state.procedure != none) continue;
    StateOf one{state.name, kinds_of(program, state.params), type_of(program, state.type), {}};
    cite(program, state.label, one.case_label);
    out.states.push_back(std::move(one));
  }
  for (const Option& option : program.options) {
    SwitchOf one;
    one.name = switch_name(option.name);
    one.title = option.title;
    one.values = {"no", "yes"};
    one.fallback = "no";
    for (const OptionId other : option.needs) one.needs.push_back(switch_name(program.options[other].name));
    for (const OptionId other : option.excludes)
      one.excludes.push_back(switch_name(program.options[other].name));
    cite(program, option.label, one.case_label);
    out.switches.push_back(std::move(one));
  }
  for (const Reading& reading : program.readings) {
    SwitchOf one;
    one.name = switch_name(reading.name);
    one.title = reading.question;
    one.reading = true;
    for (const std::string& value : program.kinds[reading.kind].members)
      one.values.push_back(switch_name(value));
    one.fallback = one.values[static_cast<size_t>(reading.fallback)];
    one.reasons = reading.reasons;
    cite(program, reading.label, one.case_label);
    out.switches.push_back(std::move(one));
  }
  for (const MapPlace& place : program.places) out.places.push_back(place.name);
  for (const Box& box : program.boxes) out.boxes.push_back(box.name);
  return out;
}

bool holds_rules(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".rules") return true;
  }
  return false;
}

std::string edition_folder_of(const std::string& scenario_file, const std::string& edition,
                              const std::string& project, std::span<const std::string> ruleset_folders) {
  const fs::path root = fs::path(project).lexically_normal();
  std::string above;  // rules of another name, as a last resort: what is wrong with them is said
  for (fs::path folder = fs::path(scenario_file).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (holds_rules(folder.string())) {
      if (edition.empty() || folder.filename() == fs::path(edition).filename()) return folder.string();
      if (above.empty()) above = folder.string();
    }
    if (folder == root) break;
  }
  if (edition.empty()) return {};
  for (const std::string_view part : split(edition, '/')) {  // a name never leads out of its folder
    if (part.empty() || part == "." || part == "..") return above;
  }
  std::vector<std::string> folders{project};
  folders.insert(folders.end(), ruleset_folders.begin(), ruleset_folders.end());
  for (const std::string& folder : folders) {
    const fs::path candidate = fs::path(folder) / edition;
    if (holds_rules(candidate.string())) return candidate.string();
  }
  return above;
}

Ruleset read_ruleset(const std::string& edition_folder, std::span<const std::string> ruleset_folders,
                     const Ruleset* before) {
  Ruleset out;
  out.edition_folder = edition_folder;
  if (edition_folder.empty()) return out;
  out.id = fs::path(edition_folder).filename().string();
  for (const std::string& folder : ruleset_folders) {
    const fs::path below = fs::path(edition_folder).lexically_relative(folder);
    if (!below.empty() && below.native().front() != '.') {
      out.id = below.generic_string();
      break;
    }
  }
  const auto edition = read_edition(edition_folder, out.diagnostics, ruleset_folders);
  if (edition) out.program = compile(*edition, out.diagnostics);
  out.good = out.program != nullptr;
  if (!out.good && before != nullptr && before->edition_folder == edition_folder)
    out.program = before->program;
  if (out.program) out.words = vocabulary(*out.program);
  return out;
}

}  // namespace casebook::editor
