// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/paint_choices.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QListWidget>
#include <algorithm>
#include <map>

#include "editor/window/map/counter_pixmap.h"
#include "editor/window/map/map_tools.h"
#include "editor/window/map/zones.h"
#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/icons.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

struct PaintTexts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::PaintChoices)
};

bool is_link(const Desk& desk, const std::string& attribute) {
  return desk.style().link(attribute) != nullptr;
}

}  // namespace

const editor::Attribute* declared(const Desk& desk, const std::string& name) {
  return desk.words() == nullptr ? nullptr : desk.words()->attribute(name);
}

std::vector<const editor::Attribute*> paint_attributes(const Desk& desk, Tool tool) {
  std::vector<const editor::Attribute*> found;
  if (desk.words() == nullptr) return found;
  if (tool == Tool::zone) return zone_attributes(desk);
  const bool sides = tool == Tool::hexside || tool == Tool::link;
  for (const editor::Attribute* one : desk.words()->of(sides ? "hexside" : "hex")) {
    if (tool == Tool::link && !is_link(desk, one->name)) continue;
    if (tool == Tool::hexside && is_link(desk, one->name)) continue;
    found.push_back(one);
  }
  // Without a style no attribute is known for a road until one is drawn: then any that is there or not
  // there may be one.
  if (tool == Tool::link && found.empty())
    for (const editor::Attribute* one : desk.words()->of("hexside"))
      if (one->type.sort == editor::ValueSort::boolean) found.push_back(one);
  // The ground first: it is what one paints most.
  std::stable_sort(found.begin(), found.end(), [&desk](const auto* a, const auto* b) {
    return (a->name == desk.style().ground) > (b->name == desk.style().ground);
  });
  return found;
}

bool in_one_list(const Desk& desk, Tool tool) {
  if (tool == Tool::link) return true;
  if (tool != Tool::hexside) return false;
  const auto all = paint_attributes(desk, tool);
  return std::all_of(all.begin(), all.end(), [](const editor::Attribute* one) {
    return one->type.sort == editor::ValueSort::boolean;
  });
}

std::optional<board::DataValue> first_value(const Desk& desk, const std::string& attribute) {
  const editor::Attribute* one = declared(desk, attribute);
  if (one == nullptr) return std::nullopt;
  const auto choices = choices_of(one->type, desk);
  if (choices.empty()) return value_of_text(one->type, one->type.least);
  return value_of_text(one->type, one->type.sort == editor::ValueSort::boolean ? "yes" : choices.front());
}

void forget_inks(Desk& desk) {
  for (const Tool tool : {Tool::brush, Tool::hexside, Tool::link, Tool::zone}) {
    Ink ink = desk.ink(tool);
    const auto all = paint_attributes(desk, tool);
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const auto* one) { return one->name == ink.attribute; });
    if (known) continue;
    ink = {};
    if (!all.empty()) {
      ink.attribute = all.front()->name;
      ink.value = first_value(desk, ink.attribute);
    }
    desk.set_ink(tool, ink);
  }
}

QString tool_hint(const Desk& desk, Tool tool) {
  switch (tool) {
    case Tool::select:
      return PaintTexts::tr("Click or drag over hexes to select them. Drag counters to set units up.");
    case Tool::brush:
      return PaintTexts::tr("Drag over hexes to paint. The right button erases.");
    case Tool::fill:
      return PaintTexts::tr(
          "Click to fill all connected hexes of the same terrain. The right button erases.");
    case Tool::rectangle:
      return PaintTexts::tr("Drag from corner to corner to paint a block of hexes.");
    case Tool::line:
      return PaintTexts::tr("Drag from hex to hex to paint a straight line.");
    case Tool::hexside:
      return PaintTexts::tr(
          "Drag along hexsides to paint them. The right button erases. The keys 1 to 6 paint the "
          "sides of the hex at the cursor.");
    case Tool::link:
      return PaintTexts::tr("Drag from hex to hex to draw a road. The right button erases.");
    case Tool::label:
      return PaintTexts::tr("Click a hex to write a label. The right button removes it.");
    case Tool::place:
      return PaintTexts::tr(
          "Choose a place, then click its hex. A new place asks for its name. The right button "
          "removes it.");
    case Tool::zone: {
      const editor::Attribute* one = declared(desk, desk.ink(tool).attribute);
      if (one == nullptr)
        return PaintTexts::tr(
            "These rules have no zones. Put named entry hexes on the map with the tool Places.");
      if (!is_of_entities(*one))
        return PaintTexts::tr("Drag over hexes to mark them. The right button removes the mark.");
      const auto whose = zone_entities(desk, *one);
      if (whose.empty())
        return PaintTexts::tr("Select units on the map or in the order of battle, then click their hex.");
      return PaintTexts::tr("Click the hex for %1. The right button removes it.")
          .arg(whose.size() == 1 ? words(kind_and_id(whose[0]).second)
                                 : PaintTexts::tr("%1 selected").arg(whose.size()));
    }
    case Tool::trace:
      return PaintTexts::tr("Click the middle of a hex on the scan, then enter its number.");
  }
  return {};
}

