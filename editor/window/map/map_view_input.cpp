// SPDX-License-Identifier: Apache-2.0
// Mouse, keys, drag and drop.
#include <QApplication>
#include <QDrag>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "editor/window/map/map_view.h"
#include "editor/window/map/unit_drag.h"

namespace casebook::window {

namespace {

/// While a handler of the mouse works.
class Working {
 public:
  explicit Working(bool& flag) : flag_(flag), before_(flag) { flag = true; }
  ~Working() { flag_ = before_; }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  bool& flag_;
  bool before_;
};

}  // namespace

Touch MapView::touch_at(QPointF at, bool other_button, bool add) const {
  Touch touch;
  touch.other_button = other_button;
  touch.add = add;
  if (!drawing_) return touch;
  touch.hex = drawing_->hex_at(to_paper(at));
  touch.hexside = drawing_->hexside_at(to_paper(at));
  return touch;
}

std::vector<std::string> MapView::units_dragged(QPointF at) const {
  if (!drawing_ || !desk_.shown().counters) return {};
  const int counter = drawing_->counter_at(to_paper(at), desk_);
  if (counter < 0) return {};
  const picture::Counter& on_top = desk_.counters()[static_cast<size_t>(counter)];
  const std::string entity = on_top.kind + " " + on_top.id;
  const auto& selected = desk_.selection().entities;
  if (std::find(selected.begin(), selected.end(), entity) != selected.end()) return selected;
  return {entity};
}

void MapView::mousePressEvent(QMouseEvent* event) {
  const Working working(by_mouse_);
  mouse_ = pressed_at_ = event->position();
  setFocus(Qt::MouseFocusReason);
  if (event->button() == Qt::MiddleButton ||
      (event->button() == Qt::LeftButton && (event->modifiers() & Qt::AltModifier) != 0)) {
    panning_ = true;
    setCursor(Qt::ClosedHandCursor);
    return;
  }
  if (event->button() == Qt::RightButton && desk_.tool() == Tool::select) return;  // its menu
  if (event->button() != Qt::LeftButton && event->button() != Qt::RightButton) return;
  other_button_ = event->button() == Qt::RightButton;
  if (desk_.tool() == Tool::trace) {
    if (!other_button_) traced(to_paper(event->position()));
    return;
  }
  const bool add = (event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
  drag_.clear();
  if (desk_.tool() == Tool::select && !other_button_) {
    drag_ = units_dragged(event->position());
    if (!drag_.empty()) {
      const int hex = drawing_->hex_at(to_paper(event->position()));
      Selection selection = add ? desk_.selection() : Selection{};
      selection.hexes = {hex};
      for (const std::string& entity : drag_) selection.entities.push_back(entity);
      desk_.set_cursor(hex);
      desk_.select(std::move(selection));
      return;
    }
  }
  tools_.press(touch_at(event->position(), other_button_, add));
  update();
}

void MapView::mouseMoveEvent(QMouseEvent* event) {
  const Working working(by_mouse_);
  const QPointF before = mouse_;
  mouse_ = event->position();
  if (panning_) {
    pan(mouse_ - before);
    return;
  }
  const int hex = drawing_ ? drawing_->hex_at(to_paper(mouse_)) : -1;
  if (hex != hover_) {
    hover_ = hex;
    hovered(hex);
    update();
  } else if (desk_.tool() == Tool::hexside) {
    update();
  }
  if (!drag_.empty() && (event->buttons() & Qt::LeftButton) != 0 &&
      (mouse_ - pressed_at_).manhattanLength() >= QApplication::startDragDistance()) {
    const std::vector<std::string> units = std::move(drag_);
    drag_.clear();
    start_unit_drag(this, desk_, units);
    return;
  }
  if (tools_.active()) {
    // A quick hand skips hexsides: the way between is looked at too. Of hexes the tools know the way.
    if (desk_.tool() == Tool::hexside && drawing_) {
      const double far = std::hypot(mouse_.x() - before.x(), mouse_.y() - before.y());
      const int steps = static_cast<int>(far / std::max(2.0, drawing_->geometry().size() * scale_ / 8));
      for (int step = 1; step <= std::min(steps, 2000); ++step)
        tools_.move(touch_at(before + (mouse_ - before) * step / (steps + 1.0), other_button_, false));
    }
    tools_.move(touch_at(mouse_, other_button_, false));
    update();
  }
}

void MapView::mouseReleaseEvent(QMouseEvent* event) {
  const Working working(by_mouse_);
  drag_.clear();
  if (panning_) {
    panning_ = false;
    unsetCursor();
    return;
  }
  if (!tools_.active()) return;
  const bool add = (event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
  tools_.release(touch_at(event->position(), other_button_, add));
  update();
}

void MapView::wheelEvent(QWheelEvent* event) {
  mouse_ = event->position();
  if (!event->pixelDelta().isNull() && (event->modifiers() & Qt::ControlModifier) == 0) {
    pan(event->pixelDelta());
  } else if ((event->modifiers() & Qt::ShiftModifier) != 0) {
    pan(QPointF(event->angleDelta().y() + event->angleDelta().x(), 0) / 2);
  } else {
    set_scale(scale_ * std::pow(zoom_step, event->angleDelta().y() / 120.0), event->position());
  }
  event->accept();
}

void MapView::keyPressEvent(QKeyEvent* event) {
  const board::HexMap* map = desk_.map();
  if (map == nullptr || !drawing_) return QWidget::keyPressEvent(event);
  const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
  const bool other = (event->modifiers() & Qt::ControlModifier) != 0;
  int column = 0, row = 0;
  switch (event->key()) {
    case Qt::Key_Left:
      column = -1;
      break;
    case Qt::Key_Right:
      column = 1;
      break;
    case Qt::Key_Up:
      row = -1;
      break;
    case Qt::Key_Down:
      row = 1;
      break;
    case Qt::Key_Space:
      if (desk_.tool() == Tool::trace && desk_.cursor() >= 0)
        traced(drawing_->geometry().centre(desk_.cursor()));
      else
        tools_.put(desk_.cursor(), other);
      update();
      return;
    case Qt::Key_Escape:
      if (tools_.active())
        tools_.cancel();
      else if (desk_.tool() != Tool::select)
        desk_.set_tool(Tool::select);
      else
        desk_.select({});
      update();
      return;
    case Qt::Key_1:
    case Qt::Key_2:
    case Qt::Key_3:
    case Qt::Key_4:
    case Qt::Key_5:
    case Qt::Key_6:
      tools_.put_side(desk_.cursor(), event->key() - Qt::Key_1, other);
      update();
      return;
    case Qt::Key_Menu:
      if (desk_.cursor() >= 0)
        menu(desk_.cursor(), mapToGlobal(to_view(drawing_->geometry().centre(desk_.cursor())).toPoint()));
      return;
    default:
      return QWidget::keyPressEvent(event);
  }
  int hex = desk_.cursor();
  if (hex < 0) {
    hex = drawing_->hex_at(to_paper(QPointF(width() / 2.0, height() / 2.0)));
    if (hex < 0) hex = 0;
  } else {
    // Over holes to the next hex that way.
    board::Cell cell = map->ground.cell(hex);
    int next = -1;
    do {
      cell.column += column;
      cell.row += row;
      next = map->ground.grid().contains(cell) ? map->ground.hex(cell) : -2;
    } while (next == -1);
    if (next < 0) return;
    hex = next;
  }
  desk_.set_cursor(hex);
  ensure_visible(hex);
  if (desk_.tool() == Tool::select) {
    Selection selection = shift ? desk_.selection() : Selection{};
    selection.hexes.push_back(hex);
    desk_.select(std::move(selection));
  }
  hovered(hex);
  update();
}

void MapView::leaveEvent(QEvent*) {
  hover_ = -1;
  hovered(-1);
  update();
}
void MapView::focusInEvent(QFocusEvent*) {
  update();
}
void MapView::focusOutEvent(QFocusEvent*) {
  update();
}

void MapView::contextMenuEvent(QContextMenuEvent* event) {
  const Working working(by_mouse_);
  if (!drawing_ || desk_.tool() != Tool::select) return;
  const int hex = drawing_->hex_at(to_paper(event->pos()));
  if (hex < 0) return;
  desk_.set_cursor(hex);
  menu(hex, event->globalPos());
}

bool MapView::event(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) update();
  return QWidget::event(event);
}

void MapView::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasFormat(unit_mime)) event->acceptProposedAction();
}
void MapView::dragMoveEvent(QDragMoveEvent* event) {
  const int hex = drawing_ ? drawing_->hex_at(to_paper(event->position())) : -1;
  mouse_ = event->position();
  if (hex != hover_) {
    hover_ = hex;
    hovered(hex);
    update();
  }
  event->setAccepted(hex >= 0);
}
void MapView::dropEvent(QDropEvent* event) {
  const Working working(by_mouse_);
  const int hex = drawing_ ? drawing_->hex_at(to_paper(event->position())) : -1;
  const std::vector<std::string> units = units_of(*event->mimeData());
  if (hex < 0 || units.empty()) return;
  event->acceptProposedAction();
  desk_.set_cursor(hex);
  if (tools_.place_entities(units, hex)) {
    Selection selection;
    selection.hexes = {hex};
    selection.entities = units;
    desk_.select(std::move(selection));
  }
}

}  // namespace casebook::window
