// SPDX-License-Identifier: Apache-2.0
// What a derivation tells of exceptions and caps: which cases changed the value, and from what.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/board/scenario.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/reference/derivation.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {
namespace {

/// The interrupt example with more cases.
std::shared_ptr<const Scenario> with(const std::string& more) {
  const std::string folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/interrupt";
  Diagnostics diagnostics;
  language::EditionText text;
  text.name = "interrupt";
  std::ifstream in(folder + "/01-interrupt.rules", std::ios::binary);
  std::ostringstream rules;
  rules << in.rdbuf() << "\n" << more;
  text.files.emplace_back("all.rules", rules.str());
  const auto program = language::compile(text, diagnostics);
  EXPECT_NE(program, nullptr) << diagnostics_text(diagnostics);
  if (!program) return nullptr;
  auto data = board::load_scenario_data(folder + "/scenario.json", folder, {}, diagnostics);
  if (!data) return nullptr;
  data->scenario.edition.clear();
  auto scenario = bind(program, *data, {}, "interrupt", diagnostics);
  EXPECT_NE(scenario, nullptr) << diagnostics_text(diagnostics);
  return scenario;
}

std::string derived(const std::shared_ptr<const Scenario>& scenario, const std::string& expression) {
  Diagnostics diagnostics;
  language::ById<language::Var> vars = scenario->program->vars;
  const auto expr = language::compile_expression(*scenario->program, expression, vars, diagnostics);
  if (!expr) return diagnostics_text(diagnostics);
  ReferenceRules rules(scenario);
  Position position = scenario->start;
  rules.begin(position);
  rules.evaluator().extend_frame(vars);
  Derivation derivation;
  rules.evaluator().derive(*expr, position, derivation);
  std::string text;
  for (const auto& child : derivation.children) text += derivation_text(*child);
  return text;
}

TEST(Derivations, name_each_exception_with_its_case_and_the_value_before) {
  const auto scenario = with(R"(
case 8.6
  define worth(s: side) -> number = 1
case 8.7
  except worth(s) when s = raiders then 2
case 8.8
  define many() -> number = 3
  except worth(s) when many() > 0 then 3 over 8.7
case 8.9
  adjust worth(s) when s = raiders then otherwise * 2
case 8.10
  adjust worth(s) when s = raiders then otherwise + 1 after 8.9
)");
  ASSERT_NE(scenario, nullptr);
  EXPECT_EQ(derived(scenario, "worth(raiders)"),
            "worth(raiders) = 7  [8.10]\n"
            "  gives way to 8.8  [8.7]\n"
            "  3 instead of 1  [8.8]\n"
            "    many = 3  [8.8]\n"
            "  6 from 3  [8.9]\n"
            "  7 from 6  [8.10]\n");
  EXPECT_EQ(derived(scenario, "worth(defenders)"),
            "worth(defenders) = 3  [8.8]\n"
            "  3 instead of 1  [8.8]\n"
            "    many = 3  [8.8]\n");
}

TEST(Derivations, cite_the_definition_when_no_exception_holds) {
  const auto scenario = with(R"(
case 8.6
  define worth(s: side) -> number = 1
case 8.7
  except worth(s) when s = raiders then 2
  adjust worth(s) when s = raiders then otherwise * 2
)");
  ASSERT_NE(scenario, nullptr);
  EXPECT_EQ(derived(scenario, "worth(defenders)"), "worth(defenders) = 1  [8.6]\n");
  EXPECT_EQ(derived(scenario, "worth(raiders)"),
            "worth(raiders) = 4  [8.7]\n"
            "  2 instead of 1  [8.7]\n"
            "  4 from 2  [8.7]\n");
}

TEST(Derivations, an_exception_may_save_from_a_fault) {
  const auto scenario = with(R"(
case 8.5
  measure small from 0 to 3
  define much() -> number = count hex
case 8.6
  define worth(s: side) -> small = much() as small
case 8.7
  except worth(s) when s = raiders then 2
)");
  ASSERT_NE(scenario, nullptr);
  EXPECT_EQ(derived(scenario, "worth(raiders)"),
            "worth(raiders) = 2  [8.7]\n"
            "  2 instead of a fault  [8.7]\n");
}

TEST(Derivations, tell_whether_a_cap_bit) {
  const auto scenario = with(R"(
case 8.6
  define bias(s: side) -> number = sum of within 0 .. 2
    8.6 base: 1
    8.6 raid: 2 when s = raiders
)");
  ASSERT_NE(scenario, nullptr);
  const std::string capped = derived(scenario, "bias(raiders)");
  EXPECT_NE(capped.find("  3, capped to 2\n"), std::string::npos) << capped;
  EXPECT_EQ(derived(scenario, "bias(defenders)").find("capped"), std::string::npos);
}

}  // namespace
}  // namespace casebook::runtime
