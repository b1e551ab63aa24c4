// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two rulesets side by side: items by name, members of kinds by name, hexes by number or (where the maps
// number them differently) by their cell, sites by procedure and the actions that they offer. Nothing is
// aligned by id.

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "verifier/compare/align/settled.h"

namespace casebook::compare {

/// From the things of one ruleset to those of the other; -1 where the other has none.
struct OneWay {
  template <class Of>
  using Ids = language::ById<language::IdOf<Of>, Of>;
  Ids<language::Kind> kinds;
  Ids<language::State> states;
  Ids<language::Var> vars;
  Ids<language::Procedure> procedures;
  Ids<language::Action> actions;
  Ids<language::Definition> definitions;
  Ids<language::Field> fields;
  Ids<language::Effect> effects;
  Ids<language::Box> boxes;
  language::ById<std::vector<int32_t>, language::Kind> members;  // by kind
  language::ById<bool, language::Kind> same_members;  // by kind: each is itself, and there are no others
  Ids<language::Site> sites;
  /// A location; -1 for a hex or box that the other has not.
  std::vector<int32_t> locations;
  bool same_locations = false;
};

/// How an item of the two compares as text.
struct ItemPair {
  ItemRef ref;
  const SettledItem* item[2] = {nullptr, nullptr};
  bool same_text = false;  // settled
  bool same = false;       // and so is all that it uses
};

/// Whether play is made of such items. The others play a part where one of these uses them.
bool plays(ItemSort sort);

class Alignment {
 public:
  Alignment(const ScenarioPtr& a, const ScenarioPtr& b);

  const Settled& settled(size_t side) const { return side == 0 ? a_ : b_; }
  const Scenario& scenario(size_t side) const { return settled(side).scenario(); }
  /// From that side to the other.
  const OneWay& from(size_t side) const { return ways_[side]; }

  /// By sort and name, sorted; what a compiler made is left out.
  const std::vector<ItemPair>& items() const { return items_; }
  const ItemPair* find(const ItemRef& ref) const;
  /// Whether all of these mean the same on both sides.
  bool same(const ItemRefs& items) const;
  /// Whether its text and all that it uses is the same.
  bool same(const language::Expr& a, const language::Expr& b) const;
  /// Nothing differs but names and numbers.
  bool all_same() const { return all_same_; }

  /// Cases of the other side that stand where this one stands: by items of one name, and by what the editions
  /// say of each other.
  std::set<std::string> counterparts(size_t side, const std::string& label) const;

 private:
  OneWay align(size_t side) const;
  void align_hexes(size_t side, OneWay& way) const;
  void align_sites(size_t side, OneWay& way) const;
  void compare_items();
  bool same_data(const ItemRef& item) const;
  void note_counterparts();

  Settled a_, b_;
  std::array<OneWay, 2> ways_;
  std::vector<ItemPair> items_;
  std::map<ItemRef, size_t> by_ref_;
  bool all_same_ = true;
  std::array<std::map<std::string, std::set<std::string>>, 2> counterparts_;
};

/// Requirement `room` of `step` as the edition names it: `step.room`.
std::string site_name(const Scenario& scenario, SiteId site);

}  // namespace casebook::compare
