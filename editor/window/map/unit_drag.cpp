// SPDX-License-Identifier: Apache-2.0
#include "editor/window/map/unit_drag.h"

#include <QDrag>
#include <QMimeData>
#include <QPixmap>
#include <QWidget>

#include "editor/window/map/counter_pixmap.h"
#include "editor/window/shared/desk.h"

namespace casebook::window {

QMimeData* mime_of(const std::vector<std::string>& entities) {
  QByteArray lines;
  for (const std::string& entity : entities) lines += QByteArray::fromStdString(entity) + '\n';
  auto* mime = new QMimeData;
  mime->setData(unit_mime, lines);
  mime->setText(QString::fromUtf8(lines).trimmed());
  return mime;
}

std::vector<std::string> units_of(const QMimeData& mime) {
  std::vector<std::string> entities;
  for (const QByteArray& line : mime.data(unit_mime).split('\n'))
    if (!line.isEmpty()) entities.push_back(line.toStdString());
  return entities;
}

void start_unit_drag(QWidget* from, const Desk& desk, const std::vector<std::string>& entities) {
  auto* drag = new QDrag(from);
  drag->setMimeData(mime_of(entities));
  for (const picture::Counter& counter : desk.counters()) {
    if (counter.kind + " " + counter.id != entities.front()) continue;
    const QPixmap pixmap = counter_pixmap(counter, desk.style(), 44, from->devicePixelRatioF());
    drag->setPixmap(pixmap);
    drag->setHotSpot(QPoint(22, 22));
  }
  drag->exec(Qt::MoveAction);
}

}  // namespace casebook::window
