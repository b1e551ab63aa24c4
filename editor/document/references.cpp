// SPDX-License-Identifier: Apache-2.0
#include "editor/document/references.h"

#include <fmt/format.h>

#include <algorithm>

#include "editor/document/names.h"
#include "engine/program/walk.h"
#include "verifier/checks/shared/references.h"

namespace casebook::editor {

using namespace board;

namespace {

class ReferenceSearch {
 public:
  ReferenceSearch(const Document& document, std::string sort, std::string name, const std::string& file)
      : document_(document), sort_(std::move(sort)), name_(std::move(name)), file_(file) {}

  std::vector<Reference> run() {
    for (size_t i = 0; i < document_.parts().size(); ++i) {
      const Part& part = document_.part(static_cast<int>(i));
      if (part.there) ask(part, static_cast<int>(i));
    }
    if (document_.ruleset().program) ask_rules(*document_.ruleset().program);
    return std::move(out_);
  }

 private:
  void add(const Part& part, std::string text) { out_.push_back({part.path, 0, std::move(text), {}}); }

  void ask(const Part& part, int index) {
    if (sort_ == "provenance") return ask_provenance(part);
    if (sort_ == "numbering") {
      const std::string* used = numbering_of(part);
      if (used != nullptr && *used == name_) add(part, "the file is written in it");
      return;
    }
    if (sort_ == "file") {
      const auto* scenario = part.as<ScenarioFile>();
      if (scenario == nullptr) return;
      std::vector<NamedFile> named = scenario->orders_of_battle;
      named.insert(named.end(), scenario->schedules.begin(), scenario->schedules.end());
      named.push_back(scenario->map);
      for (const NamedFile& one : named) {
        const int other = document_.named_by(index, one.path);
        if (other >= 0 && document_.part(other).path == name_) add(part, "the scenario is played with it");
      }
      return;
    }
    if (const auto* map = part.as<HexMap>()) ask_map(part, *map);
    if (sort_ == "place") return;
    std::string id = name_;
    if (sort_ == "hex") id = hex_name(part);
    PartData data = part.data;
    visit_names(data, document_.ruleset().words, [&](const NameUse& use) {
      if (use.line || *use.text != id) return;
      const bool fits =
          sort_ == "hex" ? use.kind == "hex" : !use.location && (use.kind == sort_ || use.kind.empty());
      if (fits) add(part, use.where);
    });
    if (const auto* lines = entity_lines(part); lines != nullptr && part.as<OrderOfBattle>() == nullptr) {
      for (const EntityLine& line : *lines) {
        if (line.kind == sort_ && line.id == name_) add(part, "a line about it");
      }
    }
  }

  static const std::string* numbering_of(const Part& part) {
    if (const auto* data = part.as<OrderOfBattle>()) return &data->numbering;
    if (const auto* data = part.as<Schedule>()) return &data->numbering;
    if (const auto* data = part.as<ScenarioFile>()) return &data->numbering;
    return nullptr;
  }

  /// The hex in the numbering of that file.
  std::string hex_name(const Part& part) const {
    const HexMap* map = document_.map();
    const std::string* numbering = numbering_of(part);
    if (map == nullptr || numbering == nullptr) return name_;
    const int hex = map->find_hex(name_);
    const auto in = numbering->empty() ? std::optional(map->own_numbering) : map->find_numbering(*numbering);
    return hex == nowhere || !in ? name_ : map->hex_id(hex, *in);
  }

  void ask_map(const Part& part, const HexMap& map) {
    if (sort_ != "hex") return;
    const int hex = map.find_hex(name_);
    if (hex == nowhere) return;
    for (const HexFacts& line : map.hex_facts) {
      if (line.hex == hex) add(part, "its own line");
    }
    for (const HexsideFacts& line : map.hexside_facts) {
      if (line.first == hex || line.second == hex) add(part, "a line of one of its hexsides");
    }
    for (const Link& link : map.links) {
      if (std::count(link.hexes.begin(), link.hexes.end(), hex) > 0)
        add(part, fmt::format("a {} from {} to {}", link.attribute, map.hex_id(link.hexes.front()),
                              map.hex_id(link.hexes.back())));
    }
    for (const NamedPlace& place : map.places) {
      if (place.hex == hex) add(part, "the place " + place.name);
    }
    for (const Label& label : map.labels) {
      if (label.hex == hex) add(part, "the label " + label.text);
    }
  }

  void ask_provenance(const Part& part) {
    const Provenances* all = provenances(part);
    if (all == nullptr || (!file_.empty() && part.path != file_)) return;
    const auto uses = [&](const ProvenanceChoice& choice) {
      return std::any_of(choice.entries.begin(), choice.entries.end(), [&](const auto& entry) {
        return all->all[static_cast<size_t>(entry.provenance)].name == name_;
      });
    };
    if (uses(all->fallback)) add(part, "the whole file");
    if (const auto* map = part.as<HexMap>()) {
      for (const HexFacts& line : map->hex_facts) {
        if (uses(line.provenance)) add(part, "hex " + map->hex_id(line.hex));
      }
      for (const HexsideFacts& line : map->hexside_facts) {
        if (uses(line.provenance)) add(part, "a hexside of " + map->hex_id(line.first));
      }
      for (const Link& link : map->links) {
        if (uses(link.provenance_choice)) add(part, "a " + link.attribute);
      }
      for (const NamedPlace& place : map->places) {
        if (uses(place.provenance_choice)) add(part, "the place " + place.name);
      }
    }
    if (const auto* lines = entity_lines(part)) {
      for (const EntityLine& line : *lines) {
        if (uses(line.provenance)) add(part, line.kind + " " + line.id);
      }
    }
    if (const auto* scenario = part.as<ScenarioFile>()) {
      for (const Relation& relation : scenario->relations) {
        if (uses(relation.provenance_choice)) add(part, relation.attribute);
      }
    }
  }

  void add_rules(const language::Program& program, const language::Place& place, language::CaseId label,
                 std::string text) {
    const SourceRange range = program.range_of(place);
    Reference one{range.file, range.begin.line, std::move(text), program.label_text(label)};
    if (std::find(out_.begin(), out_.end(), one) == out_.end()) out_.push_back(std::move(one));
  }

  void ask_rules(const language::Program& program) {
    if (sort_ == "place") {
      for (const language::MapPlace& place : program.places) {
        if (place.name == name_) add_rules(program, place.place, place.label, "the rules need it");
      }
    }
    const auto visit = [&](const language::Expr& expr, language::CaseId label) {
      language::walk(expr, [&](const language::Expr& one) {
        if (sort_ == "place" && one.op == language::Op::named_place && program.places[one.ref].name == name_)
          add_rules(program, one.place, label, "the rules mention it");
        if (one.op == language::Op::named_entity && one.text == name_ &&
            program.kinds[one.type.of].name == sort_)
          add_rules(program, one.place, label, "the rules name it");
      });
    };
    for (const checks::TopExpression& top : checks::top_expressions(program)) visit(*top.expr, top.label);
  }

  const Document& document_;
  const std::string sort_, name_;
  const std::string& file_;
  std::vector<Reference> out_;
};

}  // namespace

std::vector<Reference> references(const Document& document, const std::string& thing,
                                  const std::string& file) {
  const size_t blank = thing.find(' ');
  if (blank == std::string::npos) return {};
  return ReferenceSearch(document, thing.substr(0, blank), thing.substr(blank + 1), file).run();
}

}  // namespace casebook::editor
