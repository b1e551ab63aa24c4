// SPDX-License-Identifier: Apache-2.0
#include "editor/tracing/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "editor/tracing/fit.h"

namespace casebook::tracing {

using picture::Point;

double median_of(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  std::sort(numbers.begin(), numbers.end());
  const size_t half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

namespace {

double apart(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

std::vector<Click> without(const std::vector<Click>& clicks, size_t left_out) {
  std::vector<Click> rest = clicks;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
  return rest;
}

/// How thin the cloud of points is: its least extent as a share of its greatest (principal axes).
double thinness(const std::vector<Point>& points) {
  Point middle;
  const auto count = static_cast<double>(points.size());
  for (const Point& p : points) middle = middle + p * (1 / count);
  double xx = 0, xy = 0, yy = 0;
  for (const Point& p : points) {
    const Point d = p - middle;
    xx += d.x * d.x;
    xy += d.x * d.y;
    yy += d.y * d.y;
  }
  const double mean = (xx + yy) / 2, off = std::hypot((xx - yy) / 2, xy);
  const double least = std::max(0.0, mean - off), most = mean + off;
  return most > 0 ? std::sqrt(least / most) : 0;
}

constexpr double line = 0.01;         // thinner than that is a line
constexpr double nearly_line = 0.12;  // thinner than that is worth a warning

std::vector<Point> points_of(const std::vector<Click>& clicks) {
  std::vector<Point> points;
  for (const Click& click : clicks) points.push_back(click.point);
  return points;
}
std::vector<Point> pixels_of(const std::vector<Click>& clicks) {
  std::vector<Point> points;
  for (const Click& click : clicks) points.push_back({click.at.x, click.at.y});
  return points;
}

std::string number_word(int number) {
  static const char* const words[] = {"no", "one", "two", "three", "four", "five"};
  return number >= 0 && number <= 5 ? words[number] : std::to_string(number);
}

/// What cannot be right whatever the model.
std::string problem_of(const std::vector<Click>& clicks, Model model) {
  for (size_t i = 0; i < clicks.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (apart(clicks[i].point, clicks[j].point) < 1e-9)
        return fmt::format("{} is clicked twice: remove one of the two clicks, or correct its number",
                           clicks[i].hex);
      if (distance(clicks[i].at, clicks[j].at) < 1)
        return fmt::format("{} and {} are clicked at the same place: remove one of the two", clicks[j].hex,
                           clicks[i].hex);
    }
  }
  const int needed = clicks_needed(model), there = static_cast<int>(clicks.size());
  if (there < needed) {
    const int more = needed - there;
    if (there == 0)
      return fmt::format("a {} fit needs {} hexes, and none is clicked yet", model_name(model),
                         number_word(needed));
    return fmt::format("a {} fit needs {} hexes, and {} {} clicked: click {} more", model_name(model),
                       number_word(needed), number_word(there), there == 1 ? "is" : "are", number_word(more));
  }
  if (thinness(points_of(clicks)) < line)
    return "the clicked hexes lie on one line, which says nothing about the rest of the map: click a hex far "
           "from that line";
  if (thinness(pixels_of(clicks)) < line)
    return "the clicks lie on one line of the scan, but the hexes with these numbers do not: a number must "
           "be wrong";
  if (model == Model::perspective && there == 4)
    for (size_t i = 0; i < 4; ++i)
      if (thinness(points_of(without(clicks, i))) < line || thinness(pixels_of(without(clicks, i))) < line)
        return "for a perspective fit no three of four clicks may lie on one line: click another hex";
  return {};
}

constexpr int numbers_of(Model model) {
  return model == Model::straight ? 6 : 8;
}

/// A bend that the clicks do not show stays 0 and is not fitted.
int numbers_in_use(const Mapping& mapping) {
  const auto& n = mapping.numbers();
  return numbers_of(mapping.model()) - (mapping.model() == Model::bent && (n[6] == 0 || n[7] == 0) ? 1 : 0);
}

/// What the others say of one click: fitted as the model asks, or with less where they are too few. A bend is
/// of a few pixels, a slip of one hex of dozens, so for this question paper is flat.
std::optional<Mapping> others_say(const std::vector<Click>& others, Model model) {
  const auto spare = [&](int numbers) { return 2 * static_cast<int>(others.size()) - numbers; };
  if (model == Model::perspective && spare(8) >= 2)
    if (auto found = fitted_mapping(others, model)) return found;
  if (spare(6) >= 2) return fitted_mapping(others, Model::straight);
  if (spare(4) >= 2) return fitted_similarity(others);
  return std::nullopt;
}

double root_mean_square(const Mapping& mapping, const std::vector<Click>& clicks) {
  double sum = 0;
  for (const Click& click : clicks) {
    const double off = distance(mapping.pixel(click.point), click.at);
    sum += off * off;
  }
  return std::sqrt(sum / static_cast<double>(clicks.size()));
}

/// A click is wrong when the others agree well without it and then miss it by far: by ten times what they
/// miss among themselves, and by more than four millimetres of paper, which no hand does. It is alone in
/// that: leaving any other click out does not help.
std::optional<WrongClick> wrong_click(const std::vector<Click>& clicks, Model model, const Mapping& fitted) {
  // Where all of them agree, none is wrong, however crooked the scan.
  if (root_mean_square(fitted, clicks) < std::max(1.5, 0.5 * fitted.parts().across)) return std::nullopt;
  struct Left {
    double rest;
    size_t click;
    Mapping mapping;
  };
  std::vector<Left> all;
  for (size_t i = 0; i < clicks.size(); ++i) {
    const std::vector<Click> others = without(clicks, i);
    if (others.size() < 3 || thinness(points_of(others)) < line) continue;
    if (const auto mapping = others_say(others, model))
      all.push_back({root_mean_square(*mapping, others), i, *mapping});
  }
  if (all.size() < 3) return std::nullopt;
  std::sort(all.begin(), all.end(), [](const Left& a, const Left& b) { return a.rest < b.rest; });
  const Left& best = all.front();
  const Click& click = clicks[best.click];
  const double off = distance(best.mapping.pixel(click.point), click.at);
  const bool far = off > 10 * std::max(best.rest, 0.5) && off > 4 * best.mapping.parts().across;
  const bool alone = all[1].rest > 3 * std::max(best.rest, 0.25);
  if (!far || !alone) return std::nullopt;
  return WrongClick{best.click, off, best.mapping.point(click.at).value_or(click.point)};
}

}  // namespace

CalibrationAnswer calibrate(const std::vector<Click>& clicks, Model model) {
  CalibrationAnswer answer;
  answer.problem = problem_of(clicks, model);
  if (!answer.problem.empty()) return answer;
  const auto mapping = fitted_mapping(clicks, model);
  if (!mapping) {
    answer.problem = model == Model::straight
                         ? "these clicks do not determine where the grid lies: click a hex farther away"
                         : fmt::format(
                               "these clicks do not determine a {} fit: click more hexes, far apart, or "
                               "choose the straight fit",
                               model_name(model));
    return answer;
  }
  Calibration out;
  out.mapping = *mapping;
  for (const Click& click : clicks) {
    const Pixel there = mapping->pixel(click.point);
    out.residuals.push_back({click.at.x - there.x, click.at.y - there.y});
    out.misses.push_back(distance(click.at, there));
    out.worst = std::max(out.worst, out.misses.back());
  }
  out.median = median_of(out.misses);
  out.spare = 2 * static_cast<int>(clicks.size()) - numbers_in_use(*mapping);
  out.wrong = wrong_click(clicks, model, *mapping);
  if (out.spare == 0)
    out.warnings.push_back(
        fmt::format("{} clicks determine a {} fit exactly, so a wrong one cannot be noticed: click "
                    "one more",
                    number_word(static_cast<int>(clicks.size())), model_name(model)));
  if (thinness(points_of(clicks)) < nearly_line)
    out.warnings.push_back("the clicked hexes lie close to one line: away from it the grid is guessed");
  if (mapping->parts().mirrored)
    out.warnings.push_back("the scan comes out mirrored: check the direction of the numbers");
  answer.calibration = std::move(out);
  return answer;
}

Model suggested_model(const std::vector<Click>& clicks) {
  const auto hand = [&](Model model) -> std::optional<double> {
    if (2 * static_cast<int>(clicks.size()) - numbers_of(model) < 2) return std::nullopt;
    const auto mapping = fitted_mapping(clicks, model);
    return mapping ? std::optional(variance(*mapping, clicks, numbers_in_use(*mapping))) : std::nullopt;
  };
  Model best = Model::straight;
  const auto straight = hand(Model::straight);
  // A quarter of a pixel either way is as good as clicks get.
  if (!straight || *straight < 0.25 * 0.25) return best;
  double least = 0.35 * *straight;
  for (const Model model : {Model::bent, Model::perspective}) {
    const auto now = hand(model);
    if (!now || *now >= least) continue;
    best = model;
    least = *now;
  }
  return best;
}

}  // namespace casebook::tracing
