// SPDX-License-Identifier: Apache-2.0
// Opening, saving, what is kept for the next time, the manual.
#include <QActionGroup>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "editor/window/dialogs/new_project.h"
#include "editor/window/main_window.h"
#include "editor/window/map/map_view.h"
#include "editor/window/shared/disk_watch.h"
#include "editor/window/shared/notice.h"
#include "editor/window/shared/words.h"
#include "engine/base/build_info.h"
#include "engine/platform/folders.h"

namespace casebook::window {

namespace {

constexpr int most_recent = 10;

std::unique_ptr<QSettings> settings() {
  // $XDG_CONFIG_HOME/casebook/editor.ini: never in a project.
  return std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, "casebook", "editor");
}

/// A page whose pictures are never wider than itself.
class ManualPage : public QTextBrowser {
 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    const QVariant found = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) return found;
    QImage image = found.value<QImage>();
    if (image.isNull()) image.loadFromData(found.toByteArray());
    const int room = viewport()->width() - 2 * static_cast<int>(document()->documentMargin()) - 20;
    return image.isNull() || image.width() <= room ? found
                                                   : image.scaledToWidth(room, Qt::SmoothTransformation);
  }
};

}  // namespace

bool MainWindow::open(const QString& path, QString* told) {
  std::string problem;
  const QString absolute = QFileInfo(path).absoluteFilePath();
  statusBar()->clearMessage();
  if (!desk_.open(absolute.toStdString(), problem)) {
    statusBar()->showMessage(QString::fromStdString(problem), 15000);
    if (told != nullptr) *told = QString::fromStdString(problem);
    warn(tr("%1 cannot be opened:\n%2").arg(path, QString::fromStdString(problem)));
    return false;
  }
  notice_->hide();
  disk_->follow();
  remember(absolute);
  if (statusBar()->currentMessage().isEmpty()) statusBar()->showMessage(tr("Opened %1").arg(absolute), 5000);
  if (!desk_.told_at_opening().empty()) warn(QString::fromStdString(desk_.told_at_opening()));
  return true;
}

void MainWindow::choose_and_open() {
  if (!may_close()) return;
  const QString folder = QFileDialog::getExistingDirectory(
      this, tr("Open a project"),
      desk_.document() == nullptr ? QDir::homePath() : QString::fromStdString(desk_.document()->folder()));
  if (!folder.isEmpty()) open(folder);
}

void MainWindow::new_project() {
  if (!may_close()) return;
  const QString path = ask_for_new_project(
      this, desk_.ruleset_folders(),
      desk_.document() == nullptr ? std::string() : desk_.document()->ruleset().edition_folder);
  if (!path.isEmpty()) open(path);
}

bool MainWindow::save() {
  if (desk_.document() == nullptr) return true;
  editor::Document::Saved saved = desk_.document()->save();
  if (!saved.saved && !saved.changed_by_others.empty()) {
    QStringList names;
    for (const std::string& one : saved.changed_by_others) names << QString::fromStdString(one);
    if (!ask_to_lose(
            tr("These files were changed outside this window:\n%1\n\nSaving overwrites those changes.")
                .arg(names.join("\n")),
            tr("Overwrite")))
      return false;
    saved = desk_.document()->save(true);
  }
  disk_->follow();
  desk_.tell(Topic::files);
  if (!saved.saved) {
    warn(tr("Not everything was saved: %1\n\nNothing is lost: your changes are still open here.")
             .arg(QString::fromStdString(saved.why)));
    return false;
  }
  statusBar()->showMessage(
      saved.written.empty()
          ? tr("No changes to save")
          : tr("Saved %1")
                .arg(counted(static_cast<qsizetype>(saved.written.size()), tr("file"), tr("files"))),
      5000);
  return true;
}

bool MainWindow::may_close() {
  if (desk_.document() == nullptr || !desk_.document()->modified() || !options_.keep_settings) return true;
  const int answer = ask_save(tr("Save the changes?"));
  if (answer == QMessageBox::Cancel) return false;
  return answer == QMessageBox::Discard || save();
}

void MainWindow::remember(const QString& path) {
  if (!options_.keep_settings) return;
  const auto store = settings();
  QStringList recent = store->value("recent").toStringList();
  recent.removeAll(path);
  recent.prepend(path);
  while (recent.size() > most_recent) recent.removeLast();
  store->setValue("recent", recent);
  fill_recent();
}

