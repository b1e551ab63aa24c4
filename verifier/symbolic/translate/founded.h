// SPDX-License-Identifier: Apache-2.0
#pragma once

// Queries about positions with fields over a large map (`TranslatorLimits::every_field`).
//
// A least cost is stated by Bellman's equations, which have one solution. A reach is stated as a closed set
// in which another hex supports each hex. That no hexes support one another in a circle is added only where
// a model does it. Such a fact holds of every reach, so `unsatisfiable` is a proof at any time. A model is
// returned only when each of its reaches is the true one. The same applies to "none of too many sets meets
// a condition": it is stated only for sets that do in a model.

#include <functional>

#include "verifier/symbolic/formula/question.h"
#include "verifier/symbolic/formula/solver.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

struct FoundedLimits {
  size_t rounds = 2000;         // models whose reaches are looked at
  std::function<bool()> go_on;  // no: stop, the answer is `unknown`
};

struct Founded {
  Answer answer = Answer::unknown;
  Assignment model;        // after `satisfiable`
  uint64_t resources = 0;  // of all its questions
  size_t rounds = 0;
};

/// Whether everything added to the solver and `also` can hold together.
Founded ask_founded(Solver& solver, Translator& translator, const std::vector<Ref>& also,
                    const FoundedLimits& limits = {});

/// For ask_lazily, where nothing that a question makes is forgotten: writes down every field that was read.
Question::Broken broken_of(Translator& translator);

}  // namespace casebook::symbolic
