// SPDX-License-Identifier: Apache-2.0
// Where facts come from.
#include <fmt/format.h>

#include <algorithm>

#include "editor/document/commands/plan.h"

namespace casebook::editor {

using namespace board;

namespace {

/// Every choice of provenance that a part has, with whatever has to be looked up again after it changed.
class Choices {
 public:
  explicit Choices(const std::function<void(ProvenanceChoice&)>& change) : change_(change) {}

  void operator()(Unreadable&) const {}
  void operator()(JsonData&) const {}
  void operator()(Acknowledgements&) const {}
  void operator()(HexMap& map) const {
    const Provenances& all = map.provenances;
    change_(map.provenances.fallback);
    look_up(map.hex_defaults, {}, all);
    look_up(map.hexside_defaults, {}, all);
    lines(map.hex_facts, all);
    lines(map.hexside_facts, all);
    for (Link& link : map.links) {
      change_(link.provenance_choice);
      link.provenance = all.of(link.provenance_choice, link.attribute);
    }
    for (NamedPlace& place : map.places) {
      change_(place.provenance_choice);
      place.provenance = all.of(place.provenance_choice, "place");
    }
  }
  void operator()(OrderOfBattle& data) const { entities(data.provenances, data.entities); }
  void operator()(Schedule& data) const { entities(data.provenances, data.rows); }
  void operator()(ScenarioFile& data) const {
    entities(data.provenances, data.attributes);
    look_up(data.facts, {}, data.provenances);
    for (Relation& relation : data.relations) {
      change_(relation.provenance_choice);
      relation.provenance = data.provenances.of(relation.provenance_choice, relation.attribute);
    }
  }

 private:
  template <class Line>
  void lines(std::vector<Line>& all, const Provenances& provenances) const {
    for (Line& line : all) {
      change_(line.provenance);
      look_up(line.facts, line.provenance, provenances);
    }
  }
  void entities(Provenances& provenances, std::vector<EntityLine>& all) const {
    change_(provenances.fallback);
    lines(all, provenances);
    for (EntityLine& line : all)
      line.start_provenance = line.start.empty() ? unstated : provenances.of(line.provenance, "place");
  }

