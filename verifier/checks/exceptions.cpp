// SPDX-License-Identifier: Apache-2.0
// exceptions: two exceptions to one definition that hold together and differ, while nothing says which goes
// first. Two adjustments of one definition without an `after` between them are the same sort of fault where
// they hold together and their order matters.
//
// It takes each pair without an order that the switches leave open, and tries arguments in this order, so
// that the first position that shows it is the simplest:
//
//   1. where the game begins
//   2. positions of seeded games, the earliest first
//   3. where a seeded game ended in a fault
//   4. generated positions
//   5. what other checks came to and left to this one
//
// Without a witness for two exceptions a solver, if there is one, decides for every position and argument
// that the types allow. Adjustments are not asked of the solver.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/runtime/claims/conflicts.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/value_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/search/reached.h"
#include "verifier/symbolic/prove/any_input.h"

namespace casebook::checks {

using namespace runtime;
using language::Definition;
using language::Exception;
using namespace language::ids;
using language::TypeTag;

namespace {

constexpr const char* id = "exceptions";
constexpr size_t most_positions = 200, most_ended = 16;
/// Lists of arguments: where the game begins or ends, in a position that games met, in a generated one.
constexpr uint64_t tries_at_start = 4000, tries_reached = 100, tries_generated = 24;

/// Where a pair differs, before it is told.
struct Shown {
  std::string call, values;
  Method method = Method::generated;
  std::string scope;
  Witness witness;
};

/// A seeded game that ended in a fault.
struct EndedGame {
  uint64_t game = 1;
  Record record;
  Position position;
};

class ExceptionsCheck {
 public:
  explicit ExceptionsCheck(Context& context)
      : context_(context), scenario_(context.scenario()), finder_(scenario_), start_(scenario_->start) {
    if (!finder_.pairs().empty()) ReferenceRules(scenario_).begin(start_);
  }

  size_t pairs = 0, found = 0, proved = 0, adjusting = 0;
  std::vector<std::string> open;  // of the solver: which pair, and why

  void ask() {
    for (const UnorderedPair& pair : finder_.pairs()) {
      if (context_.stopped()) return;
      ++(pair.adjusts ? adjusting : pairs);
      if (auto shown = simplest(pair)) {
        ++found;
        tell(pair, std::move(*shown));
      } else if (!pair.adjusts && context_.settings().solver_resources > 0 && !context_.stopped()) {
        solved(context_.program().definitions[pair.definition], pair.first, pair.second);
      }
    }
  }

 private:
  std::optional<Shown> simplest(const UnorderedPair& pair) {
    if (auto shown = at_start(pair)) return shown;
    if (auto shown = in_games(pair)) return shown;
    if (auto shown = at_end_of_game(pair)) return shown;
    if (auto shown = generated(pair)) return shown;
    return left_by_others(pair);
  }

  std::optional<Shown> at_start(const UnorderedPair& pair) {
    auto shown = shown_at(pair, start_, tries_at_start);
    if (!shown) return std::nullopt;
    shown->method = Method::play;
    shown->scope = "every game begins so";
    describe(shown->witness, *scenario_, start_, Grade::reachable);
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = Game(make_reference_rules(scenario_)).record();
    side.record.seeded_dice = false;
    side.said = {{Assertion::What::fault, shown->call, {}}};
    shown->witness.sides.push_back(std::move(side));
    return shown;
  }

  std::optional<Shown> in_games(const UnorderedPair& pair) {
    std::vector<const Tried*> met;
    for (const Tried& tried : context_.probe().positions())
      if (tried.grade == Grade::seen) met.push_back(&tried);
    std::stable_sort(met.begin(), met.end(),
                     [](const Tried* a, const Tried* b) { return a->step < b->step; });
    return first_of_positions(pair, met, tries_reached);
  }

