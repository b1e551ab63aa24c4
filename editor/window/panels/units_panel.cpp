// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/units_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <set>

#include "editor/document/table.h"
#include "editor/window/panels/choice_cells.h"
#include "editor/window/panels/units_model.h"
#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/words.h"
#include "engine/base/rational.h"
#include "engine/base/text.h"

namespace casebook::window {

/// Any column may hold the words looked for.
class UnitsFilter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void look_for(const QString& text) {
    looked_for_ = text.split(' ', Qt::SkipEmptyParts);
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    for (const QString& word : looked_for_) {
      bool found = false;
      for (int column = 0; column < sourceModel()->columnCount() && !found; ++column)
        found =
            sourceModel()->index(row, column, parent).data().toString().contains(word, Qt::CaseInsensitive);
      if (!found) return false;
    }
    return true;
  }

 private:
  QStringList looked_for_;
};

UnitsPanel::UnitsPanel(Desk& desk, QWidget* parent)
    : Panel(desk, Topic::content | Topic::rules | Topic::selection, parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 4, 6, 6);
  layout->setSpacing(4);
  auto* top = new QHBoxLayout;
  kind_ = new QComboBox;
  kind_->setObjectName("unitsKind");
  kind_->setAccessibleName(tr("Kind"));
  filter_ = new QLineEdit;
  filter_->setObjectName("unitsFilter");
  filter_->setPlaceholderText(tr("Filter lines by words"));
  filter_->setAccessibleName(tr("Filter lines by words"));
  filter_->setClearButtonEnabled(true);
  filter_->setMinimumWidth(filter_->fontMetrics().averageCharWidth() * 14);
  sums_by_ = new QComboBox;
  sums_by_->setObjectName("unitsSums");
  sums_by_->setAccessibleName(tr("Sums by"));
  auto* sums_label = new QLabel(tr("S&ums by"));
  sums_label->setBuddy(sums_by_);
  auto* add = new QPushButton(tr("&New"));
  add->setObjectName("unitsNew");
  add->setToolTip(tr("Adds a unit with the values of the selected one, not yet on the map"));
  auto* remove = new QPushButton(tr("&Remove"));
  remove->setObjectName("unitsRemove");
  remove->setToolTip(tr("Removes the selected lines from the order of battle"));
  auto* set = new QPushButton(tr("Fill &down"));
  set->setObjectName("unitsFillDown");
  set->setToolTip(
      tr("Copies the value of the uppermost selected line to all selected lines, in the current "
         "column"));
  for (QWidget* one : std::initializer_list<QWidget*>{kind_, filter_, add, remove, set, sums_label, sums_by_})
    top->addWidget(one, one == filter_ ? 1 : 0);
  layout->addLayout(top);
  told_ = new QLabel;
  told_->setObjectName("unitsTold");
  told_->setAccessibleName(tr("Result"));
  told_->setWordWrap(true);
  told_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  told_->hide();
  layout->addWidget(told_);
  model_ = new UnitsModel(desk_, this);
  sorted_ = new UnitsFilter(this);
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(Qt::UserRole);
  table_ = new QTableView;
  table_->setObjectName("unitsTable");
  table_->setAccessibleName(tr("Order of battle"));
  table_->setModel(sorted_);
  table_->setItemDelegate(new ChoiceCells(
      [this](const QModelIndex& index) {
        QStringList texts;
        if (index.column() < UnitsModel::first_attribute) return texts;
        const editor::Attribute& attribute =
            *model_->attributes()[static_cast<size_t>(index.column() - UnitsModel::first_attribute)];
        if (is_choice(attribute.type, desk_))
          for (const std::string& one : choices_of(attribute.type, desk_)) texts << words(one);
        return texts;
      },
      [this](const QModelIndex& index) { return words_of_name(model_->column_name(index.column())); },
      table_));
  table_->viewport()->setAttribute(Qt::WA_Hover);
  table_->setSortingEnabled(true);
  table_->sortByColumn(-1, Qt::AscendingOrder);
  table_->setAlternatingRowColors(true);
  table_->setTextElideMode(Qt::ElideNone);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setDragEnabled(true);
  table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setAccessibleName(tr("Names"));
  // Who it is stays in sight, however far to the right one writes.
  connect(table_->horizontalScrollBar(), &QScrollBar::valueChanged, this,
          [this](int value) { table_->verticalHeader()->setVisible(value > 0); });
  table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
  groups_ = new QTableWidget;
  groups_->setObjectName("unitsGroups");
  groups_->setAccessibleName(tr("Sums"));
  groups_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  groups_->setAlternatingRowColors(true);
  groups_->setTextElideMode(Qt::ElideNone);
  groups_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  groups_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  groups_->horizontalHeader()->setHighlightSections(false);
  groups_->verticalHeader()->hide();
  groups_->verticalHeader()->setDefaultSectionSize(groups_->fontMetrics().height() + 8);
  groups_->hide();
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->addWidget(table_);
  splitter->addWidget(groups_);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setChildrenCollapsible(false);
  layout->addWidget(splitter, 1);
  sums_ = new QLabel;
  sums_->setObjectName("unitsSumsLine");
  sums_->setWordWrap(true);
  sums_->setAccessibleName(tr("Sums"));
  layout->addWidget(sums_);
  connect(kind_, &QComboBox::activated, this, [this] { read(); });
  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
    sorted_->look_for(text);
    add_up();
  });
  connect(sums_by_, &QComboBox::activated, this, [this] { add_up(); });
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (!filling_) take_selection();
  });
  connect(add, &QPushButton::clicked, this, [this] { add_line(); });
  connect(remove, &QPushButton::clicked, this, [this] { remove_lines(); });
  connect(set, &QPushButton::clicked, this, [this] { fill_down(); });
  table_->installEventFilter(this);
}

