// SPDX-License-Identifier: Apache-2.0
// facts-stated-twice: what a rulebook says in two places, differently. It has three sources:
//
//   - a claim that the rules call disputed: the rulebook's second statement, which the definitions
//     contradict. The claim is run and must fail in an expectation.
//   - two givens between which the rules choose (by a reading or otherwise): data that give both for one
//     entity, from one source, with different values
//   - tables over the same lines, compared with each other
//
// Statements of another rulebook, and reconstructed facts, do not count as a second place.
#include <fmt/format.h>

#include <map>
#include <set>

#include "engine/base/text.h"
#include "engine/board/scenario.h"
#include "engine/program/carriers.h"
#include "engine/program/walk.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/labels_in_text.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "facts-stated-twice";

/// What comes out instead of what the claim expects, as something that can be looked at; nothing where its
/// words cannot be asked there.
std::optional<Assertion> comes_out(const ScenarioPtr& scenario, const runtime::Position& position,
                                   const ClaimLine& line) {
  using Say = Assertion::What;
  if (line.step == ClaimStep::expect_permitted) return Assertion{Say::refused, line.choice, {}};
  if (line.step == ClaimStep::expect_refused) return Assertion{Say::permitted, line.choice, {}};
  if (line.step != ClaimStep::expect || !line.expr) return std::nullopt;
  // Of `a = b` what a is says more than that it is not so.
  const bool compares = line.expr->op == Op::equal && line.expr->args.size() == 2;
  const Expr& expr = compares ? *line.expr->args[0] : *line.expr;
  const std::string text(trimmed(scenario->program->text_of(expr.place)));
  Diagnostics diagnostics;
  const auto expression = runtime::asked_expression(*scenario, text, diagnostics);
  if (!expression) return std::nullopt;
  runtime::ReferenceRules rules(scenario);
  rules.evaluator().extend_frame(expression->vars, text);
  try {
    const runtime::Value value = rules.evaluator().evaluate(*expression->expr, position);
    return Assertion{Say::value, text, runtime::value_text(*scenario, expression->expr->type, value)};
  } catch (const runtime::Fault&) {
    return std::nullopt;
  }
}

/// The claim's own position, and what it plays there, up to where something else comes out.
std::optional<Witness> witness_of(const ScenarioPtr& scenario, const Claim& claim,
                                  const runtime::ClaimAnswer& answer) {
  if (!scenario || scenario->id != answer.ruleset || !answer.own_numbers || !answer.start ||
      answer.line >= claim.lines.size())
    return std::nullopt;
  runtime::Game game(runtime::make_reference_rules(scenario), *answer.start);
  for (const runtime::ClaimPlay& step : answer.played)
    if (!(step.chance ? game.take(step.outcome) : game.play(step.choice))) return std::nullopt;
  const auto said = comes_out(scenario, game.position(), claim.lines[answer.line]);
  if (!said) return std::nullopt;
  Witness witness;
  witness.sides.push_back(side_at(*scenario, *answer.start, {*said}));
  witness.sides.back().record = game.record();
  runtime::ReferenceRules rules(scenario);
  const bool holds = runtime::check_invariants(rules, *answer.start, nullptr).failures.empty();
  describe(witness, *scenario, game.position(), holds ? Grade::invariants : Grade::typed);
  return witness;
}

/// A reading of one of the cases under another value of which the claim holds: which of the two places is
/// right is what that reading asks.
std::optional<SameAs> marked_as(Context& context, const Claim& claim, const std::vector<CaseName>& cases) {
  const Program& p = context.program();
  for (size_t i = 0; i < p.readings.size(); ++i) {
    const Reading& one = p.readings[i];
    const auto is_of = [&](const CaseName& each) { return find_case(p, each.label) == one.label; };
    const auto sets_it = [&](const Setting& each) { return each.reading == static_cast<ReadingId>(i); };
    if (one.kind == none || std::none_of(cases.begin(), cases.end(), is_of) ||
        std::any_of(claim.with.begin(), claim.with.end(), sets_it))
      continue;
    const auto& names = p.kinds[one.kind].members;
    for (size_t value = 0; value < names.size(); ++value) {
      if (static_cast<int32_t>(value) == context.scenario()->readings[i]) continue;
      std::vector<Setting> settings = claim.with;
      settings.push_back({none, static_cast<ReadingId>(i), static_cast<int32_t>(value)});
      const ScenarioPtr other = context.with(settings);
      if (!other) continue;
      if (runtime::Claims(other).run(claim).status == runtime::ClaimStatus::undisputed)
        return SameAs{"ambiguities", one.name,
                      fmt::format("with the answer {} = {}, the claim holds", one.name, names[value])};
    }
  }
  return std::nullopt;
}

