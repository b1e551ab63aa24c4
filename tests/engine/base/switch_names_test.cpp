// SPDX-License-Identifier: Apache-2.0
#include "engine/base/switch_names.h"

#include <gtest/gtest.h>

namespace casebook {
namespace {

TEST(SwitchNames, are_shown_with_a_dash) {
  EXPECT_EQ(switch_name("entry_hexes"), "entry-hexes");
  EXPECT_EQ(switch_name("entry-hexes"), "entry-hexes");
  EXPECT_EQ(switch_name("_a__b"), "-a--b");
  EXPECT_EQ(switch_name(""), "");
}

TEST(SwitchNames, are_the_same_in_either_form_and_in_nothing_else) {
  EXPECT_TRUE(same_switch("entry_hexes", "entry-hexes"));
  EXPECT_TRUE(same_switch("a-b_c", "a_b-c"));
  EXPECT_FALSE(same_switch("entry_hexes", "entry_hex"));
  EXPECT_FALSE(same_switch("entry_hexes", "Entry-hexes"));
  EXPECT_FALSE(same_switch("entry_hexes", "entryhexes"));
}

}  // namespace
}  // namespace casebook
