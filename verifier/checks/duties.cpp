// SPDX-License-Identifier: Apache-2.0
// duties: a duty that cannot be fulfilled.
//
// A requirement of the form "no x that must and can" drops a duty that cannot be fulfilled; "can" means
// that an action is lawful. The check finds positions in which something must and cannot. There the rules
// demand the impossible, and a player wants to know that the duty lapses.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/program/walk.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/search/goals.h"
#include "verifier/search/phases.h"
#include "verifier/search/steer.h"

namespace casebook::checks {

using namespace runtime;
using language::Expr;
using language::none;
using language::Op;

namespace {

constexpr const char* id = "duties";
/// Spent on a duty of which no position of the probe was one.
constexpr int64_t steering = 1500;
constexpr int most_tries = 4;
/// Positions: the reference evaluator is slow.
constexpr size_t most_asked = 500;

/// Whether the expression asks if an action is lawful, also through definitions.
bool asks_legal(const language::Program& p, const Expr& expr, std::set<language::DefinitionId>& seen) {
  bool found = false;
  language::walk(expr, [&](const Expr& one) {
    if (one.op == Op::legal) found = true;
    if (found || one.op != Op::call || !seen.insert(one.ref).second) return;
    found = asks_legal(p, *p.definitions[one.ref].body, seen);
  });
  return found;
}

void flatten(const Expr& expr, std::vector<const Expr*>& into) {
  if (expr.op == Op::all_of) {
    for (const auto& arg : expr.args) flatten(*arg, into);
  } else {
    into.push_back(&expr);
  }
}

struct Duty {
  language::ActionId action = none;
  const language::Requirement* requirement = nullptr;
  const language::Binder* binder = nullptr;
  std::vector<const Expr*> must, can;
};

class DutiesCheck {
 public:
  explicit DutiesCheck(Context& context)
      : context_(context), scenario_(context.scenario()), p_(context.program()), reference_(scenario_) {}

  size_t duties = 0;

  void ask() {
    for (size_t i = 0; i < p_.actions.size(); ++i) {
      for (const language::Requirement& one : p_.actions[i].requires_) {
        language::walk(*one.expr, [&](const Expr& expr) {
          if (expr.op != Op::exists || !expr.binder) return;
          Duty duty{static_cast<language::ActionId>(i), &one, expr.binder.get(), {}, {}};
          std::vector<const Expr*> parts;
          if (expr.binder->where) flatten(*expr.binder->where, parts);
          for (const auto& arg : expr.args) flatten(*arg, parts);
          for (const Expr* part : parts) {
            std::set<language::DefinitionId> seen;
            (asks_legal(p_, *part, seen) ? duty.can : duty.must).push_back(part);
          }
          if (duty.can.empty() || duty.must.empty()) return;
          // `no x: must and can` is what a requirement of this form says; parameters would have to be set.
          if (!p_.actions[i].params.empty()) return;
          ++duties;
          ask(duty);
        });
      }
    }
  }

 private:
  bool offers(SiteId site, language::ActionId action) const {
    if (site < 0) return false;
    for (const auto& one : p_.sites[site].alternatives) {
      if (one.action == action) return true;
    }
    return false;
  }

  /// The first member that must and cannot; -1: none.
  int64_t unmet(const Position& position, const Duty& duty) { return unmet(position, duty, reference_); }
  int64_t unmet(const Position& position, const Duty& duty, ReferenceRules& rules) const {
    if (!offers(position.cell(scenario_->layout.site) - 1, duty.action)) return -1;
    int64_t found = -1;
    Evaluator& evaluator = rules.evaluator();
    try {
      evaluator.each_candidate(*duty.binder, position, [&](int64_t member) {
        const auto yes = [&](const Expr* part) { return evaluator.evaluate(*part, position).yes(); };
        if (!std::all_of(duty.must.begin(), duty.must.end(), yes)) return true;
        if (std::all_of(duty.can.begin(), duty.can.end(), yes)) return true;
        found = member;
        return false;
      });
    } catch (const Fault&) {
      return -1;
    }
    return found;
  }

