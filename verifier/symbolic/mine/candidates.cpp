// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/mine/candidates.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/language/compile.h"
#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/slot_values.h"
#include "engine/runtime/text/asked_expression.h"
#include "verifier/search/generated_positions.h"

namespace casebook::symbolic {

using language::none;
using language::Op;
using language::Program;
using language::Type;
using language::TypeTag;
using runtime::Position;
using runtime::Scenario;
using ScenarioPtr = std::shared_ptr<const Scenario>;

namespace {

/// Conditions in one translation: more would need more registers than the compiled form has.
constexpr size_t at_once = 200;
/// Sorts of pieces of one kind: by side, by arm.
constexpr size_t most_sorts = 14;
/// Of a phase fewer positions say little of it.
constexpr size_t enough_of_a_phase = 40;

bool always_runs(const std::vector<runtime::Control>& ways, ProcedureId procedure) {
  return !ways.empty() && std::all_of(ways.begin(), ways.end(), [&](const runtime::Control& way) {
    return std::find(way.procedures.begin(), way.procedures.end(), procedure) != way.procedures.end();
  });
}

}  // namespace

WithCandidates with_candidates(const Scenario& scenario, const std::vector<Candidate>& candidates) {
  WithCandidates result;
  auto program = std::make_shared<Program>(*scenario.program);
  result.first = static_cast<InvariantId>(program->invariants.size());
  const Type truth;
  for (size_t i = 0; i < candidates.size(); ++i) {
    Diagnostics unheard;
    language::ById<language::Var> vars = scenario.program->vars;
    language::ExprPtr expr =
        language::compile_expression(*scenario.program, candidates[i].text, vars, unheard, &truth);
    bool good = expr != nullptr;
    // Members of open kinds are named by the scenario, which templates never do.
    if (good)
      language::walk(*expr, [&](const language::Expr& one) { good = good && one.op != Op::named_entity; });
    if (!good) {
      result.not_typed.push_back(candidates[i].text);
      continue;
    }
    // The expression was typed beside the program's variables, so its own come after them, once for each.
    const auto had = static_cast<int32_t>(scenario.program->vars.size());
    const auto shift = static_cast<int32_t>(program->vars.size()) - had;
    const auto moved = [&](VarId var) {
      return static_cast<int32_t>(var) < had ? var : static_cast<VarId>(static_cast<int32_t>(var) + shift);
    };
    for (size_t v = scenario.program->vars.size(); v < vars.size(); ++v) program->vars.push_back(vars[v]);
    language::change(*expr, [&](language::Expr& one) {
      if (one.op == Op::variable || one.op == Op::let || one.op == Op::if_hex)
        one.ref = moved(VarId(one.ref));
      if (!one.binder) return;
      if (one.binder->var != none) one.binder->var = moved(one.binder->var);
      if (one.binder->at != none) one.binder->at = moved(one.binder->at);
    });
    language::Invariant& made = program->invariants.emplace_back();
    made.name = candidates[i].text;
    made.procedure = candidates[i].procedure;
    made.where = made.procedure == none ? language::InvariantWhere::every_choice
                                        : language::InvariantWhere::in_procedure;
    made.expr = std::move(expr);
    result.of.push_back(i);
  }
  auto made = std::make_shared<Scenario>(scenario);
  runtime::Slot not_stored;
  not_stored.combinations = 0;
  made->layout.vars.resize(program->vars.size(), not_stored);
  made->program = std::move(program);
  made->mined = nullptr;
  result.scenario = std::move(made);
  return result;
}

std::vector<std::vector<bool>> live_at(const WithCandidates& with) {
  const Program& program = *with.scenario->program;
  std::vector<std::vector<bool>> live(program.sites.size());
  for (size_t site = 0; site < live.size(); ++site) {
    const std::vector<runtime::Control> ways = games::ways_to(program, static_cast<SiteId>(site));
    for (auto i = static_cast<size_t>(with.first); i < program.invariants.size(); ++i) {
      const ProcedureId procedure = program.invariants[i].procedure;
      live[site].push_back(procedure == none || always_runs(ways, procedure));
    }
  }
  return live;
}

namespace {

/// Of the pieces of a kind: a sort, a place, or a mark; in terms of the piece.
struct OfPiece {
  std::string text;  // `side(p) = white`, `on_map(p)`, `attacked(p)`
  ProcedureId procedure = none;
};

class Maker {
 public:
  Maker(const ScenarioPtr& scenario, const std::vector<Position>& reached, size_t most)
      : scenario_(scenario), p_(*scenario->program), reached_(reached), reads_(p_), most_(most) {
    for (const char* name : {"p", "x", "piece", "some_piece"})
      if (!is_taken(name)) {
        who_ = name;
        break;
      }
    met_in_.assign(p_.procedures.size(), 0);
    for (const Position& position : reached_) {
      running_.push_back(runtime::control_of(*scenario_, position).procedures);
      for (const ProcedureId procedure : running_.back()) ++met_in_[static_cast<size_t>(procedure)];
    }
  }

