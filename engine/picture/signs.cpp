// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/picture/map_picture.h"

namespace casebook::picture {

void draw_sign(Group& into, Sign sign, Point at, double size, Rgb colour, Rgb ground,
               const std::string& letter) {
  const double r = size;
  const auto polygon = [&](std::initializer_list<Point> points) {
    Path path;
    for (const Point& point : points)
      path.steps.empty() ? path.move(at + point * r) : path.line(at + point * r);
    path.close();
    path.outline.fill = Paint{colour, 1};
    path.outline.stroke = Stroke{ground, 0.2, 1, {}, true};
    into.add(path);
  };
  bool filled = true;
  switch (sign) {
    case Sign::none:
      filled = false;
      break;
    case Sign::star: {
      Path path;
      for (int i = 0; i < 10; ++i) {
        const double angle = (i * 36 - 90) * std::acos(-1.0) / 180, reach = i % 2 == 0 ? 1.1 : 0.46;
        const Point point = at + Point{std::cos(angle), std::sin(angle)} * (r * reach);
        i == 0 ? path.move(point) : path.line(point);
      }
      path.close();
      path.outline.fill = Paint{colour, 1};
      path.outline.stroke = Stroke{ground, 0.2, 1, {}, true};
      into.add(path);
      break;
    }
    case Sign::dot:
    case Sign::ring: {
      Ellipse disc{at, r * 0.8, r * 0.8, {}};
      filled = sign == Sign::dot;
      disc.outline.fill = Paint{filled ? colour : Rgb{255, 255, 255}, 1};
      disc.outline.stroke = Stroke{colour, 0.25, 1, {}, true};
      into.add(disc);
      break;
    }
    case Sign::flag:
      polygon({{-0.7, 1.1}, {-0.7, -1.1}, {0.8, -0.6}, {-0.5, -0.1}, {-0.5, 1.1}});
      break;
    case Sign::arrow:
      polygon({{0, 1}, {-0.8, -0.2}, {-0.3, -0.2}, {-0.3, -1}, {0.3, -1}, {0.3, -0.2}, {0.8, -0.2}});
      break;
    case Sign::square:
      polygon({{-0.8, -0.8}, {0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}});
      break;
    case Sign::triangle:
      polygon({{0, -0.95}, {0.95, 0.8}, {-0.95, 0.8}});
      break;
  }
  if (letter.empty()) return;
  const Rgb on = filled ? colour : Rgb{255, 255, 255};
  Text text;
  text.at = at + Point{0, r * 0.42};
  text.text = letter;
  text.size = r * 1.15;
  text.anchor = Anchor::middle;
  text.bold = true;
  text.ground = on;
  text.colour = ink_on(on, {35, 30, 24}, {255, 255, 255});
  into.add(text);
}

}  // namespace casebook::picture
