// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/translate/founded.h"

namespace casebook::symbolic {

Founded ask_founded(Solver& solver, Translator& translator, const std::vector<Ref>& also,
                    const FoundedLimits& limits) {
  Founded result;
  const auto all = [](Ref) { return true; };
  while (result.rounds < limits.rounds) {
    if (limits.go_on && !limits.go_on()) return result;
    ++result.rounds;
    const Answer answer = solver.ask(also);
    result.resources += solver.resources();
    if (answer != Answer::satisfiable) {
      result.answer = answer;
      return result;
    }
    Assignment model = solver.model();
    const std::optional<std::vector<Ref>> facts = translator.broken(model, all, all);
    if (!facts) return result;
    if (facts->empty()) {
      result.answer = answer;
      result.model = std::move(model);
      return result;
    }
    for (const Ref fact : *facts) solver.add(fact);
  }
  return result;
}

Question::Broken broken_of(Translator& translator) {
  return [&translator](Assignment& model, const std::function<bool(Ref)>& met) {
    const auto all = [](Ref) { return true; };
    translator.write_fields_down(all);
    return translator.broken(model, met, all);
  };
}

}  // namespace casebook::symbolic
