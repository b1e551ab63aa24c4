// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/picture_formats.h"

#include <algorithm>
#include <iterator>

#include "engine/base/text.h"

namespace casebook::picture {

namespace {

PictureFormats kept(bool (*wanted)(const PictureFormatRow&)) {
  PictureFormats some;
  std::copy_if(picture_formats().begin(), picture_formats().end(), std::back_inserter(some), wanted);
  return some;
}

}  // namespace

const PictureFormats& picture_formats() {
  static const PictureFormats all{
      {PictureFormat::svg, "svg", "SVG", "SVG drawing", false},
      {PictureFormat::png, "png", "PNG", "PNG image", true},
      {PictureFormat::pdf, "pdf", "PDF", "PDF, for printing", true},
  };
  return all;
}

const PictureFormats& picture_formats_to_print() {
  static const PictureFormats all(picture_formats().rbegin(), picture_formats().rend());
  return all;
}

const PictureFormats& picture_formats_without_qt() {
  static const PictureFormats some = kept([](const PictureFormatRow& one) { return !one.needs_qt; });
  return some;
}

const PictureFormats& picture_formats_of_qt() {
  static const PictureFormats some = kept([](const PictureFormatRow& one) { return one.needs_qt; });
  return some;
}

const PictureFormatRow* picture_format(std::string_view file) {
  for (const PictureFormatRow& one : picture_formats())
    if (file.ends_with("." + one.ending)) return &one;
  return nullptr;
}

std::string names_text(const PictureFormats& formats, std::string_view last_link) {
  std::vector<std::string> names;
  for (const PictureFormatRow& one : formats) names.push_back(one.name);
  return listed(names, last_link);
}

std::string endings_text(const PictureFormats& formats) {
  std::vector<std::string> endings;
  for (const PictureFormatRow& one : formats) endings.push_back("." + one.ending);
  return listed(endings);
}

}  // namespace casebook::picture
