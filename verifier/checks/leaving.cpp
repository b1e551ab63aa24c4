// SPDX-License-Identifier: Apache-2.0
// leaving: every way in which a piece leaves a place that the rules name, and which of them a case speaks of.
//
// Some rules do something where a piece is in a named hex or a box: `if carries(u) and place(u) = ford then
// ...`. They stand where the author thought of the piece leaving. The check looks for the other ways in which
// such a piece leaves: by another action, by a loss, by an effect of a roll. A way is covered if the rule
// takes effect in that step, or if an effect of the step ends the game.
//
// It finds ways by playing on from positions in which such a piece is put there, with others beside it: a
// choice that names the piece or the place goes before others. Reported is a place that a piece leaves in at
// least one covered and at least one uncovered way, with all ways and the case of each.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/base/text.h"
#include "engine/program/edit/rivals.h"
#include "engine/program/walk.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/text/asked_expression.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::Expr;
using language::none;
using language::Op;
using language::Stmt;
using language::StmtOp;
using namespace language::ids;

namespace {

constexpr const char* id = "leaving";
constexpr size_t most_begun = 240, most_steps = 10, most_tries_to_begin = 2000;
constexpr uint32_t neighbours_put = 4;

/// A rule that does something where a piece is at a named place.
struct Guard {
  std::string item;
  language::CaseId label = none;
  language::Place place;
  KindId kind = none;
  VarId piece = none;
  const Expr* condition = nullptr;
  const Expr* at = nullptr;  // the named place or the box
  std::set<const Stmt*> does;
};

/// How a piece leaves: what was chosen or thrown, and the case of that action or roll. An effect of another case may
/// move the piece.
struct Way {
  std::string by;  // `step`, `a roll in resolve`
  language::CaseId label = none;
  bool covered = false;
  auto operator<=>(const Way&) const = default;
};

struct Shown {
  uint64_t times = 0;
  Position before;
  std::optional<Choice> choice;
  ChanceOutcome outcome;
  int32_t piece = -1, to = -1;
};

/// Notes what a step does.
class Notes : public Onlooker {
 public:
  void asked(bool, Id, const std::vector<Value>&, const Value&, int, const Position&) override {}
  void does(const Stmt& stmt) override { statements.push_back(&stmt); }
  void did(const Stmt&) override {}
  std::vector<const Stmt*> statements;
};

void each_stmt(const Stmt& stmt, const std::function<void(const Stmt&)>& visit) {
  language::walk(stmt, visit, [](const Expr&) {});
}

class LeavingCheck {
 public:
  LeavingCheck(Context& context, Probe& probe)
      : context_(context),
        probe_(probe),
        scenario_(probe.scenario()),
        p_(context.program()),
        reference_(scenario_),
        random_(context.random(id)) {
    for (const language::Action& action : p_.actions)
      if (action.body && action.watch == none) gather(*action.body, action.name, action.label);
    for (const language::Effect& effect : p_.effects) {
      for (const language::EffectEntry& entry : effect.entries) {
        const language::CaseId label = entry.label == none ? effect.label : entry.label;
        if (entry.when) add_guard(*entry.when, *entry.body, effect.name, label, entry.place);
        gather(*entry.body, effect.name, label);
      }
    }
  }

  size_t guards() const { return guards_.size(); }
  size_t ways = 0, played = 0;

  void ask() {
    for (const Guard& guard : guards_) {
      if (context_.stopped()) return;
      ask(guard);
    }
  }

 private:
  void gather(const Stmt& body, const std::string& item, language::CaseId label) {
    each_stmt(body, [&](const Stmt& stmt) {
      if (stmt.op != StmtOp::branch || stmt.body.empty() || !stmt.body[0]) return;
      add_guard(*stmt.value, *stmt.body[0], item, stmt.label == none ? label : stmt.label, stmt.place);
    });
  }