void UnitsPanel::refresh(unsigned topics) {
  filling_ = true;
  if (has(topics, Topic::project) || has(topics, Topic::rules)) fill_kinds();
  if (has(topics, Topic::project)) tell({});
  if (topics != static_cast<unsigned>(Topic::selection)) read();
  follow_selection();
  filling_ = false;
}

bool UnitsPanel::eventFilter(QObject* object, QEvent* event) {
  if (object == table_ && event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Copy)) return copy(), true;
    if (key->matches(QKeySequence::Paste)) return paste(), true;
  }
  return Panel::eventFilter(object, event);
}

std::string UnitsPanel::kind() const {
  return kind_->currentText().toStdString();
}

void UnitsPanel::tell(const QString& text) {
  told_->setText(text);
  told_->setVisible(!text.isEmpty());
}

void UnitsPanel::tell_problems(const QStringList& problems) {
  constexpr int most = 6;
  QString text = tr("Nothing was changed:");
  for (const QString& one : problems.mid(0, most)) text += "\n" + one;
  if (problems.size() > most) text += "\n" + tr("and %1 more").arg(problems.size() - most);
  tell(text);
}

void UnitsPanel::fill_kinds() {
  const QString before = kind_->currentText();
  kind_->clear();
  if (desk_.words() == nullptr) return;
  for (const editor::OpenKind& kind : desk_.words()->kinds) kind_->addItem(words(kind.name));
  for (const editor::OpenKind& kind : desk_.words()->kinds)
    if (kind.on_map) {
      kind_->setCurrentText(words(kind.name));
      break;
    }
  if (kind_->findText(before) >= 0) kind_->setCurrentText(before);
}

void UnitsPanel::read() {
  const int scrolled = table_->verticalScrollBar() == nullptr ? 0 : table_->verticalScrollBar()->value();
  model_->read(kind_->currentText().toStdString());
  const QVariant by = sums_by_->currentData();
  sums_by_->clear();
  sums_by_->addItem(tr("None"));
  for (const editor::Attribute* one : model_->attributes())
    if (one->type.sort == editor::ValueSort::member || one->type.sort == editor::ValueSort::maybe)
      sums_by_->addItem(words(one->name).replace('_', ' '), words(one->name));
  if (const int at = sums_by_->findData(by); by.isValid() && at >= 0) sums_by_->setCurrentIndex(at);
  table_->resizeColumnsToContents();
  table_->verticalScrollBar()->setValue(scrolled);
  add_up();
}

