// SPDX-License-Identifier: Apache-2.0
// Lines about entities that take part only with an option.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/runtime/absent.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/rules.h"
#include "tests/support/rules_text.h"

namespace casebook::runtime {
namespace {

using testing_support::bind_text;
using testing_support::compile_text;
using testing_support::DataText;

constexpr const char* rules = R"(edition small "Small"
section 1 "All"
case 1.0 "Pieces"
  kind side = white, black
  kind unit on map
  box eliminated
  measure turns from 0 to 9
  given side(unit): side
  given arrival(unit): turns
  state turn: turns = 1
  procedure game
    choose by white
      wait()
    end game drawn
  action wait()
  invariant sane: all u in unit: arrival(u) <= 9 and (side(u) = white or side(u) = black) and turn = 1
case 15.1 "Paratroops"
  option paratroops "Paratroops"
case 15.2 "Guards"
  option guards "Guards"
)";

class Options : public ::testing::Test {
 protected:
  Options() {
    data.map = testing_support::small_map(3, 3);
    data.order_of_battle = R"("entities": [
{"kind": "unit", "id": "A", "place": "a1", "side": "white"},
{"kind": "unit", "id": "P", "with": "paratroops", "place": "a2", "side": "black"},
{"kind": "unit", "id": "Q", "with": ["paratroops", "guards"], "place": "a3", "side": "black"}])";
    data.schedule = R"("rows": [
{"kind": "unit", "id": "A", "arrival": 1},
{"kind": "unit", "id": "P", "arrival": 2},
{"kind": "unit", "id": "Q", "arrival": 3}])";
  }
  std::shared_ptr<const Scenario> with(const Switches& switches) {
    diagnostics = Diagnostics();
    const auto program = compile_text(rules, diagnostics);
    return program ? bind_text(program, data, diagnostics, switches) : nullptr;
  }
  std::vector<std::string> units_with(const Switches& switches) {
    const auto scenario = with(switches);
    if (!scenario) return {testing_support::shown(diagnostics)};
    for (size_t kind = 0; kind < scenario->program->kinds.size(); ++kind) {
      if (scenario->program->kinds[kind].name == "unit") return scenario->members[kind];
    }
    return {"no units"};
  }

  DataText data;
  Diagnostics diagnostics;
};

TEST_F(Options, BringTheUnitsOfAnyOptionThatIsOn) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(units_with({}), Names{"A"});
  EXPECT_EQ(units_with({{"guards", "yes"}}), (Names{"A", "Q"}));
  EXPECT_EQ(units_with({{"paratroops", "yes"}}), (Names{"A", "P", "Q"}));
  EXPECT_EQ(units_with({{"paratroops", "yes"}, {"guards", "yes"}}), (Names{"A", "P", "Q"}));
}

// With more units a position is laid out otherwise; what is none of theirs is not read past its end.
TEST_F(Options, ThatBringUnitsHavePositionsOfTheirOwn) {
  const auto few = with({}), more = with({{"paratroops", "yes"}});
  ASSERT_TRUE(few && more);
  for (const bool compiled : {true, false}) {
    const auto made = [&](const std::shared_ptr<const Scenario>& scenario) {
      return compiled ? make_compiled_rules(scenario) : make_reference_rules(scenario);
    };
    Position position = few->start;
    made(few)->begin(position);
    const auto rules_of_few = made(few), others = made(more);
    std::vector<Choice> choices;
    EXPECT_EQ(rules_of_few->node(position), NodeKind::choose);
    for (const auto& ask : {std::function<void()>([&] { others->node(position); }),
                            std::function<void()>([&] { others->choices(position, choices); }),
                            std::function<void()>([&] { others->player(position); })}) {
      try {
        ask();
        ADD_FAILURE() << "not refused, compiled: " << compiled;
      } catch (const std::invalid_argument& told) {
        EXPECT_THAT(told.what(), testing::HasSubstr("a position of another layout"));
      }
    }
  }
}

TEST_F(Options, ALineOfTheScheduleMayHangOnOneToo) {
  data.order_of_battle = R"("entities": [{"kind": "unit", "id": "A", "place": "a1", "side": "white"}])";
  data.schedule = R"("rows": [{"kind": "unit", "id": "A", "with": "guards", "arrival": 4}])";
  EXPECT_NE(with({{"guards", "yes"}}), nullptr) << testing_support::shown(diagnostics);
  EXPECT_EQ(with({}), nullptr);
  ASSERT_FALSE(diagnostics.all().empty());
  EXPECT_EQ(diagnostics.all().back().code, "D0158");
  EXPECT_EQ(diagnostics.all().back().message, "\"arrival\" of unit A is not given");
}

TEST_F(Options, AScheduleStillMayNotNameWhoIsNowhere) {
  data.schedule =
      R"("rows": [{"kind": "unit", "id": "A", "arrival": 1}, {"kind": "unit", "id": "PP", "arrival": 4}])";
  EXPECT_EQ(with({}), nullptr);
  ASSERT_FALSE(diagnostics.all().empty());
  EXPECT_EQ(diagnostics.all().back().code, "D0155");
}

TEST_F(Options, WhoeverIsAwayIsToldWithTheOptionThatBringsThem) {
  const auto none = with({});
  ASSERT_NE(none, nullptr) << testing_support::shown(diagnostics);
  KindId unit = language::none;
  for (size_t kind = 0; kind < none->program->kinds.size(); ++kind) {
    if (none->program->kinds[kind].name == "unit") unit = static_cast<KindId>(kind);
  }
  EXPECT_EQ(why_absent(*none, unit, "P"), ": it comes with the option paratroops, which is off");
  EXPECT_EQ(why_absent(*none, unit, "Q"),
            ": it comes with the option paratroops or guards, and none of them is on");
  EXPECT_EQ(why_absent(*none, unit, "A"), "") << "it is there";
  EXPECT_EQ(why_absent(*none, unit, "Z"), "") << "nothing brings it";
  EXPECT_EQ(why_absent(*none, language::kind_hex, "P"), "");
  const auto guards = with({{"guards", "yes"}});
  ASSERT_NE(guards, nullptr);
  EXPECT_EQ(why_absent(*guards, unit, "Q"), "");
}

}  // namespace
}  // namespace casebook::runtime
