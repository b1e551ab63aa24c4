// SPDX-License-Identifier: Apache-2.0
#include "editor/script/calibration.h"

#include <fmt/format.h>

#include "engine/picture/hex_geometry.h"
#include "engine/picture/style.h"

namespace casebook::editor {

namespace {

constexpr double hundredth = 100;  // clicks are kept in hundredths of a pixel

tracing::Model model_of(const std::string& name) {
  for (const tracing::Model one :
       {tracing::Model::straight, tracing::Model::perspective, tracing::Model::bent}) {
    if (tracing::model_name(one) == name) return one;
  }
  return tracing::Model::straight;
}

double hex_size(const Document& document) {
  const int part = document.style_part();
  Diagnostics ignored;
  const auto style = part < 0 ? std::nullopt : picture::read_style(document.text(part), "style", ignored);
  return style ? style->hex_size : picture::Style().hex_size;
}

}  // namespace

std::vector<tracing::Click> clicks_of(const Scan& scan, const board::HexMap& map, double size) {
  const picture::HexGeometry geometry(map.ground, size);
  std::vector<tracing::Click> out;
  for (const ScanClick& one : scan.clicks) {
    const int hex = map.find_hex(one.hex);
    if (hex != board::nowhere)
      out.push_back({geometry.centre(hex), {one.x / hundredth, one.y / hundredth}, one.hex});
  }
  return out;
}

bool calibrate_scan(ScriptRun& run, const ActionWords& words, std::string& problem) {
  const std::vector<Scan> all = scans(*run.document);
  size_t index = 0;
  for (const char c : words.at(0))
    index = c >= '0' && c <= '9' && index < 1000 ? index * 10 + static_cast<size_t>(c - '0') : 1000;
  if (index >= all.size()) {
    problem = fmt::format("there are {} scans, counted from 0", all.size());
    return false;
  }
  const Scan& scan = all[index];
  const int part = run.document->find(scan.map);
  const auto* map = part < 0 ? nullptr : run.document->part(part).as<board::HexMap>();
  if (map == nullptr) {
    problem = fmt::format("the project has no map {}", casebook::quoted(scan.map));
    return false;
  }
  const double size = hex_size(*run.document);
  const std::vector<tracing::Click> clicks = clicks_of(scan, *map, size);
  const tracing::CalibrationAnswer answer = tracing::calibrate(clicks, model_of(scan.model));
  if (!answer.calibration) {
    problem = answer.problem;
    return false;
  }
  const tracing::Calibration& found = *answer.calibration;
  run.print(tracing::mapping_text(found.mapping) + "\n");
  for (size_t i = 0; i < clicks.size(); ++i)
    run.print(fmt::format("{} missed by {:.2f} pixels\n", clicks[i].hex, found.misses[i]));
  run.print(fmt::format("median {:.2f}, worst {:.2f} pixels\n", found.median, found.worst));
  if (found.wrong)
    run.print(fmt::format("{} was clicked {:.0f} pixels from where the others expect it\n",
                          clicks[found.wrong->click].hex, found.wrong->off));
  if (const std::string at = words.get("at"); !at.empty()) {
    const int hex = map->find_hex(at);
    if (hex == board::nowhere) {
      problem = fmt::format("there is no hex {}", casebook::quoted(at));
      return false;
    }
    const picture::HexGeometry geometry(map->ground, size);
    const tracing::Pixel pixel = found.mapping.pixel(geometry.centre(hex));
    run.print(fmt::format("{} lies at {:.1f}, {:.1f}\n", at, pixel.x, pixel.y));
  }
  return true;
}

}  // namespace casebook::editor
