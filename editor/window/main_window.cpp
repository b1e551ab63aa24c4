// SPDX-License-Identifier: Apache-2.0
// Docks, the status line, and what happens when the desk tells of something.
#include "editor/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QMenuBar>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include "editor/window/map/map_view.h"
#include "editor/window/panels/cell_keys.h"
#include "editor/window/panels/panels.h"
#include "editor/window/panels/tracing_panel.h"
#include "editor/window/panels/units_panel.h"
#include "editor/window/shared/disk_watch.h"
#include "editor/window/shared/notice.h"
#include "editor/window/shared/rules_unread.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

MainWindow::MainWindow(const WindowOptions& options) : options_(options), actions_(this) {
  setObjectName("mainWindow");
  setWindowTitle(tr("Casebook"));
  resize(1280, 800);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  desk_.set_ruleset_folders(options_.ruleset_folders);
  if (options_.keep_settings)
    desk_.keep_journal([this](const std::string& told) {
      return ask_yes(tr("%1\n\nRecover it?").arg(QString::fromStdString(told)));
    });
  make_questions();
  auto* middle = new QWidget;
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  notice_ = new Notice(middle);
  map_ = new MapView(desk_, middle);
  column->addWidget(notice_);
  column->addWidget(map_, 1);
  setCentralWidget(middle);
  make_actions();
  make_docks();
  make_status();
  make_menus();
  map_->hovered = [this](int hex) { hovered(hex); };
  map_->menu = [this](int hex, QPoint global) { hex_menu(hex, global); };
  map_->scale_changed = [this] {
    if (scale_ != nullptr)
      scale_->setText(tr("%1 %").arg(std::lround(map_->scale() * 25.4 / map_->logicalDpiX() * 100)));
  };
  map_->tools().ask_text = [this](const std::string& title, const std::string& before) {
    return ask_line(QString::fromStdString(title), QString::fromStdString(before)).toStdString();
  };
  desk_.say = [this](const std::string& text) {
    statusBar()->showMessage(QString::fromStdString(text), 8000);
  };
  desk_.subscribe([this](unsigned topics) { told(topics); });

  check_timer_ = new QTimer(this);
  check_timer_->setSingleShot(true);
  check_timer_->setInterval(60);
  connect(check_timer_, &QTimer::timeout, this, [this] {
    if (desk_.document() == nullptr) return;
    checked_scenario_ = false;
    checks_->ask(desk_.document()->snapshot());
    ask_survey(true);
  });
  // Answers come on other threads and are handed to this one; the window outlives both threads.
  checks_ = std::make_unique<editor::ProblemRunner>([this](editor::ProblemRunner::Result result) {
    QMetaObject::invokeMethod(
        this,
        [this, result = std::move(result)] {
          if (desk_.document() == nullptr || result.revision != desk_.document()->revision()) return;
          checked_scenario_ = result.looked == editor::Looked::scenario;
          checked_revision_ = result.revision;
          desk_.set_problems(result.problems);
        },
        Qt::QueuedConnection);
  });
  survey_ = std::make_unique<Survey>([this](Survey::Answer answer) {
    QMetaObject::invokeMethod(
        this,
        [this, answer = std::move(answer)] {
          if (desk_.document() == nullptr) return;
          if (answer.bound != desk_.bound()) desk_.set_bound(answer.bound);
          desk_.set_views(answer.views);
        },
        Qt::QueuedConnection);
  });
  make_disk_watch();
  usual_layout();
  layout()->activate();
  resize(1280, 800);
  restore_session();
  update_actions();
}

MainWindow::~MainWindow() {
  checks_.reset();
  survey_.reset();
  // Panels, and dialogs with panels in them, go before the desk they listen to.
  qDeleteAll(findChildren<QDialog*>(QString(), Qt::FindDirectChildrenOnly));
  tracing_.reset();
  for (QDockWidget* dock : docks_) delete dock;
  docks_.clear();
  delete takeCentralWidget();
}

