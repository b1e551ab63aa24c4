// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/value_editor.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <algorithm>
#include <set>

#include "editor/document/table.h"
#include "editor/window/shared/words.h"
#include "engine/base/text.h"

namespace casebook::window {

using board::DataKind;
using board::DataValue;
using editor::ValueSort;
using editor::ValueType;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::ValueEditor)
};

DataValue text_value(std::string text) {
  DataValue value;
  value.kind = DataKind::text;
  value.text = std::move(text);
  return value;
}

bool is_whole(const std::string& text) {
  if (text.empty() || text.size() > 15) return false;
  const size_t first = text[0] == '-' ? 1 : 0;
  return first < text.size() && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(),
                                            [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<DataValue> value_of_text(const ValueType& type, const std::string& text) {
  const std::string plain(trimmed(text));
  if (plain.empty()) return std::nullopt;
  switch (type.sort) {
    case ValueSort::boolean: {
      DataValue value;
      value.kind = DataKind::boolean;
      value.boolean = plain == "yes" || plain == "true";
      if (!value.boolean && plain != "no" && plain != "false")
        return text_value(plain);  // the reader will say
      return value;
    }
    case ValueSort::number: {
      if (!is_whole(plain)) return text_value(plain);
      DataValue value;
      value.kind = DataKind::number;
      value.number = std::stoll(plain);
      return value;
    }
    case ValueSort::set:
    case ValueSort::path: {
      DataValue value;
      value.kind = DataKind::list;
      for (const std::string_view part : split(plain, ','))
        if (!trimmed(part).empty()) value.items.push_back(text_value(std::string(trimmed(part))));
      return value;
    }
    case ValueSort::member:
    case ValueSort::maybe:
    case ValueSort::location:
      return text_value(plain);
  }
  return std::nullopt;
}

std::string text_of_value(const DataValue& value) {
  switch (value.kind) {
    case DataKind::boolean:
      return value.boolean ? "yes" : "no";
    case DataKind::number:
      return std::to_string(value.number);
    case DataKind::text:
      return value.text;
    case DataKind::list: {
      std::string all;
      for (const DataValue& item : value.items) all += (all.empty() ? "" : ", ") + text_of_value(item);
      return all;
    }
  }
  return {};
}

std::vector<std::string> choices_of(const ValueType& type, const Desk& desk) {
  if (type.sort == ValueSort::boolean) return {"yes", "no"};
  if (type.sort == ValueSort::number || type.sort == ValueSort::path) return {};
  std::vector<std::string> choices = type.choices;
  if (choices.empty() && type.kind != "hex" && type.kind != "hexside" && desk.document() != nullptr) {
    std::set<std::string> found;
    for (const int part : desk.document()->orders_of_battle())
      if (const auto* lines = editor::entity_lines(desk.document()->part(part)))
        for (const board::EntityLine& line : *lines)
          if (line.kind == type.kind) found.insert(line.id);
    choices.assign(found.begin(), found.end());
  }
  if (type.sort == ValueSort::maybe) choices.push_back("none");
  return choices;
}

bool is_choice(const ValueType& type, const Desk& desk) {
  return type.sort != ValueSort::set && type.sort != ValueSort::location && type.kind != "hex" &&
         type.kind != "hexside" && !choices_of(type, desk).empty();
}

QString type_text(const ValueType& type) {
  const auto words = [](const std::string& text) { return QString::fromStdString(text); };
  switch (type.sort) {
    case ValueSort::boolean:
      return Texts::tr("yes or no");
    case ValueSort::number:
      return Texts::tr("%1 to %2 in steps of %3").arg(words(type.least), words(type.most), words(type.step)) +
             (type.or_never ? Texts::tr(", or never") : QString());
    case ValueSort::member:
      return Texts::tr("one %1").arg(words(type.kind));
    case ValueSort::set:
      return Texts::tr("several %1, separated by commas").arg(words(type.kind));
    case ValueSort::maybe:
      return Texts::tr("a %1, or none").arg(words(type.kind));
    case ValueSort::location:
      return Texts::tr("a hex or a box");
    case ValueSort::path:
      return Texts::tr("hexes of a path");
  }
  return {};
}

namespace {

/// Several of a list: a button that says which, and a menu to tick them in.
QWidget* make_set_editor(const std::vector<std::string>& choices, const ValueShown& shown,
                         const QString& name, const QString& none, const QString& tip,
                         std::function<bool(const std::string&)> changed) {
  auto* button = new QPushButton;
  button->setAccessibleName(name);
  button->setToolTip(tip);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  button->setStyleSheet("text-align: left; padding: 3px 6px");
  const QString now = QString::fromStdString(shown.text);
  button->setText(now.isEmpty() ? none : QString(now).replace('_', ' '));
  auto* menu = new QMenu(button);
  std::vector<std::string> chosen;
  for (const std::string_view part : split(shown.text, ','))
    if (!trimmed(part).empty()) chosen.emplace_back(trimmed(part));
  for (const std::string& one : choices) {
    QAction* action = menu->addAction(QString::fromStdString(one).replace('_', ' '));
    action->setCheckable(true);
    action->setChecked(std::find(chosen.begin(), chosen.end(), one) != chosen.end());
    QObject::connect(action, &QAction::triggered, button, [chosen, one, changed](bool on) {
      std::vector<std::string> now_chosen = chosen;
      std::erase(now_chosen, one);
      if (on) now_chosen.push_back(one);
      std::string text;
      for (const std::string& each : now_chosen) text += (text.empty() ? "" : ", ") + each;
      changed(text);
    });
  }
  button->setMenu(menu);
  return button;
}

}  // namespace

namespace {

/// A line to write in that forgets what was refused when it is left.
class ValueField : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;
  std::optional<QString> holds;  // after a refusal: what is so
  void take_back() {
    if (holds) setText(*holds);
    holds.reset();
  }

 protected:
  void focusOutEvent(QFocusEvent* event) override {
    QLineEdit::focusOutEvent(event);
    take_back();
  }
};

}  // namespace

QWidget* make_value_editor(const ValueType& type, const Desk& desk, const ValueShown& shown,
                           const QString& name, std::function<bool(const std::string&)> changed) {
  const QString several = Texts::tr("(several)");
  const QString nothing = !shown.other.empty() ? QString::fromStdString(shown.other)
                          : shown.fallback.empty()
                              ? Texts::tr("(not set)")
                              : Texts::tr("(default: %1)").arg(QString::fromStdString(shown.fallback));
  const std::vector<std::string> choices = choices_of(type, desk);
  const QString now = QString::fromStdString(shown.text);
  if (type.sort == ValueSort::set && !choices.empty())
    return make_set_editor(choices, shown, name, shown.several ? several : nothing, type_text(type),
                           std::move(changed));
  if (is_choice(type, desk)) {
    auto* box = new QComboBox;
    box->setAccessibleName(name);
    box->setToolTip(type_text(type));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    // Room for what is said where the files say nothing, and for the arrow.
    box->setMinimumWidth(box->fontMetrics().horizontalAdvance(nothing) + 2 * box->fontMetrics().height());
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->addItem(nothing, QString());
    for (const std::string& one : choices) {
      QString spoken = QString::fromStdString(one);
      box->addItem(spoken.replace('_', ' '), QString::fromStdString(one));
    }
    int at = box->findData(now);
    if (shown.several) {
      box->insertItem(0, several, several);
      at = 0;
    } else if (at < 0) {  // something that the rules do not know stays to be seen
      box->addItem(now, now);
      at = box->count() - 1;
    }
    box->setCurrentIndex(at);
    QObject::connect(box, &QComboBox::activated, box,
                     [box, several, changed = std::move(changed)](int index) {
                       const QString value = box->itemData(index).toString();
                       if (value != several) changed(value.toStdString());
                     });
    return box;
  }
  auto* field = new ValueField(shown.several ? QString() : now);
  field->setAccessibleName(name);
  field->setToolTip(type_text(type));
  field->setPlaceholderText(shown.several ? several : nothing);
  field->setAcceptDrops(false);  // a unit on its way to the map is no text
  field->setMinimumWidth(std::max(field->fontMetrics().horizontalAdvance('0') * 8,
                                  field->fontMetrics().horizontalAdvance(nothing) + 14));
  if (!choices.empty()) {
    QStringList words;
    for (const std::string& one : choices) words << QString::fromStdString(one);
    auto* completer = new QCompleter(words, field);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    field->setCompleter(completer);
  }
  QObject::connect(field, &QLineEdit::editingFinished, field, [field, now, changed = std::move(changed)] {
    if (!field->isModified()) return;
    field->setModified(false);
    field->holds.reset();
    if (field->text() == now || changed(field->text().toStdString())) return;
    // Refused: to be mended while one is there, and never shown as if it held.
    field->holds = now;
    if (field->hasFocus())
      field->selectAll();
    else
      field->take_back();
  });
  return field;
}

bool read_value(Desk& desk, const std::string& attribute, const ValueType& type, const std::string& text,
                std::optional<DataValue>& value) {
  if (type.sort == ValueSort::path) {
    value = value_of_text(type, text);
    return true;
  }
  editor::Column column;
  column.name = attribute;
  column.type = type;
  // Members stand with commas between here, and with ; where columns are parted by commas.
  std::string given = text;
  if (type.sort == ValueSort::set) std::replace(given.begin(), given.end(), ',', ';');
  const editor::CellValue read = editor::read_cell(*desk.document(), column, given);
  if (!read.problem.empty()) {
    desk.say(Texts::tr("%1: %2; nothing was changed")
                 .arg(spoken(attribute), QString::fromStdString(read.problem))
                 .toStdString());
    return false;
  }
  value = read.value;
  return true;
}

}  // namespace casebook::window
