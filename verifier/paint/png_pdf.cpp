// SPDX-License-Identifier: Apache-2.0
#include "verifier/paint/png_pdf.h"

#include <fmt/format.h>

#include <QBuffer>
#include <QGuiApplication>
#include <QHashSeed>
#include <QImage>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <cmath>

#include "engine/picture/limits.h"
#include "verifier/paint/canvas.h"

namespace casebook::paint {

namespace {

constexpr double inch = 25.4;
/// Of the numbers in a PDF, not of anything seen: it holds lines and letters.
constexpr int pdf_resolution = 2400;

}  // namespace

Screenless::Screenless() {
  if (QCoreApplication::instance() != nullptr) return;
  // Fonts are written to a PDF in the order of a hash.
  QHashSeed::setDeterministicGlobalSeed();
  static char name[] = "casebook", platform[] = "-platform", offscreen[] = "offscreen";
  static char* words[] = {name, platform, offscreen, nullptr};
  static int count = 3;
  // What it says of a session that it does not need (folders, displays) is nobody's concern here.
  const QtMessageHandler before =
      qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
  application_ = std::make_unique<QGuiApplication>(count, words);
  qInstallMessageHandler(before);
}
Screenless::~Screenless() = default;

int pixels(double millimetres, double dots_per_inch) {
  // What a hundredth of a pixel sticks out is no pixel more.
  return std::max(1, static_cast<int>(std::ceil(millimetres / inch * dots_per_inch - 0.01)));
}

std::optional<std::string> png_bytes(const picture::Picture& picture, double dots_per_inch,
                                     std::string& problem) {
  using picture::limits::png_side;
  const double longest = std::max(picture.width, picture.height) / inch * dots_per_inch;
  if (longest > png_side) {
    problem = fmt::format(
        "{:.0f} by {:.0f} mm at {:.0f} dots per inch would have a side of {:.0f} pixels, and the limit "
        "png_side is {}; at most {:.0f} dots per inch fit",
        picture.width, picture.height, dots_per_inch, longest, png_side,
        std::floor(png_side * inch / std::max(picture.width, picture.height)));
    return std::nullopt;
  }
  QImage image(pixels(picture.width, dots_per_inch), pixels(picture.height, dots_per_inch),
               QImage::Format_RGB32);
  if (image.isNull()) {
    problem = "there is not enough memory for the picture";
    return std::nullopt;
  }
  const int dots_per_metre = static_cast<int>(std::lround(dots_per_inch / inch * 1000));
  image.setDotsPerMeterX(dots_per_metre);
  image.setDotsPerMeterY(dots_per_metre);
  image.fill(QColor(picture.paper.red, picture.paper.green, picture.paper.blue));
  {
    QPainter painter(&image);
    painter.scale(dots_per_inch / inch, dots_per_inch / inch);
    paint(painter, picture);
  }
  image.setText(QStringLiteral("Title"), QString::fromStdString(picture.title));
  image.setText(QStringLiteral("Description"), QString::fromStdString(picture.description));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  if (!writer.write(image)) {
    problem = "the PNG cannot be written: " + writer.errorString().toStdString();
    return std::nullopt;
  }
  return bytes.toStdString();
}

std::string pdf_bytes(const std::vector<picture::Picture>& pages) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(pdf_resolution);
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setCreator(QStringLiteral("casebook"));
    if (!pages.empty()) writer.setTitle(QString::fromStdString(pages.front().title));
    QPainter painter;
    for (size_t i = 0; i < pages.size(); ++i) {
      const picture::Picture& page = pages[i];
      const QSizeF size(page.width, page.height);
      writer.setPageSize(QPageSize(size, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
      if (i == 0)
        painter.begin(&writer);
      else
        writer.newPage();
      painter.save();
      painter.scale(pdf_resolution / inch, pdf_resolution / inch);
      paint(painter, page);
      painter.restore();
    }
    if (painter.isActive()) painter.end();
  }
  return without_dates(bytes.toStdString());
}

std::string without_dates(std::string pdf) {
  const auto blank = [&](std::string_view begin, char end) {
    for (size_t at = pdf.find(begin); at != std::string::npos; at = pdf.find(begin, at + 1)) {
      const size_t close = pdf.find(end, at + begin.size());
      if (close == std::string::npos) return;
      std::fill(pdf.begin() + static_cast<std::ptrdiff_t>(at),
                pdf.begin() + static_cast<std::ptrdiff_t>(close) + 1, ' ');
    }
  };
  blank("/CreationDate (D:", ')');
  blank("/ModDate (D:", ')');
  blank("/ID [", ']');
  return pdf;
}

}  // namespace casebook::paint