  std::optional<Shown> generated(const UnorderedPair& pair) {
    std::vector<const Tried*> made;
    for (const Tried& tried : context_.probe().positions())
      if (tried.grade != Grade::seen) made.push_back(&tried);
    // One that breaks an invariant shows least.
    std::stable_sort(made.begin(), made.end(),
                     [](const Tried* a, const Tried* b) { return a->grade > b->grade; });
    return first_of_positions(pair, made, tries_generated);
  }

  std::optional<Shown> first_of_positions(const UnorderedPair& pair, const std::vector<const Tried*>& all,
                                          uint64_t tries) {
    const size_t every = std::max<size_t>(1, all.size() / most_positions);
    for (size_t i = 0; i < all.size(); i += every) {
      auto conflict = finder_.at(pair, all[i]->position, tries);
      if (!conflict) continue;
      const Tried small = context_.probe().shrunk(*all[i], [&](const Position& position) {
        return finder_.with(pair, conflict->arguments, position).has_value();
      });
      conflict = finder_.with(pair, conflict->arguments, small.position);
      auto shown = conflict ? shown_by(*conflict) : std::nullopt;
      if (!shown) continue;
      shown->scope = context_.probe().scope();
      shown->witness.game = small.game;
      shown->witness.step = small.step;
      describe(shown->witness, *scenario_, small.position, small.grade);
      shown->witness.sides.push_back(
          side_at(*scenario_, small.position, {{Assertion::What::fault, shown->call, {}}}));
      return shown;
    }
    return std::nullopt;
  }

  std::optional<Shown> left_by_others(const UnorderedPair& pair) const {
    const auto& all = context_.conflicts();
    const auto one =
        std::find_if(all.begin(), all.end(), [&](const MetConflict& left) { return left.pair == pair; });
    if (one == all.end()) return std::nullopt;
    return Shown{one->call, {}, one->method, one->scope, one->witness};
  }

  /// A game that the fault ends has no position before its end that shows it.
  std::optional<Shown> at_end_of_game(const UnorderedPair& pair) {
    for (const EndedGame& one : ended_in_faults()) {
      auto shown = shown_at(pair, one.position, tries_at_start);
      if (!shown) continue;
      shown->method = Method::play;
      shown->scope = fmt::format("game {} of seed {} ends so", one.game, context_.settings().seed);
      describe(shown->witness, *scenario_, start_, Grade::seen);
      WitnessSide side;
      side.ruleset = scenario_->id;
      side.record = one.record;
      side.said = {{Assertion::What::fault, shown->call, {}}};
      shown->witness.sides.push_back(std::move(side));
      return shown;
    }
    return std::nullopt;
  }

  /// Some of the games behind the positions of the probe, the shortest first, as the reference evaluator leaves
  /// them.
  const std::vector<EndedGame>& ended_in_faults() {
    if (ended_) return *ended_;
    ended_.emplace();
    std::vector<const games::Reached*> ends;
    for (const games::Reached& one : context_.probe().maker().pool().all())
      if (one.site < 0 && outcome_of(*scenario_, one.position).kind == OutcomeKind::fault)
        ends.push_back(&one);
    std::stable_sort(ends.begin(), ends.end(),
                     [](const games::Reached* a, const games::Reached* b) { return a->step < b->step; });
    if (ends.size() > most_ended) ends.resize(most_ended);
    if (ends.empty()) return *ended_;
    games::Games games(scenario_, {context_.settings().seed});
    for (const games::Reached* const one : ends) {
      Record record = games.record(one->game, one->step);
      Diagnostics unseen;
      const Replay played = replay(record, "game", make_reference_rules(scenario_), unseen);
      if (played.game) ended_->push_back({one->game, std::move(record), played.game->position()});
    }
    return *ended_;
  }

  std::optional<Shown> shown_at(const UnorderedPair& pair, const Position& position, uint64_t tries) {
    const auto conflict = finder_.at(pair, position, tries);
    return conflict ? shown_by(*conflict) : std::nullopt;
  }