QDockWidget* MainWindow::add_dock(const char* name, const QString& title, QWidget* panel,
                                  Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(QString::fromLatin1(name));
  dock->setAccessibleName(title);
  dock->setWidget(panel);
  // Coming to the front of its tabs is no event of showing.
  if (auto* reading = dynamic_cast<Panel*>(panel))
    connect(dock, &QDockWidget::visibilityChanged, reading, [reading](bool seen) {
      if (seen) reading->refresh_now();
    });
  panel->setAccessibleName(title);
  // Never side by side, not even for a moment: the window would have to be as wide as all of them.
  QDockWidget* beside = nullptr;
  for (QDockWidget* one : docks_)
    if (dockWidgetArea(one) == area) beside = one;
  if (beside == nullptr)
    addDockWidget(area, dock);
  else
    tabifyDockWidget(beside, dock);
  docks_.push_back(dock);
  return dock;
}

QDockWidget* MainWindow::dock(const QString& name) const {
  for (QDockWidget* one : docks_)
    if (one->objectName() == name) return one;
  return nullptr;
}

void MainWindow::make_docks() {
  add_dock("tools", tr("Tools"), make_tool_panel(desk_, actions_, this), Qt::LeftDockWidgetArea);
  add_dock("inspector", tr("Inspector"), make_inspector(desk_, this), Qt::RightDockWidgetArea);
  add_dock("selection", tr("Selection"),
           make_selection_list(
               desk_, [this](int hex) { map_->centre_on(hex); }, this),
           Qt::RightDockWidgetArea);
  add_dock("views", tr("Views"),
           make_views_panel(
               desk_,
               [this](const std::vector<std::string>& calls, const std::string& moment) {
                 calls_ = calls;
                 moment_ = moment;
                 ask_survey(false);
               },
               this),
           Qt::RightDockWidgetArea);
  add_dock("switches", tr("Switches"), make_switches_panel(desk_, this), Qt::RightDockWidgetArea);
  add_dock("problems", tr("Problems"),
           make_problems_panel(
               desk_, [this](const editor::Problem& p) { jump(p); },
               [this](const editor::Problem& p) { explain(p); }, this),
           Qt::BottomDockWidgetArea);
  add_dock("history", tr("History"), make_history_panel(desk_, this), Qt::BottomDockWidgetArea);
  units_ = new UnitsPanel(desk_, this);
  add_dock("units", tr("Order of battle"), units_, Qt::BottomDockWidgetArea);
  add_dock("turns", tr("Turns and reinforcements"), make_turns_panel(desk_, this), Qt::BottomDockWidgetArea);
  add_dock("counters", tr("Counters"), make_counters_panel(desk_, this), Qt::BottomDockWidgetArea);
  tracing_ = std::make_unique<Tracing>(desk_, *map_);
  tracing_->ask_line = [this](const QString& title, const QString& before) {
    return ask_line(title, before);
  };
  add_dock("tracing", tr("Tracing"), tracing_->panel(), Qt::LeftDockWidgetArea);
  add_dock("sources", tr("Sources"), make_sources_panel(desk_, this), Qt::LeftDockWidgetArea);
  keep_letters_for_cells(*this);
}

void MainWindow::fit(QSize room) {
  const QSize least = minimumSizeHint();
  if (least.width() <= room.width() && least.height() <= room.height()) return;
  for (QDockWidget* dock : docks_) {
    if (qobject_cast<QScrollArea*>(dock->widget()) != nullptr) continue;
    auto* area = new QScrollArea;
    area->setObjectName(dock->objectName() + "Area");
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(dock->widget());
    dock->setWidget(area);
  }
}

void MainWindow::usual_layout() {
  for (QDockWidget* one : docks_) {
    one->setFloating(false);
    one->show();
  }
  addDockWidget(Qt::LeftDockWidgetArea, dock("tools"));
  for (const char* name : {"tracing", "sources"})
    tabifyDockWidget(dock("tools"), dock(QString::fromLatin1(name)));
  for (const char* name : {"inspector", "views", "switches"}) {
    if (QString::fromLatin1(name) == "inspector")
      addDockWidget(Qt::RightDockWidgetArea, dock("inspector"));
    else
      tabifyDockWidget(dock("inspector"), dock(QString::fromLatin1(name)));
  }
  for (const char* name : {"problems", "history", "units", "turns", "counters", "selection"}) {
    if (QString::fromLatin1(name) == "problems")
      addDockWidget(Qt::BottomDockWidgetArea, dock("problems"));
    else
      tabifyDockWidget(dock("problems"), dock(QString::fromLatin1(name)));
  }
  dock("tools")->raise();
  dock("inspector")->raise();
  dock("problems")->raise();
  for (QTabBar* tabs : findChildren<QTabBar*>()) tabs->setElideMode(Qt::ElideNone);
  const int letter = fontMetrics().averageCharWidth();
  resizeDocks({dock("tools"), dock("inspector")}, {letter * 32, letter * 46}, Qt::Horizontal);
  resizeDocks({dock("problems")}, {fontMetrics().height() * 15}, Qt::Vertical);
}

