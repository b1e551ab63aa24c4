// SPDX-License-Identifier: Apache-2.0
// Errors of control that a small file cannot show; the others stand in tests/language.
#include <gtest/gtest.h>

#include "engine/base/diagnostic_text.h"
#include "engine/base/limits.h"
#include "engine/language/compile.h"

namespace casebook::language {
namespace {

std::vector<std::string> codes(const std::string& text) {
  EditionText edition;
  edition.files.emplace_back("tiny.rules", text);
  Diagnostics diagnostics;
  EXPECT_EQ(compile(edition, diagnostics), nullptr);
  std::vector<std::string> found;
  for (const Diagnostic& one : diagnostics.all()) {
    if (one.severity == Severity::error) found.push_back(one.code);
  }
  return found;
}

}  // namespace

TEST(Control, the_number_of_sites_is_limited) {
  std::string text = R"(edition tiny "A tiny game"
case 1.1
  kind side = white, black
  measure d6 from 1 to 6
  state last: d6 = 1
  procedure game
)";
  for (int n = 0; n <= limits::sites; ++n) text += "    roll a" + std::to_string(n) + ": d6\n";
  text += "    last := a0\n    end game drawn\n";
  EXPECT_EQ(codes(text), std::vector<std::string>{"E0512"});
}

TEST(Control, watches_need_to_know_the_sides) {
  EXPECT_EQ(codes(R"(edition tiny "A tiny game"
case 1.1
  kind side
  kind unit
  given side(unit): side
  state mover: side
  state tired(unit): bool
  action pass()
  whenever worn(u in unit) when tired(u) by side(u)
    tired(u) := no
  procedure game
    choose by mover
      pass()
    end game drawn
)"),
            std::vector<std::string>{"E0516"});
}

// A name that is wrong is said once: where it is declared wrongly, not wherever it is used.
TEST(Control, a_wrong_line_is_reported_once) {
  EXPECT_EQ(codes(R"(edition tiny "A tiny game"
case 1.1
  kind side = white, black
  kind unit
  state mover: side
  state tired(unit): bool
  action rest(u in unitt)
    require 1.1: tired(u)
  procedure game
    let n = cout(unit)
    repeat at most n times
      choose by mover
        rest(u) then tired(u) := no
    let m = n + 1
    if m = n then mover := white
    roll d: d7
    if d = 1 then mover := black
    draw u from n
    tired(u) := yes
    end game drawn
)"),
            (std::vector<std::string>{"E0202", "E0202", "E0202"}));
}

}  // namespace casebook::language
