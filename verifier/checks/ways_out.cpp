// SPDX-License-Identifier: Apache-2.0
// ways-out: a player has to do something, and only the rule's way out is left.
//
// Where a player has to choose and only one action is lawful, a requirement of the form `A or B` demands A
// and says with B what is enough when A is impossible. The check finds positions with a lawful choice but
// none that fulfils A: there the rules demand the impossible, for example a loss that no set of units can
// pay. Other actions may be offered too, as long as none of them is lawful just then; beside them only a
// requirement of the set or path that is chosen counts as a demand.
//
// A requirement of a chosen set that has no `or` leaves no way out. There the choices are those of the rules
// without the requirement: where none of them fulfils it, play stops.
//
// Where no position of the probe shows it, the check searches. It takes positions at the entry of a phase
// and changes them piece by piece. A few choices and a roll lead to the demand, and a change is kept where
// the best possible answer misses the demand by less. The finding shows these choices and the roll.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/program/edit/rivals.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"
#include "engine/runtime/distance/distance.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/text/asked_expression.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/search/phase_entry.h"

namespace casebook::checks {

using namespace runtime;
using language::Expr;
using language::none;
using language::Op;

namespace {

constexpr const char* id = "ways-out";
constexpr size_t most_choices = 4096;
/// Of the search: boards looked at, changes of one board that lead nowhere, and choices of one.
constexpr int most_boards = 10'000, patience = 60;
constexpr size_t most_ways = 400;
/// Choices of one way, before a throw.
constexpr size_t most_in_a_row = 3;

struct Demand {
  SiteId site = -1;
  size_t alternative = 0;  // of the site: the action that is left
  const language::Requirement* requirement = nullptr;
  const Expr* first = nullptr;     // what is asked for
  CompiledRules* rules = nullptr;  // that offer the choices; not those that are played where `ends_play`
  bool ends_play = false;          // there is no way out
};

struct Step {
  std::optional<Choice> choice;  // else a throw
  ChanceOutcome thrown;
};

/// A board, and the steps from it after which the demand is nearest to being beyond everybody.
struct Way {
  Position entry;
  std::vector<Step> steps;
  Position end;
  double far = HUGE_VAL;
};

class WaysOutCheck {
 public:
  explicit WaysOutCheck(Context& context)
      : context_(context), scenario_(context.scenario()), p_(context.program()), reference_(scenario_) {}

  size_t demands = 0;

  void ask() {
    for (size_t s = 0; s < p_.sites.size(); ++s) {
      const language::Site& site = p_.sites[s];
      if (site.kind != language::SiteKind::choose || site.or_else != none) continue;
      for (size_t i = 0; i < site.alternatives.size(); ++i) ask(static_cast<SiteId>(s), i);
    }
  }

 private:
  void ask(SiteId site, size_t alternative) {
    for (const language::Requirement& one :
         p_.actions[p_.sites[site].alternatives[alternative].action].requires_) {
      if (one.each != none) continue;
      if (one.expr->op != Op::any_of) {
        ask_without_a_way_out(site, alternative, one, *one.expr);
        continue;
      }
      std::vector<const Expr*> live;
      if (known_by_switches(*one.expr, scenario_->options, scenario_->readings) >= 0) continue;
      for (const auto& arg : one.expr->args) {
        if (known_by_switches(*arg, scenario_->options, scenario_->readings) < 0) live.push_back(arg.get());
      }
      if (live.size() == 1)
        ask_without_a_way_out(site, alternative, one, *live.front());  // its way out is shut
      if (live.size() < 2) continue;
      // Beside other actions `not A or B` is often a condition. What measures all that is chosen is a demand.
      if (p_.sites[site].alternatives.size() > 1 && !measures_a_choice(site, alternative, *live.front()))
        continue;
      ++demands;
      ask(Demand{site, alternative, &one, live.front(), &context_.probe().rules(), false});
    }
  }

