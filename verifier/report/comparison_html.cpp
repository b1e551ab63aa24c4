// SPDX-License-Identifier: Apache-2.0
// Two editions side by side: a table to go through at a meeting, every difference with its position, and item
// by item.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "engine/base/text.h"
#include "verifier/compare/attribute/rests_on_readings.h"
#include "verifier/compare/tell/region_text.h"
#include "verifier/compare/tell/wording.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/interval.h"
#include "verifier/finding/order_of_differences.h"
#include "verifier/finding/weight.h"
#include "verifier/report/comparison.h"
#include "verifier/report/page.h"

namespace casebook::report {

namespace {

constexpr size_t told_first = 8;  // rows, before the table

/// A change of the rules with its differences, the most serious first, or a difference that comes of none.
struct Row : Item {
  const compare::Change* change = nullptr;

  const std::vector<MetIn>& met_in() const {
    return change != nullptr ? change->met_in : findings.front()->met_in;
  }
  const compare::Change& lines() const {
    static const compare::Change none;
    return change != nullptr ? *change : none;
  }
  /// Whether play may have a position that shows it.
  bool is_counted() const { return can_occur(heaviest()); }
  const Finding& heaviest() const { return *findings.front(); }
  /// Why the row stands where it does: what its first difference does to play, and how often that one is met.
  std::string ground() const {
    const std::string text = weight_of(heaviest()).ground;
    return findings.size() > 1 ? fmt::format("{} ({})", text, name_of(0)) : text;
  }
};

/// By what weighs most in each, and of those alike those that games meet most come first.
std::vector<Row> rows_of(const compare::Result& result) {
  std::vector<Row> rows;
  std::set<size_t> taken;
  const auto is_one = [&](size_t at) {
    return at < result.findings.size() && result.findings[at].concern == Concern::difference &&
           !is_answer(result.findings[at]);
  };
  for (const compare::Change& change : result.changes) {
    Row row;
    row.change = &change;
    for (const size_t at : change.findings)
      if (is_one(at) && taken.insert(at).second) row.findings.push_back(&result.findings[at]);
    std::stable_sort(row.findings.begin(), row.findings.end(), [](const Finding* a, const Finding* b) {
      return weighs_more(*a, *b) || (!weighs_more(*b, *a) && is_plainer(*a, *b));
    });
    if (!row.findings.empty()) rows.push_back(std::move(row));
  }
  for (size_t at = 0; at < result.findings.size(); ++at)
    if (is_one(at) && taken.count(at) == 0) rows.push_back({{{&result.findings[at]}, 0}, nullptr});
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    if (weighs_more(a.heaviest(), b.heaviest())) return true;
    return !weighs_more(b.heaviest(), a.heaviest()) && share_met(a.met_in()) > share_met(b.met_in());
  });
  for (size_t i = 0; i < rows.size(); ++i) rows[i].number = i + 1;
  return rows;
}

bool is_by_reading(const Finding& finding) {
  return std::any_of(finding.details.begin(), finding.details.end(), [](const std::string& detail) {
    return detail.starts_with(compare::rests_on_a_reading);
  });
}

/// What all of a row were found in, each once: `Games; made-up positions.`
std::string found_in_text(const Row& row) {
  std::vector<std::string> methods;
  for (const Finding* one : row.findings) {
    const std::string method(one->method == Method::play ? "games" : method_text(one->method));
    if (std::find(methods.begin(), methods.end(), method) == methods.end()) methods.push_back(method);
  }
  return capitalised(listed(methods, "and"));
}

/// How it is known which lines make the difference, in a word or two.
std::string cause_in_short(const Cause& cause) {
  switch (cause.by) {
    case Cause::By::switching:
      return "traced by exchange";
    case Cause::By::came_to:
      return "not exchanged";
    case Cause::By::none:
      break;
  }
  return "no case found as the cause";
}

