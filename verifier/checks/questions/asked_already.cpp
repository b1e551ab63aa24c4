// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/questions/asked_already.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/switch_names.h"
#include "engine/program/edit/unmarked.h"
#include "engine/program/walk.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/ruleset_identity.h"
#include "verifier/checks/shared/labels_in_text.h"
#include "verifier/checks/shared/references.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using language::Op;
using language::Program;
using language::Reading;
using language::Setting;

namespace {

/// How many definitions may lie between an item and the one that asks the reading.
constexpr int calls_between = 2;
/// Choices that are applied under both, at each position.
constexpr size_t most_looked_at = 200;
/// Positions in which the rules without readings are compared with those that have them.
constexpr size_t most_compared = 300;

/// These ask of one line of a case: what the case is silent about is another line.
bool asks_of_one_line(language::RivalSort sort) {
  using language::RivalSort;
  return sort == RivalSort::passes_through || sort == RivalSort::each_way ||
         sort == RivalSort::since_the_start || sort == RivalSort::besides;
}

}  // namespace

AskedAlready::AskedAlready(Context& context, ScenarioPtr scenario)
    : context_(context), scenario_(std::move(scenario)), besides_(context.options_besides(*scenario_)) {
  const Program& p = *scenario_->program;
  for (const TopExpression& top : top_expressions(p)) {
    if (!top.plays) continue;
    language::walk(*top.expr, [&](const language::Expr& expr) {
      if (expr.op == Op::reading_value) reads_[top.item].insert(language::ReadingId(expr.ref));
      if (expr.op == Op::call) calls_[top.item].insert(p.definitions[language::DefinitionId(expr.ref)].name);
    });
  }
}

ScenarioPtr AskedAlready::without_marks(const ScenarioPtr& scenario, const std::vector<Tried>& positions) {
  const Program& p = *scenario->program;
  if (!scenario->data || (p.readings.empty() && p.supplied.empty())) return nullptr;
  runtime::Switches switches;
  for (const auto& one : runtime::identity_of(*scenario).switches) {
    const bool of_reading = std::any_of(p.readings.begin(), p.readings.end(), [&](const Reading& reading) {
      return same_switch(reading.name, one.first);
    });
    if (!of_reading) switches.push_back(one);
  }
  std::vector<int32_t> answers(scenario->readings.begin(), scenario->readings.end());
  auto unmarked = std::make_shared<Program>(*language::without_readings(p, answers));
  unmarked->supplied.clear();
  Diagnostics unheard;
  const ScenarioPtr bound = runtime::bind(unmarked, scenario->data, switches, scenario->id, unheard);
  if (!bound) return nullptr;
  try {
    runtime::CompiledRules played(scenario);
    TwoRules two(played, bound);
    const size_t every = std::max<size_t>(1, positions.size() / most_compared);
    for (size_t i = 0; i < positions.size(); i += every)
      if (two.at(positions[i].position)) return nullptr;
  } catch (const std::exception&) {  // more registers than there are
    return nullptr;
  }
  return bound;
}

std::optional<SameAs> AskedAlready::mark(const language::Rival& rival, const ScenarioPtr& ruleset,
                                         const std::vector<Apart>& apart, const Alike& alike) {
  std::optional<SameAs> found = reading_like(rival.item, rival.label, ruleset, apart, alike);
  if (!found) found = dispute_like(rival.label, ruleset);
  if (!found) found = supplied_like(rival, ruleset, apart, alike);
  if (found) {
    found->asks_the_same = true;
    return found;
  }
  const Program& p = *scenario_->program;
  if (asks_of_one_line(rival.sort)) return std::nullopt;
  if (rival.label == language::none || p.cases[rival.label].silent.empty()) return std::nullopt;
  return SameAs{"silent-cases", p.cases[rival.label].label,
                "the case is marked as silent, and what it leaves open may be this"};
}

void AskedAlready::readings_near(const std::string& item, int calls,
                                 std::set<language::ReadingId>& found) const {
  if (const auto own = reads_.find(item); own != reads_.end())
    found.insert(own->second.begin(), own->second.end());
  if (calls == 0) return;
  if (const auto called = calls_.find(item); called != calls_.end())
    for (const std::string& one : called->second) readings_near(one, calls - 1, found);
}

AskedAlready::Answered& AskedAlready::answered(language::ReadingId reading, int32_t value) {
  const auto [at, is_new] = answered_.try_emplace({reading, value});
  Answered& one = at->second;
  if (!is_new) return one;
  std::vector<Setting> settings = besides_;
  settings.push_back({language::none, reading, value});
  one.ruleset = context_.with(settings);
  if (!one.ruleset) return one;
  if (!played_) played_ = std::make_unique<runtime::CompiledRules>(scenario_);
  one.rules = std::make_unique<TwoRules>(*played_, one.ruleset);
  return one;
}

