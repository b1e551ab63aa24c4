// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "verifier/cli/printing/compare_summary.h"
#include "verifier/cli/printing/difference_text.h"
#include "verifier/cli/printing/lines.h"
#include "verifier/compare/tell/region_text.h"
#include "verifier/compare/tell/shares.h"
#include "verifier/compare/tell/wording.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/order_of_differences.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

/// `SAME` and `DIFFERS` where that is certain; `ALONE`: only one ruleset has it, and no difference stands under it.
std::string_view label_of(const compare::ItemResult& item) {
  const bool alone = item.text.starts_with("only in ");
  if (alone && item.verdict != Verdict::refuted) return "ALONE";
  if (item.verdict == Verdict::refuted) return "DIFFERS";
  return item.verdict == Verdict::proved ? std::string_view("SAME") : verdict_text(item.verdict);
}

/// What the labels of these items mean; UNKNOWN needs no word.
std::string about_labels(const std::vector<compare::ItemResult>& items) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> words{
      {{"SAME", "SAME: it means the same in both."},
       {"DIFFERS", "DIFFERS: its values differ, or it is the cause of a difference above."},
       {"SAMPLED",
        "SAMPLED: no difference was traced to it; an item that it uses may still be the cause of one."},
       {"ALONE",
        "ALONE: only one ruleset has it. No difference stands under its name; items that use it may differ."}}};
  std::string text;
  for (const auto& [label, meaning] : words) {
    const auto has = [label = label](const compare::ItemResult& one) { return label_of(one) == label; };
    if (std::any_of(items.begin(), items.end(), has))
      text += (text.empty() ? "" : " ") + std::string(meaning);
  }
  return text;
}

ordered_json share_json(const compare::Share& share, const std::string& ruleset) {
  const Interval of = share.interval();
  ordered_json one{{"ruleset", ruleset},
                   {"games", share.games},
                   {"positions", share.positions},
                   {"compared", share.compared},
                   {"differing", share.differing},
                   {"leadingElsewhere", share.stepping},
                   {"otherPlayer", share.players},
                   {"chances", share.chances},
                   {"chancesDiffering", share.bringing},
                   {"gamesDiffering", share.games_with},
                   {"low", of.low},
                   {"high", of.high}};
  if (share.at_limit > 0) one["gamesAtLimit"] = share.at_limit;
  return one;
}

void add_share(std::vector<std::string>& lines, const compare::Share& share, const std::string& ruleset) {
  const compare::ShareText text = compare::share_text(share, ruleset);
  add_lines(lines, text.head);
  for (const auto& [what, figure] : text.rows) add_lines(lines, fmt::format("  {:<31} {}", what, figure));
}

ordered_json conditions_json(const std::vector<compare::RegionCondition>& conditions) {
  ordered_json all = ordered_json::array();
  for (const compare::RegionCondition& one : conditions)
    all.push_back({{"condition", one.text}, {"case", one.label}, {"is", one.is}});
  return all;
}

ordered_json regions_json(const compare::RegionsApart& regions) {
  ordered_json cells = ordered_json::array();
  for (const compare::RegionCell& cell : regions.cells) {
    ordered_json one{
        {"inputs", cell.inputs}, {"differing", cell.differing}, {"both", conditions_json(cell.both)}};
    for (const size_t side : {size_t{0}, size_t{1}})
      one[side == 0 ? "a" : "b"] = {{"way", conditions_json(cell.ways[side])},
                                    {"values", cell.values[side]},
                                    {"otherValues", cell.more_values[side]},
                                    {"atExample", cell.at_example[side]}};
    one["example"] = cell.example;
    cells.push_back(std::move(one));
  }
  return {{"complete", regions.complete},
          {"inputs", regions.inputs},
          {"differing", regions.differing},
          {"cells", cells},
          {"more",
           {{"cells", regions.more}, {"inputs", regions.more_inputs}, {"differing", regions.more_differing}}},
          {"agreeing", {{"cells", regions.agreeing}, {"inputs", regions.agreeing_inputs}}}};
}

