// SPDX-License-Identifier: Apache-2.0
// ambiguities: does it ever matter how an ambiguous case is read?
//
// 1. Set each reading that the rules declare to each of its other values.
// 2. Compare both rulesets on the positions of the probe: who chooses, what is lawful, and the results of
//    the same choice and the same roll.
// 3. Where they do not differ, compare with every option on, and search as `compare` does for two editions. Where that
//    finds only positions that perhaps no game can reach, begin phases anew near them (relived.cpp).
//
// 4. If a reading only permits a choice that loses the game at once for who makes it, wherever it makes a difference,
//    search for a position where it matters otherwise. If none is found, nobody needs the answer: it is a note.
//
// A reading without any difference was only sampled. A reading with one has a position, cut down to what
// matters, on which both values are confirmed.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "engine/base/in_parallel.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/checks/shared/only_loses.h"
#include "verifier/checks/shared/sought_apart.h"
#include "verifier/checks/shared/telling.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "ambiguities";

/// The positions of a difference worth shrinking: those with few pieces first, lawful ones before others.
struct Candidate {
  size_t index = 0;
  int64_t weight = 0;
  Difference difference;
};

/// One reading set to another value than it is played with.
struct Other {
  int32_t value = 0;
  ScenarioPtr ruleset;
  size_t asked = 0, differing = 0, of_reached = 0;
  std::set<uint64_t> games;  // of those that games came to
  int64_t met = -1;          // the first that a game came to
  bool only_loses = true;    // wherever it differs, it only permits what loses the game at once
  bool forbidden = false;  // it differs in a position that an invariant forbids, or that no phase begins with
  std::vector<Candidate> candidates;
};
struct Question {
  ReadingId reading = none;
  std::vector<Other> others;
  Where where;
  bool found = false;
};

/// Positions of which the most telling example is taken.
constexpr size_t most_tried_to_tell = 12;
/// Choices that are applied under both, at a position where a difference is known to be.
constexpr size_t most_looked_at = 200;

/// The readings that are asked somewhere under the switches of one scenario.
class AmbiguitiesCheck {
 public:
  AmbiguitiesCheck(Context& context, Probe& probe)
      : context_(context), probe_(probe), scenario_(probe.scenario()) {}

  /// Those of the readings that are asked somewhere here, with these switches set besides.
  void add(const std::vector<ReadingId>& readings, const std::vector<Setting>& besides) {
    const Program& p = context_.program();
    for (const ReadingId reading : readings) {
      const std::set<Named> item{{Sort::reading, reading}};
      Where where = where_asked(probe_.reach(), p, item);
      bool anywhere = false;
      for (size_t site = 0; site < p.sites.size(); ++site)
        anywhere = anywhere || where.anywhere(static_cast<int32_t>(site));
      if (anywhere) add(reading, std::move(where), besides);
    }
  }

  void ask() {
    if (!context_.stopped()) ask_everywhere();
    if (!context_.stopped()) ask_where_asked();
  }

  bool told(ReadingId reading) const {
    return std::any_of(questions_.begin(), questions_.end(),
                       [&](const Question& one) { return one.reading == reading && one.found; });
  }

  /// What is open here and asked there is there alone from now on.
  void leave_to(const AmbiguitiesCheck& other) {
    std::erase_if(questions_, [&](const Question& one) {
      return !one.found && std::any_of(other.questions_.begin(), other.questions_.end(),
                                       [&](const Question& there) { return there.reading == one.reading; });
    });
  }

  size_t positions() const { return positions_; }
  size_t asked() const { return questions_.size() - borrowed_; }
  size_t borrowed() const { return borrowed_; }

  /// On the positions that all checks share.
  void ask_everywhere() {
    const std::vector<Tried>& on = probe_.positions();
    const std::vector<Known>& known = probe_.known(context_);
    positions_ = on.size();
    std::vector<std::pair<size_t, size_t>> tasks;
    for (size_t i = 0; i < questions_.size(); ++i) {
      for (size_t k = 0; k < questions_[i].others.size(); ++k) tasks.emplace_back(i, k);
    }
    in_parallel(
        tasks.size(),
        [&](size_t task, size_t) {
          Question& question = questions_[tasks[task].first];
          TwoRules two(probe_.rules(), question.others[tasks[task].second].ruleset);
          two.only_what_play_meets();
          scan(question, question.others[tasks[task].second], two, on, probe_.reached(),
               [&](size_t at) -> const Known& { return known[at]; });
        },
        go_on());
    for (Question& question : questions_) {
      if (!context_.stopped()) tell(question, on, probe_.reached());
    }
  }

