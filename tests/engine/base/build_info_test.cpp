// SPDX-License-Identifier: Apache-2.0
#include "engine/base/build_info.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>

namespace casebook {
namespace {

TEST(BuildInfo, version_has_three_numbers) {
  EXPECT_TRUE(std::regex_match(std::string(version()), std::regex("[0-9]+\\.[0-9]+\\.[0-9]+")));
}

TEST(BuildInfo, source_tree_holds_this_test) {
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(source_tree()) /
                                      "tests/engine/base/build_info_test.cpp"));
}

}  // namespace
}  // namespace casebook
