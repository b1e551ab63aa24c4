// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/figures.h"

#include <algorithm>
#include <set>

#include "engine/board/scenario.h"
#include "engine/runtime/moment_text.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/replay.h"
#include "verifier/picture/svg.h"

namespace casebook::report {

struct Figures::Ground {
  ScenarioPtr scenario;
  picture::Style style;
};

namespace {

/// Maps up to this size are drawn whole when a witness speaks of no hex.
constexpr int small_map = 80;
constexpr size_t most_letters = 12, most_steps_read = 2;

bool part_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
/// Whether a name stands in a text, not as part of a longer one.
bool names(const std::string& text, const std::string& name) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !part_of_word(text[at - 1]);
    const bool ends = end == text.size() || !part_of_word(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

Figures::Figures(const std::vector<ScenarioPtr>& rulesets) : rulesets_(rulesets) {
}
Figures::~Figures() = default;

Figures::Ground* Figures::ground(const std::string& ruleset) {
  auto& known = grounds_[ruleset];
  if (known) return known.get();
  for (const ScenarioPtr& scenario : rulesets_) {
    if (scenario->id != ruleset || scenario->data == nullptr || scenario->ground.hexes == 0) continue;
    Diagnostics ignored;  // of a style that cannot be read, `render` tells; a report is drawn without it
    auto style = picture::load_style(scenario->folder, scenario->data->map.file, ignored);
    known = std::make_unique<Ground>(
        Ground{scenario, picture::complete(style.value_or(picture::Style{}), &scenario->data->map,
                                           scenario->program.get(), ignored)});
    break;
  }
  return known.get();
}

std::optional<Figure> Figures::draw(const Witness& witness, const WitnessSide& side) {
  Ground* at = ground(side.ruleset);
  if (at == nullptr) return std::nullopt;
  const runtime::Scenario& scenario = *at->scenario;
  const board::HexMap& map = scenario.data->map;
  Diagnostics diagnostics;
  const runtime::Replay played = runtime::replay(
      side.record, "witness", std::make_unique<runtime::ReferenceRules>(at->scenario), diagnostics);
  if (!played.good) return std::nullopt;
  const runtime::Position& position = played.game->position();

  picture::SheetRequest request;
  request.map = &map;
  request.numbering = scenario.data->numbering;
  request.style = &at->style;
  request.figure = true;
  runtime::ReferenceRules rules(at->scenario);
  request.pieces = picture::pieces_of(rules.evaluator(), position, at->style);

  // The hexes that the witness names, then those its words name, then those of the pieces its words name.
  std::vector<int> hexes;
  const auto add = [&hexes](int hex) {
    if (hex >= 0 && std::find(hexes.begin(), hexes.end(), hex) == hexes.end()) hexes.push_back(hex);
  };
  for (const std::string& name : witness.hexes) add(scenario.find(language::kind_hex, name).value_or(-1));
  std::vector<std::string> words;
  for (const Assertion& one : side.said) words.push_back(one.subject + " " + one.value);
  const auto& steps = side.record.steps;
  for (size_t i = steps.size() - std::min(steps.size(), most_steps_read); i < steps.size(); ++i)
    words.push_back(steps[i].text);
  for (const std::string& text : words)
    for (int hex = 0; hex < map.hexes(); ++hex)
      if (names(text, scenario.members[language::kind_hex][static_cast<size_t>(hex)])) add(hex);
  const size_t lettered = hexes.size();
  for (const std::string& text : words)
    for (const picture::Counter& counter : request.pieces.counters)
      if (counter.hex >= 0 && names(text, counter.id)) add(counter.hex);

  Figure figure;
  for (size_t i = 0; i < std::min(lettered, most_letters); ++i) {
    const std::string letter(1, static_cast<char>('A' + i));
    request.marks.push_back({hexes[i], letter});
    figure.caption +=
        (figure.caption.empty() ? "" : ", ") + letter + " is " + map.hex_id(hexes[i], request.numbering);
  }
  if (map.hexes() > small_map) {
    if (hexes.empty()) {
      for (const picture::Counter& counter : request.pieces.counters) add(counter.hex);
      if (hexes.empty() || hexes.size() > 4) return figure;
    }
    request.shown = picture::hexes_around(map, hexes, 2);
    // Pieces off the picture are not of this witness; those in boxes would bury it.
    std::erase_if(request.pieces.counters, [&](const picture::Counter& counter) {
      if (counter.hex >= 0) return false;
      return std::none_of(words.begin(), words.end(),
                          [&](const std::string& text) { return names(text, counter.id); });
    });
  }
  request.title = "The witness under " + side.ruleset;
  const std::string when = runtime::moment_text(scenario, position);
  request.made_by = figure.caption.empty() ? request.title : request.title + ": " + figure.caption;
  figure.caption = (when.empty() ? "" : when + (figure.caption.empty() ? "" : ". ")) + figure.caption;
  figure.svg = picture::svg_element(picture::sheet(request), "w" + std::to_string(++drawn_) + "-");
  return figure;
}

}  // namespace casebook::report