  Candidates make() {
    find_globals();
    of_game();
    for (size_t kind = 0; kind < p_.kinds.size(); ++kind) {
      const auto id = static_cast<KindId>(kind);
      if (id == language::kind_hex || id == language::kind_hexside || id == p_.kind_side ||
          scenario_->members[id].empty() || p_.kinds[kind].reading != none)
        continue;
      of_kind(id);
    }
    return std::move(result_);
  }

 private:
  struct Number {
    StateId state;
    std::string name;
    Type type;
    ProcedureId procedure;
  };
  struct Range {
    int64_t low = 0, high = 0;
    bool any = false;
  };
  /// A condition looked at in every position: where it was broken, which numbers there were.
  struct Seen {
    bool broken = false;
    std::vector<Range> numbers;  // where it was broken
    std::vector<bool> in;        // by procedure: broken while it ran
  };

  bool is_taken(std::string_view name) const {
    const auto has = [&](const auto& items) {
      return std::any_of(items.begin(), items.end(), [&](const auto& one) { return one.name == name; });
    };
    return has(p_.states) || has(p_.definitions) || has(p_.givens) || has(p_.kinds) || has(p_.boxes) ||
           has(p_.places) || has(p_.options) || has(p_.readings);
  }

  ProcedureId within(ProcedureId a, ProcedureId b) {
    if (a == none || a == b) return b;
    if (b == none) return a;
    if (lies_in(b, a)) return b;
    if (lies_in(a, b)) return a;
    return none;
  }
  /// Whether `outer` runs whenever `inner` does.
  bool lies_in(ProcedureId inner, ProcedureId outer) {
    bool any = false;
    for (size_t site = 0; site < p_.sites.size(); ++site) {
      if (p_.sites[site].procedure != inner) continue;
      any = true;
      if (!always_runs(games::ways_to(p_, static_cast<SiteId>(site)), outer)) return false;
    }
    return any;
  }
  bool go_together(ProcedureId a, ProcedureId b) {
    return a == none || b == none || a == b || lies_in(a, b) || lies_in(b, a);
  }

  void find_globals() {
    for (size_t i = 0; i < p_.states.size(); ++i) {
      const language::State& state = p_.states[i];
      if (!state.params.empty() || state.hidden || scenario_->layout.states[i].combinations != 1) continue;
      if (state.type.tag == TypeTag::number)
        numbers_.push_back({static_cast<StateId>(i), state.name, state.type, state.procedure});
      if (state.type.tag == TypeTag::boolean) yes_no_.push_back({state.name, state.procedure});
      if (state.type.tag == TypeTag::entity && p_.kinds[state.type.of].closed)
        members_.push_back({static_cast<StateId>(i), state.name, state.type, state.procedure});
    }
  }

  int64_t number_at(const Number& number, const Position& position) const {
    return runtime::read_slot(position, scenario_->layout.states[number.state], number.type, 0).number;
  }
  std::string value(const Number& number, int64_t at) const { return scenario_->value_text(number.type, at); }

