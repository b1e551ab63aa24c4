// SPDX-License-Identifier: Apache-2.0
#include "editor/window/screenshots.h"

#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QPainter>
#include <QPixmap>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTimer>

#include "editor/window/main_window.h"
#include "editor/window/map/map_drawing.h"
#include "editor/window/map/map_tools.h"
#include "editor/window/map/map_view.h"
#include "editor/window/panels/tracing_panel.h"

namespace casebook::window {

namespace {

class Screenshots {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Screenshots)

 public:
  Screenshots(MainWindow& window, QString folder) : window_(window), folder_(std::move(folder)) {}

  QString problem;

  bool take() {
    if (!QDir().mkpath(folder_)) {
      problem = tr("%1 cannot be made").arg(folder_);
      return false;
    }
    window_.resize(1280, 800);
    window_.show();
    window_.settle();
    select_a_counter();
    desk().set_tool(Tool::brush);
    window_.statusBar()->clearMessage();  // whose folder it is belongs in no manual
    if (!keep(window_, "window")) return false;
    for (QDockWidget* dock : window_.docks())
      if (!take_panel(*dock)) return false;
    if (!take_sums() || !take_dialogs()) return false;
    Desk::Shown plain = desk().shown();
    plain.provenance.clear();
    desk().set_shown(plain);
    desk().set_tool(Tool::select);
    return keep(window_.map(), "map");
  }

 private:
  Desk& desk() { return window_.desk(); }

  bool keep(QWidget& widget, const QString& name) {
    window_.settle();
    return write(widget, name);
  }
  bool write(QWidget& widget, const QString& name) {
    const QString path = folder_ + "/" + name + ".png";
    if (widget.grab().save(path)) return true;
    problem = tr("%1 cannot be written").arg(path);
    return false;
  }

  /// Something to be seen in panels that speak of what is selected: the first counter on the map.
  void select_a_counter() {
    for (const picture::Counter& counter : desk().counters()) {
      if (counter.hex < 0) continue;
      Selection selection;
      selection.hexes = {counter.hex};
      selection.entities = {counter.kind + " " + counter.id};
      desk().set_cursor(counter.hex);
      desk().select(std::move(selection));
      return;
    }
  }

  /// At most so many hexes that lie apart, and not on one line.
  std::vector<int> some_hexes(size_t most) {
    std::vector<int> found;
    const board::HexMap* map = desk().map();
    if (map == nullptr) return found;
    const int step = std::max(1, map->hexes() / static_cast<int>(most + 1));
    for (int i = 1; i * step < map->hexes() && found.size() < most; ++i)
      found.push_back(i * step + i * i % std::min(step, 17));
    return found;
  }

  void undo_to(size_t done) {
    while (desk().document() != nullptr && desk().document()->done() > done) desk().undo();
  }

  /// What a panel speaks of is done first, and taken back when it was kept.
  bool take_panel(QDockWidget& dock) {
    dock.show();
    dock.raise();
    const QString name = dock.objectName();
    auto* list = dock.findChild<QListWidget*>();
    const bool views = name == "views" && list != nullptr && list->count() > 0;
    if (views) list->item(0)->setCheckState(Qt::Checked);
    Desk::Shown shown = desk().shown();
    shown.provenance = name == "sources" ? "*" : "";
    desk().set_shown(shown);
    desk().set_tool(name == "tracing" ? Tool::trace : Tool::brush);
    const size_t done = desk().document() == nullptr ? 0 : desk().document()->done();
    if (name == "history") do_something();
    QTemporaryDir scans;
    if (name == "tracing") trace(scans.filePath("scan.png"));
    window_.statusBar()->clearMessage();
    const bool kept = keep(window_, "window-" + name) && keep(dock, "panel-" + name);
    undo_to(done);
    if (views) list->item(0)->setCheckState(Qt::Unchecked);
    return kept;
  }

