// SPDX-License-Identifier: Apache-2.0
#pragma once

// The report on an edition as one HTML file: summary, findings with witnesses on the map, the rules case by
// case, and the comparison with another edition as a table for a meeting. The file stands alone: no script,
// nothing loaded from elsewhere, readable on paper and without colours.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verifier/checks/shared/come_to.h"
#include "verifier/compare/result.h"
#include "verifier/finding/coverage.h"
#include "verifier/finding/finding.h"
#include "verifier/report/texts_apart.h"

namespace casebook::report {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

/// Another ruleset beside this one, and what comparing them gave.
struct Comparison {
  std::string other_title, other_ruleset;
  std::string numbers;   // that the hexes have other numbers there, in a sentence; empty: they have the same
  std::string switches;  // which options are on and off, in a sentence; empty: neither has any
  compare::Result result;
  TextsApart texts = {};             // what the rulebooks say otherwise
  std::vector<std::string> remarks;  // shares of positions, what was looked at
};

/// One property checked by induction, and the result for each step: what `verify --prove` says.
struct Property {
  struct Step {
    std::string name;  // `movement:1 step`
    Verdict verdict = Verdict::unknown;
    std::string why;
  };
  std::string name, label, method, why, tried;
  Verdict verdict = Verdict::unknown;
  std::vector<std::string> needed;          // cases
  std::vector<Step> steps;                  // of those that play asks after
  size_t proved = 0, asked = 0;             // steps, where only their number is known
  std::string mark = {}, mark_why = {};     // `VACUOUS`, and the line that says so; or empty
  std::vector<std::string> supposing = {};  // of PROVED: `that somebody can choose (can_choose is UNKNOWN)`
};

/// How many steps of it are proved, of how many.
std::pair<size_t, size_t> steps_proved(const Property& property);

struct Proofs {
  std::string solver, command;
  std::vector<Property> properties;
  std::vector<std::string> unused;  // cases of requirements that no proof needed
  std::vector<std::string> remarks;
  std::vector<std::string> contradictions = {};  // of invariants, a sentence each
  bool of_a_page = false;  // which has no list of steps, and says nothing else that stands here
};

struct Report {
  std::string title;    // of the edition
  std::string ruleset;  // its id, with switches
  std::string called;   // the same for whoever reads it, without the folders of this machine; empty: the id
  std::string version, fingerprint;
  std::string command;  // that makes the report again
  std::vector<Covered> cases;
  checks::ComeTo come_to;            // how often games come to them
  std::vector<Finding> findings;     // in the order of reports
  std::vector<std::string> remarks;  // what they rest on: games, positions, checks left out
  std::string not_looked_at;         // in plain words, for the summary; or empty
  std::vector<Comparison> comparisons;
  std::optional<Proofs> proofs;
  std::vector<ScenarioPtr> rulesets;  // that witnesses speak of, and whose maps are drawn
  /// Bytes of the file: with pictures, and of text and records alone. Beyond the first no picture is drawn,
  /// those that are needed least first; beyond the second no record is written out. Each says so where it
  /// would have stood.
  size_t room_for_pictures = 4'700'000, room_for_records = 2'600'000;
};

std::string report_html(const Report& report);

/// The name of the file with the record of one side of a witness, as `verify --witnesses` writes it.
std::string record_name(const Finding& finding, size_t side);

}  // namespace casebook::report
