// SPDX-License-Identifier: Apache-2.0
#include "editor/window/dialogs/new_project.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "editor/document/ruleset.h"
#include "engine/board/map.h"
#include "engine/board/order_of_battle.h"
#include "engine/board/scenario.h"
#include "engine/platform/files.h"

namespace casebook::window {

namespace fs = std::filesystem;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::NewProject)
};

}  // namespace

const std::vector<std::string>& layout_names() {
  static const std::vector<std::string> names{"flat odd",    "flat even",    "pointy odd",
                                              "pointy even", "rhombus flat", "rhombus pointy"};
  return names;
}
QString layout_words(size_t layout) {
  switch (layout) {
    case 0:
      return Texts::tr("Flat tops, first column lower than the second");
    case 1:
      return Texts::tr("Flat tops, second column lower than the first");
    case 2:
      return Texts::tr("Pointed tops, first row further right");
    case 3:
      return Texts::tr("Pointed tops, second row further right");
    case 4:
      return Texts::tr("Flat tops, slanted rows");
    default:
      return Texts::tr("Pointed tops, slanted columns");
  }
}

std::vector<std::string> editions_in(const std::vector<std::string>& ruleset_folders) {
  std::set<std::string> found;
  std::error_code ignored;
  for (const std::string& folder : ruleset_folders)
    for (auto at = fs::recursive_directory_iterator(folder, ignored);
         at != fs::recursive_directory_iterator(); at.increment(ignored)) {
      if (at.depth() > 3) at.disable_recursion_pending();
      if (at->is_directory(ignored) && editor::holds_rules(at->path().string()))
        found.insert(at->path().lexically_relative(folder).generic_string());
    }
  return {found.begin(), found.end()};
}

bool make_project(const NewProject& wanted, std::string& problem) {
  std::error_code error;
  fs::create_directories(wanted.folder, error);
  if (error) {
    problem = wanted.folder + " cannot be made: " + error.message();
    return false;
  }
  board::HexMap map;
  map.title = wanted.title;
  const board::Grid grid{wanted.layout, wanted.columns, wanted.rows};
  board::NumberScheme scheme;
  const int wide = std::max(wanted.columns, wanted.rows) > 99 ? 3 : 2;
  scheme.column.width = scheme.row.width = wide;
  map.numberings.push_back(board::Numbering::of("printed", scheme, grid));
  map.ground = board::Topology(grid, map.numberings.front().cells_in_order());
  board::OrderOfBattle order;
  order.title = wanted.title;
  board::ScenarioFile scenario;
  scenario.title = wanted.title;
  scenario.edition = wanted.edition;
  scenario.map.path = "map.json";
  scenario.orders_of_battle.push_back({"order-of-battle.json", {}});
  for (const auto& [name, text] : {std::pair<std::string, std::string>{"map.json", board::write_map(map)},
                                   {"order-of-battle.json", board::write_order_of_battle(order)},
                                   {"scenario.json", board::write_scenario(scenario)}}) {
    platform::FileError said;
    if (platform::create_file((fs::path(wanted.folder) / name).string(), text, said)) continue;
    problem = name + " " + said.reason;
    return false;
  }
  return true;
}

namespace {

/// As its head line has it.
std::string title_of_edition(const std::string& folder) {
  std::error_code ignored;
  std::string found;
  for (const auto& file : fs::directory_iterator(folder, ignored)) {
    if (file.path().extension() != ".rules") continue;
    std::ifstream text(file.path());
    for (std::string line; found.empty() && std::getline(text, line);) {
      if (!line.starts_with("edition ")) continue;
      const size_t open = line.find('"'), close = line.find('"', open + 1);
      if (open != std::string::npos && close != std::string::npos)
        found = line.substr(open + 1, close - open - 1);
    }
  }
  return found;
}

QString folder_for(const QString& title) {
  QString name;
  for (const QChar c : title.toLower())
    if (c.isLetterOrNumber())
      name += c;
    else if (!name.isEmpty() && !name.endsWith('-'))
      name += '-';
  while (name.endsWith('-')) name.chop(1);
  return QDir::homePath() + "/" + (name.isEmpty() ? "my-scenario" : name);
}

}  // namespace

