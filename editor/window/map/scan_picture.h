// SPDX-License-Identifier: Apache-2.0
#pragma once

// The picture of a scan, at full size and at halves of it, so that a map seen from afar paints few pixels.

#include <QImage>
#include <QString>
#include <memory>
#include <vector>

namespace casebook::window {

/// More pixels are refused: 280 million are four times a map of 86 by 56 cm at 300 dots an inch.
inline constexpr double most_scan_pixels = 280e6;
/// What has more is read smaller, so that a picture takes 300 MB at most.
inline constexpr double most_kept_pixels = 75e6;

struct ScanPicture {
  std::vector<QImage> levels;  // each of half the width of the one before
  double scale = 1;            // pixels of the scan for one of the first level
  QSize size;                  // of the scan itself
  QString problem;             // in plain words, when there is no picture
  bool there() const { return !levels.empty(); }
  /// The level whose pixels are as large as `pixels` of the scan, or smaller.
  size_t level_for(double pixels) const;
  double scale_of(size_t level) const { return scale * static_cast<double>(size_t{1} << level); }
};
ScanPicture read_scan_picture(const QString& path);

}  // namespace casebook::window
