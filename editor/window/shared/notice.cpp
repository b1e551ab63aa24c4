// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/notice.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "editor/window/shared/icons.h"

namespace casebook::window {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Notice)
};

}  // namespace

Notice::Notice(QWidget* parent) : QFrame(parent) {
  setObjectName("notice");
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::ToolTipBase);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(8, 4, 8, 4);
  auto* sign = new QLabel;
  sign->setPixmap(icon("warning").pixmap(20, 20));
  sign->setAccessibleName(Texts::tr("Notice"));
  text_ = new QLabel;
  text_->setObjectName("noticeText");
  text_->setWordWrap(true);
  text_->setForegroundRole(QPalette::ToolTipText);
  button_ = new QPushButton;
  button_->setObjectName("noticeButton");
  button_->setAccessibleName(Texts::tr("Do this"));
  later_ = new QPushButton(Texts::tr("Dismiss"));
  later_->setObjectName("noticeLater");
  line->addWidget(sign);
  line->addWidget(text_, 1);
  line->addWidget(button_);
  line->addWidget(later_);
  connect(button_, &QPushButton::clicked, this, [this] {
    hide();
    if (const auto does = does_) does();
  });
  connect(later_, &QPushButton::clicked, this, [this] { hide(); });
  hide();
}

void Notice::show_text(const QString& text, const QString& button, std::function<void()> does) {
  text_->setText(text);
  button_->setText(button);
  button_->setAccessibleName(button);
  does_ = std::move(does);
  show();
}

QString Notice::text() const {
  return text_->text();
}

}  // namespace casebook::window