void ask_claims(Context& context, size_t& asked) {
  runtime::Claims claims(context.scenario());
  for (const Claim& claim : context.program().claims) {
    ++asked;
    const runtime::ClaimAnswer answer = claims.run(claim);
    if (answer.status == runtime::ClaimStatus::disputed) {
      Finding& finding = context.add(id, claim.name, Verdict::refuted, Concern::contradiction);
      const std::string label = context.program().label_text(claim.label);
      const std::string named = case_in_text(label);
      std::vector<std::string> others;
      for (const std::string& other : labels_in_text(context.program(), claim.disputed))
        others.push_back(case_in_text(other));
      const std::string contrary = others.empty() ? "another rule" : listed(others, "and");
      finding.claim = fmt::format("No other case contradicts this claim of {}", named);
      // The claim is in the words of the rules file, so it stands in no quotation marks.
      finding.headline = fmt::format("{}: {}. But {}", named, claim.name, claim.disputed);
      finding.text = fmt::format("The two places contradict each other. These rules play by {}, not by {}.",
                                 contrary, named);
      finding.scope = fmt::format("this claim of {} was evaluated in {}", named, answer.ruleset);
      finding.marked = Marked::disputed;
      context.cite(finding, claim);
      // Both places: whoever wrote it down may name one of them in what is claimed.
      for (const std::string* const text : {&claim.disputed, &claim.name})
        for (const std::string& one : labels_in_text(context.program(), *text))
          context.cite(finding, find_case(context.program(), one));
      finding.details = answer.found;
      if (finding.details.size() > 4) finding.details.resize(4);
      if (!finding.details.empty()) {
        const std::string instead = "What these rules do instead:";
        if (finding.details.front().find('\n') == std::string::npos)
          finding.details.front() = instead + " " + finding.details.front();
        else
          finding.details.insert(finding.details.begin(), instead);
      }
      if (answer.line < claim.lines.size()) {
        std::string wanted = place_of(context.program(), claim.lines[answer.line].place).text;
        for (const auto& [begins, ends] :
             {std::pair{"expect permitted ", " is lawful"}, std::pair{"expect refused ", " is refused"},
              std::pair{"expect ", ""}})
          if (wanted.starts_with(begins)) wanted = wanted.substr(std::string_view(begins).size()) + ends;
        finding.details.insert(finding.details.begin(), fmt::format("What the claim expects: {}", wanted));
      }
      finding.details.push_back(
          fmt::format("To read {}: casebook show {} {}", named, context.id(), in_shell(label)));
      const ScenarioPtr scenario = claim.with.empty() ? context.scenario() : context.with(claim.with);
      finding.witness = witness_of(scenario, claim, answer);
      finding.same_as = marked_as(context, claim, finding.cases);
    }
  }
}

