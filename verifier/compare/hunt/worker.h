// SPDX-License-Identifier: Apache-2.0
#pragma once

// One thread of the search. Each has everything of its own; threads share the rulesets only. Each job has
// its own random numbers, so its result does not depend on earlier jobs.

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verifier/compare/attribute/classes.h"
#include "verifier/compare/budget.h"
#include "verifier/compare/differ/choice_goals.h"
#include "verifier/compare/differ/counting.h"
#include "verifier/compare/differ/questions.h"
#include "verifier/compare/hunt/moments.h"
#include "verifier/compare/hunt/sample.h"
#include "verifier/compare/result.h"
#include "verifier/search/generated_positions.h"
#include "verifier/search/lead_to.h"
#include "verifier/search/phase_entry.h"
#include "verifier/search/phases.h"

namespace casebook::compare {

/// Where a game of the first ruleset, played in both from the start, first separates them.
struct Separation {
  uint64_t game = 0;
  std::vector<std::array<Step, 2>> steps;  // the same in both
  Difference difference;                   // there
};

/// A difference that was found.
struct Found {
  Difference difference;
  Origin origin;
  bool sought = false;   // steered to: looked into however often the like was met
  std::string key = {};  // of its class, where that is known
};

/// What a job brings.
struct Findings {
  std::vector<Found> found;
  std::array<Share, 2> shares;
  Sample sample;
  std::optional<Separation> separation;
  uint64_t generated = 0;
  std::vector<Asked> asked;  // by question
  std::vector<Moment> moments;
  std::array<std::optional<games::Phases>, 2> phases;  // that a game came to
};

/// An example of a class near the game of another one, with the game that comes to it.
struct NearFind {
  std::string key;
  DifferenceClass found;
};

class Worker {
 public:
  Worker(const ScenarioPtr& a, const ScenarioPtr& b, const Budget& budget, const std::vector<ApartAt>& hexes,
         const std::atomic<bool>& stop);

  /// From now on generates only positions in which turn, phase and sides fit together as in these.
  void keep_to(const std::array<games::Phases, 2>& phases) { phases_ = &phases; }

  Pair& pair() { return pair_; }
  const std::vector<Question>& questions() const { return questions_; }
  const std::vector<ChoiceGoal>& goals() const { return goals_; }

  // ---- jobs
  /// A seeded game, every position looked at.
  Findings game(size_t side, uint64_t game);
  /// A game of the first ruleset from the start, the second in lockstep, until they differ.
  Findings separate(uint64_t game);
  /// Generates positions from those that games reached, and plays them on a little.
  Findings make_up(uint64_t chunk, uint64_t positions);
  /// Searches for a choice that one permits and that something of the other refuses. With `from`, from
  /// there.
  Findings towards(const ChoiceGoal& goal, uint64_t number, const std::vector<Met>& from,
                   uint64_t evaluations, uint64_t finds);
  /// Towards a position at which a question has another answer: of a Boolean one yes (no) on the first side.
  /// With `from`, from there.
  Findings towards(size_t question, bool wanted, uint64_t number, const std::vector<Met>& from,
                   uint64_t evaluations, uint64_t finds);
  /// Compares around positions at which a question has two answers: at other moments, with other values of
  /// a state, and what follows.
  Findings around(size_t question, const std::vector<Met>& met);
  /// Where a game's steps ask a question.
  Findings listen(uint64_t game);
  /// Puts what was found into moments at which a step evaluates the question.
  Findings graft(size_t question, const std::vector<Met>& met, const std::vector<Position>& moments);
  /// The same difference as a class's where its phase has been begun as the rules begin it, and been played
  /// on.
  Findings lawful(const DifferenceClass& one, uint64_t number);
  /// Of a class of steps: what may be chosen differently soon after.
  DifferenceClass follow(DifferenceClass one);
  /// Other rolls and choices from the last steps of its game, and a few steps on: examples of the classes that have no
  /// game yet, and of choices and steps of which no class is known.
  std::vector<NearFind> near(const DifferenceClass& known, const std::vector<const DifferenceClass*>& all,
                             uint64_t number, int tries);
  /// With what its example shows to be responsible.
  DifferenceClass attributed(DifferenceClass one);
  /// With a smaller example.
  DifferenceClass shrunk(DifferenceClass one, int tries);

 private:
  /// Without the pieces that its example does not need, and with a game that was led there, if one is found.
  void led(DifferenceClass& one, int tries);
  /// Its game is too long: another one is led from the start to a position like its example, and taken if it is
  /// shorter.
  void lead_shorter(DifferenceClass& one, int tries);
  void follow_one(DifferenceClass& one);
  void follow_around(DifferenceClass& one);
  /// Pieces on the map put where one of the items is known to have another value, or the position a little
  /// changed.
  Position varied(size_t side, const Position& from, const std::vector<const ApartAt*>& apart,
                  Random& random);
  bool comes_of_values(const Difference& difference);
  bool brings_nothing_else(const DifferenceClass& one, const std::array<Position, 2>& positions,
                           const std::array<Step, 2>& step);
  void look(size_t side, const Position& position, Random& random, const Origin& origin, Findings& into);
  void collect(const Difference& difference, const Origin& origin, Findings& into);
  /// With the grade of the position in which it was found.
  Origin graded(Origin origin, const Difference& difference);
  /// The choice of that action with those parameters, if one permits it and the other does not.
  void show(const ChoiceGoal& goal, const Position& position, const games::Bindings& bindings,
            const Origin& origin, Findings& into);
  void ask_all(size_t side, const Position& position, Random& random, Findings& into);
  /// A random step; false where nothing comes after it, or what no game has had.
  bool step_on(size_t side, Position& position, Random& random);
  void play_on(size_t side, Position position, uint32_t steps, Random& random, const Origin& origin,
               Findings& into);
  /// Makes a position more telling: rare pieces beside others, pieces where something has another value.
  void bias(size_t side, Position& position, Random& random) const;
  games::PositionMaker& maker(size_t side);
  games::PhaseEntries& phase_entries(size_t side);
  /// The grade of a generated position. What a phase keeps for itself must be as the rules begin it;
  /// otherwise no game may ever reach it, whatever the invariants say.
  games::Grade grade(const Origin& origin, const Position& position);
  /// Whether turn, phase and sides go together as in games.
  bool as_played(size_t side, const Position& position) const;
  /// Makes them so, if that can be done.
  bool settle(size_t side, Position& position) const;
  games::SiteChoice where_alive(const Question& question) const;
  void begin(Findings& into);
  /// Everything that differs at a position that was drawn from a game.
  void draw(const Position& position, const Origin& origin, uint64_t number, Findings& into);

  Budget budget_;
  const std::atomic<bool>& stop_;
  Pair pair_;
  Lockstep lockstep_;
  QuestionEvaluator questions_asked_;
  std::vector<Question> questions_;
  std::vector<ChoiceGoal> goals_;
  std::vector<ApartAt> hexes_;
  std::array<std::vector<games::Cell>, 2> rare_;
  std::array<std::vector<int32_t>, 2> special_;
  std::array<std::unique_ptr<games::PositionMaker>, 2> makers_;
  std::array<std::unique_ptr<games::PhaseEntries>, 2> phase_entries_;
  std::array<std::unique_ptr<games::Leader>, 2> leaders_;
  const std::array<games::Phases, 2>* phases_ = nullptr;
  std::map<std::string, uint64_t> often_;  // in this job
  std::unique_ptr<Classes> classes_;       // for who asks of what class something is
};

}  // namespace casebook::compare
