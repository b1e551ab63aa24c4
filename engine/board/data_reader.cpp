// SPDX-License-Identifier: Apache-2.0
#include "engine/board/data_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "engine/base/nearest.h"

namespace casebook::board {

Diagnostic& DataFile::error(const char* code, const Span& span, std::string message) const {
  return diagnostics_.error(code, range(span), std::move(message));
}

Diagnostic& DataFile::warning(const char* code, const Span& span, std::string message) const {
  return diagnostics_.warning(code, range(span), std::move(message));
}

Diagnostic& DataFile::wrong_kind(const JsonValue& value, std::string_view what,
                                 std::string_view expected) const {
  Diagnostic& made = error("D0109", value.place, fmt::format("{} is {}", what, json_kind_name(value.kind)));
  made.expected = expected;
  return made;
}

ObjectReader::ObjectReader(const DataFile& file, const JsonValue& value, std::string what)
    : file_(file),
      value_(&value),
      what_(std::move(what)),
      place_(value.place),
      taken_(value.members.size(), false) {
  if (!value.is(JsonKind::object)) {
    file.wrong_kind(value, what_, "an object");
    value_ = nullptr;
  }
}

const JsonValue* ObjectReader::get(std::string_view key) {
  known_.emplace_back(key);
  if (value_ == nullptr) return nullptr;
  for (size_t i = 0; i < value_->members.size(); ++i) {
    if (value_->members[i].key == key) {
      taken_[i] = true;
      return &value_->members[i].value;
    }
  }
  return nullptr;
}

const JsonValue* ObjectReader::need(std::string_view key) {
  const JsonValue* found = get(key);
  if (found != nullptr || value_ == nullptr) return found;
  // A key that is nearly the missing one is most likely it.
  std::string near;
  for (const JsonMember& member : value_->members) {
    if (nearest_name(member.key, std::vector<std::string>{std::string(key)}) == key) near = member.key;
  }
  Span at = place_;
  at.end = {at.begin.line, at.begin.column + 1};
  Diagnostic& made = file_.error("D0108", at, fmt::format("{} has no {}", what_, quoted(key)));
  made.expected = fmt::format("a member {}", quoted(key));
  if (!near.empty())
    made.notes.push_back({{}, fmt::format("is {} meant to be {}?", quoted(near), quoted(key))});
  return nullptr;
}

std::string ObjectReader::text(std::string_view key, std::string otherwise) {
  const JsonValue* found = get(key);
  if (found == nullptr) return otherwise;
  return read_text(file_, *found, fmt::format("{} of {}", quoted(key), what_)).value_or(std::move(otherwise));
}

std::string ObjectReader::needed_text(std::string_view key) {
  const JsonValue* found = need(key);
  if (found == nullptr) return {};
  return read_text(file_, *found, fmt::format("{} of {}", quoted(key), what_)).value_or("");
}

int64_t ObjectReader::whole(std::string_view key, int64_t least, int64_t most, int64_t otherwise) {
  const JsonValue* found = get(key);
  if (found == nullptr) return otherwise;
  return read_whole(file_, *found, fmt::format("{} of {}", quoted(key), what_), least, most)
      .value_or(otherwise);
}

int64_t ObjectReader::needed_whole(std::string_view key, int64_t least, int64_t most) {
  const JsonValue* found = need(key);
  if (found == nullptr) return least;
  return read_whole(file_, *found, fmt::format("{} of {}", quoted(key), what_), least, most).value_or(least);
}

bool ObjectReader::boolean(std::string_view key, bool otherwise) {
  const JsonValue* found = get(key);
  if (found == nullptr) return otherwise;
  if (!found->is(JsonKind::boolean)) {
    file_.wrong_kind(*found, fmt::format("{} of {}", quoted(key), what_), "true or false");
    return otherwise;
  }
  return found->boolean;
}

std::string ObjectReader::word(std::string_view key, const std::vector<std::string>& allowed,
                               std::string otherwise) {
  const JsonValue* found = otherwise.empty() ? need(key) : get(key);
  if (found == nullptr) return otherwise;
  const auto given = read_text(file_, *found, fmt::format("{} of {}", quoted(key), what_));
  if (!given) return {};
  if (std::find(allowed.begin(), allowed.end(), *given) != allowed.end()) return *given;
  Diagnostic& made = file_.error("D0111", found->place,
                                 fmt::format("{} of {} cannot be {}", quoted(key), what_, quoted(*given)));
  std::vector<std::string> shown;
  for (const std::string& word : allowed) shown.push_back(quoted(word));
  made.expected = listed(shown);
  file_.diagnostics().suggest(made, [&] { return nearest_name(*given, allowed); });
  return {};
}

const std::vector<JsonValue>& ObjectReader::list(std::string_view key) {
  static const std::vector<JsonValue> none;
  const JsonValue* found = get(key);
  if (found == nullptr) return none;
  if (!found->is(JsonKind::array))
    file_.wrong_kind(*found, fmt::format("{} of {}", quoted(key), what_), "a list");
  return found->items;
}

const std::vector<JsonMember>& ObjectReader::object(std::string_view key) {
  static const std::vector<JsonMember> none;
  const JsonValue* found = get(key);
  if (found == nullptr) return none;
  if (!found->is(JsonKind::object))
    file_.wrong_kind(*found, fmt::format("{} of {}", quoted(key), what_), "an object");
  return found->members;
}

std::vector<Fact> ObjectReader::attributes(const Provenances& provenances, const ProvenanceChoice& line) {
  std::vector<Fact> facts;
  if (value_ == nullptr) return facts;
  for (size_t i = 0; i < value_->members.size(); ++i) {
    const JsonMember& member = value_->members[i];
    if (taken_[i] || !is_attribute_name(member.key)) continue;
    taken_[i] = true;
    if (!check_count(file_, facts.size() + 1, limits::attributes, member.key_place, "attributes in one line"))
      break;
    auto value = read_value(file_, member.value, member.key);
    if (!value) continue;
    facts.push_back({member.key, std::move(*value), provenances.of(line, member.key), member.key_place});
  }
  return facts;
}

Extras ObjectReader::finish() {
  Extras extras;
  if (value_ == nullptr) return extras;
  for (size_t i = 0; i < value_->members.size(); ++i) {
    if (taken_[i]) continue;
    const JsonMember& member = value_->members[i];
    Diagnostic& made = file_.warning(
        "D0110", member.key_place,
        fmt::format("{} has no use for {}; it is kept and changes nothing", what_, quoted(member.key)));
    file_.diagnostics().suggest(made, [&] { return nearest_name(member.key, known_); });
    extras.push_back(member);
  }
  return extras;
}

std::optional<std::string> read_text(const DataFile& file, const JsonValue& value, std::string_view what) {
  if (value.is(JsonKind::string)) return value.text;
  Diagnostic& made = file.wrong_kind(value, what, "a text");
  if (value.is(JsonKind::number)) made.suggestion = quoted(value.text);
  return std::nullopt;
}

namespace {

/// `2.5` as `"5/2"`; empty for what has an exponent or too many digits.
std::string as_fraction(const std::string& decimal) {
  const size_t point = decimal.find('.');
  if (point == std::string::npos || decimal.find_first_of("eE") != std::string::npos || decimal.size() > 15)
    return {};
  int64_t numerator = 0, denominator = 1;
  std::string digits = decimal;
  digits.erase(point, 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), numerator);
  for (size_t i = point + 1; i < decimal.size(); ++i) denominator *= 10;
  const auto fraction = Rational::make(numerator, denominator);
  if (!fraction) return {};
  return fraction->is_whole() ? to_text(*fraction) : quoted(to_text(*fraction));
}

}  // namespace

