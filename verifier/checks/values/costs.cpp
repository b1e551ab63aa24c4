// SPDX-License-Identifier: Apache-2.0
// costs: what a step costs, against the whole budget that it is paid from.
//
// A budget is a state of one piece from which an action takes a number: `left(u) -= cost(from, to)`. Its
// whole is what play sets it to without looking at what it was: `left(u) := allowance(u)`. The check
// computes the cost of every step from hex to neighbouring hex, and the whole budget of every piece, for
// every value that the states behind them had in seeded games (a turn, for example). It reports
//
//   - a cost that no piece can pay at any time, even with its whole budget
//   - pieces that cannot pay for any step, at some time or ever
//   - as a note, pieces that can pay for some steps and not for others: those steps are closed to them
//
// A cost of `never` is a prohibition, and no cost. Costs that depend on where pieces are, and budgets that
// are set by other means, are counted and left out.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"
#include "engine/runtime/reference/evaluator.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/survey.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::Action;
using language::Expr;
using language::none;
using language::Op;
using language::Stmt;
using language::StmtOp;
using language::TypeTag;
using namespace language::ids;

namespace {

constexpr const char* id = "costs";
/// Of the states behind costs and budgets together.
constexpr size_t most_moments = 200;
/// Pieces named in a finding.
constexpr size_t most_named = 8;

const Expr& stripped(const Expr& expr) {
  const Expr* at = &expr;
  while (at->op == Op::check_range) at = at->args[0].get();
  return *at;
}

/// `left(u) -= cost(from, to)`
struct Spend {
  const Action* action = nullptr;
  StateId state = none;
  VarId piece = none;
  const Expr* cost = nullptr;
  CaseId label = none;
  language::Place place;
};

/// `left(u) := allowance(u)`: of the piece in that variable.
struct Whole {
  VarId piece = none;
  const Expr* value = nullptr;
};

/// The states behind a question with one value each, and that value in words.
struct Moment {
  std::vector<std::pair<StateId, int64_t>> values;
};

class CostsCheck {
 public:
  explicit CostsCheck(Context& context)
      : context_(context),
        p_(context.program()),
        scenario_(context.scenario()),
        evaluator_(scenario_),
        reads_(p_),
        position_(scenario_->start) {}

  size_t spends = 0, left_out = 0, steps = 0;

  void ask() {
    for (const Action& action : p_.actions) {
      for (const Spend& spend : spends_of(action)) {
        if (context_.stopped()) return;
        ++spends;
        if (!ask(spend)) ++left_out;
      }
    }
  }

 private:
  std::vector<Spend> spends_of(const Action& action) const {
    std::vector<Spend> out;
    language::walk(
        *action.body,
        [&](const Stmt& stmt) {
          if (stmt.op != StmtOp::assign || stmt.ref == none || stmt.args.size() != 1 || !stmt.value ||
              stmt.args[0]->op != Op::variable || !is_of_a_piece(stmt.ref))
            return;
          const Expr& value = stripped(*stmt.value);
          if (value.op != Op::subtract) return;
          const Expr& was = stripped(*value.args[0]);
          if (was.op != Op::state || was.ref != stmt.ref || was.args[0]->op != Op::variable ||
              was.args[0]->ref != stmt.args[0]->ref)
            return;
          Spend& one = out.emplace_back();
          one.action = &action, one.state = stmt.ref, one.piece = stmt.args[0]->ref;
          one.cost = value.args[1].get(), one.label = action.label, one.place = stmt.place;
        },
        [](const Expr&) {});
    return out;
  }

  bool is_of_a_piece(StateId state) const {
    const language::Type& of = p_.states[state].params[0];
    return of.tag == TypeTag::entity && p_.kinds[of.of].on_map;
  }

