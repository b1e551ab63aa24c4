// SPDX-License-Identifier: Apache-2.0
// The panel of tracing: the list of scans, the clicks of the chosen one and how well they fit. The scans
// themselves are in map_scans.h.
#include "editor/window/panels/tracing_panel.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "editor/window/map/map_view.h"
#include "editor/window/panels/map_scans.h"
#include "editor/window/shared/icons.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

using editor::Scan;
using editor::ScanClick;
using tracing::Click;
using tracing::Model;
using tracing::Pixel;

/// The widgets of the panel, and what their use changes in the project.
class Tracing::Room : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Tracing)

 public:
  Room(Tracing& tracing, Desk& desk, MapView& map);
  ~Room() override { desk_.unsubscribe(subscription_); }

  QString add_scan(const QString& path);
  QString add_click(Pixel at, const QString& hex);
  const tracing::CalibrationAnswer& answer() const { return answer_; }
  QString told() const { return told_->text(); }
  const std::vector<Scan>& scans() const { return under_.all(); }
  int chosen() const { return chosen_; }
  void choose(int scan);

 protected:
  void refresh(unsigned) override {}
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  // What is done to the scans.
  const Scan& current() const { return under_.all()[static_cast<size_t>(chosen_)]; }
  QString put_scan(const QString& path);
  /// The chosen scan becomes this one, or (null) goes.
  void change(const Scan* scan, uint64_t stroke);
  void clicked(picture::Point at);
  /// Of the click in that row of the table.
  QString rename(size_t row, const QString& hex);
  void remove_click();
  void nudge(int x, int y);

  // What is shown.
  void told(unsigned topics);
  /// The scans of this map, from the document.
  void read();
  /// Everything anew, from the scans and chosen_.
  void show();
  void fill_table(const std::vector<Click>& clicks);
  QHBoxLayout* nudging();

  Tracing& tracing_;
  MapView& map_;
  int subscription_ = 0;
  MapScans under_;
  std::vector<size_t> rows_;  // of the table: which click of the chosen scan
  int chosen_ = -1;
  bool added_ = false;     // the last of them is new: choose it
  bool by_itself_ = true;  // the fit follows the clicks
  uint64_t stroke_ = 0;
  tracing::CalibrationAnswer answer_;
  QPushButton* remove_scan_;
  QListWidget* list_;
  QLabel *name_, *told_;
  QSlider* opacity_;
  QComboBox* model_;
  QTableWidget* table_;
  bool filling_ = false;
};

