// SPDX-License-Identifier: Apache-2.0
#pragma once

// From paper (millimetres of the picture, where the grid lies) to the pixels of a scan, and back.
//
//   straight     shift, scale, rotation, skew          6 numbers, settled by three clicks
//   perspective  a photograph of a flat map            8 numbers, settled by four clicks
//   bent         straight, and paper that bows along   8 numbers, settled by five clicks
//                either of its sides like a parabola

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/picture/picture.h"

namespace casebook::tracing {

/// Of a scan, from its upper left corner; the middle of the first pixel is (0.5, 0.5).
struct Pixel {
  double x = 0, y = 0;
};
double distance(Pixel a, Pixel b);

enum class Model : unsigned char { straight, perspective, bent };
std::string_view model_name(Model model);
/// The fewest clicks that settle it.
int clicks_needed(Model model);

class Mapping {
 public:
  /// One pixel a millimetre.
  Mapping() = default;
  /// Points and pixels are taken relative to a middle and a size, so that all numbers are near one:
  /// u, v = (point - middle) / size, and the other way round for pixels.
  struct Frame {
    picture::Point middle;
    double size = 1;
    Pixel pixel_middle;
    double pixel_size = 1;
  };
  Mapping(Model model, const Frame& frame, std::array<double, 8> numbers)
      : model_(model), frame_(frame), numbers_(numbers) {}

  Model model() const { return model_; }
  const Frame& frame() const { return frame_; }
  const std::array<double, 8>& numbers() const { return numbers_; }

  Pixel pixel(picture::Point point) const;
  /// Nothing where no point has that pixel: beyond the horizon of a perspective, or where paper bent like
  /// that would have folded.
  std::optional<picture::Point> point(Pixel pixel) const;
  /// The same, moved over the scan by so many pixels: nudging by hand.
  Mapping shifted(double x, double y) const;

  /// At the middle of the clicks. The sides of the grid come out turned by that, with so many pixels a
  /// millimetre; skew is how far they are from a right angle, as a tangent.
  struct Parts {
    double turned = 0;  // degrees, clockwise
    double across = 1, down = 1;
    double skew = 0;
    bool mirrored = false;
  };
  Parts parts() const;

 private:
  Model model_ = Model::straight;
  Frame frame_;
  /// straight: x = n0 + n1 u + n2 v, y = n3 + n4 u + n5 v
  /// perspective: both divided by 1 + n6 u + n7 v
  /// bent: with u + n6 v^2 for u and v + n7 u^2 for v
  std::array<double, 8> numbers_{0, 1, 0, 0, 0, 1, 0, 0};
};

/// `turned 2.0 degrees, 11.8 by 11.9 pixels a millimetre, skewed 1.0 %`
std::string mapping_text(const Mapping& mapping);

}  // namespace casebook::tracing
