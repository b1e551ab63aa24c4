// SPDX-License-Identifier: Apache-2.0
// shut-out: a piece may come to the map now, and no hex is open to it.
//
// The check looks at every action that takes a piece from a box to a hex: entries by a schedule, landings,
// set-up. A piece is due where it is in a box and every requirement that does not speak of the hex holds.
// It is shut out where it is due and none of its hexes is lawful, nor becomes so whatever its player does
// before the phase ends. Where such a piece can come in a later phase, these rules have it wait: that is no defect.
//
// 1. Look at the positions of games and at generated ones, with the options off and on.
// 2. If none shows it, go on from positions in which the piece has few hexes: put other pieces into these
//    hexes or beside them, and keep what leaves it fewer.
//
// Only pieces that begin in a box, or that a game had there, are looked at. What a player can do first is tried out choice by choice; a position where that takes too many is passed
// over. A piece that is due and comes nowhere in any position at all is reported as impossible.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/program/walk.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::Action;
using language::Expr;
using language::none;
using language::Op;
using language::Requirement;
using language::Stmt;
using language::StmtOp;
using namespace language::ids;

namespace {

constexpr const char* id = "shut-out";
/// Positions that a player's choices lead to before the phase ends.
constexpr size_t most_ways = 1500;
/// Positions in which a piece is shut out just then that are looked into, and changes tried in a search.
constexpr size_t most_looked_into = 12;
constexpr size_t most_begun = 6, most_changes = 160;
constexpr size_t most_choices = 4000;
/// Games of random players that go on from there, to see whether it comes later; and steps of each.
constexpr uint64_t played_on = 20, most_steps_on = 2000;

/// An action that brings a piece from a box into a hex.
struct Arrival {
  ActionId action = none;
  size_t piece = 0, hex = 0;                // parameters
  size_t piece_single = 0;                  // among the single parameters of a choice
  std::vector<const Requirement*> general;  // of the action, without those that speak of the hex
};

class ShutOutCheck {
 public:
  ShutOutCheck(Context& context, Probe& probe, std::set<std::string>& told)
      : context_(context),
        probe_(probe),
        scenario_(probe.scenario()),
        p_(context.program()),
        reference_(scenario_),
        told_(told) {
    for (size_t i = 0; i < p_.actions.size(); ++i) add(static_cast<ActionId>(i));
  }

  size_t arrivals() const { return arrivals_.size(); }
  size_t due = 0;  // pieces, by action

  void ask() {
    for (const Arrival& arrival : arrivals_) {
      if (context_.stopped()) return;
      ask(arrival);
    }
  }

 private:
  void add(ActionId number) {
    const Action& action = p_.actions[number];
    if (action.watch != none || !action.body) return;
    for (size_t piece = 0; piece < action.params.size(); ++piece) {
      for (size_t hex = 0; hex < action.params.size(); ++hex) {
        if (!moves(action, action.params[piece].var, action.params[hex].var) || !is_single(action, piece) ||
            !is_single(action, hex) || !comes_from_a_box(action, action.params[piece].var))
          continue;
        Arrival& one = arrivals_.emplace_back();
        one.action = number, one.piece = piece, one.hex = hex;
        for (size_t i = 0; i < piece; ++i) one.piece_single += is_single(action, i) ? 1U : 0U;
        for (const Requirement& requirement : action.requires_)
          if (!language::mentions(requirement, action.params[hex].var)) one.general.push_back(&requirement);
      }
    }
  }
  static bool is_single(const Action& action, size_t param) {
    return action.params[param].mode == language::ParamMode::single;
  }
  /// `place(u) := to`
  static bool moves(const Action& action, VarId piece, VarId hex) {
    bool found = false;
    language::walk(
        *action.body,
        [&](const Stmt& stmt) {
          if (stmt.op != StmtOp::assign || stmt.ref != none || !stmt.value || stmt.args.size() != 1) return;
          const Expr* value = stmt.value.get();
          if (value->op == Op::as_location) value = value->args[0].get();
          found = found || (stmt.args[0]->op == Op::variable && stmt.args[0]->ref == piece &&
                            value->op == Op::variable && value->ref == hex);
        },
        [](const Expr&) {});
    return found;
  }
  /// A requirement compares its place with a box.
  static bool comes_from_a_box(const Action& action, VarId piece) {
    bool found = false;
    for (const Requirement& one : action.requires_) {
      language::walk(*one.expr, [&](const Expr& expr) {
        if (expr.op != Op::equal) return;
        for (const size_t side : {size_t{0}, size_t{1}}) {
          const Expr &place = *expr.args[side], &box = *expr.args[1 - side];
          found = found || (place.op == Op::place_of && box.op == Op::box &&
                            place.args[0]->op == Op::variable && place.args[0]->ref == piece);
        }
      });
    }
    return found;
  }

