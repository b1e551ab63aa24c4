// SPDX-License-Identifier: Apache-2.0
// From the items that cause a difference to the cases of both rulesets.
#include <algorithm>

#include "verifier/compare/differ/blame.h"

namespace casebook::compare {

/// The lines that are otherwise on the two sides, with their cases; without such the case of the item.
void Blamer::add_item(const ItemRef& ref, Blame& blame) const {
  if (!blame.items.insert(ref).second) return;
  const ItemPair* pair = pair_.alignment.find(ref);
  if (pair == nullptr) return;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const SettledItem *mine = pair->item[side], *theirs = pair->item[1 - side];
    if (mine == nullptr) continue;
    const Scenario& scenario = *pair_.scenarios[side];
    bool any = false;
    for (const Line& line : mine->lines) {
      const bool there =
          theirs != nullptr && std::any_of(theirs->lines.begin(), theirs->lines.end(),
                                           [&](const Line& other) { return other.text == line.text; });
      if (there || line.label == language::none) continue;
      any = true;
      blame.labels[side].insert(label_of(scenario, line.label));
    }
    const bool others_only = !any && theirs != nullptr && theirs->lines.size() > mine->lines.size();
    if (!any || others_only) blame.labels[side].insert(label_of(scenario, mine->label));
  }
  for (const size_t child : {size_t{0}, size_t{1}}) {
    const language::Program &program = *pair_.scenarios[child]->program,
                            &other = *pair_.scenarios[1 - child]->program;
    if (program.parent != other.edition) continue;
    for (const auto& change : program.changes) {
      if (change.item != ref.name) continue;
      if (!change.parent.empty()) blame.labels[1 - child].insert(change.parent);
      if (!change.label.empty()) blame.labels[child].insert(change.label);
    }
  }
}

void Blamer::add_requirement(size_t side, const std::string& action, const Refusal& refusal,
                             Blame& blame) const {
  blame.items.insert({ItemSort::requirement, action, refusal.name});
  blame.labels[side].insert(refusal.label);
  const ItemPair* pair = pair_.alignment.find({ItemSort::action, action});
  const SettledItem* theirs = pair == nullptr ? nullptr : pair->item[1 - side];
  if (theirs != nullptr) {
    for (const Line& line : theirs->lines) {
      if (line.name == refusal.name)
        blame.labels[1 - side].insert(label_of(*pair_.scenarios[1 - side], line.label));
    }
  }
  for (const size_t child : {size_t{0}, size_t{1}}) {
    const language::Program &program = *pair_.scenarios[child]->program,
                            &other = *pair_.scenarios[1 - child]->program;
    if (program.parent != other.edition) continue;
    for (const auto& change : program.changes) {
      if (change.item != action || change.what.find('"' + refusal.name + '"') == std::string::npos) continue;
      if (!change.parent.empty()) blame.labels[1 - child].insert(change.parent);
      if (!change.label.empty()) blame.labels[child].insert(change.label);
    }
  }
  complete(blame);
}

Blame Blamer::of_items(const ItemRefs& items) const {
  Blame blame;
  for (const ItemRef& item : items) {
    if (item.sort != ItemSort::requirement) {
      add_item(item, blame);
      continue;
    }
    const ItemPair* pair = pair_.alignment.find({ItemSort::action, item.name});
    for (const size_t side : {size_t{0}, size_t{1}}) {
      if (pair == nullptr || pair->item[side] == nullptr) continue;
      for (const Line& line : pair->item[side]->lines) {
        if (line.name == item.line)
          add_requirement(side, item.name, {item.line, label_of(*pair_.scenarios[side], line.label)}, blame);
      }
    }
  }
  complete(blame);
  return blame;
}

/// Everything below it that is not the same text.
void Blamer::add_uses(const ItemRef& ref, Blame& blame) const {
  ItemRefs seen;
  std::vector<ItemRef> open{ref};
  while (!open.empty()) {
    const ItemRef at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    const ItemPair* pair = pair_.alignment.find(at);
    if (pair == nullptr || pair->same) continue;
    if (!pair->same_text) add_item(at, blame);
    for (const SettledItem* item : pair->item) {
      if (item != nullptr) open.insert(open.end(), item->uses.begin(), item->uses.end());
    }
  }
}

void Blamer::complete(Blame& blame) const {
  for (std::set<std::string>& labels : blame.labels) labels.erase("");
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (!blame.labels[side].empty()) continue;
    for (const std::string& label : blame.labels[1 - side])
      blame.labels[side].merge(pair_.alignment.counterparts(1 - side, label));
  }
}

}  // namespace casebook::compare
