// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/editions/editions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "engine/program/reads_writes.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/compare/align/transfer.h"
#include "verifier/search/generated_positions.h"
#include "verifier/symbolic/editions/editions_question.h"
#include "verifier/symbolic/prove/mined_facts.h"
#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

using language::ItemRef;
using language::ItemSort;
using language::SiteKind;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

std::string_view editions_text(Editions verdict) {
  switch (verdict) {
    case Editions::same:
      return "same (proved)";
    case Editions::a_more:
      return "the first allows more";
    case Editions::b_more:
      return "the second allows more";
    case Editions::incomparable:
      return "incomparable";
    case Editions::differ:
      return "they differ";
    case Editions::unknown:
      return "UNKNOWN";
    case Editions::tool_error:
      return "TOOL ERROR";
  }
  return "";
}

size_t EditionsResult::count(Editions verdict) const {
  return static_cast<size_t>(
      std::count_if(items.begin(), items.end(), [&](const auto& one) { return one.verdict == verdict; }));
}

namespace {

bool offers(const language::Site& site, ActionId action) {
  return std::any_of(site.alternatives.begin(), site.alternatives.end(),
                     [&](const language::Alternative& one) { return one.action == action; });
}

/// The site where the one may be asked: every procedure whose state it reads runs there, in both.
std::array<SiteId, 2> site_for(const compare::Alignment& alignment, std::array<DefinitionId, 2> definitions) {
  std::array<std::set<ProcedureId>, 2> procedures;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const language::Program& program = *alignment.scenario(side).program;
    language::ReadsWrites access(program);
    for (const StateId state : access.definition(definitions[side]).reads.states) {
      const ProcedureId procedure = program.states[state].procedure;
      if (procedure != language::none) procedures[side].insert(procedure);
    }
  }
  const auto& sites = alignment.from(0).sites;
  for (size_t i = 0; i < sites.size(); ++i) {
    if (sites[i] < 0 || alignment.scenario(0).program->sites[i].kind != SiteKind::choose) continue;
    const std::array<SiteId, 2> both{static_cast<SiteId>(i), sites[i]};
    bool good = true;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const auto ways = games::ways_to(*alignment.scenario(side).program, both[side]);
      good = good && !ways.empty() &&
             std::all_of(procedures[side].begin(), procedures[side].end(),
                         [&](ProcedureId procedure) { return runs_at(ways, procedure); });
    }
    if (good) return both;
  }
  return {-1, -1};
}

/// What play is made of, and of which it is not shown that it is the same in both. An item that is the same
/// text is the same as far as what it uses is; of what is written otherwise definitions and actions are
/// asked.
class Whole {
 public:
  Whole(const compare::Alignment& alignment, const EditionsResult& result)
      : alignment_(alignment), result_(result) {}

  std::vector<std::string> apart() {
    std::vector<std::string> found;
    for (const compare::ItemPair& pair : alignment_.items()) {
      if (!compare::plays(pair.ref.sort) || is_same(pair.ref)) continue;
      if (const std::string why = why_not(pair); !why.empty())
        found.push_back(pair.ref.text() + " (" + why + ")");
    }
    std::sort(found.begin(), found.end());
    // What play uses and is not told yet: a field, a table.
    for (const ItemRef& ref : roots_) {
      const compare::ItemPair* pair = alignment_.find(ref);
      const std::string why = pair == nullptr ? "" : why_not(*pair);
      const std::string text = ref.text() + " (" + why + ")";
      if (!why.empty() && std::find(found.begin(), found.end(), text) == found.end()) found.push_back(text);
    }
    const language::Program& program = *alignment_.scenario(0).program;
    for (size_t kind = 0; kind < program.kinds.size(); ++kind)
      if (program.kinds[kind].reading == language::none && !alignment_.from(0).same_members[kind] &&
          !(static_cast<KindId>(kind) <= language::kind_hexside && alignment_.from(0).same_locations))
        found.push_back("the members of " + program.kinds[kind].name);
    return found;
  }

 private:
  /// Of an item's own text, not of what it uses; empty: nothing against it.
  std::string why_not(const compare::ItemPair& pair) const {
    for (const size_t side : {size_t{0}, size_t{1}})
      if (pair.item[side] == nullptr) return side == 0 ? "only the second has it" : "only the first has it";
    if (pair.ref.sort != ItemSort::definition && pair.ref.sort != ItemSort::action)
      return pair.same_text ? "" : "different text, not checked";
    for (const EditionsItem& item : result_.items) {
      if (!is_of(item, pair.ref)) continue;
      if (item.verdict != Editions::same) return item.sort + ": " + std::string(editions_text(item.verdict));
      if (!item.supposing.empty()) return item.sort + ": supposing " + item.supposing.front();
      if (item.unless_faults) return item.sort + ": the same only where neither ends in a fault";
    }
    return is_asked(pair.ref) || pair.same_text ? "" : "different text, not checked";
  }
  static bool is_of(const EditionsItem& item, const ItemRef& ref) {
    return item.name == ref.name && (ref.sort == ItemSort::definition || ref.sort == ItemSort::action) &&
           (item.sort == "definition") == (ref.sort == ItemSort::definition);
  }
  bool is_asked(const ItemRef& ref) const {
    return std::any_of(result_.items.begin(), result_.items.end(),
                       [&](const EditionsItem& item) { return is_of(item, ref); });
  }

