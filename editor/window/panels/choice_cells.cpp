// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/choice_cells.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPersistentModelIndex>
#include <QScrollBar>
#include <QTimer>

namespace casebook::window {

namespace {

constexpr int sign_room = 18;

/// Opens by itself. `done` is told once: whether something was chosen, and where to go on.
class ChoiceBox : public QComboBox {
 public:
  using Hint = QAbstractItemDelegate::EndEditHint;
  std::function<void(bool chosen, Hint then)> done;

  explicit ChoiceBox(QWidget* parent) : QComboBox(parent) {
    view()->setTextElideMode(Qt::ElideNone);
    view()->installEventFilter(this);
    connect(this, &QComboBox::activated, this, [this] { end(true, Hint::NoHint); });
    QTimer::singleShot(0, this, [this] {
      if (!ended_) showPopup();
    });
  }

  void showPopup() override {
    // As wide as what stands in it, however narrow the column is.
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + view()->verticalScrollBar()->sizeHint().width() +
                            12);
    QComboBox::showPopup();
    if (!typed_.isEmpty()) view()->keyboardSearch(typed_);
  }
  void hidePopup() override {
    QComboBox::hidePopup();
    // What was chosen is told after this; where nothing was, the cell stays as it is.
    QTimer::singleShot(0, this, [this] { end(false, Hint::NoHint); });
  }

 protected:
  /// What came before the list was there: the letter with which writing began.
  void keyPressEvent(QKeyEvent* event) override {
    if (!event->text().trimmed().isEmpty() && event->text().at(0).isPrint())
      typed_ += event->text();
    else
      QComboBox::keyPressEvent(event);
  }
  bool eventFilter(QObject* object, QEvent* event) override {
    if (object == view() && event->type() == QEvent::KeyPress) {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (key == Qt::Key_Tab || key == Qt::Key_Backtab) {
        setCurrentIndex(view()->currentIndex().row());
        const bool on = key == Qt::Key_Tab;
        QComboBox::hidePopup();
        end(true, on ? Hint::EditNextItem : Hint::EditPreviousItem);
        return true;
      }
    }
    return QComboBox::eventFilter(object, event);
  }

 private:
  void end(bool chosen, Hint then) {
    if (ended_) return;
    ended_ = true;
    done(chosen, then);
  }
  bool ended_ = false;
  QString typed_;
};

}  // namespace

ChoiceCells::ChoiceCells(ChoicesOf choices, std::function<QString(const QModelIndex&)> name, QObject* parent)
    : QStyledItemDelegate(parent), choices_(std::move(choices)), name_(std::move(name)) {
}

bool ChoiceCells::is_choice(const QModelIndex& index) const {
  return (index.flags() & Qt::ItemIsEditable) != 0 && !choices_(index).isEmpty();
}

QRect ChoiceCells::sign_of(const QRect& cell) {
  return {cell.right() - sign_room + 1, cell.top(), sign_room, cell.height()};
}

QWidget* ChoiceCells::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  const QStringList choices = choices_(index);
  if (choices.isEmpty()) return QStyledItemDelegate::createEditor(parent, option, index);
  auto* box = new ChoiceBox(parent);
  box->setAccessibleName(name_(index));
  box->addItem(QString());
  box->addItems(choices);
  box->done = [this, box](bool chosen, ChoiceBox::Hint then) {
    auto* self = const_cast<ChoiceCells*>(this);
    if (chosen) emit self->commitData(box);
    emit self->closeEditor(box, then);
  };
  return box;
}

void ChoiceCells::setEditorData(QWidget* widget, const QModelIndex& index) const {
  if (auto* box = qobject_cast<QComboBox*>(widget)) {
    const int at = box->findText(index.data(Qt::EditRole).toString());
    if (at >= 0) box->setCurrentIndex(at);
    return;
  }
  // The change of one cell is told while the next one is written in already: what is chosen there stays
  // chosen, and what was typed stays typed.
  if (const auto* line = qobject_cast<QLineEdit*>(widget))
    if (line->isModified() ||
        (!line->text().isEmpty() && line->text() == index.data(Qt::EditRole).toString()))
      return;
  QStyledItemDelegate::setEditorData(widget, index);
}

void ChoiceCells::setModelData(QWidget* widget, QAbstractItemModel* model, const QModelIndex& index) const {
  if (auto* box = qobject_cast<QComboBox*>(widget))
    model->setData(index, box->currentText());
  else
    QStyledItemDelegate::setModelData(widget, model, index);
}

void ChoiceCells::updateEditorGeometry(QWidget* widget, const QStyleOptionViewItem& option,
                                       const QModelIndex& index) const {
  QStyledItemDelegate::updateEditorGeometry(widget, option, index);
  if (qobject_cast<QComboBox*>(widget) == nullptr) return;
  QRect room = option.rect;
  room.setWidth(std::max(room.width(), widget->sizeHint().width()));
  if (const QWidget* within = widget->parentWidget(); within != nullptr && room.right() > within->width())
    room.moveRight(std::max(room.width(), within->width() - 1));
  widget->setGeometry(room);
}

QSize ChoiceCells::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  if (is_choice(index)) size.rwidth() += sign_room;
  return size;
}

void ChoiceCells::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  // Where one points or is; in every line it would be noise.
  if ((option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus)) == 0 || !is_choice(index)) return;
  QStyleOption arrow;
  arrow.initFrom(option.widget);
  arrow.rect = sign_of(option.rect).adjusted(3, 0, -3, 0);
  arrow.state = option.state | QStyle::State_Enabled;
  const QPalette::ColorRole ink =
      (option.state & QStyle::State_Selected) != 0 ? QPalette::HighlightedText : QPalette::Text;
  for (const QPalette::ColorRole role : {QPalette::ButtonText, QPalette::WindowText, QPalette::Text})
    arrow.palette.setColor(role, option.palette.color(ink));
  if (option.widget != nullptr)
    option.widget->style()->drawPrimitive(QStyle::PE_IndicatorArrowDown, &arrow, painter, option.widget);
}

bool ChoiceCells::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
  if (event->type() == QEvent::MouseButtonRelease && is_choice(index)) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    auto* view = qobject_cast<QAbstractItemView*>(const_cast<QWidget*>(option.widget));
    if (view != nullptr && mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::NoModifier &&
        sign_of(option.rect).contains(mouse->position().toPoint())) {
      const QPersistentModelIndex at(index);
      QTimer::singleShot(0, view, [view, at] {
        if (at.isValid()) view->edit(at);
      });
      return true;
    }
  }
  return QStyledItemDelegate::editorEvent(event, model, option, index);
}

}  // namespace casebook::window
