// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/in_parallel.h"
#include "engine/runtime/reference/value_text.h"
#include "verifier/compare/attribute/attribution.h"

namespace casebook::compare {

namespace {

constexpr uint64_t positions_at_once = 250;
constexpr uint64_t most_listened = 8;  // games

}  // namespace

Search::Search(Pair& pair, Classes& classes, const Budget& budget, const std::vector<ApartAt>& hexes,
               GoesOn goes_on)
    : pair_(pair),
      classes_(classes),
      budget_(budget),
      goes_on_(std::move(goes_on)),
      phases_{games::Phases(*pair.scenarios[0]), games::Phases(*pair.scenarios[1])} {
  const size_t threads = budget.threads != 0 ? budget.threads : casebook::workers();
  for (size_t i = 0; i < threads; ++i)
    workers_.push_back(std::make_unique<Worker>(pair.scenarios[0], pair.scenarios[1], budget, hexes, stop_));
  for (const auto& worker : workers_) worker->pair().cases = pair.cases;
  for (const Question& question : workers_.front()->questions()) answers_.push_back({question, {}, {}});
}

bool Search::go_on(const char* what, uint64_t done, uint64_t of) {
  if (!stop_ && goes_on_ && !goes_on_(what, done, of)) stop_ = true;
  return !stop_;
}

void Search::run(const char* what, const std::vector<Job>& jobs) {
  if (!go_on(what, 0, jobs.size())) return;
  in_order<Findings>(
      workers_.size(), jobs.size(), stop_,
      [&](size_t i, size_t worker) {
        try {
          return jobs[i](*workers_[worker]);
        } catch (const runtime::ListingStopped&) {  // what was found in half a game is not known to be so
          return Findings();
        }
      },
      [&](size_t, Findings&& findings) { take(std::move(findings)); },
      [&](size_t done) { return go_on(what, done, jobs.size()); });
}

void Search::take(Findings&& findings) {
  for (const Found& one : findings.found) {
    if (one.key.empty() || !classes_.known_from_a_game(one.key))
      classes_.see(one.difference, one.origin, one.sought);
  }
  sample_.add(findings.sample);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    shares_[side].add(findings.shares[side]);
    if (findings.phases[side]) phases_[side].add(*findings.phases[side]);
  }
  if (findings.separation && (!separation_ || findings.separation->steps.size() < separation_->steps.size()))
    separation_ = std::move(findings.separation);
  generated_ += findings.generated;
  moments_.add(std::move(findings.moments));
  for (size_t i = 0; i < findings.asked.size(); ++i) {
    Asked& asked = answers_[i].asked;
    asked.inputs += findings.asked[i].inputs;
    asked.differing += findings.asked[i].differing;
    for (size_t way = 0; way < 2; ++way) asked.ways[way] += findings.asked[i].ways[way];
    add(asked.cells, std::move(findings.asked[i].cells));
    for (Met& met : findings.asked[i].met) {
      if (asked.met.size() < most_met_) asked.met.push_back(std::move(met));
    }
  }
}

void Search::play() {
  std::vector<Job> jobs;
  for (uint64_t game = 1; game <= budget_.games; ++game) {
    for (const size_t side : {size_t{0}, size_t{1}})
      jobs.emplace_back([=](Worker& worker) { return worker.game(side, game); });
    jobs.emplace_back([=](Worker& worker) { return worker.separate(game); });
  }
  run("games", jobs);
  for (auto& worker : workers_) worker->keep_to(phases_);
  if (answers_.empty()) return;
  jobs.clear();
  for (uint64_t game = 1; game <= std::min(budget_.games, most_listened); ++game)
    jobs.emplace_back([=](Worker& worker) { return worker.listen(game); });
  run("rare moments", jobs);
}

void Search::make_up() {
  std::vector<Job> jobs;
  for (uint64_t done = 0; done < budget_.positions; done += positions_at_once) {
    const uint64_t now = std::min(positions_at_once, budget_.positions - done);
    jobs.emplace_back([=, chunk = jobs.size()](Worker& worker) { return worker.make_up(chunk, now); });
  }
  run("generated positions", jobs);
}

