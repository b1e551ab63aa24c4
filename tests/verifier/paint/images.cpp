// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/paint/images.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "verifier/paint/png_pdf.h"

namespace casebook::paint {

namespace {

// One application for all tests of the program, made before and gone after them.
class Application : public testing::Environment {
 public:
  void SetUp() override { application_ = std::make_unique<Screenless>(); }
  void TearDown() override { application_.reset(); }

 private:
  std::unique_ptr<Screenless> application_;
};
const testing::Environment* const application = testing::AddGlobalTestEnvironment(new Application);

}  // namespace

QImage painted(const picture::Picture& picture, double dots_per_inch) {
  std::string problem;
  const auto bytes = png_bytes(picture, dots_per_inch, problem);
  EXPECT_TRUE(bytes) << problem;
  return QImage::fromData(QByteArray::fromStdString(bytes.value_or("")), "png")
      .convertToFormat(QImage::Format_RGB32);
}

double differing(const QImage& a, const QImage& b, int most) {
  if (a.size() != b.size() || a.isNull()) return 100;
  qint64 count = 0;
  for (int y = 0; y < a.height(); ++y) {
    const auto* one = reinterpret_cast<const QRgb*>(a.constScanLine(y));
    const auto* other = reinterpret_cast<const QRgb*>(b.constScanLine(y));
    for (int x = 0; x < a.width(); ++x)
      if (std::abs(qRed(one[x]) - qRed(other[x])) > most ||
          std::abs(qGreen(one[x]) - qGreen(other[x])) > most ||
          std::abs(qBlue(one[x]) - qBlue(other[x])) > most)
        ++count;
  }
  return 100.0 * static_cast<double>(count) / (static_cast<double>(a.width()) * a.height());
}

void expect_golden(const QImage& image, const std::string& name) {
  const QString file = QString::fromStdString(std::string(CASEBOOK_SOURCE_DIR) +
                                              "/tests/verifier/paint/golden/" + name + ".png");
  double share = differing(image, QImage(file).convertToFormat(QImage::Format_RGB32));
  if (share > 0.5 && std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr) {
    ASSERT_TRUE(image.save(file, "png")) << file.toStdString();
    share = 0;
  }
  if (share > 0.5) image.save(QString::fromStdString("differs-" + name + ".png"), "png");
  EXPECT_LE(share, 0.5)
      << name << " is not as it was; differs-" << name
      << ".png beside the test program shows it; CASEBOOK_WRITE_GOLDEN=1 writes it anew: look at it then";
}

std::string output_of(const std::string& line) {
  std::string out;
  FILE* pipe = ::popen((line + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[4096];
  for (size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, count);
  return ::pclose(pipe) == 0 ? out : std::string();
}

}  // namespace casebook::paint