void MainWindow::fill_recent() {
  if (recent_ == nullptr) return;
  recent_->clear();
  const QStringList recent =
      options_.keep_settings ? settings()->value("recent").toStringList() : QStringList();
  for (const QString& path : recent)
    recent_->addAction(path, this, [this, path] {
      if (may_close()) open(path);
    });
  recent_->setEnabled(!recent.isEmpty());
}

void MainWindow::fill_scenarios() {
  if (scenarios_ == nullptr) return;
  scenarios_->clear();
  auto* group = new QActionGroup(scenarios_);
  for (const int part : desk_.document()->scenarios()) {
    const editor::Part& file = desk_.document()->part(part);
    const auto* scenario = file.as<board::ScenarioFile>();
    QString text = QString::fromStdString(file.path);
    if (scenario != nullptr && !scenario->title.empty())
      text += " - " + QString::fromStdString(scenario->title);
    QAction* action = scenarios_->addAction(text, this, [this, part] {
      desk_.document()->choose_scenario(part);
      desk_.set_problems({});
      desk_.rechosen();
    });
    action->setCheckable(true);
    action->setChecked(part == desk_.document()->scenario());
    group->addAction(action);
  }
  scenarios_->setEnabled(!scenarios_->isEmpty());
}

void MainWindow::restore_session() {
  if (!options_.keep_settings) return;
  const auto store = settings();
  theme_ = static_cast<Theme>(std::clamp(store->value("theme", 0).toInt(), 0, 2));
  use(theme_);
  if (store->contains("geometry")) restoreGeometry(store->value("geometry").toByteArray());
  if (store->contains("layout")) restoreState(store->value("layout").toByteArray());
}

bool MainWindow::open_last() {
  if (!options_.keep_settings) return false;
  const auto store = settings();
  const QString project = store->value("project").toString();
  return !project.isEmpty() && QFileInfo::exists(project) && open(project);
}

void MainWindow::store_session() {
  if (!options_.keep_settings) return;
  const auto store = settings();
  store->setValue("geometry", saveGeometry());
  store->setValue("layout", saveState());
  store->setValue("theme", static_cast<int>(theme_));
  // The scenario file, so that it is this scenario that comes again.
  QString project;
  if (const editor::Document* document = desk_.document()) {
    project = QString::fromStdString(document->folder());
    if (document->scenario() >= 0)
      project += "/" + QString::fromStdString(document->part(document->scenario()).path);
  }
  store->setValue("project", project);
}

QString manual_file(const QString& page) {
  const QString installed = QString::fromStdString(platform::program_folder()) + "/../share/casebook/docs/";
  const QString source = QString::fromStdString(platform::tree_of_program(source_tree())) + "/docs/";
  for (const QString& folder : {installed, source}) {
    const QFileInfo file(folder + page + ".md");
    if (file.isFile()) return file.absoluteFilePath();
  }
  return {};
}

void MainWindow::show_manual(const QString& page) {
  const QString path = manual_file(page);
  if (path.isEmpty()) {
    statusBar()->showMessage(tr("The manual is not installed: page %1 is missing").arg(page), 8000);
    return;
  }
  auto* window = new QDialog(this);
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->setObjectName("manual");
  window->setWindowTitle(tr("Manual"));
  window->resize(900, 700);
  auto* layout = new QVBoxLayout(window);
  auto* browser = new ManualPage;
  browser->setAccessibleName(tr("Manual page"));
  browser->setOpenExternalLinks(false);
  browser->setSearchPaths({QFileInfo(path).absolutePath()});
  auto* back = new QPushButton(tr("&Back"));
  back->setEnabled(false);
  back->setToolTip(tr("Goes to the previous page"));
  connect(back, &QPushButton::clicked, browser, &QTextBrowser::backward);
  connect(browser, &QTextBrowser::backwardAvailable, back, &QPushButton::setEnabled);
  auto* foot = new QHBoxLayout;
  foot->addWidget(back);
  foot->addStretch(1);
  layout->addWidget(browser);
  layout->addLayout(foot);
  layout->activate();
  browser->setSource(QUrl::fromLocalFile(path), QTextDocument::MarkdownResource);
  window->show();
}

}  // namespace casebook::window
