// SPDX-License-Identifier: Apache-2.0
#pragma once

// Chooses what to print and writes it. When something is wrong, the dialog stays open and says what.

#include <QCoreApplication>
#include <QDialog>

#include "editor/window/dialogs/paper_out.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace casebook::window {

class PaperDialog : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::PaperDialog)

 public:
  PaperDialog(Desk& desk, QWidget* parent);
  PaperWish wish() const;
  /// `PDF, PNG or SVG`
  static QString formats_text();

 private:
  void add_content(QFormLayout& form);
  void add_file(QFormLayout& form);
  void connect_boxes();
  /// Of the chosen format: `.pdf`.
  QString kind_ending() const;
  /// A file of its own for map, counters and charts.
  void offer_name();
  void changed();
  void write();

  Desk& desk_;
  QComboBox *what_, *kind_, *page_;
  QDoubleSpinBox *margin_, *overlap_, *dots_;
  QCheckBox* views_;
  QLineEdit* file_;
  QLabel *command_, *told_;
  QPushButton *choose_, *write_;
  QDialogButtonBox* buttons_;
  bool named_ = false;  // somebody chose the file
  QString agreed_;      // the file that may be written over
};

}  // namespace casebook::window