ordered_json item_json(const compare::ItemResult& item) {
  ordered_json one{{"sort", item.sort},
                   {"name", item.name},
                   {"cases", {{"a", item.cases[0]}, {"b", item.cases[1]}}},
                   {"verdict", std::string(verdict_text(item.verdict))},
                   {"text", item.text}};
  one["differences"] = item.differences;
  if (item.regions) one["regions"] = regions_json(*item.regions);
  return one;
}

std::string order_in_words() {
  const OrderOfDifferences& order = order_of_differences();
  std::string text;
  const auto line = [&](const std::string& one) { text += one + "\n"; };
  line(folded(std::string(order.lead), 80, 0, 0));
  for (size_t i = 0; i < order.list.size(); ++i)
    line(folded(fmt::format("  {}. {}", i + 1, order.list[i]), 80, 5, 0));
  line(folded(std::string(order.rest), 80, 0, 0));
  line(folded(
      std::string("Shares are of positions sampled from the games. ") + compare::about_intervals +
          " Examples met in the search are counted in all games and generated positions that Casebook looked into.",
      80, 0, 0));
  line(
      folded("An invariant is a condition that the rules files demand of every position. An open question is "
             "one that the printed rules leave open; the rules files play one of its answers.",
             80, 0, 0));
  return text;
}

/// `decision-games-2 14.2(1) (Sudden Death) has lines that spi-1980 does not have`
std::string change_text(const compare::Change& change, const std::array<std::string, 2>& names) {
  std::array<std::string, 2> cases;
  for (size_t side = 0; side < 2; ++side)
    if (!change.titles[side].empty()) cases[side] = names[side] + " " + listed(change.titles[side], "and");
  if (cases[0].empty() == cases[1].empty())
    return cases[0].empty() ? std::string("lines that differ")
                            : fmt::format("the lines of {} differ from those of {}", cases[0], cases[1]);
  const size_t has = cases[0].empty() ? 1 : 0;
  return fmt::format("{} has lines that {} does not have", cases[has], names[1 - has]);
}

constexpr std::string_view command_line = "    casebook ";

/// Two checkouts of one edition are told apart by their whole paths only: said once, they are here and there.
bool are_checkouts(const RulesetNames& names) {
  const auto last = [](const std::string& id) { return std::filesystem::path(id).filename(); };
  return names[0] != names[1] && last(names[0]) == last(names[1]);
}

/// `only in ours` is `only here`. A command names the checkout as it is.
std::string here_and_there(std::string text, const RulesetNames& names) {
  if (!are_checkouts(names)) return text;
  // One may be the end of the other: the longer one first.
  const size_t longer = names[0].size() >= names[1].size() ? 0 : 1;
  for (const size_t side : {longer, 1 - longer}) {
    const std::string& id = names[side];
    const std::string word = side == 0 ? "here" : "there";
    for (size_t at = text.find(id); at != std::string::npos; at = text.find(id, at)) {
      const size_t line = text.rfind('\n', at) + 1;  // npos + 1 is the beginning
      if (text.compare(line, command_line.size(), command_line) == 0) {
        at += id.size();
        continue;
      }
      size_t before = at;
      while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\n')) --before;
      const bool in = before < at && before >= 3 && text.compare(before - 3, 3, " in") == 0;
      const size_t from = in ? before - 2 : at;
      text.replace(from, at + id.size() - from, word);
      at = from + word.size();
    }
  }
  return text;
}

}  // namespace

namespace {

/// Everything in full, or the differences of one change.
class InFull {
 public:
  InFull(const compare::Result& result, const RulesetNames& names, const Prose& prose)
      : result_(result), names_(names), prose_(prose) {}

