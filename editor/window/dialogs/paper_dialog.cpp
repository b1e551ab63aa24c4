// SPDX-License-Identifier: Apache-2.0
#include "editor/window/dialogs/paper_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

#include "engine/picture/limits.h"
#include "engine/picture/paper/pages.h"
#include "engine/picture/picture_formats.h"

namespace casebook::window {

namespace {

/// What the table of formats says, in the language of the window.
QString in_words(const std::string& text) {
  return QCoreApplication::translate("casebook::picture::PictureFormat", text.c_str());
}

}  // namespace

QString PaperDialog::formats_text() {
  QStringList names;
  for (const picture::PictureFormatRow& one : picture::picture_formats_to_print())
    names << in_words(one.name);
  const QString last = names.takeLast();
  return names.isEmpty() ? last : tr("%1 or %2").arg(names.join(", "), last);
}

PaperDialog::PaperDialog(Desk& desk, QWidget* parent) : QDialog(parent), desk_(desk) {
  setObjectName("paper");
  setWindowTitle(tr("Print or export"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* form = new QFormLayout(this);
  add_content(*form);
  add_file(*form);
  offer_name();
  page_->setCurrentIndex(page_->findData("A4"));
  connect_boxes();
  changed();
  resize(std::max(620, sizeHint().width()), sizeHint().height());
}

/// What is printed, and how.
void PaperDialog::add_content(QFormLayout& form) {
  what_ = new QComboBox;
  what_->setObjectName("paperWhat");
  what_->addItem(tr("Map at true scale, with its units"));
  what_->addItem(tr("Counters to cut out, fronts and backs"));
  what_->addItem(tr("Charts: turn track, schedule, tables"));
  form.addRow(tr("Co&ntent"), what_);
  kind_ = new QComboBox;
  kind_->setObjectName("paperKind");
  for (const picture::PictureFormatRow& one : picture::picture_formats_to_print())
    kind_->addItem(in_words(one.words), QString::fromStdString(one.ending));
  form.addRow(tr("Fo&rmat"), kind_);
  page_ = new QComboBox;
  page_->setObjectName("paperPage");
  page_->addItem(tr("One page, as large as needed"), QString());
  for (const picture::PageSize& size : picture::page_sizes())
    page_->addItem(QCoreApplication::translate("casebook::picture::PageSize", size.name.c_str()),
                   QString::fromStdString(size.name));
  form.addRow(tr("&Page size"), page_);
  const auto length = [&](const char* name, double least, double most, double value, const QString& unit) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(name);
    box->setRange(least, most);
    box->setDecimals(0);
    box->setValue(value);
    box->setSuffix(unit);
    return box;
  };
  margin_ = length("paperMargin", 0, 100, 10, tr(" mm"));
  form.addRow(tr("&Margin"), margin_);
  overlap_ = length("paperOverlap", 0, 100, 10, tr(" mm"));
  form.addRow(tr("&Overlap of pages"), overlap_);
  dots_ = length("paperDots", 10, picture::limits::dots_per_inch, picture::limits::usual_dots_per_inch,
                 QString());
  form.addRow(tr("Dots per &inch"), dots_);
  views_ = new QCheckBox(tr("Include the &views shown on the map"));
  views_->setObjectName("paperViews");
  form.addRow(views_);
}

/// Where it goes, the command that does the same, what came of it.
void PaperDialog::add_file(QFormLayout& form) {
  file_ = new QLineEdit;
  file_->setObjectName("paperFile");
  file_->setAccessibleName(tr("File"));
  choose_ = new QPushButton(tr("C&hoose..."));
  auto* line = new QHBoxLayout;
  line->addWidget(file_, 1);
  line->addWidget(choose_);
  auto* label = new QLabel(tr("&File"));
  label->setBuddy(file_);
  form.addRow(label, line);
  command_ = new QLabel;
  command_->setObjectName("paperCommand");
  command_->setAccessibleName(tr("Same on the command line"));
  command_->setWordWrap(true);
  command_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  form.addRow(tr("Same on the command line"), command_);
  told_ = new QLabel;
  told_->setObjectName("paperTold");
  told_->setAccessibleName(tr("Result"));
  told_->setWordWrap(true);
  form.addRow(told_);
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Cancel);
  write_ = buttons_->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
  write_->setObjectName("paperWrite");
  form.addRow(buttons_);
}

void PaperDialog::connect_boxes() {
  connect(choose_, &QPushButton::clicked, this, [this] {
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Export to file"), file_->text());
    if (chosen.isEmpty()) return;
    file_->setText(chosen);
    named_ = true;
    agreed_ = chosen;  // the dialog has asked
    changed();
  });
  connect(page_, &QComboBox::currentIndexChanged, this, [this] { changed(); });
  connect(what_, &QComboBox::currentIndexChanged, this, [this] {
    // Map, counters and charts go into files of their own, unless somebody chose otherwise.
    if (!named_) offer_name();
    changed();
  });
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
    const QFileInfo file(file_->text());
    file_->setText(file.path() + "/" + file.completeBaseName() + kind_ending());
    changed();
  });
  connect(file_, &QLineEdit::textEdited, this, [this](const QString& text) {
    named_ = true;
    const int at = kind_->findData(QFileInfo(text).suffix().toLower());
    if (at >= 0) {
      const QSignalBlocker blocker(kind_);
      kind_->setCurrentIndex(at);
    }
    changed();
  });
  for (QDoubleSpinBox* box : {margin_, overlap_, dots_})
    connect(box, &QDoubleSpinBox::valueChanged, this, [this] { changed(); });
  connect(views_, &QCheckBox::toggled, this, [this] { changed(); });
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons_, &QDialogButtonBox::accepted, this, [this] { write(); });
}

