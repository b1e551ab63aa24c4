// SPDX-License-Identifier: Apache-2.0
#pragma once

// Paints pictures (engine/picture) with Qt: the same shapes in a window, on paper and in a PNG. The
// painter's unit is a millimetre of the picture; the caller scales it first. Needs a QGuiApplication, for
// fonts.

#include <QFont>
#include <memory>
#include <string>
#include <vector>

#include "engine/picture/picture.h"

class QPainter;

namespace casebook::paint {

/// The face of every text. `text_width` of the picture measures it; scripts/setup.sh installs it.
inline constexpr const char* font_family = "DejaVu Sans";
/// In plain words what is amiss when it is not here and another face stands in; else empty.
std::string font_problem();

/// What a window paints again and again: symbols and figures as images, at the scales used lately. A frame
/// copies them instead of drawing them. For one list of symbols, which may grow and must not change
/// otherwise.
class Stock {
 public:
  Stock();
  ~Stock();
  Stock(const Stock&) = delete;
  Stock& operator=(const Stock&) = delete;

  void clear();
  /// Bytes of all images; beyond a limit those of all scales are forgotten.
  size_t bytes() const;

 private:
  friend class Canvas;
  struct Images;
  std::unique_ptr<Images> images_;
};

/// Shapes of one picture, in the order in which they are given.
class Canvas {
 public:
  /// `symbols` are the picture's. Sets render hints of the painter; the rest of its state stays. With a
  /// stock, symbols and figures lie on quarters of a pixel.
  Canvas(QPainter& painter, const std::vector<picture::Symbol>& symbols, Stock* stock = nullptr);

  /// Leaves out texts lower than this many pixels of the device (the height of the em).
  void leave_out_texts_below(double pixels) { least_text_ = pixels; }

  void draw(const picture::Shape& shape);
  void draw(const std::vector<picture::Shape>& shapes);

 private:
  void put(const picture::Group& group);
  void put(const picture::Use& use);
  void put(const picture::Path& path);
  void put(const picture::Rectangle& box);
  void put(const picture::Ellipse& ellipse);
  void put(const picture::Text& text);
  void set(const picture::Outline& outline);
  bool from_stock(const picture::Use& use);
  bool from_stock(const picture::Text& text);
  bool thin_lines(const picture::Path& path);
  double pixels_per_unit() const;

  QPainter& painter_;
  const std::vector<picture::Symbol>& symbols_;
  Stock* stock_;
  double least_text_ = 0;
  QFont fonts_[4];  // bold, italic
  int depth_ = 0;   // of symbols within symbols
};

/// The whole of it: paper and content.
void paint(QPainter& painter, const picture::Picture& picture);

}  // namespace casebook::paint
