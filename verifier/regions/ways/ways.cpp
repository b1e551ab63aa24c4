// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/ways/ways.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/runtime/binding/settle.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::regions {

using language::CaseId;
using language::Expr;
using language::ListEntry;
using language::ListKind;
using language::none;
using language::Op;
using language::TypeTag;
using runtime::Evaluator;
using runtime::Position;
using runtime::Value;

namespace {

enum Role : int { condition, part, cap };

}  // namespace

/// Goes through the definition in the order of the reference evaluator. Without a position it goes through every
/// part and only notes what can be decided.
class Ways::Walk {
 public:
  Walk(Ways& ways, const Position* position, Way* way) : ways_(ways), position_(position), way_(way) {}

  const Source& source() const { return source_; }

  Value run() {
    const language::Definition& definition = ways_.definition_;
    label_ = definition.label;
    std::vector<size_t> holding;
    for (size_t i = 0; i < definition.exceptions.size(); ++i) {
      label_ = definition.exceptions[i].label;
      if (asked(*definition.exceptions[i].when)) holding.push_back(i);
    }
    std::vector<size_t> highest;
    for (const size_t i : holding) {
      if (std::none_of(holding.begin(), holding.end(), [&](size_t other) {
            const auto& over = definition.exceptions[other].over;
            return std::find(over.begin(), over.end(), static_cast<int32_t>(i)) != over.end();
          }))
        highest.push_back(i);
    }
    label_ = definition.label;
    Value came;
    if (highest.empty() || exploring()) came = value(*definition.body);
    for (size_t i = 0; i < definition.exceptions.size(); ++i) {
      const language::Exception& one = definition.exceptions[i];
      const bool goes =
          exploring() ? known(*one.when).value_or(true) : !highest.empty() && highest.front() == i;
      if (!goes) continue;
      label_ = one.label;
      came = value(*one.value);
    }
    for (const language::Adjustment& one : definition.adjustments) {
      label_ = one.label;
      const bool goes = asked(*one.when) || (exploring() && known(*one.when).value_or(true));
      if (!goes) continue;
      if (!exploring()) ways_.evaluator_.variable(one.otherwise) = came;
      const std::string before = source_.text;
      came = value(*one.value);
      source_ = {source_.text + ", where otherwise is " + before, nullptr};
    }
    return came;
  }

 private:
  bool exploring() const { return position_ == nullptr; }
  Value now(const Expr& expr) { return ways_.evaluator_.evaluate(expr, *position_); }

  /// What options and readings make of a condition; nothing when they do not settle it.
  std::optional<bool> known(const Expr& expr) const {
    const auto value = runtime::known_by_switches(expr, ways_.scenario_->options, ways_.scenario_->readings);
    return value ? std::optional(*value != 0) : std::nullopt;
  }

  std::string text(const Expr& expr) const { return runtime::source_text(ways_.evaluator_, expr); }

  void note(const void* what, Role role, size_t out, const std::string& text,
            const std::vector<std::string>& outs) {
    const auto [known, fresh] = ways_.numbers_.try_emplace({what, role}, ways_.decisions_.size());
    if (fresh) ways_.decisions_.push_back({text, label_, outs});
    if (!exploring() && way_ != nullptr) way_->push_back({known->second, out});
  }

  /// A condition as a whole. While exploring the answer is no.
  bool asked(const Expr& expr) {
    if (const auto is = known(expr)) return *is;
    const bool yes = !exploring() && now(expr).yes();
    note(&expr, condition, yes ? 1 : 0, text(expr), {"no", "yes"});
    return yes;
  }

  /// `turn in {1, 4, 7}` is one question of the text, and three comparisons.
  bool is_one_of(const Expr& expr) const {
    return std::all_of(expr.args.begin(), expr.args.end(), [&](const auto& arg) {
      return arg->op == Op::equal && text(*arg) == text(*arg->args[1]);
    });
  }

