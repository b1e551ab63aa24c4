// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/stuck.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "engine/base/text.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::Alternative;
using language::ArgMode;
using language::Expr;
using language::ListKind;
using language::Op;
using language::ParamMode;
using language::Requirement;
using language::TypeTag;

namespace {

/// Values of the parameters that are tried for one alternative.
constexpr size_t most_tried = 4'000;
/// Reasons that are told of one requirement.
constexpr size_t most_reasons = 2;

/// Definitions that begin so read as a sentence behind the piece they are about: `A must attack`.
bool begins_as_verb(std::string_view words) {
  constexpr std::string_view verbs[] = {"must ", "may ", "can ", "is ", "has ", "was ", "will "};
  return std::any_of(std::begin(verbs), std::end(verbs),
                     [&](std::string_view one) { return words.starts_with(one); });
}

/// What makes a condition true or false, in words: the parts that decide, with the members of its binders.
class Reasons {
 public:
  Reasons(Evaluator& evaluator, const Position& position) : evaluator_(evaluator), position_(position) {}

  /// Why the condition has that value.
  void tell(const Expr& expr, bool value) {
    switch (expr.op) {
      case Op::not_:
        return tell(*expr.args[0], !value);
      case Op::all_of:
        return tell_each(expr, value, false);
      case Op::any_of:
        return tell_each(expr, value, true);
      case Op::implies:
        if (!value) return tell(*expr.args[1], false);
        if (!yes(*expr.args[0])) return tell(*expr.args[0], false);
        return tell(*expr.args[1], true);
      case Op::exists:
        return tell_member(expr, value, true);
      case Op::for_all:
        return tell_member(expr, value, false);
      case Op::choose_if:
        return tell(*expr.args[yes(*expr.args[0]) ? 1 : 2], value);
      case Op::let:
        evaluator_.variable(expr.ref) = evaluator_.evaluate(*expr.args[0], position_);
        return tell(*expr.args[1], value);
      case Op::call:
        return tell_named(evaluator_.program().definitions[expr.ref].name, "", expr, value);
      case Op::state:
        return tell_named(evaluator_.program().states[expr.ref].name,
                          evaluator_.program().states[expr.ref].phrase, expr, value);
      case Op::given:
        return tell_named(evaluator_.program().givens[expr.ref].name,
                          evaluator_.program().givens[expr.ref].phrase, expr, value);
      case Op::less:
      case Op::less_equal:
      case Op::equal:
        return tell_compared(expr, value);
      case Op::constant:
      case Op::option_value:  // what is settled before the game keeps nobody from a choice
      case Op::reading_value:
        return;
      default:
        say("\"" + expression_text(evaluator_, expr, position_) + "\"" +
            (value ? " holds" : " does not hold"));
    }
  }

  const std::vector<std::string>& said() const { return said_; }
  /// Members of kinds that stand on the map.
  const std::set<std::string>& pieces() const { return pieces_; }

 private:
  bool yes(const Expr& expr) { return evaluator_.evaluate(expr, position_).yes(); }
  void say(const std::string& words) {
    if (std::find(said_.begin(), said_.end(), words) == said_.end()) said_.push_back(words);
  }

  /// Of `and` and `or`: what decides is the first part with that value, or else every part.
  void tell_each(const Expr& expr, bool value, bool one_decides) {
    for (const auto& part : expr.args) {
      if (value == one_decides && yes(*part) != value) continue;
      tell(*part, value);
      if (value == one_decides) return;
    }
  }

  void tell_member(const Expr& expr, bool value, bool one_decides) {
    bool found = false;
    if (value == one_decides) {
      evaluator_.each_member(*expr.binder, position_, [&](int64_t member) {
        if (yes(*expr.args[0]) != value) return true;
        found = true;
        note_piece({TypeTag::entity, evaluator_.program().vars[expr.binder->var].type.of, 1}, member);
        tell(*expr.args[0], value);
        return false;
      });
    }
    if (!found) say("\"" + source_text(evaluator_, expr) + "\"" + (value ? " holds" : " does not hold"));
  }

  void note_piece(const language::Type& type, int64_t member) {
    if (type.tag != TypeTag::entity || member < 0) return;
    if (type.of != language::none && evaluator_.program().kinds[type.of].on_map)
      pieces_.insert(evaluator_.scenario().value_text(type, member));
  }

