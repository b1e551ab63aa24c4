// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/selftest/selftest_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/random.h"
#include "engine/program/walk.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/slot_values.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/search/generated_positions.h"
#include "verifier/symbolic/translate/by_switches.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Action;
using language::ActionParam;
using language::Expr;
using language::ParamMode;
using language::SiteKind;
using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::OutcomeKind;
using runtime::Position;
using runtime::Value;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

namespace {

constexpr const char* told_of_limit = "more choices than are listed: a limit of Casebook";

/// A condition whose both ways are to be covered.
struct Way {
  std::string of, what;
  CaseId label = language::none;
  language::Place place;
};

class StepTester {
 public:
  StepTester(ScenarioPtr scenario, const SelftestSettings& settings, Selftest& result)
      : scenario_(std::move(scenario)),
        program_(*scenario_->program),
        translated_(settings.translated ? settings.translated : scenario_),
        settings_(settings),
        result_(result),
        reference_(scenario_),
        maker_(scenario_, {settings.seed, settings.games, 3000, 2}),
        random_(settings.seed, 0x73746570) {
    list_conditions();
  }

  void run() {
    for (const Position& position : positions()) {
      if (settings_.go_on && !settings_.go_on()) {
        result_.stopped = true;
        break;
      }
      const SiteId site = position.cell(scenario_->layout.site) - 1;
      if (site < 0) continue;
      ++result_.positions;
      try {
        test(position, program_.sites[site]);
      } catch (const Untranslated& open) {
        note_open(site, open.construct);
      } catch (const TooLarge& large) {
        note_open(site, large.what());
      } catch (const runtime::Fault& fault) {
        // Generated, and too much may be chosen there for anybody to go through it.
        note_open(site, fault.is_limit ? told_of_limit : "a fault when choices are listed: " + fault.why);
      }
    }
    count_ways();
  }

 private:
  // ---- where it is asked

  std::vector<Position> positions() {
    std::vector<Position> all;
    const auto& rooms = maker_.pool().by_site();
    const size_t sites = program_.sites.size();
    if (sites == 0 || settings_.positions == 0) return all;
    const size_t each = std::max<size_t>(2, settings_.positions / sites);
    for (size_t site = 0; site < sites; ++site) {
      const std::vector<size_t>& room = rooms[site];
      // Later ones of a sort stand far apart: spread over the room.
      const size_t reached = std::min(room.size(), each - each / 3);
      for (size_t i = 0; i < reached; ++i)
        all.push_back(maker_.pool().all()[room[i * room.size() / reached]].position);
      for (size_t made = reached; made < each; ++made) {
        games::SiteChoice where;
        where.sites = {static_cast<int32_t>(site)};
        if (auto position = maker_.make_lawful(random_, 100, where, 8)) all.push_back(std::move(*position));
      }
    }
    return all;
  }

  // ---- one position

  void test(const Position& position, const language::Site& site) {
    formula_ = std::make_unique<Formula>(settings_.nodes);
    positions_ = std::make_unique<PositionFormulas>(translated_, *formula_);
    translator_ = make_translator(settings_, *positions_, Freedom::forbidden, limits());
    translator_->note_conditions(&seen_);
    nothing_ = formula_->any_assignment();
    known_ = std::make_unique<SymbolicPosition>(positions_->known(position));
    if (site.kind == SiteKind::choose)
      test_choices(position, site);
    else
      test_chance(position, site);
  }

  void test_choices(const Position& position, const language::Site& site) {
    std::vector<Choice> right, compiled;
    reference_.choices(position, right);
    maker_.rules().choices(position, compiled);
    if (right != compiled)
      differ(position, "the lawful choices", fmt::format("{} choices", right.size()),
             fmt::format("{} choices", compiled.size()), "not compared");
    const int32_t player = reference_.player(position);
    const Ref by = translator_->evaluate(*as_translated(site).by, *known_).number;
    translator_->take_faults();
    if (maker_.rules().player(position) != player || value_of(by) != player)
      differ(position, "who chooses", fmt::format("{}", player),
             fmt::format("{}", maker_.rules().player(position)), fmt::format("{}", value_of(by)));
    std::set<size_t> tried;
    for (size_t i = 0; i < right.size(); ++i) {
      if (i == 0 || right[i].alternative != right[i - 1].alternative) tried.insert(i);
    }
    for (size_t i = 0; i < settings_.choices && !right.empty(); ++i)
      tried.insert(random_.below(static_cast<uint32_t>(right.size())));
    for (const size_t i : tried) test_choice(position, site, right[i], true);
    for (size_t alternative = 0; alternative < site.alternatives.size(); ++alternative) {
      for (size_t i = 0; i < settings_.choices; ++i) {
        std::optional<Choice> other;
        try {
          other = any_choice(position, site, static_cast<int16_t>(alternative));
        } catch (const runtime::Fault&) {  // a domain has no value there
        }
        if (other)
          test_choice(position, site, *other, std::binary_search(right.begin(), right.end(), *other));
      }
    }
  }

