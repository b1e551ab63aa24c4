// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/picture_files.h"

#include "engine/base/text.h"
#include "engine/picture/paper/paper_pages.h"
#include "engine/picture/svg.h"

#ifdef CASEBOOK_PAINT
#include "verifier/paint/canvas.h"
#include "verifier/paint/png_pdf.h"
#endif

namespace casebook::cli {

std::optional<PictureFormat> picture_format_of(const std::string& file, Diagnostics& diagnostics) {
  if (file.ends_with(".svg")) return PictureFormat::svg;
#ifdef CASEBOOK_PAINT
  constexpr const char* endings = "a file that ends in .svg, .png or .pdf";
  if (file.ends_with(".png")) return PictureFormat::png;
  if (file.ends_with(".pdf")) return PictureFormat::pdf;
#else
  constexpr const char* endings = "a file that ends in .svg";
  if (file.ends_with(".png") || file.ends_with(".pdf")) {
    diagnostics
        .error("C0126", {}, "this program was built without Qt 6, which PNG and PDF need; it writes SVG")
        .expected = endings;
    return std::nullopt;
  }
#endif
  diagnostics.error("C0126", {}, casebook::quoted(file) + " does not say what to write").expected = endings;
  return std::nullopt;
}

std::vector<Written> picture_files(const std::string& file, PictureFormat format,
                                   const std::vector<picture::Picture>& pages,
                                   [[maybe_unused]] double dots_per_inch,
                                   [[maybe_unused]] Diagnostics& diagnostics) {
  std::vector<Written> written;
  if (format == PictureFormat::svg) {
    for (size_t i = 0; i < pages.size(); ++i)
      written.push_back({picture::page_file(file, i, pages.size()), picture::svg_text(pages[i])});
    return written;
  }
#ifdef CASEBOOK_PAINT
  const paint::Screenless application;
  if (const std::string problem = paint::font_problem(); !problem.empty())
    diagnostics.warning("C0128", {}, problem);
  if (format == PictureFormat::pdf) return {{file, paint::pdf_bytes(pages)}};
  for (size_t i = 0; i < pages.size(); ++i) {
    std::string problem;
    auto bytes = paint::png_bytes(pages[i], dots_per_inch, problem);
    if (!bytes) {
      diagnostics.error("C0127", {}, problem);
      return {};
    }
    written.push_back({picture::page_file(file, i, pages.size()), std::move(*bytes)});
  }
#endif
  return written;
}

}  // namespace casebook::cli
