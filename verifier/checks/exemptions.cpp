// SPDX-License-Identifier: Apache-2.0
// exemptions: where an exception acts, and where it never does.
//
// A definition with an exception is asked in several places: a rule for entering a hex, one for leaving it,
// one for retreats. The check waives the exception in one of these places at a time: there the definition is
// asked as if the exception were not written. It compares play on the positions of games and on generated
// ones, with the options on where an option decides. Reported, for information, is an exception that changes
// play in some of its places and in others never: it says how far the exception reaches.
//
// Definitions with several exceptions, or with adjustments, are left out.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::Definition;
using language::Expr;
using language::ExprPtr;
using language::ItemId;
using language::ItemSort;
using language::Op;
using namespace language::ids;

namespace {

constexpr const char* id = "exemptions";

struct Place {
  ItemId item;
  std::string name;  // `definition way_on`
};

/// The program in which that item asks the definition without its exceptions.
std::shared_ptr<const language::Program> waived(const language::Program& program, const Place& place,
                                                DefinitionId of) {
  auto copy = std::make_shared<language::Program>(program);
  const auto inlined = [&](Expr& call) {
    const Definition& definition = program.definitions[of];
    std::vector<std::pair<VarId, VarId>> renamed;
    for (const VarId param : definition.params) {
      renamed.emplace_back(param, VarId{static_cast<Id>(copy->vars.size())});
      copy->vars.push_back(language::Var(program.vars[param]));
    }
    ExprPtr body = language::clone_fresh(*copy, *definition.body, renamed);
    for (size_t i = definition.params.size(); i-- > 0;) {
      ExprPtr let =
          language::make_expr(Op::let, call.type, call.place, std::move(call.args[i]), std::move(body));
      let->ref = renamed[i].second;
      let->interval = call.interval;
      body = std::move(let);
    }
    call = std::move(*body);
  };
  language::each_item(*copy, [&](ItemId id_of, auto& item) {
    if (id_of != place.item) return;
    language::each_expression_in(*copy, item, [&](Expr& top) {
      // What is put in has no such call: nothing below it is asked again.
      const std::function<void(Expr&)> look = [&](Expr& expr) {
        language::expressions_of(expr, look);
        if (expr.op == Op::call && expr.ref == of) inlined(expr);
      };
      look(top);
    });
  });
  return copy;
}

class ExemptionsCheck {
 public:
  ExemptionsCheck(Context& context, Probe& probe, std::set<std::string>& told)
      : context_(context), probe_(probe), scenario_(probe.scenario()), p_(context.program()), told_(told) {}

  size_t exceptions = 0, places = 0;

  void ask() {
    for (const Definition& definition : p_.definitions) {
      if (context_.stopped()) return;
      if (definition.exceptions.size() != 1 || !definition.adjustments.empty() ||
          known_by_switches(*definition.exceptions[0].when, scenario_->options, scenario_->readings) == 0)
        continue;
      ask(definition);
    }
  }

 private:
  std::vector<Place> places_of(DefinitionId of) {
    std::vector<Place> out;
    language::each_item(p_, [&](ItemId item_id, const auto& item) {
      if (!language::is_of_play(item_id.sort) || !context_.references().in_play({item_id.sort, item_id.id}))
        return;
      bool calls = false;
      language::each_expression_in(p_, item, [&](const Expr& top) {
        language::walk(top,
                       [&](const Expr& expr) { calls = calls || (expr.op == Op::call && expr.ref == of); });
      });
      if (calls) out.push_back({item_id, fmt::format("{} {}", language::sort_name(item_id.sort), item.name)});
    });
    return out;
  }

  bool acts(const Place& place, DefinitionId of) {
    auto other = std::make_shared<Scenario>(*scenario_);
    other->program = waived(p_, place, of);
    const std::vector<Known>& known = probe_.known(context_);
    const bool has_place = place.item.sort == ItemSort::definition || place.item.sort == ItemSort::action ||
                           place.item.sort == ItemSort::effect || place.item.sort == ItemSort::field;
    Where where;
    if (has_place) where = where_asked(probe_.reach(), p_, std::set<Named>{{place.item.sort, place.item.id}});
    TwoRules two(probe_.rules(), other);
    for (size_t i = 0; i < known.size() && !context_.stopped(); ++i) {
      const Tried& tried = probe_.positions()[i];
      if (tried.grade == Grade::typed || (has_place && !where.anywhere(tried.site))) continue;
      if (two.at(tried.position, known[i], has_place ? &where : nullptr)) return true;
    }
    return false;
  }

  void ask(const Definition& definition) {
    const auto of = static_cast<DefinitionId>(&definition - p_.definitions.data());
    const std::vector<Place> all = places_of(of);
    const language::Exception& exception = definition.exceptions[0];
    ++exceptions;
    if (all.size() < 2 || told_.count(definition.name) != 0) return;
    std::vector<std::string> acting, idle;
    for (const Place& place : all) {
      ++places;
      (acts(place, of) ? acting : idle).push_back(place.name);
    }
    if (acting.empty() || idle.empty()) return;
    told_.insert(definition.name);
    Finding& finding =
        context_.add(id, fmt::format("{} at {}", definition.name, p_.label_text(exception.label)),
                     Verdict::sampled, Concern::information);
    finding.claim = fmt::format("The exception to {} changes play wherever it is asked", definition.name);
    finding.headline =
        fmt::format("The exception of {} to {} changes play in {} of {} places",
                    p_.label_text(exception.label), definition.name, acting.size(), all.size());
    finding.text = fmt::format("It does in {}. Waived in {} alone, it made no difference where it was tried.",
                               listed(acting, "and"), listed(idle, "or"));
    finding.method = Method::generated;
    finding.scope = probe_.scope();
    context_.cite(finding, exception.label, exception.place);
    context_.cite(finding, definition);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  std::set<std::string>& told_;
};

Answer run(Context& context) {
  if (context.program().game == language::none) return {Verdict::proved, "no game in these rules"};
  std::set<std::string> told;
  ExemptionsCheck check(context, context.probe(), told);
  check.ask();
  size_t exceptions = check.exceptions, places = check.places;
  if (Probe* const probe = context.probe_with_options()) {
    ExemptionsCheck other(context, *probe, told);
    other.ask();
    exceptions = std::max(exceptions, other.exceptions), places = std::max(places, other.places);
  }
  if (exceptions == 0) return {Verdict::proved, "no exception that stands alone"};
  return {Verdict::sampled,
          fmt::format("{} in {}, left out in one place at a time, in {}", counted(exceptions, "exception"),
                      counted(places, "place"), context.probe().scope())};
}

}  // namespace

Check exemptions() {
  return {id,
          "In which of its places does an exception change play, and in which never?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
