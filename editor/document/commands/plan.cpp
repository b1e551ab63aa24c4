// SPDX-License-Identifier: Apache-2.0
#include "editor/document/commands/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/board/data_reader.h"

namespace casebook::editor {

using namespace board;

bool Plan::find_part(const std::string& path) {
  part_ = document_.find(path);
  if (part_ < 0) {
    NearestName nearest(path);
    for (const Part& one : document_.parts()) {
      if (one.there) nearest.offer(one.path);
    }
    const std::string near = nearest.best();
    refuse(fmt::format("the project has no file {}{}", casebook::quoted(path),
                       near.empty() ? "" : "; is it " + near + "?"));
    return false;
  }
  if (part().as<Unreadable>() != nullptr) {
    refuse(fmt::format("{} cannot be read, so it cannot be changed here", path));
    return false;
  }
  if (!part().writable) {
    refuse(fmt::format("{} belongs to other rules and cannot be changed here", path));
    return false;
  }
  return true;
}

bool Plan::find_hex(const HexMap& map, const std::string& id, int& hex) {
  hex = map.find_hex(id);
  if (hex != nowhere) return true;
  const std::string near = map.nearest_hex(id, map.own_numbering);
  refuse(
      fmt::format("there is no hex {}{}", casebook::quoted(id), near.empty() ? "" : "; is it " + near + "?"));
  return false;
}

bool Plan::find_hexside(const HexMap& map, const std::string& name, int& hexside, int& direction) {
  direction = -1;
  const size_t dash = name.find('-'), blank = name.find(' ');
  int a = nowhere, b = nowhere;
  if (dash != std::string::npos) {
    if (!find_hex(map, name.substr(0, dash), a) || !find_hex(map, name.substr(dash + 1), b)) return false;
    hexside = a == b ? nowhere : map.ground.between(a, b);
    if (hexside == nowhere) refuse(fmt::format("the hexes of {} do not touch", name));
    return hexside != nowhere;
  }
  if (blank != std::string::npos) {
    if (!find_hex(map, name.substr(0, blank), a)) return false;
    const auto found = map.ground.grid().direction_named(name.substr(blank + 1));
    if (!found) {
      refuse(fmt::format("hexes here have no hexside {}", casebook::quoted(name.substr(blank + 1))));
      return false;
    }
    hexside = map.ground.sides(a)[static_cast<size_t>(*found)];
    if (map.ground.ends(hexside)[1] == nowhere) direction = *found;
    return true;
  }
  refuse(fmt::format("{} is not a hexside: write two hexes with - between them, or a hex and a direction",
                     casebook::quoted(name)));
  return false;
}

bool Plan::find_provenance(const Provenances& all, const std::string& name, int& provenance) {
  provenance = unstated;
  if (name.empty()) return true;
  for (size_t i = 0; i < all.all.size(); ++i) {
    if (all.all[i].name == name) {
      provenance = static_cast<int>(i);
      return true;
    }
  }
  refuse(fmt::format("{} has no provenance {}", part().path, casebook::quoted(name)));
  return false;
}

bool Plan::check_attribute(const std::string& attribute, std::initializer_list<std::string_view> taken) {
  if (!is_attribute_name(attribute)) {
    refuse(fmt::format("{} is not the name of an attribute", casebook::quoted(attribute)));
    return false;
  }
  for (const std::string_view one : taken) {
    if (attribute != one) continue;
    refuse(fmt::format("{} cannot be an attribute: files use the word for something else",
                       casebook::quoted(attribute)));
    return false;
  }
  return true;
}

bool Plan::check_text(const std::string& text, const char* what) {
  if (text.size() > limits::json_string_bytes) {
    refuse(fmt::format("{} is longer than {} bytes", what, limits::json_string_bytes));
  } else if (first_invalid_utf8(text) != std::string_view::npos) {
    refuse(fmt::format("{} is not text in UTF-8", what));
  } else if (text.find('\0') != std::string::npos) {
    refuse(fmt::format("{} holds a null character", what));
  } else {
    return true;
  }
  return false;
}

bool Plan::check_value(const std::optional<DataValue>& value) {
  if (!value) return true;
  if (value->kind == DataKind::text) return check_text(value->text, "the value");
  if (value->kind == DataKind::number &&
      (value->number > limits::number || value->number < -limits::number)) {
    refuse(fmt::format("{} is out of the range of numbers", value->number));
    return false;
  }
  for (const DataValue& one : value->items) {
    if (one.kind == DataKind::list) {
      refuse("a list cannot be a value within a list");
      return false;
    }
    if (!check_value(one)) return false;
  }
  return true;
}

bool Plan::split_entity(const std::string& name, std::string& kind, std::string& id) {
  const size_t blank = name.find(' ');
  if (blank == std::string::npos || blank == 0 || blank + 1 == name.size()) {
    refuse(fmt::format("{} is not an entity: write a kind, a blank and an id", casebook::quoted(name)));
    return false;
  }
  kind = name.substr(0, blank);
  id = name.substr(blank + 1);
  return true;
}

int Plan::find_entity(const std::vector<EntityLine>& lines, const std::string& name) {
  std::string kind, id;
  if (!split_entity(name, kind, id)) return -1;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].id == id && lines[i].kind == kind) return static_cast<int>(i);
  }
  NearestName nearest(id);
  for (const EntityLine& line : lines) {
    if (line.kind == kind) nearest.offer(line.id);
  }
  const std::string near = nearest.best();
  refuse(fmt::format("{} has no {} {}{}", part().path, kind, casebook::quoted(id),
                     near.empty() ? "" : "; is it " + near + "?"));
  return -1;
}