  /// Of all findings.
  std::vector<std::string> findings() {
    const bool has_order = result_.findings.size() > 1 && result_.findings[1].becomes;
    for (size_t at = 0; at < result_.findings.size(); ++at) {
      if (at > 0) lines_.emplace_back();
      if (at == 1 && has_order) {
        add(order_in_words());
        lines_.emplace_back();
      }
      heading(at);
      finding(at);
    }
    return std::move(lines_);
  }

  /// Of that change.
  std::vector<std::string> change(const compare::Change& one) {
    for (const size_t at : one.findings) {
      if (!lines_.empty()) lines_.emplace_back();
      heading(at);
      finding(at);
    }
    for (const compare::ItemResult* item : compare::items_behind(result_, one)) {
      lines_.emplace_back();
      add(folded(fmt::format("The values of {} {}, region by region:", item->sort, item->name), 80, 2, 0));
      for (const std::string& line : compare::region_lines(*item->regions, result_.names))
        add("  " + folded(here_and_there(with_few_members(line), names_), 78, 4, 2));
    }
    return std::move(lines_);
  }

 private:
  void add(const std::string& text) { add_lines(lines_, text); }

  const compare::Change* change_of(size_t at) const {
    for (const compare::Change& one : result_.changes)
      if (std::find(one.findings.begin(), one.findings.end(), at) != one.findings.end()) return &one;
    return nullptr;
  }

  /// Above the first of several differences.
  void heading(size_t at) {
    const compare::Change* one = change_of(at);
    if (one == nullptr || one->findings.size() < 2 || one->findings.front() != at) return;
    said_.said.clear();
    add(folded(
        fmt::format("{} {} {} come from the same change: {}.", at, one->findings.size() == 2 ? "and" : "to",
                    one->findings.back(), here_and_there(change_text(*one, result_.names), names_)),
        80, 2, 0));
    for (const std::string& often : how_often(one->met_in))
      add("  " + folded(here_and_there("together found " + often, names_), 80, 4, 2));
  }

  void finding(size_t at) {
    const Finding& one = result_.findings[at];
    const bool is_counted = at > 0 && one.concern != Concern::information;
    const compare::Change* from = change_of(at);
    said_.number = at;
    const std::string text =
        is_about_both(one) ? difference_text(one, result_.names, prose_,
                                             from != nullptr && from->findings.size() > 1 ? &said_ : nullptr)
                           : with_few_members(finding_text(one, prose_));
    add(here_and_there((is_counted ? fmt::format("{}. ", at) : std::string()) + text, names_));
  }

  const compare::Result& result_;
  const RulesetNames& names_;
  const Prose& prose_;
  SaidInGroup said_;
  std::vector<std::string> lines_;
};

/// Below the findings: where a game parts the two, how often they differ, the items.
std::vector<std::string> rest_in_full(const compare::Result& result, const RulesetNames& names,
                                      const Prose& prose) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text) { add_lines(lines, text); };
  if (result.findings.size() > 1) lines.emplace_back();
  if (result.first) add(folded(here_and_there(with_few_members(prose(result.first->text)), names), 80, 2, 0));
  for (size_t side = 0; side < 2; ++side) {
    if (result.shares[side].compared > 0)
      add_share(lines, result.shares[side], here_and_there(names[side], names));
    if (!result.only[side].empty())
      add(folded(fmt::format("State that only {} has: {}", here_and_there(names[side], names),
                             compare::states_listed(result.only[side])),
                 80, 2, 0));
  }
  const bool has_order = result.findings.size() > 1 && result.findings[1].becomes;
  if (!has_order && result.shares[0].compared + result.shares[1].compared > 0)
    add(folded(compare::about_intervals, 80, 0, 0));
  if (!result.items.empty()) {
    add(folded(
        fmt::format("Items with another text, items that use such items, and items of one ruleset only "
                    "({} other items mean the same in both):",
                    result.same_items),
        80, 0, 0));
    if (const std::string about = about_labels(result.items); !about.empty()) add(folded(about, 80, 2, 2));
  }
  const auto add_item = [&](const compare::ItemResult& item) {
    add(folded(here_and_there(fmt::format("{:<7} {} {} ({}): {}", label_of(item), item.sort, item.name,
                                          compare::cases_of_both(item.cases, result.names),
                                          with_few_members(prose(item.text))),
                              names),
               80, 4, 2));
    if (!item.regions) return;
    for (const std::string& line : compare::region_lines(*item.regions, result.names))
      add("      " + folded(here_and_there(with_few_members(line), names), 74, 8, 6));
  };
  for (const compare::ItemResult& item : result.items)
    if (!compare::is_only_worded(item)) add_item(item);
  const uint64_t worded = compare::only_worded(result).items();
  if (worded > 0)
    add(folded(fmt::format("Only the wording changes, as far as is known: {}.", counted(worded, "item")), 80,
               0, 0));
  for (const compare::ItemResult& item : result.items)
    if (compare::is_only_worded(item)) add_item(item);
  return lines;
}

