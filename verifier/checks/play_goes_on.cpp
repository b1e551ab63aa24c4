// SPDX-License-Identifier: Apache-2.0
// play-goes-on: must a player ever choose when he cannot, and does a rule ever have no value?
//
// The check looks at the ends of the seeded games, and at the results of each choice and each roll from the
// positions of the probe. A game is its own witness. A generated position is cut down to what matters, and
// keeps its grade.
//
// A game that ends at a limit of Casebook says nothing against the rules. The check tells it once for each case, as
// UNKNOWN.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "engine/program/expression.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/checks/shared/survey.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::none;

namespace {

constexpr const char* id = "play-goes-on";

/// Neither the end of a game nor a place where it goes on.
bool stops(const Outcome& outcome) {
  return outcome.kind == OutcomeKind::stuck || outcome.kind == OutcomeKind::fault ||
         outcome.kind == OutcomeKind::limit;
}

class PlayGoesOnCheck {
 public:
  PlayGoesOnCheck(Context& context, Probe& probe)
      : context_(context), probe_(probe), scenario_(probe.scenario()) {}

  /// Whether `exceptions` tells why play stops somewhere.
  bool left() const { return left_; }

  /// What was seen with other switches is not reported again.
  void leave_out(const PlayGoesOnCheck& other) { seen_ = other.seen_; }

  void ends_of_games() {
    const Survey& survey = context_.survey();
    for (const auto& [text, ending] : survey.endings) {
      if (!stops(ending.outcome)) continue;
      seen_.insert(text);
      Witness witness;
      Position start = scenario_->start;
      rules().begin(start);
      describe(witness, *scenario_, start, Grade::seen);
      WitnessSide side;
      side.ruleset = scenario_->id;
      side.record = survey.record(scenario_, ending.first);
      const auto game = games::played(side.record, scenario_);
      side.said.push_back({Assertion::What::outcome, {}, text});
      witness.sides.push_back(std::move(side));
      Position before = start;
      if (game)
        for (size_t i = 0; i + 1 < game->steps.size(); ++i) games::apply(rules(), before, game->steps[i]);
      const bool stepped = game && !game->steps.empty();
      const std::string why = game ? why_fault(ending.outcome, stepped ? &before : nullptr,
                                               stepped ? game->steps.back() : games::PlayedStep())
                                   : std::string();
      const std::string scope =
          ending.outcome.kind == OutcomeKind::limit
              ? fmt::format("{} of {} ended at a limit of Casebook", grouped(ending.games), survey.scope())
              : fmt::format("{} of {} end so", grouped(ending.games), survey.scope());
      if (left_to_exceptions(why, {{}, {}, Method::play, scope, witness})) continue;
      Finding& finding = add(text, ending.outcome);
      if (stepped) say_what_refuses(finding, ending.outcome, before, game->steps.back());
      say_why(finding, ending.outcome, why);
      finding.method = Method::play;
      finding.scope = scope;
      finding.witness = std::move(witness);
    }
  }

  void from_positions() {
    Probe& probe = probe_;
    for (const Tried& tried : probe.positions()) {
      if (context_.stopped()) return;
      if (tried.grade == Grade::typed) continue;  // what play cannot come to says little of the rules
      const auto step = first_wrong(tried.position, {});
      if (!step) continue;
      // Confirmed and told by the reference evaluator, from the smallest position that still does it.
      const std::string text = end_of(tried.position, *step);
      if (text.empty() || !seen_.insert(text).second) continue;
      const Tried small = probe.shrunk(
          tried, [&](const Position& position) { return first_wrong(position, text).has_value(); });
      const auto last = first_wrong(small.position, text);
      if (!last) continue;
      report(small, *last, text);
    }
  }

 private:
  CompiledRules& rules() { return probe_.rules(); }

  /// The beginning of a line, which is counted from 1.
  static language::Place line_of(const language::Program& program, uint32_t file, const std::string& number) {
    language::Place place;
    place.file = file;
    place.line = static_cast<uint32_t>(std::strtoul(number.c_str(), nullptr, 10));
    const std::string& text = program.sources[file].text;
    size_t at = 0;
    for (uint32_t line = 1; line < place.line && at != std::string::npos; ++line) {
      at = text.find('\n', at);
      if (at != std::string::npos) ++at;
    }
    place.begin = at == std::string::npos ? 0 : static_cast<uint32_t>(at);
    place.end = place.begin;
    return place;
  }

  /// What the reference evaluator says of a fault: which expression has no value, where it stands, and with
  /// which values; of a limit, which one. `before`: where the step was taken; null: the game begins with it. Empty: there is none.
  std::string why_fault(const Outcome& outcome, const Position* before, const games::PlayedStep& step) const {
    if (outcome.kind != OutcomeKind::fault && outcome.kind != OutcomeKind::limit) return {};
    ReferenceRules reference(scenario_);
    Position position = before == nullptr ? scenario_->start : *before;
    if (before == nullptr)
      reference.begin(position);
    else if (step.chance)
      reference.apply(position, step.outcome);
    else
      reference.apply(position, step.choice);
    if (reference.outcome(position).kind != outcome.kind || reference.notes().empty()) return {};
    return reference.notes().back();
  }

