// SPDX-License-Identifier: Apache-2.0
#pragma once

// The kinds of file that a picture can become. Messages, help, the window and scripts take their words from this
// table. Who writes the files has a `switch` over PictureFormat, and the compiler names each that lacks a new one.

#include <string>
#include <string_view>
#include <vector>

namespace casebook::picture {

enum class PictureFormat : unsigned char { svg, png, pdf };

struct PictureFormatRow {
  PictureFormat format = PictureFormat::svg;
  std::string ending;     // of the file's name, in small letters without its dot: `svg`
  std::string name;       // in a sentence: `SVG`
  std::string words;      // as the window offers it: `SVG drawing`
  bool needs_qt = false;  // verifier/paint makes it
};
using PictureFormats = std::vector<PictureFormatRow>;

/// All of them, in the order of the command line.
const PictureFormats& picture_formats();
/// The same, the other way round: in the order of the window, which prints first.
const PictureFormats& picture_formats_to_print();
/// Those that a program without Qt writes, and those that need it.
const PictureFormats& picture_formats_without_qt();
const PictureFormats& picture_formats_of_qt();

/// By the end of the file's name; null: it says nothing.
const PictureFormatRow* picture_format(std::string_view file);

/// `SVG, PNG or PDF`
std::string names_text(const PictureFormats& formats, std::string_view last_link = "or");
/// `.svg, .png or .pdf`
std::string endings_text(const PictureFormats& formats);

}  // namespace casebook::picture
