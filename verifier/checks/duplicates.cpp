// SPDX-License-Identifier: Apache-2.0
// duplicates: what the rules say twice in the same words.
//
// That is two requirements of one action with the same condition, two entries of one list with the same
// condition, or two definitions with the same meaning (names of variables do not matter). idle-rules finds
// what is the same only sometimes.
#include <fmt/format.h>

#include <map>

#include "engine/program/print_program.h"
#include "engine/program/walk.h"
#include "verifier/checks/list.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "duplicates";

/// The same whatever its variables are called: their ids stand between marks (control characters), and are
/// numbered as they come.
std::string unnamed(const std::string& text) {
  std::string out;
  std::map<std::string, size_t> numbers;
  for (size_t at = 0; at < text.size();) {
    const char mark = text[at];
    const size_t end =
        static_cast<unsigned char>(mark) < 0x20 && mark != '\n' ? text.find(mark, at + 1) : std::string::npos;
    if (end == std::string::npos) {
      out += text[at++];
      continue;
    }
    const auto number = numbers.try_emplace(text.substr(at, end - at), numbers.size()).first->second;
    out += "$" + std::to_string(number);
    at = end + 1;
  }
  return out;
}

class DuplicatesCheck {
 public:
  explicit DuplicatesCheck(Context& context)
      : context_(context),
        p_(context.program()),
        printer_(context.program(), ProgramPrinter::What::meaning) {}

  size_t compared = 0;

  void ask(const Action& action) {
    std::map<std::string, const Requirement*> seen;
    for (const Requirement& one : action.requires_) {
      ++compared;
      const auto [before, is_new] =
          seen.emplace(fmt::format("{} {}", one.each, unnamed(printer_.text(*one.expr))), &one);
      if (is_new || !one.waivers.empty() || !before->second->waivers.empty()) continue;
      Finding& finding = add(fmt::format("{}.{}", action.name, one.name), one.label, one.place);
      finding.claim = fmt::format("No two requirements of {} are the same", action.name);
      finding.headline = fmt::format("{} has the same requirement twice", action.name);
      finding.text = fmt::format("{} and {} are the same.", before->second->name, one.name);
      context_.cite(finding, before->second->label, before->second->place);
    }
  }

  void ask(const Definition& definition) {
    walk(*definition.body, [&](const Expr& expr) {
      if (!expr.list) return;
      std::map<std::string, const ListEntry*> seen;
      for (const ListEntry& entry : expr.list->entries) {
        if (entry.per || !entry.when) continue;
        ++compared;
        const std::string value =
            expr.list->kind == ListKind::first_of ? "" : " " + unnamed(printer_.text(*entry.value));
        const auto [before, is_new] = seen.emplace(unnamed(printer_.text(*entry.when)) + value, &entry);
        if (is_new) continue;
        Finding& finding = add(fmt::format("{}.{}", definition.name, entry.name), entry.label, entry.place);
        finding.claim = fmt::format("No two entries of {} have the same condition", definition.name);
        finding.headline = fmt::format("Two entries of {} have the same condition", definition.name);
        finding.text = fmt::format("They are {} and {}.", before->second->name, entry.name);
        context_.cite(finding, before->second->label, before->second->place);
      }
    });
    if (!definition.exceptions.empty() || !definition.adjustments.empty()) return;
    // A constant says nothing by itself: many definitions are yes until an option changes them.
    if (definition.body->op == Op::constant || definition.body->op == Op::given) return;
    ++compared;
    std::string text = printer_.text(definition.type) + " ";
    for (const VarId var : definition.params) text += printer_.text(p_.vars[var].type) + " ";
    const auto [before, is_new] = definitions_.emplace(text + printer_.text(*definition.body), &definition);
    if (is_new) return;
    Finding& finding = add(definition.name, definition.label, definition.place);
    finding.claim = "No two definitions are the same";
    finding.headline =
        fmt::format("The definitions {} and {} are the same", before->second->name, definition.name);
    finding.text = "Both compute the same value in the same way.";
    context_.cite(finding, *before->second);
  }

 private:
  Finding& add(const std::string& subject, CaseId label, const Place& place) {
    Finding& finding = context_.add(id, subject, Verdict::refuted, Concern::idle);
    finding.kind = kind::stated_twice;
    finding.scope = "all requirements, entries and definitions were compared";
    context_.cite(finding, label, place);
    return finding;
  }

  Context& context_;
  const Program& p_;
  ProgramPrinter printer_;
  std::map<std::string, const Definition*> definitions_;
};

Answer run(Context& context) {
  DuplicatesCheck check(context);
  for (const Action& action : context.program().actions) check.ask(action);
  for (const Definition& definition : context.program().definitions) check.ask(definition);
  return {Verdict::proved, fmt::format("{} requirements, entries and definitions", check.compared)};
}

}  // namespace

Check duplicates() {
  return {id, "Is something stated twice in the same words?", CheckOf::text, false, run};
}

}  // namespace casebook::checks
