// SPDX-License-Identifier: Apache-2.0
#include <QFont>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "editor/window/panels/panels.h"
#include "editor/window/shared/command_words.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

class HistoryPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::HistoryPanel)

 public:
  HistoryPanel(Desk& desk, QWidget* parent) : Panel(desk, Topic::history | Topic::content, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("History of the project"));
    list_->setTextElideMode(Qt::ElideNone);
    list_->setUniformItemSizes(true);
    layout->addWidget(list_);
    connect(list_, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { desk_.go_to(static_cast<size_t>(list_->row(item))); });
    connect(list_, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { desk_.go_to(static_cast<size_t>(list_->row(item))); });
  }

 protected:
  void refresh(unsigned) override {
    list_->clear();
    if (desk_.document() == nullptr) return;
    list_->addItem(tr("Project opened"));
    const size_t done = desk_.document()->done();
    size_t index = 0;
    for (const editor::HistoryEntry& entry : desk_.document()->history()) {
      auto* item = new QListWidgetItem(spoken(words_of_command(entry.command).toStdString()), list_);
      if (index++ >= done) {  // undone: told by slant and by a word, not by colour alone
        QFont font = item->font();
        font.setItalic(true);
        item->setFont(font);
        item->setText(item->text() + "  " + tr("(undone)"));
      }
    }
    list_->setCurrentRow(static_cast<int>(done));
    show_current();
  }
  void showEvent(QShowEvent* event) override {
    Panel::showEvent(event);
    show_current();
  }
  void resizeEvent(QResizeEvent* event) override {
    Panel::resizeEvent(event);
    show_current();
  }

 private:
  /// Once the list has its new height: a page that was never shown has none.
  void show_current() {
    QTimer::singleShot(0, list_, [list = list_] {
      list->doItemsLayout();
      if (auto* current = list->currentItem()) list->scrollToItem(current);
    });
  }
  QListWidget* list_;
};

}  // namespace

Panel* make_history_panel(Desk& desk, QWidget* parent) {
  return new HistoryPanel(desk, parent);
}

}  // namespace casebook::window
