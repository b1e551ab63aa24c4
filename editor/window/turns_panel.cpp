// SPDX-License-Identifier: Apache-2.0
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <set>

#include "editor/window/panels.h"
#include "editor/window/value_editor.h"
#include "editor/window/words.h"

namespace casebook::window {

namespace {

/// Schedules as a table, and as a track along one of their numbers.
class TurnsPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::TurnsPanel)

 public:
  TurnsPanel(Desk& desk, QWidget* parent) : Panel(desk, Topic::content | Topic::rules, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    auto* label = new QLabel(tr("&Track by"));
    by_ = new QComboBox;
    by_->setAccessibleName(tr("Track by"));
    label->setBuddy(by_);
    told_ = new QLabel;
    told_->setWordWrap(true);
    top->addWidget(label);
    top->addWidget(by_);
    top->addWidget(told_, 1);
    layout->addLayout(top);
    track_ = new QTableWidget;
    track_->setAccessibleName(tr("Turn track"));
    track_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    track_->verticalHeader()->hide();
    track_->setWordWrap(true);
    table_ = new QTableWidget;
    table_->setAccessibleName(tr("Reinforcements"));
    table_->verticalHeader()->hide();
    table_->setAlternatingRowColors(true);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (QTableWidget* one : {track_, table_}) {
      one->setTextElideMode(Qt::ElideNone);
      one->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    }
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(table_);
    splitter->addWidget(track_);
    splitter->setChildrenCollapsible(false);
    layout->addWidget(splitter, 1);
    connect(by_, &QComboBox::activated, this, [this] { fill(); });
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
  void refresh(unsigned) override { fill(); }

 private:
  struct Line {
    int part;
    std::string entity;
    const board::EntityLine* line;
  };

  void fill() {
    filling_ = true;
    lines_.clear();
    columns_.clear();
    if (desk_.document() != nullptr) {
      for (const int part : desk_.document()->schedules())
        if (const auto* all = editor::entity_lines(desk_.document()->part(part)))
          for (const board::EntityLine& line : *all) {
            lines_.push_back({part, line.kind + " " + line.id, &line});
            for (const board::Fact& fact : line.facts)
              if (std::find(columns_.begin(), columns_.end(), fact.attribute) == columns_.end())
                columns_.push_back(fact.attribute);
          }
    }
    const QString before = by_->currentData().toString();
    by_->clear();
    for (const std::string& one : columns_) {
      const editor::Attribute* attribute = desk_.words()->attribute(one);
      if (attribute != nullptr && attribute->type.sort == editor::ValueSort::number)
        by_->addItem(words_of_name(one), words(one));
    }
    if (const int at = by_->findData(before); at >= 0) by_->setCurrentIndex(at);

    table_->clear();
    table_->setColumnCount(1 + static_cast<int>(columns_.size()));
    table_->setRowCount(static_cast<int>(lines_.size()));
    QStringList heads{tr("who")};
    for (const std::string& one : columns_) heads << words_of_name(one);
    table_->setHorizontalHeaderLabels(heads);
    for (size_t row = 0; row < lines_.size(); ++row) {
      auto* who = new QTableWidgetItem(words(lines_[row].line->id));
      who->setFlags(who->flags() & ~Qt::ItemIsEditable);
      table_->setItem(static_cast<int>(row), 0, who);
      for (size_t column = 0; column < columns_.size(); ++column)
        table_->setItem(static_cast<int>(row), 1 + static_cast<int>(column),
                        new QTableWidgetItem(words(value(lines_[row], columns_[column]))));
    }
    table_->resizeColumnsToContents();
    fill_track();
    told_->setText(lines_.empty() ? tr("This scenario has no schedule.")
                                  : tr("%1 lines of the schedule").arg(lines_.size()));
    filling_ = false;
  }

  static std::string value(const Line& line, const std::string& attribute) {
    for (const board::Fact& fact : line.line->facts)
      if (fact.attribute == attribute) return text_of_value(fact.value);
    return {};
  }

  void fill_track() {
    track_->clear();
    track_->setRowCount(0);
    track_->setColumnCount(0);
    const std::string by = by_->currentData().toString().toStdString();
    const editor::Attribute* attribute =
        desk_.words() == nullptr || by.empty() ? nullptr : desk_.words()->attribute(by);
    if (attribute == nullptr) return;
    std::map<int, QStringList> at;
    for (const Line& line : lines_) {
      bool number = false;
      const int turn = words(value(line, by)).toInt(&number);
      if (number) at[turn] << words(line.line->id);
    }
    if (at.empty()) return;
    // From the first turn that the measure has to the last with something in it.
    const int first = std::min(at.begin()->first, words(attribute->type.least).toInt());
    const int last = at.rbegin()->first;
    track_->setRowCount(1);
    track_->setColumnCount(std::min(200, last - first + 1));
    QStringList heads;
    for (int turn = first; turn <= last && turn - first < 200; ++turn) {
      heads << QString::number(turn);
      track_->setItem(0, turn - first,
                      new QTableWidgetItem(at.contains(turn) ? at[turn].join("\n") : QString()));
      track_->item(0, turn - first)->setTextAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    track_->setHorizontalHeaderLabels(heads);
    track_->resizeColumnsToContents();
    track_->resizeRowsToContents();
  }

  void changed(int row, int column) {
    if (column == 0) return;
    const Line& line = lines_[static_cast<size_t>(row)];
    const std::string attribute = columns_[static_cast<size_t>(column - 1)];
    const editor::Attribute* declared = desk_.words()->attribute(attribute);
    const std::string text = table_->item(row, column)->text().toStdString();
    const editor::ValueType type =
        declared == nullptr ? editor::ValueType{editor::ValueSort::member, {}, {}, {}, {}, {}, {}, false}
                            : declared->type;
    const std::string entity = line.entity;
    if (!desk_.execute(editor::SetEntities{
            desk_.document()->part(line.part).path, {entity}, attribute, value_of_text(type, text), ""}))
      fill();
  }

  QComboBox* by_;
  QLabel* told_;
  QTableWidget *table_, *track_;
  std::vector<Line> lines_;
  std::vector<std::string> columns_;
  bool filling_ = false;
};

}  // namespace

Panel* make_turns_panel(Desk& desk, QWidget* parent) {
  return new TurnsPanel(desk, parent);
}

}  // namespace casebook::window
