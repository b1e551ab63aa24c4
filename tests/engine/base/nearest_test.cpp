// SPDX-License-Identifier: Apache-2.0
#include "engine/base/nearest.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace casebook {
namespace {

using Names = std::vector<std::string>;

TEST(Nearest, finds_a_slip_of_the_finger) {
  const Names known{"entry_cost", "allowance", "controlled", "halted"};
  EXPECT_EQ(nearest_name("entry_csot", known), "entry_cost");  // swapped
  EXPECT_EQ(nearest_name("alowance", known), "allowance");     // left out
  EXPECT_EQ(nearest_name("halteed", known), "halted");         // twice
  EXPECT_EQ(nearest_name("Controlled", known), "controlled");  // case
  EXPECT_EQ(nearest_name("entry-cost", known), "entry_cost");
}

TEST(Nearest, offers_nothing_far_fetched) {
  const Names known{"cost", "sand", "a1"};
  EXPECT_EQ(nearest_name("terrain", known), "");
  EXPECT_EQ(nearest_name("b2", known), "");
  EXPECT_EQ(nearest_name("A1", known), "a1");
  EXPECT_EQ(nearest_name("x", known), "");
  EXPECT_EQ(nearest_name("", known), "");
}

TEST(Nearest, the_name_itself_is_no_answer) {
  EXPECT_EQ(nearest_name("sand", Names{"sand", "sands"}), "sands");
}

TEST(Nearest, ties_go_to_the_longer_beginning_then_to_byte_order) {
  EXPECT_EQ(nearest_name("unix", Names{"xnix", "unit"}), "unit");
  EXPECT_EQ(nearest_name("cat", Names{"cab", "caa"}), "caa");
  EXPECT_EQ(nearest_name("cat", Names{"caa", "cab"}), "caa");
}

TEST(Nearest, known_distances) {
  EXPECT_EQ(doubled_edit_distance("", "abc"), 6);
  EXPECT_EQ(doubled_edit_distance("ab", "ba"), 2);
  EXPECT_EQ(doubled_edit_distance("kitten", "sitting"), 6);
  EXPECT_EQ(doubled_edit_distance("Ab", "ab"), 1);
}

RC_GTEST_PROP(Nearest, distance_is_symmetric, (const std::string& a, const std::string& b)) {
  RC_ASSERT(doubled_edit_distance(a, b) == doubled_edit_distance(b, a));
  RC_ASSERT(doubled_edit_distance(a, a) == 0);
}

RC_GTEST_PROP(Nearest, order_of_offers_does_not_matter, (const std::string& wanted, Names known)) {
  const std::string found = nearest_name(wanted, known);
  std::reverse(known.begin(), known.end());
  RC_ASSERT(nearest_name(wanted, known) == found);
}

}  // namespace
}  // namespace casebook
