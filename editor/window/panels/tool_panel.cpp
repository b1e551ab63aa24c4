// SPDX-License-Identifier: Apache-2.0
// The panel of the tools. What there is to paint, and in which words, is in paint_choices.h.
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
#include "editor/window/panels/paint_choices.h"
#include "editor/window/panels/panels.h"
#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/actions.h"
#include "editor/window/shared/icons.h"
#include "editor/window/shared/rules_unread.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

/// The tools, what the chosen tool does, and what it paints with.
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

    attribute_label_ = new QLabel(tr("Attri&bute"));
    attribute_ = new QComboBox;
    attribute_->setAccessibleName(tr("Attribute to paint"));
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
    add_ = new QCheckBox(tr("&Add to existing values"));
    add_->setToolTip(
        tr("A hex may have several of these values. When this is not ticked, painting replaces them."));
    layout->addWidget(add_);
    provenance_label_ = new QLabel(tr("Sour&ce"));
    provenance_ = new QComboBox;
    provenance_->setAccessibleName(tr("Source of painted facts"));
    provenance_label_->setBuddy(provenance_);
    layout->addWidget(provenance_label_);
    layout->addWidget(provenance_);
    only_ = new QCheckBox(tr("Paint &only the source"));
    layout->addWidget(only_);
    // What is left over stays below: nothing floats apart where there is no list.
    layout->addSpacerItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding));
    connect(attribute_, &QComboBox::activated, this, [this] {
      Ink ink = desk_.ink(desk_.tool());
      ink.attribute = attribute_->currentData().toString().toStdString();
      ink.value = first_value(desk_, ink.attribute);
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
      if (has(topics, Topic::selection) && desk_.tool() == Tool::zone)
        hint_->setText(tool_hint(desk_, Tool::zone));
      if (!has(topics, Topic::content) || known_ == paint_heads(desk_)) return;
    }
    known_ = paint_heads(desk_);
    filling_ = true;
    if (has(topics, Topic::project) || has(topics, Topic::rules)) forget_inks(desk_);
    fill();
    filling_ = false;
  }

 private:
  void fill() {
    const Tool tool = desk_.tool();
    hint_->setText(tool_hint(desk_, tool));
    const Ink& ink = desk_.ink(tool);
    const bool paints = tool == Tool::brush || tool == Tool::fill || tool == Tool::rectangle ||
                        tool == Tool::line || tool == Tool::hexside || tool == Tool::link ||
                        tool == Tool::zone;
    const bool of_entities = tool == Tool::zone && declared(desk_, ink.attribute) != nullptr &&
                             is_of_entities(*declared(desk_, ink.attribute));
    const bool place = tool == Tool::place;
    const bool one_list = in_one_list(desk_, tool),
               nothing_there = paints && paint_attributes(desk_, tool).empty();
    attribute_label_->setVisible(paints && !one_list);
    attribute_->setVisible(paints && !one_list);
    list_->setVisible((paints && !nothing_there && !of_entities) || place);
    if (rules_unread(desk_.document()) && (paints || place))
      hint_->setText(nothing_there ? rules_unread_words()
                                   : tool_hint(desk_, tool) + "\n" + rules_unread_words() + " " +
                                         tr("Only values known from the map and its style are offered."));
    else if (nothing_there && tool != Tool::zone)
      hint_->setText(tool == Tool::link      ? tr("These rules have no roads.")
                     : tool == Tool::hexside ? tr("These rules have nothing along hexsides.")
                                             : tr("These rules have no attributes of hexes."));
    provenance_->setVisible((paints && !of_entities) || place);
    provenance_label_->setVisible((paints && !of_entities) || place);
    const bool hexes_alone = paints && tool != Tool::link && tool != Tool::hexside && tool != Tool::zone;
    only_->setVisible(hexes_alone);
    const editor::Attribute* one = paints ? declared(desk_, ink.attribute) : nullptr;
    const bool several = one != nullptr && one->type.sort == editor::ValueSort::set;
    add_->setVisible(several && hexes_alone);
    add_->setChecked(ink.add);
    only_->setChecked(ink.provenance_only);

    attribute_->clear();
    for (const editor::Attribute* each :
         paints ? paint_attributes(desk_, tool) : std::vector<const editor::Attribute*>{}) {
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
    list_->clear();
    if (place)
      fill_places(*list_, desk_);
    else if (one_list)
      fill_edges(*list_, desk_, tool);
    else if (one != nullptr && !of_entities)
      fill_values(*list_, desk_, *one);
    fill_sources(*provenance_, desk_);
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

  void take() {
    if (filling_) return;
    const Tool tool = desk_.tool();
    Ink ink = desk_.ink(tool);
    if (auto* item = list_->currentItem(); item != nullptr && list_->isVisible()) {
      const std::string value = item->data(Qt::UserRole).toString().toStdString();
      if (tool == Tool::place) {
        ink.attribute = value;
      } else if (in_one_list(desk_, tool)) {
        ink.attribute = value;
        ink.value = first_value(desk_, value);
      } else if (const editor::Attribute* one = declared(desk_, ink.attribute)) {
        ink.value = value_of_text(one->type, value);
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
  std::string known_;  // paint_heads() when this was filled
};

}  // namespace

Panel* make_tool_panel(Desk& desk, const Actions& actions, QWidget* parent) {
  return new ToolPanel(desk, actions, parent);
}

}  // namespace casebook::window
