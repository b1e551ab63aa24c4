// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/paper/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/picture/limits.h"
#include "engine/picture/room.h"

namespace casebook::picture {

namespace {

constexpr Rgb black{20, 20, 20}, white{255, 255, 255};

Text words(Point at, std::string text, double size, Anchor anchor = Anchor::start, bool bold = false) {
  Text made;
  made.at = at;
  made.text = std::move(text);
  made.size = size;
  made.anchor = anchor;
  made.bold = bold;
  made.colour = black;
  made.ground = white;
  return made;
}

Path hair(Rgb colour = black, double width = 0.15) {
  Path path;
  path.outline.stroke = Stroke{colour, width, 1, {}, false};
  return path;
}

int count_of(double length, double seen, double overlap) {
  if (length <= seen + 1e-6) return 1;
  const double more = std::ceil((length - seen - 1e-6) / (seen - overlap));
  return more > 1e6 ? 1'000'000 : 1 + static_cast<int>(more);
}

PagePlan plan_of(double width, double height, double page_width, double page_height,
                 const PageRequest& request) {
  PagePlan plan;
  plan.page_width = page_width;
  plan.page_height = page_height;
  plan.margin = request.margin;
  plan.overlap = request.overlap;
  plan.seen_width = page_width - 2 * request.margin;
  plan.seen_height = page_height - 2 * request.margin;
  if (plan.seen_width <= request.overlap || plan.seen_height <= request.overlap) {
    plan.columns = plan.rows = 1'000'000;
    return plan;
  }
  plan.columns = count_of(width, plan.seen_width, plan.overlap);
  plan.rows = count_of(height, plan.seen_height, plan.overlap);
  return plan;
}

}  // namespace

const std::vector<PageSize>& page_sizes() {
  static const std::vector<PageSize> sizes{
      {"A5", 148, 210},         {"A4", 210, 297},        {"A3", 297, 420},
      {"A2", 420, 594},         {"A1", 594, 841},        {"A0", 841, 1189},
      {"letter", 215.9, 279.4}, {"legal", 215.9, 355.6}, {"tabloid", 279.4, 431.8}};
  return sizes;
}

const PageSize* page_size(std::string_view name) {
  const auto same = [&](const PageSize& size) {
    return std::equal(name.begin(), name.end(), size.name.begin(), size.name.end(), [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    });
  };
  const auto found = std::find_if(page_sizes().begin(), page_sizes().end(), same);
  return found == page_sizes().end() ? nullptr : &*found;
}

std::string PagePlan::name(int column, int row) const {
  std::string letters;
  for (int rest = row; rest >= 0; rest = rest / 26 - 1)
    letters.insert(letters.begin(), static_cast<char>('A' + rest % 26));
  return letters + std::to_string(column + 1);
}

std::optional<PagePlan> plan_pages(double width, double height, const PageRequest& request,
                                   std::string& problem) {
  const PageSize& page = request.page;
  const PagePlan upright = plan_of(width, height, page.width, page.height, request);
  const PagePlan lying = plan_of(width, height, page.height, page.width, request);
  const double seen = std::min(upright.seen_width, upright.seen_height);
  if (seen < request.least || seen <= request.overlap) {
    problem = fmt::format(
        "{} with a margin of {:g} mm and an overlap of {:g} mm shows {:.0f} by {:.0f} mm, too little for a "
        "piece of {:.0f} mm",
        page.name, request.margin, request.overlap, std::max(0.0, upright.seen_width),
        std::max(0.0, upright.seen_height), request.least);
    return std::nullopt;
  }
  const auto count = [](const PagePlan& plan) { return static_cast<double>(plan.columns) * plan.rows; };
  const PagePlan& plan = count(lying) < count(upright) ? lying : upright;
  if (count(plan) > limits::pages) {
    problem = fmt::format("{:.0f} by {:.0f} mm would take {:.0f} pages of {}, and the limit pages is {}",
                          width, height, count(plan), page.name, limits::pages);
    return std::nullopt;
  }
  return plan;
}

void draw_crop_marks(Group& into, Point corner, double width, double height, double room) {
  const double gap = 1, length = std::max(1.0, std::min(5.0, room - gap - 1));
  Path marks = hair();
  for (const double x : {corner.x, corner.x + width}) {
    marks.move({x, corner.y - gap}).line({x, corner.y - gap - length});
    marks.move({x, corner.y + height + gap}).line({x, corner.y + height + gap + length});
  }
  for (const double y : {corner.y, corner.y + height}) {
    marks.move({corner.x - gap, y}).line({corner.x - gap - length, y});
    marks.move({corner.x + width + gap, y}).line({corner.x + width + gap + length, y});
  }
  into.group("crop marks").add(marks);
}

void draw_registration_mark(Group& into, Point at, double radius) {
  Path cross = hair();
  cross.move(at - Point{radius * 1.5, 0}).line(at + Point{radius * 1.5, 0});
  cross.move(at - Point{0, radius * 1.5}).line(at + Point{0, radius * 1.5});
  Ellipse ring{at, radius, radius, {}};
  ring.outline.stroke = Stroke{black, 0.15, 1, {}, false};
  Group& group = into.group("registration mark");
  group.add(ring);
  group.add(cross);
}

void draw_check_line(Group& into, Point from, double length) {
  Path line = hair(black, 0.2);
  line.move(from).line(from + Point{length, 0});
  for (int i = 0; i * 10 <= length + 1e-6; ++i) {
    const double up = i % 5 == 0 ? 1.4 : 0.8;
    line.move(from + Point{i * 10.0, 0}).line(from + Point{i * 10.0, -up});
  }
  Group& group = into.group("check line");
  group.add(line);
  group.add(words(from + Point{length + 1.5, 0.2}, fmt::format("{:g} mm", length), 2));
}

namespace {

class Tiles {
 public:
  Tiles(const Picture& picture, const PagePlan& plan) : picture_(picture), plan_(plan) {
    step_x_ = plan.seen_width - plan.overlap;
    step_y_ = plan.seen_height - plan.overlap;
    // In the middle of what the pages cover together.
    shift_ = {(picture.width - (plan.columns - 1) * step_x_ - plan.seen_width) / 2,
              (picture.height - (plan.rows - 1) * step_y_ - plan.seen_height) / 2};
  }

