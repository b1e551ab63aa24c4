// SPDX-License-Identifier: Apache-2.0
// wrong-side: a player may choose for a piece of another side, and nothing in the action asks for the
// piece's side.
//
// The side of a piece is a given of it with a side as its value. The check looks at every lawful choice on
// the positions of the probe. A piece of another side is in order where the words of the action ask for the
// side (a domain `units(enemy)`, a requirement). Where no word does, nobody decided it. Where a word does
// and pieces of both sides are lawful all the same, play contradicts the words; that is reported with its
// frequency. Choices in the other player's phase are reported for information. A choice that only names the
// piece for which the dice are thrown next is none between sides. A choice that is offered only with some answers of a
// reading is what this reading asks about.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/program/walk.h"
#include "engine/runtime/slot_values.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/checks/shared/references.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using namespace language::ids;
using language::none;
using language::TypeTag;

namespace {

constexpr const char* id = "wrong-side";

class WrongSideCheck {
 public:
  explicit WrongSideCheck(Context& context)
      : context_(context), scenario_(context.scenario()), p_(context.program()) {
    for (size_t i = 0; i < p_.givens.size(); ++i) {
      const language::Given& one = p_.givens[i];
      if (p_.kind_side != none && one.params.size() == 1 && one.params[0].tag == TypeTag::entity &&
          p_.kinds[one.params[0].of].on_map && one.type.tag == TypeTag::entity && one.type.of == p_.kind_side)
        sides_.push_back(static_cast<GivenId>(i));
    }
  }

  size_t choices = 0;
  bool pieces_have_sides() const { return !sides_.empty(); }

  void ask() {
    Probe& probe = context_.probe();
    const std::vector<Known>& known = probe.known(context_);
    for (size_t i = 0; i < known.size() && !context_.stopped(); ++i) {
      if (known[i].node != NodeKind::choose || probe.positions()[i].grade == Grade::typed) continue;
      const Tried& tried = probe.positions()[i];
      out_of_turn(tried, known[i]);
      for (const Choice& choice : known[i].choices) {
        ++choices;
        look(tried, known[i].player, choice);
      }
    }
    for (const auto& [of, both] : of_both_)
      if (both.own > 0 && both.other > 0) tell_both(of, both);
  }

 private:
  int32_t side_of(KindId kind, int32_t member) const {
    for (const GivenId given : sides_) {
      const auto& cells = scenario_->givens[given].cells;
      if (p_.givens[given].params[0].of == kind && member >= 0 && static_cast<size_t>(member) < cells.size())
        return cells[static_cast<size_t>(member)];
    }
    return -1;
  }

  /// Whether the words ask whose a piece is, also through definitions.
  bool asks_the_side(const language::Expr& expr, std::set<DefinitionId>& seen) const {
    bool found = false;
    language::walk(expr, [&](const language::Expr& one) {
      if (one.op == language::Op::given && std::count(sides_.begin(), sides_.end(), one.ref) != 0)
        found = true;
      if (found || one.op != language::Op::call || !seen.insert(one.ref).second) return;
      found = asks_the_side(*p_.definitions[one.ref].body, seen);
    });
    return found;
  }
  bool asks_the_side(const language::Action& action, const language::ActionParam& param) const {
    std::set<DefinitionId> seen;
    for (const language::ExprPtr* one : {&param.domain, &param.where})
      if (*one && asks_the_side(**one, seen)) return true;
    for (const language::Requirement& one : action.requires_) {
      // Of that piece: what the requirement says of others is another matter.
      if (!language::mentions(one, param.var)) continue;
      bool direct = false;
      language::walk(*one.expr, [&](const language::Expr& part) {
        direct = direct ||
                 (part.op == language::Op::given && std::count(sides_.begin(), sides_.end(), part.ref) != 0);
      });
      if (direct) return true;
    }
    return false;
  }

  void look(const Tried& tried, int32_t player, const Choice& choice) {
    const language::Site& site = p_.sites[tried.site];
    const language::Alternative& alternative = site.alternatives[static_cast<size_t>(choice.alternative)];
    const language::Action& action = p_.actions[alternative.action];
    if (action.watch != none || names_who_throws(alternative, action)) return;
    size_t single = 0;  // its index in Choice::singles
    for (size_t i = 0; i < action.params.size(); ++i) {
      const language::ActionParam& param = action.params[i];
      const language::Type& type = p_.vars[param.var].type;
      if (param.mode != language::ParamMode::single) continue;
      const int32_t value = choice.singles[single++];
      if (type.tag != TypeTag::entity) continue;
      const int32_t owner = side_of(type.of, value);
      // One that the procedure has settled already is not chosen.
      if (owner < 0 || alternative.args[i].mode == language::ArgMode::fixed) continue;
      if (is_asked(alternative.action, i)) {
        count(of_both_[{alternative.action, i}], {&tried, choice, player, owner, value});
        continue;
      }
      if (owner == player || !seen_.insert(alternative.action).second) continue;
      tell(tried, choice, action, param, player, owner, value);
      return;
    }
  }

