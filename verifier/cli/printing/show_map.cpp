// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/show_map.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::cli {

using language::Type;
using language::TypeTag;

namespace {

class MapText {
 public:
  MapText(const runtime::Scenario& scenario, const runtime::Position& position, const MapMarks& marks)
      : marks_(marks),
        scenario_(scenario),
        program_(*scenario.program),
        position_(position),
        evaluator_(scenario.shared_from_this()) {
    if (!marks.terrain_only) collect_units();
    find_sources();
    size_t widest = 4;
    for (const auto& [hex, word] : marks.words) widest = std::max(widest, code_points(word));
    for (const std::string& name : scenario_.members[language::kind_hex])
      widest = std::max(widest, code_points(name));
    for (const auto& [hex, names] : units_) widest = std::max(widest, std::min<size_t>(9, longest(names)));
    width_ = static_cast<int>(widest) + 1;
    find_common_content();
    compact_ = is_flat_rectangle() && last_column() * (width_ + 1) + width_ > terminal_columns;
  }

  std::vector<std::string> lines() {
    const runtime::Ground& ground = scenario_.ground;
    board::Grid grid;
    grid.layout = ground.layout;
    int least_x = 0;
    std::vector<std::array<int, 2>> at;
    for (int32_t hex = 0; hex < ground.hexes; ++hex) {
      at.push_back(place_of(grid, ground.cells[static_cast<size_t>(hex)]));
      least_x = std::min(least_x, at.back()[0]);
    }
    if (compact_) number_edges();
    for (int32_t hex = 0; hex < ground.hexes; ++hex) {
      const auto& [x, y] = at[static_cast<size_t>(hex)];
      if (compact_) {
        put(x, y, content(hex));
        continue;
      }
      put(x - least_x, y, scenario_.members[language::kind_hex][static_cast<size_t>(hex)]);
      put(x - least_x, y + 1, content(hex));
    }
    std::vector<std::string> text;
    for (const auto& [y, cells] : rows_) {
      std::string line;
      size_t column = 0;
      for (const auto& [x, word] : cells) {
        line.append(static_cast<size_t>(x) > column ? static_cast<size_t>(x) - column : 0, ' ');
        column = std::max(column, static_cast<size_t>(x));
        line += word;
        column += code_points(word);
      }
      while (!line.empty() && line.back() == ' ') line.pop_back();
      text.push_back(line);
    }
    if (!legend_.empty()) {
      text.emplace_back();
      std::string line;
      for (const auto& [sign, meaning] : legend_) line += (line.empty() ? "" : ", ") + sign + " " + meaning;
      text.push_back(line);
    }
    for (const auto& [box, names] : boxes_) list(box, names, text);
    for (const auto& [hex, names] : units_) {
      if (names.size() > 1)
        list(scenario_.members[language::kind_hex][static_cast<size_t>(hex)], names, text);
    }
    return text;
  }

 private:
  // A map that would not fit is drawn without the number of every hex: two lines a row, one of them for the
  // columns that stand lower, and the numbers of the hexes at the upper and the left edge only.
  static constexpr int terminal_columns = 80;
  static constexpr int compact_column = 4, compact_margin = 6, compact_top = 2;

  bool is_flat_rectangle() const {
    const board::Layout layout = scenario_.ground.layout;
    return layout == board::Layout::flat_odd || layout == board::Layout::flat_even;
  }
  int last_column() const {
    int most = 0;
    for (const board::Cell& cell : scenario_.ground.cells) most = std::max(most, cell.column);
    return most;
  }
  void number_edges() {
    board::Grid grid;
    grid.layout = scenario_.ground.layout;
    std::map<int, std::pair<int, int32_t>> first_of_line;  // by line: least x, hex
    std::map<int, std::pair<int, int32_t>> top_of_column;
    for (int32_t hex = 0; hex < scenario_.ground.hexes; ++hex) {
      const auto [x, y] = place_of(grid, scenario_.ground.cells[static_cast<size_t>(hex)]);
      const auto left = first_of_line.try_emplace(y, x, hex).first;
      if (x < left->second.first) left->second = {x, hex};
      const auto top = top_of_column.try_emplace(x, y, hex).first;
      if (y < top->second.first) top->second = {y, hex};
    }
    const auto& names = scenario_.members[language::kind_hex];
    for (const auto& [y, at] : first_of_line)
      if (at.first == compact_margin) put(0, y, names[static_cast<size_t>(at.second)]);
    for (const auto& [x, at] : top_of_column)
      put(x, (x - compact_margin) / compact_column % 2, names[static_cast<size_t>(at.second)]);
  }