  /// Of those not told apart: on positions made up where the reading is asked.
  void ask_where_asked() {
    std::vector<size_t> tasks;
    for (size_t i = 0; i < questions_.size(); ++i) {
      if (!questions_[i].found) tasks.push_back(i);
    }
    std::vector<std::vector<Tried>> made(tasks.size());
    in_parallel(
        tasks.size(),
        [&](size_t task, size_t) {
          Question& question = questions_[tasks[task]];
          std::vector<bool> sites;
          for (size_t site = 0; site < question.where.offers.size(); ++site)
            sites.push_back(question.where.anywhere(static_cast<int32_t>(site)));
          made[task] = probe_.more(context_, "where " + reading(question).name + " is asked", sites);
          const auto first = std::make_unique<runtime::CompiledRules>(scenario_);
          std::vector<std::unique_ptr<TwoRules>> two;
          for (const Other& other : question.others)
            two.push_back(std::make_unique<TwoRules>(*first, other.ruleset));
          for (auto& one : two) one->only_what_play_meets();
          std::vector<Known> known;
          for (const Tried& one : made[task]) {
            if (context_.stopped()) return;
            known.push_back(known_of(*first, one.position, tried_of_many));
          }
          for (size_t k = 0; k < two.size(); ++k)
            scan(question, question.others[k], *two[k], made[task], 0,
                 [&](size_t at) -> const Known& { return known[at]; });
        },
        go_on());
    for (size_t task = 0; task < tasks.size(); ++task) {
      if (!context_.stopped()) tell(questions_[tasks[task]], made[task], 0);
    }
  }

  /// Of those that are left: looked for as two editions are compared, until one position tells a value apart.
  void seek() {
    std::vector<std::pair<size_t, size_t>> tasks;
    for (size_t i = 0; i < questions_.size(); ++i) {
      if (questions_[i].found || of_borrowed_option(questions_[i])) continue;
      for (size_t k = 0; k < questions_[i].others.size(); ++k) tasks.emplace_back(i, k);
    }
    std::vector<Sought> found(tasks.size());
    in_parallel(
        tasks.size(),
        [&](size_t task, size_t) {
          const Other& other = questions_[tasks[task].first].others[tasks[task].second];
          const auto first = std::make_unique<runtime::CompiledRules>(scenario_);
          TwoRules two(*first, other.ruleset);
          two.only_what_play_meets();
          const auto apart = [&](const Tried& tried) {
            const auto difference = two.at(tried.position, most_looked_at);
            return difference && difference->how != Difference::How::outcomes;
          };
          found[task] = sought_apart(scenario_, other.ruleset, context_.settings().seed, apart, go_on());
        },
        go_on());
    for (size_t task = 0; task < tasks.size(); ++task) {
      Question& question = questions_[tasks[task].first];
      Other& other = question.others[tasks[task].second];
      other.forbidden = !found[task].forbidden.empty();
      if (question.found || context_.stopped()) continue;
      TwoRules two(probe_.rules(), other.ruleset);
      two.only_what_play_meets();
      Examples examples(two);
      std::string scope = "found by " + sought_apart_scope();
      std::optional<Relived> example;
      if (found[task].tried) {
        const auto difference = two.at(found[task].tried->position, most_looked_at);
        if (difference)
          example = Relived{*found[task].tried, examples.best(found[task].tried->position, *difference)};
      } else {
        example = relived(probe_, two, examples, found[task].forbidden,
                          context_.random("phases begun anew for " + reading(question).name), go_on());
        scope += fmt::format(", and {}", relived_scope());
      }
      if (!example) continue;
      other.candidates.push_back({0, 0, example->example.difference});
      question.found = told(question, other, examples, example->example, example->tried, nullptr, scope);
    }
  }

