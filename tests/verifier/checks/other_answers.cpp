// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/checks/other_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "engine/program/validate.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"

namespace casebook::checks {

const Finding* about(const Verification& result, const std::string& subject) {
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [&](const Finding& one) { return one.subject == subject; });
  return found == result.findings.end() ? nullptr : &*found;
}

Ruleset otherwise(const Ruleset& scenario, const std::string& question) {
  Diagnostics diagnostics;
  Ruleset rival = runtime::bind_besides(*scenario, {{"rival", question}}, diagnostics);
  EXPECT_TRUE(rival) << testing_support::shown(diagnostics);
  if (!rival) return nullptr;
  EXPECT_THAT(language::validate(*rival->program), testing::IsEmpty());
  return rival;
}

Reached after(const Ruleset& scenario, const std::vector<std::string>& steps) {
  runtime::Game game(runtime::make_reference_rules(scenario));
  const auto text = [&](const runtime::Choice& one) {
    return runtime::choice_text(*scenario, game.position(), one);
  };
  for (const std::string& step : steps) {
    const std::vector<runtime::Choice> all = game.choices();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const runtime::Choice& one) { return text(one) == step; });
    if (found == all.end() || !game.play(*found)) {
      ADD_FAILURE() << step << " is not lawful";
      return {};
    }
  }
  Reached reached;
  reached.outcome = runtime::outcome_text(*scenario, game.outcome());
  if (reached.outcome != "open") return reached;
  for (const runtime::Choice& one : game.choices()) reached.choices.push_back(text(one));
  return reached;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  if (at == std::string::npos) throw std::logic_error(what + " is not there");
  return text.replace(at, what.size(), by);
}

}  // namespace casebook::checks