  /// `left(u) - E` of the same budget, or that and no less than 0, where E is never below 0.
  static bool only_lowers(const Expr& expr, StateId state) {
    const Expr& value = stripped(expr);
    if (value.op == Op::maximum && value.args.size() == 2) {
      for (const size_t side : {size_t{0}, size_t{1}})
        if (value.args[side]->op == Op::constant && value.args[side]->value == 0)
          return only_lowers(*value.args[1 - side], state);
    }
    if (value.op != Op::subtract) return false;
    const Expr& was = stripped(*value.args[0]);
    const language::Interval& by = value.args[1]->interval;
    return was.op == Op::state && was.ref == state && by.low >= 0 && !by.may_be_never;
  }

  /// What play sets that budget to without looking at what it was. Nothing where it is also raised, or set in
  /// another way: then its whole is not known.
  std::optional<std::vector<Whole>> wholes_of(StateId state) {
    std::vector<Whole> out;
    bool is_known = true;
    const auto look = [&](const Stmt& body) {
      language::walk(
          body,
          [&](const Stmt& stmt) {
            if (stmt.op != StmtOp::assign || stmt.ref != state || only_lowers(*stmt.value, state)) return;
            if (stmt.args[0]->op == Op::variable && reads_.of(*stmt.value).reads.states.count(state) == 0)
              out.push_back({stmt.args[0]->ref, stmt.value.get()});
            else
              is_known = false;
          },
          [](const Expr&) {});
    };
    for (const Action& action : p_.actions) look(*action.body);
    for (const language::Effect& effect : p_.effects)
      for (const language::EffectEntry& entry : effect.entries) look(*entry.body);
    for (const language::FlowStep& step : p_.flow)
      if (step.stmt) look(*step.stmt);
    return is_known ? std::optional(std::move(out)) : std::nullopt;
  }

  /// The variables that it names itself, without those of its own binders.
  static std::set<VarId> variables_of(const Expr& expr) {
    std::set<VarId> named, own;
    language::walk(expr, [&](const Expr& part) {
      if (part.op == Op::variable) named.insert(part.ref);
      if (part.binder) own.insert(part.binder->var), own.insert(part.binder->at);
      if (part.op == Op::let || part.op == Op::if_hex) own.insert(part.ref);
    });
    for (const VarId one : own) named.erase(one);
    return named;
  }

  /// Whether every position has the same answer but for states without parameters, which are added.
  bool add_states(const Expr& expr, std::set<StateId>& states) {
    const language::Cells cells = reads_.of(expr).reads;
    if (!cells.places.empty()) return false;
    for (const StateId one : cells.states) {
      const language::State& state = p_.states[one];
      if (!state.params.empty() || state.hidden || state.procedure != none ||
          state.type.tag != TypeTag::number)
        return false;
      states.insert(one);
    }
    return true;
  }

  /// Every value that these states had in games; nothing where there are too many.
  std::vector<Moment> moments(const std::set<StateId>& states) const {
    std::vector<Moment> out(1);
    const Survey& survey = context_.survey();
    for (const StateId state : states) {
      const int32_t least = survey.least[static_cast<size_t>(state)],
                    most = survey.most[static_cast<size_t>(state)];
      if (least > most || out.size() * static_cast<size_t>(most - least + 1) > most_moments) return {};
      std::vector<Moment> longer;
      for (const Moment& one : out) {
        for (int32_t value = least; value <= most; ++value) {
          longer.push_back(one);
          longer.back().values.emplace_back(state, value);
        }
      }
      out = std::move(longer);
    }
    return out;
  }
  void set(const Moment& moment) {
    for (const auto& [state, value] : moment.values)
      evaluator_.write(scenario_->layout.states[state], p_.states[state].type, position_, 0, Value(value));
  }

