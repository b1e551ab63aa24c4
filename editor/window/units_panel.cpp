// SPDX-License-Identifier: Apache-2.0
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
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <map>
#include <set>

#include "editor/window/panels.h"
#include "editor/window/units_model.h"
#include "editor/window/value_editor.h"
#include "editor/window/words.h"

namespace casebook::window {

namespace {

/// Any column may hold the words looked for.
class Filter : public QSortFilterProxyModel {
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

/// Lists to choose from where the rules name the members.
class CellEditor : public QStyledItemDelegate {
 public:
  CellEditor(const UnitsModel& model, const Desk& desk, QObject* parent)
      : QStyledItemDelegate(parent), model_(model), desk_(desk) {}
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override {
    const int column = index.column();
    if (column < UnitsModel::first_attribute) return QStyledItemDelegate::createEditor(parent, option, index);
    const editor::Attribute& attribute =
        *model_.attributes()[static_cast<size_t>(column - UnitsModel::first_attribute)];
    const auto choices = choices_of(attribute.type, desk_);
    if (choices.empty() || attribute.type.sort == editor::ValueSort::set)
      return QStyledItemDelegate::createEditor(parent, option, index);
    auto* box = new QComboBox(parent);
    box->setAccessibleName(words(attribute.name));
    box->addItem(QString());
    for (const std::string& one : choices) box->addItem(words(one));
    return box;
  }
  void setEditorData(QWidget* widget, const QModelIndex& index) const override {
    if (auto* box = qobject_cast<QComboBox*>(widget))
      box->setCurrentText(index.data(Qt::EditRole).toString());
    else
      QStyledItemDelegate::setEditorData(widget, index);
  }
  void setModelData(QWidget* widget, QAbstractItemModel* model, const QModelIndex& index) const override {
    if (auto* box = qobject_cast<QComboBox*>(widget))
      model->setData(index, box->currentText());
    else
      QStyledItemDelegate::setModelData(widget, model, index);
  }

 private:
  const UnitsModel& model_;
  const Desk& desk_;
};

class UnitsPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::UnitsPanel)

 public:
  UnitsPanel(Desk& desk, QWidget* parent)
      : Panel(desk, Topic::content | Topic::rules | Topic::selection, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    kind_ = new QComboBox;
    kind_->setAccessibleName(tr("Kind"));
    filter_ = new QLineEdit;
    filter_->setPlaceholderText(tr("Show only lines with these words"));
    filter_->setAccessibleName(tr("Show only lines with these words"));
    filter_->setClearButtonEnabled(true);
    sums_by_ = new QComboBox;
    sums_by_->setAccessibleName(tr("Sums by"));
    auto* add = new QPushButton(tr("&New"));
    add->setToolTip(tr("Adds a line like the chosen one under a new name"));
    auto* remove = new QPushButton(tr("&Remove"));
    auto* set = new QPushButton(tr("Set &all"));
    set->setToolTip(tr("Gives the value of the current cell to every chosen line"));
    for (QWidget* one : std::initializer_list<QWidget*>{kind_, filter_, add, remove, set})
      top->addWidget(one, one == filter_ ? 1 : 0);
    top->addWidget(new QLabel(tr("Sums by")));
    top->addWidget(sums_by_);
    layout->addLayout(top);
    model_ = new UnitsModel(desk_, this);
    sorted_ = new Filter(this);
    sorted_->setSourceModel(model_);
    sorted_->setSortRole(Qt::UserRole);
    table_ = new QTableView;
    table_->setAccessibleName(tr("Order of battle"));
    table_->setModel(sorted_);
    table_->setItemDelegate(new CellEditor(*model_, desk_, table_));
    table_->setSortingEnabled(true);
    table_->sortByColumn(-1, Qt::AscendingOrder);
    table_->setAlternatingRowColors(true);
    table_->setTextElideMode(Qt::ElideNone);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setDragEnabled(true);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
    layout->addWidget(table_, 1);
    sums_ = new QLabel;
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
    connect(set, &QPushButton::clicked, this, [this] { set_all(); });
    table_->installEventFilter(this);
  }

 protected:
  void refresh(unsigned topics) override {
    filling_ = true;
    if (has(topics, Topic::project) || has(topics, Topic::rules)) fill_kinds();
    if (topics != static_cast<unsigned>(Topic::selection)) read();
    follow_selection();
    filling_ = false;
  }

  bool eventFilter(QObject* object, QEvent* event) override {
    if (object == table_ && event->type() == QEvent::KeyPress) {
      auto* key = static_cast<QKeyEvent*>(event);
      if (key->matches(QKeySequence::Copy)) return copy(), true;
      if (key->matches(QKeySequence::Paste)) return paste(), true;
    }
    return Panel::eventFilter(object, event);
  }

