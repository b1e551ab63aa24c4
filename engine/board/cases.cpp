// SPDX-License-Identifier: Apache-2.0
#include "engine/board/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/board/format.h"

namespace casebook::board {

namespace {

const std::vector<std::string> statuses{"explanatory", "silent", "doubtful", "open"};

const std::vector<std::string> statement_statuses{"carried", "explanatory", "silent", "doubtful"};

/// The sorts of things beside numbered cases that rules may cite: `chart: combat results`.
constexpr std::array<std::string_view, 3> label_words{"chart", "counters", "unwritten"};

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// `4.2`, `8.6.6a`, `7.4.2(3)`, `4.0 procedure`, `chart: combat results`: the text forms of a label.
bool is_case_label(std::string_view text) {
  for (const std::string_view word : label_words) {
    if (text.starts_with(word)) return text.substr(word.size()).starts_with(": ");
  }
  constexpr std::string_view procedure = " procedure";
  if (text.ends_with(procedure)) text.remove_suffix(procedure.size());
  size_t at = 0;
  const auto run = [&] {
    const size_t begin = at;
    while (at < text.size() && is_letter_or_digit(text[at])) ++at;
    return at > begin;
  };
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  if (at == 0 || at == text.size() || text[at] != '.') return false;
  while (at < text.size() && text[at] == '.') {
    ++at;
    if (!run()) return false;
  }
  while (at < text.size() && text[at] == '(') {
    ++at;
    if (!run() || at == text.size() || text[at] != ')') return false;
    ++at;
  }
  return at == text.size();
}

/// The label that was probably meant: `chart combat results` lacks a colon, `8` a second number.
std::string nearest_label(const std::string& text) {
  const size_t end = text.find_first_of(" :");
  const std::string first = text.substr(0, end);
  for (const std::string_view word : label_words) {
    if (end == std::string::npos || (first != word && nearest_name(first, label_words) != word)) continue;
    return fmt::format("{}: {}", word, trimmed(std::string_view(text).substr(end + 1)));
  }
  std::string dotted = text;
  std::replace(dotted.begin(), dotted.end(), ',', '.');
  if (dotted.find('.') == std::string::npos) dotted += ".0";
  return is_case_label(dotted) ? dotted : std::string();
}

/// One or more names between slashes, none of which leads out of the folder it is looked up in.
bool is_edition_id(const std::string& text) {
  for (const std::string_view part : split(text, '/')) {
    if (part.empty() || part == "." || part == ".." || trimmed(part) != part) return false;
  }
  return true;
}

bool needs_reason(CaseStatus status) {
  return status != CaseStatus::none && status != CaseStatus::open;
}

Statement read_statement(const DataFile& file, const JsonValue& json) {
  Statement one;
  one.place = json.place;
  ObjectReader reader(file, json, "a statement");
  one.says = reader.needed_text("says");
  const std::string word = reader.word("status", statement_statuses);
  for (size_t i = 0; i < statement_statuses.size(); ++i)
    if (statement_statuses[i] == word) one.status = static_cast<StatementStatus>(i);
  const bool open = one.status == StatementStatus::silent || one.status == StatementStatus::doubtful;
  one.why = open ? reader.needed_text("why") : reader.text("why");
  one.always = reader.boolean("always", false);
  const JsonValue* by = reader.get("by");
  for (const JsonValue& item : reader.list("by")) {
    if (const auto name = read_text(file, item, "a name in \"by\"")) {
      one.by.push_back(*name);
      one.by_places.push_back(item.place);
    }
  }
  if (by != nullptr && !one.by.empty() &&
      (one.status == StatementStatus::explanatory || one.status == StatementStatus::silent))
    file.error("D0169", by->place,
               fmt::format("a statement that is {} names what asks it", statement_status_name(one.status)))
        .expected = "no \"by\", or the status carried or doubtful";
  one.extras = reader.finish();
  return one;
}

CaseLine read_case(const DataFile& file, const JsonValue& json) {
  CaseLine line;
  line.place = json.place;
  ObjectReader reader(file, json, "a line of \"cases\"");
  if (const JsonValue* label = reader.need("case")) {
    line.label = read_text(file, *label, "\"case\"").value_or("");
    line.label_place = label->place;
    if (label->is(JsonKind::string) && (trimmed(line.label).empty() || trimmed(line.label) != line.label)) {
      file.error("D0114", label->place, fmt::format("{} is not the number of a case", quoted(line.label)));
    } else if (label->is(JsonKind::string) && !is_case_label(line.label)) {
      Diagnostic& made =
          file.warning("D0129", label->place,
                       fmt::format("{} does not have the form of a case number", quoted(line.label)));
      made.expected = "such as \"4.2\", \"7.4.2(3)\" or \"chart: combat results\"";
      file.diagnostics().suggest(made, [&] { return nearest_label(line.label); });
    }
  }
  line.title = reader.needed_text("title");
  const JsonValue* status = reader.get("status");
  if (status != nullptr && status->is(JsonKind::string) && status->text == "encoded") {
    file.error("D0125", status->place, "that a case is encoded is found out, not written down").expected =
        "no status, or one of " + listed(statuses);
  } else if (status != nullptr) {
    const std::string word = reader.word("status", statuses);
    for (size_t i = 0; i < statuses.size(); ++i) {
      if (statuses[i] == word) line.status = static_cast<CaseStatus>(i + 1);
    }
  }
  line.why = needs_reason(line.status) ? reader.needed_text("why") : reader.text("why");
  if (const JsonValue* of = reader.get("of")) {
    line.of = read_text(file, *of, "\"of\"").value_or("");
    line.of_place = of->place;
    if (of->is(JsonKind::string) && !is_edition_id(line.of)) {
      file.error("D0114", of->place, fmt::format("{} is not the name of an edition", quoted(line.of)))
          .expected = "a name as it may be typed, such as \"game/edition\"";
    }
  }
  const JsonValue* statements = reader.get("statements");
  for (const JsonValue& item : reader.list("statements"))
    line.statements.push_back(read_statement(file, item));
  if (!line.of.empty() && !line.statements.empty())
    file.error("D0169", statements->place,
               fmt::format("the case {} is of another edition, and has statements here", line.label))
        .expected = "the statements in the list of that edition";
  line.extras = reader.finish();
  return line;
}

}  // namespace

std::string_view case_status_name(CaseStatus status) {
  return status == CaseStatus::none ? std::string_view()
                                    : std::string_view(statuses[static_cast<size_t>(status) - 1]);
}

std::string_view statement_status_name(StatementStatus status) {
  return statement_statuses[static_cast<size_t>(status)];
}

bool CaseList::operator==(const CaseList& other) const {
  return title == other.title && sources == other.sources && cases == other.cases && extras == other.extras;
}

std::optional<CaseList> read_cases(const std::string& text, const std::string& name,
                                   Diagnostics& diagnostics) {
  Diagnostics mine;
  const DataFile file(name, mine);
  std::optional<CaseList> out;
  if (const auto json = open_format(text, cases_format, file)) {
    ObjectReader top(file, *json, "the list of cases");
    CaseList list;
    list.file = name;
    list.title = top.text("title");
    for (const JsonValue& item : top.list("sources"))
      if (const auto source = read_text(file, item, "a name in \"sources\"")) list.sources.push_back(*source);
    std::map<std::string, Span> seen;
    top.need("cases");
    for (const JsonValue& item : top.list("cases")) {
      CaseLine line = read_case(file, item);
      const auto [before, is_new] = seen.emplace(line.label, line.label_place);
      if (!is_new && !line.label.empty()) {
        Diagnostic& made = file.error("D0121", line.label_place,
                                      fmt::format("there are two lines for the case {}", line.label));
        made.notes.push_back({file.range(before->second), "the first is here"});
      }
      list.cases.push_back(std::move(line));
    }
    list.extras = top.finish();
    out = std::move(list);
  }
  if (mine.has_errors()) out.reset();
  diagnostics.add_all(mine);
  return out;
}

std::optional<CaseList> load_cases(const std::string& path, Diagnostics& diagnostics) {
  const auto text = load_text(path, diagnostics);
  return text ? read_cases(*text, path, diagnostics) : std::nullopt;
}

std::string write_cases(const CaseList& list) {
  JsonValue top = JsonValue::object();
  if (!list.title.empty()) top.add("title", JsonValue::of(list.title));
  if (!list.sources.empty()) {
    JsonValue sources = JsonValue::array();
    for (const std::string& one : list.sources) sources.items.push_back(JsonValue::of(one));
    top.add("sources", std::move(sources));
  }
  JsonValue cases = JsonValue::array();
  for (const CaseLine& line : list.cases) {
    JsonValue out = JsonValue::object();
    out.add("case", JsonValue::of(line.label));
    out.add("title", JsonValue::of(line.title));
    if (line.status != CaseStatus::none)
      out.add("status", JsonValue::of(std::string(case_status_name(line.status))));
    if (!line.why.empty() || needs_reason(line.status)) out.add("why", JsonValue::of(line.why));
    if (!line.of.empty()) out.add("of", JsonValue::of(line.of));
    if (!line.statements.empty()) {
      JsonValue statements = JsonValue::array();
      for (const Statement& one : line.statements) {
        JsonValue made = JsonValue::object();
        made.add("says", JsonValue::of(one.says));
        made.add("status", JsonValue::of(std::string(statement_status_name(one.status))));
        if (!one.why.empty()) made.add("why", JsonValue::of(one.why));
        if (one.always) made.add("always", JsonValue::of(true));
        if (!one.by.empty()) {
          JsonValue by = JsonValue::array();
          for (const std::string& name : one.by) by.items.push_back(JsonValue::of(name));
          made.add("by", std::move(by));
        }
        write_extras(made, one.extras);
        statements.items.push_back(std::move(made));
      }
      out.add("statements", std::move(statements));
    }
    write_extras(out, line.extras);
    cases.items.push_back(std::move(out));
  }
  top.add("cases", std::move(cases));
  write_extras(top, list.extras);
  return write_format(std::move(top), cases_format);
}

}  // namespace casebook::board
