// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a comparison says. The command line, the report and the tests read it as it is.
//
// A difference has three forms on its way here: `Found` (hunt/worker.h) at one position, `DifferenceClass`
// (attribute/classes.h) with its example and causes, and at last the `Finding` of `Result::findings`.

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/board/cases.h"
#include "verifier/finding/finding.h"
#include "verifier/finding/interval.h"

namespace casebook::compare {

/// What the rulebook of one side says in a case: the summary of its rules files and, where there is a list of the
/// printed cases, the statements of that list.
struct CaseSays {
  std::string label, title, summary;
  std::vector<board::Statement> statements = {};
};

/// An answer to an open question: `trail=may`, and in words what it takes the text to say.
struct Answer {
  std::string setting, words;
  friend bool operator==(const Answer&, const Answer&) = default;
};

/// A question that a rulebook leaves open, with whose other answer examples of a change play alike in both.
struct OpenQuestion {
  size_t side = 0;
  std::string label, question;
  Answer answer = {};                // as the ruleset has it
  std::vector<Answer> answers = {};  // others, with each of which some example plays alike
  std::string says = {};  // the statement of that case that is in doubt for it, if a list of cases has one
  std::vector<size_t> findings = {};  // of the change, with such an example: indices into Result::findings
};

/// One change of the rules: the differences with the same changed lines. One thing to decide, which shows in several
/// places.
struct Change {
  std::string title = {};  // of the first case of those lines that has one: `Zones of Control`
  std::string cases = {};  // of those lines: `6.0(2) | 4.5`
  std::array<std::vector<std::string>, 2> labels = {};  // the same, each by itself
  std::array<std::vector<std::string>, 2> titles = {};  // of those cases, `14.2 (The bridge unit)`
  /// What those cases say. Where a side has no such line, what corresponds there to the cases of the other.
  std::array<std::vector<CaseSays>, 2> says = {};
  /// The first choice of every game already differs by it.
  bool from_start = false;
  std::vector<std::string> begins =
      {};  // then: values with which the games begin, by state (StartsApart::values)
  /// Lines of the rules that are not the same, as they stand in each (lines_against).
  std::array<std::vector<std::string>, 2> texts = {};
  std::vector<size_t> findings = {};         // indices into Result::findings, one after the other
  std::vector<MetIn> met_in = {};            // how often any of them is met in seeded games, by ruleset
  std::vector<OpenQuestion> questions = {};  // in the order of the differences
};

/// A condition that an input was asked, and what it came to: `turn in {1, 4, 7}`, `10.0`, `yes`.
struct RegionCondition {
  std::string text, label, is;
};

/// Inputs that go one way in the first ruleset and one way in the second, and on which some of the values differ.
struct RegionCell {
  std::vector<RegionCondition> both;                 // asked in both, with the same outcome
  std::array<std::vector<RegionCondition>, 2> ways;  // asked in one alone, or with another outcome
  uint64_t inputs = 0, differing = 0;
  std::array<std::vector<std::string>, 2> values;  // of the inputs that differ
  std::array<uint64_t, 2> more_values{};           // how many others
  std::string example;                             // the first of them: `cost(0101, 0102)`
  std::array<std::string, 2> at_example;           // and the values there
};

/// Where the values of a definition differ, region by region. Each input is in one cell.
struct RegionsApart {
  bool complete = false;  // all inputs; else those of sampled positions
  uint64_t inputs = 0, differing = 0;
  std::vector<RegionCell> cells;  // that differ, the ones with the most differing inputs first
  uint64_t more = 0, more_inputs = 0, more_differing = 0;  // further cells that differ
  uint64_t agreeing = 0, agreeing_inputs = 0;              // cells without a difference
};

/// One item of the two side by side.
struct ItemResult {
  std::string sort, name;
  std::array<std::vector<std::string>, 2> cases = {};
  Verdict verdict = Verdict::unknown;  // of "it means the same": proved, refuted, sampled
  std::string text = {};               // `the same text`, `differs on 3 of 420 inputs`, `only in spi-1980`
  bool counted = false;                // over all its inputs
  std::optional<RegionsApart> regions = {};   // where its values differ
  std::vector<std::string> differences = {};  // subjects of the findings that it is responsible for
  bool same_text = false;                     // its own: only what it uses differs
};

/// Of the positions at a choose in the games of one ruleset.
struct Share {
  uint64_t games = 0;
  uint64_t positions = 0;  // at which somebody chooses
  uint64_t compared = 0;   // the other ruleset has such a position
  uint64_t differing = 0;  // other choices are lawful there
  uint64_t stepping = 0;   // the choices are the same, and one that was tried leads elsewhere
  uint64_t players = 0;    // somebody else chooses there, whatever is lawful
  uint64_t chances = 0;    // positions at which dice or a draw decide, and the other has such a position
  uint64_t bringing = 0;  // of them, where chance can bring something else, or what it brings leads elsewhere
  uint64_t games_with = 0;  // games that come to one
  uint64_t at_limit = 0;    // games that ended at a limit of Casebook
  void add(const Share& other);

  /// Of the compared positions those with other choices, from 0 to 1; of none 0.
  double differing_part() const;
  /// Wilson's interval of that part, as if positions of one game had nothing to do with one another.
  Interval interval() const { return wilson(differing, compared); }
};

struct Result {
  std::array<std::string, 2>
      names;                 // what the two are called: by edition, or by ruleset where both are of one
  std::string options = {};  // which optional rules are on, a sentence; empty: there are none
  std::array<std::set<std::string>, 2> borrowed =
      {};                         // cases that a list of cases says are another edition's
  std::vector<Finding> findings;  // the answer first, then every class of differences, change by change, what
                                  // weighs most first (weighs_more)
  std::vector<Change> changes;    // what weighs most first
  std::vector<ItemResult> items;  // that are not the same text
  uint64_t same_items = 0;
  std::array<Share, 2> shares;
  /// Where a game played in both first separates them. Without a witness where nothing that differs there can
  /// be said in words of the rules; a tool error where the reference evaluator does not confirm it, which then
  /// is one of the findings too.
  std::optional<Finding> first;
  std::array<std::vector<std::string>, 2> only;  // state that one side alone has
  uint64_t generated = 0, looked_into = 0;
  bool stopped = false;
};

/// Whether a change has a difference that can occur (order_of_differences.h). Another one is listed, and not counted.
bool is_counted(const Result& result, const Change& change);

}  // namespace casebook::compare
