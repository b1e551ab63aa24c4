// SPDX-License-Identifier: Apache-2.0
// idle-rules: a requirement, exception, entry or effect whose loss nobody would notice.
//
// 1. Leave it out, and compare both rulesets on the positions of the probe: what is lawful, and the results
//    of choices and rolls.
// 2. For a requirement without a difference, search for a position in which it alone refuses.
// 3. Look at the last steps of seeded games too. What refuses something there is not idle.
// 4. Where the step that ends a game evaluates a line whose loss changes a definition or a field, search
//    for such positions and put them into the ends of games. What is evaluated once a game is found in no
//    other way.
//
// A part that changes nothing anywhere was never needed as far as anybody has seen: it never applies, or
// others always do its work. What the switches rule out is tried with every option on. Claims, invariants
// and views are not part of play.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>

#include "engine/base/in_parallel.h"
#include "engine/base/text.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/mutants.h"
#include "engine/program/flow_graph.h"
#include "engine/program/walk.h"
#include "engine/runtime/has_values.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/compare/hunt/worker.h"
#include "verifier/finding/counted.h"
#include "verifier/search/goals.h"
#include "verifier/search/steer.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "idle-rules";
/// One that nobody notices is asked of all of them: that is what takes the time.
constexpr size_t most_positions = 1200;
/// Spent on a requirement that no position noticed the loss of.
constexpr int64_t steering = 1500;
/// Of anything else: for each definition that may come out otherwise, and of so many.
constexpr uint64_t steering_of_answers = 1500;
constexpr size_t most_answers = 6;
constexpr uint64_t games_listened_to = 3;
/// Seeded games whose last steps are looked at.
constexpr uint64_t most_ends = 32;

bool leaves_out(const Mutant& mutant) {
  if (mutant.of != MutantOf::rule || mutant.what.starts_with("call of") ||
      mutant.what.starts_with("alternative") || mutant.what.starts_with("action"))
    return false;
  for (const char* word : {"left out", "never applies", "never holds", "without say", "dropped"}) {
    if (mutant.what.find(word) != std::string::npos) return true;
  }
  return false;
}

const char* sort_of(const Mutant& mutant) {
  if (mutant.what.starts_with("field: `through`")) return "`through` of the field";
  if (mutant.what.starts_with("field: `across`")) return "`across` of the field";
  for (const char* word :
       {"requirement", "ensure", "exception", "adjustment", "waiver", "preference", "statement", "field"}) {
    if (mutant.what.starts_with(word)) return word;
  }
  return "entry";
}

/// The mutants of one scenario's switches.
class IdleRulesCheck {
 public:
  IdleRulesCheck(Context& context, Probe& probe) : context_(context), probe_(probe), p_(context.program()) {
    // The positions of one site stand far apart, so that most losses are noticed early.
    for (size_t i = 0; i < probe.positions().size(); ++i) order_.push_back(i);
    Random random = context.random(id);
    for (size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[random.below(static_cast<uint32_t>(i))]);
    look_at_the_ends();
  }

  enum class Result : uint8_t { shut_out, unknown, untried, refused, noticed, idle };
  struct Told {
    Result result = Result::shut_out;
    size_t positions = 0;
  };

  std::vector<Told> ask(const std::vector<const Mutant*>& list) {
    std::vector<Told> told(list.size());
    const std::vector<Known>& known = probe_.known(context_);
    probe_.reach();
    in_parallel(
        list.size(), [&](size_t i, size_t) { told[i] = look(*list[i], known); },
        [&] { return !context_.stopped(); });
    return told;
  }

