// SPDX-License-Identifier: Apache-2.0
// The lossless tree: everything that is documented parses, and every text prints back to itself.
#include "engine/language/syntax.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/base/diagnostic_text.h"
#include "engine/base/limits.h"
#include "tests/engine/language/samples.h"

namespace casebook::language {
namespace {

using testing::documented_samples;
using testing::Sample;

TEST(Syntax, every_documented_text_parses_without_errors) {
  ASSERT_GT(documented_samples().size(), 20u);
  for (const Sample& sample : documented_samples()) {
    Diagnostics diagnostics;
    const auto tree = parse(sample.name, sample.text, diagnostics);
    EXPECT_EQ(diagnostics_text(diagnostics), "") << sample.name;
    EXPECT_FALSE(tree->root->broken) << sample.name;
  }
}

TEST(Syntax, every_documented_text_prints_back) {
  for (const Sample& sample : documented_samples()) {
    Diagnostics diagnostics;
    EXPECT_EQ(print(*parse(sample.name, sample.text, diagnostics)), sample.text);
  }
}

}  // namespace
}  // namespace casebook::language