/// Whether the entries of the changes with which every game begins say all that this text says of the start.
bool is_said_by_changes(const compare::Result& result, std::string text) {
  for (const std::string_view lead :
       {"They begin differently: ", "they begin differently: ", "before the first choice, "})
    if (const size_t at = text.find(lead); at != std::string::npos) text.erase(at, lead.size());
  for (const compare::Change& change : result.changes)
    for (const std::string& one : change.begins)
      if (const size_t at = text.find(one); at != std::string::npos) text.erase(at, one.size());
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
}

/// One entry a change. Precondition: there are changes.
std::vector<std::string> in_short(const compare::Result& result, const RulesetNames& names,
                                  const Prose& prose) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text) {
    add_lines(lines, folded(here_and_there(with_few_members(prose(text)), names), 80, 0, 0));
  };
  const Finding& answer = result.findings.front();
  add(headline_of(answer) + ". " + answer.text);
  const std::vector<std::string> shares = shares_in_short(result);
  for (const std::string& share : shares) add(share);
  if (!shares.empty())
    add("At each position both rulesets play one step; later consequences do not count. The brackets give a 95 % "
        "margin of error. Positions of one game resemble each other, so the true margin is wider. For each "
        "change, Casebook counts in a sample of these positions how often it shows." +
        (result.options.empty() ? std::string() : " " + result.options));
  else if (!result.options.empty())
    add(result.options);
  if (result.first) add(result.first->text);
  std::vector<std::string> others;
  for (size_t at = 1; at < result.findings.size(); ++at) {
    const bool in_change =
        std::any_of(result.changes.begin(), result.changes.end(), [&](const compare::Change& one) {
          return std::find(one.findings.begin(), one.findings.end(), at) != one.findings.end();
        });
    if (!in_change && result.findings[at].subject == "start" &&
        !is_said_by_changes(result, result.findings[at].text))
      others.push_back(result.findings[at].text);
  }
  for (const std::string& other : others) add(capitalised(prose.sentence(other)) + ".");
  lines.emplace_back();
  constexpr size_t tail = 9;  // the lines below, and those of `made_by`
  for (const std::string& line : changes_in_short(result, prose, most_lines - tail - lines.size()))
    lines.push_back(here_and_there(line, names));
  lines.emplace_back();
  add(fmt::format(
      "{} (definitions, tables, actions and the like) differ in their text, or use an item that differs. "
      "{} other items mean the same in both.",
      counted(result.items.size(), "item"), grouped(result.same_items)));
  add("--change N prints the evidence of change N: the lines of the rules, the cause, the steps of the example and the "
      "commands that show them. --all prints the evidence of all changes, and then a list of the items.");
  return lines;
}

}  // namespace

