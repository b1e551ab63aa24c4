// SPDX-License-Identifier: Apache-2.0
// exceptions: two exceptions to one definition that hold together and differ, while nothing says which goes
// first.
//
// It takes each pair of exceptions without an `over` between them that the switches leave open, and
// evaluates both on the positions of the probe with random arguments. Two that hold together and differ,
// and do not give way to a third, are a fault in play; here they are reported with both cases before a
// player meets it. With a solver, pairs without a witness are checked for every position and argument that
// the types allow.
//
// Two adjustments of one definition without an `after` between them are the same sort of fault where they
// hold together and their order matters. They are tried on the same positions, and not by the solver.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/language/check/checker.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/symbolic/prove/any_input.h"

namespace casebook::checks {

using namespace runtime;
using language::Definition;
using language::Exception;
using namespace language::ids;
using language::TypeTag;

namespace {

constexpr const char* id = "exceptions";
constexpr size_t most_positions = 200;
constexpr int tries_each = 24;

class ExceptionsCheck {
 public:
  explicit ExceptionsCheck(Context& context)
      : context_(context),
        scenario_(context.scenario()),
        reference_(scenario_),
        random_(context.random(id)) {}

  size_t pairs = 0, found = 0, proved = 0, adjusting = 0;
  std::vector<std::string> open;  // of the solver: which pair, and why

  void ask(const Definition& definition) {
    const auto live = [&](const Exception& one) {
      return known_by_switches(*one.when, scenario_->options, scenario_->readings) != 0;
    };
    const auto over = [&](size_t a, size_t b) {
      const auto& list = definition.exceptions[a].over;
      return std::find(list.begin(), list.end(), static_cast<int32_t>(b)) != list.end();
    };
    for (size_t a = 0; a < definition.exceptions.size(); ++a) {
      for (size_t b = a + 1; b < definition.exceptions.size(); ++b) {
        if (!live(definition.exceptions[a]) || !live(definition.exceptions[b]) || over(a, b) || over(b, a))
          continue;
        ++pairs;
        if (sampled(definition, a, b))
          ++found;
        else if (context_.settings().solver_resources > 0 && !context_.stopped())
          solved(definition, a, b);
      }
    }
    ask_adjustments(definition);
  }

 private:
  void ask_adjustments(const Definition& definition) {
    const auto& all = definition.adjustments;
    const auto live = [&](const language::Adjustment& one) {
      return known_by_switches(*one.when, scenario_->options, scenario_->readings) != 0;
    };
    for (size_t a = 0; a < all.size(); ++a) {
      for (size_t b = a + 1; b < all.size(); ++b) {
        const bool in_order = std::find(all[b].after.begin(), all[b].after.end(), static_cast<int32_t>(a)) !=
                              all[b].after.end();
        if (in_order || !live(all[a]) || !live(all[b])) continue;
        ++adjusting;
        if (met_apart(definition, all[a], all[b])) ++found;
      }
    }
  }

  /// Whether they were met holding together, with a call that faults because their order matters.
  bool met_apart(const Definition& definition, const language::Adjustment& a, const language::Adjustment& b) {
    const std::vector<Tried>& positions = context_.probe().positions();
    const size_t every = std::max<size_t>(1, positions.size() / most_positions);
    for (size_t i = 0; i < positions.size(); i += every) {
      for (int tries = 0; tries < (definition.params.empty() ? 1 : tries_each); ++tries) {
        for (const VarId var : definition.params) {
          if (!set_some(var)) return false;
        }
        if (order_matters(definition, a, b, positions[i].position))
          return tell(definition, a, b, positions[i]);
      }
    }
    return false;
  }

  /// With the arguments in the frame, which stay there. A call may fault for another reason, or by another
  /// pair.
  bool order_matters(const Definition& definition, const language::Adjustment& a,
                     const language::Adjustment& b, const Position& position) {
    const language::Program& p = context_.program();
    Evaluator& evaluator = reference_.evaluator();
    std::vector<Value> arguments;
    for (const VarId var : definition.params) arguments.push_back(evaluator.variable(var));
    bool matters = false;
    try {
      if (!evaluator.evaluate(*a.when, position).yes() || !evaluator.evaluate(*b.when, position).yes())
        return false;
      evaluator.value_of(false, static_cast<DefinitionId>(&definition - p.definitions.data()), arguments,
                         position);
    } catch (const Fault& fault) {
      const std::string pair = fmt::format("the adjustments of {} and {} both hold, differ by their order",
                                           p.label_text(a.label), p.label_text(b.label));
      matters = fault.label == a.label && fault.why.find(pair) != std::string::npos;
    }
    for (size_t k = 0; k < arguments.size(); ++k)
      evaluator.variable(definition.params[k]) = std::move(arguments[k]);
    return matters;
  }