Tracing::Room::Room(Tracing& tracing, Desk& desk, MapView& map)
    : Panel(desk, Topic::project | Topic::content, nullptr), tracing_(tracing), map_(map), under_(desk, map) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  auto* line = new QHBoxLayout;
  auto* add = new QPushButton(tr("Open a &scan..."));
  remove_scan_ = new QPushButton(tr("Re&move"));
  remove_scan_->setToolTip(tr("Removes the selected scan from the project; its file stays"));
  line->addWidget(add, 1);
  line->addWidget(remove_scan_);
  layout->addLayout(line);
  list_ = new QListWidget;
  list_->setAccessibleName(tr("Scans under this map"));
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setMaximumHeight(fontMetrics().height() * 5);
  layout->addWidget(list_);
  name_ = new QLabel;
  name_->setWordWrap(true);
  layout->addWidget(name_);
  auto* opacity_label = new QLabel(tr("&Opacity"));
  opacity_ = new QSlider(Qt::Horizontal);
  opacity_->setRange(0, 100);
  opacity_->setAccessibleName(tr("Opacity of the scan"));
  opacity_label->setBuddy(opacity_);
  layout->addWidget(opacity_label);
  layout->addWidget(opacity_);
  auto* fit_label = new QLabel(tr("F&it"));
  model_ = new QComboBox;
  model_->setAccessibleName(tr("Kind of fit"));
  model_->addItems({tr("Best for the clicks"), tr("Straight: shift, scale, turn, skew"),
                    tr("Perspective: a photograph"), tr("Bent: paper that bows")});
  fit_label->setBuddy(model_);
  layout->addWidget(fit_label);
  layout->addWidget(model_);
  table_ = new QTableWidget(0, 3);
  table_->setAccessibleName(tr("Clicks on the scan"));
  table_->setHorizontalHeaderLabels({tr("Hex"), tr("Pixel"), tr("Error")});
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->verticalHeader()->hide();
  table_->setTextElideMode(Qt::ElideNone);
  table_->setShowGrid(false);
  table_->installEventFilter(this);
  layout->addWidget(table_, 1);
  layout->addLayout(nudging());
  told_ = new QLabel;
  told_->setWordWrap(true);
  told_->setAccessibleName(tr("How well the grid fits"));
  told_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(told_);
  connect(add, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a scan"),
        desk_.document() == nullptr ? QDir::homePath() : words(desk_.document()->folder()),
        tr("Pictures (*.png *.jpg *.jpeg *.tif *.tiff *.bmp *.webp)"));
    if (!path.isEmpty()) add_scan(path);
  });
  connect(remove_scan_, &QPushButton::clicked, this, [this] {
    if (chosen_ >= 0) change(nullptr, 0);
  });
  connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (filling_) return;
    chosen_ = row;
    show();
  });
  connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
    if (filling_) return;
    const int row = list_->row(item);
    Scan scan = under_.all()[static_cast<size_t>(row)];
    scan.shown = item->checkState() == Qt::Checked;
    chosen_ = row;
    change(&scan, 0);
  });
  connect(opacity_, &QSlider::sliderPressed, this, [this] { stroke_ = desk_.new_stroke(); });
  connect(opacity_, &QSlider::valueChanged, this, [this](int value) {
    if (filling_ || chosen_ < 0) return;
    Scan scan = current();
    scan.opacity = value;
    change(&scan, opacity_->isSliderDown() ? stroke_ : desk_.new_stroke());
  });
  connect(model_, &QComboBox::activated, this, [this](int index) {
    by_itself_ = index == 0;
    if (chosen_ < 0) return;
    Scan scan = current();
    if (index > 0) scan.model = fit_models[index - 1];
    change(&scan, 0);
    show();
  });
  connect(table_, &QTableWidget::cellChanged, this, [this](int row, int column) {
    if (filling_ || column != 0) return;
    const QString problem = rename(static_cast<size_t>(row), table_->item(row, 0)->text());
    if (problem.isEmpty()) return;
    show();
    told_->setText(problem);
  });
  map_.traced = [this](picture::Point at) { clicked(at); };
  // Scans lie under the map whether this panel is seen or not.
  subscription_ = desk_.subscribe([this](unsigned topics) { told(topics); });
  show();
}

QString Tracing::Room::add_scan(const QString& path) {
  const QString problem = put_scan(path);
  if (!problem.isEmpty()) told_->setText(problem);
  return problem;
}

QString Tracing::Room::add_click(Pixel at, const QString& hex) {
  if (chosen_ < 0) return tr("Open a scan first.");
  const int index = desk_.find_hex(hex.trimmed().toStdString());
  if (index < 0) return under_.no_hex(hex);
  Scan scan = current();
  scan.clicks.push_back({desk_.hex_in_map(index), static_cast<int>(std::lround(at.x * clicks_unit)),
                         static_cast<int>(std::lround(at.y * clicks_unit))});
  change(&scan, 0);
  return {};
}

void Tracing::Room::choose(int scan) {
  chosen_ = scan;
  show();
}

bool Tracing::Room::eventFilter(QObject* object, QEvent* event) {
  if (object == table_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Delete) return remove_click(), true;
    if ((key->modifiers() & Qt::ControlModifier) != 0) {
      const int x = key->key() == Qt::Key_Left    ? -1
                    : key->key() == Qt::Key_Right ? 1
                                                  : 0,
                y = key->key() == Qt::Key_Up     ? -1
                    : key->key() == Qt::Key_Down ? 1
                                                 : 0;
      if (x != 0 || y != 0) return nudge(x, y), true;
    }
  }
  return Panel::eventFilter(object, event);
}

QHBoxLayout* Tracing::Room::nudging() {
  auto* line = new QHBoxLayout;
  auto* remove = new QPushButton(tr("&Remove click"));
  connect(remove, &QPushButton::clicked, this, [this] { remove_click(); });
  line->addWidget(remove);
  line->addStretch(1);
  for (const auto& [text, name, x, y] : {std::tuple{"\u2190", tr("Nudge left"), -1, 0},
                                         {"\u2192", tr("Nudge right"), 1, 0},
                                         {"\u2191", tr("Nudge up"), 0, -1},
                                         {"\u2193", tr("Nudge down"), 0, 1}}) {
    auto* button = new QToolButton;
    button->setText(QString::fromUtf8(text));
    button->setAccessibleName(name);
    button->setToolTip(
        tr("%1 by one pixel: the selected click, or the whole scan if none is selected. In the "
           "table: Ctrl and an arrow key")
            .arg(name));
    button->setAutoRepeat(true);
    connect(button, &QToolButton::clicked, this, [this, dx = x, dy = y] { nudge(dx, dy); });
    line->addWidget(button);
  }
  return line;
}

