// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can happen from one site, over every position there: each alternative of a choose, each roll and
// each draw, up to the next site; and what has to be shown.
//
// Hypotheses are the invariants taken to hold at this site. An obligation is one invariant at one place
// that the step can reach.

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/runtime/control.h"
#include "verifier/symbolic/formula/near.h"
#include "verifier/symbolic/formula/question.h"
#include "verifier/symbolic/prove/mined_facts.h"
#include "verifier/symbolic/prove/suppositions.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

/// Index into the alternatives of a choose; chance has one, 0.
using Alternative = int16_t;
/// Not what one of them does, but that there is one.
inline constexpr Alternative any_of_them = -1;
/// Not what an alternative does, but the conditions under which it may be done; and back.
constexpr Alternative guard_of(Alternative one) {
  return static_cast<Alternative>(any_of_them - 1 - one);
}
constexpr bool is_guard(Alternative one) {
  return one < any_of_them;
}
/// The alternative itself, whether what it does or its conditions were meant.
constexpr Alternative plain(Alternative one) {
  return is_guard(one) ? guard_of(one) : one;
}

/// What has to be shown of every step: the invariants of the rules by their ids, then the properties of
/// every game, then the proof's own suppositions. After them comes what was mined: an induction of its own
/// has proved that, so it is supposed where it is proved, and never asked.
struct Properties {
  explicit Properties(const runtime::Scenario& scenario, std::vector<Supposition> supposed_too,
                      std::vector<MinedFact> mined_before = {})
      : invariants(static_cast<Id>(scenario.program->invariants.size())),
        suppositions(std::move(supposed_too)),
        mined(std::move(mined_before)) {}
  Id invariants;
  std::vector<Supposition> suppositions;
  std::vector<MinedFact> mined;
  Id no_fault() const { return invariants; }    // no value leaves its range, nothing undefined is asked for
  Id winner() const { return invariants + 1; }  // who ends the game has won it
  Id can_choose() const { return invariants + 2; }  // where somebody has to choose, he may do something
  Id first_supposition() const { return invariants + 3; }
  Id first_mined() const { return first_supposition() + static_cast<Id>(suppositions.size()); }
  size_t size() const { return static_cast<size_t>(first_mined()) + mined.size(); }
  bool is_supposition(Id id) const { return id >= first_supposition() && id < first_mined(); }
  bool is_mined(Id id) const { return id >= first_mined(); }
  const Supposition& supposition(Id id) const {
    return suppositions[static_cast<size_t>(id - first_supposition())];
  }
  const MinedFact& mined_fact(Id id) const { return mined[static_cast<size_t>(id - first_mined())]; }
  /// Everything, except what was mined and is not proved at that site.
  std::vector<bool> supposed_at(size_t site) const {
    std::vector<bool> all(static_cast<size_t>(first_mined()), true);
    for (const MinedFact& one : mined) all.push_back(one.at[site]);
    return all;
  }
  /// From that property on nothing is supposed but what was mined.
  void suppose_no_more(std::vector<bool>& at, Id from) const {
    std::fill(at.begin() + from, at.begin() + first_mined(), false);
  }
};

/// The effort for a question: a few rounds, which refute most false ones; a small limit for each part; the
/// whole limit for each part.
enum class Effort : uint8_t { first_look, small, full };

/// Z3's resources: for one question to the solver, and for all that an obligation is divided into.
struct Spending {
  uint32_t question = 0;
  uint64_t in_all = 0;
};

struct Obligation {
  Id invariant = language::none;  // of Properties
  int32_t from = -1;              // site
  Alternative alternative = 0;
  int32_t to = -1;          // site; -1: not of a site, but of the step or of the end of a procedure
  size_t way = 0;           // of SiteProof::ways()
  Ref when = yes;           // this way is taken
  Ref holds = yes;          // the invariant after it
  std::vector<Ref> writes;  // under which of these the step writes
  bool of_limit = false;    // that no more is gone through than limits allow: more than has to hold
  std::string open;         // why it could not be written down; then `holds` means nothing
  // What came of it.
  std::optional<Answer> answer;
  bool looked_at = false;       // a few rounds did not tell
  size_t stage = 0;             // of limits: with those below it, it was not answered
  bool itself = true;           // the invariant itself was supposed where the step begins, if it can be
  std::vector<int32_t> needed;  // of the hypotheses and conditions: see SiteProof::name_text
  uint64_t resources = 0;
  size_t questions = 0, rounds = 0;
};

