// SPDX-License-Identifier: Apache-2.0
// Commands as JSON and back: each by its fields.
#include <fmt/format.h>

#include "editor/document/commands/commands.h"
#include "engine/base/nearest.h"
#include "engine/board/data_reader.h"

namespace casebook::editor {

using board::DataFile;
using board::JsonKind;
using board::ObjectReader;

namespace {

/// Members of JSON are written like this: keepNumbers.
std::string member_name(std::string_view field) {
  std::string out;
  for (size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '_' && i + 1 < field.size()) {
      out += static_cast<char>(field[++i] - 'a' + 'A');
    } else {
      out += field[i];
    }
  }
  return out;
}

struct Writer {
  JsonValue& out;
  void add(const char* field, JsonValue value) { out.add(member_name(field), std::move(value)); }
  void operator()(const char* field, const std::string& value) {
    if (!value.empty()) add(field, JsonValue::of(value));
  }
  void operator()(const char* field, const std::vector<std::string>& values) {
    if (values.empty()) return;
    JsonValue list = JsonValue::array();
    for (const std::string& one : values) list.items.push_back(JsonValue::of(one));
    add(field, std::move(list));
  }
  void operator()(const char* field, int value) { add(field, JsonValue::of(int64_t{value})); }
  void operator()(const char* field, bool value) { add(field, JsonValue::of(value)); }
  void operator()(const char* field, const std::optional<DataValue>& value) {
    if (value) add(field, board::json_of(*value));
  }
  void operator()(const char* field, const JsonValue& value) {
    if (!value.is(JsonKind::null)) add(field, value);
  }
  void operator()(const char* field, const std::vector<Command>& commands) {
    JsonValue list = JsonValue::array();
    for (const Command& one : commands) list.items.push_back(json_of(one));
    add(field, std::move(list));
  }
};

constexpr int64_t largest = 1'000'000;  // of any number of a command

struct Reader {
  const DataFile& file;
  ObjectReader& in;
  void operator()(const char* field, std::string& value) { value = in.text(member_name(field)); }
  void operator()(const char* field, std::vector<std::string>& values) {
    for (const JsonValue& one : in.list(member_name(field)))
      values.push_back(board::read_text(file, one, field).value_or(""));
  }
  void operator()(const char* field, int& value) {
    value = static_cast<int>(in.whole(member_name(field), -largest, largest, value));
  }
  void operator()(const char* field, bool& value) { value = in.boolean(member_name(field), value); }
  void operator()(const char* field, std::optional<DataValue>& value) {
    const JsonValue* json = in.get(member_name(field));
    if (json != nullptr && !json->is(JsonKind::null)) value = board::read_value(file, *json, field);
  }
  void operator()(const char* field, JsonValue& value) {
    if (const JsonValue* json = in.get(member_name(field))) value = *json;
  }
  void operator()(const char* field, std::vector<Command>& commands) {
    for (const JsonValue& one : in.list(member_name(field))) {
      if (auto command = read_command(one, file.name(), file.diagnostics()))
        commands.push_back(std::move(*command));
    }
  }
};

template <size_t... At>
std::vector<std::string_view> names_of(std::index_sequence<At...>) {
  return {std::variant_alternative_t<At, AnyCommand>::name...};
}

template <size_t At = 0>
bool make_command(std::string_view name, AnyCommand& out) {
  if constexpr (At < std::variant_size_v<AnyCommand>) {
    if (std::variant_alternative_t<At, AnyCommand>::name != name) return make_command<At + 1>(name, out);
    out.emplace<At>();
    return true;
  } else {
    return false;
  }
}

}  // namespace

std::string_view command_name(const Command& command) {
  return std::visit([](const auto& one) { return std::remove_cvref_t<decltype(one)>::name; }, command.what);
}

const std::vector<std::string_view>& command_names() {
  static const std::vector<std::string_view> names =
      names_of(std::make_index_sequence<std::variant_size_v<AnyCommand>>());
  return names;
}

JsonValue json_of(const Command& command) {
  JsonValue out = JsonValue::object();
  out.add("command", JsonValue::of(std::string(command_name(command))));
  std::visit([&out](const auto& one) { std::remove_cvref_t<decltype(one)>::fields(one, Writer{out}); },
             command.what);
  return out;
}

std::optional<Command> read_command(const JsonValue& json, const std::string& name,
                                    Diagnostics& diagnostics) {
  Diagnostics mine;
  const DataFile file(name, mine);
  ObjectReader in(file, json, "the command");
  const std::string which = in.needed_text("command");
  Command out;
  if (in.usable() && !which.empty()) {
    if (make_command(which, out.what)) {
      std::visit(
          [&](auto& one) {
            std::remove_cvref_t<decltype(one)>::fields(one, Reader{file, in});
          },
          out.what);
      in.finish();
    } else {
      Diagnostic& made = mine.error("D0111", file.range(in.get("command")->place),
                                    fmt::format("there is no command {}", casebook::quoted(which)));
      NearestName nearest(which);
      for (const std::string_view one : command_names()) nearest.offer(std::string(one));
      made.suggestion = nearest.best();
    }
  }
  const bool good = !mine.has_errors();
  diagnostics.add_all(mine);
  if (!good) return std::nullopt;
  return out;
}

}  // namespace casebook::editor
