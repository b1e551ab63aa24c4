// SPDX-License-Identifier: Apache-2.0
#include "editor/window/screenshots.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QPixmap>
#include <QStatusBar>

#include "editor/window/main_window.h"
#include "editor/window/map_view.h"

namespace casebook::window {

bool take_screenshots(MainWindow& window, const QString& folder, QString& problem) {
  if (!QDir().mkpath(folder)) {
    problem = QCoreApplication::translate("casebook::window::Screenshots", "%1 cannot be made").arg(folder);
    return false;
  }
  const auto keep = [&](QWidget& widget, const QString& name) {
    window.settle();
    const QString path = folder + "/" + name + ".png";
    if (widget.grab().save(path)) return true;
    problem = QCoreApplication::translate("casebook::window::Screenshots", "%1 cannot be written").arg(path);
    return false;
  };
  window.resize(1280, 800);
  window.show();
  window.settle();
  // Something to be seen in panels that speak of what is selected: the first counter on the map.
  for (const picture::Counter& counter : window.desk().counters()) {
    if (counter.hex < 0) continue;
    Selection selection;
    selection.hexes = {counter.hex};
    selection.entities = {counter.kind + " " + counter.id};
    window.desk().set_cursor(counter.hex);
    window.desk().select(std::move(selection));
    break;
  }
  window.desk().set_tool(Tool::brush);
  window.statusBar()->clearMessage();  // whose folder it is belongs in no manual
  if (!keep(window, "window")) return false;
  for (QDockWidget* dock : window.docks()) {
    dock->show();
    dock->raise();
    // Panels that put something over the map are seen with it.
    const QString name = dock->objectName();
    auto* list = dock->findChild<QListWidget*>();
    const bool views = name == "views" && list != nullptr && list->count() > 0;
    if (views) list->item(0)->setCheckState(Qt::Checked);
    Desk::Shown shown = window.desk().shown();
    shown.provenance = name == "sources" ? "*" : "";
    window.desk().set_shown(shown);
    window.desk().set_tool(name == "tracing" ? Tool::trace : Tool::brush);
    if (!keep(window, "window-" + dock->objectName())) return false;
    if (!keep(*dock, "panel-" + dock->objectName())) return false;
    if (views) list->item(0)->setCheckState(Qt::Unchecked);
  }
  // The table with its sums; and the dialogs about the whole project.
  if (QDockWidget* units = window.dock("units")) {
    units->raise();
    if (auto* by = units->findChild<QComboBox*>("unitsSums"); by != nullptr && by->count() > 1) {
      by->setCurrentIndex(1);
      emit by->activated(1);
      if (!keep(window, "window-sums")) return false;
    }
  }
  for (const char* name : {"paper", "versions"}) {
    window.actions().find(QString::fromLatin1(name))->trigger();
    window.settle();
    auto* dialog = window.findChild<QDialog*>(QString::fromLatin1(name));
    if (dialog == nullptr) continue;
    const bool kept = keep(*dialog, QString("dialog-") + name);
    dialog->close();
    if (!kept) return false;
  }
  Desk::Shown plain = window.desk().shown();
  plain.provenance.clear();
  window.desk().set_shown(plain);
  window.desk().set_tool(Tool::select);
  return keep(window.map(), "map");
}

}  // namespace casebook::window