  void ask(const Duty& duty) {
    Probe& probe = context_.probe();
    const Tried* best = nullptr;
    int64_t weight = INT64_MAX;
    size_t met = 0, asked = 0;
    // Those that come with the edition first: somebody laid them down to ask something.
    std::vector<const Tried*> in_order;
    for (const bool shipped : {true, false}) {
      for (const Tried& tried : probe.positions()) {
        if (tried.grade == Grade::typed || !offers(tried.site, duty.action)) continue;
        if ((tried.shipped >= 0) == shipped) in_order.push_back(&tried);
      }
    }
    if (in_order.size() > most_asked) in_order.resize(most_asked);
    for (const Tried* const each : in_order) {
      const Tried& tried = *each;
      ++asked;
      if (unmet(tried.position, duty) < 0) continue;
      ++met;
      Witness size;
      describe(size, *scenario_, tried.position, tried.grade);
      if (size.units < weight) weight = size.units, best = &tried;
    }
    if (best == nullptr) {
      steer(duty);
      return;
    }
    const Tried small = probe.shrunk(
        *best, [&](const Position& position) { return unmet(position, duty) >= 0; }, 200);
    const int64_t member = unmet(small.position, duty);
    if (member < 0) return;
    report(duty, small, member,
           fmt::format("in {} of {} in which the duty applies, it cannot be fulfilled", grouped(met),
                       counted(asked, "position")));
  }

  /// Goes towards a member that must and cannot.
  void steer(const Duty& duty) {
    games::Goal goal;
    goal.free.push_back({duty.binder->var, duty.binder->at});
    goal.conditions.push_back({duty.binder->domain.get(), true, duty.binder->var});
    for (const Expr* part : duty.must) goal.conditions.push_back({part, true, none});
    goal.conditions.push_back({duty.can.front(), false, none});
    games::SteerSettings settings;
    settings.evaluations = steering;
    settings.seed = context_.settings().seed;
    settings.with_invariants = true;
    settings.where = games::sites_for(p_, goal, duty.action);
    games::Distance distance(scenario_, goal);
    Probe& probe = context_.probe();
    // Nobody looks at the combat of one player in the turn of the other.
    games::Phases phases(*scenario_);
    for (const games::Reached& one : probe.maker().pool().all()) phases.see(one.position);
    games::Steered found;
    bool is_one = false;
    for (int tries = 0; tries < most_tries && !is_one && !context_.stopped(); ++tries) {
      settings.seed = context_.settings().seed + static_cast<uint64_t>(tries);
      found = games::steer(probe.maker(), distance, settings);
      is_one = found.found && (phases.allows(found.position) || phases.settle(found.position)) &&
               probe.maker().goes_on(found.position) && probe.maker().satisfies_invariants(found.position) &&
               unmet(found.position, duty) >= 0;
    }
    if (!is_one) return;
    const Tried small = probe.shrunk(
        {found.position, Grade::invariants, found.position.cell(scenario_->layout.site) - 1},
        [&](const Position& position) { return unmet(position, duty) >= 0; }, 200);
    const int64_t member = unmet(small.position, duty);
    if (member >= 0)
      report(duty, small, member,
             fmt::format("a guided search found it after {}",
                         counted(static_cast<uint64_t>(found.evaluations), "position")));
  }

  /// Whether it cannot be met where it is asked next, after one of these choices; nothing where too much lies
  /// between.
  std::optional<bool> fails_next(const ScenarioPtr& scenario, const Position& from,
                                 std::vector<Choice> choices, const Duty& duty) const {
    constexpr size_t most = 4000;
    CompiledRules rules(scenario);
    ReferenceRules asking(scenario);
    std::vector<Position> open;
    for (const Choice& choice : choices) {
      open.push_back(from);
      rules.apply(open.back(), choice);
    }
    std::vector<ChanceOutcome> outcomes;
    for (size_t looked = 0; !open.empty(); ++looked) {
      if (looked == most || context_.stopped()) return std::nullopt;
      const Position at = std::move(open.back());
      open.pop_back();
      const NodeKind node = rules.node(at);
      if (node == NodeKind::chance) {
        rules.outcomes(at, outcomes);
        for (const ChanceOutcome& outcome : outcomes) {
          open.push_back(at);
          rules.apply(open.back(), outcome);
        }
      } else if (node == NodeKind::choose) {
        if (offers(at.cell(scenario_->layout.site) - 1, duty.action)) {
          if (unmet(at, duty, asking) >= 0) return true;
          continue;
        }
        rules.choices(at, choices);
        for (const Choice& choice : choices) {
          open.push_back(at);
          rules.apply(open.back(), choice);
        }
      }
    }
    return false;
  }

