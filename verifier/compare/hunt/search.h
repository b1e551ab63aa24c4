// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where positions for comparing come from: seeded games of both rulesets, generated positions, and guided
// search towards choices that only one side permits and questions with two answers.

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verifier/compare/attribute/classes.h"
#include "verifier/compare/hunt/worker.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

/// The results of evaluating one definition or field that reads state on both sides.
struct Answers {
  Question question;
  Asked asked;
  std::string first;  // `covers(A1, c3): yes against no`, of the first that differed; once all is done
  std::optional<RegionsApart> regions = {};  // of the sampled inputs; once all is done
};

class Search {
 public:
  /// `hexes`: pieces are put there.
  Search(Pair& pair, Classes& classes, const Budget& budget, const std::vector<ApartAt>& hexes,
         GoesOn goes_on);

  /// Seeded games of both, every position looked at.
  void play();
  /// Generates positions from those that games reached.
  void make_up();
  void steer();
  /// Of classes that only positions show which nobody may ever have: others, of phases begun by the rules.
  void lawful();
  /// Of classes of steps: what may be chosen differently soon after.
  void follow();
  /// Of classes without a game: examples near the games of the others; so many tries to shorten each.
  void near(int tries);
  /// Finds the cause of each class by switching items in its example.
  void attribute();
  /// Smaller examples of all classes, with so many tries each.
  void shrink(int tries);

  /// What `work` makes of each of the classes, by all threads; also when the search was stopped.
  std::vector<Finding> findings(const std::vector<const DifferenceClass*>& classes,
                                const std::function<Finding(Pair&, const DifferenceClass&)>& work);

  const std::array<Share, 2>& shares() const { return shares_; }
  /// How often each class occurs in positions drawn from the games.
  const Sample& sample() const { return sample_; }
  const std::optional<Separation>& separation() const { return separation_; }
  bool stopped() const { return stop_; }
  uint64_t generated() const { return generated_; }
  const std::vector<Answers>& answers() const { return answers_; }

 private:
  using Job = std::function<Findings(Worker&)>;
  void run(const char* what, const std::vector<Job>& jobs);
  void take(Findings&& findings);
  bool found(const ChoiceGoal& goal, const ItemRefs& items) const;
  void tell_first();
  bool go_on(const char* what, uint64_t done, uint64_t of);
  void change(const char* what, const std::vector<DifferenceClass*>& classes,
              const std::function<DifferenceClass(Worker&, const DifferenceClass&)>& work);

  Pair& pair_;
  Classes& classes_;
  Budget budget_;
  GoesOn goes_on_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::array<Share, 2> shares_;
  Sample sample_;
  std::optional<Separation> separation_;
  std::array<games::Phases, 2> phases_;
  std::vector<Answers> answers_;
  Moments moments_;
  size_t most_met_ = 24;  // kept of a question
  std::atomic<bool> stop_{false};
  uint64_t generated_ = 0;
};

}  // namespace casebook::compare
