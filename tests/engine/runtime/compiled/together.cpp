// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/runtime/compiled/together.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/random.h"
#include "engine/board/scenario.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/text/choice_text.h"

namespace casebook::runtime::tests {

std::shared_ptr<const Scenario> example(const std::string& name, const std::string& scenario_file) {
  Diagnostics diagnostics;
  ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/" + name;
  if (!scenario_file.empty()) request.scenario_file = request.edition_folder + "/" + scenario_file;
  request.id = "examples/" + name;
  auto scenario = load_scenario(request, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    ADD_FAILURE() << diagnostic.code << ": " << diagnostic.message;
  return scenario;
}

std::shared_ptr<const Scenario> on_the_ground_of(const std::string& name, const std::string& rules,
                                                 std::string* why) {
  Diagnostics diagnostics;
  const auto fail = [&]() -> std::shared_ptr<const Scenario> {
    for (const Diagnostic& d : diagnostics.all())
      *why += fmt::format("{} line {}: {}\n", d.code, d.range.begin.line, d.message);
    return nullptr;
  };
  language::EditionText text;
  text.name = "trial";
  text.files.emplace_back("trial.rules", rules);
  const auto program = language::compile(text, diagnostics);
  if (!program) return fail();
  const std::string folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/" + name;
  auto data = board::load_scenario_data(folder + "/scenario.json", folder, {}, diagnostics);
  if (!data) return fail();
  data->scenario.edition.clear();
  auto scenario = bind(program, *data, {}, "trial", diagnostics);
  return scenario ? scenario : fail();
}

namespace {

std::string compare_positions(const Position& compiled, const Position& reference) {
  for (size_t w = 0; w < compiled.words().size(); ++w) {
    const auto word = static_cast<uint32_t>(w);
    if (compiled.word(word) != reference.word(word))
      return fmt::format("word {} is {:x} compiled and {:x} by reference", w, compiled.word(word),
                         reference.word(word));
  }
  if (compiled.hash() != compiled.hash_afresh()) return "the hash was not kept up";
  return {};
}

std::string compare_choices(const Scenario& scenario, const Position& at, const std::vector<Choice>& compiled,
                            const std::vector<Choice>& reference) {
  if (compiled == reference) return {};
  std::string text = "choices differ";
  for (const Choice& c : compiled)
    if (std::find(reference.begin(), reference.end(), c) == reference.end())
      text += "\n  only compiled: " + choice_text(scenario, at, c);
  for (const Choice& c : reference)
    if (std::find(compiled.begin(), compiled.end(), c) == compiled.end())
      text += "\n  only by reference: " + choice_text(scenario, at, c);
  return text;
}

}  // namespace

Together play_together(Rules& compiled, Rules& reference, uint64_t seed, uint64_t game, int64_t most_nodes) {
  Together result;
  Random random(seed, game);
  const Scenario& scenario = reference.scenario();
  Position a = scenario.start, b = scenario.start;
  compiled.begin(a);
  reference.begin(b);
  std::vector<Choice> choices_a, choices_b;
  std::vector<ChanceOutcome> outcomes_a, outcomes_b;
  const auto differ = [&](const std::string& what) {
    result.difference = fmt::format("game {}, node {}: {}", game, result.nodes, what);
    return result;
  };
  while (true) {
    if (const std::string what = compare_positions(a, b); !what.empty()) return differ(what);
    ++result.nodes;
    result.outcome = reference.outcome(b).kind;
    if (compiled.node(a) == NodeKind::over || result.nodes >= most_nodes) return result;
    if (compiled.node(a) == NodeKind::choose) {
      if (compiled.player(a) != reference.player(b)) return differ("the player differs");
      compiled.choices(a, choices_a);
      reference.choices(b, choices_b);
      if (const std::string what = compare_choices(scenario, b, choices_a, choices_b); !what.empty())
        return differ(what);
      if (!std::is_sorted(choices_b.begin(), choices_b.end())) return differ("choices are not sorted");
      if (choices_b.empty()) return differ("no choice at a choose");
      const Choice choice = choices_a[random.below(static_cast<uint32_t>(choices_a.size()))];
      compiled.apply(a, choice);
      reference.apply(b, choice);
    } else {
      compiled.outcomes(a, outcomes_a);
      reference.outcomes(b, outcomes_b);
      if (outcomes_a != outcomes_b) return differ("chances differ");
      if (outcomes_a.empty()) return result;
      const ChanceOutcome outcome = outcomes_a[random.below(static_cast<uint32_t>(outcomes_a.size()))];
      compiled.apply(a, outcome);
      reference.apply(b, outcome);
    }
  }
}

}  // namespace casebook::runtime::tests
