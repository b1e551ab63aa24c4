// SPDX-License-Identifier: Apache-2.0
// supplied: what would the text of the rulebook be without what its encoder supplied?
//
// 1. Take each supplied part away (engine/program/edit/supplied.h), the others stay.
// 2. Play the seeded games up to the first step at which the rules without it differ. From there play on
//    without it, and look how the game ends: a rule without a value, a player without a choice, a broken
//    invariant, another end.
// 3. Where no game differs, compare both on the positions of the probe, then on others made up where the part
//    is evaluated. Of an operand in what an action asks, search for a position in which it decides alone. Last,
//    search as `compare` does for two editions.
// 4. What the switches shut out, or nothing needed, is asked once more with every option on.
//
// A part without a difference was only sampled: the addition is idle as far as seen. Where the compiled rules
// are the same without it, it is proved that it changes nothing with these switches. A part with one has a
// game or a position that is replayed without it: its ruleset names the part, `EDITION+without=column`.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/base/in_parallel.h"
#include "engine/players/playout.h"
#include "engine/program/edit/supplied.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/checks/shared/sought_apart.h"
#include "verifier/finding/counted.h"
#include "verifier/search/goals.h"
#include "verifier/search/reached.h"
#include "verifier/search/shrink.h"
#include "verifier/search/steer.h"
#include "verifier/search/trace.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "supplied";
/// Choices that are applied under both, at a position where a difference is known to be.
constexpr size_t most_looked_at = 200;
/// Positions that a guided search tries for one part.
constexpr int64_t steering = 6'000;
/// Choices and throws that are applied where a part is evaluated: every throw of two dice.
constexpr size_t most_thrown = 36;
/// Games that are played again while a witness is made shorter.
constexpr int64_t shrinking = 600;

/// What becomes of a game without the part, the worst first.
enum class Fate : uint8_t { no_value, stuck, invariant, no_end, other_end, other_play };

struct Broken {
  Fate fate = Fate::other_play;
  uint64_t game = 0;
  uint32_t step = 0;  // with the part: at which it differs; of an invariant: after which it is broken
  std::string end;    // outcome_text
  InvariantId invariant = none;
};

/// One part taken away.
struct Asked {
  const Supplied* part = nullptr;
  ScenarioPtr without;
  bool shut_out = false, unknown = false;
  std::map<Fate, uint64_t> games;  // how many end so
  std::optional<Broken> first;     // the first game of the worst fate
  std::optional<Tried> tried;      // a position that tells, where no game does
  bool searched = false;
  uint64_t differing() const {
    uint64_t all = 0;
    for (const auto& [fate, count] : games) all += count;
    return all;
  }
};

std::string ends_so(Fate fate, uint64_t count) {
  const bool one = count == 1;
  switch (fate) {
    case Fate::no_value:
      return one ? "stops, because a rule has no value" : "stop, because a rule has no value";
    case Fate::stuck:
      return one ? "stops, because the player who must choose has no lawful choice"
                 : "stop, because the player who must choose has no lawful choice";
    case Fate::invariant:
      return one ? "breaks an invariant" : "break an invariant";
    case Fate::no_end:
      return one ? "does not end" : "do not end";
    case Fate::other_end:
      return one ? "ends otherwise" : "end otherwise";
    case Fate::other_play:
      break;
  }
  return one ? "is played otherwise" : "are played otherwise";
}

class SuppliedCheck {
 public:
  SuppliedCheck(Context& context, Probe& probe)
      : context_(context), probe_(probe), scenario_(probe.scenario()) {}

  std::vector<Asked> ask(const std::vector<const Supplied*>& parts) {
    std::vector<Asked> all;
    for (const Supplied* part : parts) {
      Asked one;
      one.part = part;
      Diagnostics diagnostics;
      if (scenario_->data)
        one.without = runtime::bind_besides(*scenario_, {{runtime::without_switch, part->name}}, diagnostics);
      one.unknown = one.without == nullptr;
      all.push_back(std::move(one));
    }
    play();
    const std::vector<Known>& known = probe_.known(context_);
    probe_.reach();
    in_parallel(
        all.size(), [&](size_t i, size_t) { look(all[i], known); }, [&] { return !context_.stopped(); });
    return all;
  }