  /// Looks at conditions in every position, a few at once.
  std::vector<Seen> look(const std::vector<Candidate>& conditions) {
    std::vector<Seen> all(conditions.size());
    result_.tried += conditions.size();
    for (Seen& one : all) {
      one.numbers.resize(numbers_.size());
      one.in.resize(p_.procedures.size(), false);
    }
    for (size_t from = 0; from < conditions.size(); from += at_once) {
      const std::vector<Candidate> part(
          conditions.begin() + static_cast<std::ptrdiff_t>(from),
          conditions.begin() + static_cast<std::ptrdiff_t>(std::min(from + at_once, conditions.size())));
      const WithCandidates with = with_candidates(*scenario_, part);
      for (const std::string& text : with.not_typed) result_.not_typed.push_back(text);
      std::vector<bool> typed(part.size(), false);
      for (const size_t of : with.of) typed[of] = true;
      for (size_t i = 0; i < part.size(); ++i)
        if (!typed[i]) all[from + i].broken = true, untyped_.insert(part[i].text);
      runtime::CompiledInvariants forms(with.scenario);
      const std::vector<std::vector<bool>> live = live_at(with);
      for (size_t at = 0; at < reached_.size(); ++at) {
        const Position& position = reached_[at];
        const SiteId site = position.cell(scenario_->layout.site) - 1;
        forms.load(position, nullptr);
        for (size_t i = 0; i < with.of.size(); ++i) {
          if (!live[static_cast<size_t>(site)][i]) continue;
          const auto id = static_cast<InvariantId>(static_cast<size_t>(with.first) + i);
          Seen& seen = all[from + with.of[i]];
          if (seen.broken && !wants_numbers_ &&
              std::all_of(running_[at].begin(), running_[at].end(),
                          [&](ProcedureId procedure) { return seen.in[static_cast<size_t>(procedure)]; }))
            continue;
          if (!forms.can_ask(id)) {
            seen.broken = true;
            untyped_.insert(part[with.of[i]].text);
            continue;
          }
          if (forms.holds(id)) continue;
          seen.broken = true;
          for (const ProcedureId procedure : running_[at]) seen.in[static_cast<size_t>(procedure)] = true;
          for (size_t n = 0; n < numbers_.size(); ++n) {
            if (numbers_[n].procedure != none) continue;
            widen(seen.numbers[n], number_at(numbers_[n], position));
          }
        }
      }
    }
    return all;
  }
  static void widen(Range& range, int64_t by) {
    range.low = range.any ? std::min(range.low, by) : by;
    range.high = range.any ? std::max(range.high, by) : by;
    range.any = true;
  }

  void keep(const Candidate& one) {
    if (result_.all.size() >= most_) {
      ++result_.left_out;
      return;
    }
    result_.all.push_back(one);
  }
  /// `says_nothing_in`, if given, is for each condition where its premise never holds.
  void keep_unbroken(const std::vector<Candidate>& conditions,
                     const std::vector<std::vector<ProcedureId>>& says_nothing_in = {}) {
    const std::vector<Seen> seen = look(conditions);
    for (size_t i = 0; i < conditions.size(); ++i) {
      if (!seen[i].broken)
        keep(conditions[i]);
      else
        keep_in_phases(conditions[i], seen[i],
                       says_nothing_in.empty() ? std::vector<ProcedureId>() : says_nothing_in[i]);
    }
  }
  /// What is broken elsewhere may hold while a phase runs: the outermost of those.
  std::vector<ProcedureId> keep_in_phases(const Candidate& one, const Seen& seen,
                                          const std::vector<ProcedureId>& but_not = {}) {
    std::vector<ProcedureId> kept;
    if (one.procedure != none || untyped_.count(one.text) != 0) return kept;
    const auto holds_in = [&](size_t procedure) {
      return static_cast<ProcedureId>(procedure) != p_.game && !seen.in[procedure] &&
             met_in_[procedure] >= enough_of_a_phase;
    };
    for (size_t i = 0; i < p_.procedures.size(); ++i) {
      if (!holds_in(i)) continue;
      bool outermost = true;
      for (size_t k = 0; k < p_.procedures.size(); ++k)
        outermost = outermost && (k == i || !holds_in(k) ||
                                  !lies_in(static_cast<ProcedureId>(i), static_cast<ProcedureId>(k)));
      const auto phase = static_cast<ProcedureId>(i);
      const auto lies_within = [&](ProcedureId other) { return other == phase || lies_in(phase, other); };
      if (!outermost || std::any_of(but_not.begin(), but_not.end(), lies_within)) continue;
      keep({one.text, phase});
      kept.push_back(phase);
    }
    return kept;
  }

