// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which items make two rulesets differ in this position. Every call that an evaluation made on one side is
// evaluated on the other. The cause is the deepest call that differs and whose item is not the same on both
// sides. So two changes behind one requirement are separated by what they did here, not by what they might
// do.

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "verifier/compare/differ/choice_refusal.h"

namespace casebook::compare {

/// Items, or lines of an action, and cases.
struct Blame {
  ItemRefs items;
  std::array<std::set<std::string>, 2> labels;
  bool certain = true;  // false: nothing was seen to differ; all that could is named
  /// Of items that are a number, a member or a place: the first call of each that came out differently, and its values by side.
  struct Call {
    std::string text;  // `price(b2)`
    std::array<std::string, 2> values;
  };
  std::map<ItemRef, Call> calls;
  bool empty() const { return items.empty(); }
};

/// The case that a label cites, as text; empty for none.
std::string label_of(const Scenario& scenario, language::CaseId label);

class Blamer {
 public:
  explicit Blamer(Pair& pair);
  ~Blamer();

  /// By the reference evaluator, without explaining. Nothing: it is lawful.
  std::optional<Refusal> refusal(size_t side, const Position& position, const runtime::NamedChoice& named);
  /// Why the choice is refused on that side of the pair of positions and not on the other.
  Blame of_refusal(size_t side, const std::array<Position, 2>& positions, const runtime::NamedChoice& named,
                   const Refusal& refusal);
  /// Why the step leads to other positions; `after` are those.
  Blame of_step(const std::array<Position, 2>& positions, const std::array<Step, 2>& steps,
                const std::array<Position, 2>& after, const std::vector<std::string>& values);
  /// Why the site does not offer the action on one side, or is not there.
  Blame of_player(const std::array<Position, 2>& positions);
  Blame of_offer(const std::array<Position, 2>& positions, const std::string& action);
  /// Items that are known to be responsible, with their cases.
  Blame of_items(const ItemRefs& items) const;
  /// A side without a case gets those that stand where the other's stand.
  void complete(Blame& blame) const;

 private:
  class Recorder;
  /// Of calls within assignments to these states, and within what decides whether those are made (none: of
  /// all calls).
  void add_calls(size_t side, const Recorder& recorder, const Position& there, Blame& blame,
                 const std::vector<std::string>* states = nullptr);
  void add_statements(size_t side, const Recorder& recorder, const std::vector<std::string>& states,
                      Blame& blame);
  std::string call_text(size_t side, bool field, language::Id id,
                        const std::vector<runtime::Value>& arguments) const;
  void add_item(const ItemRef& ref, Blame& blame) const;
  /// Cases of the lines through which an item uses the responsible ones.
  void add_way(const ItemRef& through, const ItemRefs& to, Blame& blame) const;
  std::string written_by(size_t side, const language::Stmt& stmt) const;
  const std::set<std::string>& all_written_by(size_t side, const language::Stmt& stmt);
  bool writes_one_of(size_t side, const language::Stmt* stmt, const std::vector<std::string>& states);
  std::string leaf_text(size_t side, const language::Stmt& stmt) const;
  void add_requirement(size_t side, const std::string& action, const Refusal& refusal, Blame& blame) const;
  void add_uses(const ItemRef& ref, Blame& blame) const;
  void collect_statements(size_t side);

  struct Leaf {
    ItemRef item;
    std::string label, text;
  };
  Pair& pair_;
  std::array<std::map<const language::Stmt*, Leaf>, 2> leaves_;
  std::array<std::set<std::pair<ItemRef, std::string>>, 2> leaf_texts_;
  std::array<std::map<const language::Stmt*, std::set<std::string>>, 2> written_;
};

}  // namespace casebook::compare
