// SPDX-License-Identifier: Apache-2.0
// Derivations of binders: which members decided, and why the others did not count. The evaluator asks the
// members and says what it came to; here that is written down. A member that will be named is asked once
// more for its reasons; the others cost nothing.
#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Binder;
using language::Expr;
using language::Op;
using language::TypeTag;

namespace {

/// Lines inside one another that tell why one member of a set is in it, or out.
constexpr int reason_depth = 2;

DerivationPtr line_of(std::string text, std::string value, DerivationRole role) {
  auto node = std::make_unique<Derivation>();
  node->text = std::move(text);
  node->value = std::move(value);
  node->role = role;
  return node;
}

/// `away 6.3, vacant 6.4`: the entries that a call rests on; else the member that decided it.
std::string rests_on(const Derivation& node) {
  std::string entries;
  for (const DerivationPtr& child : node.children) {
    if (child->role != DerivationRole::entry) continue;
    entries += entries.empty() ? "" : ", ";
    entries += child->text == child->label ? child->label : child->text + " " + child->label;
    if (!child->value.empty() && child->value != "yes") entries += " " + child->value;
  }
  if (!entries.empty()) return entries;
  for (const DerivationPtr& child : node.children) {
    if (child->role == DerivationRole::member) return child->text;
    if (std::string member = rests_on(*child); !member.empty()) return member;
  }
  return {};
}

/// Why a member is in a set, in a line for each condition, or in its own line when there is one.
void fold(Derivation& member) {
  std::vector<DerivationPtr> conditions;
  for (DerivationPtr& child : member.children) {
    const bool one_member = child->children.size() == 1 &&
                            child->children.front()->role == DerivationRole::member &&
                            !child->children.front()->children.empty();
    if (!one_member) {
      conditions.push_back(std::move(child));
      continue;
    }
    for (DerivationPtr& inner : child->children.front()->children) conditions.push_back(std::move(inner));
  }
  for (const DerivationPtr& one : conditions) {
    if (const std::string why = rests_on(*one); !why.empty()) one->note = why;
    one->children.clear();
  }
  member.children.clear();
  if (conditions.size() != 1) {
    member.children = std::move(conditions);
    return;
  }
  const Derivation& only = *conditions.front();
  member.note = only.text + (only.value == "yes" ? "" : " = " + only.value) +
                (only.note.empty() ? "" : ", " + only.note);
  member.label = only.label;
}

}  // namespace

const language::Var& Evaluator::var_of(VarId var) const {
  const auto id = static_cast<size_t>(var);
  return id < program_.vars.size() ? program_.vars[id] : extra_vars_[id];
}

// `u = Matt 1 at 0512`
std::string Evaluator::member_text(const Binder& binder, int64_t member) {
  const language::Var& var = var_of(binder.var);
  std::string text = var.name + " = " + scenario_->value_text(var.type, member);
  if (binder.at != language::none)
    text +=
        " at " + scenario_->value_text({TypeTag::entity, language::kind_hex, 1}, variable(binder.at).number);
  return text;
}

void Evaluator::only_named(size_t since, size_t until) {
  if (trace_ == nullptr || tell_everything_) return;
  for (size_t i = since; i < until && i < trace_->children.size(); ++i) trace_->children[i]->children.clear();
}

/// What makes it fail: the entry of a list, with its case, or the condition as written.
std::string Evaluator::why_not(const Expr& condition, const Position& position, std::string& label) {
  Derivation why;
  {
    const TraceInto telling(*this, &why, reason_depth);
    evaluate(condition, position);
  }
  const Derivation* at = why.children.empty() ? nullptr : why.children.back().get();
  if (at == nullptr) return source_text(*this, condition);
  const Derivation* entry = nullptr;
  const auto goes_on = [&entry](const Derivation& node) {
    if (node.children.empty()) return false;
    const Derivation& last = *node.children.back();
    return last.role == DerivationRole::entry ||
           (entry == nullptr && last.role == DerivationRole::member && !last.children.empty());
  };
  while (goes_on(*at)) {
    at = at->children.back().get();
    if (at->role == DerivationRole::entry)
      entry = at;
    else
      at = at->children.back().get();
  }
  label = at->label;
  if (entry != nullptr) return entry->text == entry->label ? "" : entry->text;
  return at->source + " = " + at->value;
}

class Evaluator::MemberTeller {
 public:
  MemberTeller(Evaluator& evaluator, const Expr& expr, const Position& position)
      : evaluator_(evaluator), expr_(expr), position_(position), told_(*evaluator.trace_) {}

  void met(int64_t member, const Asked& asked) {
    if (asked.alone) first_ = met_.size(), counting_ = 0;
    const bool named = asked.counts && counting_ < most_members_told;
    const bool single = is_quantifier() && met_.empty();
    counting_ += asked.counts ? 1 : 0;
    met_.push_back({asked, everything() || named || single ? line(member, true) : nullptr});
  }

  /// One that the binder's condition keeps out: of a set it is told what does.
  void left_out(int64_t member) {
    if (expr_.op != Op::filter) return;
    if (everything()) {
      told_.children.push_back(line(member, false));
      told_.children.back()->value = "not in it";
      return;
    }
    std::string label;
    const std::string reason = evaluator_.why_not(*expr_.binder->where, position_, label);
    count_outside(reason, label);
  }

