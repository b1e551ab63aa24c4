// SPDX-License-Identifier: Apache-2.0
// Derivations of binders: which members decided, and why the others did not count. Every other member is
// asked without being told, so that what nobody reads costs nothing.
#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Binder;
using language::Expr;
using language::never_value;
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

/// Its condition and what is asked of it.
DerivationPtr Evaluator::tell_member(const Expr& expr, int64_t member, const Position& position) {
  DerivationPtr node = line_of(member_text(*expr.binder, member), {}, DerivationRole::member);
  const TraceInto telling(*this, node.get());
  if (expr.binder->where) evaluate(*expr.binder->where, position);
  if (!expr.args.empty() && expr.op != Op::image) evaluate(*expr.args[0], position);
  return node;
}

/// `exists` is decided by a member that holds, `all` by one that does not.
Value Evaluator::told_quantifier(const Expr& expr, const Position& position, bool decides) {
  Derivation& told = *trace_;
  bool decided = false;
  size_t asked = 0;
  DerivationPtr only;  // of a single member it is told what came out, whatever that is
  const auto ask = [&](int64_t member) {
    ++asked;
    const TraceInto untold(*this, nullptr);
    const bool yes = evaluate(*expr.args[0], position).yes();
    decided = yes == decides;
    if (decided || tell_everything_) {
      told.children.push_back(tell_member(expr, member, position));
      if (tell_everything_) told.children.back()->value = yes ? "yes" : "no";
    } else {
      only = asked == 1 ? tell_member(expr, member, position) : nullptr;
    }
    return !decided;
  };
  {
    const TraceInto untold(*this, nullptr);
    each_member(*expr.binder, position, ask);
  }
  if (!decided && asked == 1 && !tell_everything_)
    told.children.push_back(std::move(only));
  else if (!decided && asked > 0)
    told.note = fmt::format("{} {}", decides ? "none of" : "all", asked);
  return decided == decides;
}

/// count, total, least, most.
Value Evaluator::told_number(const Expr& expr, const Position& position) {
  Derivation& told = *trace_;
  const TraceInto untold(*this, nullptr);
  struct Asked {
    int64_t member, value;
    std::string text;
    DerivationPtr why;  // of the best so far, or of all when everything is told
  };
  std::vector<Asked> all;
  size_t best = 0;
  bool never = false;
  int64_t sum = 0;
  each_member(*expr.binder, position, [&](int64_t member) {
    Asked one{member, 0, member_text(*expr.binder, member), nullptr};
    if (expr.op != Op::count) one.value = number(expr, 0, position);
    const bool is_best =
        all.empty() || (expr.op == Op::least ? one.value < all[best].value : one.value > all[best].value);
    const bool extreme = expr.op == Op::least || expr.op == Op::most;
    if (tell_everything_ || (extreme && is_best)) one.why = tell_member(expr, member, position);
    if (is_best) best = all.size();
    if (expr.op == Op::total && one.value == never_value && expr.args[0]->interval.may_be_never)
      never = true;
    else
      sum += one.value;
    all.push_back(std::move(one));
    return true;
  });
  const auto value_of = [&](const Asked& one) {
    return expr.op == Op::count ? std::string() : scenario_->value_text(expr.args[0]->type, one.value);
  };
  const auto tell = [&](Asked& one) {
    DerivationPtr node = one.why ? std::move(one.why) : line_of(one.text, {}, DerivationRole::member);
    node->value = value_of(one);
    told.children.push_back(std::move(node));
  };
  if (tell_everything_) {
    for (Asked& one : all) tell(one);
  } else if (expr.op == Op::least || expr.op == Op::most) {
    if (!all.empty()) {
      // The value of an empty set is not this one.
      told.text = told.text.substr(0, told.text.rfind(" or else "));
      if (all.size() > 1) told.note = fmt::format("of {}", all.size());
      tell(all[best]);
    }
  } else {
    size_t named = 0, left = 0;
    for (Asked& one : all) {
      if ((expr.op == Op::total && one.value == 0) || named == most_members_told) {
        ++left;
        continue;
      }
      ++named;
      tell(one);
    }
    if (left > 0)
      told.children.push_back(line_of(fmt::format("and {} more", left), {}, DerivationRole::rest));
  }
  switch (expr.op) {
    case Op::count:
      return static_cast<int64_t>(all.size());
    case Op::total:
      return never ? Value(never_value) : Value(sum);
    default:
      break;
  }
  if (!all.empty()) return all[best].value;
  const TraceInto telling(*this, &told);
  return evaluate(*expr.args[1], position);
}