  void ask_without_a_way_out(SiteId site, size_t alternative, const language::Requirement& one,
                             const Expr& demanded) {
    if (!measures_a_set(site, alternative, demanded) || !one.waivers.empty()) return;
    const language::ActionId action = p_.sites[site].alternatives[alternative].action;
    const auto at = static_cast<size_t>(&one - p_.actions[action].requires_.data());
    auto program = std::make_shared<language::Program>(p_);
    program->actions[action].requires_[at].expr =
        language::make_constant(language::boolean_type, 1, one.place);
    auto other = std::make_shared<Scenario>(*scenario_);
    other->program = std::move(program);
    other->mined = nullptr;  // proved of the rules as they are
    try {
      CompiledRules rules(std::move(other));
      ++demands;
      ask(Demand{site, alternative, &one, &demanded, &rules, true});
    } catch (const std::exception&) {  // more registers than there are
    }
  }
  /// Whether it is a number that the chosen set makes up.
  bool measures_a_set(SiteId site, size_t alternative, const Expr& expr) const {
    if (expr.op != Op::less_equal && expr.op != Op::less && expr.op != Op::equal) return false;
    if (expr.args[0]->type.tag != language::TypeTag::number) return false;
    const auto& params = p_.actions[p_.sites[site].alternatives[alternative].action].params;
    return std::any_of(params.begin(), params.end(), [&](const language::ActionParam& param) {
      bool found = false;
      if (param.mode == language::ParamMode::set)
        language::walk(expr, [&](const Expr& part) {
          found = found || (part.op == Op::variable && part.ref == param.var);
        });
      return found;
    });
  }

  /// Whether it speaks of the set or the path that is chosen.
  bool measures_a_choice(SiteId site, size_t alternative, const Expr& expr) const {
    bool found = false;
    for (const language::ActionParam& param :
         p_.actions[p_.sites[site].alternatives[alternative].action].params) {
      if (param.mode == language::ParamMode::single) continue;
      language::walk(expr, [&](const Expr& part) {
        found = found || (part.op == Op::variable && part.ref == param.var);
      });
    }
    return found;
  }

  /// Of the position's lawful choices, which are in choices_: whether all are of the action that is left.
  bool is_left_alone(const Demand& demand) const {
    return std::all_of(choices_.begin(), choices_.end(), [&](const Choice& choice) {
      return static_cast<size_t>(choice.alternative) == demand.alternative;
    });
  }
  const language::Action& action_of(const Demand& demand) const {
    return p_.actions[p_.sites[demand.site].alternatives[demand.alternative].action];
  }

  /// Whether something is lawful there and nothing fulfils the demand.
  bool unmet(const Position& position, const Demand& demand) {
    if (position.cell(scenario_->layout.site) - 1 != demand.site) return false;
    demand.rules->choices(position, choices_);
    if (choices_.empty() || choices_.size() > most_choices || !is_left_alone(demand)) return false;
    const language::Site& site = p_.sites[demand.site];
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
    if (best == nullptr) {
      if (auto way = search(demand))
        report(demand, {way->end, Grade::invariants, demand.site}, &*way, scope_);
      return;
    }
    const Tried small =
        probe.shrunk(*best, [&](const Position& position) { return unmet(position, demand); });
    report(demand, small, nullptr,
           fmt::format("in {} of {} in which the rule demands it, nothing fulfils the demand", grouped(met),
                       counted(asked, "position")));
  }

  // ---- going there

