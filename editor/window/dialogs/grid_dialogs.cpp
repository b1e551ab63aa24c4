// SPDX-License-Identifier: Apache-2.0
#include "editor/window/dialogs/grid_dialogs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "editor/document/commands/plan.h"
#include "editor/window/dialogs/new_project.h"
#include "editor/window/map/grid_preview.h"
#include "editor/window/shared/desk.h"
#include "editor/window/shared/words.h"
#include "engine/board/numbering_json.h"

namespace casebook::window {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::GridDialogs)
};

QSpinBox* number_box(int least, int most, int now, const QString& name) {
  auto* box = new QSpinBox;
  box->setRange(least, most);
  box->setValue(now);
  box->setAccessibleName(name);
  return box;
}

}  // namespace

void ask_to_resize(QWidget* parent, Desk& desk) {
  QDialog dialog(parent);
  dialog.setObjectName("resizeMap");
  dialog.setWindowTitle(Texts::tr("Resize or shift the map"));
  auto* form = new QFormLayout(&dialog);
  auto* what = new QLabel(
      Texts::tr("Columns and rows to add on each side. A negative number removes them. Every hex keeps "
                "its terrain and units."));
  what->setWordWrap(true);
  form->addRow(what);
  QSpinBox* left = number_box(-400, 400, 0, Texts::tr("Left"));
  QSpinBox* top = number_box(-400, 400, 0, Texts::tr("Top"));
  QSpinBox* right = number_box(-400, 400, 0, Texts::tr("Right"));
  QSpinBox* bottom = number_box(-400, 400, 0, Texts::tr("Bottom"));
  left->setObjectName("left");
  top->setObjectName("top");
  right->setObjectName("right");
  bottom->setObjectName("bottom");
  form->addRow(Texts::tr("&Left"), left);
  form->addRow(Texts::tr("&Top"), top);
  form->addRow(Texts::tr("&Right"), right);
  form->addRow(Texts::tr("&Bottom"), bottom);
  auto* keep = new QCheckBox(Texts::tr("Hexes &keep their numbers"));
  keep->setChecked(true);
  form->addRow(keep);
  auto* result = new QLabel;
  result->setObjectName("resizeTold");
  result->setWordWrap(true);
  form->addRow(result);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  const auto command = [&] {
    return editor::ResizeMap{desk.map_file(), left->value(),   top->value(),
                             right->value(),  bottom->value(), keep->isChecked()};
  };
  // What cannot be done is said while one chooses, before anything that was typed is gone.
  const auto tell = [&] {
    const board::Grid& grid = desk.map()->ground.grid();
    const editor::Done would = editor::Plan(*desk.document()).make(command());
    buttons->button(QDialogButtonBox::Ok)->setEnabled(static_cast<bool>(would));
    if (!would) return result->setText(Texts::tr("Not possible: %1").arg(words(would.why)));
    result->setText(Texts::tr("The map has %1 columns and %2 rows. It will have %3 columns and %4 rows.")
                        .arg(grid.columns)
                        .arg(grid.rows)
                        .arg(grid.columns + left->value() + right->value())
                        .arg(grid.rows + top->value() + bottom->value()));
  };
  for (QSpinBox* box : {left, top, right, bottom})
    QObject::connect(box, &QSpinBox::valueChanged, &dialog, tell);
  QObject::connect(keep, &QCheckBox::toggled, &dialog, tell);
  tell();
  QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  form->addRow(buttons);
  left->setFocus();
  left->selectAll();  // what is typed first takes its place
  if (dialog.exec() != QDialog::Accepted) return;
  desk.execute(command());
}

