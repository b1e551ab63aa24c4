// SPDX-License-Identifier: Apache-2.0
// examples: an example of play that follows only with facts that it does not state.
//
// A claim is an example of play if its words say so: they contain `example`. The check changes one fact at a
// time that these words do not mention, and runs the claim again:
//
//   - the value of a state, such as the turn, that the claim leaves as it is
//   - the hex of a piece that the claim names and does not place
//   - the other pieces, where the claim leaves them as set up
//   - the value of a reading that the claim leaves open
//
// If the claim then fails, the example rests on that fact. A reader of the example has to guess it, or the
// example decides a question that the text leaves open.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/text.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"
#include "engine/runtime/claims/claims.h"
#include "verifier/checks/list.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::Claim;
using language::ClaimFill;
using language::Expr;
using language::none;
using language::Op;
using language::TypeTag;
using namespace language::ids;

namespace {

constexpr const char* id = "examples";
/// Other values of one state that are tried.
constexpr int64_t most_values = 12;

class ExamplesCheck {
 public:
  explicit ExamplesCheck(Context& context)
      : context_(context), p_(context.program()), scenario_(context.scenario()), claims_(scenario_) {}

  size_t examples = 0;
  uint64_t tried = 0;

  void ask() {
    for (const Claim& claim : p_.claims) {
      if (context_.stopped()) return;
      if (!is_example(claim) || !claim.disputed.empty()) continue;
      const ClaimAnswer answer = claims_.run(claim);
      if (answer.status != ClaimStatus::held) continue;
      ++examples;
      ask(claim, answer.own_numbers);
    }
  }

 private:
  static std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
  }
  static bool is_example(const Claim& claim) {
    return lower(claim.name).find("example") != std::string::npos;
  }
  static bool says(const Claim& claim, const std::string& words) {
    return lower(claim.name).find(lower(words)) != std::string::npos;
  }
  bool fails(const Claim& claim) {
    ++tried;
    return claims_.run(claim).status == ClaimStatus::failed;
  }

  void ask(const Claim& claim, bool own_numbers) {
    std::vector<std::string> facts;
    states(claim, facts);
    if (own_numbers) pieces(claim, facts);
    others(claim, facts);
    readings(claim, facts);
    if (facts.empty()) return;
    Finding& finding = context_.add(id, claim.name, Verdict::refuted, Concern::gap);
    finding.claim = fmt::format("The example \"{}\" follows from what it states", claim.name);
    const std::string label = case_in_text(p_.label_text(claim.label));
    finding.headline = fmt::format("The example of {} follows only with {} that it does not state", label,
                                   facts.size() == 1 ? "a fact" : "facts");
    finding.text = fmt::format("\"{}\" holds, and fails without one of these facts.", claim.name);
    for (std::string& fact : facts) finding.details.push_back(std::move(fact));
    finding.scope = "the claim was run again with one fact changed at a time";
    context_.cite(finding, claim);
  }

  void states(const Claim& claim, std::vector<std::string>& facts) {
    for (size_t i = 0; i < p_.states.size(); ++i) {
      const language::State& state = p_.states[static_cast<StateId>(i)];
      if (!state.params.empty() || state.hidden || state.procedure != none || says(claim, state.name))
        continue;
      const bool filled = std::any_of(claim.fills.begin(), claim.fills.end(), [&](const ClaimFill& one) {
        return one.state == static_cast<StateId>(i);
      });
      if (filled) continue;
      int64_t low = 0, high = 1;
      if (state.type.tag == TypeTag::number) {
        low = p_.measures[state.type.of].low, high = p_.measures[state.type.of].high;
      } else if (state.type.tag == TypeTag::entity && p_.kinds[state.type.of].closed) {
        high = scenario_->size(state.type.of) - 1;
      } else if (state.type.tag != TypeTag::boolean) {
        continue;
      }
      const int32_t now = scenario_->start.cell(scenario_->layout.states[static_cast<StateId>(i)].first);
      for (int64_t value = low; value <= std::min(high, low + most_values); ++value) {
        if (value == now) continue;
        Claim other(claim);
        ClaimFill fill;
        fill.state = static_cast<StateId>(i);
        fill.value = language::make_constant(state.type, value, claim.place);
        other.fills.push_back(std::move(fill));
        if (!fails(other)) continue;
        facts.push_back(fmt::format("{} is {}: with {} it fails", state.name,
                                    scenario_->value_text(state.type, now),
                                    scenario_->value_text(state.type, value)));
        break;
      }
    }
  }

  /// The pieces that its lines name.
  std::set<std::pair<KindId, std::string>> named(const Claim& claim) const {
    std::set<std::pair<KindId, std::string>> out;
    for (const language::ClaimLine& line : claim.lines) {
      if (!line.expr) continue;
      language::walk(*line.expr, [&](const Expr& expr) {
        if (expr.op == Op::named_entity && p_.kinds[expr.type.of].on_map)
          out.emplace(expr.type.of, expr.text);
      });
    }
    return out;
  }
  static bool places(const Claim& claim, KindId kind, const std::string& name) {
    return std::any_of(claim.fills.begin(), claim.fills.end(), [&](const ClaimFill& one) {
      return one.state == none && one.kind == kind && one.args.size() == 1 && one.args[0]->text == name;
    });
  }
  language::ExprPtr name_of(KindId kind, const std::string& name, const language::Place& place) const {
    language::ExprPtr expr = language::make_expr(Op::named_entity, language::entity_type(kind), place);
    expr->text = name;
    return expr;
  }
  ClaimFill placed(const Claim& claim, KindId kind, const std::string& piece, int32_t hex) const {
    ClaimFill fill;
    fill.kind = kind;
    fill.args.push_back(name_of(kind, piece, claim.place));
    fill.value = language::make_expr(
        Op::as_location, language::location_type, claim.place,
        name_of(language::kind_hex, scenario_->members[language::kind_hex][static_cast<size_t>(hex)],
                claim.place));
    return fill;
  }
  /// Where it begins; -1: off the map, or there is no such piece.
  int32_t begins_at(KindId kind, const std::string& piece) const {
    const auto& members = scenario_->members[kind];
    const auto found = std::find(members.begin(), members.end(), piece);
    if (found == members.end()) return -1;
    const int32_t at = scenario_->start.cell(scenario_->layout.places[kind].first +
                                             static_cast<uint32_t>(found - members.begin()));
    return at < scenario_->ground.hexes ? at : -1;
  }