  /// Nothing is done with the piece but that the dice are thrown for it: that only says for whom first.
  bool names_who_throws(const language::Alternative& alternative, const language::Action& action) const {
    bool does = false;
    language::walk(
        *action.body, [&](const language::Stmt& stmt) { does = does || stmt.op != language::StmtOp::block; },
        [](const language::Expr&) {});
    if (does) return false;
    StepId at = alternative.target;
    for (size_t steps = 0; steps < p_.flow.size(); ++steps) {
      const language::FlowStep& step = p_.flow[at];
      switch (step.op) {
        case language::FlowOp::roll:
          return true;
        case language::FlowOp::clear:
          ++at;
          break;
        case language::FlowOp::jump:
          at = step.target;
          break;
        case language::FlowOp::call:
          at = p_.procedures[step.ref].entry;
          break;
        default:
          return false;
      }
    }
    return false;
  }

  /// A lawful choice, with the piece that it names.
  struct Chosen {
    const Tried* tried = nullptr;
    Choice choice;
    int32_t player = -1, owner = -1, piece = -1;
  };
  /// Lawful choices by whose the piece is, and the first of the other side's, if possible one of a game.
  struct Both {
    uint64_t own = 0, other = 0, other_in_games = 0;
    Chosen first;
  };

  static void count(Both& both, const Chosen& chosen) {
    if (chosen.owner == chosen.player) {
      ++both.own;
      return;
    }
    const bool reached = chosen.tried->grade >= Grade::reachable;
    if (both.other++ == 0 || (reached && both.other_in_games == 0)) both.first = chosen;
    both.other_in_games += reached ? 1U : 0U;
  }

  bool is_asked(ActionId action, size_t param) {
    const auto [found, is_new] = asked_.try_emplace({action, param}, false);
    const language::Action& one = p_.actions[action];
    if (is_new) found->second = asks_the_side(one, one.params[param]);
    return found->second;
  }

  void tell_both(const std::pair<ActionId, size_t>& of, const Both& both) {
    const language::Action& action = p_.actions[of.first];
    Finding& finding = tell(*both.first.tried, both.first.choice, action, action.params[of.second],
                            both.first.player, both.first.owner, both.first.piece);
    finding.headline = fmt::format(
        "{} can be chosen for pieces of either side, though its rules depend on their side", action.name);
    finding.text += fmt::format(
        " Of the lawful choices that were tried, {} are for the player's own pieces. The other {} are for pieces "
        "of the other side: {} of them in positions of games, {} in generated positions.",
        grouped(both.own), grouped(both.other), grouped(both.other_in_games),
        grouped(both.other - both.other_in_games));
  }

  /// The steps that may follow a step, where readings decide all the branches that they can decide.
  std::vector<StepId> next_steps(StepId at, const ReadingValues& readings) const {
    const language::FlowStep& step = p_.flow[at];
    switch (step.op) {
      case language::FlowOp::branch: {
        const int known = known_by_switches(*step.expr, scenario_->options, readings);
        if (known == 1) return {at + 1};
        if (known == 0) return {step.target};
        return {at + 1, step.target};
      }
      case language::FlowOp::jump:
        return {step.target};
      case language::FlowOp::choose: {
        std::vector<StepId> out;
        const language::Site& site = p_.sites[step.ref];
        for (const language::Alternative& one : site.alternatives) out.push_back(one.target);
        if (site.or_else != none) out.push_back(site.or_else);
        return out;
      }
      case language::FlowOp::draw:
        if (p_.sites[step.ref].or_else != none) return {at + 1, p_.sites[step.ref].or_else};
        return {at + 1};
      case language::FlowOp::leave:
      case language::FlowOp::end_game:
      case language::FlowOp::fault:
        return {};
      default:
        return {at + 1};
    }
  }

  /// Whether some way through its procedure leads to the site.
  bool can_be_asked(const language::Site& site, const ReadingValues& readings) const {
    std::vector<StepId> open{p_.procedures[site.procedure].entry};
    std::set<StepId> seen(open.begin(), open.end());
    while (!open.empty()) {
      const StepId at = open.back();
      if (at == site.flow) return true;
      open.pop_back();
      for (const StepId next : next_steps(at, readings))
        if (seen.insert(next).second) open.push_back(next);
    }
    return false;
  }

  /// The reading that offers the choice: with another answer than the one used nobody chooses here, or only then
  /// anybody does. A generated position may stand at a choice that the rules as they are played never come to.
  struct Offered {
    SameAs mark;
    std::optional<language::Setting>
        only_with;  // an answer with which anybody chooses here; none: they do now
  };
  std::optional<Offered> marked_as(const language::Site& site) const {
    const bool chosen_now = can_be_asked(site, scenario_->readings);
    for (size_t i = 0; i < p_.readings.size(); ++i) {
      const language::Reading& one = p_.readings[i];
      if (one.kind == none) continue;
      const auto& names = p_.kinds[one.kind].members;
      ReadingValues readings = scenario_->readings;
      std::vector<std::string> others;
      std::optional<language::Setting> only_with;
      for (size_t value = 0; value < names.size(); ++value) {
        if (static_cast<int32_t>(value) == scenario_->readings[i]) continue;
        readings[i] = static_cast<int32_t>(value);
        if (can_be_asked(site, readings) == chosen_now) continue;
        others.push_back(names[value]);
        if (!chosen_now && !only_with)
          only_with = {none, static_cast<language::ReadingId>(i), static_cast<int32_t>(value)};
      }
      if (others.empty()) continue;
      const std::string answer = fmt::format("the answer {} = {}", one.name, listed(others, "or"));
      return Offered{{"ambiguities", one.name,
                      chosen_now ? fmt::format("with {}, nobody chooses here", answer)
                                 : fmt::format("only with {} does anybody choose here", answer)},
                     only_with};
    }
    return std::nullopt;
  }

