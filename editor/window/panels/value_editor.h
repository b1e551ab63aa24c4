// SPDX-License-Identifier: Apache-2.0
#pragma once

// A control for one value of a type that the rules declare: a check box, a list, a number, a text.
// Inspector, palette and tables use it.

#include <QCoreApplication>
#include <QString>
#include <functional>
#include <optional>

#include "editor/window/shared/desk.h"

class QWidget;

namespace casebook::window {

/// As files write it. Nothing: the text is empty, or nothing of the type.
std::optional<board::DataValue> value_of_text(const editor::ValueType& type, const std::string& text);
/// As people write it: `yes`, `3`, `1/2`, `a, b`.
std::string text_of_value(const board::DataValue& value);
/// What may be chosen: members that the rules name, or that the orders of battle have. Empty: any text.
std::vector<std::string> choices_of(const editor::ValueType& type, const Desk& desk);
/// Whether there is a list to choose from that has every value: not of hexes, which are many, nor of sets.
bool is_choice(const editor::ValueType& type, const Desk& desk);
/// `1 to 12 by 1/2`, `one of clear, sand`: for tool tips.
QString type_text(const editor::ValueType& type);

struct ValueShown {
  std::string text;      // what it is; empty: the files say nothing
  bool several = false;  // those selected differ
  std::string fallback;  // what holds where the files say nothing
  std::string other;     // what another file says of it: `3 (schedule.json)`
};
/// `name` is what a screen reader says. `changed` gets the new text; empty: take the fact away. It answers
/// whether that was taken.
QWidget* make_value_editor(const editor::ValueType& type, const Desk& desk, const ValueShown& shown,
                           const QString& name, std::function<bool(const std::string&)> changed);
/// What somebody wrote for an attribute. False when it means nothing there: then the desk has said what is
/// wrong with it.
bool read_value(Desk& desk, const std::string& attribute, const editor::ValueType& type,
                const std::string& text, std::optional<board::DataValue>& value);

}  // namespace casebook::window
