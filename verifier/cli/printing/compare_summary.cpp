// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/compare_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "verifier/cli/printing/lines.h"
#include "verifier/compare/tell/questions_first.h"
#include "verifier/compare/tell/shares.h"
#include "verifier/compare/tell/wording.h"
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

/// What the change does to play: the values with which every game begins, the effect of its first difference, and that
/// play stops or the game ends by it.
std::string effect_in_short(const Finding& shown, const Change& change, const Prose& prose) {
  const auto sentence = [&](const std::string& text) {
    return capitalised(with_few_members(prose.sentence(text))) + ".";
  };
  const std::string& effect = shown.effect.empty() ? headline_of(shown) : shown.effect;
  std::string text;
  if (!change.begins.empty())
    text = "At the start of every game these values differ: " +
           sentence(fmt::format("{}", fmt::join(change.begins, "; ")));
  const bool is_value = effect.find(" = ") != std::string::npos;
  if (text.empty() || !is_value) text += (text.empty() ? "" : " ") + sentence(effect);
  if (!shown.becomes) return text;
  const bool ends =
      shown.becomes->what == Becomes::What::outcome && effect.find("the game ") == std::string::npos;
  if (ends || shown.becomes->what == Becomes::What::stops)
    text += " " + sentence(shown.becomes->text.substr(0, shown.becomes->text.find("; ")));
  return text;
}

/// Of a long list of pieces the first few, and how many more there are: `A in b2, B in b3, C in c1 and 21 more on the map`.
std::string few_pieces(const std::string& pieces) {
  constexpr size_t most = 8, named = 3;
  std::vector<size_t> ends;  // of the pieces before the last
  int depth = 0;
  constexpr std::string_view link = ", ", last_link = " and ";
  for (size_t at = 0; at < pieces.size(); ++at) {
    if (pieces[at] == '(') ++depth;
    if (pieces[at] == ')') --depth;
    const std::string_view rest = std::string_view(pieces).substr(at);
    if (depth == 0 && (rest.starts_with(link) || rest.starts_with(last_link))) ends.push_back(at);
  }
  constexpr std::string_view tail = " more on the map";
  size_t all = ends.size() + 1;
  if (pieces.ends_with(tail) && !ends.empty()) {  // the last of these is a number of pieces
    const size_t from = ends.back() + last_link.size();
    size_t others = 0;
    for (size_t at = from; at < pieces.size() && pieces[at] >= '0' && pieces[at] <= '9'; ++at)
      others = 10 * others + static_cast<size_t>(pieces[at] - '0');
    all += others - 1;
  }
  if (all <= most || ends.size() <= named) return pieces;
  return fmt::format("{} and {}{}", pieces.substr(0, ends[named - 1]), all - named, tail);
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
  if (pieces == position.size()) return moment;
  const size_t from = pieces + 2, rest = std::min(position.find("; ", from), position.size());
  return moment + "; " + few_pieces(position.substr(from, rest - from)) + position.substr(rest);
}

/// ` Seen at 6.0 % (ours) and 0 % (theirs) of the sample.`: sampled from games of that ruleset.
std::string how_often_in_short(const Change& change, const Result& result) {
  if (change.from_start)
    return change.begins.empty() ? " Every game begins with this difference." : std::string();
  uint64_t positions = 0, of = 0;
  std::vector<std::string> shares;
  for (size_t side = 0; side < std::min<size_t>(change.met_in.size(), 2); ++side) {
    const MetIn& one = change.met_in[side];
    positions += one.positions, of += one.of_positions;
    if (one.of_positions == 0) continue;
    const double part = 100.0 * static_cast<double>(one.positions) / static_cast<double>(one.of_positions);
    shares.push_back(fmt::format("{} % ({})",
                                 one.positions == 0 ? std::string("0") : fmt::format("{:.1f}", part),
                                 result.names[side]));
  }
  if (of == 0) return {};
  if (positions == 0) return fmt::format(" Seen at none of the {} positions of the sample.", grouped(of));
  return fmt::format(" Seen at {} of the sample.", listed(shares, "and"));
}

