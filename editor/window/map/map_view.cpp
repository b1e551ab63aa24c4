// SPDX-License-Identifier: Apache-2.0
// Where one looks, and the tiles. Input is in map_view_input.cpp, what lies over the map in
// map_view_over.cpp.
#include "editor/window/map/map_view.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QResizeEvent>
#include <QTimer>
#include <algorithm>
#include <cmath>

namespace casebook::window {

using picture::Point;

namespace {

constexpr int tile_side = 256;      // pixels of the screen
constexpr size_t most_tiles = 400;  // about 100 MB at one pixel a point
constexpr double least_scale = 0.05, most_scale = 40;
constexpr double margin = 26;  // pixels around the map when it is fitted

}  // namespace

MapView::MapView(Desk& desk, QWidget* parent) : QWidget(parent), desk_(desk), tools_(desk) {
  setObjectName("map");
  setAccessibleName(tr("Map"));
  setAccessibleDescription(
      tr("Arrow keys move the cursor from hex to hex, Space uses the tool there, 1 to 6 are the hexsides."));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAcceptDrops(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(240, 180);
  timer_ = new QTimer(this);
  timer_->setSingleShot(true);
  timer_->setInterval(0);
  connect(timer_, &QTimer::timeout, this, [this] { update(); });
  subscription_ = desk_.subscribe([this](unsigned topics) { told(topics); });
  make_drawing();
}

MapView::~MapView() {
  desk_.unsubscribe(subscription_);
}

void MapView::make_drawing() {
  drawing_.reset();
  clear_tiles();
  behind_ = {};
  if (desk_.map() != nullptr && desk_.map()->hexes() > 0) drawing_ = std::make_unique<MapDrawing>(desk_);
}

void MapView::told(unsigned topics) {
  if (has(topics, Topic::project) || has(topics, Topic::content) || has(topics, Topic::style) ||
      has(topics, Topic::shown))
    sourced_known_ = false;
  if ((topics & (Topic::project | Topic::style | Topic::problems | Topic::pieces)) != 0)
    problem_marks_known_ = false;
  if (has(topics, Topic::project)) {
    make_drawing();
    fit();
  } else if (has(topics, Topic::style)) {
    make_drawing();
  } else if (has(topics, Topic::content)) {
    const int map_part = desk_.document() == nullptr ? -1 : desk_.document()->map_part();
    for (const editor::Change& change : desk_.changes())
      if (drawing_ && change.part == map_part && !change.whole) forget(drawing_->changed(change));
  }
  if (drawing_ && has(topics, Topic::pieces))
    for (const int hex : drawing_->counters_changed(desk_)) forget(drawing_->box_of(hex));
  if (hover_ >= 0 && (has(topics, Topic::content) || has(topics, Topic::pieces))) hovered(hover_);
  // Under the mouse the map stays where it is: the hex was seen, or it could not have been pointed at.
  if (has(topics, Topic::cursor) && hasFocus() && !by_mouse_) ensure_visible(desk_.cursor());
  if (has(topics, Topic::shown)) {
    if (drawing_ && drawing_->numbering() != desk_.numbering_shown()) make_drawing();
    const MapDrawing::What what{desk_.shown().counters, desk_.shown().labels, desk_.shown().numbers};
    if (!(what == what_)) {
      what_ = what;
      clear_tiles();
    }
  }
  update();
}

void MapView::set_scale(double scale, QPointF keep) {
  scale = std::clamp(scale, least_scale, most_scale);
  if (scale == scale_) return;
  const Point under = to_paper(keep);
  keep_behind();
  scale_ = scale;
  offset_ = keep - QPointF(under.x * scale_, under.y * scale_);
  fitted_ = false;
  clear_tiles();
  keep_in_sight();
  scale_changed();
  update();
}
void MapView::zoom(double factor) {
  set_scale(scale_ * factor, QPointF(width() / 2.0, height() / 2.0));
}
void MapView::fit() {
  fitted_ = true;
  if (!drawing_) return update();
  keep_behind();
  const double wide = std::max(50.0, width() - 2 * margin), high = std::max(50.0, height() - 2 * margin);
  scale_ = std::clamp(std::min(wide / drawing_->width(), high / drawing_->height()), least_scale, most_scale);
  offset_ = QPointF((width() - drawing_->width() * scale_) / 2, (height() - drawing_->height() * scale_) / 2);
  clear_tiles();
  scale_changed();
  update();
}
void MapView::actual_size() {
  set_scale(logicalDpiX() / 25.4, QPointF(width() / 2.0, height() / 2.0));
}
void MapView::pan(QPointF by) {
  fitted_ = false;
  offset_ += by;
  keep_in_sight();
  update();
}
void MapView::keep_in_sight() {
  if (!drawing_) return;
  const double wide = drawing_->width() * scale_, high = drawing_->height() * scale_, rest = 60;
  offset_.setX(std::clamp(offset_.x(), rest - wide, width() - rest));
  offset_.setY(std::clamp(offset_.y(), rest - high, height() - rest));
}
void MapView::centre_on(int hex) {
  if (!drawing_ || hex < 0) return;
  const Point at = drawing_->geometry().centre(hex);
  if (drawing_->geometry().size() * scale_ < 24) {
    keep_behind();
    scale_ = 48 / drawing_->geometry().size();
    clear_tiles();
    scale_changed();
  }
  pan(QPointF(width() / 2.0, height() / 2.0) - to_view(at));
}
void MapView::bring_into_sight(int hex) {
  if (!drawing_ || hex < 0) return;
  const double rim = drawing_->geometry().size() * scale_;
  const QRectF inner = QRectF(rect()).adjusted(rim, rim, -rim, -rim);
  if (rim < 24 || !inner.contains(to_view(drawing_->geometry().centre(hex)))) centre_on(hex);
}
void MapView::ensure_visible(int hex) {
  if (!drawing_ || hex < 0) return;
  const QPointF at = to_view(drawing_->geometry().centre(hex));
  const double rim = std::min({60.0, width() / 4.0, height() / 4.0});
  const QPointF into(std::clamp(at.x(), rim, width() - rim), std::clamp(at.y(), rim, height() - rim));
  if (into != at) pan(into - at);
}

QPointF MapView::to_view(Point point) const {
  return offset_ + QPointF(point.x * scale_, point.y * scale_);
}
Point MapView::to_paper(QPointF at) const {
  return {(at.x() - offset_.x()) / scale_, (at.y() - offset_.y()) / scale_};
}

void MapView::set_scans(std::vector<ScanShown> scans) {
  scans_ = std::move(scans);
  update();
}
void MapView::set_crosses(std::vector<Cross> crosses) {
  crosses_ = std::move(crosses);
  update();
}

void MapView::keep_behind() {
  if (!drawing_ || (tiles_.empty() && behind_.isNull())) return;
  // Half the pixels are enough for something that is soon painted over.
  const double ratio = 0.5;
  QImage now(std::max(1, width() / 2), std::max(1, height() / 2), QImage::Format_ARGB32_Premultiplied);
  now.setDevicePixelRatio(ratio);
  now.fill(Qt::transparent);
  QPainter keeper(&now);
  paint_behind(keeper);
  paint_tiles(keeper);
  keeper.end();
  behind_ = std::move(now);
  behind_scale_ = scale_;
  behind_offset_ = offset_;
}

void MapView::paint_behind(QPainter& painter) {
  if (behind_.isNull() || behind_scale_ <= 0) return;
  const double by = scale_ / behind_scale_;
  const QPointF at = offset_ + (QPointF() - behind_offset_) * by;
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(QRectF(at, QSizeF(behind_.width() * by / behind_.devicePixelRatio(),
                                      behind_.height() * by / behind_.devicePixelRatio())),
                    behind_);
}

void MapView::clear_tiles() {
  tiles_.clear();
}

void MapView::forget(const QRectF& millimetres) {
  if (millimetres.isEmpty()) return;
  // A counter or a road is wider than its hex's box by a little.
  const double rim = drawing_->geometry().size() * 0.3;
  const QRectF box = millimetres.adjusted(-rim, -rim, rim, rim);
  for (auto& [key, tile] : tiles_) {
    const QRectF covered(key.first * tile_side / scale_, key.second * tile_side / scale_, tile_side / scale_,
                         tile_side / scale_);
    if (covered.intersects(box)) tile.stale = true;
  }
}

void MapView::resizeEvent(QResizeEvent*) {
  if (fitted_)
    fit();
  else
    keep_in_sight();
}

void MapView::paint_tile(const TileKey& key) {
  Tile& tile = tiles_[key];
  const double ratio = devicePixelRatioF();
  const int pixels = static_cast<int>(std::ceil(tile_side * ratio));
  if (tile.image.isNull()) tile.image = QImage(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
  tile.image.fill(Qt::transparent);
  QPainter painter(&tile.image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const double pixels_a_millimetre = scale_ * ratio;
  painter.translate(-key.first * static_cast<double>(pixels), -key.second * static_cast<double>(pixels));
  painter.scale(pixels_a_millimetre, pixels_a_millimetre);
  const double side = pixels / pixels_a_millimetre;
  const QRectF box(key.first * side, key.second * side, side, side);
  drawing_->paint(painter, box, scale_, what_);
  tile.stale = false;
  tile.used = time_;
  ++tiles_painted_;
}

QRectF MapView::box_of(const TileKey& key) const {
  return {offset_ + QPointF(key.first * tile_side, key.second * tile_side), QSizeF(tile_side, tile_side)};
}

std::vector<MapView::TileKey> MapView::keys_in_sight() const {
  const double side = tile_side, rim = 8 * scale_;
  const int left = static_cast<int>(std::floor(-offset_.x() / side)),
            top = static_cast<int>(std::floor(-offset_.y() / side)),
            right = static_cast<int>(std::floor((width() - offset_.x()) / side)),
            bottom = static_cast<int>(std::floor((height() - offset_.y()) / side));
  const QRectF map(offset_.x() - rim, offset_.y() - rim, drawing_->width() * scale_ + 2 * rim,
                   drawing_->height() * scale_ + 2 * rim);
  std::vector<TileKey> keys;
  for (int x = left; x <= right; ++x)
    for (int y = top; y <= bottom; ++y)
      if (box_of({x, y}).intersects(map)) keys.emplace_back(x, y);
  return keys;
}

bool MapView::paint_missing(double milliseconds) {
  if (!drawing_) return false;
  QElapsedTimer clock;
  clock.start();
  // Of the tiles that are seen, those nearest to the mouse first.
  std::vector<std::pair<double, TileKey>> wanted;
  for (const TileKey& key : keys_in_sight()) {
    const auto found = tiles_.find(key);
    if (found != tiles_.end() && !found->second.stale) {
      found->second.used = time_;
      continue;
    }
    const QPointF off = box_of(key).center() - mouse_;
    wanted.emplace_back(off.x() * off.x() + off.y() * off.y(), key);
  }
  std::sort(wanted.begin(), wanted.end());
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0 && static_cast<double>(clock.nsecsElapsed()) / 1e6 > milliseconds) return true;
    paint_tile(wanted[i].second);
  }
  if (tiles_.size() > most_tiles)
    std::erase_if(tiles_, [this](const auto& one) { return one.second.used + 2 < time_; });
  return false;
}

void MapView::paint_tiles(QPainter& painter) {
  for (const auto& [key, tile] : tiles_) {
    const QRectF box = box_of(key);
    if (box.intersects(QRectF(rect()))) painter.drawImage(box, tile.image);
  }
}

void MapView::paintEvent(QPaintEvent*) {
  QElapsedTimer clock;
  clock.start();
  ++time_;
  // Whole pixels, so that tiles meet without a seam.
  const double ratio = devicePixelRatioF();
  offset_ = QPointF(std::round(offset_.x() * ratio) / ratio, std::round(offset_.y() * ratio) / ratio);
  QPainter painter(this);
  const bool dark = palette().color(QPalette::Window).lightness() < 128;
  painter.fillRect(rect(), dark ? QColor(0x26, 0x28, 0x2b) : QColor(0xdd, 0xd9, 0xd0));
  if (!drawing_) {
    paint_nothing(painter);
    return;
  }
  const picture::Rgb paper = desk_.style().paper;
  const double rim = 6 * scale_;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const QRectF sheet(offset_.x() - rim, offset_.y() - rim, drawing_->width() * scale_ + 2 * rim,
                     drawing_->height() * scale_ + 2 * rim);
  painter.setBrush(QColor(0, 0, 0, dark ? 70 : 34));
  painter.drawRoundedRect(sheet.translated(0, 2).adjusted(-2, -1, 2, 3), 5, 5);
  painter.setBrush(QColor(paper.red, paper.green, paper.blue));
  painter.drawRoundedRect(sheet, 3, 3);
  double map_opacity = 1;
  for (const ScanShown& scan : scans_) map_opacity = std::min(map_opacity, 1 - scan.opacity);
  if (!scans_.empty()) paint_scans(painter);
  const bool missing = paint_missing(7);
  painter.setOpacity(map_opacity);
  if (missing) {
    // Only where no tile lies.
    QRegion bare;
    for (const TileKey& key : keys_in_sight())
      if (!tiles_.contains(key)) bare += box_of(key).toAlignedRect();
    painter.save();
    painter.setClipRegion(bare);
    paint_behind(painter);
    painter.restore();
  }
  paint_tiles(painter);
  painter.setOpacity(1);
  paint_over(painter);
  painter.end();
  if (missing) timer_->start();
  frames_.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
  if (frames_.size() > 10000) frames_.erase(frames_.begin(), frames_.begin() + 5000);
}

void MapView::settle() {
  while (paint_missing(1000)) {
  }
  repaint();
}

}  // namespace casebook::window