  uint64_t games() const { return traces_.size(); }

  /// Adds the finding; no: nothing of a difference can be shown.
  bool tell(const Asked& one) {
    if (one.first) {
      std::optional<Witness> witness = of_game(one);
      if (witness) return report(one, *witness, Method::play);
    }
    if (one.tried) {
      TwoRules two(probe_.rules(), one.without);
      const auto difference = two.at(one.tried->position, most_looked_at);
      if (!difference) return false;
      const Tried small = probe_.shrunk(
          *one.tried, [&](const runtime::Position& position) { return two.still(position, *difference); });
      const auto there = two.at(small.position, most_looked_at);
      const auto witness = there ? witness_of(*there, small, scenario_, one.without) : std::nullopt;
      if (witness)
        return report(one, *witness, small.grade == Grade::seen ? Method::play : Method::generated);
    }
    return false;
  }

  /// The compiled rules are the same without it.
  void tell_same(const Asked& one) {
    Finding& finding = add(one, Verdict::proved, Concern::information);
    finding.headline = headline(one);
    finding.effect = supplies(one);
    finding.text =
        "With these options and readings, play does not need this part: the compiled rules are the same without it.";
    finding.scope = "the whole of the compiled rules was compared";
  }

  void tell_idle(const Asked& one) {
    Finding& finding = add(one, Verdict::sampled, Concern::information);
    finding.headline = headline(one);
    finding.effect = supplies(one);
    finding.text =
        "Casebook left this part out, and every game and every position that it tried played the same.";
    // What the case leaves open is a finding of its own, and wants an answer whether or not play was seen to need it.
    if (one.part->label != none && !context_.program().cases[one.part->label].silent.empty())
      finding.same_as = SameAs{"silent-cases", context_.program().cases[one.part->label].label,
                               "the case is marked as silent"};
    else
      finding.text += " As far as Casebook has seen, play does not need this part.";
    finding.method = Method::generated;
    finding.scope = fmt::format("no difference in {}, nor in {}, nor in {}", counted(games(), "game"),
                                probe_.scope(), sought_apart_scope());
  }

 private:
  // ---- games with the part

  void play() {
    games::Games games(scenario_, {context_.settings().seed, context_.settings().decisions});
    for (uint64_t number = 1; number <= context_.settings().games; ++number) {
      if (context_.stopped()) return;
      runtime::GameSettings settings;
      settings.seed = context_.settings().seed;
      settings.game = number;
      runtime::Game game(games.rules().another(), settings);
      const players::Players seats = players::random_players(*scenario_);
      players::seat(seats, game);
      players::play_to_end(game, seats, context_.settings().decisions);
      ends_.push_back(runtime::outcome_text(*scenario_, game.outcome()));
      traces_.push_back(games::trace_of(game, "", 0, game.step_count()));
      traces_.back().from_the_start = true;
    }
  }

  // ---- without it

