// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/units_model.h"

#include <QMimeData>
#include <algorithm>
#include <map>
#include <set>

#include "editor/document/table.h"
#include "editor/window/map/unit_drag.h"
#include "editor/window/panels/value_editor.h"
#include "editor/window/shared/words.h"
#include "engine/base/text.h"

namespace casebook::window {

void UnitsModel::read(const std::string& kind) {
  std::vector<Line> lines;
  std::vector<editor::Attribute> attributes;
  if (desk_.document() != nullptr) {
    for (const int part : desk_.document()->orders_of_battle()) {
      const auto* all = editor::entity_lines(desk_.document()->part(part));
      if (all == nullptr) continue;
      for (size_t i = 0; i < all->size(); ++i)
        if ((*all)[i].kind == kind) lines.push_back({part, static_cast<int>(i), (*all)[i].id});
    }
    for (const editor::Attribute* one : desk_.words()->of(kind)) attributes.push_back(*one);
  }
  // Where only values changed, whoever writes in a cell goes on from there to the next one.
  bool same = kind == kind_ && lines.size() == lines_.size() && attributes.size() == copies_.size();
  for (size_t i = 0; same && i < lines.size(); ++i)
    same = lines[i].part == lines_[i].part && lines[i].index == lines_[i].index;
  for (size_t i = 0; same && i < attributes.size(); ++i)
    same = attributes[i].name == copies_[i].name && attributes[i].type.sort == copies_[i].type.sort;
  if (!same) beginResetModel();
  kind_ = kind;
  lines_ = std::move(lines);
  copies_ = std::move(attributes);
  attributes_.clear();
  for (const editor::Attribute& one : copies_) attributes_.push_back(&one);
  if (!same)
    endResetModel();
  else if (!lines_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const board::EntityLine* UnitsModel::line(int row) const {
  if (desk_.document() == nullptr || row < 0 || row >= rowCount()) return nullptr;
  const Line& at = lines_[static_cast<size_t>(row)];
  const auto* all = editor::entity_lines(desk_.document()->part(at.part));
  return all == nullptr || static_cast<size_t>(at.index) >= all->size()
             ? nullptr
             : &(*all)[static_cast<size_t>(at.index)];
}

int UnitsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : first_attribute + static_cast<int>(attributes_.size());
}

QVariant UnitsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical)  // the name again, for when its column is scrolled away
    return role == Qt::DisplayRole ? QVariant(words(text(section, id))) : QVariant();
  if (section >= first_attribute) {
    const editor::Attribute& one = *attributes_[static_cast<size_t>(section - first_attribute)];
    if (role == Qt::ToolTipRole)
      return (words(one.case_label + " " + one.case_title) + "\n" + type_text(one.type)).trimmed();
    if (role != Qt::DisplayRole) return {};
    return spoken(one.name);
  }
  if (role == Qt::ToolTipRole && section == place && desk_.words() != nullptr) {
    QStringList boxes;
    for (const std::string& one : desk_.words()->boxes) boxes << words(one);
    return boxes.isEmpty() ? tr("a hex") : tr("a hex, or a box: %1").arg(boxes.join(", "));
  }
  if (role != Qt::DisplayRole) return {};
  return section == id ? tr("Name") : section == place ? tr("Begins in") : tr("With options");
}

std::string UnitsModel::text(int row, int column) const {
  const board::EntityLine* at = line(row);
  if (at == nullptr) return {};
  if (column == id) return at->id;
  if (column == place) return at->start;
  if (column == with) {
    std::string all;
    for (const std::string& one : at->with) all += (all.empty() ? "" : ", ") + one;
    return all;
  }
  const std::string& name = attributes_[static_cast<size_t>(column - first_attribute)]->name;
  for (const board::Fact& fact : at->facts)
    if (fact.attribute == name) return text_of_value(fact.value);
  return {};
}

QVariant UnitsModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::DisplayRole || role == Qt::EditRole) return words(text(index.row(), index.column()));
  if (role == Qt::UserRole) {  // for sorting: numbers as numbers
    bool number = false;
    const double value = words(text(index.row(), index.column())).toDouble(&number);
    return number ? QVariant(value) : QVariant(words(text(index.row(), index.column())));
  }
  return {};
}

std::string UnitsModel::column_name(int column) const {
  if (column == id) return "id";
  if (column == place) return "place";
  if (column == with) return "with";
  return attributes_[static_cast<size_t>(column - first_attribute)]->name;
}