/// A model read back: where the step begins, and the step.
struct DecodedStep {
  runtime::Position position;
  std::vector<runtime::Value> parameters;  // of the action; of chance, the dice or the member drawn
};

class SiteProof {
 public:
  SiteProof(std::shared_ptr<const runtime::Scenario> scenario, const Properties& properties, SiteId site,
            const TranslatorLimits& limits = {});
  ~SiteProof();

  SiteId site() const { return site_; }
  /// Ways to stand here: what runs, and where each calls the next.
  const std::vector<runtime::Control>& ways() const { return ways_; }
  std::vector<Obligation>& obligations() { return obligations_; }
  const std::vector<Obligation>& obligations() const { return obligations_; }
  /// What the translation left free, with its case: a model need not be a position.
  const std::map<std::string, CaseId>& freed() const { return freed_; }
  /// Translator::write_each_field_down.
  void write_each_field_down();
  /// Invariants that can be taken to hold here at all.
  bool can_suppose(Id invariant) const { return hypotheses_[static_cast<size_t>(invariant)].has_value(); }

  /// Asks whether the obligation can be violated, with the invariants supposed at this site.
  Answer ask(Obligation& obligation, const std::vector<bool>& supposed, Effort effort,
             const Spending& spending);
  /// After TooLarge: what was made for the question is forgotten, and it is open.
  void give_up(Obligation& obligation);
  /// After `satisfiable`.
  DecodedStep decode(const Obligation& obligation) const;
  /// A requirement, as the core names it: its label.
  CaseId label_of(const Obligation& obligation, int32_t name) const;
  static bool is_invariant(int32_t name);
  size_t nodes() const { return formula_.size(); }

