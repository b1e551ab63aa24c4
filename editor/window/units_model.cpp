// SPDX-License-Identifier: Apache-2.0
#include "editor/window/units_model.h"

#include <QMimeData>
#include <set>

#include "editor/window/unit_drag.h"
#include "editor/window/value_editor.h"
#include "editor/window/words.h"

namespace casebook::window {

void UnitsModel::read(const std::string& kind) {
  beginResetModel();
  kind_ = kind;
  lines_.clear();
  attributes_.clear();
  if (desk_.document() != nullptr) {
    for (const int part : desk_.document()->orders_of_battle()) {
      const auto* all = editor::entity_lines(desk_.document()->part(part));
      if (all == nullptr) continue;
      for (size_t i = 0; i < all->size(); ++i)
        if ((*all)[i].kind == kind) lines_.push_back({part, static_cast<int>(i), (*all)[i].id});
    }
    copies_.clear();
    for (const editor::Attribute* one : desk_.words()->of(kind)) copies_.push_back(*one);
    for (const editor::Attribute& one : copies_) attributes_.push_back(&one);
  }
  endResetModel();
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
  if (orientation != Qt::Horizontal) return {};
  if (section >= first_attribute) {
    const editor::Attribute& one = *attributes_[static_cast<size_t>(section - first_attribute)];
    if (role == Qt::ToolTipRole)
      return (words(one.case_label + " " + one.case_title) + "\n" + type_text(one.type)).trimmed();
    if (role != Qt::DisplayRole) return {};
    QString text = words(one.name);
    return text.replace('_', ' ');
  }
  if (role != Qt::DisplayRole) return {};
  return section == id ? tr("name") : section == place ? tr("begins in") : tr("with options");
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

bool UnitsModel::set(const std::vector<int>& rows, int column, const std::string& text) {
  if (rows.empty() || desk_.document() == nullptr) return false;
  if (column == id) {
    const std::string before = entity(rows.front());
    return desk_.execute(editor::RenameEntity{before, text});
  }
  const uint64_t stroke = desk_.new_stroke();
  bool done = false;
  std::set<int> parts;
  for (const int row : rows) parts.insert(lines_[static_cast<size_t>(row)].part);
  for (const int part : parts) {
    std::vector<std::string> entities;
    for (const int row : rows)
      if (lines_[static_cast<size_t>(row)].part == part) entities.push_back(entity(row));
    const std::string file = desk_.document()->part(part).path;
    if (column == place) {
      done = desk_.execute(editor::PlaceEntities{file, entities, text, ""}, stroke) || done;
    } else if (column == with) {
      editor::SetWith command{file, entities, {}};
      for (const QString& one : words(text).split(',', Qt::SkipEmptyParts))
        command.options.push_back(one.trimmed().toStdString());
      done = desk_.execute(command, stroke) || done;
    } else {
      const editor::Attribute& attribute = *attributes_[static_cast<size_t>(column - first_attribute)];
      done = desk_.execute(
                 editor::SetEntities{file, entities, attribute.name, value_of_text(attribute.type, text), ""},
                 stroke) ||
             done;
    }
  }
  return done;
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
