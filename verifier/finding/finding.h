// SPDX-License-Identifier: Apache-2.0
#pragma once

// A finding: one answer of the verifier, with its JSON and its fingerprint. docs/architecture/verifier.md.

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/program.h"
#include "verifier/finding/kind.h"
#include "verifier/finding/prose.h"
#include "verifier/finding/verdict.h"
#include "verifier/finding/witness.h"

namespace casebook {

/// How an answer was found.
enum class Method : uint8_t {
  text,         // it is visible in the text: places instead of a witness
  counting,     // every typed input was evaluated
  exploration,  // every position reached, breadth first
  play,         // seeded games
  generated,    // positions made up within the types
  solver,
};
std::string_view method_text(Method method);

enum class Mark : uint8_t {
  vacuous,
  trivial,
  acknowledged,
  borrowed,  // of rules that the edition takes over from another one, and whose editor has to answer
};
/// `VACUOUS`
std::string_view mark_text(Mark mark);

/// How the author of the rules has marked the subject of a finding. A marked one was known to be a
/// question; the verifier adds that it matters.
enum class Marked : uint8_t { not_at_all, reading, disputed, silent, supplied };
/// `reading`; empty where nothing is marked.
std::string_view marked_text(Marked marked);

/// A case of an edition: `spi-1980` `7.2`.
struct CaseName {
  std::string edition, label;
  auto operator<=>(const CaseName&) const = default;
};

/// A place in a file of the edition, with the line as it stands there.
struct TextPlace {
  std::string file;  // in the edition's folder: `spi-1980/07-reinforcements.rules`
  uint32_t line = 1, column = 1;
  std::string text;
};

/// What an editor of the rules would do with it.
enum class Concern : uint8_t {
  contradiction,  // the rules say two things
  gap,            // the rules say nothing, and somebody has to act
  impossible,     // the rules ask for what cannot be done
  ambiguity,      // the rules can be read in two ways that play differently
  idle,           // a rule that changes nothing
  difference,     // two editions play differently
  information,    // nothing is wrong
};
std::string_view concern_text(Concern concern);

/// How much an answer rests on: `exhaustive`, `sampled`, `partial`.
std::string_view looked_text(Verdict verdict);

/// How many positions of seeded games show it, of those that were checked; how many games they belong to;
/// and how many positions were checked in all, generated ones included. 0 of 0 is not counted.
struct Met {
  uint64_t positions = 0, of = 0;
  uint64_t games = 0, of_games = 0;
  uint64_t asked = 0, of_asked = 0;
};

/// Another finding with the same cause: what is marked in the rules, and leads to this in play.
struct SameAs {
  std::string check, subject;  // its identity: `ambiguities`, `target_spent`
  std::string why;             // how that is known, in a sentence
  bool asks_the_same = false;  // the mark asks the very question, so a report tells it once
};

/// How often a difference of two rulesets occurs in seeded games of one of them. Some positions of each
/// game are drawn; `games` are those with a position that shows it. `at_once` of these positions show more there than
/// another value: other choices or rolls, another player, another end.
struct MetIn {
  std::string ruleset;
  uint64_t positions = 0, of_positions = 0;
  uint64_t games = 0, of_games = 0;
  uint64_t at_once = 0;
};
/// `at 12 of 720 positions sampled from 30 games of spi-1980 (1.7 %; with 95 % confidence 1.0 to 2.9 %), in 9 of these
/// games`
std::string met_in_text(const MetIn& met_in);
/// `, only as another value`, `, at 3 of these positions as more than another value`; empty where it is more than that at all.
std::string at_once_text(const MetIn& met_in);

/// Which items of the rules make a difference, and how that is known.
struct Cause {
  enum class By : uint8_t {
    switching,  // with them as the other ruleset has them both play it alike
    came_to,    // by what they came to at that position
    none,       // whatever was switched, the difference stays
  };
  By by = By::came_to;
  std::vector<std::string> items;  // `definition price`
  bool together = false;           // switching: none of them alone does it
  std::string why;                 // in a sentence: what was switched where, or why it was not
  std::string named;               // the items for a reader: `requirement room of step`, `one of ...`
};
/// `switching it makes the difference go away`, `the values that it has there`, or that no single case does
std::string_view cause_text(Cause::By by);

/// What becomes of play by a difference of two rulesets, as its witness shows it; what weighs most first.
struct Becomes {
  enum class What : uint8_t {
    stops,    // nobody has a lawful choice, or a rule has no value, in one alone
    outcome,  // another side wins, or the game ends in one alone
    sooner,   // the game ends in one alone, and games played on from there in the other end the same way
    pieces,   // a piece leaves the map, or stays there, in one alone
    choice,   // something may be done, or chance can bring something, in one alone
    values,   // other places or numbers, and no choice was found in which they show
  };
  What what = What::values;
  std::string text;  // `Matt 1 leaves the map in one of the two alone`
};
/// `stops`, `outcome`, `sooner`, `pieces`, `choice`, `values`
std::string_view becomes_text(Becomes::What what);

struct Finding {
  std::string check;     // which check found it: `facts-stated-twice`
  std::string subject;   // of what: an item's name, a choice's form, a unit; with `check` its identity
  std::string claim;     // what was asked, as a sentence that can be true or false
  std::string headline;  // what is wrong, said as such; empty: the claim stands for it
  std::string kind;      // `NEVER SEEN`: of what kind it is, in plain words; empty: as its concern has it
  /// What it means for play as a whole, in sentences; empty: the text says all. Of a difference: who may do, gets or
  /// pays what in each ruleset, without a capital and full stop; the headline has it after the title of the case.
  std::string effect;
  std::string text;  // what came out, in a sentence or two for a rules editor
  Verdict verdict = Verdict::unknown;
  Concern concern = Concern::information;
  std::vector<Mark> marks;
  Marked marked = Marked::not_at_all;
  Method method = Method::text;
  std::string scope;  // `all 104 cases were read`, `500 games from seed 1`: what the verdict rests on
  std::vector<std::string> assumptions;
  std::vector<CaseName> cases;
  std::vector<TextPlace> places;
  std::vector<std::string> details;  // further lines: regions, values, sides of a contradiction
  std::optional<Met> met;            // where a check counts it
  std::optional<SameAs> same_as;     // of what is marked elsewhere; found with nothing marked: none
  bool no_answer = false;            // play cannot go on there, or a rule has no value
  std::vector<MetIn> met_in;         // of a difference, by ruleset
  bool from_start = false;           // of a difference: every game begins with it
  std::optional<Cause> cause;        // of a difference
  std::optional<Becomes> becomes;    // of a difference that was confirmed
  std::optional<Witness> witness;
};

/// Its headline: what is wrong, or else what was checked.
const std::string& headline_of(const Finding& finding);

/// Its kind, for readers who do not know verdicts: `CONTRADICTION`, `CANNOT BE DONE`. It stands before a
/// result; before a claim stands its verdict.
std::string_view kind_text(const Finding& finding);
/// Whether it was marked in the rules or found with nothing marked, in a sentence without its full stop.
std::string how_come_upon(const Finding& finding);
/// How it is known: `Shown from the rules alone: all 104 cases were read.`
std::string how_known(const Finding& finding);
/// The same, with what the verdict leaves open: `SAMPLED: other games or positions may show something else.`
std::string how_known_of_claim(const Finding& finding);

/// A label inside a sentence or a list: in quotes where a comma stands in it.
std::string case_in_text(const std::string& label);
/// `4.5, 6.1 and "chart: movement, lake"`
std::string cases_in_text(const std::vector<CaseName>& cases);
/// Of each set of more than twelve members the first three, and how many more there are. The JSON document
/// has all of them.
std::string with_few_members(const std::string& text);

/// Whether it wants an answer, and only a generated position shows it: no game is known that comes there. No text for
/// readers shows such a position, since perhaps no game can reach it.
bool no_game_shows(const Finding& finding);
/// What stands in its place.
inline constexpr std::string_view no_position_shown =
    "No position is shown: Casebook found no game that comes to one where this matters.";

/// Which finding it is, whatever its witness and its wording: of check, subject, verdict and cases. An
/// acknowledgement names it, and is reopened when it is no longer there.
uint64_t fingerprint(const Finding& finding);

/// In the order of reports: by concern, then the most serious first (verifier/finding/weight.h), then check,
/// subject and cases.
void sort_findings(std::vector<Finding>& findings);

/// Applies the law to every finding with a witness: `confirm` replays it. A witness that does not show what
/// it should makes the finding a tool error, with the differences in `details`. Returns how many were
/// confirmed.
size_t confirm_all(std::vector<Finding>& findings,
                   const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

/// The exit status that these make together: 0 fine, 30 open, 40 refuted, 50 a fault of Casebook. Acknowledged
/// and borrowed ones do not count.
int status_of(const std::vector<Finding>& findings);

/// An item's case and place, as findings carry them.
CaseName case_of(const language::Program& program, language::CaseId label);
TextPlace place_of(const language::Program& program, const language::Place& place);

nlohmann::ordered_json finding_json(const Finding& finding);
nlohmann::ordered_json met_in_json(const std::vector<MetIn>& met_in);
nlohmann::ordered_json witness_json(const Witness& witness);

/// Several lines, for a terminal: verdict, claim, what came out, cases, witness.
std::string finding_text(const Finding& finding, const Prose& prose = {});

}  // namespace casebook
