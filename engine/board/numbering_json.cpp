// SPDX-License-Identifier: Apache-2.0
#include "engine/board/numbering_json.h"

#include <fmt/format.h>

namespace casebook::board {

namespace {

constexpr int largest_number = 1'000'000;
const std::vector<std::string> styles{"digits", "letters", "capitals"};

NumberPart read_part(const DataFile& file, ObjectReader& scheme, std::string_view key) {
  NumberPart part;
  const JsonValue* json = scheme.get(key);
  if (json == nullptr) return part;
  ObjectReader reader(file, *json, fmt::format("the {} of a numbering", key));
  const std::string style = reader.word("style", styles, "digits");
  part.style = style == "letters"    ? NumberStyle::letters
               : style == "capitals" ? NumberStyle::capitals
                                     : NumberStyle::digits;
  part.width = static_cast<int>(reader.whole("width", 1, 8, 1));
  part.start = static_cast<int>(reader.whole("start", 0, largest_number, 1));
  part.step = static_cast<int>(reader.whole("step", 1, 1000, 1));
  part.reversed = reader.boolean("reversed", false);
  reader.finish();
  return part;
}

JsonValue write_part(const NumberPart& part) {
  JsonValue out = JsonValue::object();
  if (part.style != NumberStyle::digits)
    out.add("style", JsonValue::of(styles[static_cast<size_t>(part.style)]));
  if (part.width != 1) out.add("width", JsonValue::of(int64_t{part.width}));
  if (part.start != 1) out.add("start", JsonValue::of(int64_t{part.start}));
  if (part.step != 1) out.add("step", JsonValue::of(int64_t{part.step}));
  if (part.reversed) out.add("reversed", JsonValue::of(true));
  return out;
}

std::optional<Numbering> read_explicit(const DataFile& file, const std::string& name, const JsonValue& json,
                                       const Grid& grid) {
  if (!json.is(JsonKind::object) || json.members.empty()) {
    file.wrong_kind(json, "\"explicit\"", "an object with a member for each hex");
    return std::nullopt;
  }
  std::vector<ExplicitNumber> numbers;
  bool good = true;
  for (const JsonMember& member : json.members) {
    if (!member.value.is(JsonKind::array) || member.value.items.size() != 2) {
      file.wrong_kind(member.value, fmt::format("the cell of {}", quoted(member.key)),
                      "a list of a column and a row");
      good = false;
      continue;
    }
    const auto column = read_whole(file, member.value.items[0], "a column", 1, grid.columns);
    const auto row = read_whole(file, member.value.items[1], "a row", 1, grid.rows);
    good = good && column && row;
    if (!good) continue;
    numbers.push_back(
        {member.key, {static_cast<int>(*column) - 1, static_cast<int>(*row) - 1}, member.key_place});
  }
  if (!good) return std::nullopt;
  return Numbering::of(name, std::move(numbers), grid);
}

}  // namespace

std::optional<Numbering> read_numbering(const DataFile& file, const std::string& name, const Span& name_place,
                                        const JsonValue& json, const Grid& grid) {
  const size_t errors = file.diagnostics().error_count();
  check_id(file, name, name_place, "a numbering", id_problem);
  ObjectReader reader(file, json, fmt::format("the numbering {}", quoted(name)));
  if (!reader.usable()) return std::nullopt;
  std::optional<Numbering> out;
  if (const JsonValue* listed = reader.get("explicit")) {
    out = read_explicit(file, name, *listed, grid);
  } else {
    NumberScheme scheme;
    scheme.row_first = reader.word("order", {"column row", "row column"}, "column row") == "row column";
    scheme.separator = reader.text("separator");
    scheme.column = read_part(file, reader, "column");
    scheme.row = read_part(file, reader, "row");
    if (file.diagnostics().error_count() == errors) out = Numbering::of(name, scheme, grid);
  }
  reader.finish();
  if (out && !out->problem().empty()) {
    file.error("D0116", json.place,
               fmt::format("the numbering {} does not work: {}", quoted(name), out->problem()));
  }
  if (file.diagnostics().error_count() != errors) out.reset();
  return out;
}

JsonValue write_numbering(const Numbering& numbering) {
  JsonValue out = JsonValue::object();
  if (numbering.is_explicit()) {
    JsonValue cells = JsonValue::object();
    for (const ExplicitNumber& one : numbering.numbers()) {
      cells.add(one.id, JsonValue::array({JsonValue::of(int64_t{one.cell.column} + 1),
                                          JsonValue::of(int64_t{one.cell.row} + 1)}));
    }
    out.add("explicit", std::move(cells));
    return out;
  }
  const NumberScheme& scheme = numbering.scheme();
  out.add("order", JsonValue::of(scheme.row_first ? "row column" : "column row"));
  if (!scheme.separator.empty()) out.add("separator", JsonValue::of(scheme.separator));
  out.add("column", write_part(scheme.column));
  out.add("row", write_part(scheme.row));
  return out;
}

}  // namespace casebook::board