  void add_guard(const Expr& condition, const Stmt& body, const std::string& item, language::CaseId label,
                 const language::Place& place) {
    if (known_by_switches(condition, scenario_->options, scenario_->readings) >= 0) return;
    std::vector<const Expr*> parts;
    if (condition.op == Op::all_of)
      for (const auto& part : condition.args) parts.push_back(part.get());
    else
      parts.push_back(&condition);
    for (const Expr* part : parts) {
      if (part->op != Op::equal) continue;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const Expr &of = *part->args[side], &at = *part->args[1 - side];
        const Expr& named = at.op == Op::as_location ? *at.args[0] : at;
        if (of.op != Op::place_of || of.args[0]->op != Op::variable ||
            (named.op != Op::named_place && named.op != Op::box))
          continue;
        Guard& one = guards_.emplace_back();
        one.item = item, one.label = label, one.place = place;
        one.kind = of.ref, one.piece = of.args[0]->ref, one.condition = &condition, one.at = &named;
        each_stmt(body, [&](const Stmt& stmt) {
          if (stmt.op == StmtOp::assign || stmt.op == StmtOp::end_game) one.does.insert(&stmt);
        });
        return;
      }
    }
  }

  int32_t location_of(const Guard& guard) {
    try {
      const int64_t at = reference_.evaluator().evaluate(*guard.at, scenario_->start).number;
      return static_cast<int32_t>(at);
    } catch (const Fault&) {
      return -1;
    }
  }

  bool is_meant(const Guard& guard, int32_t member, const Position& position) {
    reference_.evaluator().variable(guard.piece) = Value(member);
    try {
      return reference_.evaluator().evaluate(*guard.condition, position).yes();
    } catch (const Fault&) {
      return false;
    }
  }
  int32_t place_of(const Guard& guard, int32_t member, const Position& position) const {
    return position.cell(scenario_->layout.places[guard.kind].first + static_cast<uint32_t>(member));
  }

  void ask(const Guard& guard) {
    const int32_t at = location_of(guard);
    if (at < 0) return;
    found_.clear();
    size_t begun = 0;
    const auto& positions = probe_.positions();
    for (size_t tries = 0; tries < most_tries_to_begin && begun < most_begun; ++tries) {
      if (positions.empty() || context_.stopped()) return;
      const Tried& tried = positions[random_.below(static_cast<uint32_t>(positions.size()))];
      if (tried.grade == Grade::typed) continue;
      const auto position = set_up(guard, at, tried.position);
      if (!position) continue;
      ++begun;
      play(guard, at, *position);
    }
    played += begun;
    ways += found_.size();
    const bool covered =
        std::any_of(found_.begin(), found_.end(), [](const auto& one) { return one.first.covered; });
    for (auto& [way, shown] : found_) {
      if (way.covered || !covered) continue;
      shrink(guard, at, way, shown);
      tell(guard, at, shown);
      return;
    }
  }

  /// Such a piece there, if the position has none yet, and a few others beside it.
  std::optional<Position> set_up(const Guard& guard, int32_t at, const Position& from) {
    Position position = from;
    const int32_t members = scenario_->size(guard.kind);
    std::vector<int32_t> meant;
    for (int32_t member = 0; member < members; ++member) {
      Position moved = from;
      games::write(*scenario_, moved, cell_of(guard.kind, member), {at, {}});
      if (is_meant(guard, member, moved)) meant.push_back(member);
    }
    if (meant.empty()) return std::nullopt;
    const int32_t piece = meant[random_.below(static_cast<uint32_t>(meant.size()))];
    games::write(*scenario_, position, cell_of(guard.kind, piece), {at, {}});
    games::PositionMaker& maker = probe_.maker();
    if (!maker.goes_on(position) || !maker.satisfies_invariants(position)) return std::nullopt;
    const std::vector<games::Cell> pieces = games::pieces_of(*scenario_);
    for (uint32_t i = 0; at < scenario_->ground.hexes && i < neighbours_put; ++i) {
      const int32_t beside = scenario_->ground.neighbours[static_cast<size_t>(at)][random_.below(6)];
      const games::Cell& other = pieces[random_.below(static_cast<uint32_t>(pieces.size()))];
      if (beside < 0 || other == cell_of(guard.kind, piece)) continue;
      Position next = position;
      games::write(*scenario_, next, other, {beside, {}});
      if (maker.goes_on(next) && maker.satisfies_invariants(next)) position = std::move(next);
    }
    return position;
  }
  games::Cell cell_of(KindId kind, int32_t member) const {
    for (const games::Cell& cell : games::pieces_of(*scenario_)) {
      if (cell.id == kind && static_cast<int32_t>(cell.combination) == member) return cell;
    }
    return {};
  }

