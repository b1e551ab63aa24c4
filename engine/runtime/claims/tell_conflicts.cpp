// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/tell_conflicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/text.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/conflicts.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::StateId;
using language::TypeTag;

namespace {

/// Arguments that are tried for one pair, at the start and for each combination of state. A definition of two
/// hexes has far more: of these as many are drawn.
constexpr uint64_t tries_at_start = 2000, tries_each = 200;
/// Values of one state, combinations of all that the conditions read, and combinations that an invariant
/// excludes, before `check` leaves the pair to `verify`.
constexpr int64_t most_values = 64;
constexpr size_t most_combinations = 256, most_excluded = 8;
/// For all pairs together, so that `check` stays quick.
constexpr uint64_t most_tries = 20'000;

/// What is told of a pair.
struct Told {
  bool certain = false;  // play or a claim comes to it
  std::string example;
  size_t claims = 0, invariants = 0;
  std::vector<Note> come_to;  // the first of them
};

class Teller {
 public:
  explicit Teller(const std::shared_ptr<const Scenario>& scenario)
      : scenario_(scenario), program_(*scenario->program), finder_(scenario), rules_(scenario) {}

  void look() {
    if (finder_.pairs().empty()) return;
    start_ = scenario_->start;
    if (program_.game != language::none) rules_.begin(start_);
    for (const UnorderedPair& pair : finder_.pairs()) {
      if (const auto conflict = tried(pair, start_, tries_at_start)) {
        told_[pair].certain = true;
        told_[pair].example = "at the start, " + values_text(*conflict);
      } else if (auto example = with_other_state(pair)) {
        told_[pair].example = std::move(*example);
      }
    }
  }

  /// Whether that is told as the conflict that it comes to.
  bool comes_to_one(const Diagnostic& diagnostic) {
    const bool claim = diagnostic.code == "E0610", invariant = diagnostic.code == "E0611";
    if (!claim && !invariant) return false;
    for (const Note& note : diagnostic.notes) {
      const auto pair = pair_told(program_, note.text);
      if (!pair) continue;
      Told& told = told_[*pair];
      told.certain = true;
      ++(claim ? told.claims : told.invariants);
      if (told.come_to.empty()) told.come_to.push_back({diagnostic.range, {}});
      return true;
    }
    return false;
  }

  /// Whether an error takes the place of that warning of the text.
  bool is_told_better(const Diagnostic& warning) const {
    return warning.code == "W0310" && std::any_of(told_.begin(), told_.end(), [&](const auto& one) {
             return one.second.certain && is_of(warning, one.first);
           });
  }

  void tell(const Diagnostics& of_text, Diagnostics& into) const {
    for (const auto& [pair, told] : told_) {
      const bool known = std::any_of(
          of_text.all().begin(), of_text.all().end(),
          [&, &of = pair](const Diagnostic& one) { return one.code == "W0310" && is_of(one, of); });
      if (told.certain || !known) tell(pair, told, into);
    }
  }

 private:
  std::optional<Conflict> tried(const UnorderedPair& pair, const Position& position, uint64_t tries) {
    if (finder_.tried() >= most_tries) return std::nullopt;
    return finder_.at(pair, position, tries);
  }

  /// A state of the game with few values, which a position may have whatever its pieces do.
  bool has_few_values(StateId id, std::vector<int64_t>& values) const {
    const language::State& state = program_.states[id];
    if (!state.params.empty() || state.procedure != language::none || state.hidden) return false;
    int64_t low = 0, high = -1;
    switch (state.type.tag) {
      case TypeTag::boolean:
        high = 1;
        break;
      case TypeTag::number:
        low = program_.measures[state.type.of].low, high = program_.measures[state.type.of].high;
        break;
      case TypeTag::entity:
        high = scenario_->size(state.type.of) - 1;
        break;
      default:
        return false;
    }
    if (low > high || high - low >= most_values) return false;
    for (int64_t value = low; value <= high; ++value) values.push_back(value);
    return true;
  }

  /// The example with the state that the conditions read otherwise than at the start.
  std::optional<std::string> with_other_state(const UnorderedPair& pair) {
    const language::Cells read = finder_.read_by_conditions(pair);
    std::vector<StateId> states;
    std::vector<std::vector<int64_t>> values;
    size_t combinations = 1;
    for (const StateId state : read.states) {
      std::vector<int64_t> of_state;
      if (!has_few_values(state, of_state)) continue;  // it stays as it is
      combinations *= of_state.size();
      states.push_back(state);
      values.push_back(std::move(of_state));
      if (combinations > most_combinations) return std::nullopt;
    }
    if (states.empty()) return std::nullopt;
    size_t excluded = 0;
    for (size_t turn = 0; turn < combinations && excluded < most_excluded; ++turn) {
      Position position = start_;
      std::vector<std::string> set;
      size_t rest = turn;
      for (size_t i = 0; i < states.size(); ++i) {
        const language::State& state = program_.states[states[i]];
        const int64_t value = values[i][rest % values[i].size()];
        rest /= values[i].size();
        finder_.evaluator().write(scenario_->layout.states[states[i]], state.type, position, 0, value);
        set.push_back(state.name + " = " + scenario_->value_text(state.type, value));
      }
      const auto conflict = tried(pair, position, tries_each);
      if (!conflict) continue;
      if (keeps_invariants(position)) return "with " + listed(set, "and") + ", " + values_text(*conflict);
      ++excluded;
    }
    return std::nullopt;
  }

