// SPDX-License-Identifier: Apache-2.0
#pragma once

// The compiled form: the evaluator that plays. docs/architecture/compiled-form.md. It translates program
// and scenario once, then runs over dense cells without strings, allocation or tree walks. ReferenceRules
// decides what is right; the two agree to the byte.
//
// One object serves one thread. `another` makes a second one for the same scenario without translating
// again.

#include <memory>
#include <string>

#include "engine/base/random.h"
#include "engine/runtime/compiled/profile.h"
#include "engine/runtime/rules.h"

namespace casebook::runtime {

namespace compiled {
class Machine;
struct CompiledProgram;
}  // namespace compiled

/// How a playout went.
struct Playout {
  int64_t choices = 0;  // made, single ones included
  int64_t chances = 0;  // rolls and draws
  bool over = false;    // false: the limit was reached first
};

class CompiledRules : public Rules {
 public:
  /// Throws std::invalid_argument or std::length_error when the program cannot be translated (more registers
  /// than there are).
  explicit CompiledRules(std::shared_ptr<const Scenario> scenario);
  explicit CompiledRules(std::shared_ptr<const compiled::CompiledProgram> program);
  ~CompiledRules() override;

  std::unique_ptr<CompiledRules> another() const;

  const Scenario& scenario() const override;
  void begin(Position& position) override;
  int32_t player(const Position& position) override;
  void choices(const Position& position, std::vector<Choice>& out) override;
  void apply(Position& position, const Choice& choice) override;
  void outcomes(const Position& position, std::vector<ChanceOutcome>& out) override;
  void apply(Position& position, const ChanceOutcome& outcome) override;

  /// Notified of procedures that an invariant mentions.
  void on_end_of_run(EndOfRun listener) override;

  /// Plays on at random until the game is over or `limit` choices have been made. Draws `random.below(number
  /// of choices)` for each choose, single choices included, and `random.below(number of outcomes)` for each
  /// roll and draw, in the order of choices() and outcomes(): the same game as a loop over those would play.
  /// Allocates nothing once its lists have grown.
  Playout playout(Position& position, Random& random, int64_t limit = INT64_MAX);

  /// Whether the machine runs the same with the same data before it: what definitions over data alone give is
  /// worked out beforehand, and stands in no instruction. Yes: both play alike. No says nothing.
  bool runs_as(const CompiledRules& other) const;
  /// From now on instructions are counted; this takes two to three times as long. `profile` tells what was counted.
  void count_instructions();
  Profile profile() const;
  /// For looking at: the instructions, one a line.
  std::string listing() const;
  size_t instructions() const;

 private:
  class AtSite;
  void run(int32_t at);
  int32_t site_at() const;
  void collect_outcomes(SiteId site, std::vector<ChanceOutcome>& out);
  void take(SiteId site, const ChanceOutcome& outcome);

  std::shared_ptr<const compiled::CompiledProgram> program_;
  std::unique_ptr<compiled::Machine> machine_;
  std::vector<ChanceOutcome> outcomes_;
  Position end_;  // where a run of a procedure ended
};

}  // namespace casebook::runtime
