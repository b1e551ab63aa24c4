// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/verify_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "engine/base/diagnostic_text.h"
#include "verifier/checks/verify.h"
#include "verifier/cli/printing/lines.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/example_position.h"
#include "verifier/finding/weight.h"
#include "verifier/report/items.h"

namespace casebook::cli {

namespace {

std::string in_capitals(std::string_view text) {
  std::string all(text);
  for (char& c : all) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return all;
}

/// `resuming = ended`: the answer of a question that the rules play; empty where nothing says it.
std::string played_answer(const Finding& finding) {
  constexpr std::string_view begin = "the answer ", used = " (used by these rules)";
  for (const std::string& detail : finding.details) {
    const size_t end = detail.find(used);
    if (detail.starts_with(begin) && end != std::string::npos)
      return detail.substr(begin.size(), end - begin.size());
  }
  return {};
}

/// What comes of a question under both answers, and which is played; of anything else its first sentence.
std::string news_of(const Finding& finding) {
  if (finding.concern != Concern::ambiguity) return first_sentence(finding.text);
  std::string text = finding.text;
  const std::string played = played_answer(finding);
  if (const size_t at = played.empty() ? std::string::npos : text.find(played); at != std::string::npos)
    text.insert(at + played.size(), " (as played)");
  return text;
}

/// `Another choice; in 27 of 32 games. Marked. Fingerprint 4756f749fcf745a5.`
std::string last_line(const report::Item& item, const Finding& shown) {
  std::string text = capitalised(item.weight().ground) + ". ";
  text += shown.marked == Marked::not_at_all && !shown.same_as ? "Not marked. " : "Marked. ";
  if (const size_t others = item.findings.size() + item.repeats.size() - 1; others > 0)
    text += others == 1 ? "1 other finding follows from it. "
                        : fmt::format("{} other findings follow from it. ", others);
  return text + "Fingerprint " + checks::fingerprint_text(shown) + ".";
}

}  // namespace

std::vector<std::string> findings_in_short(const std::vector<Finding>& findings, const Prose& prose,
                                           size_t room) {
  std::vector<std::string> lines;
  const std::vector<report::Item> items = report::items_of(findings);
  const std::vector<const report::Item*> order = report::most_serious_first(items);
  std::optional<Effect> section;
  size_t number = 0;
  for (const report::Item* const item : order) {
    const Finding& shown = *item->findings.front();
    const Effect effect = item->weight().effect;
    if (section != effect) {
      if (section) lines.emplace_back();
      lines.push_back(in_capitals(effect_text(effect)));
      section = effect;
    }
    const std::string head = fmt::format("{:2}. {}: {}", ++number, kind_text(shown), headline_of(shown));
    add_lines(lines, folded(with_few_members(prose.sentence(head)), 80, 4, 0));
    if (lines.size() >= room) {
      add_indented(lines, "Fingerprint " + checks::fingerprint_text(shown) + ".");
      continue;
    }
    if (!shown.effect.empty())
      add_indented(lines, prose.sentence(shown.effect));
    else if (!shown.text.empty())
      add_indented(lines, with_few_members(prose.sentence(without_requirements(news_of(shown)))));
    if (shown.witness)
      if (const std::string why = why_it_stops_text(*shown.witness, prose); !why.empty())
        add_indented(lines, with_few_members(why));
    add_indented(lines, last_line(*item, shown));
  }
  return lines;
}

}  // namespace casebook::cli
