// SPDX-License-Identifier: Apache-2.0
#pragma once

// One position in both rulesets, played in lockstep by the compiled form: choices that only one permits,
// results of the same step, who comes next, what chance can bring.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "verifier/compare/differ/blame.h"

namespace casebook::compare {

struct Difference {
  enum class What : uint8_t {
    permitted,  // a choice that one side permits and the other refuses
    offered,    // a choice of an action that the other does not offer there
    effect,     // a step after which another value stands
    outcome,    // a step after which one game is over, or won by another
    next,       // a step after which somebody else comes next
    chance,     // what dice or draws can bring
    player,     // who chooses
  };
  What what = What::permitted;
  size_t allows = 0;   // permitted, offered: the side that permits it
  std::string action;  // its name; of chance and player: `chance at resolve:1`, `the choice at turn:1`
  std::vector<std::string>
      values;  // names of what differs; of an effect one, each is a difference of its own
  std::array<Position, 2> positions;
  std::array<Step, 2> steps;      // permitted, offered: that of `allows` alone
  std::array<Position, 2> after;  // effect, outcome, next
};

std::string_view what_text(Difference::What what);

/// How the action of a roll or draw begins; what follows is the site: `chance at resolve:1`.
inline constexpr std::string_view chance_at = "chance at ";

class Lockstep {
 public:
  explicit Lockstep(Pair& pair);

  /// From now on up to so many choices that differ are shown of each action, and so many steps are tried.
  void show(size_t choices, size_t steps) {
    most_shown_ = choices;
    most_tried_ = steps;
  }

  using See = std::function<void(const Difference&)>;
  /// The result of comparing one position.
  struct Look {
    bool compared = false;  // the other side has such a position
    bool player = false;    // somebody else chooses
    bool choices = false;   // the choices differ
    bool steps = false;     // a step that both permit leads elsewhere (of those tried)
  };
  /// A position of that side, and the same of the other. Of each action a few choices that differ are shown
  /// and one step that both permit is tried, at random, if `show` did not say otherwise.
  Look look(size_t side, const Position& position, Random& random, const See& see);
  /// The same of a pair of positions that need not be transfers of one another; steps are not tried.
  bool choices_differ(const std::array<Position, 2>& positions, const See& see, Random& random);
  /// Whether somebody else chooses; both are at a choice.
  bool players_differ(const std::array<Position, 2>& positions, const See& see);

  /// The same step at both; false where it leads both alike. Each value that differs is shown by itself.
  bool step_differs(const std::array<Position, 2>& positions, const std::array<Step, 2>& steps,
                    const std::string& action, const See& see);

  /// Choices that both permit, by side.
  const std::vector<std::array<runtime::Choice, 2>>& common() const { return common_; }
  Pair& pair() { return pair_; }

 private:
  /// A choice as it is called on side 0.
  struct Offer {
    runtime::Choice key, own;
  };
  void offers(size_t side, const Position& position, std::vector<Offer>& into);
  bool same_candidates(size_t side, ActionId action) const;
  bool same_chances(const std::array<Position, 2>& positions,
                    const std::array<std::vector<runtime::ChanceOutcome>, 2>& all) const;
  bool look_at_chance(const std::array<Position, 2>& positions, Random& random, const See& see);

  Pair& pair_;
  size_t most_shown_ = 3, most_tried_ = 1;
  std::array<std::vector<bool>, 2> candidates_same_;  // by action
  std::array<std::vector<runtime::Choice>, 2> choices_;
  std::array<std::vector<Offer>, 2> offers_;
  std::vector<std::array<runtime::Choice, 2>> common_;
};

}  // namespace casebook::compare
