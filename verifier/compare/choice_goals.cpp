// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/choice_goals.h"

#include <algorithm>

namespace casebook::compare {

using language::none;

namespace {

template <class See>
void each_beneath(const Alignment& alignment, const std::set<std::string>& keys, bool only_other,
                  const See& see) {
  std::set<std::string> seen;
  std::vector<std::string> open(keys.begin(), keys.end());
  while (!open.empty()) {
    const std::string key = open.back();
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

std::set<std::string> changed_beneath(const Alignment& alignment, const std::set<std::string>& keys) {
  std::set<std::string> changed;
  each_beneath(alignment, keys, true, [&](const std::string& key, const ItemPair& pair) {
    if (!pair.same_text) changed.insert(key);
  });
  return changed;
}

std::set<std::string> all_beneath(const Alignment& alignment, const std::set<std::string>& keys) {
  std::set<std::string> all;
  each_beneath(alignment, keys, false, [&](const std::string& key, const ItemPair&) { all.insert(key); });
  return all;
}

uint64_t cost_of(const std::set<std::string>& beneath) {
  const auto any = [&](std::string_view sort) {
    return std::any_of(beneath.begin(), beneath.end(),
                       [&](const std::string& key) { return key.starts_with(sort); });
  };
  return any("action ") ? 10 : any("field ") ? 6 : 1;
}

namespace {

class Goals {
 public:
  explicit Goals(const Pair& pair) : pair_(pair) {}

  std::vector<ChoiceGoal> all() {
    const OneWay& way = pair_.alignment.from(0);
    for (size_t i = 0; i < way.actions.size(); ++i) {
      const Id other = way.actions[i];
      if (other == none) continue;
      for (const size_t permits : {size_t{0}, size_t{1}}) of_action({static_cast<Id>(i), other}, permits);
    }
    return std::move(all_);
  }

 private:
  void of_action(const std::array<Id, 2>& ids, size_t permits) {
    const size_t refuses = 1 - permits;
    const language::Program &p = *pair_.scenarios[permits]->program, &q = *pair_.scenarios[refuses]->program;
    const language::Action& mine = p.actions[static_cast<size_t>(ids[permits])];
    const language::Action& theirs = q.actions[static_cast<size_t>(ids[refuses])];
    if (mine.params.size() != theirs.params.size() || !games::permitted(p, ids[permits])) return;
    // As they are with switches settled, for the question what can differ.
    const language::Action& settled =
        pair_.alignment.settled(permits).program().actions[static_cast<size_t>(ids[permits])];
    const language::Action& other =
        pair_.alignment.settled(refuses).program().actions[static_cast<size_t>(ids[refuses])];
    ChoiceGoal goal;
    goal.permits = permits;
    goal.action = ids;
    goal.name = mine.name;
    for (size_t k = 0; k < mine.params.size(); ++k) {
      if (theirs.params[k].mode != language::ParamMode::single) return;
      goal.shared.emplace_back(mine.params[k].var, theirs.params[k].var);
    }
    const auto add = [&](const std::string& refusing, std::vector<const language::Expr*> here,
                         const language::Expr& there, const std::vector<games::Condition>& conditions) {
      std::set<std::string> uses = pair_.alignment.settled(refuses).uses(there);
      bool differs = here.empty();
      for (const language::Expr* expr : here) {
        uses.merge(pair_.alignment.settled(permits).uses(*expr));
        differs = differs ||
                  !(permits == 0 ? pair_.alignment.same(*expr, there) : pair_.alignment.same(there, *expr));
      }
      if (!differs) return;
      ChoiceGoal made;
      made.permits = goal.permits;
      made.action = goal.action;
      made.name = goal.name;
      made.shared = goal.shared;
      made.refusing = refusing;
      made.items = changed_beneath(pair_.alignment, uses);
      made.cost = cost_of(all_beneath(pair_.alignment, uses));
      made.here = *games::permitted(p, ids[permits]);
      for (const language::ActionParam& param : theirs.params)
        made.there.free.push_back({param.var, param.at});
      made.there.conditions = conditions;
      all_.push_back(std::move(made));
    };
    for (size_t k = 0; k < theirs.params.size(); ++k) {
      const language::ActionParam& param = theirs.params[k];
      add("domain of " + param.name, {settled.params[k].domain.get()}, *other.params[k].domain,
          {{param.domain.get(), false, param.var}});
      if (param.where && other.params[k].where) {
        std::vector<const language::Expr*> here;
        if (settled.params[k].where) here.push_back(settled.params[k].where.get());
        add("domain of " + param.name, here, *other.params[k].where,
            {{param.domain.get(), true, param.var}, {param.where.get(), false, none}});
      }
    }
    for (const language::Requirement& requirement : theirs.requires_) {
      if (requirement.each >= 0) continue;
      const language::Requirement* there = settled_one(other, requirement);
      if (there == nullptr) continue;  // it always holds
      std::vector<const language::Expr*> here;
      for (const language::Requirement& one : mine.requires_) {
        if (one.name != requirement.name) continue;
        if (const auto* found = settled_one(settled, one)) here.push_back(found->expr.get());
      }
      std::vector<games::Condition> conditions{{requirement.expr.get(), false, none}};
      for (const language::Waiver& waiver : requirement.waivers)
        conditions.push_back({waiver.when.get(), false, none});
      // It is in the set that it has to be chosen from, so that it is this that refuses.
      for (const language::ActionParam& param : theirs.params)
        conditions.push_back({param.domain.get(), true, param.var});
      add(requirement.name, here, *there->expr, conditions);
    }
  }

  /// The same requirement with switches settled, which have no names; null: nothing is left of it.
  static const language::Requirement* settled_one(const language::Action& settled,
                                                  const language::Requirement& requirement) {
    for (const language::Requirement& one : settled.requires_) {
      if (one.place.begin == requirement.place.begin && one.place.file == requirement.place.file) return &one;
    }
    return nullptr;
  }

  const Pair& pair_;
  std::vector<ChoiceGoal> all_;
};

}  // namespace

std::vector<ChoiceGoal> choice_goals(const Pair& pair) {
  return Goals(pair).all();
}

}  // namespace casebook::compare