  void play(const Guard& guard, int32_t at, Position position) {
    CompiledRules& rules = probe_.rules();
    std::vector<Choice> choices, near;
    std::vector<ChanceOutcome> outcomes;
    for (size_t step = 0; step < most_steps && rules.node(position) != NodeKind::over; ++step) {
      std::set<int32_t> there;
      for (int32_t member = 0; member < scenario_->size(guard.kind); ++member)
        if (place_of(guard, member, position) == at && is_meant(guard, member, position))
          there.insert(member);
      if (there.empty()) return;
      Position next = position;
      std::optional<Choice> choice;
      ChanceOutcome outcome;
      if (rules.node(position) == NodeKind::choose) {
        rules.choices(position, choices);
        if (choices.empty()) return;
        // Every second time one that has to do with the piece or the place.
        near.clear();
        for (const Choice& one : choices) {
          for (const int16_t single : one.singles)
            if (there.count(single) != 0 || single == at) near.push_back(one);
        }
        const auto& from = !near.empty() && random_.below(2) == 0 ? near : choices;
        choice = from[random_.below(static_cast<uint32_t>(from.size()))];
        rules.apply(next, *choice);
      } else {
        rules.outcomes(position, outcomes);
        if (outcomes.empty()) return;
        outcome = outcomes[random_.below(static_cast<uint32_t>(outcomes.size()))];
        rules.apply(next, outcome);
      }
      for (const int32_t member : there) {
        if (place_of(guard, member, next) != at) note(guard, position, choice, outcome, member);
      }
      position = std::move(next);
    }
  }

  /// How a piece leaves in that step.
  Way way_of(const Guard& guard, const Position& before, const std::optional<Choice>& choice,
             const ChanceOutcome& outcome, Position& after) {
    Notes notes;
    reference_.evaluator().tell(&notes);
    after = before;
    choice ? reference_.apply(after, *choice) : reference_.apply(after, outcome);
    reference_.evaluator().tell(nullptr);
    Way way;
    const language::Site& site = p_.sites[before.cell(scenario_->layout.site) - 1];
    const language::Action* const action =
        choice ? &p_.actions[site.alternatives[static_cast<size_t>(choice->alternative)].action] : nullptr;
    way.by = action ? action->name : "a roll or draw in " + p_.procedures[site.procedure].name;
    way.label = action               ? action->label
                : site.label == none ? p_.procedures[site.procedure].label
                                     : site.label;
    for (const Stmt* stmt : notes.statements) {
      way.covered = way.covered || stmt->op == StmtOp::end_game || guard.does.count(stmt) != 0;
    }
    return way;
  }

  void note(const Guard& guard, const Position& before, const std::optional<Choice>& choice,
            const ChanceOutcome& outcome, int32_t member) {
    Position after;
    const Way way = way_of(guard, before, choice, outcome, after);
    Shown& shown = found_[way];
    if (shown.times++ > 0) return;
    shown.before = before, shown.choice = choice, shown.outcome = outcome;
    shown.piece = member, shown.to = place_of(guard, member, after);
  }

  /// With as few other pieces as the same step still needs.
  void shrink(const Guard& guard, int32_t at, const Way& way, Shown& shown) {
    CompiledRules& rules = probe_.rules();
    std::vector<Choice> choices;
    std::vector<ChanceOutcome> outcomes;
    const auto still = [&](const Position& position) {
      if (place_of(guard, shown.piece, position) != at || !is_meant(guard, shown.piece, position))
        return false;
      if (shown.choice) {
        if (rules.node(position) != NodeKind::choose) return false;
        rules.choices(position, choices);
        if (std::find(choices.begin(), choices.end(), *shown.choice) == choices.end()) return false;
      } else {
        if (rules.node(position) != NodeKind::chance) return false;
        rules.outcomes(position, outcomes);
        if (std::find(outcomes.begin(), outcomes.end(), shown.outcome) == outcomes.end()) return false;
      }
      Position after;
      const Way again = way_of(guard, position, shown.choice, shown.outcome, after);
      return again == way && place_of(guard, shown.piece, after) == shown.to;
    };
    const Tried tried{shown.before, probe_.grade_of(shown.before),
                      shown.before.cell(scenario_->layout.site) - 1};
    shown.before = probe_.shrunk(tried, still, 150).position;
  }

