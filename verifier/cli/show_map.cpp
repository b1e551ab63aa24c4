// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/show_map.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/text.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::cli {

using language::Type;
using language::TypeTag;

namespace {

class MapText {
 public:
  MapText(const runtime::Scenario& scenario, const runtime::Position& position)
      : scenario_(scenario),
        program_(*scenario.program),
        position_(position),
        evaluator_(scenario.shared_from_this()) {
    collect_units();
    find_sources();
    size_t widest = 4;
    for (const std::string& name : scenario_.members[language::kind_hex])
      widest = std::max(widest, code_points(name));
    for (const auto& [hex, names] : units_) widest = std::max(widest, std::min<size_t>(9, longest(names)));
    width_ = static_cast<int>(widest) + 1;
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
    for (int32_t hex = 0; hex < ground.hexes; ++hex) {
      const auto& [x, y] = at[static_cast<size_t>(hex)];
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
    for (const auto& [box, names] : boxes_) text.push_back(box + ": " + joined(names));
    for (const auto& [hex, names] : units_) {
      if (names.size() > 1)
        text.push_back(scenario_.members[language::kind_hex][static_cast<size_t>(hex)] + ": " +
                       joined(names));
    }
    return text;
  }

 private:
  static size_t longest(const std::vector<std::string>& names) {
    size_t most = 0;
    for (const std::string& name : names) most = std::max(most, code_points(name));
    return most;
  }
  static std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
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
          boxes_[program_.boxes[static_cast<size_t>(place - scenario_.ground.hexes)].name].push_back(
              scenario_.members[kind][i]);
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
    for (size_t i = 0; i < program_.states.size() && state_ == language::none; ++i) {
      if (program_.states[i].procedure == language::none &&
          names_something(program_.states[i].params, program_.states[i].type))
        state_ = static_cast<language::Id>(i);
    }
    for (size_t i = 0; i < program_.givens.size() && given_ == language::none; ++i) {
      if (names_something(program_.givens[i].params, program_.givens[i].type))
        given_ = static_cast<language::Id>(i);
    }
  }

  std::string content(int32_t hex) {
    if (const auto units = units_.find(hex); units != units_.end()) {
      std::string text = units->second.size() == 1 ? units->second.front()
                                                   : "[" + std::to_string(units->second.size()) + "]";
      return text.substr(0, static_cast<size_t>(width_) - 1);
    }
    if (state_ != language::none) {
      const Type& type = program_.states[static_cast<size_t>(state_)].type;
      const int64_t value = evaluator_
                                .read(scenario_.layout.states[static_cast<size_t>(state_)], type, position_,
                                      static_cast<uint32_t>(hex))
                                .number;
      if (type.tag == TypeTag::entity || value >= 0) return sign(scenario_.value_text(type, value));
    }
    if (given_ != language::none) {
      const Type& type = program_.givens[static_cast<size_t>(given_)].type;
      const int64_t value = scenario_.givens[static_cast<size_t>(given_)].cells[static_cast<size_t>(hex)];
      if (type.tag == TypeTag::entity || value >= 0) return sign(scenario_.value_text(type, value));
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
    if (grid.flat()) return {cell.column * (width_ + 1), cell.row * 4 + (shifted_column ? 2 : 0)};
    return {cell.column * width_ * 2 + (shifted_row ? width_ : 0), cell.row * 3};
  }

  void put(int x, int y, const std::string& word) { rows_[y][x] = printable(word); }

  const runtime::Scenario& scenario_;
  const language::Program& program_;
  const runtime::Position& position_;
  runtime::Evaluator evaluator_;
  std::map<int32_t, std::vector<std::string>> units_;
  std::map<std::string, std::vector<std::string>> boxes_;
  std::map<std::string, std::string> legend_;
  std::map<int, std::map<int, std::string>> rows_;
  language::Id state_ = language::none, given_ = language::none;
  int width_ = 5;
};

}  // namespace

void show_map(const runtime::Scenario& scenario, const runtime::Position& position, Context& context) {
  if (scenario.ground.hexes == 0) {
    context.terminal.line("this scenario has no map");
    return;
  }
  const std::vector<std::string> lines = MapText(scenario, position).lines();
  if (context.json) {
    context.terminal.json({{"casebook", std::string(version())},
                           {"command", command_text(context)},
                           {"ruleset", scenario.id},
                           {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                           {"hexes", scenario.ground.hexes},
                           {"hexsides", scenario.ground.hexsides},
                           {"map", lines}});
    return;
  }
  for (const std::string& line : lines) context.terminal.line(line);
}

}  // namespace casebook::cli
