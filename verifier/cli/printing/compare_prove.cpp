// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/compare_prove.h"

#include <fmt/format.h>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "verifier/finding/finding.h"

namespace casebook::cli {

using nlohmann::ordered_json;
using symbolic::Editions;
using symbolic::EditionsItem;
using symbolic::EditionsResult;

namespace {

constexpr Editions verdicts[] = {Editions::same,         Editions::a_more, Editions::b_more,
                                 Editions::incomparable, Editions::differ, Editions::unknown,
                                 Editions::tool_error};

std::string_view word(Editions verdict) {
  switch (verdict) {
    case Editions::same:
      return "same";
    case Editions::a_more:
      return "firstAllowsMore";
    case Editions::b_more:
      return "secondAllowsMore";
    case Editions::incomparable:
      return "incomparable";
    case Editions::differ:
      return "differ";
    case Editions::unknown:
      return "unknown";
    case Editions::tool_error:
      return "toolError";
  }
  return "unknown";
}

std::string cases_text(const EditionsItem& item) {
  return item.cases[0] == item.cases[1] ? item.cases[0] : item.cases[0] + " | " + item.cases[1];
}

/// When nothing ever differs. An item may still differ, or be open: then play never uses it.
std::string never_differs_text(const EditionsResult& result) {
  std::vector<std::string> differ, open;
  for (const EditionsItem& item : result.items) {
    if (item.verdict == Editions::same) continue;
    std::string name = item.sort + " " + item.name;
    if (!item.site.empty()) name += " at " + item.site;
    (item.verdict == Editions::unknown || item.verdict == Editions::tool_error ? open : differ)
        .push_back(std::move(name));
  }
  if (differ.empty() && open.empty())
    return "Nothing ever differs: each item with another text is proved to have the same meaning.";
  std::string text;
  const auto add = [&](const std::vector<std::string>& names, const char* one, const char* several) {
    if (names.empty()) return;
    text += (text.empty() ? "" : "; ") + listed(names, "and") + " " + (names.size() == 1 ? one : several);
  };
  add(differ, "differs", "differ");
  add(open, "is not shown to be the same", "are not shown to be the same");
  return fmt::format(
      "Play never differs: {}, and play never uses {}. Each item that play uses is proved to have the same "
      "meaning.",
      text, differ.size() + open.size() == 1 ? "it" : "them");
}

}  // namespace

ordered_json editions_json(const EditionsResult& result) {
  ordered_json out{{"solver", symbolic::solver_version()},
                   {"sameText", result.same_text},
                   {"stopped", result.stopped},
                   {"items", ordered_json::array()},
                   {"neverDiffers", result.never_differs()},
                   {"notShownTheSame", result.apart}};
  for (const EditionsItem& item : result.items) {
    ordered_json one{{"sort", item.sort},
                     {"name", item.name},
                     {"cases", {{"a", item.cases[0]}, {"b", item.cases[1]}}},
                     {"verdict", std::string(word(item.verdict))},
                     {"questions", item.questions},
                     {"resources", item.resources}};
    if (!item.site.empty()) one["site"] = item.site;
    if (!item.why.empty()) one["why"] = item.why;
    if (item.unless_faults) one["unlessFaults"] = true;
    if (!item.supposing.empty()) one["supposing"] = item.supposing;
    if (!item.mined.empty()) one["mined"] = item.mined;
    one["positions"] = ordered_json::array();
    for (const auto& apart : item.apart)
      if (apart)
        one["positions"].push_back({{"text", apart->text},
                                    {"smallest", apart->smallest},
                                    {"witness", witness_json(apart->witness)}});
    out["items"].push_back(std::move(one));
  }
  return out;
}

void print(const EditionsResult& result, Context& context) {
  Terminal& terminal = context.terminal;
  terminal.line(fmt::format("Over all positions, by {} ({} items have the same text and are not checked):",
                            symbolic::solver_version(), result.same_text));
  for (const EditionsItem& item : result.items) {
    std::string line =
        fmt::format("{} {}{} ({}): {}", item.sort, item.name, item.site.empty() ? "" : " at " + item.site,
                    cases_text(item), symbolic::editions_text(item.verdict));
    if (!item.supposing.empty()) line += fmt::format(", supposing {}", fmt::join(item.supposing, ", "));
    if (!item.mined.empty()) line += fmt::format(", by what was mined: {}", fmt::join(item.mined, ", "));
    if (item.unless_faults) line += ", where neither ends in a fault";
    if (!item.why.empty()) line += ": " + item.why;
    terminal.line(folded(line, 80, 4, 2));
    for (const auto& apart : item.apart) {
      if (!apart) continue;
      std::string text =
          fmt::format("{} ({}, {} on the map{})", apart->text, grade_text(apart->witness.grade),
                      apart->witness.units, apart->smallest ? ", none with fewer" : "");
      if (!apart->witness.rests_on.empty())
        text += fmt::format("; depends on {}", fmt::join(apart->witness.rests_on, ", "));
      terminal.line(folded(text, 80, 6, 6));
    }
  }
  std::string counts;
  for (const Editions verdict : verdicts)
    if (const size_t count = result.count(verdict); count > 0)
      counts += fmt::format("{}{} {}", counts.empty() ? "" : "; ", symbolic::editions_text(verdict), count);
  terminal.line(counts.empty() ? "no item differs" : counts);
  if (!result.whole) return;
  terminal.line(folded(result.never_differs() ? never_differs_text(result)
                                              : fmt::format("It is not shown that nothing ever differs: {}",
                                                            fmt::join(result.apart, "; ")),
                       80, 4, 2));
}

ExitStatus status_of(const EditionsResult& result) {
  if (result.count(Editions::tool_error) > 0) return ExitStatus::tool_error;
  if (result.stopped) return ExitStatus::stopped;
  if (result.never_differs()) return ExitStatus::fine;  // an item that play never uses may still differ
  size_t refuted = 0;
  bool supposing = false;
  for (const EditionsItem& item : result.items) {
    refuted += item.apart[0] || item.apart[1] ? 1U : 0U;
    supposing = supposing || !item.supposing.empty() || item.unless_faults;
  }
  if (refuted > 0) return ExitStatus::refuted;
  return result.count(Editions::unknown) > 0 || supposing ? ExitStatus::open : ExitStatus::fine;
}

}  // namespace casebook::cli