/// Whether classes say just this of each of the items: the choice that one permits, what refuses it, and the
/// item alone, which decides in the example; that it came out differently is not enough. Where the
/// requirement is responsible itself nothing beneath it is asked for.
bool Search::found(const ChoiceGoal& goal, const ItemRefs& items) const {
  ItemRefs responsible;
  for (const auto& [key, one] : classes_.all()) {
    if (one.example.what == Difference::What::permitted && one.example.allows == goal.permits &&
        one.example.action == goal.name && one.refusal.name == goal.refusing && one.blame.certain &&
        one.blame.items.size() == 1 && one.decided)
      responsible.insert(one.blame.items.begin(), one.blame.items.end());
  }
  if (responsible.count({ItemSort::requirement, goal.name, goal.refusing}) != 0) return true;
  return !items.empty() && std::includes(responsible.begin(), responsible.end(), items.begin(), items.end());
}

// Every goal by itself. Then from the positions at which one question had another answer, to every choice and
// every other question that rests on it; and around all of them. So what one difference leaves in the shadow
// of another is looked for by itself.
void Search::steer() {
  const std::vector<ChoiceGoal>& goals = workers_.front()->goals();
  std::vector<Job> jobs;
  uint64_t number = 0;
  const auto to_choice = [&](size_t goal, const std::vector<Met>& from, uint64_t evaluations,
                             uint64_t finds) {
    evaluations /= goals[goal].cost;
    jobs.emplace_back([=, which = number++](Worker& worker) {
      return worker.towards(worker.goals()[goal], which, from, evaluations, finds);
    });
  };
  const auto to_answer = [&](size_t at, const std::vector<Met>& from, uint64_t evaluations, uint64_t finds) {
    evaluations /= answers_[at].question.cost;
    for (const bool wanted : {true, false}) {
      if (!wanted && !answers_[at].question.boolean()) continue;
      // Of what differs in many positions that were met there is nothing to look for.
      constexpr uint64_t enough = 12;
      const auto& ways = answers_[at].asked.ways;
      if ((answers_[at].question.boolean() ? ways[wanted ? 1 : 0] : ways[0] + ways[1]) >= enough) continue;
      jobs.emplace_back([=, which = number++](Worker& worker) {
        return worker.towards(at, wanted, which, from, evaluations, finds);
      });
    }
  };
  // What was found without being looked for need not be.
  for (size_t i = 0; i < goals.size(); ++i) {
    if (!found(goals[i], goals[i].items)) to_choice(i, {}, budget_.steering, budget_.finds);
  }
  for (size_t i = 0; i < answers_.size(); ++i) to_answer(i, {}, budget_.steering / 2, budget_.finds);
  run("guided search", jobs);
  jobs.clear();
  most_met_ *= 2;
  for (size_t i = 0; i < answers_.size(); ++i) {
    const Answers& one = answers_[i];
    if (!one.question.changed || one.asked.met.empty()) continue;
    for (size_t k = 0; k < goals.size(); ++k) {
      if (goals[k].items.count(one.question.ref) != 0 && !found(goals[k], {one.question.ref}))
        to_choice(k, one.asked.met, budget_.steering / 3, 2);
    }
    for (size_t k = 0; k < answers_.size(); ++k) {
      if (k != i && answers_[k].question.items.count(one.question.ref) != 0)
        to_answer(k, one.asked.met, budget_.steering / 4, 2);
    }
  }
  run("what depends on the differences", jobs);
  jobs.clear();
  for (size_t i = 0; i < answers_.size(); ++i) {
    if (answers_[i].asked.met.empty()) continue;
    jobs.emplace_back([=, met = answers_[i].asked.met](Worker& worker) { return worker.around(i, met); });
  }
  run("neighbouring positions", jobs);
  jobs.clear();
  for (size_t i = 0; i < answers_.size(); ++i) {
    std::vector<Position> moments = answers_[i].asked.met.empty() ? std::vector<Position>{} : moments_.of(i);
    if (moments.empty()) continue;
    jobs.emplace_back([=, met = answers_[i].asked.met, at = std::move(moments)](Worker& worker) {
      return worker.graft(i, met, at);
    });
  }
  run("moments of games", jobs);
  tell_first();
}