/// `7 differences (26 to 32 of --all), 2 of them shown in games from the start.`
std::string evidence(const Change& change, const Result& result) {
  const size_t all = change.findings.size();
  const auto has_record = [&](size_t at) {
    const Finding& one = result.findings[at];
    return one.witness && one.witness->grade >= Grade::reachable;
  };
  const auto played =
      static_cast<size_t>(std::count_if(change.findings.begin(), change.findings.end(), has_record));
  const std::string text = all == 1 ? fmt::format("1 difference ({} of --all)", change.findings.front())
                                    : fmt::format("{} differences ({} to {} of --all)", all,
                                                  change.findings.front(), change.findings.back());
  if (played == all) return text + (all == 1 ? ", shown" : ", each shown") + " in a game from the start.";
  if (played > 0)
    return text +
           fmt::format(", {} of them shown in {} from the start.", played, played == 1 ? "a game" : "games");
  return text +
         (all == 1
              ? ", in a generated position. Casebook found no game that leads to this position."
              : ", in generated positions. Casebook found no game that leads to one of these positions.");
}

/// `Q1`: how the entries name a question. Changes have bare numbers.
std::string name_of_question(size_t at) {
  return fmt::format("Q{}", at + 1);
}

/// `"it may" (trail=may)`, of long words the beginning.
std::string answer_in_short(const compare::Answer& answer) {
  constexpr size_t most_words = 150;  // bytes
  if (answer.words.empty()) return answer.setting;
  return fmt::format("\u201c{}\u201d ({})", compare::cut_between_words(answer.words, most_words),
                     answer.setting);
}

/// What to decide before the changes: each question, the answer that is played, and the answers under which
/// examples are played alike. Empty: there is no such question.
std::vector<std::string> first_in_short(const Result& result) {
  const std::vector<compare::QuestionFirst> all = compare::questions_first(result);
  std::vector<std::string> lines;
  if (all.empty()) return lines;
  lines.emplace_back("TO DECIDE FIRST: WHAT THE TEXTS LEAVE OPEN");
  for (size_t at = 0; at < all.size(); ++at) {
    const compare::OpenQuestion& asked = all[at].question;
    add_lines(lines, folded(fmt::format("{}. {} - {} {}", name_of_question(at), asked.question,
                                        result.names[asked.side], compare::names_listed({asked.label})),
                            80, 4));
    std::vector<std::string> others, examples;
    for (const compare::Answer& one : asked.answers)
      if (&one != &asked.answers.front()) others.push_back(one.setting);
    for (const compare::QuestionFirst::Bearing& one : all[at].changes)
      examples.push_back(fmt::format("{} of change {}", compare::examples_of(one), one.change + 1));
    add_indented(
        lines,
        fmt::format("The rules files answer {}. With the answer {}, play is the same in {}.{}",
                    answer_in_short(asked.answer), answer_in_short(asked.answers.front()),
                    listed(examples, "and in"),
                    others.empty() ? "" : fmt::format(" The same holds with {}.", listed(others, "and"))));
  }
  const compare::OpenQuestion& one = all.front().question;
  add_indented(lines, fmt::format("To compare under another answer, write it after the edition: {}+{}.",
                                  result.names[one.side], one.answers.front().setting));
  return lines;
}

/// `This change depends on Q1 above.` for a change without a difference in any example under another answer; with one in some:
/// `This change depends in part on Q2 and Q3 above.`
std::vector<std::string> questions_of(const Result& result, size_t change) {
  std::vector<std::string> whole, part, lines;
  const std::vector<compare::QuestionFirst> all = compare::questions_first(result);
  for (size_t at = 0; at < all.size(); ++at)
    for (const compare::QuestionFirst::Bearing& one : all[at].changes)
      if (one.change == change) (one.all() ? whole : part).push_back(name_of_question(at));
  const auto add = [&](std::string_view how, const std::vector<std::string>& questions) {
    if (!questions.empty()) lines.push_back(fmt::format("{} {} above.", how, listed(questions, "and")));
  };
  add("This change depends on", whole);
  add("This change depends in part on", part);
  return lines;
}

