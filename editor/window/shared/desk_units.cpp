// SPDX-License-Identifier: Apache-2.0
// Who stands where, as the files say it: known at once after each edit, before the rules have been asked.
#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <set>

#include "editor/window/shared/desk.h"
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

std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
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
  if (const std::string in_box = ", in the box " + spoken(box); title.ends_with(in_box))
    title.resize(title.size() - in_box.size());
  while (title.ends_with(' ')) title.pop_back();
  title +=
      (title.ends_with(':') ? " " : ", ") +
      (box.empty()
           ? text("not set up")
           : text("not set up (the rules put it in the box %1)").arg(QString::fromStdString(spoken(box))))
          .toStdString();
}

}  // namespace

void Desk::make_counters() {
  counters_.clear();
  const board::HexMap* map = this->map();
  if (!document_) return;

  // Attributes by entity: the order of battle speaks before schedules.
  std::map<std::string, std::map<std::string, std::string>> facts;
  std::vector<int> parts = document_->orders_of_battle();
  for (const int part : document_->schedules()) parts.push_back(part);
  const board::ScenarioFile* scenario = nullptr;
  if (document_->scenario() >= 0) {
    scenario = document_->part(document_->scenario()).as<board::ScenarioFile>();
    parts.push_back(document_->scenario());
  }
  for (const int part : parts)
    if (const auto* lines = editor::entity_lines(document_->part(part)))
      for (const EntityLine& line : *lines)
        for (const board::Fact& fact : line.facts)
          facts[line.kind + " " + line.id].emplace(fact.attribute, plain(fact.value));

  std::map<std::string, std::string> placed;  // by the scenario: these go before the order of battle
  std::set<std::string> on;                   // options
  for (const editor::SwitchOf& one : words()->switches)
    if (!one.reading && one.fallback == "yes") on.insert(one.name);
  if (scenario != nullptr) {
    for (const board::StateFact& fact : scenario->state)
      if (fact.state == "place" && fact.of.size() == 1) placed[fact.of[0]] = plain(fact.value);
    for (const board::Switch& one : scenario->switches)
      if (one.value.kind == board::DataKind::boolean)
        one.value.boolean ? (void)on.insert(one.name) : (void)on.erase(one.name);
  }

  std::map<std::string, const picture::Counter*> known;  // what the rules said when they were asked last
  if (bound_)
    for (const picture::Counter& counter : bound_->pieces.counters)
      known[counter.kind + " " + counter.id] = &counter;

  for (const int part : document_->orders_of_battle()) {
    const auto* lines = editor::entity_lines(document_->part(part));
    if (lines == nullptr) continue;
    int numbering = numbering_in_use(numbering_of(document_->part(part)));
    for (const EntityLine& line : *lines) {
      const auto* kind = [&]() -> const editor::OpenKind* {
        for (const editor::OpenKind& one : words()->kinds)
          if (one.name == line.kind) return &one;
        return nullptr;
      }();
      if (kind != nullptr ? !kind->on_map : style_.counter(line.kind) == nullptr) continue;
      if (!line.with.empty() && std::none_of(line.with.begin(), line.with.end(),
                                             [&](const std::string& o) { return on.contains(o); }))
        continue;
      picture::Counter counter;
      counter.kind = line.kind;
      counter.id = line.id;
      const std::string entity = line.kind + " " + line.id;
      std::string place = line.start;
      int place_numbering = numbering;
      if (const auto at = placed.find(line.id); at != placed.end()) {
        place = at->second;
        place_numbering = this->numbering();
      }
      if (map != nullptr && !place.empty()) counter.hex = map->find_hex(place, place_numbering);
      if (counter.hex < 0) counter.box = place;
      const auto& own = facts[entity];
      const auto value = [&](const std::string& attribute) -> std::string {
        const auto found = own.find(attribute);
        if (found != own.end()) return found->second;
        const editor::Attribute* declared = words()->attribute(attribute);
        return declared == nullptr ? std::string() : declared->fallback;
      };
      counter.title = line.id;
      if (const picture::CounterLook* look = style_.counter(line.kind)) {
        counter.side = value(look->side);
        const std::string arm = value(look->symbol);
        if (const picture::SymbolLook* symbol = style_.symbol(arm)) counter.parts = symbol->parts;
        counter.arm = spoken(arm);
        for (const auto& [name, sign] : look->also)
          if (value(name) == "yes") counter.parts = {sign};
        for (const std::string& name : look->values) {
          const std::string one = value(name);
          if (!one.empty()) counter.values += (counter.values.empty() ? "" : "-") + one;
        }
        counter.title += ": " + spoken(counter.side) + (arm.empty() ? "" : ", " + counter.arm);
        // Of a value that rules define, only they know.
        if (const auto rules = known.find(entity); rules != known.end()) {
          if (counter.side.empty()) counter.side = rules->second->side;
          if (counter.parts.empty() && arm.empty()) {
            counter.parts = rules->second->parts;
            counter.arm = rules->second->arm;
          }
          counter.size = rules->second->size;
          counter.back = rules->second->back;
          counter.turned = rules->second->turned;
          if (bound_->revision == document_->revision()) {
            counter.values = rules->second->values;
            counter.title = rules->second->title;
          }
        }
      }
      if (place.empty()) say_nowhere(counter.title, known.contains(entity) ? known.at(entity)->box : "");
      counters_.push_back(std::move(counter));
    }
  }
}

}  // namespace casebook::window
