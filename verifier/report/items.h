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

/// A question of the rulebook that nothing tried has answered: no fault that was found, and no sign that
/// there is none.
bool stays_open(const Finding& finding);

}  // namespace casebook::report
