// SPDX-License-Identifier: Apache-2.0
#pragma once

// A strict reader of XML as we write it: elements, attributes in double quotes, text, the five entities and
// the declaration, comments and document type at the top. What is not well-formed is refused, with the
// reason.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace casebook::testing_support {

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::unique_ptr<XmlElement>> children;
  std::string text;  // its own, all pieces together

  std::string attribute(std::string_view key) const;
  const XmlElement* child(std::string_view element) const;
};

/// Nothing, and the reason in `problem`, when it is not well-formed. `empty` are the elements that HTML
/// writes without an end (`br`, `meta` ...); none in XML.
std::unique_ptr<XmlElement> parse_xml(std::string_view text, std::string& problem,
                                      const std::vector<std::string>& empty = {});

/// All elements in document order that have this name (all when it is empty).
std::vector<const XmlElement*> elements(const XmlElement& root, std::string_view name = {});

}  // namespace casebook::testing_support
