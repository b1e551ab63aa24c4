// SPDX-License-Identifier: Apache-2.0
// favours: a special line that makes some values lower and others higher.
//
// A line of a `first of`, a branch of an `if`, an exception or an adjustment goes before what holds in
// general. Where it always lowers a number, or always raises it, players know what it is for. Where it does
// both, a favour may turn into a burden, and the rules have to say whether a player may do without it.
//
// The check tries every input of every number that can be enumerated (count_inputs.h), and compares the
// value with the one that the lines behind it give. What the switches alone decide is no special line.
//
// Left out is what the case answers: the list of cases has a statement of it with a claim, and the claim breaks when
// the line of a `first of` gives the lower of the two values (checks/shared/answered.h).
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/base/text.h"
#include "engine/program/edit/lower_entry.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/answered.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/kind.h"

namespace casebook::checks {

using namespace runtime;
using language::Definition;
using language::DefinitionId;
using language::Expr;
using language::none;
using language::Op;

namespace {

constexpr const char* id = "favours";

/// One side of the effect: on how many inputs, and the first of them.
struct Side {
  uint64_t inputs = 0;
  std::string first;  // `cost(0802, 0902)`; empty: it cannot be written
  int64_t with = 0, without = 0;
};

struct Special {
  std::string name, sort;
  language::CaseId label = none;
  language::Place place;
  language::Type type;
  size_t entry = SIZE_MAX;  // of a `first of`
  Side lower, higher;
};

class FavoursCheck {
 public:
  explicit FavoursCheck(Context& context)
      : context_(context), p_(context.program()), scenario_(context.scenario()), counter_(scenario_) {}

  size_t asked = 0, special = 0, answered = 0, left_out = 0;

  void ask(const Definition& definition) {
    if (definition.type.tag != language::TypeTag::number || !has_special_lines(definition)) return;
    specials_.clear();
    const DefinitionId number(static_cast<language::Id>(&definition - p_.definitions.data()));
    const Count count = counter_.count(number, context_.settings().inputs, [&](const Position& position) {
      try {
        look(definition, position);
      } catch (const Fault&) {  // definitions tells what has no value
      }
    });
    if (!count.complete) {
      ++left_out;
      return;
    }
    ++asked;
    special += specials_.size();
    for (const auto& [expr, one] : specials_) {
      if (one.lower.inputs == 0 || one.higher.inputs == 0) continue;
      if (is_answered(number, one))
        ++answered;
      else
        tell(definition, one, count);
    }
  }

 private:
  /// A case says that the line must be kept to where it raises the value: a claim of it fails when the lower of the
  /// two values counts.
  bool is_answered(DefinitionId definition, const Special& one) const {
    if (!context_.cases() || one.entry == SIZE_MAX) return false;
    auto otherwise = std::make_shared<Scenario>(*scenario_);
    otherwise->program = language::with_lower_entry(p_, definition, one.entry);
    if (!otherwise->program) return false;
    otherwise->mined = nullptr;  // proved of the rules as they are
    const language::CaseId of_definition = p_.definitions[definition].label;
    return checks::is_answered(context_, one.label, scenario_, otherwise) ||
           (of_definition != one.label && checks::is_answered(context_, of_definition, scenario_, otherwise));
  }

  static bool is_first_of(const Expr& expr) {
    return expr.op == Op::list && expr.list->kind == language::ListKind::first_of;
  }
  static bool has_special_lines(const Definition& definition) {
    const Expr& chain = language::inner_body(definition);
    return chain.op == Op::choose_if || is_first_of(chain) || !definition.exceptions.empty() ||
           !definition.adjustments.empty();
  }
  bool left_to_switches(const Expr& condition) const {
    return known_by_switches(condition, scenario_->options, scenario_->readings) >= 0;
  }
  bool holds(const language::ExprPtr& condition, const Position& position) {
    return !condition || counter_.evaluator().evaluate(*condition, position).yes();
  }
  int64_t value_of(const Expr& expr, const Position& position) {
    return counter_.evaluator().evaluate(expr, position).number;
  }

  void look(const Definition& definition, const Position& position) {
    const Expr& chain = language::inner_body(definition);
    if (is_first_of(chain)) entries(definition, *chain.list, position);
    if (chain.op == Op::choose_if) branches(definition, chain, position);
    if (definition.exceptions.empty() && definition.adjustments.empty()) return;
    const int64_t general = value_of(*definition.body, position);
    int64_t value = general;
    for (const language::Exception& one : definition.exceptions) {
      if (left_to_switches(*one.when) || !holds(one.when, position)) continue;
      value = value_of(*one.value, position);
      note(definition, *one.value, definition.name, "exception", one.label, one.place, value, general);
    }
    for (const language::Adjustment& one : definition.adjustments) {
      if (!holds(one.when, position)) continue;
      counter_.evaluator().variable(one.otherwise) = Value(value);
      const int64_t before = value;
      value = value_of(*one.value, position);
      if (left_to_switches(*one.when)) continue;
      note(definition, *one.value, definition.name, "adjustment", one.label, one.place, value, before);
    }
  }