  /// How far the best that can be done there is from failing the demand; 0: everything fails it.
  double best_of(const Position& position, const Demand& demand, games::Distance& fails) {
    if (position.cell(scenario_->layout.site) - 1 != demand.site) return HUGE_VAL;
    demand.rules->choices(position, choices_);
    if (choices_.empty() || choices_.size() > most_choices || !is_left_alone(demand)) return HUGE_VAL;
    const language::Site& site = p_.sites[demand.site];
    double far = 0;
    for (const Choice& choice : choices_) {
      if (!reference_.evaluator().set_parameters(site, choice, position)) return HUGE_VAL;
      games::Bindings bindings;
      for (const language::ActionParam& param : action_of(demand).params)
        bindings.emplace_back(param.var, reference_.evaluator().variable(param.var));
      fails.bind(std::move(bindings));
      far = std::max(far, fails(position).distance);
    }
    return far;
  }

  /// The best way from a board; far is infinite where none leads to the demand.
  Way looked(const Position& entry, const Demand& demand, games::Distance& fails) {
    Way best;
    best.entry = entry;
    if (demand.rules->node(entry) != NodeKind::choose) return best;
    std::vector<Step> steps;
    size_t ways = most_ways;
    follow(entry, demand, fails, steps, ways, best);
    return best;
  }

  /// Choices in a row, then at most one throw. False: there are too many ways.
  bool follow(const Position& at, const Demand& demand, games::Distance& fails, std::vector<Step>& steps,
              size_t& ways, Way& best) {
    // By the rules that offer the choices: by those that are played the game is over where the demand stands.
    CompiledRules& rules = *demand.rules;
    const NodeKind node = rules.node(at);
    const bool thrown = !steps.empty() && !steps.back().choice;
    if (node == NodeKind::chance && !thrown) {
      std::vector<ChanceOutcome> outcomes;
      rules.outcomes(at, outcomes);
      for (const ChanceOutcome& outcome : outcomes) {
        Position end = at;
        rules.apply(end, outcome);
        steps.push_back({std::nullopt, outcome});
        follow(end, demand, fails, steps, ways, best);
        steps.pop_back();
      }
      return true;
    }
    if (!steps.empty()) take(at, demand, fails, steps, best);
    if (node != NodeKind::choose || thrown || steps.size() >= most_in_a_row ||
        (!steps.empty() && at.cell(scenario_->layout.site) - 1 == demand.site))
      return true;
    std::vector<Choice> choices;
    rules.choices(at, choices);
    if (choices.size() > ways) return false;
    ways -= choices.size();
    for (const Choice& choice : choices) {
      Position after = at;
      rules.apply(after, choice);
      steps.push_back({choice, {}});
      const bool went = follow(after, demand, fails, steps, ways, best);
      steps.pop_back();
      if (!went) break;
    }
    return true;
  }
  void take(const Position& end, const Demand& demand, games::Distance& fails, const std::vector<Step>& steps,
            Way& best) {
    const double far = best_of(end, demand, fails);
    if (far >= best.far) return;
    best.steps = steps;
    best.end = end;
    best.far = far;
  }

  std::optional<Way> search(const Demand& demand) {
    Probe& probe = context_.probe();
    games::PositionMaker& maker = probe.maker();
    std::vector<bool> sites(p_.sites.size());
    sites[static_cast<size_t>(demand.site)] = true;
    games::PhaseEntries phase_entries(maker, sites);
    if (!phase_entries.any()) return std::nullopt;
    games::Distance fails(scenario_, *demand.first, false);
    Random random = context_.random("ways out");
    int boards = 0;
    const auto lawful = [&](const std::optional<Position>& position) {
      return position && maker.goes_on(*position) && maker.satisfies_invariants(*position);
    };
    while (boards < most_boards && !context_.stopped()) {
      ++boards;
      const auto entry = phase_entries.open(random, 40);
      if (!lawful(entry)) continue;
      Way here = looked(*entry, demand, fails);
      // Most boards lead nowhere near: where they do, change by change.
      for (int left = here.far < HUGE_VAL ? patience : 0; left > 0 && here.far > 0 && boards < most_boards;) {
        ++boards;
        const auto next = phase_entries.again(phase_entries.changed(here.entry, random));
        Way there = lawful(next) ? looked(*next, demand, fails) : Way{};
        if (there.far > here.far) {
          --left;
          continue;
        }
        left = there.far < here.far ? patience : left - 1;
        here = std::move(there);
      }
      if (here.far != 0 || !unmet(here.end, demand)) continue;
      scope_ = fmt::format("a guided search found it after {}",
                           counted(static_cast<uint64_t>(boards), "position"));
      // Piece by piece off the map, the phase begun anew each time.
      for (const games::Cell& piece : games::pieces_of(*scenario_)) {
        if (p_.boxes.empty() || !games::is_hex(*scenario_, games::read(*scenario_, here.entry, piece).cell()))
          continue;
        Position without = here.entry;
        games::write(*scenario_, without, piece, {scenario_->ground.hexes, {}});
        const auto next = phase_entries.again(without);
        if (!lawful(next)) continue;
        if (Way way = looked(*next, demand, fails); way.far == 0 && unmet(way.end, demand))
          here = std::move(way);
      }
      return here;
    }
    return std::nullopt;
  }

