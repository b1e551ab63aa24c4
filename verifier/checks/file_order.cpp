// SPDX-License-Identifier: Apache-2.0
// file-order: several things fit, nobody chooses, and the order of the data file decides.
//
// `for each x in S do` without `by` takes its members one after another, in the order of the file. A rulebook
// that says "the unit" or "each unit" there has no such order. The check turns the order round, and compares
// play on the positions of games and on generated ones. Where it differs, the rules have to say which comes
// first, or who chooses.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/records/game.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/kind.h"

namespace casebook::checks {

using namespace runtime;
using language::Expr;
using language::ExprPtr;
using language::none;
using language::Op;
using language::Stmt;
using language::StmtOp;
using namespace language::ids;

namespace {

constexpr const char* id = "file-order";

/// A `for each` without `by`, over members of a kind.
struct Loop {
  std::string item;
  language::CaseId label = none;
  language::Place place;
  KindId kind = none;
};

/// Goes through a program of its own. The loop that is wanted is turned round.
class Loops {
 public:
  explicit Loops(language::Program& program) : p_(program) {}

  std::vector<Loop> run(size_t wanted) {
    language::each_item(p_, [&](language::ItemId item_id, auto& item) {
      if (!language::is_of_play(item_id.sort)) return;
      item_ = item.name;
      language::anatomy_in(p_, item, [&](const language::Line& line, Stmt& stmt) {
        look(stmt, line.label == none ? item.label : line.label);
      });
    });
    if (wanted < found_.size()) turn_round(*where_[wanted]);
    return std::move(found_);
  }

 private:
  void look(Stmt& stmt, language::CaseId label) {
    const language::CaseId of = stmt.label == none ? label : stmt.label;
    if (stmt.op == StmtOp::for_each && !stmt.value && stmt.binder) {
      const language::Type& type = p_.vars[stmt.binder->var].type;
      if (type.tag == language::TypeTag::entity) {
        found_.push_back({item_, of, stmt.place, type.of});
        where_.push_back(&stmt);
      }
    }
    for (auto& inner : stmt.body)
      if (inner) look(*inner, of);
  }

  /// By how many members stand before it, the most first.
  void turn_round(Stmt& stmt) {
    const VarId var = stmt.binder->var;
    const language::Type type = p_.vars[var].type;
    const VarId other{static_cast<Id>(p_.vars.size())};
    p_.vars.push_back(language::Var(p_.vars[var]));
    p_.vars[other].procedure = none;
    ExprPtr count = language::make_expr(Op::count, language::number_type, stmt.place);
    language::Binder binder;
    binder.var = other;
    binder.domain = language::make_expr(Op::all_members, language::set_type(type.of), stmt.place);
    binder.where = language::make_expr(Op::less, language::boolean_type, stmt.place,
                                       language::make_variable(other, p_.vars[other], stmt.place),
                                       language::make_variable(var, p_.vars[var], stmt.place));
    count->binder = language::Owned<language::Binder>(std::move(binder));
    count->interval = {0, most_members, false};
    stmt.value = language::make_expr(Op::negate, language::number_type, stmt.place, std::move(count));
    stmt.value->interval = {-most_members, 0, false};
  }

  static constexpr int64_t most_members = 1 << 16;
  language::Program& p_;
  std::string item_;
  std::vector<Loop> found_;
  std::vector<Stmt*> where_;
};

class FileOrderCheck {
 public:
  FileOrderCheck(Context& context, Probe& probe, std::set<std::string>& told)
      : context_(context), probe_(probe), scenario_(probe.scenario()), p_(context.program()), told_(told) {
    language::Program copy(p_);
    loops_ = Loops(copy).run(SIZE_MAX);
  }

  size_t loops() const { return loops_.size(); }

  void ask() {
    for (size_t i = 0; i < loops_.size() && !context_.stopped(); ++i) ask(i);
  }