  std::string text_of(const Expr& expr) {
    return short_value_text(evaluator_.scenario(), expr.type, evaluator_.evaluate(expr, position_));
  }

  void tell_named(const std::string& name, std::string phrase, const Expr& expr, bool value) {
    std::vector<std::string> arguments;
    for (const auto& one : expr.args) {
      arguments.push_back(text_of(*one));
      note_piece(one->type, evaluator_.evaluate(*one, position_).number);
    }
    if (phrase.ends_with(':')) phrase.pop_back();
    const std::string words = phrase.empty() ? with_blanks(name) : phrase;
    if (arguments.size() == 1 && value && (!phrase.empty() || begins_as_verb(words)))
      return say(arguments.front() + " " + words);
    say("\"" + words + "\"" + (value ? " holds" : " does not hold") +
        (arguments.empty() ? "" : " for " + listed(arguments, "and")));
  }

  void tell_compared(const Expr& expr, bool value) {
    const auto settled = [](const Expr& one) { return one.op == Op::reading_value; };
    const Expr &left = *expr.args[0], &right = *expr.args[1];
    if (settled(left) || settled(right)) return;
    std::string words;
    for (const Expr* const side : {&left, &right}) {
      const std::string written = expression_text(evaluator_, *side, position_), is = text_of(*side);
      if (written != is) words += (words.empty() ? "" : " and ") + written + " is " + is;
    }
    if (words.empty()) words = text_of(left) + " and " + text_of(right);
    const std::string asked = source_text(evaluator_, expr);
    say((value ? "\"" + asked + "\" holds: " : "\"" + asked + "\" does not hold: ") + words);
  }

  Evaluator& evaluator_;
  const Position& position_;
  std::vector<std::string> said_;
  std::set<std::string> pieces_;
};

/// A choice that is refused.
struct Refused {
  std::string text;
  size_t refusals = 0;
  bool plain = false;              // without parameters
  int span = 0;                    // hexes between the pieces and hexes that it names
  std::string by;                  // `9.2`: of the first requirement that refuses
  std::vector<std::string> why;    // of that one
  std::set<std::string> culprits;  // pieces that it is refused for
  std::set<std::string> names;     // values of its parameters
};

class Search {
 public:
  Search(Evaluator& evaluator, const Position& position) : evaluator_(evaluator), position_(position) {}

  /// False where one is lawful.
  bool run(const language::Site& site) {
    for (const Alternative& offered : site.alternatives) {
      tried_ = 0;
      texts_.clear();
      if (!parameters(offered, 0)) return false;
    }
    return true;
  }
  std::vector<Refused> take() { return std::move(refused_); }

 private:
  const language::Program& program() const { return evaluator_.program(); }

  bool parameters(const Alternative& offered, size_t index) {
    const Action& action = program().actions[offered.action];
    if (tried_ >= most_tried) return true;
    if (index == action.params.size()) return ask(offered, action);
    const ActionParam& param = action.params[index];
    const auto with = [&](Value value) {
      const language::Type type = type_of(param);
      texts_.push_back(value_text(evaluator_.scenario(), type, value));
      evaluator_.variable(param.var) = std::move(value);
      const bool fits = param.mode == ParamMode::set || evaluator_.domain_holds(param, position_);
      const bool goes_on = !fits || parameters(offered, index + 1);
      texts_.pop_back();
      return goes_on;
    };
    const language::AlternativeArg& arg = offered.args[index];
    if (arg.mode == ArgMode::fixed) return with(evaluator_.evaluate(*arg.value, position_));
    switch (param.mode) {
      case ParamMode::path:
        return true;
      case ParamMode::set: {
        const std::vector<int32_t> members = evaluator_.candidates(param, position_);
        if (members.empty()) return with(Value(std::vector<int32_t>()));
        return std::all_of(members.begin(), members.end(),
                           [&](int32_t one) { return with(Value(std::vector<int32_t>{one})); });
      }
      case ParamMode::single:
        break;
    }
    const Expr& domain = *param.domain;
    if (domain.op == Op::range) {
      const int64_t low = evaluator_.evaluate(*domain.args[0], position_).number;
      const int64_t high = evaluator_.evaluate(*domain.args[1], position_).number;
      for (int64_t one = low; one <= high && tried_ < most_tried; ++one)
        if (!with(Value(one))) return false;
      return true;
    }
    const Value all = evaluator_.evaluate(domain, position_);
    if (domain.type.tag == TypeTag::maybe) return all.number < 0 || with(Value(all.number));
    return std::all_of(all.items.begin(), all.items.end(),
                       [&](int32_t one) { return with(Value(int64_t{one})); });
  }

