// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "engine/base/nearest.h"
#include "engine/board/data_reader.h"

namespace casebook::board {

namespace {

int find_provenance(const DataFile& file, const JsonValue& value, const std::vector<Provenance>& known) {
  const auto name = read_text(file, value, "a provenance");
  if (!name) return unstated;
  for (size_t i = 0; i < known.size(); ++i) {
    if (known[i].name == *name) return static_cast<int>(i);
  }
  Diagnostic& made =
      file.error("D0119", value.place, fmt::format("there is no provenance {}", quoted(*name)));
  made.expected = "one of those named under \"provenances\"";
  file.diagnostics().suggest(made, [&] {
    NearestName nearest(*name);
    for (const Provenance& one : known) nearest.offer(one.name);
    return nearest.best();
  });
  return unstated;
}

/// The attributes that an object gives itself: its members, what a link draws, and the place of a unit or of
/// a name.
void own_attributes(const JsonValue& object, std::set<std::string>& into) {
  into.insert("place");
  for (const JsonMember& member : object.members) {
    into.insert(member.key);
    if (member.key == "attribute" && member.value.is(JsonKind::string)) into.insert(member.value.text);
  }
}

/// Those of an object and of everything in it.
void all_attributes(const JsonValue& value, std::set<std::string>& into) {
  if (value.is(JsonKind::object)) own_attributes(value, into);
  for (const JsonMember& member : value.members) {
    if (member.key != "provenances" && member.key != "provenance") all_attributes(member.value, into);
  }
  for (const JsonValue& item : value.items) all_attributes(item, into);
}

/// A provenance of nothing: the fact that was meant keeps that of the file.
void check_attribute(const DataFile& file, const JsonMember& member, const std::set<std::string>& given,
                     std::string_view of_what) {
  if (member.key == "others" || given.contains(member.key)) return;
  Diagnostic& made = file.warning(
      "D0110", member.key_place,
      fmt::format("this is the provenance of {}, which {} does not give", quoted(member.key), of_what));
  made.expected = "an attribute that stands there, or \"others\"";
  file.diagnostics().suggest(made, [&] { return nearest_name(member.key, given); });
}

/// `given` are the attributes that may be named, of a line or of a file.
ProvenanceChoice read_choice(const DataFile& file, const JsonValue* value,
                             const std::vector<Provenance>& known, const std::set<std::string>& given,
                             std::string_view of_what) {
  ProvenanceChoice choice;
  if (value == nullptr) return choice;
  if (!value->is(JsonKind::object)) {
    choice.whole = true;
    choice.entries.push_back({"others", find_provenance(file, *value, known)});
    return choice;
  }
  for (const JsonMember& member : value->members) {
    if (!is_attribute_name(member.key)) {
      file.error("D0114", member.key_place,
                 fmt::format("{} is not the name of an attribute", quoted(member.key)))
          .expected = "an attribute, or \"others\"";
      continue;
    }
    if (!check_count(file, choice.entries.size() + 1, limits::attributes, member.key_place,
                     "attributes in one line"))
      break;
    check_attribute(file, member, given, of_what);
    choice.entries.push_back({member.key, find_provenance(file, member.value, known)});
  }
  return choice;
}

}  // namespace

Provenances read_provenances(const DataFile& file, ObjectReader& top) {
  constexpr const char* forms =
      "{\"reconstructed\": \"why\"} or {\"attested\": {\"source\": ..., \"case\": ...}}";
  Provenances out;
  for (const JsonMember& member : top.object("provenances")) {
    if (!check_count(file, out.all.size() + 1, limits::attributes, member.key_place, "provenances")) break;
    const std::string what = fmt::format("the provenance {}", quoted(member.key));
    Provenance made;
    made.name = member.key;
    made.place = member.key_place;
    if (!member.value.is(JsonKind::object)) {
      file.wrong_kind(member.value, what, forms);
      out.all.push_back(std::move(made));
      continue;
    }
    ObjectReader reader(file, member.value, what);
    const JsonValue* attested = reader.get("attested");
    const JsonValue* reconstructed = reader.get("reconstructed");
    if (reader.usable() && (attested != nullptr) == (reconstructed != nullptr)) {
      file.error("D0108", member.value.place,
                 fmt::format("{} must be one of attested and reconstructed", reader.what()))
          .expected = "\"attested\": {\"source\": ..., \"case\": ...} or \"reconstructed\": \"why\"";
    } else if (attested != nullptr) {
      made.attested = true;
      ObjectReader inner(file, *attested, "\"attested\"");
      made.source = inner.needed_text("source");
      made.case_label = inner.needed_text("case");
      inner.finish();
    } else if (reconstructed != nullptr) {
      made.why = read_text(file, *reconstructed, "\"reconstructed\"").value_or("");
    }
    reader.finish();
    out.all.push_back(std::move(made));
  }
  const JsonValue* fallback = top.get("provenance");
  std::set<std::string> given;
  if (fallback != nullptr && fallback->is(JsonKind::object)) all_attributes(*top.json(), given);
  out.fallback = read_choice(file, fallback, out.all, given, "the file");
  return out;
}

ProvenanceChoice read_provenance(const DataFile& file, ObjectReader& line, const Provenances& known) {
  const JsonValue* value = line.get("provenance");
  std::set<std::string> given;
  if (value != nullptr && value->is(JsonKind::object)) own_attributes(*line.json(), given);
  return read_choice(file, value, known.all, given, line.what());
}

void write_provenance(JsonValue& line, const ProvenanceChoice& choice, const Provenances& provenances) {
  const auto name_of = [&](int index) { return provenances.all[static_cast<size_t>(index)].name; };
  if (choice.entries.empty()) return;
  if (choice.whole) {
    line.add("provenance", JsonValue::of(name_of(choice.entries.front().provenance)));
    return;
  }
  JsonValue made = JsonValue::object();
  for (const auto& entry : choice.entries)
    made.add(entry.attribute, JsonValue::of(name_of(entry.provenance)));
  line.add("provenance", std::move(made));
}

void write_provenances(JsonValue& top, const Provenances& provenances) {
  if (!provenances.all.empty()) {
    JsonValue table = JsonValue::object();
    for (const Provenance& one : provenances.all) {
      JsonValue entry = JsonValue::object();
      if (one.attested) {
        JsonValue inner = JsonValue::object();
        inner.add("source", JsonValue::of(one.source));
        inner.add("case", JsonValue::of(one.case_label));
        entry.add("attested", std::move(inner));
      } else {
        entry.add("reconstructed", JsonValue::of(one.why));
      }
      table.add(one.name, std::move(entry));
    }
    top.add("provenances", std::move(table));
  }
  write_provenance(top, provenances.fallback, provenances);
}

}  // namespace casebook::board