  std::vector<Picture> run() {
    std::vector<Picture> pages;
    if (plan_.pages() > 1) pages.push_back(plan_page());
    for (int row = 0; row < plan_.rows; ++row)
      for (int column = 0; column < plan_.columns; ++column) pages.push_back(page(column, row));
    return pages;
  }

 private:
  Picture blank(const std::string& what) const {
    Picture page;
    page.width = plan_.page_width;
    page.height = plan_.page_height;
    page.title = picture_.title + ", " + what;
    page.description = picture_.description;
    page.paper = white;
    return page;
  }
  Room seen(int column, int row) const {
    const Point from = shift_ + Point{column * step_x_, row * step_y_};
    return {from.x, from.y, from.x + plan_.seen_width, from.y + plan_.seen_height};
  }

  Picture page(int column, int row) const {
    const std::string name = plan_.name(column, row);
    Picture page = blank("page " + name);
    page.symbols = picture_.symbols;
    const Room room = seen(column, row);
    Group part = part_of(picture_.content, room, picture_.symbols);
    part.role = "tile";
    part.name = name;
    // Only as far as the picture goes: beyond it paper stays white.
    const double left = std::max(0.0, room.left), top = std::max(0.0, room.top);
    const double right = std::min(picture_.width, room.right),
                 bottom = std::min(picture_.height, room.bottom);
    const Point at = Point{plan_.margin, plan_.margin} + Point{left - room.left, top - room.top};
    part.window = Window{at, right - left, bottom - top, {left, top}, 1};
    Rectangle paper{{left, top}, right - left, bottom - top, 0, {}};
    paper.outline.fill = Paint{picture_.paper, 1};
    part.shapes.insert(part.shapes.begin(), Shape{paper});
    page.content.add(std::move(part));
    marks(page.content.group("layer", "marks"), column, row, name);
    return page;
  }

