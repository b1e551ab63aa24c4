// SPDX-License-Identifier: Apache-2.0
#pragma once

// One item of two rulesets over one shared position: the query, a smaller model, and its replay.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "verifier/symbolic/editions/editions.h"
#include "verifier/symbolic/editions/shared_position.h"
#include "verifier/symbolic/formula/question.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

class EditionsQuestion {
 public:
  /// Sites of the two; below 0: every procedure may run, and no invariants are supposed.
  EditionsQuestion(const compare::Alignment& alignment,
                   std::array<std::shared_ptr<const runtime::Scenario>, 2> scenarios,
                   std::array<SiteId, 2> sites, const EditionsSettings& settings);

  /// The action, as the sites offer it.
  EditionsItem guard(std::array<ActionId, 2> actions);
  /// What its body leaves, where both permit it; after `guard` of the same. State that one alone has is not
  /// looked at, nor what happens after the body.
  EditionsItem effect(std::array<ActionId, 2> actions);
  EditionsItem definition(std::array<DefinitionId, 2> definitions);

 private:
  /// `yes` of one side: what has to hold, part by part.
  struct Said {
    Ref holds = no, fault = no;
  };
  struct Search {
    Answer answer = Answer::unknown;
    std::set<int32_t> invariants;  // that a proof needed
    Assignment model;
  };
  using Confirm = std::function<std::optional<ToldApart>(const Assignment&, std::string& against)>;

  Said offered(size_t side, ActionId action, const Parameters& parameters);
  EditionsItem item_of(const char* sort, std::array<ActionId, 2> actions) const;
  /// Where a parameter has no values at all nothing is asked. `mine`, `theirs`: whether all have some.
  static bool is_told_without_members(EditionsItem& item, bool mine, bool theirs);
  const language::Action& action(size_t side, std::array<ActionId, 2> actions) const {
    return scenarios_[side]->program->actions[actions[side]];
  }
  /// As both would write it.
  std::array<std::string, 2> choice_texts(std::array<ActionId, 2> actions, const Assignment& model) const;
  std::optional<ToldApart> steps_apart(EditionsItem& item, const Assignment& model,
                                       const std::array<std::string, 2>& texts, std::string& against);
  /// Whether `yes_here` can hold where `no_there` does not.
  void ask(EditionsItem& item, size_t direction, Ref yes_here, Ref no_there, const Confirm& confirm);
  /// What a question supposes beside the types.
  enum class Supposed : uint8_t { nothing, mined, invariants_too };
  Search search(EditionsItem& item, const std::vector<Ref>& any, Ref always, Supposed supposed,
                bool also_faults = false);
  /// Enters what a proof needed. What it did not need after all is left out.
  void note_needed(EditionsItem& item, const std::vector<Ref>& any, Ref always, const Search& proof);
  /// As little as the item's proofs needed.
  static Supposed supposed_by(const EditionsItem& item) {
    return !item.supposing.empty() ? Supposed::invariants_too
           : !item.mined.empty()   ? Supposed::mined
                                   : Supposed::nothing;
  }
  Search search_part(EditionsItem& item, std::span<const Ref> any, std::span<Facts* const> facts);
  void settle(EditionsItem& item);
  std::optional<ToldApart> told_apart(EditionsItem& item, const Assignment& model,
                                      std::array<std::vector<Assertion>, 2> said,
                                      std::array<runtime::Position, 2> positions, std::string& against,
                                      const std::array<runtime::Record, 2>* records = nullptr);
  std::array<runtime::Control, 2> controls() const;
  void suppose_invariants();
  void suppose_mined();
  bool typed_and_invariant(const std::array<runtime::Position, 2>& positions) const;

  const compare::Alignment& alignment_;
  std::array<std::shared_ptr<const runtime::Scenario>, 2> scenarios_;
  std::array<SiteId, 2> sites_;
  const EditionsSettings& settings_;
  Formula formula_;
  std::array<std::unique_ptr<PositionFormulas>, 2> formulas_;
  std::array<std::unique_ptr<Translator>, 2> translators_;
  std::array<std::vector<runtime::Control>, 2> ways_;
  std::unique_ptr<SharedPosition> shared_;
  std::vector<Fact> invariant_facts_, mined_facts_;
  std::vector<std::string> invariant_names_;  // of both
  size_t first_mined_ = 0;                    // of the names: those of mined invariants
  std::vector<Ref> parameter_facts_;
  std::array<Ref, 2> faults_{no,
                             no};  // of a side, by what was asked of it so far: left out of what is compared
  std::array<Parameters, 2> parameters_;  // of the action
  std::array<Said, 2> offered_;
  bool unseen_ = false;  // a difference that what follows the body takes away again
  std::array<bool, 2> proved_{false, false}, found_{false, false};
};

}  // namespace casebook::symbolic
