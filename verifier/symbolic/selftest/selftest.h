// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether the three readings of a ruleset agree: reference evaluator, compiled form and translation to Z3,
// on inputs that cover the ways through each definition.
//
// Guards, effects and flow are compared on known positions (selftest_steps.h).
//
// For definitions Z3 finds an input for each way: a `then`, an entry that applies, an exception that holds,
// a fault. The model becomes a position and arguments, and all three evaluate the definition there. The
// result lists ways that no input can reach, and queries that could not be decided or translated, with the
// reason.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/symbolic/formula/solver.h"
#include "verifier/symbolic/limits.h"

namespace casebook::symbolic {

class PositionFormulas;
class Translator;
enum class Freedom : uint8_t;

struct SelftestSettings {
  SolverLimits limits{query_limit::selftest};
  size_t nodes = 600'000;  // of one definition's formula
  std::string definition;  // this one alone; empty: all, and guards, effects and flow
  uint64_t seed = 1;
  size_t positions = 240;       // known ones, for guards, effects and flow
  uint64_t games = 6;           // that reach them
  size_t choices = 4;           // tried at each, of each sort
  TranslatorLimits translator;  // beyond which what is large is said otherwise than written out
  /// What the translator is given instead of the scenario, and which translator: for a test that plants a
  /// mistake. Null: the scenario itself, a Translator.
  std::shared_ptr<const runtime::Scenario> translated;
  std::function<std::unique_ptr<Translator>(PositionFormulas&, Freedom, const TranslatorLimits&)>
      make_translator;
  std::function<bool()> go_on;  // null: always
};

/// A way that nothing covers.
struct Uncovered {
  std::string definition, label, what, place;
  std::string why;
  bool impossible = false;  // shown: no typed position leads there
};

/// An input on which they do not agree.
struct SelftestDifference {
  std::string definition, input;
  std::string reference, compiled, translated;
};

struct Selftest {
  uint64_t definitions = 0, ways = 0, covered = 0, inputs = 0;
  uint64_t positions = 0, choices = 0, steps = 0;  // of guards, effects and flow
  std::vector<Uncovered> uncovered;
  std::vector<std::pair<std::string, std::string>> open;  // definitions not translated, and the construct
  std::vector<SelftestDifference> differences;
  bool stopped = false;
  /// Whether anything was looked at by more than one of the three.
  bool has_compared() const { return inputs + choices + steps > 0; }
};

std::unique_ptr<Translator> make_translator(const SelftestSettings& settings, PositionFormulas& positions,
                                            Freedom freedom, const TranslatorLimits& limits);

Selftest selftest(const std::shared_ptr<const runtime::Scenario>& scenario,
                  const SelftestSettings& settings = {});

}  // namespace casebook::symbolic
