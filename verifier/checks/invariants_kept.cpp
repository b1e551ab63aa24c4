// SPDX-License-Identifier: Apache-2.0
// invariants-kept: does a lawful step ever lead to where an invariant does not hold?
//
// From each position of the probe that satisfies the invariants a few choices and throws are played, and the
// invariants of a position asked where they lead. From a position that a game came to that refutes the
// invariant; from one that was made up it is NOT INDUCTIVE: play need never come there.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/runtime/checks.h"
#include "engine/runtime/game.h"
#include "verifier/checks/list.h"
#include "verifier/checks/probe.h"

namespace casebook::checks {

using namespace runtime;
using language::none;

namespace {

constexpr const char* id = "invariants-kept";
constexpr size_t most_tried = 6;

class Asker {
 public:
  explicit Asker(Context& context)
      : context_(context), scenario_(context.scenario()), reference_(scenario_) {}

  void ask() {
    Probe& probe = context_.probe();
    for (const Tried& tried : probe.positions()) {
      if (context_.stopped()) return;
      if (tried.grade == Grade::typed) continue;
      each_step(tried.position,
                [&](const Choice* choice, const ChanceOutcome* outcome, const Position& after) {
                  if (probe.maker().satisfies_invariants(after)) return true;
                  const InvariantCheck check = check_invariants(reference_, after, nullptr);
                  for (const InvariantFailure& failure : check.failures) {
                    if (seen_.insert(failure.invariant).second)
                      tell(tried, choice, outcome, failure.invariant);
                  }
                  return true;
                });
    }
  }

 private:
  template <class See>
  void each_step(const Position& position, const See& see) {
    CompiledRules& rules = context_.probe().rules();
    if (rules.node(position) == NodeKind::choose) {
      std::vector<Choice> choices;
      rules.choices(position, choices);
      const size_t every = std::max<size_t>(1, choices.size() / most_tried);
      for (size_t i = 0; i < choices.size(); i += every) {
        Position after = position;
        rules.apply(after, choices[i]);
        if (!see(&choices[i], nullptr, after)) return;
      }
    } else if (rules.node(position) == NodeKind::chance) {
      std::vector<ChanceOutcome> outcomes;
      rules.outcomes(position, outcomes);
      const size_t every = std::max<size_t>(1, outcomes.size() / most_tried);
      for (size_t i = 0; i < outcomes.size(); i += every) {
        Position after = position;
        rules.apply(after, outcomes[i]);
        if (!see(nullptr, &outcomes[i], after)) return;
      }
    }
  }

  bool breaks(const Position& position, language::Id invariant) {
    bool found = false;
    each_step(position, [&](const Choice*, const ChanceOutcome*, const Position& after) {
      if (context_.probe().maker().satisfies_invariants(after)) return true;
      for (const InvariantFailure& failure : check_invariants(reference_, after, nullptr).failures)
        found = found || failure.invariant == invariant;
      return !found;
    });
    return found;
  }

  void tell(const Tried& tried, const Choice*, const ChanceOutcome*, language::Id invariant) {
    Probe& probe = context_.probe();
    const Tried small = probe.shrunk(
        tried, [&](const Position& position) { return breaks(position, invariant); }, 60);
    std::optional<Record> record;
    each_step(small.position, [&](const Choice* choice, const ChanceOutcome* outcome, const Position& after) {
      bool broken = false;
      for (const InvariantFailure& failure : check_invariants(reference_, after, nullptr).failures)
        broken = broken || failure.invariant == invariant;
      if (!broken) return true;
      Game game(make_reference_rules(scenario_), small.position);
      if (choice != nullptr ? game.play(*choice) : game.take(*outcome)) record = game.record();
      return false;
    });
    if (!record) return;
    const language::Invariant& one = context_.program().invariants[static_cast<size_t>(invariant)];
    const bool reached = small.grade == Grade::seen;
    Finding& finding = context_.add(id, one.name, reached ? Verdict::refuted : Verdict::not_inductive,
                                    reached ? Concern::contradiction : Concern::information);
    finding.kind = reached ? "DOES NOT HOLD" : "MAY NOT HOLD";
    finding.claim = fmt::format("The invariant {} holds wherever play comes", one.name);
    finding.headline = fmt::format("A lawful step breaks the invariant {}{}", one.name,
                                   reached ? "" : ", where play is not known to come");
    finding.text = reached ? "A game came to where it does not hold."
                           : "A position that satisfies the invariants leads to one that does not; games "
                             "need not come there.";
    finding.method = reached ? Method::play : Method::made_up;
    finding.scope = probe.scope();
    context_.cite(finding, one);
    Witness witness;
    describe(witness, *scenario_, small.position, small.grade);
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = std::move(*record);
    side.record.seeded_dice = false;
    side.said.push_back({Assertion::What::broken, one.name, {}});
    witness.sides.push_back(std::move(side));
    finding.witness = std::move(witness);
  }

  Context& context_;
  ScenarioPtr scenario_;
  ReferenceRules reference_;
  std::set<language::Id> seen_;
};

Answer run(Context& context) {
  if (context.program().invariants.empty()) return {Verdict::proved, "no invariants"};
  if (context.program().game == none) return {Verdict::proved, "no game: there is no play"};
  Asker asker(context);
  asker.ask();
  return {Verdict::sampled, fmt::format("{} invariants after steps from {}",
                                        context.program().invariants.size(), context.probe().scope())};
}

}  // namespace

Check invariants_kept() {
  return {id, "Does a lawful step ever break an invariant?", CheckOf::game, true, run, Needs::positions};
}

}  // namespace casebook::checks