/// `4.0 (5.0); 6.1 (7.2(1)); and 3 more`
std::string pairs_of_cases(const std::vector<std::pair<std::string, std::string>>& cases) {
  constexpr size_t most = 24;
  std::vector<std::string> all;
  for (const auto& [here, there] : cases) {
    if (all.size() == most) break;
    all.push_back(here == there ? here : fmt::format("{} ({})", here, there));
  }
  if (cases.size() > most) all.push_back(fmt::format("and {} more", cases.size() - most));
  return fmt::format("{}", fmt::join(all, "; "));
}

/// The last group: what is only written otherwise, counted.
std::vector<std::string> only_worded_in_short(const Result& result) {
  const compare::OnlyWorded worded = compare::only_worded(result);
  std::vector<std::string> lines;
  if (worded.items() == 0) return lines;
  lines.push_back(fmt::format("ONLY THE WORDING CHANGES, AS FAR AS IS KNOWN: {} ITEM{}", worded.items(),
                              worded.items() == 1 ? "" : "S"));
  std::vector<std::string> known;
  if (worded.enumerated > 0)
    known.push_back(fmt::format("{} {} the same for every input", worded.enumerated,
                                worded.enumerated == 1 ? "is" : "are"));
  if (worded.tried > 0)
    known.push_back(fmt::format("no difference of play was traced to {}",
                                worded.enumerated > 0 ? grouped(worded.tried) + " more" : "them"));
  std::string text = "Their text differs, but " + listed(known, "and") + ".";
  if (!worded.cases.empty())
    text += fmt::format(" Most of their cases are cited under a change above. The other cases{}: {}.",
                        result.names[0] == result.names[1]
                            ? std::string()
                            : fmt::format(" ({} first, {} in brackets)", result.names[0], result.names[1]),
                        pairs_of_cases(worded.cases));
  add_indented(lines, text);
  return lines;
}

/// The changes in their groups. Where all of them do not fit, the least serious ones lose first the position of their
/// example, then what explains them, then everything but their titles.
class Summary {
 public:
  Summary(const Result& result, const Prose& prose, size_t room)
      : result_(result),
        prose_(prose),
        room_(room),
        first_(first_in_short(result)),
        last_(only_worded_in_short(result)) {}

  std::vector<std::string> lines() {
    static constexpr std::array<std::pair<Becomes::What, std::string_view>, 4> sections{
        {{Becomes::What::stops, "PLAY STOPS IN ONE OF THE TWO"},
         {Becomes::What::outcome, "THE END OF THE GAME CHANGES"},
         {Becomes::What::choice, "CHOICES CHANGE, A PIECE LEAVES THE MAP, OR THE GAME ENDS SOONER"},
         {Becomes::What::values, "VALUES CHANGE, AND NO CHOICE WAS FOUND THAT DEPENDS ON THEM"}}};
    for (const auto& [what, heading] : sections)
      section(heading, [&, what = what](const Change& change) {
        return is_counted(result_, change) && becomes(change) == what;
      });
    section("SEEN ONLY IN POSITIONS THAT PERHAPS NO GAME CAN REACH: NOT COUNTED",
            [&](const Change& change) { return !is_counted(result_, change); });
    fit();
    std::vector<std::string> lines = first_;
    for (const Entry& one : entries_) {
      if (!one.heading.empty()) {
        if (!lines.empty()) lines.emplace_back();
        lines.emplace_back(one.heading);
      }
      lines.insert(lines.end(), one.lines.begin(),
                   one.lines.begin() + static_cast<std::ptrdiff_t>(one.shown()));
    }
    if (!last_.empty() && !lines.empty()) lines.emplace_back();
    lines.insert(lines.end(), last_.begin(), last_.end());
    return lines;
  }

