// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "editor/window/panels/panels.h"
#include "editor/window/shared/rules_unread.h"
#include "editor/window/shared/survey.h"
#include "editor/window/shared/words.h"
#include "editor/window/shared/wrapping_box.h"

namespace casebook::window {

namespace {

class ViewsPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::ViewsPanel)

 public:
  ViewsPanel(Desk& desk, AskViews asker, QWidget* parent)
      : Panel(desk, Topic::rules | Topic::selection | Topic::shown | Topic::cursor | Topic::pieces, parent),
        ask_(std::move(asker)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    auto* what = new QLabel(
        tr("Tick a view of the rules to show it on the map. It is evaluated again after each change."));
    what->setWordWrap(true);
    layout->addWidget(what);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("Views of the rules"));
    list_->setWordWrap(true);
    list_->setSpacing(2);
    layout->addWidget(list_, 3);
    auto* when_label = new QLabel(tr("&When"));
    when_ = new WrappingBox;
    when_->setAccessibleName(tr("Moment of the game for the views"));
    when_->setToolTip(
        tr("Moments of a game in which everybody passes where the rules allow it. Automatic: the "
           "first moment at which the unit may take a step"));
    // The list may be wider than the panel.
    when_->view()->setMinimumWidth(fontMetrics().averageCharWidth() * 70);
    when_->view()->setTextElideMode(Qt::ElideMiddle);
    when_label->setBuddy(when_);
    layout->addWidget(when_label);
    layout->addWidget(when_);
    auto* line = new QHBoxLayout;
    typed_ = new QLineEdit;
    typed_->setAccessibleName(tr("Another view, as the rules name it"));
    typed_->setPlaceholderText(tr("Another view"));
    typed_->setMinimumWidth(typed_->fontMetrics().horizontalAdvance(typed_->placeholderText()) + 14);
    auto* add = new QPushButton(tr("&Show"));
    line->addWidget(typed_, 1);
    line->addWidget(add);
    layout->addLayout(line);
    answers_ = new QLabel;
    answers_->setWordWrap(true);
    answers_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    answers_->setAccessibleName(tr("Results of the views"));
    answers_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    layout->addWidget(answers_);
    layout->addStretch(1);
    connect(list_, &QListWidget::itemChanged, this, [this] {
      if (!filling_) ask();
    });
    connect(when_, &QComboBox::activated, this, [this] { ask(); });
    const auto typed = [this] {
      extra_ = typed_->text().trimmed().toStdString();
      ask();
    };
    connect(add, &QPushButton::clicked, this, typed);
    connect(typed_, &QLineEdit::returnPressed, this, typed);
  }

 protected:
  void refresh(unsigned topics) override {
    if (has(topics, Topic::project) || has(topics, Topic::rules)) fill();
    if (has(topics, Topic::selection) || has(topics, Topic::cursor)) {
      bool of_another = false;
      for (int row = 0; row < list_->count(); ++row) {
        const OfferedView& view = offered_[static_cast<size_t>(row)];
        const Topic by = of_hex(view) ? Topic::cursor : Topic::selection;
        of_another = of_another || (list_->item(row)->checkState() == Qt::Checked &&
                                    !view.unit_kind.empty() && has(topics, by));
      }
      if (of_another) ask();
    }
    if (has(topics, Topic::project) || has(topics, Topic::pieces)) fill_moments();
    QStringList lines;
    if (rules_unread(desk_.document())) lines << rules_unread_words();
    for (const ShownView& view : desk_.views()) {
      QString line = view.overlay.title.empty() ? words(view.call) : words(view.overlay.title);
      if (!view.overlay.side.empty()) line += " (" + words_of_name(view.overlay.side) + ")";
      if (!view.overlay.label.empty()) line += " [" + words(view.overlay.label) + "]";
      if (!view.fault.empty()) line += ": " + words(view.fault);
      if (!view.moment.empty()) line += "\n    " + tr("at %1").arg(words_of_name(view.moment));
      for (const std::string& one : view.overlay.lines) line += "\n    " + words(one);
      lines << line;
    }
    lines << why_not_lines(desk_, desk_.cursor());
    answers_->setText(lines.join("\n"));
  }

 private:
  static bool of_hex(const OfferedView& view) { return view.unit_kind == "hex"; }

  void fill() {
    filling_ = true;
    list_->clear();
    offered_.clear();
    extra_.clear();
    if (desk_.document() != nullptr && desk_.document()->ruleset().program)
      offered_ = offered_views(*desk_.document()->ruleset().program);
    for (const OfferedView& view : offered_) {
      auto* item = new QListWidgetItem(
          words(view.title) + (of_hex(view)             ? tr(" (hex at the cursor)")
                               : view.unit_kind.empty() ? QString()
                                                        : tr(" (selected %1)").arg(words(view.unit_kind))),
          list_);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
      item->setCheckState(Qt::Unchecked);
      item->setToolTip(words(view.form + (view.label.empty() ? "" : "  [" + view.label + "]")));
    }
    filling_ = false;
  }

  void fill_moments() {
    const QString before = when_->currentData().toString();
    when_->clear();
    when_->addItem(tr("Automatic"), QString());
    if (desk_.bound())
      for (const Moment& moment : desk_.bound()->moments) {
        when_->addItem(words_of_name(moment.text), words(moment.text));
        when_->setItemData(when_->count() - 1, words(moment.text), Qt::ToolTipRole);
      }
    when_->setCurrentIndex(std::max(0, when_->findData(before)));
    // The list is as wide as what stands in it, however narrow the panel is.
    when_->view()->setMinimumWidth(when_->view()->sizeHintForColumn(0) + 28);
  }

  void ask() {
    std::vector<std::string> calls;
    for (int row = 0; row < list_->count(); ++row) {
      if (list_->item(row)->checkState() != Qt::Checked) continue;
      const OfferedView& view = offered_[static_cast<size_t>(row)];
      if (view.unit_kind.empty()) {
        calls.push_back(view.call);
        continue;
      }
      if (of_hex(view) && desk_.map() != nullptr && desk_.cursor() >= 0)
        calls.push_back(call_for(view, desk_.hex_name(desk_.cursor())));
      for (const std::string& entity : desk_.selection().entities) {
        const auto [kind, id] = kind_and_id(entity);
        if (kind != view.unit_kind) continue;
        calls.push_back(call_for(view, id));
        break;
      }
    }
    if (!extra_.empty()) calls.push_back(extra_);
    ask_(calls, when_->currentData().toString().toStdString());
  }

  AskViews ask_;
  std::vector<OfferedView> offered_;
  std::string extra_;
  QListWidget* list_;
  QComboBox* when_;
  QLineEdit* typed_;
  QLabel* answers_;
  bool filling_ = false;
};

}  // namespace

Panel* make_views_panel(Desk& desk, AskViews ask, QWidget* parent) {
  return new ViewsPanel(desk, std::move(ask), parent);
}

QStringList why_not_lines(const Desk& desk, int hex) {
  QStringList lines;
  if (desk.map() == nullptr || hex < 0) return lines;
  for (const ShownView& view : desk.views()) {
    if (!view.reached) continue;
    const auto why = refusals(*view.reached, hex);
    if (why.empty()) continue;
    lines << QCoreApplication::translate("casebook::window::ViewsPanel", "%1 cannot reach %2:")
                 .arg(words(view.reached->id), words(desk.hex_name(hex)));
    for (const std::string& line : why) lines << "    " + words(line);
  }
  return lines;
}

}  // namespace casebook::window