/// Tables over the same lines that say the same in most of them, and not in all. Where nothing in play asks
/// one of the two, it is there to say again what the other says, and so one of them is wrong; two that are
/// both asked may be two things that are alike.
void compare_tables(Context& context, size_t& compared) {
  const runtime::Scenario& scenario = *context.scenario();
  const auto& tables = context.program().tables;
  const auto cell_of = [&](const Table& table, size_t cell) {
    std::string text;
    size_t rest = cell;
    for (size_t axis = table.index.size(); axis-- > 0;) {
      const auto size = static_cast<size_t>(table.size[axis]);
      const std::string key =
          scenario.value_text(table.index[axis], table.low[axis] + static_cast<int64_t>(rest % size));
      text = text.empty() ? key : key + ", " + text;
      rest /= size;
    }
    return text;
  };
  for (size_t i = 0; i < tables.size(); ++i) {
    for (size_t k = i + 1; k < tables.size(); ++k) {
      const Table &a = tables[i], &b = tables[k];
      if (a.index != b.index || a.low != b.low || a.size != b.size || a.type != b.type) continue;
      size_t same = 0;
      std::vector<size_t> differing;
      for (size_t cell = 0; cell < a.cells.size(); ++cell) {
        if (a.cells[cell] == silent_value || b.cells[cell] == silent_value) continue;
        ++compared;
        if (a.cells[cell] == b.cells[cell])
          ++same;
        else
          differing.push_back(cell);
      }
      if (differing.empty() || same < differing.size()) continue;
      const bool asked_a = context.references().in_play({Sort::table, static_cast<TableId>(i)});
      const bool asked_b = context.references().in_play({Sort::table, static_cast<TableId>(k)});
      Finding& finding = context.add(id, a.name + " and " + b.name, Verdict::refuted,
                                     asked_a != asked_b ? Concern::contradiction : Concern::information);
      finding.kind = asked_a != asked_b ? kind::stated_differently : kind::almost_the_same;
      finding.method = Method::counting;
      finding.claim = fmt::format("{} and {} are the same, or mostly different", a.name, b.name);
      finding.headline = fmt::format("{} and {} agree in {} of {}", a.name, b.name, same,
                                     counted(same + differing.size(), "cell"));
      finding.text = asked_a != asked_b
                         ? fmt::format("Play uses {} alone. The other repeats it and differs in {}.",
                                       asked_a ? a.name : b.name, counted(differing.size(), "cell"))
                         : "If both state one fact, one of them is wrong where they differ.";
      finding.scope = fmt::format("all {} were compared", counted(a.cells.size(), "cell"));
      constexpr size_t most_told = 4;
      for (size_t d = 0; d < differing.size() && d < most_told; ++d)
        finding.details.push_back(fmt::format("{}: {} in {}, {} in {}", cell_of(a, differing[d]),
                                              scenario.value_text(a.type, a.cells[differing[d]]), a.name,
                                              scenario.value_text(b.type, b.cells[differing[d]]), b.name));
      if (differing.size() > most_told)
        finding.details.push_back(fmt::format("and {} more", differing.size() - most_told));
      context.cite(finding, a);
      context.cite(finding, b);
    }
  }
}

/// Pairs of givens between which some expression chooses.
std::set<std::pair<GivenId, GivenId>> chosen_between(const Program& program,
                                                     std::map<std::pair<GivenId, GivenId>, CaseId>& label) {
  std::set<std::pair<GivenId, GivenId>> pairs;
  const auto given_of = [](const ExprPtr& expr) -> const Expr* {
    const Expr* at = expr.get();
    while (at != nullptr && (at->op == Op::as_maybe || at->op == Op::as_location)) at = at->args[0].get();
    return at != nullptr && at->op == Op::given ? at : nullptr;
  };
  for (const TopExpression& top : top_expressions(program)) {
    if (!top.plays) continue;
    walk(*top.expr, [&](const Expr& expr) {
      if (expr.op != Op::choose_if) return;
      const Expr* a = given_of(expr.args[1]);
      const Expr* b = given_of(expr.args[2]);
      if (a == nullptr || b == nullptr || a->ref == b->ref || a->args.size() != 1 || b->args.size() != 1)
        return;
      const std::pair<GivenId, GivenId> pair{std::min(a->ref, b->ref), std::max(a->ref, b->ref)};
      pairs.insert(pair);
      label.try_emplace(pair, top.label);
    });
  }
  return pairs;
}

/// Where the data have a fact from; empty: they do not say.
struct Source {
  std::string document, text;
};

