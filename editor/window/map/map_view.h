// SPDX-License-Identifier: Apache-2.0
#pragma once

// The map widget. Slow parts (ground, roads, numbers, counters) are kept in square tiles of the present
// scale and painted a few at a time. Parts that change with every move of the mouse (cursor, selection,
// previews, views of the rules) are painted over them each time.

#include <QCoreApplication>
#include <QImage>
#include <QPointF>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>

#include "editor/window/map/map_drawing.h"
#include "editor/window/map/map_tools.h"
#include "editor/window/map/scan_picture.h"
#include "editor/window/shared/sources.h"

class QTimer;

namespace casebook::window {

/// A scan that lies under the map.
struct ScanShown {
  std::shared_ptr<const ScanPicture> picture;
  std::function<QPointF(QPointF)> pixel;  // from millimetres
  bool straight = true;                   // pixel() is a perspective at most, which four corners settle
  double opacity = 0.6;                   // of the scan against the map
};

class MapView : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::MapView)

 public:
  MapView(Desk& desk, QWidget* parent = nullptr);
  ~MapView() override;

  MapTools& tools() { return tools_; }
  MapDrawing* drawing() { return drawing_.get(); }

  // ---- where one looks; scale is pixels a millimetre
  double scale() const { return scale_; }
  void set_scale(double scale, QPointF keep);  // what is under `keep` stays there
  void zoom(double factor);                    // about the middle
  /// Of one notch of the wheel and of one call of the menu.
  static constexpr double zoom_step = 1.25;
  void fit();
  void actual_size();
  void pan(QPointF by);
  void centre_on(int hex);
  /// Moves the map only if the hex is not well in sight already.
  void bring_into_sight(int hex);
  void ensure_visible(int hex);
  QPointF to_view(picture::Point point) const;
  picture::Point to_paper(QPointF at) const;

  void set_scans(std::vector<ScanShown> scans);
  /// Crosses with a text: clicks of a calibration, in millimetres; and the places where they should be.
  struct Cross {
    QPointF at;
    QString text;
    bool wrong = false;
  };
  void set_crosses(std::vector<Cross> crosses);

  /// Paints all that is seen now, before it returns: for pictures of the window.
  void settle();
  /// Milliseconds of the last frames, for the bench.
  const std::vector<double>& frames() const { return frames_; }
  void forget_frames() { frames_.clear(); }
  /// So many since the beginning, for the bench.
  size_t tiles_painted() const { return tiles_painted_; }

  std::function<void(int hex)> hovered = [](int) {};
  /// The tracing tool was used at a place on paper.
  std::function<void(picture::Point)> traced = [](picture::Point) {};
  std::function<void(int hex, QPoint global)> menu = [](int, QPoint) {};
  std::function<void()> scale_changed = [] {};

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void leaveEvent(QEvent*) override;
  void contextMenuEvent(QContextMenuEvent*) override;
  void dragEnterEvent(QDragEnterEvent*) override;
  void dragMoveEvent(QDragMoveEvent*) override;
  void dropEvent(QDropEvent*) override;
  void focusInEvent(QFocusEvent*) override;
  void focusOutEvent(QFocusEvent*) override;
  bool event(QEvent*) override;

 private:
  struct Tile {
    QImage image;
    uint64_t used = 0;
    bool stale = false;
  };
  using TileKey = std::pair<int, int>;

  void told(unsigned topics);
  void make_drawing();
  void keep_behind();
  void paint_behind(QPainter& painter);
  void forget(const QRectF& millimetres);  // tiles of a place
  void clear_tiles();
  std::vector<TileKey> keys_in_sight() const;
  QRectF box_of(const TileKey& key) const;  // in pixels of the window
  void paint_tiles(QPainter& painter);
  bool paint_missing(double milliseconds);  // true: something is still missing
  void paint_tile(const TileKey& key);
  void paint_scans(QPainter& painter);
  void paint_over(QPainter& painter);
  void paint_views(QPainter& painter);
  void paint_selection(QPainter& painter);
  void find_problem_marks();
  void paint_problems(QPainter& painter);
  void paint_provenance(QPainter& painter);
  void paint_zone(QPainter& painter);
  void paint_crosses(QPainter& painter);
  void paint_places(QPainter& painter);
  void paint_nothing(QPainter& painter);
  QPolygonF hexagon(int hex, double share = 1) const;
  Touch touch_at(QPointF at, bool other_button, bool add) const;
  void keep_in_sight();
  std::vector<std::string> units_dragged(QPointF at) const;

  Desk& desk_;
  MapTools tools_;
  int subscription_ = 0;
  std::unique_ptr<MapDrawing> drawing_;
  MapDrawing::What what_;
  double scale_ = 3;
  QPointF offset_;  // of the map's upper left corner, in pixels of the window
  bool fitted_ = true;
  std::map<TileKey, Tile> tiles_;
  QImage behind_;  // what was seen when the scale changed, shown scaled while tiles of this one are made
  double behind_scale_ = 0;
  QPointF behind_offset_;
  uint64_t time_ = 0;
  size_t tiles_painted_ = 0;
  QTimer* timer_ = nullptr;
  std::vector<ScanShown> scans_;
  std::vector<Cross> crosses_;
  std::vector<SourcedFact> sourced_;  // that are shown; not read yet after a change
  bool sourced_known_ = false;
  std::map<int, bool> problem_marks_;  // hex; whether it is an error
  bool problem_marks_known_ = false;
  int hover_ = -1;
  QPointF mouse_, pressed_at_;
  bool panning_ = false, other_button_ = false, by_mouse_ = false;
  std::vector<std::string> drag_;  // entities picked up
  std::vector<double> frames_;
};

}  // namespace casebook::window