 private:
  Told look(const Mutant& mutant, const std::vector<Known>& known) {
    Told told;
    const Where where = where_asked(probe_.reach(), p_, mutant);
    bool anywhere = false;
    for (size_t site = 0; site < p_.sites.size(); ++site)
      anywhere = anywhere || where.anywhere(static_cast<int32_t>(site));
    if (!anywhere) return told;
    auto other = std::make_shared<runtime::Scenario>(*probe_.scenario());
    other->program = altered(p_, mutant);
    other->mined = nullptr;  // proved of the rules as they are
    std::unique_ptr<TwoRules> two;
    try {
      two = std::make_unique<TwoRules>(probe_.rules(), other);
    } catch (const std::exception&) {  // more registers than there are
      told.result = Result::unknown;
      return told;
    }
    if (two->second().runs_as(two->first())) return told;
    if (would_be_refused(*other->program)) {
      told.result = Result::refused;
      return told;
    }
    told.result = Result::noticed;
    for (const End& end : ends_) {
      if (!where.anywhere(end.site)) continue;
      ++told.positions;
      if (two->at(end.position, end.known, &where)) return told;
    }
    for (size_t i = 0; i < order_.size() && told.positions < most_positions; ++i) {
      const Tried& tried = probe_.positions()[order_[i]];
      if (!where.anywhere(tried.site)) continue;
      ++told.positions;
      if (two->at(tried.position, known[order_[i]], &where)) return told;
    }
    if (!steered(mutant, *two) && !where_games_end(mutant, other))
      told.result = told.positions > 0 ? Result::idle : Result::untried;
    return told;
  }

  /// Without it the rules would be none: a game could run out undecided (E0511), or come to an `or else` that
  /// leads nowhere (E0515).
  static bool would_be_refused(const Program& program) {
    const FlowGraph graph(program);
    if (program.game != language::none && graph.returns(program.game)) return true;
    for (size_t i = 0; i < program.flow.size(); ++i)
      if (program.flow[i].op == FlowOp::fault && program.flow[i].text.empty() && graph.reachable()[i])
        return true;
    return false;
  }

  /// Where seeded games take their last step, and what comes of that step.
  void look_at_the_ends() {
    games::Games games(probe_.scenario(), {context_.settings().seed, context_.settings().decisions});
    runtime::CompiledRules& rules = games.rules();
    for (uint64_t game = 1; game <= std::min(most_ends, context_.settings().games); ++game) {
      if (context_.stopped()) return;
      std::optional<runtime::Position> before, last;
      int16_t alternative = -1;
      games.play(game, 1, [&](const games::Moment& moment) {
        if (moment.before != nullptr) before = *moment.before;
        last = moment.position;
        alternative = moment.alternative;
        return true;
      });
      if (!before || rules.node(*last) != runtime::NodeKind::over) continue;
      End end{*before, before->cell(probe_.scenario()->layout.site) - 1,
              known_of(rules, *before, tried_of_many)};
      add_step(rules, end, *last, alternative);
      ends_.push_back(std::move(end));
    }
  }

  struct End {
    runtime::Position position;
    SiteId site = -1;
    Known known;
  };

  /// The step that was taken is among those that are looked at.
  static void add_step(runtime::CompiledRules& rules, End& end, const runtime::Position& last,
                       int16_t alternative) {
    for (const auto& [index, after] : end.known.after)
      if (after == last) return;
    const size_t all =
        end.known.node == runtime::NodeKind::chance ? end.known.outcomes.size() : end.known.choices.size();
    for (size_t i = 0; i < all; ++i) {
      runtime::Position after = end.position;
      if (end.known.node == runtime::NodeKind::chance) {
        rules.apply(after, end.known.outcomes[i]);
      } else {
        if (end.known.choices[i].alternative != alternative) continue;
        rules.apply(after, end.known.choices[i]);
      }
      if (!(after == last)) continue;
      end.known.after.emplace_back(i, std::move(after));
      return;
    }
  }