  std::string way_text(const Way& way) const {
    const std::string label = p_.label_text(way.label);
    const auto action = std::find_if(p_.actions.begin(), p_.actions.end(), [&](const language::Action& one) {
      return one.watch == none && one.name == way.by;
    });
    const bool has_phrase = action != p_.actions.end() && !action->phrase.empty();
    return (!has_phrase ? way.by : language::phrase_in_general(p_, *action)) +
           (label.empty() ? "" : " (" + case_in_text(label) + ")");
  }

  void tell(const Guard& guard, int32_t at, const Shown& shown) {
    const std::string piece = scenario_->members[guard.kind][static_cast<size_t>(shown.piece)];
    const language::Type location{language::TypeTag::location, none, 1};
    const auto from = literal(*scenario_, location, Value(at)),
               to = literal(*scenario_, location, Value(shown.to));
    const auto name = literal(*scenario_, {language::TypeTag::entity, guard.kind, 1}, Value(shown.piece));
    if (!from || !to || !name) return;
    Game game(make_reference_rules(scenario_), shown.before);
    if (shown.choice ? !game.play(*shown.choice) : !game.take(shown.outcome)) return;
    Witness witness;
    describe(witness, *scenario_, shown.before, probe_.grade_of(shown.before));
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = game.record();
    side.record.seeded_dice = false;
    side.said = {{Assertion::What::value, fmt::format("place({})", *name), *to}};
    witness.sides.push_back(std::move(side));
    std::vector<std::string> with, without;
    for (const auto& [one, times] : found_) (one.covered ? with : without).push_back(way_text(one));
    const std::string where =
        guard.at->op == Op::box ? p_.boxes[guard.at->ref].name : p_.places[guard.at->ref].name;
    const std::string place = with_blanks(capitalised(where));
    const std::string label = case_in_text(p_.label_text(guard.label));
    Finding& finding =
        context_.add(id, fmt::format("{}: {}", guard.item, where), Verdict::refuted, Concern::gap);
    finding.claim = fmt::format("{} says something whenever such a piece leaves {}", label, place);
    finding.headline =
        fmt::format("{} covers some ways in which {} leaves {}, and not others", label, piece, place);
    finding.text = fmt::format(
        "In these rules it takes effect if {0} leaves by {1}. It takes no effect if {0} leaves by {2}.",
        piece, listed(with, "or"), listed(without, "or"));
    finding.method = Method::generated;
    finding.scope = fmt::format("{} were played on from", counted(played, "position"));
    context_.cite(finding, guard.label, guard.place);
    for (const auto& [one, times] : found_)
      if (!one.covered) context_.cite(finding, one.label);
    const language::Case& of = p_.cases[guard.label];
    if (!of.silent.empty())
      finding.same_as =
          SameAs{"silent-cases", of.label,
                 "the case is marked as silent, and what it leaves open may be one of these ways"};
    finding.witness = std::move(witness);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  ReferenceRules reference_;
  Random random_;
  std::vector<Guard> guards_;
  std::map<Way, Shown> found_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  LeavingCheck check(context, context.probe());
  if (check.guards() == 0)
    return {Verdict::proved, "no rule does something where a piece is at a named place"};
  check.ask();
  return {Verdict::sampled,
          fmt::format("{} about a piece at a named place; pieces left such a place in {}, seen from {}",
                      counted(check.guards(), "rule"), counted(check.ways, "way"),
                      counted(check.played, "position"))};
}

}  // namespace

Check leaving() {
  return {id,
          "Does a piece leave a named place in a way that a case about leaving it overlooks?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
