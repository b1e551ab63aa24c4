// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/html.h"

#include "engine/picture/svg.h"

namespace casebook::report {

void Html::open(std::string_view element, Attributes attributes) {
  out_ += '<';
  out_ += element;
  for (const auto& [name, value] : attributes) {
    if (value.empty()) continue;
    out_ += ' ';
    out_ += name;
    out_ += "=\"" + picture::escaped(value) + '"';
  }
  out_ += '>';
  open_.emplace_back(element);
}

void Html::close() {
  // No line end within a line of words: a browser would show it as a blank.
  const std::string& last = open_.back();
  const bool within = last == "a" || last == "strong" || last == "code" || last == "span";
  out_ += "</" + last + (within ? ">" : ">\n");
  open_.pop_back();
}

void Html::put(std::string_view element, std::string_view words, Attributes attributes) {
  open(element, attributes);
  text(words);
  close();
}

void Html::text(std::string_view words) {
  out_ += picture::escaped(words);
}

}  // namespace casebook::report
