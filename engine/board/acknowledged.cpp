// SPDX-License-Identifier: Apache-2.0
#include "engine/board/acknowledged.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/board/format.h"

namespace casebook::board {

namespace {

bool is_fingerprint(const std::string& text) {
  return text.size() == 16 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

Acknowledgement read_one(const DataFile& file, const JsonValue& json) {
  Acknowledgement one;
  one.place = json.place;
  ObjectReader reader(file, json, "a line of \"acknowledged\"");
  if (const JsonValue* value = reader.need("fingerprint")) {
    one.fingerprint = read_text(file, *value, "\"fingerprint\"").value_or("");
    if (value->is(JsonKind::string) && !is_fingerprint(one.fingerprint)) {
      file.error("D0114", value->place,
                 fmt::format("{} is not the fingerprint of a finding", quoted(one.fingerprint)))
          .expected = "16 of the digits 0 to 9 and a to f";
    }
  }
  one.who = reader.needed_text("who");
  one.why = reader.needed_text("why");
  one.check = reader.text("check");
  one.subject = reader.text("subject");
  one.extras = reader.finish();
  return one;
}

}  // namespace

std::optional<Acknowledgements> read_acknowledgements(const std::string& text, const std::string& name,
                                                      Diagnostics& diagnostics) {
  Diagnostics mine;
  const DataFile file(name, mine);
  std::optional<Acknowledgements> out;
  if (const auto json = open_format(text, acknowledged_format, file)) {
    ObjectReader top(file, *json, "the list of acknowledged findings");
    Acknowledgements list;
    list.file = name;
    list.title = top.text("title");
    std::map<std::string, Span> seen;
    top.need("acknowledged");
    for (const JsonValue& item : top.list("acknowledged")) {
      Acknowledgement one = read_one(file, item);
      const auto [before, is_new] = seen.emplace(one.fingerprint, one.place);
      if (!is_new && !one.fingerprint.empty()) {
        Diagnostic& made = file.error("D0121", one.place,
                                      fmt::format("the finding {} is acknowledged twice", one.fingerprint));
        made.notes.push_back({file.range(before->second), "the first is here"});
      }
      list.all.push_back(std::move(one));
    }
    list.extras = top.finish();
    out = std::move(list);
  }
  if (mine.has_errors()) out.reset();
  diagnostics.add_all(mine);
  return out;
}

std::string write_acknowledgements(const Acknowledgements& list) {
  JsonValue top = JsonValue::object();
  if (!list.title.empty()) top.add("title", JsonValue::of(list.title));
  JsonValue all = JsonValue::array();
  for (const Acknowledgement& one : list.all) {
    JsonValue out = JsonValue::object();
    out.add("fingerprint", JsonValue::of(one.fingerprint));
    if (!one.check.empty()) out.add("check", JsonValue::of(one.check));
    if (!one.subject.empty()) out.add("subject", JsonValue::of(one.subject));
    out.add("who", JsonValue::of(one.who));
    out.add("why", JsonValue::of(one.why));
    write_extras(out, one.extras);
    all.items.push_back(std::move(out));
  }
  top.add("acknowledged", std::move(all));
  write_extras(top, list.extras);
  return write_format(std::move(top), acknowledged_format);
}

}  // namespace casebook::board