 private:
  void ask(size_t number) {
    auto program = std::make_shared<language::Program>(p_);
    Loops(*program).run(number);
    auto other = std::make_shared<Scenario>(*scenario_);
    other->program = std::move(program);
    TwoRules two(probe_.rules(), other);
    const std::vector<Known>& known = probe_.known(context_);
    uint64_t apart = 0, asked = 0;
    std::optional<Difference> first;
    const Tried* at = nullptr;
    for (size_t i = 0; i < known.size() && !context_.stopped(); ++i) {
      const Tried& tried = probe_.positions()[i];
      if (tried.grade == Grade::typed) continue;
      ++asked;
      auto difference = two.at(tried.position, known[i], nullptr);
      if (!difference || difference->how != Difference::How::after) continue;
      ++apart;
      if (!first) first = std::move(difference), at = &tried;
    }
    if (first) tell(loops_[number], two, *first, *at, apart, asked);
  }

  /// The first thing that differs after that step: its name, and its value as written.
  struct Apart {
    std::string expression, value, turned;
  };
  std::optional<Apart> apart_after(TwoRules& two, const Difference& difference, const Position& position) {
    Position a = position, b = position;
    if (difference.chance) {
      two.first().apply(a, difference.outcome), two.second().apply(b, difference.outcome);
    } else {
      two.first().apply(a, difference.choice), two.second().apply(b, difference.choice);
    }
    for (const games::Cell& cell : games::pieces_of(*scenario_)) {
      const Value one = games::read(*scenario_, a, cell), other = games::read(*scenario_, b, cell);
      if (one == other) continue;
      const std::string expression = expression_of(*scenario_, cell);
      const auto value = literal(*scenario_, games::type_of(*scenario_, cell), one),
                 turned = literal(*scenario_, games::type_of(*scenario_, cell), other);
      if (!expression.empty() && value && turned) return Apart{expression, *value, *turned};
    }
    return std::nullopt;
  }

  void tell(const Loop& loop, TwoRules& two, const Difference& difference, const Tried& tried, uint64_t apart,
            uint64_t asked) {
    if (!told_.insert(loop.item).second) return;
    const auto what = apart_after(two, difference, tried.position);
    if (!what) return;
    Game game(make_reference_rules(scenario_), tried.position);
    if (difference.chance ? !game.take(difference.outcome) : !game.play(difference.choice)) return;
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = game.record();
    side.record.seeded_dice = false;
    side.said = {{Assertion::What::value, what->expression, what->value}};
    witness.sides.push_back(std::move(side));
    Finding& finding = context_.add(id, loop.item, Verdict::refuted, Concern::ambiguity);
    finding.kind = kind::order_matters;
    finding.claim =
        fmt::format("In {} it does not matter which {} comes first", loop.item, p_.kinds[loop.kind].name);
    finding.headline = fmt::format("In {} the order of the data file decides which {} comes first", loop.item,
                                   p_.kinds[loop.kind].name);
    finding.text = fmt::format(
        "With the order turned round, {} is {} after that step, not {}. The rules have to say which comes first, or who chooses.",
        what->expression, what->turned, what->value);
    finding.method = tried.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = fmt::format("it changes play in {} of {}", grouped(apart), counted(asked, "position"));
    context_.cite(finding, loop.label, loop.place);
    finding.witness = std::move(witness);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  std::vector<Loop> loops_;
  std::set<std::string>& told_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  std::set<std::string> told;
  FileOrderCheck check(context, context.probe(), told);
  if (check.loops() == 0) return {Verdict::proved, "no `for each` over pieces or other members without `by`"};
  check.ask();
  if (Probe* const probe = context.probe_with_options()) FileOrderCheck(context, *probe, told).ask();
  return {Verdict::sampled, fmt::format("{} without `by` turned round in {}",
                                        counted(check.loops(), "`for each`"), context.probe().scope())};
}

}  // namespace

Check file_order() {
  return {id,
          "Does the order of the data file decide which of several things is meant?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
