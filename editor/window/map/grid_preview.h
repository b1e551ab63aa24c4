// SPDX-License-Identifier: Apache-2.0
#pragma once

// A corner of the map with another grid and another numbering, for the dialogs about them.

#include <QCoreApplication>
#include <QWidget>

#include "editor/window/shared/desk.h"

namespace casebook::window {

class GridPreview : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::GridPreview)

 public:
  GridPreview(const Desk& desk, QWidget* parent);
  /// Nothing is painted while the numbering has a problem.
  void show_as(board::Layout layout, board::Numbering numbering);
  /// What the hex in that column and row of the corner is called now; empty: it is not shown.
  std::string number_at(int column, int row) const;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  const Desk& desk_;
  board::HexMap map_;
};

}  // namespace casebook::window