  // What most hexes hold is shown as a dot.
  void find_common_content() {
    if (given_ == language::none) return;
    std::map<std::vector<int32_t>, int> times;
    for (int32_t hex = 0; hex < scenario_.ground.hexes; ++hex) ++times[given_of(hex)];
    int most = 0;
    for (const auto& [value, count] : times) {
      if (count <= most) continue;
      most = count;
      common_ = value;
    }
    if (most * 3 < scenario_.ground.hexes) common_.clear();
    if (!common_.empty()) legend_["."] = words_of(common_, " and ", false);
  }
  std::vector<int32_t> given_of(int32_t hex) const {
    const Type& type = program_.givens[given_].type;
    const auto& cells = scenario_.givens[given_].cells;
    if (type.tag != TypeTag::set) return {cells[static_cast<size_t>(hex)]};
    const auto size = static_cast<size_t>(scenario_.size(type.of));  // a cell a member
    std::vector<int32_t> members;
    for (size_t i = 0; i < size; ++i)
      if (cells[static_cast<size_t>(hex) * size + i] != 0) members.push_back(static_cast<int32_t>(i));
    return members;
  }
  std::string words_of(const std::vector<int32_t>& value, const std::string& between, bool short_form) {
    const Type& type = program_.givens[given_].type;
    const Type one{type.tag == TypeTag::set ? TypeTag::entity : type.tag, type.of, 1};
    std::string text;
    for (const int32_t member : value) {
      const std::string word = scenario_.value_text(one, member);
      text += (text.empty() ? "" : between) + (short_form ? sign(word) : word);
    }
    return text;
  }

  // `Reshev 1` in seven places is `Reshe 1`: what tells one name from the next stands at its end.
  static std::string shortened(const std::string& name, size_t room) {
    if (code_points(name) <= room) return name;
    const size_t blank = name.rfind(' ');
    if (blank == std::string::npos || name.size() - blank >= room) return name.substr(0, room);
    return name.substr(0, room - (name.size() - blank)) + name.substr(blank);
  }
  // A list under its name, in lines that fit a terminal.
  static void list(const std::string& name, const std::vector<std::string>& words,
                   std::vector<std::string>& text) {
    std::string line = name + ":";
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string word = words[i] + (i + 1 < words.size() ? "," : "");
      if (code_points(line) + 1 + code_points(word) > static_cast<size_t>(terminal_columns)) {
        text.push_back(line);
        line = " ";
      }
      line += " " + word;
    }
    text.push_back(line);
  }

  static size_t longest(const std::vector<std::string>& names) {
    size_t most = 0;
    for (const std::string& name : names) most = std::max(most, code_points(name));
    return most;
  }

  void collect_units() {
    for (size_t kind = 0; kind < program_.kinds.size(); ++kind) {
      const runtime::Slot& slot = scenario_.layout.places[kind];
      if (!program_.kinds[kind].on_map) continue;
      for (uint32_t i = 0; i < slot.combinations; ++i) {
        const int32_t place = position_.cell(slot.first + i);
        if (place < scenario_.ground.hexes)
          units_[place].push_back(scenario_.members[kind][i]);
        else
          boxes_[program_.boxes[place - scenario_.ground.hexes].name].push_back(scenario_.members[kind][i]);
      }
    }
  }

  // What a hex without units shows: the first state of a hex that names something, else the first given that
  // does.
  void find_sources() {
    const auto names_something = [](const std::vector<Type>& params, const Type& type) {
      return params.size() == 1 && params[0] == Type{TypeTag::entity, language::kind_hex, 1} &&
             (type.tag == TypeTag::entity || type.tag == TypeTag::maybe);
    };
    const auto names_some = [&](const std::vector<Type>& params, const Type& type) {
      return names_something(params, type) ||
             (params.size() == 1 && params[0] == Type{TypeTag::entity, language::kind_hex, 1} &&
              type.tag == TypeTag::set && type.of != language::kind_hex);
    };
    for (size_t i = 0; i < program_.states.size() && !marks_.terrain_only && state_ == language::none; ++i) {
      if (program_.states[i].procedure == language::none &&
          names_something(program_.states[i].params, program_.states[i].type))
        state_ = static_cast<language::StateId>(i);
    }
    for (size_t i = 0; i < program_.givens.size() && given_ == language::none; ++i) {
      if (names_some(program_.givens[i].params, program_.givens[i].type))
        given_ = static_cast<language::GivenId>(i);
    }
  }

  std::string content(int32_t hex) {
    if (const auto word = marks_.words.find(hex); word != marks_.words.end()) return word->second;
    std::string text = content_of(hex);
    if (marks_.starred.count(hex) == 0) return text;
    if (text == ".") return "*";
    return shortened(text, room() - 1) + "*";
  }
  size_t room() const { return static_cast<size_t>(compact_ ? 2 * compact_column : width_) - 1; }

