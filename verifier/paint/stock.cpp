// SPDX-License-Identifier: Apache-2.0
// Symbols and figures as images. What is drawn twice at the same scale and the same part of a pixel is
// copied.
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <cmath>
#include <map>
#include <tuple>

#include "engine/picture/room.h"
#include "verifier/paint/canvas.h"
#include "verifier/paint/fonts.h"

namespace casebook::paint {

using picture::Room;
using picture::Text;

namespace {

constexpr size_t most_bytes = size_t{96} << 20;
/// Parts of a pixel at which images are told apart.
constexpr int phases = 4;
/// Larger ones are drawn: few fit a window, and their images would fill the stock.
constexpr double most_pixels = 600;
/// Letters that stand side by side without kerning, so that each can be copied by itself.
constexpr std::string_view figures = "0123456789-";

/// Where an image begins on the device, and which one it is.
struct Snapped {
  int x = 0, y = 0, phase_x = 0, phase_y = 0;
};
Snapped snapped(QPointF at) {
  const auto part = [](double value, int& whole) {
    const auto quarters = static_cast<long long>(std::llround(value * phases));
    whole = static_cast<int>(std::floor(static_cast<double>(quarters) / phases));
    return static_cast<int>(quarters - static_cast<long long>(whole) * phases);
  };
  Snapped made;
  made.phase_x = part(at.x(), made.x);
  made.phase_y = part(at.y(), made.y);
  return made;
}

uint32_t packed(picture::Rgb rgb) {
  return static_cast<uint32_t>(rgb.red) << 16 | static_cast<uint32_t>(rgb.green) << 8 | rgb.blue;
}

struct Stocked {
  QImage image;
  int left = 0, top = 0;  // of its corner from the point that was asked for
};

}  // namespace

struct Stock::Images {
  using SymbolKey = std::tuple<double, size_t, int>;  // scale, symbol, phase
  // Pixels of the em, style, colour, rim, figure (rims alone: +256), phase
  using FigureKey = std::tuple<double, int, uint32_t, double, int, int>;
  // Pixels of the em, style and anchor, colour, rim's colour, rim, spacing, phase, words
  using WordsKey = std::tuple<double, int, uint32_t, uint32_t, double, double, int, std::string>;
  std::map<SymbolKey, Stocked> symbols;
  std::map<FigureKey, Stocked> letters;
  std::map<WordsKey, Stocked> words;
  std::map<SymbolKey, Room> rooms;
  double advances[4][figures.size()] = {};
  bool advances_known = false;
  size_t bytes = 0;