  bool is_same(const ItemRef& ref) {
    const auto known = known_.find(ref);
    if (known != known_.end()) return known->second;
    known_[ref] = true;  // what speaks of itself is no reason against itself
    const compare::ItemPair* pair = alignment_.find(ref);
    bool same = pair != nullptr && (pair->same || why_not(*pair).empty());
    if (same && !pair->same) {
      // What was asked was asked of all positions, with all that it uses.
      if (!is_asked(ref))
        for (const ItemRef& used : pair->item[0]->uses) same = is_same(used) && same;
    } else if (!same) {
      roots_.insert(ref);
    }
    return known_[ref] = same;
  }

  const compare::Alignment& alignment_;
  const EditionsResult& result_;
  std::map<ItemRef, bool> known_;
  language::ItemRefs roots_;
};

}  // namespace

EditionsResult prove_editions(const ScenarioPtr& a_given, const ScenarioPtr& b_given,
                              const EditionsSettings& settings) {
  EditionsResult result;
  const ScenarioPtr a = with_mined_variables(a_given), b = with_mined_variables(b_given);
  const compare::Alignment alignment(a, b);
  const compare::OneWay& way = alignment.from(0);
  const auto same = [&](ItemSort sort, const std::string& name) {
    const compare::ItemPair* pair = alignment.find({sort, name});
    return pair != nullptr && pair->same;
  };
  const auto wanted = [&](const std::string& name) {
    return settings.names.empty() ||
           std::find(settings.names.begin(), settings.names.end(), name) != settings.names.end();
  };
  const auto goes_on = [&] {
    result.stopped = result.stopped || (settings.go_on && !settings.go_on());
    return !result.stopped;
  };
  const auto add = [&](EditionsItem item) {
    std::sort(item.supposing.begin(), item.supposing.end());
    item.supposing.erase(std::unique(item.supposing.begin(), item.supposing.end()), item.supposing.end());
    std::sort(item.mined.begin(), item.mined.end());
    item.mined.erase(std::unique(item.mined.begin(), item.mined.end()), item.mined.end());
    result.items.push_back(std::move(item));
  };
  const language::Program& program = *a->program;
  for (size_t i = 0; i < program.definitions.size() && goes_on(); ++i) {
    const language::Definition& definition = program.definitions[i];
    const DefinitionId other = way.definitions[i];
    if (other == language::none || !wanted(definition.name)) continue;
    if (same(ItemSort::definition, definition.name)) {
      ++result.same_text;
      continue;
    }
    if (settings.told) settings.told("definition " + definition.name);
    const std::array<DefinitionId, 2> both{static_cast<DefinitionId>(i), other};
    const std::array<SiteId, 2> sites = site_for(alignment, both);
    if (sites[0] < 0) {
      EditionsItem item;
      item.sort = "definition";
      item.name = definition.name;
      item.why = "no choice of both rulesets has everything that it reads";
      add(std::move(item));
      continue;
    }
    add(EditionsQuestion(alignment, {a, b}, sites, settings).definition(both));
  }
  for (size_t i = 0; i < program.actions.size(); ++i) {
    const language::Action& action = program.actions[i];
    const ActionId other = way.actions[i];
    if (other == language::none || !wanted(action.name)) continue;
    for (size_t site = 0; site < program.sites.size() && goes_on(); ++site) {
      const SiteId there = way.sites[site];
      if (program.sites[site].kind != SiteKind::choose || there < 0 ||
          !offers(program.sites[site], static_cast<ActionId>(i)) || !offers(b->program->sites[there], other))
        continue;
      // Written the same, and offered the same: what the procedure says of a choice is a part of its text.
      const auto& procedure = program.procedures[program.sites[site].procedure];
      if (same(ItemSort::action, action.name) && same(ItemSort::procedure, procedure.name)) {
        ++result.same_text;
        continue;
      }
      if (settings.told) settings.told("guard of " + action.name);
      EditionsQuestion question(alignment, {a, b}, {static_cast<int32_t>(site), there}, settings);
      const std::array<ActionId, 2> both{static_cast<ActionId>(i), other};
      add(question.guard(both));
      add(question.effect(both));
    }
  }
  result.whole = settings.names.empty() && !result.stopped;
  if (result.whole) {
    result.apart = Whole(alignment, result).apart();
    std::array<runtime::Position, 2> starts{a->start, b->start};
    runtime::ReferenceRules(a).begin(starts[0]);
    runtime::ReferenceRules(b).begin(starts[1]);
    if (!compare::Transfer(alignment, 0).differences(starts[0], starts[1]).empty())
      result.apart.emplace_back("where the game begins");
  }
  return result;
}

}  // namespace casebook::symbolic
