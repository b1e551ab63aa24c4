// SPDX-License-Identifier: Apache-2.0
// A finding for a terminal.
#include <fmt/format.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/example_position.h"
#include "verifier/finding/finding.h"
#include "verifier/finding/weight.h"
#include "verifier/finding/witness_text.h"

namespace casebook {

namespace {

/// A derivation as it stands, its first lines; `casebook ask` prints all of it.
std::string derivation_lines(const std::string& detail) {
  constexpr size_t most_lines = 12;
  std::string out;
  size_t lines = 0;
  for (size_t at = 0; at < detail.size(); ++lines) {
    const size_t end = std::min(detail.find('\n', at), detail.size());
    if (lines == most_lines) return out + "    ...\n";
    out += "    " + printable(detail.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out;
}

/// `the answer entry_hexes = corrected` for `entry-hexes=corrected`, as the text of the finding has it; an option stays.
std::string switches_in_words(std::string switches) {
  const size_t equals = switches.find('=');
  if (equals == std::string::npos) return switches;
  std::replace(switches.begin(), switches.end(), '-', '_');
  return "the answer " + switches.replace(equals, 1, " = ");
}

/// Whose play each side shows: `as these rules play`, `by the text without lose`, `with the answer resuming = resumed`; empty where there is one side.
std::vector<std::string> names_of_sides(const Witness& witness) {
  std::vector<std::string> names;
  if (witness.sides.size() < 2) return {std::string()};
  std::string shortest = witness.sides.front().ruleset;
  for (const WitnessSide& side : witness.sides)
    if (side.ruleset.size() < shortest.size()) shortest = side.ruleset;
  for (const WitnessSide& side : witness.sides) {
    const std::string& id = side.ruleset;
    if (id == shortest)
      names.emplace_back("as these rules play");
    else if (id.starts_with(shortest + "+without="))
      names.push_back("by the text without " +
                      id.substr(shortest.size() + std::string_view("+without=").size()));
    else if (id.starts_with(shortest + "+rival="))
      names.push_back("read otherwise");
    else if (id.starts_with(shortest + "+"))
      names.push_back("with " + switches_in_words(id.substr(shortest.size() + 1)));
    else
      names.push_back("in " + id);
  }
  return names;
}

class FindingText {
 public:
  FindingText(const Finding& finding, const Prose& prose) : finding_(finding), prose_(prose) {}

  std::string text() {
    head();
    // What the answers of a question are comes before what they change.
    const bool is_question = finding_.concern == Concern::ambiguity;
    if (is_question) details(true);
    line(prose_.sentence(finding_.effect));
    if (!finding_.text.empty())
      line((no_game_shows(finding_) ? "In a generated position: " : "") +
           with_few_members(prose_.sentence(finding_.text)));
    if (finding_.witness) line(with_few_members(why_it_stops_text(*finding_.witness, prose_)));
    if (finding_.becomes) line(weight_of(finding_).ground);
    cases();
    places();
    details(false);
    if (no_game_shows(finding_))
      line(std::string(no_position_shown) + " --witnesses FOLDER writes the generated position.");
    else if (finding_.witness)
      example(*finding_.witness);
    for (const MetIn& one : finding_.met_in) line("found " + met_in_text(one));
    known();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) {
    if (!text.empty()) out_ += "  " + folded(text, 80, 4, 2) + "\n";
  }

  /// A claim is refuted; what is wrong is true.
  bool is_claim() const { return finding_.headline.empty() || finding_.verdict == Verdict::tool_error; }

  void head() {
    std::string head(is_claim() ? verdict_text(finding_.verdict) : kind_text(finding_));
    for (const Mark mark : finding_.marks) head += fmt::format(" ({})", mark_text(mark));
    out_ = fmt::format("{}  {}\n", head, prose_.sentence(headline_of(finding_)));
  }

  /// Those that say what an answer is, or the others.
  void details(bool answers) {
    const bool is_question = finding_.concern == Concern::ambiguity;
    for (const std::string& detail : finding_.details) {
      if (answers != (is_question && detail.starts_with("the answer "))) continue;
      if (detail.find('\n') != std::string::npos)
        out_ += derivation_lines(with_few_members(prose_(detail)));
      else
        line_with_commands(with_few_members(prose_(detail)));
    }
  }

  /// Commands in brackets at the end stand on lines of their own.
  void line_with_commands(const std::string& text) {
    const WithCommands parts = with_commands(text);
    line(parts.sentence);
    for (const std::string& command : parts.commands) out_ += "    " + command + "\n";
  }

  void cases() {
    const auto& all = finding_.cases;
    if (all.empty()) return;
    const bool any_comma = std::any_of(
        all.begin(), all.end(), [](const CaseName& one) { return one.label.find(',') != std::string::npos; });
    std::string cases = all.size() == 1 ? "case " : "cases ";
    for (size_t i = 0; i < all.size(); ++i) {
      const bool same = i > 0 && all[i].edition == all[i - 1].edition;
      cases += (i == 0      ? ""
                : any_comma ? "; "
                            : ", ") +
               (same ? "" : all[i].edition + " ") + case_in_text(all[i].label);
    }
    line(cases);
  }

  void places() {
    const auto& all = finding_.places;
    for (size_t i = 0; i < all.size(); ++i) {
      const TextPlace& place = all[i];
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(i);
      const bool again = std::any_of(all.begin(), end, [&](const TextPlace& one) {
        return one.file == place.file && one.line == place.line;
      });
      // The headline of a reading ends with its question.
      std::string text = place.text;
      if (const size_t at = text.find(" \"");
          at != std::string::npos && text.ends_with('"') &&
          headline_of(finding_).ends_with(text.substr(at + 2, text.size() - at - 3)))
        text.erase(at);
      if (!again) line(fmt::format("{}:{}: {}", place.file, place.line, text));
    }
  }

  /// Its last steps; whether there are any.
  bool steps(const WitnessSide& side, const std::string& of) {
    const auto& all = side.record.steps;
    if (all.empty()) return false;
    const size_t printed = std::min(all.size(), most_steps_printed);
    const std::string in = of.empty() ? "" : " " + of;
    line(printed == all.size()
             ? fmt::format("example{}:", in)
             : fmt::format("example{}, the last {} of {} steps from {}:", in, printed, all.size(),
                           side.record.start.empty() ? "the start of the game" : "a generated position"));
    for (size_t i = all.size() - printed; i < all.size(); ++i) line("  " + prose_(step_text(all[i])));
    return true;
  }

  void said(const WitnessSide& side, bool after_steps, const std::string& of) {
    for (const Assertion& one : side.said)
      line(fmt::format("{}{}: {}", after_steps ? "then" : "there", of.empty() ? "" : ", " + of,
                       with_few_members(said_in_words(one, prose_))));
  }

  void example(const Witness& witness) {
    const bool is_first = !is_after_steps(witness);
    if (is_first) line(position_line(witness));
    const std::vector<std::string> names = names_of_sides(witness);
    const auto& sides = witness.sides;
    const bool same = std::all_of(sides.begin(), sides.end(),
                                  [&](const WitnessSide& one) { return same_steps(one, sides.front()); });
    bool any = same && !sides.empty() && steps(sides.front(), {});
    if (same && !is_first) line(position_line(witness));
    for (size_t i = 0; i < sides.size(); ++i) {
      if (!same) any = steps(sides[i], names[i]);
      said(sides[i], any, same ? names[i] : std::string());
    }
    if (!same && !is_first) line(position_line(witness));
    for (const std::string& state : witness.rests_on)
      line("uses a fact that only one of the two rulesets keeps: " + state);
  }

  void known() {
    const bool is_answer = finding_.concern == Concern::idle || finding_.concern == Concern::difference ||
                           finding_.concern == Concern::information;
    if (!is_answer && !is_claim()) line(how_come_upon(finding_) + ".");
    // The head line of a claim says its verdict, and that of anything else what the verdict is about.
    line(is_claim() ? how_known(finding_) : how_known_of_claim(finding_));
  }

  const Finding& finding_;
  const Prose& prose_;
  std::string out_;
};

}  // namespace

std::string finding_text(const Finding& finding, const Prose& prose) {
  return FindingText(finding, prose).text();
}

}  // namespace casebook
