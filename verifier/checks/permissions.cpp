// SPDX-License-Identifier: Apache-2.0
// permissions: two cases that permit the same, under different conditions.
//
//   - two lines of an `any of`, each of a case of its own, where now the one holds and now the other
//   - two actions of one choice that bring the same piece to the same hex
//
// Where both hold, a reader asks which case is meant: what it costs, and what else follows from it. The
// check counts, on the positions of games and on generated ones, how often both permit it and how often one
// alone does. Two that never hold together divide the matter between them, and are not reported; nor is one
// that holds only where the other does. What the switches decide is not reported.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/program/walk.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/drawn_inputs.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/kind.h"

namespace casebook::checks {

using namespace runtime;
using language::Action;
using language::Definition;
using language::Expr;
using language::none;
using language::Op;
using language::Stmt;
using language::StmtOp;
using namespace language::ids;

namespace {

constexpr const char* id = "permissions";
constexpr size_t most_positions = 400;  // of those that all checks share, spread evenly
constexpr int draws = 4;                // of arguments, on each

struct Counts {
  uint64_t both = 0, first = 0, second = 0;
  const Tried* only_first = nullptr;
  std::string call;    // what the first alone permits there
  std::string choice;  // of two actions: what the second permits as well, where both do
  bool apart() const { return both > 0 && first > 0 && second > 0; }
};

class PermissionsCheck {
 public:
  PermissionsCheck(Context& context, Probe& probe, std::set<std::string>& told)
      : context_(context),
        probe_(probe),
        scenario_(probe.scenario()),
        p_(context.program()),
        evaluator_(scenario_),
        told_(told) {
    positions_ = some_lawful(probe.positions(), most_positions);
  }

  size_t pairs = 0;

  void ask() {
    for (const Definition& definition : p_.definitions)
      if (!context_.stopped()) ask(definition);
    ask_moves();
  }

 private:
  const language::ListBody* alternatives_of(const Definition& definition) const {
    const Expr* body = definition.body.get();
    const bool is = body->op == Op::list && body->list->kind == language::ListKind::any_of;
    return is ? body->list.get() : nullptr;
  }
  bool is_open(const language::ListEntry& entry) const {
    if (entry.per || entry.label == none) return false;
    const auto known = [&](const Expr& expr) {
      return known_by_switches(expr, scenario_->options, scenario_->readings) >= 0;
    };
    return !known(*entry.value) && (!entry.when || !known(*entry.when));
  }

  void ask(const Definition& definition) {
    const language::ListBody* list = alternatives_of(definition);
    if (list == nullptr ||
        !context_.references().in_play(
            {Sort::definition, static_cast<language::Id>(&definition - p_.definitions.data())}))
      return;
    std::map<std::pair<size_t, size_t>, Counts> counts;
    for (size_t a = 0; a < list->entries.size(); ++a)
      for (size_t b = a + 1; b < list->entries.size(); ++b)
        if (is_open(list->entries[a]) && is_open(list->entries[b]) &&
            list->entries[a].label != list->entries[b].label)
          counts[{a, b}];
    if (counts.empty()) return;
    pairs += counts.size();
    const auto number = static_cast<DefinitionId>(&definition - p_.definitions.data());
    each_drawn_input(context_, scenario_, id, number, positions_, draws, evaluator_, [&](const Tried& tried) {
      std::vector<bool> holds;
      for (const language::ListEntry& entry : list->entries)
        holds.push_back(holds_there(entry, tried.position));
      for (auto& [pair, of] : counts) {
        const bool a = holds[pair.first], b = holds[pair.second];
        of.both += a && b ? 1U : 0U, of.first += a && !b ? 1U : 0U, of.second += b && !a ? 1U : 0U;
        const bool alone = a && std::count(holds.begin(), holds.end(), true) == 1;
        if (!alone || of.only_first != nullptr) continue;
        of.only_first = &tried, of.call = call_text(definition);
      }
      return !context_.stopped();
    });
    for (const auto& [pair, of] : counts) {
      if (of.apart() && of.only_first != nullptr && !of.call.empty())
        tell(definition, list->entries[pair.first], list->entries[pair.second], of);
    }
  }