  // ---- of the game alone

  void of_game() {
    ranges_.assign(numbers_.size(), {});
    std::vector<std::set<int64_t>> met(members_.size());
    for (const Position& position : reached_) {
      for (size_t n = 0; n < numbers_.size(); ++n)
        if (numbers_[n].procedure == none) widen(ranges_[n], number_at(numbers_[n], position));
      for (size_t m = 0; m < members_.size(); ++m)
        if (members_[m].procedure == none) met[m].insert(number_at(members_[m], position));
    }
    for (size_t n = 0; n < numbers_.size(); ++n) {
      const language::Measure& measure = p_.measures[numbers_[n].type.of];
      if (!ranges_[n].any) continue;
      if (ranges_[n].low > measure.low)
        keep({numbers_[n].name + " >= " + value(numbers_[n], ranges_[n].low), none});
      if (ranges_[n].high < measure.high || (measure.or_never && ranges_[n].high != language::never_value))
        keep({numbers_[n].name + " <= " + value(numbers_[n], ranges_[n].high), none});
    }
    for (size_t m = 0; m < members_.size(); ++m) {
      if (met[m].empty()) continue;
      for (int64_t member = 0; member < scenario_->size(members_[m].type.of); ++member)
        if (met[m].count(member) == 0) keep({members_[m].name + " != " + value(members_[m], member), none});
    }
    std::vector<Candidate> plain;
    for (const OfPiece& one : yes_no_) plain.push_back({"not " + one.text, one.procedure});
    wants_numbers_ = true;
    const std::vector<Seen> never = look(plain);
    wants_numbers_ = false;
    std::vector<Candidate> more;
    for (size_t i = 0; i < plain.size(); ++i) {
      if (!never[i].broken) {
        keep(plain[i]);
        continue;
      }
      more.push_back({yes_no_[i].text, yes_no_[i].procedure});
      add_when(yes_no_[i].text, yes_no_[i].procedure, never[i].numbers, more);
      for (size_t k = 0; k < plain.size(); ++k) {
        if (k == i || !never[k].broken || !go_together(yes_no_[i].procedure, yes_no_[k].procedure)) continue;
        const ProcedureId both = within(yes_no_[i].procedure, yes_no_[k].procedure);
        more.push_back({yes_no_[i].text + " implies " + yes_no_[k].text, both});
        if (i < k) more.push_back({yes_no_[i].text + " implies not " + yes_no_[k].text, both});
      }
    }
    keep_unbroken(more);
    for (size_t i = 0; i < plain.size(); ++i)
      if (never[i].broken) at_times_.push_back(yes_no_[i]);
  }

  /// `condition implies turn >= 2`, where the numbers were narrower whenever it held.
  void add_when(const std::string& condition, ProcedureId procedure, const std::vector<Range>& numbers,
                std::vector<Candidate>& into, const std::string& before = {}) {
    for (size_t n = 0; n < numbers_.size(); ++n) {
      if (numbers_[n].procedure != none || !numbers[n].any || numbers[n].low < ranges_[n].low) continue;
      if (numbers[n].low > ranges_[n].low)
        into.push_back({before + condition + " implies " + numbers_[n].name +
                            " >= " + value(numbers_[n], numbers[n].low),
                        procedure});
      if (numbers[n].high < ranges_[n].high)
        into.push_back({before + condition + " implies " + numbers_[n].name +
                            " <= " + value(numbers_[n], numbers[n].high),
                        procedure});
    }
  }

  // ---- of the pieces of a kind

  std::string all_of(KindId kind) const { return "all " + who_ + " in " + p_.kinds[kind].name + ": "; }
  std::string no_of(KindId kind) const { return "no " + who_ + " in " + p_.kinds[kind].name + ": "; }

  /// Of what no position has a say in.
  bool always(const std::string& text) const {
    Diagnostics unheard;
    const auto asked = runtime::asked_expression(*scenario_, text, unheard);
    if (!asked) return false;
    try {
      runtime::Evaluator evaluator(scenario_);
      evaluator.extend_frame(asked->vars, asked->text);
      return evaluator.evaluate(*asked->expr, scenario_->start).yes();
    } catch (const runtime::Fault&) {
      return false;
    }
  }

