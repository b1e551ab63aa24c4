// SPDX-License-Identifier: Apache-2.0
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "editor/window/map/counter_pixmap.h"
#include "editor/window/map/map_tools.h"
#include "editor/window/map/zones.h"
#include "editor/window/panels/panels.h"
#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/actions.h"
#include "editor/window/shared/icons.h"
#include "editor/window/shared/rules_unread.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

class ToolPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::ToolPanel)

 public:
  ToolPanel(Desk& desk, const Actions& actions, QWidget* parent)
      : Panel(desk, Topic::rules | Topic::style | Topic::tool | Topic::content | Topic::selection, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    int at = 0;
    for (const char* name : {"select", "brush", "fill", "rectangle", "line", "hexside", "link", "label",
                             "place", "zone", "trace"}) {
      auto* button = new QToolButton;
      button->setDefaultAction(actions.find(QString::fromLatin1(name)));
      button->setIconSize(QSize(22, 22));
      button->setAutoRaise(true);
      button->setMinimumSize(36, 34);
      button->setAccessibleName(button->defaultAction()->text().remove('&'));
      grid->addWidget(button, at / 6, at % 6);
      ++at;
    }
    grid->setColumnStretch(6, 1);
    layout->addLayout(grid);
    hint_ = new QLabel;
    hint_->setWordWrap(true);
    hint_->setTextInteractionFlags(Qt::NoTextInteraction);
    layout->addWidget(hint_);

    attribute_label_ = new QLabel(tr("&What"));
    attribute_ = new QComboBox;
    attribute_->setAccessibleName(tr("What to paint"));
    attribute_label_->setBuddy(attribute_);
    layout->addWidget(attribute_label_);
    layout->addWidget(attribute_);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("Values to paint"));
    list_->setIconSize(QSize(30, 30));
    list_->setSpacing(1);
    list_->setTextElideMode(Qt::ElideNone);
    layout->addWidget(list_, 1);
    typed_holder_ = new QVBoxLayout;
    layout->addLayout(typed_holder_);
    add_ = new QCheckBox(tr("&Add to what is there"));
    add_->setToolTip(
        tr("A hex may have several of these; without this, what is painted takes the place of the others."));
    layout->addWidget(add_);
    provenance_label_ = new QLabel(tr("Where it &comes from"));
    provenance_ = new QComboBox;
    provenance_->setAccessibleName(tr("Where painted facts come from"));
    provenance_label_->setBuddy(provenance_);
    layout->addWidget(provenance_label_);
    layout->addWidget(provenance_);
    only_ = new QCheckBox(tr("Paint &only where it comes from"));
    layout->addWidget(only_);
    // What is left over stays below: nothing floats apart where there is no list.
    layout->addSpacerItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding));
    connect(attribute_, &QComboBox::activated, this, [this] {
      Ink ink = desk_.ink(desk_.tool());
      ink.attribute = attribute_->currentData().toString().toStdString();
      ink.value = first_value(ink.attribute);
      desk_.set_ink(desk_.tool(), ink);
    });
    connect(list_, &QListWidget::currentRowChanged, this, [this] { take(); });
    connect(add_, &QCheckBox::toggled, this, [this] { take(); });
    connect(only_, &QCheckBox::toggled, this, [this] { take(); });
    connect(provenance_, &QComboBox::activated, this, [this] { take(); });
  }

 protected:
  void refresh(unsigned topics) override {
    const bool others = (topics & ~(Topic::content | Topic::selection)) != 0;
    if (!others) {
      // A stroke changes no palette; only what is in the file's head, places, and whose hex it is may.
      if (has(topics, Topic::selection) && desk_.tool() == Tool::zone) hint_->setText(hint(Tool::zone));
      if (!has(topics, Topic::content) || known_ == heads()) return;
    }
    known_ = heads();
    filling_ = true;
    if (has(topics, Topic::project) || has(topics, Topic::rules)) forget_inks();
    fill();
    filling_ = false;
  }

 private:
  /// What the palette shows of the map itself.
  std::string heads() const {
    std::string text;
    if (desk_.map() == nullptr) return text;
    for (const board::NamedPlace& place : desk_.map()->places)
      text += place.name + " " + name_on_map(*desk_.map(), place) + " " + std::to_string(place.hex) + "\n";
    for (const board::Provenance& one : desk_.map()->provenances.all)
      text += one.name + (one.attested ? " A " : " R ") + one.source + one.case_label + one.why + "\n";
    return text + std::to_string(desk_.numbering());
  }
  const editor::Attribute* declared(const std::string& name) const {
    return desk_.words() == nullptr ? nullptr : desk_.words()->attribute(name);
  }
  bool is_link(const std::string& attribute) const { return desk_.style().link(attribute) != nullptr; }

  std::vector<const editor::Attribute*> attributes(Tool tool) const {
    std::vector<const editor::Attribute*> found;
    if (desk_.words() == nullptr) return found;
    if (tool == Tool::zone) return zone_attributes(desk_);
    const bool sides = tool == Tool::hexside || tool == Tool::link;
    for (const editor::Attribute* one : desk_.words()->of(sides ? "hexside" : "hex")) {
      if (tool == Tool::link && !is_link(one->name)) continue;
      if (tool == Tool::hexside && is_link(one->name)) continue;
      found.push_back(one);
    }
    // Without a style no attribute is known for a road until one is drawn: then any that is there or not
    // there may be one.
    if (tool == Tool::link && found.empty())
      for (const editor::Attribute* one : desk_.words()->of("hexside"))
        if (one->type.sort == editor::ValueSort::boolean) found.push_back(one);
    // The ground first: it is what one paints most.
    std::stable_sort(found.begin(), found.end(), [this](const auto* a, const auto* b) {
      return (a->name == desk_.style().ground) > (b->name == desk_.style().ground);
    });
    return found;
  }

  /// What runs along or over hexsides is chosen from one list, by name, where all of it is there or not
  /// there.
  bool in_one_list(Tool tool) const {
    if (tool == Tool::link) return true;
    if (tool != Tool::hexside) return false;
    const auto all = attributes(tool);
    return std::all_of(all.begin(), all.end(), [](const editor::Attribute* one) {
      return one->type.sort == editor::ValueSort::boolean;
    });
  }

  std::optional<board::DataValue> first_value(const std::string& attribute) const {
    const editor::Attribute* one = declared(attribute);
    if (one == nullptr) return std::nullopt;
    const auto choices = choices_of(one->type, desk_);
    if (choices.empty()) return value_of_text(one->type, one->type.least);
    return value_of_text(one->type, one->type.sort == editor::ValueSort::boolean ? "yes" : choices.front());
  }

  void forget_inks() {
    for (const Tool tool : {Tool::brush, Tool::hexside, Tool::link, Tool::zone}) {
      Ink ink = desk_.ink(tool);
      const auto all = attributes(tool);
      const bool known =
          std::any_of(all.begin(), all.end(), [&](const auto* one) { return one->name == ink.attribute; });
      if (known) continue;
      ink = {};
      if (!all.empty()) {
        ink.attribute = all.front()->name;
        ink.value = first_value(ink.attribute);
      }
      desk_.set_ink(tool, ink);
    }
  }

  QString hint(Tool tool) const {
    switch (tool) {
      case Tool::select:
        return tr("Click or drag over hexes to select them. Drag counters to set units up.");
      case Tool::brush:
        return tr("Drag over hexes to paint. The right button takes away.");
      case Tool::fill:
        return tr("Click to fill all hexes alike that touch. The right button takes away.");
      case Tool::rectangle:
        return tr("Drag from corner to corner to paint a block of hexes.");
      case Tool::line:
        return tr("Drag from hex to hex to paint a straight line.");
      case Tool::hexside:
        return tr(
            "Drag along hexsides to paint them. The right button takes away. With the keyboard: 1 to 6.");
      case Tool::link:
        return tr("Drag from hex to hex to draw a road. The right button takes steps away.");
      case Tool::label:
        return tr("Click a hex to write on the map. The right button takes the text away.");
      case Tool::place:
        return tr(
            "Choose a place, then click its hex. A new one is asked for its name. The right button takes"
            " away.");
      case Tool::zone: {
        const editor::Attribute* one = declared(desk_.ink(tool).attribute);
        if (one == nullptr)
          return tr("These rules set no hexes apart. Entry hexes with a name are put down with Places.");
        if (!is_of_entities(*one))
          return tr("Drag over hexes to mark them; the right button takes the mark away.");
        const auto whose = zone_entities(desk_, *one);
        if (whose.empty())
          return tr(
              "Select units first, on the map or in the order of battle, then click the hex that is "
              "theirs.");
        return tr("Click the hex for %1; the right button takes it away.")
            .arg(whose.size() == 1 ? words(kind_and_id(whose[0]).second)
                                   : tr("%1 selected").arg(whose.size()));
      }
      case Tool::trace:
        return tr("Click the middle of a hex on the scan, then say its number.");
    }
    return {};
  }

  void fill() {
    const Tool tool = desk_.tool();
    hint_->setText(hint(tool));
    const Ink& ink = desk_.ink(tool);
    const bool paints = tool == Tool::brush || tool == Tool::fill || tool == Tool::rectangle ||
                        tool == Tool::line || tool == Tool::hexside || tool == Tool::link ||
                        tool == Tool::zone;
    const bool of_entities =
        tool == Tool::zone && declared(ink.attribute) != nullptr && is_of_entities(*declared(ink.attribute));
    const bool place = tool == Tool::place;
    const bool one_list = in_one_list(tool), nothing_there = paints && attributes(tool).empty();
    attribute_label_->setVisible(paints && !one_list);
    attribute_->setVisible(paints && !one_list);
    list_->setVisible((paints && !nothing_there && !of_entities) || place);
    if (rules_unread(desk_.document()) && (paints || place))
      hint_->setText(nothing_there ? rules_unread_words()
                                   : hint(tool) + "\n" + rules_unread_words() + " " +
                                         tr("Offered is what map and style know."));
    else if (nothing_there && tool != Tool::zone)
      hint_->setText(tool == Tool::link      ? tr("These rules know of no roads.")
                     : tool == Tool::hexside ? tr("These rules know of nothing along hexsides.")
                                             : tr("These rules say nothing of hexes."));
    provenance_->setVisible((paints && !of_entities) || place);
    provenance_label_->setVisible((paints && !of_entities) || place);
    const bool hexes_alone = paints && tool != Tool::link && tool != Tool::hexside && tool != Tool::zone;
    only_->setVisible(hexes_alone);
    const editor::Attribute* one = paints ? declared(ink.attribute) : nullptr;
    const bool several = one != nullptr && one->type.sort == editor::ValueSort::set;
    add_->setVisible(several && hexes_alone);
    add_->setChecked(ink.add);
    only_->setChecked(ink.provenance_only);

    attribute_->clear();
    for (const editor::Attribute* each :
         paints ? attributes(tool) : std::vector<const editor::Attribute*>{}) {
      QIcon icon;
      if (const picture::EdgeLook* edge = desk_.style().hexside(each->name);
          edge != nullptr && tool == Tool::hexside)
        icon = steady(hexside_pixmap(*edge, desk_.style(), 26, devicePixelRatioF()));
      if (const picture::LinkLook* link = desk_.style().link(each->name); link != nullptr)
        icon = steady(link_pixmap(*link, desk_.style(), 26, devicePixelRatioF()));
      attribute_->addItem(icon, spoken(each->name), words(each->name));
      attribute_->setItemData(attribute_->count() - 1, words(each->case_label + " " + each->case_title),
                              Qt::ToolTipRole);
      if (each->name == ink.attribute) attribute_->setCurrentIndex(attribute_->count() - 1);
    }
    attribute_->setIconSize(QSize(26, 26));
    if (one_list)
      fill_list(tool);
    else
      fill_values(of_entities ? nullptr : one, place);
    fill_provenance(ink);
    if (auto* old = typed_) {
      typed_ = nullptr;
      old->deleteLater();
    }
    if (one != nullptr && !one_list && !of_entities && choices_of(one->type, desk_).empty()) {
      list_->setVisible(false);
      ValueShown shown;
      if (ink.value) shown.text = text_of_value(*ink.value);
      typed_ = make_value_editor(one->type, desk_, shown, spoken(one->name),
                                 [this, name = one->name, type = one->type](const std::string& text) {
                                   Ink now = desk_.ink(desk_.tool());
                                   if (!read_value(desk_, name, type, text, now.value)) return false;
                                   desk_.set_ink(desk_.tool(), now);
                                   return true;
                                 });
      typed_holder_->addWidget(typed_);
    }
  }

  void fill_list(Tool tool) {
    list_->clear();
    for (const editor::Attribute* each : attributes(tool)) {
      auto* item = new QListWidgetItem(spoken(each->name), list_);
      item->setData(Qt::UserRole, words(each->name));
      item->setToolTip(words(each->case_label + " " + each->case_title).trimmed());
      const picture::LinkLook* link = desk_.style().link(each->name);
      const picture::EdgeLook* edge = desk_.style().hexside(each->name);
      if (link != nullptr && !link->title.empty()) item->setText(words(link->title));
      if (link == nullptr && edge != nullptr && !edge->title.empty()) item->setText(words(edge->title));
      if (link != nullptr)
        item->setIcon(steady(link_pixmap(*link, desk_.style(), 30, devicePixelRatioF())));
      else if (edge != nullptr && tool == Tool::hexside)
        item->setIcon(steady(hexside_pixmap(*edge, desk_.style(), 30, devicePixelRatioF())));
      if (each->name == desk_.ink(tool).attribute) list_->setCurrentItem(item);
    }
  }

  void fill_values(const editor::Attribute* one, bool place) {
    list_->clear();
    const Ink& ink = desk_.ink(desk_.tool());
    if (place) {
      if (desk_.words() == nullptr || desk_.map() == nullptr) return;
      std::map<std::string, int> there;
      for (const board::NamedPlace& each : desk_.map()->places) there[each.name] = each.hex;
      std::vector<std::string> names = desk_.words()->places;
      for (const auto& [name, hex] : there)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      auto* fresh = new QListWidgetItem(tr("A new place ..."), list_);
      fresh->setData(Qt::UserRole, QString());
      const auto shown = [&](const std::string& name) {
        for (const board::NamedPlace& each : desk_.map()->places)
          if (each.name == name) return name_on_map(*desk_.map(), each);
        return name;
      };
      for (const std::string& name : names) {
        const auto at = there.find(name);
        auto* item = new QListWidgetItem(
            spoken(shown(name)) + "\n" +
                (at == there.end() ? tr("not on the map yet") : words(desk_.hex_name(at->second))),
            list_);
        item->setData(Qt::UserRole, words(name));
        item->setIcon(icon(at == there.end() ? "warning" : "place"));
        if (name == ink.attribute) list_->setCurrentItem(item);
      }
      return;
    }
    if (one == nullptr) return;
    auto* nothing = new QListWidgetItem(
        icon("eraser"), one->fallback.empty() ? tr("Nothing") : tr("Nothing (%1)").arg(spoken(one->fallback)),
        list_);
    nothing->setData(Qt::UserRole, QString());
    nothing->setToolTip(tr("Takes out what is said of the hex, so that what the file says of all holds"));
    if (!ink.value) list_->setCurrentItem(nothing);
    for (const std::string& value : choices_of(one->type, desk_)) {
      // Not twice: what holds where nothing is said is the first line.
      if (one->type.sort == editor::ValueSort::boolean && value == one->fallback) continue;
      const picture::GroundLook* ground =
          one->name == desk_.style().ground ? desk_.style().ground_look(value) : nullptr;
      auto* item = new QListWidgetItem(
          ground == nullptr || ground->title.empty() ? spoken(value) : words(ground->title), list_);
      item->setData(Qt::UserRole, words(value));
      if (ground != nullptr)
        item->setIcon(steady(ground_pixmap(*ground, desk_.style(), 30, devicePixelRatioF())));
      if (ink.value && text_of_value(*ink.value) == value) list_->setCurrentItem(item);
    }
  }

  void fill_provenance(const Ink& ink) {
    provenance_->clear();
    provenance_->addItem(tr("As it was"), QString());
    if (desk_.map() == nullptr) return;
    for (const board::Provenance& one : desk_.map()->provenances.all) {
      provenance_->addItem(spoken(one.name) + (one.attested ? tr(" (attested)") : tr(" (reconstructed)")),
                           words(one.name));
      provenance_->setItemData(provenance_->count() - 1,
                               one.attested ? words(one.source + " " + one.case_label) : words(one.why),
                               Qt::ToolTipRole);
      if (one.name == ink.provenance) provenance_->setCurrentIndex(provenance_->count() - 1);
    }
  }

  void take() {
    if (filling_) return;
    const Tool tool = desk_.tool();
    Ink ink = desk_.ink(tool);
    if (auto* item = list_->currentItem(); item != nullptr && list_->isVisible()) {
      const std::string value = item->data(Qt::UserRole).toString().toStdString();
      if (tool == Tool::place) {
        ink.attribute = value;
      } else if (in_one_list(tool)) {
        ink.attribute = value;
        ink.value = first_value(value);
      } else if (const editor::Attribute* one = declared(ink.attribute)) {
        ink.value = value_of_text(one->type, value);
        if (ink.add && ink.value && ink.value->kind == board::DataKind::list &&
            ink.value->items.size() == 1) {
          const board::DataValue only = ink.value->items.front();
          ink.value = only;
        }
      }
    }
    ink.provenance = provenance_->currentData().toString().toStdString();
    ink.add = add_->isChecked();
    ink.provenance_only = only_->isChecked();
    if (ink.add && ink.value && ink.value->kind == board::DataKind::list && ink.value->items.size() == 1) {
      const board::DataValue only = ink.value->items.front();
      ink.value = only;
    }
    desk_.set_ink(tool, ink);
  }

  QLabel *hint_, *attribute_label_, *provenance_label_;
  QComboBox *attribute_, *provenance_;
  QListWidget* list_;
  QVBoxLayout* typed_holder_;
  QWidget* typed_ = nullptr;
  QCheckBox *add_, *only_;
  bool filling_ = false;
  std::string known_;  // heads() when this was filled
};

}  // namespace

Panel* make_tool_panel(Desk& desk, const Actions& actions, QWidget* parent) {
  return new ToolPanel(desk, actions, parent);
}

}  // namespace casebook::window
