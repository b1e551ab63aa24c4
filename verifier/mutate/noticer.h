// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the original rules do, kept for comparison with altered ones. mutate.h has the order.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/runtime/binding/bind.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/compiled/translate.h"
#include "verifier/mutate/mutate.h"
#include "verifier/search/trace.h"

namespace casebook::mutate {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;
using ProgramPtr = std::shared_ptr<const language::Program>;
using FormPtr = std::shared_ptr<const runtime::compiled::CompiledProgram>;

/// The checks whose findings notice an altered rule: those that need neither games nor made-up positions. Claims
/// are not among them; they are asked before, by themselves.
const std::vector<std::string>& checks_without_play();

struct Ruleset {
  runtime::Switches switches;  // all of them
  std::string name;            // its id
  ScenarioPtr scenario;
  FormPtr form;
  /// What was played, by what it is called when it notices something: `playthrough`, `position`, `game`.
  std::vector<std::pair<std::string, games::Trace>> traces;
};

/// A ruleset with altered rules, made when it is first asked for.
class Altered {
 public:
  Altered(ProgramPtr program, const std::vector<Ruleset>& rulesets)
      : program_(std::move(program)), rulesets_(rulesets), made_(rulesets.size()) {}
  const ProgramPtr& program() const { return program_; }
  /// Null: the data do not go with it.
  const ScenarioPtr& scenario(size_t ruleset);
  /// Null: it cannot be compiled.
  const FormPtr& form(size_t ruleset);
  bool same_form(size_t ruleset);

 private:
  struct One {
    bool bound = false, compiled = false;
    std::optional<bool> same;
    ScenarioPtr scenario;
    FormPtr form;
  };
  ProgramPtr program_;
  const std::vector<Ruleset>& rulesets_;
  std::vector<One> made_;
};

/// What noticed a mutant: `claim`, `game`, ...; and which one, at which step.
struct Notice {
  std::string by, where;
};

class ByVerify;

class Noticer {
 public:
  Noticer(const checks::Subject& subject, const Settings& settings, Result& result);
  ~Noticer();
  Noticer(const Noticer&) = delete;
  Noticer& operator=(const Noticer&) = delete;

  const std::vector<Ruleset>& rulesets() const { return rulesets_; }
  /// The fate is `survived` when nothing notices. Safe on several threads. Throws ListingStopped when `go_on` says no:
  /// what was not asked to its end notices nothing.
  void ask(Told& told) const;

 private:
  void look_whether_to_stop() const;
  std::optional<Notice> first_notice(Altered& altered) const;
  std::optional<Notice> by_claims(const ScenarioPtr& altered) const;
  std::optional<Notice> by_play(Altered& altered) const;
  std::optional<Notice> by_rules_alone(const ScenarioPtr& altered, size_t ruleset) const;
  std::optional<Notice> by_findings(const ScenarioPtr& altered) const;

  size_t ruleset_of(const runtime::Switches& switches);
  void make_rulesets();
  void read_folder(Result& result);
  void read_record(const std::string& path, Result& result);
  void read_position(const std::string& path, Result& result);
  void ask_positions_elsewhere();
  void play_games();
  std::set<std::string> findings_of(const ScenarioPtr& scenario) const;
  /// Of the rules as they are: nothing new is noticed by these. Found out when first asked for.
  const std::set<std::string>& known_bad_ends(size_t ruleset) const;

  const checks::Subject& subject_;
  const Settings& settings_;
  std::vector<Ruleset> rulesets_;
  std::vector<runtime::ClaimStatus> claims_;
  std::set<std::string> findings_;
  std::unique_ptr<ByVerify> by_verify_;  // null: not asked
  mutable std::mutex guard_;
  mutable std::map<size_t, std::set<std::string>> bad_ends_;
};

}  // namespace casebook::mutate