  std::string content_of(int32_t hex) {
    if (const auto units = units_.find(hex); units != units_.end()) {
      std::string text = units->second.size() == 1 ? units->second.front()
                                                   : "[" + std::to_string(units->second.size()) + "]";
      return shortened(text, room());
    }
    if (state_ != language::none) {
      const Type& type = program_.states[state_].type;
      const int64_t value =
          evaluator_.read(scenario_.layout.states[state_], type, position_, static_cast<uint32_t>(hex))
              .number;
      if (type.tag == TypeTag::entity || value >= 0) return sign(scenario_.value_text(type, value));
    }
    if (given_ != language::none) {
      const Type& type = program_.givens[given_].type;
      const std::vector<int32_t> value = given_of(hex);
      if (!common_.empty() && value == common_) return ".";
      if (type.tag == TypeTag::set && !value.empty()) return words_of(value, "+", true);
      if (type.tag == TypeTag::entity || (type.tag == TypeTag::maybe && value.front() >= 0))
        return sign(scenario_.value_text(type, value.front()));
    }
    return ".";
  }

  // The shortest beginning that no other word in the legend has; at least two letters.
  std::string sign(const std::string& word) {
    for (size_t length = std::min<size_t>(2, word.size()); length <= word.size(); ++length) {
      const std::string beginning = word.substr(0, length);
      const auto found = legend_.find(beginning);
      if (found == legend_.end()) {
        legend_[beginning] = word;
        return beginning;
      }
      if (found->second == word) return beginning;
    }
    return word;
  }

  std::array<int, 2> place_of(const board::Grid& grid, const board::Cell& cell) const {
    const bool shifted_column = (grid.layout == board::Layout::flat_odd && cell.column % 2 == 0) ||
                                (grid.layout == board::Layout::flat_even && cell.column % 2 == 1);
    const bool shifted_row = (grid.layout == board::Layout::pointy_odd && cell.row % 2 == 0) ||
                             (grid.layout == board::Layout::pointy_even && cell.row % 2 == 1);
    if (grid.layout == board::Layout::rhombus_pointy)
      return {cell.column * width_ * 2 + cell.row * width_, cell.row * 3};
    if (grid.layout == board::Layout::rhombus_flat)
      return {cell.column * (width_ + 1), cell.row * 4 + cell.column * 2};
    if (compact_)
      return {compact_margin + cell.column * compact_column,
              compact_top + cell.row * 2 + (shifted_column ? 1 : 0)};
    if (grid.flat()) return {cell.column * (width_ + 1), cell.row * 4 + (shifted_column ? 2 : 0)};
    return {cell.column * width_ * 2 + (shifted_row ? width_ : 0), cell.row * 3};
  }

  void put(int x, int y, const std::string& word) { rows_[y][x] = printable(word); }

  const MapMarks& marks_;
  const runtime::Scenario& scenario_;
  const language::Program& program_;
  const runtime::Position& position_;
  runtime::Evaluator evaluator_;
  std::map<int32_t, std::vector<std::string>> units_;
  std::map<std::string, std::vector<std::string>> boxes_;
  std::map<std::string, std::string> legend_;
  std::map<int, std::map<int, std::string>> rows_;
  language::StateId state_ = language::none;
  language::GivenId given_ = language::none;
  std::vector<int32_t> common_;  // what most hexes hold; empty: nothing is so common
  int width_ = 5;
  bool compact_ = false;
};

}  // namespace

std::vector<std::string> map_lines(const runtime::Scenario& scenario, const runtime::Position& position,
                                   const MapMarks& marks) {
  if (scenario.ground.hexes == 0) return {};
  return MapText(scenario, position, marks).lines();
}

void show_map(const runtime::Scenario& scenario, const runtime::Position& position, Context& context,
              const std::vector<board::ProvenanceCount>& provenance, const MapMarks& marks) {
  if (scenario.ground.hexes == 0) {
    context.terminal.line("this scenario has no map");
    return;
  }
  const std::vector<std::string> lines = map_lines(scenario, position, marks);
  if (context.json) {
    nlohmann::ordered_json counts = nlohmann::ordered_json::array();
    for (const board::ProvenanceCount& one : provenance) {
      counts.push_back({{"attribute", one.attribute},
                        {"attested", one.attested},
                        {"reconstructed", one.reconstructed},
                        {"unstated", one.unstated}});
    }
    context.terminal.json(
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"hexes", scenario.ground.hexes},
                                {"hexsides", scenario.ground.hexsides},
                                {"map", lines},
                                {"provenance", counts}}));
    return;
  }
  for (const std::string& line : lines) context.terminal.line(line);
  if (!provenance.empty()) {
    const char* row = "{:<20} {:>8} {:>13} {:>8}";
    context.terminal.line("");
    context.terminal.line(
        fmt::format(fmt::runtime(row), "facts of the map", "attested", "reconstructed", "unstated"));
    for (const board::ProvenanceCount& one : provenance) {
      context.terminal.line(
          fmt::format(fmt::runtime(row), one.attribute, one.attested, one.reconstructed, one.unstated));
    }
  }
}

}  // namespace casebook::cli