  /// Three strokes, and one of them taken back.
  void do_something() {
    if (desk().map() == nullptr) return;
    for (const int hex : some_hexes(3)) window_.map().tools().put(hex, false);
    desk().undo();
  }

  /// A scan that lies askew, and eight clicks on it, the last of which names another hex.
  void trace(const QString& file) {
    const std::vector<int> hexes = some_hexes(8);
    if (hexes.size() < 8 || window_.map().drawing() == nullptr) return;
    const QImage seen = window_.map().grab().toImage();
    QImage scan(seen.size(), QImage::Format_RGB32);
    scan.setDevicePixelRatio(seen.devicePixelRatio());
    scan.fill(QColor(236, 233, 226));
    QTransform askew;
    askew.translate(window_.map().width() / 2.0, window_.map().height() / 2.0);
    askew.rotate(2);
    askew.translate(-window_.map().width() / 2.0, -window_.map().height() / 2.0);
    {
      QPainter painter(&scan);
      painter.setRenderHint(QPainter::SmoothPixmapTransform);
      painter.setTransform(askew);
      painter.drawImage(QPointF(), seen);
    }
    scan.setDevicePixelRatio(1);
    if (!scan.save(file) || !window_.tracing().add_scan(file).isEmpty()) return;
    for (size_t i = 0; i < hexes.size(); ++i) {
      const picture::Point centre = window_.map().drawing()->geometry().centre(hexes[i]);
      const QPointF at = askew.map(window_.map().to_view(centre)) * seen.devicePixelRatio();
      const int named = i + 1 < hexes.size() ? hexes[i] : hexes[i] + 1;
      window_.tracing().add_click({at.x(), at.y()}, QString::fromStdString(desk().hex_name(named)));
    }
  }

  /// The table with its sums.
  bool take_sums() {
    QDockWidget* units = window_.dock("units");
    if (units == nullptr) return true;
    units->raise();
    auto* by = units->findChild<QComboBox*>("unitsSums");
    if (by == nullptr || by->count() < 2) return true;
    by->setCurrentIndex(1);
    emit by->activated(1);
    return keep(window_, "window-sums");
  }

  bool take_dialogs() {
    for (const auto& [action, name, picture] : {std::tuple{"new", "newProject", "new-project"},
                                                {"resize-map", "resizeMap", "resize"},
                                                {"numbering", "numbering", "numbering"},
                                                {"find-action", "actionSearch", "action-search"}})
      if (!take_question(action, name, QString("dialog-") + picture)) return false;
    const size_t done = desk().document() == nullptr ? 0 : desk().document()->done();
    do_something();  // for the versions to differ
    bool kept = true;
    for (const char* name : {"paper", "versions", "manual"}) {
      window_.actions().find(QString::fromLatin1(name))->trigger();
      window_.settle();
      auto* dialog = window_.findChild<QDialog*>(QString::fromLatin1(name));
      if (dialog == nullptr) continue;
      kept = kept && keep(*dialog, QString("dialog-") + name);
      dialog->close();
    }
    undo_to(done);
    return kept;
  }

  /// A dialog that waits for an answer: it is given none.
  bool take_question(const char* action, const QString& name, const QString& picture) {
    QAction* asks = window_.actions().find(QString::fromLatin1(action));
    if (asks == nullptr || !asks->isEnabled()) return true;
    bool kept = true;
    QTimer timer;
    timer.setInterval(10);
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || dialog->objectName() != name) return;
      timer.stop();
      kept = write(*dialog, picture);
      dialog->reject();
    });
    timer.start();
    asks->trigger();
    return kept;
  }

  MainWindow& window_;
  QString folder_;
};

}  // namespace

bool take_screenshots(MainWindow& window, const QString& folder, QString& problem) {
  Screenshots screenshots(window, folder);
  const bool taken = screenshots.take();
  problem = screenshots.problem;
  return taken;
}

}  // namespace casebook::window
