// SPDX-License-Identifier: Apache-2.0
// The panel of the schedules: a table, and a track along one of their numbers. What it does to the files is
// in schedule_lines.h.
#include <QComboBox>
#include <QDropEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "editor/window/map/unit_drag.h"
#include "editor/window/panels/panels.h"
#include "editor/window/panels/schedule_lines.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

/// A box a turn. Units dropped on a box come then.
class TrackTable : public QTableWidget {
 public:
  /// The number of the box, and who was dropped there.
  std::function<void(int turn, const std::vector<std::string>& entities)> dropped;
  /// Number of the first box.
  int first() const { return first_; }

  /// The lines along one of their numbers; without an attribute the track is empty.
  void show_lines(const std::vector<ScheduleLine>& lines, const editor::Attribute* attribute) {
    clear();
    setRowCount(0);
    setColumnCount(0);
    if (attribute == nullptr) return;
    std::map<int, QStringList> at, entities;
    for (const ScheduleLine& line : lines) {
      bool number = false;
      const int turn = words(value_of(line, attribute->name)).toInt(&number);
      if (!number) continue;
      at[turn] << words(line.line->id);
      entities[turn] << words(line.entity);
    }
    // All that the measure has, and whatever lies outside it.
    bool bounded = false;
    const int least = words(attribute->type.least).toInt(),
              most = words(attribute->type.most).toInt(&bounded);
    const int first = first_ = at.empty() ? least : std::min(at.begin()->first, least);
    const int last =
        std::max(bounded ? std::min(most, first + 99) : first, at.empty() ? first : at.rbegin()->first);
    setRowCount(1);
    setColumnCount(std::min(200, last - first + 1));
    QStringList heads;
    for (int turn = first; turn <= last && turn - first < 200; ++turn) {
      heads << QString::number(turn);
      setItem(0, turn - first, new QTableWidgetItem(at.contains(turn) ? at[turn].join("\n") : QString()));
      item(0, turn - first)->setData(Qt::UserRole, entities[turn]);
      item(0, turn - first)->setTextAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    setHorizontalHeaderLabels(heads);
    resizeColumnsToContents();
    resizeRowsToContents();
  }

 protected:
  QStringList mimeTypes() const override { return {QString::fromLatin1(unit_mime)}; }
  QMimeData* mimeData(const QList<QTableWidgetItem*>& items) const override {
    std::vector<std::string> entities;
    for (const QTableWidgetItem* item : items)
      for (const QString& one : item->data(Qt::UserRole).toStringList())
        entities.push_back(one.toStdString());
    return mime_of(entities);
  }
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction | Qt::CopyAction; }
  void dragMoveEvent(QDragMoveEvent* event) override {
    if (event->mimeData()->hasFormat(QString::fromLatin1(unit_mime)))
      event->acceptProposedAction();
    else
      event->ignore();
  }
  void dropEvent(QDropEvent* event) override {
    const int column = columnAt(event->position().toPoint().x());
    const std::vector<std::string> entities = units_of(*event->mimeData());
    if (column < 0 || entities.empty()) return event->ignore();
    // Nothing is to be taken away where it came from: commands do that.
    event->setDropAction(Qt::CopyAction);
    event->accept();
    dropped(first_ + column, entities);
  }

 private:
  int first_ = 0;
};

