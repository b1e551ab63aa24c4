// SPDX-License-Identifier: Apache-2.0
// The open questions that a comparison names before its changes.
#include "verifier/compare/tell/questions_first.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casebook::compare {
namespace {

using testing::ElementsAre;

Finding example(Grade grade) {
  Finding one;
  one.verdict = Verdict::refuted;
  one.concern = Concern::difference;
  one.witness.emplace();
  one.witness->grade = grade;
  return one;
}

/// The examples of `findings` are played alike under the answer `setting`.
OpenQuestion open_question(size_t side, const std::string& asked, const std::string& setting,
                           std::vector<size_t> findings) {
  OpenQuestion made;
  made.side = side;
  made.label = "5.4";
  made.question = asked;
  made.answer = {"now=this", "as it is"};
  made.answers = {{setting, "otherwise"}};
  made.findings = std::move(findings);
  return made;
}

Result result_with(std::vector<Change> changes, const std::vector<Grade>& grades) {
  Result result;
  result.findings.emplace_back();  // the answer
  for (const Grade grade : grades) result.findings.push_back(example(grade));
  result.changes = std::move(changes);
  return result;
}

std::vector<std::string> told(const Result& result) {
  std::vector<std::string> all;
  for (const QuestionFirst& one : questions_first(result)) {
    std::string text = one.question.question;
    for (const QuestionFirst::Bearing& change : one.changes)
      text += "; " + examples_of(change) + " of change " + std::to_string(change.change + 1);
    all.push_back(text);
  }
  return all;
}

TEST(QuestionsFirst, AnswersToOneQuestionAreMergedOnce) {
  std::vector<OpenQuestion> questions;
  OpenQuestion twice = open_question(0, "Who?", "who=all", {});
  twice.answers.push_back(twice.answers.front());
  EXPECT_EQ(merge(questions, twice), 0U);
  EXPECT_EQ(merge(questions, open_question(1, "Who?", "who=all", {})), 1U);  // of the other rulebook
  EXPECT_EQ(merge(questions, open_question(0, "When?", "when=late", {})), 2U);
  EXPECT_EQ(merge(questions, open_question(0, "Who?", "who=none", {})), 0U);
  ASSERT_EQ(questions.size(), 3U);
  EXPECT_THAT(questions[0].answers,
              ElementsAre(Answer{"who=all", "otherwise"}, Answer{"who=none", "otherwise"}));
}

TEST(QuestionsFirst, TheOneThatSettlesAChangeStandsBeforeOneThatSettlesAPart) {
  Change first, second, third;
  first.findings = {1, 2, 3};
  first.questions = {open_question(0, "Who?", "who=all", {1, 2})};
  second.findings = {4};
  second.questions = {open_question(1, "When?", "when=late", {4})};
  third.findings = {5, 6};
  third.questions = {open_question(1, "Where?", "where=here", {5, 6})};
  EXPECT_THAT(told(result_with({first, second, third}, std::vector<Grade>(6, Grade::seen))),
              ElementsAre("When?; the example of change 2", "Where?; both examples of change 3",
                          "Who?; 2 of the 3 examples of change 1"));
}

TEST(QuestionsFirst, IsOneForAllChangesThatRestOnIt) {
  Change first, second;
  first.findings = {1};
  first.questions = {open_question(0, "Who?", "who=all", {1})};
  second.findings = {2, 3};
  second.questions = {open_question(0, "Who?", "who=none", {2}), open_question(1, "Who?", "who=all", {3})};
  const Result result = result_with({first, second}, std::vector<Grade>(3, Grade::seen));
  EXPECT_THAT(told(result), ElementsAre("Who?; the example of change 1; 1 of the 2 examples of change 2",
                                        "Who?; 1 of the 2 examples of change 2"))
      << "the same words in the other edition are another question";
  EXPECT_THAT(questions_first(result)[0].question.answers,
              ElementsAre(Answer{"who=all", "otherwise"}, Answer{"who=none", "otherwise"}));
}

// An example that perhaps no game can reach is not among those that were asked, unless it is the first.
TEST(QuestionsFirst, CountsExamplesThatCanOccur) {
  Change counted, other;
  counted.findings = {1, 2, 3};
  counted.questions = {open_question(0, "Who?", "who=all", {1, 2})};
  other.findings = {4};
  other.questions = {open_question(0, "When?", "when=late", {4})};
  EXPECT_THAT(
      told(result_with({counted, other}, {Grade::seen, Grade::reachable, Grade::typed, Grade::typed})),
      ElementsAre("Who?; both examples of change 1"))
      << "a change that is not counted has nothing to decide first";
}

}  // namespace
}  // namespace casebook::compare
