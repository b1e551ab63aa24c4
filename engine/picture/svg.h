// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes a picture as SVG 1.1: valid XML with `<title>` and `<desc>`, every text escaped, no script, no
// link to other files, no date. The same picture gives the same bytes. It prints at true scale.

#include <map>
#include <string>
#include <vector>

#include "engine/picture/picture.h"

namespace casebook::picture {

/// A file of its own.
std::string svg_text(const Picture& picture);

/// Symbols and layers that several pictures of one file share. The first picture writes them; the others
/// refer to their id.
class SharedShapes {
 public:
  /// The id of an equal shape already written. Nothing when this is the first; it has that id from now on.
  const std::string* find_or_add(const std::string& written, const std::string& id);
  /// For `back_to`: what was added after a picture that is not written after all is forgotten.
  size_t size() const { return added_.size(); }
  void back_to(size_t size);

 private:
  std::map<std::string, std::string> ids_;
  std::vector<std::map<std::string, std::string>::const_iterator> added_;
};

/// An element within HTML. `prefix` goes before its ids, which are then its own among several pictures; with
/// `shared` it uses what pictures before it have written.
std::string svg_element(const Picture& picture, const std::string& prefix, SharedShapes* shared = nullptr);

/// Characters that XML cannot hold, and those that turn the direction of writing, as \u{NNNN}.
std::string plain(std::string_view text);
/// The same for text and attributes of XML and HTML: & < > " ' escaped.
std::string escaped(std::string_view text);

}  // namespace casebook::picture
