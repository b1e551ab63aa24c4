// SPDX-License-Identifier: Apache-2.0
// Who stands where, as the files say it: known at once after each edit, before the rules have been asked.
#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <set>

#include "editor/window/shared/desk.h"
#include "engine/base/text.h"
#include "engine/picture/nato_symbols.h"

namespace casebook::window {

using board::EntityLine;

namespace {

std::string plain(const board::DataValue& value) {
  switch (value.kind) {
    case board::DataKind::text:
      return value.text;
    case board::DataKind::number:
      return std::to_string(value.number);
    case board::DataKind::boolean:
      return value.boolean ? "yes" : "no";
    case board::DataKind::list: {
      std::string all;
      for (const board::DataValue& item : value.items) all += (all.empty() ? "" : ", ") + plain(item);
      return all;
    }
  }
  return {};
}

const std::string& numbering_of(const editor::Part& part) {
  static const std::string none;
  if (const auto* order = part.as<board::OrderOfBattle>()) return order->numbering;
  if (const auto* schedule = part.as<board::Schedule>()) return schedule->numbering;
  return none;
}

}  // namespace

std::pair<int, int> Desk::line_of(const std::string& entity) const {
  if (!document_) return {-1, -1};
  const auto [kind, id] = kind_and_id(entity);
  for (const int part : document_->orders_of_battle()) {
    const auto* lines = editor::entity_lines(document_->part(part));
    if (lines == nullptr) continue;
    for (size_t i = 0; i < lines->size(); ++i)
      if ((*lines)[i].kind == kind && (*lines)[i].id == id) return {part, static_cast<int>(i)};
  }
  return {-1, -1};
}

std::string Desk::entity_value(const std::string& entity, const std::string& attribute) const {
  if (!document_) return {};
  const auto [kind, id] = kind_and_id(entity);
  std::vector<int> parts = document_->orders_of_battle();
  for (const int part : document_->schedules()) parts.push_back(part);
  if (document_->scenario() >= 0) parts.push_back(document_->scenario());
  for (const int part : parts) {
    const auto* lines = editor::entity_lines(document_->part(part));
    if (lines == nullptr) continue;
    for (const EntityLine& line : *lines) {
      if (line.kind != kind || line.id != id) continue;
      for (const board::Fact& fact : line.facts)
        if (fact.attribute == attribute) return plain(fact.value);
    }
  }
  const editor::Attribute* declared = words()->attribute(attribute);
  return declared == nullptr ? std::string() : declared->fallback;
}

namespace {

/// Where a line says no place, the rules have one all the same: a box that nobody chose.
void say_nowhere(std::string& title, const std::string& box) {
  const auto text = [](const char* words) {
    return QCoreApplication::translate("casebook::window::Desk", words);
  };
  if (const std::string in_box = ", in the box " + with_blanks(box); title.ends_with(in_box))
    title.resize(title.size() - in_box.size());
  while (title.ends_with(' ')) title.pop_back();
  title +=
      (title.ends_with(':') ? " " : ", ") + (box.empty() ? text("not set up")
                                                         : text("not set up (the rules put it in the box %1)")
                                                               .arg(QString::fromStdString(with_blanks(box))))
                                                .toStdString();
}

/// What the files say beside the order of battle: read once for all counters.
struct OutsideTheOrder {
  std::map<std::string, std::map<std::string, std::string>>
      facts;                                  // attributes by entity: the first file that has one
  std::map<std::string, std::string> placed;  // by the scenario: before the order of battle
  std::set<std::string> options;              // those that are on
};

OutsideTheOrder read_outside(const editor::Document& document, const editor::Vocabulary& words) {
  OutsideTheOrder read;
  std::vector<int> parts = document.orders_of_battle();
  for (const int part : document.schedules()) parts.push_back(part);
  const board::ScenarioFile* scenario = nullptr;
  if (document.scenario() >= 0) {
    scenario = document.part(document.scenario()).as<board::ScenarioFile>();
    parts.push_back(document.scenario());
  }
  for (const int part : parts)
    if (const auto* lines = editor::entity_lines(document.part(part)))
      for (const EntityLine& line : *lines)
        for (const board::Fact& fact : line.facts)
          read.facts[line.kind + " " + line.id].emplace(fact.attribute, plain(fact.value));
  for (const editor::SwitchOf& one : words.switches)
    if (!one.reading && one.fallback == "yes") read.options.insert(one.name);
  if (scenario == nullptr) return read;
  for (const board::StateFact& fact : scenario->state)
    if (fact.state == "place" && fact.of.size() == 1) read.placed[fact.of[0]] = plain(fact.value);
  for (const board::Switch& one : scenario->switches)
    if (one.value.kind == board::DataKind::boolean)
      one.value.boolean ? (void)read.options.insert(one.name) : (void)read.options.erase(one.name);
  return read;
}

/// Is the line a counter on the map of this game? A line may need an option (`with`).
bool has_counter(const EntityLine& line, const editor::Vocabulary& words, const picture::Style& style,
                 const std::set<std::string>& options) {
  const auto kind = std::find_if(words.kinds.begin(), words.kinds.end(),
                                 [&](const editor::OpenKind& one) { return one.name == line.kind; });
  if (kind != words.kinds.end() ? !kind->on_map : style.counter(line.kind) == nullptr) return false;
  return line.with.empty() || std::any_of(line.with.begin(), line.with.end(), [&](const std::string& option) {
           return options.contains(option);
         });
}

/// Side, symbol and values as the look of its kind asks for them, from facts and the defaults of attributes.
void apply_look(picture::Counter& counter, const picture::CounterLook& look, const picture::Style& style,
                const std::map<std::string, std::string>& facts, const editor::Vocabulary& words) {
  const auto value = [&](const std::string& attribute) -> std::string {
    const auto found = facts.find(attribute);
    if (found != facts.end()) return found->second;
    const editor::Attribute* declared = words.attribute(attribute);
    return declared == nullptr ? std::string() : declared->fallback;
  };
  counter.side = value(look.side);
  const std::string arm = value(look.symbol);
  if (const picture::SymbolLook* symbol = style.symbol(arm)) counter.parts = symbol->parts;
  counter.arm = with_blanks(arm);
  for (const auto& [name, sign] : look.also)
    if (value(name) == "yes") counter.parts = {sign};
  for (const std::string& name : look.values) {
    const std::string one = value(name);
    if (!one.empty()) counter.values += (counter.values.empty() ? "" : "-") + one;
  }
  counter.title += ": " + with_blanks(counter.side) + (arm.empty() ? "" : ", " + counter.arm);
}

/// Of a value that rules define, only they know: what they said when they were asked last. `current`: since the last edit.
void add_from_rules(picture::Counter& counter, const picture::Counter& rules, bool current) {
  if (counter.side.empty()) counter.side = rules.side;
  if (counter.parts.empty() && counter.arm.empty()) {
    counter.parts = rules.parts;
    counter.arm = rules.arm;
  }
  counter.size = rules.size;
  counter.back = rules.back;
  counter.turned = rules.turned;
  if (!current) return;
  counter.values = rules.values;
  counter.title = rules.title;
}

}  // namespace

void Desk::make_counters() {
  counters_.clear();
  if (!document_) return;
  const board::HexMap* map = this->map();
  OutsideTheOrder read = read_outside(*document_, *words());
  std::map<std::string, const picture::Counter*> known;  // what the rules said when they were asked last
  if (bound_)
    for (const picture::Counter& counter : bound_->pieces.counters)
      known[counter.kind + " " + counter.id] = &counter;

  for (const int part : document_->orders_of_battle()) {
    const auto* lines = editor::entity_lines(document_->part(part));
    if (lines == nullptr) continue;
    const int numbering = numbering_in_use(numbering_of(document_->part(part)));
    for (const EntityLine& line : *lines) {
      if (!has_counter(line, *words(), style_, read.options)) continue;
      const std::string entity = line.kind + " " + line.id;
      const auto placed = read.placed.find(line.id);
      const bool moved = placed != read.placed.end();
      const std::string& place = moved ? placed->second : line.start;
      const auto rules = known.find(entity);
      picture::Counter counter;
      counter.kind = line.kind;
      counter.id = line.id;
      counter.title = line.id;
      if (map != nullptr && !place.empty())
        counter.hex = map->find_hex(place, moved ? this->numbering() : numbering);
      if (counter.hex < 0) counter.box = place;
      if (const picture::CounterLook* look = style_.counter(line.kind)) {
        apply_look(counter, *look, style_, read.facts[entity], *words());
        if (rules != known.end())
          add_from_rules(counter, *rules->second, bound_->revision == document_->revision());
      }
      if (place.empty()) say_nowhere(counter.title, rules == known.end() ? "" : rules->second->box);
      counters_.push_back(std::move(counter));
    }
  }
}

}  // namespace casebook::window