  /// `side(p) = white`, `bridge(p)`: what data or a definition says of a piece, whatever the position.
  std::vector<OfPiece> sorts_of(KindId kind) {
    std::vector<OfPiece> sorts;
    std::set<std::vector<int32_t>> known;
    runtime::Evaluator evaluator(scenario_);
    const auto add = [&](const std::string& text) {
      if (sorts.size() >= most_sorts) return;
      Diagnostics unheard;
      const auto asked = runtime::asked_expression(
          *scenario_, "{" + who_ + " in " + p_.kinds[kind].name + " where " + text + "}", unheard);
      if (!asked) return;
      std::vector<int32_t> members;
      try {
        evaluator.extend_frame(asked->vars, asked->text);
        members = evaluator.evaluate(*asked->expr, scenario_->start).items;
      } catch (const runtime::Fault&) {
        return;
      }
      if (members.empty() || members.size() == scenario_->members[kind].size()) return;
      if (known.insert(members).second) sorts.push_back({text, none});
    };
    const auto each = [&](const std::string& name, const Type& type) {
      const std::string call = name + "(" + who_ + ")";
      if (type.tag == TypeTag::boolean) {
        add(call);
        add("not " + call);
      }
      if (type.tag == TypeTag::entity && p_.kinds[type.of].closed && p_.kinds[type.of].reading == none)
        for (int64_t member = 0; member < scenario_->size(type.of); ++member)
          add(call + " = " + scenario_->value_text(type, member));
      if (type.tag == TypeTag::number) amounts_[kind].push_back({call, type});
    };
    const auto takes_one = [&](const std::vector<Type>& types) {
      return types.size() == 1 && types[0].tag == TypeTag::entity && types[0].of == kind;
    };
    std::set<std::string> names;
    for (const language::Given& given : p_.givens)
      if (takes_one(given.params) && names.insert(given.name).second) each(given.name, given.type);
    for (size_t i = 0; i < p_.definitions.size(); ++i) {
      const language::Definition& one = p_.definitions[i];
      std::vector<Type> types;
      for (const VarId var : one.params) types.push_back(p_.vars[var].type);
      if (!takes_one(types) || !names.insert(one.name).second ||
          !reads_.definition(static_cast<DefinitionId>(i)).reads.empty())
        continue;
      each(one.name, one.type);
    }
    return sorts;
  }

  /// `attacked(p)`, `p in attackers`: what the position says of a piece.
  std::vector<OfPiece> marks_of(KindId kind) const {
    std::vector<OfPiece> marks;
    for (const language::State& state : p_.states) {
      if (state.hidden) continue;
      const bool of_piece =
          state.params.size() == 1 && state.params[0].tag == TypeTag::entity && state.params[0].of == kind;
      if (of_piece && state.type.tag == TypeTag::boolean)
        marks.push_back({state.name + "(" + who_ + ")", state.procedure});
      if (!state.params.empty() || state.type.of != kind) continue;
      if (state.type.tag == TypeTag::set || state.type.tag == TypeTag::maybe)
        marks.push_back({who_ + " in " + state.name, state.procedure});
      if (state.type.tag == TypeTag::entity) marks.push_back({who_ + " = " + state.name, state.procedure});
    }
    return marks;
  }

  void of_kind(KindId kind) {
    const std::vector<OfPiece> sorts = sorts_of(kind);
    std::vector<OfPiece> spots;
    if (p_.kinds[kind].on_map && !p_.boxes.empty()) {
      spots.push_back({"on_map(" + who_ + ")", none});
      for (const language::Box& box : p_.boxes) spots.push_back({"place(" + who_ + ") = " + box.name, none});
    }
    who_is_where(kind, sorts, spots);
    who_is_marked(kind, sorts, spots);
    what_pieces_keep(kind, sorts, spots);
  }