  /// The supplied part that lets the duty lapse. Else a reading of the same case that parts over the choice which leads here: that choice does, and under the
  /// other value, where it is refused, no choice of the same position does.
  std::optional<SameAs> marked_as(const Duty& duty) {
    const language::Place& can = duty.can.front()->place;
    for (const language::Supplied& one : p_.supplied)
      if (one.place.file == can.file && one.place.begin <= can.begin && can.end <= one.place.end)
        return SameAs{"supplied", one.name, "what the rules files supply is what lets the duty lapse"};
    for (const Parted& one : context_.parted()) {
      const language::Reading& reading = p_.readings[one.reading];
      if (reading.label != duty.requirement->label ||
          !offers(one.position.cell(scenario_->layout.site) - 1, duty.action) ||
          unmet(one.position, duty) >= 0)
        continue;
      std::vector<Choice> others;
      CompiledRules(one.other).choices(one.position, others);
      if (fails_next(scenario_, one.position, {one.choice}, duty) == std::optional(true) &&
          fails_next(one.other, one.position, others, duty) == std::optional(false))
        return SameAs{
            "ambiguities", reading.name,
            fmt::format(
                "with the answer {} the choice {} leads to this position. With {} the choice is not lawful, and no "
                "lawful choice leads to such a position",
                one.played, one.text, one.value)};
    }
    return std::nullopt;
  }

  void report(const Duty& duty, const Tried& tried, int64_t member, const std::string& scope) {
    const language::Var& var = p_.vars[duty.binder->var];
    const auto word = literal(*scenario_, var.type, Value(member));
    if (!word) return;
    const std::map<std::string, std::string> values{{var.name, *word}};
    std::vector<Assertion> said;
    Evaluator& evaluator = reference_.evaluator();
    for (const Expr* part : duty.must)
      said.push_back({Assertion::What::value, bound_text(evaluator, *part, values), "yes"});
    for (const Expr* part : duty.can) {
      if (!evaluator.evaluate(*part, tried.position).yes())
        said.push_back({Assertion::What::value, bound_text(evaluator, *part, values), "no"});
    }
    const language::Action& action = p_.actions[duty.action];
    Finding& finding = context_.add(id, fmt::format("{}.{}", action.name, duty.requirement->name),
                                    Verdict::refuted, Concern::impossible);
    const std::string label = case_in_text(p_.label_text(duty.requirement->label));
    finding.claim = fmt::format("A piece that must obey {} can do so", label);
    finding.headline =
        fmt::format("{} orders a piece to do what it cannot, and does not say what happens then", label);
    finding.text = fmt::format(
        "{} has a duty here, because {} is true. It cannot fulfil the duty, because {} is false. These rules let "
        "the duty lapse.",
        scenario_->value_text(var.type, member), said.front().subject, said.back().subject);
    finding.method = tried.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = scope;
    context_.cite(finding, duty.requirement->label, duty.requirement->place);
    finding.same_as = marked_as(duty);
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    witness.sides.push_back(side_at(*scenario_, tried.position, std::move(said)));
    finding.witness = std::move(witness);
  }

  Context& context_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  ReferenceRules reference_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  DutiesCheck check(context);
  check.ask();
  if (check.duties == 0) return {Verdict::proved, "no duties that may lapse"};
  return {Verdict::sampled,
          fmt::format("{} tried in {}", counted(check.duties, "duty", "duties"), context.probe().scope())};
}

}  // namespace

Check duties() {
  return {id, "Is there a duty that cannot be fulfilled?", CheckOf::game, true, run, Needs::positions};
}

}  // namespace casebook::checks
