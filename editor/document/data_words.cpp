// SPDX-License-Identifier: Apache-2.0
#include "editor/document/data_words.h"

#include <algorithm>

#include "engine/picture/style.h"

namespace casebook::editor {

using namespace board;

namespace {

void add(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

class Gathering {
 public:
  explicit Gathering(const Document& document) : document_(document), map_(document.map()) {}

  Vocabulary run() {
    const picture::Style style = its_style();
    if (map_ != nullptr) {
      take("hex", map_->hex_defaults);
      for (const HexFacts& line : map_->hex_facts) take("hex", line.facts);
      take("hexside", map_->hexside_defaults);
      for (const HexsideFacts& line : map_->hexside_facts) take("hexside", line.facts);
      for (const Link& link : map_->links) take_flag(link.attribute);
      for (const NamedPlace& place : map_->places) add(out_.places, place.name);
    }
    for (const picture::EdgeLook& look : style.hexsides) take_flag(look.attribute);
    for (const picture::LinkLook& look : style.links) take_flag(look.attribute);
    if (!style.ground.empty())
      for (const picture::GroundLook& look : style.grounds) {
        Attribute& ground = attribute("hex", style.ground, ValueSort::member);
        add(ground.type.choices, look.member);
      }
    for (const int part : document_.orders_of_battle()) take(document_.part(part));
    for (const int part : document_.schedules()) take(document_.part(part));
    if (document_.scenario() >= 0) take(document_.part(document_.scenario()));
    for (Attribute& one : out_.attributes)
      if (one.type.sort == ValueSort::member) name_hexes(one);
    return std::move(out_);
  }

 private:
  picture::Style its_style() const {
    Diagnostics ignored;
    const int part = document_.style_part();
    auto read = part >= 0 ? picture::read_style(document_.text(part), document_.part(part).path, ignored)
                          : picture::load_style(document_.ruleset().edition_folder, {}, ignored);
    return read.value_or(picture::Style{});
  }

  Attribute& attribute(const std::string& of, const std::string& name, ValueSort sort) {
    for (Attribute& one : out_.attributes)
      if (one.name == name && one.of.front() == of) return one;
    Attribute one;
    one.name = name;
    one.of = {of};
    one.type.sort = sort;
    one.type.kind = name;
    if (sort == ValueSort::number) {
      one.type.least = "-999";
      one.type.most = "999";
      one.type.step = "1";
    }
    out_.attributes.push_back(std::move(one));
    return out_.attributes.back();
  }
  void take_flag(const std::string& name) { attribute("hexside", name, ValueSort::boolean); }

  void take(const std::string& of, const std::vector<Fact>& facts) {
    for (const Fact& fact : facts) take(of, fact);
  }
  void take(const std::string& of, const Fact& fact) {
    const DataValue& value = fact.value;
    const ValueSort sort = value.kind == DataKind::boolean  ? ValueSort::boolean
                           : value.kind == DataKind::number ? ValueSort::number
                           : value.kind == DataKind::list   ? ValueSort::set
                                                            : ValueSort::member;
    Attribute& one = attribute(of, fact.attribute, sort);
    // One of several may be written without brackets.
    if (sort == ValueSort::set && one.type.sort == ValueSort::member) one.type.sort = ValueSort::set;
    if (value.kind == DataKind::text) add(one.type.choices, value.text);
    for (const DataValue& item : value.items)
      if (item.kind == DataKind::text) add(one.type.choices, item.text);
  }
  void take(const Part& part) {
    const auto* lines = entity_lines(part);
    if (lines == nullptr) return;
    for (const EntityLine& line : *lines) {
      auto kind = std::find_if(out_.kinds.begin(), out_.kinds.end(),
                               [&](const OpenKind& one) { return one.name == line.kind; });
      if (kind == out_.kinds.end()) kind = out_.kinds.insert(kind, OpenKind{line.kind, false, {}});
      if (!line.start.empty()) {
        kind->on_map = true;
        if (!is_hex(line.start)) add(out_.boxes, line.start);
      }
      take(line.kind, line.facts);
    }
  }

  bool is_hex(const std::string& text) const {
    if (map_ == nullptr) return false;
    for (size_t i = 0; i < map_->numberings.size(); ++i)
      if (map_->find_hex(text, static_cast<int>(i)) != nowhere) return true;
    return false;
  }
  /// Where some of the values are hexes, any hex may be one.
  void name_hexes(Attribute& one) const {
    std::vector<std::string>& choices = one.type.choices;
    if (std::erase_if(choices, [&](const std::string& text) { return is_hex(text); }) == 0) return;
    one.type.sort = ValueSort::location;
    one.type.kind = "hex";
  }

  const Document& document_;
  const HexMap* map_;
  Vocabulary out_;
};

}  // namespace

Vocabulary words_of_data(const Document& document) {
  return Gathering(document).run();
}

}  // namespace casebook::editor