  /// Sets the variables to every two neighbouring hexes that the action can mean; false: it means others.
  bool each_step(const Spend& spend, const std::set<VarId>& free, const std::function<void()>& ask) {
    VarId from = none, to = none;
    for (const VarId var : free) {
      if (var == spend.piece) continue;
      bool known = false;
      for (const language::ActionParam& param : spend.action->params) {
        if (param.at == var) from = var, known = true;
        if (param.var != var || param.mode != language::ParamMode::single || !param.domain) continue;
        if (param.domain->op == Op::neighbours && param.domain->args[0]->op == Op::variable)
          to = var, from = param.domain->args[0]->ref, known = true;
      }
      if (!known) return false;
    }
    if (from == none) {
      ask();
      return true;
    }
    for (int32_t hex = 0; hex < scenario_->ground.hexes; ++hex) {
      evaluator_.variable(from) = Value(hex);
      if (to == none) ask();
      if (to == none) continue;
      for (const int32_t next : scenario_->ground.neighbours[static_cast<size_t>(hex)]) {
        if (next < 0) continue;
        evaluator_.variable(from) = Value(hex);
        evaluator_.variable(to) = Value(next);
        from_ = from, to_ = to;
        ask();
      }
    }
    return true;
  }

  std::optional<int64_t> number(const Expr& expr) {
    try {
      return evaluator_.evaluate(expr, position_).number;
    } catch (const Fault&) {
      return std::nullopt;  // definitions and play-goes-on tell it
    }
  }

  /// False: it is left out.
  bool ask(const Spend& spend) {
    const std::optional<std::vector<Whole>> found = wholes_of(spend.state);
    if (!found) return false;
    const std::vector<Whole>& wholes = *found;
    std::set<StateId> states;
    const language::State& budget = p_.states[spend.state];
    const int64_t begins = budget.initial->op == Op::constant ? budget.initial->value : 0;
    if ((wholes.empty() && begins == 0) || spend.cost->type.fine != 1 || !add_states(*spend.cost, states))
      return false;
    for (const Whole& whole : wholes) {
      const std::set<VarId> free = variables_of(*whole.value);
      if (!add_states(*whole.value, states) || whole.value->type.fine != 1 ||
          std::any_of(free.begin(), free.end(), [&](VarId var) { return var != whole.piece; }))
        return false;
    }
    const std::vector<Moment> all = moments(states);
    if (all.empty()) return false;
    const KindId kind = p_.states[spend.state].params[0].of;
    const std::set<VarId> free = variables_of(*spend.cost);
    costs_.clear(), short_.clear();
    pays_.assign(all.size(), std::vector<bool>(static_cast<size_t>(scenario_->size(kind))));
    for (size_t i = 0; i < all.size(); ++i) {
      set(all[i]);
      const std::vector<int64_t> budgets = budgets_of(wholes, kind, spend.state, begins);
      const bool fixed = free.count(spend.piece) == 0;
      for (int32_t member = 0; member < static_cast<int32_t>(budgets.size()); ++member) {
        evaluator_.variable(spend.piece) = Value(member);
        // The same for all of them: asked once, of the first.
        if (fixed && member > 0) break;
        if (!each_step(spend, free, [&] { note(spend, budgets, fixed ? -1 : member, i); })) return false;
      }
    }
    tell(spend, all, kind);
    return true;
  }

  std::vector<int64_t> budgets_of(const std::vector<Whole>& wholes, KindId kind, StateId state,
                                  int64_t begins) {
    std::vector<int64_t> out(static_cast<size_t>(scenario_->size(kind)), begins);
    // The data may begin with more.
    if (p_.states[state].procedure == none) {
      const uint32_t first = scenario_->layout.states[state].first;
      for (size_t member = 0; member < out.size(); ++member) {
        const int32_t at_start = scenario_->start.cell(first + static_cast<uint32_t>(member));
        out[member] = std::max<int64_t>(out[member], at_start);
      }
    }
    for (const Whole& whole : wholes) {
      for (size_t member = 0; member < out.size(); ++member) {
        evaluator_.variable(whole.piece) = Value(static_cast<int64_t>(member));
        if (const auto value = number(*whole.value)) out[member] = std::max(out[member], *value);
      }
    }
    return out;
  }

