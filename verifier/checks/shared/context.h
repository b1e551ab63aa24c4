// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a check is given: the ruleset, the budgets, and results that several checks need and that are
// computed once.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "engine/board/cases.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/reference/unordered.h"
#include "engine/runtime/scenario.h"
#include "verifier/checks/budget.h"
#include "verifier/checks/shared/references.h"
#include "verifier/finding/finding.h"

namespace casebook::checks {

struct Check;
class Survey;
class Probe;

/// A position that comes with the edition: a file of positions, or one that a playthrough reaches.
struct Shipped {
  std::string name;  // `readings/an-equal-elimination`
  /// The options and readings that the file names; where they are set otherwise it says nothing.
  std::vector<std::pair<std::string, std::string>> switches;
  runtime::Position position;
  bool reached = false;  // a game played from the start comes there
};

/// A game that comes with the edition, as a record.
struct Playthrough {
  std::string name;  // `the-first-game-turn`
  runtime::Record record = {};
  std::string file = {};        // in the edition's folder
  std::string unreadable = {};  // why there is no record; empty: it is there
};

/// What is verified: an edition, with a scenario or (where it has none, or none that can be bound) without.
struct Subject {
  std::string id;
  std::shared_ptr<const language::Program> program;
  std::shared_ptr<const runtime::Scenario> scenario;  // null: the rules alone
  std::optional<board::CaseList> cases;               // of the rulebook, where there is a list
  /// The other scenarios that the edition ships: what never happens in one may happen in another.
  std::vector<std::shared_ptr<const runtime::Scenario>> others = {};
  /// The positions that come with it, typed under its scenario.
  std::vector<Shipped> positions = {};
  /// Its own example games, of any of its scenarios.
  std::vector<Playthrough> playthroughs = {};
};

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

/// A choice that distinguishes two values of a reading: lawful as the rules are played, and refused under
/// the other value.
struct Parted {
  language::ReadingId reading = language::none;
  runtime::Position position;
  runtime::Choice choice;
  ScenarioPtr other;
  std::string text;           // of the choice
  std::string played, value;  // the two values
};

/// Two exceptions or adjustments without an order, at whose fault a check arrived. `exceptions` tells them.
struct MetConflict {
  runtime::UnorderedPair pair;
  std::string call;  // that has no value; empty: a step of play has none
  Method method = Method::counting;
  std::string scope;
  Witness witness;
};

/// What the summary line of a check says that left some of them.
inline constexpr std::string_view left_to_exceptions_text =
    "; what stops at two rules without an order is a finding of exceptions";

class Context {
 public:
  Context(Subject subject, Settings settings);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const std::string& id() const { return subject_.id; }
  const language::Program& program() const { return *subject_.program; }
  const ScenarioPtr& scenario() const { return subject_.scenario; }
  const std::optional<board::CaseList>& cases() const { return subject_.cases; }
  /// Whether the rulebook has that case as its own. An edition may also offer rules of another one. Yes
  /// without a list.
  bool in_rulebook(language::CaseId label) const;
  /// The edition that the list of cases says it is borrowed of; empty when it says nothing of the sort.
  std::string borrowed_of(language::CaseId label) const;
  /// How many other scenarios the edition has.
  size_t others() const { return subject_.others.size(); }
  const std::vector<Shipped>& shipped() const { return subject_.positions; }
  const std::vector<Playthrough>& playthroughs() const { return subject_.playthroughs; }
  const Settings& settings() const { return settings_; }
  /// Whether the user wants it to end; once yes, always yes. Safe on several threads.
  bool stopped() const;
  void tell(std::string_view what) const {
    if (settings_.tell) settings_.tell(what);
  }

  /// Random numbers of a check's own, so that checks do not disturb one another.
  Random random(std::string_view purpose) const;

  // ---- findings
  /// Adds one and gives it back to be filled in; the reference holds until the next.
  Finding& add(std::string_view check, std::string subject, Verdict verdict, Concern concern);
  std::vector<Finding>& findings() { return findings_; }
  /// The cases and the place of something, added to a finding.
  void cite(Finding& finding, language::CaseId label, const language::Place& place) const;
  void cite(Finding& finding, language::CaseId label) const;
  void cite(Finding& finding, const language::Item& item) const;

  /// The readings distinguished so far.
  std::vector<Parted>& parted() { return parted_; }

  // ---- one defect is told once
  /// Which checks run, by id.
  void will_run(std::vector<std::string> checks) { running_ = std::move(checks); }
  /// The pair whose fault that text tells, if `exceptions` runs and so tells it. Nothing: the check that
  /// arrived at the fault tells it.
  std::optional<runtime::UnorderedPair> told_by_exceptions(std::string_view why) const;
  /// Those left to `exceptions` so far, one for each pair.
  const std::vector<MetConflict>& conflicts() const { return conflicts_; }
  bool is_known(const runtime::UnorderedPair& pair) const;
  void leave_to_exceptions(MetConflict conflict);

  // ---- what is made once
  const References& references();
  /// The scenario with readings or options set otherwise; null when the data have errors then.
  ScenarioPtr with(const std::vector<language::Setting>& settings);
  /// The scenario with every option on that it has off, as far as they go together; null when there is none,
  /// or when the rulebook has no case of theirs of its own: an edition may offer rules of another one.
  ScenarioPtr with_options();
  /// What a scenario of this ruleset has set of options in addition, as `with_options` has.
  std::vector<language::Setting> options_besides(const runtime::Scenario& other) const;
  /// A ruleset that a witness speaks of, besides those with other switches.
  void speaks_of(ScenarioPtr ruleset) { spoken_of_.push_back(std::move(ruleset)); }
  /// Every ruleset that a witness may speak of.
  std::vector<ScenarioPtr> rulesets() const;
  /// The seeded games, played when first asked for.
  const Survey& survey();
  /// Those of the edition's other scenarios.
  const std::vector<std::unique_ptr<Survey>>& surveys_of_others();
  /// Positions, reached and generated.
  Probe& probe();
  /// The same with every option on; null when there is nothing to switch on.
  Probe* probe_with_options();
  /// Where the positions come from that were made, in words; empty: none were.
  std::string where_positions_come_from() const;

 private:
  Subject subject_;
  Settings settings_;
  mutable std::mutex asking_;
  mutable bool stopped_ = false;
  std::vector<Finding> findings_;
  std::vector<Parted> parted_;
  std::vector<std::string> running_;
  std::vector<MetConflict> conflicts_;
  std::unique_ptr<References> references_;
  std::map<std::vector<language::Setting>, ScenarioPtr> switched_;
  std::vector<ScenarioPtr> spoken_of_;
  std::optional<ScenarioPtr> with_options_;
  std::unique_ptr<Survey> survey_;
  std::vector<std::unique_ptr<Survey>> surveys_of_others_;
  std::unique_ptr<Probe> probe_, probe_with_options_;
};

}  // namespace casebook::checks
