// SPDX-License-Identifier: Apache-2.0
#include "engine/language/syntax/words.h"

#include <algorithm>
#include <array>

namespace casebook::language {

namespace {

constexpr auto reserved = std::to_array<std::string_view>({
    "all",       "and",       "as",          "attempt", "before",  "case",    "choose", "count",
    "do",        "draw",      "edition",     "else",    "end",     "exists",  "for",    "if",
    "implies",   "in",        "is",          "least",   "legal",   "let",     "match",  "most",
    "never",     "no",        "none",        "not",     "nothing", "odds",    "or",     "others",
    "otherwise", "procedure", "repeat",      "roll",    "rounded", "section", "silent", "stop",
    "then",      "total",     "undisturbed", "until",   "when",    "where",   "within", "yes",
});
static_assert(std::is_sorted(reserved.begin(), reserved.end()));

constexpr auto of_files = std::to_array<std::string_view>({"edition", "section", "case", "same", "drop"});

constexpr auto of_members = std::to_array<std::string_view>({
    "summary", "explanatory", "silent", "kind",   "box",    "measure", "place",     "given",     "state",
    "option",  "reading",     "table",  "define", "field",  "effect",  "action",    "procedure", "whenever",
    "except",  "adjust",      "waive",  "extend", "remove", "claim",   "invariant", "view",      "topic",
});

constexpr auto of_statements = std::to_array<std::string_view>({
    "let",
    "if",
    "match",
    "nothing",
    "for",
    "repeat",
    "stop",
    "choose",
    "roll",
    "draw",
    "attempt",
    "undisturbed",
    "end",
    "state",
});

constexpr auto of_clauses = std::to_array<std::string_view>({"require", "ensure", "best", "each", "do"});
constexpr auto of_claims = std::to_array<std::string_view>({"at", "given", "play", "roll", "draw", "expect"});

constexpr auto that_join =
    std::to_array<std::string_view>({"and", "or", "implies", "in", "is", "within", "rounded", "as", "when",
                                     "per", "where", "then", "else", "until"});

}  // namespace

std::span<const std::string_view> joining_words() {
  return that_join;
}
std::span<const std::string_view> reserved_words() {
  return reserved;
}

bool is_reserved(std::string_view word) {
  return std::binary_search(reserved.begin(), reserved.end(), word);
}

std::span<const std::string_view> file_words() {
  return of_files;
}
std::span<const std::string_view> member_words() {
  return of_members;
}
std::span<const std::string_view> statement_words() {
  return of_statements;
}
std::span<const std::string_view> clause_words() {
  return of_clauses;
}
std::span<const std::string_view> claim_words() {
  return of_claims;
}

}  // namespace casebook::language
