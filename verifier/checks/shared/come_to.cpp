// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/come_to.h"

#include <fmt/format.h>

#include <vector>

#include "engine/base/in_parallel.h"
#include "engine/players/fired.h"
#include "engine/players/playout.h"
#include "engine/program/carriers.h"

namespace casebook::checks {

namespace {

constexpr uint64_t most_decisions = 5'000;  // of one game, as elsewhere

struct Seen {
  std::vector<bool> said;  // by label of the program: whether something of it had a say
  uint64_t looked_at = 0;
};

/// Of one game.
Seen had_a_say(const std::shared_ptr<const runtime::Scenario>& scenario, uint64_t seed, uint64_t game) {
  runtime::CountingRules rules(scenario);
  players::Playouts(rules, players::random_players(*scenario)).play(seed, game, most_decisions);
  Seen out;
  for (const uint64_t times : rules.fired()) out.said.push_back(times > 0);
  out.looked_at = rules.looked_at();
  return out;
}

/// Whether a case is of an option, by the numbers of cases: 15.4(3) and 15.4 are of an option of 15.4.
bool is_of(const std::string& label, const std::string& option) {
  return !option.empty() && label.starts_with(option) &&
         (label.size() == option.size() || label[option.size()] == '(' || label[option.size()] == '.');
}

/// It has a say only through what else asks for it.
bool only_declares(const language::Carrier& carrier) {
  for (const char* const sort : {"kind", "measure", "box", "place", "given", "state", "option", "reading",
                                 "view", "claim", "invariant"})
    if (carrier.sort == sort) return true;
  return false;
}

}  // namespace

ComeTo come_to(const std::shared_ptr<const runtime::Scenario>& scenario, uint64_t seed, uint64_t games,
               const std::function<bool()>& go_on) {
  ComeTo out;
  const language::Program& program = *scenario->program;
  if (program.game == language::none || games == 0) return out;
  std::vector<Seen> seen(games);
  in_parallel(
      games, [&](size_t index, size_t) { seen[index] = had_a_say(scenario, seed, index + 1); }, go_on);
  out.every = runtime::CountingRules::every;
  for (const language::Case& one : program.cases) out.of[one.label] = 0;
  for (const Seen& game : seen) {
    if (game.said.empty()) continue;  // left out when it was stopped
    ++out.games;
    out.looked_at += game.looked_at;
    for (size_t label = 0; label < game.said.size(); ++label)
      if (game.said[label]) ++out.of[program.cases[label].label];
  }
  const auto move_to = [&out](std::set<std::string>& set, const std::string& label) {
    if (out.of.erase(label) > 0) set.insert(label);
  };
  for (const language::Case& one : program.cases) {
    bool of_any = false, on = false;
    for (size_t i = 0; i < program.options.size(); ++i) {
      if (!is_of(one.label, program.label_text(program.options[i].label))) continue;
      of_any = true;
      on = on || scenario->options[i] != 0;
    }
    if (of_any && !on) move_to(out.off, one.label);
  }
  std::set<std::string> asked;
  for (const language::Carrier& carrier : language::carriers(program))
    if (!only_declares(carrier)) asked.insert(program.label_text(carrier.label));
  for (const language::Case& one : program.cases)
    if (const auto found = out.of.find(one.label);
        found != out.of.end() && found->second == 0 && !asked.contains(one.label))
      move_to(out.never_asked, one.label);
  return out;
}

std::string come_to_text(const ComeTo& come_to, const std::string& label) {
  if (come_to.games == 0) return {};
  if (come_to.off.contains(label)) return "its option is off";
  if (come_to.never_asked.contains(label)) return "not evaluated by itself";
  const auto found = come_to.of.find(label);
  if (found == come_to.of.end()) return {};
  if (found->second == 0)
    return fmt::format("never reached in the sample: {} decisions of {} games, one decision in {}",
                       come_to.looked_at, come_to.games, come_to.every);
  return fmt::format("reached in {}{} of {} games", found->second < come_to.games ? "at least " : "",
                     found->second, come_to.games);
}

}  // namespace casebook::checks