  /// A position in which that requirement alone refuses, and its loss is noticed.
  bool steered(const Mutant& mutant, TwoRules& two) const {
    if (!mutant.what.starts_with("requirement left out")) return false;
    for (size_t a = 0; a < p_.actions.size(); ++a) {
      const Action& action = p_.actions[a];
      for (size_t i = 0; i < action.requires_.size(); ++i) {
        if (action.name + "." + action.requires_[i].name != mutant.name) continue;
        const auto goal = games::refused_by(p_, static_cast<ActionId>(a), i);
        if (!goal) continue;
        games::MakerSettings few;
        few.seed = context_.settings().seed;
        games::PositionMaker maker(probe_.scenario(), few);
        games::SteerSettings settings;
        settings.evaluations = steering;
        settings.seed = context_.settings().seed;
        settings.with_invariants = true;
        settings.where = games::sites_for(p_, *goal, static_cast<ActionId>(a));
        games::Distance distance(probe_.scenario(), *goal);
        const games::Steered found = games::steer(maker, distance, settings);
        if (!found.found || !maker.goes_on(found.position)) continue;
        const Known known = known_of(maker.rules(), found.position, tried_of_many);
        if (two.at(found.position, known, nullptr)) return true;
      }
    }
    return false;
  }

  /// Where the step that ends a game asks what comes out otherwise without it.
  bool where_games_end(const Mutant& mutant, const std::shared_ptr<const runtime::Scenario>& without) const {
    // Of requirements and statements nothing has another value.
    const std::string_view sort = sort_of(mutant);
    if (sort == "requirement" || sort == "ensure" || sort == "waiver" || sort == "preference" ||
        sort == "statement")
      return false;
    const std::atomic<bool> stop{false};
    compare::Budget budget;
    budget.seed = context_.settings().seed;
    compare::Worker worker(probe_.scenario(), without, budget, {}, stop);
    const std::vector<compare::Question>& questions = worker.questions();
    compare::Moments moments;
    bool at_the_end = false;
    for (uint64_t game = 1; game <= games_listened_to && !questions.empty(); ++game) {
      std::vector<compare::Moment> heard = worker.listen(game).moments;
      std::erase_if(heard, [](const compare::Moment& one) { return std::get<2>(one.sort) >= 0; });
      at_the_end = at_the_end || !heard.empty();
      moments.add(std::move(heard));
    }
    if (!at_the_end) return false;
    // First what comes out otherwise by itself; then, from there, what rests on that.
    std::vector<size_t> order;
    for (const bool changed : {true, false}) {
      for (size_t i = 0; i < questions.size(); ++i)
        if (questions[i].changed == changed) order.push_back(i);
    }
    if (order.size() > most_answers) order.resize(most_answers);
    std::vector<compare::Met> from;
    for (const size_t i : order) {
      const std::vector<runtime::Position> at = moments.of(i);
      for (const bool wanted : {true, false}) {
        if ((!wanted && !questions[i].boolean()) || context_.stopped()) continue;
        const compare::Findings answers =
            worker.towards(i, wanted, 2 * i + (wanted ? 1 : 0), from, steering_of_answers, 1);
        const std::vector<compare::Met>& met = answers.asked[i].met;
        if (met.empty()) continue;
        if (!at.empty() && !worker.graft(i, met, at).found.empty()) return true;
        from.insert(from.end(), met.begin(), met.end());
      }
    }
    return false;
  }

  Context& context_;
  Probe& probe_;
  const Program& p_;
  std::vector<size_t> order_;
  std::vector<End> ends_;
};