std::vector<int> UnitsPanel::rows() const {
  std::set<int> found;
  for (const QModelIndex& index : table_->selectionModel()->selectedIndexes())
    found.insert(sorted_->mapToSource(index).row());
  return {found.begin(), found.end()};
}

void UnitsPanel::take_selection() {
  Selection selection;
  for (const int row : rows()) {
    selection.entities.push_back(model_->entity(row));
    for (const picture::Counter& counter : desk_.counters())
      if (counter.kind + " " + counter.id == selection.entities.back() && counter.hex >= 0)
        selection.hexes.push_back(counter.hex);
  }
  desk_.select(std::move(selection));
}

void UnitsPanel::follow_selection() {
  const std::set<std::string> wanted(desk_.selection().entities.begin(), desk_.selection().entities.end());
  std::set<std::string> now;
  for (const int row : rows()) now.insert(model_->entity(row));
  if (now == wanted) return;
  QItemSelection selection;
  for (int row = 0; row < model_->rowCount(); ++row) {
    if (!wanted.contains(model_->entity(row))) continue;
    const QModelIndex index = sorted_->mapFromSource(model_->index(row, 0));
    if (index.isValid()) selection.select(index, index.siblingAtColumn(model_->columnCount() - 1));
  }
  table_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  if (!selection.isEmpty()) table_->scrollTo(selection.indexes().front());
}

/// Exact, as the rules count: a half is no 0.5 of a machine.
void UnitsPanel::add_up() {
  const QString by = sums_by_->currentIndex() <= 0 ? QString() : sums_by_->currentData().toString();
  std::vector<const editor::Attribute*> numbers;
  int grouped = -1;
  for (size_t i = 0; i < model_->attributes().size(); ++i) {
    const editor::Attribute* one = model_->attributes()[i];
    if (one->type.sort == editor::ValueSort::number) numbers.push_back(one);
    if (words(one->name) == by) grouped = UnitsModel::first_attribute + static_cast<int>(i);
  }
  struct Group {
    int lines = 0;
    std::map<std::string, std::optional<Rational>> totals;
  };
  std::map<std::string, Group> groups;
  Group all;
  for (int shown = 0; shown < sorted_->rowCount(); ++shown) {
    const int row = sorted_->mapToSource(sorted_->index(shown, 0)).row();
    Group& group = groups[grouped < 0 ? std::string() : model_->text(row, grouped)];
    ++group.lines;
    ++all.lines;
    for (size_t i = 0; i < model_->attributes().size(); ++i) {
      const editor::Attribute* one = model_->attributes()[i];
      if (one->type.sort != editor::ValueSort::number) continue;
      const auto value =
          editor::rational_of(model_->text(row, UnitsModel::first_attribute + static_cast<int>(i)));
      if (!value) continue;
      for (Group* into : {&group, &all}) {
        auto& total = into->totals.emplace(one->name, Rational()).first->second;
        if (total) total = add(*total, *value);
      }
    }
  }
  const auto total_text = [](const Group& group, const std::string& name) {
    const auto found = group.totals.find(name);
    if (found == group.totals.end()) return QString();
    return found->second ? words(to_text(*found->second)) : tr("too large");
  };
  QStringList parts;
  for (const editor::Attribute* one : numbers)
    if (const QString total = total_text(all, one->name); !total.isEmpty())
      parts << words(one->name).replace('_', ' ') + " " + total;
  sums_->setText(counted(all.lines, tr("line"), tr("lines")) +
                 (parts.isEmpty() ? QString() : "; " + parts.join(", ")));
  groups_->setVisible(grouped >= 0);
  if (grouped < 0) return;
  QStringList heads{spoken(by.toStdString()), tr("Lines")};
  for (const editor::Attribute* one : numbers) heads << spoken(one->name);
  groups_->setColumnCount(static_cast<int>(heads.size()));
  groups_->setHorizontalHeaderLabels(heads);
  groups_->setRowCount(static_cast<int>(groups.size()));
  int row = 0;
  for (const auto& [name, group] : groups) {
    const auto put = [&](int column, const QString& text) {
      groups_->setItem(row, column, new QTableWidgetItem(text));
    };
    put(0, name.empty() ? tr("(not set)") : words(name).replace('_', ' '));
    put(1, QString::number(group.lines));
    int column = 2;
    for (const editor::Attribute* one : numbers) put(column++, total_text(group, one->name));
    ++row;
  }
  groups_->resizeColumnsToContents();
}

