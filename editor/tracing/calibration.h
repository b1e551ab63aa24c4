// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lays the grid over a scan of a printed map. The user clicks hexes and types their numbers. The result is
// the mapping with the least sum of squared errors, in pixels. Each click has its error; a click that the
// others contradict is pointed out, with the hex that was probably meant.

#include <optional>
#include <string>
#include <vector>

#include "editor/tracing/mapping.h"

namespace casebook::tracing {

struct Click {
  picture::Point point;  // the centre of the hex on paper
  Pixel at;              // where it was clicked on the scan
  std::string hex;       // its number, for messages
};

/// A click that the others contradict.
struct WrongClick {
  size_t click = 0;
  double off = 0;          // pixels from where the others expect the hex
  picture::Point lies_at;  // what is on paper, by the others, where it was clicked
};

struct Calibration {
  Mapping mapping;
  std::vector<Pixel> residuals;  // by click: from where the mapping puts the hex to where it was clicked
  std::vector<double> misses;    // their lengths
  double median = 0, worst = 0;  // of misses
  /// Twice the clicks, less the numbers of the model: at 0 every miss is 0 and says nothing.
  int spare = 0;
  std::optional<WrongClick> wrong;
  std::vector<std::string> warnings;  // in plain words
};

struct CalibrationAnswer {
  std::optional<Calibration> calibration;
  std::string problem;  // in plain words, when there is none
};

CalibrationAnswer calibrate(const std::vector<Click>& clicks, Model model);

/// The model by which the hand that clicked was steadiest; straight where too few clicks are there to tell. A
/// model with more numbers must be clearly better to be taken.
Model suggested_model(const std::vector<Click>& clicks);

double median_of(std::vector<double> numbers);

}  // namespace casebook::tracing
