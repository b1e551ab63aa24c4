// SPDX-License-Identifier: Apache-2.0
#include "editor/window/tracing_panel.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QImageReader>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "editor/window/map_view.h"

namespace casebook::window {

using tracing::Click;
using tracing::Model;
using tracing::Pixel;

namespace {

// A scan of a map of 86 by 56 cm at 300 dots an inch has 67 million pixels; four times that is still read.
constexpr double most_pixels = 280e6;

}  // namespace

class Tracing::Room : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Tracing)

 public:
  Room(Tracing& tracing, Desk& desk, MapView& map)
      : Panel(desk, Topic::project | Topic::tool, nullptr), tracing_(tracing), map_(map) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    auto* add = new QPushButton(tr("&Open a scan..."));
    layout->addWidget(add);
    name_ = new QLabel(tr(
        "A scan lies under the grid. Click hexes on it with the tool Trace a scan, and say their numbers."));
    name_->setWordWrap(true);
    layout->addWidget(name_);
    auto* opacity_label = new QLabel(tr("How much of the scan is &seen"));
    opacity_ = new QSlider(Qt::Horizontal);
    opacity_->setRange(0, 100);
    opacity_->setValue(60);
    opacity_->setAccessibleName(tr("How much of the scan is seen"));
    opacity_label->setBuddy(opacity_);
    layout->addWidget(opacity_label);
    layout->addWidget(opacity_);
    auto* fit_label = new QLabel(tr("&Fit"));
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
    layout->addWidget(table_, 1);
    auto* line = new QHBoxLayout;
    auto* remove = new QPushButton(tr("&Remove click"));
    line->addWidget(remove);
    line->addStretch(1);
    for (const auto& [text, name, x, y] : {std::tuple{"\u2190", tr("Nudge left"), -1, 0},
                                           {"\u2192", tr("Nudge right"), 1, 0},
                                           {"\u2191", tr("Nudge up"), 0, -1},
                                           {"\u2193", tr("Nudge down"), 0, 1}}) {
      auto* button = new QToolButton;
      button->setText(QString::fromUtf8(text));
      button->setAccessibleName(name);
      button->setToolTip(tr("%1 by a pixel of the scan: the chosen click, or the whole scan").arg(name));
      button->setAutoRepeat(true);
      connect(button, &QToolButton::clicked, this, [this, dx = x, dy = y] { nudge(dx, dy); });
      line->addWidget(button);
    }
    layout->addLayout(line);
    told_ = new QLabel;
    told_->setWordWrap(true);
    told_->setAccessibleName(tr("How well the grid fits"));
    told_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(told_);
    connect(add, &QPushButton::clicked, this, [this] {
      const QString path =
          QFileDialog::getOpenFileName(this, tr("Open a scan"), QDir::homePath(),
                                       tr("Pictures (*.png *.jpg *.jpeg *.tif *.tiff *.bmp *.webp)"));
      if (path.isEmpty()) return;
      const QString problem = add_scan(path);
      if (!problem.isEmpty()) told_->setText(problem);
    });
    connect(opacity_, &QSlider::valueChanged, this, [this] { show_scan(); });
    connect(model_, &QComboBox::activated, this, [this] { fit(); });
    connect(remove, &QPushButton::clicked, this, [this] {
      const int row = table_->currentRow();
      if (row < 0 || row >= static_cast<int>(clicks_.size())) return;
      clicks_.erase(clicks_.begin() + row);
      fit();
    });
    connect(table_, &QTableWidget::cellChanged, this, [this](int row, int column) {
      if (filling_ || column != 0) return;
      const QString problem = rename(static_cast<size_t>(row), table_->item(row, 0)->text());
      if (!problem.isEmpty()) {
        fit();
        told_->setText(problem);
      }
    });
    map_.traced = [this](picture::Point at) { clicked(at); };
  }

  QString add_scan(const QString& path) {
    QImageReader reader(path);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (!reader.canRead())
      return tr("%1 is no picture that can be read: %2")
          .arg(QFileInfo(path).fileName(), reader.errorString());
    if (size.isValid() && static_cast<double>(size.width()) * size.height() > most_pixels)
      return tr("%1 has %2 million pixels, more than the %3 million that are read: make it smaller first")
          .arg(QFileInfo(path).fileName())
          .arg(std::lround(1e-6 * size.width() * size.height()))
          .arg(std::lround(most_pixels / 1e6));
    QImageReader::setAllocationLimit(2048);
    const QImage image = reader.read();
    if (image.isNull())
      return tr("%1 cannot be read: %2").arg(QFileInfo(path).fileName(), reader.errorString());
    image_ = image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    name_->setText(tr("%1, %2 by %3 pixels. Click hexes on it and say their numbers.")
                       .arg(QFileInfo(path).fileName())
                       .arg(image.width())
                       .arg(image.height()));
    clicks_.clear();
    nudge_x_ = nudge_y_ = 0;
    fit();
    return {};
  }

  QString add_click(Pixel at, const QString& hex) {
    const int index = desk_.find_hex(hex.trimmed().toStdString());
    if (index < 0) return no_hex(hex);
    clicks_.push_back({centre(index), at, hex.trimmed().toStdString()});
    fit();
    return {};
  }
  const tracing::CalibrationAnswer& answer() const { return answer_; }

 protected:
  void refresh(unsigned topics) override {
    if (!has(topics, Topic::project)) return;
    image_ = {};
    clicks_.clear();
    fit();
  }

 private:
  picture::Point centre(int hex) const { return map_.drawing()->geometry().centre(hex); }
  QString no_hex(const QString& hex) const {
    const std::string nearest = desk_.map() == nullptr
                                    ? std::string()
                                    : desk_.map()->nearest_hex(hex.toStdString(), desk_.numbering());
    return tr("There is no hex %1%2")
        .arg(hex, nearest.empty() ? QString()
                                  : tr("; the nearest number is %1").arg(QString::fromStdString(nearest)));
  }

  /// Where the scan lies now: by the clicks, else as wide as the map.
  tracing::Mapping mapping() const {
    if (answer_.calibration) return answer_.calibration->mapping.shifted(-nudge_x_, -nudge_y_);
    if (image_.isNull() || map_.drawing() == nullptr) return {};
    const double scale = image_.width() / std::max(1.0, map_.drawing()->width());
    return tracing::Mapping(Model::straight, {{0, 0}, 1, {-nudge_x_, -nudge_y_}, 1},
                            {0, scale, 0, 0, 0, scale, 0, 0});
  }

  void clicked(picture::Point at) {
    if (image_.isNull()) {
      told_->setText(tr("Open a scan first."));
      return;
    }
    const Pixel pixel = mapping().pixel(at);
    const int guess = map_.drawing()->hex_at(at);
    const QString number = tracing_.ask_line
                               ? tracing_.ask_line(tr("Which number has this hex on the scan?"),
                                                   answer_.calibration && guess >= 0
                                                       ? QString::fromStdString(desk_.hex_name(guess))
                                                       : QString())
                               : QString();
    if (number.isEmpty()) return;
    const QString problem = add_click(pixel, number);
    if (!problem.isEmpty()) told_->setText(problem);
  }

  QString rename(size_t row, const QString& hex) {
    const int index = desk_.find_hex(hex.trimmed().toStdString());
    if (index < 0) return no_hex(hex);
    clicks_[row].hex = hex.trimmed().toStdString();
    clicks_[row].point = centre(index);
    fit();
    return {};
  }

  void nudge(int x, int y) {
    const int row = table_->currentRow();
    if (row >= 0 && row < static_cast<int>(clicks_.size())) {
      clicks_[static_cast<size_t>(row)].at.x += x;
      clicks_[static_cast<size_t>(row)].at.y += y;
    } else {
      nudge_x_ += x;
      nudge_y_ += y;
    }
    fit();
    if (row >= 0) table_->selectRow(row);
  }

  void fit() {
    const Model model = model_->currentIndex() == 0 ? tracing::suggested_model(clicks_)
                                                    : static_cast<Model>(model_->currentIndex() - 1);
    answer_ = tracing::calibrate(clicks_, model);
    filling_ = true;
    table_->setRowCount(static_cast<int>(clicks_.size()));
    QString told = image_.isNull() ? QString() : QString::fromStdString(answer_.problem);
    for (size_t i = 0; i < clicks_.size(); ++i) {
      const auto* fitted = answer_.calibration ? &*answer_.calibration : nullptr;
      const bool wrong = fitted != nullptr && fitted->wrong && fitted->wrong->click == i;
      const QString off = fitted == nullptr    ? QString()
                          : fitted->spare == 0 ? tr("cannot tell")
                                               : tr("%1 px").arg(fitted->misses[i], 0, 'f', 1);
      int column = 0;
      for (const QString& text :
           {QString::fromStdString(clicks_[i].hex),
            tr("%1, %2").arg(clicks_[i].at.x, 0, 'f', 0).arg(clicks_[i].at.y, 0, 'f', 0),
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
    filling_ = false;
    if (const auto& fitted = answer_.calibration) {
      told = tr("%1 fit: %2.")
                 .arg(QString::fromUtf8(tracing::model_name(fitted->mapping.model()).data()),
                      QString::fromStdString(tracing::mapping_text(fitted->mapping)));
      if (fitted->spare > 0)
        told += "\n" + tr("Off by %1 pixels in the middle, %2 at worst.")
                           .arg(fitted->median, 0, 'f', 2)
                           .arg(fitted->worst, 0, 'f', 2);
      if (fitted->wrong) {
        const int meant = map_.drawing()->hex_at(fitted->wrong->lies_at);
        told += "\n" + tr("The others say that %1 was clicked where %2 lies.")
                           .arg(QString::fromStdString(clicks_[fitted->wrong->click].hex),
                                meant < 0 ? tr("no hex") : QString::fromStdString(desk_.hex_name(meant)));
      }
      for (const std::string& warning : fitted->warnings)
        told += "\n" + QString::fromStdString(warning) + ".";
    }
    told_->setText(told);
    show_scan();
  }

  void show_scan() {
    std::vector<ScanShown> scans;
    std::vector<MapView::Cross> crosses;
    if (!image_.isNull() && map_.drawing() != nullptr) {
      const tracing::Mapping now = mapping();
      ScanShown scan;
      scan.image = image_;
      scan.opacity = opacity_->value() / 100.0;
      scan.straight = now.model() != Model::bent;
      scan.pixel = [now](QPointF at) {
        const Pixel pixel = now.pixel({at.x(), at.y()});
        return QPointF(pixel.x, pixel.y);
      };
      scans.push_back(std::move(scan));
      for (size_t i = 0; i < clicks_.size(); ++i) {
        const auto at = now.point(clicks_[i].at);
        if (!at) continue;
        const bool wrong =
            answer_.calibration && answer_.calibration->wrong && answer_.calibration->wrong->click == i;
        QString text = QString::fromStdString(clicks_[i].hex);
        if (answer_.calibration && answer_.calibration->spare > 0)
          text += tr("  %1 px").arg(answer_.calibration->misses[i], 0, 'f', 1);
        crosses.push_back({QPointF(at->x, at->y), wrong ? text + "  " + tr("wrong?") : text, wrong});
      }
    }
    map_.set_scans(std::move(scans));
    map_.set_crosses(std::move(crosses));
  }

  Tracing& tracing_;
  MapView& map_;
  QImage image_;
  std::vector<Click> clicks_;
  tracing::CalibrationAnswer answer_;
  double nudge_x_ = 0, nudge_y_ = 0;
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

}  // namespace casebook::window
