// SPDX-License-Identifier: Apache-2.0
// casebook/map from JSON. The order matters: grid, then numberings, then which hexes there are, then
// everything that names hexes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/base/nearest.h"
#include "engine/board/format.h"
#include "engine/board/map.h"
#include "engine/board/map_limits.h"
#include "engine/board/map_loose_ends.h"
#include "engine/board/numbering_json.h"

namespace casebook::board {

namespace {

using limits::map_cells;

class MapReader {
 public:
  MapReader(const DataFile& file, const JsonValue& json) : file_(file), top_(file, json, "the map") {}

  std::optional<HexMap> run() {
    map_.file = file_.name();
    map_.title = top_.text("title");
    map_.provenances = read_provenances(file_, top_);
    const bool good = read_grid() && read_numberings() && read_hexes_there();
    if (!good) return std::nullopt;
    read_defaults();
    read_hex_facts();
    read_hexside_facts();
    read_links();
    check_link_facts();
    read_places();
    read_labels();
    map_.extras = top_.finish();
    return std::move(map_);
  }

 private:
  bool read_grid() {
    const JsonValue* json = top_.need("grid");
    if (json == nullptr) return false;
    ObjectReader reader(file_, *json, "the grid");
    const std::string hexes = reader.word("hexes", {"flat", "pointy"});
    const std::string shape = reader.word("shape", {"rectangle", "rhombus"}, "rectangle");
    const int64_t columns = reader.needed_whole("columns", 1, map_cells);
    const int64_t rows = reader.needed_whole("rows", 1, map_cells);
    const bool flat = hexes == "flat";
    Layout layout = flat ? Layout::rhombus_flat : Layout::rhombus_pointy;
    if (shape == "rectangle") {
      const std::string odd = flat ? "odd columns" : "odd rows", even = flat ? "even columns" : "even rows";
      const std::string shifted = hexes.empty() ? std::string() : reader.word("shifted", {odd, even});
      layout = flat ? (shifted == odd ? Layout::flat_odd : Layout::flat_even)
                    : (shifted == odd ? Layout::pointy_odd : Layout::pointy_even);
    }
    map_.grid_extras = reader.finish();
    if (columns * rows > map_cells) {
      file_.error("D0124", json->place,
                  fmt::format("the grid has {} cells, more than the limit of {}", columns * rows, map_cells));
      return false;
    }
    grid_ = {layout, static_cast<int>(columns), static_cast<int>(rows)};
    return !file_.diagnostics().has_errors();
  }

  bool read_numberings() {
    if (top_.need("numberings") == nullptr) return false;
    bool good = true;
    size_t count = 0;  // those that do not work take their time too
    for (const JsonMember& member : top_.object("numberings")) {
      if (!check_count(file_, ++count, limits::numberings, member.key_place, "numberings")) return false;
      auto numbering = read_numbering(file_, member.key, member.key_place, member.value, grid_);
      if (numbering) map_.numberings.push_back(std::move(*numbering));
      good = good && numbering.has_value();
    }
    if (!good) return false;
    if (map_.numberings.empty()) {
      file_.error("D0108", top_.get("numberings")->place, "the map has no numbering").expected =
          "at least one";
      return false;
    }
    const JsonValue* own = top_.get("numbering");
    if (own == nullptr) return true;  // the first
    const auto name = read_text(file_, *own, "\"numbering\" of the map");
    if (!name) return false;
    const auto found = map_.find_numbering(*name);
    if (found) {
      map_.own_numbering = *found;
      return true;
    }
    NearestName nearest(*name);
    for (const Numbering& numbering : map_.numberings) nearest.offer(numbering.name());
    file_.error("D0123", own->place, fmt::format("the map has no numbering {}", quoted(*name))).suggestion =
        nearest.best();
    return false;
  }