  void who_is_where(KindId kind, const std::vector<OfPiece>& sorts, const std::vector<OfPiece>& spots) {
    std::vector<OfPiece> who;
    std::vector<size_t> spot;  // of each
    for (size_t s = 0; s < spots.size(); ++s) {
      who.push_back(spots[s]), spot.push_back(s);
      for (const OfPiece& sort : sorts)
        who.push_back({sort.text + " and " + spots[s].text, none}), spot.push_back(s);
    }
    std::vector<Candidate> never;
    for (const OfPiece& one : who) never.push_back({no_of(kind) + one.text, none});
    wants_numbers_ = true;
    const std::vector<Seen> seen = look(never);
    wants_numbers_ = false;
    std::vector<bool> nobody(spots.size(), false);
    std::vector<Candidate> more;
    std::vector<std::vector<Range>> in_general(spots.size());
    for (size_t i = 0; i < who.size(); ++i) {
      const bool general = i == 0 || spot[i] != spot[i - 1];
      if (!seen[i].broken) {
        if (!nobody[spot[i]]) keep(never[i]);
        if (general) nobody[spot[i]] = true;
        continue;
      }
      if (!nobody[spot[i]]) keep_in_phases(never[i], seen[i]);
      if (general) in_general[spot[i]] = seen[i].numbers;
      // Of a sort only what is not known of all there.
      std::vector<Range> numbers = seen[i].numbers;
      if (!general)
        for (size_t n = 0; n < numbers.size(); ++n) {
          const Range& all = in_general[spot[i]][n];
          if (numbers[n].low == all.low) numbers[n].low = ranges_[n].low;
          if (numbers[n].high == all.high) numbers[n].high = ranges_[n].high;
        }
      add_when(who[i].text, none, numbers, more, all_of(kind));
      for (const auto& [amount, type] : amounts_[kind])
        for (size_t n = 0; general && n < numbers_.size(); ++n) {
          if (numbers_[n].procedure != none || numbers_[n].type.of != type.of) continue;
          // What holds of every piece, whatever the number, says nothing.
          if (!always(all_of(kind) + amount + " <= " + value(numbers_[n], ranges_[n].low)))
            more.push_back(
                {all_of(kind) + who[i].text + " implies " + amount + " <= " + numbers_[n].name, none});
          if (!always(all_of(kind) + amount + " >= " + value(numbers_[n], ranges_[n].high)))
            more.push_back(
                {all_of(kind) + who[i].text + " implies " + amount + " >= " + numbers_[n].name, none});
        }
      if (general)
        for (const OfPiece& flag : at_times_)
          for (const char* how : {"", "not "})
            more.push_back({all_of(kind) + who[i].text + " implies " + how + flag.text, flag.procedure});
    }
    keep_unbroken(more);
  }

  void who_is_marked(KindId kind, const std::vector<OfPiece>& sorts, const std::vector<OfPiece>& spots) {
    const std::vector<OfPiece> marks = marks_of(kind);
    std::vector<Candidate> never;
    for (const OfPiece& one : marks) never.push_back({no_of(kind) + one.text, one.procedure});
    wants_numbers_ = true;
    const std::vector<Seen> seen = look(never);
    wants_numbers_ = false;
    std::vector<OfPiece> used;
    std::vector<std::vector<ProcedureId>> unused_in;  // by mark that is used
    for (size_t i = 0; i < marks.size(); ++i) {
      if (!seen[i].broken) {
        keep(never[i]);
      } else if (untyped_.count(never[i].text) == 0) {
        unused_in.push_back(keep_in_phases(never[i], seen[i]));
        used.push_back(marks[i]);
      }
    }
    std::vector<Candidate> more;
    std::vector<std::vector<ProcedureId>> says_nothing_in;
    for (size_t i = 0; i < used.size(); ++i) {
      const OfPiece& mark = used[i];
      const std::string if_so = all_of(kind) + mark.text + " implies ";
      for (const OfPiece& sort : sorts) more.push_back({if_so + sort.text, mark.procedure});
      for (size_t s = 0; s < spots.size(); ++s) {
        more.push_back({if_so + spots[s].text, mark.procedure});
        if (s > 0) more.push_back({no_of(kind) + mark.text + " and " + spots[s].text, mark.procedure});
      }
      for (const Number& member : members_) {
        if (!go_together(mark.procedure, member.procedure)) continue;
        for (const OfPiece& sort : sorts) {
          // `side(p) = white` becomes `side(p) = mover`, once for each function.
          const size_t at = sort.text.find(" = ");
          if (at == std::string::npos || sort.text.substr(at + 3) != first_of(member)) continue;
          const std::string call = sort.text.substr(0, at);
          for (const char* how : {" = ", " != "})
            more.push_back({if_so + call + how + member.name, within(mark.procedure, member.procedure)});
        }
      }
      for (size_t k = 0; k < used.size(); ++k) {
        if (k == i || !go_together(mark.procedure, used[k].procedure)) continue;
        const ProcedureId both = within(mark.procedure, used[k].procedure);
        more.push_back({if_so + used[k].text, both});
        if (i < k) more.push_back({no_of(kind) + mark.text + " and " + used[k].text, both});
      }
      // What speaks of another mark as well says nothing where that one is not used either; it is kept there.
      says_nothing_in.resize(more.size(), unused_in[i]);
    }
    keep_unbroken(more, says_nothing_in);
  }
  /// The name of the first member, with which the sorts of a function begin.
  std::string first_of(const Number& member) const {
    return scenario_->size(member.type.of) == 0 ? std::string() : scenario_->value_text(member.type, 0);
  }

