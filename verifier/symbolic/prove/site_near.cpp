// SPDX-License-Identifier: Apache-2.0
// Proves parts of an obligation that follow at once from what is known of the same things.
#include <algorithm>

#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

namespace {

constexpr size_t small_of_way = 200, small_instance = 1000;  // nodes
constexpr int64_t most_values = 65;

}  // namespace

// A fact in which somebody is deep inside (who is named is alone) says of each whom it may be a clause that
// is not: it is not he, or that.
void SiteProof::add_near(const Fact& fact, Disjunctions& into) {
  into.add(fact, fact.holds);
  if (fact.nodes > small_instance) return;
  std::vector<Ref> clauses;
  for (const Ref variable : somebody_) {
    if (!Disjunctions::is_deep(formula_, fact, variable)) continue;
    const Node of = formula_.node(variable);
    for (int64_t value = of.low; value <= of.high; ++value) {
      Formula::Replaced known{{variable, formula_.number(value)}};
      const Ref other = formula_.not_(formula_.equal(variable, formula_.number(value)));
      clauses.clear();
      clauses_of(formula_, formula_.replaced(fact.holds, known), clauses);
      for (const Ref clause : clauses) into.add(fact, beside(clause, other));
    }
  }
}

/// Whoever is remembered: states and locals of few values that stand for a member.
void SiteProof::find_somebody() {
  for (const SlotOf what : {SlotOf::var, SlotOf::state})
    for (size_t id = 0; id < open_->size(what); ++id) {
      const language::Type type = positions_.type_of(what, static_cast<Id>(id));
      if (type.tag != language::TypeTag::entity && type.tag != language::TypeTag::maybe) continue;
      const auto& values = open_->cells(what, static_cast<Id>(id)).values;
      if (values.size() != 1) continue;
      const Node node = formula_.node(values[0].number);
      if (node.kind == NodeKind::variable && !node.boolean && node.high - node.low > 2 &&
          node.high - node.low < most_values)
        somebody_.push_back(values[0].number);
    }
}

/// Those that do not, where the variable has that value.
std::vector<SiteProof::Part> SiteProof::not_near(Obligation& obligation, Facts& of_way,
                                                 const std::vector<Part>& parts, Ref variable,
                                                 int64_t value) {
  const Branch& branch = branch_of(obligation);
  if (near_of_ != &branch || near_granted_ != granted_) {
    near_of_ = &branch;
    near_granted_ = granted_;
    const auto faultless = first_condition + static_cast<int32_t>(branch.conditions.size()) - 1;
    near_.begin({near_always_.get(), branch.near.get()}, [this, faultless](const Fact& fact) {
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