Source source_of(const board::ScenarioData& data, const std::string& entity, const std::string& attribute) {
  const auto told = [](const board::Provenances& provenances, int of) {
    if (of < 0) return Source{};
    const board::Provenance& one = provenances.all[static_cast<size_t>(of)];
    return one.attested ? Source{one.source, one.source + " " + one.case_label}
                        : Source{"reconstructed", "reconstructed: " + one.why};
  };
  const auto look = [&](const std::vector<board::EntityLine>& lines, const board::Provenances& provenances) {
    for (const board::EntityLine& line : lines) {
      if (line.id != entity) continue;
      for (const board::Fact& fact : line.facts) {
        if (fact.attribute == attribute) return told(provenances, fact.provenance);
      }
    }
    return Source{};
  };
  for (const auto& schedule : data.schedules) {
    if (Source found = look(schedule.data.rows, schedule.data.provenances); !found.text.empty()) return found;
  }
  for (const auto& order : data.orders_of_battle) {
    if (Source found = look(order.data.entities, order.data.provenances); !found.text.empty()) return found;
  }
  return {};
}

void compare_givens(Context& context, size_t& compared) {
  const runtime::Scenario& scenario = *context.scenario();
  const Program& program = context.program();
  std::map<std::pair<GivenId, GivenId>, CaseId> labels;
  for (const auto& [first, second] : chosen_between(program, labels)) {
    const Given& a = program.givens[first];
    const Given& b = program.givens[second];
    if (a.type != b.type || a.params != b.params || a.params[0].tag != TypeTag::entity) continue;
    const auto& ca = scenario.givens[first].cells;
    const auto& cb = scenario.givens[second].cells;
    std::map<std::pair<int32_t, int32_t>, std::vector<std::string>> differing;
    const auto& names = scenario.members[a.params[0].of];
    for (size_t i = 0; i < ca.size() && i < cb.size() && i < names.size(); ++i) {
      ++compared;
      if (ca[i] != cb[i] && ca[i] != -1 && cb[i] != -1) differing[{ca[i], cb[i]}].push_back(names[i]);
    }
    for (const auto& [values, members] : differing) {
      Source of_a, of_b;
      if (scenario.data) {
        of_a = source_of(*scenario.data, members.front(), a.name);
        of_b = source_of(*scenario.data, members.front(), b.name);
      }
      if (of_a.document != of_b.document || of_a.document == "reconstructed") continue;
      const std::string one = scenario.value_text(a.type, values.first);
      const std::string other = scenario.value_text(b.type, values.second);
      Finding& finding = context.add(id, fmt::format("{} {} or {}", a.name, one, other), Verdict::refuted,
                                     Concern::contradiction);
      finding.claim = fmt::format("{} has one value for {}", a.name, listed(members, "and"));
      finding.headline =
          fmt::format("The data give {} of {} twice, with different values", a.name, listed(members, "and"));
      finding.text = fmt::format("It is {} in one place and {} in another ({}).", one, other, b.name);
      finding.scope = fmt::format("both values of all {} were compared", counted(names.size(), "member"));
      context.cite(finding, a);
      context.cite(finding, b);
      context.cite(finding, labels[{first, second}]);
      if (!of_a.text.empty()) finding.details.push_back(fmt::format("{} = {}: {}", a.name, one, of_a.text));
      if (!of_b.text.empty()) finding.details.push_back(fmt::format("{} = {}: {}", b.name, other, of_b.text));
    }
  }
}

Answer run(Context& context) {
  size_t claims = 0, facts = 0, cells = 0;
  ask_claims(context, claims);
  compare_givens(context, facts);
  compare_tables(context, cells);
  return {Verdict::proved,
          fmt::format("compared: {}, {}, {}", counted(claims, "claim"),
                      counted(facts, "fact stated twice", "facts stated twice"),
                      counted(cells, "table cell stated twice", "table cells stated twice"))};
}

}  // namespace

Check facts_stated_twice() {
  return {id, "Does the rulebook state one thing in two places, differently?", CheckOf::text, true, run};
}

}  // namespace casebook::checks