void UnitsPanel::add_line() {
  if (desk_.document() == nullptr || desk_.document()->orders_of_battle().empty()) {
    desk_.say(tr("This scenario has no order of battle to add a unit to").toStdString());
    return;
  }
  const std::string kind = kind_->currentText().toStdString();
  const std::vector<int> chosen = rows();
  const auto taken = [&](const std::string& id) { return desk_.line_of(kind + " " + id).first >= 0; };
  // `Guard 1` is followed by `Guard 2`, not by `Guard 1 2`.
  std::string base = chosen.empty() ? kind : model_->text(chosen.front(), UnitsModel::id);
  int number = chosen.empty() ? 1 : 2;
  if (const size_t blank = base.rfind(' ');
      blank != std::string::npos && blank + 1 < base.size() && base.size() - blank < 6 &&
      base.find_first_not_of("0123456789", blank + 1) == std::string::npos) {
    number = std::stoi(base.substr(blank + 1)) + 1;
    base.resize(blank);
  }
  std::string id = base + " " + std::to_string(number);
  while (taken(id)) id = base + " " + std::to_string(++number);
  if (!chosen.empty()) {
    const std::string entity = model_->entity(chosen.front());
    const std::string file = desk_.document()->part(desk_.line_of(entity).first).path;
    editor::Several both;
    both.text =
        tr("%1 %2 copied from %3")
            .arg(QString::fromStdString(kind), QString::fromStdString(id), QString::fromStdString(entity))
            .toStdString();
    both.commands.emplace_back(editor::DuplicateEntity{file, entity, id});
    // Two in one hex are hardly ever meant.
    if (!model_->text(chosen.front(), UnitsModel::place).empty())
      both.commands.emplace_back(editor::PlaceEntities{file, {kind + " " + id}, "", ""});
    desk_.execute(both);
  } else {
    editor::AddEntity command{desk_.document()->part(desk_.document()->orders_of_battle().front()).path,
                              board::JsonValue::object(), -1};
    command.line.add("kind", board::JsonValue::of(kind));
    command.line.add("id", board::JsonValue::of(id));
    desk_.execute(command);
  }
  desk_.select({{}, {}, {kind + " " + id}});
  write_name(kind + " " + id);
}

void UnitsPanel::write_name(const std::string& entity) {
  refresh_now();
  for (int row = 0; row < model_->rowCount(); ++row) {
    if (model_->entity(row) != entity) continue;
    const QModelIndex index = sorted_->mapFromSource(model_->index(row, UnitsModel::id));
    if (!index.isValid()) return;
    filling_ = true;
    table_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    filling_ = false;
    table_->setFocus(Qt::OtherFocusReason);
    table_->edit(index);
  }
}

void UnitsPanel::remove_lines() {
  std::map<int, std::vector<std::string>> by_part;
  std::vector<editor::Command> commands;
  for (const int row : rows())
    by_part[desk_.line_of(model_->entity(row)).first].push_back(model_->entity(row));
  for (const auto& [part, entities] : by_part)
    if (part >= 0) commands.push_back(editor::RemoveEntities{desk_.document()->part(part).path, entities});
  if (commands.size() == 1)
    desk_.execute(commands.front());
  else if (!commands.empty())
    desk_.execute(editor::Several{tr("lines removed from orders of battle").toStdString(), commands});
}
void UnitsPanel::fill_down() {
  const QModelIndex current = table_->currentIndex();
  if (!current.isValid() || current.column() == UnitsModel::id) return;
  QModelIndex first = current;
  for (const QModelIndex& index : table_->selectionModel()->selectedIndexes())
    if (index.row() < first.row()) first = index.siblingAtColumn(current.column());
  model_->set(rows(), current.column(), first.data(Qt::EditRole).toString().toStdString());
}