  void tell_the_rest() {
    for (const Question& one : questions_) {
      if (one.found) continue;
      if (of_borrowed_option(one)) {
        ++borrowed_;
        continue;
      }
      std::vector<std::string> values;
      size_t asked = 0;
      for (const Other& other : one.others) {
        values.push_back(answer_text(context_.program(), reading(one), other.value));
        asked = std::max(asked, other.asked);
      }
      Finding& finding = context_.add(id, reading(one).name, Verdict::sampled, Concern::information);
      finding.marked = Marked::reading;
      finding.kind = kind::open_question;
      finding.claim = claim_of(reading(one));
      finding.headline = reading(one).question;
      const std::string with = values.size() == 1 ? "it" : "them";
      const bool forbidden = std::any_of(one.others.begin(), one.others.end(),
                                         [](const Other& other) { return other.forbidden; });
      finding.text = fmt::format(
          "These rules answer {}. The other {} {}. {}",
          answer_text(context_.program(), reading(one), scenario_->readings[one.reading]),
          values.size() == 1 ? "answer is" : "answers are", listed(values, "and"),
          forbidden ? fmt::format(
                          "A generated position that perhaps no game can reach plays differently with {}; no "
                          "other position that was tried does.",
                          with)
                    : fmt::format("Every position that was tried plays the same with {}.", with));
      finding.method = Method::generated;
      finding.scope = fmt::format("no difference in {}, nor in {}{}", counted(asked, "position"),
                                  sought_apart_scope(), forbidden ? ", nor in " + relived_scope() : "");
      context_.cite(finding, reading(one));
    }
  }

 private:
  void add(ReadingId reading, Where where, const std::vector<Setting>& besides) {
    Question question{reading, {}, std::move(where), false};
    const auto& values = values_of(reading);
    for (size_t value = 0; value < values.size(); ++value) {
      if (static_cast<int32_t>(value) == scenario_->readings[reading]) continue;
      std::vector<Setting> settings = besides;
      settings.push_back({none, reading, static_cast<int32_t>(value)});
      Other other;
      other.value = static_cast<int32_t>(value);
      other.ruleset = context_.with(settings);
      if (other.ruleset) question.others.push_back(std::move(other));
    }
    if (!question.others.empty()) questions_.push_back(std::move(question));
  }

  /// A reading of a rule that the edition takes over from another one, with an option of that one off:
  /// without the option it says nothing that it makes no difference.
  bool of_borrowed_option(const Question& one) const {
    if (context_.in_rulebook(reading(one).label)) return false;
    const Program& p = context_.program();
    for (size_t i = 0; i < p.options.size(); ++i) {
      if (scenario_->options[i] == 0 && !context_.in_rulebook(p.options[i].label)) return true;
    }
    return false;
  }

  std::function<bool()> go_on() const {
    return [this] { return !context_.stopped(); };
  }
  const Reading& reading(const Question& one) const { return context_.program().readings[one.reading]; }
  const std::vector<std::string>& values_of(ReadingId reading) const {
    const Reading& one = context_.program().readings[reading];
    return context_.program().kinds[one.kind].members;
  }

  template <class Known_>
  void scan(const Question& question, Other& other, TwoRules& two, const std::vector<Tried>& on,
            size_t reached, const Known_& known) {
    other.differing = other.of_reached = 0;
    other.met = -1;
    other.games.clear();
    other.candidates.clear();
    for (size_t i = 0; i < on.size(); ++i) {
      if (i % 256 == 0 && context_.stopped()) break;
      if (!question.where.anywhere(on[i].site)) continue;
      // What breaks an invariant comes about under no reading.
      if (on[i].grade == Grade::typed) continue;
      const auto difference = two.at(on[i].position, known(i), &question.where);
      if (!difference) continue;
      ++other.differing;
      other.only_loses = other.only_loses && two.only_loses(on[i].position);
      other.of_reached += i < reached ? 1U : 0U;
      if (i < reached) other.games.insert(on[i].game);
      if (i < reached && other.met < 0) other.met = static_cast<int64_t>(i);
      if (difference->how == Difference::How::outcomes) continue;
      Witness size;
      describe(size, *scenario_, on[i].position, Grade::typed);
      // What games come to is shown before what was generated, and an early position before a late one.
      const bool reached_here = i < reached && on[i].game > 0;
      const int64_t weight = (difference->how == Difference::How::after ? 200 : 0) +
                             (reached_here ? static_cast<int64_t>(on[i].step) : 10'000 + size.units);
      other.candidates.push_back({i, weight, *difference});
    }
    other.asked += on.size();
    std::stable_sort(other.candidates.begin(), other.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.weight < b.weight; });
    if (other.candidates.size() > most_tried_to_tell) other.candidates.resize(most_tried_to_tell);
  }