  /// Nothing where an argument cannot be written.
  std::optional<Shown> shown_by(const Conflict& conflict) const {
    const language::Program& p = context_.program();
    const Definition& definition = p.definitions[conflict.pair.definition];
    Shown shown;
    shown.call = definition.name + "(";
    for (size_t i = 0; i < definition.params.size(); ++i) {
      const auto word = literal(*scenario_, p.vars[definition.params[i]].type, conflict.arguments[i]);
      if (!word) return std::nullopt;
      shown.call += (i == 0 ? "" : ", ") + *word;
    }
    shown.call += ")";
    const std::string first = value_text(*scenario_, definition.type, conflict.first);
    const std::string second = value_text(*scenario_, definition.type, conflict.second);
    const std::string one = name_of(conflict.pair, first_of(p, conflict.pair));
    const std::string other = name_of(conflict.pair, second_of(p, conflict.pair));
    shown.values =
        conflict.pair.adjusts
            ? fmt::format("It is {} if {} adjusts first, and {} if {} does.", first, one, second, other)
            : fmt::format("It is {} by {}, and {} by {}.", first, one, second, other);
    return shown;
  }

  /// Its case; of two that stand under one case also the line.
  std::string name_of(const UnorderedPair& pair, const OneOfPair& one) const {
    const language::Program& p = context_.program();
    const std::string label = case_in_text(p.label_text(one.label));
    const bool alike = first_of(p, pair).label == second_of(p, pair).label;
    return alike ? fmt::format("{} (line {})", label, one.place.line) : label;
  }

  void tell(const UnorderedPair& pair, Shown shown) {
    const language::Program& p = context_.program();
    const Definition& definition = p.definitions[pair.definition];
    Finding* finding = nullptr;
    if (pair.adjusts) {
      const OneOfPair a = first_of(p, pair), b = second_of(p, pair);
      const std::string &first = p.label_text(a.label), &second = p.label_text(b.label);
      finding = &context_.add(id, fmt::format("{}: {} and {}", definition.name, first, second),
                              Verdict::refuted, Concern::contradiction);
      finding->claim = fmt::format("The order in which {} and {} adjust {} is written where it matters",
                                   first, second, definition.name);
      finding->headline = fmt::format("{} and {} both adjust {}, and nothing says which comes first", first,
                                      second, definition.name);
      finding->text = fmt::format("Both apply{}, and the value depends on their order.",
                                  shown.call.empty() ? "" : " to " + shown.call);
      context_.cite(*finding, a.label, a.place);
      context_.cite(*finding, b.label, b.place);
    } else {
      finding =
          &add(definition, definition.exceptions[pair.first], definition.exceptions[pair.second], shown.call);
    }
    if (!shown.values.empty()) finding->text += " " + shown.values;
    if (pair.adjusts) finding->text += " Play stops there until one is written `after` the other.";
    finding->method = shown.method;
    finding->scope = std::move(shown.scope);
    finding->witness = std::move(shown.witness);
  }

  /// Both hold, they differ, and no other that holds goes before one of them.
  static language::ExprPtr conflict(const Definition& definition, size_t a, size_t b) {
    const auto make = [](language::Op op) {
      language::ExprPtr expr(language::Expr{});
      expr->op = op;
      expr->type = {TypeTag::boolean, language::none, 1};
      return expr;
    };
    const auto negated = [&](language::ExprPtr expr) {
      auto negation = make(language::Op::not_);
      negation->args.push_back(std::move(expr));
      return negation;
    };
    auto all = make(language::Op::all_of), same = make(language::Op::equal);
    for (const size_t one : {a, b}) {
      all->args.push_back(language::ExprPtr(*definition.exceptions[one].when));
      same->args.push_back(language::ExprPtr(*definition.exceptions[one].value));
    }
    for (const Exception& other : definition.exceptions)
      if (std::any_of(other.over.begin(), other.over.end(), [&](int32_t one) {
            return one == static_cast<int32_t>(a) || one == static_cast<int32_t>(b);
          }))
        all->args.push_back(negated(language::ExprPtr(*other.when)));
    all->args.push_back(negated(std::move(same)));
    return all;
  }

