// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "verifier/cli/printing/difference_text.h"
#include "verifier/compare/tell/shares.h"
#include "verifier/compare/tell/words.h"
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
       {"SAMPLED", "SAMPLED: it was tried, and no difference was seen in it."},
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
  return {{"ruleset", ruleset},
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
}

void print_share(const compare::Share& share, const std::string& ruleset, Terminal& terminal) {
  const compare::ShareText text = compare::share_text(share, ruleset);
  terminal.line(text.head);
  for (const auto& [what, figure] : text.rows) terminal.line(fmt::format("  {:<31} {}", what, figure));
}

ordered_json item_json(const compare::ItemResult& item) {
  ordered_json one{{"sort", item.sort},
                   {"name", item.name},
                   {"cases", {{"a", item.cases[0]}, {"b", item.cases[1]}}},
                   {"verdict", std::string(verdict_text(item.verdict))},
                   {"text", item.text}};
  one["differences"] = item.differences;
  return one;
}

void print_order(Terminal& terminal) {
  const OrderOfDifferences& order = order_of_differences();
  terminal.line(folded(std::string(order.lead), 80, 0, 0));
  for (size_t i = 0; i < order.list.size(); ++i)
    terminal.line(folded(fmt::format("  {}. {}", i + 1, order.list[i]), 80, 5, 0));
  terminal.line(folded(std::string(order.rest), 80, 0, 0));
  terminal.line(folded(
      std::string("Shares are of positions sampled from the games. ") + compare::about_intervals +
          " Examples met in the search are counted in all games and generated positions that Casebook looked into.",
      80, 0, 0));
  terminal.line(
      folded("An invariant is a condition that the rules files demand of every position. An open question is "
             "one that the printed rules leave open; the rules files play one of its answers.",
             80, 0, 0));
}

/// `decision-games-2 14.2(1) (Sudden Death) has lines that spi-1980 does not have`
std::string change_text(const compare::Group& group, const std::array<std::string, 2>& names) {
  std::array<std::string, 2> cases;
  for (size_t side = 0; side < 2; ++side)
    if (!group.titles[side].empty()) cases[side] = names[side] + " " + listed(group.titles[side], "and");
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

void print_comparison(const compare::Result& result, const RulesetNames& names, const Prose& prose,
                      Context& context) {
  Terminal& terminal = context.terminal;
  if (are_checkouts(names)) {
    terminal.line("here:  " + names[0]);
    terminal.line("there: " + names[1]);
  }
  size_t number = 0;
  SaidInGroup said;
  const bool has_order = result.findings.size() > 1 && result.findings[1].becomes;
  for (const Finding& finding : result.findings) {
    if (number > 0) terminal.line("");
    if (number == 1 && has_order) {
      print_order(terminal);
      terminal.line("");
    }
    for (const compare::Group& group : result.groups) {
      if (group.findings.size() < 2 || group.findings.front() != number) continue;
      said.said.clear();
      terminal.line(folded(fmt::format("{} {} {} come from the same change: {}.", number,
                                       group.findings.size() == 2 ? "and" : "to", group.findings.back(),
                                       here_and_there(change_text(group, result.names), names)),
                           80, 2, 0));
      for (const std::string& often : how_often(group.met_in))
        terminal.line("  " + folded(here_and_there("together found " + often, names), 80, 4, 2));
    }
    const bool is_counted = number > 0 && finding.concern != Concern::information;
    const std::string head = is_counted ? fmt::format("{}. ", number) : std::string();
    ++number;
    const size_t at = number - 1;
    said.number = at;
    const bool in_group =
        std::any_of(result.groups.begin(), result.groups.end(), [&](const compare::Group& group) {
          return group.findings.size() > 1 &&
                 std::find(group.findings.begin(), group.findings.end(), at) != group.findings.end();
        });
    const std::string text = is_about_both(finding)
                                 ? difference_text(finding, result.names, prose, in_group ? &said : nullptr)
                                 : with_few_members(finding_text(finding, prose));
    terminal.text(here_and_there(head + text, names));
  }
  if (result.findings.size() > 1) terminal.line("");
  if (result.first)
    terminal.line(folded(here_and_there(with_few_members(prose(result.first->text)), names), 80, 2, 0));
  for (size_t side = 0; side < 2; ++side) {
    if (result.shares[side].compared > 0)
      print_share(result.shares[side], here_and_there(names[side], names), terminal);
    if (!result.only[side].empty())
      terminal.line(folded(fmt::format("State that only {} has: {}", here_and_there(names[side], names),
                                       compare::states_listed(result.only[side])),
                           80, 2, 0));
  }
  if (!has_order && result.shares[0].compared + result.shares[1].compared > 0)
    terminal.line(folded(compare::about_intervals, 80, 0, 0));
  if (!result.items.empty()) {
    terminal.line(folded(
        fmt::format("Items with another text, items that use such items, and items of one ruleset only "
                    "({} other items mean the same in both):",
                    result.same_items),
        80, 0, 0));
    if (const std::string about = about_labels(result.items); !about.empty())
      terminal.line(folded(about, 80, 2, 2));
  }
  for (const compare::ItemResult& item : result.items)
    terminal.line(folded(
        here_and_there(
            fmt::format("{:<7} {} {} ({}): {}", label_of(item), item.sort, item.name,
                        compare::cases_of_both(item.cases, result.names), with_few_members(prose(item.text))),
            names),
        80, 4, 2));
}

void add_comparison(const compare::Result& result, const RulesetNames& names, ordered_json& document) {
  document["findings"] = ordered_json::array();
  for (const Finding& finding : result.findings) document["findings"].push_back(finding_json(finding));
  document["groups"] = ordered_json::array();
  for (const compare::Group& group : result.groups)
    document["groups"].push_back(
        {{"cases", group.cases}, {"findings", group.findings}, {"metIn", met_in_json(group.met_in)}});
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
