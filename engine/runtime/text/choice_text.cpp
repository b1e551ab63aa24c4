// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/choice_text.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/word_reader.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::ParamMode;
using language::Type;

namespace {

Type type_of(const language::Program& program, const ActionParam& param) {
  return program.vars[param.var].type;
}

/// The value of a parameter, as a choice writes it; a path begins where the action says.
std::optional<Value> read_value(WordReader& reader, const ActionParam& param, const std::string& word,
                                const Position& position, Evaluator& evaluator) {
  const Type type = type_of(evaluator.program(), param);
  switch (param.mode) {
    case ParamMode::single:
      if (const auto number = reader.scalar(type, word)) return Value(*number);
      return std::nullopt;
    case ParamMode::set:
      return reader.set(type.of, word);
    case ParamMode::path:
      break;
  }
  int64_t start = 0;
  try {
    start = evaluator.evaluate(*param.domain, position).number;
  } catch (const Fault& fault) {
    reader.fail(fault.why);
    return std::nullopt;
  }
  auto path = reader.path(word);
  if (path) path->items.insert(path->items.begin(), static_cast<int32_t>(start));
  return path;
}

/// `guns` of `guns: no`: the name before a colon outside quotes and brackets; empty where there is none.
std::string_view name_before(std::string_view word) {
  const size_t colon = word.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view name = trimmed(word.substr(0, colon));
  const bool is_name = std::all_of(name.begin(), name.end(), [](const char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  return is_name ? name : std::string_view();
}

/// The value of a parameter, with its name before it or without. A member may have a name that reads like that,
/// so the whole word counts first. After a failure `other` is the wrong name, if there is one.
std::optional<Value> read_argument(WordReader& reader, const ActionParam& param, const std::string& word,
                                   const Position& position, Evaluator& evaluator, std::string& other) {
  auto value = read_value(reader, param, word, position, evaluator);
  const std::string_view name = name_before(word);
  if (value || name.empty()) return value;
  if (name != param.name) {
    other = name;
    return std::nullopt;
  }
  return read_value(reader, param, std::string(trimmed(std::string_view(word).substr(word.find(':') + 1))),
                    position, evaluator);
}

/// `movement, retreat`: where that action is offered.
std::string procedures_offering(const language::Program& program, const std::string& name) {
  std::vector<std::string> names;
  for (const language::Site& site : program.sites) {
    const bool offers = std::any_of(site.alternatives.begin(), site.alternatives.end(),
                                    [&](const language::Alternative& alternative) {
                                      return program.actions[alternative.action].name == name;
                                    });
    if (!offers) continue;
    const std::string& procedure = program.procedures[site.procedure].name;
    if (std::find(names.begin(), names.end(), procedure) == names.end()) names.push_back(procedure);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::optional<NamedChoice> parse_choice(const Scenario& scenario, const Position& position,
                                        const std::string& text, const SourceRange& where,
                                        Diagnostics& diagnostics) {
  const language::Program& program = *scenario.program;
  const int32_t site_index = position.cell(scenario.layout.site) - 1;
  const std::string whole(trimmed(text));
  const size_t open = whole.find('(');
  if (open == std::string::npos || whole.back() != ')') {
    diagnostics.error("P0173", where, casebook::quoted(whole) + " is not of the form of a choice").expected =
        "such as step(A, 0102)";
    return std::nullopt;
  }
  if (site_index < 0 || program.sites[site_index].kind != language::SiteKind::choose) {
    diagnostics.error("P0170", where, "nobody has a choice here").expected =
        site_index < 0 ? "nothing: the game is over" : "a roll or a draw";
    return std::nullopt;
  }
  const language::Site& site = program.sites[site_index];
  const std::string name(trimmed(std::string_view(whole).substr(0, open)));
  const std::vector<std::string> words =
      words_between_commas(std::string_view(whole).substr(open + 1, whole.size() - open - 2));
  std::vector<std::string> offered;
  std::optional<NamedChoice> first;
  Evaluator evaluator(scenario.shared_from_this());
  bool named = false;
  Diagnostics problems;
  for (size_t i = 0; i < site.alternatives.size(); ++i) {
    const language::Alternative& alternative = site.alternatives[i];
    const Action& action = program.actions[alternative.action];
    offered.push_back(action.name);
    if (action.name != name) continue;
    if (named && problems.has_errors()) continue;
    named = true;
    if (words.size() != action.params.size()) {
      std::vector<std::string> names;
      for (const ActionParam& param : action.params) names.push_back(param.name);
      problems
          .error("P0171", where,
                 fmt::format("{} takes {} arguments, not {}", name, action.params.size(), words.size()))
          .expected = name + "(" + fmt::format("{}", fmt::join(names, ", ")) + ")";
      continue;
    }
    NamedChoice choice;
    choice.alternative = static_cast<int16_t>(i);
    choice.action = alternative.action;
    bool good = true;
    for (size_t k = 0; k < words.size() && good; ++k) {
      WordReader reader(scenario);
      const ActionParam& param = action.params[k];
      std::string other;
      auto value = read_argument(reader, param, words[k], position, evaluator, other);
      if (!value && !other.empty()) {
        problems
            .error("P0171", where,
                   fmt::format("argument {} of {} is called {}, not {}", k + 1, name,
                               casebook::quoted(param.name), casebook::quoted(other)))
            .expected = "`" + param.name + ":` and a value, or the value alone";
        good = false;
        break;
      }
      if (!value) {
        Diagnostic& diagnostic =
            problems.error("P0172", where, fmt::format("{} of {}: {}", param.name, name, reader.problem()));
        diagnostic.suggestion = reader.nearest();
        diagnostic.expected = reader.expected();
        good = false;
        break;
      }
      evaluator.variable(param.var) = *value;
      try {
        evaluator.domain_holds(param, position);  // later parameters may speak of its hex
      } catch (const Fault&) {                    // said when the choice is explained
      }
      choice.values.push_back(std::move(*value));
    }
    if (!good) continue;
    // Of several alternatives with this action, one whose fixed arguments agree.
    bool fits = true;
    for (size_t k = 0; k < alternative.args.size(); ++k) {
      if (alternative.args[k].mode != language::ArgMode::fixed) continue;
      try {
        fits = fits && evaluator.evaluate(*alternative.args[k].value, position) == choice.values[k];
      } catch (const Fault&) {
        fits = false;
      }
    }
    if (fits) return choice;
    if (!first) first = choice;
  }
  if (first) return first;
  if (!named) {
    Diagnostic& diagnostic = diagnostics.error(
        "P0170", where, casebook::quoted(name) + " is no choice here, at " + site_text(program, site_index));
    std::sort(offered.begin(), offered.end());
    offered.erase(std::unique(offered.begin(), offered.end()), offered.end());
    diagnostic.expected = listed(offered);
    diagnostic.suggestion = nearest_name(name, offered);
    if (const std::string where_offered = procedures_offering(program, name); !where_offered.empty())
      diagnostic.notes.push_back({{}, name + " is a choice in " + where_offered});
  }
  diagnostics.add_all(problems);
  return std::nullopt;
}

std::optional<Choice> find_choice(ReferenceRules& rules, const Position& position, const NamedChoice& named) {
  std::vector<Choice> choices = choices_named(rules.scenario(), position, named);
  std::sort(choices.begin(), choices.end());
  const auto offered = std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) {
    try {
      return rules.evaluator().offers(rules.site(position), choice, position);
    } catch (const Fault&) {  // in a position that play does not reach
      return false;
    }
  });
  return offered == choices.end() ? std::nullopt : std::optional(*offered);
}

std::vector<int32_t> set_candidates(const Scenario& scenario, const Position& position,
                                    const Choice& choice) {
  Evaluator evaluator(scenario.shared_from_this());
  const auto& site = scenario.program->sites[position.cell(scenario.layout.site) - 1];
  const Action& action =
      scenario.program->actions[site.alternatives[static_cast<size_t>(choice.alternative)].action];
  try {
    evaluator.set_parameters(site, choice, position);
    for (const ActionParam& param : action.params) {
      if (param.mode == ParamMode::set) return evaluator.candidates(param, position);
    }
  } catch (const Fault&) {
    return {};
  }
  return {};
}

std::string choice_text(const Scenario& scenario, const Position& position, const Choice& choice) {
  Evaluator evaluator(scenario.shared_from_this());
  const auto& site = scenario.program->sites[position.cell(scenario.layout.site) - 1];
  const Action& action =
      scenario.program->actions[site.alternatives[static_cast<size_t>(choice.alternative)].action];
  std::string text = action.name + "(";
  try {
    evaluator.set_parameters(site, choice, position);
  } catch (const Fault&) {
    return text + "?)";
  }
  for (size_t i = 0; i < action.params.size(); ++i) {
    text += (i == 0 ? "" : ", ") + value_text(scenario, type_of(*scenario.program, action.params[i]),
                                              evaluator.variable(action.params[i].var));
  }
  return text + ")";
}

}  // namespace casebook::runtime