  /// Of a yes or no: its parts, up to the one that settles it.
  bool truth(const Expr& expr) {
    switch (expr.op) {
      case Op::all_of:
        for (const auto& arg : expr.args) {
          if (!truth(*arg) && (!exploring() || known(*arg) == false)) return false;
        }
        return true;
      case Op::any_of:
        if (is_one_of(expr)) return asked(expr);
        for (const auto& arg : expr.args) {
          if (truth(*arg) && (!exploring() || known(*arg) == true)) return true;
        }
        return false;
      case Op::implies:
        if (!truth(*expr.args[0]) && (!exploring() || known(*expr.args[0]) == false)) return true;
        return truth(*expr.args[1]);
      case Op::not_:
        // `no x in ...` is one expression of the text.
        if (expr.args[0]->op == Op::exists) return asked(expr);
        return !truth(*expr.args[0]);
      case Op::choose_if:
      case Op::let:
      case Op::if_hex:
      case Op::list:
        return value(expr).yes();
      default:
        return asked(expr);
    }
  }

  Value value(const Expr& expr) {
    switch (expr.op) {
      case Op::choose_if: {
        const bool yes = asked(*expr.args[0]);
        if (exploring() && !known(*expr.args[0])) value(*expr.args[1]);
        return value(*expr.args[yes ? 1 : 2]);
      }
      case Op::let:
        if (!exploring()) ways_.evaluator_.variable(expr.ref) = now(*expr.args[0]);
        return value(*expr.args[1]);
      case Op::if_hex: {
        const bool is_hex = !exploring() && now(*expr.args[0]).number < ways_.scenario_->ground.hexes;
        note(&expr, condition, is_hex ? 1 : 0, text(*expr.args[0]) + " is on the map", {"no", "yes"});
        if (is_hex) ways_.evaluator_.variable(expr.ref) = now(*expr.args[0]);
        if (exploring()) value(*expr.args[1]);
        return value(*expr.args[is_hex ? 1 : 2]);
      }
      case Op::list:
        list(expr);
        return exploring() ? Value() : now(expr);
      case Op::minimum:
      case Op::maximum:
        best(expr);
        return exploring() ? Value() : now(expr);
      case Op::add:
      case Op::subtract:
      case Op::negate:
      case Op::multiply:
      case Op::rescale:
      case Op::round:
      case Op::check_range:
      case Op::as_location:
      case Op::as_maybe:
        for (const auto& arg : expr.args) value(*arg);
        // What only changes the type gives what its operand gives.
        if (expr.op == Op::rescale || expr.op == Op::check_range || expr.op == Op::as_location ||
            expr.op == Op::as_maybe)
          return exploring() ? Value() : now(expr);
        break;
      default:
        if (expr.type.tag == TypeTag::boolean) {
          if (expr.op == Op::all_of || expr.op == Op::any_of || expr.op == Op::implies || expr.op == Op::not_)
            return truth(expr) ? 1 : 0;
          return asked(expr) ? 1 : 0;
        }
        break;
    }
    source_ = {text(expr), &expr};
    return exploring() ? Value() : now(expr);
  }

  void list(const Expr& expr) {
    const language::ListBody& body = *expr.list;
    const CaseId outer = label_;
    bool go_on = true;
    std::vector<std::string> sources;
    for (const ListEntry& entry : body.entries) {
      if (!go_on) break;
      if (entry.per) continue;  // once for each member: a part of the whole
      if (entry.label != none) label_ = entry.label;
      const bool applies = !entry.when || asked(*entry.when);
      if (!applies && !(exploring() && !known(*entry.when))) continue;
      if (body.kind == ListKind::all_of || body.kind == ListKind::any_of) {
        const bool yes = truth(*entry.value);
        go_on = exploring() || yes == (body.kind == ListKind::all_of);
      } else {
        value(*entry.value);
        sources.push_back(source_.text);
        go_on = exploring() || body.kind != ListKind::first_of;
      }
      label_ = outer;
    }
    label_ = outer;
    if (sources.size() > 1 || body.low || !is_alone(body)) source_ = {text_of(body.kind, sources), nullptr};
    if (!body.low) return;
    size_t out = 0;
    if (!exploring()) {
      const int64_t low = now(*body.low).number, high = now(*body.high).number, is = now(expr).number;
      out = is == low ? 1 : is == high ? 2 : 0;
    }
    note(&body, cap, out, "within " + text(*body.low) + " .. " + text(*body.high),
         {"between", "at the lower bound", "at the upper bound"});
  }