 private:
  struct Branch {
    Alternative alternative = 0;
    Parameters parameters;
    std::vector<Translator::Condition> conditions;
    std::vector<FaultCase> faults;  // of what is done; the last condition is that there is none
    std::vector<Fact> facts;        // of the conditions
    std::unordered_map<Ref, std::vector<const Fact*>> says;  // by clause
    std::unique_ptr<Facts> small, large;                     // these, what types say and what may be supposed
    std::unique_ptr<Disjunctions> near;                      // the small ones
  };
  struct Part {  // of what is to be shown: a clause, where these hold
    Ref clause;
    std::vector<Ref> conditions;
    Ref broken = no;  // these, and not that
  };
  const Branch& branch_of(const Obligation& obligation) const;
  Answer ask_once(Obligation& obligation, const std::vector<bool>& supposed, Effort effort,
                  const Spending& spending);
  void write_fields_down(const Translator::AboutVariable& is_asked);
  std::optional<std::vector<Ref>> broken(const Obligation& obligation, Assignment& model,
                                         const Translator::AboutVariable& met);
  const std::unordered_set<Ref>& variables_asked(const Obligation& obligation);
  Ref split_of(const Branch& branch, const Obligation& obligation) const;
  struct Broken {
    Ref part, now;  // Part::broken; of the case asked about
  };
  using NoteShown = std::function<void(Ref part, std::vector<int32_t> needed)>;
  Answer ask_any(Obligation& obligation, std::span<const Broken> any, Question question,
                 const NoteShown& shown);
  void forget_parts();
  using ShownPart = std::tuple<Alternative, Ref, int64_t, Ref>;  // after which, who is which value, broken
  void note_shown(const ShownPart& part, std::vector<int32_t> needed);
  void find_somebody();
  void add_near(const Fact& fact, Disjunctions& into);
  std::vector<Part> not_near(Obligation& obligation, Facts& of_way, const std::vector<Part>& parts,
                             Ref variable, int64_t value);
  SymbolicPosition before_on(const runtime::Control& way);
  void gather_facts();
  using Given = std::function<int32_t(Ref)>;       // the name of a fact that says this clause; below 0: none
  using Shown = std::tuple<Alternative, Id, Ref>;  // what, after which alternative
  Answer settled(Obligation& obligation, const Shown& shown, Answer answer, size_t size);
  std::vector<Part> parts_of(Obligation& obligation, const Given& given);
  Ref beside(Ref clause, Ref also);
  bool speaks_of(const Part& part, Ref variable) const;
  void note_values(Ref condition, Ref variable, std::set<int64_t>& values) const;
  Answer ask_case(Obligation& obligation, std::span<Facts* const> facts, const std::vector<Part>& parts,
                  const std::function<bool(const Fact&)>& usable, Ref variable, int64_t value);
  Ref write_condition(Ref clause, const std::set<Ref>& writes) const;
  std::vector<Ref> writes_of(const SymbolicPosition& after) const;
  void absorb(Obligation& obligation, std::span<Facts* const> facts,
              const std::function<bool(const Fact&)>& usable, const std::vector<Ref>& broken,
              Formula::Replaced& known);
  void exclude(std::span<Facts* const> facts, const std::vector<Ref>& broken, Formula::Replaced& known);
  bool propagate(Obligation& obligation, std::span<Facts* const> facts,
                 const std::function<bool(const Fact&)>& usable, Ref variable, Formula::Replaced& known);
  void oblige_to_ask_nothing(const language::Action& action, const Branch& branch);
  void oblige_to_a_choice();
  void oblige_to_ask(const language::Alternative& alternative, const Branch& branch);
  void oblige(const Branch& branch, Translator::Step& step, size_t way, const SymbolicPosition& before);
  void add_obligation(const Branch& branch, Id invariant, int32_t to, size_t way, Ref when,
                      const SymbolicPosition& position, const SymbolicPosition* before);
  void add_obligation(Obligation one);

  std::shared_ptr<const runtime::Scenario> scenario_;
  const Properties& properties_;
  SiteId site_;
  Formula formula_;
  PositionFormulas positions_;
  Translator translator_;
  std::vector<runtime::Control> ways_;
  std::optional<SymbolicPosition> open_;
  std::vector<std::optional<Ref>> hypotheses_;
  std::vector<Fact> hypothesis_facts_, type_facts_;
  std::vector<Ref> sides_;  // that a state is the second side
  Assignment elsewhere_;
  size_t kept_ = 0;  // nodes; those beyond are made for one question
  std::vector<Branch> branches_;
  std::vector<Obligation> obligations_;
  std::map<std::pair<Alternative, Ref>, std::unordered_set<Ref>>
      variables_asked_;                                    // after which, on what way
  std::map<Shown, std::vector<int32_t>> shown_;            // whatever the way: what it needed
  std::map<ShownPart, std::vector<int32_t>> shown_parts_;  // likewise, whichever obligation it is a part of
  std::map<std::string, CaseId> freed_;
  // What follows at once, as far as it is the same from one question to the next.
  std::vector<Ref> somebody_;                  // variables
  std::unique_ptr<Disjunctions> near_always_;  // whatever is done
  Near near_{formula_};
  const Branch* near_of_ = nullptr;
  std::vector<bool> near_granted_;
  std::map<std::pair<Alternative, Ref>, std::vector<const Fact*>> deep_;  // facts to be looked into
  std::vector<bool> granted_;     // of what is asked now: what may be leant on, and that nothing faults
  Spending spending_;             // likewise
  Effort effort_ = Effort::full;  // likewise
  bool first_look_ = false;       // likewise, whatever a part of it is worth
  Assignment model_;
};

/// Sites at which a procedure surely runs: in every way to stand there.
bool runs_at(const std::vector<runtime::Control>& ways, ProcedureId procedure);

}  // namespace casebook::symbolic
