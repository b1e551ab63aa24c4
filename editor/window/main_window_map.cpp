// SPDX-License-Identifier: Apache-2.0
// What the window does about hexes: the status line, menus, jumps, the grid.
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QStatusBar>
#include <QToolTip>

#include "editor/window/dialogs/grid_dialogs.h"
#include "editor/window/main_window.h"
#include "editor/window/map/map_view.h"
#include "editor/window/panels/panels.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

void MainWindow::hovered(int hex) {
  if (hex < 0 || map_->drawing() == nullptr) {
    where_->clear();
    QToolTip::hideText();
    return;
  }
  QString text = words(map_->drawing()->map().hex_title(hex));
  QStringList units;
  for (const picture::Counter& counter : desk_.counters())
    if (counter.hex == hex) units << words(counter.id);
  if (!units.isEmpty()) text += "   |   " + units.join(", ");
  where_->setText(text);

  const QStringList why = why_not_lines(desk_, hex);
  if (why.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(
        map_->underMouse()
            ? QCursor::pos() + QPoint(18, 12)
            : map_->mapToGlobal(map_->to_view(map_->drawing()->geometry().centre(hex)).toPoint()),
        why.join("\n"), map_);
}

void MainWindow::hex_menu(int hex, QPoint global) {
  QMenu menu;
  menu.addSection(tr("Hex %1").arg(words(desk_.hex_name(hex))));
  for (const picture::Counter& counter : desk_.counters()) {
    if (counter.hex != hex) continue;
    const std::string entity = counter.kind + " " + counter.id;
    menu.addAction(tr("Select %1").arg(words(counter.id)), this, [this, hex, entity] {
      Selection selection;
      selection.hexes = {hex};
      selection.entities = {entity};
      desk_.select(std::move(selection));
    });
  }
  if (!desk_.selection().entities.empty())
    menu.addAction(tr("Set up the selected units here"), this,
                   [this, hex] { map_->tools().place_entities(desk_.selection().entities, hex); });
  menu.addSeparator();
  menu.addAction(actions_.find("select-alike"));
  menu.addAction(actions_.find("remove-from-map"));
  const Tool before = desk_.tool();
  menu.addAction(tr("Add a label here..."), this, [this, hex, before] {
    desk_.set_tool(Tool::label);
    map_->tools().put(hex, false);
    desk_.set_tool(before);
  });
  menu.exec(global);
}

void MainWindow::jump(const editor::Problem& problem) {
  Selection selection;
  selection.entities = problem.entities;
  for (const std::string& name : problem.hexes)
    if (const int hex = desk_.find_hex(name); hex >= 0) selection.hexes.push_back(hex);
  for (const std::string& entity : problem.entities)
    for (const picture::Counter& counter : desk_.counters())
      if (counter.kind + " " + counter.id == entity && counter.hex >= 0)
        selection.hexes.push_back(counter.hex);
  if (selection.empty()) {
    statusBar()->showMessage(
        words(problem.file) + (problem.line > 0 ? tr(", line %1").arg(problem.line) : QString()), 8000);
    return;
  }
  const int hex = selection.hexes.empty() ? -1 : selection.hexes.front();
  desk_.set_cursor(hex);
  desk_.select(std::move(selection));
  if (hex >= 0) map_->bring_into_sight(hex);
  dock("inspector")->raise();
}

void MainWindow::explain(const editor::Problem& problem) {
  const QString page = words(problem.page.empty() ? problem.code : problem.page);
  show_manual(page == "checks" ? QString("manual/checks") : "errors/" + page);
}

void MainWindow::go_to_hex() {
  const QString number = ask_line(tr("Hex number"), QString()).trimmed();
  if (number.isEmpty() || desk_.map() == nullptr) return;
  const int hex = desk_.find_hex(number.toStdString());
  if (hex < 0) {
    const std::string nearest = desk_.map()->nearest_hex(number.toStdString(), desk_.numbering());
    statusBar()->showMessage(tr("There is no hex %1; the nearest number is %2").arg(number, words(nearest)),
                             8000);
    return;
  }
  desk_.set_cursor(hex);
  Selection selection;
  selection.hexes = {hex};
  desk_.select(std::move(selection));
  map_->centre_on(hex);
}

void MainWindow::resize_map() {
  if (desk_.map() != nullptr) ask_to_resize(this, desk_);
}
void MainWindow::edit_numbering() {
  if (desk_.map() != nullptr) ask_for_numbering(this, desk_);
}

}  // namespace casebook::window
