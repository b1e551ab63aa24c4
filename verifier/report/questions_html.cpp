// SPDX-License-Identifier: Apache-2.0
// The open questions on which changes of a comparison rest.
#include <fmt/format.h>

#include "engine/base/text.h"
#include "verifier/compare/tell/questions_first.h"
#include "verifier/compare/tell/words.h"
#include "verifier/report/page.h"

namespace casebook::report {

namespace {

std::string answer_text(const compare::Answer& answer) {
  return answer.words.empty() ? answer.setting
                              : fmt::format("\u201c{}\u201d ({})", answer.words, answer.setting);
}

}  // namespace

void Page::questions_first(
    const compare::Result& result,
    const std::function<std::pair<std::string, std::string>(size_t finding)>& example) {
  const std::vector<compare::QuestionFirst> all = compare::questions_first(result);
  if (all.empty()) return;
  html.put("h3", "To decide first: what the texts leave open");
  html.put(
      "p",
      "Under another answer to one of these questions, both rulesets play the examples named below alike. So decide the "
      "question before the change. Questions whose answer settles all examples of a change come first. Casebook tried "
      "only these examples.",
      {{"class", "faint lead"}});
  html.open("ul");
  for (const compare::QuestionFirst& one : all) {
    const compare::OpenQuestion& asked = one.question;
    html.open("li");
    html.put("strong", asked.question);
    html.text(fmt::format(" {} {}", result.names[asked.side], compare::names_listed({asked.label})));
    html.put("p", "The rules files answer " + answer_text(asked.answer) + ".");
    std::vector<std::string> others;
    for (const compare::Answer& answer : asked.answers) others.push_back(answer_text(answer));
    html.open("p");
    html.text("Under " + listed(others, "or") + ", both rulesets play alike: ");
    for (size_t at = 0; at < one.changes.size(); ++at) {
      const compare::QuestionFirst::Bearing& bearing = one.changes[at];
      if (at > 0) html.text("; ");
      for (size_t i = 0; i < bearing.findings.size(); ++i) {
        if (i > 0) html.text(i + 1 == bearing.findings.size() ? " and " : ", ");
        const auto [name, anchor] = example(bearing.findings[i]);
        html.put("a", name, {{"href", "#" + anchor}});
      }
      html.text(bearing.all() ? std::string(" (all examples of that change)")
                              : fmt::format(" (of the {} examples of that change)", bearing.of));
    }
    html.text(".");
    html.close();
    html.close();
  }
  html.close();
}

}  // namespace casebook::report
