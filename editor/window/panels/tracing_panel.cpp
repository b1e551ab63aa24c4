// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/tracing_panel.h"

#include <QApplication>
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
#include <map>

#include "editor/window/map/map_view.h"
#include "editor/window/map/scan_picture.h"
#include "editor/window/shared/icons.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

using editor::Scan;
using editor::ScanClick;
using tracing::Click;
using tracing::Model;
using tracing::Pixel;

namespace {

constexpr int clicks_unit = 100;  // files have hundredths of a pixel
const char* const models[] = {"straight", "perspective", "bent"};

Model model_of(const Scan& scan) {
  return scan.model == models[1]   ? Model::perspective
         : scan.model == models[2] ? Model::bent
                                   : Model::straight;
}

}  // namespace

class Tracing::Room : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Tracing)

 public:
  Room(Tracing& tracing, Desk& desk, MapView& map)
      : Panel(desk, Topic::project | Topic::content, nullptr), tracing_(tracing), map_(map) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    auto* line = new QHBoxLayout;
    auto* add = new QPushButton(tr("&Open a scan..."));
    remove_scan_ = new QPushButton(tr("Take a&way"));
    remove_scan_->setToolTip(tr("Takes the chosen scan out of the project; its file stays"));
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
    auto* opacity_label = new QLabel(tr("How much of the scan is &seen"));
    opacity_ = new QSlider(Qt::Horizontal);
    opacity_->setRange(0, 100);
    opacity_->setAccessibleName(tr("How much of the scan is seen"));
    opacity_label->setBuddy(opacity_);
    layout->addWidget(opacity_label);
    layout->addWidget(opacity_);
    auto* fit_label = new QLabel(tr("F&it"));
    model_ = new QComboBox;
    model_->setAccessibleName(tr("How the grid is fitted"));
    model_->addItems({tr("best for the clicks"), tr("straight: shift, scale, turn, skew"),
                      tr("perspective: a photograph"), tr("bent: paper that bows")});
    fit_label->setBuddy(model_);
    layout->addWidget(fit_label);
    layout->addWidget(model_);
    table_ = new QTableWidget(0, 3);
    table_->setAccessibleName(tr("Clicks on the scan"));
    table_->setHorizontalHeaderLabels({tr("Hex"), tr("Where"), tr("Off by")});
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
      Scan scan = scans_[static_cast<size_t>(row)];
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
      if (index > 0) scan.model = models[index - 1];
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
  ~Room() override { desk_.unsubscribe(subscription_); }

  QString add_scan(const QString& path) {
    const QString problem = put_scan(path);
    if (!problem.isEmpty()) told_->setText(problem);
    return problem;
  }

  QString add_click(Pixel at, const QString& hex) {
    if (chosen_ < 0) return tr("Open a scan first.");
    const int index = desk_.find_hex(hex.trimmed().toStdString());
    if (index < 0) return no_hex(hex);
    Scan scan = current();
    scan.clicks.push_back({desk_.hex_in_map(index), static_cast<int>(std::lround(at.x * clicks_unit)),
                           static_cast<int>(std::lround(at.y * clicks_unit))});
    change(&scan, 0);
    return {};
  }
  const tracing::CalibrationAnswer& answer() const { return answer_; }
  QString told() const { return told_->text(); }
  const std::vector<Scan>& scans() const { return scans_; }
  int chosen() const { return chosen_; }
  void choose(int scan) {
    chosen_ = scan;
    show();
  }

 protected:
  void refresh(unsigned) override {}
  bool eventFilter(QObject* object, QEvent* event) override {
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

 private:
  QHBoxLayout* nudging() {
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
          tr("%1 by a pixel of the scan: the chosen click, or the whole scan; Ctrl and an arrow in the table")
              .arg(name));
      button->setAutoRepeat(true);
      connect(button, &QToolButton::clicked, this, [this, dx = x, dy = y] { nudge(dx, dy); });
      line->addWidget(button);
    }
    return line;
  }

  const Scan& current() const { return scans_[static_cast<size_t>(chosen_)]; }

  /// The chosen scan becomes this one, or (null) goes.
  void change(const Scan* scan, uint64_t stroke) {
    const editor::Document* document = desk_.document();
    if (document == nullptr) return;
    const int index = indexes_[static_cast<size_t>(chosen_)];
    if (scan != nullptr) {
      Scan whole = *scan;
      if (by_itself_) whole.model = models[static_cast<size_t>(tracing::suggested_model(clicks_of(whole)))];
      desk_.execute(editor::scan_command(*document, index, whole), stroke);
    } else {
      desk_.execute(editor::SetScan{"tracing.json", index, board::JsonValue{}}, stroke);
    }
  }

  void told(unsigned topics) {
    if (has(topics, Topic::project)) {
      pictures_.clear();
      chosen_ = -1;
      by_itself_ = true;
      table_->clearSelection();
    }
    if (has(topics, Topic::project)) return read();
    if (!has(topics, Topic::content)) return;
    bool ours = false;
    for (const editor::Change& change : desk_.changes()) {
      const editor::Part& part = desk_.document()->part(change.part);
      ours = ours || part.format == editor::tracing_format || change.whole || change.files;
    }
    if (ours) read();
  }

  /// The scans of this map, from the document.
  void read() {
    scans_.clear();
    indexes_.clear();
    if (desk_.document() != nullptr) {
      const auto all = editor::scans(*desk_.document());
      for (size_t i = 0; i < all.size(); ++i) {
        if (all[i].map != desk_.map_file()) continue;
        scans_.push_back(all[i]);
        indexes_.push_back(static_cast<int>(i));
      }
    }
    if (added_ && !scans_.empty()) chosen_ = static_cast<int>(scans_.size()) - 1;
    added_ = false;
    chosen_ = std::min(chosen_, static_cast<int>(scans_.size()) - 1);
    if (chosen_ < 0 && !scans_.empty()) chosen_ = 0;
    show();
  }

  QString file_of(const Scan& scan) const {
    const QString path = words(scan.path);
    if (QDir::isAbsolutePath(path) || desk_.document() == nullptr) return path;
    return QDir(words(desk_.document()->folder())).filePath(path);
  }
  const ScanPicture& picture_of(const Scan& scan) {
    auto& known = pictures_[scan.path];
    if (!known) {
      QApplication::setOverrideCursor(Qt::WaitCursor);
      known = std::make_shared<ScanPicture>(read_scan_picture(file_of(scan)));
      QApplication::restoreOverrideCursor();
    }
    return *known;
  }

  QString put_scan(const QString& path) {
    if (desk_.document() == nullptr || desk_.map() == nullptr) return tr("Open a project with a map first.");
    const QDir folder(words(desk_.document()->folder()));
    const QString below = folder.relativeFilePath(QFileInfo(path).absoluteFilePath());
    Scan scan;
    scan.path = (below.startsWith("..") ? QFileInfo(path).absoluteFilePath() : below).toStdString();
    scan.map = desk_.map_file();
    scan.opacity = 60;
    pictures_.erase(scan.path);  // it may be another picture by now
    if (const QString problem = picture_of(scan).problem; !problem.isEmpty()) {
      pictures_.erase(scan.path);
      return problem;
    }
    added_ = true;
    by_itself_ = true;
    if (!desk_.execute(editor::scan_command(*desk_.document(), -1, scan))) {
      added_ = false;
      return tr("The scan was not taken into the project.");
    }
    return {};
  }

  picture::Point centre(int hex) const { return map_.drawing()->geometry().centre(hex); }
  QString no_hex(const QString& hex) const {
    const std::string nearest = desk_.map() == nullptr
                                    ? std::string()
                                    : desk_.map()->nearest_hex(hex.toStdString(), desk_.numbering());
    return tr("There is no hex %1%2")
        .arg(hex, nearest.empty() ? QString() : tr("; the nearest number is %1").arg(words(nearest)));
  }

  /// As the fit takes them; a hex that the map has no more is left out.
  std::vector<Click> clicks_of(const Scan& scan, std::vector<size_t>* rows = nullptr) const {
    std::vector<Click> clicks;
    if (map_.drawing() == nullptr) return clicks;
    for (size_t i = 0; i < scan.clicks.size(); ++i) {
      const ScanClick& one = scan.clicks[i];
      const int hex = desk_.map()->find_hex(one.hex);
      if (hex < 0) continue;
      clicks.push_back(
          {centre(hex), {one.x / double{clicks_unit}, one.y / double{clicks_unit}}, desk_.hex_name(hex)});
      if (rows != nullptr) rows->push_back(i);
    }
    return clicks;
  }
  tracing::Mapping mapping_of(const Scan& scan, const tracing::CalibrationAnswer& answer) {
    if (answer.calibration) return answer.calibration->mapping;
    const ScanPicture& picture = picture_of(scan);
    if (!picture.there() || map_.drawing() == nullptr) return {};
    // As wide as the map, until clicks say better.
    const double scale = picture.size.width() / std::max(1.0, map_.drawing()->width());
    return tracing::Mapping(Model::straight, {{0, 0}, 1, {0, 0}, 1}, {0, scale, 0, 0, 0, scale, 0, 0});
  }

  void clicked(picture::Point at) {
    if (chosen_ < 0 || !picture_of(current()).there()) {
      told_->setText(tr("Open a scan first."));
      return;
    }
    const Pixel pixel = mapping_of(current(), answer_).pixel(at);
    const int guess = map_.drawing()->hex_at(at);
    const QString number =
        tracing_.ask_line
            ? tracing_.ask_line(tr("Which number has this hex on the scan?"),
                                answer_.calibration && guess >= 0 ? words(desk_.hex_name(guess)) : QString())
            : QString();
    if (number.isEmpty()) return;
    const QString problem = add_click(pixel, number);
    if (!problem.isEmpty()) told_->setText(problem);
  }

  QString rename(size_t row, const QString& hex) {
    const int index = desk_.find_hex(hex.trimmed().toStdString());
    if (index < 0) return no_hex(hex);
    Scan scan = current();
    scan.clicks[rows_[row]].hex = desk_.hex_in_map(index);
    change(&scan, 0);
    return {};
  }
  void remove_click() {
    const int row = table_->currentRow();
    if (chosen_ < 0 || row < 0 || row >= static_cast<int>(rows_.size())) return;
    Scan scan = current();
    scan.clicks.erase(scan.clicks.begin() + static_cast<std::ptrdiff_t>(rows_[static_cast<size_t>(row)]));
    change(&scan, 0);
  }

  void nudge(int x, int y) {
    if (chosen_ < 0) return;
    Scan scan = current();
    if (scan.clicks.empty()) {
      told_->setText(tr("Click hexes on the scan first: where it lies is worked out from them."));
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

  /// Everything anew, from scans_ and chosen_.
  void show() {
    filling_ = true;
    list_->clear();
    for (const Scan& scan : scans_) {
      auto* item = new QListWidgetItem(words(scan.path), list_);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
      item->setCheckState(scan.shown ? Qt::Checked : Qt::Unchecked);
      item->setToolTip(tr("Ticked: shown under the map"));
      if (QDir::isAbsolutePath(words(scan.path)))
        item->setToolTip(item->toolTip() + "\n" +
                         tr("It lies outside the project, and does not travel with it"));
      if (!picture_of(scan).problem.isEmpty()) {
        item->setIcon(icon("warning"));
        item->setToolTip(picture_of(scan).problem);
      }
    }
    list_->setCurrentRow(chosen_);
    list_->setVisible(!scans_.empty());
    const bool any = chosen_ >= 0;
    for (QWidget* one : {static_cast<QWidget*>(opacity_), static_cast<QWidget*>(model_),
                         static_cast<QWidget*>(table_), static_cast<QWidget*>(remove_scan_)})
      one->setEnabled(any);
    answer_ = {};
    rows_.clear();
    const std::vector<Click> clicks = any ? clicks_of(current(), &rows_) : std::vector<Click>{};
    if (any) {
      const ScanPicture& picture = picture_of(current());
      answer_ = tracing::calibrate(clicks, model_of(current()));
      if (model_of(current()) != tracing::suggested_model(clicks)) by_itself_ = false;
      model_->setCurrentIndex(by_itself_ ? 0 : 1 + static_cast<int>(model_of(current())));
      if (!opacity_->isSliderDown()) opacity_->setValue(current().opacity);
      name_->setText(picture.there()
                         ? tr("%1 by %2 pixels. Choose the tool Trace a scan, click hexes on it and "
                              "say their numbers.")
                               .arg(picture.size.width())
                               .arg(picture.size.height())
                         : picture.problem);
      if (picture.there() && QDir::isAbsolutePath(words(current().path)))
        name_->setText(name_->text() + " " +
                       tr("The picture lies outside the project, and does not travel with it."));
    } else {
      name_->setText(
          tr("No scan is open. One lies under the grid; click hexes on it with the tool Trace a scan, and "
             "say their numbers."));
    }
    fill_table(clicks);
    told_->setText(any && picture_of(current()).there() ? how_well(clicks) : QString());
    filling_ = false;
    show_on_map(clicks);
  }

  void fill_table(const std::vector<Click>& clicks) {
    table_->setRowCount(static_cast<int>(clicks.size()));
    for (size_t i = 0; i < clicks.size(); ++i) {
      const auto* fitted = answer_.calibration ? &*answer_.calibration : nullptr;
      const bool wrong = fitted != nullptr && fitted->wrong && fitted->wrong->click == i;
      const QString off = fitted == nullptr    ? QString()
                          : fitted->spare == 0 ? tr("cannot tell")
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

  QString how_well(const std::vector<Click>& clicks) const {
    if (!answer_.calibration) return words(answer_.problem);
    const tracing::Calibration& fitted = *answer_.calibration;
    QString told = tr("%1 fit: %2.")
                       .arg(QString::fromUtf8(tracing::model_name(fitted.mapping.model()).data()),
                            words(tracing::mapping_text(fitted.mapping)));
    if (fitted.spare > 0)
      told += "\n" + tr("Off by %1 pixels in the middle, %2 at worst.")
                         .arg(fitted.median, 0, 'f', 2)
                         .arg(fitted.worst, 0, 'f', 2);
    if (fitted.wrong) {
      const int meant = map_.drawing()->hex_at(fitted.wrong->lies_at);
      told += "\n" + tr("The others say that %1 was clicked where %2 lies.")
                         .arg(words(clicks[fitted.wrong->click].hex),
                              meant < 0 ? tr("no hex") : words(desk_.hex_name(meant)));
    }
    for (const std::string& warning : fitted.warnings) told += "\n" + words(warning) + ".";
    return told;
  }

  void show_on_map(const std::vector<Click>& clicks) {
    std::vector<ScanShown> shown;
    std::vector<MapView::Cross> crosses;
    for (size_t i = 0; map_.drawing() != nullptr && i < scans_.size(); ++i) {
      const Scan& scan = scans_[i];
      if (!scan.shown || !picture_of(scan).there()) continue;
      const bool chosen = static_cast<int>(i) == chosen_;
      const tracing::Mapping mapping =
          mapping_of(scan, chosen ? answer_ : tracing::calibrate(clicks_of(scan), model_of(scan)));
      ScanShown one;
      one.picture = pictures_[scan.path];
      one.opacity = scan.opacity / 100.0;
      one.straight = mapping.model() != Model::bent;
      one.pixel = [mapping](QPointF at) {
        const Pixel pixel = mapping.pixel({at.x(), at.y()});
        return QPointF(pixel.x, pixel.y);
      };
      shown.push_back(std::move(one));
      if (!chosen) continue;
      for (size_t click = 0; click < clicks.size(); ++click) {
        const auto at = mapping.point(clicks[click].at);
        if (!at) continue;
        const auto& fitted = answer_.calibration;
        const bool wrong = fitted && fitted->wrong && fitted->wrong->click == click;
        QString text = words(clicks[click].hex);
        if (fitted && fitted->spare > 0) text += tr("  %1 px").arg(fitted->misses[click], 0, 'f', 1);
        crosses.push_back({QPointF(at->x, at->y), wrong ? text + "  " + tr("wrong?") : text, wrong});
      }
    }
    map_.set_scans(std::move(shown));
    map_.set_crosses(std::move(crosses));
  }

  Tracing& tracing_;
  MapView& map_;
  int subscription_ = 0;
  std::vector<Scan> scans_;
  std::vector<int> indexes_;  // of them in the file
  std::vector<size_t> rows_;  // of the table: which click of the chosen scan
  int chosen_ = -1;
  bool added_ = false;     // the last of them is new: choose it
  bool by_itself_ = true;  // the fit follows the clicks
  uint64_t stroke_ = 0;
  std::map<std::string, std::shared_ptr<ScanPicture>> pictures_;  // by path
  tracing::CalibrationAnswer answer_;
  QPushButton* remove_scan_;
  QListWidget* list_;
  QLabel *name_, *told_;
  QSlider* opacity_;
  QComboBox* model_;
  QTableWidget* table_;
  bool filling_ = false;
};

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
