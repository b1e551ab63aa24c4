// SPDX-License-Identifier: Apache-2.0
// The panel that shows and edits the values of what is selected. A row of it is in fact_row.h.
#include <QApplication>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/window/map/map_tools.h"
#include "editor/window/panels/fact_row.h"
#include "editor/window/panels/panels.h"
#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/words.h"
#include "engine/board/facts.h"

namespace casebook::window {

namespace {

struct InspectorTexts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Inspector)
};

QLabel* wrapped(const QString& words) {
  auto* label = new QLabel(words);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}
QLabel* heading(const QString& words) {
  auto* label = wrapped(words);
  QFont font = label->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.12);
  label->setFont(font);
  return label;
}
QFormLayout* add_form(QVBoxLayout& column) {
  auto* layout = new QFormLayout;
  layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
  layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  layout->setHorizontalSpacing(10);
  layout->setVerticalSpacing(6);
  column.addLayout(layout);
  return layout;
}

void about_sides(const Desk& desk, QVBoxLayout& column, int hex) {
  const board::HexMap& map = *desk.map();
  QStringList lines;
  for (int direction = 0; direction < board::directions; ++direction) {
    const int side = map.ground.sides(hex)[static_cast<size_t>(direction)];
    QStringList what;
    for (const board::Fact& fact : board::facts_of_hexside(map, side)) {
      const std::string value = text_of_value(fact.value);
      if (value == "no" || value == "none") continue;
      what << spoken(fact.attribute).toLower() + (value == "yes" ? QString() : " " + words(value));
    }
    if (!what.isEmpty())
      lines << InspectorTexts::tr("%1 (%2): %3")
                   .arg(QString::number(direction + 1),
                        words(std::string(map.ground.grid().direction_name(direction))), what.join(", "));
  }
  if (lines.isEmpty()) return;
  column.addWidget(heading(InspectorTexts::tr("Hexsides")));
  column.addWidget(wrapped(lines.join("\n")));
}

/// What a schedule or the scenario says of a unit of which the order of battle says nothing.
std::string said_elsewhere(const Desk& desk, const std::string& entity, const std::string& attribute) {
  std::vector<int> parts = desk.document()->schedules();
  if (desk.document()->scenario() >= 0) parts.push_back(desk.document()->scenario());
  for (const int part : parts)
    if (const auto* lines = editor::entity_lines(desk.document()->part(part)))
      for (const board::EntityLine& line : *lines)
        for (const board::Fact& fact : line.facts)
          if (line.kind + " " + line.id == entity && fact.attribute == attribute)
            return InspectorTexts::tr("%1 (%2)")
                .arg(words(text_of_value(fact.value)), words(desk.document()->part(part).path))
                .toStdString();
  return {};
}

