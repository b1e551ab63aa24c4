// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/view_text.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/base/text.h"
#include "verifier/finding/counted.h"

namespace casebook::cli {

using language::Type;
using language::TypeTag;
using nlohmann::ordered_json;
using runtime::Scenario;
using runtime::view_form;

namespace {

constexpr size_t line_width = 80;
const Type location_type{TypeTag::location, language::none, 1};

std::string place_name(const Scenario& scenario, int32_t place) {
  return scenario.value_text(location_type, place);
}

std::vector<std::string> names_of(const Scenario& scenario, const std::vector<int32_t>& places) {
  std::vector<std::string> names;
  for (const int32_t place : places) names.push_back(place_name(scenario, place));
  return names;
}

/// Words with something between them, in indented lines that fit a terminal.
std::string wrapped(const std::vector<std::string>& words, const std::string& between) {
  std::string text, line = " ";
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string word = printable(words[i]) + (i + 1 < words.size() ? between : "");
    if (line.size() > 1 && code_points(line) + 1 + code_points(word) > line_width) {
      text += line + "\n";
      line = " ";
    }
    line += " " + word;
  }
  return words.empty() ? "" : text + line + "\n";
}

/// `0512 3    0513 1/2`: names and numbers in columns.
std::string columns(const std::vector<std::pair<std::string, std::string>>& cells) {
  size_t name = 0, number = 0;
  for (const auto& [left, right] : cells) {
    name = std::max(name, code_points(left));
    number = std::max(number, code_points(right));
  }
  std::string text, line;
  for (const auto& [left, right] : cells) {
    const std::string cell = fmt::format("  {:<{}} {:<{}} ", left, name, right, number);
    if (!line.empty() && code_points(line) + code_points(cell) > line_width + 1) {
      text += std::string(line, 0, line.find_last_not_of(' ') + 1) + "\n";
      line.clear();
    }
    line += cell;
  }
  return line.empty() ? "" : text + std::string(line, 0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string total_text(const Scenario& scenario, const Type& type, int64_t value) {
  return scenario.value_text(type, value);
}

void item_lines(const std::vector<runtime::ViewItem>& items, int indent, size_t width, std::string& text) {
  for (const runtime::ViewItem& item : items) {
    text += fmt::format("{:<{}}  {:>5}  {}\n", std::string(static_cast<size_t>(indent) * 2, ' ') + item.name,
                        width + 2, item.value, item.label.empty() ? "" : "[" + item.label + "]");
    item_lines(item.parts, indent + 1, width, text);
  }
}

size_t widest(const std::vector<runtime::ViewItem>& items, size_t indent) {
  size_t most = 0;
  for (const runtime::ViewItem& item : items)
    most = std::max({most, indent + code_points(item.name), widest(item.parts, indent + 2)});
  return most;
}

std::string shown_text(const Scenario&, const runtime::ViewItems& shown, bool) {
  std::string text;
  const size_t width = std::max<size_t>(widest(shown.items, 2), 7);
  item_lines(shown.items, 1, width - 2, text);
  return text + fmt::format("{:<{}}  {:>5}\n", "  total", width, shown.total);
}

std::string shown_text(const Scenario& scenario, const runtime::ViewHexes& shown, bool) {
  if (shown.hexes.empty()) return "  no hex\n";
  return "  " + counted(shown.hexes.size(), "hex", "hexes") + ":\n" +
         wrapped(names_of(scenario, shown.hexes), ",");
}

std::string shown_text(const Scenario& scenario, const runtime::ViewNumbers& shown, bool) {
  if (shown.numbers.empty()) return "  no hex has a number\n";
  std::vector<std::pair<std::string, std::string>> cells;
  for (const auto& one : shown.numbers)
    cells.emplace_back(place_name(scenario, one.hex), total_text(scenario, shown.type, one.number));
  return columns(cells);
}

std::string shown_text(const Scenario& scenario, const runtime::ViewWay& shown, bool) {
  if (!shown.found) return "  there is none\n";
  std::string text = "  " + counted(shown.way.size() - 1, "step", "steps");
  if (shown.cost) text += ", cost " + total_text(scenario, shown.type, *shown.cost);
  return text + ":\n" + wrapped(names_of(scenario, shown.way), "");
}

std::string shown_text(const Scenario& scenario, const runtime::ViewReach& shown, bool full) {
  const std::string at_first = total_text(scenario, shown.type, shown.at_first);
  if (shown.places.empty()) return "  nowhere: " + shown.remark + "\n";
  std::string text = fmt::format("  {}, and what of {} is spent to reach each:\n",
                                 counted(shown.places.size(), "place", "places"), at_first);
  if (full) {
    text += fmt::format("  {:<10} {:>6} {:>6}  {}\n", "place", "spent", "left", "way");
    for (const auto& one : shown.places) {
      std::string way;
      for (const int32_t place : one.way) way += (way.empty() ? "" : " ") + place_name(scenario, place);
      text += fmt::format("  {:<10} {:>6} {:>6}  {}\n", place_name(scenario, one.place),
                          total_text(scenario, shown.type, one.spent),
                          total_text(scenario, shown.type, one.left), way);
    }
  } else {
    std::vector<std::pair<std::string, std::string>> cells;
    for (const auto& one : shown.places)
      cells.emplace_back(place_name(scenario, one.place), total_text(scenario, shown.type, one.spent));
    text += columns(cells);
  }
  if (!shown.complete)
    text += fmt::format("  there may be more: the search ended after {} positions (reach_positions)\n",
                        shown.positions);
  return text;
}

std::string shown_text(const Scenario& scenario, const runtime::ViewScore& shown, bool) {
  return "  " + total_text(scenario, shown.type, shown.score) + "\n";
}

// ---- JSON

ordered_json items_json(const std::vector<runtime::ViewItem>& items) {
  ordered_json list = ordered_json::array();
  for (const runtime::ViewItem& item : items) {
    ordered_json one{{"item", item.name}};
    if (!item.value.empty()) one["value"] = item.value;
    if (!item.label.empty()) one["case"] = item.label;
    if (!item.parts.empty()) one["parts"] = items_json(item.parts);
    list.push_back(std::move(one));
  }
  return list;
}

void put_json(const Scenario& scenario, const runtime::ViewHexes& shown, ordered_json& document) {
  document["hexes"] = names_of(scenario, shown.hexes);
}
void put_json(const Scenario& scenario, const runtime::ViewNumbers& shown, ordered_json& document) {
  document["numbers"] = ordered_json::array();
  for (const auto& one : shown.numbers)
    document["numbers"].push_back(
        {{"hex", place_name(scenario, one.hex)}, {"number", total_text(scenario, shown.type, one.number)}});
}
void put_json(const Scenario& scenario, const runtime::ViewWay& shown, ordered_json& document) {
  ordered_json way{{"found", shown.found}};
  if (shown.found) {
    way["steps"] = shown.way.size() - 1;
    way["hexes"] = names_of(scenario, shown.way);
  } else {
    way["stopped"] = names_of(scenario, shown.stopped);
  }
  if (shown.cost) way["cost"] = total_text(scenario, shown.type, *shown.cost);
  document["way"] = std::move(way);
}
void put_json(const Scenario&, const runtime::ViewItems& shown, ordered_json& document) {
  document["items"] = items_json(shown.items);
  document["total"] = shown.total;
}
void put_json(const Scenario& scenario, const runtime::ViewReach& shown, ordered_json& document) {
  ordered_json places = ordered_json::array();
  for (const auto& one : shown.places)
    places.push_back({{"place", place_name(scenario, one.place)},
                      {"spent", total_text(scenario, shown.type, one.spent)},
                      {"left", total_text(scenario, shown.type, one.left)},
                      {"way", names_of(scenario, one.way)}});
  ordered_json reach{{"atFirst", total_text(scenario, shown.type, shown.at_first)},
                     {"places", places},
                     {"positions", shown.positions},
                     {"complete", shown.complete}};
  if (!shown.remark.empty()) reach["remark"] = shown.remark;
  document["reach"] = std::move(reach);
}
void put_json(const Scenario& scenario, const runtime::ViewScore& shown, ordered_json& document) {
  document["score"] = total_text(scenario, shown.type, shown.score);
}

// ---- the map

void put_marks(const Scenario&, const runtime::ViewHexes& shown, MapMarks& marks) {
  marks.starred.insert(shown.hexes.begin(), shown.hexes.end());
}
void put_marks(const Scenario& scenario, const runtime::ViewNumbers& shown, MapMarks& marks) {
  for (const auto& one : shown.numbers) marks.words[one.hex] = total_text(scenario, shown.type, one.number);
}
void put_marks(const Scenario&, const runtime::ViewWay& shown, MapMarks& marks) {
  const auto& hexes = shown.found ? shown.way : shown.stopped;
  marks.starred.insert(hexes.begin(), hexes.end());
}
void put_marks(const Scenario& scenario, const runtime::ViewReach& shown, MapMarks& marks) {
  for (const auto& one : shown.places)
    if (one.place < scenario.ground.hexes)
      marks.words[one.place] = total_text(scenario, shown.type, one.spent);
}
void put_marks(const Scenario&, const runtime::ViewItems&, MapMarks&) {
}
void put_marks(const Scenario&, const runtime::ViewScore&, MapMarks&) {
}

}  // namespace

std::string view_text(const Scenario& scenario, const runtime::ViewAnswer& answer, bool full) {
  const language::View& view = scenario.program->views[answer.view];
  std::string text = fmt::format("{}: {}  [{}]\n", printable(view.title), printable(answer.call),
                                 scenario.program->label_text(view.label));
  std::visit([&](const auto& shown) { text += shown_text(scenario, shown, full); }, answer.shown);
  return text;
}

ordered_json view_head_json(const language::Program& program, const language::View& view) {
  return {{"name", view.name},
          {"form", view_form(program, view)},
          {"title", view.title},
          {"case", program.label_text(view.label)},
          {"shows", std::string(runtime::view_kind_name(view.kind))}};
}

ordered_json view_json(const Scenario& scenario, const runtime::ViewAnswer& answer) {
  ordered_json document{{"view", view_head_json(*scenario.program, scenario.program->views[answer.view])},
                        {"call", answer.call}};
  std::visit([&](const auto& shown) { put_json(scenario, shown, document); }, answer.shown);
  return document;
}

MapMarks view_marks(const Scenario& scenario, const runtime::ViewAnswer& answer) {
  MapMarks marks;
  std::visit([&](const auto& shown) { put_marks(scenario, shown, marks); }, answer.shown);
  return marks;
}

void show_views(const Scenario& scenario, Context& context) {
  const language::Program& program = *scenario.program;
  if (context.json) {
    ordered_json views = ordered_json::array();
    for (const language::View& view : program.views) views.push_back(view_head_json(program, view));
    context.terminal.json(
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"views", views}}));
    return;
  }
  if (program.views.empty()) {
    context.terminal.line(scenario.id + " declares no views");
    return;
  }
  size_t form = 0, title = 0;
  for (const language::View& view : program.views) {
    form = std::max(form, code_points(view_form(program, view)));
    title = std::max(title, code_points(view.title));
  }
  for (const language::View& view : program.views) {
    context.terminal.line(fmt::format("{:<{}}  {:<{}}  {:<8}  {}", view_form(program, view), form,
                                      printable(view.title), title, runtime::view_kind_name(view.kind),
                                      program.label_text(view.label)));
  }
  context.terminal.line(fmt::format("\nTo see a view, write its form: `casebook ask POSITION '{}(...)'`.",
                                    program.views[0].name));
}

}  // namespace casebook::cli
