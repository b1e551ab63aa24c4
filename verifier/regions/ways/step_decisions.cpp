// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/ways/step_decisions.h"

#include <algorithm>
#include <utility>

namespace casebook::regions {

namespace {

/// Writes down what comes out.
class Scribe : public runtime::Onlooker {
 public:
  explicit Scribe(runtime::Evaluator& evaluator) {
    const language::Program& program = evaluator.program();
    for (size_t i = 0; i < program.procedures.size(); ++i)
      add(evaluator, {.procedure = static_cast<language::ProcedureId>(i)}, program.procedures[i].name);
    for (size_t i = 0; i < program.actions.size(); ++i)
      add(evaluator, {.action = static_cast<language::ActionId>(i)}, program.actions[i].name);
    for (size_t i = 0; i < program.effects.size(); ++i)
      add(evaluator, {.effect = static_cast<language::EffectId>(i)}, program.effects[i].name);
  }

  void came_out(const void* what, size_t how) override {
    for (const auto& [text, name] : texts_) {
      const auto known = text.meanings.find(what);
      if (known == text.meanings.end()) continue;
      const int out = known->second.out(how);
      const Decision& decision = text.decisions[known->second.decision];
      if (out != DecidingText::undecided)
        decided.push_back({name, decision.text, decision.outs[static_cast<size_t>(out)], decision.label});
      return;
    }
  }
  void asked(bool, language::Id, const std::vector<runtime::Value>&, const runtime::Value&, int,
             const runtime::Position&) override {}
  void does(const language::Stmt&) override {}
  void did(const language::Stmt&) override {}

  std::vector<Decided> decided;

 private:
  void add(runtime::Evaluator& evaluator, const Doing& doing, const std::string& name) {
    DecidingText text(evaluator, doing);
    if (!text.meanings.empty()) texts_.emplace_back(std::move(text), name);
  }
  std::vector<std::pair<DecidingText, std::string>> texts_;
};

}  // namespace

std::vector<Decided> decided_in(const std::shared_ptr<const runtime::Scenario>& scenario,
                                runtime::Rules& rules, const runtime::Position& before, const Step& step) {
  runtime::ReferenceRules reference(scenario);
  std::vector<runtime::Choice> choices;
  reference.ask_for_any_choice([&](const runtime::Position& at) {
    rules.choices(at, choices);
    return !choices.empty();
  });
  Scribe scribe(reference.evaluator());
  reference.evaluator().tell(&scribe);
  runtime::Position position = before;
  if (const auto* choice = std::get_if<runtime::Choice>(&step))
    reference.apply(position, *choice);
  else
    reference.apply(position, std::get<runtime::ChanceOutcome>(step));
  return std::move(scribe.decided);
}

std::optional<size_t> parting(const std::vector<Decided>& first, const std::vector<Decided>& second) {
  for (size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    if (first[i].item != second[i].item || first[i].text != second[i].text) return std::nullopt;
    if (first[i].out != second[i].out) return i;
  }
  return std::nullopt;
}

}  // namespace casebook::regions