  bool holds_there(const language::ListEntry& entry, const Position& position) {
    try {
      return (!entry.when || evaluator_.evaluate(*entry.when, position).yes()) &&
             evaluator_.evaluate(*entry.value, position).yes();
    } catch (const Fault&) {
      return false;
    }
  }

  std::string call_text(const Definition& definition) {
    std::string call = definition.name + "(";
    for (size_t i = 0; i < definition.params.size(); ++i) {
      const auto word =
          literal(*scenario_, p_.vars[definition.params[i]].type, evaluator_.variable(definition.params[i]));
      if (!word) return {};
      call += (i == 0 ? "" : ", ") + *word;
    }
    return call + ")";
  }

  void tell(const Definition& definition, const language::ListEntry& a, const language::ListEntry& b,
            const Counts& of) {
    const std::string first = p_.label_text(a.label), second = p_.label_text(b.label);
    if (!told_.insert(fmt::format("{} {} {}", definition.name, a.name, b.name)).second) return;
    Witness witness;
    describe(witness, *scenario_, of.only_first->position, of.only_first->grade);
    witness.sides.push_back(
        side_at(*scenario_, of.only_first->position, {{Assertion::What::value, of.call, "yes"}}));
    Finding& finding =
        add(fmt::format("{}: {} and {}", definition.name, a.name, b.name), first, second, *of.only_first);
    finding.headline = fmt::format("{} and {} both permit {}, under different conditions",
                                   case_in_text(first), case_in_text(second), definition.name);
    finding.text = fmt::format(
        "Both hold for {}. The line \"{}\" of {} alone holds for {}, the line \"{}\" of {} alone for {}.",
        counted(of.both, "input"), a.name, first, grouped(of.first), b.name, second, grouped(of.second));
    context_.cite(finding, a.label, a.place);
    context_.cite(finding, b.label, b.place);
    finding.witness = std::move(witness);
  }

  Finding& add(const std::string& subject, const std::string& first, const std::string& second,
               const Tried& tried) {
    Finding& finding = context_.add(id, subject, Verdict::refuted, Concern::ambiguity);
    finding.kind = kind::permitted_twice;
    finding.claim = fmt::format("What {} permits, {} does not permit under other conditions", first, second);
    finding.method = tried.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = probe_.scope();
    return finding;
  }

  // ---- two actions with one result

  struct Move {
    size_t piece = 0, hex = 0;  // among the single parameters of a choice
    KindId kind = none;
  };
  std::optional<Move> move_of(const Action& action) const {
    if (action.watch != none || !action.body) return std::nullopt;
    std::optional<Move> found;
    language::walk(
        *action.body,
        [&](const Stmt& stmt) {
          if (stmt.op != StmtOp::assign || stmt.ref != none || !stmt.value || stmt.args.size() != 1) return;
          const Expr* value = stmt.value.get();
          if (value->op == Op::as_location) value = value->args[0].get();
          if (stmt.args[0]->op != Op::variable || value->op != Op::variable) return;
          Move one;
          bool piece = false, hex = false;
          size_t single = 0;
          for (const language::ActionParam& param : action.params) {
            if (param.mode != language::ParamMode::single) continue;
            if (param.var == stmt.args[0]->ref) one.piece = single, piece = true;
            if (param.var == value->ref) one.hex = single, hex = true;
            ++single;
          }
          one.kind = stmt.ref2;
          if (piece && hex) found = one;
        },
        [](const Expr&) {});
    return found;
  }

