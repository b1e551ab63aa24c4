// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/base/diagnostic_text.h"

namespace casebook::board {
namespace {

struct Mistake {
  const char* text;
  const char* code;
  int line, column;
  const char* message;
  const char* suggestion;
};

/// In printable characters: a test is named by it, and CTest writes no line that can be read for another byte.
void PrintTo(const Mistake& mistake, std::ostream* out) {
  for (const char c : std::string_view(mistake.text)) {
    if (c > ' ' && c <= '~')
      *out << c;
    else
      *out << fmt::format("<{:02x}>", static_cast<unsigned char>(c));
  }
}

class JsonMistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(JsonMistakes, are_told_in_plain_words_at_their_place) {
  const Mistake& mistake = GetParam();
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_json(mistake.text, "f.json", diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  const Diagnostic& found = diagnostics.all()[0];
  EXPECT_EQ(found.code, mistake.code);
  EXPECT_EQ(found.range.begin, (TextPosition{mistake.line, mistake.column})) << diagnostics_text(diagnostics);
  EXPECT_EQ(found.message, mistake.message);
  EXPECT_EQ(found.suggestion, mistake.suggestion);
}

const Mistake mistakes[] = {
    {"", "D0102", 1, 1, "the file is empty", ""},
    {" \n ", "D0102", 2, 2, "the file is empty", ""},
    {"{", "D0102", 1, 2, "the file ends in the middle of an object", ""},
    {"[1", "D0102", 1, 3, "the file ends in the middle of a list", ""},
    {"[1,", "D0102", 1, 4, "the file ends where a value should stand", ""},
    {"{\"a\"", "D0102", 1, 5, "the file ends after a key", ""},
    {"\"ab", "D0102", 1, 4, "the file ends in the middle of a text", ""},
    {"{\"a\": 1,\n}", "D0102", 1, 8, "there is a comma before the closing }", ""},
    {"[1, 2, ]", "D0102", 1, 6, "there is a comma before the closing ]", ""},
    {"{\"a\": 1\n \"b\": 2}", "D0102", 1, 8, "a comma is missing here", ","},
    {"{\"a\" 1}", "D0102", 1, 5, "there is no colon after the key \"a\"", ":"},
    {"{\"a\": 1]", "D0102", 1, 8, "an object is closed by ]", ""},
    {"[,1]", "D0102", 1, 2, "there is no value before \",\"", ""},
    {"{a: 1}", "D0102", 1, 2, "a key stands in double quotes", "\"a\""},
    {"{'a': 1}", "D0102", 1, 2, "keys stand in double quotes", "\""},
    {"['a']", "D0102", 1, 2, "texts stand in double quotes", "\""},
    {"[sand]", "D0102", 1, 2, "a text stands in double quotes", "\"sand\""},
    {"[True]", "D0102", 1, 2, "a text stands in double quotes", "true"},
    {"[ture]", "D0102", 1, 2, "a text stands in double quotes", "true"},
    {"[0512]", "D0102", 1, 2, "a number does not begin with 0; numbers of hexes are texts", "\"0512\""},
    {"[12a]", "D0102", 1, 2, "this is neither a number nor a text in double quotes", "\"12a\""},
    {"[1.]", "D0102", 1, 2, "this is neither a number nor a text in double quotes", "\"1.\""},
    {"[.5]", "D0102", 1, 2, "a number begins with a digit or a minus sign", "\".5\""},
    {"[1] // done", "D0102", 1, 5, "something follows after the end of the JSON text", ""},
    {"[ // x\n1]", "D0102", 1, 3, "there is a comment; JSON has none", ""},
    {"{ // x\n}", "D0102", 1, 3, "there is a comment; JSON has none", ""},
    {"[\"a\nb\"]", "D0102", 1, 2, "a text is not closed on its line", ""},
    {"[\"a\tb\"]", "D0102", 1, 4, "a control character stands in a text", "\\u0009"},
    {"[\"\\x\"]", "D0102", 1, 4, "a backslash stands before a character that it cannot stand before", "\\\\"},
    {"[\"\\u12g4\"]", "D0102", 1, 7, "\\u needs four hexadecimal digits", ""},
    {"[\"\\ud800\"]", "D0102", 1, 3, "\\u names half of a character; the other half does not follow", ""},
    {"[\"\\udc00\"]", "D0102", 1, 3, "\\u names half of a character; the other half does not follow", ""},
    {"{\"ä\": 1, \"b\": 2, \"ä\": 3}", "D0104", 1, 18, "the key \"ä\" comes twice in one object", ""},
    {"[\"\xff\"]", "D0122", 1, 3, "the byte ff is not UTF-8", ""},
    {"[1e999]", "D0103", 1, 2, "a number has an exponent of more than two digits, which is the limit", ""},
    {"[12345678901234567890123456789012345678901]", "D0103", 1, 2,
     "a number is longer than 40 characters, which is the limit", ""},
};
INSTANTIATE_TEST_SUITE_P(All, JsonMistakes, ::testing::ValuesIn(mistakes));

TEST(Json, every_value_and_key_knows_its_place) {
  Diagnostics diagnostics;
  const auto json = parse_json("\xEF\xBB\xBF{\r\n  \"äö\": [1, \"x\"],\n  \"b\": {}\n}", "f", diagnostics);
  ASSERT_TRUE(json);
  const auto at = [](const Span& span) {
    return std::vector<int>{span.begin.line, span.begin.column, span.end.line, span.end.column};
  };
  EXPECT_EQ(at(json->place), (std::vector<int>{1, 1, 4, 2}));
  EXPECT_EQ(at(json->members[0].key_place), (std::vector<int>{2, 3, 2, 7}));
  EXPECT_EQ(at(json->members[0].value.place), (std::vector<int>{2, 9, 2, 17}));
  EXPECT_EQ(at(json->members[0].value.items[1].place), (std::vector<int>{2, 13, 2, 16}));
  EXPECT_EQ(at(json->members[1].value.place), (std::vector<int>{3, 8, 3, 10}));
}

TEST(Json, limits_are_named) {
  Diagnostics diagnostics;
  const std::string deep = std::string(65, '[') + std::string(65, ']');
  EXPECT_FALSE(parse_json(deep, "f", diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "D0103");
  EXPECT_TRUE(parse_json(deep.substr(1, 128), "f", diagnostics));
  EXPECT_FALSE(parse_json("\"" + std::string(limits::json_string_bytes + 2, 'x') + "\"", "f", diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "D0103");
  EXPECT_FALSE(parse_json(std::string(limits::source_bytes + 1, ' '), "f", diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "D0103");
  std::string many = "[0";
  for (size_t i = 0; i < limits::json_values; ++i) many += ",0";
  EXPECT_FALSE(parse_json(many + "]", "f", diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "D0103");
}

TEST(Json, layout_breaks_what_it_names) {
  Diagnostics diagnostics;
  const auto json =
      parse_json(R"({"b":{"x":{"y":[1,2]},"e":{}},"a":[[1],[2]],"s":"q\"\u0001\n"})", "f", diagnostics);
  ASSERT_TRUE(json);
  EXPECT_EQ(write_json(*json, {{"b", 2}, {"a", 1}}),
            "{\n  \"b\": {\n    \"x\": {\n      \"y\": [1, 2]\n    },\n    \"e\": {}\n  },\n  \"a\": [\n    "
            "[1],\n    [2]\n  ],\n"
            "  \"s\": \"q\\\"\\u0001\\n\"\n}\n");
  EXPECT_EQ(write_json_line(*json),
            "{\"b\": {\"x\": {\"y\": [1, 2]}, \"e\": {}}, \"a\": [[1], [2]], \"s\": \"q\\\"\\u0001\\n\"}");
}

rc::Gen<nlohmann::ordered_json> any_json(int depth) {
  using Json = nlohmann::ordered_json;
  const auto scalar =
      rc::gen::oneOf(rc::gen::map(rc::gen::arbitrary<bool>(), [](bool x) { return Json(x); }),
                     rc::gen::map(rc::gen::arbitrary<int64_t>(), [](int64_t x) { return Json(x); }),
                     rc::gen::map(rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127)),
                                  [](const std::string& x) { return Json(x); }),
                     rc::gen::just(Json(nullptr)));
  if (depth == 0) return scalar;
  const auto inner = any_json(depth - 1);
  return rc::gen::oneOf(
      scalar,
      rc::gen::map(rc::gen::container<std::vector<Json>>(inner),
                   [](const std::vector<Json>& x) { return Json(x); }),
      rc::gen::map(rc::gen::container<std::vector<Json>>(inner), [](const std::vector<Json>& x) {
        Json out = Json::object();
        for (size_t i = 0; i < x.size(); ++i) out["k" + std::to_string(i)] = x[i];
        return out;
      }));
}

RC_GTEST_PROP(Json, reads_what_nlohmann_writes_and_the_reverse, ()) {
  const auto json = *rc::gen::resize(8, any_json(3));
  Diagnostics diagnostics;
  const auto mine = parse_json(json.dump(*rc::gen::element(-1, 0, 3)), "f", diagnostics);
  RC_ASSERT(mine.has_value());
  RC_ASSERT(nlohmann::ordered_json::parse(write_json_line(*mine)) == json);
  RC_ASSERT(nlohmann::ordered_json::parse(write_json(*mine, {{"k0", 2}})) == json);
}

// Texts that are nearly JSON: both accept the same ones, apart from keys that come twice and from limits.
RC_GTEST_PROP(Json, accepts_what_nlohmann_accepts, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-", "0", ".5", "e", "+", "true", "null", "nul",
      " ", "\n", "\"", "\\", "u00e4", "\\ud83d\\ude00", "\\n", "ä", "\xC3", "/"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  Diagnostics diagnostics;
  const bool mine = parse_json(text, "f", diagnostics).has_value();
  const bool twice = !mine && (diagnostics.all()[0].code == "D0104" || diagnostics.all()[0].code == "D0103");
  RC_PRE(!twice);
  RC_ASSERT(mine == nlohmann::json::accept(text));
}

}  // namespace
}  // namespace casebook::board