void MainWindow::make_status() {
  where_ = new QLabel;
  where_->setAccessibleName(tr("Under the pointer"));
  where_->setTextInteractionFlags(Qt::NoTextInteraction);
  where_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  state_ = new QLabel;
  state_->setAccessibleName(tr("State of rules and checks"));
  scale_ = new QLabel;
  scale_->setAccessibleName(tr("Scale of the map"));
  statusBar()->addWidget(where_, 1);
  statusBar()->addPermanentWidget(state_);
  statusBar()->addPermanentWidget(scale_);
}

void MainWindow::told(unsigned topics) {
  if (has(topics, Topic::project)) {
    calls_.clear();
    moment_.clear();
    fill_scenarios();
    check_timer_->start(150);  // the map is seen first
  }
  if (has(topics, Topic::content) || has(topics, Topic::rules)) check_timer_->start(60);
  if (has(topics, Topic::shown))
    actions_.find("show-provenance")->setChecked(!desk_.shown().provenance.empty());
  if (has(topics, Topic::history) || has(topics, Topic::project) || has(topics, Topic::files)) update_title();
  if (has(topics, Topic::selection) || has(topics, Topic::history) || has(topics, Topic::tool) ||
      has(topics, Topic::project))
    update_actions();
  if (has(topics, Topic::problems) || has(topics, Topic::project) || has(topics, Topic::rules)) {
    QString text;
    if (const editor::Document* document = desk_.document()) {
      const editor::Ruleset& rules = document->ruleset();
      text = rules.edition_folder.empty() ? tr("no rules") : QString::fromStdString(rules.id);
      if (!rules.good && rules.program)
        text += tr(" (errors: last good rules in force)");
      else if (rules_unread(document))
        text += ": " + rules_unread_words();
      else if (!rules.program)
        text += tr(" (no rules in force)");
      size_t wrong = 0;
      for (const editor::Problem& problem : desk_.problems())
        wrong += problem.severity != Severity::note ? 1 : 0;
      text += "   " + (wrong == 0 ? tr("no problems")
                                  : counted(static_cast<qsizetype>(wrong), tr("problem"), tr("problems")));
    }
    state_->setText(text);
  }
}

void MainWindow::update_title() {
  const editor::Document* document = desk_.document();
  if (document == nullptr) {
    setWindowTitle(tr("Casebook"));
    setWindowModified(false);
    return;
  }
  QString name = QFileInfo(QString::fromStdString(document->folder())).fileName();
  if (document->scenario() >= 0)
    name += "/" + QString::fromStdString(document->part(document->scenario()).path);
  setWindowTitle(name + "[*] - " + tr("Casebook"));
  setWindowModified(document->modified());
}

void MainWindow::ask_survey(bool document) {
  if (desk_.document() == nullptr) return;
  Survey::Question question;
  if (document || !desk_.bound()) question.snapshot = desk_.document()->snapshot();
  question.style = desk_.style();
  question.calls = calls_;
  question.moment = moment_;
  survey_->ask(std::move(question));
}

void MainWindow::settle() {
  QElapsedTimer clock;
  clock.start();
  do {
    QApplication::processEvents(QEventLoop::AllEvents, 20);
  } while (clock.elapsed() < 20000 &&
           (check_timer_->isActive() || checks_->busy() || survey_->busy() || disk_->busy()));
  for (int i = 0; i < 3; ++i) QApplication::processEvents();
  map_->settle();
}

void MainWindow::use(Theme theme) {
  theme_ = theme;
  if (auto* application = qobject_cast<QApplication*>(QCoreApplication::instance()))
    use_theme(*application, theme);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!may_close()) {
    event->ignore();
    return;
  }
  store_session();
  event->accept();
}

}  // namespace casebook::window
