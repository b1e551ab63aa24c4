// SPDX-License-Identifier: Apache-2.0
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
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "editor/window/map/unit_drag.h"
#include "editor/window/panels/panels.h"
#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/words.h"
#include "engine/program/waiting.h"

namespace casebook::window {

namespace {

/// A box a turn. Units dropped on a box come then.
class TrackTable : public QTableWidget {
 public:
  std::function<void(int column, const std::vector<std::string>& entities)> dropped;

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
    dropped(column, entities);
  }
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
    add_ = new QPushButton(tr("&Add the selected"));
    add_->setObjectName("turnsAdd");
    add_->setToolTip(
        tr("Gives the selected units a line of the schedule; dragging them onto the track does it too"));
    remove_ = new QPushButton(tr("&Remove"));
    remove_->setObjectName("turnsRemove");
    remove_->setToolTip(tr("Takes the chosen lines out of the schedule; the units themselves stay"));
    top->addWidget(add_);
    top->addWidget(remove_);
    layout->addLayout(top);
    track_ = new TrackTable;
    track_->setObjectName("turnsTrack");
    track_->setDragEnabled(true);
    track_->setAcceptDrops(true);
    track_->setDropIndicatorShown(true);
    track_->dropped = [this](int column, const std::vector<std::string>& entities) {
      put_on_track(first_ + column, entities);
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
    connect(add_, &QPushButton::clicked, this, [this] { add_lines(desk_.selection().entities, {}); });
    connect(remove_, &QPushButton::clicked, this, [this] { remove_lines(); });
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
    if (desk_.words() != nullptr)
      for (const std::string& one : track_numbers()) by_->addItem(words_of_name(one), words(one));
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
                                  : counted(static_cast<qsizetype>(lines_.size()), tr("line of the schedule"),
                                            tr("lines of the schedule")));
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
    std::map<int, QStringList> at, entities;
    for (const Line& line : lines_) {
      bool number = false;
      const int turn = words(value(line, by)).toInt(&number);
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
    track_->setRowCount(1);
    track_->setColumnCount(std::min(200, last - first + 1));
    QStringList heads;
    for (int turn = first; turn <= last && turn - first < 200; ++turn) {
      heads << QString::number(turn);
      track_->setItem(0, turn - first,
                      new QTableWidgetItem(at.contains(turn) ? at[turn].join("\n") : QString()));
      track_->item(0, turn - first)->setData(Qt::UserRole, entities[turn]);
      track_->item(0, turn - first)->setTextAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    track_->setHorizontalHeaderLabels(heads);
    track_->resizeColumnsToContents();
    track_->resizeRowsToContents();
  }

  void changed(int row, int column) {
    if (column == 0) return;
    const Line line = lines_[static_cast<size_t>(row)];
    const std::string attribute = columns_[static_cast<size_t>(column - 1)];
    const std::string text = table_->item(row, column)->text().toStdString();
    // Not while the item that was typed into is still being told of it.
    if (!set(line.part, {line.entity}, attribute, text)) QTimer::singleShot(0, this, [this] { fill(); });
  }

  editor::ValueType type_of(const std::string& attribute) const {
    const editor::Attribute* declared = desk_.words()->attribute(attribute);
    return declared == nullptr ? editor::ValueType{} : declared->type;
  }

  /// The numbers that a track may be of. Those first that a unit need not have, as it need not come later
  /// than others; what every unit has to have, as its strength, only where a schedule speaks of it or there
  /// is nothing else.
  std::vector<std::string> track_numbers() const {
    std::vector<std::string> optional, said, needed;
    for (const editor::OpenKind& kind : desk_.words()->kinds)
      for (const editor::Attribute* one : desk_.words()->of(kind.name)) {
        if (!kind.on_map || one->type.sort != editor::ValueSort::number) continue;
        const bool in_schedule = std::find(columns_.begin(), columns_.end(), one->name) != columns_.end();
        auto& into = one->needed ? in_schedule ? said : needed : optional;
        if (std::find(into.begin(), into.end(), one->name) == into.end()) into.push_back(one->name);
      }
    std::stable_partition(optional.begin(), optional.end(), [&](const std::string& one) {
      return std::find(columns_.begin(), columns_.end(), one) != columns_.end();
    });
    optional.insert(optional.end(), said.begin(), said.end());
    return optional.empty() ? needed : optional;
  }

  /// False, and says why, when the text means nothing there.
  bool set(int part, const std::vector<std::string>& entities, const std::string& attribute,
           const std::string& text) {
    std::optional<board::DataValue> read;
    return read_value(desk_, attribute, type_of(attribute), text, read) &&
           desk_.execute(
               editor::SetEntities{desk_.document()->part(part).path, entities, attribute, read, ""});
  }

  /// The first schedule that may be written, or -1.
  int schedule() const {
    if (desk_.document() == nullptr) return -1;
    for (const int part : desk_.document()->schedules())
      if (desk_.document()->part(part).writable) return part;
    return -1;
  }

  /// Lines for those that have none; with a value for the attribute of the track, if there is one.
  void add_lines(const std::vector<std::string>& entities, const std::optional<std::string>& value) {
    if (desk_.document() == nullptr || desk_.document()->scenario() < 0) return;
    if (entities.empty()) {
      desk_.say(
          tr("Select units first: on the map, in the order of battle or among the counters").toStdString());
      return;
    }
    const std::string by = by_->currentData().toString().toStdString();
    if (by.empty()) {
      desk_.say(tr("The rules know no number of a unit that a track could be of").toStdString());
      return;
    }
    // What holds of a unit anyway would be a line that says nothing.
    const editor::Attribute* declared = desk_.words()->attribute(by);
    const bool anyway = declared != nullptr && declared->fallback == std::to_string(first_);
    std::optional<board::DataValue> read;
    if (!read_value(desk_, by, type_of(by), value.value_or(std::to_string(anyway ? first_ + 1 : first_)),
                    read))
      return;
    std::vector<editor::Command> commands;
    std::string file;
    if (const int part = schedule(); part >= 0)
      file = desk_.document()->part(part).path;
    else
      file = new_schedule(commands);
    std::map<std::string, std::vector<std::string>> by_file;
    for (const std::string& entity : entities) {
      const auto line =
          std::find_if(lines_.begin(), lines_.end(), [&](const Line& one) { return one.entity == entity; });
      // A schedule that has no line for one gets it.
      by_file[line == lines_.end() ? file : desk_.document()->part(line->part).path].push_back(entity);
    }
    for (const auto& [in, those] : by_file) commands.push_back(editor::SetEntities{in, those, by, read, ""});
    let_wait(entities, commands);
    if (commands.size() == 1)
      desk_.execute(commands.front());
    else
      desk_.execute(editor::Several{tr("lines of schedules").toStdString(), std::move(commands)});
  }

  /// Who is set up nowhere would begin in the first box, and the rules bring nobody from there: it waits
  /// where those wait who come later, if there is one such box.
  void let_wait(const std::vector<std::string>& entities, std::vector<editor::Command>& commands) const {
    const auto& program = desk_.document()->ruleset().program;
    if (!program) return;
    const std::vector<language::Id> boxes = language::waiting_boxes(*program);
    if (boxes.size() != 1) return;
    for (const std::string& entity : entities) {
      const auto [part, line] = desk_.line_of(entity);
      const auto* lines = part < 0 ? nullptr : editor::entity_lines(desk_.document()->part(part));
      if (lines != nullptr && (*lines)[static_cast<size_t>(line)].start.empty())
        commands.push_back(editor::PlaceEntities{
            desk_.document()->part(part).path, {entity}, program->boxes[boxes.front()].name, ""});
    }
  }

  /// Commands that make a schedule beside the scenario, and its path.
  std::string new_schedule(std::vector<editor::Command>& commands) const {
    const editor::Document& document = *desk_.document();
    const editor::Part& scenario = document.part(document.scenario());
    const std::filesystem::path folder = std::filesystem::path(scenario.path).parent_path();
    std::string name = "schedule.json";
    for (int i = 2; document.find((folder / name).generic_string()) >= 0; ++i)
      name = "schedule-" + std::to_string(i) + ".json";
    std::string path = (folder / name).generic_string();
    board::JsonValue contents = board::JsonValue::object();
    contents.add("format", board::JsonValue::of("casebook/schedule"));
    contents.add("version", board::JsonValue::of(int64_t{1}));
    commands.push_back(editor::AddFile{path, std::move(contents)});
    std::vector<std::string> paths;
    for (const board::NamedFile& one : scenario.as<board::ScenarioFile>()->schedules)
      paths.push_back(one.path);
    paths.push_back(name);
    commands.push_back(editor::SetScenarioFiles{scenario.path, "schedule", std::move(paths)});
    return path;
  }

  void put_on_track(int turn, const std::vector<std::string>& entities) {
    add_lines(entities, std::to_string(turn));
  }

  void remove_lines() {
    std::map<int, std::vector<std::string>> by_part;
    std::set<int> rows;
    for (const QTableWidgetItem* item : table_->selectedItems()) rows.insert(item->row());
    for (const int row : rows) {
      const Line& line = lines_[static_cast<size_t>(row)];
      by_part[line.part].push_back(line.entity);
    }
    std::vector<editor::Command> commands;
    for (const auto& [part, entities] : by_part)
      commands.push_back(editor::RemoveEntities{desk_.document()->part(part).path, entities});
    if (commands.size() == 1)
      desk_.execute(commands.front());
    else if (!commands.empty())
      desk_.execute(editor::Several{tr("lines of schedules").toStdString(), std::move(commands)});
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
  int first_ = 0;  // turn of the track's first box
  std::vector<Line> lines_;
  std::vector<std::string> columns_;
  bool filling_ = false;
};

}  // namespace

Panel* make_turns_panel(Desk& desk, QWidget* parent) {
  return new TurnsPanel(desk, parent);
}

}  // namespace casebook::window