/// Schedules as a table, and as a track along one of their numbers.
class TurnsPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::TurnsPanel)

 public:
  TurnsPanel(Desk& desk, QWidget* parent)
      : Panel(desk, Topic::content | Topic::rules | Topic::selection, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    auto* label = new QLabel(tr("Trac&k by"));
    by_ = new QComboBox;
    by_->setObjectName("turnsBy");
    by_->setAccessibleName(tr("Track by"));
    by_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label->setBuddy(by_);
    label->setContentsMargins(0, 0, 4, 0);
    told_ = new QLabel;
    told_->setWordWrap(true);
    top->addWidget(label);
    top->addWidget(by_);
    top->addWidget(told_, 1);
    add_ = new QPushButton(tr("&Add selected units"));
    add_->setObjectName("turnsAdd");
    add_->setToolTip(tr("Adds the selected units to the schedule; you can also drag them onto the track"));
    remove_ = new QPushButton(tr("&Remove"));
    remove_->setObjectName("turnsRemove");
    remove_->setToolTip(tr("Removes the selected lines from the schedule; the units stay"));
    top->addWidget(add_);
    top->addWidget(remove_);
    layout->addLayout(top);
    track_ = new TrackTable;
    track_->setObjectName("turnsTrack");
    track_->setDragEnabled(true);
    track_->setAcceptDrops(true);
    track_->setDropIndicatorShown(true);
    track_->dropped = [this](int turn, const std::vector<std::string>& entities) {
      add_selected(entities, std::to_string(turn));
    };
    track_->setAccessibleName(tr("Turn track"));
    track_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    track_->verticalHeader()->hide();
    track_->setWordWrap(true);
    table_ = new QTableWidget;
    table_->setObjectName("turnsTable");
    table_->setAccessibleName(tr("Reinforcements"));
    table_->verticalHeader()->hide();
    table_->setAlternatingRowColors(true);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (QTableWidget* one : std::initializer_list<QTableWidget*>{track_, table_}) {
      one->setTextElideMode(Qt::ElideNone);
      one->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
      one->horizontalHeader()->setHighlightSections(false);
      one->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
      one->verticalHeader()->setDefaultSectionSize(one->fontMetrics().height() + 8);
    }
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(table_);
    splitter->addWidget(track_);
    splitter->setChildrenCollapsible(false);
    layout->addWidget(splitter, 1);
    connect(by_, &QComboBox::activated, this, [this] { fill(); });
    connect(add_, &QPushButton::clicked, this, [this] { add_selected(desk_.selection().entities, {}); });
    connect(remove_, &QPushButton::clicked, this, [this] { remove_selected(); });
    connect(track_, &QTableWidget::itemSelectionChanged, this, [this] {
      if (filling_) return;
      Selection selection;
      for (const QTableWidgetItem* item : track_->selectedItems())
        for (const QString& one : item->data(Qt::UserRole).toStringList())
          selection.entities.push_back(one.toStdString());
      if (!selection.empty()) desk_.select(std::move(selection));
    });
    connect(table_, &QTableWidget::cellChanged, this, [this](int row, int column) {
      if (!filling_) changed(row, column);
    });
    connect(table_, &QTableWidget::itemSelectionChanged, this, [this] {
      if (filling_) return;
      Selection selection;
      std::set<int> rows;
      for (const QTableWidgetItem* item : table_->selectedItems()) rows.insert(item->row());
      for (const int row : rows) selection.entities.push_back(lines_[static_cast<size_t>(row)].entity);
      desk_.select(std::move(selection));
    });
  }

 protected:
  void refresh(unsigned topics) override {
    if (topics != static_cast<unsigned>(Topic::selection)) fill();
    follow_selection();
  }

 private:
  void fill() {
    filling_ = true;
    lines_ = schedule_lines(desk_);
    columns_ = attributes_of(lines_);
    const QString before = by_->currentData().toString();
    by_->clear();
    if (desk_.words() != nullptr)
      for (const std::string& one : track_numbers(desk_, columns_))
        by_->addItem(words_of_name(one), words(one));
    if (const int at = by_->findData(before); at >= 0) by_->setCurrentIndex(at);

    table_->clear();
    table_->setColumnCount(1 + static_cast<int>(columns_.size()));
    table_->setRowCount(static_cast<int>(lines_.size()));
    QStringList heads{tr("Name")};
    for (const std::string& one : columns_) heads << spoken(one);
    table_->setHorizontalHeaderLabels(heads);
    for (size_t row = 0; row < lines_.size(); ++row) {
      auto* who = new QTableWidgetItem(words(lines_[row].line->id));
      who->setFlags(who->flags() & ~Qt::ItemIsEditable);
      table_->setItem(static_cast<int>(row), 0, who);
      for (size_t column = 0; column < columns_.size(); ++column)
        table_->setItem(static_cast<int>(row), 1 + static_cast<int>(column),
                        new QTableWidgetItem(words(value_of(lines_[row], columns_[column]))));
    }
    table_->resizeColumnsToContents();
    fill_track();
    told_->setText(lines_.empty()
                       ? tr("This scenario has no schedule. Select units, then press Add selected units.")
                       : counted(static_cast<qsizetype>(lines_.size()), tr("line of the schedule"),
                                 tr("lines of the schedule")));
    filling_ = false;
  }

  void fill_track() {
    const std::string by = by_->currentData().toString().toStdString();
    track_->show_lines(lines_,
                       desk_.words() == nullptr || by.empty() ? nullptr : desk_.words()->attribute(by));
  }

  void changed(int row, int column) {
    if (column == 0) return;
    const ScheduleLine line = lines_[static_cast<size_t>(row)];
    const std::string attribute = columns_[static_cast<size_t>(column - 1)];
    const std::string text = table_->item(row, column)->text().toStdString();
    // Not while the item that was typed into is still being told of it.
    if (!set_in_schedule(desk_, line, attribute, text)) QTimer::singleShot(0, this, [this] { fill(); });
  }

  void add_selected(const std::vector<std::string>& entities, const std::optional<std::string>& value) {
    add_to_schedule(desk_, lines_, entities,
                    {by_->currentData().toString().toStdString(), track_->first(), value});
  }
  void remove_selected() {
    std::set<int> rows;
    for (const QTableWidgetItem* item : table_->selectedItems()) rows.insert(item->row());
    std::vector<ScheduleLine> chosen;
    for (const int row : rows) chosen.push_back(lines_[static_cast<size_t>(row)]);
    remove_from_schedules(desk_, chosen);
  }

  void follow_selection() {
    filling_ = true;
    const std::set<std::string> wanted(desk_.selection().entities.begin(), desk_.selection().entities.end());
    for (size_t row = 0; row < lines_.size(); ++row)
      for (int column = 0; column < table_->columnCount(); ++column)
        if (QTableWidgetItem* item = table_->item(static_cast<int>(row), column))
          item->setSelected(wanted.contains(lines_[row].entity));
    filling_ = false;
    add_->setEnabled(!wanted.empty());
  }

  QComboBox* by_;
  QLabel* told_;
  QPushButton *add_, *remove_;
  QTableWidget* table_;
  TrackTable* track_;
  std::vector<ScheduleLine> lines_;
  std::vector<std::string> columns_;
  bool filling_ = false;
};

}  // namespace

Panel* make_turns_panel(Desk& desk, QWidget* parent) {
  return new TurnsPanel(desk, parent);
}

}  // namespace casebook::window