  void look(Asked& one, const std::vector<Known>& known) const {
    if (one.unknown) return;
    std::unique_ptr<TwoRules> two;
    try {
      two = std::make_unique<TwoRules>(probe_.rules(), one.without);
    } catch (const std::exception&) {  // more registers than there are
      one.unknown = true;
      return;
    }
    if (two->second().runs_as(two->first())) {
      one.shut_out = true;
      return;
    }
    look_at_games(one, two->second());
    if (one.first || context_.stopped()) return;
    for (size_t i = 0; i < probe_.positions().size(); ++i) {
      if (i % 256 == 0 && context_.stopped()) return;
      const Tried& tried = probe_.positions()[i];
      if (tried.grade == Grade::typed) continue;  // what play cannot come to says little of the rules
      const auto difference = two->at(tried.position, known[i], nullptr);
      if (!difference || difference->how == Difference::How::outcomes) continue;
      one.tried = tried;
      return;
    }
    // Of a choice after a throw: made up where the part is evaluated, with every throw. The probe's rules
    // serve other threads for what is known; to play on, these have their own.
    const auto first = std::make_unique<runtime::CompiledRules>(scenario_);
    TwoRules apart(*first, one.without);
    Mutant of;  // known by the name of its item
    of.name = one.part->name.substr(0, one.part->name.find('#'));
    const Where where = where_asked(probe_.reach(), *scenario_->program, of);
    std::vector<bool> sites;
    for (size_t site = 0; site < where.offers.size(); ++site)
      sites.push_back(where.anywhere(static_cast<SiteId>(site)));
    const std::vector<Tried> made = probe_.more(context_, "where " + one.part->name + " is supplied", sites);
    for (const Tried& tried : made) {
      if (context_.stopped()) return;
      if (tried.grade == Grade::typed || !where.anywhere(tried.site)) continue;
      const auto difference = apart.at(tried.position, most_thrown);
      if (!difference || difference->how == Difference::How::outcomes) continue;
      one.tried = tried;
      return;
    }
    if ((one.tried = where_it_decides(one, apart, made))) return;
    one.searched = true;
    one.tried = sought_apart(
                    scenario_, one.without, context_.settings().seed,
                    [&](const Tried& tried) {
                      const auto difference = apart.at(tried.position, most_looked_at);
                      return difference && difference->how != Difference::How::outcomes;
                    },
                    [this] { return !context_.stopped(); })
                    .tried;
  }

  void look_at_games(Asked& one, runtime::CompiledRules& rules) const {
    runtime::InvariantWatch watch(one.without, std::make_unique<runtime::CompiledInvariants>(one.without));
    const std::unique_ptr<runtime::CompiledRules> mine = rules.another();
    watch.listen_to(*mine);
    const players::Players seats = players::random_players(*scenario_);
    players::Playouts playouts(*mine, seats);
    playouts.show_to([&](const runtime::Position& position, uint64_t game, uint64_t step) {
      if (step == 0)
        watch.begin(position, game);
      else
        watch.step(position);
    });
    for (size_t i = 0; i < traces_.size() && !context_.stopped(); ++i) {
      const int at = games::first_difference(rules, traces_[i]);
      if (at < 0) continue;
      Broken broken;
      broken.game = i + 1;
      broken.step = static_cast<uint32_t>(at);
      const uint64_t breaches = breaches_of(watch);
      const size_t known_broken = watch.broken().size();
      const runtime::Outcome outcome =
          playouts.play(context_.settings().seed, broken.game, context_.settings().decisions).outcome;
      if (outcome.kind == runtime::OutcomeKind::limit) continue;  // how it goes on is not known
      broken.end = runtime::outcome_text(*scenario_, outcome);
      if (outcome.kind == runtime::OutcomeKind::fault) {
        broken.fate = Fate::no_value;
      } else if (outcome.kind == runtime::OutcomeKind::stuck) {
        broken.fate = Fate::stuck;
      } else if (breaches_of(watch) > breaches) {
        broken.fate = Fate::invariant;
        // Of the first game that breaks one it is known which, and where.
        if (watch.broken().size() > known_broken) {
          broken.invariant = watch.broken().back().invariant;
          broken.step = static_cast<uint32_t>(watch.broken().back().step);
        }
      } else if (outcome.kind == runtime::OutcomeKind::open && ends_[i] != broken.end) {
        broken.fate = Fate::no_end;
      } else if (broken.end != ends_[i]) {
        broken.fate = Fate::other_end;
      }
      ++one.games[broken.fate];
      if (!one.first || broken.fate < one.first->fate) one.first = broken;
    }
    mine->on_end_of_run(nullptr);
  }

