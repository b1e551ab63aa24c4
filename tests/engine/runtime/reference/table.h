// SPDX-License-Identifier: Apache-2.0
#pragma once

// A game on the table: rules and data written in a test, a position, and the words that play it. The compiled
// form plays along: what it offers and where it comes to are the same, or the test fails.

#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/reference/reference.h"
#include "tests/support/rules_text.h"

namespace casebook::testing_support {

/// Sides white and black; A, B white on a1 and C black on b3, weights 1, 2, 3; boxes off, reserve; measures
/// d6, d3, tally 0 to 10; the ford is c2 on a map of 4 by 3; state n, m, tally, herd, boss, tired(unit),
/// load(unit), mood(side). All in case 1.0, which is left open.
extern const std::string pieces_rules;
DataText pieces_data();

struct Table {
  explicit Table(const std::string& rules, const DataText& data = {}, const runtime::Switches& switches = {});

  /// Lawful choices, or what chance may bring, in words.
  std::vector<std::string> choices();
  std::vector<std::string> outcomes();
  /// The lawful choice, or the outcome, with these words; the test fails when there is none.
  Table& play(const std::string& words);
  Table& roll(const std::string& words);
  /// `open`, `won by white`, `fault by 4.2` ...
  std::string outcome();
  /// The value of an expression, in words.
  std::string value(const std::string& expression);
  /// Sets state without parameters.
  void write(const std::string& state, int32_t cell);

  std::shared_ptr<const runtime::Scenario> scenario;
  std::shared_ptr<runtime::ReferenceRules> rules;
  std::shared_ptr<runtime::CompiledRules> compiled;
  runtime::Position position;

 private:
  template <class Step>
  void go(const Step& step);
};

}  // namespace casebook::testing_support
