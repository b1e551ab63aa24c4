// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which mark asks already what a check asks by itself. A check reads a rule otherwise and finds that play differs. If
// the author marked the same question, both are one defect, and it was found without the mark too.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/program/edit/rivals.h"
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

  using Alike = std::function<bool(const ScenarioPtr&)>;

  /// The mark that asks what `rival` asks too. Positions in `apart` are played otherwise with it; `ruleset` is the
  /// rules with it in place. In this order:
  ///
  /// - a reading of the same case, or one that the item reads, itself or in a definition that it calls. One of its other
  ///   answers plays each of these positions as the rival does. Where the rival changes who chooses or what is
  ///   lawful, this alone counts.
  /// - a disputed claim that holds with the rival, if its case is the rival's, or the one that it is disputed with.
  /// - a part that is marked as supplied, and that the rival changes: without it each of these positions is played as
  ///   with the rival. If its case is marked as silent, that is the mark.
  /// - a case that is marked as silent: it is the case of the item. What it leaves open need not be this.
  ///
  /// `alike`: whether other rules play as the rival does, where no position in `apart` shows it. Without it nothing
  /// does.
  std::optional<SameAs> mark(const language::Rival& rival, const ScenarioPtr& ruleset,
                             const std::vector<Apart>& apart, const Alike& alike = {});

  /// The rules with every reading answered and forgotten, and with nothing marked as supplied. Null if that cannot be bound, or if one of the positions is
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
                                     const ScenarioPtr& rival, const std::vector<Apart>& apart,
                                     const Alike& alike);
  std::optional<SameAs> dispute_like(language::CaseId label, const ScenarioPtr& rival) const;
  std::optional<SameAs> supplied_like(const language::Rival& rival, const ScenarioPtr& ruleset,
                                      const std::vector<Apart>& apart, const Alike& alike) const;

  Context& context_;
  ScenarioPtr scenario_;
  std::vector<language::Setting> besides_;  // what it has set that the context has not
  std::unique_ptr<runtime::CompiledRules> played_;
  std::map<std::string, std::set<language::ReadingId>> reads_;
  std::map<std::string, std::set<std::string>> calls_;
  std::map<std::pair<language::ReadingId, int32_t>, Answered> answered_;
};

}  // namespace casebook::checks