  /// Values of the types of an alternative's parameters, whether or not they may be chosen. Nothing where
  /// there is no such value.
  std::optional<Choice> any_choice(const Position& position, const language::Site& site,
                                   int16_t alternative) {
    const Action& action = action_of(site, alternative);
    Choice choice;
    choice.alternative = alternative;
    size_t single = 0;
    const auto below = [&](int64_t size) { return random_.below(static_cast<uint32_t>(size)); };
    for (size_t index = 0; index < action.params.size(); ++index) {
      const ActionParam& param = action.params[index];
      const language::Var& var = program_.vars[param.var];
      switch (param.mode) {
        case ParamMode::single: {
          int64_t low = 0, size = 0;
          if (var.type.tag == language::TypeTag::boolean) {
            size = 2;
          } else if (var.type.tag == language::TypeTag::number) {
            low = var.interval.low;
            size = var.interval.high - var.interval.low + 1;
          } else {
            size = scenario_->size(var.type.of);
          }
          if (size <= 0 || single >= choice.singles.size()) return std::nullopt;
          choice.singles[single++] = static_cast<int16_t>(low + below(size));
          break;
        }
        case ParamMode::set: {
          if (!bind(action, choice, position, index)) return std::nullopt;
          const size_t candidates = reference_.evaluator().candidates(param, position).size();
          if (candidates > 62) return std::nullopt;
          for (size_t i = 0; i < candidates; ++i)
            if (below(2) != 0) choice.set |= uint64_t{1} << i;
          break;
        }
        case ParamMode::path: {
          if (!bind(action, choice, position, index)) return std::nullopt;
          auto at = static_cast<int32_t>(reference_.evaluator().evaluate(*param.domain, position).number);
          const auto steps = static_cast<int32_t>(below(param.most_steps) + 1);
          if (steps < param.least_steps || at < 0 || at >= scenario_->ground.hexes) return std::nullopt;
          for (int32_t i = 0; i < steps; ++i) {
            at = scenario_->ground.neighbours[static_cast<size_t>(at)][below(6)];
            if (at < 0) return std::nullopt;
            choice.path[static_cast<size_t>(i)] = static_cast<int16_t>(at);
          }
          break;
        }
      }
    }
    return choice;
  }

  /// What the translator has of a site.
  const language::Site& as_translated(const language::Site& site) const {
    return translated_->program->sites[&site - program_.sites.data()];
  }
  const Action& action_of(const language::Site& site, int16_t alternative) const {
    return program_.actions[site.alternatives[static_cast<size_t>(alternative)].action];
  }

  /// The values of the parameters that a choice has, in the evaluator's frame too. Of those before a set or a
  /// path, when that is not chosen yet.
  std::optional<std::vector<Value>> bind(const Action& action, const Choice& choice, const Position& position,
                                         size_t upto = SIZE_MAX) {
    std::vector<Value> values;
    runtime::Evaluator& evaluator = reference_.evaluator();
    size_t single = 0;
    try {
      for (size_t index = 0; index < std::min(upto, action.params.size()); ++index) {
        const ActionParam& param = action.params[index];
        Value value;
        switch (param.mode) {
          case ParamMode::single:
            value.number = choice.singles[single++];
            break;
          case ParamMode::set: {
            const std::vector<int32_t> candidates = evaluator.candidates(param, position);
            for (size_t i = 0; i < candidates.size() && i < 64; ++i)
              if (((choice.set >> i) & 1U) != 0) value.items.push_back(candidates[i]);
            break;
          }
          case ParamMode::path:
            value.items.push_back(static_cast<int32_t>(evaluator.evaluate(*param.domain, position).number));
            for (const int16_t hex : choice.path)
              if (hex >= 0) value.items.push_back(hex);
            break;
        }
        evaluator.variable(param.var) =
            param.mode == ParamMode::single ? Value(value.number) : Value(value.items);
        if (param.at != language::none && param.mode == ParamMode::single) {
          const runtime::Slot& slot = scenario_->layout.places[param.domain->type.of];
          // Of one that is on no hex any will do: it may not be chosen.
          const int32_t place = position.cell(slot.first + static_cast<uint32_t>(value.number));
          evaluator.variable(param.at) = Value(place < scenario_->ground.hexes ? place : 0);
        }
        values.push_back(std::move(value));
      }
    } catch (const runtime::Fault&) {
      return std::nullopt;
    }
    return values;
  }