QString ask_for_new_project(QWidget* parent, const std::vector<std::string>& ruleset_folders,
                            const std::string& edition_folder) {
  QDialog dialog(parent);
  dialog.setObjectName("newProject");
  dialog.setWindowTitle(Texts::tr("New project"));
  auto* form = new QFormLayout(&dialog);
  auto* title = new QLineEdit(Texts::tr("My scenario"));
  auto* folder = new QLineEdit(QDir::homePath() + "/my-scenario");
  auto* choose = new QPushButton(Texts::tr("&Choose..."));
  auto* line = new QHBoxLayout;
  line->addWidget(folder, 1);
  line->addWidget(choose);
  auto* rules = new QComboBox;
  for (const std::string& one : editions_in(ruleset_folders)) {
    QString text = QString::fromStdString(one);
    for (const std::string& below : ruleset_folders) {
      const std::string at = (fs::path(below) / one).string();
      if (!editor::holds_rules(at)) continue;
      if (const std::string what = title_of_edition(at); !what.empty())
        text += " - " + QString::fromStdString(what);
      rules->addItem(text, QString::fromStdString(one));
      // Whoever has a project open makes the next one with the same rules, more often than not.
      std::error_code ignored;
      if (!edition_folder.empty() && fs::equivalent(at, edition_folder, ignored))
        rules->setCurrentIndex(rules->count() - 1);
      break;
    }
  }
  rules->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  rules->setMinimumContentsLength(30);
  auto* layout = new QComboBox;
  for (size_t i = 0; i < layout_names().size(); ++i) layout->addItem(layout_words(i));
  auto* columns = new QSpinBox;
  auto* rows = new QSpinBox;
  for (QSpinBox* box : {columns, rows}) box->setRange(1, 400);
  columns->setValue(20);
  rows->setValue(15);
  auto* problem = new QLabel;
  problem->setWordWrap(true);
  form->addRow(Texts::tr("&Title"), title);
  auto* folder_label = new QLabel(Texts::tr("&Folder"));
  folder_label->setBuddy(folder);
  form->addRow(folder_label, line);
  form->addRow(Texts::tr("&Rules"), rules);
  form->addRow(Texts::tr("&Grid"), layout);
  form->addRow(Texts::tr("Col&umns"), columns);
  form->addRow(Texts::tr("Ro&ws"), rows);
  form->addRow(problem);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Ok)->setText(Texts::tr("Cr&eate"));
  form->addRow(buttons);
  folder->setAccessibleName(Texts::tr("Folder"));
  title->setAccessibleName(Texts::tr("Title"));
  title->selectAll();
  QObject::connect(title, &QLineEdit::textEdited, &dialog, [&](const QString& text) {
    if (!folder->isModified()) folder->setText(folder_for(text));
  });
  // The longest title of an edition stands in one line, beside its label.
  int widest = 0;
  for (int i = 0; i < rules->count(); ++i)
    widest = std::max(widest, rules->fontMetrics().horizontalAdvance(rules->itemText(i)));
  dialog.resize(std::max(640, widest + 16 * rules->fontMetrics().height()), dialog.sizeHint().height());
  QObject::connect(choose, &QPushButton::clicked, &dialog, [&] {
    const QString chosen =
        QFileDialog::getExistingDirectory(&dialog, Texts::tr("Project folder"), QDir::homePath());
    if (chosen.isEmpty()) return;
    folder->setText(chosen);
    folder->setModified(true);
  });
  QString made;
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, [&] {
    NewProject wanted;
    wanted.folder = folder->text().toStdString();
    wanted.title = title->text().toStdString();
    wanted.edition = rules->currentData().toString().toStdString();
    wanted.layout = static_cast<board::Layout>(layout->currentIndex());
    wanted.columns = columns->value();
    wanted.rows = rows->value();
    std::string why;
    if (!make_project(wanted, why)) {
      problem->setText(QString::fromStdString(why));
      return;
    }
    made = folder->text();
    dialog.accept();
  });
  dialog.exec();
  return made;
}

}  // namespace casebook::window
