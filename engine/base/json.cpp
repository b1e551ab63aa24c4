// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"

#include <fmt/format.h>

namespace casebook::board {

JsonValue JsonValue::of(bool value) {
  JsonValue out;
  out.kind = JsonKind::boolean;
  out.boolean = value;
  return out;
}

JsonValue JsonValue::of(int64_t value) {
  JsonValue out;
  out.kind = JsonKind::number;
  out.text = fmt::format("{}", value);
  return out;
}

JsonValue JsonValue::of(std::string value) {
  JsonValue out;
  out.kind = JsonKind::string;
  out.text = std::move(value);
  return out;
}

JsonValue JsonValue::array(std::vector<JsonValue> items) {
  JsonValue out;
  out.kind = JsonKind::array;
  out.items = std::move(items);
  return out;
}

JsonValue JsonValue::object(std::vector<JsonMember> members) {
  JsonValue out;
  out.kind = JsonKind::object;
  out.members = std::move(members);
  return out;
}

const JsonValue* JsonValue::find(std::string_view key) const {
  for (const JsonMember& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

JsonValue* JsonValue::find(std::string_view key) {
  for (JsonMember& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

void JsonValue::add(std::string key, JsonValue value) {
  members.push_back({std::move(key), std::move(value), {}});
}

bool JsonValue::operator==(const JsonValue& other) const {
  return kind == other.kind && boolean == other.boolean && text == other.text && items == other.items &&
         members == other.members;
}

std::string_view json_kind_name(JsonKind kind) {
  switch (kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return "true or false";
    case JsonKind::number:
      return "a number";
    case JsonKind::string:
      return "a text";
    case JsonKind::array:
      return "a list";
    case JsonKind::object:
      return "an object";
  }
  return "a value";
}

namespace {

void put_string(std::string& out, std::string_view text) {
  out.push_back('"');
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else {
          out.push_back(c);
        }
    }
  }
  out.push_back('"');
}

void put_line(std::string& out, const JsonValue& value) {
  switch (value.kind) {
    case JsonKind::null:
      out += "null";
      break;
    case JsonKind::boolean:
      out += value.boolean ? "true" : "false";
      break;
    case JsonKind::number:
      out += value.text;
      break;
    case JsonKind::string:
      put_string(out, value.text);
      break;
    case JsonKind::array: {
      out += "[";
      const char* link = "";
      for (const JsonValue& item : value.items) {
        out += link;
        put_line(out, item);
        link = ", ";
      }
      out += "]";
      break;
    }
    case JsonKind::object: {
      out += "{";
      const char* link = "";
      for (const JsonMember& member : value.members) {
        out += link;
        put_string(out, member.key);
        out += ": ";
        put_line(out, member.value);
        link = ", ";
      }
      out += "}";
      break;
    }
  }
}

void put(std::string& out, const JsonValue& value, const JsonLayout* layout, int levels, int indent) {
  const bool has_parts = !value.items.empty() || !value.members.empty();
  if (levels <= 0 || !has_parts) {
    put_line(out, value);
    return;
  }
  const std::string margin(static_cast<size_t>(indent) + 2, ' ');
  const bool is_array = value.is(JsonKind::array);
  out += is_array ? "[" : "{";
  const char* link = "\n";
  for (const JsonValue& item : value.items) {
    out += link + margin;
    put(out, item, nullptr, levels - 1, indent + 2);
    link = ",\n";
  }
  for (const JsonMember& member : value.members) {
    out += link + margin;
    put_string(out, member.key);
    out += ": ";
    int below = levels - 1;
    if (layout != nullptr) {
      below = 0;
      for (const auto& [key, wanted] : *layout) {
        if (key == member.key) below = wanted;
      }
    }
    put(out, member.value, nullptr, below, indent + 2);
    link = ",\n";
  }
  out += "\n" + std::string(static_cast<size_t>(indent), ' ') + (is_array ? "]" : "}");
}

}  // namespace

std::string write_json(const JsonValue& value, const JsonLayout& layout) {
  std::string out;
  put(out, value, &layout, 1, 0);
  return out + "\n";
}

std::string write_json_line(const JsonValue& value) {
  std::string out;
  put_line(out, value);
  return out;
}

}  // namespace casebook::board