bool print_comparison(const compare::Result& result, const RulesetNames& names, const Prose& prose,
                      const ComparisonView& view, Context& context) {
  Terminal& terminal = context.terminal;
  if (are_checkouts(names)) {
    terminal.line("here:  " + names[0]);
    terminal.line("there: " + names[1]);
  }
  std::vector<std::string> lines;
  if (view.change > 0) {
    if (view.change > result.changes.size()) return false;
    lines = InFull(result, names, prose).change(result.changes[view.change - 1]);
  } else {
    lines = InFull(result, names, prose).findings();
    for (std::string& line : rest_in_full(result, names, prose)) lines.push_back(std::move(line));
    if (!view.all && lines.size() > most_lines && !result.changes.empty())
      lines = in_short(result, names, prose);
  }
  for (const std::string& line : lines) terminal.line(line);
  return true;
}

/// What the cases say, by side.
ordered_json says_json(const compare::Change& change) {
  ordered_json both;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    ordered_json& says = both[side == 0 ? "a" : "b"] = ordered_json::array();
    for (const compare::CaseSays& one : change.says[side]) {
      ordered_json made{{"case", one.label}, {"title", one.title}, {"summary", one.summary}};
      for (const board::Statement& statement : one.statements)
        made["statements"].push_back({{"says", statement.says},
                                      {"status", std::string(statement_status_name(statement.status))},
                                      {"why", statement.why}});
      says.push_back(std::move(made));
    }
  }
  return both;
}

ordered_json answer_json(const compare::Answer& answer) {
  return {{"setting", answer.setting}, {"words", answer.words}};
}

ordered_json questions_json(const compare::Change& change) {
  ordered_json all = ordered_json::array();
  for (const compare::OpenQuestion& one : change.questions) {
    ordered_json answers = ordered_json::array();
    for (const compare::Answer& answer : one.answers) answers.push_back(answer_json(answer));
    all.push_back({{"side", one.side == 0 ? "a" : "b"},
                   {"case", one.label},
                   {"question", one.question},
                   {"answer", answer_json(one.answer)},
                   {"answers", std::move(answers)},
                   {"says", one.says},
                   {"findings", one.findings}});
  }
  return all;
}

ordered_json wording_json(const compare::Result& result, const compare::Change& change) {
  ordered_json all = ordered_json::array();
  for (const compare::Wording& one : compare::wording_of(result, change))
    all.push_back({{"side", one.side == 0 ? "a" : "b"}, {"whose", one.whose}, {"words", one.words}});
  return all;
}

void add_comparison(const compare::Result& result, const RulesetNames& names, ordered_json& document) {
  document["findings"] = ordered_json::array();
  for (const Finding& finding : result.findings) document["findings"].push_back(finding_json(finding));
  document["changes"] = ordered_json::array();
  for (const compare::Change& change : result.changes)
    document["changes"].push_back({{"title", change.title},
                                   {"cases", change.cases},
                                   {"counted", is_counted(result, change)},
                                   {"findings", change.findings},
                                   {"says", says_json(change)},
                                   {"wording", wording_json(result, change)},
                                   {"questions", questions_json(change)},
                                   {"fromStart", change.from_start},
                                   {"begins", change.begins},
                                   {"metIn", met_in_json(change.met_in)}});
  document["options"] = result.options;
  document["sameItems"] = result.same_items;
  document["items"] = ordered_json::array();
  for (const compare::ItemResult& item : result.items) document["items"].push_back(item_json(item));
  document["shares"] = ordered_json::array();
  for (size_t side = 0; side < 2; ++side)
    document["shares"].push_back(share_json(result.shares[side], names[side]));
  document["generated"] = result.generated;
  if (result.first) {
    document["first"] = {{"text", result.first->text}};
    if (result.first->witness) document["first"]["witness"] = witness_json(*result.first->witness);
  }
  document["only"] = {{"a", result.only[0]}, {"b", result.only[1]}};
}

}  // namespace casebook::cli
