// SPDX-License-Identifier: Apache-2.0
// invariants-kept: does a lawful step ever lead to a position in which an invariant does not hold?
//
// 1. Play the seeded games and check every invariant after every step, as `play --games N --invariants`
//    does: invariants of positions, of steps, and of the ends of procedures. A violation refutes the
//    invariant, and its game is made shorter.
// 2. Play a few choices and rolls from each position of the probe that satisfies the invariants, and check
//    what they lead to. From a reached position a violation refutes the invariant too. From a generated one
//    it is NOT INDUCTIVE, because play need not reach it. At a roll or a draw a generated position has to
//    satisfy the invariants of choices too: somebody chose before.
//
// `set-up` reports an invariant that does not hold at the start.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/records/game.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/search/broken_by_steps.h"

namespace casebook::checks {

using namespace runtime;
using language::none;

namespace {

constexpr const char* id = "invariants-kept";
constexpr size_t most_tried = 6;
/// No further game is begun after so many positions; the reference evaluator takes some hundred times as
/// long.
constexpr uint64_t most_positions = 200'000, most_for_the_reference = 4'000;
/// Of shrinking a game: steps played, and games tried.
constexpr int64_t steps_of_shrinking = 100'000, most_shrinking = 1'000, least_shrinking = 20;

class InvariantsKeptCheck {
 public:
  explicit InvariantsKeptCheck(Context& context)
      : context_(context),
        scenario_(context.scenario()),
        games_(scenario_, {context.settings().seed, context.settings().decisions}),
        steps_(scenario_, games_.rules().another()),
        forms_(scenario_),
        reference_(scenario_) {}

  std::string scope() const {
    std::string text = counted(context_.program().invariants.size(), "invariant");
    if (played_.games > 0)
      text +=
          fmt::format(" checked at every step of {} with {} (seed {}), and", counted(played_.games, "game"),
                      counted(played_.positions, "position"), context_.settings().seed);
    else
      text += " checked";
    text += " after each step from " + context_.probe().scope();
    if (at_the_start_ > 0)
      text += fmt::format("; {} not checked in games, since the set-up violates {}",
                          counted(at_the_start_, "invariant"), at_the_start_ == 1 ? "it" : "them");
    return text;
  }

  void ask_games() {
    runtime::InvariantWatch watch(scenario_, std::make_unique<CompiledInvariants>(scenario_));
    watch.listen_to(games_.rules());
    const CompiledInvariants forms(scenario_);
    bool compiled = true;
    for (size_t i = 0; i < context_.program().invariants.size(); ++i)
      compiled = compiled && forms.can_ask(static_cast<language::InvariantId>(i));
    const uint64_t most = compiled ? most_positions : most_for_the_reference;
    for (uint64_t game = 1; game <= context_.settings().games && played_.positions < most; ++game) {
      if (context_.stopped()) break;
      const games::GamesCount one = games_.play(game, 1, [&](const games::Moment& moment) {
        if (moment.before == nullptr)
          watch.begin(moment.position, moment.game);
        else
          watch.step(moment.position);
        return true;
      });
      played_.games += one.games;
      played_.positions += one.positions;
    }
    games_.rules().on_end_of_run(nullptr);
    for (const InvariantDisagreement& one : watch.disagreements()) {
      if (!seen_.insert(one.invariant).second) continue;
      Finding& finding = context_.add(id, name_of(one.invariant), Verdict::tool_error, Concern::information);
      finding.claim = "The two evaluators agree about invariants";
      finding.text = fmt::format(
          "In game {} after step {} the compiled form finds a violation, and the reference evaluator does not.",
          one.game, one.step);
    }
    for (const BrokenInvariant& one : watch.broken()) {
      if (!seen_.insert(one.invariant).second) continue;
      if (one.step == 0) {
        ++at_the_start_;
        continue;
      }
      const auto game = games::played(games_.record(one.game, static_cast<uint32_t>(one.step)), scenario_);
      if (!game) continue;
      if (Finding* const finding = tell_game(*game, one.invariant)) {
        finding->text = fmt::format("{} of {} games violate it. The first is game {} after step {}.",
                                    one.games, played_.games, one.game, one.step);
        finding->scope = fmt::format("{} with {} (seed {})", counted(played_.games, "game"),
                                     counted(played_.positions, "position"), context_.settings().seed);
      }
    }
  }

