// SPDX-License-Identifier: Apache-2.0
#include "engine/board/cases.h"

#include <fmt/format.h>

#include <map>

#include "engine/base/text.h"
#include "engine/board/format.h"

namespace casebook::board {

namespace {

const std::vector<std::string> statuses{"explanatory", "silent", "doubtful", "open"};

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

CaseLine read_case(const DataFile& file, const JsonValue& json) {
  CaseLine line;
  line.place = json.place;
  ObjectReader reader(file, json, "a line of \"cases\"");
  if (const JsonValue* label = reader.need("case")) {
    line.label = read_text(file, *label, "\"case\"").value_or("");
    line.label_place = label->place;
    if (label->is(JsonKind::string) && (trimmed(line.label).empty() || trimmed(line.label) != line.label)) {
      file.error("D0114", label->place, fmt::format("{} is not the number of a case", quoted(line.label)));
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
  line.extras = reader.finish();
  return line;
}

}  // namespace

std::string_view case_status_name(CaseStatus status) {
  return status == CaseStatus::none ? std::string_view()
                                    : std::string_view(statuses[static_cast<size_t>(status) - 1]);
}

bool CaseList::operator==(const CaseList& other) const {
  return title == other.title && cases == other.cases && extras == other.extras;
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
  JsonValue cases = JsonValue::array();
  for (const CaseLine& line : list.cases) {
    JsonValue out = JsonValue::object();
    out.add("case", JsonValue::of(line.label));
    out.add("title", JsonValue::of(line.title));
    if (line.status != CaseStatus::none)
      out.add("status", JsonValue::of(std::string(case_status_name(line.status))));
    if (!line.why.empty() || needs_reason(line.status)) out.add("why", JsonValue::of(line.why));
    if (!line.of.empty()) out.add("of", JsonValue::of(line.of));
    write_extras(out, line.extras);
    cases.items.push_back(std::move(out));
  }
  top.add("cases", std::move(cases));
  write_extras(top, list.extras);
  return write_format(std::move(top), cases_format);
}

}  // namespace casebook::board
