// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/svg.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "engine/base/text.h"

namespace casebook::picture {

namespace {

/// Hundredths of a millimetre are enough for any printer.
std::string number(double value) {
  const long long hundredths = std::llround(value * 100);
  const long long whole = std::llabs(hundredths);
  std::string text = hundredths < 0 ? "-" : "";
  text += std::to_string(whole / 100);
  if (whole % 100 != 0) {
    text += '.';
    text += static_cast<char>('0' + whole % 100 / 10);
    if (whole % 10 != 0) text += static_cast<char>('0' + whole % 10);
  }
  return text;
}
std::string pair(Point at) {
  return number(at.x) + " " + number(at.y);
}

class Writer {
 public:
  Writer(std::string prefix, SharedShapes* shared) : prefix_(std::move(prefix)), shared_(shared) {}

  std::string element(const Picture& picture, const std::string& attributes) {
    out_ += fmt::format(
        "<svg{} width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "aria-labelledby=\"{}title {}desc\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
        attributes, number(picture.width), number(picture.height), number(picture.width),
        number(picture.height), prefix_, prefix_);
    out_ += fmt::format("<title id=\"{}title\">{}</title>\n", prefix_, escaped(picture.title));
    out_ += fmt::format("<desc id=\"{}desc\">{}</desc>\n", prefix_, escaped(picture.description));
    std::string symbols;
    for (size_t i = 0; i < picture.symbols.size(); ++i) symbols += symbol(picture.symbols[i], i);
    if (!symbols.empty()) out_ += "<defs>\n" + symbols + "</defs>\n";
    out_ += fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", number(picture.width),
                        number(picture.height), colour_text(picture.paper));
    for (const Shape& shape : picture.content.shapes) write(shape);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  void write(const Shape& shape) {
    std::visit([this](const auto& one) { put(one); }, shape.is);
  }

  /// As text, and not in the output.
  template <class Write>
  std::string apart(Write&& write_it) {
    std::string before = std::move(out_);
    out_.clear();
    write_it();
    std::swap(before, out_);
    return before;
  }

  /// Its definition; empty where another picture has it already.
  std::string symbol(const Symbol& symbol, size_t number) {
    std::string id = fmt::format("{}s{}", prefix_, number);
    const std::string drawn = apart([&] {
      for (const Shape& shape : symbol.shapes) write(shape);
    });
    const std::string* known = shared_ == nullptr ? nullptr : shared_->find_or_add(drawn, id);
    symbol_ids_.push_back(known == nullptr ? id : *known);
    return known == nullptr ? fmt::format("<g id=\"{}\">\n{}</g>\n", id, drawn) : std::string();
  }

  void put(const Group& group) {
    if (group.shapes.empty() && group.title.empty()) return;
    constexpr size_t worth_sharing = 200;  // bytes; a reference has some thirty
    if (shared_ == nullptr || group.role != "layer") {
      put_whole(group);
      return;
    }
    SharedShapes* const shared = std::exchange(shared_, nullptr);  // one within another is written with it
    std::string drawn = apart([&] { put_whole(group); });
    shared_ = shared;
    if (drawn.size() >= worth_sharing) {
      const std::string id = fmt::format("{}l{}", prefix_, layers_++);
      const std::string* known = shared_->find_or_add(drawn, id);
      drawn = known != nullptr ? fmt::format("<use xlink:href=\"#{}\"/>\n", *known)
                               : fmt::format("<g id=\"{}\"{}", id,
                                             std::string_view(drawn).substr(std::string_view("<g").size()));
    }
    out_ += drawn;
  }

