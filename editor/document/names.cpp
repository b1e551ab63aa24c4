// SPDX-License-Identifier: Apache-2.0
#include "editor/document/names.h"

namespace casebook::editor {

using namespace board;

namespace {

class Visitor {
 public:
  Visitor(const Vocabulary& words, const std::function<void(const NameUse&)>& visit)
      : words_(words), visit_(visit) {}

  void operator()(Unreadable&) const {}
  void operator()(JsonData&) const {}
  void operator()(Acknowledgements&) const {}
  void operator()(HexMap& map) const {
    facts(map.hex_defaults, "every hex");
    facts(map.hexside_defaults, "every hexside");
    for (HexFacts& line : map.hex_facts) facts_of(line.facts, [&] { return "hex " + map.hex_id(line.hex); });
    for (HexsideFacts& line : map.hexside_facts)
      facts_of(line.facts, [&] { return "a hexside of " + map.hex_id(line.first); });
  }
  void operator()(OrderOfBattle& data) const { lines(data.entities); }
  void operator()(Schedule& data) const { lines(data.rows); }
  void operator()(ScenarioFile& data) const {
    facts(data.facts, "the scenario");
    lines(data.attributes);
    for (Relation& relation : data.relations) {
      const Attribute* attribute = words_.attribute(relation.attribute);
      if (attribute == nullptr) continue;
      for (size_t i = 0; i < relation.of.size() && i < attribute->of.size(); ++i) {
        if (relation.of[i].kind == DataKind::text)
          visit_({attribute->of[i], false, false, &relation.of[i].text, relation.attribute});
      }
      value(relation.value, attribute->type, relation.attribute);
    }
    for (StateFact& fact : data.state) state(fact);
  }

 private:
  void value(DataValue& data, const ValueType& type, const std::string& where) const {
    if (type.sort == ValueSort::boolean || type.sort == ValueSort::number) return;
    if (data.kind == DataKind::text)
      visit_({type.kind, type.sort == ValueSort::location, false, &data.text, where});
    for (DataValue& item : data.items) value(item, type, where);
  }
  template <class Where>
  void facts_of(std::vector<Fact>& all, const Where& where) const {
    for (Fact& fact : all) {
      const Attribute* attribute = words_.attribute(fact.attribute);
      if (attribute == nullptr || !attribute->type.choices.empty()) {
        if (attribute == nullptr || attribute->type.sort != ValueSort::location) continue;
      }
      if (attribute->type.sort == ValueSort::boolean || attribute->type.sort == ValueSort::number) continue;
      value(fact.value, attribute->type, fact.attribute + " of " + where());
    }
  }
  void facts(std::vector<Fact>& all, const std::string& where) const {
    facts_of(all, [&] { return where; });
  }
  void lines(std::vector<EntityLine>& all) const {
    for (EntityLine& line : all) {
      const std::string name = line.kind + " " + line.id;
      visit_({line.kind, false, true, &line.id, "the line of " + name});
      if (!line.start.empty()) visit_({"hex", true, false, &line.start, "where " + name + " begins"});
      facts(line.facts, name);
    }
  }
  void state(StateFact& fact) const {
    const std::string where = fact.state + " at the start";
    if (fact.state == "place" && fact.of.size() == 1) {  // of every kind that is on the map
      visit_({"", false, false, &fact.of.front(), where});
      if (fact.value.kind == DataKind::text) visit_({"hex", true, false, &fact.value.text, where});
      return;
    }
    for (const StateOf& one : words_.states) {
      if (one.name != fact.state) continue;
      for (size_t i = 0; i < fact.of.size() && i < one.of.size(); ++i)
        visit_({one.of[i], false, false, &fact.of[i], where});
      value(fact.value, one.type, where);
    }
  }

  const Vocabulary& words_;
  const std::function<void(const NameUse&)>& visit_;
};

}  // namespace

void visit_names(PartData& data, const Vocabulary& words, const std::function<void(const NameUse&)>& visit) {
  std::visit(Visitor(words, visit), data);
}

}  // namespace casebook::editor
