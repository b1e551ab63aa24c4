// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/map_scans.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <cmath>

#include "editor/window/map/map_view.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

using editor::Scan;
using editor::ScanClick;
using tracing::Click;
using tracing::Model;
using tracing::Pixel;

namespace {

struct MapScansTexts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Tracing)
};

}  // namespace

Model model_of(const Scan& scan) {
  return scan.model == fit_models[1]   ? Model::perspective
         : scan.model == fit_models[2] ? Model::bent
                                       : Model::straight;
}

void MapScans::read() {
  scans_.clear();
  indexes_.clear();
  if (desk_.document() != nullptr) {
    const auto all = editor::scans(*desk_.document());
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].map != desk_.map_file()) continue;
      scans_.push_back(all[i]);
      indexes_.push_back(static_cast<int>(i));
    }
  }
}

bool MapScans::changed() const {
  bool ours = false;
  for (const editor::Change& change : desk_.changes()) {
    const editor::Part& part = desk_.document()->part(change.part);
    ours = ours || part.format == editor::tracing_format || change.whole || change.files;
  }
  return ours;
}

QString MapScans::file_of(const Scan& scan) const {
  const QString path = words(scan.path);
  if (QDir::isAbsolutePath(path) || desk_.document() == nullptr) return path;
  return QDir(words(desk_.document()->folder())).filePath(path);
}
const ScanPicture& MapScans::picture(const Scan& scan) {
  auto& known = pictures_[scan.path];
  if (!known) {
    QApplication::setOverrideCursor(Qt::WaitCursor);
    known = std::make_shared<ScanPicture>(read_scan_picture(file_of(scan)));
    QApplication::restoreOverrideCursor();
  }
  return *known;
}

QString MapScans::take(const QString& path, Scan& scan) {
  const QDir folder(words(desk_.document()->folder()));
  const QString below = folder.relativeFilePath(QFileInfo(path).absoluteFilePath());
  scan.path = (below.startsWith("..") ? QFileInfo(path).absoluteFilePath() : below).toStdString();
  scan.map = desk_.map_file();
  scan.opacity = 60;
  pictures_.erase(scan.path);  // it may be another picture by now
  if (const QString problem = picture(scan).problem; !problem.isEmpty()) {
    pictures_.erase(scan.path);
    return problem;
  }
  return {};
}

picture::Point MapScans::centre(int hex) const {
  return map_.drawing()->geometry().centre(hex);
}
QString MapScans::no_hex(const QString& hex) const {
  const std::string nearest =
      desk_.map() == nullptr ? std::string() : desk_.map()->nearest_hex(hex.toStdString(), desk_.numbering());
  return MapScansTexts::tr("There is no hex %1%2")
      .arg(hex,
           nearest.empty() ? QString() : MapScansTexts::tr("; the nearest number is %1").arg(words(nearest)));
}

std::vector<Click> MapScans::clicks(const Scan& scan, std::vector<size_t>* rows) const {
  std::vector<Click> found;
  if (map_.drawing() == nullptr) return found;
  for (size_t i = 0; i < scan.clicks.size(); ++i) {
    const ScanClick& one = scan.clicks[i];
    const int hex = desk_.map()->find_hex(one.hex);
    if (hex < 0) continue;
    found.push_back(
        {centre(hex), {one.x / double{clicks_unit}, one.y / double{clicks_unit}}, desk_.hex_name(hex)});
    if (rows != nullptr) rows->push_back(i);
  }
  return found;
}
tracing::Mapping MapScans::mapping(const Scan& scan, const tracing::CalibrationAnswer& answer) {
  if (answer.calibration) return answer.calibration->mapping;
  const ScanPicture& image = this->picture(scan);
  if (!image.there() || map_.drawing() == nullptr) return {};
  // As wide as the map, until clicks say better.
  const double scale = image.size.width() / std::max(1.0, map_.drawing()->width());
  return tracing::Mapping(Model::straight, {{0, 0}, 1, {0, 0}, 1}, {0, scale, 0, 0, 0, scale, 0, 0});
}

QString MapScans::how_well(const tracing::CalibrationAnswer& answer, const std::vector<Click>& clicks) const {
  if (!answer.calibration) return sentence(answer.problem);
  const tracing::Calibration& fitted = *answer.calibration;
  QString told = MapScansTexts::tr("%1 fit: %2.")
                     .arg(spoken(std::string(tracing::model_name(fitted.mapping.model()))),
                          words(tracing::mapping_text(fitted.mapping)));
  if (fitted.spare > 0)
    told += "\n" + MapScansTexts::tr("Error: median %1 pixels, worst %2 pixels.")
                       .arg(fitted.median, 0, 'f', 2)
                       .arg(fitted.worst, 0, 'f', 2);
  if (fitted.wrong) {
    const int meant = map_.drawing()->hex_at(fitted.wrong->lies_at);
    told += "\n" + MapScansTexts::tr("By the other clicks, %1 was clicked where %2 lies.")
                       .arg(words(clicks[fitted.wrong->click].hex),
                            meant < 0 ? MapScansTexts::tr("no hex") : words(desk_.hex_name(meant)));
  }
  for (const std::string& warning : fitted.warnings) told += "\n" + sentence(warning);
  return told;
}

void MapScans::show(int chosen_scan, const tracing::CalibrationAnswer& answer,
                    const std::vector<Click>& clicks) {
  std::vector<ScanShown> shown;
  std::vector<MapView::Cross> crosses;
  for (size_t i = 0; map_.drawing() != nullptr && i < scans_.size(); ++i) {
    const Scan& scan = scans_[i];
    if (!scan.shown || !picture(scan).there()) continue;
    const bool chosen = static_cast<int>(i) == chosen_scan;
    const tracing::Mapping where =
        mapping(scan, chosen ? answer : tracing::calibrate(this->clicks(scan), model_of(scan)));
    ScanShown one;
    one.picture = pictures_[scan.path];
    one.opacity = scan.opacity / 100.0;
    one.straight = where.model() != Model::bent;
    one.pixel = [where](QPointF at) {
      const Pixel pixel = where.pixel({at.x(), at.y()});
      return QPointF(pixel.x, pixel.y);
    };
    shown.push_back(std::move(one));
    if (!chosen) continue;
    for (size_t click = 0; click < clicks.size(); ++click) {
      const auto at = where.point(clicks[click].at);
      if (!at) continue;
      const auto& fitted = answer.calibration;
      const bool wrong = fitted && fitted->wrong && fitted->wrong->click == click;
      QString text = words(clicks[click].hex);
      if (fitted && fitted->spare > 0)
        text += MapScansTexts::tr("  %1 px").arg(fitted->misses[click], 0, 'f', 1);
      crosses.push_back(
          {QPointF(at->x, at->y), wrong ? text + "  " + MapScansTexts::tr("wrong?") : text, wrong});
    }
  }
  map_.set_scans(std::move(shown));
  map_.set_crosses(std::move(crosses));
}

}  // namespace casebook::window
