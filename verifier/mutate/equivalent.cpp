// SPDX-License-Identifier: Apache-2.0
#include "verifier/mutate/equivalent.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "engine/language/editions/sameness.h"
#include "engine/program/anatomy.h"
#include "engine/program/walk.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/checks/shared/site_reach.h"

namespace casebook::mutate {

using language::Expr;
using namespace language::ids;
using language::none;
using language::Op;
using language::Program;
using runtime::Value;

namespace {

template <typename Item>
language::IdOf<Item> named(const std::vector<Item>& items, const std::string& name) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<language::IdOf<Item>>(i);
  }
  return none;
}

bool reads(const Expr& top, TableId table) {
  bool found = false;
  language::walk(top, [&](const Expr& one) { found = found || (one.op == Op::table && one.ref == table); });
  return found;
}

/// How often a table is read at the top of something: in definitions, and in all there is of play.
struct Readers {
  std::set<DefinitionId> definitions;
  bool elsewhere = false;
};

Readers readers_of(const Program& program, TableId table) {
  Readers out;
  language::each_item(program, [&](language::ItemId id, const auto& item) {
    if (!language::is_of_play(id.sort)) return;
    language::each_expression_in(program, item, [&](const Expr& expr) {
      if (!reads(expr, table)) return;
      if (id.sort == language::ItemSort::definition) {
        out.definitions.insert(id.id);
      } else {
        out.elsewhere = true;
      }
    });
  });
  return out;
}

/// The definitions whose values have to be the same; nothing when more than definitions is altered.
std::optional<std::set<DefinitionId>> to_be_counted(const Program& as_it_is, const Program& altered) {
  std::set<DefinitionId> all;
  const auto differences = language::rule_differences(as_it_is, altered);
  if (differences.empty()) return std::nullopt;
  for (const language::RuleDifference& one : differences) {
    if (one.sort == "definition") {
      const DefinitionId id = named(as_it_is.definitions, one.name);
      if (id == none) return std::nullopt;
      all.insert(id);
    } else if (one.sort == "table") {
      const TableId id = named(as_it_is.tables, one.name);
      if (id == none) return std::nullopt;
      const Readers readers = readers_of(as_it_is, id);
      if (readers.elsewhere) return std::nullopt;
      all.insert(readers.definitions.begin(), readers.definitions.end());
    } else {
      return std::nullopt;
    }
  }
  return all;
}

constexpr uint64_t inputs_between_looks = 1'024;

/// What a definition comes to for each of its inputs, in order; a fault is a fault, by its case. Nothing when
/// its inputs cannot be counted. With `same` the values are held against those and not kept: false in
/// `differs` when one is another.
class Values {
 public:
  Values(const ScenarioPtr& scenario, DefinitionId definition, const std::function<void()>& look)
      : scenario_(scenario), counter_(scenario), definition_(definition), look_(look) {
    const language::Definition& one = scenario_->program->definitions[definition];
    call_.op = Op::call;
    call_.type = one.type;
    call_.ref = definition;
    for (const VarId param : one.params) {
      const language::Var& var = scenario_->program->vars[param];
      language::ExprPtr arg(Expr{});
      arg->op = Op::variable;
      arg->type = var.type;
      arg->ref = param;
      arg->interval = var.interval;
      call_.args.push_back(std::move(arg));
    }
  }

  std::optional<uint64_t> all(uint64_t budget, const std::function<void(const Value*, CaseId fault)>& each) {
    uint64_t inputs = 0;
    const checks::Count count = counter_.count(definition_, budget, [&](const runtime::Position& position) {
      if (inputs++ % inputs_between_looks == 0) look_();
      try {
        const Value value = counter_.evaluator().evaluate(call_, position);
        each(&value, none);
      } catch (const runtime::Fault& fault) {
        each(nullptr, fault.label);
      }
    });
    if (!count.complete) return std::nullopt;
    return count.inputs;
  }

 private:
  ScenarioPtr scenario_;
  checks::InputCounter counter_;
  DefinitionId definition_;
  const std::function<void()>& look_;
  Expr call_;
};

/// How many inputs there are, when the values are the same for each.
std::optional<uint64_t> same_values(const ScenarioPtr& as_it_is, const ScenarioPtr& altered,
                                    DefinitionId definition, uint64_t budget,
                                    const std::function<void()>& look) {
  std::vector<std::pair<std::optional<Value>, CaseId>> known;
  const auto count = Values(as_it_is, definition, look).all(budget, [&](const Value* value, CaseId fault) {
    known.emplace_back(value != nullptr ? std::optional<Value>(*value) : std::nullopt, fault);
  });
  if (!count) return std::nullopt;
  bool same = true;
  size_t at = 0;
  const auto again = Values(altered, definition, look).all(budget, [&](const Value* value, CaseId fault) {
    if (at >= known.size()) {
      same = false;
      return;
    }
    const auto& [was, was_fault] = known[at++];
    same = same && was.has_value() == (value != nullptr) && was_fault == fault &&
           (value == nullptr || *was == *value);
  });
  if (!again || *again != *count || !same) return std::nullopt;
  return count;
}

}  // namespace

std::optional<Shown> equivalent(const std::vector<Ruleset>& rulesets, Altered& altered, uint64_t inputs,
                                const std::function<void()>& look) {
  bool same_form = true;
  for (size_t i = 0; i < rulesets.size() && same_form; ++i) same_form = altered.same_form(i);
  const std::string scope =
      rulesets.size() == 1 ? std::string("this ruleset") : fmt::format("{} rulesets", rulesets.size());
  if (same_form) return Shown{"the same form", scope};
  const Program& as_it_is = *rulesets.front().scenario->program;
  const auto definitions = to_be_counted(as_it_is, *altered.program());
  if (!definitions) return std::nullopt;
  std::string counted;
  for (const DefinitionId id : *definitions) {
    uint64_t most = 0;
    for (size_t i = 0; i < rulesets.size(); ++i) {
      if (altered.same_form(i)) continue;
      if (i > 0 && !altered.same_form(0) && !checks::switches_decide(*rulesets[0].scenario, id) &&
          !checks::switches_decide(*altered.scenario(0), id))
        break;  // the same in all
      const auto count = same_values(rulesets[i].scenario, altered.scenario(i), id, inputs, look);
      if (!count) return std::nullopt;
      most = std::max(most, *count);
    }
    counted +=
        fmt::format("{}{} inputs of {}", counted.empty() ? "" : ", ", most, as_it_is.definitions[id].name);
  }
  if (counted.empty()) counted = "nothing reads it";
  return Shown{"enumerated", counted + "; " + scope};
}

}  // namespace casebook::mutate
