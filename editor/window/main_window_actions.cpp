// SPDX-License-Identifier: Apache-2.0
// The list of all that can be done, and the menus made from it.
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
  const QString file = tr("File"), edit = tr("Edit"), view = tr("View"), tool = tr("Tool"),
                panel = tr("Panel"), help = tr("Help");
  actions_.add({"new", file, tr("&New project..."), "Ctrl+N",
                tr("Makes an empty project in a folder of your choice"), "new"},
               [this] { new_project(); });
  actions_.add({"open", file, tr("&Open..."), "Ctrl+O",
                tr("Opens a project: a folder, or a scenario file in one"), "open"},
               [this] { choose_and_open(); });
  actions_.add({"save", file, tr("&Save"), "Ctrl+S",
                tr("Writes every file that was changed, each as a whole or not at all"), "save"},
               [this] { save(); });
  add_out_actions(file);
  actions_.add(
      {"reload-rules", file, tr("&Read the rules again"), "F5",
       tr("Reads the rules files from the disk; with errors in them the last good rules stay in force")},
      [this] {
        if (desk_.document() == nullptr) return;
        desk_.document()->reload_rules();
        desk_.tell(Topic::rules | Topic::style | Topic::content);
      });
  actions_.add(
      {"quit", file, tr("&Quit"), "Ctrl+Q", tr("Closes the window; what is not saved is asked about")},
      [this] { close(); });

  actions_.add({"undo", edit, tr("&Undo"), "Ctrl+Z", tr("Takes the last change back"), "undo"},
               [this] { desk_.undo(); });
  actions_.add(
      {"redo", edit, tr("&Redo"), "Ctrl+Shift+Z; Ctrl+Y", tr("Does again what was taken back"), "redo"},
      [this] { desk_.redo(); });
  actions_.add({"select-all", edit, tr("Select &all hexes"), "Ctrl+A", tr("Selects every hex of the map")},
               [this] {
                 Selection selection;
                 for (int hex = 0; desk_.map() != nullptr && hex < desk_.map()->hexes(); ++hex)
                   selection.hexes.push_back(hex);
                 desk_.select(std::move(selection));
               });
  actions_.add(
      {"select-none", edit, tr("Select &nothing"), "Ctrl+Shift+A", tr("Lets go of what is selected")},
      [this] { desk_.select({}); });
  actions_.add({"select-alike", edit, tr("Select hexes a&like"), "Ctrl+L",
                tr("Selects the hexes that touch and have the same ground as the one at the cursor")},
               [this] {
                 if (desk_.map() == nullptr || desk_.cursor() < 0) return;
                 Selection selection;
                 selection.hexes = hexes_alike(*desk_.map(), desk_.cursor(), desk_.style().ground);
                 desk_.select(std::move(selection));
               });
  actions_.add({"remove-from-map", edit, tr("Take units &off the map"), "Del",
                tr("Takes the selected units' places away")},
               [this] { map_->tools().place_entities_in(desk_.selection().entities, ""); });
  actions_.add({"go-to-hex", edit, tr("&Go to hex..."), "Ctrl+G", tr("Asks for a number and shows that hex"),
                "search"},
               [this] { go_to_hex(); });
  actions_.add({"resize-map", edit, tr("Resi&ze or shift the map..."), "Ctrl+Alt+R",
                tr("Adds or takes away columns and rows on each side")},
               [this] { resize_map(); });
  actions_.add({"numbering", edit, tr("Grid and &numbering..."), "Ctrl+Alt+N",
                tr("Layout of the grid and how hexes are called, with the numbers shown while you choose")},
               [this] { edit_numbering(); });
  actions_.add({"find-action", edit, tr("&Find an action..."), "Ctrl+Shift+P",
                tr("Finds whatever the window can do by a few letters of its name"), "search"},
               [this] { search_actions(this, actions_); });

  actions_.add({"zoom-in", view, tr("Zoom &in"), "Ctrl++; Ctrl+=", tr("Shows the map larger"), "zoom-in"},
               [this] { map_->zoom(1.25); });
  actions_.add({"zoom-out", view, tr("Zoom &out"), "Ctrl+-", tr("Shows the map smaller"), "zoom-out"},
               [this] { map_->zoom(0.8); });
  actions_.add({"fit", view, tr("&Whole map"), "Ctrl+0", tr("Shows the whole map"), "fit"},
               [this] { map_->fit(); });
  actions_.add(
      {"actual-size", view, tr("&True size"), "Ctrl+1", tr("Shows the map as large as it is printed")},
      [this] { map_->actual_size(); });
  const auto shown = [&](const char* name, const QString& text, const char* keys, const QString& tip,
                         bool Desk::Shown::*member) {
    QAction* action =
        actions_.add({name, view, text, QString::fromLatin1(keys), tip, nullptr, true}, [this, name, member] {
          Desk::Shown now = desk_.shown();
          now.*member = actions_.find(QString::fromLatin1(name))->isChecked();
          desk_.set_shown(now);
        });
    action->setChecked(true);
  };
  shown("show-counters", tr("&Counters"), "Ctrl+Alt+C", tr("Shows the units where they begin"),
        &Desk::Shown::counters);
  shown("show-numbers", tr("&Numbers"), "Ctrl+Alt+B", tr("Shows the numbers of hexes"),
        &Desk::Shown::numbers);
  shown("show-labels", tr("&Labels"), "Ctrl+Alt+L", tr("Shows names written on the map"),
        &Desk::Shown::labels);
  shown("show-problems", tr("&Problems on the map"), "Ctrl+Alt+P", tr("Marks hexes with something wrong"),
        &Desk::Shown::problems);
  QAction* provenance = actions_.add({"show-provenance", view, tr("Where &facts come from"), "Ctrl+Alt+F",
                                      tr("Marks each fact of the map as attested, reconstructed or not said; "
                                         "the panel Sources shows one alone"),
                                      "eye", true},
                                     [this] {
                                       Desk::Shown now = desk_.shown();
                                       now.provenance =
                                           actions_.find("show-provenance")->isChecked() ? "*" : "";
                                       desk_.set_shown(now);
                                     });
  provenance->setChecked(false);
  actions_.add(
      {"next-numbering", view, tr("Numbers of the ne&xt numbering"), "Ctrl+Alt+M",
       tr("Shows on the map how another numbering calls the hexes")},
      [this] {
        const board::HexMap* map = desk_.map();
        if (map == nullptr) return;
        const size_t next = (static_cast<size_t>(desk_.numbering_shown()) + 1) % map->numberings.size();
        Desk::Shown now = desk_.shown();
        now.numbering = map->numberings[next].name();
        desk_.set_shown(now);
        desk_.say(tr("Numbers on the map: %1").arg(QString::fromStdString(now.numbering)).toStdString());
      });
  actions_.add({"theme-light", view, tr("L&ight"), "Ctrl+Alt+1", tr("Dark letters on light ground")},
               [this] { use(Theme::light); });
  actions_.add({"theme-dark", view, tr("&Dark"), "Ctrl+Alt+2", tr("Light letters on dark ground")},
               [this] { use(Theme::dark); });
  actions_.add(
      {"theme-system", view, tr("As the &system has it"), "Ctrl+Alt+3", tr("Light or dark as the system is")},
      [this] { use(Theme::system); });
  actions_.add({"usual-layout", view, tr("&Usual layout"), "Ctrl+Alt+0",
                tr("Puts every panel back where it was at first")},
               [this] { usual_layout(); });
  add_tools();

  const auto panels = {std::tuple{"tools", tr("&Tools"), "Alt+1"},
                       {"inspector", tr("&Inspector"), "Alt+2"},
                       {"problems", tr("&Problems"), "Alt+3"},
                       {"history", tr("&History"), "Alt+4"},
                       {"units", tr("&Order of battle"), "Alt+5"},
                       {"turns", tr("T&urns and reinforcements"), "Alt+6"},
                       {"counters", tr("&Counters"), "Alt+7"},
                       {"switches", tr("&Switches"), "Alt+8"},
                       {"views", tr("&Views of the rules"), "Alt+9"},
                       {"tracing", tr("T&racing"), "Alt+0"},
                       {"sources", tr("Where &facts come from"), "Ctrl+Alt+S"},
                       {"selection", tr("S&election"), "Alt+L"}};
  for (const auto& [name, text, keys] : panels) {
    const QString id = QString::fromLatin1(name);
    const QByteArray action_name = "panel-" + id.toLatin1();
    actions_.add({action_name.constData(), panel, text, QString::fromLatin1(keys),
                  tr("Shows this panel and goes to it")},
                 [this, id] {
                   QDockWidget* panel_dock = dock(id);
                   panel_dock->show();
                   panel_dock->raise();
                   panel_dock->widget()->setFocus(Qt::ShortcutFocusReason);
                   // To its first control that Tab would come to.
                   for (QWidget* one = panel_dock->widget()->nextInFocusChain();
                        one != nullptr && panel_dock->isAncestorOf(one); one = one->nextInFocusChain()) {
                     if ((one->focusPolicy() & Qt::TabFocus) == 0 || !one->isVisible() || !one->isEnabled())
                       continue;
                     one->setFocus(Qt::ShortcutFocusReason);
                     break;
                   }
                 });
  }
  actions_.add({"panel-map", panel, tr("&Map"), "Alt+M", tr("Goes to the map")},
               [this] { map_->setFocus(Qt::ShortcutFocusReason); });

  actions_.add({"manual", help, tr("&Manual of the editor"), "F1",
                tr("Opens the page of the manual about the window"), "help"},
               [this] { show_manual("manual/editor"); });
  actions_.add(
      {"manual-errors", help, tr("&What messages mean"), "Shift+F1", tr("Opens the list of all codes")},
      [this] { show_manual("errors/README"); });
}

