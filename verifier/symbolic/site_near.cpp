// SPDX-License-Identifier: Apache-2.0
// Parts of what is to be shown that follow at once from what is said of the same things.
#include <algorithm>

#include "verifier/symbolic/site_proof.h"

namespace casebook::symbolic {

namespace {

constexpr size_t small_of_way = 200;  // nodes

}  // namespace

/// Those that do not, where the variable has that value.
std::vector<SiteProof::Part> SiteProof::not_near(Obligation& obligation, Facts& of_way,
                                                 const std::vector<Part>& parts, Ref variable,
                                                 int64_t value) {
  const Branch& branch = branch_of(obligation);
  if (near_of_ != &branch || near_granted_ != granted_) {
    near_of_ = &branch;
    near_granted_ = granted_;
    const auto faultless = first_condition + static_cast<int32_t>(branch.conditions.size()) - 1;
    near_.begin(branch.near.get(), [this, faultless](const Fact& fact) {
      if (is_invariant(fact.name)) return bool{near_granted_[static_cast<size_t>(fact.name)]};
      return fact.name != faultless || near_granted_.back();
    });
  }
  Formula::Replaced known;
  Ref of_case = yes;
  Disjunctions here(formula_);
  if (variable != no) {
    known.emplace(variable, formula_.number(value));
    of_case = formula_.equal(variable, formula_.number(value));
  }
  for (const Fact* fact : of_way.all())
    if (fact->nodes <= small_of_way) here.add(*fact, formula_.replaced(fact->holds, known));
  std::vector<Part> left = parts;
  // Facts in which the variable is deep inside are made again for its value, which takes its time.
  for (const bool deeply : {false, true}) {
    if (left.empty() || (deeply && (variable == no || effort_ != Effort::full))) break;
    if (deeply) {
      const auto [deep, fresh] = deep_.try_emplace({obligation.alternative, variable});
      if (fresh)
        for (const Fact* fact : branch.small->all())
          if (Disjunctions::is_deep(formula_, *fact, variable)) deep->second.push_back(fact);
      for (const Fact* fact : deep->second) here.add(*fact, formula_.replaced(fact->holds, known));
    }
    near_.enter(&here, of_case);
    std::erase_if(left, [&](const Part& part) {
      const Ref now = formula_.replaced(part.broken, known);
      const std::optional<std::vector<int32_t>> needed =
          now == no ? std::vector<int32_t>() : near_.refute(now);
      if (!needed) return false;
      obligation.needed.insert(obligation.needed.end(), needed->begin(), needed->end());
      note_shown({obligation.alternative, variable, value, part.broken}, *needed);
      return true;
    });
    near_.leave();
  }
  return left;
}

}  // namespace casebook::symbolic
