// SPDX-License-Identifier: Apache-2.0
// The table of the kinds of picture file, and the documents that list them for readers.
#include "engine/picture/picture_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace casebook::picture {
namespace {

std::string document(const std::string& file) {
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(PictureFormats, are_known_by_the_end_of_the_name) {
  for (const PictureFormatRow& one : picture_formats()) {
    EXPECT_EQ(picture_format("some.folder/map." + one.ending), &one);
    EXPECT_EQ(picture_format(one.ending), nullptr) << "a name, and no ending";
  }
  for (const char* file : {"", "map", "map.", "map.none", "map.svg.none"})
    EXPECT_EQ(picture_format(file), nullptr) << file;
}

TEST(PictureFormats, are_listed_in_two_orders) {
  EXPECT_EQ(names_text(picture_formats()), "SVG, PNG or PDF");
  EXPECT_EQ(endings_text(picture_formats()), ".svg, .png or .pdf");
  EXPECT_EQ(endings_text(picture_formats_to_print()), ".pdf, .png or .svg");
  EXPECT_EQ(names_text(picture_formats_without_qt()), "SVG");
  EXPECT_EQ(names_text(picture_formats_of_qt(), "and"), "PNG and PDF");
}

TEST(PictureFormats, are_each_in_the_documents) {
  const std::string manual = document("docs/manual/render.md"), code = document("docs/errors/C0126.md"),
                    editor = document("docs/manual/editor.md");
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  for (const PictureFormatRow& one : picture_formats()) {
    EXPECT_TRUE(has(manual, "| `." + one.ending + "` |")) << one.ending;
    EXPECT_TRUE(has(code, "`." + one.ending + "`")) << one.ending;
    EXPECT_TRUE(has(editor, one.name)) << one.name;
  }
}

}  // namespace
}  // namespace casebook::picture