  const std::function<void(ProvenanceChoice&)>& change_;
};

void change_choices(PartData& data, const std::function<void(ProvenanceChoice&)>& change) {
  std::visit(Choices(change), data);
}

Provenances& provenances_in(PartData& data) {
  if (auto* map = std::get_if<HexMap>(&data)) return map->provenances;
  if (auto* order = std::get_if<OrderOfBattle>(&data)) return order->provenances;
  if (auto* schedule = std::get_if<Schedule>(&data)) return schedule->provenances;
  return std::get<ScenarioFile>(data).provenances;
}

int index_of(const Provenances& all, const std::string& name) {
  for (size_t i = 0; i < all.all.size(); ++i) {
    if (all.all[i].name == name) return static_cast<int>(i);
  }
  return unstated;
}

void choose(ProvenanceChoice& choice, int provenance) {
  choice = {};
  if (provenance == unstated) return;
  choice.entries.push_back({"others", provenance});
  choice.whole = true;
}

}  // namespace

bool Plan::has_provenances(const std::string& path) {
  if (!find_part(path)) return false;
  if (editor::provenances(part()) != nullptr) return true;
  refuse(path + " says nothing of where its facts come from");
  return false;
}

Done Plan::make(const DefineProvenance& c) {
  if (!has_provenances(c.file)) return refused();
  for (const std::string* text : {&c.provenance, &c.source, &c.label, &c.reconstructed}) {
    if (!check_text(*text, "the provenance")) return refused();
  }
  if (c.provenance.empty()) return refuse("a provenance has a name");
  Provenance made;
  made.name = c.provenance;
  made.attested = c.reconstructed.empty();
  if (made.attested) {
    if (c.source.empty() || c.label.empty())
      return refuse("what is attested names its source and the case; what is reconstructed, the reason");
    made.source = c.source;
    made.case_label = c.label;
  } else {
    if (!c.source.empty() || !c.label.empty()) return refuse("a fact is attested or reconstructed, not both");
    made.why = c.reconstructed;
  }
  PartData after = part().data;
  Provenances& all = provenances_in(after);
  const int index = index_of(all, c.provenance);
  if (index == unstated) {
    if (all.all.size() >= limits::attributes)
      return refuse(fmt::format("a file has at most {} provenances", limits::attributes));
    all.all.push_back(std::move(made));
  } else {
    if (all.all[static_cast<size_t>(index)] == made) return planned();
    all.all[static_cast<size_t>(index)] = std::move(made);
  }
  return replace(part_, std::move(after), false);
}

Done Plan::make(const RemoveProvenance& c) {
  if (!has_provenances(c.file)) return refused();
  PartData after = part().data;
  Provenances& all = provenances_in(after);
  const int gone = index_of(all, c.provenance);
  if (gone == unstated)
    return refuse(fmt::format("{} has no provenance {}", c.file, casebook::quoted(c.provenance)));
  int uses = 0;
  change_choices(after, [&](ProvenanceChoice& choice) {
    for (const auto& entry : choice.entries) uses += entry.provenance == gone ? 1 : 0;
  });
  if (uses > 0)
    return refuse(fmt::format("{} {} of {} still {} to {}", uses, uses == 1 ? "line" : "lines", c.file,
                              uses == 1 ? "refers" : "refer", c.provenance));
  all.all.erase(all.all.begin() + gone);
  change_choices(after, [&](ProvenanceChoice& choice) {
    for (auto& entry : choice.entries) entry.provenance -= entry.provenance > gone ? 1 : 0;
  });
  return replace(part_, std::move(after), false);
}

Done Plan::make(const RenameProvenance& c) {
  if (!has_provenances(c.file) || !check_text(c.to, "the provenance")) return refused();
  PartData after = part().data;
  Provenances& all = provenances_in(after);
  const int index = index_of(all, c.provenance);
  if (index == unstated)
    return refuse(fmt::format("{} has no provenance {}", c.file, casebook::quoted(c.provenance)));
  if (c.to.empty()) return refuse("a provenance has a name");
  if (c.to == c.provenance) return planned();
  if (index_of(all, c.to) != unstated)
    return refuse(fmt::format("{} has a provenance {} already", c.file, casebook::quoted(c.to)));
  all.all[static_cast<size_t>(index)].name = c.to;
  return replace(part_, std::move(after), false);
}

Done Plan::make(const SetFileProvenance& c) {
  if (!has_provenances(c.file)) return refused();
  PartData after = part().data;
  int provenance = unstated;
  if (!find_provenance(provenances_in(after), c.provenance, provenance)) return refused();
  const ProvenanceChoice before = provenances_in(after).fallback;
  choose(provenances_in(after).fallback, provenance);
  if (provenances_in(after).fallback == before) return planned();
  change_choices(after, [](ProvenanceChoice&) {});
  return replace(part_, std::move(after), false);
}

Done Plan::make(const SetProvenance& c) {
  if (!has_provenances(c.file)) return refused();
  const Provenances& all = *editor::provenances(part());
  int provenance = unstated;
  if (!find_provenance(all, c.provenance, provenance) || !check_attribute(c.attribute, {})) return refused();
  for (const std::string& name : c.of) {
    const bool good = part().as<HexMap>() != nullptr ? provenance_in_map(c, name, provenance)
                                                     : provenance_of_entity(c, name, provenance);
    if (!good) return refused();
  }
  return planned();
}

bool Plan::provenance_in_map(const SetProvenance& c, const std::string& name, int provenance) {
  const HexMap& map = *part().as<HexMap>();
  const Provenances& all = map.provenances;
  if (name.starts_with("place ")) {
    for (size_t i = 0; i < map.places.size(); ++i) {
      if (map.places[i].name != name.substr(6)) continue;
      ItemEdit<NamedPlace> edit;
      edit.part = part_;
      edit.index = i;
      edit.before = edit.after = map.places[i];
      choose(edit.after->provenance_choice, provenance);
      edit.after->provenance = all.of(edit.after->provenance_choice, "place");
      if (edit.after != edit.before) edits.push_back(std::move(edit));
      return true;
    }
    refuse(fmt::format("the map has no {}", name));
    return false;
  }
  const auto change = [&](auto edit, const auto* line) {
    if (line == nullptr) {
      refuse(fmt::format("the map has no line for {}", name));
      return false;
    }
    edit.part = part_;
    edit.before = edit.after = *line;
    set_provenance(edit.after->provenance, edit.after->facts, c.attribute, provenance);
    look_up(edit.after->facts, edit.after->provenance, all);
    if (edit.after != edit.before) edits.push_back(std::move(edit));
    return true;
  };
  if (name.find('-') == std::string::npos && name.find(' ') == std::string::npos) {
    HexEdit edit;
    return find_hex(map, name, edit.hex) && change(edit, line_of_hex(map, edit.hex));
  }
  HexsideEdit edit;
  int direction = -1;
  return find_hexside(map, name, edit.hexside, direction) && change(edit, line_of_hexside(map, edit.hexside));
}

bool Plan::provenance_of_entity(const SetProvenance& c, const std::string& name, int provenance) {
  const std::vector<EntityLine>& lines = *entity_lines(part());
  const Provenances& all = *editor::provenances(part());
  const int index = find_entity(lines, name);
  if (index < 0) return false;
  ItemEdit<EntityLine> edit;
  edit.part = part_;
  edit.index = static_cast<size_t>(index);
  edit.before = edit.after = lines[edit.index];
  EntityLine& line = *edit.after;
  set_provenance(line.provenance, line.facts, c.attribute, provenance);
  look_up(line.facts, line.provenance, all);
  line.start_provenance = line.start.empty() ? unstated : all.of(line.provenance, "place");
  if (edit.after != edit.before) edits.push_back(std::move(edit));
  return true;
}

}  // namespace casebook::editor
