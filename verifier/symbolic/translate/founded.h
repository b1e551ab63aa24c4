// SPDX-License-Identifier: Apache-2.0
#pragma once

// Questions about positions with fields over a large map (`TranslatorLimits::every_field`).
//
// A least cost is said by Bellman's equations, which have one solution. A reach is said as a closed set each
// of whose hexes is carried by another: that none carry one another in a circle is said only where a model
// does it. Each such fact holds of every reach, so `unsatisfiable` is a proof at any time; a model is given
// only when every reach of it is the reach. Likewise that none of too many sets meets a condition is said
// only of sets that do in a model.

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
