// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names for control: where a position stands in the sequence of play. They survive changes of the rules'
// numbers.
//
//   site      `combat:2`              the second choose, roll or draw written in the procedure `combat`
//   path      `game:2 / combat:1`     `game` is at its second call of `combat`, `combat` at its first site
//   outcome   `open`, `won by first`, `drawn`, `stuck at combat:2`, `fault by 4.2`, `limit by 4.2`
//
// In a path every procedure but the last has a number: which of its calls, in the order of its flow, calls
// the next one. The path before the first step of the game is `start`; a game that is over has none.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::runtime {

std::string site_text(const language::Program& program, SiteId site);
/// Index into Program::sites.
std::optional<SiteId> find_site(const language::Program& program, std::string_view text);

/// The procedures that run, outermost first, and the site of the last; empty and -1 before the start and
/// after the end.
struct Control {
  std::vector<ProcedureId> procedures;
  std::vector<StepId> calls;  // flow step of the call that each but the last is at
  SiteId site = -1;
};

/// Reads the cells of control of a position at a site.
Control control_of(const Scenario& scenario, const Position& position);
std::string control_text(const language::Program& program, const Control& control);

/// The mistake in a path, and its place: bytes [begin, end) of the text.
struct ControlProblem {
  size_t begin = 0, end = 0;
  std::string message, expected, nearest;
};
std::optional<Control> parse_control(const language::Program& program, std::string_view text,
                                     ControlProblem& problem);

/// Writes the cells of control.
void set_control(const Scenario& scenario, Position& position, const Control& control);

/// Reads the cells of the outcome.
Outcome outcome_of(const Scenario& scenario, const Position& position);
std::string outcome_text(const Scenario& scenario, const Outcome& outcome);
std::optional<Outcome> parse_outcome(const Scenario& scenario, std::string_view text);
/// Writes the cells of the outcome.
void set_outcome(const Scenario& scenario, Position& position, const Outcome& outcome);

}  // namespace casebook::runtime
