// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/record.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/base/limits.h"

namespace casebook::runtime {
namespace {

const std::string sample = R"(casebook record 1
edition tiny
scenario examples/tiny
switch night yes
rules 0123456789abcdef
data fedcba9876543210
random xoshiro256**/1
seed 7
game 2
dice seed
players random, first

; the start is odd
1 white: step(A1, b1)
2 black: attack(B 1, {A1, A2}, yes)
; a close thing
;
; in two lines
3 roll 3, 5
4 draw 1st
outcome won by white
)";

Record parsed(const std::string& text, Diagnostics& diagnostics) {
  return parse_record(text, "g.record", diagnostics);
}

TEST(RecordFile, ReadsWhatItWrites) {
  Diagnostics diagnostics;
  const Record record = parsed(sample, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(record.ruleset.edition, "tiny");
  EXPECT_EQ(record.ruleset.scenario, "examples/tiny");
  EXPECT_EQ(record.ruleset.switches.at(0), (std::pair<std::string, std::string>("night", "yes")));
  EXPECT_EQ(record.ruleset.rules, 0x0123456789abcdefU);
  EXPECT_EQ(record.ruleset.data, 0xfedcba9876543210U);
  EXPECT_EQ(record.seed, 7U);
  EXPECT_EQ(record.game, 2U);
  EXPECT_TRUE(record.seeded_dice);
  EXPECT_EQ(record.players, (std::vector<std::string>{"random", "first"}));
  EXPECT_EQ(record.notes, std::vector<std::string>{"the start is odd"});
  ASSERT_EQ(record.steps.size(), 4U);
  EXPECT_EQ(record.steps[1].player, "black");
  EXPECT_EQ(record.steps[1].text, "attack(B 1, {A1, A2}, yes)");
  EXPECT_EQ(record.steps[1].line, 15);
  EXPECT_EQ(record.steps[1].column, 10);
  EXPECT_EQ(record.steps[1].notes, (std::vector<std::string>{"a close thing", "", "in two lines"}));
  EXPECT_EQ(record.steps[2].kind, StepKind::roll);
  EXPECT_EQ(record.steps[2].text, "3, 5");
  EXPECT_EQ(record.steps[3].kind, StepKind::draw);
  EXPECT_EQ(record.outcome, "won by white");
  EXPECT_TRUE(record.complete);
  EXPECT_EQ(record_text(record), sample);
}

TEST(RecordFile, WindowsLinesAndAMarkAreRead) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : sample) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  Diagnostics diagnostics;
  EXPECT_EQ(record_text(parsed(text, diagnostics)), sample);
  EXPECT_TRUE(diagnostics.empty());
}

