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

std::string derived(const std::shared_ptr<const Scenario>& scenario, const std::string& expression,
                    bool everything = false) {
  Diagnostics diagnostics;
  language::ById<language::Var> vars = scenario->program->vars;
  const auto expr = language::compile_expression(*scenario->program, expression, vars, diagnostics);
  if (!expr) return diagnostics_text(diagnostics);
  ReferenceRules rules(scenario);
  Position position = scenario->start;
  rules.begin(position);
  rules.evaluator().extend_frame(vars, expression);
  rules.evaluator().tell_everything(everything);
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

// Each construct that asks the members of a set: short, then whole.

TEST(Derivations, of_quantifiers_tell_the_member_that_decides) {
  const auto scenario = with("");
  ASSERT_NE(scenario, nullptr);
  EXPECT_EQ(derived(scenario, "exists u in unit where side(u) = defenders: arm(u) = battery"),
            "exists u in unit where side(u) = defenders: arm(u) = battery = yes\n"
            "  u = Battery 1\n"
            "    side(Battery 1) = defenders\n"
            "    arm(Battery 1) = battery\n");
  EXPECT_EQ(derived(scenario, "exists u in unit: allowance(u) > 9"),
            "exists u in unit: allowance(u) > 9 = no: none of 7\n");
  EXPECT_EQ(derived(scenario, "exists u in unit where allowance(u) > 9: yes"),
            "exists u in unit where allowance(u) > 9: yes = no\n");
  EXPECT_EQ(derived(scenario, "no u in unit at g: arm(u) = infantry"),
            "no u in unit at g: arm(u) = infantry = no\n"
            "  u = Raider 3 at 0104\n"
            "    arm(Raider 3) = infantry\n");
  EXPECT_EQ(derived(scenario, "all u in unit: allowance(u) > 3"),
            "all u in unit: allowance(u) > 3 = no\n"
            "  u = Battery 1\n"
            "    allowance(Battery 1) = 3\n");
  EXPECT_EQ(derived(scenario, "all u in unit: allowance(u) > 2"),
            "all u in unit: allowance(u) > 2 = yes: all 7\n");
  EXPECT_EQ(derived(scenario, "all k in 4 .. 4: k = 4"),
            "all k in 4 .. 4: k = 4 = yes\n"
            "  k = 4\n");
  EXPECT_EQ(derived(scenario, "exists u in unit where side(u) = defenders: arm(u) = battery", true),
            "exists u in unit where side(u) = defenders: arm(u) = battery = yes\n"
            "  u = Guard 1: no\n"
            "    side(Guard 1) = defenders\n"
            "    arm(Guard 1) = infantry\n"
            "  u = Guard 2: no\n"
            "    side(Guard 2) = defenders\n"
            "    arm(Guard 2) = infantry\n"
            "  u = Battery 1: yes\n"
            "    side(Battery 1) = defenders\n"
            "    arm(Battery 1) = battery\n");
  EXPECT_EQ(derived(scenario, "all k in 4 .. 4: k = 4", true),
            "all k in 4 .. 4: k = 4 = yes: all 1\n"
            "  k = 4: yes\n");
}

TEST(Derivations, of_numbers_tell_the_members_that_they_are_made_of) {
  const auto scenario = with("");
  ASSERT_NE(scenario, nullptr);
  EXPECT_EQ(derived(scenario, "count u in units(raiders) where allowance(u) = 5"),
            "count u in units(raiders) where allowance(u) = 5 = 2\n"
            "  u = Raider 1\n"
            "  u = Raider 2\n");
  EXPECT_EQ(derived(scenario, "count k in 1 .. 11"),
            "count k in 1 .. 11 = 11\n"
            "  k = 1\n"
            "  k = 2\n"
            "  k = 3\n"
            "  k = 4\n"
            "  k = 5\n"
            "  k = 6\n"
            "  k = 7\n"
            "  k = 8\n"
            "  and 3 more\n");
  EXPECT_EQ(derived(scenario, "total (allowance(u) - 4) over u in unit"),
            "total (allowance(u) - 4) over u in unit = 0\n"
            "  u = Raider 1: 1\n"
            "  u = Raider 2: 1\n"
            "  u = Battery 1: -1\n"
            "  u = Battery 2: -1\n"
            "  and 3 more\n");
  EXPECT_EQ(derived(scenario, "least allowance(u) over u in unit or else 0"),
            "least allowance(u) over u in unit = 3: of 7\n"
            "  u = Battery 1: 3\n"
            "    allowance(Battery 1) = 3\n");
  EXPECT_EQ(derived(scenario, "most allowance(u) over u in units(raiders) at g or else 0"),
            "most allowance(u) over u in units(raiders) at g = 5: of 3\n"
            "  u = Raider 1 at 0102: 5\n"
            "    allowance(Raider 1) = 5\n");
  EXPECT_EQ(derived(scenario,
                    "most allowance(u) over u in unit where allowance(u) > 9 or else allowance(\"Guard 1\")"),
            "most allowance(u) over u in unit where allowance(u) > 9 or else allowance(\"Guard 1\") = 4\n"
            "  allowance(Guard 1) = 4\n");
  EXPECT_EQ(derived(scenario, "least allowance(u) over u in units(raiders) or else 0", true),
            "least allowance(u) over u in units(raiders) or else 0 = 4\n"
            "  u = Raider 1: 5\n"
            "    allowance(Raider 1) = 5\n"
            "  u = Raider 2: 5\n"
            "    allowance(Raider 2) = 5\n"
            "  u = Raider 3: 4\n"
            "    allowance(Raider 3) = 4\n");
  EXPECT_EQ(derived(scenario, "total (allowance(u) - 4) over u in units(raiders)", true),
            "total (allowance(u) - 4) over u in units(raiders) = 2\n"
            "  u = Raider 1: 1\n"
            "    allowance(Raider 1) = 5\n"
            "  u = Raider 2: 1\n"
            "    allowance(Raider 2) = 5\n"
            "  u = Raider 3: 0\n"
            "    allowance(Raider 3) = 4\n");
}

TEST(Derivations, of_sets_tell_who_is_in_them_and_what_keeps_the_others_out) {
  const auto scenario = with(R"(
case 8.6
  measure extra from 0 to 9
  define spare(u: unit) -> extra = (allowance(u) - 4) as extra
)");
  ASSERT_NE(scenario, nullptr);
  EXPECT_EQ(derived(scenario, "{u in unit where arm(u) = infantry and side(u) = defenders}"),
            "{u in unit where arm(u) = infantry and side(u) = defenders} = {Guard 1, Guard 2}\n"
            "  u = Guard 1\n"
            "    arm(Guard 1) = infantry\n"
            "    side(Guard 1) = defenders\n"
            "  u = Guard 2\n"
            "    arm(Guard 2) = infantry\n"
            "    side(Guard 2) = defenders\n"
            "  2 not in it: arm(u) = tanks\n"
            "  2 not in it: arm(u) = battery\n"
            "  1 not in it: side(u) = raiders\n");
  const std::string near = derived(scenario, "{k in hex where distance(k, \"0103\") <= 2}");
  const auto rest = near.find("  k = 0203: distance(0203, 0103) = 1\n");
  ASSERT_NE(rest, std::string::npos) << near;
  EXPECT_EQ(near.substr(rest),
            "  k = 0203: distance(0203, 0103) = 1\n"
            "  and 4 more in it\n"
            "  8 not in it: distance(k, \"0103\") = 3\n"
            "  8 not in it: distance(k, \"0103\") = 4\n"
            "  7 not in it: distance(k, \"0103\") = 5\n"
            "  7 not in it: distance(k, \"0103\") = 6\n"
            "  6 not in it: distance(k, \"0103\") = 7\n");
  EXPECT_EQ(derived(scenario, "{u in unit where allowance(u) > 3 with most spare(u)}"),
            "{u in unit where allowance(u) > 3 with most spare(u)} = {Raider 1, Raider 2}\n"
            "  u = Raider 1\n"
            "    allowance(Raider 1) = 5\n"
            "    spare(Raider 1) = 1  [8.6]\n"
            "  u = Raider 2\n"
            "    allowance(Raider 2) = 5\n"
            "    spare(Raider 2) = 1  [8.6]\n"
            "  3 not in it: spare(u) is not the most\n"
            "  2 not in it: allowance(u) = 3\n");
  EXPECT_EQ(derived(scenario, "{g of u in unit at g}"),
            "{g of u in unit at g} = {0102, 0103, 0104, 0403, 0503, 0601, 0606}\n"
            "  u = Raider 1 at 0102: 0102\n"
            "  u = Raider 2 at 0103: 0103\n"
            "  u = Raider 3 at 0104: 0104\n"
            "  u = Guard 1 at 0503: 0503\n"
            "  u = Guard 2 at 0606: 0606\n"
            "  u = Battery 1 at 0403: 0403\n"
            "  u = Battery 2 at 0601: 0601\n");
  EXPECT_EQ(derived(scenario, "{u in units(raiders) where allowance(u) > 4}", true),
            "{u in units(raiders) where allowance(u) > 4} = {Raider 1, Raider 2}\n"
            "  u = Raider 3: not in it\n"
            "    allowance(Raider 3) = 4\n"
            "  u = Raider 1: in it\n"
            "    allowance(Raider 1) = 5\n"
            "  u = Raider 2: in it\n"
            "    allowance(Raider 2) = 5\n");
  EXPECT_EQ(derived(scenario, "{side(u) of u in units(raiders)}", true),
            "{side(u) of u in units(raiders)} = {raiders}\n"
            "  u = Raider 1: raiders\n"
            "  u = Raider 2: raiders\n"
            "  u = Raider 3: raiders\n");
}

// Nothing is asked that the evaluation does not ask: of a battery there is no `spare`.
TEST(Derivations, ask_nothing_of_those_that_the_condition_keeps_out) {
  const auto scenario = with(R"(
case 8.6
  measure extra from 0 to 9
  define spare(u: unit) -> extra = (allowance(u) - 4) as extra
)");
  ASSERT_NE(scenario, nullptr);
  EXPECT_EQ(derived(scenario, "{u in units(defenders) where allowance(u) > 3 with most spare(u)}", true),
            "{u in units(defenders) where allowance(u) > 3 with most spare(u)} = {Guard 1, Guard 2}\n"
            "  u = Battery 1: not in it\n"
            "    allowance(Battery 1) = 3\n"
            "  u = Battery 2: not in it\n"
            "    allowance(Battery 2) = 3\n"
            "  u = Guard 1: in it\n"
            "    allowance(Guard 1) = 4\n"
            "    spare(Guard 1) = 0  [8.6]\n"
            "      allowance(Guard 1) = 4\n"
            "  u = Guard 2: in it\n"
            "    allowance(Guard 2) = 4\n"
            "    spare(Guard 2) = 0  [8.6]\n"
            "      allowance(Guard 2) = 4\n");
}

}  // namespace
}  // namespace casebook::runtime