std::optional<int64_t> read_whole(const DataFile& file, const JsonValue& value, std::string_view what,
                                  int64_t least, int64_t most) {
  if (!value.is(JsonKind::number)) {
    file.wrong_kind(value, what, "a whole number");
    return std::nullopt;
  }
  const std::string& text = value.text;
  if (text.find_first_of(".eE") != std::string::npos) {
    Diagnostic& made =
        file.error("D0113", value.place, fmt::format("{} is {}; numbers here are exact", what, text));
    made.expected = "a whole number, or a fraction as a text such as \"1/2\"";
    made.suggestion = as_fraction(text);
    return std::nullopt;
  }
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < least || number > most) {
    file.error("D0112", value.place, fmt::format("{} is {}", what, text)).expected =
        fmt::format("a whole number from {} to {}", least, most);
    return std::nullopt;
  }
  return number;
}

std::optional<DataValue> read_value(const DataFile& file, const JsonValue& value, std::string_view where) {
  DataValue out;
  out.place = value.place;
  switch (value.kind) {
    case JsonKind::boolean:
      out.kind = DataKind::boolean;
      out.boolean = value.boolean;
      return out;
    case JsonKind::number: {
      out.kind = DataKind::number;
      const auto number = read_whole(file, value, quoted(where), -limits::number, limits::number);
      if (!number) return std::nullopt;
      out.number = *number;
      return out;
    }
    case JsonKind::string:
      out.kind = DataKind::text;
      out.text = value.text;
      return out;
    case JsonKind::array: {
      out.kind = DataKind::list;
      for (const JsonValue& item : value.items) {
        if (item.is(JsonKind::array) || item.is(JsonKind::object) || item.is(JsonKind::null)) {
          file.wrong_kind(item, fmt::format("a member of the list {}", quoted(where)),
                          "a text, a whole number, true or false");
          return std::nullopt;
        }
        auto read = read_value(file, item, where);
        if (!read) return std::nullopt;
        out.items.push_back(std::move(*read));
      }
      return out;
    }
    case JsonKind::null:
    case JsonKind::object:
      break;
  }
  file.wrong_kind(value, quoted(where), "a text, a whole number, true, false or a list of these");
  return std::nullopt;
}

