// SPDX-License-Identifier: Apache-2.0
#pragma once

// The arguments with which play asks for a definition or a field, the hex last: where choices are listed, and in the steps from there. Drawn
// arguments seldom fit together, such as a unit and a hex that it can reach; these do.

#include <memory>
#include <set>
#include <vector>

#include "engine/base/random.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::regions {

class AskedInPlay {
 public:
  AskedInPlay(std::shared_ptr<const runtime::Scenario> scenario, bool field, language::Id id);
  ~AskedInPlay();
  AskedInPlay(const AskedInPlay&) = delete;
  AskedInPlay& operator=(const AskedInPlay&) = delete;

  /// Of each call at this position, the arguments in the order in which they are first asked, each once: while its
  /// choices are listed, and in a few steps drawn of them; at chance, in each outcome of few. At most `most_calls`.
  std::vector<std::vector<runtime::Value>> at(const runtime::Position& position, Random& random);

  static constexpr size_t most_calls = 400;

 private:
  class Listener;
  std::unique_ptr<Listener> listener_;
  runtime::ReferenceRules reference_;
  runtime::CompiledRules compiled_;
  std::vector<runtime::Choice> choices_;
  std::vector<runtime::ChanceOutcome> outcomes_;
};

}  // namespace casebook::regions
