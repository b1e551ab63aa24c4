// SPDX-License-Identifier: Apache-2.0
#pragma once

// A picture at true scale on several pages: overlapping tiles with marks for cutting and joining, and a
// plan of the pages.

#include <optional>
#include <string>
#include <vector>

#include "engine/picture/picture.h"

namespace casebook::picture {

/// Upright, in millimetres.
struct PageSize {
  std::string name;
  double width = 0, height = 0;
};
const std::vector<PageSize>& page_sizes();
/// By name, whatever its case; nullptr for any other.
const PageSize* page_size(std::string_view name);

struct PageRequest {
  PageSize page;
  double margin = 10;   // white around every page: printers leave it, and the marks stand there
  double overlap = 10;  // seen on both of two neighbours
  double least = 0;     // what is seen of the picture on a page is no smaller than this
};

/// Pages in rows and columns; portrait or landscape, the one that needs fewer.
struct PagePlan {
  double page_width = 0, page_height = 0, margin = 0, overlap = 0;
  double seen_width = 0, seen_height = 0;  // of the picture on each
  int columns = 1, rows = 1;
  int pages() const { return columns * rows; }
  /// `A1`: the row by letter, the column by number.
  std::string name(int column, int row) const;
};

/// nullopt with plain words in `problem` when a page shows too little, or there would be more than
/// limits::pages.
std::optional<PagePlan> plan_pages(double width, double height, const PageRequest& request,
                                   std::string& problem);

/// The plan of the pages, if there are several, then each page row by row.
std::vector<Picture> tiled(const Picture& picture, const PagePlan& plan);

/// Where paper is cut: short lines outside the corners of a rectangle.
void draw_crop_marks(Group& into, Point corner, double width, double height, double room);
/// A cross in a ring, by which two sheets are laid over one another.
void draw_registration_mark(Group& into, Point at, double radius);
/// So much of a ruler, to see that the printer did not shrink the page.
void draw_check_line(Group& into, Point from, double length);

}  // namespace casebook::picture