 private:
  struct Entry {
    std::string_view heading;  // of its group, if it is the first of it
    std::vector<std::string> lines;
    size_t title = 0, effect = 0, evidence = 0;  // lines up to the end of each
    enum class Length : uint8_t { whole, evidence, effect, title } length = Length::whole;
    size_t shown() const {
      switch (length) {
        case Length::whole:
          break;
        case Length::evidence:
          return evidence;
        case Length::effect:
          return effect;
        case Length::title:
          return title;
      }
      return lines.size();
    }
  };

  const Finding& first(const Change& change) const { return result_.findings[change.findings.front()]; }

  Becomes::What becomes(const Change& change) const {
    const Becomes::What what = first(change).becomes ? first(change).becomes->what : Becomes::What::values;
    const bool as_a_choice = what == Becomes::What::sooner || what == Becomes::What::pieces;
    return as_a_choice ? Becomes::What::choice : what;
  }

  template <class Belongs>
  void section(std::string_view heading, const Belongs& belongs) {
    for (size_t i = 0; i < result_.changes.size(); ++i) {
      if (!belongs(result_.changes[i])) continue;
      entries_.push_back(entry(i + 1, result_.changes[i]));
      entries_.back().heading = std::exchange(heading, std::string_view());
    }
  }

  size_t length() const {
    size_t lines = last_.empty() ? 0 : last_.size() + 1;
    lines += first_.empty() ? 0 : first_.size() + 1;
    for (const Entry& one : entries_) lines += one.shown() + (one.heading.empty() ? 0 : 2);
    return lines;
  }

  void fit() {
    for (const Entry::Length to : {Entry::Length::evidence, Entry::Length::effect, Entry::Length::title})
      for (size_t at = entries_.size(); at-- > 0 && length() > room_;) entries_[at].length = to;
  }

  /// Title, effect, the wording that differs, and the evidence below them.
  Entry entry(size_t number, const Change& change) const {
    const Finding& shown = first(change);
    Entry made;
    std::vector<std::string>& lines = made.lines;
    add_lines(lines,
              folded(fmt::format("{:2}. {}{}", number, change.title.empty() ? "" : change.title + " - ",
                                 cases_of(change, result_)),
                     80, 4));
    made.title = lines.size();
    add_indented(lines, effect_in_short(shown, change, prose_));
    made.effect = lines.size();
    for (const compare::Wording& one : compare::wording_of(result_, change))
      add_indented(lines, one.whose + (one.whose.ends_with(" does not say") ? " " : ": ") + one.words);
    for (const std::string& one : questions_of(result_, number - 1)) add_indented(lines, one);
    made.evidence = lines.size();
    if (!is_counted(result_, change)) return made;
    add_indented(lines, "Evidence: " + evidence(change, result_) + how_often_in_short(change, result_));
    made.evidence = lines.size();
    if (change.begins.empty() && shown.witness && !shown.witness->position.empty()) {
      const PositionAt at = shown.witness->position_at;
      add_indented(lines, fmt::format("Position{}: {}.",
                                      at == PositionAt::end                ? " after the steps"
                                      : at == PositionAt::before_last_step ? " before the last step"
                                                                           : "",
                                      short_position(shown.witness->position)));
    }
    return made;
  }

  const Result& result_;
  const Prose& prose_;
  size_t room_;
  std::vector<std::string> first_;  // what to decide before the changes
  std::vector<std::string> last_;   // the group of what is only written otherwise
  std::vector<Entry> entries_;
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
        "Of the {} positions of {} of {}, the rulesets permit different choices at {:.1f} % ({:.1f} to {:.1f}). At another "
        "{:.1f} % the same choice has different results",
        grouped(share.compared), compare::amount(share.games, "random game"), result.names[side],
        part(share.differing), 100 * of.low, 100 * of.high, part(share.stepping));
    if (share.players > 0)
      text += fmt::format(". At {:.1f} % a different player chooses", part(share.players));
    all.push_back(text + ".");
  }
  return all;
}

}  // namespace casebook::cli
