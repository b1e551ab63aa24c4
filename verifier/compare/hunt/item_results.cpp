// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/item_results.h"
#include "verifier/finding/counted.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/compare/differ/choice_goals.h"

namespace casebook::compare {

namespace {

constexpr const char *same_text = "its text is the same, but it uses items that differ",
                     *other_text = "its text differs";

/// Where one of the two can be asked more than the other they do not say the same. Of other pieces or hexes
/// they are only played with: what both can be asked is then a part of it.
Verdict verdict_of(const Count& counted) {
  if (counted.differing > 0 || counted.alone[0].inputs > 0 || counted.alone[1].inputs > 0)
    return Verdict::refuted;
  return counted.of_data[0].inputs > 0 || counted.of_data[1].inputs > 0 ? Verdict::sampled : Verdict::proved;
}

std::string counted_text(const Pair& pair, const Count& counted) {
  std::string more;
  for (const bool of_data : {false, true}) {
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const Alone& alone = of_data ? counted.of_data[side] : counted.alone[side];
      if (alone.inputs == 0) continue;
      more += fmt::format("; only {} has {} more input{}{}, for example {} = {}", names(pair, side),
                          alone.inputs, alone.inputs == 1 ? "" : "s",
                          of_data ? " of its own pieces or hexes" : "", alone.first, alone.value);
    }
  }
  const char* of_both = more.empty() ? "" : " that both have";
  std::string text = counted.differing == 0
                         ? fmt::format("same on all {} inputs{}", counted.inputs, of_both)
                         : fmt::format("differs on {} of {} inputs{}, for example {} = {} in {}, {} in {}",
                                       counted.differing, counted.inputs, of_both, counted.first,
                                       counted.values[0], names(pair, 0), counted.values[1], names(pair, 1));
  for (const std::string& region : counted.always) text += "; " + region;
  return text + more;
}

/// The values of a reading: a switch, not a kind that anybody wrote.
bool of_reading(const Pair& pair, const std::string& kind) {
  return std::any_of(pair.scenarios.begin(), pair.scenarios.end(), [&](const ScenarioPtr& scenario) {
    const auto& kinds = scenario->program->kinds;
    return std::any_of(kinds.begin(), kinds.end(), [&](const language::Kind& one) {
      return one.name == kind && one.reading != language::none;
    });
  });
}

}  // namespace

ItemRefs could_be_of(const Pair& pair, const DifferenceClass& one) {
  const auto used = [&](const ItemRef& ref, ItemRefs& into) {
    const ItemPair* item = pair.alignment.find(ref);
    if (item == nullptr) return;
    for (const SettledItem* side : item->item) {
      if (side == nullptr) continue;
      for (const ItemRef& use : side->uses)
        if (use.sort != ItemSort::procedure && use.sort != ItemSort::action) into.insert(use);
    }
  };
  ItemRefs all{{ItemSort::action, one.example.action}, {ItemSort::watch, one.example.action}};
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Scenario& scenario = *pair.scenarios[side];
    for (const Position* at : {&one.example.positions[side], &one.example.after[side]}) {
      if (at->words().empty()) continue;
      const auto& returns = scenario.layout.returns;
      for (size_t i = 0; i < returns.size(); ++i)
        if (static_cast<ProcedureId>(i) == scenario.program->game || at->cell(returns[i]) != 0)
          all.insert({ItemSort::procedure, scenario.program->procedures[i].name});
    }
  }
  ItemRefs beneath;
  for (const ItemRef& ref : all) used(ref, beneath);
  all.merge(all_beneath(pair.alignment, beneath));
  all.merge(beneath);
  return all;
}

namespace {

/// What is said of an item that causes no difference that was found. Some may show in it all the same, because it
/// uses the item that causes them.
std::string without_difference(const std::vector<const DifferenceClass*>& classes, uint64_t looked_at) {
  if (classes.empty())
    return fmt::format("; no difference of play found in {} position{}", grouped(looked_at),
                       looked_at == 1 ? "" : "s");
  return "; it causes none of the differences above";
}

}  // namespace

