// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/play_person.h"

#include <fmt/format.h>
#include <charconv>
#include <iostream>

#include "engine/base/text.h"
#include "engine/platform/console.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"
#include "engine/runtime/views/view.h"
#include "verifier/cli/printing/explanation.h"
#include "verifier/cli/printing/view_text.h"
#include "verifier/cli/shared/files.h"

namespace casebook::cli {

namespace {

constexpr size_t choices_shown = 12;

constexpr const char* help_text =
    "  a choice, such as step(A, 0102), or its number in the list\n"
    "  list            every lawful choice\n"
    "  why CHOICE      the rules that refuse it, if any\n"
    "  map             the map\n"
    "  ask EXPR        the value of an expression, by case, or a view\n"
    "  undo            take the last step back\n"
    "  note TEXT       a note on the last step\n"
    "  save FILE       the position, to a file\n"
    "  record FILE     the game so far, to a file\n"
    "  quit            leave; the record is written as far as it goes\n";

}  // namespace

bool Table::read(const std::string& prompt, std::string& line) {
  context_.terminal.text(prompt);
  std::cout.flush();
  std::fflush(stdout);
  if (!std::getline(std::cin, line)) {
    context_.terminal.line("");
    return false;
  }
  line = std::string(trimmed(line));
  return !platform::stop_requested();
}

void Table::list_choices(size_t most) {
  const auto& choices = game_.choices();
  for (size_t i = 0; i < choices.size() && i < most; ++i) {
    context_.terminal.line(fmt::format("  {:>3}  {}", i + 1,
                                       runtime::choice_text(game_.scenario(), game_.position(), choices[i])));
  }
  if (choices.size() > most)
    context_.terminal.line(fmt::format("       and {} more: `list`", choices.size() - most));
}

bool Table::leave() {
  if (leaving_ || game_.step_count() == 0) return true;
  leaving_ = true;
  context_.terminal.line(
      "This game is not recorded: `record FILE` writes it to a file. `quit` again leaves without.");
  return false;
}

bool Table::common(const std::string& words) {
  const size_t blank = words.find(' ');
  const std::string verb = words.substr(0, blank);
  const std::string rest =
      blank == std::string::npos ? "" : std::string(trimmed(std::string_view(words).substr(blank)));
  Terminal& terminal = context_.terminal;
  if (verb == "help" || verb == "?") {
    terminal.text(help_text);
  } else if (verb == "map") {
    show_map(game_.scenario(), game_.position(), context_);
  } else if (verb == "undo") {
    terminal.line(game_.undo() ? "taken back" : "there is nothing to take back");
  } else if (verb == "note" && !rest.empty()) {
    game_.note(rest);
  } else if (verb == "save" && !rest.empty()) {
    Diagnostics diagnostics;
    if (write_text(rest, runtime::position_text(game_.scenario(), game_.position()), diagnostics))
      terminal.line("saved to " + rest);
    terminal.diagnostics(diagnostics);
  } else if (verb == "record" && !rest.empty()) {
    Diagnostics diagnostics;
    if (write_text(rest, runtime::record_text(game_.record()), diagnostics))
      terminal.line("recorded in " + rest);
    terminal.diagnostics(diagnostics);
  } else if (verb == "ask" && !rest.empty()) {
    Diagnostics diagnostics;
    runtime::ReferenceRules rules(game_.scenario().shared_from_this());
    if (runtime::asks_for_view(*game_.scenario().program, rest)) {
      const auto call = runtime::parse_view_call(game_.scenario(), game_.position(), rest, diagnostics);
      const auto answer = call
                              ? runtime::show_view(rules, game_.rules(), game_.position(), *call, diagnostics)
                              : std::nullopt;
      terminal.diagnostics(diagnostics);
      if (answer) terminal.text(view_text(game_.scenario(), *answer, false));
      return true;
    }
    const auto asked = runtime::asked_expression(game_.scenario(), rest, diagnostics);
    terminal.diagnostics(diagnostics);
    if (!asked) return true;
    const language::ExprPtr& expr = asked->expr;
    rules.evaluator().extend_frame(asked->vars, rest);
    runtime::Derivation derivation;
    try {
      terminal.line(runtime::value_text(game_.scenario(), expr->type,
                                        rules.evaluator().derive(*expr, game_.position(), derivation)));
      for (const auto& child : derivation.children) terminal.text(runtime::derivation_text(*child, 1));
    } catch (const runtime::Fault& fault) {
      terminal.line("a fault: " + fault.why);
    }
  } else if (verb == "why" && !rest.empty()) {
    Diagnostics diagnostics;
    const auto named = runtime::parse_choice(game_.scenario(), game_.position(), rest, {}, diagnostics);
    terminal.diagnostics(diagnostics);
    if (!named) return true;
    runtime::ReferenceRules rules(game_.scenario().shared_from_this());
    terminal.text(
        explanation_text(game_.scenario(), rest, runtime::explain_choice(rules, game_.position(), *named)));
  } else {
    return false;
  }
  return true;
}

bool Table::ask_choice() {
  const std::string player = game_.scenario().value_text(
      {language::TypeTag::entity, game_.scenario().program->kind_side, 1}, game_.player());
  list_choices(choices_shown);
  std::string words;
  while (read(player + " (? helps): ", words)) {
    if (words.empty()) continue;
    if (words == "quit") {
      if (leave()) return false;
      continue;
    }
    if (words == "list") {
      list_choices(game_.choices().size());
      continue;
    }
    const bool undoing = words == "undo";
    if (common(words)) {
      if (undoing) return true;  // another may be to choose now
      continue;
    }
    const auto& choices = game_.choices();
    size_t number = 0;
    const auto [end, problem] = std::from_chars(words.data(), words.data() + words.size(), number);
    if (problem == std::errc() && end == words.data() + words.size()) {
      if (number >= 1 && number <= choices.size()) return game_.play(choices[number - 1]);
      context_.terminal.line(fmt::format("there are {} choices", choices.size()));
      continue;
    }
    Diagnostics diagnostics;
    const auto named = runtime::parse_choice(game_.scenario(), game_.position(), words, {}, diagnostics);
    context_.terminal.diagnostics(diagnostics);
    if (!named) continue;
    runtime::ReferenceRules rules(game_.scenario().shared_from_this());
    if (const auto choice = runtime::find_choice(rules, game_.position(), *named)) return game_.play(*choice);
    context_.terminal.text(
        explanation_text(game_.scenario(), words, runtime::explain_choice(rules, game_.position(), *named)));
  }
  return false;
}

bool Table::ask_dice() {
  const language::Site& site = game_.rules().site(game_.position());
  std::string words;
  const std::string what =
      site.kind == language::SiteKind::roll
          ? (site.vars.size() == 1 ? "roll" : fmt::format("roll of {} dice", site.vars.size()))
          : "draw";
  while (read(what + " (? helps): ", words)) {
    if (words.empty()) continue;
    if (words == "quit") {
      if (leave()) return false;
      continue;
    }
    if (common(words)) {
      if (words == "undo") return true;
      continue;
    }
    runtime::ChanceProblem problem;
    const auto outcome = runtime::parse_chance(game_.scenario(), site, words, problem);
    if (!outcome) {
      context_.terminal.line(problem.message +
                             (problem.expected.empty() ? "" : "; expected " + problem.expected));
      continue;
    }
    if (game_.take(*outcome)) return true;
    context_.terminal.line("that cannot come up here");
  }
  return false;
}

}  // namespace casebook::cli
