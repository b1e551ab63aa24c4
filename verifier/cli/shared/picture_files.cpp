// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/picture_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "engine/base/text.h"
#include "engine/picture/paper/paper_pages.h"
#include "engine/picture/svg.h"

#ifdef CASEBOOK_PAINT
#include "verifier/paint/canvas.h"
#include "verifier/paint/png_pdf.h"
#endif

namespace casebook::cli {

using picture::PictureFormat;

namespace {

/// Those that this program writes.
const picture::PictureFormats& formats_here() {
#ifdef CASEBOOK_PAINT
  return picture::picture_formats();
#else
  return picture::picture_formats_without_qt();
#endif
}

using BytesOf = std::function<std::optional<std::string>(const picture::Picture& page)>;

/// None when one of them cannot be made.
std::vector<Written> file_for_each(const std::string& file, const std::vector<picture::Picture>& pages,
                                   const BytesOf& bytes_of) {
  std::vector<Written> written;
  for (size_t i = 0; i < pages.size(); ++i) {
    auto bytes = bytes_of(pages[i]);
    if (!bytes) return {};
    written.push_back({picture::page_file(file, i, pages.size()), std::move(*bytes)});
  }
  return written;
}

#ifdef CASEBOOK_PAINT
/// What Qt needs in order to paint; warns when the font is missing.
class ReadyToPaint {
 public:
  explicit ReadyToPaint(Diagnostics& diagnostics) {
    const std::string problem = paint::font_problem();
    if (!problem.empty()) diagnostics.warning("C0128", {}, problem);
  }

 private:
  paint::Screenless application_;
};
#endif

}  // namespace

std::optional<PictureFormat> picture_format_of(const std::string& file, Diagnostics& diagnostics) {
  const picture::PictureFormats& here = formats_here();
  const picture::PictureFormatRow* const row = picture::picture_format(file);
  const auto is_row = [&](const picture::PictureFormatRow& one) {
    return row != nullptr && one.format == row->format;
  };
  if (std::any_of(here.begin(), here.end(), is_row)) return row->format;
  const std::string why =
      row == nullptr
          ? casebook::quoted(file) + " does not say what to write"
          : fmt::format("this program was built without Qt 6, which {} need; it writes {}",
                        names_text(picture::picture_formats_of_qt(), "and"), names_text(here, "and"));
  diagnostics.error("C0126", {}, why).expected = "a file that ends in " + endings_text(here);
  return std::nullopt;
}

std::vector<Written> picture_files(const std::string& file, PictureFormat format,
                                   const std::vector<picture::Picture>& pages,
                                   [[maybe_unused]] double dots_per_inch,
                                   [[maybe_unused]] Diagnostics& diagnostics) {
  switch (format) {
    case PictureFormat::svg:
      return file_for_each(file, pages, picture::svg_text);
#ifdef CASEBOOK_PAINT
    case PictureFormat::png: {
      const ReadyToPaint ready(diagnostics);
      return file_for_each(file, pages, [&](const picture::Picture& page) {
        std::string problem;
        auto bytes = paint::png_bytes(page, dots_per_inch, problem);
        if (!bytes) diagnostics.error("C0127", {}, problem);
        return bytes;
      });
    }
    case PictureFormat::pdf: {
      const ReadyToPaint ready(diagnostics);
      return {{file, paint::pdf_bytes(pages)}};
    }
#else
    case PictureFormat::png:
    case PictureFormat::pdf:
      break;  // picture_format_of refuses them
#endif
  }
  return {};
}

}  // namespace casebook::cli