  void test_choice(const Position& position, const language::Site& site, const Choice& choice, bool lawful) {
    const Action& action = action_of(site, choice.alternative);
    const auto values = bind(action, choice, position);
    if (!values) return;
    const language::Alternative& alternative = site.alternatives[static_cast<size_t>(choice.alternative)];
    Parameters parameters;
    for (size_t i = 0; i < values->size(); ++i)
      parameters.push_back(positions_->constant(program_.vars[action.params[i].var].type, (*values)[i]));
    ++result_.choices;
    translator_->clear_ending();
    translator_->take_faults();
    translator_->set_parameters(action, parameters);
    Ref offered = translator_->offered(
        as_translated(site).alternatives[static_cast<size_t>(choice.alternative)], *known_);
    offered = formula_->and_(offered, formula_->not_(translator_->any_fault()));
    translator_->take_faults();
    const bool may = value_of(offered) != 0;
    if (may != lawful) {
      differ(position, text_of(position, choice), lawful ? "lawful" : "not lawful", "the same",
             may ? "lawful" : "not lawful");
      return;
    }
    if (!lawful) return;
    taken_.insert({static_cast<SiteId>(&site - program_.sites.data()), choice.alternative});
    translator_->set_parameters(action, parameters);
    translator_->clear_ending();
    SymbolicPosition after = *known_;
    std::vector<std::pair<VarId, SymbolicValue>> bound;
    for (size_t k = 0; k < alternative.args.size(); ++k) {
      const language::AlternativeArg& arg = alternative.args[k];
      if (arg.var != language::none) bound.emplace_back(arg.var, translator_->variable(action.params[k].var));
      if (arg.at != language::none) bound.emplace_back(arg.at, translator_->variable(action.params[k].at));
    }
    translator_->execute(*translated_->program->actions[alternative.action].body, after);
    for (const auto& [var, value] : bound) translator_->set_variable(var, value, after);
    Position reference = position, compiled = position;
    reference_.apply(reference, choice);
    maker_.rules().apply(compiled, choice);
    go_on(position, text_of(position, choice), after, alternative.target, reference, compiled);
  }

  void test_chance(const Position& position, const language::Site& site) {
    std::vector<ChanceOutcome> right, compiled;
    reference_.outcomes(position, right);
    maker_.rules().outcomes(position, compiled);
    if (right != compiled)
      differ(position, "what chance can bring", fmt::format("{} outcomes", right.size()),
             fmt::format("{} outcomes", compiled.size()), "not compared");
    std::vector<std::pair<ChanceOutcome, bool>> tried;
    for (size_t i = 0; i < settings_.choices && !right.empty(); ++i)
      tried.emplace_back(right[random_.below(static_cast<uint32_t>(right.size()))], true);
    for (size_t i = 0; i < settings_.choices; ++i) {
      ChanceOutcome any;
      any.count = static_cast<uint8_t>(site.vars.size());
      for (size_t k = 0; k < site.vars.size(); ++k) {
        const language::Type& type = program_.vars[site.vars[k]].type;
        if (type.tag == language::TypeTag::number) {
          const language::Measure& measure = program_.measures[type.of];
          any.values[k] =
              static_cast<int32_t>(measure.low) +
              static_cast<int32_t>(random_.below(static_cast<uint32_t>(measure.high - measure.low + 1)));
        } else {
          any.values[k] = static_cast<int32_t>(
              random_.below(static_cast<uint32_t>(std::max(1, scenario_->size(type.of)))));
        }
      }
      tried.emplace_back(any, std::find(right.begin(), right.end(), any) != right.end());
    }
    for (const auto& [outcome, comes] : tried) test_outcome(position, site, outcome, comes);
  }

