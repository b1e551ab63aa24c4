// SPDX-License-Identifier: Apache-2.0
#pragma once

// Painted pictures compared pixel by pixel, for the tests of this folder.

#include <QImage>
#include <string>

#include "engine/picture/picture.h"

namespace casebook::paint {

/// What `png_bytes` makes of it.
QImage painted(const picture::Picture& picture, double dots_per_inch = 96);

/// The share of pixels, in percent, that differ by more than `most` of 255 in some channel; 100 when the
/// sizes differ.
double differing(const QImage& a, const QImage& b, int most = 8);

/// Within 0.5 percent of tests/verifier/paint/golden/NAME.png; CASEBOOK_WRITE_GOLDEN=1 writes it anew where
/// it is not.
void expect_golden(const QImage& image, const std::string& name);

/// Runs a line of the shell; its output, and nothing when it failed.
std::string output_of(const std::string& line);

}  // namespace casebook::paint
