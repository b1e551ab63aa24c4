// SPDX-License-Identifier: Apache-2.0
#pragma once

// What to decide before the changes themselves: the open questions on which changes rest. An answer can do away with a
// change.

#include <cstddef>
#include <string>
#include <vector>

#include "verifier/compare/result.h"

namespace casebook::compare {

/// Adds the answers to the question of the same side, case and words, each once. Where there is none, the question is
/// added as it is. Its index.
size_t merge(std::vector<OpenQuestion>& questions, const OpenQuestion& one);

/// An open question, and the changes with examples that both play alike under another answer.
struct QuestionFirst {
  /// Of one change. Only examples that can occur are asked, and the first.
  struct Bearing {
    size_t change = 0;                  // index into Result::changes
    std::vector<size_t> findings = {};  // whose example is played alike: indices into Result::findings
    size_t of = 0;                      // how many were asked
    bool all() const { return findings.size() == of; }
  };
  OpenQuestion question;  // its answers are those of all changes
  std::vector<Bearing> changes;
  /// Whether of some change all examples are played alike under another answer.
  bool settles() const;
};

/// The questions of the changes that count: those that settle a change first, then in the order of the changes.
std::vector<QuestionFirst> questions_first(const Result& result);

/// How many examples of a change are played alike: `the example`, `both examples`, `all 3 examples`,
/// `2 of 4 examples`.
std::string examples_of(const QuestionFirst::Bearing& change);

}  // namespace casebook::compare