void MainWindow::add_tools() {
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
            tr("Selects hexes and sets units up by dragging them")},
        {"brush", Tool::brush, tr("&Brush"), "B", tr("Paints hexes as you drag")},
        {"fill", Tool::fill, tr("&Fill"), "F", tr("Paints all hexes alike that touch")},
        {"rectangle", Tool::rectangle, tr("&Rectangle"), "R", tr("Paints a block of hexes")},
        {"line", Tool::line, tr("&Line"), "L", tr("Paints a straight line of hexes")},
        {"hexside", Tool::hexside, tr("&Hexsides"), "E", tr("Paints along hexsides")},
        {"link", Tool::link, tr("R&oads"), "D", tr("Draws roads and trails from hex to hex")},
        {"label", Tool::label, tr("L&abels"), "T", tr("Writes on the map")},
        {"place", Tool::place, tr("&Places"), "P", tr("Puts named places where they are")},
        {"zone", Tool::zone, tr("&Zones and entry hexes"), "Z",
         tr("Marks hexes that the rules set apart: set-up zones, objectives, where units enter")},
        {"trace", Tool::trace, tr("&Trace a scan"), "K",
         tr("Lays the grid over a scan by clicks on hexes")}}) {
    QAction* action =
        actions_.add({one.name, tr("Tool"), one.text, QString::fromLatin1(one.keys), one.tip, one.name, true},
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