void Tracing::Room::change(const Scan* scan, uint64_t stroke) {
  const editor::Document* document = desk_.document();
  if (document == nullptr) return;
  const int index = under_.in_file(chosen_);
  if (scan != nullptr) {
    Scan whole = *scan;
    if (by_itself_)
      whole.model = fit_models[static_cast<size_t>(tracing::suggested_model(under_.clicks(whole)))];
    desk_.execute(editor::scan_command(*document, index, whole), stroke);
  } else {
    desk_.execute(editor::SetScan{"tracing.json", index, board::JsonValue{}}, stroke);
  }
}

void Tracing::Room::told(unsigned topics) {
  if (has(topics, Topic::project)) {
    under_.forget_pictures();
    chosen_ = -1;
    by_itself_ = true;
    table_->clearSelection();
  }
  if (has(topics, Topic::project)) return read();
  if (!has(topics, Topic::content)) return;
  if (under_.changed()) read();
}

void Tracing::Room::read() {
  under_.read();
  if (added_ && !under_.all().empty()) chosen_ = static_cast<int>(under_.all().size()) - 1;
  added_ = false;
  chosen_ = std::min(chosen_, static_cast<int>(under_.all().size()) - 1);
  if (chosen_ < 0 && !under_.all().empty()) chosen_ = 0;
  show();
}

QString Tracing::Room::put_scan(const QString& path) {
  if (desk_.document() == nullptr || desk_.map() == nullptr) return tr("Open a project with a map first.");
  Scan scan;
  if (const QString problem = under_.take(path, scan); !problem.isEmpty()) return problem;
  added_ = true;
  by_itself_ = true;
  if (!desk_.execute(editor::scan_command(*desk_.document(), -1, scan))) {
    added_ = false;
    return tr("The scan was not added to the project.");
  }
  return {};
}

void Tracing::Room::clicked(picture::Point at) {
  if (chosen_ < 0 || !under_.picture(current()).there()) {
    told_->setText(tr("Open a scan first."));
    return;
  }
  const Pixel pixel = under_.mapping(current(), answer_).pixel(at);
  const int guess = map_.drawing()->hex_at(at);
  const QString number =
      tracing_.ask_line
          ? tracing_.ask_line(tr("Number of this hex on the scan"),
                              answer_.calibration && guess >= 0 ? words(desk_.hex_name(guess)) : QString())
          : QString();
  if (number.isEmpty()) return;
  const QString problem = add_click(pixel, number);
  if (!problem.isEmpty()) told_->setText(problem);
}

QString Tracing::Room::rename(size_t row, const QString& hex) {
  const int index = desk_.find_hex(hex.trimmed().toStdString());
  if (index < 0) return under_.no_hex(hex);
  Scan scan = current();
  scan.clicks[rows_[row]].hex = desk_.hex_in_map(index);
  change(&scan, 0);
  return {};
}

void Tracing::Room::remove_click() {
  const int row = table_->currentRow();
  if (chosen_ < 0 || row < 0 || row >= static_cast<int>(rows_.size())) return;
  Scan scan = current();
  scan.clicks.erase(scan.clicks.begin() + static_cast<std::ptrdiff_t>(rows_[static_cast<size_t>(row)]));
  change(&scan, 0);
}