  void test_outcome(const Position& position, const language::Site& site, const ChanceOutcome& outcome,
                    bool comes) {
    ++result_.choices;
    translator_->clear_ending();
    translator_->take_faults();
    SymbolicPosition after = *known_;
    std::string words = site.kind == SiteKind::roll ? "a roll of" : "a draw of";
    std::vector<Ref> drawn;
    for (size_t i = 0; i < site.vars.size(); ++i) {
      const language::Type& type = program_.vars[site.vars[i]].type;
      const SymbolicValue value = positions_->constant(type, {outcome.values[i], {}});
      drawn.push_back(value.number);
      translator_->set_variable(site.vars[i], value, after);
      words += " " + scenario_->value_text(type, outcome.values[i]);
    }
    Ref can = yes;
    const language::Site& theirs = as_translated(site);
    if (theirs.condition) can = translator_->evaluate(*theirs.condition, after).number;
    if (theirs.set)
      can = translator_->in_items(translator_->evaluate(*theirs.set, *known_).items, theirs.set->type.of,
                                  drawn[0]);
    can = formula_->and_(can, formula_->not_(translator_->any_fault()));
    translator_->take_faults();
    const bool may = value_of(can) != 0;
    if (may != comes) {
      differ(position, words, comes ? "possible" : "impossible", "the same", may ? "possible" : "impossible");
      return;
    }
    if (!comes) return;
    Position reference = position, compiled = position;
    reference_.apply(reference, outcome);
    maker_.rules().apply(compiled, outcome);
    go_on(position, words, after, site.flow + 1, reference, compiled);
  }

  /// From behind the step to the next site, by the translation; and what came of it by the others.
  void go_on(const Position& position, const std::string& words, const SymbolicPosition& after,
             int32_t target, const Position& reference, const Position& compiled) {
    ++result_.steps;
    const std::string right = told(reference);
    std::string translated;
    if (right == told_of_limit && compiled == reference) {  // the translation goes on, as the rules do
      translator_->take_faults();
      return note_open(position.cell(scenario_->layout.site) - 1, told_of_limit);
    }
    Position came = reference;
    if (value_of(translator_->any_fault()) != 0) {
      translated = "a fault";
      translator_->take_faults();
    } else {
      translator_->take_faults();
      bool free = false;
      const Translator::Step step = step_from(position, after, target, free);
      // Where something was left free, each way that is not ruled out may be the one.
      const auto may_be = [&](Ref when) { return free ? when != no : value_of(when) != 0; };
      translated = "no step, and no fault";
      for (const FaultCase& fault : step.faults)
        if (may_be(fault.when)) translated = "a fault";
      for (const Translator::Arrival& arrival : step.arrivals) {
        if (free && translated == right && right == "a fault") break;
        if (!may_be(arrival.when)) continue;
        if (arrival.over) {
          translated = value_of(arrival.won) != 0 ? "won" : "over";
          came = reference;
        } else {
          came = position;  // which is not over
          positions_->decode(arrival.position, nothing_, came);
          clear_dead_paths(came);
          came.set_cell(scenario_->layout.site, arrival.position.site + 1);
          for (size_t i = 0; i < arrival.position.returns.size(); ++i) {
            const uint32_t cell = scenario_->layout.returns[i];
            if (cell != 0) came.set_cell(cell, arrival.position.returns[i] + 1);
          }
          translated = told(came);
        }
        if (!free || (translated == right && came == reference)) break;
      }
    }
    const bool same = right == translated && (right == "a fault" || came == reference);
    if (same && compiled == reference) return;
    differ(position, words, right, compiled == reference ? "the same" : told(compiled) + ", another position",
           same || right != translated ? translated : translated + what_differs(reference, came));
  }

  /// The ways on from there; `free` when some of it is not translated, and taken to be anything.
  Translator::Step step_from(const Position& position, const SymbolicPosition& after, int32_t target,
                             bool& free) {
    const Translator::Ending ending = translator_->ending();
    try {
      Translator::Step step = translator_->run(after, target);
      translator_->take_faults();
      return step;
    } catch (const Untranslated& open) {
      free = true;
      translator_->take_faults();
      note_open(position.cell(scenario_->layout.site) - 1, open.construct);
      const auto freer = make_translator(settings_, *positions_, Freedom::allowed, limits());
      freer->note_conditions(&seen_);
      freer->restore_ending(ending);
      return freer->run(after, target);
    }
  }
  /// Everything is known, so what would be too large to write out folds while it is written.
  TranslatorLimits limits() const {
    TranslatorLimits limits = settings_.translator;
    limits.field_hexes = 4096;
    limits.choices = 100'000;
    return limits;
  }

