// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/verify_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

/// An answer to a reading as its finding lists it: the setting, which the text of the finding names, and its words.
struct ListedAnswer {
  std::string setting, words;
  bool played = false;
};

/// The answers that the details of a finding list: `the answer resuming = ended (used by these rules): units move one
/// at a time`.
std::vector<ListedAnswer> answers_of(const Finding& finding) {
  constexpr std::string_view begin = "the answer ", used = " (used by these rules)";
  std::vector<ListedAnswer> answers;
  for (const std::string& detail : finding.details) {
    if (!detail.starts_with(begin)) continue;
    const std::string_view rest = std::string_view(detail).substr(begin.size());
    const size_t colon = rest.find(": "), end = std::min({colon, rest.find(" ("), rest.size()});
    if (colon == std::string_view::npos) continue;
    answers.push_back({std::string(rest.substr(0, end)), std::string(rest.substr(colon + 2)),
                       rest.substr(end).starts_with(used)});
  }
  return answers;
}

/// What a question changes, with both answers in words; of anything else the first sentence.
/// `These rules answer “units move one at a time” (resuming = ended). The other answer is “only the points count”
/// (resuming = resumed). With the other answer, the choice step(Matt 1, 0512) is lawful.`
std::string news_of(const Finding& finding) {
  if (finding.concern != Concern::ambiguity) return first_sentence(finding.text);
  std::string text = finding.text, played, other;
  for (const ListedAnswer& one : answers_of(finding)) {
    const std::string in_brackets = " (" + one.setting + ")";
    const size_t at = text.find(in_brackets);
    if (at == std::string::npos) continue;
    text.erase(at, in_brackets.size());
    (one.played ? played : other) = fmt::format("\u201c{}\u201d ({})", one.words, one.setting);
  }
  if (played.empty() || other.empty()) return finding.text;
  const size_t another = text.find("nother answer");
  if (another != std::string::npos)
    text.replace(another - 1, 14, text[another - 1] == 'A' ? "This other answer" : "this other answer");
  return fmt::format("These rules answer {}. {} is {}. {}", played,
                     another == std::string::npos ? "The other answer" : "Another answer", other, text);
}

/// `Different choices are lawful. Seen in 27 of 32 games. Marked. Fingerprint 4756f749fcf745a5.`
std::string last_line(const report::Item& item, const Finding& shown) {
  std::string text;
  const std::string ground = item.weight().ground;
  for (std::string_view rest = ground; !rest.empty();) {
    const size_t end = std::min(rest.find("; "), rest.size());
    text += capitalised(std::string(rest.substr(0, end))) + ". ";
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  text += shown.marked == Marked::not_at_all && !shown.same_as ? "Not marked. " : "Marked. ";
  if (const size_t others = item.findings.size() + item.repeats.size() - 1; others > 0)
    text += others == 1 ? "1 more finding is about the same lines. "
                        : fmt::format("{} more findings are about the same lines. ", others);
  return text + "Fingerprint " + checks::fingerprint_text(shown) + ".";
}

/// What a word in capitals says, in the order in which they are explained.
constexpr std::array<std::array<std::string_view, 2>, 11> meanings{
    {{"SUPPLIED", "the rulebook does not say what play needs, and the rules files add it"},
     {"HAS NO VALUE", "play needs a value that the rules do not give"},
     {"CANNOT BE DONE", "the rules ask for something that cannot be done"},
     {"CONTRADICTION", "two places of the rulebook say different things"},
     {"DOES NOT HOLD", "a claim or an invariant of the rules files is false"},
     {"AMBIGUOUS", "the rulebook can be read in two ways, and the rules files play one of them"},
     {"UNASKED",
      "a rule can be read in two ways, and its author did not mark it; Casebook raised the question"},
     {"NOT ALWAYS", "true as the rules are played, and false under another answer or option"},
     {"PERMITTED TWICE", "two cases permit the same, under different conditions"},
     {"LEFT OPEN", "the rulebook does not say something that a player has to know"},
     {"NOT ATTESTED", "the data give facts that no source states"}}};

}  // namespace

std::string meanings_of_kinds(const std::vector<Finding>& findings) {
  const std::vector<report::Item> items = report::items_of(findings);
  const std::vector<const report::Item*> order = report::most_serious_first(items);
  std::string text;
  for (const auto& [word, meaning] : meanings)
    if (std::any_of(order.begin(), order.end(), [&, word = word](const report::Item* item) {
          return kind_text(*item->findings.front()) == word;
        }))
      text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", word, meaning);
  return text;
}

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
        add_indented(lines, "Example: " + with_few_members(why));
    add_indented(lines, last_line(*item, shown));
  }
  return lines;
}

}  // namespace casebook::cli