  void keep_bounds() {
    if (bytes <= most_bytes) return;
    symbols.clear();
    letters.clear();
    words.clear();
    bytes = 0;
  }
};

Stock::Stock() : images_(std::make_unique<Images>()) {
}
Stock::~Stock() = default;
void Stock::clear() {
  *images_ = Images();
}
size_t Stock::bytes() const {
  return images_->bytes;
}

double Canvas::pixels_per_unit() const {
  const QTransform transform = painter_.worldTransform();
  return std::hypot(transform.m11(), transform.m12()) * painter_.device()->devicePixelRatioF();
}

namespace {

/// Straight up, the same scale both ways: anything else is drawn.
bool plain_scale(const QTransform& transform) {
  return transform.type() <= QTransform::TxScale && transform.m11() > 0 &&
         std::abs(transform.m11() - transform.m22()) < 1e-9 * transform.m11();
}

template <class Draw>
Stocked stocked(const Room& room, double scale, int phase_x, int phase_y, double ratio, Draw draw) {
  Stocked made;
  const double x = static_cast<double>(phase_x) / phases, y = static_cast<double>(phase_y) / phases;
  made.left = static_cast<int>(std::floor(room.left * scale + x)) - 1;
  made.top = static_cast<int>(std::floor(room.top * scale + y)) - 1;
  const int width = static_cast<int>(std::ceil(room.right * scale + x)) + 1 - made.left;
  const int height = static_cast<int>(std::ceil(room.bottom * scale + y)) + 1 - made.top;
  made.image = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
  made.image.fill(Qt::transparent);
  {
    QPainter painter(&made.image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(x - made.left, y - made.top);
    painter.scale(scale, scale);
    draw(painter);
  }
  made.image.setDevicePixelRatio(ratio);
  return made;
}

}  // namespace

bool Canvas::from_stock(const picture::Use& use) {
  if (stock_ == nullptr || depth_ > 0) return false;
  const QTransform transform = painter_.worldTransform();
  if (!plain_scale(transform)) return false;
  const double ratio = painter_.device()->devicePixelRatioF(), scale = transform.m11() * ratio;
  Stock::Images& images = *stock_->images_;
  auto room = images.rooms.find({0, use.symbol, 0});
  if (room == images.rooms.end())
    room = images.rooms
               .emplace(Stock::Images::SymbolKey{0, use.symbol, 0},
                        picture::room_of(symbols_[use.symbol].shapes, symbols_))
               .first;
  if (room->second.empty()) return true;
  if ((room->second.right - room->second.left) * scale > most_pixels) return false;
  const Snapped at = snapped(transform.map(QPointF(use.at.x, use.at.y)) * ratio);
  const Stock::Images::SymbolKey key{scale, use.symbol, at.phase_x * phases + at.phase_y};
  auto found = images.symbols.find(key);
  if (found == images.symbols.end()) {
    images.keep_bounds();
    Stocked made = stocked(room->second, scale, at.phase_x, at.phase_y, ratio, [&](QPainter& painter) {
      Canvas inner(painter, symbols_);
      inner.depth_ = 1;
      inner.draw(symbols_[use.symbol].shapes);
    });
    images.bytes += static_cast<size_t>(made.image.sizeInBytes());
    found = images.symbols.emplace(key, std::move(made)).first;
  }
  painter_.setWorldTransform(QTransform());
  painter_.drawImage(QPointF((at.x + found->second.left) / ratio, (at.y + found->second.top) / ratio),
                     found->second.image);
  painter_.setWorldTransform(transform);
  return true;
}

bool Canvas::from_stock(const Text& text) {
  if (stock_ == nullptr || depth_ > 0 || text.turn != 0) return false;
  const QTransform transform = painter_.worldTransform();
  if (!plain_scale(transform)) return false;
  const double ratio = painter_.device()->devicePixelRatioF(), scale = transform.m11() * ratio;
  if (text.size * scale > 64) return false;
  Stock::Images& images = *stock_->images_;
  if (text.spacing != 0 || text.text.find_first_not_of(figures) != std::string::npos) {
    // Other words as a whole, where they are not too long to keep.
    const Room room = picture::room_of(picture::Shape{text}, {});
    if ((room.right - room.left) * scale > most_pixels) return false;
    const Snapped at = snapped(transform.map(QPointF(text.at.x, text.at.y)) * ratio);
    const Stock::Images::WordsKey key{
        text.size * scale,
        (text.bold ? 1 : 0) + (text.italic ? 2 : 0) + static_cast<int>(text.anchor) * 4,
        packed(text.colour),
        packed(text.ground),
        text.halo * scale,
        text.spacing * scale,
        at.phase_x * phases + at.phase_y,
        text.text};
    auto found = images.words.find(key);
    if (found == images.words.end()) {
      images.keep_bounds();
      Text alone = text;
      alone.at = {};
      const Room about{room.left - text.at.x, room.top - text.at.y, room.right - text.at.x,
                       room.bottom - text.at.y};
      Stocked made = stocked(about, scale, at.phase_x, at.phase_y, ratio, [&](QPainter& painter) {
        Canvas(painter, symbols_).draw(picture::Shape{alone});
      });
      images.bytes += static_cast<size_t>(made.image.sizeInBytes()) + text.text.size();
      found = images.words.emplace(key, std::move(made)).first;
    }
    painter_.setWorldTransform(QTransform());
    painter_.drawImage(QPointF((at.x + found->second.left) / ratio, (at.y + found->second.top) / ratio),
                       found->second.image);
    painter_.setWorldTransform(transform);
    return true;
  }
  if (!images.advances_known) {
    for (size_t style = 0; style < 4; ++style) {
      const QFontMetricsF metrics(fonts_[style]);
      for (size_t i = 0; i < figures.size(); ++i)
        images.advances[style][i] = metrics.horizontalAdvance(QLatin1Char(figures[i])) / set_size;
    }
    images.advances_known = true;
  }
  const size_t style = (text.bold ? 1U : 0U) + (text.italic ? 2U : 0U);
  double width = 0;
  for (const char c : text.text) width += images.advances[style][figures.find(c)] * text.size;
  const double left = text.anchor == picture::Anchor::start    ? 0
                      : text.anchor == picture::Anchor::middle ? -width / 2
                                                               : -width;
  painter_.setWorldTransform(QTransform());
  // All rims below all letters.
  for (const bool rim : {true, false}) {
    if (rim && text.halo <= 0) continue;
    double x = text.at.x + left;
    for (const char c : text.text) {
      const Snapped at = snapped(transform.map(QPointF(x, text.at.y)) * ratio);
      x += images.advances[style][figures.find(c)] * text.size;
      const Stock::Images::FigureKey key{
          text.size * scale,           static_cast<int>(style), packed(rim ? text.ground : text.colour),
          rim ? text.halo * scale : 0, c + (rim ? 256 : 0),     at.phase_x * phases + at.phase_y};
      auto found = images.letters.find(key);
      if (found == images.letters.end()) {
        images.keep_bounds();
        const Room room = Room{0, -0.9 * text.size, 0.9 * text.size, 0.3 * text.size}.grown(text.halo);
        Stocked made = stocked(room, scale, at.phase_x, at.phase_y, ratio, [&](QPainter& painter) {
          painter.scale(text.size / set_size, text.size / set_size);
          QPainterPath letter;
          letter.addText(0, 0, fonts_[style], QString(QLatin1Char(c)));
          const picture::Rgb rgb = rim ? text.ground : text.colour;
          const QColor ink(rgb.red, rgb.green, rgb.blue);
          if (rim)
            painter.strokePath(letter, QPen(ink, 2 * text.halo / text.size * set_size, Qt::SolidLine,
                                            Qt::RoundCap, Qt::RoundJoin));
          else
            painter.fillPath(letter, ink);
        });
        images.bytes += static_cast<size_t>(made.image.sizeInBytes());
        found = images.letters.emplace(key, std::move(made)).first;
      }
      painter_.drawImage(QPointF((at.x + found->second.left) / ratio, (at.y + found->second.top) / ratio),
                         found->second.image);
    }
  }
  painter_.setWorldTransform(transform);
  return true;
}

}  // namespace casebook::paint