  void ask_positions() {
    Probe& probe = context_.probe();
    for (const Tried& tried : probe.positions()) {
      if (context_.stopped()) return;
      if (tried.grade == Grade::typed || !keeps_choices(tried.grade, tried.position)) continue;
      each_step(tried.position, [&](const games::PlayedStep& step) {
        for (const language::InvariantId invariant :
             std::vector<language::InvariantId>(steps_.broken(tried.position, step)))
          if (seen_.insert(invariant).second) tell(tried, step, invariant);
        return true;
      });
    }
  }

 private:
  /// Whether the invariants of every choice hold where something is left to chance, of a position that is
  /// made up: a player chose before, and chose where they held. Play does not ask them there, and a throw
  /// would be blamed for what was broken before it. What games reached is what it is.
  bool keeps_choices(Grade grade, const Position& position) {
    if (grade >= Grade::reachable || games_.rules().node(position) != NodeKind::chance) return true;
    const auto& invariants = context_.program().invariants;
    forms_.load(position, nullptr);
    for (size_t i = 0; i < invariants.size(); ++i) {
      const auto id_of = static_cast<language::InvariantId>(i);
      if (invariants[i].where != language::InvariantWhere::every_choice) continue;
      if (forms_.can_ask(id_of) ? !forms_.holds(id_of)
                                : check_invariant(reference_, id_of, position, nullptr).has_value())
        return false;
    }
    return true;
  }

  const std::string& name_of(language::InvariantId invariant) const {
    return context_.program().invariants[invariant].name;
  }

  template <class See>
  void each_step(const Position& position, const See& see) {
    CompiledRules& rules = context_.probe().rules();
    if (rules.node(position) == NodeKind::choose) {
      std::vector<Choice> choices;
      rules.choices(position, choices);
      const size_t every = std::max<size_t>(1, choices.size() / most_tried);
      for (size_t i = 0; i < choices.size(); i += every)
        if (!see({false, choices[i], {}})) return;
    } else if (rules.node(position) == NodeKind::chance) {
      std::vector<ChanceOutcome> outcomes;
      rules.outcomes(position, outcomes);
      const size_t every = std::max<size_t>(1, outcomes.size() / most_tried);
      for (size_t i = 0; i < outcomes.size(); i += every)
        if (!see({true, {}, outcomes[i]})) return;
    }
  }

  bool breaks(const Position& before, const games::PlayedStep& step, language::InvariantId invariant) {
    const std::vector<language::InvariantId>& broken = steps_.broken(before, step);
    return std::find(broken.begin(), broken.end(), invariant) != broken.end();
  }

  /// The first step from there that breaks it.
  std::optional<games::PlayedStep> breaking_step(const Position& position, language::InvariantId invariant) {
    std::optional<games::PlayedStep> found;
    each_step(position, [&](const games::PlayedStep& step) {
      if (breaks(position, step, invariant)) found = step;
      return !found;
    });
    return found;
  }

  void tell(const Tried& tried, const games::PlayedStep& step, language::InvariantId invariant) {
    // A position that games came to stays what it is: with other pieces on the map it would be another one.
    if (tried.grade >= Grade::reachable) {
      if (tried.game != 0) {
        auto game = games::played(games_.record(tried.game, tried.step), scenario_);
        if (!game) return;
        game->steps.push_back(step);
        tell_game(*game, invariant);
      } else {
        tell_position(tried, step, invariant);
      }
      return;
    }
    const Tried small = context_.probe().shrunk(
        tried,
        [&](const Position& position) {
          return keeps_choices(tried.grade, position) && breaking_step(position, invariant).has_value();
        },
        60);
    if (const auto last = breaking_step(small.position, invariant)) tell_position(small, *last, invariant);
  }