  /// Every cell that the own numbering names, less "missing"; or those of "only".
  bool read_hexes_there() {
    const Numbering& own = map_.numberings[static_cast<size_t>(map_.own_numbering)];
    std::set<Cell> missing, only;
    const auto read_cells = [&](std::string_view key, std::set<Cell>& cells) {
      for (const JsonValue& item : top_.list(key)) {
        const auto id = read_text(file_, item, fmt::format("a hex in {}", quoted(key)));
        if (!id) continue;
        const auto cell = own.parse(*id);
        if (!cell) {
          unknown_hex(*id, item.place, true);
        } else if (!cells.insert(*cell).second) {
          file_.error("D0118", item.place, fmt::format("the hex {} is listed twice", quoted(*id)));
        }
      }
    };
    const JsonValue* only_json = top_.get("only");
    read_cells("missing", missing);
    read_cells("only", only);
    std::vector<Cell> there;
    for (const Cell& cell : own.cells_in_order()) {
      if (!missing.contains(cell) && (only_json == nullptr || only.contains(cell))) there.push_back(cell);
    }
    if (there.size() > static_cast<size_t>(limits::map_hexes)) {
      file_.error(
          "D0124", top_.place(),
          fmt::format("the map has {} hexes, more than the limit of {}", there.size(), limits::map_hexes));
      return false;
    }
    map_.ground = Topology(grid_, std::move(there));
    for (const Numbering& numbering : map_.numberings) {
      for (int hex = 0; hex < map_.hexes(); ++hex) {
        if (!numbering.print(map_.ground.cell(hex)).empty()) continue;
        file_.error("D0116", top_.get("numberings")->place,
                    fmt::format("the numbering {} has no number for the hex {}", quoted(numbering.name()),
                                map_.hex_id(hex)));
        return false;
      }
    }
    return true;
  }

  void unknown_hex(const std::string& id, const Span& place, bool any_cell = false) {
    Diagnostic& made = file_.error("D0115", place, fmt::format("there is no hex {}", quoted(id)));
    made.expected = fmt::format("a hex of the numbering {}",
                                quoted(map_.numberings[static_cast<size_t>(map_.own_numbering)].name()));
    file_.diagnostics().suggest(made, [&] {
      const Numbering& own = map_.numberings[static_cast<size_t>(map_.own_numbering)];
      NearestName nearest(id);
      for (const Cell& cell : own.cells_in_order()) {
        if (any_cell || map_.ground.hex(cell) != nowhere) nearest.offer(own.print(cell));
      }
      return nearest.best();
    });
  }

  int hex_at(const std::string& id, const Span& place) {
    const int hex = map_.find_hex(id);
    if (hex == nowhere) unknown_hex(id, place);
    return hex;
  }
  int hex_at(const JsonValue& value, std::string_view what) {
    const auto id = read_text(file_, value, what);
    return id ? hex_at(*id, value.place) : nowhere;
  }

  void read_defaults() {
    const JsonValue* json = top_.get("defaults");
    if (json == nullptr) return;
    ObjectReader reader(file_, *json, "\"defaults\"");
    for (const auto& [key, facts] :
         {std::pair{"hex", &map_.hex_defaults}, std::pair{"hexside", &map_.hexside_defaults}}) {
      const JsonValue* part = reader.get(key);
      if (part == nullptr) continue;
      ObjectReader inner(file_, *part, fmt::format("the default of {}", key));
      *facts = inner.attributes(map_.provenances, {});
      inner.finish();
    }
    reader.finish();
  }

  void read_hex_facts() {
    std::map<int, Span> seen;
    for (const JsonMember& member : top_.object("hexes")) {
      HexFacts line;
      line.place = {member.key_place.begin, member.value.place.end};
      line.hex = hex_at(member.key, member.key_place);
      ObjectReader reader(file_, member.value, fmt::format("the hex {}", quoted(member.key)));
      line.provenance = read_provenance(file_, reader, map_.provenances);
      line.facts = reader.attributes(map_.provenances, line.provenance);
      line.extras = reader.finish();
      map_.hex_facts.push_back(std::move(line));
    }
    std::stable_sort(map_.hex_facts.begin(), map_.hex_facts.end(),
                     [](const HexFacts& a, const HexFacts& b) { return a.hex < b.hex; });
  }

  void read_hexside_facts() {
    const std::string_view what = "a line of \"hexsides\"";
    for (const JsonValue& item : top_.list("hexsides")) {
      ObjectReader reader(file_, item, std::string(what));
      if (!reader.usable()) continue;
      HexsideFacts line;
      line.place = item.place;
      const JsonValue* between = reader.get("between");
      const JsonValue* of = reader.get("of");
      const JsonValue* direction = reader.get("direction");
      if (between != nullptr && of == nullptr && direction == nullptr) {
        read_between(*between, line);
      } else if (between == nullptr && of != nullptr && direction != nullptr) {
        read_edge(*of, *direction, line);
      } else {
        file_.error("D0108", item.place, "a line of \"hexsides\" does not say which hexside it is").expected =
            "\"between\": [hex, hex], or \"of\": hex and \"direction\": a direction";
      }
      line.provenance = read_provenance(file_, reader, map_.provenances);
      line.facts = reader.attributes(map_.provenances, line.provenance);
      line.extras = reader.finish();
      if (line.hexside == nowhere) continue;
      const auto& ends = map_.ground.ends(line.hexside);
      line.first = ends[0];
      line.second = ends[1];
      if (ends[1] != nowhere) line.direction = -1;
      add_hexside(std::move(line));
    }
    std::stable_sort(map_.hexside_facts.begin(), map_.hexside_facts.end(),
                     [](const HexsideFacts& a, const HexsideFacts& b) { return a.hexside < b.hexside; });
  }