  /// What is marked of the same thing: a reading of its case under another value of which nothing is
  /// demanded; or that the case leaves something open, where all that is demanded is written in it.
  std::optional<SameAs> marked_as(const Demand& demand) const {
    const language::CaseId label = demand.requirement->label;
    for (size_t i = 0; i < p_.readings.size(); ++i) {
      const language::Reading& one = p_.readings[i];
      if (one.kind == none || one.label != label) continue;
      const auto& names = p_.kinds[one.kind].members;
      runtime::ReadingValues readings = scenario_->readings;
      for (size_t value = 0; value < names.size(); ++value) {
        readings[i] = static_cast<int32_t>(value);
        if (known_by_switches(*demand.requirement->expr, scenario_->options, readings) == 1)
          return SameAs{"ambiguities", one.name,
                        fmt::format("with the answer {} = {}, nothing is demanded", one.name, names[value])};
      }
    }
    const language::Place& written = demand.requirement->expr->place;
    for (const language::Supplied& one : p_.supplied)
      if (one.place.file == written.file && one.place.begin < written.end && written.begin < one.place.end)
        return SameAs{"supplied", one.name, "the rules files supply a way out of this demand"};
    const language::Case& of = p_.cases[label];
    bool all_of_it = !of.silent.empty(), calls = false;
    language::walk(*demand.first, [&](const Expr& expr) {
      if (expr.op != Op::call) return;
      calls = true;
      all_of_it = all_of_it && p_.definitions[expr.ref].label == label;
    });
    if (!all_of_it || !calls) return std::nullopt;
    return SameAs{
        "silent-cases", of.label,
        "the whole demand stands in a case that is marked as silent, and these rules play the exception there"};
  }

  /// `{x in unit where x = "A" or x = "B"}`: the set with the kind of its members.
  std::string set_of_its_kind(const language::Type& type, const Value& value) const {
    const std::string member = "such_a_" + p_.kinds[type.of].name;
    std::string which;
    for (const int32_t item : value.items) {
      const auto word = literal(*scenario_, {language::TypeTag::entity, type.of, 1}, Value(item));
      which += (which.empty() ? "" : " or ") + member + " = " + word.value_or("");
    }
    return fmt::format("{{{} in {} where {}}}", member, p_.kinds[type.of].name, which.empty() ? "no" : which);
  }