  /// A game from the start whose last step breaks it, made shorter. The finding holds until the next; null:
  /// it does not come out again.
  Finding* tell_game(const games::PlayedGame& game, language::InvariantId invariant) {
    const auto steps = static_cast<int64_t>(game.steps.size());
    const int64_t budget = std::clamp(steps_of_shrinking / steps, least_shrinking, most_shrinking);
    const games::StepFails fails = [&](const Position& before, const games::PlayedStep& step,
                                       const Position&) { return breaks(before, step, invariant); };
    const auto small = games::shrink(games_.rules(), game, fails, budget);
    if (!small) return nullptr;
    Record record = games::record_of(*small, scenario_);
    Finding& finding = found(invariant, true);
    finding.text = "The step begins in a position of a game.";
    finding.scope = context_.probe().scope();
    Position start;
    games::walk(games_.rules(), *small, [&](const Position& position) {
      start = position;
      return false;
    });
    const bool as_it_was =
        std::equal(small->steps.begin(), small->steps.end(), game.steps.begin(), game.steps.end(),
                   [](const games::PlayedStep& a, const games::PlayedStep& b) {
                     return a.chance == b.chance && a.choice == b.choice && a.outcome == b.outcome;
                   });
    add_witness(finding, std::move(record), start, as_it_was ? Grade::seen : Grade::reachable);
    return &finding;
  }

  void tell_position(const Tried& tried, const games::PlayedStep& step, language::InvariantId invariant) {
    Game game(make_reference_rules(scenario_), tried.position);
    if (!games::take(game, step)) return;
    const bool reached = tried.grade >= Grade::reachable;
    Finding& finding = found(invariant, reached);
    finding.text = reached ? "The step begins in a position that a game reaches."
                           : "The step begins in a generated position that satisfies all invariants.";
    finding.scope = context_.probe().scope();
    Record record = game.record();
    record.seeded_dice = false;
    add_witness(finding, std::move(record), tried.position, tried.grade);
  }

  Finding& found(language::InvariantId invariant, bool reached) {
    const language::Invariant& one = context_.program().invariants[invariant];
    Finding& finding = context_.add(id, one.name, reached ? Verdict::refuted : Verdict::not_inductive,
                                    reached ? Concern::contradiction : Concern::information);
    finding.kind = reached ? kind::does_not_hold : kind::may_not_hold;
    finding.claim = fmt::format("The invariant {} holds in every position that play reaches", one.name);
    finding.headline = fmt::format("A lawful step violates the invariant {}{}", one.name,
                                   reached ? "" : " in a position to which Casebook found no game");
    finding.method = reached ? Method::play : Method::generated;
    context_.cite(finding, one);
    return finding;
  }

  void add_witness(Finding& finding, Record record, const Position& start, Grade grade) const {
    Witness witness;
    describe(witness, *scenario_, start, grade);
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = std::move(record);
    side.said.push_back({Assertion::What::broken, finding.subject, {}});
    witness.sides.push_back(std::move(side));
    finding.witness = std::move(witness);
  }

  Context& context_;
  ScenarioPtr scenario_;
  games::Games games_;
  games::BrokenBySteps steps_;
  CompiledInvariants forms_;
  ReferenceRules reference_;
  games::GamesCount played_;
  size_t at_the_start_ = 0;
  std::set<language::InvariantId> seen_;
};

Answer run(Context& context) {
  if (context.program().invariants.empty()) return {Verdict::proved, "no invariants"};
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  InvariantsKeptCheck check(context);
  check.ask_games();
  check.ask_positions();
  return {Verdict::sampled, check.scope()};
}

}  // namespace

Check invariants_kept() {
  return {id, "Can a lawful step violate an invariant?", CheckOf::game, true, run, Needs::positions};
}

}  // namespace casebook::checks