std::vector<editor::Command> UnitsModel::commands(const std::vector<int>& rows, int column,
                                                  const std::string& text, std::string& problem) const {
  std::vector<editor::Command> out;
  const std::string plain(trimmed(text));
  if (column == id) {
    if (plain.empty()) problem = tr("a unit needs a name").toStdString();
    if (problem.empty() && plain != lines_[static_cast<size_t>(rows.front())].id)
      out.push_back(editor::RenameEntity{entity(rows.front()), plain});
    return out;
  }
  editor::Column of;
  of.name = column_name(column);
  of.type.sort = editor::ValueSort::set;  // of options
  if (column == place) {
    of.type.sort = editor::ValueSort::location;
    of.type.choices = desk_.words()->boxes;
  } else if (column >= first_attribute) {
    of.type = attributes_[static_cast<size_t>(column - first_attribute)]->type;
  }
  // Members stand with commas between here, and with ; where columns are parted by commas.
  std::string given = plain;
  if (of.type.sort == editor::ValueSort::set) std::replace(given.begin(), given.end(), ',', ';');
  const editor::CellValue read = editor::read_cell(*desk_.document(), of, given);
  problem = read.problem;
  if (!problem.empty()) return out;
  std::map<int, std::vector<std::string>> by_part;
  for (const int row : rows)
    if (this->text(row, column) != plain)
      by_part[lines_[static_cast<size_t>(row)].part].push_back(entity(row));
  for (const auto& [part, entities] : by_part) {
    const std::string file = desk_.document()->part(part).path;
    if (column == place) {
      out.push_back(editor::PlaceEntities{file, entities, read.value ? read.value->text : std::string(), ""});
    } else if (column == with) {
      editor::SetWith command{file, entities, {}};
      if (read.value)
        for (const board::DataValue& one : read.value->items) command.options.push_back(one.text);
      out.push_back(std::move(command));
    } else {
      out.push_back(editor::SetEntities{file, entities, of.name, read.value, ""});
    }
  }
  return out;
}

bool UnitsModel::set(const std::vector<int>& rows, int column, const std::string& text) {
  if (rows.empty() || desk_.document() == nullptr) return false;
  std::string problem;
  std::vector<editor::Command> all = commands(rows, column, text, problem);
  if (!problem.empty()) {
    desk_.say(
        tr("%1: %2; nothing was changed").arg(words(column_name(column)), words(problem)).toStdString());
    return false;
  }
  if (all.empty()) return false;
  if (all.size() == 1) return desk_.execute(all.front());
  return desk_.execute(editor::Several{
      tr("%1 of %2 lines").arg(words(column_name(column))).arg(rows.size()).toStdString(), std::move(all)});
}

UnitsModel::Pasted UnitsModel::paste(const std::vector<int>& rows, int column,
                                     const std::vector<std::vector<std::string>>& block) {
  Pasted out;
  std::vector<editor::Command> all, names;  // names last: until then lines go by those they had
  for (size_t line = 0; line < block.size(); ++line) {
    if (line >= rows.size()) {
      ++out.left_over;
      continue;
    }
    for (size_t cell = 0; cell < block[line].size(); ++cell) {
      const int at = column + static_cast<int>(cell);
      const auto wrong = [&](const QString& what) {
        out.problems << tr("row %1, column %2: %3").arg(line + 1).arg(cell + 1).arg(what);
      };
      if (at >= columnCount()) {
        if (!trimmed(block[line][cell]).empty()) wrong(tr("there is no column here"));
        continue;
      }
      std::string problem;
      std::vector<editor::Command> some = commands({rows[line]}, at, block[line][cell], problem);
      if (!problem.empty()) wrong(words(problem));
      out.cells += static_cast<int>(some.size());
      std::vector<editor::Command>& into = at == id ? names : all;
      into.insert(into.end(), some.begin(), some.end());
    }
  }
  all.insert(all.end(), names.begin(), names.end());
  if (!out.problems.isEmpty() || all.empty()) {
    out.cells = 0;
    return out;
  }
  const QString text = tr("%1 cells pasted").arg(out.cells);
  const editor::Done done = desk_.document()->execute(editor::Several{text.toStdString(), std::move(all)}, 0);
  if (!done) {
    out.cells = 0;
    out.problems << words(done.why);
  }
  return out;
}

bool UnitsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || value.toString().toStdString() == text(index.row(), index.column()))
    return false;
  return set({index.row()}, index.column(), value.toString().toStdString());
}

Qt::ItemFlags UnitsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
  const int part = lines_[static_cast<size_t>(index.row())].part;
  if (desk_.document()->part(part).writable) flags |= Qt::ItemIsEditable;
  return flags;
}

QMimeData* UnitsModel::mimeData(const QModelIndexList& indexes) const {
  std::vector<std::string> entities;
  std::set<int> seen;
  for (const QModelIndex& index : indexes)
    if (seen.insert(index.row()).second) entities.push_back(entity(index.row()));
  return mime_of(entities);
}
QStringList UnitsModel::mimeTypes() const {
  return {QString::fromLatin1(unit_mime)};
}

}  // namespace casebook::window