 private:
  void fill_kinds() {
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

  void read() {
    const int scrolled = table_->verticalScrollBar() == nullptr ? 0 : table_->verticalScrollBar()->value();
    model_->read(kind_->currentText().toStdString());
    const QString by = sums_by_->currentText();
    sums_by_->clear();
    sums_by_->addItem(tr("nothing"));
    for (const editor::Attribute* one : model_->attributes())
      if (one->type.sort == editor::ValueSort::member || one->type.sort == editor::ValueSort::maybe)
        sums_by_->addItem(words(one->name));
    if (sums_by_->findText(by) >= 0) sums_by_->setCurrentText(by);
    table_->resizeColumnsToContents();
    table_->verticalScrollBar()->setValue(scrolled);
    add_up();
  }

  std::vector<int> rows() const {
    std::set<int> found;
    for (const QModelIndex& index : table_->selectionModel()->selectedIndexes())
      found.insert(sorted_->mapToSource(index).row());
    return {found.begin(), found.end()};
  }

  void take_selection() {
    Selection selection;
    for (const int row : rows()) {
      selection.entities.push_back(model_->entity(row));
      for (const picture::Counter& counter : desk_.counters())
        if (counter.kind + " " + counter.id == selection.entities.back() && counter.hex >= 0)
          selection.hexes.push_back(counter.hex);
    }
    desk_.select(std::move(selection));
  }
  void follow_selection() {
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

  void add_up() {
    const std::string by =
        sums_by_->currentIndex() <= 0 ? std::string() : sums_by_->currentText().toStdString();
    std::map<std::string, std::map<std::string, double>> sums;
    std::map<std::string, int> count;
    for (int shown = 0; shown < sorted_->rowCount(); ++shown) {
      const int row = sorted_->mapToSource(sorted_->index(shown, 0)).row();
      std::string group;
      for (size_t i = 0; i < model_->attributes().size(); ++i)
        if (model_->attributes()[i]->name == by)
          group = model_->text(row, UnitsModel::first_attribute + static_cast<int>(i));
      ++count[group];
      for (size_t i = 0; i < model_->attributes().size(); ++i) {
        if (model_->attributes()[i]->type.sort != editor::ValueSort::number) continue;
        bool number = false;
        const double value =
            words(model_->text(row, UnitsModel::first_attribute + static_cast<int>(i))).toDouble(&number);
        if (number) sums[group][model_->attributes()[i]->name] += value;
      }
    }
    QStringList lines;
    for (const auto& [group, number] : count) {
      QStringList parts;
      for (const auto& [name, sum] : sums[group])
        parts << words(name).replace('_', ' ') + " " + QString::number(sum);
      lines << tr("%1%2 lines%3")
                   .arg(group.empty() ? QString() : words(group) + ": ")
                   .arg(number)
                   .arg(parts.isEmpty() ? QString() : "; " + parts.join(", "));
    }
    sums_->setText(lines.join("\n"));
  }

  void add_line() {
    if (desk_.document() == nullptr || desk_.document()->orders_of_battle().empty()) {
      desk_.say("This scenario has no order of battle to add to");
      return;
    }
    const std::string kind = kind_->currentText().toStdString();
    const std::vector<int> chosen = rows();
    const auto taken = [&](const std::string& id) { return desk_.line_of(kind + " " + id).first >= 0; };
    std::string base = chosen.empty() ? kind : model_->text(chosen.front(), UnitsModel::id);
    int number = 2;
    std::string id = base + " " + std::to_string(number);
    if (chosen.empty()) id = base + " 1", number = 1;
    while (taken(id)) id = base + " " + std::to_string(++number);
    if (!chosen.empty()) {
      const std::string entity = model_->entity(chosen.front());
      desk_.execute(
          editor::DuplicateEntity{desk_.document()->part(desk_.line_of(entity).first).path, entity, id});
    } else {
      editor::AddEntity command{desk_.document()->part(desk_.document()->orders_of_battle().front()).path,
                                board::JsonValue::object(), -1};
      command.line.add("kind", board::JsonValue::of(kind));
      command.line.add("id", board::JsonValue::of(id));
      desk_.execute(command);
    }
    desk_.select({{}, {}, {kind + " " + id}});
  }
  void remove_lines() {
    const uint64_t stroke = desk_.new_stroke();
    std::map<int, std::vector<std::string>> by_part;
    for (const int row : rows())
      by_part[desk_.line_of(model_->entity(row)).first].push_back(model_->entity(row));
    for (const auto& [part, entities] : by_part)
      if (part >= 0)
        desk_.execute(editor::RemoveEntities{desk_.document()->part(part).path, entities}, stroke);
  }
  void set_all() {
    const QModelIndex current = table_->currentIndex();
    if (!current.isValid() || current.column() == UnitsModel::id) return;
    model_->set(rows(), current.column(), current.data(Qt::EditRole).toString().toStdString());
  }

  void copy() {
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
  /// A block from a spreadsheet, from the current cell on; one cell for all that are chosen.
  void paste() {
    const QString text = QApplication::clipboard()->text();
    const QModelIndex from = table_->currentIndex();
    if (!from.isValid() || text.isEmpty()) return;
    QStringList lines = text.split('\n');
    if (lines.size() > 1 && lines.last().isEmpty()) lines.removeLast();
    if (lines.size() == 1 && !lines.first().contains('\t')) {
      if (from.column() != UnitsModel::id)
        model_->set(rows(), from.column(), lines.first().trimmed().toStdString());
      return;
    }
    // Rows are named first: each command changes the order of what is shown.
    std::vector<int> targets;
    for (int row = from.row(); row < sorted_->rowCount(); ++row)
      targets.push_back(sorted_->mapToSource(sorted_->index(row, 0)).row());
    int left_over = 0;
    for (int line = 0; line < lines.size(); ++line) {
      if (static_cast<size_t>(line) >= targets.size()) {
        ++left_over;
        continue;
      }
      const QStringList parts = lines[line].split('\t');
      for (int part = 0; part < parts.size() && from.column() + part < model_->columnCount(); ++part)
        if (from.column() + part != UnitsModel::id)
          model_->set({targets[static_cast<size_t>(line)]}, from.column() + part,
                      parts[part].trimmed().toStdString());
    }
    if (left_over > 0)
      desk_.say(tr("%1 lines of what was pasted had no line here").arg(left_over).toStdString());
  }

  QComboBox *kind_, *sums_by_;
  QLineEdit* filter_;
  UnitsModel* model_;
  Filter* sorted_;
  QTableView* table_;
  QLabel* sums_;
  bool filling_ = false;
};

}  // namespace

Panel* make_units_panel(Desk& desk, QWidget* parent) {
  return new UnitsPanel(desk, parent);
}

}  // namespace casebook::window
