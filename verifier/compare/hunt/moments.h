// SPDX-License-Identifier: Apache-2.0
#pragma once

// The moments at which play evaluates a definition. A changed definition matters only there, and some
// moments are rare: who has won is evaluated once a game. A position generated for another moment never
// gets there, because turn, counters and phase are wrong.
//
// So games are played, and one step of each sort is taken again by the reference evaluator, which reports
// what it evaluated. Pieces and states that change an answer are then put into such moments.

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "verifier/compare/differ/questions.h"
#include "verifier/search/reached.h"

namespace casebook::compare {

/// A position of the first ruleset, and what the step that a game took there asked.
struct Moment {
  Position position;
  std::tuple<int32_t, int16_t, int32_t> sort;  // the site, the alternative (-1: chance), the site after it
  std::vector<size_t> asked;                   // questions, ascending
};

/// Those of one game, one for each sort of step and what it wrote; the ones that asked nothing are left out.
std::vector<Moment> moments_of(Pair& pair, const std::vector<Question>& questions, games::Games& played,
                               uint64_t game);

/// By question, of each sort a few, so that the frequent does not drown the rare.
class Moments {
 public:
  void add(std::vector<Moment>&& moments);
  /// Where a step asks the question: the sorts by turns.
  std::vector<Position> of(size_t question) const;

 private:
  static constexpr size_t of_a_sort = 6;
  std::map<size_t, std::map<std::tuple<int32_t, int16_t, int32_t>, std::vector<Position>>> by_question_;
};

/// The moment, with the pieces and the states that the question reads as they are in another position.
Position grafted(const Scenario& scenario, const Question& question, const Position& moment,
                 const Position& from);

}  // namespace casebook::compare