  static void conjuncts(const Expr& expr, std::vector<const Expr*>& into) {
    if (expr.op != Op::all_of) {
      into.push_back(&expr);
      return;
    }
    for (const auto& arg : expr.args) conjuncts(*arg, into);
  }
  /// `place("A") = 0708`: it sets up, and is no result.
  static bool says_a_place(const Expr& expr) {
    return expr.op == Op::equal && (expr.args[0]->op == Op::place_of || expr.args[1]->op == Op::place_of);
  }
  /// The claim without what its lines say of where pieces are.
  static Claim without_places(const Claim& claim) {
    Claim out(claim);
    for (language::ClaimLine& line : out.lines) {
      if (line.step != language::ClaimStep::expect || !line.expr) continue;
      std::vector<const Expr*> parts;
      conjuncts(*line.expr, parts);
      std::erase_if(parts, [](const Expr* part) { return says_a_place(*part); });
      language::ExprPtr left = language::make_constant(language::boolean_type, 1, line.place);
      if (!parts.empty()) {
        left = language::make_expr(Op::all_of, language::boolean_type, line.place);
        for (const Expr* part : parts) left->args.emplace_back(*part);
      }
      line.expr = std::move(left);
    }
    return out;
  }
  static bool lines_name(const Claim& claim, const std::string& hex) {
    bool found = false;
    for (const language::ClaimLine& line : claim.lines) {
      if (!line.expr) continue;
      language::walk(*line.expr, [&](const Expr& expr) {
        found = found || (expr.op == Op::named_entity && expr.text == hex);
      });
    }
    return found;
  }

  void pieces(const Claim& as_written, std::vector<std::string>& facts) {
    if (as_written.others_absent) return;
    const Claim claim = without_places(as_written);
    for (const auto& [kind, piece] : named(claim)) {
      const int32_t at = begins_at(kind, piece);
      if (at < 0 || places(claim, kind, piece)) continue;
      const std::string hex = scenario_->members[language::kind_hex][static_cast<size_t>(at)];
      if (says(claim, hex) || lines_name(claim, hex)) continue;
      for (int32_t next = 0; next < scenario_->ground.hexes; ++next) {
        if (next == at || context_.stopped()) continue;
        Claim other(claim);
        other.fills.push_back(placed(claim, kind, piece, next));
        if (!fails(other)) continue;
        facts.push_back(fmt::format("{} is in {}: in {} it fails", piece, hex,
                                    scenario_->members[language::kind_hex][static_cast<size_t>(next)]));
        break;
      }
    }
  }

  void others(const Claim& claim, std::vector<std::string>& facts) {
    if (claim.others_absent) return;
    Claim alone(claim);
    alone.others_absent = true;
    for (const auto& [kind, piece] : named(claim)) {
      const int32_t at = begins_at(kind, piece);
      if (at >= 0 && !places(claim, kind, piece)) alone.fills.push_back(placed(claim, kind, piece, at));
    }
    if (fails(alone)) facts.emplace_back("other pieces are where they begin: without them it fails");
  }

  void readings(const Claim& claim, std::vector<std::string>& facts) {
    for (size_t i = 0; i < p_.readings.size(); ++i) {
      const language::Reading& reading = p_.readings[static_cast<ReadingId>(i)];
      if (reading.kind == none) continue;
      const bool is_set =
          std::any_of(claim.with.begin(), claim.with.end(),
                      [&](const language::Setting& one) { return one.reading == static_cast<ReadingId>(i); });
      if (is_set) continue;
      const auto& values = p_.kinds[reading.kind].members;
      const int32_t now = scenario_->readings[static_cast<ReadingId>(i)];
      for (size_t value = 0; value < values.size(); ++value) {
        if (static_cast<int32_t>(value) == now) continue;
        Claim other(claim);
        other.with.push_back({none, static_cast<ReadingId>(i), static_cast<int32_t>(value)});
        std::sort(other.with.begin(), other.with.end());
        if (!fails(other)) continue;
        facts.push_back(fmt::format("{} = {}: with {} it fails. The example decides the question \"{}\"",
                                    reading.name, values[static_cast<size_t>(now)], values[value],
                                    reading.question));
        break;
      }
    }
  }

  Context& context_;
  const language::Program& p_;
  ScenarioPtr scenario_;
  Claims claims_;
};

Answer run(Context& context) {
  ExamplesCheck check(context);
  check.ask();
  if (check.examples == 0) return {Verdict::proved, "no claim that says it is an example"};
  return {Verdict::proved, fmt::format("{}, run again {} times with one fact changed",
                                       counted(check.examples, "example"), grouped(check.tried))};
}

}  // namespace

Check examples() {
  return {id,
          "Does an example of play follow only with facts that it does not state?",
          CheckOf::text,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