std::optional<SameAs> AskedAlready::reading_like(const std::string& item, language::CaseId label,
                                                 const ScenarioPtr& rival, const std::vector<Apart>& apart,
                                                 const Alike& alike) {
  const Program& p = *scenario_->program;
  std::set<language::ReadingId> near;
  readings_near(item, calls_between, near);
  for (size_t i = 0; i < p.readings.size(); ++i)
    if (p.readings[static_cast<language::ReadingId>(i)].label == label)
      near.insert(static_cast<language::ReadingId>(i));
  if (near.empty() || (apart.empty() && !alike)) return std::nullopt;
  runtime::CompiledRules rules(rival);
  std::vector<Known> known;
  for (const Apart& one : apart) known.push_back(known_of(rules, *one.position, most_looked_at));
  // Those of the same case first.
  std::vector<language::ReadingId> order(near.begin(), near.end());
  std::stable_partition(order.begin(), order.end(),
                        [&](language::ReadingId one) { return p.readings[one].label == label; });
  for (const language::ReadingId reading : order) {
    if (p.readings[reading].kind == language::none) continue;
    const auto& names = p.kinds[p.readings[reading].kind].members;
    for (size_t value = 0; value < names.size(); ++value) {
      if (static_cast<int32_t>(value) == scenario_->readings[reading]) continue;
      Answered& one = answered(reading, static_cast<int32_t>(value));
      if (!one.rules) continue;
      bool is_same = !apart.empty() || alike(one.ruleset);
      for (size_t i = 0; is_same && i < apart.size(); ++i) {
        const auto still = one.rules->at(*apart[i].position, known[i], nullptr);
        is_same = !still || (still->how == Difference::How::after && apart[i].how != Difference::How::after);
      }
      if (!is_same) continue;
      return SameAs{
          "ambiguities", p.readings[reading].name,
          fmt::format("with {} = {}, {} here", p.readings[reading].name, names[value],
                      apart.empty() ? std::string("the way leads as with the other answer")
                      : apart.size() == 1
                          ? std::string("the position that was looked at is played as with the other answer")
                          : fmt::format("all {} that were looked at are played as with the other answer",
                                        counted(apart.size(), "position")))};
    }
  }
  return std::nullopt;
}

std::optional<SameAs> AskedAlready::dispute_like(language::CaseId label, const ScenarioPtr& rival) const {
  runtime::Claims now(scenario_, true), otherwise(rival, true);
  for (const language::Claim& claim : scenario_->program->claims) {
    if (claim.disputed.empty() || !claim.with.empty()) continue;
    // Another rule can make it hold as well: it asks the same if one of the two places says it.
    const auto told = labels_in_text(*scenario_->program, claim.disputed);
    const bool is_told =
        label != language::none &&
        std::find(told.begin(), told.end(), scenario_->program->label_text(label)) != told.end();
    if (claim.label != label && !is_told) continue;
    if (now.run(claim).status != runtime::ClaimStatus::disputed ||
        otherwise.run(claim).status != runtime::ClaimStatus::undisputed)
      continue;
    return SameAs{"facts-stated-twice", claim.name, "with the other answer, the disputed claim holds"};
  }
  return std::nullopt;
}

std::optional<SameAs> AskedAlready::supplied_like(const language::Rival& rival, const ScenarioPtr& ruleset,
                                                  const std::vector<Apart>& apart, const Alike& alike) const {
  const Program& p = *scenario_->program;
  const auto part = std::find_if(p.supplied.begin(), p.supplied.end(), [&](const language::Supplied& one) {
    return !one.name.empty() && one.place.file == rival.place.file && one.place.begin <= rival.place.begin &&
           rival.place.end <= one.place.end;
  });
  if (part == p.supplied.end()) return std::nullopt;
  Diagnostics unheard;
  const ScenarioPtr without =
      runtime::bind_besides(*scenario_, {{runtime::without_switch, part->name}}, unheard);
  if (!without) return std::nullopt;
  if (apart.empty() && (!alike || !alike(without))) return std::nullopt;
  runtime::CompiledRules rules(ruleset);
  TwoRules two(rules, without);
  for (const Apart& one : apart)
    if (two.at(*one.position, most_looked_at)) return std::nullopt;
  if (part->label != language::none && !p.cases[part->label].silent.empty())
    return SameAs{"silent-cases", p.cases[part->label].label,
                  "the case is marked as silent, and what the rules files supply for it may be left out"};
  return SameAs{"supplied", part->name, "what the rules files supply may be left out"};
}

}  // namespace casebook::checks