  /// The first of its values of which something can be shown.
  void tell(Question& question, const std::vector<Tried>& on, size_t reached) {
    for (const Other& other : question.others) {
      if (other.candidates.empty()) continue;
      context_.tell("the reading " + reading(question).name);
      TwoRules two(probe_.rules(), other.ruleset);
      two.only_what_play_meets();
      const std::string others =
          counted(on.size() - reached, reached > 0 ? "other position" : "generated position");
      const std::string scope =
          reached > 0 ? fmt::format("the answer changes play in {} of {} from games and in {} of {}",
                                    grouped(other.of_reached), counted(reached, "position"),
                                    grouped(other.differing - other.of_reached), others)
                      : fmt::format("the answer changes play in {} of {}", grouped(other.differing), others);
      Examples examples(two);
      for (const auto& [index, example] : most_telling(other, examples, on)) {
        const Tried* const met = other.met < 0 ? nullptr : &on[static_cast<size_t>(other.met)];
        if (!told(question, other, examples, example, on[index], met, scope)) continue;
        Met often{0, 0, 0, 0, other.differing, on.size()};
        if (reached > 0) {
          std::set<uint64_t> games;
          for (size_t i = 0; i < reached; ++i) games.insert(on[i].game);
          often = {other.of_reached, reached, other.games.size(), games.size(), other.differing, on.size()};
        }
        context_.findings().back().met = often;
        question.found = true;
        if (only_loses(question)) note_that_it_only_loses(context_.findings().back(), other.differing);
        return;
      }
    }
  }

  /// The examples of its candidates, the most telling first, as far as a most telling one. Where games came to one, those
  /// that were generated wait: no game may lead to them.
  static std::vector<std::pair<size_t, Example>> most_telling(const Other& other, Examples& examples,
                                                              const std::vector<Tried>& on) {
    std::vector<std::pair<size_t, Example>> all, others;
    const bool met = on[other.candidates.front().index].game > 0;
    for (const Candidate& one : other.candidates) {
      if (met && on[one.index].game == 0) {
        others.emplace_back(one.index, Example{one.difference, Telling::value});
        continue;
      }
      all.emplace_back(one.index, examples.best(on[one.index].position, one.difference));
      if (all.back().second.telling == Telling::choice) break;
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second.telling < b.second.telling; });
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }

  /// No answer does more than permit what loses the game at once, where it was found to matter; nor was a position
  /// found, by a search for one, where it does.
  bool only_loses(const Question& question) {
    if (!std::all_of(question.others.begin(), question.others.end(),
                     [](const Other& one) { return one.only_loses; }))
      return false;
    return std::all_of(question.others.begin(), question.others.end(), [&](const Other& one) {
      return only_loses_where_sought(probe_, one.ruleset, context_.settings().seed, go_on());
    });
  }

  bool told(const Question& question, const Other& other, Examples& examples, const Example& one,
            const Tried& at, const Tried* met, const std::string& scope) {
    const Tried small = probe_.shrunk(
        at, [&](const runtime::Position& position) { return examples.again(position, one).has_value(); });
    const auto difference = examples.again(small.position, one);
    if (!difference) return false;
    const auto witness = witness_of(*difference, small, scenario_, other.ruleset);
    if (!witness) return false;
    const Reading& of = reading(question);
    const std::vector<std::string>& names = values_of(question.reading);
    const int32_t now = scenario_->readings[question.reading];
    Finding& finding = context_.add(id, of.name, Verdict::refuted, Concern::ambiguity);
    finding.marked = Marked::reading;
    finding.claim = claim_of(of);
    const std::string& title = context_.program().cases[of.label].title;
    finding.headline = fmt::format("{}{}: {}", case_in_text(context_.program().label_text(of.label)),
                                   title.empty() ? "" : " (" + title + ")", of.question);
    const auto answer = [&](int32_t value) {
      return fmt::format("{} = {}", of.name, names[static_cast<size_t>(value)]);
    };
    finding.text = checks::tell(
        *witness, scenario_, other.ruleset, fmt::format("the answer of these rules ({})", answer(now)),
        fmt::format("{} ({})", question.others.size() == 1 ? "the other answer" : "another answer",
                    answer(other.value)));
    finding.method = small.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = scope;
    const auto detail = [&](int32_t value, const std::string& remark) {
      const auto index = static_cast<size_t>(value);
      finding.details.push_back(
          fmt::format("the answer {}{}: {}", answer(value), remark,
                      index < of.reasons.size() ? of.reasons[index] : "no reason given"));
    };
    detail(now, " (used by these rules)");
    for (const Other& each : question.others)
      detail(each.value, each.value == other.value ? ""
                         : each.candidates.empty() ? " (no difference found)"
                                                   : " (differs from the answer used as well)");
    if (met != nullptr && met->game > 0 && small.grade != Grade::seen)
      finding.details.push_back(fmt::format(
          "The answer also changes play in random game {} (seed {}), {} ({})", met->game,
          context_.settings().seed, met->step == 0 ? "at its start" : "after " + counted(met->step, "step"),
          commands_to(scenario_->id, context_.settings().seed, met->game, met->step)));
    context_.cite(finding, of);
    finding.witness = *witness;
    if (scenario_ == context_.scenario() && difference->how == Difference::How::offered &&
        difference->under_first)
      context_.parted().push_back({question.reading, small.position, difference->choice, other.ruleset,
                                   runtime::choice_text(*scenario_, small.position, difference->choice),
                                   answer(now), answer(other.value)});
    return true;
  }

  static std::string claim_of(const Reading& of) {
    return fmt::format("The answer to the reading {} never changes play", of.name);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  std::vector<Question> questions_;
  size_t positions_ = 0, borrowed_ = 0;
};

