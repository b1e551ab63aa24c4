// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/difference_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "verifier/compare/hunt/starts.h"
#include "verifier/compare/tell/class_finding.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/interval.h"
#include "verifier/finding/weight.h"
#include "verifier/finding/witness_text.h"

namespace casebook::cli {

namespace {

class DifferenceText {
 public:
  DifferenceText(const Finding& finding, const std::array<std::string, 2>& editions, const Prose& prose,
                 SaidInGroup* group)
      : finding_(finding), editions_(editions), prose_(prose), group_(group) {}

  std::string text() {
    out_ = fmt::format("{}  {}\n",
                       is_claim() && finding_.concern != Concern::information ? verdict_text(finding_.verdict)
                                                                              : kind_text(finding_),
                       with_few_members(prose_.sentence(headline_of(finding_))));
    news();
    if (finding_.becomes) line("effect on play: " + weight_of(finding_).ground);
    cause();
    cases();
    places();
    details();
    if (!stand_under_.empty()) {
      std::vector<std::string> numbers;
      for (const size_t number : stand_under_) numbers.push_back(std::to_string(number));
      line(fmt::format("more of these cases and lines: under {}", listed(numbers, "and")));
    }
    if (finding_.witness) example(*finding_.witness);
    // The line of the effect says it of those that were never met.
    const bool never = std::all_of(finding_.met_in.begin(), finding_.met_in.end(),
                                   [](const MetIn& one) { return one.positions == 0; });
    if (never && finding_.becomes) return known(), std::move(out_);
    for (const std::string& often : how_often(finding_.met_in)) line("found " + often);
    known();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) {
    if (!text.empty()) out_ += "  " + folded(with_few_members(text), 80, 4, 2) + "\n";
  }

  /// Not again, if an earlier difference of the same change has it.
  void once(const std::string& text) {
    const auto [at, is_new] = group_ == nullptr ? std::pair(std::map<std::string, size_t>::iterator(), true)
                                                : group_->said.try_emplace(text, group_->number);
    if (is_new)
      line(text);
    else
      stand_under_.insert(at->second);
  }

  bool is_claim() const { return finding_.headline.empty(); }

  bool has_cause() const {
    return !is_claim() && finding_.cause &&
           (!finding_.cause->named.empty() || finding_.cause->by == Cause::By::none);
  }

  /// The text of a difference is its headline in general, and the cause.
  void news() {
    if (has_cause()) return;
    std::string text = finding_.text;
    if (text.starts_with(compare::begin_differently))
      text = capitalised(text.substr(compare::begin_differently.size()));
    line(prose_.sentence(text));
  }

  void cause() {
    if (!has_cause()) return;
    const Cause& cause = *finding_.cause;
    if (cause.by != Cause::By::none)
      line(
          fmt::format("{}: {}", cause.by == Cause::By::switching ? "cause" : "suspected cause", cause.named));
    line(prose_(cause.why));
  }

  void cases_of(const std::string& edition) {
    std::vector<std::string> labels;
    for (const CaseName& one : finding_.cases)
      if (one.edition == edition) labels.push_back(one.label);
    if (labels.empty()) return;
    line(fmt::format("case{} of {}: {}", labels.size() == 1 ? "" : "s", edition,
                     compare::names_listed(labels)));
  }

  /// In the order of the two rulesets. Two rulesets of one edition have their cases in common.
  void cases() {
    for (const std::string& edition : editions_) cases_of(edition);
    std::string last;
    for (const CaseName& one : finding_.cases)
      if (one.edition != editions_[0] && one.edition != editions_[1] && one.edition != last)
        cases_of(last = one.edition);
  }

  /// Two editions may share a line.
  void places() {
    const auto& all = finding_.places;
    for (size_t i = 0; i < all.size(); ++i) {
      const bool again = std::any_of(
          all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
          [&](const TextPlace& one) { return one.file == all[i].file && one.line == all[i].line; });
      if (!again) once(fmt::format("{}:{}: {}", all[i].file, all[i].line, all[i].text));
    }
  }

  /// Without what the headline, the cause and the example say.
  void details() {
    for (const std::string& detail : finding_.details) {
      const bool said = (has_cause() && detail == finding_.cause->why) ||
                        (!is_claim() && detail.starts_with(compare::because_of_this)) ||
                        (finding_.witness && compare::is_way_there(detail));
      if (said) continue;
      const bool is_case = std::any_of(editions_.begin(), editions_.end(), [&](const std::string& edition) {
        return detail.starts_with(edition + " ");
      });
      if (is_case)
        once(prose_(detail));
      else
        line(prose_(detail));
    }
  }