  void solved(const Definition& definition, size_t a, size_t b) {
    const auto number = static_cast<DefinitionId>(&definition - context_.program().definitions.data());
    symbolic::AnyInput input(scenario_, number, {context_.settings().solver_resources},
                             [this] { return !context_.stopped(); });
    const symbolic::NeverAnswer answer = input.never_holds(*conflict(definition, a, b));
    const Exception &first = definition.exceptions[a], &second = definition.exceptions[b];
    const std::string pair = fmt::format("{} and {} of {}", context_.program().label_text(first.label),
                                         context_.program().label_text(second.label), definition.name);
    switch (answer.never) {
      case Verdict::proved:
        ++proved;
        break;
      case Verdict::refuted: {
        ++found;
        Finding& finding = add(definition, first, second, answer.input->call);
        finding.method = Method::solver;
        finding.scope = "for every position and argument within the types";
        if (!answer.supposing.empty())
          finding.details.push_back("Play need never reach it: " + answer.why + ".");
        Witness witness;
        describe(witness, *scenario_, answer.input->position, answer.input->grade);
        witness.sides.push_back(
            side_at(*scenario_, answer.input->position, {{Assertion::What::fault, answer.input->call, {}}}));
        finding.witness = std::move(witness);
        break;
      }
      case Verdict::tool_error: {
        Finding& finding = add(definition, first, second, definition.name);
        finding.verdict = Verdict::tool_error;
        finding.details.push_back(answer.why);
        break;
      }
      default:
        open.push_back(pair + ": " + answer.why);
    }
  }

  Finding& add(const Definition& definition, const Exception& a, const Exception& b,
               const std::string& call) {
    const language::Program& p = context_.program();
    Finding& finding = context_.add(
        id, fmt::format("{}: {} and {}", definition.name, p.label_text(a.label), p.label_text(b.label)),
        Verdict::refuted, Concern::contradiction);
    finding.claim = fmt::format("The exceptions of {} to {} agree wherever both apply",
                                p.label_text(a.label) + " and " + p.label_text(b.label), definition.name);
    finding.headline = fmt::format("{} and {} contradict each other about {}", p.label_text(a.label),
                                   p.label_text(b.label), definition.name);
    finding.text = fmt::format("Both apply{} and give different values, and neither has priority.",
                               call.empty() ? "" : " to " + call);
    context_.cite(finding, a.label, a.place);
    context_.cite(finding, b.label, b.place);
    return finding;
  }

  Context& context_;
  ScenarioPtr scenario_;
  ConflictFinder finder_;
  std::optional<std::vector<EndedGame>> ended_;
  Position start_;  // where somebody first chooses, or where the game ends at once
};

Answer run(Context& context) {
  if (context.program().game == language::none) return {Verdict::proved, "no game in these rules"};
  ExceptionsCheck check(context);
  check.ask();
  if (check.pairs + check.adjusting == 0)
    return {Verdict::proved, "no two exceptions that clash without a priority"};
  if (context.settings().solver_resources > 0 && check.open.empty() && check.adjusting == 0)
    return {Verdict::proved, fmt::format("{} of exceptions, {} proved by Z3 for every position",
                                         counted(check.pairs, "pair"), check.proved)};
  std::string scope;
  if (check.pairs > 0) scope = fmt::format("{} of exceptions", counted(check.pairs, "pair"));
  if (check.adjusting > 0)
    scope +=
        fmt::format("{}{} of adjustments", scope.empty() ? "" : " and ", counted(check.adjusting, "pair"));
  scope += " tried in " + context.probe().scope();
  if (context.settings().solver_resources > 0 && check.pairs > 0)
    scope += fmt::format("; {} proved by Z3, {} open: {}", check.proved, check.open.size(),
                         fmt::join(check.open, "; "));
  return {Verdict::sampled, scope};
}

}  // namespace

Check exceptions() {
  return {id,
          "Can two exceptions apply at once, differ, and have no priority?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