  language::Type type_of(const ActionParam& param) const {
    if (param.mode == ParamMode::set) return {TypeTag::set, param.domain->type.of, 1};
    return program().vars[param.var].type;
  }

  /// Counts what refuses the choice in the frame. False: nothing does.
  bool ask(const Alternative& offered, const Action& action) {
    ++tried_;
    Refused one;
    one.plain = action.params.empty();
    one.span = span_of(action);
    one.names.insert(texts_.begin(), texts_.end());
    for (size_t i = 0; i < texts_.size(); ++i) one.text += (i == 0 ? "" : ", ") + texts_[i];
    one.text = action.name + "(" + one.text + ")";
    for (const auto* list : {&action.requires_, &offered.requires_})
      for (const Requirement& requirement : *list) count(requirement, action, one);
    if (one.refusals == 0 && !action.ensures.empty() && !evaluator_.lawful(action, position_)) {
      ++one.refusals;
      one.by = program().label_text(action.ensures.front().label);
    }
    if (one.refusals == 0) return false;
    refused_.push_back(std::move(one));
    return true;
  }

  int span_of(const Action& action) {
    const auto& layout = evaluator_.scenario().layout;
    std::vector<int32_t> hexes;
    for (const ActionParam& param : action.params) {
      const language::Type type = type_of(param);
      const Value& value = evaluator_.variable(param.var);
      std::vector<int32_t> members = value.items;
      if (type.tag == TypeTag::entity) members = {value.cell()};
      if (type.tag != TypeTag::entity && type.tag != TypeTag::set) continue;
      for (const int32_t member : members) {
        int32_t hex = -1;
        if (type.of == language::kind_hex)
          hex = member;
        else if (program().kinds[type.of].on_map)
          hex = position_.cell(layout.places[type.of].first + static_cast<uint32_t>(member));
        if (hex >= 0 && hex < evaluator_.scenario().ground.hexes) hexes.push_back(hex);
      }
    }
    int span = 0;
    for (const int32_t a : hexes)
      for (const int32_t b : hexes) span = std::max(span, evaluator_.scenario().ground.distance(a, b));
    return span;
  }

  void count(const Requirement& requirement, const Action& action, Refused& into) {
    if (requirement.each < 0) return count_here(requirement, into);
    const ActionParam& param = action.params[static_cast<size_t>(requirement.each)];
    const std::vector<int32_t> members = evaluator_.variable(param.var).items;
    for (const int32_t member : members) {
      evaluator_.variable(requirement.member) = member;
      count_here(requirement, into);
    }
  }

  void count_here(const Requirement& requirement, Refused& into) {
    const auto yes = [&](const Expr& expr) { return evaluator_.evaluate(expr, position_).yes(); };
    try {
      if (yes(*requirement.expr)) return;
      for (const auto& waiver : requirement.waivers)
        if (yes(*waiver.when)) return;
      if (++into.refusals > 1) return;
      into.by = program().label_text(requirement.label);
      Reasons reasons(evaluator_, position_);
      reasons.tell(*requirement.expr, false);
      into.why = reasons.said();
      into.culprits = reasons.pieces();
    } catch (const Fault&) {  // it has no value there: refused, and nothing more to tell
      ++into.refusals;
    }
  }

  Evaluator& evaluator_;
  const Position& position_;
  std::vector<std::string> texts_;  // of the parameters that are set
  std::vector<Refused> refused_;
  size_t tried_ = 0;
};

std::string told(const Refused& one) {
  std::string text = one.text + " is refused" + (one.by.empty() ? "" : " by " + one.by);
  for (size_t i = 0; i < std::min(one.why.size(), most_reasons); ++i)
    text += (i == 0 ? ": " : "; ") + one.why[i];
  return text;
}

/// The pieces that the requirement is not met for, as the frame has its parameters.
std::set<std::string> pieces_of_refusal(Evaluator& evaluator, const Position& position,
                                        const Requirement& requirement) {
  const auto yes = [&](const Expr& expr) { return evaluator.evaluate(expr, position).yes(); };
  if (yes(*requirement.expr)) return {};
  for (const auto& waiver : requirement.waivers)
    if (yes(*waiver.when)) return {};
  Reasons reasons(evaluator, position);
  reasons.tell(*requirement.expr, false);
  return reasons.pieces();
}

}  // namespace

