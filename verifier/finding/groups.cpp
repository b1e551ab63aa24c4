// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/text.h"
#include "verifier/finding/counted.h"

namespace casebook {

using language::KindId;
using language::TypeTag;

namespace {

constexpr size_t most_read = 4;      // a set of so many is read as it is
constexpr size_t most_excepted = 2;  // `all but A and B`
constexpr size_t named_of_many = 3;  // of a set that has no other name

/// The first word of a phrase or a name, as several of them are called.
std::string several(const std::string& kind) {
  return kind.ends_with('s') ? kind : kind + "s";
}

}  // namespace

Groups::Groups(const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets) {
  for (const auto& scenario : rulesets) {
    if (!scenario || !scenario->program) continue;
    const auto& kinds = scenario->program->kinds;
    for (size_t kind = 0; kind < kinds.size(); ++kind)
      if (kinds[kind].on_map && !kinds[kind].closed) add(*scenario, static_cast<KindId>(kind));
  }
}

void Groups::add(const runtime::Scenario& scenario, KindId kind) {
  const language::Program& program = *scenario.program;
  Kind made{program.kinds[kind].name, {}, {}};
  const auto& names = scenario.members[kind];
  for (size_t i = 0; i < names.size(); ++i) made.members.emplace(names[i], i);
  made.facts.push_back({{}, Members(names.size(), true), names.size()});
  for (size_t at = 0; at < program.givens.size(); ++at) {
    const language::Given& given = program.givens[at];
    const bool of_these = given.params.size() == 1 && given.params[0].tag == TypeTag::entity &&
                          given.params[0].of == kind && at < scenario.givens.size();
    const bool of_yes = given.type.tag == TypeTag::boolean, of_members = given.type.tag == TypeTag::entity &&
                                                                         given.type.of >= 0 &&
                                                                         program.kinds[given.type.of].closed;
    if (!of_these || (!of_yes && !of_members)) continue;
    const std::vector<int32_t>& cells = scenario.givens[static_cast<language::GivenId>(at)].cells;
    if (cells.size() != names.size()) continue;
    std::map<int32_t, Fact> by_value;
    for (size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] < 0 || (of_yes && cells[i] == 0)) continue;
      Fact& fact = by_value[cells[i]];
      fact.members.resize(names.size());
      fact.members[i] = true;
      ++fact.count;
    }
    for (auto& [value, fact] : by_value) {
      const std::string is = with_blanks(scenario.value_text(given.type, value));
      if (of_yes && !given.phrase.empty())
        fact.whose = " that " + given.phrase;
      else if (of_yes)
        fact.whose = fmt::format(" with {}", with_blanks(given.name));
      else if (given.type.of == program.kind_side)
        fact.whose = " of " + capitalised(is);
      else
        fact.whose = fmt::format(" whose {} is {}", with_blanks(given.name), is);
      made.facts.push_back(std::move(fact));
    }
  }
  // What two facts have in common, such as the infantry of one side.
  const size_t alone = made.facts.size();
  for (size_t a = 1; a < alone; ++a)
    for (size_t b = a + 1; b < alone; ++b) {
      Fact both{made.facts[a].whose + made.facts[b].whose, Members(names.size()), 0};
      for (size_t i = 0; i < names.size(); ++i) {
        both.members[i] = made.facts[a].members[i] && made.facts[b].members[i];
        both.count += both.members[i] ? 1U : 0U;
      }
      const bool is_new =
          both.count > 0 && both.count < made.facts[a].count && both.count < made.facts[b].count;
      if (is_new) made.facts.push_back(std::move(both));
    }
  std::stable_sort(made.facts.begin() + 1, made.facts.begin() + static_cast<std::ptrdiff_t>(alone),
                   [](const Fact& x, const Fact& y) { return x.count > y.count; });
  kinds_.push_back(std::move(made));
}

std::string Groups::name(const Kind& kind, const std::vector<std::string>& members) {
  std::vector<bool> wanted(kind.members.size());
  for (const std::string& one : members) {
    const auto found = kind.members.find(one);
    if (found == kind.members.end()) return {};
    wanted[found->second] = true;
  }
  const auto count = static_cast<size_t>(std::count(wanted.begin(), wanted.end(), true));
  for (size_t excepted = 0; excepted <= most_excepted; ++excepted)
    for (const Fact& fact : kind.facts) {
      if (fact.count != count + excepted || excepted * 2 >= count) continue;
      std::vector<std::string> but;
      bool within = true;
      for (const auto& [one, at] : kind.members) {
        if (wanted[at] && !fact.members[at]) within = false;
        if (!wanted[at] && fact.members[at]) but.push_back(one);
      }
      if (!within) continue;
      const std::string all = fmt::format("all {} {}{}", fact.count, several(kind.name), fact.whose);
      return but.empty() ? all : fmt::format("{} but {}", all, listed(but, "and"));
    }
  const size_t named = std::min(named_of_many, members.size());
  return fmt::format("{} and {} more {}",
                     fmt::join(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                     count - named, several(kind.name));
}

std::string Groups::name(const std::vector<std::string>& members) const {
  if (members.size() <= most_read) return {};
  std::string found;
  for (const Kind& kind : kinds_) {
    const std::string named = name(kind, members);
    if (found.empty() || named.starts_with("all ")) found = named;
    if (found.starts_with("all ")) break;
  }
  return found;
}

}  // namespace casebook