Done Plan::replace(int index, PartData after, bool check) {
  const Part& old = document_.part(index);
  PartEdit edit;
  edit.part = index;
  edit.there_before = edit.there_after = old.there;
  edit.after = std::make_shared<const PartData>(std::move(after));
  if (check) {
    Part made;
    made.path = old.path;
    made.format = old.format;
    made.data = *edit.after;
    const Part again = read_part(old.path, old.path, write_part(made));
    if (again.as<Unreadable>() != nullptr)
      return refuse(again.wrong.empty() ? std::string("the file could not be read again")
                                        : again.wrong.front().message);
  }
  edit.before = std::make_shared<const PartData>(old.data);
  edits.push_back(std::move(edit));
  return planned();
}

// ---- lines

const HexFacts* line_of_hex(const HexMap& map, int hex) {
  const auto found = std::lower_bound(map.hex_facts.begin(), map.hex_facts.end(), hex,
                                      [](const HexFacts& line, int k) { return line.hex < k; });
  return found != map.hex_facts.end() && found->hex == hex ? &*found : nullptr;
}

const HexsideFacts* line_of_hexside(const HexMap& map, int hexside) {
  const auto found = std::lower_bound(map.hexside_facts.begin(), map.hexside_facts.end(), hexside,
                                      [](const HexsideFacts& line, int k) { return line.hexside < k; });
  return found != map.hexside_facts.end() && found->hexside == hexside ? &*found : nullptr;
}

void look_up(std::vector<Fact>& facts, const ProvenanceChoice& choice, const Provenances& all) {
  for (Fact& fact : facts) fact.provenance = all.of(choice, fact.attribute);
}

void set_provenance(ProvenanceChoice& choice, const std::vector<Fact>& facts, const std::string& attribute,
                    int provenance) {
  const auto drop = [&](std::string_view name) {
    std::erase_if(choice.entries, [&](const auto& entry) { return entry.attribute == name; });
  };
  if (attribute == "others") {
    drop("others");
    if (provenance != unstated) choice.entries.push_back({"others", provenance});
  } else {
    const bool alone = std::all_of(facts.begin(), facts.end(),
                                   [&](const Fact& fact) { return fact.attribute == attribute; });
    if (alone && !facts.empty()) {  // what it says of its only fact, it says of itself
      choice.entries.clear();
      if (provenance != unstated) choice.entries.push_back({"others", provenance});
    } else {
      drop(attribute);
      if (provenance != unstated && choice.of(attribute) != provenance)
        choice.entries.push_back({attribute, provenance});
    }
  }
  choice.whole = choice.entries.size() == 1 && choice.entries.front().attribute == "others";
}

void set_fact(std::vector<Fact>& facts, ProvenanceChoice& choice, const std::string& attribute,
              const std::optional<DataValue>& value, int provenance, const Provenances& all) {
  const auto found =
      std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.attribute == attribute; });
  if (!value) {
    if (found == facts.end()) return;
    facts.erase(found);
    std::erase_if(choice.entries, [&](const auto& entry) { return entry.attribute == attribute; });
    if (choice.entries.empty()) choice.whole = false;
    if (choice.entries.size() == 1 && choice.entries.front().attribute == "others") choice.whole = true;
  } else {
    if (found != facts.end()) {
      found->value = *value;
    } else {
      facts.push_back({attribute, *value, unstated, {}});
    }
    if (provenance != unstated) set_provenance(choice, facts, attribute, provenance);
  }
  look_up(facts, choice, all);
}

}  // namespace casebook::editor
