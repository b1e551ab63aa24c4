// SPDX-License-Identifier: Apache-2.0
#pragma once

// A panel beside the map: a widget that reads the desk and is notified when one of its topics changed.
// Notification waits for the end of the event, and until the panel is visible, so a stroke costs each panel
// one update.

#include <QCoreApplication>
#include <QWidget>

#include "editor/window/shared/desk.h"

class QTimer;

namespace casebook::window {

class Panel : public QWidget {
 public:
  /// `topics`: those on which refresh() is called.
  Panel(Desk& desk, unsigned topics, QWidget* parent);
  ~Panel() override;
  /// Reads the desk anew, now.
  void refresh_now();

 protected:
  virtual void refresh(unsigned topics) = 0;
  void showEvent(QShowEvent* event) override;
  Desk& desk_;

 private:
  unsigned wanted_, due_ = ~0U;
  int subscription_;
  QTimer* timer_;
};

}  // namespace casebook::window