  /// Positions at a choose that offers the action: of those made up, of the probe's, and one throw behind each.
  std::vector<runtime::Position> offering(runtime::CompiledRules& rules, ActionId action,
                                          const std::vector<Tried>& made) const {
    std::vector<runtime::Position> out;
    const auto add = [&](const runtime::Position& position) {
      const auto at = static_cast<SiteId>(position.cell(scenario_->layout.site) - 1);
      if (at < 0) return;
      const auto& all = scenario_->program->sites[at].alternatives;
      if (std::any_of(all.begin(), all.end(), [&](const Alternative& it) { return it.action == action; }))
        out.push_back(position);
    };
    std::vector<runtime::ChanceOutcome> outcomes;
    for (const std::vector<Tried>* const list : {&made, &probe_.positions()}) {
      for (const Tried& tried : *list) {
        if (tried.grade == Grade::typed) continue;
        add(tried.position);
        if (rules.node(tried.position) != runtime::NodeKind::chance) continue;
        rules.outcomes(tried.position, outcomes);
        for (size_t i = 0; i < std::min(outcomes.size(), most_thrown); ++i) {
          runtime::Position after = tried.position;
          rules.apply(after, outcomes[i]);
          add(after);
        }
      }
    }
    return out;
  }

  /// Of an operand in what an action asks: a position in which it decides alone, and a choice that is lawful by
  /// it, or refused by it.
  std::optional<Tried> where_it_decides(const Asked& one, TwoRules& apart,
                                        const std::vector<Tried>& made) const {
    const Program& p = *scenario_->program;
    const std::string item = one.part->name.substr(0, one.part->name.find('#'));
    const auto action = std::find_if(p.actions.begin(), p.actions.end(),
                                     [&](const Action& it) { return it.watch == none && it.name == item; });
    const auto deciding = language::where_it_decides(p, one.part->name);
    if (action == p.actions.end() || !deciding) return std::nullopt;
    const auto id_of = static_cast<ActionId>(action - p.actions.begin());
    const auto other = std::make_shared<runtime::Scenario>(*scenario_);
    other->program = deciding;
    const games::Goal goal = games::all_hold(*deciding, id_of);
    games::MakerSettings few;
    few.seed = context_.settings().seed;
    games::PositionMaker maker(scenario_, few);
    games::SteerSettings settings;
    settings.evaluations = steering;
    settings.seed = context_.settings().seed;
    settings.with_invariants = true;
    settings.where = games::sites_for(*deciding, goal, id_of);
    // From positions in which the phases around it fit together.
    const std::vector<runtime::Position> where_offered = offering(maker.rules(), id_of, made);
    if (where_offered.empty()) return std::nullopt;
    settings.begin = [&](Random& random) {
      return std::optional(where_offered[random.below(static_cast<uint32_t>(where_offered.size()))]);
    };
    games::Distance distance(other, goal);
    const games::Steered found = games::steer(maker, distance, settings);
    if (!found.found || !maker.goes_on(found.position)) return std::nullopt;
    Tried tried;
    tried.position = found.position;
    tried.grade = Grade::invariants;
    tried.site = found.position.cell(scenario_->layout.site) - 1;
    const auto difference = apart.at(tried.position, most_looked_at);
    if (!difference || difference->how == Difference::How::outcomes) return std::nullopt;
    return tried;
  }

  /// In how many games each was broken, together. What the set-up breaks is no news.
  static uint64_t breaches_of(const runtime::InvariantWatch& watch) {
    uint64_t all = 0;
    for (const runtime::BrokenInvariant& one : watch.broken())
      if (one.step > 0) all += one.games;
    return all;
  }

  // ---- what is shown

