// SPDX-License-Identifier: Apache-2.0
#pragma once

// The course that one run of a procedure takes, or of an effect, or of the body of an action: how each thing came out that its text
// decides. These are the branches of `if` and `match`, which alternatives of a choice were taken and by whom, how
// often the body of a loop ran, and whether an attempt was carried out.
//
// A course is a set, not a trace: a choice inside a loop comes out as all alternatives that the run took. What a
// procedure calls is not looked into; `regions` of that one tells. A condition that options and readings decide is
// left out, and so is the text that it shuts out.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/regions/ways/deciding_text.h"

namespace casebook::regions {

using Step = std::variant<runtime::Choice, runtime::ChanceOutcome>;

/// A run, from the step in which it begins to the step in which it ends.
struct Run {
  Way way;                  // in the order of the text
  runtime::Position start;  // before the first of its steps
  size_t first = 0;         // how many steps the game had before
  std::string ends_game;    // `won by white`, `fault by 4.2`: the game ends in it; else empty
  std::string fault;        // of a fault: the reason
};

/// Follows games step by step, with the reference evaluator, and gives the runs that end.
class Courses {
 public:
  Courses(std::shared_ptr<const runtime::Scenario> scenario, Doing doing);
  ~Courses();

  /// In the order of the text.
  const std::vector<Decision>& decisions() const;

  /// A game begins at a position before its first step. Gives what runs as a whole before the first site.
  std::vector<Run> begin(const runtime::Position& start);
  /// Likewise at a position at a site: nothing runs yet that began before.
  void go_on();
  /// A step of the game, from a position at a site.
  std::vector<Run> step(const runtime::Position& before, const Step& step);
  /// Where the last of them led to.
  const runtime::Position& position() const { return position_; }
  /// Whether one is under way.
  bool runs() const;

 private:
  class Listener;
  std::vector<Run> ended();

  std::shared_ptr<const runtime::Scenario> scenario_;
  Doing doing_;
  runtime::ReferenceRules reference_;
  runtime::CompiledRules compiled_;
  std::vector<runtime::Choice> choices_;
  std::unique_ptr<DecidingText> text_;
  std::unique_ptr<Listener> listener_;
  runtime::Position position_;
  size_t steps_ = 0;
};

}  // namespace casebook::regions