  void read_between(const JsonValue& json, HexsideFacts& line) {
    if (!json.is(JsonKind::array) || json.items.size() != 2) {
      file_.wrong_kind(json, "\"between\"", "a list of two hexes");
      return;
    }
    line.first = hex_at(json.items[0], "a hex of \"between\"");
    line.second = hex_at(json.items[1], "a hex of \"between\"");
    if (line.first == nowhere || line.second == nowhere) return;
    line.hexside = touching(line.first, line.second, json.place);
  }

  void read_edge(const JsonValue& of, const JsonValue& direction, HexsideFacts& line) {
    line.first = hex_at(of, "\"of\"");
    const auto name = read_text(file_, direction, "\"direction\"");
    if (line.first == nowhere || !name) return;
    const auto found = grid_.direction_named(*name);
    if (found) {
      line.direction = *found;
      line.hexside = map_.ground.sides(line.first)[static_cast<size_t>(*found)];
      return;
    }
    std::vector<std::string> names;
    for (int d = 0; d < directions; ++d) names.emplace_back(grid_.direction_name(d));
    Diagnostic& made =
        file_.error("D0111", direction.place, fmt::format("hexes here have no hexside {}", quoted(*name)));
    made.expected = listed(names);
    file_.diagnostics().suggest(made, [&] { return nearest_name(*name, names); });
  }

  int touching(int a, int b, const Span& place) {
    const int side = a == b ? nowhere : map_.ground.between(a, b);
    if (side == nowhere) {
      Diagnostic& made = file_.error(
          "D0117", place,
          fmt::format("the hexes {} and {} do not touch", quoted(map_.hex_id(a)), quoted(map_.hex_id(b))));
      std::vector<std::string> near;
      for (const int neighbour : map_.ground.neighbours(a)) {
        if (neighbour != nowhere) near.push_back(map_.hex_id(neighbour));
      }
      made.expected =
          near.empty() ? std::string() : fmt::format("a neighbour of {}: {}", map_.hex_id(a), listed(near));
    }
    return side;
  }

  void add_hexside(HexsideFacts line) {
    const auto [before, is_new] = hexsides_seen_.emplace(line.hexside, line.place);
    if (!is_new) {
      Diagnostic& made = file_.error("D0118", line.place, "this hexside has a line of its own already");
      made.notes.push_back({file_.range(before->second), "it comes first here"});
      return;
    }
    map_.hexside_facts.push_back(std::move(line));
  }

  void read_links() {
    std::set<std::string> link_attributes;
    for (const JsonValue& item : top_.list("links")) {
      ObjectReader reader(file_, item, "a line of \"links\"");
      if (!reader.usable()) continue;
      Link link;
      link.place = item.place;
      const JsonValue* attribute = reader.need("attribute");
      if (attribute != nullptr) {
        link.attribute = read_text(file_, *attribute, "\"attribute\"").value_or("");
        link.attribute_place = attribute->place;
        if (attribute->is(JsonKind::string) && !is_attribute_name(link.attribute)) {
          file_.error("D0114", attribute->place,
                      fmt::format("{} is not the name of an attribute", quoted(link.attribute)));
        }
      }
      const JsonValue* through = reader.need("through");
      if (through != nullptr) read_chain(*through, link);
      if (const JsonValue* ends = reader.get("openEnds")) read_open_ends(*ends, link);
      link.provenance_choice = read_provenance(file_, reader, map_.provenances);
      link.provenance = map_.provenances.of(link.provenance_choice, link.attribute);
      link.extras = reader.finish();
      link_attributes.insert(link.attribute);
      if (!check_count(file_, link_attributes.size(), limits::attributes, link.attribute_place,
                       "attributes in \"links\""))
        return;
      map_.links.push_back(std::move(link));
    }
  }

  void read_chain(const JsonValue& json, Link& link) {
    const auto text = read_text(file_, json, "\"through\"");
    if (!text) return;
    const auto ids = words(*text);
    if (ids.size() < 2) {
      file_.error("D0108", json.place, "a link needs at least two hexes").expected =
          "hexes with blanks between them";
    }
    for (const std::string_view id : ids) {
      const Span place = place_of_word(json, *text, id);
      const int hex = hex_at(std::string(id), place);
      if (hex == nowhere) continue;
      if (!link.hexes.empty()) touching(link.hexes.back(), hex, place);
      link.hexes.push_back(hex);
    }
  }