  void steps(const runtime::Record& record, const std::string& in, const std::string& from) {
    const auto& all = record.steps;
    if (all.empty()) return;
    const size_t shown = std::min(all.size(), most_steps_printed);
    line(shown == all.size()
             ? fmt::format("example in {}, from {}:", in, from)
             : fmt::format("example in {}, the last {} of {} steps from {}:", in, shown, all.size(), from));
    for (size_t i = all.size() - shown; i < all.size(); ++i) line("  " + prose_(step_text(all[i])));
  }

  void side(const WitnessSide& side, bool with_steps, const std::string& from, bool both_say) {
    if (with_steps) steps(side.record, side.ruleset, from);
    const std::string head = side.record.steps.empty() ? fmt::format("in {}, at {}", side.ruleset, from)
                                                       : "then in " + side.ruleset;
    for (const Assertion& one : side.said)
      if (!both_say || one.what != Assertion::What::not_offered)
        line(fmt::format("{}: {}", head, said_in_words(one, prose_)));
  }

  void example(const Witness& witness) {
    const auto& sides = witness.sides;
    const auto says_what_is = [](const WitnessSide& one) {
      return std::any_of(one.said.begin(), one.said.end(),
                         [](const Assertion& each) { return each.what != Assertion::What::not_offered; });
    };
    const bool both_say = says_what_is(sides[0]) && says_what_is(sides[1]);
    const bool same = same_steps(sides[0], sides[1]);
    // Where it is reached by steps, it stands below them.
    const bool is_first = !is_after_steps(witness);
    if (is_first) line(position_line(witness));
    const std::string start = "the start of the game", position = "this position";
    if (same) {
      const std::string& from = sides[0].record.start.empty() ? start : position;
      steps(sides[0].record, "both", from);
      if (!is_first) line(position_line(witness));
      for (const WitnessSide& one : sides) side(one, false, from, both_say);
    } else {
      // The one that begins at the start leads to the position at which the other begins.
      const size_t first = sides[0].record.start.empty() || !sides[1].record.start.empty() ? 0 : 1;
      const WitnessSide &game = sides[first], &other = sides[1 - first];
      steps(game.record, game.ruleset, game.record.start.empty() ? start : position);
      if (!is_first) line(position_line(witness));
      side(game, false, game.record.start.empty() ? start : position, both_say);
      side(other, true, other.record.start.empty() ? start : "the same position", both_say);
    }
    for (const std::string& state : witness.rests_on)
      line("uses a fact that only one of the two rulesets keeps: " + state);
  }

  /// The commands to see it stand on lines of their own.
  void known() {
    std::string known = how_known(finding_);
    if (known.ends_with(").")) known.pop_back();
    const WithCommands parts = with_commands(known);
    line(parts.sentence);
    for (const std::string& command : parts.commands) out_ += "    " + command + "\n";
  }

  const Finding& finding_;
  const std::array<std::string, 2>& editions_;
  const Prose& prose_;
  SaidInGroup* group_;
  std::set<size_t> stand_under_;  // numbers of the differences that have lines left out here
  std::string out_;
};

}  // namespace

bool is_about_both(const Finding& finding) {
  if (finding.verdict == Verdict::tool_error) return false;
  return (finding.witness && finding.witness->sides.size() == 2) ||
         (finding.verdict == Verdict::refuted && !finding.headline.empty());
}

std::string difference_text(const Finding& finding, const std::array<std::string, 2>& editions,
                            const Prose& prose, SaidInGroup* group) {
  return DifferenceText(finding, editions, prose, group).text();
}

std::vector<std::string> how_often(const std::vector<MetIn>& met_in) {
  std::vector<std::string> all;
  const bool never = std::all_of(met_in.begin(), met_in.end(), [&](const MetIn& one) {
    return one.positions == 0 && one.of_positions == met_in.front().of_positions;
  });
  if (never && met_in.size() == 2 && met_in.front().of_positions > 0) {
    const uint64_t of = met_in.front().of_positions;
    all.push_back(fmt::format(
        "at none of the {} positions sampled from games of each ruleset (with 95 % confidence at most "
        "{:.1f} %)",
        of, 100 * wilson(0, of).high));
    return all;
  }
  for (const MetIn& one : met_in) all.push_back(met_in_text(one));
  return all;
}

}  // namespace casebook::cli