  /// The game without the part, up to where it stops or breaks something; else the step at which both differ.
  std::optional<Witness> of_game(const Asked& one) {
    const Broken& broken = *one.first;
    const bool stops = broken.fate == Fate::no_value || broken.fate == Fate::stuck;
    if (!stops && broken.fate != Fate::invariant) return where_they_differ(one);
    games::Games games(one.without, {context_.settings().seed, context_.settings().decisions});
    const runtime::Record record = stops ? games.record(broken.game) : games.record(broken.game, broken.step);
    Witness witness;
    WitnessSide side;
    side.ruleset = one.without->id;
    side.record = record;
    Grade grade = Grade::seen;
    if (stops) {
      const auto played = games::played(record, one.without);
      const auto shorter =
          played ? games::shrink(games.rules(), *played,
                                 games::StillFails([&](const runtime::Position& position) {
                                   return runtime::outcome_text(
                                              *one.without, games.rules().outcome(position)) == broken.end;
                                 }),
                                 shrinking)
                 : std::nullopt;
      if (shorter) {  // no seed gives it any more
        side.record = games::record_of(*shorter, one.without);
        grade = Grade::reachable;
        witness.game = broken.game, witness.step = broken.step;
      }
      side.said.push_back({Assertion::What::outcome, {}, broken.end});
    } else {
      side.said.push_back(
          {Assertion::What::broken, context_.program().invariants[broken.invariant].name, {}});
    }
    runtime::Position start = one.without->start;
    games.rules().begin(start);
    describe(witness, *one.without, start, grade);
    witness.sides.push_back(std::move(side));
    return witness;
  }

  std::optional<Witness> where_they_differ(const Asked& one) {
    games::Games games(scenario_, {context_.settings().seed, context_.settings().decisions});
    TwoRules two(games.rules(), one.without);
    std::optional<Witness> witness;
    // Of an invariant the step is another one: there the first difference is looked for.
    const int at = games::first_difference(two.second(), traces_[one.first->game - 1]);
    Tried tried;
    tried.grade = Grade::seen;
    tried.game = one.first->game;
    games.play(tried.game, 1, [&](const games::Moment& moment) {
      if (static_cast<int>(moment.step) != at) return true;
      tried.position = moment.position;
      tried.step = moment.step;
      return false;
    });
    TwoRules apart(probe_.rules(), one.without);
    const auto difference = apart.at(tried.position, most_looked_at);
    if (!difference) return std::nullopt;
    return witness_of(*difference, tried, scenario_, one.without);
  }

  /// The case and the question that it leaves open.
  std::string headline(const Asked& one) const {
    const std::string& label = context_.program().label_text(one.part->label);
    const std::string& title =
        one.part->label == none ? label : context_.program().cases[one.part->label].title;
    return fmt::format("{}{}: {}", case_in_text(label), title.empty() ? "" : " (" + title + ")",
                       one.part->why);
  }
  static std::string supplies(const Asked& one) {
    return fmt::format("The rulebook does not say. The rules files supply {}.", supplied_as(one.part->what));
  }
  /// An operand of `and` asks one thing more, and one of `or` opens another way.
  static std::string supplied_as(const std::string& what) {
    if (what.ends_with("`and`")) return "a condition";
    if (what.ends_with("`or`")) return "an exception";
    return what;
  }
  static std::string effect_of(const Asked& one, const std::string& what_happens) {
    return fmt::format("The rulebook does not say. The rules files supply {}. Without {}, {}.",
                       supplied_as(one.part->what), with_article(supplied_as(one.part->what)), what_happens);
  }
  /// The two answers: what the rules files do, and what happens by the text alone, as far as the witness shows it.
  void tell_answers(Finding& finding, const Asked& one, Fate fate) const {
    const Supplied& part = *one.part;
    const std::string what = supplied_as(part.what);
    const std::string text = language::written(context_.program(), part);
    finding.details.push_back(fmt::format("what these rules files do: they supply {}{}", what,
                                          text.empty() ? std::string() : ": " + text));
    std::string stands;
    constexpr std::string_view alone = "ith the text alone, ";
    if (what == "an alternative") {
      stands = "nobody may choose it";
    } else if (const size_t at = finding.text.find(alone); at != std::string::npos) {
      stands = finding.text.substr(at + alone.size());
      stands.resize(std::min(stands.find(". With what is supplied, "), stands.size()));
      if (stands.ends_with('.')) stands.pop_back();
    } else if (fate == Fate::no_value) {
      stands = "a rule has no value where play needs it, and play stops";
    } else if (fate == Fate::stuck) {
      stands = "the player who must choose has no lawful choice, and play stops";
    } else {
      stands = "play " + ends_so(fate, 1);
    }
    finding.details.push_back("as the text stands: " + stands);
  }
  /// `a bound` as `the bound`.
  static std::string with_article(const std::string& what) {
    for (const char* article : {"a ", "an "})
      if (what.starts_with(article)) return "the " + what.substr(std::string_view(article).size());
    return what;
  }