  /// A path that is not alive is all zero, and has no steps fewer than none.
  void clear_dead_paths(Position& position) const {
    for (size_t i = 0; i < program_.vars.size(); ++i) {
      if (program_.vars[i].type.tag != language::TypeTag::path) continue;
      const runtime::Slot& slot = scenario_->layout.vars[i];
      for (uint32_t k = 0; k < slot.combinations; ++k) {
        const uint32_t first = slot.first + k * slot.width;
        if (position.cell(first) >= 0) continue;
        for (uint32_t c = 0; c < slot.width; ++c) position.set_cell(first + c, 0);
      }
    }
  }

  /// The first cell with another value, in words.
  std::string what_differs(const Position& right, const Position& came) const {
    for (const SlotOf what : {SlotOf::state, SlotOf::place, SlotOf::var}) {
      for (size_t i = 0; i < known_->size(what); ++i) {
        const auto id = static_cast<Id>(i);
        const runtime::Slot& slot = positions_->slot_of(what, id);
        const language::Type type = positions_->type_of(what, id);
        for (uint32_t k = 0; k < slot.combinations; ++k) {
          if (runtime::read_slot(right, slot, type, k) == runtime::read_slot(came, slot, type, k)) continue;
          const auto cell = what == SlotOf::state   ? games::Cell::What::state
                            : what == SlotOf::place ? games::Cell::What::place
                                                    : games::Cell::What::local;
          return ", with another " + games::cell_text(*scenario_, {cell, id, k});
        }
      }
    }
    return ", with other control";
  }

  /// `won`, `over` (by nobody), `a fault`, a limit, or where it stands.
  std::string told(const Position& position) const {
    const runtime::Outcome outcome = runtime::outcome_of(*scenario_, position);
    if (outcome.kind == OutcomeKind::fault) return "a fault";
    if (outcome.kind == OutcomeKind::limit) return told_of_limit;
    if (outcome.kind == OutcomeKind::won) return "won";
    if (outcome.kind != OutcomeKind::open) return "over";
    return "at " + runtime::site_text(program_, position.cell(scenario_->layout.site) - 1);
  }

  int64_t value_of(Ref formula) const { return formula_->value(formula, nothing_); }
  std::string text_of(const Position& position, const Choice& choice) const {
    return runtime::choice_text(*scenario_, position, choice);
  }
  void differ(const Position& position, const std::string& words, const std::string& reference,
              const std::string& compiled, const std::string& translated) {
    const SiteId site = position.cell(scenario_->layout.site) - 1;
    result_.differences.push_back({runtime::site_text(program_, site), " " + words, reference,
                                   compiled == "the same" ? reference : compiled, translated});
  }
  void note_open(SiteId site, const std::string& construct) {
    const std::pair<std::string, std::string> one{runtime::site_text(program_, site), construct};
    if (std::find(result_.open.begin(), result_.open.end(), one) == result_.open.end())
      result_.open.push_back(one);
  }

  // ---- what is to be covered