void fill_edges(QListWidget& list, const Desk& desk, Tool tool) {
  for (const editor::Attribute* each : paint_attributes(desk, tool)) {
    auto* item = new QListWidgetItem(spoken(each->name), &list);
    item->setData(Qt::UserRole, words(each->name));
    item->setToolTip(words(each->case_label + " " + each->case_title).trimmed());
    const picture::LinkLook* link = desk.style().link(each->name);
    const picture::EdgeLook* edge = desk.style().hexside(each->name);
    if (link != nullptr && !link->title.empty()) item->setText(words(link->title));
    if (link == nullptr && edge != nullptr && !edge->title.empty()) item->setText(words(edge->title));
    if (link != nullptr)
      item->setIcon(steady(link_pixmap(*link, desk.style(), 30, list.devicePixelRatioF())));
    else if (edge != nullptr && tool == Tool::hexside)
      item->setIcon(steady(hexside_pixmap(*edge, desk.style(), 30, list.devicePixelRatioF())));
    if (each->name == desk.ink(tool).attribute) list.setCurrentItem(item);
  }
}

void fill_values(QListWidget& list, const Desk& desk, const editor::Attribute& attribute) {
  const Ink& ink = desk.ink(desk.tool());
  auto* nothing = new QListWidgetItem(icon("eraser"),
                                      attribute.fallback.empty()
                                          ? PaintTexts::tr("Nothing")
                                          : PaintTexts::tr("Nothing (%1)").arg(spoken(attribute.fallback)),
                                      &list);
  nothing->setData(Qt::UserRole, QString());
  nothing->setToolTip(PaintTexts::tr("Removes the hex's own value; the default of the map then applies"));
  if (!ink.value) list.setCurrentItem(nothing);
  for (const std::string& value : choices_of(attribute.type, desk)) {
    // Not twice: what holds where nothing is said is the first line.
    if (attribute.type.sort == editor::ValueSort::boolean && value == attribute.fallback) continue;
    const picture::GroundLook* ground =
        attribute.name == desk.style().ground ? desk.style().ground_look(value) : nullptr;
    auto* item = new QListWidgetItem(
        ground == nullptr || ground->title.empty() ? spoken(value) : words(ground->title), &list);
    item->setData(Qt::UserRole, words(value));
    if (ground != nullptr)
      item->setIcon(steady(ground_pixmap(*ground, desk.style(), 30, list.devicePixelRatioF())));
    if (ink.value && text_of_value(*ink.value) == value) list.setCurrentItem(item);
  }
}

void fill_places(QListWidget& list, const Desk& desk) {
  const Ink& ink = desk.ink(desk.tool());
  if (desk.words() == nullptr || desk.map() == nullptr) return;
  std::map<std::string, int> there;
  for (const board::NamedPlace& each : desk.map()->places) there[each.name] = each.hex;
  std::vector<std::string> names = desk.words()->places;
  for (const auto& [name, hex] : there)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  auto* fresh = new QListWidgetItem(PaintTexts::tr("New place..."), &list);
  fresh->setData(Qt::UserRole, QString());
  const auto shown = [&](const std::string& name) {
    for (const board::NamedPlace& each : desk.map()->places)
      if (each.name == name) return name_on_map(*desk.map(), each);
    return name;
  };
  for (const std::string& name : names) {
    const auto at = there.find(name);
    auto* item = new QListWidgetItem(
        spoken(shown(name)) + "\n" +
            (at == there.end() ? PaintTexts::tr("not on the map yet") : words(desk.hex_name(at->second))),
        &list);
    item->setData(Qt::UserRole, words(name));
    item->setIcon(icon(at == there.end() ? "warning" : "place"));
    if (name == ink.attribute) list.setCurrentItem(item);
  }
}

void fill_sources(QComboBox& box, const Desk& desk) {
  const Ink& ink = desk.ink(desk.tool());
  box.clear();
  box.addItem(PaintTexts::tr("Unchanged"), QString());
  if (desk.map() == nullptr) return;
  for (const board::Provenance& one : desk.map()->provenances.all) {
    box.addItem(spoken(one.name) +
                    (one.attested ? PaintTexts::tr(" (attested)") : PaintTexts::tr(" (reconstructed)")),
                words(one.name));
    box.setItemData(box.count() - 1, one.attested ? words(one.source + " " + one.case_label) : words(one.why),
                    Qt::ToolTipRole);
    if (one.name == ink.provenance) box.setCurrentIndex(box.count() - 1);
  }
}

std::string paint_heads(const Desk& desk) {
  std::string text;
  if (desk.map() == nullptr) return text;
  for (const board::NamedPlace& place : desk.map()->places)
    text += place.name + " " + name_on_map(*desk.map(), place) + " " + std::to_string(place.hex) + "\n";
  for (const board::Provenance& one : desk.map()->provenances.all)
    text += one.name + (one.attested ? " A " : " R ") + one.source + one.case_label + one.why + "\n";
  return text + std::to_string(desk.numbering());
}

}  // namespace casebook::window