  Finding& add(const Asked& one, Verdict verdict, Concern concern) {
    Finding& finding = context_.add(id, one.part->name, verdict, concern);
    finding.marked = Marked::supplied;
    finding.kind = kind::supplied;
    finding.claim = fmt::format("Without {} supplied in {} play is the same", with_article(one.part->what),
                                one.part->name);
    context_.cite(finding, one.part->label, one.part->mark);
    return finding;
  }

  /// What becomes of play where a position tells, by what is seen there without the part.
  static Fate fate_of(const Witness& witness) {
    for (const Assertion& said : witness.sides.back().said) {
      if (said.what != Assertion::What::outcome) continue;
      if (said.value.starts_with("fault")) return Fate::no_value;
      if (said.value.starts_with("stuck")) return Fate::stuck;
    }
    return Fate::other_play;
  }

  bool report(const Asked& one, const Witness& witness, Method method) {
    const Fate fate = one.first ? one.first->fate : fate_of(witness);
    const bool stops = fate == Fate::no_value || fate == Fate::stuck;
    Finding& finding = add(one, Verdict::refuted, fate == Fate::stuck ? Concern::impossible : Concern::gap);
    finding.headline = headline(one);
    finding.no_answer = stops;
    finding.method = method;
    if (one.first) {
      const uint64_t count = one.games.at(fate);
      finding.effect =
          effect_of(one, fmt::format("{} of {} {}", count, counted(games(), "game"), ends_so(fate, count)));
      std::vector<std::string> others;
      for (const auto& [how, many] : one.games)
        if (how != fate) others.push_back(fmt::format("{} {}", many, ends_so(how, many)));
      if (!others.empty()) finding.effect += fmt::format(" Of the other games, {}.", listed(others, "and"));
      finding.scope = fmt::format("{} differ of {} (seed {})", counted(one.differing(), "game"),
                                  counted(games(), "game"), context_.settings().seed);
      finding.met = casebook::Met{0, 0, one.differing(), games(), 0, 0};
    } else {
      finding.effect =
          effect_of(one, fmt::format("{} in a position that none of {} reached",
                                     fate == Fate::no_value ? "a rule has no value and play stops"
                                     : fate == Fate::stuck ? "the player who must choose has no lawful choice"
                                                           : "play differs",
                                     counted(games(), "game")));
      finding.scope = one.searched ? "found by " + sought_apart_scope() : probe_.scope();
      finding.met = casebook::Met{0, 0, 0, games(), 0, 0};
    }
    if (witness.sides.size() == 2)
      finding.text = checks::tell(witness, scenario_, one.without, "what is supplied", "the text alone");
    tell_answers(finding, one, fate);
    finding.details.push_back(
        one.first
            ? fmt::format(
                  "To play the first of these games by the text alone: casebook play {} --seed {} --game {}",
                  in_shell(one.without->id), context_.settings().seed, one.first->game)
            : fmt::format("Play by the text alone: casebook play {}", in_shell(one.without->id)));
    finding.witness = witness;
    rulesets_needed_.push_back(one.without);
    return true;
  }

