// SPDX-License-Identifier: Apache-2.0
#include "editor/document/commands/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/json.h"

namespace casebook::editor {

using board::JsonKind;
using board::JsonMember;

namespace {

enum class FieldSort : unsigned char { text, texts, number, boolean, value, json };

struct Sorts {
  std::map<std::string, FieldSort>& out;
  void put(std::string_view field, FieldSort sort) {
    std::string name;
    for (size_t i = 0; i < field.size(); ++i)
      name += field[i] == '_' && i + 1 < field.size() ? static_cast<char>(field[++i] - 'a' + 'A') : field[i];
    out[name] = sort;
  }
  void operator()(const char* field, const std::string&) { put(field, FieldSort::text); }
  void operator()(const char* field, const std::vector<std::string>&) { put(field, FieldSort::texts); }
  void operator()(const char* field, int) { put(field, FieldSort::number); }
  void operator()(const char* field, bool) { put(field, FieldSort::boolean); }
  void operator()(const char* field, const std::optional<DataValue>&) { put(field, FieldSort::value); }
  void operator()(const char* field, const JsonValue&) { put(field, FieldSort::json); }
  void operator()(const char* field, const std::vector<Command>&) { put(field, FieldSort::json); }
};

template <size_t At = 0>
bool field_sorts(std::string_view name, std::map<std::string, FieldSort>& out) {
  if constexpr (At < std::variant_size_v<AnyCommand>) {
    using One = std::variant_alternative_t<At, AnyCommand>;
    if (One::name != name) return field_sorts<At + 1>(name, out);
    const One one{};
    One::fields(one, Sorts{out});
    return true;
  } else {
    return false;
  }
}

std::optional<JsonValue> as_json(const std::string& raw) {
  Diagnostics ignored;
  return board::parse_json(raw, "line", ignored);
}

/// Stands in a line as it is: no blank, no quote, no bracket, no control character.
bool is_plain(std::string_view text, bool in_list) {
  if (text.empty() || text.front() == '#') return false;
  return std::none_of(text.begin(), text.end(), [&](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '[' || c == ']' || c == '{' || c == '}' ||
           c == '\\' || static_cast<unsigned char>(c) == 0x7f || (in_list && c == ',');
  });
}

std::string written(const JsonValue& json, FieldSort sort) {
  if (sort == FieldSort::text && is_plain(json.text, false)) return json.text;
  if ((sort == FieldSort::value || sort == FieldSort::json) && json.is(JsonKind::string) &&
      is_plain(json.text, false) && !as_json(json.text))
    return json.text;
  if (sort == FieldSort::texts && !json.items.empty()) {
    const bool plain = std::all_of(json.items.begin(), json.items.end(),
                                   [](const JsonValue& one) { return is_plain(one.text, true); });
    if (plain) {
      std::string out;
      for (const JsonValue& one : json.items) out += (out.empty() ? "" : ",") + one.text;
      return out;
    }
  }
  return board::write_json_line(json);
}

std::optional<JsonValue> read_field(const std::string& raw, FieldSort sort) {
  const bool quoted = !raw.empty() && (raw.front() == '"' || raw.front() == '[' || raw.front() == '{');
  switch (sort) {
    case FieldSort::text:
      if (!quoted || raw.front() != '"') return JsonValue::of(raw);
      return as_json(raw);
    case FieldSort::texts: {
      if (quoted && raw.front() == '[') return as_json(raw);
      if (quoted && raw.front() == '"') {
        auto one = as_json(raw);
        if (!one) return std::nullopt;
        return JsonValue::array({std::move(*one)});
      }
      JsonValue list = JsonValue::array();
      for (const std::string_view one : split(raw, ','))
        list.items.push_back(JsonValue::of(std::string(one)));
      return list;
    }
    case FieldSort::boolean:
      if (raw == "yes") return JsonValue::of(true);
      if (raw == "no") return JsonValue::of(false);
      return as_json(raw);
    case FieldSort::number:
      return as_json(raw);
    case FieldSort::value:
    case FieldSort::json: {
      auto json = as_json(raw);
      if (!json && !quoted) json = JsonValue::of(raw);
      return json;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string command_line(const Command& command) {
  std::map<std::string, FieldSort> sorts;
  field_sorts(command_name(command), sorts);
  std::string out(command_name(command));
  for (const JsonMember& member : json_of(command).members) {
    if (member.key != "command") out += " " + member.key + "=" + written(member.value, sorts[member.key]);
  }
  return out;
}

std::optional<LineWords> line_words(std::string_view line, std::string& problem) {
  LineWords out;
  size_t at = 0;
  const auto blank = [&](size_t i) { return line[i] == ' ' || line[i] == '\t' || line[i] == '\r'; };
  while (at < line.size()) {
    if (blank(at)) {
      ++at;
      continue;
    }
    if (line[at] == '#') break;
    const size_t begin = at;
    size_t equals = std::string_view::npos;
    int depth = 0;
    bool in_text = false;
    for (; at < line.size(); ++at) {
      const char c = line[at];
      if (in_text) {
        if (c == '\\') ++at;
        if (c == '"') in_text = false;
        continue;
      }
      if (c == '"') in_text = true;
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      if (c == '=' && equals == std::string_view::npos && depth == 0) equals = at;
      if (depth <= 0 && blank(at)) break;
    }
    if (in_text || depth > 0) {
      problem = in_text ? "a text is not closed by \"" : "a list or object is not closed";
      return std::nullopt;
    }
    at = std::min(at, line.size());
    const std::string word(line.substr(begin, at - begin));
    if (out.first.empty()) {
      out.first = word;
    } else if (equals == std::string_view::npos || word.front() == '"') {
      out.rest.emplace_back(std::string(), word);
    } else {
      out.rest.emplace_back(word.substr(0, equals - begin), word.substr(equals - begin + 1));
    }
  }
  return out;
}

std::string plain_word(const std::string& raw) {
  if (raw.empty() || raw.front() != '"') return raw;
  const auto json = as_json(raw);
  return json && json->is(JsonKind::string) ? json->text : raw;
}

std::optional<Command> command_of(const LineWords& words, std::string& problem) {
  std::map<std::string, FieldSort> sorts;
  JsonValue json = JsonValue::object();
  json.add("command", JsonValue::of(words.first));
  if (field_sorts(words.first, sorts)) {
    for (const auto& [key, raw] : words.rest) {
      const auto sort = sorts.find(key);
      if (sort == sorts.end()) {
        std::vector<std::string> names;
        for (const auto& [name, unused] : sorts) names.push_back(name);
        problem = key.empty() ? fmt::format("{} stands alone, where NAME=VALUE is expected", quoted(raw))
                              : fmt::format("{} has no field {}; it has {}", words.first, quoted(key),
                                            listed(names, "and"));
        return std::nullopt;
      }
      auto value = read_field(raw, sort->second);
      if (!value) {
        problem = fmt::format("the value of {} cannot be read: {}", key, raw);
        return std::nullopt;
      }
      if (json.find(key) != nullptr) {
        problem = fmt::format("{} is given twice", key);
        return std::nullopt;
      }
      json.add(key, std::move(*value));
    }
  }
  // Written and read once more, so that what a file may not say a line may not either.
  Diagnostics diagnostics;
  const auto again = board::parse_json(board::write_json_line(json), "line", diagnostics);
  auto command = again ? read_command(*again, "line", diagnostics) : std::nullopt;
  if (command) return command;
  const Diagnostic& first = diagnostics.all().front();
  problem = first.message;
  if (!first.expected.empty()) problem += "; expected " + first.expected;
  if (!first.suggestion.empty()) problem += "; is it " + first.suggestion + "?";
  return std::nullopt;
}

std::optional<Command> read_command_line(std::string_view line, std::string& problem) {
  const auto words = line_words(line, problem);
  if (!words) return std::nullopt;
  if (words->first.empty()) {
    problem = "the line is empty";
    return std::nullopt;
  }
  return command_of(*words, problem);
}

}  // namespace casebook::editor