  /// One step, of all pieces or of one.
  void note(const Spend& spend, const std::vector<int64_t>& budgets, int32_t only, size_t moment) {
    ++steps;
    const auto cost = number(*spend.cost);
    if (!cost || *cost >= language::never_value) return;
    for (size_t member = 0; member < budgets.size(); ++member)
      if ((only < 0 || member == static_cast<size_t>(only)) && budgets[member] >= *cost)
        pays_[moment][member] = true;
    if (*cost <= 0) return;
    Cost& one = costs_[*cost];
    if (one.example.empty() && to_ != none) one.example = fmt::format("from {} to {}", hex(from_), hex(to_));
    for (size_t member = 0; member < budgets.size(); ++member) {
      if (only >= 0 && member != static_cast<size_t>(only)) continue;
      if (budgets[member] >= *cost)
        one.is_paid = true;
      else
        short_[static_cast<int32_t>(member)].insert({moment, budgets[member], *cost});
    }
  }
  std::string hex(VarId var) {
    return scenario_->members[language::kind_hex][static_cast<size_t>(evaluator_.variable(var).number)];
  }

  std::string state_text(StateId state, int64_t value) const {
    return scenario_->value_text(p_.states[state].type, value);
  }
  /// `turn is 1, 4 or 7`; empty: always.
  std::string when(const std::set<size_t>& moments, const std::vector<Moment>& all) const {
    if (moments.size() == all.size()) return {};
    std::vector<std::string> words;
    std::map<StateId, std::set<int64_t>> values;
    for (const size_t one : moments)
      for (const auto& [state, value] : all[one].values) values[state].insert(value);
    for (const auto& [state, numbers] : values) {
      std::vector<std::string> each;
      for (const int64_t value : numbers) each.push_back(state_text(state, value));
      words.push_back(fmt::format("{} is {}", p_.states[state].name, listed(each)));
    }
    return listed(words, "and");
  }

  void tell(const Spend& spend, const std::vector<Moment>& all, KindId kind) {
    const language::Type& type = p_.states[spend.state].type;
    const std::string& budget = p_.states[spend.state].name;
    bool nobody = false;
    for (const auto& [cost, one] : costs_) {
      if (one.is_paid) continue;
      nobody = true;
      Finding& finding =
          add(spend, fmt::format("{}: {}", spend.action->name, scenario_->value_text(type, cost)));
      finding.claim =
          fmt::format("Some piece can pay {} for {}", scenario_->value_text(type, cost), spend.action->name);
      finding.headline =
          fmt::format("Nobody can ever pay the {} that {}{} costs", scenario_->value_text(type, cost),
                      spend.action->name, one.example.empty() ? "" : " " + one.example);
      finding.text = fmt::format("No piece ever has so much \"{}\", even with its whole budget.", budget);
    }
    const bool by_hex = std::any_of(costs_.begin(), costs_.end(),
                                    [](const auto& one) { return !one.second.example.empty(); });
    if (nobody || short_.empty() || !by_hex) return;
    tell_some(spend, all, kind);
  }

