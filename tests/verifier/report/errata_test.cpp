// SPDX-License-Identifier: Apache-2.0
// The list of findings as Markdown.
#include "verifier/report/errata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casebook::report {
namespace {

using testing::HasSubstr;

// A command is copied from the file as it stands there, so nothing in it is escaped.
TEST(Errata, WritesCommandsAsTheyAreTyped) {
  Finding one;
  one.check = "supplied";
  one.subject = "line_up";
  one.verdict = Verdict::refuted;
  one.concern = Concern::ambiguity;
  one.headline = "The line_up";
  one.text = "Of the casebook nothing_else is said.";
  one.details = {"Play by the text alone: casebook play 'a_b/c+without=line_up#2' --seed 7",
                 "The field line_up, asked with `casebook ask A 'line_up()'`, has <b> and a lone ` in it",
                 "A cell `a|b` stays text, and `` too"};
  const std::string errata = errata_text({}, {one}, {});
  EXPECT_THAT(errata,
              HasSubstr("- Play by the text alone: `casebook play 'a_b/c+without=line_up#2' --seed 7`\n"));
  EXPECT_THAT(errata, HasSubstr("- The field line\\_up, asked with `casebook ask A 'line_up()'`, has \\<b\\> "
                                "and a lone \\` in it\n"));
  EXPECT_THAT(errata, HasSubstr("- A cell \\`a\\|b\\` stays text, and \\`\\` too\n"));
  EXPECT_THAT(errata, HasSubstr("Of the casebook nothing\\_else is said."));
}

}  // namespace
}  // namespace casebook::report