/// The readings whose answers are asked for where the rule is written.
std::vector<std::string> readings_of(const Program& p, const language::Place& rule) {
  std::vector<std::string> names;
  language::each_expression(p, [&](const language::Expr& top) {
    language::walk(top, [&](const language::Expr& expr) {
      if (expr.op != language::Op::reading_value) return;
      const bool inside =
          expr.place.file == rule.file && rule.begin <= expr.place.begin && expr.place.end <= rule.end;
      const std::string& name = p.readings[expr.ref].name;
      if (inside && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    });
  });
  return names;
}

Answer run(Context& context) {
  const Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no game in these rules"};
  // Without a rule play may go where a procedure is called with a member that is not there.
  for (const language::Var& var : p.vars)
    if (var.procedure != none && var.type.tag == language::TypeTag::entity &&
        !runtime::has_values(*context.scenario(), var.type))
      return {Verdict::unknown,
              fmt::format("no rule left out, since the scenario has no {}", p.kinds[var.type.of].name)};
  const std::vector<Mutant> all = mutants(p);
  std::vector<const Mutant*> open;
  for (const Mutant& mutant : all) {
    const bool ours = std::any_of(mutant.labels.begin(), mutant.labels.end(),
                                  [&](CaseId label) { return context.in_rulebook(label); });
    if (leaves_out(mutant) && ours) open.push_back(&mutant);
  }
  IdleRulesCheck played(context, context.probe());
  std::vector<IdleRulesCheck::Told> told = played.ask(open);
  // What the switches shut out or nobody noticed, with every option on.
  std::vector<size_t> again;
  for (size_t i = 0; i < told.size(); ++i) {
    if (told[i].result == IdleRulesCheck::Result::shut_out ||
        told[i].result == IdleRulesCheck::Result::untried || told[i].result == IdleRulesCheck::Result::idle)
      again.push_back(i);
  }
  if (Probe* const with_options = context.probe_with_options();
      with_options != nullptr && !context.stopped()) {
    std::vector<const Mutant*> others;
    for (const size_t i : again) others.push_back(open[i]);
    const std::vector<IdleRulesCheck::Told> also = IdleRulesCheck(context, *with_options).ask(others);
    for (size_t i = 0; i < again.size(); ++i) {
      const bool tried = told[again[i]].result == IdleRulesCheck::Result::idle;
      if (also[i].result != IdleRulesCheck::Result::shut_out &&
          !(tried && also[i].result == IdleRulesCheck::Result::untried))
        told[again[i]] = also[i];
    }
  }
  size_t asked = 0, unknown = 0, not_used = 0, untried = 0;
  std::map<std::string, int> times;
  for (size_t i = 0; i < open.size(); ++i) {
    const Mutant& mutant = *open[i];
    std::string name = fmt::format("{} {}", sort_of(mutant), mutant.name);
    if (const int time = ++times[name]; time > 1) name += fmt::format(" ({})", time);
    switch (told[i].result) {
      case IdleRulesCheck::Result::shut_out:
        ++not_used;
        continue;
      case IdleRulesCheck::Result::unknown:
        ++unknown;
        continue;
      case IdleRulesCheck::Result::untried:
        ++untried;
        continue;
      case IdleRulesCheck::Result::refused:
      case IdleRulesCheck::Result::noticed:
        ++asked;
        continue;
      case IdleRulesCheck::Result::idle:
        ++asked;
        break;
    }
    Finding& finding = context.add(id, name, Verdict::sampled, Concern::idle);
    finding.claim = fmt::format("The {} matters somewhere", name);
    finding.headline = fmt::format("The {} made no difference where it was tried", name);
    finding.text = "Casebook left the rule out, and every position that it tried played the same.";
    if (const auto readings = readings_of(p, mutant.place); !readings.empty())
      finding.text += fmt::format(" It asks for the answer to {}: under another answer it may matter.",
                                  listed(readings, "and"));
    finding.method = Method::generated;
    finding.scope = fmt::format("no difference in {} in which the rule is evaluated",
                                counted(told[i].positions, "position"));
    for (const CaseId label : mutant.labels) context.cite(finding, label);
    finding.places.push_back(place_of(p, mutant.place));
  }
  std::string scope =
      fmt::format("{} left out one by one, in {}", counted(asked, "rule"), context.probe().scope());
  if (not_used > 0)
    scope += fmt::format("; {} not tried, since no option or reading in use needs {}",
                         counted(not_used, "other rule"), not_used == 1 ? "it" : "them");
  if (untried > 0)
    scope += fmt::format("; {} not tried, since no position evaluates {}", counted(untried, "other rule"),
                         untried == 1 ? "it" : "them");
  if (unknown > 0) scope += fmt::format("; {} not decided", counted(unknown, "other rule"));
  return {Verdict::sampled, scope};
}

}  // namespace

Check idle_rules() {
  return {id,
          "Could a requirement, exception, entry or effect be left out without a difference?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
