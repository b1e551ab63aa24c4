// SPDX-License-Identifier: Apache-2.0
// Paper, tables, versions; what others do to the files; and how the window asks.
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>

#include "editor/window/dialogs/paper_dialog.h"
#include "editor/window/dialogs/versions_dialog.h"
#include "editor/window/main_window.h"
#include "editor/window/panels/units_panel.h"
#include "editor/window/shared/disk_watch.h"
#include "editor/window/shared/notice.h"
#include "editor/window/shared/words.h"
#include "engine/base/limits.h"
#include "engine/platform/files.h"

namespace casebook::window {

void MainWindow::make_questions() {
  ask_line = [this](const QString& title, const QString& before) {
    bool given = false;
    const QString text =
        QInputDialog::getText(this, tr("Casebook"), title, QLineEdit::Normal, before, &given);
    return given ? text : QString();
  };
  ask_yes = [this](const QString& question) {
    return QMessageBox::question(this, tr("Casebook"), question) == QMessageBox::Yes;
  };
  ask_to_lose = [this](const QString& question, const QString& yes) {
    QMessageBox box(QMessageBox::Warning, tr("Casebook"), question, QMessageBox::Cancel, this);
    const QAbstractButton* const does = box.addButton(yes, QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == does;
  };
  ask_save = [this](const QString& question) -> int {
    return QMessageBox::question(this, tr("Casebook"), question,
                                 QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel,
                                 QMessageBox::Save);
  };
  ask_file = [this](const QString& title, const QString& before, bool to_write) {
    return to_write ? QFileDialog::getSaveFileName(this, title, before)
                    : QFileDialog::getOpenFileName(this, title, before);
  };
  warn = [this](const QString& text) {
    // Before it is seen, a window has nobody to tell but the status line.
    if (isVisible() && options_.keep_settings) QMessageBox::warning(this, tr("Casebook"), text);
  };
  desk_.may_remove = [this](const std::vector<Needed>& needed) {
    constexpr size_t most = 8;
    QStringList lines;
    size_t more = 0;
    for (const Needed& one : needed) {
      for (const editor::Reference& by : one.by) {
        if (static_cast<size_t>(lines.size()) == most) {
          ++more;
          continue;
        }
        QString where = words(by.file);
        if (by.line > 0) where += ":" + QString::number(by.line);
        if (!by.case_label.empty()) where += " [" + words(by.case_label) + "]";
        lines << tr("%1: %2 (%3)").arg(words(one.thing), words(by.text), where);
      }
    }
    if (more > 0) lines << tr("and %1 more").arg(more);
    return ask_yes(
        tr("The project still uses it elsewhere:\n\n%1\n\nRemove it all the same?").arg(lines.join("\n")));
  };
}

void MainWindow::add_out_actions(const QString& menu) {
  actions_.add(
      {{{"paper", menu, tr("&Print or export..."), "Ctrl+P",
         tr("Exports the map, counters or charts as %1, at true scale").arg(PaperDialog::formats_text()),
         "print"},
        [this] {
          if (desk_.document() == nullptr) return;
          auto* dialog = new PaperDialog(desk_, this);
          dialog->open();
        }},
       {{"table-out", menu, tr("&Export units..."), "Ctrl+Shift+E",
         tr("Writes the order of battle as CSV, for a spreadsheet")},
        [this] { write_table(); }},
       {{"table-in", menu, tr("&Import units..."), "Ctrl+Shift+I",
         tr("Reads units from a CSV file: changes the units whose id is known and adds the others")},
        [this] { read_table(); }},
       {{"versions", menu, tr("&Compare versions..."), "Ctrl+D",
         tr("Shows how this scenario differs from its saved version or from another scenario")},
        [this] {
          if (desk_.document() == nullptr) return;
          show_versions(
              desk_,
              [this] {
                return ask_file(tr("Scenario file to compare with"), words(desk_.document()->folder()),
                                false);
              },
              this);
        }}});
}

void MainWindow::write_table() {
  if (desk_.document() == nullptr) return;
  const QString path = ask_file(tr("Export units"),
                                words(desk_.document()->folder() + "/../" + units_->kind() + ".csv"), true);
  if (path.isEmpty()) return;
  platform::FileError error;
  if (platform::replace_file(path.toStdString(), units_->csv(), error))
    statusBar()->showMessage(tr("Exported: %1").arg(path), 8000);
  else
    warn(tr("Nothing was exported: %1 %2").arg(path, words(error.reason)));
}

void MainWindow::read_table() {
  if (desk_.document() == nullptr) return;
  const QString path = ask_file(tr("Import units"), words(desk_.document()->folder()), false);
  if (path.isEmpty()) return;
  platform::FileError error;
  const auto text = platform::read_file(path.toStdString(), limits::source_bytes, error);
  if (!text) return warn(tr("%1 %2").arg(path, words(error.reason)));
  dock("units")->show();
  dock("units")->raise();
  units_->take_table(*text);
}

void MainWindow::make_disk_watch() {
  disk_ = new DiskWatch(desk_, this);
  disk_->files_changed = [this](const std::vector<std::string>& files) { others_changed(files); };
  disk_->rules_changed = [this] {
    reload_rules();
    statusBar()->showMessage(
        desk_.document()->ruleset().good
            ? tr("The rules files changed and were reloaded")
            : tr("The rules files changed and have errors: the last good rules stay in force"),
        8000);
  };
}

void MainWindow::others_changed(const std::vector<std::string>& files) {
  if (files.empty()) return notice_->hide();
  QStringList names;
  for (const std::string& one : files) names << words(one);
  const bool modified = desk_.document()->modified();
  notice_->show_text(
      modified ? tr("%1 changed outside this window. Your unsaved changes stay; saving asks before it "
                    "overwrites.")
                     .arg(names.join(", "))
               : tr("%1 changed outside this window.").arg(names.join(", ")),
      modified ? tr("Discard my changes and reload") : tr("Reload"), [this, files] { read_again(files); });
}

void MainWindow::read_again(const std::vector<std::string>& files) {
  editor::Document& document = *desk_.document();
  // Nothing is given up for files that cannot be read.
  for (const std::string& file : files) {
    const editor::Done good = document.can_reload(file);
    if (good) continue;
    warn(words(good.why));
    return others_changed(files);
  }
  if (document.modified()) {
    if (!ask_to_lose(tr("Reloading the files discards your unsaved changes."), tr("Discard my changes")))
      return others_changed(files);
    // To what was saved last, wherever in the history that is.
    const size_t now = document.done();
    while (document.modified() && document.undo()) {
    }
    while (document.modified() && document.redo()) {
    }
    if (document.modified()) {
      document.go_to(now);
      warn(tr("The saved state cannot be restored from the history. Save your changes first."));
      return others_changed(files);
    }
  }
  for (const std::string& file : files) {
    const editor::Done done = document.reload(file);
    if (!done) warn(words(done.why));
  }
  disk_->follow();
  others_changed(document.changed_on_disk());
  desk_.rechosen();
}

}  // namespace casebook::window
