// SPDX-License-Identifier: Apache-2.0
#pragma once

// Table cells with values from a list. The list opens when editing begins, and a choice is taken at once.
// Other cells are edited as usual.

#include <QStyledItemDelegate>
#include <functional>

namespace casebook::window {

class ChoiceCells : public QStyledItemDelegate {
 public:
  /// The choices for a cell, apart from an empty one; an empty list means that any text is allowed.
  using ChoicesOf = std::function<QStringList(const QModelIndex&)>;
  /// `name` is what a screen reader calls the list of a cell.
  ChoiceCells(ChoicesOf choices, std::function<QString(const QModelIndex&)> name, QObject* parent);

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* widget, const QModelIndex& index) const override;
  void setModelData(QWidget* widget, QAbstractItemModel* model, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* widget, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const override;
  /// With room for the sign that there is a list.
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// One click on that sign opens the list.
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

  /// Where the sign of a cell is.
  static QRect sign_of(const QRect& cell);

 private:
  bool is_choice(const QModelIndex& index) const;

  ChoicesOf choices_;
  std::function<QString(const QModelIndex&)> name_;
};

}  // namespace casebook::window
