// SPDX-License-Identifier: Apache-2.0
// simultaneous: several things happen at once, and the result depends on their order.
//
// Where interrupts are due together (a `whenever` with several members, or several of them), each pair is
// taken in both orders. The order matters when one is no longer due after the other, or when the positions
// differ: then the rulebook has to say who takes which first. Pairs that a `first` puts in order are
// skipped.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/runtime/records/game.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using namespace language::ids;
using language::none;

namespace {

constexpr const char* id = "simultaneous";
constexpr size_t most_pairs = 12;

class SimultaneousCheck {
 public:
  explicit SimultaneousCheck(Context& context)
      : context_(context), scenario_(context.scenario()), p_(context.program()) {}

  size_t asked = 0;

  void ask() {
    Probe& probe = context_.probe();
    for (const Tried& tried : probe.positions()) {
      if (context_.stopped()) return;
      if (tried.grade == Grade::typed || !settles(tried.position)) continue;
      const auto pair = first_that_differs(tried.position, none, none);
      if (!pair) continue;
      const auto name =
          std::minmax({action_of(tried.position, pair->first), action_of(tried.position, pair->second)});
      if (!seen_.insert(name).second) continue;
      const Tried small = probe.shrunk(tried, [&](const Position& position) {
        return settles(position) && first_that_differs(position, name.first, name.second).has_value();
      });
      if (const auto last = first_that_differs(small.position, name.first, name.second)) report(small, *last);
    }
  }

 private:
  using Pair = std::pair<Choice, Choice>;

  /// Somebody says which of what is due is taken next.
  bool settles(const Position& position) const {
    const SiteId site = position.cell(scenario_->layout.site) - 1;
    if (site < 0 || position.cell(scenario_->layout.outcome) != 0) return false;
    const language::Site& at = p_.sites[site];
    return at.procedure == p_.settle && !at.alternatives.empty() &&
           p_.actions[at.alternatives.front().action].watch != none;
  }
  ActionId action_of(const Position& position, const Choice& choice) const {
    const SiteId site = position.cell(scenario_->layout.site) - 1;
    return p_.sites[site].alternatives[static_cast<size_t>(choice.alternative)].action;
  }
  /// Nothing where the first leads to somebody's further choice: then more than the order differs.
  std::optional<Position> both(const Position& from, const Choice& first, const Choice& second,
                               bool& lapsed) {
    CompiledRules& rules = context_.probe().rules();
    Position after = from;
    rules.apply(after, first);
    lapsed = false;
    if (rules.node(after) == NodeKind::over) return after;
    if (settles(after)) {
      rules.choices(after, choices_);
      if (std::find(choices_.begin(), choices_.end(), second) == choices_.end()) lapsed = true;
    } else if (after.cell(scenario_->layout.returns[p_.settle]) == 0) {
      lapsed = true;  // nothing is due any more
    } else {
      return std::nullopt;
    }
    if (!lapsed) rules.apply(after, second);
    return after;
  }
  std::optional<Pair> first_that_differs(const Position& position, ActionId one, ActionId other) {
    context_.probe().rules().choices(position, due_);
    const std::vector<Choice> due = due_;
    size_t pairs = 0;
    for (size_t i = 0; i < due.size(); ++i) {
      for (size_t k = i + 1; k < due.size() && pairs < most_pairs; ++k) {
        const auto name = std::minmax({action_of(position, due[i]), action_of(position, due[k])});
        if (one != none && name != std::minmax({one, other})) continue;
        ++pairs, ++asked;
        bool lapsed = false;
        const auto ab = both(position, due[i], due[k], lapsed), ba = both(position, due[k], due[i], lapsed);
        if (ab && ba && !(*ab == *ba)) return Pair{due[i], due[k]};
      }
    }
    return std::nullopt;
  }

  /// The two records, and an expression that tells their ends apart.
  void report(const Tried& tried, const Pair& pair) {
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    std::vector<Position> ends;
    for (const bool swapped : {false, true}) {
      Game game(make_reference_rules(scenario_), tried.position);
      if (!game.play(swapped ? pair.second : pair.first)) return;
      if (settles(game.position())) {
        std::vector<Choice> due;
        ReferenceRules rules(scenario_);
        rules.choices(game.position(), due);
        const Choice& next = swapped ? pair.first : pair.second;
        if (std::find(due.begin(), due.end(), next) != due.end() && !game.play(next)) return;
      }
      ends.push_back(game.position());
      WitnessSide side;
      side.ruleset = scenario_->id;
      side.record = game.record();
      side.record.seeded_dice = false;
      witness.sides.push_back(std::move(side));
    }
    const auto cells = games::cells_of(*scenario_, ends[0]);
    for (const games::Cell& cell : cells) {
      const language::Type type = games::type_of(*scenario_, cell);
      if (type.tag == language::TypeTag::path || type.tag == language::TypeTag::set) continue;
      const Value a = games::read(*scenario_, ends[0], cell), b = games::read(*scenario_, ends[1], cell);
      const std::string expression = a == b ? std::string() : expression_of(*scenario_, cell);
      if (expression.empty()) continue;
      witness.sides[0].said.push_back(
          {Assertion::What::value, expression, scenario_->value_text(type, a.number)});
      witness.sides[1].said.push_back(
          {Assertion::What::value, expression, scenario_->value_text(type, b.number)});
      break;
    }
    if (witness.sides[0].said.empty()) return;
    const std::string one = choice_text(*scenario_, tried.position, pair.first);
    const std::string other = choice_text(*scenario_, tried.position, pair.second);
    const language::Action& a = p_.actions[action_of(tried.position, pair.first)];
    const language::Action& b = p_.actions[action_of(tried.position, pair.second)];
    Finding& finding = context_.add(id, a.name == b.name ? a.name : a.name + " and " + b.name,
                                    Verdict::refuted, Concern::ambiguity);
    finding.kind = kind::order_matters;
    finding.claim = "The order of simultaneous events does not matter";
    finding.headline =
        fmt::format("Two events are simultaneous and their order matters: {} and {}", one, other);
    finding.text = fmt::format("With {} first, {}. With {} first, {}.", one,
                               assertion_text(witness.sides[0].said.front()), other,
                               assertion_text(witness.sides[1].said.front()));
    finding.method = tried.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = context_.probe().scope();
    context_.cite(finding, a);
    if (&a != &b) context_.cite(finding, b);
    finding.witness = std::move(witness);
  }

  Context& context_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  std::set<std::pair<ActionId, ActionId>> seen_;
  std::vector<Choice> choices_, due_;
};

Answer run(Context& context) {
  const language::Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no game in these rules"};
  if (p.watches.empty() || p.settle == none) return {Verdict::proved, "no simultaneous events"};
  SimultaneousCheck check(context);
  check.ask();
  return {Verdict::sampled, fmt::format("{} of simultaneous events played in both orders, in {}",
                                        counted(check.asked, "pair"), context.probe().scope())};
}

}  // namespace

Check simultaneous() {
  return {id, "Does the order of simultaneous events matter?", CheckOf::game, true, run, Needs::positions};
}

}  // namespace casebook::checks
