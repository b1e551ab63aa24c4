// SPDX-License-Identifier: Apache-2.0
// The call of a view: its form, its arguments.
#include <fmt/format.h>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/program/print_program.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "engine/runtime/text/word_reader.h"
#include "engine/runtime/views/view.h"

namespace casebook::runtime {

using language::Program;
using language::Type;
using language::TypeTag;
using language::View;
using language::ViewKind;

namespace {

/// `view zone(white)` taken apart; a call without brackets has no arguments.
struct CallText {
  bool says_view = false, has_form = false;
  std::string name;
  std::vector<std::string> words;
};

CallText call_text(const std::string& text) {
  CallText call;
  std::string_view rest = trimmed(text);
  if (rest.starts_with("view ")) {
    call.says_view = true;
    rest = trimmed(rest.substr(5));
  }
  const size_t open = rest.find('(');
  call.name = std::string(trimmed(rest.substr(0, open)));
  call.has_form = !call.name.empty() && std::all_of(call.name.begin(), call.name.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  if (open == std::string_view::npos) return call;
  // The bracket that closes the first one ends the text.
  int depth = 0;
  bool quoted = false;
  for (size_t i = open; i < rest.size(); ++i) {
    if (rest[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (rest[i] == '(') ++depth;
    if (rest[i] == ')' && --depth == 0 && i + 1 != rest.size()) call.has_form = false;
  }
  if (depth != 0 || rest.back() != ')') call.has_form = false;
  if (call.has_form) call.words = words_between_commas(rest.substr(open + 1, rest.size() - open - 2));
  return call;
}

ViewId find_view(const Program& program, const std::string& name) {
  for (size_t i = 0; i < program.views.size(); ++i) {
    if (program.views[i].name == name) return static_cast<ViewId>(i);
  }
  return language::none;
}

template <class Items>
bool names_one(const Items& items, const std::string& name) {
  return std::any_of(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
}

/// As in a choice; else an expression. The first reading's complaint stands when the word is no more than a
/// name.
std::optional<Value> argument(const Scenario& scenario, const Position& position, const Type& type,
                              const std::string& word, WordReader& reader, Diagnostics& further) {
  std::optional<Value> value;
  if (type.tag == TypeTag::set) {
    value = reader.set(type.of, word);
  } else if (type.tag == TypeTag::path) {
    value = reader.path(word);
  } else if (const auto number = reader.scalar(type, word)) {
    value = Value(*number);
  }
  if (value) return value;
  const auto asked = asked_expression(scenario, word, further, &type);
  if (!asked) {
    if (word.find_first_of("(\"[+*") == std::string::npos) further = Diagnostics();
    return std::nullopt;
  }
  Evaluator evaluator(scenario.shared_from_this());
  evaluator.extend_frame(asked->vars, asked->text);
  try {
    return evaluator.evaluate(*asked->expr, position);
  } catch (const Fault& fault) {
    reader.fail(fault.why);
    return std::nullopt;
  }
}

const language::Var& parameter(const Program& program, VarId var) {
  return program.vars[var];
}

std::string type_name(const Program& program, const Type& type) {
  return language::ProgramPrinter(program, language::ProgramPrinter::What::everything).text(type);
}

}  // namespace

bool asks_for_view(const Program& program, const std::string& text) {
  const CallText call = call_text(text);
  if (!call.has_form) return false;
  if (call.says_view) return true;
  if (find_view(program, call.name) == language::none) return false;
  return !(names_one(program.definitions, call.name) || names_one(program.givens, call.name) ||
           names_one(program.states, call.name) || names_one(program.tables, call.name) ||
           names_one(program.fields, call.name));
}

std::string nearest_view(const Program& program, const std::string& text) {
  const CallText call = call_text(text);
  if (!call.has_form) return {};
  std::vector<std::string> names;
  for (const View& view : program.views) names.push_back(view.name);
  return nearest_name(call.name, names);
}

std::optional<ViewCall> parse_view_call(const Scenario& scenario, const Position& position,
                                        const std::string& text, Diagnostics& diagnostics) {
  const Program& program = *scenario.program;
  const SourceRange where{"expression", {1, 1}, {1, static_cast<int>(code_points(text)) + 1}};
  diagnostics.sources().add("expression", text);
  const CallText words = call_text(text);
  ViewCall call;
  call.view = find_view(program, words.name);
  if (call.view == language::none) {
    Diagnostic& made = diagnostics.error("P0174", where, "there is no view " + casebook::quoted(words.name));
    made.expected = "a view that `casebook show " + scenario.id + " --views` lists";
    made.suggestion = nearest_view(program, text);
    return std::nullopt;
  }
  const View& view = program.views[call.view];
  if (words.words.size() != view.params.size()) {
    diagnostics
        .error("P0175", where,
               fmt::format("{} takes {} argument{}, not {}", view.name, view.params.size(),
                           view.params.size() == 1 ? "" : "s", words.words.size()))
        .expected = view_form(program, view);
    return std::nullopt;
  }
  for (size_t i = 0; i < view.params.size(); ++i) {
    const language::Var& param = parameter(program, view.params[i]);
    WordReader reader(scenario);
    Diagnostics further;
    auto value = argument(scenario, position, param.type, words.words[i], reader, further);
    if (value) {
      call.arguments.push_back(std::move(*value));
      continue;
    }
    Diagnostic& made = diagnostics.error(
        "P0176", where,
        fmt::format("{} of {}: {}", param.name, view.name,
                    further.has_errors() ? further.all().front().message : reader.problem()));
    made.expected = further.has_errors()         ? further.all().front().expected
                    : !reader.expected().empty() ? reader.expected()
                                                 : fmt::format("a {}", type_name(program, param.type));
    made.suggestion = further.has_errors() ? further.all().front().suggestion : reader.nearest();
    return std::nullopt;
  }
  return call;
}

std::string view_call_text(const Scenario& scenario, const ViewCall& call) {
  const View& view = scenario.program->views[call.view];
  std::string text = view.name + "(";
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    text += (i == 0 ? "" : ", ") +
            value_text(scenario, parameter(*scenario.program, view.params[i]).type, call.arguments[i]);
  }
  return text + ")";
}

std::string view_form(const Program& program, const View& view) {
  std::string text = view.name + "(";
  for (size_t i = 0; i < view.params.size(); ++i) {
    const language::Var& param = parameter(program, view.params[i]);
    text += (i == 0 ? "" : ", ") + param.name + ": " + type_name(program, param.type);
  }
  return text + ")";
}

std::string_view view_kind_name(ViewKind kind) {
  switch (kind) {
    case ViewKind::hexes:
      return "hexes";
    case ViewKind::number:
      return "number";
    case ViewKind::path:
      return "path";
    case ViewKind::items:
      return "items";
    case ViewKind::repeated:
      return "repeated";
    case ViewKind::score:
      return "score";
  }
  return {};
}

}  // namespace casebook::runtime
