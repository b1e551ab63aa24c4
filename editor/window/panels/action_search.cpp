// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPixmap>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/window/shared/actions.h"

namespace casebook::window {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::ActionSearch)
};

QString plain(QString text) {
  text.remove('&');
  return text;
}

/// Words may come in any order; the text counts more than the tip. Below 0: it does not fit.
int fit(const QAction* action, const QStringList& words) {
  const QString text = plain(action->text()), group = Actions::group(action);
  int sum = 0;
  for (const QString& word : words) {
    if (text.startsWith(word, Qt::CaseInsensitive))
      sum += 8;
    else if (text.contains(" " + word, Qt::CaseInsensitive))
      sum += 6;
    else if (text.contains(word, Qt::CaseInsensitive))
      sum += 4;
    else if (group.contains(word, Qt::CaseInsensitive))
      sum += 2;
    else if (action->statusTip().contains(word, Qt::CaseInsensitive))
      sum += 1;
    else
      return -1;
  }
  return sum;
}

class Search : public QDialog {
 public:
  Search(QWidget* parent, const Actions& actions) : QDialog(parent), actions_(actions) {
    setWindowTitle(Texts::tr("Find an action"));
    setObjectName("actionSearch");
    resize(560, 420);
    auto* layout = new QVBoxLayout(this);
    field_ = new QLineEdit;
    field_->setPlaceholderText(Texts::tr("Type a few letters of what you want to do"));
    field_->setAccessibleName(Texts::tr("Action to find"));
    field_->setClearButtonEnabled(true);
    list_ = new QListWidget;
    list_->setAccessibleName(Texts::tr("Matching actions"));
    list_->setIconSize(QSize(18, 18));
    tip_ = new QLabel;
    tip_->setWordWrap(true);
    tip_->setMinimumHeight(tip_->fontMetrics().height() * 2);
    layout->addWidget(field_);
    layout->addWidget(list_, 1);
    layout->addWidget(tip_);
    connect(field_, &QLineEdit::textChanged, this, [this] { fill(); });
    connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
      tip_->setText(row < 0 ? QString() : shown_[static_cast<size_t>(row)]->statusTip());
    });
    connect(list_, &QListWidget::itemActivated, this, [this] { accept(); });
    field_->installEventFilter(this);
    fill();
    field_->setFocus();
  }
  QAction* chosen() const {
    const int row = list_->currentRow();
    return row < 0 ? nullptr : shown_[static_cast<size_t>(row)];
  }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override {
    if (object == field_ && event->type() == QEvent::KeyPress) {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (key == Qt::Key_Down || key == Qt::Key_Up) {
        const int row = list_->currentRow() + (key == Qt::Key_Down ? 1 : -1);
        if (row >= 0 && row < list_->count()) list_->setCurrentRow(row);
        return true;
      }
      if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        accept();
        return true;
      }
    }
    return QDialog::eventFilter(object, event);
  }

 private:
  void fill() {
    const QStringList words = field_->text().split(' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, QAction*>> found;
    for (QAction* action : actions_.all())
      if (const int how = fit(action, words); how >= 0) found.emplace_back(how, action);
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    list_->clear();
    shown_.clear();
    QPixmap nothing(18, 18);
    nothing.fill(Qt::transparent);
    const QIcon no_icon(nothing);
    for (const auto& [how, action] : found) {
      const QString keys = action->shortcut().toString(QKeySequence::NativeText);
      const QString line = Actions::group(action) + " > " + plain(action->text()) +
                           (keys.isEmpty() ? QString() : "    " + keys);
      auto* item = new QListWidgetItem(action->icon(), line);
      // As high as an icon, and the text in one column, with an icon or without.
      if (action->icon().isNull()) item->setIcon(no_icon);
      item->setSizeHint(QSize(list_->iconSize().width() + fontMetrics().horizontalAdvance(line) + 24,
                              std::max(22, fontMetrics().height() + 6)));
      if (!action->isEnabled()) item->setForeground(palette().color(QPalette::Disabled, QPalette::Text));
      list_->addItem(item);
      shown_.push_back(action);
    }
    if (list_->count() > 0)
      list_->setCurrentRow(0);
    else
      tip_->setText(Texts::tr("No action has that name."));
  }

  const Actions& actions_;
  QLineEdit* field_;
  QListWidget* list_;
  QLabel* tip_;
  std::vector<QAction*> shown_;
};

}  // namespace

void search_actions(QWidget* parent, const Actions& actions) {
  Search search(parent, actions);
  if (search.exec() != QDialog::Accepted) return;
  if (QAction* action = search.chosen(); action != nullptr && action->isEnabled()) action->trigger();
}

}  // namespace casebook::window
