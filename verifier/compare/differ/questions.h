// SPDX-License-Identifier: Apache-2.0
#pragma once

// Definitions and fields that differ, as questions to both sides: a position and arguments. Where the
// answers differ, play may differ.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "verifier/compare/differ/aim.h"
#include "verifier/compare/differ/cells.h"

namespace casebook::compare {

struct Question {
  ItemRef ref;
  bool field = false;
  bool changed = false;  // its own text is another; else something that it rests on
  std::array<Id, 2> id{language::none, language::none};  // of fields or definitions
  std::array<std::vector<VarId>, 2> params;              // a field's hex last
  std::array<language::Type, 2> type;
  std::vector<StateId> states;          // of the first ruleset, that it reads
  std::vector<ProcedureId> procedures;  // whose states they are
  ItemRefs items;                       // what it rests on and that is not the same text
  uint64_t cost = 1;                    // as of a ChoiceGoal
  bool boolean() const { return type[0].tag == language::TypeTag::boolean; }
};

/// Of those that read state; the others are counted. In the order of the items.
std::vector<Question> questions_of(const Pair& pair);

/// Arguments at a position of the first ruleset to which the two give different answers.
struct Met {
  Position position;
  std::vector<runtime::Value> arguments;
};

/// How often a question was evaluated, and how often the answers differ.
struct Asked {
  uint64_t inputs = 0, differing = 0;
  std::array<uint64_t, 2> ways{};  // of those that differ: the first ruleset says no, says anything else
  std::vector<Met> met;            // a few
  Cells cells;                     // of inputs that were drawn, not searched for
};

class QuestionEvaluator {
 public:
  explicit QuestionEvaluator(Pair& pair);

  /// Both answers to it, the second as the first ruleset would write it; nothing when one of them has none
  /// (a fault, a member that the other lacks).
  std::optional<std::array<runtime::Value, 2>> ask(const Question& question, const Position& here,
                                                   const std::vector<runtime::Value>& arguments);
  /// Counts these answers under the ways to them. Nothing is counted of a field, or of a
  /// definition that differs for what it uses only: the regions of that say more.
  void see(const Question& question, const Position& here, const std::vector<runtime::Value>& arguments,
           const std::array<runtime::Value, 2>& answers, Cells& into);
  /// What was counted, in words.
  std::optional<RegionsApart> regions(const Question& question, const Cells& cells);
  /// What is drawn next does not depend on what was drawn before.
  void forget() { drawing_.clear(); }
  /// Some arguments, drawn as for a guided search.
  std::vector<runtime::Value> arguments(const Question& question, const Position& here,
                                        const games::InterestingValues& worth, Random& random);
  /// Whether what it reads is alive there.
  bool alive(const Question& question, const Position& here) const;
  bool differs(const Question& question, const Position& here, const std::vector<runtime::Value>& arguments);

 private:
  Pair& pair_;
  std::array<runtime::Evaluator, 2> evaluators_;
  std::optional<std::vector<runtime::Value>> arguments_there(
      const Question& question, const std::vector<runtime::Value>& arguments) const;
  WaysOfBoth& ways_of(const Question& question);
  std::map<ItemRef, std::unique_ptr<games::Distance>> drawing_;
  std::map<ItemRef, std::unique_ptr<WaysOfBoth>> ways_;
};

/// Guides the search to where the answers differ. For a Boolean question: where the first ruleset says yes
/// (no) and the other the opposite; for another question: any difference.
struct QuestionAim {
  std::array<language::ExprPtr, 2> calls;  // of the others: each call compared with what the other side says
  std::unique_ptr<games::Aim> aim;
};
QuestionAim aim_of(Pair& pair, QuestionEvaluator& evaluator, const Question& question, bool wanted);

/// `covers(A1, c3)`, as a person reads it.
std::string question_text(const Pair& pair, const Question& question,
                          const std::vector<runtime::Value>& arguments);

}  // namespace casebook::compare