  void what_pieces_keep(KindId kind, const std::vector<OfPiece>& sorts, const std::vector<OfPiece>& spots) {
    for (size_t s = 0; s < p_.states.size(); ++s) {
      const language::State& state = p_.states[s];
      if (state.hidden || state.type.tag != TypeTag::number || state.params.size() != 1 ||
          state.params[0].tag != TypeTag::entity || state.params[0].of != kind)
        continue;
      const std::string call = state.name + "(" + who_ + ")";
      const runtime::Slot& slot = scenario_->layout.states[s];
      Range all;
      for (const Position& position : reached_) {
        if (state.procedure != none && !runs(position, state.procedure)) continue;
        for (uint32_t member = 0; member < slot.combinations; ++member)
          widen(all, runtime::read_slot(position, slot, state.type, member).number);
      }
      if (!all.any) continue;
      const auto text = [&](int64_t at) { return scenario_->value_text(state.type, at); };
      std::vector<Candidate> more;
      if (all.low == all.high) {
        keep({all_of(kind) + call + " = " + text(all.low), state.procedure});
        continue;
      }
      const language::Measure& measure = p_.measures[state.type.of];
      if (all.low > measure.low)
        more.push_back({all_of(kind) + call + " >= " + text(all.low), state.procedure});
      if (all.high != language::never_value && (all.high < measure.high || measure.or_never))
        more.push_back({all_of(kind) + call + " <= " + text(all.high), state.procedure});
      for (const std::vector<OfPiece>* some : {&spots, &sorts})
        for (const OfPiece& one : *some)
          more.push_back(
              {all_of(kind) + one.text + " implies " + call + " = " + text(all.low), state.procedure});
      for (const auto& [amount, type] : amounts_[kind])
        if (type.of == state.type.of)
          more.push_back({all_of(kind) + call + " <= " + amount, state.procedure});
      keep_unbroken(more);
    }
  }
  bool runs(const Position& position, ProcedureId procedure) const {
    const runtime::Control control = runtime::control_of(*scenario_, position);
    return std::find(control.procedures.begin(), control.procedures.end(), procedure) !=
           control.procedures.end();
  }

  ScenarioPtr scenario_;
  const Program& p_;
  const std::vector<Position>& reached_;
  language::ReadsWrites reads_;
  size_t most_;
  std::vector<std::vector<ProcedureId>> running_;  // by position
  std::vector<size_t> met_in_;                     // by procedure: positions
  std::string who_ = "p";
  bool wants_numbers_ = false;
  std::vector<Number> numbers_, members_;
  std::vector<Range> ranges_;               // of the numbers
  std::vector<OfPiece> yes_no_, at_times_;  // Boolean states of the game; those that were yes
  std::map<KindId, std::vector<std::pair<std::string, Type>>> amounts_;
  std::set<std::string> untyped_;
  Candidates result_;
};

}  // namespace

Candidates candidates_of(const ScenarioPtr& scenario, const std::vector<Position>& reached, size_t most) {
  return Maker(scenario, reached, most).make();
}

}  // namespace casebook::symbolic