  void report(const Demand& demand, const Tried& tried, const Way* way, const std::string& scope) {
    if (!unmet(tried.position, demand)) return;
    const language::Site& site = p_.sites[demand.site];
    const language::Action& action = action_of(demand);
    // The choice that comes nearest has the most members.
    const auto most =
        std::max_element(choices_.begin(), choices_.end(), [](const Choice& a, const Choice& b) {
          return __builtin_popcountll(a.set) < __builtin_popcountll(b.set);
        });
    if (!reference_.evaluator().set_parameters(site, *most, tried.position)) return;
    std::map<std::string, std::string> values;
    for (const language::ActionParam& param : action.params) {
      const auto word =
          literal(*scenario_, p_.vars[param.var].type, reference_.evaluator().variable(param.var));
      if (!word) return;
      values[param.name] = *word;
    }
    std::string asked_for = bound_text(reference_.evaluator(), *demand.first, values);
    Diagnostics unread;
    if (!asked_expression(*scenario_, asked_for, unread)) {
      // `over u in {"A", "B"}` does not say of what kind they are.
      for (const language::ActionParam& param : action.params)
        if (p_.vars[param.var].type.tag == language::TypeTag::set)
          values[param.name] =
              set_of_its_kind(p_.vars[param.var].type, reference_.evaluator().variable(param.var));
      asked_for = bound_text(reference_.evaluator(), *demand.first, values);
    }
    const std::string choice = choice_text(*scenario_, tried.position, *most);
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    std::vector<Assertion> said = {{Assertion::What::permitted, choice, {}},
                                   {Assertion::What::value, asked_for, "no"}};
    if (demand.ends_play)
      said = {{Assertion::What::outcome,
               {},
               outcome_text(*scenario_, context_.probe().rules().outcome(tried.position))}};
    if (way != nullptr) {
      Game game(make_reference_rules(scenario_), way->entry);
      for (const Step& step : way->steps)
        if (step.choice ? !game.play(*step.choice) : !game.take(step.thrown)) return;
      WitnessSide side;
      side.ruleset = scenario_->id;
      side.record = game.record();
      side.record.seeded_dice = false;
      if (demand.ends_play) said = {{Assertion::What::outcome, {}, outcome_text(*scenario_, game.outcome())}};
      side.said = said;
      describe(witness, *scenario_, way->entry, tried.grade);
      witness.sides.push_back(std::move(side));
    } else {
      witness.sides.push_back(side_at(*scenario_, tried.position, said));
    }
    Finding& finding = context_.add(id, fmt::format("{}.{}", action.name, demand.requirement->name),
                                    Verdict::refuted, Concern::impossible);
    const std::string label = case_in_text(p_.label_text(demand.requirement->label));
    const std::string demanded = bound_text(reference_.evaluator(), *demand.first, {});
    finding.claim =
        fmt::format("The choice {} can always fulfil the demand {} of {}", action.name, demanded, label);
    const std::string& title = p_.cases[demand.requirement->label].title;
    finding.headline = fmt::format("{}{} can demand more than a player can give", label,
                                   title.empty() ? "" : " (" + title + ")");
    finding.text = fmt::format(
        "{} demands {} where {}. In this position no lawful choice fulfils that, not even {}. "
        "The player can go on only because the same requirement also permits an exception.",
        label, demanded, language::phrase_in_general(p_, action), choice);
    if (demand.ends_play) {
      finding.no_answer = true;
      finding.text = fmt::format(
          "{} demands {} where {}. In this position nothing that could be chosen fulfils that, not even {}. "
          "The rules name no way out, so play stops.",
          label, demanded, language::phrase_in_general(p_, action), choice);
    }
    finding.method = tried.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = scope;
    context_.cite(finding, demand.requirement->label, demand.requirement->place);
    finding.witness = std::move(witness);
    finding.same_as = marked_as(demand);
  }

  Context& context_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  ReferenceRules reference_;
  std::vector<Choice> choices_;
  std::string scope_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  WaysOutCheck check(context);
  check.ask();
  if (check.demands == 0) return {Verdict::proved, "no demand that nothing might fulfil"};
  return {Verdict::sampled,
          fmt::format("{} for which a total must be reached or a condition must hold, tried in {}",
                      counted(check.demands, "choice"), context.probe().scope())};
}

}  // namespace

Check ways_out() {
  return {id,
          "Do the rules demand something impossible, so that only a way out is left?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
