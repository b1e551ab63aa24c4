// SPDX-License-Identifier: Apache-2.0
#include "engine/base/diagnostic_json.h"

namespace casebook {

namespace {

void put_place(nlohmann::ordered_json& out, const SourceRange& range, bool with_end) {
  if (range.file.empty()) return;
  out["file"] = range.file;
  if (range.begin.line <= 0) return;
  out["line"] = range.begin.line;
  out["column"] = range.begin.column;
  if (!with_end) return;
  const TextPosition end = range.end < range.begin ? range.begin : range.end;
  out["endLine"] = end.line;
  out["endColumn"] = end.column;
}

}  // namespace

nlohmann::ordered_json diagnostic_json(const Diagnostic& diagnostic) {
  nlohmann::ordered_json out;
  out["code"] = diagnostic.code;
  out["severity"] = severity_name(diagnostic.severity);
  out["message"] = diagnostic.message;
  put_place(out, diagnostic.range, true);
  if (!diagnostic.expected.empty()) out["expected"] = diagnostic.expected;
  if (!diagnostic.suggestion.empty()) out["suggestion"] = diagnostic.suggestion;
  if (!diagnostic.cases.empty()) out["cases"] = diagnostic.cases;
  for (const Note& note : diagnostic.notes) {
    nlohmann::ordered_json entry;
    entry["text"] = note.text;
    put_place(entry, note.range, false);
    out["notes"].push_back(std::move(entry));
  }
  return out;
}

nlohmann::ordered_json diagnostics_json(const Diagnostics& diagnostics) {
  auto out = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics.all()) out.push_back(diagnostic_json(diagnostic));
  return out;
}

std::string json_text(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace casebook