  /// Whether the fault is one of exceptions or adjustments without an order, and is told as theirs. What
  /// shows with other switches alone is told here.
  bool left_to_exceptions(const std::string& why, MetConflict conflict) {
    const auto pair = context_.told_by_exceptions(why);
    if (!pair || (scenario_ != context_.scenario() && !context_.is_known(*pair))) return false;
    left_ = true;
    conflict.pair = *pair;
    context_.leave_to_exceptions(std::move(conflict));
    return true;
  }

  void say_why(Finding& finding, const Outcome& outcome, std::string why) const {
    if (why.empty()) return;
    if (outcome.kind == OutcomeKind::limit) {
      finding.text = fmt::format("{}.", why);
      return;
    }
    const language::Program& program = context_.program();
    const auto pair = pair_told(program, why);
    // `..., at 04-movement.rules:37`: that line stands below instead.
    for (size_t file = 0; file < program.sources.size(); ++file) {
      const std::string at = fmt::format(", at {}:", program.sources[file].file);
      const size_t found = why.rfind(at);
      if (found == std::string::npos) continue;
      const language::Place place =
          line_of(program, static_cast<uint32_t>(file), why.substr(found + at.size()));
      why.erase(found);
      finding.places.push_back(place_of(program, place));
      if (pair) finding.places.push_back(place_of(program, second_of(program, *pair).place));
      break;
    }
    finding.text += fmt::format(" The last step gives: {}.", why);
  }

  /// Where nobody has a choice: the requirements each of which alone keeps the player from one. Those that
  /// keep him from few choices stand first.
  void say_what_refuses(Finding& finding, const Outcome& outcome, const Position& before,
                        const games::PlayedStep& step) {
    const language::Program& program = context_.program();
    const language::SiteId site = outcome.site;
    if (outcome.kind != OutcomeKind::stuck || site < 0) return;
    struct Refusing {
      size_t opens = 0;
      const language::Requirement* requirement = nullptr;
      const language::Action* action = nullptr;
    };
    std::vector<Refusing> all;
    for (const language::Alternative& alternative : program.sites[site].alternatives) {
      const language::Action& action = program.actions[alternative.action];
      for (size_t i = 0; i < action.requires_.size() && !context_.stopped(); ++i) {
        auto other = std::make_shared<Scenario>(*scenario_);
        auto altered = std::make_shared<language::Program>(program);
        language::Requirement& one = altered->actions[alternative.action].requires_[i];
        one.expr = language::make_constant(language::boolean_type, 1, one.place);
        other->program = std::move(altered);
        other->mined = nullptr;  // proved of the rules as they are
        try {
          CompiledRules without(std::move(other));
          Position at = before;
          games::apply(without, at, step);
          choices_.clear();
          if (at.cell(scenario_->layout.site) - 1 == site && without.node(at) == NodeKind::choose)
            without.choices(at, choices_);
          if (!choices_.empty()) all.push_back({choices_.size(), &action.requires_[i], &action});
        } catch (const std::exception&) {  // more registers than there are
        }
      }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Refusing& a, const Refusing& b) { return a.opens < b.opens; });
    std::vector<std::string> each;
    // The case that refuses is cited before the one that asks for a choice.
    std::vector<CaseName> asking;
    std::swap(finding.cases, asking);
    for (const Refusing& one : all) {
      context_.cite(finding, one.requirement->label, one.requirement->place);
      each.push_back(fmt::format(
          "{} (requirement \"{}\" of \"{}\")", case_in_text(program.label_text(one.requirement->label)),
          one.requirement->name, one.action->phrase.empty() ? one.action->name : one.action->phrase));
    }
    for (const CaseName& one : asking)
      if (std::find(finding.cases.begin(), finding.cases.end(), one) == finding.cases.end())
        finding.cases.push_back(one);
    if (each.empty()) return;
    std::vector<std::string> cases;
    for (const Refusing& one : all) {
      const std::string label = case_in_text(program.label_text(one.requirement->label));
      if (cases.size() < 3 && std::find(cases.begin(), cases.end(), label) == cases.end())
        cases.push_back(label);
    }
    finding.headline +=
        fmt::format(": {} {} one", listed(cases, "and"), cases.size() == 1 ? "refuses" : "refuse");
    finding.text += fmt::format(" Without {} there would be a choice.",
                                each.size() == 1 ? each.front() : "any one of these: " + listed(each, "or"));
  }

