// SPDX-License-Identifier: Apache-2.0
#pragma once

// Paints pictures (verifier/picture) with Qt: the same shapes in a window, on paper and in a PNG. Units of the
// painter are millimetres of the picture: whoever calls scales it first. Needs a QGuiApplication, for fonts.

#include <QFont>
#include <vector>

#include "verifier/picture/picture.h"

class QPainter;

namespace casebook::paint {

/// The face of every text. `text_width` of the picture measures it; scripts/setup.sh installs it.
inline constexpr const char* font_family = "DejaVu Sans";
/// In plain words what is amiss when it is not here and another face stands in; else empty.
std::string font_problem();

/// Shapes of one picture, in the order in which they are given.
class Canvas {
 public:
  /// `symbols` are the picture's. Sets render hints of the painter; the rest of its state is left as it was.
  Canvas(QPainter& painter, const std::vector<picture::Symbol>& symbols);

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

  QPainter& painter_;
  const std::vector<picture::Symbol>& symbols_;
  QFont fonts_[4];  // bold, italic
  int depth_ = 0;   // of symbols within symbols
};

/// The whole of it: paper and content.
void paint(QPainter& painter, const picture::Picture& picture);

}  // namespace casebook::paint
