// SPDX-License-Identifier: Apache-2.0
// Adjustments without an order, where the order changes nothing: the compiled form has no fault for them. One
// that never comes made play fifteen times slower, since what can fault is not listed as a set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/compiled/same_form.h"
#include "engine/runtime/compiled/translate.h"
#include "tests/engine/runtime/pieces_text.h"

namespace casebook::runtime {
namespace {

using testing_support::DataText;
using testing_support::pieces;
using testing_support::scenario_of;

/// Two units with these speeds, less two for white and four more for all.
std::shared_ptr<const compiled::CompiledProgram> compiled_with(const std::string& order, int least) {
  DataText data = testing_support::pieces_data();
  data.order_of_battle =
      testing_support::units("A white a1 quick=" + std::to_string(least) + "\nB black c3 quick=9\n");
  return compiled::translate(scenario_of(std::string(pieces) + R"(  measure points from 0 to 40
  given quick(unit): points
  define speed(u: unit) -> points = quick(u)
  procedure game
    repeat
      choose by white
        step()
        stay()
case 2.0
  adjust speed(u) when side(u) = white then max(0, otherwise - 2)
case 2.1
  adjust speed(u) when n < 3 then otherwise + 4)" +
                                             order + R"(
case 2.2
  action stay(u in unit)
    require 2.2 fast: speed(u) > 6
  view speeds(u: unit) "Speed" = score speed(u)
)",
                                         data));
}

TEST(AdjustmentsWithoutOrder, AreNoFaultWhereNoValueOfTheScenarioTellsThemApart) {
  EXPECT_TRUE(compiled::same_form(*compiled_with("", 5), *compiled_with(" after 2.0", 5)));
  // 1 - 2 + 4 is 4, and 1 + 4 - 2 is 3.
  EXPECT_FALSE(compiled::same_form(*compiled_with("", 1), *compiled_with(" after 2.0", 1)));
}

}  // namespace
}  // namespace casebook::runtime