ItemResult item_result(Pair& pair, const ItemPair& item, const std::vector<const DifferenceClass*>& classes,
                       const Count* counted, const Answers* answers, uint64_t looked_at,
                       size_t not_attributed) {
  ItemResult out;
  out.sort = sort_name(item.ref.sort);
  out.name = item.ref.name;
  out.same_text = item.same_text;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (item.item[side] == nullptr) continue;
    const auto& program = *pair.scenarios[side]->program;
    if (item.item[side]->label != language::none)
      out.cases[side].push_back(program.label_text(item.item[side]->label));
  }
  for (const DifferenceClass* one : classes) {
    const bool named =
        std::any_of(one->blame.items.begin(), one->blame.items.end(), [&](const ItemRef& blamed) {
          const bool of_action = item.ref.sort == ItemSort::action && blamed.sort == ItemSort::requirement;
          return blamed == item.ref || (of_action && blamed.name == item.ref.name);
        });
    // What dice bring in a procedure is play of it, whatever it is that is responsible.
    const bool thrown = item.ref.sort == ItemSort::procedure &&
                        one->example.action.starts_with(std::string(chance_at) + item.ref.name + ":");
    if (named || thrown) out.differences.push_back(one->key);
  }
  if (item.item[0] == nullptr || item.item[1] == nullptr) {
    const size_t side = item.item[0] != nullptr ? 0 : 1;
    out.verdict = !out.differences.empty() ? Verdict::refuted
                  : looked_at == 0         ? Verdict::unknown
                                           : Verdict::sampled;
    out.text = "only in " + names(pair, side);
    return out;
  }
  if (counted != nullptr) {
    out.counted = true;
    out.verdict = verdict_of(*counted);
    out.text = counted_text(pair, *counted);
    out.regions = counted->regions;
    return out;
  }
  if (looked_at == 0 && (answers == nullptr || answers->asked.inputs == 0) && out.differences.empty()) {
    out.verdict = Verdict::unknown;
    out.text = std::string(item.same_text ? same_text : other_text) + "; no position was examined";
    return out;
  }
  const bool other_answers = answers != nullptr && answers->asked.differing > 0;
  out.verdict = out.differences.empty() && !other_answers ? Verdict::sampled : Verdict::refuted;
  out.text = item.same_text ? same_text : other_text;
  if (answers != nullptr && answers->asked.inputs > 0) {
    out.text +=
        fmt::format("; its value differs on {} of {} generated input{}", grouped(answers->asked.differing),
                    grouped(answers->asked.inputs), answers->asked.inputs == 1 ? "" : "s");
    if (!answers->first.empty()) out.text += ", for example " + answers->first;
    out.regions = answers->regions;
  }
  if (out.differences.empty() && not_attributed > 0 && !item.same_text) {
    if (out.verdict == Verdict::sampled) out.verdict = Verdict::unknown;
    out.text += fmt::format("; may be the cause of {} difference{} whose cause is not known", not_attributed,
                            not_attributed == 1 ? "" : "s");
  } else if (out.differences.empty() && looked_at > 0)
    out.text += without_difference(classes, looked_at);
  return out;
}

ItemResult item_of_whole_game(Pair& pair, const ItemPair& item) {
  ItemResult one = item_result(pair, item, {}, nullptr, nullptr, 0);
  one.verdict = Verdict::proved;
  if (item.item[0] == nullptr || item.item[1] == nullptr)
    one.text = "only in " + names(pair, item.item[0] != nullptr ? 0 : 1) + ", without effect on play";
  else
    one.text = std::string(item.same_text ? same_text : other_text) + ", but the same in all of play";
  return one;
}

bool of_switches(const Pair& pair, const ItemPair& item) {
  const ItemSort sort = item.ref.sort;
  return sort == ItemSort::option || sort == ItemSort::reading || sort == ItemSort::invariant ||
         (sort == ItemSort::kind && of_reading(pair, item.ref.name));
}

}  // namespace casebook::compare
