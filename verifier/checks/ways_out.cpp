// SPDX-License-Identifier: Apache-2.0
// ways-out: a player has to do something, and only the rule's way out is left.
//
// Where one action alone is offered and nothing else may happen, each of its requirements of the form `A or
// B` asks for A and says with B what will do when A cannot be. A position at which some choice is lawful and
// none of them fulfils A is one where the rules ask for what cannot be done: a loss that no set of units can
// pay.
#include <fmt/format.h>

#include <algorithm>

#include "verifier/checks/bound_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/probe.h"

namespace casebook::checks {

using namespace runtime;
using language::Expr;
using language::none;
using language::Op;

namespace {

constexpr const char* id = "ways-out";
constexpr size_t most_choices = 4096;

struct Demand {
  int32_t site = -1;
  const language::Requirement* requirement = nullptr;
  const Expr* first = nullptr;  // what is asked for
};

class Asker {
 public:
  explicit Asker(Context& context)
      : context_(context), scenario_(context.scenario()), p_(context.program()), reference_(scenario_) {}

  size_t demands = 0;

  void ask() {
    for (size_t s = 0; s < p_.sites.size(); ++s) {
      const language::Site& site = p_.sites[s];
      if (site.kind != language::SiteKind::choose || site.or_else != none || site.alternatives.size() != 1)
        continue;
      for (const language::Requirement& one :
           p_.actions[static_cast<size_t>(site.alternatives[0].action)].requires_) {
        if (one.each != none || one.expr->op != Op::any_of) continue;
        std::vector<const Expr*> live;
        if (known_by_switches(*one.expr, scenario_->options, scenario_->readings) >= 0) continue;
        for (const auto& arg : one.expr->args) {
          if (known_by_switches(*arg, scenario_->options, scenario_->readings) < 0) live.push_back(arg.get());
        }
        if (live.size() < 2) continue;
        ++demands;
        ask(Demand{static_cast<int32_t>(s), &one, live.front()});
      }
    }
  }

 private:
  /// Whether something is lawful there and nothing fulfils the demand.
  bool unmet(const Position& position, const Demand& demand) {
    if (position.cell(scenario_->layout.site) - 1 != demand.site) return false;
    context_.probe().rules().choices(position, choices_);
    if (choices_.empty() || choices_.size() > most_choices) return false;
    const language::Site& site = p_.sites[static_cast<size_t>(demand.site)];
    for (const Choice& choice : choices_) {
      if (!reference_.evaluator().set_parameters(site, choice, position)) return false;
      try {
        if (reference_.evaluator().evaluate(*demand.first, position).yes()) return false;
      } catch (const Fault&) {
        return false;
      }
    }
    return true;
  }

  void ask(const Demand& demand) {
    Probe& probe = context_.probe();
    const Tried* best = nullptr;
    int64_t weight = INT64_MAX;
    size_t met = 0, asked = 0;
    for (const Tried& tried : probe.positions()) {
      if (tried.site != demand.site || tried.grade == Grade::typed) continue;
      ++asked;
      if (!unmet(tried.position, demand)) continue;
      ++met;
      Witness size;
      describe(size, *scenario_, tried.position, tried.grade);
      if (size.units < weight) weight = size.units, best = &tried;
    }
    if (best == nullptr) return;
    const Tried small =
        probe.shrunk(*best, [&](const Position& position) { return unmet(position, demand); });
    report(demand, small, met, asked);
  }

  void report(const Demand& demand, const Tried& tried, size_t met, size_t asked) {
    if (!unmet(tried.position, demand)) return;
    const language::Site& site = p_.sites[static_cast<size_t>(demand.site)];
    const language::Action& action = p_.actions[static_cast<size_t>(site.alternatives[0].action)];
    // The choice that comes nearest has the most members.
    const auto most =
        std::max_element(choices_.begin(), choices_.end(), [](const Choice& a, const Choice& b) {
          return __builtin_popcountll(a.set) < __builtin_popcountll(b.set);
        });
    if (!reference_.evaluator().set_parameters(site, *most, tried.position)) return;
    std::map<std::string, std::string> values;
    for (const language::ActionParam& param : action.params) {
      const auto word = literal(*scenario_, p_.vars[static_cast<size_t>(param.var)].type,
                                reference_.evaluator().variable(param.var));
      if (!word) return;
      values[param.name] = *word;
    }
    const std::string asked_for = bound_text(reference_.evaluator(), *demand.first, values);
    const std::string choice = choice_text(*scenario_, tried.position, *most);
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    witness.sides.push_back(
        side_at(*scenario_, tried.position,
                {{Assertion::What::permitted, choice, {}}, {Assertion::What::value, asked_for, "no"}}));
    Finding& finding = context_.add(id, fmt::format("{}.{}", action.name, demand.requirement->name),
                                    Verdict::refuted, Concern::impossible);
    finding.claim = fmt::format("What {} asks for ({}) can be done whenever it is asked", action.name,
                                bound_text(reference_.evaluator(), *demand.first, {}));
    finding.headline = fmt::format("What {} asks for cannot always be done", action.name);
    finding.text =
        fmt::format("Asked for is {}. Here nothing does it, not even {}: only the way out is left.",
                    bound_text(reference_.evaluator(), *demand.first, {}), choice);
    finding.method = tried.grade == Grade::seen ? Method::play : Method::made_up;
    finding.scope = fmt::format("{} of {} positions where it is asked", met, asked);
    context_.cite(finding, demand.requirement->label, demand.requirement->place);
    finding.witness = std::move(witness);
  }

  Context& context_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  ReferenceRules reference_;
  std::vector<Choice> choices_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game: there is no play"};
  Asker asker(context);
  asker.ask();
  if (asker.demands == 0) return {Verdict::proved, "no demand with a way out"};
  return {Verdict::sampled, fmt::format("{} demands on {}", asker.demands, context.probe().scope())};
}

}  // namespace

Check ways_out() {
  return {id, "Do the rules ask for something that nobody can do, so that only a way out is left?",
          CheckOf::game, true, run};
}

}  // namespace casebook::checks