 public:
  const std::vector<ScenarioPtr>& rulesets_needed() const { return rulesets_needed_; }

 private:
  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  std::vector<games::Trace> traces_;  // of the seeded games, as the rules are
  std::vector<std::string> ends_;
  std::vector<ScenarioPtr> rulesets_needed_;
};

/// Whether the case that it stands in is one that the rulebook has not, whatever the line cites.
bool stands_in_another_rulebook(const Context& context, const Supplied& part) {
  const Program& p = context.program();
  for (size_t i = 0; i < p.cases.size(); ++i)
    for (const Place& place : p.cases[i].places)
      if (place.file == part.mark.file && place.begin <= part.mark.begin && part.mark.begin < place.end)
        return !context.in_rulebook(static_cast<CaseId>(i));
  return false;
}

Answer run(Context& context) {
  const Program& p = context.program();
  std::vector<const Supplied*> parts;
  size_t borrowed = 0;
  for (const Supplied& part : p.supplied) {
    if (std::find(p.without.begin(), p.without.end(), part.name) != p.without.end()) continue;
    if (context.in_rulebook(part.label) && !stands_in_another_rulebook(context, part))
      parts.push_back(&part);
    else
      ++borrowed;
  }
  if (p.game == none || parts.empty())
    return {Verdict::proved, "nothing in these rules is marked as supplied"};
  SuppliedCheck played(context, context.probe());
  std::vector<Asked> asked = played.ask(parts);
  std::unique_ptr<SuppliedCheck> with_options;
  std::vector<SuppliedCheck*> tellers(asked.size(), &played);
  if (Probe* const other = context.stopped() ? nullptr : context.probe_with_options()) {
    std::vector<const Supplied*> again;
    std::vector<size_t> which;
    for (size_t i = 0; i < asked.size(); ++i) {
      const bool open = !asked[i].unknown && !asked[i].first && !asked[i].tried;
      if (!asked[i].shut_out && !open) continue;
      again.push_back(asked[i].part);
      which.push_back(i);
    }
    if (!again.empty()) {
      with_options = std::make_unique<SuppliedCheck>(context, *other);
      std::vector<Asked> told = with_options->ask(again);
      for (size_t k = 0; k < which.size(); ++k) {
        const bool found = told[k].first || told[k].tried;
        if (told[k].shut_out || !(found || asked[which[k]].shut_out)) continue;
        asked[which[k]] = std::move(told[k]);
        tellers[which[k]] = with_options.get();
      }
    }
  }
  size_t same = 0, unknown = 0, tried = 0;
  for (size_t i = 0; i < asked.size() && !context.stopped(); ++i) {
    if (asked[i].shut_out) {
      ++same;
      tellers[i]->tell_same(asked[i]);
    } else if (asked[i].unknown) {
      ++unknown;
    } else {
      ++tried;
      if (!tellers[i]->tell(asked[i])) tellers[i]->tell_idle(asked[i]);
    }
  }
  for (const SuppliedCheck* check :
       {&std::as_const(played), static_cast<const SuppliedCheck*>(with_options.get())}) {
    if (check == nullptr) continue;
    for (const ScenarioPtr& one : check->rulesets_needed()) context.speaks_of(one);
  }
  std::string scope = fmt::format("{} left out one by one, in {} and {}", counted(tried, "supplied part"),
                                  counted(played.games(), "game"), context.probe().scope());
  if (same > 0)
    scope += fmt::format("; the compiled rules are the same without {}", counted(same, "other part"));
  if (borrowed > 0) scope += fmt::format("; {} of another rulebook not tried", counted(borrowed, "part"));
  if (unknown > 0) scope += fmt::format("; {} not decided", counted(unknown, "part"));
  return {unknown > 0 ? Verdict::unknown : Verdict::sampled, scope};
}

}  // namespace

Check supplied() {
  return {id,
          "What breaks without what the rules files add to the text?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
