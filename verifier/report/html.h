// SPDX-License-Identifier: Apache-2.0
#pragma once

// HTML written like XML: every element closed, every value quoted, every text escaped.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace casebook::report {

class Html {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void open(std::string_view element, Attributes attributes = {});
  void close();
  /// With this text and nothing else.
  void put(std::string_view element, std::string_view text, Attributes attributes = {});
  void text(std::string_view text);
  /// Markup that is right already: a picture, a style sheet.
  void raw(std::string_view markup) { out_ += markup; }
  size_t size() const { return out_.size(); }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  std::vector<std::string> open_;
};

/// What a browser, a reader and a printer need, and no more.
std::string_view style_sheet();

}  // namespace casebook::report
