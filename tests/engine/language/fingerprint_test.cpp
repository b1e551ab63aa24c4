// SPDX-License-Identifier: Apache-2.0
// The fingerprint of the typed program is the same whatever compiler built the printer: variables are
// numbered from left to right in the text, and no text depends on the order in which a compiler evaluates the
// parts of a sum.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"
#include "engine/program/print_program.h"

namespace casebook::language {
namespace {

std::shared_ptr<const Program> compiled(const std::string& text) {
  EditionText edition;
  edition.name = "printed";
  edition.files.emplace_back("printed.rules", text);
  Diagnostics diagnostics;
  auto program = compile(edition, diagnostics);
  EXPECT_TRUE(program) << diagnostics_text(diagnostics);
  return program;
}

const std::string rules = R"(edition printed "Printed"
section 1 "All"
case 1.1 "All"
  summary "All."
  kind side = first, second
  kind unit on map
  box eliminated
  given side(unit): side
  state tired(unit): bool
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  define beside(h: hex, s: side) -> bool = exists e in units(s) at g: adjacent(g, h)
  action rest(u in unit at from where beside(from, side(u)), t in unit)
    do
      tired(t) := yes
  invariant few: all s in side: count u in units(s) at g < 9
  procedure game
    choose by first
      rest()
    end game drawn
)";

TEST(Fingerprint, variables_are_numbered_from_left_to_right) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  ProgramPrinter printer(*program, ProgramPrinter::What::meaning);
  const std::vector<std::string> items = printer.items();
  const auto item = [&](const std::string& begin) {
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const std::string& text) { return text.starts_with(begin); });
    return found == items.end() ? "there is no " + begin : *found;
  };
  EXPECT_EQ(item("define units"),
            "define units($1: side) -> set of unit [1.1] = "
            "(filter [(all_members unit) as $2 where (equal (given side $2) $1)])");
  EXPECT_EQ(item("define beside"),
            "define beside($1: hex, $2: side) -> bool [1.1] = "
            "(exists [(call units $2) as $3 at $4] (adjacent $4 $1))");
  for (const std::string& text : items) EXPECT_EQ(text.find('\x01'), std::string::npos) << text;
}

TEST(Fingerprint, is_this_number_under_every_compiler) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  EXPECT_EQ(fingerprint(*program), 1151254027501239903u);
}

// How texts speak of a fact is no rule.
TEST(Fingerprint, is_the_same_whatever_the_phrases) {
  std::string phrased = rules;
  const auto add = [&phrased](const std::string& after, const std::string& phrase) {
    ASSERT_NE(phrased.find(after), std::string::npos) << after;
    phrased.replace(phrased.find(after), after.size(), after + " \"" + phrase + "\"");
  };
  add("given side(unit)", "fights for");
  add("state tired(unit)", "is tired:");
  add("where beside(from, side(u)), t in unit)", "{u} rests beside {t}");
  const auto plain = compiled(rules), other = compiled(phrased);
  ASSERT_TRUE(plain && other);
  EXPECT_EQ(plain->givens[0].phrase, "");
  EXPECT_EQ(other->givens[0].phrase, "fights for");
  EXPECT_EQ(fingerprint(*plain), fingerprint(*other));
  EXPECT_NE(dump(*other).find("given side(unit) \"fights for\": side"), std::string::npos) << dump(*other);
  EXPECT_NE(dump(*other).find("state tired(unit) \"is tired:\": bool"), std::string::npos) << dump(*other);
  EXPECT_NE(dump(*other).find("action rest \"{u} rests beside {t}\""), std::string::npos) << dump(*other);
}

}  // namespace
}  // namespace casebook::language
