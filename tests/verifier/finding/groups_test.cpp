// SPDX-License-Identifier: Apache-2.0
// Sets of pieces named by the facts that the data give.
#include "verifier/finding/groups.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/rules_text.h"

namespace casebook {
namespace {

/// Six of foot and six of horse of one side, w1 to w12; six of foot of the other, b1 to b6.
std::shared_ptr<const runtime::Scenario> armies() {
  std::string all;
  for (int i = 1; i <= 12; ++i)
    all += "w" + std::to_string(i) + " white away arm=" + (i <= 6 ? "\"foot\"" : "\"horse\"") + "\n";
  for (int i = 1; i <= 6; ++i) all += "b" + std::to_string(i) + " black away arm=\"foot\"\n";
  testing_support::DataText data;
  data.map = testing_support::small_map(2, 2);
  data.order_of_battle = testing_support::units(all);
  return testing_support::scenario_of(
      "edition armies \"Armies\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  kind arm = foot, horse\n  given side(unit): side\n"
      "  given arm(unit): arm\n  box away\n  procedure game\n    end game drawn\n",
      data);
}

std::vector<std::string> those(const std::string& letter, int from, int to) {
  std::vector<std::string> all;
  for (int i = from; i <= to; ++i) all.push_back(letter + std::to_string(i));
  return all;
}

std::vector<std::string> both(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Groups, AreNamedByTheFactsOfTheData) {
  const Groups groups({armies()});
  EXPECT_EQ(groups.name(both(those("w", 1, 12), those("b", 1, 6))), "all 18 units");
  EXPECT_EQ(groups.name(those("w", 1, 12)), "all 12 units of White");
  EXPECT_EQ(groups.name(both(those("w", 1, 6), those("b", 1, 6))), "all 12 units whose arm is foot");
  EXPECT_EQ(groups.name(those("w", 1, 6)), "all 6 units of White whose arm is foot");
  EXPECT_EQ(groups.name(those("w", 3, 12)), "all 12 units of White but w1 and w2");
}

TEST(Groups, AreCountedWhereTheyHaveNothingInCommon) {
  const Groups groups({armies()});
  EXPECT_EQ(groups.name({"w1", "b1", "w7", "b2", "w8"}), "w1, b1, w7 and 2 more units");
}

TEST(Groups, LeaveAloneWhatIsReadAsItIs) {
  const Groups groups({armies()});
  EXPECT_EQ(groups.name(those("w", 1, 4)), "");
  EXPECT_EQ(groups.name({"w1", "w2", "w3", "w4", "nobody"}), "");
  EXPECT_EQ(Groups().name(those("w", 1, 12)), "");
}

}  // namespace
}  // namespace casebook
