// SPDX-License-Identifier: Apache-2.0
#pragma once

// The main window: one project, the map in the middle, and panels around it that can be moved, closed and
// brought back. Its state goes to the user's configuration; only its own files go to the project.

#include <QCoreApplication>
#include <QMainWindow>
#include <memory>

#include "editor/window/shared/actions.h"
#include "editor/window/shared/desk.h"
#include "editor/window/shared/survey.h"
#include "editor/window/shared/theme.h"

class QDockWidget;
class QLabel;
class QMenu;
class QTimer;

namespace casebook::window {

class DiskWatch;
class MapView;
class Notice;
class Tracing;
class UnitsPanel;

struct WindowOptions {
  std::vector<std::string> ruleset_folders;
  bool keep_settings = true;  // false: reads and writes no configuration (tests, pictures)
};

class MainWindow : public QMainWindow {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::MainWindow)

 public:
  explicit MainWindow(const WindowOptions& options);
  ~MainWindow() override;

  /// False, and says why in a dialog and in `told`, when it cannot be opened; what was open stays.
  bool open(const QString& path, QString* told = nullptr);
  Desk& desk() { return desk_; }
  MapView& map() { return *map_; }
  Actions& actions() { return actions_; }
  Tracing& tracing() { return *tracing_; }
  const std::vector<QDockWidget*>& docks() const { return docks_; }
  QDockWidget* dock(const QString& name) const;
  /// Waits for checks and survey, and paints everything: for tests and pictures.
  void settle();
  /// As it comes for the first time.
  void usual_layout();
  /// Where panels want more than there is room for, as with large letters on a small screen, they are
  /// scrolled.
  void fit(QSize room);
  void use(Theme theme);
  /// What was open when the window was closed last; false: nothing was, or it is gone.
  bool open_last();
  /// Questions; each waits until it is answered. Tests put their own in their place.
  std::function<QString(const QString& title, const QString& before)> ask_line;
  std::function<bool(const QString& question)> ask_yes;
  /// Asks before something is lost that cannot be undone. Enter means no; `yes` is the text of the button
  /// that does it.
  std::function<bool(const QString& question, const QString& yes)> ask_to_lose;
  /// Save, Discard or Cancel.
  std::function<int(const QString& question)> ask_save;
  /// A file to be written, or one that is there; empty: given up.
  std::function<QString(const QString& title, const QString& before, bool to_write)> ask_file;
  std::function<void(const QString& text)> warn;

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  // main_window.cpp
  void make_docks();
  void make_status();
  QDockWidget* add_dock(const char* name, const QString& title, QWidget* panel, Qt::DockWidgetArea area);
  void told(unsigned topics);
  void update_title();
  void update_actions();
  // main_window_actions.cpp
  void make_actions();
  void add_file_actions(const QString& menu);
  void add_edit_actions(const QString& menu);
  void add_view_actions(const QString& menu);
  void add_shown_actions(const QString& menu);
  void add_tools(const QString& menu);
  void add_panel_actions(const QString& menu);
  void add_help_actions(const QString& menu);
  void make_menus();
  void reload_rules();
  void select_all_hexes();
  void select_connected_terrain();
  void show_next_numbering();
  void go_to_panel(const QString& name);
  // main_window_files.cpp
  bool may_close();
  bool save();
  void choose_and_open();
  void new_project();
  void remember(const QString& path);
  void fill_recent();
  void fill_scenarios();
  void restore_session();
  void store_session();
  void show_manual(const QString& page);
  // main_window_out.cpp
  void make_questions();
  void make_disk_watch();
  void add_out_actions(const QString& menu);
  void write_table();
  void read_table();
  void others_changed(const std::vector<std::string>& files);
  void read_again(const std::vector<std::string>& files);
  // main_window_map.cpp
  void hovered(int hex);
  void hex_menu(int hex, QPoint global);
  void jump(const editor::Problem& problem);
  void explain(const editor::Problem& problem);
  void go_to_hex();
  void resize_map();
  void edit_numbering();
  void ask_survey(bool document);

  WindowOptions options_;
  Desk desk_;
  Actions actions_;
  MapView* map_ = nullptr;
  Notice* notice_ = nullptr;
  DiskWatch* disk_ = nullptr;
  UnitsPanel* units_ = nullptr;
  std::vector<QDockWidget*> docks_;
  QMenu *recent_ = nullptr, *scenarios_ = nullptr;
  QLabel *where_ = nullptr, *state_ = nullptr, *scale_ = nullptr;
  QTimer* check_timer_ = nullptr;
  std::unique_ptr<editor::ProblemRunner> checks_;
  std::unique_ptr<Survey> survey_;
  std::vector<std::string> calls_;
  std::string moment_;  // at which views are asked
  std::unique_ptr<Tracing> tracing_;
  uint64_t checked_revision_ = 0;
  bool checked_scenario_ = true;
  Theme theme_ = Theme::system;
};

/// The file of a manual page (`editor`, `errors/D0115`), installed or in the source tree; empty: there is
/// none.
QString manual_file(const QString& page);

}  // namespace casebook::window
