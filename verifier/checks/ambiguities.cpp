// SPDX-License-Identifier: Apache-2.0
// ambiguities: does it ever matter how an ambiguous case is read?
//
// Each reading that the rules declare is set to each of its other values, and the positions of the probe are
// asked under both: who chooses, what is lawful, what comes of the same choice and the same throw. A reading
// under which nothing differs anywhere was only sampled; one that differs has a position, cut down to what
// matters, on which both are confirmed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "verifier/checks/compare_rules.h"
#include "verifier/checks/list.h"

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

/// One reading set to another value.
struct Question {
  Id reading = none;
  int32_t value = 0;
  bool found = false;
};

class Asker {
 public:
  explicit Asker(Context& context) : context_(context), scenario_(context.scenario()) {
    const Program& p = context.program();
    for (size_t i = 0; i < p.readings.size(); ++i) {
      if (p.readings[i].kind == none) continue;
      ++readings;
      const auto& values = p.kinds[static_cast<size_t>(p.readings[i].kind)].members;
      for (size_t value = 0; value < values.size(); ++value) {
        if (static_cast<int32_t>(value) != scenario_->readings[i])
          questions_.push_back({static_cast<Id>(i), static_cast<int32_t>(value), false});
      }
    }
  }

  size_t readings = 0, positions = 0;

  /// Those not answered yet, on these positions.
  void ask(const std::vector<Tried>& on, size_t reached) {
    positions += on.size();
    for (Question& question : questions_) {
      if (question.found || context_.stopped()) continue;
      context_.tell("the reading " + reading(question).name);
      const ScenarioPtr other = context_.with({none, question.reading, question.value});
      if (other) question.found = compare(question, other, on, reached);
    }
  }
  bool all_found() const {
    return std::all_of(questions_.begin(), questions_.end(), [](const Question& one) { return one.found; });
  }
  void tell_the_rest() {
    std::map<Id, std::vector<std::string>> same;
    std::set<Id> differs;
    for (const Question& one : questions_) {
      if (one.found) differs.insert(one.reading);
      if (!one.found) same[one.reading].push_back(value_name(one));
    }
    for (const auto& [id_of, values] : same) {
      if (differs.count(id_of) != 0) continue;
      const Reading& one = context_.program().readings[static_cast<size_t>(id_of)];
      Finding& finding = context_.add(id, one.name, Verdict::sampled, Concern::information);
      finding.claim = fmt::format("It never matters: {}", one.question);
      finding.text = fmt::format("Read as {} it played the same wherever it was tried.", listed(values));
      finding.method = Method::made_up;
      finding.scope = fmt::format("{} positions", positions);
      context_.cite(finding, one);
    }
  }

 private:
  const Reading& reading(const Question& one) const {
    return context_.program().readings[static_cast<size_t>(one.reading)];
  }
  const std::vector<std::string>& values_of(const Question& one) const {
    return context_.program().kinds[static_cast<size_t>(reading(one).kind)].members;
  }
  const std::string& value_name(const Question& one) const {
    return values_of(one)[static_cast<size_t>(one.value)];
  }
  const std::string& name_now(const Question& one) const {
    return values_of(one)[static_cast<size_t>(scenario_->readings[static_cast<size_t>(one.reading)])];
  }

  bool compare(const Question& question, const ScenarioPtr& other, const std::vector<Tried>& on,
               size_t reached) {
    TwoRules two(context_.probe().rules(), other);
    std::vector<Candidate> candidates;
    size_t differing = 0, of_reached = 0;
    for (size_t i = 0; i < on.size(); ++i) {
      if (i % 256 == 0 && context_.stopped()) break;
      const auto difference = two.at(on[i].position, 4);
      if (!difference) continue;
      ++differing;
      of_reached += i < reached ? 1U : 0U;
      if (difference->how == Difference::How::player || difference->how == Difference::How::outcomes)
        continue;
      Witness size;
      describe(size, *scenario_, on[i].position, Grade::typed);
      const int64_t weight = size.units + (on[i].grade == Grade::typed ? 1000 : 0) +
                             (difference->how == Difference::How::after ? 200 : 0);
      candidates.push_back({i, weight, *difference});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.weight < b.weight; });
    const std::string scope = fmt::format("it differs on {} of {} positions, {} of {} that games came to",
                                          differing, on.size(), of_reached, reached);
    for (size_t i = 0; i < candidates.size() && i < 6; ++i) {
      if (told(question, other, two, candidates[i], on[candidates[i].index], scope)) return true;
    }
    return false;
  }

  bool told(const Question& question, const ScenarioPtr& other, TwoRules& two, const Candidate& one,
            const Tried& at, const std::string& scope) {
    const Tried small = context_.probe().shrunk(
        at, [&](const runtime::Position& position) { return two.still(position, one.difference); });
    const auto difference = two.at(small.position, 24);
    if (!difference) return false;
    const auto witness = witness_of(*difference, small, scenario_, other);
    if (!witness) return false;
    const Reading& of = reading(question);
    Finding& finding = context_.add(id, fmt::format("{} {}", of.name, value_name(question)), Verdict::refuted,
                                    Concern::ambiguity);
    finding.claim = fmt::format("It never matters: {}", of.question);
    finding.text = tell(*witness, scenario_, other, name_now(question), value_name(question));
    finding.method = small.grade == Grade::seen ? Method::play : Method::made_up;
    finding.scope = scope;
    for (const int32_t value : {scenario_->readings[static_cast<size_t>(question.reading)], question.value}) {
      const auto index = static_cast<size_t>(value);
      finding.details.push_back(fmt::format("{}{}: {}", values_of(question)[index],
                                            value == question.value ? "" : " (as played here)",
                                            index < of.reasons.size() ? of.reasons[index] : ""));
    }
    context_.cite(finding, of);
    finding.witness = *witness;
    return true;
  }

  Context& context_;
  ScenarioPtr scenario_;
  std::vector<Question> questions_;
};

/// Rounds of further positions for readings that no position told apart yet.
constexpr uint64_t more_rounds = 2;

Answer run(Context& context) {
  if (context.program().game == none) return {Verdict::proved, "no readings: there is no play"};
  Asker asker(context);
  if (asker.readings == 0) return {Verdict::proved, "no readings"};
  Probe& probe = context.probe();
  asker.ask(probe.positions(), probe.reached());
  for (uint64_t round = 1; round <= more_rounds && !asker.all_found() && !context.stopped(); ++round)
    asker.ask(probe.more(context, round), 0);
  asker.tell_the_rest();
  return {Verdict::sampled, fmt::format("{} readings on {} positions", asker.readings, asker.positions)};
}

}  // namespace

Check ambiguities() {
  return {id, "Does it ever matter how an ambiguous case is read?", CheckOf::game, true, run};
}

}  // namespace casebook::checks
