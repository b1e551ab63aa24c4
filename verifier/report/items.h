// SPDX-License-Identifier: Apache-2.0
#pragma once

// What has to be decided, item by item: findings that rest on the same cases and the same lines of the rules
// are one item with several witnesses. Several findings are not several mistakes.

#include <string>
#include <vector>

#include "verifier/finding.h"

namespace casebook::report {

struct Item {
  std::vector<const Finding*> findings;  // in the order of the report; never empty
  size_t number = 0;                     // from 1

  /// `3`, and where there are several `3a`, `3b`.
  std::string name_of(size_t index) const;
};

/// Every finding is in one of them, and each stands where its first one does.
std::vector<Item> items_of(const std::vector<Finding>& findings);
/// Those that have the same cases, and a place in the same file: what is asked of one thing in several ways.
std::vector<const Item*> related(const Item& item, const std::vector<Item>& items);

/// Of differences that come of the same lines the plainer one to show for all of them: nearer to play (seen
/// or reachable, then not forbidden by an invariant, then any), then a choice that one side permits and the
/// other does not, then fewer steps, then fewer units.
bool is_plainer(const Finding& a, const Finding& b);

/// `Of 33 that want an answer 28 were marked when the rules were written down (...); 5 were found with
/// nothing marked.` Of those given; empty where there are none.
std::string come_upon_text(const std::vector<const Finding*>& findings);

/// A question of the rulebook that nothing tried has answered: no fault that was found, and no sign that
/// there is none.
bool stays_open(const Finding& finding);

}  // namespace casebook::report
