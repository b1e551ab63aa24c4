// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/compare_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/base/diagnostic_text.h"
#include "verifier/cli/printing/lines.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/order_of_differences.h"

namespace casebook::cli {

namespace {

using compare::Change;
using compare::Result;

/// `spi-1980 4.5, decision-games-2 6.0(2)`; of two rulesets of one edition `case 2.2`.
std::string cases_of(const Change& change, const Result& result) {
  if (change.labels[0] == change.labels[1])
    return change.labels[0].empty() ? std::string("no case is known to be the cause")
                                    : "case " + compare::names_listed(change.labels[0]);
  std::vector<std::string> all;
  for (const size_t side : {size_t{0}, size_t{1}})
    if (!change.labels[side].empty())
      all.push_back(result.names[side] + " " + compare::names_listed(change.labels[side]));
  return fmt::format("{}", fmt::join(all, "; "));
}

/// What differs, without the title of the case before it.
std::string news_of(const Finding& finding, const Change& change, const Result& result) {
  const std::string& headline = headline_of(finding);
  for (const size_t side : {size_t{0}, size_t{1}})
    for (const std::string& title : change.titles[side]) {
      const std::string head = result.names[side] + " " + title + ": ";
      if (headline.starts_with(head)) return headline.substr(head.size());
    }
  return headline;
}

/// What a side says, the first case of it: `spi-1980 4.5: ...`.
std::vector<std::string> cases_in_short(const Change& change, const Result& result) {
  std::vector<std::string> all;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const auto& says = change.says[side];
    const auto told =
        std::find_if(says.begin(), says.end(), [](const auto& one) { return !one.summary.empty(); });
    if (told == says.end()) continue;
    const std::string name = result.names[0] == result.names[1] ? "case" : result.names[side];
    const std::string line =
        fmt::format("{} {}: {}", name, compare::names_listed({told->label}), first_sentence(told->summary));
    if (std::find(all.begin(), all.end(), line) == all.end()) all.push_back(line);
  }
  return all;
}

/// `turn 2, movement (north); A in b2 and 3 more on the map`: of the moment the turn and the innermost phase.
std::string short_position(const std::string& position) {
  const size_t pieces = std::min(position.find("; "), position.size());
  std::string moment = position.substr(0, pieces);
  const size_t turn = moment.find(": "), inner = moment.rfind("], ");
  if (turn != std::string::npos && inner != std::string::npos && inner > turn)
    moment = moment.substr(0, turn) + ", " + moment.substr(inner + 3);
  if (const size_t label = moment.rfind(" ["); label != std::string::npos && moment.ends_with(']'))
    moment.erase(label);
  return moment + position.substr(pieces);
}

/// `Seen at 6.0 % of the positions sampled in games of ours, and at none of those of theirs. `
std::string how_often_in_short(const Change& change, const std::array<std::string, 2>& names) {
  if (change.from_start)
    return change.begins.empty()
               ? "Every game begins with it. "
               : fmt::format("Every game begins with it: {}. ", fmt::join(change.begins, "; "));
  uint64_t positions = 0, of = 0;
  std::vector<std::string> shares;
  for (size_t side = 0; side < std::min<size_t>(change.met_in.size(), 2); ++side) {
    const MetIn& one = change.met_in[side];
    positions += one.positions, of += one.of_positions;
    if (one.of_positions == 0) continue;
    const double part = 100.0 * static_cast<double>(one.positions) / static_cast<double>(one.of_positions);
    const std::string share = one.positions == 0 ? std::string("none") : fmt::format("{:.1f} %", part);
    shares.push_back(fmt::format("at {} of {} {}", share,
                                 shares.empty() ? "the positions sampled from games of" : "those of",
                                 names[side]));
  }
  if (of == 0) return {};
  if (positions == 0)
    return fmt::format("Seen at none of {} positions sampled from all games. ", grouped(of));
  return fmt::format("Seen {}. ", listed(shares, "and"));
}

/// `Differences 26 to 32; 2 of these have a record from the start.`
std::string evidence(const Change& change, const Result& result) {
  const size_t all = change.findings.size();
  const auto has_record = [&](size_t at) {
    const Finding& one = result.findings[at];
    return one.witness && one.witness->grade >= Grade::reachable;
  };
  const auto played =
      static_cast<size_t>(std::count_if(change.findings.begin(), change.findings.end(), has_record));
  std::string text =
      all == 1 ? fmt::format("Difference {}", change.findings.front())
               : fmt::format("Differences {} to {}", change.findings.front(), change.findings.back());
  if (played == all)
    text += all == 1 ? ", with a record from the start" : ", each with a record from the start";
  else if (played > 0)
    text += fmt::format("; {} of these {} a record from the start", played, played == 1 ? "has" : "have");
  else
    text += all == 1 ? ", in a generated position" : ", in generated positions";
  return text + ".";
}

class Summary {
 public:
  Summary(const Result& result, const Prose& prose, size_t room)
      : result_(result), prose_(prose), room_(room) {}