TEST(RecordFile, CarriesAPosition) {
  Record record;
  record.ruleset.edition = record.ruleset.scenario = "tiny";
  record.start = "{\n  \"format\": \"casebook/position\"\n}\n";
  Diagnostics diagnostics;
  const Record again = parsed(record_text(record), diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(again.start, record.start);
  EXPECT_EQ(again.start_line, 9);
  EXPECT_EQ(record_text(again), record_text(record));
}

TEST(RecordFile, CutIsAnOpenGame) {
  Diagnostics diagnostics;
  const Record record = parsed(sample, diagnostics);
  const Record start = cut(record, 2);
  EXPECT_EQ(start.steps.size(), 2U);
  EXPECT_EQ(start.outcome, "open");
  EXPECT_EQ(start.steps[1].notes.size(), 3U);
  EXPECT_EQ(cut(record, 99).steps.size(), 4U);
  const Record again = parsed(record_text(start), diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(record_text(again), record_text(start));
}

TEST(RecordFile, LinesStayLines) {
  Record record;
  record.ruleset.edition = record.ruleset.scenario = "tiny";
  record.notes = {"one\ntwo\r\x1b[31m"};
  record.steps.resize(1);
  record.steps[0].player = "white\n2 black: pass()";
  record.steps[0].text = "pass()\noutcome drawn";
  Diagnostics diagnostics;
  const Record again = parsed(record_text(record), diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(again.steps.size(), 1U);
  EXPECT_EQ(again.outcome, "open");
  EXPECT_EQ(again.notes.size(), 2U);
  EXPECT_EQ(record_text(again), record_text(record));
}

/// Printable words without what ends a field.
std::string word() {
  return *rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcXYZ019(){}-+_. ,'\"\\#"))));
}

std::string word_without_end_blanks() {
  std::string text = word();
  text.insert(text.begin(), 'w');
  text.push_back('w');
  return text;
}

RC_GTEST_PROP(RecordFile, AnyRecordRoundTrips, ()) {
  Record record;
  record.ruleset.edition = word_without_end_blanks();
  record.ruleset.scenario = word_without_end_blanks();
  record.ruleset.rules = *rc::gen::arbitrary<uint64_t>();
  record.seed = *rc::gen::arbitrary<uint64_t>();
  record.game = *rc::gen::arbitrary<uint64_t>();
  record.seeded_dice = *rc::gen::arbitrary<bool>();
  const auto notes = [] {
    std::vector<std::string> list;
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
      list.push_back(*rc::gen::arbitrary<bool>() ? word_without_end_blanks() : std::string());
    return list;
  };
  record.notes = notes();
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
    RecordStep& step = record.steps.emplace_back();
    step.kind = *rc::gen::element(StepKind::choice, StepKind::roll, StepKind::draw);
    if (step.kind == StepKind::choice) step.player = word_without_end_blanks();
    step.text = word_without_end_blanks();
    step.notes = notes();
  }
  record.outcome = word_without_end_blanks();
  const std::string text = record_text(record);
  Diagnostics diagnostics;
  const Record again = parsed(text, diagnostics);
  RC_LOG() << text;
  RC_ASSERT(diagnostics.empty());
  RC_ASSERT(record_text(again) == text);
  RC_ASSERT(again.steps.size() == record.steps.size());
  for (size_t i = 0; i < record.steps.size(); ++i) {
    RC_ASSERT(again.steps[i].same_step(record.steps[i]));
    RC_ASSERT(again.steps[i].notes == record.steps[i].notes);
  }
  RC_ASSERT(again.ruleset == record.ruleset);
  RC_ASSERT(again.seed == record.seed);
}

RC_GTEST_PROP(RecordFile, DamageNeverCrashesAndSettles, ()) {
  std::string text = sample;
  for (int i = *rc::gen::inRange(1, 6); i > 0; --i) {
    const size_t at = *rc::gen::inRange<size_t>(0, text.size());
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        text.erase(at, *rc::gen::inRange<size_t>(1, 20));
        break;
      case 1:
        text[at] = *rc::gen::arbitrary<char>();
        break;
      case 2:
        text.insert(at, "\n");
        break;
      default:
        text.resize(at + 1);
        break;
    }
  }
  Diagnostics diagnostics;
  const std::string once = record_text(parsed(text, diagnostics));
  Diagnostics more;
  RC_ASSERT(record_text(parsed(once, more)) == once);
}

struct Broken {
  std::string name, from, to, code;  // `from` in the sample becomes `to`
  int line = 0, column = 0;
  std::string suggestion;
};
std::ostream& operator<<(std::ostream& out, const Broken& broken) {
  return out << broken.name;
}

class BrokenRecord : public testing::TestWithParam<Broken> {};

TEST_P(BrokenRecord, IsRefusedWithItsPlace) {
  const Broken& broken = GetParam();
  std::string text = sample;
  const size_t at = text.find(broken.from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, broken.from.size(), broken.to);
  Diagnostics diagnostics;
  parsed(text, diagnostics);
  ASSERT_FALSE(diagnostics.empty());
  const Diagnostic& d = diagnostics.all()[0];
  EXPECT_EQ(d.code, broken.code) << d.message;
  EXPECT_EQ(d.severity,
            broken.code == "P0132" || broken.code == "P0136" ? Severity::warning : Severity::error);
  EXPECT_EQ(d.range.file, "g.record");
  EXPECT_EQ(d.range.begin.line, broken.line) << d.message;
  EXPECT_EQ(d.range.begin.column, broken.column) << d.message;
  EXPECT_EQ(d.suggestion, broken.suggestion);
}

INSTANTIATE_TEST_SUITE_P(
    Files, BrokenRecord,
    testing::Values(Broken{"NoRecord", "casebook record 1", "casebook map 1", "P0130", 1, 1, ""},
                    Broken{"Newer", "record 1", "record 2", "P0131", 1, 17, ""},
                    Broken{"NoVersion", "record 1", "record one", "P0131", 1, 17, ""},
                    Broken{"UnknownHead", "seed 7", "sead 7", "P0132", 8, 1, "seed"},
                    Broken{"BadSeed", "seed 7", "seed seven", "P0133", 8, 6, ""},
                    Broken{"SeedTooLarge", "seed 7", "seed 18446744073709551616", "P0133", 8, 6, ""},
                    Broken{"HeadTwice", "game 2", "seed 2", "P0133", 9, 1, ""},
                    Broken{"BadSwitch", "switch night yes", "switch night", "P0133", 4, 8, ""},
                    Broken{"BadDice", "dice seed", "dice loaded", "P0133", 10, 6, ""},
                    Broken{"NamelessPlayers", "players random, first", "players ,", "P0133", 11, 9, ""},
                    Broken{"BadRules", "rules 0123456789abcdef", "rules xyz", "P0133", 5, 7, ""},
                    Broken{"EmptyStart", "seed 7", "start", "P0133", 8, 1, ""},
                    Broken{"NoStep", "1 white: step(A1, b1)", "white: step(A1, b1)", "P0134", 14, 1, ""},
                    Broken{"NoPlayer", "1 white: step", "1 step", "P0134", 14, 3, ""},
                    Broken{"Nothing", "step(A1, b1)", " ", "P0134", 14, 10, ""},
                    Broken{"Misnumbered", "3 roll", "4 roll", "P0135", 19, 1, ""},
                    Broken{"HugeNumber", "3 roll", "99999999999999999999999 roll", "P0135", 19, 1, ""},
                    Broken{"NoOutcome", "outcome won by white\n", "", "P0136", 21, 1, "outcome open"},
                    Broken{"MidLine", "outcome won by white\n", "outc", "P0134", 21, 1, ""},
                    Broken{"AfterTheEnd", "outcome won by white", "outcome won by white\n5 roll 2", "P0137",
                           22, 1, ""},
                    Broken{"NotText", "step(A1, b1)", "step(A1, \xff)", "P0138", 14, 19, ""}),
    [](const auto& one) { return one.param.name; });

// Found by the fuzzer: what a head leaves out is left out again.
TEST(RecordFile, AHeadWithoutNamesRoundTrips) {
  Diagnostics diagnostics;
  const std::string text =
      record_text(parsed("casebook record 1\nseed 3\n\n1 white: pass()\noutcome open\n", diagnostics));
  const std::string again = record_text(parsed(text, diagnostics));
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(again, text);
}

TEST(RecordFile, TooLargeIsRefused) {
  Diagnostics diagnostics;
  parsed(std::string(limits::source_bytes + 1, 'x'), diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "P0138");
  EXPECT_NE(diagnostics.all()[0].message.find(std::to_string(limits::source_bytes)), std::string::npos);
}

}  // namespace
}  // namespace casebook::runtime
