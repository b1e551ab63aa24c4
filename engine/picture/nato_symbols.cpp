// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/nato_symbols.h"

#include <algorithm>
#include <utility>

#include "engine/base/text.h"

namespace casebook::picture {

const std::vector<std::string>& symbol_parts() {
  static const std::vector<std::string> parts{"cross",  "oval",     "slash", "dot",   "chevron",
                                              "bridge", "engineer", "wings", "wave",  "peak",
                                              "rotor",  "staff",    "line",  "wheels"};
  return parts;
}

std::vector<std::string> usual_parts(std::string_view member) {
  using Parts = std::vector<std::string>;
  static const std::vector<std::pair<std::string_view, Parts>> usual{
      {"infantry", {"cross"}},
      {"foot", {"cross"}},
      {"armor", {"oval"}},
      {"armour", {"oval"}},
      {"armored", {"oval"}},
      {"armoured", {"oval"}},
      {"tank", {"oval"}},
      {"tanks", {"oval"}},
      {"mechanized", {"cross", "oval"}},
      {"mechanised", {"cross", "oval"}},
      {"mechanized_infantry", {"cross", "oval"}},
      {"mechanised_infantry", {"cross", "oval"}},
      {"motorized", {"cross", "wheels"}},
      {"motorised", {"cross", "wheels"}},
      {"cavalry", {"slash"}},
      {"reconnaissance", {"slash"}},
      {"recon", {"slash"}},
      {"armored_cavalry", {"oval", "slash"}},
      {"armoured_cavalry", {"oval", "slash"}},
      {"artillery", {"dot"}},
      {"guns", {"dot"}},
      {"anti_tank", {"chevron"}},
      {"engineer", {"engineer"}},
      {"engineers", {"engineer"}},
      {"bridge", {"bridge"}},
      {"airborne", {"cross", "wings"}},
      {"parachute", {"cross", "wings"}},
      {"paratroops", {"cross", "wings"}},
      {"marine", {"cross", "wave"}},
      {"marines", {"cross", "wave"}},
      {"mountain", {"cross", "peak"}},
      {"helicopters", {"rotor"}},
      {"headquarters", {"staff"}},
      {"hq", {"staff"}},
      {"supply", {"line"}},
  };
  for (const auto& [word, parts] : usual)
    if (word == member) return parts;
  return {};
}

namespace {

class Drawing {
 public:
  Drawing(Group& group, Point centre, double width, double height, Rgb ink)
      : group_(group), centre_(centre), w_(width / 2), h_(height / 2), ink_(ink) {}

  void part(std::string_view name) {
    if (name == "cross") {
      stroke(Path{}.move(at(-1, -1)).line(at(1, 1)).move(at(-1, 1)).line(at(1, -1)));
    } else if (name == "slash") {
      stroke(Path{}.move(at(-1, 1)).line(at(1, -1)));
    } else if (name == "oval") {
      // The track of a tank: half circles joined by straight lines.
      const double r = h_ * 0.56, x = w_ * 0.68;
      Rectangle track{{centre_.x - x, centre_.y - r}, 2 * x, 2 * r, r, {}};
      track.outline.stroke = pen();
      group_.add(track);
    } else if (name == "dot") {
      fill_circle({0, 0}, h_ * 0.36);
    } else if (name == "chevron") {
      stroke(Path{}.move(at(-1, 1)).line(at(0, -1)).line(at(1, 1)));
    } else if (name == "bridge") {
      stroke(Path{}
                 .move(at(-0.62, -0.62))
                 .line(at(-0.36, -0.24))
                 .line(at(0.36, -0.24))
                 .line(at(0.62, -0.62))
                 .move(at(-0.62, 0.62))
                 .line(at(-0.36, 0.24))
                 .line(at(0.36, 0.24))
                 .line(at(0.62, 0.62)));
    } else if (name == "engineer") {
      stroke(Path{}
                 .move(at(-0.5, 0.45))
                 .line(at(-0.5, -0.3))
                 .line(at(0.5, -0.3))
                 .line(at(0.5, 0.45))
                 .move(at(0, -0.3))
                 .line(at(0, 0.45)));
    } else if (name == "wings") {
      stroke(Path{}
                 .move(at(-0.42, 0.82))
                 .curve(at(-0.34, 0.45), at(-0.05, 0.45), at(0, 0.82))
                 .curve(at(0.05, 0.45), at(0.34, 0.45), at(0.42, 0.82)));
    } else if (name == "wave") {
      stroke(Path{}
                 .move(at(-0.8, 0.75))
                 .curve(at(-0.5, 0.35), at(-0.3, 1.1), at(0, 0.75))
                 .curve(at(0.3, 0.35), at(0.5, 1.1), at(0.8, 0.75)));
    } else if (name == "peak") {
      fill(Path{}.move(at(-0.32, 1)).line(at(0, 0.3)).line(at(0.32, 1)).close());
    } else if (name == "rotor") {
      fill(Path{}.move(at(-0.6, -0.4)).line(at(0.6, 0.4)).line(at(0.6, -0.4)).line(at(-0.6, 0.4)).close());
    } else if (name == "staff") {
      stroke(Path{}.move(at(-1, -0.3)).line(at(1, -0.3)));
    } else if (name == "line") {
      stroke(Path{}.move(at(-1, 0.55)).line(at(1, 0.55)));
    } else if (name == "wheels") {
      stroke(Path{}.move(at(0, -1)).line(at(0, 1)));
    }
  }

