// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rules with an error, and no version without one since the project was opened. Nothing is known of their
// terms, and panels say so.

#include <QCoreApplication>
#include <QString>

#include "editor/document/document.h"

namespace casebook::window {

inline bool rules_unread(const editor::Document* document) {
  return document != nullptr && !document->ruleset().program && !document->ruleset().edition_folder.empty();
}
inline QString rules_unread_words() {
  return QCoreApplication::translate("casebook::window", "The rules have errors: see Problems.");
}

}  // namespace casebook::window