  void put_whole(const Group& group) {
    out_ += "<g";
    if (!group.role.empty()) out_ += fmt::format(" class=\"{}\"", escaped(group.role));
    if (!group.name.empty()) out_ += fmt::format(" data-name=\"{}\"", escaped(group.name));
    out_ += ">";
    if (!group.title.empty()) out_ += "<title>" + escaped(group.title) + "</title>";
    out_ += "\n";
    if (group.window)
      out_ += fmt::format(
          "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" overflow=\"hidden\">\n",
          number(group.window->at.x), number(group.window->at.y), number(group.window->width),
          number(group.window->height), number(group.window->from.x), number(group.window->from.y),
          number(group.window->width / group.window->scale),
          number(group.window->height / group.window->scale));
    for (const Shape& shape : group.shapes) write(shape);
    if (group.window) out_ += "</svg>\n";
    out_ += "</g>\n";
  }
  void put(const Use& use) {
    out_ += fmt::format("<use xlink:href=\"#{}\" x=\"{}\" y=\"{}\"/>\n", symbol_ids_[use.symbol],
                        number(use.at.x), number(use.at.y));
  }
  void put(const Path& path) {
    std::string steps;
    for (const Path::Step& step : path.steps) {
      switch (step.verb) {
        case Path::Verb::move:
          steps += "M" + pair(step.to);
          break;
        case Path::Verb::line:
          steps += "L" + pair(step.to);
          break;
        case Path::Verb::curve:
          steps += "C" + pair(step.first) + " " + pair(step.second) + " " + pair(step.to);
          break;
        case Path::Verb::close:
          steps += "Z";
          break;
      }
    }
    out_ += fmt::format("<path d=\"{}\"{}/>\n", steps, outline(path.outline));
  }
  void put(const Rectangle& box) {
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(box.at.x),
                        number(box.at.y), number(box.width), number(box.height));
    if (box.radius > 0) out_ += fmt::format(" rx=\"{}\"", number(box.radius));
    out_ += outline(box.outline) + "/>\n";
  }
  void put(const Ellipse& one) {
    if (one.across == one.up)
      out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", number(one.centre.x),
                          number(one.centre.y), number(one.across), outline(one.outline));
    else
      out_ += fmt::format("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"{}/>\n", number(one.centre.x),
                          number(one.centre.y), number(one.across), number(one.up), outline(one.outline));
  }
  void put(const Text& text) {
    std::string more;
    if (text.anchor != Anchor::start)
      more += text.anchor == Anchor::middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
    if (text.bold) more += " font-weight=\"bold\"";
    if (text.italic) more += " font-style=\"italic\"";
    if (text.spacing != 0) more += fmt::format(" letter-spacing=\"{}\"", number(text.spacing));
    if (text.turn != 0) more += fmt::format(" transform=\"rotate({} {})\"", number(text.turn), pair(text.at));
    const std::string where = fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}", number(text.at.x),
                                          number(text.at.y), number(text.size), more);
    const std::string words = escaped(text.text);
    // The rim is a text of its own below: not every viewer knows paint-order.
    if (text.halo > 0)
      out_ += fmt::format(
          "{} aria-hidden=\"true\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" "
          "stroke-linejoin=\"round\">{}</text>\n",
          where, colour_text(text.ground), colour_text(text.ground), number(2 * text.halo), words);
    out_ += fmt::format("{} fill=\"{}\">{}</text>\n", where, colour_text(text.colour), words);
  }

  static std::string outline(const Outline& outline) {
    std::string text;
    if (outline.fill) {
      text += fmt::format(" fill=\"{}\"", colour_text(outline.fill->colour));
      if (outline.fill->opacity < 1)
        text += fmt::format(" fill-opacity=\"{}\"", number(outline.fill->opacity));
    } else {
      text += " fill=\"none\"";
    }
    if (outline.stroke) {
      const Stroke& stroke = *outline.stroke;
      text +=
          fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", colour_text(stroke.colour), number(stroke.width));
      if (stroke.opacity < 1) text += fmt::format(" stroke-opacity=\"{}\"", number(stroke.opacity));
      if (stroke.round) text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
      if (!stroke.dashes.empty()) {
        text += " stroke-dasharray=\"";
        for (size_t i = 0; i < stroke.dashes.size(); ++i)
          text += (i == 0 ? "" : " ") + number(stroke.dashes[i]);
        text += "\"";
      }
    }
    return text;
  }

  std::string prefix_, out_;
  SharedShapes* shared_;  // null: nothing is
  std::vector<std::string> symbol_ids_;
  size_t layers_ = 0;
};

bool turns_direction(uint32_t value) {
  return (value >= 0x202A && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069);
}

}  // namespace

std::string plain(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool allowed = point.valid && (point.value >= 0x20 || point.value == '\t' || point.value == '\n') &&
                         point.value != 0x7F && !(point.value >= 0x80 && point.value < 0xA0) &&
                         !(point.value >= 0xD800 && point.value <= 0xDFFF) && point.value != 0xFFFE &&
                         point.value != 0xFFFF && !turns_direction(point.value);
    if (allowed)
      out += text.substr(at, static_cast<size_t>(point.length));
    else
      out += fmt::format("\\u{{{:04X}}}", point.valid ? point.value : static_cast<uint8_t>(text[at]));
    at += static_cast<size_t>(point.length);
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : plain(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

const std::string* SharedShapes::find_or_add(const std::string& written, const std::string& id) {
  const auto [at, is_new] = ids_.emplace(written, id);
  if (!is_new) return &at->second;
  added_.push_back(at);
  return nullptr;
}

void SharedShapes::back_to(size_t size) {
  for (; added_.size() > size; added_.pop_back()) ids_.erase(added_.back());
}

std::string svg_element(const Picture& picture, const std::string& prefix, SharedShapes* shared) {
  return Writer(prefix, shared).element(picture, "");
}

std::string svg_text(const Picture& picture) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         Writer("", nullptr)
             .element(picture,
                      " xmlns=\"http://www.w3.org/2000/svg\" "
                      "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"");
}

}  // namespace casebook::picture