  std::string end_of(const Position& from, const games::PlayedStep& step) {
    Position after = from;
    games::apply(rules(), after, step);
    return outcome_text(*scenario_, rules().outcome(after));
  }

  /// The first step that ends wrongly; with `as` only one that ends so.
  std::optional<games::PlayedStep> first_wrong(const Position& position, const std::string& as) {
    const auto wrong = [&](const games::PlayedStep& step) {
      after_ = position;
      games::apply(rules(), after_, step);
      const Outcome outcome = rules().outcome(after_);
      return stops(outcome) && (as.empty() ? seen_.count(outcome_text(*scenario_, outcome)) == 0
                                           : outcome_text(*scenario_, outcome) == as);
    };
    switch (rules().node(position)) {
      case NodeKind::over:
        break;
      case NodeKind::chance:
        rules().outcomes(position, outcomes_);
        for (const ChanceOutcome& one : outcomes_) {
          const games::PlayedStep step{true, {}, one};
          if (wrong(step)) return step;
        }
        break;
      case NodeKind::choose:
        rules().choices(position, choices_);
        const size_t every = std::max<size_t>(1, choices_.size() / 48);
        for (size_t i = 0; i < choices_.size(); i += every) {
          const games::PlayedStep step{false, choices_[i], {}};
          if (wrong(step)) return step;
        }
        break;
    }
    return std::nullopt;
  }

  void report(const Tried& tried, const games::PlayedStep& step, const std::string& text) {
    Game game(make_reference_rules(scenario_), tried.position);
    const bool done = games::take(game, step);
    if (!done) return;
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = game.record();
    side.record.seeded_dice = false;
    side.said.push_back({Assertion::What::outcome, {}, text});
    witness.sides.push_back(std::move(side));
    const auto outcome = parse_outcome(*scenario_, text);
    if (!outcome) return;
    const std::string why = why_fault(*outcome, &tried.position, step);
    if (left_to_exceptions(why, {{}, {}, Method::generated, probe_.scope(), witness})) return;
    Finding& finding = add(text, *outcome, tried.grade >= Grade::reachable);
    say_what_refuses(finding, *outcome, tried.position, step);
    say_why(finding, *outcome, why);
    finding.method = Method::generated;
    finding.scope = probe_.scope();
    finding.witness = std::move(witness);
  }

  /// Where play is not known to come to, a step that fails says that the rules rest on more than the
  /// invariants have.
  Finding& add(const std::string& text, const Outcome& outcome, bool reached = true) {
    if (outcome.kind == OutcomeKind::limit) return add_limit(text, outcome);
    const bool stuck = outcome.kind == OutcomeKind::stuck;
    const Concern concern = !reached ? Concern::information
                            : stuck  ? Concern::impossible
                                     : Concern::contradiction;
    Finding& finding = context_.add(id, text, reached ? Verdict::refuted : Verdict::not_inductive, concern);
    finding.no_answer = true;
    if (!stuck) finding.kind = kind::has_no_value;
    finding.claim =
        stuck ? "A player who must choose has a lawful choice" : "Every rule has a value where play needs it";
    finding.headline =
        stuck ? "A player must choose and has no lawful choice" : "A rule has no value where play needs one";
    finding.text = fmt::format("Play stops there: {}.", text);
    const auto& program = context_.program();
    if (stuck && outcome.site >= 0) context_.cite(finding, program.sites[outcome.site].label);
    if (!stuck) context_.cite(finding, outcome.label);
    return finding;
  }

  Finding& add_limit(const std::string& text, const Outcome& outcome) {
    Finding& finding = context_.add(id, text, Verdict::unknown, Concern::information);
    finding.kind = kind::at_limit;
    finding.claim = "Every game goes on within the limits of Casebook";
    finding.headline = fmt::format("Casebook cannot list every choice of {}: a game ends at its limit",
                                   case_in_text(context_.program().label_text(outcome.label)));
    finding.text = fmt::format("Play stops there: {}.", text);
    context_.cite(finding, outcome.label);
    return finding;
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  std::set<std::string> seen_;
  bool left_ = false;  // a fault to `exceptions`
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
  Position after_;
};

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no game in these rules"};
  PlayGoesOnCheck check(context, context.probe());
  check.ends_of_games();
  check.from_positions();
  std::string scope = context.survey().scope() + ", and each step from " + context.probe().scope();
  if (check.left()) scope += std::string(left_to_exceptions_text);
  if (Probe* const other = context.stopped() ? nullptr : context.probe_with_options()) {
    PlayGoesOnCheck with_options(context, *other);
    with_options.leave_out(check);
    with_options.from_positions();
    context.speaks_of(other->scenario());
    scope += "; the same with every option on";
  }
  return {Verdict::sampled, scope};
}

}  // namespace

Check play_goes_on() {
  return {id,
          "Can a player be left without a lawful choice, or a rule without a value?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
