// SPDX-License-Identifier: Apache-2.0
#include "engine/base/fnv.h"

#include <gtest/gtest.h>

namespace casebook {
namespace {

// From the table that comes with RFC 9923 (appendix C).
TEST(Fnv1a, IsTheHashOfItsAuthors) {
  EXPECT_EQ(Fnv1a().value(), 0xcbf29ce484222325U);
  EXPECT_EQ(Fnv1a().text("a").value(), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(Fnv1a().text("foobar").value(), 0x85944171f73967e8U);
}

TEST(Fnv1a, TakesTheBytesOfANumberFromTheLeast) {
  EXPECT_EQ(Fnv1a().bytes_of(0x6f6f66U).value(), Fnv1a().text(std::string_view("foo\0\0\0\0\0", 8)).value());
  EXPECT_EQ(Fnv1a().byte(0x61).value(), Fnv1a().text("a").value());
}

}  // namespace
}  // namespace casebook