 private:
  /// In half widths and half heights from the centre.
  Point at(double x, double y) const { return {centre_.x + x * w_, centre_.y + y * h_}; }
  Stroke pen() const { return {ink_, h_ * 0.17, 1, {}, false}; }
  void stroke(Path path) {
    path.outline.stroke = pen();
    group_.add(std::move(path));
  }
  void fill(Path path) {
    path.outline.fill = Paint{ink_, 1};
    group_.add(std::move(path));
  }
  void fill_circle(Point where, double radius) {
    Ellipse circle{at(where.x, where.y), radius, radius, {}};
    circle.outline.fill = Paint{ink_, 1};
    group_.add(circle);
  }

  Group& group_;
  Point centre_;
  double w_, h_;
  Rgb ink_;
};

}  // namespace

const std::vector<std::string>& echelon_marks() {
  static const std::vector<std::string> marks{"team",     "squad",     "section",  "platoon",
                                              "company",  "battalion", "regiment", "brigade",
                                              "division", "corps",     "army",     "army_group"};
  return marks;
}

std::string usual_echelon(std::string_view member) {
  for (const std::string& mark : echelon_marks())
    if (mark == member) return mark;
  if (member == "battery" || member == "troop") return "company";
  return {};
}

void draw_echelon(Group& group, Point foot, double height, std::string_view mark, Rgb ink) {
  const auto& marks = echelon_marks();
  const auto rank = std::find(marks.begin(), marks.end(), mark) - marks.begin();
  if (rank == static_cast<std::ptrdiff_t>(marks.size())) return;
  const double pen = height * 0.2;
  // Dots, then strokes, then crosses, each step one more of them.
  const bool dots = rank < 4, strokes = rank >= 4 && rank < 7;
  const int count = static_cast<int>(rank == 0 ? 1 : dots ? rank : strokes ? rank - 3 : rank - 6);
  const double step = height * (dots ? 1.0 : strokes ? 0.55 : 1.05);
  const double first = foot.x - step * (count - 1) / 2;
  Path path;
  for (int i = 0; i < count; ++i) {
    const Point middle{first + step * i, foot.y - height / 2};
    const double h = height / 2 - pen / 2;
    if (dots) {
      Ellipse dot{middle, height * 0.36, height * 0.36, {}};
      if (rank == 0)
        dot.outline.stroke = Stroke{ink, pen, 1, {}, true};
      else
        dot.outline.fill = Paint{ink, 1};
      group.add(dot);
      if (rank == 0) path.move(middle + Point{-h, h}).line(middle + Point{h, -h});
    } else if (strokes) {
      path.move(middle - Point{0, h}).line(middle + Point{0, h});
    } else {
      path.move(middle + Point{-h * 0.8, -h}).line(middle + Point{h * 0.8, h});
      path.move(middle + Point{-h * 0.8, h}).line(middle + Point{h * 0.8, -h});
    }
  }
  if (path.steps.empty()) return;
  path.outline.stroke = Stroke{ink, pen, 1, {}, false};
  group.add(path);
}

void draw_symbol(Group& group, Point centre, double width, double height,
                 const std::vector<std::string>& parts, std::string_view word, Rgb ink, Rgb ground) {
  Rectangle frame{{centre.x - width / 2, centre.y - height / 2}, width, height, 0, {}};
  frame.outline.fill = Paint{ground, 1};
  group.add(frame);
  if (parts.empty() && !word.empty()) {
    std::string letters;
    for (size_t at = 0; at < word.size() && code_points(letters) < 3;) {
      const auto length = static_cast<size_t>(code_point_at(word, at).length);
      letters += word.substr(at, length);
      at += length;
    }
    Text text;
    text.at = {centre.x, centre.y + height * 0.24};
    text.text = letters;
    text.size = height * 0.66;
    text.anchor = Anchor::middle;
    text.bold = true;
    text.colour = ink;
    text.ground = ground;
    group.add(text);
  }
  Drawing drawing(group, centre, width, height, ink);
  for (const std::string& part : parts) drawing.part(part);
  frame.outline.fill.reset();
  frame.outline.stroke = Stroke{ink, height * 0.085, 1, {}, false};
  group.add(frame);
}

}  // namespace casebook::picture