/// The edition of a ruleset's id: `game/edition+option` is of `edition`.
std::string edition_of(const std::string& ruleset) {
  const size_t slash = ruleset.rfind('/');
  const std::string last = slash == std::string::npos ? ruleset : ruleset.substr(slash + 1);
  return last.substr(0, last.find('+'));
}

/// `Of the positions sampled from games: 12 of 720 of spi-1980 (1.7 %, 1.0 to 2.9); 0 of 720 of ... (at most 0.5 %).`
std::string met_text(const std::vector<MetIn>& met_in, const std::string& here,
                     const std::array<std::string, 2>& names) {
  std::string text = "Of the positions sampled from games it shows at ";
  for (size_t i = 0; i < met_in.size(); ++i) {
    const MetIn& one = met_in[i];
    const Interval of = wilson(one.positions, one.of_positions);
    const std::string share =
        one.positions == 0 ? fmt::format("at most {:.1f} %", 100 * of.high)
                           : fmt::format("{:.1f} %, {:.1f} to {:.1f}",
                                         100.0 * static_cast<double>(one.positions) /
                                             static_cast<double>(std::max<uint64_t>(one.of_positions, 1)),
                                         100 * of.low, 100 * of.high);
    text += fmt::format("{}{} of {} of {} ({}{})", i > 0 ? "; " : "", one.positions, one.of_positions,
                        names[one.ruleset == here ? 0 : 1], share, at_once_text(one));
  }
  return text + ".";
}

/// What the figures of the table count, beside those of the answer.
std::string how_met_is_counted(const Comparison& comparison, const std::vector<MetIn>& met_in) {
  std::string text;
  if (!met_in.empty()) {
    std::vector<std::string> drawn;
    for (const MetIn& one : met_in)
      drawn.push_back(
          fmt::format("{} positions of {} games of {}", one.of_positions, one.of_games, one.ruleset));
    text += fmt::format(
        "Casebook drew {}, and examined every difference there. \u201cEffect on play\u201d says at how many of "
        "them a difference shows, and a range with 95 % confidence. ",
        listed(drawn, "and"));
  }
  if (std::any_of(comparison.result.changes.begin(), comparison.result.changes.end(),
                  [](const auto& change) { return change.findings.size() > 1; }))
    text += "A row's figures cover all its examples (a, b, c ...) together. ";
  return text +
         "Traced by exchange: with these lines of the other edition, the difference disappears. Not exchanged: known by "
         "the values at the position. The grade of a position says how near to play it is.";
}

std::string_view means_the_same(const compare::ItemResult& item) {
  if (item.text.starts_with("only in ")) return "One of the two alone has it.";
  switch (item.verdict) {
    case Verdict::proved:
      return "Yes.";
    case Verdict::refuted:
      return "No.";
    case Verdict::sampled:
      return "No difference is known to come from it.";
    default:
      return "Not known.";
  }
}

