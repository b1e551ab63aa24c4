// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a ruleset says, item by item, in a form that can be compared with another edition. Switches are
// settled (options and readings have their values, and what they decide is folded away). Case numbers, line
// numbers and names of variables are left out. Two items with the same text mean the same when all their
// parts do.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/program/item_ref.h"
#include "engine/runtime/scenario.h"

namespace casebook::compare {

using namespace language::ids;
using language::ItemRef;
using language::ItemRefs;
using language::ItemSort;
using runtime::Scenario;
using ScenarioPtr = std::shared_ptr<const Scenario>;

/// Part of an item that can carry a case of its own: a requirement, an entry of a list, an exception.
struct Line {
  CaseId label = language::none;
  std::string name;            // of a requirement, an entry; may be empty
  std::string text;            // settled
  ItemRefs uses = {};          // items that it speaks of; of entries of lists only
  language::Place place = {};  // where it is written
};

struct SettledItem {
  ItemRef ref;
  CaseId label = language::none;
  language::Place place;
  std::string text;
  std::vector<Line> lines;
  ItemRefs uses;  // items that it speaks of itself
};

class Settled {
 public:
  explicit Settled(ScenarioPtr scenario);

  const Scenario& scenario() const { return *scenario_; }
  const ScenarioPtr& shared_scenario() const { return scenario_; }
  /// Switches settled, without further labels of items and names of entries; ids are those of the edition's
  /// program.
  const language::Program& program() const { return program_; }
  const std::vector<SettledItem>& items() const { return items_; }
  const SettledItem* find(const ItemRef& ref) const;
  /// A piece of an item, its variables named in the order in which they occur.
  std::string text(const language::Expr& expr) const;
  std::string text(const language::Stmt& stmt) const;
  /// The items that an expression or a statement speaks of.
  ItemRefs uses(const language::Expr& expr) const;
  ItemRefs uses(const language::Stmt& stmt) const;

 private:
  void note_use(const language::Expr& expr, ItemRefs& into) const;
  template <class T>
  ItemRefs uses_of(const T& item) const;
  std::vector<std::string> texts_without_names();
  void add_entries(const language::Expr& expr, std::vector<Line>& lines) const;
  void add_requirements(const std::vector<language::Requirement>& list, std::vector<Line>& lines) const;
  std::vector<Line> lines_of(const language::Item&) const { return {}; }
  std::vector<Line> lines_of(const language::Definition& item) const;
  std::vector<Line> lines_of(const language::Effect& item) const;
  std::vector<Line> lines_of(const language::Action& item) const;
  std::vector<Line> lines_of(const language::Procedure& item) const;
  void collect();
  void add(ItemSort sort, const language::Item& item, std::string text, std::vector<Line> lines,
           ItemRefs uses);

  ScenarioPtr scenario_;
  language::Program program_;
  std::vector<SettledItem> items_;
  std::map<ItemRef, size_t> by_ref_;
};

}  // namespace casebook::compare
