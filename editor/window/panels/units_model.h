// SPDX-License-Identifier: Apache-2.0
#pragma once

// The units of one kind as a table model: name, place, options, then every attribute that the rules
// declare. An edit becomes a command.

#include <QAbstractTableModel>
#include <QCoreApplication>

#include "editor/window/shared/desk.h"

namespace casebook::window {

class UnitsModel : public QAbstractTableModel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::UnitsModel)

 public:
  enum Column { id = 0, place = 1, with = 2, first_attribute = 3 };
  explicit UnitsModel(Desk& desk, QObject* parent) : QAbstractTableModel(parent), desk_(desk) {}

  void read(const std::string& kind);
  std::string entity(int row) const { return kind_ + " " + lines_[static_cast<size_t>(row)].id; }
  const std::vector<const editor::Attribute*>& attributes() const { return attributes_; }
  /// The same value for several lines: one step of the history. What is wrong with it goes to the desk.
  bool set(const std::vector<int>& rows, int column, const std::string& text);

  /// The result of a paste. With problems (one a line, with row and column of the block) nothing was
  /// changed.
  struct Pasted {
    QStringList problems;
    int cells = 0;      // that changed
    int left_over = 0;  // lines of the block with no line here
  };
  /// A block of texts: its first line into the first of `rows`, its first cell into `column`; all of it one
  /// step of the history, or nothing.
  Pasted paste(const std::vector<int>& rows, int column, const std::vector<std::vector<std::string>>& block);
  /// As the files call it: `id`, `place`, `with`, or the attribute.
  std::string column_name(int column) const;
  std::string text(int row, int column) const;

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  QStringList mimeTypes() const override;

 private:
  struct Line {
    int part = 0, index = 0;
    std::string id;
  };
  const board::EntityLine* line(int row) const;
  /// Commands that put `text` into a column of `rows`; none and `problem` when it means nothing there.
  std::vector<editor::Command> commands(const std::vector<int>& rows, int column, const std::string& text,
                                        std::string& problem) const;

  Desk& desk_;
  std::string kind_;
  std::vector<Line> lines_;
  std::vector<editor::Attribute> copies_;  // of what the rules said when this was read
  std::vector<const editor::Attribute*> attributes_;
};

}  // namespace casebook::window