/// Cases of all of a row, each once, in the order in which they come.
std::vector<CaseName> cases_of(const std::vector<const Finding*>& row) {
  std::vector<CaseName> all;
  for (const Finding* one : row) {
    for (const CaseName& name : one->cases)
      if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

std::vector<CaseName> cases_of_all(const std::vector<Row>& rows) {
  std::vector<const Finding*> all;
  for (const Row& row : rows) all.insert(all.end(), row.findings.begin(), row.findings.end());
  return cases_of(all);
}

}  // namespace

/// What one looks at: the moment and the pieces that are spoken of.
void Page::scene(const Finding& one) {
  if (!one.witness || one.witness->sides.size() != 2) {
    html.text("Casebook could not write a position for it.");
    return;
  }
  const std::string moment = figures.scene(one.witness->sides[0]);
  html.put("p", moment.empty() ? std::string("See the finding.") : in_words(moment) + ".");
}

/// In what it was found, how it is known what makes the difference, and how near to play its position is.
void Page::known_by(const std::vector<const Finding*>& row, const std::vector<compare::ItemResult>& items,
                    const std::string& found_in) {
  const Finding& first = *row.front();
  html.put("p", found_in + (first.cause ? ", " + cause_in_short(*first.cause) : ""));
  if (first.cause)
    for (const compare::ItemResult& item : items)
      if (item.counted && item.verdict == Verdict::refuted &&
          std::count(first.cause->items.begin(), first.cause->items.end(), item.sort + " " + item.name) > 0)
        html.put("p", fmt::format("Enumerated: {} {}", in_words(item.name),
                                  item.text.substr(0, item.text.find(','))));
  if (!first.witness || first.witness->grade == Grade::none) return;
  html.open("p");
  html.text("Position: ");
  badge(first.witness->grade);
  html.close();
}

/// `4.2 Ground; in decision-games-2 5.3 Ground`
std::string Page::titles_of(const compare::ItemResult& item, const std::string& other,
                            const std::array<std::string, 2>& names) const {
  const auto of = [&](const std::vector<std::string>& labels, const std::string& edition) {
    std::vector<std::string> titled;
    for (const std::string& label : labels) {
      const std::string title = case_title({edition, label});
      titled.push_back(label + (title.empty() ? "" : " " + title));
    }
    return listed(titled, "and");
  };
  const std::string here = of(item.cases[0], edition_), there = of(item.cases[1], other);
  if (here.empty()) return fmt::format("{} {}", names[1], there);
  if (there.empty()) return fmt::format("{} {}", names[0], here);
  return fmt::format("{} {}; {} {}", names[0], here, names[1], there);
}

/// What is changed in the text and came to nothing, and what was counted: by case, for those who look for
/// what does not matter.
void Page::played_alike(const Comparison& comparison, const std::vector<CaseName>& differing) {
  const std::string other = edition_of(comparison.other_ruleset);
  const auto is_told = [&](const compare::ItemResult& item) {
    const auto all = [&](const std::vector<std::string>& labels, const std::string& edition) {
      return std::all_of(labels.begin(), labels.end(), [&](const std::string& label) {
        return std::find(differing.begin(), differing.end(), CaseName{edition, label}) != differing.end();
      });
    };
    return all(item.cases[0], edition_) && all(item.cases[1], other);
  };
  // By the titles of both sides, in the order in which they come.
  struct Pair {
    std::string titles;
    std::vector<const compare::ItemResult*> items;
  };
  std::vector<Pair> unmet, apart, counted;
  const auto add = [&](std::vector<Pair>& to, const compare::ItemResult& item) {
    const std::string titles = titles_of(item, other, comparison.result.names);
    auto at = std::find_if(to.begin(), to.end(), [&](const Pair& one) { return one.titles == titles; });
    if (at == to.end()) at = to.insert(to.end(), {titles, {}});
    at->items.push_back(&item);
  };
  size_t without = 0;
  for (const compare::ItemResult& item : comparison.result.items) {
    if (item.verdict == Verdict::proved)
      add(counted, item);
    else if (item.cases[0].empty() && item.cases[1].empty())
      ++without;
    else if (!is_told(item) && item.verdict == Verdict::refuted)
      add(apart, item);
  }
  // A pair of cases with one item that differs by itself is not one in which nothing was found.
  for (const compare::ItemResult& item : comparison.result.items) {
    if (item.verdict == Verdict::proved || item.verdict == Verdict::refuted || is_told(item)) continue;
    const std::string titles = titles_of(item, other, comparison.result.names);
    if (std::none_of(apart.begin(), apart.end(), [&](const Pair& one) { return one.titles == titles; }))
      add(unmet, item);
  }
  const auto put = [&](const char* heading, const char* meaning, const std::vector<Pair>& pairs, bool how) {
    if (pairs.empty()) return;
    html.put("h3", heading);
    html.put("p", meaning, {{"class", "faint lead"}});
    html.open("ul");
    for (const Pair& one : pairs) {
      html.open("li");
      html.text(one.titles);
      if (how) {
        std::vector<std::string> said;
        for (const compare::ItemResult* item : one.items)
          said.push_back(fmt::format("{}: {}", in_words(item->name), prose(with_few_members(item->text))));
        html.put("span", " (" + fmt::format("{}", fmt::join(said, "; ")) + ")", {{"class", "faint"}});
      }
      html.close();
    }
    html.close();
  };
  put("Differs when evaluated by itself",
      "It has other values for some input. The table above shows what follows from that in play, where Casebook "
      "found it.",
      apart, true);
  if (const compare::OnlyWorded worded = compare::only_worded(comparison.result); worded.items() > 0) {
    html.put("h3", "Only the wording changes, as far as is known");
    html.put(
        "p",
        fmt::format(
            "{} of the rules: {} the same for every input, and no difference of play was traced to {}.",
            casebook::counted(worded.items(), "item"), grouped(worded.enumerated), grouped(worded.tried)),
        {{"class", "faint lead"}});
  }
  put("The text differs, and no difference of play is known to come from it",
      "Casebook examined games and generated positions only (SAMPLED): a rarer difference may exist.", unmet,
      false);
  put("The same for every input", "Known by enumeration (PROVED).", counted, true);
  if (without > 0)
    html.put("p",
             fmt::format("{} changed item{} to no case; see \u201cItem by item\u201d.", without,
                         without == 1 ? " belongs" : "s belong"),
             {{"class", "faint"}});
}

/// What it does to play. Where that is not known, the example in a sentence; a case that refuses has its title there.
std::string Page::effect_on_play(const Finding& one, const std::array<std::string, 2>& names) const {
  if (!one.effect.empty()) return capitalised(with_few_members(prose.sentence(one.effect))) + ".";
  Finding titled = one;
  if (titled.witness)
    for (WitnessSide& side : titled.witness->sides)
      for (Assertion& said : side.said)
        if (said.what == Assertion::What::refused)
          if (const std::string title = case_title({edition_of(side.ruleset), said.value}); !title.empty())
            said.value += " (" + title + ")";
  return prose.sentence(in_a_sentence(titled, names));
}

/// With what values every game begins, if the change shows at once.
void Page::games_begin(const compare::Change& change) {
  if (!change.begins.empty())
    html.put("p", "At the start of every game these values differ: " +
                      prose.sentence(fmt::format("{}", fmt::join(change.begins, "; "))) + ".");
}

/// What a change is about: the title of its case.
std::string Page::lead_of(const Finding& finding, const compare::Change& change) const {
  return change.title.empty() ? titles_of_both(finding) : change.title;
}

/// The wording that differs, as far as it explains the change: `spi-1980 7.1: A unit pays for ...`.
void Page::sides_say(const compare::Result& result, const compare::Change& change) {
  const std::vector<compare::Wording> wording = compare::wording_of(result, change);
  if (wording.empty()) return;
  html.open("dl", {{"class", "sides"}});
  for (const compare::Wording& one : wording) {
    html.put("dt", one.whose);
    html.put("dd", one.words);
  }
  html.close();
}

/// The other differences of a row; apart those that only a position shows which perhaps no game can reach.
void Page::others_of(const std::vector<const Finding*>& row,
                     const std::function<std::string(size_t)>& name_of) {
  if (row.size() < 2) return;
  const auto put = [&](const char* before, bool that_occur, const char* after) {
    bool any = false;
    for (size_t i = 1; i < row.size(); ++i) {
      if (can_occur(*row[i]) != that_occur) continue;
      if (!any) {
        html.open("p", {{"class", "faint"}});
        html.text(before);
      } else {
        html.text(", ");
      }
      any = true;
      html.put("a", name_of(i), {{"href", "#" + anchor(*row[i])}});
    }
    if (!any) return;
    html.text(after);
    html.close();
  };
  put("The same cause shows in ", true, " too.");
  if (can_occur(*row.front()))
    put("Not counted, since perhaps no game can reach such a position: ", false, ".");
}

/// Findings of the list that cite one of these cases: what an editor decides there decides this as well.
void Page::decided_with(const compare::Change& change) {
  std::vector<std::pair<std::string, std::string>> found;
  std::set<std::string> labels(change.labels[0].begin(), change.labels[0].end());
  for (const compare::CaseSays& one : change.says[0]) labels.insert(one.label);
  for (const auto& [name, one] : wanting)
    if (std::any_of(one->cases.begin(), one->cases.end(),
                    [&](const CaseName& each) { return is_here(each) && labels.count(each.label) != 0; }))
      found.emplace_back(name, anchor(*one));
  if (found.empty()) return;
  html.open("p", {{"class", "faint"}});
  html.text(found.size() == 1 ? "To decide about the same cases: finding "
                              : "To decide about the same cases: findings ");
  for (size_t i = 0; i < found.size(); ++i) {
    if (i > 0) html.text(i + 1 == found.size() ? " and " : ", ");
    html.put("a", found[i].first, {{"href", "#" + found[i].second}});
  }
  html.text(".");
  html.close();
}

/// What other editions say about the cases of a finding, where play differs by it.
void Page::decided_elsewhere(const Finding& finding) {
  if (!wants_decision(finding) || beside_another_) return;
  for (size_t index = 0; index < report.comparisons.size(); ++index) {
    const compare::Result& result = report.comparisons[index].result;
    for (const Row& row : rows_of(result)) {
      const compare::Change& change = row.lines();
      const auto is_of_it = [&](const CaseName& one) {
        const auto has_it = [&](const compare::CaseSays& each) { return each.label == one.label; };
        return is_here(one) && (std::count(change.labels[0].begin(), change.labels[0].end(), one.label) > 0 ||
                                std::any_of(change.says[0].begin(), change.says[0].end(), has_it));
      };
      if (!row.is_counted() || change.says[1].empty() ||
          std::none_of(finding.cases.begin(), finding.cases.end(), is_of_it))
        continue;
      html.open("p");
      html.text(result.names[1] + " changes this (");
      html.put("a", fmt::format("change {}", row.number), {{"href", "#" + anchor(*row.findings.front())}});
      html.text("). ");
      html.text(compare::said_by(result, change, 1));
      html.close();
    }
  }
}

/// The lines of the rules that differ, in their own words; the rest stands in the findings.
void Page::rules_lines(const std::array<std::vector<std::string>, 2>& texts,
                       const std::array<std::string, 2>& names) {
  constexpr size_t most_lines = 2, most_bytes = 180;
  if (texts[0].empty() && texts[1].empty()) return;
  html.open("details", {{"class", "place"}});
  html.put("summary", "In the words of the rules");
  for (const size_t side : {size_t{0}, size_t{1}}) {
    html.open("p");
    html.text(names[side] + " ");
    if (texts[side].empty()) html.text("has no such line.");
    for (size_t i = 0; i < std::min(texts[side].size(), most_lines); ++i) {
      if (i > 0) html.text(" and ");
      html.put("code", compare::cut_between_words(texts[side][i], most_bytes));
    }
    if (texts[side].size() > most_lines)
      html.text(fmt::format(" and {} more", texts[side].size() - most_lines));
    html.close();
  }
  html.close();
}

/// Number and title of the cases of one side.
void Page::titles(const std::vector<CaseName>& cases, bool here) {
  for (const CaseName& name : cases) {
    if (is_here(name) != here) continue;
    html.open("p");
    html.put("strong", name.label);
    if (const std::string words = case_title(name); !words.empty()) html.text(" " + words);
    html.close();
  }
}

void Page::comparison(const Comparison& comparison, size_t index) {
  beside_another_ = true;
  sides_ = comparison.result.names;
  html.open("section", {{"id", fmt::format("comparison-{}", index)}});
  html.put("h2", "Against " + comparison.other_title);
  const std::array<std::string, 2>& names = comparison.result.names;
  html.put("p", fmt::format("{} is {}; {} is {}.", names[0], report.title, names[1], comparison.other_title),
           {{"class", "faint"}});
  if (!comparison.numbers.empty()) html.put("p", comparison.numbers);
  if (!comparison.switches.empty()) html.put("p", comparison.switches);
  std::vector<const Finding*> others;
  for (const Finding& one : comparison.result.findings) {
    if (is_answer(one)) {
      html.open("p");
      const bool differs = one.verdict == Verdict::refuted;
      differs ? badge(one) : badge(one.verdict);
      html.text(" " +
                (differs ? fmt::format("{} and {} do not play alike (REFUTED: \u201c{}\u201d). ",
                                       report.ruleset, comparison.other_ruleset, one.claim)
                         : one.claim + ". ") +
                one.text +
                (one.scope.empty() ? "" : fmt::format(" By {}: {}.", method_text(one.method), one.scope)));
      html.close();
      list(one.details);
    } else if (one.concern != Concern::difference) {
      others.push_back(&one);
    }
  }
  const auto rows = rows_of(comparison.result);
  const std::string other = edition_of(comparison.other_ruleset);
  if (!rows.empty()) {
    questions_first(comparison.result, [&](size_t finding) {
      const Finding* const wanted = &comparison.result.findings[finding];
      for (const Row& row : rows)
        for (size_t i = 0; i < row.findings.size(); ++i)
          if (row.findings[i] == wanted) return std::pair{row.name_of(i), anchor(*wanted)};
      return std::pair{std::string("an example"), anchor(*wanted)};
    });
    html.put("h3", "Which changes matter most", {{"id", fmt::format("most-{}", index)}});
    const OrderOfDifferences& order = order_of_differences();
    html.put("p", order.lead, {{"class", "faint lead"}});
    html.open("ol", {{"class", "faint"}});
    for (const std::string_view one : order.list) html.put("li", one);
    html.close();
    html.put("p", order.rest, {{"class", "faint lead"}});
    const auto all_counted = static_cast<size_t>(
        std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.is_counted(); }));
    if (all_counted > told_first)
      html.put("p",
               fmt::format("The first {} of {}; the table below has all of them.", told_first, all_counted));
    html.open("ul");
    for (size_t i = 0; i < std::min(all_counted, told_first); ++i) {
      const Row& row = rows[i];
      html.open("li");
      html.put("a", row.name_of(0), {{"href", "#" + anchor(*row.findings.front())}});
      html.text(" ");
      if (const std::string lead = lead_of(*row.findings.front(), row.lines()); !lead.empty())
        html.put("strong", lead);
      html.put("p", effect_on_play(row.heaviest(), names));
      games_begin(row.lines());
      sides_say(comparison.result, row.lines());
      html.put("p", capitalised(prose.sentence(row.ground())) + ".");
      decided_with(row.lines());
      html.close();
    }
    html.close();
    if (!comparison.remarks.empty()) html.put("h3", "How often play differs");
  }
  list(comparison.remarks);
  if (const Finding* first = shown_first(comparison.result); first != nullptr)
    finding(*first, "First in a game");
  if (rows.empty()) {
    html.put("p", "No difference of play was found.");
  } else {
    html.put("h3", "Where play differs");
    html.put("p", how_met_is_counted(comparison, rows.front().met_in()), {{"class", "faint"}});
    const auto begin_table = [&](std::string_view caption) {
      html.open("table", {{"class", "meeting"}});
      html.put("caption", caption);
      row_of_heads({"No.", "What differs", "Effect on play", "Known by", "Cases", "Keep or change?"});
    };
    const bool any_counted = rows.front().is_counted();
    if (any_counted)
      begin_table(
          "Where play differs, to go through together: one row for each cause, the most serious first");
    for (size_t at = 0; at < rows.size(); ++at) {
      const Row& row = rows[at];
      if (!row.is_counted() && (at == 0 || rows[at - 1].is_counted())) {
        if (any_counted) html.close();
        html.put("h3", "Seen only in positions that perhaps no game can reach");
        html.put(
            "p",
            "Each position may break an invariant of one of the two rulesets. These changes are not counted above.",
            {{"class", "faint lead"}});
        begin_table("Changes that are not counted");
      }
      const Finding& first = *row.findings.front();
      html.open("tr");
      html.open("td", {{"class", "number"}});
      html.put("a", row.name_of(0), {{"href", "#" + anchor(first)}});
      html.close();
      html.open("td");
      if (const std::string lead = lead_of(first, row.lines()); !lead.empty()) {
        html.open("p");
        html.put("strong", lead);
        html.close();
      }
      html.put("p", effect_on_play(first, names));
      games_begin(row.lines());
      sides_say(comparison.result, row.lines());
      if (row.is_counted()) scene(first);
      rules_lines(row.lines().texts, names);
      if (row.change != nullptr)
        for (const compare::ItemResult* item : compare::items_behind(comparison.result, *row.change))
          regions_of(*item, names);
      decided_with(row.lines());
      others_of(row.findings, [&](size_t i) { return row.name_of(i); });
      const auto by_reading = static_cast<size_t>(std::count_if(
          row.findings.begin(), row.findings.end(), [](const Finding* one) { return is_by_reading(*one); }));
      if (by_reading > 0) {
        html.open("p");
        html.put("span",
                 by_reading == row.findings.size() ? "rests on a reading" : "rests in part on a reading",
                 {{"class", "badge any"}});
        html.close();
      }
      for (const std::string& detail : first.details)
        if (detail.starts_with(compare::rests_on_a_reading))
          html.put("p", "It " + prose(detail) + ".", {{"class", "faint"}});
      html.close();
      html.open("td");
      html.put("p", capitalised(prose.sentence(row.ground())) + ".");
      if (!row.met_in().empty())
        html.put("p", met_text(row.met_in(), report.ruleset, names), {{"class", "faint"}});
      html.close();
      html.open("td");
      known_by(row.findings, comparison.result.items, found_in_text(row));
      html.close();
      const std::vector<CaseName> cases = cases_of(row.findings);
      html.open("td");
      for (const bool here : {true, false}) {
        html.put("p", names[here ? 0 : 1], {{"class", "faint"}});
        titles(cases, here);
      }
      html.close();
      html.put("td", "");
      html.close();
    }
    html.close();
  }
  texts_apart(comparison.texts, names);
  played_alike(comparison, rows.empty() ? std::vector<CaseName>() : cases_of_all(rows));
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.findings.size(); ++i) {
      const Finding& one = *row.findings[i];
      for (const CaseName& name : one.cases)
        if (is_here(name)) differences_[name.label].push_back({index, row.name_of(i), anchor(one)});
      // The rest of a row shows the same lines; room is for every row first.
      need_ = i == 0 ? PictureBudget::Need::row : PictureBudget::Need::the_like;
      finding(one, row.name_of(i));
      need_ = PictureBudget::Need::finding;
    }
  }
  for (const Finding* one : others) finding(*one, "Also");
  if (!comparison.result.items.empty()) {
    html.open("details");
    html.put("summary", fmt::format("Item by item: the {} that differ", comparison.result.items.size()));
    html.open("table");
    row_of_heads({"Item", names[0], names[1], "Means the same?", "How"});
    for (const compare::ItemResult& item : comparison.result.items) {
      html.open("tr");
      html.put("td", item.sort + " " + item.name);
      html.put("td", compare::names_listed(item.cases[0]));
      html.put("td", compare::names_listed(item.cases[1]));
      html.open("td");
      badge(item.verdict);
      html.put("p", means_the_same(item));
      html.close();
      html.put("td", prose(with_few_members(item.text)));
      html.close();
    }
    html.close();
    html.close();
  }
  html.close();
  beside_another_ = false;
}

}  // namespace casebook::report
