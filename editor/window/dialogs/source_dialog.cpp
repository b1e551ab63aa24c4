// SPDX-License-Identifier: Apache-2.0
#include "editor/window/dialogs/source_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::SourceDialog)
};

}  // namespace

void ask_for_source(QWidget* parent, Desk& desk, const board::Provenance& before) {
  const std::string old = before.name;
  QDialog dialog(parent);
  dialog.setObjectName("source");
  dialog.setWindowTitle(old.empty() ? Texts::tr("New source") : Texts::tr("Source %1").arg(words(old)));
  auto* form = new QFormLayout(&dialog);
  auto* name = new QLineEdit(words(old));
  name->setObjectName("name");
  auto* attested = new QRadioButton(Texts::tr("&Attested: stated in a publication"));
  attested->setObjectName("attested");
  auto* reconstructed = new QRadioButton(Texts::tr("&Reconstructed: not stated in print"));
  reconstructed->setObjectName("reconstructed");
  (before.attested ? attested : reconstructed)->setChecked(true);
  auto* source = new QLineEdit(words(before.source));
  source->setObjectName("source");
  auto* label = new QLineEdit(words(before.case_label));
  label->setObjectName("case");
  auto* why = new QLineEdit(words(before.why));
  why->setObjectName("why");
  why->setMinimumWidth(parent->fontMetrics().averageCharWidth() * 50);
  form->addRow(Texts::tr("&Name"), name);
  form->addRow(attested);
  form->addRow(Texts::tr("&Publication"), source);
  form->addRow(Texts::tr("&Case"), label);
  form->addRow(reconstructed);
  form->addRow(Texts::tr("Rea&son"), why);
  auto* missing = new QLabel;
  missing->setWordWrap(true);
  missing->setAccessibleName(Texts::tr("Missing entry"));
  form->addRow(missing);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  form->addRow(buttons);
  const auto enable = [&] {
    const auto said = [](const QLineEdit* field) { return !field->text().trimmed().isEmpty(); };
    missing->setText(!said(name) ? Texts::tr("Give the source a name.")
                     : attested->isChecked() && !(said(source) && said(label))
                         ? Texts::tr("Name the publication and the case that state it.")
                     : reconstructed->isChecked() && !said(why)
                         ? Texts::tr("Give the reason for the reconstruction.")
                         : QString());
    buttons->button(QDialogButtonBox::Ok)->setEnabled(missing->text().isEmpty());
    source->setEnabled(attested->isChecked());
    label->setEnabled(attested->isChecked());
    why->setEnabled(reconstructed->isChecked());
  };
  QObject::connect(attested, &QRadioButton::toggled, &dialog, enable);
  for (QLineEdit* field : {name, source, label, why})
    QObject::connect(field, &QLineEdit::textChanged, &dialog, enable);
  enable();
  QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  if (dialog.exec() != QDialog::Accepted) return;
  std::string to = name->text().trimmed().replace(' ', '_').toStdString();
  const std::string file = desk.map_file();
  editor::Several all{Texts::tr("source %1").arg(words(to)).toStdString(), {}};
  if (!old.empty() && to != old) all.commands.push_back(editor::RenameProvenance{file, old, to});
  if (attested->isChecked())
    all.commands.push_back(editor::DefineProvenance{
        file, to, source->text().trimmed().toStdString(), label->text().trimmed().toStdString(), {}});
  else
    all.commands.push_back(editor::DefineProvenance{file, to, {}, {}, why->text().trimmed().toStdString()});
  if (desk.execute(all) && desk.shown().provenance == old && !old.empty()) {
    Desk::Shown shown = desk.shown();
    shown.provenance = to;
    desk.set_shown(shown);
  }
}

}  // namespace casebook::window
