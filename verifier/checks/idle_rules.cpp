// SPDX-License-Identifier: Apache-2.0
// idle-rules: a requirement, exception, entry or effect whose loss nobody would notice.
//
// Each is left out, and the positions of the probe are asked under the rules with and without it: what is
// lawful, and what comes of choices and throws. One that changes nothing anywhere was never needed as far as
// anybody has seen: it never applies, or others always do its work. Those the switches shut out are not asked
// for. Claims, invariants and views are not part of play.
#include <fmt/format.h>

#include <algorithm>

#include "engine/language/mutants.h"
#include "verifier/checks/compare_rules.h"
#include "verifier/checks/list.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "idle-rules";
/// One that nobody notices is asked of all of them: that is what takes the time.
constexpr size_t most_positions = 1200;

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
  for (const char* word :
       {"requirement", "ensure", "exception", "adjustment", "waiver", "preference", "statement", "field"}) {
    if (mutant.what.starts_with(word)) return word;
  }
  return "entry";
}

Answer run(Context& context) {
  const Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no game: there is no play"};
  Probe& probe = context.probe();
  const std::string as_it_is = probe.rules().listing();
  // The positions of one site stand far apart, so that most losses are noticed early.
  std::vector<const Tried*> order;
  for (const Tried& tried : probe.positions()) order.push_back(&tried);
  Random random = context.random(id);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<uint32_t>(i))]);
  if (order.size() > most_positions) order.resize(most_positions);
  size_t asked = 0, unknown = 0;
  for (const Mutant& mutant : mutants(p)) {
    if (context.stopped()) break;
    if (!leaves_out(mutant)) continue;
    auto other = std::make_shared<runtime::Scenario>(*context.scenario());
    other->program = altered(p, mutant);
    std::unique_ptr<TwoRules> two;
    try {
      two = std::make_unique<TwoRules>(probe.rules(), other);
    } catch (const std::exception&) {  // more registers than there are
      ++unknown;
      continue;
    }
    if (two->second().listing() == as_it_is) continue;  // the switches shut it out
    ++asked;
    context.tell(mutant.name);
    bool noticed = false;
    for (size_t i = 0; i < order.size() && !noticed; ++i)
      noticed = two->at(order[i]->position, 4).has_value();
    if (noticed) continue;
    Finding& finding =
        context.add(id, fmt::format("{} {}", sort_of(mutant), mutant.name), Verdict::sampled, Concern::idle);
    finding.claim = fmt::format("The {} {} makes a difference somewhere", sort_of(mutant), mutant.name);
    finding.text =
        "Without it everything tried played the same: it never applies there, or others always do its work.";
    finding.method = Method::made_up;
    finding.scope = fmt::format("{} positions", order.size());
    for (const Id label : mutant.labels) context.cite(finding, label);
    finding.places.push_back(place_of(p, mutant.place));
  }
  std::string scope = fmt::format("{} rules left out one by one, on {} positions", asked, order.size());
  if (unknown > 0) scope += fmt::format("; {} could not be tried", unknown);
  return {Verdict::sampled, scope};
}

}  // namespace

Check idle_rules() {
  return {id, "Is there a requirement, exception, entry or effect whose loss nobody would notice?",
          CheckOf::game, true, run};
}

}  // namespace casebook::checks
