// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "engine/base/text.h"
#include "engine/picture/picture.h"

namespace casebook::picture {

namespace {

// Advances of DejaVu Sans in thousandths of the em: U+0020 to U+007E, then U+00A0 to U+00FF. A test of
// verifier/paint holds them against the font.
constexpr std::array<short, 191> regular{
    318, 401, 460, 838, 637,  951, 780, 275, 391, 391,  500, 838, 318,  361, 318, 337, 637, 637, 637, 637,
    637, 637, 637, 637, 637,  637, 337, 337, 838, 838,  838, 531, 1000, 685, 687, 699, 771, 632, 576, 775,
    752, 295, 295, 656, 558,  863, 749, 788, 604, 788,  695, 635, 611,  732, 685, 989, 686, 611, 686, 391,
    337, 391, 838, 500, 500,  613, 635, 550, 635, 616,  353, 635, 634,  278, 278, 580, 278, 975, 634, 612,
    635, 635, 412, 521, 393,  634, 592, 818, 592, 592,  525, 637, 337,  637, 838, 318, 401, 637, 637, 637,
    637, 337, 500, 500, 1000, 472, 612, 838, 361, 1000, 500, 500, 838,  401, 401, 500, 637, 637, 318, 500,
    401, 472, 612, 970, 970,  970, 531, 685, 685, 685,  685, 685, 685,  975, 699, 632, 632, 632, 632, 295,
    295, 295, 295, 775, 749,  788, 788, 788, 788, 788,  838, 788, 732,  732, 732, 732, 611, 605, 630, 613,
    613, 613, 613, 613, 613,  982, 550, 616, 616, 616,  616, 278, 278,  278, 278, 612, 634, 612, 612, 612,
    612, 612, 838, 612, 634,  634, 634, 634, 592, 635,  592};
constexpr std::array<short, 191> heavy{
    349, 457,  521, 838,  696, 1002, 873, 307,  458, 458, 523, 838, 380, 416, 380,  366,  696,  696,
    696, 696,  696, 696,  696, 696,  696, 696,  400, 400, 838, 838, 838, 581, 1000, 774,  763,  734,
    831, 684,  684, 821,  837, 373,  373, 775,  638, 996, 837, 851, 733, 851, 771,  721,  683,  812,
    774, 1104, 771, 725,  726, 458,  366, 458,  838, 500, 500, 675, 716, 593, 716,  679,  436,  716,
    712, 343,  343, 666,  343, 1042, 712, 687,  716, 716, 494, 596, 479, 712, 652,  924,  646,  652,
    583, 712,  366, 712,  838, 349,  457, 696,  696, 637, 696, 366, 500, 500, 1000, 564,  646,  838,
    416, 1000, 500, 500,  838, 438,  438, 500,  736, 637, 380, 500, 438, 564, 646,  1036, 1036, 1036,
    581, 774,  774, 774,  774, 774,  774, 1085, 734, 684, 684, 684, 684, 373, 373,  373,  373,  838,
    837, 851,  851, 851,  851, 851,  838, 851,  812, 812, 812, 812, 725, 738, 720,  675,  675,  675,
    675, 675,  675, 1048, 593, 679,  679, 679,  679, 343, 343, 343, 343, 687, 712,  687,  687,  687,
    687, 687,  838, 687,  712, 712,  712, 712,  652, 716, 652};

int advance(uint32_t letter, bool bold) {
  const auto& table = bold ? heavy : regular;
  if (letter >= 0x20 && letter <= 0x7E) return table[letter - 0x20];
  if (letter >= 0xA0 && letter <= 0xFF) return table[letter - 0xA0 + 95];
  if (letter >= 0x2010 && letter <= 0x2013) return bold ? 520 : 500;
  if (letter >= 0x2018 && letter <= 0x201F) return bold ? 660 : 520;
  if (letter >= 0x2014) return 1000;  // dashes, arrows, and letters as wide as high
  return bold ? 1000 : 900;           // few letters of any alphabet are wider
}

}  // namespace

double text_width(std::string_view text, double size, bool bold, double spacing) {
  double width = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    width += advance(point.value, bold) * size / 1000 + spacing;
    at += static_cast<size_t>(point.length);
  }
  return width;
}

std::string fitted(std::string_view text, double room, double size, bool bold) {
  if (text_width(text, size, bold) <= room) return std::string(text);
  const double rest = room - text_width("\u2026", size, bold);
  size_t end = 0;
  for (size_t at = 0; at < text.size();) {
    at += static_cast<size_t>(code_point_at(text, at).length);
    if (text_width(text.substr(0, at), size, bold) > rest) break;
    end = at;
  }
  return std::string(text.substr(0, end)) + "\u2026";
}

std::vector<std::string> wrapped(std::string_view text, double room, double size, bool bold) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string_view word : words(text)) {
    const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (!line.empty() && text_width(longer, size, bold) > room) {
      lines.push_back(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace casebook::picture