  Finding& tell(const Tried& tried, const Choice& choice, const language::Action& action,
                const language::ActionParam& param, int32_t player, int32_t owner, int32_t piece) {
    Probe& probe = context_.probe();
    std::vector<Choice> now;
    const Tried small = probe.shrunk(tried, [&](const Position& position) {
      if (probe.rules().node(position) != NodeKind::choose) return false;
      probe.rules().choices(position, now);
      return probe.rules().player(position) == player &&
             std::find(now.begin(), now.end(), choice) != now.end();
    });
    const language::Type side{TypeTag::entity, p_.kind_side, 1};
    const std::string text = choice_text(*scenario_, small.position, choice);
    const std::string chooser = scenario_->value_text(side, player);
    const language::Type& type = p_.vars[param.var].type;
    Finding& finding =
        context_.add(id, fmt::format("{}.{}", action.name, param.name), Verdict::refuted, Concern::gap);
    finding.claim =
        fmt::format("A player chooses {} for pieces of the own side, or the rules say whose", action.name);
    finding.headline = fmt::format(
        "{} can be chosen for a piece of the other side, and no rule says whose it must be", action.name);
    finding.text = fmt::format("{} chooses, and {} is lawful. {} belongs to {}.", chooser, text,
                               scenario_->value_text(type, piece), scenario_->value_text(side, owner));
    finding.method = small.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = probe.scope();
    const auto offered = marked_as(p_.sites[small.site]);
    if (offered) finding.same_as = offered->mark;
    context_.cite(finding, action);
    // Shown under the rules that offer it: only those come to it.
    ScenarioPtr shown = offered && offered->only_with ? context_.with({*offered->only_with}) : nullptr;
    if (!shown || shown->layout.words != scenario_->layout.words) shown = scenario_;
    Witness witness;
    describe(witness, *shown, small.position, small.grade);
    witness.sides.push_back(
        side_at(*shown, small.position,
                {{Assertion::What::player, {}, chooser}, {Assertion::What::permitted, text, {}}}));
    finding.witness = std::move(witness);
    return finding;
  }

  /// The phase is the innermost procedure with a side for a parameter.
  void out_of_turn(const Tried& tried, const Known& known) {
    const language::Site& site = p_.sites[tried.site];
    const language::Procedure& phase = p_.procedures[site.procedure];
    if (site.procedure == p_.settle || told_.count(tried.site) != 0) return;
    for (const VarId var : phase.params) {
      const language::Type& type = p_.vars[var].type;
      if (type.tag != TypeTag::entity || type.of != p_.kind_side) continue;
      const Value of = read_slot(tried.position, scenario_->layout.vars[var], type, 0);
      if (of.number == known.player) return;
      told_.insert(tried.site);
      const language::Type side{TypeTag::entity, p_.kind_side, 1};
      Finding& finding = context_.add(id, fmt::format("{}:{}", phase.name, site.ordinal), Verdict::refuted,
                                      Concern::information);
      finding.claim = fmt::format("In the procedure {}, the side to which it belongs chooses", phase.name);
      finding.headline = fmt::format("In the procedure {} of one side, the other side chooses", phase.name);
      finding.text =
          fmt::format("The procedure belongs to {}, and {} chooses.", scenario_->value_text(side, of.number),
                      scenario_->value_text(side, known.player));
      finding.method = Method::generated;
      finding.scope = context_.probe().scope();
      context_.cite(finding, site.label == none ? phase.label : site.label);
      Witness witness;
      describe(witness, *scenario_, tried.position, tried.grade);
      witness.sides.push_back(
          side_at(*scenario_, tried.position,
                  {{Assertion::What::player, {}, scenario_->value_text(side, known.player)}}));
      finding.witness = std::move(witness);
      return;
    }
  }

  Context& context_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  std::vector<GivenId> sides_;
  std::set<ActionId> seen_;
  std::map<std::pair<ActionId, size_t>, bool>
      asked_;  // by action and parameter: whether its words ask whose it is
  std::map<std::pair<ActionId, size_t>, Both> of_both_;
  std::set<int32_t> told_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  WrongSideCheck check(context);
  if (!check.pieces_have_sides()) return {Verdict::proved, "no fact of a piece is its side"};
  check.ask();
  return {Verdict::sampled,
          fmt::format("{} tried in {}", counted(check.choices, "choice"), context.probe().scope())};
}

}  // namespace

Check wrong_side() {
  return {id,
          "Can a player choose for the other side's pieces though no rule says so?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
