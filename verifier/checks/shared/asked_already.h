// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which mark asks already what a check asks by itself. A check reads a rule otherwise and finds that play differs. If
// the author marked the same question, both are one defect, and it was found without the mark too.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verifier/checks/shared/compare_rules.h"
#include "verifier/checks/shared/context.h"

namespace casebook::checks {

class AskedAlready {
 public:
  /// `scenario`: of the context, or with options set in addition.
  AskedAlready(Context& context, ScenarioPtr scenario);

  /// A position that a rule read otherwise changes, and how.
  struct Apart {
    const runtime::Position* position = nullptr;
    Difference::How how = Difference::How::offered;
  };

  /// The mark of a question about `item`, which stands under `label`. Positions in `apart` are played otherwise with
  /// `rival`. In this order:
  ///
  /// - a reading of the same case, or one that the item reads, itself or in a definition that it calls. One of its other
  ///   answers plays each of these positions as the rival does. Where the rival changes who chooses or what is
  ///   lawful, this alone counts.
  /// - a disputed claim that holds with the rival.
  /// - a case that is marked as silent: it is the case of the item.
  std::optional<SameAs> mark(const std::string& item, language::CaseId label, const ScenarioPtr& rival,
                             const std::vector<Apart>& apart);

  /// The rules with every reading answered and forgotten. Null if that cannot be bound, or if one of the positions is
  /// played otherwise with them: then they are no good to ask with.
  static ScenarioPtr without_marks(const ScenarioPtr& scenario, const std::vector<Tried>& positions);

 private:
  struct Answered {
    ScenarioPtr ruleset;
    std::unique_ptr<TwoRules> rules;
  };
  Answered& answered(language::ReadingId reading, int32_t value);
  void readings_near(const std::string& item, int calls, std::set<language::ReadingId>& found) const;
  std::optional<SameAs> reading_like(const std::string& item, language::CaseId label,
                                     const ScenarioPtr& rival, const std::vector<Apart>& apart);
  std::optional<SameAs> dispute_like(const ScenarioPtr& rival) const;

  Context& context_;
  ScenarioPtr scenario_;
  std::vector<language::Setting> besides_;  // what it has set that the context has not
  std::unique_ptr<runtime::CompiledRules> played_;
  std::map<std::string, std::set<language::ReadingId>> reads_;
  std::map<std::string, std::set<std::string>> calls_;
  std::map<std::pair<language::ReadingId, int32_t>, Answered> answered_;
};

}  // namespace casebook::checks