  void tell_some(const Spend& spend, const std::vector<Moment>& all, KindId kind) {
    const language::Type& type = p_.states[spend.state].type;
    // By what they have and when: the pieces, and the least that is too much for them.
    std::map<std::pair<std::set<size_t>, int64_t>, std::vector<std::string>> groups;
    int64_t least = language::never_value;
    const auto pays_nothing = [this](int32_t member, const Missing& one) {
      return !pays_[one.moment][static_cast<size_t>(member)];
    };
    // A piece that can pay for no step is told alone: it is the question.
    const bool nothing = std::any_of(short_.begin(), short_.end(), [&](const auto& one) {
      return std::any_of(one.second.begin(), one.second.end(),
                         [&](const Missing& each) { return pays_nothing(one.first, each); });
    });
    size_t pieces = 0;
    for (const auto& [member, missing] : short_) {
      std::map<int64_t, std::set<size_t>> by_budget;
      for (const Missing& one : missing) {
        if (nothing && !pays_nothing(member, one)) continue;
        by_budget[one.has].insert(one.moment);
        least = std::min(least, one.cost);
      }
      pieces += by_budget.empty() ? 0U : 1U;
      for (const auto& [has, moments] : by_budget)
        groups[{moments, has}].push_back(scenario_->members[kind][static_cast<size_t>(member)]);
    }
    Finding& finding = add(spend, spend.action->name);
    finding.concern = nothing ? Concern::gap : Concern::information;
    finding.claim = fmt::format("Every piece with its whole budget can pay for every {}", spend.action->name);
    const std::string example = costs_[least].example;
    finding.headline = fmt::format(
        "{} {}, even with the whole budget", counted(pieces, "piece"),
        nothing ? "can pay for no " + spend.action->name : "cannot pay for every " + spend.action->name);
    finding.text = fmt::format(
        "The least that is too much for them is {}{}. Others can pay it, or they can at other times. {}",
        scenario_->value_text(type, least), example.empty() ? "" : ", for example " + example,
        nothing ? "The rules have to say whether such a piece may still move one hex."
                : "Such steps are closed to them. They can pay for others.");
    for (const auto& [key, names] : groups) {
      const std::string time = when(key.first, all);
      std::vector<std::string> few(
          names.begin(), names.begin() + static_cast<ptrdiff_t>(std::min(names.size(), most_named)));
      if (names.size() > few.size()) few.push_back(fmt::format("{} more", names.size() - few.size()));
      finding.details.push_back(fmt::format("{}{} at most {}: {}", time.empty() ? "" : "While " + time + ", ",
                                            time.empty() ? "Always" : "they have",
                                            scenario_->value_text(type, key.second), listed(few, "and")));
    }
  }

  Finding& add(const Spend& spend, const std::string& subject) {
    Finding& finding = context_.add(id, subject, Verdict::refuted, Concern::impossible);
    finding.method = Method::counting;
    finding.scope = fmt::format("all {} were tried", counted(steps, "step"));
    context_.cite(finding, spend.label, spend.place);
    const auto wholes = wholes_of(spend.state);
    for (size_t i = 0; wholes && i < wholes->size(); ++i) {
      const Expr& value = *(*wholes)[i].value;
      if (value.op == Op::call) context_.cite(finding, p_.definitions[value.ref].label);
    }
    return finding;
  }

  struct Cost {
    bool is_paid = false;
    std::string example;
  };
  struct Missing {
    size_t moment = 0;
    int64_t has = 0, cost = 0;
    auto operator<=>(const Missing&) const = default;
  };

  Context& context_;
  const language::Program& p_;
  ScenarioPtr scenario_;
  Evaluator evaluator_;
  language::ReadsWrites reads_;
  Position position_;
  VarId from_ = none, to_ = none;
  std::map<int64_t, Cost> costs_;               // of the spend that is asked
  std::map<int32_t, std::set<Missing>> short_;  // by member
  std::vector<std::vector<bool>> pays_;         // by moment and member: for some step
};

Answer run(Context& context) {
  CostsCheck check(context);
  check.ask();
  if (check.spends == 0) return {Verdict::proved, "no costs paid from a budget"};
  std::string scope = fmt::format("{} paid from a budget, {} from hex to hex", counted(check.spends, "cost"),
                                  counted(check.steps, "step"));
  if (check.left_out == 0) return {Verdict::proved, scope};
  return {Verdict::unknown,
          fmt::format("{}; {} left out, because pieces or phases decide them", scope, check.left_out)};
}

}  // namespace

Check costs() {
  return {id,
          "Is there a cost that a piece cannot pay even with its whole budget?",
          CheckOf::counting,
          true,
          run,
          Needs::games};
}

}  // namespace casebook::checks
