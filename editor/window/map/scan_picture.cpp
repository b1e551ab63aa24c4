// SPDX-License-Identifier: Apache-2.0
#include "editor/window/map/scan_picture.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImageReader>
#include <cmath>

namespace casebook::window {

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Tracing)
};

}  // namespace

size_t ScanPicture::level_for(double pixels) const {
  size_t level = 0;
  while (level + 1 < levels.size() && scale_of(level + 1) <= pixels) ++level;
  return level;
}

ScanPicture read_scan_picture(const QString& path) {
  ScanPicture picture;
  const QFileInfo file(path);
  const QString name = file.fileName();
  if (!file.exists()) {
    picture.problem = Texts::tr("There is no file %1").arg(path);
    return picture;
  }
  QImageReader reader(path);
  reader.setAutoTransform(true);
  reader.setDecideFormatFromContent(true);
  if (!reader.canRead()) {
    picture.problem = Texts::tr("%1 is not a picture that can be read: %2").arg(name, reader.errorString());
    return picture;
  }
  const QSize size = reader.size();
  const double pixels = static_cast<double>(size.width()) * size.height();
  if (!size.isValid() || pixels < 1) {
    picture.problem = Texts::tr("%1 does not say how large it is").arg(name);
    return picture;
  }
  if (pixels > most_scan_pixels) {
    picture.problem =
        Texts::tr("%1 has %2 million pixels; at most %3 million can be read. Make it smaller first")
            .arg(name)
            .arg(std::lround(pixels / 1e6))
            .arg(std::lround(most_scan_pixels / 1e6));
    return picture;
  }
  while (pixels / (picture.scale * picture.scale) > most_kept_pixels) picture.scale *= 2;
  if (picture.scale > 1)
    reader.setScaledSize(QSize(std::max(1, static_cast<int>(std::lround(size.width() / picture.scale))),
                               std::max(1, static_cast<int>(std::lround(size.height() / picture.scale)))));
  QImageReader::setAllocationLimit(2048);
  QImage image = reader.read();
  if (image.isNull()) {
    picture.problem = Texts::tr("%1 cannot be read: %2").arg(name, reader.errorString());
    return picture;
  }
  // A picture that was turned upright says so now.
  const bool turned = (reader.transformation() & QImageIOHandler::TransformationRotate90) != 0;
  picture.size = turned ? size.transposed() : size;
  const QImage::Format format =
      image.hasAlphaChannel() ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32;
  picture.levels.push_back(std::move(image).convertToFormat(format));
  while (picture.levels.back().width() > 1000 && picture.levels.back().height() > 1000) {
    const QImage& last = picture.levels.back();
    picture.levels.push_back(
        last.scaled(last.width() / 2, last.height() / 2, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
  }
  return picture;
}

}  // namespace casebook::window