void Tracing::Room::nudge(int x, int y) {
  if (chosen_ < 0) return;
  Scan scan = current();
  if (scan.clicks.empty()) {
    told_->setText(tr("Click hexes on the scan first: they determine where it lies."));
    return;
  }
  const int row = table_->selectedItems().isEmpty() ? -1 : table_->currentRow();
  for (size_t i = 0; i < scan.clicks.size(); ++i) {
    if (row >= 0 && rows_[static_cast<size_t>(row)] != i) continue;
    // The whole scan goes with the arrow, so what lies under a hex is farther back on it.
    const int way = row >= 0 ? 1 : -1;
    scan.clicks[i].x += way * x * clicks_unit;
    scan.clicks[i].y += way * y * clicks_unit;
  }
  change(&scan, 0);
  if (row < 0) return;
  // Not selectRow(): with Ctrl held down, as it is here, that would take the choice away.
  const QModelIndex line = table_->model()->index(row, 0);
  table_->selectionModel()->setCurrentIndex(line, QItemSelectionModel::NoUpdate);
  table_->selectionModel()->select(line, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void Tracing::Room::show() {
  filling_ = true;
  list_->clear();
  for (const Scan& scan : under_.all()) {
    auto* item = new QListWidgetItem(words(scan.path), list_);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(scan.shown ? Qt::Checked : Qt::Unchecked);
    item->setToolTip(tr("Ticked: shown under the map"));
    if (QDir::isAbsolutePath(words(scan.path)))
      item->setToolTip(item->toolTip() + "\n" +
                       tr("The file is outside the project folder and is not copied with it"));
    if (!under_.picture(scan).problem.isEmpty()) {
      item->setIcon(icon("warning"));
      item->setToolTip(under_.picture(scan).problem);
    }
  }
  list_->setCurrentRow(chosen_);
  list_->setVisible(!under_.all().empty());
  const bool any = chosen_ >= 0;
  for (QWidget* one : {static_cast<QWidget*>(opacity_), static_cast<QWidget*>(model_),
                       static_cast<QWidget*>(table_), static_cast<QWidget*>(remove_scan_)})
    one->setEnabled(any);
  answer_ = {};
  rows_.clear();
  const std::vector<Click> clicks = any ? under_.clicks(current(), &rows_) : std::vector<Click>{};
  if (any) {
    const ScanPicture& picture = under_.picture(current());
    answer_ = tracing::calibrate(clicks, model_of(current()));
    if (model_of(current()) != tracing::suggested_model(clicks)) by_itself_ = false;
    model_->setCurrentIndex(by_itself_ ? 0 : 1 + static_cast<int>(model_of(current())));
    if (!opacity_->isSliderDown()) opacity_->setValue(current().opacity);
    name_->setText(
        picture.there()
            ? tr("%1 by %2 pixels. Choose the tool Trace a scan, click hexes and enter their numbers.")
                  .arg(picture.size.width())
                  .arg(picture.size.height())
            : picture.problem);
    if (picture.there() && QDir::isAbsolutePath(words(current().path)))
      name_->setText(name_->text() + " " +
                     tr("The file is outside the project folder and is not copied with it."));
  } else {
    name_->setText(
        tr("No scan is open. Open one to show it under the grid. Then choose the tool Trace a scan, "
           "click hexes and enter their numbers."));
  }
  fill_table(clicks);
  told_->setText(any && under_.picture(current()).there() ? under_.how_well(answer_, clicks) : QString());
  filling_ = false;
  under_.show(chosen_, answer_, clicks);
}

void Tracing::Room::fill_table(const std::vector<Click>& clicks) {
  table_->setRowCount(static_cast<int>(clicks.size()));
  for (size_t i = 0; i < clicks.size(); ++i) {
    const auto* fitted = answer_.calibration ? &*answer_.calibration : nullptr;
    const bool wrong = fitted != nullptr && fitted->wrong && fitted->wrong->click == i;
    const QString off = fitted == nullptr    ? QString()
                        : fitted->spare == 0 ? tr("unknown")
                                             : tr("%1 px").arg(fitted->misses[i], 0, 'f', 1);
    int column = 0;
    for (const QString& text :
         {words(clicks[i].hex), tr("%1, %2").arg(clicks[i].at.x, 0, 'f', 0).arg(clicks[i].at.y, 0, 'f', 0),
          wrong ? off + "  " + tr("wrong?") : off}) {
      auto* item = new QTableWidgetItem(text);
      if (column > 0) item->setFlags(item->flags() & ~Qt::ItemIsEditable);
      if (wrong) {
        QFont font = item->font();
        font.setBold(true);
        item->setFont(font);
      }
      table_->setItem(static_cast<int>(i), column++, item);
    }
  }
  table_->resizeColumnsToContents();
}

Tracing::Tracing(Desk& desk, MapView& map) : room_(new Room(*this, desk, map)) {
}
Tracing::~Tracing() = default;
Panel* Tracing::panel() {
  return room_;
}
QString Tracing::add_scan(const QString& path) {
  return room_->add_scan(path);
}
QString Tracing::add_click(Pixel at, const QString& hex) {
  return room_->add_click(at, hex);
}
const tracing::CalibrationAnswer& Tracing::answer() const {
  return room_->answer();
}
QString Tracing::told() const {
  return room_->told();
}
const std::vector<Scan>& Tracing::scans() const {
  return room_->scans();
}
int Tracing::chosen() const {
  return room_->chosen();
}
void Tracing::choose(int scan) {
  room_->choose(scan);
}

}  // namespace casebook::window
