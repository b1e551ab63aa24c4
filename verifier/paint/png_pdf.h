// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pictures as PNG and PDF, without a window. The same pictures give the same bytes on every run.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/picture/picture.h"

class QGuiApplication;

namespace casebook::paint {

/// Lets Qt have fonts in a program that has no window and needs no screen. Does nothing where there is an
/// application already.
class Screenless {
 public:
  Screenless();
  ~Screenless();
  Screenless(const Screenless&) = delete;
  Screenless& operator=(const Screenless&) = delete;

 private:
  std::unique_ptr<QGuiApplication> application_;
};

/// Pixels of a length at a resolution, as a PNG has them.
int pixels(double millimetres, double dots_per_inch);

/// nullopt with plain words in `problem` when a side would have more than limits::png_side pixels.
std::optional<std::string> png_bytes(const picture::Picture& picture, double dots_per_inch,
                                     std::string& problem);

/// A page for each picture, of its size, at true scale; texts are texts. Without date and id.
std::string pdf_bytes(const std::vector<picture::Picture>& pages);

/// The same file with its dates and ids as blanks, so that nothing moves.
std::string without_dates(std::string pdf);

}  // namespace casebook::paint
