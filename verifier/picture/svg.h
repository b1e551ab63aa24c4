// SPDX-License-Identifier: Apache-2.0
#pragma once

// A picture as SVG 1.1: valid XML with `<title>` and `<desc>`, every text escaped, no script, nothing fetched
// from anywhere, no date. The same picture gives the same bytes. Without a viewer's style sheet it prints at
// true scale.

#include <string>

#include "verifier/picture/picture.h"

namespace casebook::picture {

/// A file of its own.
std::string svg_text(const Picture& picture);

/// An element within HTML. `prefix` goes before its ids, which are then its own among several pictures.
std::string svg_element(const Picture& picture, const std::string& prefix);

/// Characters that XML cannot hold, and those that turn the direction of writing, as \u{NNNN}.
std::string plain(std::string_view text);
/// The same for text and attributes of XML and HTML: & < > " ' escaped.
std::string escaped(std::string_view text);

}  // namespace casebook::picture
