// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/cell_keys.h"

#include <QKeyEvent>
#include <QTableView>

namespace casebook::window {

namespace {

class CellKeys : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* object, QEvent* event) override {
    if (event->type() == QEvent::ShortcutOverride) {
      const auto* key = static_cast<QKeyEvent*>(event);
      const bool plain = (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
      const auto* table = qobject_cast<QTableView*>(object);
      const bool writable = table != nullptr && table->currentIndex().isValid() &&
                            (table->currentIndex().flags() & Qt::ItemIsEditable) != 0;
      if (writable && plain && !key->text().isEmpty() && key->text().at(0).isPrint()) {
        event->accept();
        return true;
      }
    }
    return QObject::eventFilter(object, event);
  }
};

}  // namespace

void keep_letters_for_cells(QWidget& below) {
  auto* keys = new CellKeys(&below);
  for (QTableView* table : below.findChildren<QTableView*>()) table->installEventFilter(keys);
}

}  // namespace casebook::window
