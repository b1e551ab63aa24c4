// SPDX-License-Identifier: Apache-2.0
// What two rulebooks say otherwise, as texts.
#include <fmt/format.h>

#include "verifier/finding/counted.h"
#include "verifier/report/page.h"

namespace casebook::report {

/// What the rulebooks say otherwise, as texts.
void Page::texts_apart(const TextsApart& texts, const std::array<std::string, 2>& names) {
  if (texts.empty()) return;
  html.put("h3", "What the texts say otherwise");
  html.put(
      "p",
      fmt::format(
          "By the lists of printed cases, in own words: {} say something else, {} stand only in {}, {} only in "
          "{}, and {} are borrowed from {}, because their text is lost. Another wording may mean the same: "
          "what play shows of it stands above.",
          counted(texts.reworded.size(), "case"), texts.only_here.size(), names[0], texts.only_there.size(),
          names[1], texts.borrowed.size(), names[0]),
      {{"class", "faint lead"}});
  if (!texts.reworded.empty()) {
    html.open("table");
    row_of_heads({"Case", "Only in " + names[0], "Only in " + names[1]});
    for (const TextsApart::Case& one : texts.reworded) {
      html.open("tr");
      html.put("td", one.label + " " + one.title);
      for (const auto* said : {&one.here, &one.there}) {
        html.open("td");
        for (const std::string& each : *said) html.put("p", each + ".");
        html.close();
      }
      html.close();
    }
    html.close();
  }
  const auto put = [&](const std::string& summary, const std::vector<TextsApart::Case>& cases) {
    if (cases.empty()) return;
    html.open("details");
    html.put("summary", fmt::format("{}: {}", summary, counted(cases.size(), "case")));
    html.open("ul");
    for (const TextsApart::Case& one : cases) html.put("li", one.label + " " + one.title);
    html.close();
    html.close();
  };
  put("Only in " + names[0], texts.only_here);
  put("Only in " + names[1], texts.only_there);
  put("Borrowed from " + names[0], texts.borrowed);
}

}  // namespace casebook::report
