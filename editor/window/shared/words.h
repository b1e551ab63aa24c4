// SPDX-License-Identifier: Apache-2.0
#pragma once

// Texts of the engine and names of the rules, as the window shows them.

#include <QString>
#include <string>

namespace casebook::window {

inline QString words(const std::string& text) {
  return QString::fromStdString(text);
}
/// `bar_lev`: within a sentence, `bar lev`.
inline QString words_of_name(const std::string& name) {
  return words(name).replace('_', ' ');
}
/// `bar_lev`: by itself, `Bar lev`.
inline QString spoken(const std::string& name) {
  QString text = words_of_name(name);
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

/// `click one more`: by itself, `Click one more.`
inline QString sentence(const std::string& text) {
  QString made = words(text);
  if (made.isEmpty()) return made;
  made[0] = made[0].toUpper();
  return made.endsWith('.') ? made : made + ".";
}

/// `1 hex`, `3 hexes`.
inline QString counted(qsizetype number, const QString& one, const QString& many) {
  return QString::number(number) + " " + (number == 1 ? one : many);
}

}  // namespace casebook::window
