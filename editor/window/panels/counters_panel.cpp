// SPDX-License-Identifier: Apache-2.0
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "editor/window/map/counter_pixmap.h"
#include "editor/window/map/unit_drag.h"
#include "editor/window/panels/panels.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

class CounterList : public QListWidget {
 protected:
  QMimeData* mimeData(const QList<QListWidgetItem*>& items) const override {
    std::vector<std::string> entities;
    for (const QListWidgetItem* item : items)
      entities.push_back(item->data(Qt::UserRole).toString().toStdString());
    return mime_of(entities);
  }
};

class CountersPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::CountersPanel)

 public:
  CountersPanel(Desk& desk, QWidget* parent)
      : Panel(desk, Topic::pieces | Topic::style | Topic::selection, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    filter_ = new QLineEdit;
    filter_->setPlaceholderText(tr("Filter counters by words"));
    filter_->setAccessibleName(tr("Filter counters by words"));
    filter_->setClearButtonEnabled(true);
    filter_->setMinimumWidth(filter_->fontMetrics().averageCharWidth() * 14);
    off_map_ = new QCheckBox(tr("&Not on the map"));
    backs_ = new QCheckBox(tr("Bac&ks"));
    backs_->setObjectName("countersBacks");
    backs_->setToolTip(tr("Shows the back of the counters that have one"));
    count_ = new QLabel;
    top->addWidget(filter_, 1);
    top->addWidget(backs_);
    top->addWidget(off_map_);
    top->addWidget(count_);
    layout->addLayout(top);
    list_ = new CounterList;
    list_->setAccessibleName(tr("Counters"));
    list_->setViewMode(QListView::IconMode);
    list_->setResizeMode(QListView::Adjust);
    list_->setMovement(QListView::Static);
    list_->setDragEnabled(true);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setWordWrap(true);
    list_->setTextElideMode(Qt::ElideNone);
    list_->setSpacing(4);
    layout->addWidget(list_, 1);
    connect(filter_, &QLineEdit::textChanged, this, [this] { fill(); });
    connect(off_map_, &QCheckBox::toggled, this, [this] { fill(); });
    connect(backs_, &QCheckBox::toggled, this, [this] { fill(); });
    connect(list_, &QListWidget::itemSelectionChanged, this, [this] {
      if (filling_) return;
      Selection selection;
      for (const QListWidgetItem* item : list_->selectedItems()) {
        selection.entities.push_back(item->data(Qt::UserRole).toString().toStdString());
        const int hex = item->data(Qt::UserRole + 1).toInt();
        if (hex >= 0) selection.hexes.push_back(hex);
      }
      desk_.select(std::move(selection));
    });
  }

 protected:
  void refresh(unsigned topics) override {
    if (topics != static_cast<unsigned>(Topic::selection)) fill();
    filling_ = true;
    const std::set<std::string> wanted(desk_.selection().entities.begin(), desk_.selection().entities.end());
    for (int row = 0; row < list_->count(); ++row)
      list_->item(row)->setSelected(
          wanted.contains(list_->item(row)->data(Qt::UserRole).toString().toStdString()));
    filling_ = false;
  }

 private:
  void fill() {
    filling_ = true;
    list_->clear();
    const int side = std::max(44, fontMetrics().height() * 3);
    list_->setIconSize(QSize(side, side));
    const QString wanted = filter_->text();
    int widest = side;
    const bool two_sided = std::any_of(desk_.counters().begin(), desk_.counters().end(),
                                       [](const picture::Counter& one) { return one.back.has_value(); });
    backs_->setVisible(two_sided);
    for (picture::Counter counter : desk_.counters()) {
      const QString id = QString::fromStdString(counter.id), title = QString::fromStdString(counter.title);
      if (off_map_->isChecked() && counter.hex >= 0) continue;
      if (!wanted.isEmpty() && !title.contains(wanted, Qt::CaseInsensitive) &&
          !id.contains(wanted, Qt::CaseInsensitive))
        continue;
      QString tip = title;
      if (counter.back) {
        tip += "\n" + tr("back: %1")
                          .arg(QString::fromStdString(counter.back->title +
                                                      (counter.back->title.empty() ? "" : ", ") +
                                                      counter.back->values));
        if (backs_->isChecked()) counter.turned = !counter.turned;
      }
      auto* item = new QListWidgetItem(
          steady(counter_pixmap(counter, desk_.style(), side, devicePixelRatioF())), id, list_);
      item->setToolTip(tip);
      item->setData(Qt::AccessibleTextRole, tip);
      item->setData(Qt::UserRole, QString::fromStdString(counter.kind + " " + counter.id));
      item->setData(Qt::UserRole + 1, counter.hex);
      widest = std::max(widest, fontMetrics().horizontalAdvance(id));
    }
    list_->setGridSize(QSize(widest + 16, side + fontMetrics().height() + 14));
    count_->setText(counted(list_->count(), tr("counter"), tr("counters")));
    filling_ = false;
  }

  QLineEdit* filter_;
  QCheckBox *off_map_, *backs_;
  QLabel* count_;
  CounterList* list_;
  bool filling_ = false;
};

}  // namespace

Panel* make_counters_panel(Desk& desk, QWidget* parent) {
  return new CountersPanel(desk, parent);
}

}  // namespace casebook::window