  void ask_moves() {
    std::map<ActionId, Move> moves;
    for (size_t i = 0; i < p_.actions.size(); ++i)
      if (const auto move = move_of(p_.actions[static_cast<ActionId>(i)]))
        moves[static_cast<ActionId>(i)] = *move;
    if (moves.size() < 2) return;
    using To = std::pair<int32_t, int32_t>;
    std::map<std::pair<ActionId, ActionId>, Counts> counts;
    std::set<int32_t> movers;
    std::vector<Choice> choices;
    CompiledRules& rules = probe_.rules();
    for (const Tried* tried : positions_) {
      if (context_.stopped()) return;
      if (tried->site < 0 || rules.node(tried->position) != NodeKind::choose) continue;
      const language::Site& site = p_.sites[tried->site];
      size_t offers = 0;
      for (const auto& one : site.alternatives) offers += moves.count(one.action);
      if (offers < 2) continue;
      rules.choices(tried->position, choices);
      std::map<To, std::map<ActionId, Choice>> by_result;
      for (const Choice& choice : choices) {
        const ActionId action = site.alternatives[static_cast<size_t>(choice.alternative)].action;
        const auto move = moves.find(action);
        if (move == moves.end()) continue;
        by_result[{choice.singles[move->second.piece], choice.singles[move->second.hex]}].try_emplace(action,
                                                                                                      choice);
      }
      count(by_result, *tried, counts);
    }
    for (const auto& [pair, of] : counts) {
      ++pairs;
      if (of.both > 0 && of.first + of.second > 0) tell_moves(pair.first, pair.second, of);
    }
  }
  template <class Results>
  void count(const Results& by_result, const Tried& tried,
             std::map<std::pair<ActionId, ActionId>, Counts>& counts) const {
    for (const auto& [result, actions] : by_result) {
      for (auto a = actions.begin(); a != actions.end(); ++a) {
        for (auto b = std::next(a); b != actions.end(); ++b) {
          Counts& of = counts[{a->first, b->first}];
          if (of.both++ > 0) continue;
          of.only_first = &tried;
          of.call = choice_text(*scenario_, tried.position, a->second);
          of.choice = choice_text(*scenario_, tried.position, b->second);
        }
      }
    }
    for (auto& [pair, of] : counts) {
      for (const auto& [result, actions] : by_result) {
        const bool a = actions.count(pair.first) != 0, b = actions.count(pair.second) != 0;
        of.first += a && !b ? 1U : 0U, of.second += b && !a ? 1U : 0U;
      }
    }
  }

  void tell_moves(ActionId a, ActionId b, const Counts& of) {
    const Action &one = p_.actions[a], &other = p_.actions[b];
    if (!told_.insert(one.name + " and " + other.name).second) return;
    const std::string first = p_.label_text(one.label), second = p_.label_text(other.label);
    Witness witness;
    describe(witness, *scenario_, of.only_first->position, of.only_first->grade);
    witness.sides.push_back(
        side_at(*scenario_, of.only_first->position,
                {{Assertion::What::permitted, of.call, {}}, {Assertion::What::permitted, of.choice, {}}}));
    Finding& finding = add(one.name + " and " + other.name, first, second, *of.only_first);
    finding.headline = fmt::format("{} and {} both bring a piece to the same hex, under different conditions",
                                   case_in_text(first), case_in_text(second));
    finding.text = fmt::format(
        "{} choices of {} and {} have the same piece and the same hex. {} others are lawful by one of them alone.",
        grouped(of.both), one.name, other.name, grouped(of.first + of.second));
    context_.cite(finding, one);
    context_.cite(finding, other);
    finding.witness = std::move(witness);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  Evaluator evaluator_;
  std::vector<const Tried*> positions_;
  std::set<std::string>& told_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  std::set<std::string> told;
  PermissionsCheck check(context, context.probe(), told);
  check.ask();
  size_t pairs = check.pairs;
  if (Probe* const probe = context.probe_with_options()) {
    PermissionsCheck other(context, *probe, told);
    other.ask();
    pairs = std::max(pairs, other.pairs);
  }
  return {Verdict::sampled, fmt::format("{} of cases that give the same permission, tried in {}",
                                        counted(pairs, "pair"), context.probe().scope())};
}

}  // namespace

Check permissions() {
  return {id,
          "Do two cases permit the same, under different conditions?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
