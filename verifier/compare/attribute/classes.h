// SPDX-License-Identifier: Apache-2.0
#pragma once

// Classes of differences: the action, what differs, and the items that cause it. Each class keeps one
// example: the one with the fewest pieces on the map. Every occurrence is counted; of frequent classes not
// every one is examined (by count, not by time).

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verifier/compare/differ/lockstep.h"
#include "verifier/search/generated_positions.h"
#include "verifier/search/shrink.h"

namespace casebook::compare {

/// Where a position came from.
struct Origin {
  enum class Sort : uint8_t { game, generated, steered };
  Sort sort = Sort::game;
  size_t side = 0;  // whose game, or from whose position
  uint64_t game = 0, step = 0;
  bool begun = false;  // play came there: from the start, or from where the rules began a phase
  games::Grade grade = games::Grade::typed;
};

/// Which of two examples is better to lay on the table: one that play reaches, then one that no invariant
/// forbids, then any. Among those of games the one reached first, among others the one with fewer pieces.
bool is_better(const Scenario& scenario, const Difference& a, const Origin& of_a, const Difference& b,
               const Origin& of_b);

/// Whether a step of it ends in a fault on either side. In a position that no game reached this says
/// nothing of the rules: the position may be at fault.
bool ends_in_fault(const Pair& pair, const Difference& difference);

/// Counts a choice that one side permits, by the first two of its members, beneath what is roughly the same;
/// and whether it is among the first of either.
bool firsts(std::map<std::string, uint64_t>& often, const std::string& rough, const Difference& difference,
            uint64_t so_many);

/// How the items of a class are known.
struct Attribution {
  enum class How : uint8_t {
    came_to,   // by what they came to at that position: they were not switched, or could not be
    switched,  // with them as the other has them both play it alike
    none,      // whatever was switched, the difference stays
  };
  How how = How::came_to;
  ItemRefs items;               // switched: each of them alone, or all together
  bool together = false;        // switched: none of them alone does it
  std::array<bool, 2> alike{};  // switched: in the rules of that side, with the other's items
  std::string why_not;          // came_to: what cannot be taken over, and why; empty: it was not tried
  size_t tried = 0;             // switches that were made
};

struct DifferenceClass {
  std::string key;
  Difference example;
  Refusal refusal;  // permitted: what refuses first
  Blame blame;
  Origin origin;                          // of the example
  std::optional<games::PlayedGame> game;  // that comes to the example, from the start of `origin.side`
  int64_t shortened_in = 0;               // positions played to make that game shorter
  int64_t led_in = 0;  // choices and rolls tried to lead another game there with fewer steps
  std::vector<std::pair<Difference, Origin>> others;  // further examples: the first of games and of others
  /// The suspected items cause the difference in the example: switching them makes it go away, or they
  /// cannot be switched. No: in every try it only changed.
  bool decided = false;
  uint64_t asked = 0;            // examples of which that was asked
  bool seen_decided = false;     // of these one in a game, in which it does
  std::set<std::string> values;  // of all examples
  uint64_t met = 0;              // looked into and found to be of this class
  bool seen = false;             // in a game
  /// After the step of the example: further steps, and what then differs in what may be chosen.
  std::vector<std::array<Step, 2>> way;
  std::optional<Difference> shows;
  std::optional<Refusal> shows_refusal;
  bool shows_itself = false;  // that refusal reads the value in its own words, or none does
  Attribution attribution;
  ItemRefs came_out;  // attribution none: what was blamed before
  /// Keys and items that it had before something else was found to be responsible.
  std::map<std::string, ItemRefs> formerly;
  /// Examples with these suspected items in which something else is the cause.
  std::vector<std::pair<Difference, Origin>> undecided;
  /// Examples first put into this class, for which switching named another cause.
  std::vector<DifferenceClass> besides;
};

class Classes {
 public:
  explicit Classes(Pair& pair);

  /// Examines a difference if it is worth it: of frequent ones fewer and fewer are. One that was `sought`
  /// always is.
  void see(const Difference& difference, const Origin& origin, bool sought = false);
  /// The class that a difference is of; nothing when the reference evaluator sees none.
  std::optional<DifferenceClass> classify(const Difference& difference) {
    return classify(difference, nullptr);
  }

  /// What is roughly the same: what differs, and of a choice what refuses it. Nothing when the reference
  /// evaluator sees none.
  std::optional<std::string> kind_of(const Difference& difference);
  /// It occurred in a game, and the suspected items are the cause in its example.
  bool known_from_a_game(const std::string& key) const {
    const auto known = all_.find(key);
    return known != all_.end() && known->second.seen && known->second.decided;
  }

  /// Adds a class, or what it has to the one with its key.
  void take_in(DifferenceClass&& one);

  using Told = std::function<void(const DifferenceClass&)>;
  void tell(Told told) { told_ = std::move(told); }

  std::map<std::string, DifferenceClass>& all() { return all_; }
  const std::map<std::string, DifferenceClass>& all() const { return all_; }
  uint64_t looked_into() const { return looked_into_; }
  Blamer& blamer() { return blamer_; }
  /// Without the classes whose items are those of several smaller ones together.
  void drop_unions();
  /// Replaces the suspected items of each class by those that its attribution found. Classes that are then
  /// the same become one.
  void name_attributed();

 private:
  struct Refused {
    runtime::NamedChoice named;
    Refusal refusal;
  };
  std::optional<Refused> refusal_of(const Difference& difference);
  std::optional<DifferenceClass> classify(const Difference& difference, const Refused* refused);
  bool asks(DifferenceClass& known, const Difference& difference, bool sought);
  /// False: it has the name that it had.
  bool rename(DifferenceClass& one);
  std::optional<DifferenceClass> behind_next(const Difference& difference);
  std::optional<DifferenceClass> behind_legal(const Difference& difference, const Refusal& refusal);

  Pair& pair_;
  Blamer blamer_;
  std::map<std::string, DifferenceClass> all_;
  std::map<std::string, uint64_t> often_;
  uint64_t looked_into_ = 0;
  Told told_;
};

/// Of a class's key what stands before its items.
std::string head_of(const std::string& key);
/// The key of examples with these suspected items that have another cause.
std::string beside_key(const std::string& key);

/// Pieces on the map.
int32_t pieces_on_map(const Scenario& scenario, const Position& position);

}  // namespace casebook::compare