std::vector<std::string> refused_for(ReferenceRules& rules, const Position& position,
                                     const NamedChoice& choice) {
  Evaluator& evaluator = rules.evaluator();
  const language::Program& program = evaluator.program();
  const Action& action = program.actions[choice.action];
  const Alternative& offered = rules.site(position).alternatives[static_cast<size_t>(choice.alternative)];
  std::set<std::string> named, found;
  for (size_t k = 0; k < action.params.size(); ++k) {
    const ActionParam& param = action.params[k];
    evaluator.variable(param.var) = choice.values[k];
    const language::Type& type = program.vars[param.var].type;
    if (type.of == language::none) continue;
    std::vector<int32_t> members = choice.values[k].items;
    if (type.tag == TypeTag::entity) members = {choice.values[k].cell()};
    if (type.tag != TypeTag::entity && type.tag != TypeTag::set) continue;
    for (const int32_t member : members)
      if (member >= 0) named.insert(evaluator.scenario().value_text({TypeTag::entity, type.of, 1}, member));
  }
  const auto gather = [&](const Requirement& requirement) {
    try {
      const std::set<std::string> pieces = pieces_of_refusal(evaluator, position, requirement);
      found.insert(pieces.begin(), pieces.end());
    } catch (const Fault&) {  // it has no value there: refused for nothing in particular
    }
  };
  for (const auto* list : {&action.requires_, &offered.requires_})
    for (const Requirement& requirement : *list) {
      if (requirement.each < 0) {
        gather(requirement);
        continue;
      }
      const ActionParam& param = action.params[static_cast<size_t>(requirement.each)];
      const std::vector<int32_t> members = evaluator.variable(param.var).items;
      for (const int32_t member : members) {
        evaluator.variable(requirement.member) = member;
        gather(requirement);
      }
    }
  std::vector<std::string> others;
  std::set_difference(found.begin(), found.end(), named.begin(), named.end(), std::back_inserter(others));
  return others;
}

std::vector<std::string> why_stuck(ReferenceRules& rules, const Position& position) {
  Evaluator& evaluator = rules.evaluator();
  const language::Site& site = rules.site(position);
  Search search(evaluator, position);
  if (!search.run(site)) return {};
  std::vector<Refused> all = search.take();
  std::set<std::string> culprits;
  for (const Refused& one : all)
    if (one.plain) culprits.insert(one.culprits.begin(), one.culprits.end());
  // A choice of a piece that keeps the phase from ending stands before those of others.
  const auto is_of_culprit = [&](const Refused& one) {
    return std::any_of(one.names.begin(), one.names.end(), [&](const std::string& name) {
      return std::any_of(culprits.begin(), culprits.end(),
                         [&](const std::string& who) { return name == who || name == "{" + who + "}"; });
    });
  };
  std::stable_sort(all.begin(), all.end(), [&](const Refused& a, const Refused& b) {
    if (a.plain != b.plain) return a.plain;
    if (is_of_culprit(a) != is_of_culprit(b)) return is_of_culprit(a);
    if (a.refusals != b.refusals) return a.refusals < b.refusals;
    return a.span < b.span;
  });
  const language::KindId sides = evaluator.program().kind_side;
  const std::string who = sides == language::none ? std::string("somebody")
                                                  : evaluator.scenario().value_text(
                                                        {TypeTag::entity, sides, 1}, rules.player(position));
  std::vector<std::string> lines{who + " must choose and has no lawful choice"};
  std::vector<std::string> reasons;  // each is told once
  const Refused* nearest = nullptr;
  for (const Refused& one : all) {
    if (lines.size() > most_refused_told) break;
    const std::string text = told(one), reason = text.substr(one.text.size());
    if (!one.plain && std::find(reasons.begin(), reasons.end(), reason) != reasons.end()) continue;
    reasons.push_back(reason);
    // What lies farther than the nearest says nothing.
    if (!one.plain && nearest == nullptr) nearest = &one;
    if (!one.plain && (one.refusals > nearest->refusals || one.span > nearest->span)) break;
    lines.push_back(text);
  }
  return lines;
}

}  // namespace casebook::runtime