  void finish() {
    const bool single = is_quantifier() && counting_ == 0 && met_.size() == 1 && !everything();
    size_t more = 0;
    for (size_t i = 0; i < met_.size(); ++i) {
      const bool counts = met_[i].asked.counts && i >= first_;
      if (everything() || single || (counts && met_[i].line))
        tell(met_[i], counts);
      else if (counts || expr_.op == Op::total)
        ++more;
      else if (expr_.op == Op::filter)
        count_outside(source_text(evaluator_, *expr_.args[0]) +
                          (expr_.value == 0 ? " is not the least" : " is not the most"),
                      {});
    }
    if (more > 0) {
      const char* const where = expr_.op == Op::filter ? " in it" : "";
      told_.children.push_back(line_of(fmt::format("and {} more{}", more, where), {}, DerivationRole::rest));
    }
    tell_outside();
    note(single);
  }

 private:
  struct Met {
    Asked asked;
    DerivationPtr line;  // of those that may be named
  };
  struct Outside {
    std::string reason, label;
    size_t count;
  };

  bool everything() const { return evaluator_.tell_everything_; }
  bool is_quantifier() const { return expr_.op == Op::exists || expr_.op == Op::for_all; }
  bool is_extreme() const { return expr_.op == Op::least || expr_.op == Op::most; }

  /// With what it rests on: the condition of the binder, and what is asked of a member that is `in` it.
  DerivationPtr line(int64_t member, bool in) {
    DerivationPtr node = line_of(evaluator_.member_text(*expr_.binder, member), {}, DerivationRole::member);
    const bool listed = expr_.op == Op::count || expr_.op == Op::total || expr_.op == Op::image;
    if (listed && !everything()) return node;
    const bool folded = expr_.op == Op::filter && !everything();
    const TraceInto telling(evaluator_, node.get(), folded ? reason_depth : any_depth);
    if (expr_.binder->where) evaluator_.evaluate(*expr_.binder->where, position_);
    if (in && !expr_.args.empty() && expr_.op != Op::image) evaluator_.evaluate(*expr_.args[0], position_);
    return node;
  }

  void tell(Met& one, bool counts) {
    const auto text = [&](const language::Type& type) {
      return evaluator_.scenario_->value_text(type, one.asked.value);
    };
    if (expr_.op == Op::total || is_extreme())
      one.line->value = text(expr_.args[0]->type);
    else if (expr_.op == Op::image)
      one.line->value = text({TypeTag::entity, expr_.type.of, 1});
    else if (is_quantifier() && everything())
      one.line->value = one.asked.value != 0 ? "yes" : "no";
    else if (expr_.op == Op::filter && everything())
      one.line->value = counts ? "in it" : "not in it";
    else if (expr_.op == Op::filter)
      fold(*one.line);
    told_.children.push_back(std::move(one.line));
  }

  /// Those out of the set are counted by what keeps them out.
  void count_outside(const std::string& reason, const std::string& label) {
    const auto same = [&](const Outside& one) { return one.reason == reason && one.label == label; };
    const auto known = std::find_if(outside_.begin(), outside_.end(), same);
    if (known != outside_.end())
      ++known->count;
    else
      outside_.push_back({reason, label, 1});
  }
  void tell_outside() {
    std::stable_sort(outside_.begin(), outside_.end(),
                     [](const Outside& a, const Outside& b) { return a.count > b.count; });
    for (const Outside& one : outside_) {
      DerivationPtr node = line_of(fmt::format("{} not in it", one.count), {}, DerivationRole::rest);
      node->note = one.reason;
      node->label = one.label;
      told_.children.push_back(std::move(node));
    }
  }

  /// How many were asked, where their lines do not show it.
  void note(bool single) {
    if (is_quantifier() && counting_ == 0 && !met_.empty() && !single)
      told_.note = fmt::format("{} {}", expr_.op == Op::exists ? "none of" : "all", met_.size());
    if (!is_extreme() || everything() || met_.empty()) return;
    told_.text =
        told_.text.substr(0, told_.text.rfind(" or else "));  // the value of an empty set is not this one
    if (met_.size() > 1) told_.note = fmt::format("of {}", met_.size());
  }

  Evaluator& evaluator_;
  const Expr& expr_;
  const Position& position_;
  Derivation& told_;
  std::vector<Met> met_;
  size_t first_ = 0;     // of those that the value may still rest on
  size_t counting_ = 0;  // of them, how many count
  std::vector<Outside> outside_;
};

void Evaluator::ask_members(const Expr& expr, const Position& position, const Asked& asked,
                            const std::function<bool(int64_t)>& ask) {
  if (trace_ == nullptr) return each_member(*expr.binder, position, ask);
  MemberTeller teller(*this, expr, position);
  const TraceInto untold(*this, nullptr);
  const auto ask_and_tell = [&](int64_t member) {
    const bool go_on = ask(member);
    teller.met(member, asked);
    return go_on;
  };
  each_member(*expr.binder, position, ask_and_tell, [&](int64_t member) { teller.left_out(member); });
  teller.finish();
}

}  // namespace casebook::runtime
