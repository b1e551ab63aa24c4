// SPDX-License-Identifier: Apache-2.0
#include <QAbstractTableModel>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "editor/window/panels/panels.h"
#include "editor/window/shared/icons.h"
#include "editor/window/shared/rules_unread.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

QString place_of(const editor::Problem& problem) {
  QStringList places;
  for (const std::string& entity : problem.entities) places << words(kind_and_id(entity).second);
  for (const std::string& hex : problem.hexes) places << words(hex);
  for (const std::string& side : problem.hexsides) places << words(side);
  if (!problem.file.empty())
    places << (problem.line > 0 ? words(problem.file) + ":" + QString::number(problem.line)
                                : words(problem.file));
  return places.join(", ");
}

class ProblemModel : public QAbstractTableModel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::ProblemModel)

 public:
  explicit ProblemModel(QObject* parent) : QAbstractTableModel(parent) {}
  void set(const std::vector<editor::Problem>& problems) {
    beginResetModel();
    problems_ = problems;
    endResetModel();
  }
  const editor::Problem& at(int row) const { return problems_[static_cast<size_t>(row)]; }
  int rowCount(const QModelIndex& = {}) const override { return static_cast<int>(problems_.size()); }
  int columnCount(const QModelIndex& = {}) const override { return 3; }
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == 0 ? tr("Code") : section == 1 ? tr("Problem") : tr("Where");
  }
  QVariant data(const QModelIndex& index, int role) const override {
    const editor::Problem& problem = at(index.row());
    const char* kind = problem.severity == Severity::error     ? "error"
                       : problem.severity == Severity::warning ? "warning"
                                                               : "note";
    if (role == Qt::DecorationRole && index.column() == 0) return icon(kind);
    if (role == Qt::AccessibleTextRole && index.column() == 0)
      return QString::fromLatin1(kind) + " " + words(problem.code);
    if (role == Qt::ToolTipRole) {
      QString tip = words(problem.text);
      if (!problem.expected.empty()) tip += "\n" + tr("Expected: %1").arg(words(problem.expected));
      if (!problem.suggestion.empty()) tip += "\n" + tr("Did you mean: %1").arg(words(problem.suggestion));
      for (const std::string& detail : problem.details) tip += "\n" + words(detail);
      return tip;
    }
    if (role != Qt::DisplayRole) return {};
    if (index.column() == 0) return words(problem.code);
    if (index.column() == 2) return place_of(problem);
    QString text = words(problem.text);
    if (!problem.cases.empty()) {
      QStringList cases;
      for (const std::string& one : problem.cases) cases << words(one);
      text += " [" + cases.join(", ") + "]";
    }
    if (!problem.suggestion.empty()) text += "; " + tr("did you mean %1?").arg(words(problem.suggestion));
    return text;
  }

 private:
  std::vector<editor::Problem> problems_;
};

class ProblemsPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::ProblemsPanel)

 public:
  ProblemsPanel(Desk& desk, std::function<void(const editor::Problem&)> jump,
                std::function<void(const editor::Problem&)> explain, QWidget* parent)
      : Panel(desk, Topic::problems | Topic::rules, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    summary_ = new QLabel;
    summary_->setWordWrap(true);
    explain_ = new QPushButton(tr("E&xplain"));
    explain_->setToolTip(tr("Opens the manual page of the selected problem"));
    explain_->setEnabled(false);
    top->addWidget(summary_, 1);
    top->addWidget(explain_);
    layout->addLayout(top);
    model_ = new ProblemModel(this);
    table_ = new QTableView;
    table_->setAccessibleName(tr("Problems"));
    table_->setModel(model_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->setTextElideMode(Qt::ElideNone);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->horizontalHeader()->moveSection(2, 1);  // the place stays in sight beside a long text
    layout->addWidget(table_, 1);
    const auto chosen = [this]() -> const editor::Problem* {
      const QModelIndex index = table_->currentIndex();
      return index.isValid() ? &model_->at(index.row()) : nullptr;
    };
    connect(table_, &QTableView::activated, this, [jump, chosen] {
      if (const editor::Problem* problem = chosen()) jump(*problem);
    });
    connect(table_, &QTableView::clicked, this, [jump, chosen] {
      if (const editor::Problem* problem = chosen()) jump(*problem);
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { explain_->setEnabled(table_->currentIndex().isValid()); });
    connect(explain_, &QPushButton::clicked, this, [explain, chosen] {
      if (const editor::Problem* problem = chosen()) explain(*problem);
    });
  }

 protected:
  void refresh(unsigned) override {
    model_->set(desk_.problems());
    table_->resizeColumnsToContents();
    explain_->setEnabled(table_->currentIndex().isValid());
    int errors = 0, warnings = 0, notes = 0;
    for (const editor::Problem& problem : desk_.problems())
      ++(problem.severity == Severity::error     ? errors
         : problem.severity == Severity::warning ? warnings
                                                 : notes);
    QString text = errors + warnings + notes == 0
                       ? tr("No problems.")
                       : QStringList{counted(errors, tr("error"), tr("errors")),
                                     counted(warnings, tr("warning"), tr("warnings")),
                                     counted(notes, tr("note"), tr("notes"))}
                             .join(", ");
    if (desk_.document() != nullptr && !desk_.document()->ruleset().good &&
        desk_.document()->ruleset().program)
      text += "  " + tr("The rules have errors: the last good rules stay in force.");
    else if (rules_unread(desk_.document()))
      text +=
          "  " + tr("The rules have errors, and no earlier version is in force. You can draw the map, but "
                    "nothing is checked against the rules.");
    else if (desk_.document() != nullptr && !desk_.document()->ruleset().program)
      text += "  " + tr("No rules are in force. You can draw the map, but nothing is checked against rules.");
    summary_->setText(text);
  }

 private:
  QLabel* summary_;
  QPushButton* explain_;
  ProblemModel* model_;
  QTableView* table_;
};

}  // namespace

Panel* make_problems_panel(Desk& desk, std::function<void(const editor::Problem&)> jump,
                           std::function<void(const editor::Problem&)> explain, QWidget* parent) {
  return new ProblemsPanel(desk, std::move(jump), std::move(explain), parent);
}

}  // namespace casebook::window