  void entries(const Definition& definition, const language::ListBody& list, const Position& position) {
    const language::ListEntry* first = nullptr;
    for (const language::ListEntry& one : list.entries) {
      if (one.per) return;
      if (!holds(one.when, position)) continue;
      if (first != nullptr) {
        note(definition, *first->value, definition.name + "." + first->name, "entry", first->label,
             first->place, value_of(*first->value, position), value_of(*one.value, position));
        entry_of(*first->value, static_cast<size_t>(first - list.entries.data()));
        return;
      }
      if (!one.when || left_to_switches(*one.when)) return;
      first = &one;
    }
  }

  void branches(const Definition& definition, const Expr& chain, const Position& position) {
    for (const Expr* at = &chain; at->op == Op::choose_if; at = at->args[2].get()) {
      if (!holds(at->args[0], position)) continue;
      if (left_to_switches(*at->args[0])) return;
      note(definition, *at->args[1], "the condition of an if in " + definition.name, "condition",
           definition.label, at->args[0]->place, value_of(*at->args[1], position),
           value_of(*at->args[2], position));
      return;
    }
  }

  void note(const Definition& definition, const Expr& line, const std::string& name, const char* sort,
            language::CaseId label, const language::Place& place, int64_t with, int64_t without) {
    auto found = std::find_if(specials_.begin(), specials_.end(),
                              [&](const auto& known) { return known.first == &line; });
    if (found == specials_.end()) {
      found = specials_.insert(found, {&line, {}});
      Special& made = found->second;
      made.name = name, made.sort = sort, made.label = label == none ? definition.label : label;
      made.place = place, made.type = line.type;
    }
    Special& one = found->second;
    if (with == without) return;
    Side& side = with < without ? one.lower : one.higher;
    if (side.inputs++ > 0) return;
    side.first = call_text(definition), side.with = with, side.without = without;
  }

  void entry_of(const Expr& line, size_t entry) {
    for (auto& [expr, one] : specials_)
      if (expr == &line) one.entry = entry;
  }

  std::string call_text(const Definition& definition) {
    std::string call = definition.name + "(";
    for (size_t i = 0; i < definition.params.size(); ++i) {
      const auto word = literal(*scenario_, p_.vars[definition.params[i]].type,
                                counter_.evaluator().variable(definition.params[i]));
      if (!word) return definition.name;
      call += (i == 0 ? "" : ", ") + *word;
    }
    return call + ")";
  }

  std::string side_text(const Special& one, const Side& side) const {
    return fmt::format("{} is {} with it and {} without it", side.first,
                       scenario_->value_text(one.type, side.with),
                       scenario_->value_text(one.type, side.without));
  }

  void tell(const Definition& definition, const Special& one, const Count& count) {
    const std::string named = part_text(one.sort, one.name);
    Finding& finding =
        context_.add(id, fmt::format("{} {} at {}", one.sort, one.name, p_.label_text(one.label)),
                     Verdict::refuted, Concern::ambiguity);
    finding.kind = kind::helps_and_harms;
    finding.claim = fmt::format("{} only lowers the value, or only raises it", named);
    const std::string part = one.name.substr(one.name.rfind('.') + 1);
    finding.headline = fmt::format(
        "\u201c{}\u201d sometimes lowers the {} and sometimes raises it. May a player leave it out where it raises the {}?",
        with_blanks(part), with_blanks(definition.name), with_blanks(definition.name));
    finding.text = fmt::format("{} lowers the value for {} and raises it for {}. {}. {}.", capitalised(named),
                               counted(one.lower.inputs, "input"), grouped(one.higher.inputs),
                               side_text(one, one.lower), side_text(one, one.higher));
    finding.method = Method::counting;
    finding.scope = fmt::format("all {} were tried", counted(count.inputs, "input"));
    context_.cite(finding, one.label, one.place);
    context_.cite(finding, definition.label);
  }

  Context& context_;
  const language::Program& p_;
  ScenarioPtr scenario_;
  InputCounter counter_;
  std::vector<std::pair<const Expr*, Special>> specials_;  // in the order in which they first applied
};

Answer run(Context& context) {
  FavoursCheck check(context);
  for (const Definition& definition : context.program().definitions) {
    if (context.stopped()) break;
    check.ask(definition);
  }
  std::string scope = fmt::format("{} for special cases in {}", counted(check.special, "line"),
                                  counted(check.asked, "definition"));
  if (check.answered > 0)
    scope += fmt::format("; {} not reported, because claims already say what holds",
                         counted(check.answered, "line"));
  if (check.left_out == 0) return {Verdict::proved, scope};
  return {Verdict::unknown,
          fmt::format("{}; {} not enumerated", scope, counted(check.left_out, "other definition"))};
}

}  // namespace

Check favours() {
  return {id, "Does a line for a special case lower some values and raise others?", CheckOf::counting, true,
          run};
}

}  // namespace casebook::checks