void UnitsPanel::copy() {
  std::map<int, std::map<int, QString>> cells;
  for (const QModelIndex& index : table_->selectionModel()->selectedIndexes())
    cells[index.row()][index.column()] = index.data().toString();
  QStringList lines;
  for (const auto& [row, columns] : cells) {
    QStringList parts;
    for (const auto& [column, text] : columns) parts << text;
    lines << parts.join('\t');
  }
  QApplication::clipboard()->setText(lines.join('\n'));
}

std::string UnitsPanel::csv() const {
  if (desk_.document() == nullptr) return {};
  return editor::write_csv(editor::table_of_orders_of_battle(*desk_.document(), kind()));
}

bool UnitsPanel::take_table(const std::string& text) {
  if (desk_.document() == nullptr) return false;
  const editor::Import import = editor::import_into_orders_of_battle(*desk_.document(), kind(), text);
  QStringList problems;
  for (const editor::CellProblem& one : import.problems)
    problems << (one.row == 0 ? words(one.text)
                 : one.column == 0
                     ? tr("row %1: %2").arg(one.row).arg(words(one.text))
                     : tr("row %1, column %2: %3").arg(one.row).arg(one.column).arg(words(one.text)));
  if (problems.isEmpty() && import.command) {
    const editor::Done done = desk_.document()->execute(*import.command);
    if (!done) problems << words(done.why);
  }
  if (!problems.isEmpty()) {
    tell_problems(problems);
    return false;
  }
  tell({});
  desk_.say(tr("%1 changed, %2 added")
                .arg(counted(import.changed, tr("line"), tr("lines")))
                .arg(import.added)
                .toStdString());
  return true;
}

void UnitsPanel::paste() {
  const QString text = QApplication::clipboard()->text();
  if (text.isEmpty() || desk_.document() == nullptr) return;
  const QModelIndex from = table_->currentIndex();
  const std::string given = text.toStdString();
  std::vector<std::vector<std::string>> block;
  if (text.contains('\t') || text.contains('\n')) {
    const editor::Separated read = editor::read_separated(
        text.contains('\t') ? given : text.trimmed().replace('\n', "\t\n").append('\t').toStdString());
    if (!read.problem.empty()) return tell_problems({words(read.problem)});
    block = read.rows;
    if (!text.contains('\t'))  // a column of cells: commas in them part nothing
      for (auto& row : block) row.resize(1);
    while (!block.empty() && block.back().size() == 1 && block.back().front().empty()) block.pop_back();
    const auto names_lines = [&](const std::vector<std::string>& cells) {
      return std::any_of(cells.begin(), cells.end(),
                         [](const std::string& cell) { return trimmed(cell) == "id"; });
    };
    if (block.size() > 1 && names_lines(block.front())) {
      take_table(given);
      return;
    }
  } else {
    block = {{given}};
  }
  if (!from.isValid() || block.empty()) {
    tell(tr("Select the cell where the pasted block begins."));
    return;
  }
  if (block.size() == 1 && block.front().size() == 1 && from.column() != UnitsModel::id) {
    const std::vector<int> chosen = rows();
    block.assign(chosen.size(), block.front());
    const UnitsModel::Pasted pasted = model_->paste(chosen, from.column(), block);
    pasted.problems.isEmpty() ? tell({}) : tell_problems(pasted.problems.mid(0, 1));
    return;
  }
  // Rows are named first: what is pasted may change the order of what is shown.
  std::vector<int> targets;
  for (int row = from.row(); row < sorted_->rowCount(); ++row)
    targets.push_back(sorted_->mapToSource(sorted_->index(row, 0)).row());
  const UnitsModel::Pasted pasted = model_->paste(targets, from.column(), block);
  if (!pasted.problems.isEmpty()) return tell_problems(pasted.problems);
  tell(pasted.left_over == 0
           ? QString()
           : tr("%1 pasted lines had no line here. To add lines, paste a block whose first line has the "
                "names of the columns, \"id\" among them.")
                 .arg(pasted.left_over));
}

}  // namespace casebook::window
