// SPDX-License-Identifier: Apache-2.0
#pragma once

// The way in which a field gets its value at one hex: whether the hex is a goal, whether a way leads to one, and else what
// stops all ways. Of a least cost also the branch of the step cost at the first step of the cheapest way. A step cost
// that only calls a definition is followed into it, a few calls deep.

#include <memory>
#include <string>
#include <vector>

#include "verifier/regions/ways/ways.h"

namespace casebook::regions {

class FieldWays {
 public:
  FieldWays(std::shared_ptr<const runtime::Scenario> scenario, language::FieldId field,
            runtime::Evaluator& evaluator);
  ~FieldWays();

  const std::vector<Decision>& decisions() const { return decisions_; }
  /// `arguments`: those of the field, then the hex. Throws what evaluating a part throws; `way` then ends there.
  void of(const runtime::Position& position, const std::vector<runtime::Value>& arguments, Way& way,
          Source& source);

 private:
  /// The step cost, or a definition that gives it.
  struct Stage {
    std::unique_ptr<language::Definition> made;  // of the step cost, which is no definition
    const language::Definition* definition = nullptr;
    std::unique_ptr<Ways> ways;
    size_t first = 0;  // of its decisions among all
  };
  Stage& stage_of(language::DefinitionId definition);
  void add(Stage&& stage);
  void step(const runtime::Position& position, Way& way, Source& source);

  std::shared_ptr<const runtime::Scenario> scenario_;
  language::FieldId id_;
  const language::Field& field_;
  runtime::Evaluator& evaluator_;
  std::vector<Decision> decisions_;
  std::vector<Stage> stages_;
};

}  // namespace casebook::regions
