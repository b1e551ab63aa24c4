// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can be wrong with invariants themselves, whatever the rules say: they contradict one another, or
// they state nothing.
//
//   contradiction  no position (with no step from it) at a site satisfies all that must hold there; with a
//                  smallest set of them that already contradict
//   nobody comes   what is proved to hold at a site holds in no position, or no step leads there: every proof
//                  about steps from there is empty
//   VACUOUS        the premise of an invariant (what its `implies` and its quantifiers check first) holds
//                  nowhere where play checks it, or play never checks it
//   TRIVIAL        it holds in every position that the types allow (of a step: from any position to any
//                  other), whatever the rules do
//
// A few games rule out most of these marks. The rest go to the solver, over every position of the types and
// the scenario's fixed facts. Only `unsatisfiable` is reported, so no model is shown, and parts left free
// do no harm. All limits are counts.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

class PropertyMarks {
 public:
  PropertyMarks(std::shared_ptr<const runtime::Scenario> scenario, const Properties& properties,
                SolverLimits limits, std::function<bool()> go_on);
  ~PropertyMarks();

  /// Of the invariants as the rules have them; nothing is proved yet. Sites at which it was not decided are
  /// added to `open`.
  std::vector<Contradiction> contradictions(std::vector<std::string>& open);
  /// `supposed`: by site and property, what is proved of positions there.
  std::vector<NobodyComes> nobody_comes(const std::vector<std::vector<bool>>& supposed,
                                        std::vector<std::string>& open);
  /// Sites that are possible but that no game reached.
  std::vector<bool> unmet();
  /// The mark of an invariant that is proved. `nobody`: sites that nobody reaches.
  PropertyMark mark(Id invariant, const std::vector<std::vector<bool>>& supposed,
                    const std::vector<bool>& nobody);
  std::string name_of(int32_t property) const;

  uint64_t questions() const { return questions_; }
  uint64_t resources() const { return resources_; }

 private:
  class AtSite;
  struct Asked {
    Answer answer = Answer::unknown;
    std::vector<int32_t> needed;
    std::string open;  // of unknown
  };
  bool stopped() const { return go_on_ && !go_on_(); }
  void look_at_play();
  AtSite& at(int32_t site);
  bool is_asked_at(InvariantId invariant, int32_t site) const;
  std::vector<std::string> names_of(const std::vector<int32_t>& properties) const;
  /// Whether something can hold at a site with those.
  enum class What : uint8_t { anything, premise, broken };
  Asked ask(int32_t site, What what, Id invariant, const std::vector<bool>& with);
  /// From properties that no position satisfies together, a set from which none can be left out.
  std::vector<int32_t> smaller(int32_t site, std::vector<int32_t> core, bool& fewest);

  std::shared_ptr<const runtime::Scenario> scenario_;
  const Properties& properties_;
  SolverLimits limits_;
  std::function<bool()> go_on_;
  std::vector<language::ExprPtr> premises_;  // by invariant; null: it has none
  bool looked_ = false;
  std::vector<bool> consistent_, met_;  // by site: a game came to where all of it holds; came there at all
  std::vector<bool> premise_met_;       // by invariant
  std::vector<std::unique_ptr<AtSite>> sites_;
  uint64_t questions_ = 0, resources_ = 0;
};

/// What an invariant asks first, as an expression that is true where it has something to say; null: it has
/// no premise, or says something everywhere.
language::ExprPtr premise_of(const language::Expr& invariant);

/// A site by its number, or beyond them the end of a procedure: `movement:1`, `the end of movement`.
std::string place_of_mark(const language::Program& program, int32_t site);

}  // namespace casebook::symbolic