  bool tell(const Definition& definition, const language::Adjustment& a, const language::Adjustment& b,
            const Tried& tried) {
    const std::string call = call_text(definition);
    if (call.empty()) return false;
    const language::Program& p = context_.program();
    const std::string &first = p.label_text(a.label), &second = p.label_text(b.label);
    Finding& finding = context_.add(id, fmt::format("{}: {} and {}", definition.name, first, second),
                                    Verdict::refuted, Concern::contradiction);
    finding.claim = fmt::format("The order in which {} and {} adjust {} is written where it matters", first,
                                second, definition.name);
    finding.headline = fmt::format("{} and {} both adjust {}, and nothing says which comes first", first,
                                   second, definition.name);
    finding.text = fmt::format(
        "Both apply to {}, and the value depends on their order. Play stops there until one is written "
        "`after` the other.",
        call);
    finding.method = Method::generated;
    finding.scope = context_.probe().scope();
    context_.cite(finding, a.label, a.place);
    context_.cite(finding, b.label, b.place);
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    witness.sides.push_back(side_at(*scenario_, tried.position, {{Assertion::What::fault, call, {}}}));
    finding.witness = std::move(witness);
    return true;
  }

  /// The definition with the arguments that are in the frame; empty: one of them cannot be written.
  std::string call_text(const Definition& definition) {
    std::string call = definition.name;
    for (size_t i = 0; i < definition.params.size(); ++i) {
      const VarId var = definition.params[i];
      const auto word =
          literal(*scenario_, context_.program().vars[var].type, reference_.evaluator().variable(var));
      if (!word) return {};
      call += (i == 0 ? "(" : ", ") + *word;
    }
    return call + (definition.params.empty() ? "()" : ")");
  }

  /// Some value of the parameter's type; false where it has none that can be named.
  bool set_some(VarId var) {
    const language::Type& type = context_.program().vars[var].type;
    const language::Interval& interval = context_.program().vars[var].interval;
    Value& value = reference_.evaluator().variable(var);
    switch (type.tag) {
      case TypeTag::boolean:
        value = Value(static_cast<int64_t>(random_.below(2)));
        return true;
      case TypeTag::number:
        if (interval.low > interval.high) return false;
        value = Value(interval.low + static_cast<int64_t>(random_.below(static_cast<uint32_t>(
                                         std::min<int64_t>(interval.high - interval.low, 1'000'000) + 1))));
        return true;
      case TypeTag::entity:
      case TypeTag::maybe:
        if (scenario_->size(type.of) == 0) return false;
        value = Value(static_cast<int64_t>(random_.below(static_cast<uint32_t>(scenario_->size(type.of)))));
        return true;
      default:
        return false;
    }
  }

  /// Whether they were met so.
  bool sampled(const Definition& definition, size_t a, size_t b) {
    const language::ExprPtr differ = conflict(definition, a, b);
    Evaluator& evaluator = reference_.evaluator();
    const std::vector<Tried>& positions = context_.probe().positions();
    const size_t every = std::max<size_t>(1, positions.size() / most_positions);
    for (size_t i = 0; i < positions.size(); i += every) {
      for (int tries = 0; tries < (definition.params.empty() ? 1 : tries_each); ++tries) {
        for (const VarId var : definition.params) {
          if (!set_some(var)) return false;
        }
        try {
          if (!evaluator.evaluate(*differ, positions[i].position).yes()) continue;
        } catch (const Fault&) {
          continue;
        }
        return tell(definition, definition.exceptions[a], definition.exceptions[b], positions[i]);
      }
    }
    return false;
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

  /// Whether the call can be written.
  bool tell(const Definition& definition, const Exception& a, const Exception& b, const Tried& tried) {
    const std::string call = call_text(definition);
    if (call.empty()) return false;
    Finding& finding = add(definition, a, b, call);
    finding.method = Method::generated;
    finding.scope = context_.probe().scope();
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    witness.sides.push_back(side_at(*scenario_, tried.position, {{Assertion::What::fault, call, {}}}));
    finding.witness = std::move(witness);
    return true;
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
    finding.text = fmt::format("Both apply to {} and give different values, and neither has priority.", call);
    context_.cite(finding, a.label, a.place);
    context_.cite(finding, b.label, b.place);
    return finding;
  }

  Context& context_;
  ScenarioPtr scenario_;
  ReferenceRules reference_;
  Random random_;
};

Answer run(Context& context) {
  if (context.program().game == language::none) return {Verdict::proved, "no game in these rules"};
  ExceptionsCheck check(context);
  for (const Definition& definition : context.program().definitions) check.ask(definition);
  if (check.pairs + check.adjusting == 0) return {Verdict::proved, "no two exceptions without a priority"};
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