void Search::lawful() {
  std::vector<Job> jobs;
  for (const auto& [key, one] : classes_.all()) {
    if (one.origin.grade == games::Grade::typed)
      jobs.emplace_back(
          [known = one, number = jobs.size() + 1](Worker& worker) { return worker.lawful(known, number); });
  }
  run("phase entries", jobs);
}

void Search::change(const char* what, const std::vector<DifferenceClass*>& classes,
                    const std::function<DifferenceClass(Worker&, const DifferenceClass&)>& work) {
  in_order<DifferenceClass>(
      workers_.size(), classes.size(), stop_,
      [&](size_t i, size_t worker) {
        try {
          return work(*workers_[worker], *classes[i]);
        } catch (const runtime::ListingStopped&) {  // it stays as it is
          return *classes[i];
        }
      },
      [&](size_t i, DifferenceClass&& changed) { *classes[i] = std::move(changed); },
      [&](size_t done) { return go_on(what, done, classes.size()); });
}

void Search::follow() {
  std::vector<DifferenceClass*> steps;
  for (auto& [key, one] : classes_.all()) {
    if (one.example.what == Difference::What::effect) steps.push_back(&one);
  }
  change("consequences", steps,
         [](Worker& worker, const DifferenceClass& one) { return worker.follow(one); });
}

void Search::shrink(int tries) {
  std::vector<DifferenceClass*> all;
  for (auto& [key, one] : classes_.all()) all.push_back(&one);
  change("smaller positions", all,
         [tries](Worker& worker, const DifferenceClass& one) { return worker.shrunk(one, tries); });
}

void Search::attribute() {
  std::vector<DifferenceClass*> all;
  for (auto& [key, one] : classes_.all()) all.push_back(&one);
  change("causes", all, [](Worker& worker, const DifferenceClass& one) { return worker.attributed(one); });
  constexpr size_t most = 250;  // positions of a class
  for (const auto& [key, one] : classes_.all()) {
    if (one.besides.empty() || stop_) continue;
    DifferenceClass other = one;
    sample_.tell_apart(key, most, [&](const Difference& difference) {
      other.example = difference;
      return decides(pair_, other).value_or(true);
    });
  }
  classes_.name_attributed();
}

std::vector<Finding> Search::findings(const std::vector<const DifferenceClass*>& classes,
                                      const std::function<Finding(Pair&, const DifferenceClass&)>& work) {
  std::vector<Finding> all(classes.size());
  std::atomic<bool> never{false};
  in_order<Finding>(
      workers_.size(), classes.size(), never,
      [&](size_t i, size_t worker) { return work(workers_[worker]->pair(), *classes[i]); },
      [&](size_t i, Finding&& finding) { all[i] = std::move(finding); }, [](size_t) { return true; });
  return all;
}

void Search::tell_first() {
  QuestionEvaluator evaluator(pair_);
  for (Answers& one : answers_) {
    one.regions = evaluator.regions(one.question, one.asked.cells);
    if (one.asked.met.empty()) continue;
    const Met& met = one.asked.met.front();
    const auto answers = evaluator.ask(one.question, met.position, met.arguments);
    if (!answers) continue;
    const auto text = [&](const runtime::Value& value) {
      return runtime::value_text(*pair_.scenarios[0], one.question.type[0], value);
    };
    one.first = fmt::format("{} = {} in {}, {} in {}", question_text(pair_, one.question, met.arguments),
                            text((*answers)[0]), names(pair_, 0), text((*answers)[1]), names(pair_, 1));
  }
}

}  // namespace casebook::compare
