// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/choice_goals.h"

#include <algorithm>

#include "verifier/compare/differ/reasons.h"

namespace casebook::compare {

using language::none;

namespace {

template <class See>
void each_beneath(const Alignment& alignment, const ItemRefs& keys, bool only_other, const See& see) {
  ItemRefs seen;
  std::vector<ItemRef> open(keys.begin(), keys.end());
  while (!open.empty()) {
    const ItemRef key = open.back();
    open.pop_back();
    if (!seen.insert(key).second) continue;
    const ItemPair* pair = alignment.find(key);
    if (pair == nullptr || (only_other && pair->same)) continue;
    see(key, *pair);
    for (const SettledItem* item : pair->item) {
      if (item != nullptr) open.insert(open.end(), item->uses.begin(), item->uses.end());
    }
  }
}

}  // namespace

ItemRefs changed_beneath(const Alignment& alignment, const ItemRefs& keys) {
  ItemRefs changed;
  each_beneath(alignment, keys, true, [&](const ItemRef& key, const ItemPair& pair) {
    if (!pair.same_text) changed.insert(key);
  });
  return changed;
}

ItemRefs all_beneath(const Alignment& alignment, const ItemRefs& keys) {
  ItemRefs all;
  each_beneath(alignment, keys, false, [&](const ItemRef& key, const ItemPair&) { all.insert(key); });
  return all;
}

uint64_t cost_of(const ItemRefs& beneath) {
  const auto any = [&](ItemSort sort) {
    return std::any_of(beneath.begin(), beneath.end(), [&](const ItemRef& one) { return one.sort == sort; });
  };
  return any(ItemSort::action) ? 10 : any(ItemSort::field) ? 6 : 1;
}

namespace {

class Goals {
 public:
  explicit Goals(const Pair& pair) : pair_(pair) {}

  std::vector<ChoiceGoal> all() {
    const OneWay& way = pair_.alignment.from(0);
    for (size_t i = 0; i < way.actions.size(); ++i) {
      const ActionId other = way.actions[i];
      if (other == none) continue;
      for (const size_t permits : {size_t{0}, size_t{1}})
        of_action({static_cast<ActionId>(i), other}, permits);
    }
    return std::move(all_);
  }

 private:
  void of_action(const std::array<ActionId, 2>& ids, size_t permits) {
    const size_t refuses = 1 - permits;
    const language::Program &p = pair_.alignment.settled(permits).program(),
                            &q = pair_.alignment.settled(refuses).program();
    const language::Action &mine = p.actions[ids[permits]], &theirs = q.actions[ids[refuses]];
    if (mine.params.size() != theirs.params.size()) return;
    for (size_t k = 0; k < mine.params.size(); ++k) {
      if (mine.params[k].mode != theirs.params[k].mode) return;
    }
    for (size_t k = 0; k < theirs.params.size(); ++k) {
      const language::ActionParam &here = mine.params[k], &there = theirs.params[k];
      add(ids, permits, "domain of " + there.name, here.domain.get(), *there.domain,
          {{there.domain.get(), false, there.var}});
      if (!there.where) continue;
      games::Condition fails{there.where.get(), false, none};
      if (there.mode != language::ParamMode::single) fails.each = there.var, fails.bound = there.member;
      add(ids, permits, "domain of " + there.name, here.where.get(), *there.where,
          {{there.domain.get(), true, there.var}, fails});
    }
    for (const language::Requirement& requirement : theirs.requires_) {
      const language::Expr* here = nullptr;
      for (const language::Requirement& one : mine.requires_) {
        if (one.name == requirement.name) here = one.expr.get();
      }
      games::Condition fails{requirement.expr.get(), false, none};
      if (requirement.each >= 0) {
        fails.each = theirs.params[static_cast<size_t>(requirement.each)].var;
        fails.bound = requirement.member;
      }
      std::vector<games::Condition> conditions{fails};
      for (const language::Waiver& waiver : requirement.waivers)
        conditions.push_back({waiver.when.get(), false, none});
      // It is in the set that it has to be chosen from, so that it is this that refuses.
      for (const language::ActionParam& param : theirs.params)
        conditions.push_back({param.domain.get(), true, param.var});
      add(ids, permits, requirement.name, here, *requirement.expr, conditions);
    }
  }

  /// A goal for each reason for which the two can come out differently. `here`: null where this side does not
  /// ask it.
  void add(const std::array<ActionId, 2>& ids, size_t permits, const std::string& refusing,
           const language::Expr* here, const language::Expr& there,
           const std::vector<games::Condition>& conditions) {
    const Alignment& alignment = pair_.alignment;
    const size_t refuses = 1 - permits;
    if (here != nullptr && (permits == 0 ? alignment.same(*here, there) : alignment.same(there, *here)))
      return;
    ItemRefs uses = alignment.settled(refuses).uses(there);
    if (here != nullptr) uses.merge(alignment.settled(permits).uses(*here));
    const language::Program &p = alignment.settled(permits).program(),
                            &q = alignment.settled(refuses).program();
    const language::Action &mine = p.actions[ids[permits]], &theirs = q.actions[ids[refuses]];
    ChoiceGoal goal;
    goal.permits = permits;
    goal.action = ids;
    goal.name = mine.name;
    goal.refusing = refusing;
    goal.items = changed_beneath(alignment, uses);
    goal.cost = cost_of(all_beneath(alignment, uses));
    goal.here = games::all_hold(p, ids[permits]);
    for (size_t k = 0; k < mine.params.size(); ++k) {
      goal.shared.emplace_back(mine.params[k].var, theirs.params[k].var);
      const bool single = theirs.params[k].mode == language::ParamMode::single;
      goal.there.free.push_back({theirs.params[k].var, single ? theirs.params[k].at : none});
    }
    goal.there.conditions = conditions;
    std::vector<Reason> why;
    if (here != nullptr)
      why = permits == 0 ? reasons(alignment, *here, there) : reasons(alignment, there, *here);
    if (why.size() < 2) {
      all_.push_back(std::move(goal));
      return;
    }
    for (const Reason& reason : why) {
      ChoiceGoal one = goal;
      one.here.reasons.insert(reason.path[permits].begin(), reason.path[permits].end());
      one.there.reasons.insert(reason.path[refuses].begin(), reason.path[refuses].end());
      one.items = reason.items;
      all_.push_back(std::move(one));
    }
  }

  const Pair& pair_;
  std::vector<ChoiceGoal> all_;
};

}  // namespace

std::vector<ChoiceGoal> choice_goals(const Pair& pair) {
  return Goals(pair).all();
}

}  // namespace casebook::compare