JsonValue json_of(const DataValue& value) {
  switch (value.kind) {
    case DataKind::boolean:
      return JsonValue::of(value.boolean);
    case DataKind::number:
      return JsonValue::of(value.number);
    case DataKind::text:
      return JsonValue::of(value.text);
    case DataKind::list:
      break;
  }
  JsonValue out = JsonValue::array();
  for (const DataValue& item : value.items) out.items.push_back(json_of(item));
  return out;
}

void write_facts(JsonValue& line, const std::vector<Fact>& facts) {
  for (const Fact& fact : facts) line.add(fact.attribute, json_of(fact.value));
}

void write_extras(JsonValue& object, const Extras& extras) {
  std::set<std::string_view> there;
  for (const JsonMember& member : object.members) there.insert(member.key);
  std::vector<JsonMember> more;
  for (const JsonMember& extra : extras) {
    if (there.insert(extra.key).second) more.push_back(extra);
  }
  object.members.insert(object.members.end(), std::make_move_iterator(more.begin()),
                        std::make_move_iterator(more.end()));
}

bool check_count(const DataFile& file, size_t count, size_t most, const Span& place, std::string_view what) {
  if (count <= most) return true;
  file.error("D0103", place, fmt::format("there are more than {} {}, which is the limit", most, what));
  return false;
}

bool check_id(const DataFile& file, std::string_view id, const Span& place, std::string_view what,
              std::string (*problem_of)(std::string_view)) {
  const std::string problem = problem_of(id);
  if (problem.empty()) return true;
  file.error("D0114", place, fmt::format("{} cannot be the name of {}: {}", quoted(id), what, problem));
  return false;
}

}  // namespace casebook::board
