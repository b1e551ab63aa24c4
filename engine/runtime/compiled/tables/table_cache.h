// SPDX-License-Identifier: Apache-2.0
#pragma once

// Tables that were worked out before, for every ruleset of the process. Variants of one ruleset (an altered line, another
// answer to a question) have nearly all static tables in common, and working them out is most of what translating
// costs.
//
// A table is found by everything that it is made of: the nodes, the ranges of their variables, the data that they read
// and the map. Two graphs number these differently, so a key numbers them anew, in the order in which it comes to them.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/runtime/compiled/node.h"

namespace casebook::runtime::compiled {

class Graph;

class TableCache {
 public:
  using Key = std::vector<int64_t>;
  /// The entries of a table, row by row; not `good`: it cannot be made, as an entry faults or is too large a number.
  struct Made {
    bool good = false;
    std::vector<uint64_t> words;
  };

  static TableCache& shared();

  std::shared_ptr<const Made> find(const Key& key);
  void keep(Key key, std::shared_ptr<const Made> made);
  /// A number for a content, the same for an equal one. A number is never given twice.
  int64_t number_of(const std::vector<uint64_t>& content);
  /// How many tables are kept.
  size_t tables();
  /// Drops everything (for tests).
  void forget();

 private:
  void make_room(size_t words);
  void clear();

  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const Made>> made_;
  std::map<std::vector<uint64_t>, int64_t> numbers_;
  int64_t next_ = 0;
  size_t words_ = 0;  // of all that is kept
};

/// What a table of that node over those variables is made of. Nothing where the node asks a field, a kept set, the
/// position or play: such tables are worked out each time.
std::optional<TableCache::Key> table_key(const Graph& graph, NodeId node,
                                         const std::vector<VariableId>& index);

}  // namespace casebook::runtime::compiled