Answer run(Context& context) {
  const Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no readings, since the rules have no game"};
  std::vector<ReadingId> readings;
  for (size_t i = 0; i < p.readings.size(); ++i) {
    if (p.readings[i].kind != none) readings.push_back(static_cast<ReadingId>(i));
  }
  if (readings.empty()) return {Verdict::proved, "no readings"};
  AmbiguitiesCheck played(context, context.probe());
  played.add(readings, {});
  played.ask();
  // What is open then is asked with every option on: a reading of what an option brings may be asked without
  // it, and never matter there.
  std::erase_if(readings, [&](ReadingId reading) { return played.told(reading); });
  std::unique_ptr<AmbiguitiesCheck> with_options;
  if (Probe* const other = readings.empty() || context.stopped() ? nullptr : context.probe_with_options()) {
    with_options = std::make_unique<AmbiguitiesCheck>(context, *other);
    with_options->add(readings, context.options_besides(*other->scenario()));
    with_options->ask();
    played.leave_to(*with_options);
  }
  size_t positions = 0, asked = 0, borrowed = 0;
  for (AmbiguitiesCheck* const check : {&played, with_options.get()}) {
    if (check == nullptr) continue;
    if (!context.stopped()) check->seek();
    if (!context.stopped()) check->tell_the_rest();
    positions += check->positions();
    asked += check->asked();
    borrowed += check->borrowed();
  }
  std::string scope =
      fmt::format("{} tried in {}", counted(asked, "reading"), counted(positions, "position"));
  if (borrowed > 0)
    scope += fmt::format("; {} not tried, since {} to optional rules of another edition that are off",
                         counted(borrowed, "reading"), borrowed == 1 ? "it belongs" : "they belong");
  const size_t all = static_cast<size_t>(std::count_if(p.readings.begin(), p.readings.end(),
                                                       [](const Reading& one) { return one.kind != none; }));
  if (asked + borrowed < all)
    scope +=
        fmt::format("; {} not tried, since no rule in use needs {}",
                    counted(all - asked - borrowed, "reading"), all - asked - borrowed == 1 ? "it" : "them");
  return {Verdict::sampled, scope};
}

}  // namespace

Check ambiguities() {
  return {id,
          "Does the reading of an ambiguous case ever change play?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