/// What makes it fail: the entry of a list, with its case, or the condition as written.
std::string Evaluator::why_not(const Expr& condition, const Position& position, std::string& label) {
  const int most = most_depth_;
  most_depth_ = std::min(most, told_depth_ + reason_depth);
  Derivation why;
  try {
    const TraceInto telling(*this, &why);
    evaluate(condition, position);
  } catch (...) {
    most_depth_ = most;
    throw;
  }
  most_depth_ = most;
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

// Members in the set with the reason in a line or two; those out of it counted by what kept them out.
Value Evaluator::told_filter(const Expr& expr, const Position& position) {
  Derivation& told = *trace_;
  const Binder& binder = *expr.binder;
  const TraceInto untold(*this, nullptr);
  struct Inside {
    int32_t member;
    int64_t rank;
    DerivationPtr why;
  };
  std::vector<Inside> inside;
  std::vector<std::pair<std::pair<std::string, std::string>, size_t>> outside;  // reason and case, how many
  const auto leave_out = [&](const std::string& reason, const std::string& label) {
    for (auto& [known, count] : outside) {
      if (known.first == reason && known.second == label) {
        ++count;
        return;
      }
    }
    outside.push_back({{reason, label}, 1});
  };
  const int depth = told_depth_, most = most_depth_;
  if (!tell_everything_) most_depth_ = std::min(most, depth + reason_depth);
  const auto restore = [&] {
    told_depth_ = depth;
    most_depth_ = most;
  };
  // The condition is asked here, so that members that fail it are met too.
  try {
    const auto ask = [&](int64_t member) {
      if (binder.where && !evaluate(*binder.where, position).yes()) {
        if (tell_everything_) {
          DerivationPtr node = tell_member(expr, member, position);
          node->value = "not in it";
          told.children.push_back(std::move(node));
          return true;
        }
        std::string label;
        const std::string reason = why_not(*binder.where, position, label);
        leave_out(reason, label);
        return true;
      }
      Inside one{static_cast<int32_t>(member), 0, nullptr};
      if (!expr.args.empty()) one.rank = number(expr, 0, position);
      if (tell_everything_ || inside.size() < most_members_told || !expr.args.empty())
        one.why = tell_member(expr, member, position);
      inside.push_back(std::move(one));
      return true;
    };
    each_candidate(binder, position, ask);
  } catch (...) {
    restore();
    throw;
  }
  restore();
  std::vector<int32_t> members;
  int64_t best = inside.empty() ? 0 : inside.front().rank;
  for (const Inside& one : inside)
    best = expr.value == 0 ? std::min(best, one.rank) : std::max(best, one.rank);
  size_t more = 0;
  for (Inside& one : inside) {
    if (!expr.args.empty() && one.rank != best) {
      if (tell_everything_) {
        one.why->value = "not in it";
        told.children.push_back(std::move(one.why));
      } else {
        leave_out(
            source_text(*this, *expr.args[0]) + (expr.value == 0 ? " is not the least" : " is not the most"),
            {});
      }
      continue;
    }
    members.push_back(one.member);
    if (one.why == nullptr || (!tell_everything_ && members.size() > most_members_told)) {
      ++more;
      continue;
    }
    if (!tell_everything_) {
      fold(*one.why);
    } else {
      one.why->value = "in it";
    }
    told.children.push_back(std::move(one.why));
  }
  if (more > 0)
    told.children.push_back(line_of(fmt::format("and {} more in it", more), {}, DerivationRole::rest));
  std::stable_sort(outside.begin(), outside.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [reason, count] : outside) {
    DerivationPtr node = line_of(fmt::format("{} not in it", count), {}, DerivationRole::rest);
    node->note = reason.first;
    node->label = reason.second;
    told.children.push_back(std::move(node));
  }
  return Value(std::move(members));
}

Value Evaluator::told_image(const Expr& expr, const Position& position) {
  Derivation& told = *trace_;
  const TraceInto untold(*this, nullptr);
  std::vector<int32_t> members;
  size_t met = 0;
  each_member(*expr.binder, position, [&](int64_t member) {
    const auto image = static_cast<int32_t>(number(expr, 0, position));
    members.push_back(image);
    if (tell_everything_ || met++ < most_members_told) {
      DerivationPtr node = tell_everything_
                               ? tell_member(expr, member, position)
                               : line_of(member_text(*expr.binder, member), {}, DerivationRole::member);
      node->value = scenario_->value_text({TypeTag::entity, expr.type.of, 1}, image);
      told.children.push_back(std::move(node));
    }
    return true;
  });
  if (!tell_everything_ && met > most_members_told)
    told.children.push_back(
        line_of(fmt::format("and {} more", met - most_members_told), {}, DerivationRole::rest));
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return Value(std::move(members));
}

}  // namespace casebook::runtime
