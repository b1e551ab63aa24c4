// SPDX-License-Identifier: Apache-2.0
#include "editor/window/map/grid_preview.h"

#include <QPainter>
#include <algorithm>

#include "engine/picture/map_picture.h"
#include "verifier/paint/canvas.h"

namespace casebook::window {

namespace {

constexpr int corner_columns = 6, corner_rows = 5;

}  // namespace

GridPreview::GridPreview(const Desk& desk, QWidget* parent) : QWidget(parent), desk_(desk) {
  setObjectName("gridPreview");
  setAccessibleName(tr("Preview of the upper left corner of the map"));
}

QSize GridPreview::sizeHint() const {
  const int letter = fontMetrics().averageCharWidth();
  return {letter * 52, letter * 40};
}

void GridPreview::show_as(board::Layout layout, board::Numbering numbering) {
  const board::HexMap& whole = *desk_.map();
  board::HexMap corner;
  if (numbering.problem().empty()) {
    // A hex stays in its column and row when the layout changes.
    const board::Grid grid{layout, whole.ground.grid().columns, whole.ground.grid().rows};
    std::vector<board::Cell> cells;
    std::vector<int> were;
    for (int column = 0; column < std::min(corner_columns, grid.columns); ++column)
      for (int row = 0; row < std::min(corner_rows, grid.rows); ++row)
        if (const int hex = whole.ground.hex({column, row}); hex >= 0) {
          cells.push_back({column, row});
          were.push_back(hex);
        }
    corner.ground = board::Topology(grid, cells);
    corner.provenances = whole.provenances;
    corner.hex_defaults = whole.hex_defaults;
    for (const board::HexFacts& line : whole.hex_facts) {
      const auto at = std::find(were.begin(), were.end(), line.hex);
      if (at == were.end()) continue;
      board::HexFacts copy = line;
      copy.hex = static_cast<int>(at - were.begin());
      corner.hex_facts.push_back(std::move(copy));
    }
    std::sort(corner.hex_facts.begin(), corner.hex_facts.end(),
              [](const board::HexFacts& a, const board::HexFacts& b) { return a.hex < b.hex; });
    corner.numberings.push_back(std::move(numbering));
  }
  map_ = std::move(corner);
  update();
}

std::string GridPreview::number_at(int column, int row) const {
  const int hex = map_.numberings.empty() ? -1 : map_.ground.hex({column, row});
  return hex < 0 ? std::string() : map_.hex_id(hex, 0);
}

void GridPreview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const picture::Rgb paper = desk_.style().paper;
  painter.fillRect(rect(), QColor(paper.red, paper.green, paper.blue));
  if (map_.numberings.empty() || map_.hexes() == 0) return;
  const picture::MapPicture drawn(map_, 0, desk_.style());
  double right = 1, bottom = 1;
  for (int hex = 0; hex < map_.hexes(); ++hex) {
    const picture::Point at = drawn.geometry().centre(hex);
    right = std::max(right, at.x + drawn.geometry().side());
    bottom = std::max(bottom, at.y + drawn.geometry().side());
  }
  const double scale = std::min((width() - 8) / right, (height() - 8) / bottom);
  painter.translate(4, 4);
  painter.scale(scale, scale);
  picture::Picture picture;
  for (const char* layer : {"hexes", "grid", "numbers"})
    drawn.draw_layer(layer, picture, picture.content.group("layer", layer));
  paint::Canvas(painter, picture.symbols).draw(picture.content.shapes);
}

}  // namespace casebook::window
