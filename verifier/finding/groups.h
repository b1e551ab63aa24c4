// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names for sets of pieces: a reader who meets `{Matt 1, Matt 2, ...}` wants to know which units these are. The data
// of the scenario give the names: the facts of each piece that are yes or no or a member of a closed kind.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook {

class Groups {
 public:
  /// Names no set.
  Groups() = default;
  explicit Groups(const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

  /// `all 17 units of North`, `all units of South but A and B`, `the 6 units whose arm is infantry`, else `A, B, C
  /// and 4 more units`. Empty for a few members, which a reader can read, and where one of them is no piece.
  std::string name(const std::vector<std::string>& members) const;

 private:
  using Members = std::vector<bool>;  // of a kind, by member
  struct Fact {
    std::string whose;  // ` of North`, ` whose arm is infantry`; empty: all of the kind
    Members members;
    size_t count = 0;
  };
  struct Kind {
    std::string name;  // `unit`
    std::map<std::string, size_t> members;
    std::vector<Fact> facts;  // the widest first
  };
  void add(const runtime::Scenario& scenario, language::KindId kind);
  static std::string name(const Kind& kind, const std::vector<std::string>& members);

  std::vector<Kind> kinds_;
};

}  // namespace casebook
