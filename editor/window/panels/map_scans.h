// SPDX-License-Identifier: Apache-2.0
#pragma once

// The scans that lie under the map that is shown: their pictures, where their clicks put them, and how well
// these fit.

#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "editor/document/scans.h"
#include "editor/tracing/calibration.h"
#include "editor/window/map/scan_picture.h"
#include "editor/window/shared/desk.h"

namespace casebook::window {

class MapView;

/// Files have hundredths of a pixel.
inline constexpr int clicks_unit = 100;
/// Models of the fit as files name them, in the order of tracing::Model.
inline constexpr const char* fit_models[] = {"straight", "perspective", "bent"};
tracing::Model model_of(const editor::Scan& scan);

class MapScans {
 public:
  MapScans(Desk& desk, MapView& map) : desk_(desk), map_(map) {}

  /// Takes the scans of this map from the document. `changed`: what changed last may be about them.
  void read();
  bool changed() const;
  /// Pictures are read again when they are wanted again.
  void forget_pictures() { pictures_.clear(); }

  const std::vector<editor::Scan>& all() const { return scans_; }
  /// Its number in the file, which has the scans of other maps too.
  int in_file(int scan) const { return indexes_[static_cast<size_t>(scan)]; }
  const ScanPicture& picture(const editor::Scan& scan);
  /// A scan for a picture that is new to the project; plain words when it is no picture.
  QString take(const QString& path, editor::Scan& scan);

  /// As the fit takes them; a hex that the map has no more is left out. `rows`: which clicks of the scan.
  std::vector<tracing::Click> clicks(const editor::Scan& scan, std::vector<size_t>* rows = nullptr) const;
  tracing::Mapping mapping(const editor::Scan& scan, const tracing::CalibrationAnswer& answer);
  QString how_well(const tracing::CalibrationAnswer& answer, const std::vector<tracing::Click>& clicks) const;
  QString no_hex(const QString& hex) const;
  /// Puts them under the map, with the clicks of the chosen scan as crosses.
  void show(int chosen_scan, const tracing::CalibrationAnswer& answer,
            const std::vector<tracing::Click>& clicks);

 private:
  QString file_of(const editor::Scan& scan) const;
  picture::Point centre(int hex) const;

  Desk& desk_;
  MapView& map_;
  std::vector<editor::Scan> scans_;
  std::vector<int> indexes_;                                      // of them in the file
  std::map<std::string, std::shared_ptr<ScanPicture>> pictures_;  // by path
};

}  // namespace casebook::window