/// What is selected: the project if nothing is, units, hexes; with every attribute that the rules declare.
class Inspector : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Inspector)

 public:
  Inspector(Desk& desk, QWidget* parent)
      : Panel(desk, Topic::selection | Topic::content | Topic::rules | Topic::pieces, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    scroll_ = new QScrollArea;
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setAccessibleName(tr("Inspector"));
    layout->addWidget(scroll_);
  }

 protected:
  void refresh(unsigned) override {
    // A field that is being written in is left alone until it is done with.
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(10);
    // What was taken out of the order of battle may come back by undoing, and is selected then.
    Selection selection = desk_.selection();
    std::erase_if(selection.entities,
                  [this](const std::string& one) { return desk_.line_of(one).first < 0; });
    if (desk_.document() == nullptr) {
      column->addWidget(wrapped(tr("No project is open.")));
    } else if (selection.empty()) {
      column->addWidget(wrapped(tr("Select hexes or units to see and edit their values.")));
      about_project(*column);
    }
    if (!selection.entities.empty()) about_entities(*column, selection.entities);
    if (!selection.hexes.empty() && desk_.map() != nullptr) about_hexes(*column, selection.hexes);
    if (selection.hexes.size() == 1 && desk_.map() != nullptr)
      about_sides(desk_, *column, selection.hexes.front());
    column->addStretch(1);
    const int at = scroll_->verticalScrollBar()->value();
    // Whoever went on to the next field with Tab finds it under the hands on the new page too.
    QString field;
    if (const QWidget* before = scroll_->widget(), *focus = QApplication::focusWidget();
        before != nullptr && focus != nullptr && before->isAncestorOf(focus))
      field = focus->accessibleName();
    if (QWidget* before = scroll_->takeWidget()) before->deleteLater();
    scroll_->setWidget(page);
    page->show();
    scroll_->verticalScrollBar()->setValue(at);
    if (field.isEmpty()) return;
    for (QWidget* one : page->findChildren<QWidget*>()) {
      if (one->accessibleName() != field) continue;
      one->setFocus(Qt::TabFocusReason);
      break;
    }
  }

 private:
  void about_project(QVBoxLayout& column) {
    const editor::Document& document = *desk_.document();
    column.addWidget(heading(tr("Project")));
    auto* rows = add_form(column);
    rows->addRow(
        new QLabel(tr("Rules")),
        wrapped(document.ruleset().edition_folder.empty() ? tr("none found") : words(document.ruleset().id)));
    if (const board::HexMap* map = desk_.map()) {
      rows->addRow(new QLabel(tr("Map")),
                   wrapped(tr("%1 hexes, %2").arg(map->hexes()).arg(words(desk_.map_file()))));
      QStringList names;
      for (const board::Numbering& one : map->numberings) names << words(one.name());
      rows->addRow(new QLabel(tr("Numberings")), wrapped(names.join(", ")));
    }
    rows->addRow(new QLabel(tr("Counters")), wrapped(QString::number(desk_.counters().size())));
    if (const board::HexMap* map = desk_.map(); map != nullptr && !map->provenances.all.empty()) {
      column.addWidget(heading(tr("Sources of the map")));
      for (const board::Provenance& one : map->provenances.all)
        column.addWidget(
            wrapped(spoken(one.name) + ": " +
                    (one.attested ? tr("attested by %1").arg(words(one.source + " " + one.case_label))
                                  : tr("reconstructed: %1").arg(words(one.why)))));
    }
  }

  void about_hexes(QVBoxLayout& column, const std::vector<int>& hexes) {
    const board::HexMap& map = *desk_.map();
    column.addWidget(heading(hexes.size() == 1 ? tr("Hex %1").arg(words(desk_.hex_name(hexes.front())))
                                               : tr("%1 hexes").arg(hexes.size())));
    auto* rows = add_form(column);
    if (hexes.size() == 1) {
      for (size_t i = 0; i < map.numberings.size(); ++i)
        if (static_cast<int>(i) != desk_.numbering())
          rows->addRow(new QLabel(spoken(map.numberings[i].name())),
                       wrapped(words(map.hex_id(hexes.front(), static_cast<int>(i)))));
      for (const board::NamedPlace& place : map.places)
        if (place.hex == hexes.front())
          rows->addRow(new QLabel(tr("Place")), wrapped(words(name_on_map(map, place))));
      for (const board::Label& label : map.labels)
        if (label.hex == hexes.front()) rows->addRow(new QLabel(tr("Label")), wrapped(words(label.text)));
    }
    if (desk_.words() == nullptr) return;
    std::vector<std::string> names;
    for (const int hex : hexes) names.push_back(desk_.hex_in_map(hex));
    for (const editor::Attribute* attribute : desk_.words()->of("hex")) {
      CommonFact common;
      for (const int hex : hexes) {
        const auto facts = board::facts_of_hex(map, hex);
        const auto fact = std::find_if(facts.begin(), facts.end(), [&](const board::Fact& one) {
          return one.attribute == attribute->name;
        });
        if (fact == facts.end())
          common.meet({}, board::unstated);
        else
          common.meet(text_of_value(fact->value), fact->provenance);
      }
      add_fact_row(
          desk_, *rows, *attribute, common, map.provenances, desk_.map_writable(),
          [this, names, name = attribute->name](const std::optional<board::DataValue>& value) {
            return desk_.execute(editor::SetHexes{desk_.map_file(), names, name, value, ""});
          },
          [this, names, name = attribute->name](const std::string& provenance) {
            desk_.execute(editor::SetProvenance{desk_.map_file(), names, name, provenance});
          });
    }
  }

  void about_entities(QVBoxLayout& column, const std::vector<std::string>& entities) {
    if (desk_.words() == nullptr) return;
    const auto [kind, id] = kind_and_id(entities.front());
    column.addWidget(heading(entities.size() == 1 ? words(id) : tr("%1 units").arg(entities.size())));
    const int part = desk_.line_of(entities.front()).first;
    if (part < 0) return;
    const editor::Part& file = desk_.document()->part(part);
    static const board::Provenances none;
    const board::Provenances* provenances = editor::provenances(file);
    auto* rows = add_form(column);
    const auto set = [this, entities](const std::string& attribute,
                                      const std::optional<board::DataValue>& value) {
      // Each in the file that has its line.
      const uint64_t stroke = desk_.new_stroke();
      bool all = true;
      for (const std::string& entity : entities) {
        const int its = desk_.line_of(entity).first;
        if (its < 0) continue;
        all = desk_.execute(
                  editor::SetEntities{desk_.document()->part(its).path, {entity}, attribute, value, ""},
                  stroke) &&
              all;
      }
      return all;
    };
    for (const editor::Attribute* attribute : desk_.words()->of(kind)) {
      CommonFact common;
      const std::string other =
          entities.size() == 1 ? said_elsewhere(desk_, entities.front(), attribute->name) : std::string();
      for (const std::string& entity : entities) {
        const auto [its, index] = desk_.line_of(entity);
        const auto* lines = its < 0 ? nullptr : editor::entity_lines(desk_.document()->part(its));
        const board::Fact* found = nullptr;
        if (lines != nullptr)
          for (const board::Fact& fact : (*lines)[static_cast<size_t>(index)].facts)
            if (fact.attribute == attribute->name) found = &fact;
        if (found == nullptr)
          common.meet({}, board::unstated);
        else
          common.meet(text_of_value(found->value), found->provenance);
      }
      add_fact_row(
          desk_, *rows, *attribute, common, provenances == nullptr ? none : *provenances, file.writable,
          [set, name = attribute->name](const std::optional<board::DataValue>& value) {
            return set(name, value);
          },
          [this, entities, path = file.path, name = attribute->name](const std::string& provenance) {
            desk_.execute(editor::SetProvenance{path, entities, name, provenance});
          },
          other);
    }
    // Below the fields: it is now one line and now three, and fields stay where the hand expects them.
    for (const picture::Counter& counter : desk_.counters())
      if (entities.size() == 1 && counter.kind == kind && counter.id == id)
        column.addWidget(wrapped(words(counter.title)));
  }

  QScrollArea* scroll_;
};

}  // namespace

Panel* make_inspector(Desk& desk, QWidget* parent) {
  return new Inspector(desk, parent);
}

}  // namespace casebook::window