  std::vector<std::string> lines() {
    static constexpr std::array<std::pair<Becomes::What, std::string_view>, 3> sections{
        {{Becomes::What::outcome, "THE END OF THE GAME CHANGES"},
         {Becomes::What::choice, "CHOICES CHANGE, A PIECE LEAVES THE MAP, OR THE GAME ENDS SOONER"},
         {Becomes::What::values, "VALUES CHANGE, AND NO CHOICE WAS FOUND THAT DEPENDS ON THEM"}}};
    for (const auto& [what, heading] : sections)
      section(heading, [&, what = what](const Change& change) {
        return is_counted(result_, change) && becomes(change) == what;
      });
    section("SEEN ONLY IN POSITIONS THAT MAY BREAK AN INVARIANT: NOT COUNTED",
            [&](const Change& change) { return !is_counted(result_, change); });
    return std::move(lines_);
  }

 private:
  const Finding& first(const Change& change) const { return result_.findings[change.findings.front()]; }

  Becomes::What becomes(const Change& change) const {
    const Becomes::What what = first(change).becomes ? first(change).becomes->what : Becomes::What::values;
    const bool as_a_choice = what == Becomes::What::sooner || what == Becomes::What::pieces;
    return as_a_choice ? Becomes::What::choice : what;
  }

  template <class Belongs>
  void section(std::string_view heading, const Belongs& belongs) {
    bool any = false;
    for (size_t i = 0; i < result_.changes.size(); ++i) {
      const Change& change = result_.changes[i];
      if (!belongs(change)) continue;
      if (!any) {
        if (!lines_.empty()) lines_.emplace_back();
        lines_.emplace_back(heading);
      }
      any = true;
      entry(i + 1, change);
    }
  }

  void entry(size_t number, const Change& change) {
    const Finding& shown = first(change);
    const std::string title = fmt::format(
        "{:2}. {}{}", number, change.title.empty() ? "" : change.title + " - ", cases_of(change, result_));
    std::vector<std::string> lines;
    add_lines(lines, folded(title, 80, 4));
    for (const std::string& said : cases_in_short(change, result_)) add_indented(lines, said);
    const std::string news = without_requirements(news_of(shown, change, result_));
    add_indented(lines, capitalised(with_few_members(prose_.sentence(news))) + ".");
    if (is_counted(result_, change)) {
      if (shown.witness && !shown.witness->position.empty()) {
        const PositionAt at = shown.witness->position_at;
        add_indented(lines, fmt::format("Position{}: {}.",
                                        at == PositionAt::end                ? " after the steps"
                                        : at == PositionAt::before_last_step ? " before the last step"
                                                                             : "",
                                        short_position(shown.witness->position)));
      }
      add_indented(lines, how_often_in_short(change, result_.names) + evidence(change, result_));
    }
    if (lines_.size() + lines.size() > room_) lines.resize(1);
    lines_.insert(lines_.end(), lines.begin(), lines.end());
  }

  const Result& result_;
  const Prose& prose_;
  size_t room_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> changes_in_short(const Result& result, const Prose& prose, size_t room) {
  return Summary(result, prose, room).lines();
}

std::vector<std::string> shares_in_short(const Result& result) {
  std::vector<std::string> all;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const compare::Share& share = result.shares[side];
    if (share.compared == 0) continue;
    const auto part = [&](uint64_t some) {
      return 100.0 * static_cast<double>(some) / static_cast<double>(share.compared);
    };
    const Interval of = share.interval();
    std::string text = fmt::format(
        "{} of {}: at {:.1f} % of {} positions the lawful choices differ (95 % confidence: {:.1f} to {:.1f} %). At "
        "another {:.1f} % they are the same, and one of them has another result",
        compare::amount(share.games, "game"), result.names[side], part(share.differing),
        grouped(share.compared), 100 * of.low, 100 * of.high, part(share.stepping));
    if (share.players > 0) text += fmt::format("; at {:.1f} % another player chooses", part(share.players));
    all.push_back(text + ".");
  }
  return all;
}

}  // namespace casebook::cli