  void marks(Group& into, int column, int row, const std::string& name) const {
    const double m = plan_.margin, w = plan_.seen_width, h = plan_.seen_height;
    draw_crop_marks(into, {m, m}, w, h, m);
    // In the middle of each overlap: the same point of the picture on both pages.
    const double r = std::min(1.6, m / 5);
    const double half = plan_.overlap / 2;
    std::vector<double> xs, ys;
    if (column > 0) xs.push_back(m + half);
    if (column + 1 < plan_.columns) xs.push_back(m + w - half);
    if (row > 0) ys.push_back(m + half);
    if (row + 1 < plan_.rows) ys.push_back(m + h - half);
    for (const double x : xs)
      for (const double y : {m - 1.6 * r, m + h + 1.6 * r}) draw_registration_mark(into, {x, y}, r);
    for (const double y : ys)
      for (const double x : {m - 1.6 * r, m + w + 1.6 * r}) draw_registration_mark(into, {x, y}, r);
    if (m < 7) return;
    const double base = plan_.page_height - m + 5.4;
    const double begin = m + plan_.overlap + 4;
    into.add(words(
        {begin, base},
        fitted(fmt::format("{}   {}   ({} by {} pages)", name, picture_.title, plan_.columns, plan_.rows),
               w - 2 * plan_.overlap - 75, 2.6),
        2.6, Anchor::start, false));
    if (w > 150) draw_check_line(into, {m + w - plan_.overlap - 64, base}, 50);
  }

  Picture plan_page() const {
    Picture page = blank("plan of the pages");
    page.symbols = picture_.symbols;
    const double m = plan_.margin, top = m + 24;
    Group& heading = page.content.group("layer", "heading");
    heading.add(
        words({m, m + 6}, fitted(picture_.title, plan_.page_width - 2 * m, 6, true), 6, Anchor::start, true));
    heading.add(words({m, m + 12},
                      fmt::format("{} pages, {} across and {} down. Each shows {:g} mm of its neighbours.",
                                  plan_.pages(), plan_.columns, plan_.rows, plan_.overlap),
                      3.2));
    heading.add(words({m, m + 17},
                      "Print at 100 %; the line below is 100 mm long. Cut along the corner marks, lay the "
                      "rings over one another.",
                      3.2));
    const double wide = (plan_.columns - 1) * step_x_ + plan_.seen_width;
    const double high = (plan_.rows - 1) * step_y_ + plan_.seen_height;
    const double scale =
        std::min((plan_.page_width - 2 * m) / wide, (plan_.page_height - top - m - 10) / high);
    Group small = Group{"whole", {}, picture_.title, {picture_.content.shapes}};
    const Point at{m + (plan_.page_width - 2 * m - wide * scale) / 2, top};
    small.window = Window{at + Point{-shift_.x, -shift_.y} * scale,
                          picture_.width * scale,
                          picture_.height * scale,
                          {0, 0},
                          scale};
    Rectangle paper{{0, 0}, picture_.width, picture_.height, 0, {}};
    paper.outline.fill = Paint{picture_.paper, 1};
    small.shapes.insert(small.shapes.begin(), Shape{paper});
    page.content.add(std::move(small));
    Group& grid = page.content.group("layer", "pages");
    for (int row = 0; row < plan_.rows; ++row) {
      for (int column = 0; column < plan_.columns; ++column) {
        const Room room = seen(column, row);
        const Point corner = at + Point{room.left - shift_.x, room.top - shift_.y} * scale;
        Rectangle frame{corner, plan_.seen_width * scale, plan_.seen_height * scale, 0, {}};
        frame.outline.stroke =
            Stroke{(row + column) % 2 == 0 ? Rgb{170, 30, 60} : Rgb{30, 60, 140}, 0.5, 1, {}, false};
        Group& one = grid.group("page", plan_.name(column, row));
        one.add(frame);
        const Point middle = corner + Point{frame.width / 2, frame.height / 2};
        Ellipse disc{middle, 6, 6, {}};
        disc.outline = {Paint{white, 0.9}, Stroke{black, 0.3, 1, {}, true}};
        one.add(disc);
        one.add(words(middle + Point{0, 1.8}, plan_.name(column, row), 5, Anchor::middle, true));
      }
    }
    draw_check_line(page.content, {m, plan_.page_height - m}, 100);
    return page;
  }

  const Picture& picture_;
  const PagePlan& plan_;
  double step_x_ = 0, step_y_ = 0;
  Point shift_;
};

}  // namespace

std::vector<Picture> tiled(const Picture& picture, const PagePlan& plan) {
  return Tiles(picture, plan).run();
}

}  // namespace casebook::picture