void ask_for_numbering(QWidget* parent, Desk& desk) {
  const board::HexMap& map = *desk.map();
  QDialog dialog(parent);
  dialog.setObjectName("numbering");
  dialog.setWindowTitle(Texts::tr("Grid and numbering"));
  auto* form = new QFormLayout(&dialog);
  auto* layout = new QComboBox;
  for (size_t i = 0; i < layout_names().size(); ++i) layout->addItem(layout_words(i));
  layout->setCurrentIndex(static_cast<int>(map.ground.grid().layout));
  form->addRow(Texts::tr("&Grid"), layout);
  layout->setObjectName("layout");
  auto* which = new QComboBox;
  which->setObjectName("which");
  which->setEditable(true);
  for (const board::Numbering& one : map.numberings) which->addItem(QString::fromStdString(one.name()));
  which->setCurrentIndex(desk.numbering());
  which->setToolTip(Texts::tr("A new name adds another numbering of the same map"));
  form->addRow(Texts::tr("Num&bering"), which);
  const board::NumberScheme now = map.numberings[static_cast<size_t>(desk.numbering())].scheme();
  auto* order = new QComboBox;
  order->addItems({Texts::tr("Column, then row"), Texts::tr("Row, then column")});
  order->setCurrentIndex(now.row_first ? 1 : 0);
  form->addRow(Texts::tr("&Order"), order);
  auto* separator = new QLineEdit(QString::fromStdString(now.separator));
  separator->setMaxLength(3);
  form->addRow(Texts::tr("&Separator"), separator);
  struct PartBoxes {
    QComboBox* style;
    QSpinBox *width, *start;
    QCheckBox* reversed;
  };
  const auto part = [&](const QString& name, const QString& title, const board::NumberPart& is) {
    PartBoxes boxes{new QComboBox, number_box(1, 4, is.width, title + Texts::tr(": width")),
                    number_box(-999, 999, is.start, title + Texts::tr(": first number")),
                    new QCheckBox(Texts::tr("descending"))};
    boxes.start->setObjectName(name + "Start");
    boxes.reversed->setObjectName(name + "Reversed");
    boxes.style->setAccessibleName(title + Texts::tr(": style"));
    boxes.style->addItems(
        {Texts::tr("Digits"), Texts::tr("Lower-case letters"), Texts::tr("Capital letters")});
    boxes.style->setCurrentIndex(static_cast<int>(is.style));
    boxes.reversed->setChecked(is.reversed);
    auto* line = new QHBoxLayout;
    line->addWidget(boxes.style);
    line->addWidget(new QLabel(Texts::tr("width")));
    line->addWidget(boxes.width);
    line->addWidget(new QLabel(Texts::tr("starts at")));
    line->addWidget(boxes.start);
    line->addWidget(boxes.reversed);
    line->addStretch(1);
    form->addRow(title, line);
    return boxes;
  };
  const PartBoxes column = part("columns", Texts::tr("Columns"), now.column),
                  row = part("rows", Texts::tr("Rows"), now.row);
  auto* example = new QLabel;
  example->setWordWrap(true);
  form->addRow(Texts::tr("Example"), example);
  auto* preview = new GridPreview(desk, &dialog);
  preview->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  form->addRow(preview);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  const auto scheme = [&] {
    board::NumberScheme made;
    made.row_first = order->currentIndex() == 1;
    made.separator = separator->text().toStdString();
    const auto take = [](const PartBoxes& boxes, board::NumberPart& into) {
      into.style = static_cast<board::NumberStyle>(boxes.style->currentIndex());
      into.width = boxes.width->value();
      into.start = boxes.start->value();
      into.reversed = boxes.reversed->isChecked();
    };
    take(column, made.column);
    take(row, made.row);
    return made;
  };
  const auto numbering = [&] {
    return board::Numbering::of(which->currentText().toStdString(), scheme(),
                                {static_cast<board::Layout>(layout->currentIndex()),
                                 map.ground.grid().columns, map.ground.grid().rows});
  };
  const auto tell = [&] {
    const board::Numbering made = numbering();
    const board::Grid& grid = map.ground.grid();
    const std::string problem = made.problem();
    const auto at = [&](int c, int r) { return QString::fromStdString(made.print({c, r})); };
    example->setText(!problem.empty() ? QString::fromStdString(problem)
                                      : Texts::tr("Top row %1 to %2, bottom row %3 to %4")
                                            .arg(at(0, 0), at(grid.columns - 1, 0), at(0, grid.rows - 1),
                                                 at(grid.columns - 1, grid.rows - 1)));
    buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.empty());
    preview->show_as(static_cast<board::Layout>(layout->currentIndex()), made);
  };
  // Of another numbering its own scheme is shown, to be changed; a new name begins with the one shown before.
  const auto take_scheme = [&] {
    const auto index = map.find_numbering(which->currentText().toStdString());
    if (!index) return tell();
    const board::NumberScheme its = map.numberings[static_cast<size_t>(*index)].scheme();
    order->setCurrentIndex(its.row_first ? 1 : 0);
    separator->setText(QString::fromStdString(its.separator));
    const auto give = [](const PartBoxes& boxes, const board::NumberPart& from) {
      boxes.style->setCurrentIndex(static_cast<int>(from.style));
      boxes.width->setValue(from.width);
      boxes.start->setValue(from.start);
      boxes.reversed->setChecked(from.reversed);
    };
    give(column, its.column);
    give(row, its.row);
    tell();
  };
  for (const PartBoxes& boxes : {column, row}) {
    QObject::connect(boxes.style, &QComboBox::currentIndexChanged, &dialog, tell);
    QObject::connect(boxes.width, &QSpinBox::valueChanged, &dialog, tell);
    QObject::connect(boxes.start, &QSpinBox::valueChanged, &dialog, tell);
    QObject::connect(boxes.reversed, &QCheckBox::toggled, &dialog, tell);
  }
  QObject::connect(order, &QComboBox::currentIndexChanged, &dialog, tell);
  QObject::connect(separator, &QLineEdit::textChanged, &dialog, tell);
  QObject::connect(layout, &QComboBox::currentIndexChanged, &dialog, tell);
  QObject::connect(which, &QComboBox::currentTextChanged, &dialog, take_scheme);
  tell();
  QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  form->addRow(buttons);
  if (dialog.exec() != QDialog::Accepted) return;
  editor::Several all{Texts::tr("grid and numbering").toStdString(), {}};
  if (static_cast<board::Layout>(layout->currentIndex()) != map.ground.grid().layout)
    all.commands.push_back(
        editor::SetLayout{desk.map_file(), layout_names()[static_cast<size_t>(layout->currentIndex())]});
  const std::string name = which->currentText().toStdString();
  const auto old = map.find_numbering(name);
  if (!old || !(map.numberings[static_cast<size_t>(*old)].scheme() == scheme()))
    all.commands.push_back(editor::SetNumbering{desk.map_file(), name, board::write_numbering(numbering())});
  if (!all.commands.empty()) desk.execute(all);
}

}  // namespace casebook::window
