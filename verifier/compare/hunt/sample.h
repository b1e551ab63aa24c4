// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often each class of differences occurs. From every seeded game some positions are drawn with equal
// chance, and every difference in them is examined, also those of known classes. The search itself says
// nothing of frequency, because it examines frequent differences ever more seldom.

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "verifier/compare/attribute/classes.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

/// So many of a stream of things, each as likely as another (Vitter 1985, algorithm R).
class Reservoir {
 public:
  Reservoir(uint64_t size, Random random) : size_(size), random_(random) {}
  /// The place that the next thing of the stream takes; nothing: it is passed over.
  std::optional<size_t> next();

 private:
  uint64_t size_, seen_ = 0;
  Random random_;
};

class Sample {
 public:
  /// A position of a game of that side.
  struct At {
    size_t side = 0;
    uint64_t game = 0, number = 0;
    auto operator<=>(const At&) const = default;
  };

  /// A position that was drawn, and that the other ruleset has too.
  void drawn(const At& at) { drawn_.insert(at); }
  /// It shows a difference of that class.
  void shows(const At& at, const DifferenceClass& one);
  void add(const Sample& other);
  /// For the class with that key, some of whose examples have another cause: from now on it counts only
  /// where one of the drawn examples is its own. Elsewhere the class beside it counts. At most so many
  /// positions are examined; further ones stay as they were.
  void tell_apart(const std::string& key, size_t positions,
                  const std::function<bool(const Difference&)>& is_its_own);

  /// By ruleset: where a difference of one of these classes occurs. An example of a dropped class, whose
  /// items are those of several smaller ones, counts for each of those.
  std::vector<MetIn> met_in(const Pair& pair, const std::vector<const DifferenceClass*>& classes) const;

 private:
  struct Shown {
    std::string head;  // of the key: without the items
    ItemRefs items;
    std::map<At, std::vector<Difference>> at;
  };
  std::set<At> drawn_;
  std::map<std::string, Shown> shown_;  // by key of the class
};

}  // namespace casebook::compare