  void add(const language::ExprPtr& expr, const std::string& of, const std::string& what, CaseId label) {
    if (!expr || expr->op == language::Op::constant) return;
    ways_.emplace_back(expr.get(), Way{of, what, label, expr->place});
    seen_.emplace(expr.get(), Translator::Seen{});
  }
  void add(const std::vector<language::Requirement>& list, const std::string& of) {
    for (const language::Requirement& one : list) {
      add(one.expr, of + "." + one.name, "requirement", one.label);
      for (const language::Waiver& waiver : one.waivers)
        add(waiver.when, of + "." + one.name, "waiver", waiver.label);
    }
  }
  void add(const language::Stmt& stmt, const std::string& of, CaseId label) {
    const CaseId mine = stmt.label == language::none ? label : stmt.label;
    if (stmt.op == language::StmtOp::branch) add(stmt.value, of, "if", mine);
    if (stmt.binder) add(stmt.binder->where, of, "where", mine);
    for (const language::StmtPtr& inner : stmt.body)
      if (inner) add(*inner, of, mine);
  }
  void list_conditions() {
    for (const Action& action : program_.actions) {
      for (const ActionParam& param : action.params)
        add(param.where, action.name + "." + param.name, "where", action.label);
      add(action.requires_, action.name);
      add(action.ensures, action.name);
      if (action.body) add(*action.body, action.name, action.label);
    }
    for (const language::Effect& effect : program_.effects) {
      for (const language::EffectEntry& entry : effect.entries) {
        add(entry.when, effect.name + "." + entry.name, "when", entry.label);
        if (entry.body) add(*entry.body, effect.name, effect.label);
      }
    }
    for (const language::Procedure& procedure : program_.procedures) {
      for (StepId i = procedure.entry; i < procedure.end; ++i) {
        const language::FlowStep& step = program_.flow[i];
        if (step.op == language::FlowOp::branch) add(step.expr, procedure.name, "branch", step.label);
        if (step.stmt) add(*step.stmt, procedure.name, step.label);
      }
    }
    for (const language::Site& site : program_.sites) {
      const std::string name =
          runtime::site_text(program_, static_cast<int32_t>(&site - program_.sites.data()));
      add(site.condition, name, "condition of the roll", site.label);
      for (const language::Alternative& alternative : site.alternatives)
        add(alternative.requires_, name + " " + program_.actions[alternative.action].name);
    }
  }

  void count_ways() {
    const auto uncovered = [&](const std::string& of, const std::string& what, CaseId label,
                               const language::Place& place, std::string why) {
      result_.uncovered.push_back({of, program_.label_text(label), what,
                                   place.file < program_.sources.size()
                                       ? fmt::format("{}:{}", program_.sources[place.file].file, place.line)
                                       : "",
                                   std::move(why), false});
    };
    const BySwitches by_switches(*scenario_);
    const std::string decided = "a switch decides it";
    const std::string of_all = fmt::format("none of {} positions", result_.positions);
    const std::string unasked = fmt::format("evaluated in none of {} positions", result_.positions);
    for (const auto& [expr, way] : ways_) {
      const Translator::Seen& seen = seen_.at(expr);
      result_.ways += 2;
      result_.covered += (seen.held ? 1U : 0U) + (seen.failed ? 1U : 0U);
      if (seen.held && seen.failed) continue;
      const std::optional<int64_t> always = by_switches.value(*expr);
      const std::string& why = seen.held || seen.failed ? of_all : unasked;
      if (!seen.held)
        uncovered(way.of, way.what + " holds", way.label, way.place, always == 0 ? decided : why);
      if (!seen.failed)
        uncovered(way.of, way.what + " does not hold", way.label, way.place, always == 1 ? decided : why);
    }
    for (size_t i = 0; i < program_.sites.size(); ++i) {
      const language::Site& site = program_.sites[i];
      for (size_t k = 0; k < site.alternatives.size(); ++k) {
        ++result_.ways;
        if (taken_.count({static_cast<SiteId>(i), static_cast<int16_t>(k)}) != 0)
          ++result_.covered;
        else
          uncovered(runtime::site_text(program_, static_cast<int32_t>(i)) + " " +
                        action_of(site, static_cast<int16_t>(k)).name,
                    "taken", site.alternatives[k].label, site.alternatives[k].place, of_all);
      }
    }
  }

  ScenarioPtr scenario_;
  const language::Program& program_;
  ScenarioPtr translated_;  // what the translator is given
  const SelftestSettings& settings_;
  Selftest& result_;
  runtime::ReferenceRules reference_;
  games::PositionMaker maker_;
  Random random_;
  std::vector<std::pair<const Expr*, Way>> ways_;
  Translator::Conditions seen_;
  std::set<std::pair<SiteId, int16_t>> taken_;
  // Of one position.
  std::unique_ptr<Formula> formula_;
  std::unique_ptr<PositionFormulas> positions_;
  std::unique_ptr<Translator> translator_;
  std::unique_ptr<SymbolicPosition> known_;
  Assignment nothing_;
};

}  // namespace

void test_steps(const ScenarioPtr& scenario, const SelftestSettings& settings, Selftest& result) {
  if (scenario->program->game == language::none) return;
  StepTester(scenario, settings, result).run();
}

}  // namespace casebook::symbolic
