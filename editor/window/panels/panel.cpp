// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/panel.h"

#include <QTimer>

namespace casebook::window {

Panel::Panel(Desk& desk, unsigned topics, QWidget* parent) : QWidget(parent), desk_(desk), wanted_(topics) {
  timer_ = new QTimer(this);
  timer_->setSingleShot(true);
  timer_->setInterval(0);
  connect(timer_, &QTimer::timeout, this, [this] { refresh_now(); });
  subscription_ = desk_.subscribe([this](unsigned told) {
    due_ |= told & (wanted_ | static_cast<unsigned>(Topic::project));
    // A dock behind another one counts as visible, and lies outside the window.
    const bool seen = isVisible() && window()->rect().intersects(QRect(mapTo(window(), QPoint()), size()));
    if (due_ != 0 && seen) timer_->start();
  });
}

Panel::~Panel() {
  desk_.unsubscribe(subscription_);
}

void Panel::refresh_now() {
  timer_->stop();
  const unsigned due = due_;
  due_ = 0;
  if (due != 0) refresh(due);
}

void Panel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh_now();
}

}  // namespace casebook::window