  /// An invariant that comes to the conflict itself says nothing.
  bool keeps_invariants(const Position& position) {
    if (program_.game == language::none || rules_.node(position) == NodeKind::over) return true;
    const InvariantCheck check = check_invariants(rules_, position, nullptr);
    return std::all_of(check.failures.begin(), check.failures.end(), [&](const InvariantFailure& failure) {
      return pair_told(program_, failure.derivation).has_value();
    });
  }

  std::string values_text(const Conflict& conflict) const {
    const UnorderedPair& pair = conflict.pair;
    const language::Type& type = program_.definitions[pair.definition].type;
    const std::string one = name_of(first_of(program_, pair), pair),
                      other = name_of(second_of(program_, pair), pair);
    const std::string call = call_text(*scenario_, conflict);
    const std::string value = value_text(*scenario_, type, conflict.first);
    const std::string value_by_other = value_text(*scenario_, type, conflict.second);
    return pair.adjusts
               ? fmt::format("{} is {} if {} adjusts first, and {} if {} does", call, value, one,
                             value_by_other, other)
               : fmt::format("{} is {} by {}, and {} by {}", call, value, one, value_by_other, other);
  }

  /// Its case; of two that stand under one case also the line.
  std::string name_of(const OneOfPair& one, const UnorderedPair& pair) const {
    const std::string& label = program_.label_text(one.label);
    const bool alike = first_of(program_, pair).label == second_of(program_, pair).label;
    return alike ? fmt::format("{} (line {})", label, one.place.line) : label;
  }

  bool is_of(const Diagnostic& warning, const UnorderedPair& pair) const {
    // Adjustments are sorted by their order, so the warning may stand at either.
    const SourceRange one = program_.range_of(first_of(program_, pair).place),
                      other = program_.range_of(second_of(program_, pair).place);
    return !warning.notes.empty() && ((warning.range == one && warning.notes.front().range == other) ||
                                      (warning.range == other && warning.notes.front().range == one));
  }

  void tell(const UnorderedPair& pair, const Told& told, Diagnostics& into) const {
    const OneOfPair earlier = earlier_of(program_, pair), later = later_of(program_, pair);
    const std::string before = name_of(earlier, pair), after = name_of(later, pair);
    const std::string& of = program_.definitions[pair.definition].name;
    std::string message =
        pair.adjusts
            ? fmt::format("nothing says whether {} or {} adjusts {} first, and the value depends on it",
                          before, after, quoted(of))
            : fmt::format("{} and {} are both exceptions to {}, they differ, and neither has priority",
                          before, after, quoted(of));
    const SourceRange range = program_.range_of(later.place);
    Diagnostic& diagnostic = told.certain ? into.error("E0614", range, std::move(message))
                                          : into.warning("W0310", range, std::move(message));
    const std::string word = pair.adjusts ? "after" : "over";
    diagnostic.expected =
        fmt::format("`{} {}` here, or `{} {}` there", word, program_.label_text(earlier.label), word,
                    program_.label_text(later.label));
    diagnostic.cases = {program_.label_text(earlier.label), program_.label_text(later.label)};
    diagnostic.notes.push_back(
        {program_.range_of(earlier.place), pair.adjusts ? "the other adjustment" : "the other exception"});
    if (!told.example.empty()) diagnostic.notes.push_back({{}, told.example});
    const size_t all = told.claims + told.invariants;
    if (all == 0) return;
    std::string what;
    if (told.claims > 0) what = fmt::format("{} {}", told.claims, told.claims == 1 ? "claim" : "claims");
    if (told.invariants > 0)
      what += fmt::format("{}{} {}", what.empty() ? "" : " and ", told.invariants,
                          told.invariants == 1 ? "invariant" : "invariants");
    diagnostic.notes.push_back(
        {told.come_to.front().range,
         all == 1
             ? what + " leads to this, and is not reported as an error of its own"
             : what + " lead to this, the first of them here, and are not reported as errors of their own"});
  }

  std::shared_ptr<const Scenario> scenario_;
  const language::Program& program_;
  ConflictFinder finder_;
  ReferenceRules rules_;
  Position start_;
  std::map<UnorderedPair, Told> told_;
};

}  // namespace

void tell_conflicts(const std::shared_ptr<const Scenario>& scenario, const Diagnostics& of_text,
                    const Diagnostics& found, Diagnostics& into) {
  Teller teller(scenario);
  teller.look();
  for (const Diagnostics* const all : {&of_text, &found}) into.sources().add_all(all->sources());
  std::vector<const Diagnostic*> others;
  for (const Diagnostic& one : found.all())
    if (!teller.comes_to_one(one)) others.push_back(&one);
  if (of_text.dropped() > 0) {
    into.add_all(of_text);
  } else {
    for (const Diagnostic& one : of_text.all())
      if (!teller.is_told_better(one)) into.add(one);
  }
  teller.tell(of_text, into);
  for (const Diagnostic* const one : others) into.add(*one);
}

}  // namespace casebook::runtime