  /// The alternative that offers it with nothing fixed; -1: none does.
  int alternative_of(SiteId site, const Arrival& arrival) const {
    if (site < 0) return -1;
    const auto& all = p_.sites[site].alternatives;
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].action != arrival.action) continue;
      const auto& args = all[i].args;
      if (std::none_of(args.begin(), args.end(), [](const language::AlternativeArg& one) {
            return one.mode == language::ArgMode::fixed;
          }))
        return static_cast<int>(i);
    }
    return -1;
  }
  SiteId site_of(const Position& position) const { return position.cell(scenario_->layout.site) - 1; }
  KindId kind_of(const Arrival& arrival) const {
    return p_.vars[p_.actions[arrival.action].params[arrival.piece].var].type.of;
  }
  int32_t place_of(const Position& position, const Arrival& arrival, int32_t member) const {
    return position.cell(scenario_->layout.places[kind_of(arrival)].first + static_cast<uint32_t>(member));
  }

  bool begins_in_a_box(const Arrival& arrival, int32_t member) const {
    return place_of(scenario_->start, arrival, member) >= scenario_->ground.hexes;
  }

  bool holds(const Requirement& one, const Position& position) {
    Evaluator& evaluator = reference_.evaluator();
    if (evaluator.evaluate(*one.expr, position).yes()) return true;
    return std::any_of(one.waivers.begin(), one.waivers.end(), [&](const language::Waiver& waiver) {
      return evaluator.evaluate(*waiver.when, position).yes();
    });
  }

  /// Whether the piece waits in a box, and everything that does not speak of the hex lets it come.
  bool is_due(const Position& position, const Arrival& arrival, int32_t member) {
    const int alternative = alternative_of(site_of(position), arrival);
    if (alternative < 0 || place_of(position, arrival, member) < scenario_->ground.hexes) return false;
    const Action& action = p_.actions[arrival.action];
    const language::ActionParam& param = action.params[arrival.piece];
    Evaluator& evaluator = reference_.evaluator();
    try {
      evaluator.variable(param.var) = Value(member);
      if (!evaluator.domain_holds(param, position)) return false;
      const auto each = [&](const Requirement& one) { return one.each != none || holds(one, position); };
      const auto& further =
          p_.sites[site_of(position)].alternatives[static_cast<size_t>(alternative)].requires_;
      const VarId hex = action.params[arrival.hex].var;
      return std::all_of(arrival.general.begin(), arrival.general.end(),
                         [&](const Requirement* one) { return each(*one); }) &&
             std::all_of(further.begin(), further.end(),
                         [&](const Requirement& one) { return language::mentions(one, hex) || each(one); });
    } catch (const Fault&) {
      return false;
    }
  }

  /// The hexes into which each piece may come just now, by any action that brings pieces from a box.
  const std::map<int32_t, std::set<int32_t>>& open_in(const Position& position, const Arrival& arrival) {
    open_.clear();
    CompiledRules& rules = probe_.rules();
    if (rules.node(position) != NodeKind::choose) return open_;
    rules.choices(position, choices_);
    const SiteId site = site_of(position);
    for (const Arrival& other : arrivals_) {
      if (kind_of(other) != kind_of(arrival)) continue;
      for (size_t i = 0; i < p_.sites[site].alternatives.size(); ++i) {
        if (p_.sites[site].alternatives[i].action != other.action) continue;
        size_t hex_single = 0;
        const Action& action = p_.actions[other.action];
        for (size_t k = 0; k < other.hex; ++k) hex_single += is_single(action, k) ? 1U : 0U;
        for (const Choice& choice : choices_) {
          if (static_cast<size_t>(choice.alternative) == i)
            open_[choice.singles[other.piece_single]].insert(choice.singles[hex_single]);
        }
      }
    }
    return open_;
  }
  bool is_shut_out_now(const Position& position, const Arrival& arrival, int32_t member) {
    return is_due(position, arrival, member) && open_in(position, arrival).count(member) == 0;
  }

  /// Whether nothing that can be chosen or thrown before the phase ends opens a hex to it. False also where
  /// that takes too many positions to say.
  bool stays_shut_out(const Position& position, const Arrival& arrival, int32_t member) {
    CompiledRules& rules = probe_.rules();
    const ProcedureId phase = p_.sites[site_of(position)].procedure;
    std::vector<Position> open{position};
    std::set<std::vector<uint64_t>> seen;
    std::vector<Choice> choices;
    std::vector<ChanceOutcome> outcomes;
    const auto add = [&](Position next) {
      const SiteId site = site_of(next);
      if (rules.node(next) == NodeKind::over || site < 0 || p_.sites[site].procedure != phase) return;
      if (seen.insert(next.words()).second) open.push_back(std::move(next));
    };
    seen.insert(position.words());
    for (size_t at = 0; at < open.size(); ++at) {
      if (open.size() > most_ways) return false;
      const Position here = open[at];
      if (place_of(here, arrival, member) < scenario_->ground.hexes) return false;
      if (rules.node(here) == NodeKind::chance) {
        rules.outcomes(here, outcomes);
        for (const ChanceOutcome& outcome : outcomes) {
          Position next = here;
          rules.apply(next, outcome);
          add(std::move(next));
        }
        continue;
      }
      if (open_in(here, arrival).count(member) != 0) return false;
      choices = choices_;
      if (choices.size() > most_choices) return false;
      for (const Choice& choice : choices) {
        Position next = here;
        rules.apply(next, choice);
        add(std::move(next));
      }
    }
    return true;
  }

  /// Whether random play that goes on from there comes to a later phase in which a hex is open to it.
  bool comes_later(const Position& position, const Arrival& arrival, int32_t member) {
    CompiledRules& rules = probe_.rules();
    const ProcedureId phase = p_.sites[site_of(position)].procedure;
    std::vector<Choice> choices;
    std::vector<ChanceOutcome> outcomes;
    for (uint64_t game = 1; game <= played_on && !context_.stopped(); ++game) {
      Random random(context_.settings().seed, game);
      Position here = position;
      bool left = false;
      for (uint64_t step = 0; step < most_steps_on; ++step) {
        const NodeKind node = rules.node(here);
        if (node == NodeKind::over) break;
        left = left || p_.sites[site_of(here)].procedure != phase;
        if (node == NodeKind::chance) {
          rules.outcomes(here, outcomes);
          rules.apply(here, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
          continue;
        }
        rules.choices(here, choices);
        if (choices.empty()) break;
        if (left && alternative_of(site_of(here), arrival) >= 0 && open_in(here, arrival).count(member) != 0)
          return true;
        rules.apply(here, choices[random.below(static_cast<uint32_t>(choices.size()))]);
      }
    }
    return false;
  }

  /// What is known of one piece that an action may bring.
  struct Of {
    size_t due = 0, open = 0;
    bool waits = false;                                // in play: it begins so, or a game had it so
    std::vector<const Tried*> shut;                    // just then
    std::map<int32_t, size_t> hexes;                   // that were open to it, and how often
    std::vector<std::pair<size_t, const Tried*>> few;  // by how many hexes are open
  };

  void ask(const Arrival& arrival) {
    std::map<int32_t, Of> of;
    const int32_t members = scenario_->size(kind_of(arrival));
    for (const Tried& tried : probe_.positions()) {
      if (tried.grade == Grade::typed || alternative_of(tried.site, arrival) < 0) continue;
      if (context_.stopped()) return;
      std::vector<int32_t> here;
      for (int32_t member = 0; member < members; ++member)
        if (is_due(tried.position, arrival, member)) here.push_back(member);
      if (here.empty()) continue;
      const auto& open = open_in(tried.position, arrival);
      for (const int32_t member : here) {
        Of& one = of[member];
        ++one.due;
        one.waits = one.waits || tried.grade >= Grade::reachable || begins_in_a_box(arrival, member);
        const auto found = open.find(member);
        if (found == open.end())
          one.shut.push_back(&tried);
        else
          ++one.open, one.few.emplace_back(found->second.size(), &tried);
        if (found == open.end()) continue;
        for (const int32_t hex : found->second) ++one.hexes[hex];
      }
    }
    // What only generated positions put into a box need have no hex.
    std::erase_if(of, [](const auto& one) { return !one.second.waits; });
    due += of.size();
    std::vector<int32_t> shut;
    comes_later_ = false;
    std::optional<Tried> witness;
    int32_t shown = -1;
    for (auto& [member, one] : of) {
      auto found = shut_out_in(arrival, member, one);
      if (!found) continue;
      shut.push_back(member);
      if (!witness) witness = std::move(found), shown = member;
    }
    if (!witness) {
      for (auto& [member, one] : of) {
        if (context_.stopped()) return;
        witness = searched(arrival, member, one);
        if (!witness) continue;
        shut.push_back(member), shown = member;
        break;
      }
    }
    // In the last phase of a game nothing comes later; that it waits elsewhere is enough.
    if (witness && !comes_later_) tell(arrival, *witness, shown, shut, of);
  }

  std::optional<Tried> shut_out_in(const Arrival& arrival, int32_t member, const Of& one) {
    size_t looked = 0;
    std::optional<Tried> found;
    for (const Tried* tried : one.shut) {
      if (++looked > most_looked_into || context_.stopped()) break;
      Tried small = probe_.shrunk(
          *tried, [&](const Position& position) { return is_shut_out_now(position, arrival, member); }, 120);
      if (!stays_shut_out(small.position, arrival, member)) continue;
      if (!found) found = small;
      comes_later_ = comes_later_ || comes_later(small.position, arrival, member);
      if (comes_later_) break;
    }
    return found;
  }

  /// Other pieces are put where it could come, or beside it.
  std::optional<Tried> searched(const Arrival& arrival, int32_t member, Of& one) {
    std::stable_sort(one.few.begin(), one.few.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Random random = context_.random(std::string(id) + p_.actions[arrival.action].name);
    games::PositionMaker& maker = probe_.maker();
    const std::vector<games::Cell> pieces = games::pieces_of(*scenario_);
    for (size_t i = 0; i < std::min(one.few.size(), most_begun); ++i) {
      Position best = one.few[i].second->position;
      std::set<int32_t> open = open_in(best, arrival).at(member);
      for (size_t change = 0; change < most_changes && !context_.stopped(); ++change) {
        auto hex = open.begin();
        std::advance(hex, random.below(static_cast<uint32_t>(open.size())));
        int32_t to = *hex;
        const uint32_t direction = random.below(12);
        if (direction < 6) to = scenario_->ground.neighbours[static_cast<size_t>(to)][direction];
        const games::Cell& piece = pieces[random.below(static_cast<uint32_t>(pieces.size()))];
        if (to < 0) continue;
        Position next = best;
        games::write(*scenario_, next, piece, {to, {}});
        if (next == best || !maker.goes_on(next) || !maker.satisfies_invariants(next) ||
            !is_due(next, arrival, member))
          continue;
        const auto& now = open_in(next, arrival);
        const auto found = now.find(member);
        if (found == now.end()) {
          Tried tried = probe_.shrunk(
              {next, probe_.grade_of(next), site_of(next)},
              [&](const Position& position) { return is_shut_out_now(position, arrival, member); }, 120);
          if (stays_shut_out(tried.position, arrival, member)) {
            comes_later_ = comes_later_ || comes_later(tried.position, arrival, member);
            return tried;
          }
          break;
        }
        if (found->second.size() > open.size()) continue;
        open = found->second;
        best = std::move(next);
      }
    }
    return std::nullopt;
  }

  std::string name_of(const Arrival& arrival, int32_t member) const {
    return scenario_->members[kind_of(arrival)][static_cast<size_t>(member)];
  }

  void tell(const Arrival& arrival, const Tried& tried, int32_t member, const std::vector<int32_t>& shut,
            const std::map<int32_t, Of>& of) {
    const Action& action = p_.actions[arrival.action];
    const Of& one = of.at(member);
    const bool never = one.open == 0;
    if (!told_.insert(action.name).second) return;
    const std::string name = name_of(arrival, member);
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    std::vector<Assertion> said;
    said.push_back({Assertion::What::choices, std::to_string(choice_count(tried.position)),
                    std::to_string(choice_count(tried.position))});
    std::vector<std::string> refusing;
    const std::string refused = refused_choice(tried.position, arrival, member, one.hexes, refusing);
    if (!refused.empty()) said = {{Assertion::What::refused, refused, {}}};
    witness.sides.push_back(side_at(*scenario_, tried.position, said));
    Finding& finding =
        context_.add(id, action.name, Verdict::refuted, never ? Concern::impossible : Concern::gap);
    finding.claim = fmt::format("A piece that may come by {} has a hex to come to", action.name);
    finding.headline = fmt::format("{} is due, and no hex is open to it", name);
    finding.text = fmt::format(
        "Everything that {} asks of the piece itself holds, and no hex is open to it, nor is one opened before the phase ends. {}",
        action.name,
        never ? "No position that was tried opens one."
              : "The rules have to say what becomes of it: whether it waits, comes elsewhere, or is lost.");
    if (!refusing.empty())
      finding.details.push_back(fmt::format("{} is refused by {}", refused, listed(refusing, "and")));
    if (shut.size() > 1) {
      std::vector<std::string> names;
      for (const int32_t other : shut) names.push_back(name_of(arrival, other));
      finding.details.push_back("So it may be with " + listed(names, "and"));
    }
    finding.method = tried.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = probe_.scope();
    context_.cite(finding, action);
    for (const Requirement& requirement : action.requires_)
      if (language::mentions(requirement, action.params[arrival.hex].var))
        context_.cite(finding, requirement.label);
    finding.witness = std::move(witness);
  }

  size_t choice_count(const Position& position) {
    probe_.rules().choices(position, choices_);
    return choices_.size();
  }
  /// The hex that was open to it most often, or else one that the fewest requirements refuse, as a choice. Of
  /// its requirements those that refuse it, in words.
  std::string refused_choice(const Position& position, const Arrival& arrival, int32_t member,
                             const std::map<int32_t, size_t>& known, std::vector<std::string>& refusing) {
    const Action& action = p_.actions[arrival.action];
    Evaluator& evaluator = reference_.evaluator();
    evaluator.variable(action.params[arrival.piece].var) = Value(member);
    if (action.params.size() != 2 || !evaluator.domain_holds(action.params[arrival.piece], position))
      return {};
    int32_t best = -1;
    std::pair<size_t, size_t> least{SIZE_MAX, SIZE_MAX};  // seldom open, much against it
    for (int32_t hex = 0; hex < scenario_->ground.hexes; ++hex) {
      evaluator.variable(action.params[arrival.hex].var) = Value(hex);
      if (!evaluator.domain_holds(action.params[arrival.hex], position)) continue;
      const auto often = known.find(hex);
      std::vector<std::string> against;
      for (const Requirement& one : action.requires_) {
        if (one.each == none && !holds(one, position))
          against.push_back(fmt::format("{} ({})", case_in_text(p_.label_text(one.label)), one.name));
      }
      const std::pair<size_t, size_t> rank{often == known.end() ? SIZE_MAX : SIZE_MAX - often->second,
                                           against.size()};
      if (best >= 0 && rank >= least) continue;
      least = rank, best = hex;
      refusing = std::move(against);
    }
    if (best < 0) return {};
    Choice choice;
    choice.alternative = static_cast<int16_t>(alternative_of(site_of(position), arrival));
    choice.singles[arrival.piece_single] = static_cast<int16_t>(member);
    choice.singles[1 - arrival.piece_single] = static_cast<int16_t>(best);
    return choice_text(*scenario_, position, choice);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  ReferenceRules reference_;
  std::vector<Arrival> arrivals_;
  std::vector<Choice> choices_;
  std::map<int32_t, std::set<int32_t>> open_;
  std::set<std::string>& told_;
  bool comes_later_ = false;  // a piece that was shut out, by the action that is asked about
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  std::set<std::string> told;
  ShutOutCheck check(context, context.probe(), told);
  if (check.arrivals() == 0) return {Verdict::proved, "no action brings a piece from a box to a hex"};
  check.ask();
  size_t due = check.due;
  if (Probe* const probe = context.probe_with_options()) {
    ShutOutCheck other(context, *probe, told);
    other.ask();
    due = std::max(due, other.due);
  }
  return {Verdict::sampled,
          fmt::format("{} that bring pieces to the map, {} due in {}", counted(check.arrivals(), "action"),
                      counted(due, "piece"), context.probe().scope())};
}

}  // namespace

Check shut_out() {
  return {id, "Is a piece due, and no hex is open to it?", CheckOf::game, true, run, Needs::positions};
}

}  // namespace casebook::checks
