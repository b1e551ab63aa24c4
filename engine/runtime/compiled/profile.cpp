// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/profile.h"

#include <algorithm>
#include <map>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/compiled/machine.h"

namespace casebook::runtime {

namespace compiled {

const char* sort_name(Origin::Sort sort) {
  switch (sort) {
    case Origin::Sort::choices:
      return "choices";
    case Origin::Sort::parameter:
      return "parameter";
    case Origin::Sort::requirement:
      return "requirement";
    case Origin::Sort::ensure:
      return "ensure";
    case Origin::Sort::best:
      return "best";
    case Origin::Sort::effect:
      return "effect";
    case Origin::Sort::whether_legal:
      return "whether legal";
    case Origin::Sort::definition:
      return "definition";
    case Origin::Sort::field:
      return "field";
    case Origin::Sort::procedure:
      return "procedure";
  }
  return "";
}

}  // namespace compiled

void CompiledRules::count_instructions() {
  machine_->counts = std::make_unique<compiled::Counts>(program_->origins.size(), program_->sites.size());
  for (size_t i = 0; i < program_->sites.size(); ++i) {
    const int32_t routine = program_->sites[static_cast<SiteId>(i)].generate;
    if (routine >= 0) machine_->counts->site_listed_by[routine] = i;
  }
}

Profile CompiledRules::profile() const {
  Profile told;
  if (!machine_->counts) return told;
  const compiled::Counts& counts = *machine_->counts;
  told.instructions = counts.total;
  const auto share = [&](uint64_t ticks) {
    return counts.ticks == 0 ? 0 : static_cast<double>(ticks) / static_cast<double>(counts.ticks);
  };
  std::map<language::CaseId, Profile::OfCase> cases;
  for (size_t i = 0; i < counts.lines.size(); ++i) {
    const compiled::Counts::Line& line = counts.lines[i];
    if (line.own == 0 && line.called == 0) continue;
    Profile::Rule rule;
    if (i < program_->origins.size()) {
      const compiled::Origin& origin = program_->origins[i];
      rule.sort = sort_name(origin.sort), rule.item = origin.item, rule.part = origin.part;
      rule.label = origin.label;
    }
    rule.instructions = line.own, rule.called = line.called, rule.time = share(line.ticks);
    Profile::OfCase& of_case = cases[rule.label];
    of_case.label = rule.label;
    of_case.instructions += line.own;
    of_case.time += rule.time;
    told.rules.push_back(std::move(rule));
  }
  for (const auto& [label, one] : cases) told.cases.push_back(one);
  for (size_t i = 0; i < counts.sites.size(); ++i) {
    const compiled::Counts::AtSite& at = counts.sites[i];
    if (at.times > 0) told.sites.push_back({static_cast<SiteId>(i), at.times, at.listing, at.carrying_out});
  }
  // The dearest first; equals as they stand in the rules.
  std::stable_sort(told.rules.begin(), told.rules.end(),
                   [](const auto& a, const auto& b) { return a.instructions > b.instructions; });
  std::stable_sort(told.cases.begin(), told.cases.end(),
                   [](const auto& a, const auto& b) { return a.instructions > b.instructions; });
  std::stable_sort(told.sites.begin(), told.sites.end(), [](const auto& a, const auto& b) {
    return a.listing + a.carrying_out > b.listing + b.carrying_out;
  });
  return told;
}

}  // namespace casebook::runtime
