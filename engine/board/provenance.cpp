// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

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

ProvenanceChoice read_choice(const DataFile& file, const JsonValue* value,
                             const std::vector<Provenance>& known) {
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
    choice.entries.push_back({member.key, find_provenance(file, member.value, known)});
  }
  return choice;
}

}  // namespace

Provenances read_provenances(const DataFile& file, ObjectReader& top) {
  Provenances out;
  for (const JsonMember& member : top.object("provenances")) {
    if (!check_count(file, out.all.size() + 1, limits::attributes, member.key_place, "provenances")) break;
    ObjectReader reader(file, member.value, fmt::format("the provenance {}", quoted(member.key)));
    Provenance made;
    made.name = member.key;
    made.place = member.key_place;
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
  out.fallback = read_choice(file, top.get("provenance"), out.all);
  return out;
}

ProvenanceChoice read_provenance(const DataFile& file, ObjectReader& line, const Provenances& known) {
  return read_choice(file, line.get("provenance"), known.all);
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