  /// Whether one line gives the value, and nothing is added to it.
  static bool is_alone(const language::ListBody& body) {
    return body.kind == ListKind::first_of ||
           std::none_of(body.entries.begin(), body.entries.end(),
                        [](const ListEntry& entry) { return entry.per.get() != nullptr; });
  }
  /// `the sum of a and b`; lines that stand once for each member are named as such.
  static std::string text_of(ListKind kind, const std::vector<std::string>& sources) {
    std::string text = kind == ListKind::sum_of    ? "the sum of"
                       : kind == ListKind::most_of ? "the most of"
                                                   : "the least of";
    for (size_t i = 0; i < sources.size(); ++i)
      text += (i == 0 ? " " : i + 1 == sources.size() ? " and " : ", ") + sources[i];
    return sources.empty() ? text + " its lines" : text;
  }

  /// Which part is taken; of several that are equal the first.
  void best(const Expr& expr) {
    std::vector<std::string> outs;
    std::vector<Source> sources;
    for (const auto& arg : expr.args) {
      outs.push_back(text(*arg));
      value(*arg);
      sources.push_back(source_);
    }
    size_t out = 0;
    if (!exploring()) {
      const int64_t taken = now(expr).number;
      while (out + 1 < expr.args.size() && now(*expr.args[out]).number != taken) ++out;
    }
    note(&expr, part, out, text(expr), outs);
    source_ = std::move(sources[out]);
  }

  Ways& ways_;
  const Position* position_;
  Way* way_;
  CaseId label_ = none;
  Source source_;
};

Way never_of(const std::vector<Decision>& decisions, const std::set<Taken>& taken) {
  Way never;
  for (size_t i = 0; i < decisions.size(); ++i) {
    for (size_t out = 0; out < decisions[i].outs.size(); ++out) {
      if (taken.count({i, out}) == 0) never.push_back({i, out});
    }
  }
  return never;
}

bool has_few_values(const runtime::Scenario& scenario, const language::Type& type) {
  return type.tag == language::TypeTag::boolean ||
         (type.tag == language::TypeTag::entity && scenario.program->kinds[type.of].closed);
}

Ways::Ways(std::shared_ptr<const runtime::Scenario> scenario, language::DefinitionId definition,
           Evaluator& evaluator)
    : Ways(scenario, scenario->program->definitions[definition], evaluator) {
}

Ways::Ways(std::shared_ptr<const runtime::Scenario> scenario, const language::Definition& definition,
           Evaluator& evaluator)
    : scenario_(std::move(scenario)), definition_(definition), evaluator_(evaluator) {
  Walk(*this, nullptr, nullptr).run();
}

Ways::~Ways() = default;

Value Ways::of(const Position& position, Way& way, Source* source) {
  way.clear();
  std::vector<Value> kept;
  for (const language::VarId one : definition_.params) kept.push_back(evaluator_.variable(one));
  const auto put_back = [&] {
    for (size_t i = 0; i < kept.size(); ++i) evaluator_.variable(definition_.params[i]) = kept[i];
  };
  Value came;
  try {
    Walk walk(*this, &position, &way);
    came = walk.run();
    if (source != nullptr) *source = walk.source();
  } catch (const runtime::Fault&) {
    put_back();
    throw;
  }
  put_back();
  return came;
}

}  // namespace casebook::regions
