// SPDX-License-Identifier: Apache-2.0
// The list of all actions, menu by menu, and the menus made from it.
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include "editor/window/main_window.h"
#include "editor/window/map/map_view.h"

namespace casebook::window {

void MainWindow::make_actions() {
  add_file_actions(tr("File"));
  add_edit_actions(tr("Edit"));
  add_view_actions(tr("View"));
  add_tools(tr("Tool"));
  add_panel_actions(tr("Panel"));
  add_help_actions(tr("Help"));
}

void MainWindow::add_file_actions(const QString& menu) {
  actions_.add(
      {{{"new", menu, tr("&New project..."), "Ctrl+N",
         tr("Makes an empty project in a folder of your choice"), "new"},
        [this] { new_project(); }},
       {{"open", menu, tr("&Open..."), "Ctrl+O", tr("Opens a project: a folder, or a scenario file in one"),
         "open"},
        [this] { choose_and_open(); }},
       {{"save", menu, tr("&Save"), "Ctrl+S", tr("Saves every changed file"), "save"}, [this] { save(); }}});
  add_out_actions(menu);
  actions_.add(
      {{{"reload-rules", menu, tr("&Reload the rules"), "F5",
         tr("Reads the rules files again; if they have errors, the last good rules stay in force")},
        [this] { reload_rules(); }},
       {{"quit", menu, tr("&Quit"), "Ctrl+Q", tr("Closes the window and asks about unsaved changes")},
        [this] { close(); }}});
}

void MainWindow::add_edit_actions(const QString& menu) {
  actions_.add(
      {{{"undo", menu, tr("&Undo"), "Ctrl+Z", tr("Undoes the last change"), "undo"},
        [this] { desk_.undo(); }},
       {{"redo", menu, tr("&Redo"), "Ctrl+Shift+Z; Ctrl+Y", tr("Redoes the change that was undone last"),
         "redo"},
        [this] { desk_.redo(); }},
       {{"select-all", menu, tr("Select &all hexes"), "Ctrl+A", tr("Selects every hex of the map")},
        [this] { select_all_hexes(); }},
       {{"select-none", menu, tr("Select &nothing"), "Ctrl+Shift+A", tr("Clears the selection")},
        [this] { desk_.select({}); }},
       {{"select-alike", menu, tr("Select connected &terrain"), "Ctrl+L",
         tr("Selects the hexes that are connected to the cursor and have the same terrain")},
        [this] { select_connected_terrain(); }},
       {{"remove-from-map", menu, tr("Take units &off the map"), "Del",
         tr("Takes the selected units off the map; they stay in the order of battle")},
        [this] { map_->tools().place_entities_in(desk_.selection().entities, ""); }},
       {{"go-to-hex", menu, tr("&Go to hex..."), "Ctrl+G", tr("Shows the hex with a given number"), "search"},
        [this] { go_to_hex(); }},
       {{"resize-map", menu, tr("Resi&ze or shift the map..."), "Ctrl+Alt+R",
         tr("Adds or removes columns and rows on each side")},
        [this] { resize_map(); }},
       {{"numbering", menu, tr("Grid and nu&mbering..."), "Ctrl+Alt+N",
         tr("Sets the layout of the grid and the numbers of its hexes, with a preview")},
        [this] { edit_numbering(); }},
       {{"find-action", menu, tr("&Find an action..."), "Ctrl+Shift+P",
         tr("Finds any action by a few letters of its name"), "search"},
        [this] { search_actions(this, actions_); }}});
}

void MainWindow::add_view_actions(const QString& menu) {
  actions_.add(
      {{{"zoom-in", menu, tr("Zoom &in"), "Ctrl++; Ctrl+=", tr("Enlarges the map"), "zoom-in"},
        [this] { map_->zoom(MapView::zoom_step); }},
       {{"zoom-out", menu, tr("Zoom &out"), "Ctrl+-", tr("Reduces the map"), "zoom-out"},
        [this] { map_->zoom(1 / MapView::zoom_step); }},
       {{"fit", menu, tr("&Whole map"), "Ctrl+0", tr("Shows the whole map"), "fit"}, [this] { map_->fit(); }},
       {{"actual-size", menu, tr("&True size"), "Ctrl+1", tr("Shows the map at its printed size")},
        [this] { map_->actual_size(); }}});
  add_shown_actions(menu);
  actions_.add(
      {{{"next-numbering", menu, tr("Ne&xt numbering"), "Ctrl+Alt+M",
         tr("Shows the hex numbers of the next numbering of the map")},
        [this] { show_next_numbering(); }},
       {{"theme-light", menu, tr("Li&ght colours"), "Ctrl+Alt+1", tr("Dark text on a light background")},
        [this] { use(Theme::light); }},
       {{"theme-dark", menu, tr("&Dark colours"), "Ctrl+Alt+2", tr("Light text on a dark background")},
        [this] { use(Theme::dark); }},
       {{"theme-system", menu, tr("Colours of the &system"), "Ctrl+Alt+3",
         tr("Light or dark, as the system is set")},
        [this] { use(Theme::system); }},
       {{"usual-layout", menu, tr("&Reset panels"), "Ctrl+Alt+0",
         tr("Puts every panel back in its first place")},
        [this] { usual_layout(); }}});
}

/// What the map shows and hides.
void MainWindow::add_shown_actions(const QString& menu) {
  const auto add = [&](const ActionSpec& spec, bool Desk::Shown::*member) {
    QAction* action = actions_.add(spec, [this, name = QString::fromLatin1(spec.name), member] {
      Desk::Shown now = desk_.shown();
      now.*member = actions_.find(name)->isChecked();
      desk_.set_shown(now);
    });
    action->setChecked(true);
  };
  add({"show-counters", menu, tr("&Counters"), "Ctrl+Alt+C", tr("Shows the units at set-up"), nullptr, true},
      &Desk::Shown::counters);
  add({"show-numbers", menu, tr("&Numbers"), "Ctrl+Alt+B", tr("Shows the hex numbers"), nullptr, true},
      &Desk::Shown::numbers);
  add({"show-labels", menu, tr("&Labels"), "Ctrl+Alt+L", tr("Shows the labels of the map"), nullptr, true},
      &Desk::Shown::labels);
  add({"show-problems", menu, tr("&Problems on the map"), "Ctrl+Alt+P",
       tr("Marks the hexes that have problems"), nullptr, true},
      &Desk::Shown::problems);
  actions_.add({"show-provenance", menu, tr("Sources on the &map"), "Ctrl+Alt+F",
                tr("Marks each fact of the map as attested, reconstructed or without a source; the panel "
                   "Sources shows one source alone"),
                "eye", true},
               [this] {
                 Desk::Shown now = desk_.shown();
                 now.provenance = actions_.find("show-provenance")->isChecked() ? "*" : "";
                 desk_.set_shown(now);
               });
}

void MainWindow::add_panel_actions(const QString& menu) {
  const auto panels = {std::tuple{"tools", tr("&Tools"), "Alt+1"},
                       {"inspector", tr("&Inspector"), "Alt+2"},
                       {"problems", tr("&Problems"), "Alt+3"},
                       {"history", tr("&History"), "Alt+4"},
                       {"units", tr("&Order of battle"), "Alt+5"},
                       {"turns", tr("T&urns and reinforcements"), "Alt+6"},
                       {"counters", tr("&Counters"), "Alt+7"},
                       {"switches", tr("&Switches"), "Alt+8"},
                       {"views", tr("&Views"), "Alt+9"},
                       {"tracing", tr("T&racing"), "Alt+0"},
                       {"sources", tr("Sources o&f the map"), "Ctrl+Alt+S"},
                       {"selection", tr("S&election"), "Alt+L"}};
  for (const auto& [name, text, keys] : panels) {
    const QString id = QString::fromLatin1(name);
    const QByteArray action_name = "panel-" + id.toLatin1();
    actions_.add({action_name.constData(), menu, text, QString::fromLatin1(keys),
                  tr("Shows this panel and moves the keyboard to it")},
                 [this, id] { go_to_panel(id); });
  }
  actions_.add({"panel-map", menu, tr("&Map"), "Alt+M", tr("Moves the keyboard to the map")},
               [this] { map_->setFocus(Qt::ShortcutFocusReason); });
}

void MainWindow::add_help_actions(const QString& menu) {
  actions_.add({{{"manual", menu, tr("&Manual of the editor"), "F1",
                  tr("Opens the manual page of the editor"), "help"},
                 [this] { show_manual("manual/editor"); }},
                {{"manual-errors", menu, tr("&Codes of problems"), "Shift+F1",
                  tr("Opens the list of all problem codes")},
                 [this] { show_manual("errors/README"); }}});
}

void MainWindow::reload_rules() {
  if (desk_.document() == nullptr) return;
  desk_.document()->reload_rules();
  desk_.tell(Topic::rules | Topic::style | Topic::content);
}

void MainWindow::select_all_hexes() {
  Selection selection;
  for (int hex = 0; desk_.map() != nullptr && hex < desk_.map()->hexes(); ++hex)
    selection.hexes.push_back(hex);
  desk_.select(std::move(selection));
}

void MainWindow::select_connected_terrain() {
  if (desk_.map() == nullptr || desk_.cursor() < 0) return;
  Selection selection;
  selection.hexes = hexes_alike(*desk_.map(), desk_.cursor(), desk_.style().ground);
  desk_.select(std::move(selection));
}

void MainWindow::show_next_numbering() {
  const board::HexMap* map = desk_.map();
  if (map == nullptr) return;
  const size_t next = (static_cast<size_t>(desk_.numbering_shown()) + 1) % map->numberings.size();
  Desk::Shown now = desk_.shown();
  now.numbering = map->numberings[next].name();
  desk_.set_shown(now);
  desk_.say(tr("Numbers on the map: %1").arg(QString::fromStdString(now.numbering)).toStdString());
}

void MainWindow::go_to_panel(const QString& name) {
  QDockWidget* panel = dock(name);
  panel->show();
  panel->raise();
  panel->widget()->setFocus(Qt::ShortcutFocusReason);
  // To its first control that Tab would reach.
  for (QWidget* one = panel->widget()->nextInFocusChain(); one != nullptr && panel->isAncestorOf(one);
       one = one->nextInFocusChain()) {
    if ((one->focusPolicy() & Qt::TabFocus) == 0 || !one->isVisible() || !one->isEnabled()) continue;
    one->setFocus(Qt::ShortcutFocusReason);
    break;
  }
}

void MainWindow::add_tools(const QString& menu) {
  struct One {
    const char* name;
    Tool tool;
    QString text;
    const char* keys;
    QString tip;
  };
  auto* group = new QActionGroup(this);
  for (const One& one :
       {One{"select", Tool::select, tr("&Select and move"), "S",
            tr("Selects hexes; drag units to set them up")},
        {"brush", Tool::brush, tr("&Brush"), "B", tr("Paints hexes while you drag")},
        {"fill", Tool::fill, tr("&Fill"), "F", tr("Paints all connected hexes of the same terrain")},
        {"rectangle", Tool::rectangle, tr("&Rectangle"), "R", tr("Paints a rectangle of hexes")},
        {"line", Tool::line, tr("&Line"), "L", tr("Paints a straight line of hexes")},
        {"hexside", Tool::hexside, tr("&Hexsides"), "E", tr("Paints along hexsides")},
        {"link", Tool::link, tr("R&oads"), "D", tr("Draws roads and trails from hex to hex")},
        {"label", Tool::label, tr("L&abels"), "T", tr("Writes labels on the map")},
        {"place", Tool::place, tr("&Places"), "P", tr("Puts named places on the map")},
        {"zone", Tool::zone, tr("&Zones and entry hexes"), "Z",
         tr("Marks set-up zones, objectives and entry hexes")},
        {"trace", Tool::trace, tr("&Trace a scan"), "K",
         tr("Aligns the grid with a scan by clicks on hexes")}}) {
    QAction* action =
        actions_.add({one.name, menu, one.text, QString::fromLatin1(one.keys), one.tip, one.name, true},
                     [this, tool = one.tool] {
                       desk_.set_tool(tool);
                       if (tool == Tool::trace)
                         dock("tracing")->raise();
                       else if (tool != Tool::select)
                         dock("tools")->raise();
                       map_->setFocus(Qt::ShortcutFocusReason);
                     });
    group->addAction(action);
  }
  actions_.find("select")->setChecked(true);
}

void MainWindow::make_menus() {
  std::vector<std::pair<QString, QMenu*>> menus;
  for (QAction* action : actions_.all()) {
    const QString name = Actions::group(action);
    auto at = std::find_if(menus.begin(), menus.end(), [&](const auto& one) { return one.first == name; });
    if (at == menus.end()) at = menus.insert(menus.end(), {name, menuBar()->addMenu("&" + name)});
    const QString id = action->objectName();
    if (id == "quit" || id == "paper" || id == "select-all" || id == "resize-map" || id == "find-action" ||
        id == "show-counters" || id == "theme-light" || id == "usual-layout")
      at->second->addSeparator();
    at->second->addAction(action);
    if (id == "open") {
      recent_ = at->second->addMenu(tr("Open &recent"));
      scenarios_ = at->second->addMenu(tr("&Scenario"));
    }
  }
  fill_recent();
  auto* bar = addToolBar(tr("Main"));
  bar->setObjectName("mainBar");
  bar->setIconSize(QSize(20, 20));
  for (const char* name : {"open", "save", "paper", "", "undo", "redo", "", "zoom-out", "zoom-in", "fit", "",
                           "show-provenance", "find-action", "manual"}) {
    if (*name == 0)
      bar->addSeparator();
    else
      bar->addAction(actions_.find(QString::fromLatin1(name)));
  }
}

void MainWindow::update_actions() {
  const editor::Document* document = desk_.document();
  const bool open = document != nullptr;
  actions_.find("undo")->setEnabled(open && document->done() > 0);
  actions_.find("redo")->setEnabled(open && document->done() < document->history().size());
  actions_.find("remove-from-map")->setEnabled(open && !desk_.selection().entities.empty());
  for (const char* name : {"save", "reload-rules", "paper", "table-out", "table-in", "versions"})
    actions_.find(QString::fromLatin1(name))->setEnabled(open);
  for (const char* name : {"select-all", "select-alike", "go-to-hex", "resize-map", "numbering",
                           "next-numbering", "fit", "zoom-in", "zoom-out", "actual-size"})
    actions_.find(QString::fromLatin1(name))->setEnabled(desk_.map() != nullptr);
  static const std::vector<const char*> tools{"select", "brush", "fill",  "rectangle", "line", "hexside",
                                              "link",   "label", "place", "zone",      "trace"};
  actions_.find(QString::fromLatin1(tools[static_cast<size_t>(desk_.tool())]))->setChecked(true);
}

}  // namespace casebook::window
