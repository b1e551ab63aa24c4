// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order of battle as a table: sort, filter, add up by formation, change many lines at once, copy and
// paste with spreadsheets, write and read CSV.

#include "editor/window/panels/panel.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QTableWidget;

namespace casebook::window {

class UnitsModel;
class UnitsFilter;

class UnitsPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::UnitsPanel)

 public:
  UnitsPanel(Desk& desk, QWidget* parent);

  /// The kind whose members are shown.
  std::string kind() const;
  /// Every line of that kind, whatever is filtered.
  std::string csv() const;
  /// A whole table with its line of names, as CSV or from a spreadsheet: one step of the history, or nothing
  /// and what is wrong, cell by cell, under the table.
  bool take_table(const std::string& text);
  void copy();
  /// A block from a spreadsheet, from the current cell on; one cell goes to all that are chosen; a block
  /// whose first line has the names of columns is taken as a table.
  void paste();

 protected:
  void refresh(unsigned topics) override;
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void fill_kinds();
  void read();
  std::vector<int> rows() const;
  void take_selection();
  void follow_selection();
  void add_up();
  void add_line();
  /// The name of a new line comes first: it can be written over at once.
  void write_name(const std::string& entity);
  void remove_lines();
  void fill_down();
  void tell(const QString& text);
  void tell_problems(const QStringList& problems);

  QComboBox *kind_, *sums_by_;
  QLineEdit* filter_;
  UnitsModel* model_;
  UnitsFilter* sorted_;
  QTableView* table_;
  QTableWidget* groups_;
  QLabel *sums_, *told_;
  bool filling_ = false;
};

}  // namespace casebook::window