PaperWish PaperDialog::wish() const {
  PaperWish wish;
  wish.paper.sort = static_cast<picture::PaperSort>(what_->currentIndex());
  wish.paper.page = page_->currentData().toString().toStdString();
  wish.paper.margin = margin_->value();
  wish.paper.overlap = overlap_->value();
  wish.dots_per_inch = dots_->value();
  wish.views = views_->isEnabled() && views_->isChecked();
  wish.file = file_->text().trimmed().toStdString();
  return wish;
}

QString PaperDialog::kind_ending() const {
  return "." + kind_->currentData().toString();
}

void PaperDialog::offer_name() {
  const QString of[] = {QString(), "-counters", "-charts"};
  file_->setText(
      QDir::home().filePath(QFileInfo(QString::fromStdString(desk_.document()->folder())).fileName() +
                            of[std::clamp(what_->currentIndex(), 0, 2)] + kind_ending()));
}

void PaperDialog::changed() {
  const bool map = what_->currentIndex() == 0, tiled = !page_->currentData().toString().isEmpty();
  overlap_->setEnabled(map && tiled);
  margin_->setEnabled(!map || tiled);
  const picture::PictureFormatRow* const kind = picture::picture_format(kind_ending().toStdString());
  dots_->setEnabled(kind != nullptr && kind->format == picture::PictureFormat::png);
  views_->setEnabled(map && !desk_.views().empty());
  write_->setEnabled(!file_->text().trimmed().isEmpty());
  command_->setText(QString::fromStdString(render_command(desk_, wish())));
  told_->clear();
  write_->setText(tr("&Export"));
  if (agreed_ != file_->text()) agreed_.clear();
}

void PaperDialog::write() {
  QApplication::setOverrideCursor(Qt::WaitCursor);
  const PaperFiles made = on_paper(desk_, wish());
  std::string problem = made.problem;
  QApplication::restoreOverrideCursor();
  // A file that is there is written over when that is said a second time.
  QStringList there;
  for (const auto& file : made.files)
    if (QFileInfo::exists(QString::fromStdString(file.path))) there << QString::fromStdString(file.path);
  if (problem.empty() && !there.isEmpty() && agreed_ != file_->text()) {
    agreed_ = file_->text();
    told_->setText((there.size() == 1
                        ? tr("%1 exists.").arg(there.front())
                        : tr("%1 and %2 more files exist.").arg(there.front()).arg(there.size() - 1)) +
                   " " + tr("Press Overwrite to replace what is there."));
    write_->setText(tr("Over&write"));
    return;
  }
  if (problem.empty()) write_files(made, problem);
  if (!problem.empty()) {
    told_->setText(tr("Nothing was exported: %1").arg(QString::fromStdString(problem)));
    return;
  }
  QString said = tr("Exported: %1").arg(QString::fromStdString(made.files.front().path));
  if (made.files.size() > 1) said += tr(" and %1 more").arg(made.files.size() - 1);
  if (!made.on_pages.empty()) said += "; " + QString::fromStdString(made.on_pages);
  desk_.say(said.toStdString());
  accept();
}

}  // namespace casebook::window
