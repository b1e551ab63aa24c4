// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/questions_first.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verifier/finding/order_of_differences.h"

namespace casebook::compare {

size_t merge(std::vector<OpenQuestion>& questions, const OpenQuestion& one) {
  auto known = std::find_if(questions.begin(), questions.end(), [&](const OpenQuestion& other) {
    return other.side == one.side && other.label == one.label && other.question == one.question;
  });
  if (known == questions.end()) {
    known = questions.insert(known, one);
    known->answers.clear();
  }
  for (const Answer& answer : one.answers)
    if (std::find(known->answers.begin(), known->answers.end(), answer) == known->answers.end())
      known->answers.push_back(answer);
  return static_cast<size_t>(known - questions.begin());
}

bool QuestionFirst::settles() const {
  return std::any_of(changes.begin(), changes.end(), [](const Bearing& one) { return one.all(); });
}

std::vector<QuestionFirst> questions_first(const Result& result) {
  std::vector<OpenQuestion> questions;
  std::vector<QuestionFirst> all;
  for (size_t at = 0; at < result.changes.size(); ++at) {
    const Change& change = result.changes[at];
    if (!is_counted(result, change)) continue;
    const auto asked =
        static_cast<size_t>(std::count_if(change.findings.begin(), change.findings.end(), [&](size_t one) {
          return one == change.findings.front() || can_occur(result.findings[one]);
        }));
    for (const OpenQuestion& question : change.questions) {
      const size_t known = merge(questions, question);
      if (known == all.size()) all.emplace_back();
      all[known].changes.push_back({at, question.findings, asked});
    }
  }
  for (size_t i = 0; i < all.size(); ++i) all[i].question = std::move(questions[i]);
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
