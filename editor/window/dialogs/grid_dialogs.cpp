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

/// The form of `ask_for_numbering`: grid, order and style of the numbers, with an example and a preview.
class NumberingDialog : public QDialog {
 public:
  NumberingDialog(Desk& desk, QWidget* parent);

  /// What turns the map into what the form says: nothing, if it says what is there.
  editor::Several commands() const;

 private:
  struct PartBoxes {
    QComboBox* style;
    QSpinBox *width, *start;
    QCheckBox* reversed;

    void show(const board::NumberPart& part) const;
    board::NumberPart part() const;
  };

  PartBoxes add_part(const QString& name, const QString& title, const board::NumberPart& now);
  void show_scheme(const board::NumberScheme& scheme);
  void connect_boxes();
  board::Layout layout_chosen() const { return static_cast<board::Layout>(layout_->currentIndex()); }
  board::NumberScheme scheme() const;
  board::Numbering numbering() const;
  void update_example();
  void choose_numbering();

  Desk& desk_;
  const board::HexMap& map_;
  QFormLayout* form_;
  QComboBox *layout_, *which_, *order_;
  QLineEdit* separator_;
  PartBoxes column_, row_;
  QLabel* example_;
  GridPreview* preview_;
  QDialogButtonBox* buttons_;
};

NumberingDialog::NumberingDialog(Desk& desk, QWidget* parent)
    : QDialog(parent), desk_(desk), map_(*desk.map()), form_(new QFormLayout(this)) {
  setObjectName("numbering");
  setWindowTitle(Texts::tr("Grid and numbering"));
  layout_ = new QComboBox;
  layout_->setObjectName("layout");
  for (size_t i = 0; i < layout_names().size(); ++i) layout_->addItem(layout_words(i));
  layout_->setCurrentIndex(static_cast<int>(map_.ground.grid().layout));
  form_->addRow(Texts::tr("&Grid"), layout_);
  which_ = new QComboBox;
  which_->setObjectName("which");
  which_->setEditable(true);
  for (const board::Numbering& one : map_.numberings) which_->addItem(QString::fromStdString(one.name()));
  which_->setCurrentIndex(desk.numbering());
  which_->setToolTip(Texts::tr("A new name adds another numbering of the same map"));
  form_->addRow(Texts::tr("Num&bering"), which_);
  const board::NumberScheme now = map_.numberings[static_cast<size_t>(desk.numbering())].scheme();
  order_ = new QComboBox;
  order_->addItems({Texts::tr("Column, then row"), Texts::tr("Row, then column")});
  form_->addRow(Texts::tr("&Order"), order_);
  separator_ = new QLineEdit;
  separator_->setMaxLength(3);
  form_->addRow(Texts::tr("&Separator"), separator_);
  column_ = add_part("columns", Texts::tr("Columns"), now.column);
  row_ = add_part("rows", Texts::tr("Rows"), now.row);
  show_scheme(now);
  example_ = new QLabel;
  example_->setWordWrap(true);
  form_->addRow(Texts::tr("Example"), example_);
  preview_ = new GridPreview(desk, this);
  preview_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  form_->addRow(preview_);
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  connect_boxes();
  update_example();
  form_->addRow(buttons_);
}

NumberingDialog::PartBoxes NumberingDialog::add_part(const QString& name, const QString& title,
                                                     const board::NumberPart& now) {
  const PartBoxes boxes{new QComboBox, number_box(1, 4, now.width, title + Texts::tr(": width")),
                        number_box(-999, 999, now.start, title + Texts::tr(": first number")),
                        new QCheckBox(Texts::tr("descending"))};
  boxes.start->setObjectName(name + "Start");
  boxes.reversed->setObjectName(name + "Reversed");
  boxes.style->setAccessibleName(title + Texts::tr(": style"));
  boxes.style->addItems({Texts::tr("Digits"), Texts::tr("Lower-case letters"), Texts::tr("Capital letters")});
  auto* line = new QHBoxLayout;
  line->addWidget(boxes.style);
  line->addWidget(new QLabel(Texts::tr("width")));
  line->addWidget(boxes.width);
  line->addWidget(new QLabel(Texts::tr("starts at")));
  line->addWidget(boxes.start);
  line->addWidget(boxes.reversed);
  line->addStretch(1);
  form_->addRow(title, line);
  return boxes;
}

