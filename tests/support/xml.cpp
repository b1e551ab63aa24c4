// SPDX-License-Identifier: Apache-2.0
#include "tests/support/xml.h"

#include <algorithm>
#include <cctype>

namespace casebook::testing_support {

namespace {

class Reader {
 public:
  Reader(std::string_view text, std::string& problem, const std::vector<std::string>& empty)
      : text_(text), problem_(problem), empty_(empty) {}

  std::unique_ptr<XmlElement> run() {
    while (true) {
      blanks();
      if (!starts("<?") && !starts("<!")) break;
      const size_t end = text_.find('>', at_);
      if (end == std::string_view::npos) return fail("a declaration without end");
      at_ = end + 1;
    }
    auto root = element();
    if (root == nullptr) return nullptr;
    blanks();
    if (at_ != text_.size()) return fail("something behind the root element");
    return root;
  }

 private:
  std::unique_ptr<XmlElement> fail(const std::string& why) {
    if (problem_.empty())
      problem_ = why + " at byte " + std::to_string(at_) + ": " +
                 std::string(text_.substr(at_ > 40 ? at_ - 40 : 0, 80));
    return nullptr;
  }
  bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  std::string name() {
    const size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == ':' || text_[at_] == '-'))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }
  /// Up to `stop`, entities resolved.
  bool characters(char stop, std::string& into) {
    while (at_ < text_.size() && text_[at_] != stop) {
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
        return fail("a control character") != nullptr;
      if (c == '<') return fail("< in a value") != nullptr;
      if (c != '&') {
        into += c;
        ++at_;
        continue;
      }
      static const std::pair<std::string_view, char> known[] = {
          {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
      const auto found = std::find_if(std::begin(known), std::end(known),
                                      [this](const auto& one) { return starts(one.first); });
      if (found == std::end(known)) return fail("an unknown entity") != nullptr;
      into += found->second;
      at_ += found->first.size();
    }
    return true;
  }

  std::unique_ptr<XmlElement> element() {
    if (!starts("<")) return fail("an element should begin");
    ++at_;
    auto made = std::make_unique<XmlElement>();
    made->name = name();
    if (made->name.empty()) return fail("an element without name");
    while (true) {
      const size_t before = at_;
      blanks();
      if (starts("/>")) {
        at_ += 2;
        return made;
      }
      if (starts(">")) {
        ++at_;
        break;
      }
      if (at_ == before) return fail("no blank before an attribute");
      const std::string key = name();
      if (key.empty()) return fail("an attribute without name");
      for (const auto& [other, value] : made->attributes)
        if (other == key) return fail("the attribute " + key + " twice");
      if (!starts("=\"")) return fail("an attribute without value");
      at_ += 2;
      std::string value;
      if (!characters('"', value)) return nullptr;
      if (at_ == text_.size()) return fail("a value without end");
      ++at_;
      made->attributes.emplace_back(key, value);
    }
    if (std::find(empty_.begin(), empty_.end(), made->name) != empty_.end()) return made;
    while (true) {
      if (!characters('<', made->text)) return nullptr;
      if (at_ == text_.size()) return fail("no end of " + made->name);
      if (starts("<!--")) {
        const size_t end = text_.find("-->", at_);
        if (end == std::string_view::npos) return fail("a comment without end");
        at_ = end + 3;
        continue;
      }
      if (starts("</")) {
        at_ += 2;
        const std::string closed = name();
        if (closed != made->name) return fail("</" + closed + "> where </" + made->name + "> should be");
        if (!starts(">")) return fail("an end without >");
        ++at_;
        return made;
      }
      auto child = element();
      if (child == nullptr) return nullptr;
      made->children.push_back(std::move(child));
    }
  }

  std::string_view text_;
  std::string& problem_;
  const std::vector<std::string>& empty_;
  size_t at_ = 0;
};

void collect(const XmlElement& from, std::string_view name, std::vector<const XmlElement*>& into) {
  if (name.empty() || from.name == name) into.push_back(&from);
  for (const auto& child : from.children) collect(*child, name, into);
}

}  // namespace

std::string XmlElement::attribute(std::string_view key) const {
  for (const auto& [name_, value] : attributes)
    if (name_ == key) return value;
  return {};
}
const XmlElement* XmlElement::child(std::string_view element) const {
  for (const auto& one : children)
    if (one->name == element) return one.get();
  return nullptr;
}

std::unique_ptr<XmlElement> parse_xml(std::string_view text, std::string& problem,
                                      const std::vector<std::string>& empty) {
  problem.clear();
  return Reader(text, problem, empty).run();
}

std::vector<const XmlElement*> elements(const XmlElement& root, std::string_view name) {
  std::vector<const XmlElement*> found;
  collect(root, name, found);
  return found;
}

}  // namespace casebook::testing_support
