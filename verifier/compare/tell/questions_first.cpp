// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/questions_first.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/finding/order_of_differences.h"

namespace casebook::compare {

bool QuestionFirst::settles() const {
  return std::any_of(changes.begin(), changes.end(), [](const Bearing& one) { return one.all(); });
}

std::vector<QuestionFirst> questions_first(const Result& result) {
  std::vector<QuestionFirst> all;
  for (size_t at = 0; at < result.changes.size(); ++at) {
    const Change& change = result.changes[at];
    if (!is_counted(result, change)) continue;
    const auto asked =
        static_cast<size_t>(std::count_if(change.findings.begin(), change.findings.end(), [&](size_t one) {
          return one == change.findings.front() || can_occur(result.findings[one]);
        }));
    for (const OpenQuestion& question : change.questions) {
      auto known = std::find_if(all.begin(), all.end(), [&](const QuestionFirst& one) {
        return one.question.side == question.side && one.question.label == question.label &&
               one.question.question == question.question;
      });
      if (known == all.end()) known = all.insert(known, {question, {}});
      known->changes.push_back({at, question.findings, asked});
      std::vector<Answer>& answers = known->question.answers;
      for (const Answer& answer : question.answers)
        if (std::find(answers.begin(), answers.end(), answer) == answers.end()) answers.push_back(answer);
    }
  }
  std::stable_partition(all.begin(), all.end(), [](const QuestionFirst& one) { return one.settles(); });
  return all;
}

std::string examples_of(const QuestionFirst::Bearing& change) {
  if (!change.all()) return fmt::format("{} of the {} examples", change.findings.size(), change.of);
  return change.of > 2    ? fmt::format("all {} examples", change.of)
         : change.of == 2 ? std::string("both examples")
                          : std::string("the example");
}

}  // namespace casebook::compare