void NumberingDialog::PartBoxes::show(const board::NumberPart& part) const {
  style->setCurrentIndex(static_cast<int>(part.style));
  width->setValue(part.width);
  start->setValue(part.start);
  reversed->setChecked(part.reversed);
}

board::NumberPart NumberingDialog::PartBoxes::part() const {
  board::NumberPart part;
  part.style = static_cast<board::NumberStyle>(style->currentIndex());
  part.width = width->value();
  part.start = start->value();
  part.reversed = reversed->isChecked();
  return part;
}

void NumberingDialog::show_scheme(const board::NumberScheme& scheme) {
  order_->setCurrentIndex(scheme.row_first ? 1 : 0);
  separator_->setText(QString::fromStdString(scheme.separator));
  column_.show(scheme.column);
  row_.show(scheme.row);
}

void NumberingDialog::connect_boxes() {
  const auto update = [this] { update_example(); };
  for (const PartBoxes& boxes : {column_, row_}) {
    connect(boxes.style, &QComboBox::currentIndexChanged, this, update);
    connect(boxes.width, &QSpinBox::valueChanged, this, update);
    connect(boxes.start, &QSpinBox::valueChanged, this, update);
    connect(boxes.reversed, &QCheckBox::toggled, this, update);
  }
  connect(order_, &QComboBox::currentIndexChanged, this, update);
  connect(separator_, &QLineEdit::textChanged, this, update);
  connect(layout_, &QComboBox::currentIndexChanged, this, update);
  connect(which_, &QComboBox::currentTextChanged, this, [this] { choose_numbering(); });
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

board::NumberScheme NumberingDialog::scheme() const {
  board::NumberScheme made;
  made.row_first = order_->currentIndex() == 1;
  made.separator = separator_->text().toStdString();
  made.column = column_.part();
  made.row = row_.part();
  return made;
}

board::Numbering NumberingDialog::numbering() const {
  return board::Numbering::of(which_->currentText().toStdString(), scheme(),
                              {layout_chosen(), map_.ground.grid().columns, map_.ground.grid().rows});
}

void NumberingDialog::update_example() {
  const board::Numbering made = numbering();
  const board::Grid& grid = map_.ground.grid();
  const std::string problem = made.problem();
  const auto at = [&](int c, int r) { return QString::fromStdString(made.print({c, r})); };
  example_->setText(!problem.empty() ? QString::fromStdString(problem)
                                     : Texts::tr("Top row %1 to %2, bottom row %3 to %4")
                                           .arg(at(0, 0), at(grid.columns - 1, 0), at(0, grid.rows - 1),
                                                at(grid.columns - 1, grid.rows - 1)));
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(problem.empty());
  preview_->show_as(layout_chosen(), made);
}

/// A numbering that exists brings its own scheme into the form; a new name keeps the one shown before.
void NumberingDialog::choose_numbering() {
  if (const auto index = map_.find_numbering(which_->currentText().toStdString()))
    show_scheme(map_.numberings[static_cast<size_t>(*index)].scheme());
  update_example();
}

editor::Several NumberingDialog::commands() const {
  editor::Several all{Texts::tr("grid and numbering").toStdString(), {}};
  if (layout_chosen() != map_.ground.grid().layout)
    all.commands.push_back(
        editor::SetLayout{desk_.map_file(), layout_names()[static_cast<size_t>(layout_->currentIndex())]});
  const std::string name = which_->currentText().toStdString();
  const auto old = map_.find_numbering(name);
  if (!old || !(map_.numberings[static_cast<size_t>(*old)].scheme() == scheme()))
    all.commands.push_back(editor::SetNumbering{desk_.map_file(), name, board::write_numbering(numbering())});
  return all;
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
  NumberingDialog dialog(desk, parent);
  if (dialog.exec() != QDialog::Accepted) return;
  if (const editor::Several all = dialog.commands(); !all.commands.empty()) desk.execute(all);
}

}  // namespace casebook::window
