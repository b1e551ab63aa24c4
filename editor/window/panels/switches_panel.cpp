// SPDX-License-Identifier: Apache-2.0
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/window/panels/panels.h"
#include "editor/window/shared/rules_unread.h"
#include "editor/window/shared/words.h"
#include "editor/window/shared/wrapping_box.h"

namespace casebook::window {

namespace {

class SwitchesPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::SwitchesPanel)

 public:
  SwitchesPanel(Desk& desk, QWidget* parent) : Panel(desk, Topic::content | Topic::rules, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    scroll_ = new QScrollArea;
    scroll_->setAccessibleName(tr("Options and readings"));
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(scroll_);
  }

 protected:
  void refresh(unsigned) override {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    const board::ScenarioFile* scenario = nullptr;
    std::string file;
    bool writable = false;
    if (desk_.document() != nullptr && desk_.document()->scenario() >= 0) {
      const editor::Part& part = desk_.document()->part(desk_.document()->scenario());
      scenario = part.as<board::ScenarioFile>();
      file = part.path;
      writable = part.writable;
    }
    if (scenario == nullptr || desk_.words() == nullptr || desk_.words()->switches.empty()) {
      column->addWidget(
          label(scenario == nullptr ? tr("No scenario is open. Press Ctrl+O to open one.")
                : rules_unread(desk_.document())
                    ? rules_unread_words() + " " + tr("Options and readings appear once it is corrected.")
                    : tr("These rules have neither options nor readings."),
                false));
    } else {
      bool readings = false, first = true;
      for (const editor::SwitchOf& one : desk_.words()->switches) {
        if (first || one.reading != readings)
          column->addWidget(label(one.reading ? tr("Readings") : tr("Options"), true));
        first = false;
        readings = one.reading;
        one.reading ? add_reading(*column, one, *scenario, file, writable)
                    : add_option(*column, one, *scenario, file, writable);
      }
    }
    column->addStretch(1);
    const int at = scroll_->verticalScrollBar()->value();
    scroll_->setWidget(page);
    scroll_->verticalScrollBar()->setValue(at);
  }

 private:
  static QLabel* label(const QString& text, bool bold) {
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    QFont font = label->font();
    font.setBold(bold);
    label->setFont(font);
    return label;
  }
  static const board::Switch* said(const board::ScenarioFile& scenario, const std::string& name) {
    for (const board::Switch& one : scenario.switches)
      if (one.name == name) return &one;
    return nullptr;
  }

  void add_option(QVBoxLayout& column, const editor::SwitchOf& one, const board::ScenarioFile& scenario,
                  const std::string& file, bool writable) {
    const board::Switch* now = said(scenario, one.name);
    auto* box = new QCheckBox(words(one.title.empty() ? one.name : one.title));
    box->setChecked(now != nullptr ? now->value.boolean : one.fallback == "yes");
    box->setEnabled(writable);
    QString tip = words(one.case_label);
    if (!one.needs.empty()) tip += "\n" + tr("Needs %1").arg(words(one.needs.front()));
    if (!one.excludes.empty()) tip += "\n" + tr("Excludes %1").arg(words(one.excludes.front()));
    box->setToolTip(tip.trimmed());
    connect(box, &QCheckBox::toggled, this,
            [this, file, name = one.name, usual = one.fallback == "yes"](bool on) {
              board::DataValue value;
              value.kind = board::DataKind::boolean;
              value.boolean = on;
              desk_.execute(editor::SetSwitch{file, name, on == usual ? std::nullopt : std::optional(value)});
            });
    column.addWidget(box);
  }

  void add_reading(QVBoxLayout& column, const editor::SwitchOf& one, const board::ScenarioFile& scenario,
                   const std::string& file, bool writable) {
    const board::Switch* now = said(scenario, one.name);
    auto* question = label(words(one.title.empty() ? one.name : one.title) +
                               (one.case_label.empty() ? QString() : "  [" + words(one.case_label) + "]"),
                           false);
    auto* box = new WrappingBox;
    box->setAccessibleName(words(one.title.empty() ? one.name : one.title));
    question->setBuddy(box);
    for (size_t i = 0; i < one.values.size(); ++i) {
      QString value = words(one.values[i]);
      value.replace('_', ' ');
      box->addItem(one.values[i] == one.fallback ? tr("%1 (default)").arg(value) : value,
                   words(one.values[i]));
      if (i < one.reasons.size())
        box->setItemData(static_cast<int>(i), words(one.reasons[i]), Qt::ToolTipRole);
    }
    const std::string value = now != nullptr ? now->value.text : one.fallback;
    box->setCurrentIndex(box->findData(words(value)));
    const auto at = std::find(one.values.begin(), one.values.end(), value) - one.values.begin();
    box->setEnabled(writable);
    connect(box, &QComboBox::activated, this, [this, box, file, name = one.name, usual = one.fallback] {
      board::DataValue chosen;
      chosen.kind = board::DataKind::text;
      chosen.text = box->currentData().toString().toStdString();
      desk_.execute(
          editor::SetSwitch{file, name, chosen.text == usual ? std::nullopt : std::optional(chosen)});
    });
    column.addWidget(question);
    column.addWidget(box);
    if (static_cast<size_t>(at) < one.reasons.size() && !one.reasons[static_cast<size_t>(at)].empty()) {
      auto* why = label(words(one.reasons[static_cast<size_t>(at)]), false);
      why->setContentsMargins(12, 0, 0, 4);
      why->setForegroundRole(QPalette::PlaceholderText);
      column.addWidget(why);
    }
  }

  QScrollArea* scroll_;
};

}  // namespace

Panel* make_switches_panel(Desk& desk, QWidget* parent) {
  return new SwitchesPanel(desk, parent);
}

}  // namespace casebook::window