  void read_open_ends(const JsonValue& json, Link& link) {
    const auto text = read_text(file_, json, "\"openEnds\"");
    if (!text || link.hexes.empty()) return;
    for (const std::string_view id : words(*text)) {
      const Span place = place_of_word(json, *text, id);
      const int hex = hex_at(std::string(id), place);
      if (hex == nowhere) continue;
      link.open_ends.push_back(hex);
      const size_t before = link.open_ends.size();
      keep_open_ends(link);
      if (link.open_ends.size() == before) continue;
      file_.error("D0128", place, fmt::format("the link does not end in {}", map_.hex_id(hex))).expected =
          fmt::format("each end once: {} or {}", map_.hex_id(link.hexes.front()),
                      map_.hex_id(link.hexes.back()));
    }
  }

  /// The place of a word, when the text has no escapes before it: then what is written is what is meant.
  static Span place_of_word(const JsonValue& json, const std::string& text, std::string_view word) {
    const auto offset = static_cast<size_t>(word.data() - text.data());
    const int column = json.place.begin.column + 1 + static_cast<int>(code_points(text.substr(0, offset)));
    const int size = static_cast<int>(code_points(word));
    if (json.place.end.column - json.place.begin.column != static_cast<int>(code_points(text)) + 2)
      return json.place;
    return {{json.place.begin.line, column}, {json.place.begin.line, column + size}};
  }

  /// A link that says `true` of a hexside whose own line says something else.
  void check_link_facts() {
    if (file_.diagnostics().has_errors()) return;
    std::map<int, const HexsideFacts*> by_side;
    for (const HexsideFacts& line : map_.hexside_facts) by_side[line.hexside] = &line;
    for (const Link& link : map_.links) {
      for (size_t i = 1; i < link.hexes.size(); ++i) {
        const auto found = by_side.find(map_.ground.between(link.hexes[i - 1], link.hexes[i]));
        if (found == by_side.end()) continue;
        for (const Fact& fact : found->second->facts) {
          if (fact.attribute != link.attribute ||
              (fact.value.kind == DataKind::boolean && fact.value.boolean))
            continue;
          Diagnostic& made = file_.error(
              "D0118", link.place,
              fmt::format("this link makes {} true between {} and {}, but the hexside's own line says {}",
                          quoted(link.attribute), map_.hex_id(link.hexes[i - 1]), map_.hex_id(link.hexes[i]),
                          value_text(fact.value)));
          made.notes.push_back({file_.range(fact.attribute_place), "the hexside's own line is here"});
        }
      }
    }
  }

  void read_places() {
    for (const JsonMember& member : top_.object("places")) {
      NamedPlace place;
      place.name = member.key;
      place.place = {member.key_place.begin, member.value.place.end};
      if (!is_attribute_name(place.name)) {
        file_
            .error("D0114", member.key_place,
                   fmt::format("{} cannot be the name of a place", quoted(place.name)))
            .expected = "a letter or _, then letters, digits and _";
      }
      if (member.value.is(JsonKind::object)) {
        ObjectReader reader(file_, member.value, fmt::format("the place {}", quoted(place.name)));
        if (const JsonValue* hex = reader.need("hex")) place.hex = hex_at(*hex, "\"hex\"");
        place.provenance_choice = read_provenance(file_, reader, map_.provenances);
        place.extras = reader.finish();
      } else {
        place.hex = hex_at(member.value, fmt::format("the place {}", quoted(place.name)));
      }
      place.provenance = map_.provenances.of(place.provenance_choice, "place");
      map_.places.push_back(std::move(place));
    }
  }

  void read_labels() {
    for (const JsonValue& item : top_.list("labels")) {
      ObjectReader reader(file_, item, "a line of \"labels\"");
      if (!reader.usable()) continue;
      Label label;
      label.place = item.place;
      if (const JsonValue* at = reader.need("at")) label.hex = hex_at(*at, "\"at\"");
      label.text = reader.needed_text("text");
      label.extras = reader.finish();
      map_.labels.push_back(std::move(label));
    }
  }

  const DataFile& file_;
  ObjectReader top_;
  Grid grid_;
  HexMap map_;
  std::map<int, Span> hexsides_seen_;
};

}  // namespace

std::optional<HexMap> read_map(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  Diagnostics mine;
  const DataFile data(file, mine);
  std::optional<HexMap> map;
  if (const auto json = open_format(text, map_format, data)) map = MapReader(data, *json).run();
  if (mine.has_errors()) map.reset();
  diagnostics.add_all(mine);
  return map;
}

std::optional<HexMap> load_map(const std::string& path, Diagnostics& diagnostics) {
  const auto text = load_text(path, diagnostics);
  return text ? read_map(*text, path, diagnostics) : std::nullopt;
}

}  // namespace casebook::board
