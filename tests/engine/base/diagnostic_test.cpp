// SPDX-License-Identifier: Apache-2.0
#include "engine/base/diagnostic.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/base/diagnostic_json.h"
#include "engine/base/diagnostic_text.h"

namespace casebook {
namespace {

SourceRange range(int line, int from, int to) {
  return {"tiny.rules", {line, from}, {line, to}};
}

TEST(Diagnostic, text_has_place_line_caret_and_help) {
  Diagnostics all;
  all.sources().add("tiny.rules", "edition tiny\n\n\tdefine x = cots\n");
  Diagnostic& d = all.error("E0205", range(3, 13, 17), "there is no definition named \"cots\"");
  d.expected = "a definition, table or given";
  d.suggestion = "cost";
  d.cases = {"4.2", "4.5"};
  d.notes.push_back({range(1, 9, 13), "the edition begins here"});
  EXPECT_EQ(diagnostics_text(all),
            "tiny.rules:3:13: error E0205: there is no definition named \"cots\"\n"
            "     define x = cots\n"
            "                ^~~~\n"
            "  expected a definition, table or given\n"
            "  did you mean \"cost\"?\n"
            "  cases 4.2 and 4.5\n"
            "  note: tiny.rules:1:9: the edition begins here\n");
}

TEST(Diagnostic, a_note_of_several_lines_is_printed_as_such) {
  Diagnostics all;
  all.warning("W0001", {}, "nothing is here").notes.push_back({{}, "a = no\n  b = no\n    c = \x1b\n"});
  const std::string text = diagnostics_text(all);
  EXPECT_EQ(text.find("  note: a = no\n      b = no\n        c = "), text.find('\n') + 1) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Diagnostic, text_without_place_or_source) {
  Diagnostics all;
  all.warning("W0001", {}, "nothing is here");
  all.error("D0101", {"a.json", {}, {}}, "a.json does not exist");
  EXPECT_EQ(diagnostics_text(all),
            "warning W0001: nothing is here\na.json: error D0101: a.json does not exist\n");
}

TEST(Diagnostic, text_folds_at_the_width_and_never_writes_control_characters) {
  Diagnostics all;
  all.sources().add("t", std::string(200, 'x') + "\x1b[2Jboo" + std::string(200, 'y'));
  all.error("E0101", {"t", {1, 201}, {1, 208}},
            "one two three four five six seven eight nine ten eleven twelve thirteen \x1b[0m");
  const std::string text = diagnostics_text(all);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 80U) << text.substr(begin, end - begin);
    begin = end + 1;
  }
  EXPECT_NE(text.find("^~~~~~~"), std::string::npos) << text;
  EXPECT_NE(diagnostics_text(all, {0, true}).find("\x1b[1;31m"), std::string::npos);
}

TEST(Diagnostic, caret_at_the_end_of_the_line) {
  Diagnostics all;
  all.sources().add("t", "abc");
  all.error("E0101", {"t", {1, 4}, {1, 4}}, "the text ends too early");
  EXPECT_EQ(diagnostics_text(all), "t:1:4: error E0101: the text ends too early\n    abc\n       ^\n");
}

TEST(Diagnostic, a_file_of_one_endless_line_is_shown_without_it) {
  Diagnostics all;
  all.sources().add("t", std::string(100'000, 'x'));
  all.error("E0101", {"t", {1, 50'000}, {1, 50'001}}, "so");
  EXPECT_EQ(diagnostics_text(all), "t:1:50000: error E0101: so\n");
}

TEST(Diagnostic, sorted_by_place_and_stable) {
  Diagnostics all;
  all.error("E0003", {"b", {1, 1}, {}}, "b");
  all.error("E0002", {"a", {2, 1}, {}}, "first");
  all.error("E0001", {"a", {2, 1}, {}}, "second");
  all.error("E0004", {"a", {1, 9}, {}}, "earlier");
  all.sort();
  std::string order;
  for (const auto& d : all.all()) order += d.code + " ";
  EXPECT_EQ(order, "E0004 E0002 E0001 E0003 ");
}

TEST(Diagnostic, a_limit_counts_what_it_drops) {
  Diagnostics all(3);
  for (int i = 0; i < 10; ++i) all.error("E0001", {}, "again").expected = "less";
  for (int i = 0; i < 2; ++i) all.warning("W0001", {}, "kept");
  EXPECT_EQ(all.all().size(), 5U);
  EXPECT_EQ(all.error_count(), 10U);
  EXPECT_EQ(all.dropped(), 7U);
  Diagnostics more;
  more.add_all(all);
  EXPECT_EQ(more.error_count(), 10U);
  EXPECT_EQ(more.warning_count(), 2U);
  EXPECT_EQ(more.dropped(), 7U);
  EXPECT_NE(diagnostics_text(more).find("... and 7 more"), std::string::npos);
}

TEST(Diagnostic, json_has_the_documented_keys) {
  Diagnostics all;
  Diagnostic& d = all.error("E0205", range(3, 12, 16), "bad \xff byte");
  d.suggestion = "cost";
  d.notes.push_back({{}, "why"});
  EXPECT_EQ(json_text(diagnostics_json(all), -1),
            "[{\"code\":\"E0205\",\"severity\":\"error\",\"message\":\"bad \xEF\xBF\xBD "
            "byte\",\"file\":\"tiny.rules\",\"line\":3,"
            "\"column\":12,\"endLine\":3,\"endColumn\":16,\"suggestion\":\"cost\",\"notes\":[{\"text\":"
            "\"why\"}]}]");
}

RC_GTEST_PROP(Diagnostic, any_place_in_any_text_can_be_shown,
              (const std::string& text, const std::string& message)) {
  Diagnostics all;
  all.sources().add("f", text);
  const auto number = rc::gen::inRange(-2, 200);
  all.error("E0101", {"f", {*number, *number}, {*number, *number}}, message);
  const std::string shown = diagnostics_text(all);
  for (const char c : shown) RC_ASSERT(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  RC_ASSERT(!json_text(diagnostics_json(all)).empty());
}

TEST(Diagnostic, no_suggestion_is_sought_for_what_is_dropped) {
  Diagnostics all(2);
  size_t sought = 0;
  for (int i = 0; i < 5; ++i) {
    Diagnostic& made = all.error("E0202", {}, "so");
    all.suggest(made, [&] {
      ++sought;
      return "name " + std::to_string(i);
    });
  }
  Diagnostic& warning = all.warning("W0301", {}, "so");  // counted apart
  EXPECT_TRUE(all.kept(warning));
  all.suggest(warning, [&] {
    ++sought;
    return std::string("other");
  });
  EXPECT_EQ(sought, 3U);
  EXPECT_EQ(all.suggestions_sought(), 3U);
  ASSERT_EQ(all.all().size(), 3U);
  EXPECT_EQ(all.all()[1].suggestion, "name 1");
  EXPECT_EQ(all.all()[2].suggestion, "other");
  EXPECT_EQ(all.dropped(), 3U);
}

}  // namespace
}  // namespace casebook
