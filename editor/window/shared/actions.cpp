// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/actions.h"

#include <QWidget>

#include "editor/window/shared/icons.h"

namespace casebook::window {

QAction* Actions::add(const ActionSpec& spec, std::function<void()> does) {
  auto* action = new QAction(spec.text, window_);
  action->setObjectName(QString::fromLatin1(spec.name));
  action->setProperty("group", spec.group);
  if (!spec.shortcut.isEmpty())
    action->setShortcuts(QKeySequence::listFromString(spec.shortcut, QKeySequence::PortableText));
  action->setStatusTip(spec.tip);
  const QString keys = action->shortcut().toString(QKeySequence::NativeText);
  QString plain = spec.text;
  plain.remove('&');
  if (plain.endsWith("...")) plain.chop(3);
  action->setToolTip(keys.isEmpty() ? plain + "\n" + spec.tip : plain + " (" + keys + ")\n" + spec.tip);
  if (spec.icon != nullptr) action->setIcon(icon(spec.icon));
  action->setCheckable(spec.checkable);
  QObject::connect(action, &QAction::triggered, window_, [does = std::move(does)] { does(); });
  window_->addAction(action);
  all_.push_back(action);
  return action;
}

void Actions::add(std::initializer_list<ActionEntry> entries) {
  for (const ActionEntry& one : entries) add(one.spec, one.does);
}

QAction* Actions::find(const QString& name) const {
  for (QAction* action : all_)
    if (action->objectName() == name) return action;
  return nullptr;
}

}  // namespace casebook::window
