// SPDX-License-Identifier: Apache-2.0
#include "tests/editor/document/made_commands.h"

#include "tests/editor/document/projects.h"

namespace casebook::editor {

using namespace board;

namespace {

class Make {
 public:
  Make(const Document& document, Random& random) : d_(document), r_(random) {}

  bool one_in(uint32_t n) { return r_.below(n) == 0; }
  int number(int low, int high) {
    return low + static_cast<int>(r_.below(static_cast<uint32_t>(high - low + 1)));
  }
  template <class Items>
  auto pick(const Items& items) {
    return items[r_.below(static_cast<uint32_t>(items.size()))];
  }

  /// A file of that sort; now and then any.
  template <class Data>
  std::string file() {
    std::vector<std::string> names;
    for (const Part& part : d_.parts()) {
      if (part.there && (part.as<Data>() != nullptr || one_in(40))) names.push_back(part.path);
    }
    return names.empty() ? "nothing.json" : pick(names);
  }
  std::string style() { return json_file("casebook/style"); }
  std::string json_file(std::string_view format) {
    for (const Part& part : d_.parts()) {
      if (part.there && part.format == format) return part.path;
    }
    return "nothing.json";
  }
  const HexMap* map(const std::string& name) {
    const int index = d_.find(name);
    return index < 0 ? nullptr : d_.part(index).as<HexMap>();
  }
  std::string hex(const std::string& file) {
    const HexMap* m = map(file);
    if (m == nullptr || m->hexes() == 0 || one_in(50)) return "zz";
    return m->hex_id(number(0, m->hexes() - 1));
  }
  std::vector<std::string> hexes(const std::string& file) {
    std::vector<std::string> out;
    const int count = one_in(10) ? number(30, 60) : number(1, 4);
    for (int i = 0; i < count; ++i) out.push_back(hex(file));
    return out;
  }
  std::string hexside(const std::string& file) {
    const HexMap* m = map(file);
    if (m == nullptr || m->hexsides() == 0 || one_in(50)) return "0101-9999";
    const int side = number(0, m->hexsides() - 1);
    const auto& ends = m->ground.ends(side);
    if (ends[1] != nowhere)
      return m->hex_id(ends[one_in(2) ? 1 : 0]) + "-" + m->hex_id(ends[one_in(2) ? 0 : 1]);
    for (int direction = 0; direction < directions; ++direction) {
      if (m->ground.sides(ends[0])[static_cast<size_t>(direction)] == side)
        return m->hex_id(ends[0]) + " " + std::string(m->ground.grid().direction_name(direction));
    }
    return "zz";
  }
  std::vector<std::string> walk(const std::string& file) {
    const HexMap* m = map(file);
    if (m == nullptr || m->hexes() == 0) return {"0101", "0102"};
    int at = number(0, m->hexes() - 1);
    if (!m->links.empty() && one_in(2)) at = pick(m->links).hexes.back();
    std::vector<std::string> out{m->hex_id(at)};
    for (int i = number(0, 5); i > 0; --i) {
      const int next = m->ground.neighbours(at)[static_cast<size_t>(number(0, 5))];
      if (next == nowhere) continue;
      out.push_back(m->hex_id(next));
      at = next;
    }
    return out;
  }
  std::string provenance(const std::string& file) {
    const int index = d_.find(file);
    const Provenances* all = index < 0 ? nullptr : provenances(d_.part(index));
    if (one_in(2) || all == nullptr || all->all.empty()) return one_in(30) ? "unheard of" : "";
    return pick(all->all).name;
  }
  std::string last_provenance(const std::string& file) {
    const int index = d_.find(file);
    const Provenances* all = index < 0 ? nullptr : provenances(d_.part(index));
    return all == nullptr || all->all.empty() ? "unheard of" : all->all.back().name;
  }
  std::string attribute(std::string_view kind) {
    std::vector<std::string> names{"made_up", "height"};
    for (const Attribute* one : d_.ruleset().words.of(kind)) names.push_back(one->name);
    return one_in(40) ? pick(std::vector<std::string>{"provenance", "others", "not a name", "with", "id"})
                      : pick(names);
  }
  std::optional<DataValue> value() {
    if (one_in(5)) return std::nullopt;
    return sure_value();
  }
  DataValue sure_value() {
    DataValue out;
    switch (number(0, 4)) {
      case 0:
        out.kind = DataKind::boolean;
        out.boolean = one_in(2);
        break;
      case 1:
        out.kind = DataKind::number;
        out.number = one_in(20) ? INT64_MAX : number(-9, 9);
        break;
      case 2:
        return text_of(made_text(r_));
      default:
        return text_list(one_in(2) ? std::vector<std::string>{"sand"}
                                   : std::vector<std::string>{"clear", "lake"});
    }
    return out;
  }
  std::string lines_file() {
    return one_in(3) ? file<Schedule>() : one_in(3) ? file<ScenarioFile>() : file<OrderOfBattle>();
  }
  std::string entity(const std::string& file) {
    const int index = d_.find(file);
    const auto* lines = index < 0 ? nullptr : entity_lines(d_.part(index));
    if (lines == nullptr || lines->empty() || one_in(20)) return one_in(3) ? "nobody" : "unit Nobody";
    const EntityLine& line = pick(*lines);
    return line.kind + " " + line.id;
  }
  std::vector<std::string> entities(const std::string& file) {
    std::vector<std::string> out;
    for (int i = number(1, 4); i > 0; --i) out.push_back(entity(file));
    return out;
  }
  std::string id() { return one_in(20) ? "(bad)" : "U" + std::to_string(number(1, 30)); }
  std::string name() { return one_in(20) ? "9 bad" : "n" + std::to_string(number(1, 9)); }
  std::string numbering(const std::string& file) {
    const HexMap* m = map(file);
    return m == nullptr || one_in(6) ? name() : pick(m->numberings).name();
  }
  JsonValue scheme() {
    if (one_in(6)) return {};
    Diagnostics ignored;
    static const std::vector<std::string> texts{
        R"({"column": {"width": 2}, "row": {"width": 2}})",
        R"({"order": "row column", "column": {"style": "capitals"}, "row": {"start": 5}})",
        R"({"column": {"width": 2, "reversed": true}, "row": {"width": 2, "start": 3, "step": 2}})",
        R"({"separator": ".", "column": {"start": 0}, "row": {"reversed": true}})",
        R"({"explicit": {"a": [1, 1], "b": [2, 1], "c": [2, 2]}})",
        R"({"column": {"style": "letters", "start": 0}})"};
    return *parse_json(pick(texts), "made", ignored);
  }
  JsonValue json() {
    switch (number(0, 4)) {
      case 0:
        return {};
      case 1:
        return JsonValue::of(int64_t{number(0, 200)});
      case 2:
        return JsonValue::of(made_text(r_));
      case 3:
        return JsonValue::object({{name(), JsonValue::of(true), {}}});
      default:
        return JsonValue::of("#123456");
    }
  }
  JsonValue line() {
    JsonValue out = JsonValue::object();
    out.add("kind", JsonValue::of(one_in(10) ? "formation" : "unit"));
    out.add("id", JsonValue::of(id()));
    if (one_in(2)) out.add("place", JsonValue::of(hex("map.json")));
    if (one_in(2)) out.add("made_up", json());
    if (one_in(4)) out.add("with", JsonValue::of("commandos"));
    if (one_in(6)) out.add("a key", JsonValue::of(true));
    return out;
  }
  JsonValue contents() {
    JsonValue out = JsonValue::object();
    static const std::vector<std::string> formats{
        "casebook/order-of-battle", "casebook/schedule",     "casebook/scenario", "casebook/style",
        "casebook/tracing",         "casebook/acknowledged", "casebook/nothing"};
    out.add("format", JsonValue::of(pick(formats)));
    out.add("version", JsonValue::of(int64_t{one_in(20) ? 99 : 1}));
    if (one_in(2)) out.add("title", JsonValue::of(made_text(r_)));
    return out;
  }
  std::string text() { return made_text(r_); }

 private:
  const Document& d_;
  Random& r_;
};

using M = Make;

template <class One>
std::pair<const std::string, Maker> maker(One (*make)(M&)) {
  return {std::string(One::name), [make](const Document& document, Random& random) {
            M m(document, random);
            return Command(make(m));
          }};
}

Command simple_command(const Document& document, Random& random) {
  while (true) {
    Command out = made_command(document, random);
    if (command_name(out) != "several") return out;
  }
}

}  // namespace

std::string made_text(Random& random) {
  static const std::vector<std::string> texts{
      "sand",        "a b",  "",   "x,y", "\"quoted\"", "[1, 2]",  "true", "7",    "#hash", "שלום", "السويس",
      "line\nbreak", "=1+1", "\\", "{",   "0512",       "reserve", "it's", "a\tb", "\x01",  "\xff"};
  return texts[random.below(static_cast<uint32_t>(texts.size()))];
}

const std::map<std::string, Maker, std::less<>>& makers() {
  static const std::map<std::string, Maker, std::less<>> all{
      maker<SetHexes>([](M& m) {
        const auto f = m.file<HexMap>();
        return SetHexes{f, m.hexes(f), m.attribute("hex"), m.value(), m.provenance(f)};
      }),
      maker<ChangeMembers>([](M& m) {
        const auto f = m.file<HexMap>();
        const std::vector<std::string> some{"sand", "lake", "clear"};
        return ChangeMembers{f, m.hexes(f), "terrain", {m.pick(some)}, {m.pick(some)}};
      }),
      maker<SetHexsides>([](M& m) {
        const auto f = m.file<HexMap>();
        return SetHexsides{
            f, {m.hexside(f), m.hexside(f)}, m.attribute("hexside"), m.value(), m.provenance(f)};
      }),
      maker<DrawLink>([](M& m) {
        const auto f = m.file<HexMap>();
        return DrawLink{f, m.one_in(2) ? "road" : "trail", m.walk(f), m.provenance(f)};
      }),
      maker<EraseLink>([](M& m) {
        const auto f = m.file<HexMap>();
        std::vector<std::string> sides{m.hexside(f)};
        const HexMap* map = m.map(f);
        if (map != nullptr && !map->links.empty()) {
          const Link& link = m.pick(map->links);
          sides.push_back(map->hex_id(link.hexes[0]) + "-" + map->hex_id(link.hexes[1]));
        }
        return EraseLink{f, m.one_in(2) ? "road" : "trail", sides};
      }),
      maker<AddLabel>([](M& m) {
        const auto f = m.file<HexMap>();
        return AddLabel{f, m.hex(f), m.text()};
      }),
      maker<SetLabel>([](M& m) {
        const auto f = m.file<HexMap>();
        return SetLabel{f, m.number(0, 3), m.hex(f), m.text()};
      }),
      maker<RemoveLabel>([](M& m) {
        return RemoveLabel{m.file<HexMap>(), m.number(0, 3)};
      }),
      maker<SetPlace>([](M& m) {
        const auto f = m.file<HexMap>();
        return SetPlace{f, m.name(), m.one_in(4) ? "" : m.hex(f), m.provenance(f)};
      }),
      maker<RenamePlace>([](M& m) {
        const auto f = m.file<HexMap>();
        const HexMap* map = m.map(f);
        const bool any = map != nullptr && !map->places.empty();
        return RenamePlace{f, any ? m.pick(map->places).name : "nowhere", m.name()};
      }),
      maker<SetDefault>([](M& m) {
        return SetDefault{m.file<HexMap>(), m.one_in(2) ? "hex" : "hexside", m.attribute("hex"), m.value()};
      }),
      maker<ResizeMap>([](M& m) {
        return ResizeMap{m.file<HexMap>(), m.number(-2, 2), m.number(-2, 2),
                         m.number(-2, 2),  m.number(-2, 2), m.one_in(2)};
      }),
      maker<SetLayout>([](M& m) {
        static const std::vector<std::string> names{
            "flat odd", "flat even", "pointy odd", "pointy even", "rhombus flat", "rhombus pointy", "round"};
        return SetLayout{m.file<HexMap>(), m.pick(names)};
      }),
      maker<SetNumbering>([](M& m) {
        const auto f = m.file<HexMap>();
        return SetNumbering{f, m.numbering(f), m.scheme()};
      }),
      maker<UseNumbering>([](M& m) {
        const auto f = m.file<HexMap>();
        return UseNumbering{f, m.numbering(f)};
      }),
      maker<SetHoles>([](M& m) {
        const auto f = m.file<HexMap>();
        return SetHoles{f, m.hexes(f), !m.one_in(3)};
      }),
      maker<DefineProvenance>([](M& m) {
        const bool attested = m.one_in(2);
        return DefineProvenance{m.lines_file(), m.name(), attested ? "a book" : "", attested ? "4.2" : "",
                                attested ? "" : m.text()};
      }),
      maker<RemoveProvenance>([](M& m) {
        const auto f = m.one_in(2) ? m.lines_file() : m.file<HexMap>();
        return RemoveProvenance{f, m.last_provenance(f)};
      }),
      maker<RenameProvenance>([](M& m) {
        const auto f = m.one_in(2) ? m.lines_file() : m.file<HexMap>();
        return RenameProvenance{f, m.provenance(f), m.name()};
      }),
      maker<SetProvenance>([](M& m) {
        if (m.one_in(2)) {
          const auto f = m.lines_file();
          return SetProvenance{f, m.entities(f), m.attribute("unit"), m.provenance(f)};
        }
        const auto f = m.file<HexMap>();
        const HexMap* map = m.map(f);
        std::vector<std::string> of{m.hex(f)};
        if (map != nullptr && !map->hex_facts.empty()) of = {map->hex_id(m.pick(map->hex_facts).hex)};
        if (map != nullptr && !map->places.empty() && m.one_in(3)) of = {"place " + m.pick(map->places).name};
        return SetProvenance{f, of, m.one_in(3) ? "others" : "terrain", m.provenance(f)};
      }),
      maker<SetFileProvenance>([](M& m) {
        const auto f = m.one_in(2) ? m.lines_file() : m.file<HexMap>();
        return SetFileProvenance{f, m.provenance(f)};
      }),
      maker<SetTitle>([](M& m) {
        return SetTitle{m.one_in(2) ? m.lines_file() : m.one_in(2) ? m.style() : m.file<HexMap>(), m.text()};
      }),
      maker<AddEntity>([](M& m) {
        return AddEntity{m.lines_file(), m.line(), m.number(-1, 9)};
      }),
      maker<DuplicateEntity>([](M& m) {
        const auto f = m.lines_file();
        return DuplicateEntity{f, m.entity(f), m.id()};
      }),
      maker<RemoveEntities>([](M& m) {
        const auto f = m.lines_file();
        return RemoveEntities{f, m.entities(f)};
      }),
      maker<SetEntities>([](M& m) {
        const auto f = m.lines_file();
        return SetEntities{f, m.entities(f), m.attribute("unit"), m.value(), m.provenance(f)};
      }),
      maker<PlaceEntities>([](M& m) {
        const auto f = m.one_in(3) ? m.file<ScenarioFile>() : m.file<OrderOfBattle>();
        return PlaceEntities{f, m.entities(m.one_in(3) ? "order-of-battle.json" : f),
                             m.one_in(4) ? "" : m.hex("map.json"), m.provenance(f)};
      }),
      maker<SetWith>([](M& m) {
        const auto f = m.lines_file();
        std::vector<std::string> options;
        for (int i = m.number(0, 2); i > 0; --i)
          options.push_back(m.one_in(2) ? "commandos" : "airborne_units");
        return SetWith{f, m.entities(f), options};
      }),
      maker<MoveEntity>([](M& m) {
        const auto f = m.lines_file();
        return MoveEntity{f, m.entity(f), m.number(-1, 60)};
      }),
      maker<RenameEntity>([](M& m) {
        return RenameEntity{m.entity(m.file<OrderOfBattle>()), m.id()};
      }),
      maker<SetSwitch>([](M& m) {
        return SetSwitch{m.file<ScenarioFile>(), m.one_in(2) ? "entry_hexes" : "commandos", m.value()};
      }),
      maker<SetFact>([](M& m) {
        return SetFact{m.file<ScenarioFile>(), m.name(), m.value()};
      }),
      maker<SetState>([](M& m) {
        std::vector<std::string> of;
        for (int i = m.number(0, 2); i > 0; --i) of.push_back(m.id());
        return SetState{m.file<ScenarioFile>(), m.name(), of, m.value()};
      }),
      maker<SetRelation>([](M& m) {
        std::vector<std::string> of;
        for (int i = m.number(0, 5); i > 0; --i) of.push_back(m.text());
        return SetRelation{m.file<ScenarioFile>(), m.name(), of, m.value()};
      }),
      maker<SetEdition>([](M& m) {
        return SetEdition{m.file<ScenarioFile>(), m.one_in(2) ? "spi-1980" : m.text()};
      }),
      maker<SetScenarioFiles>([](M& m) {
        static const std::vector<std::string> roles{"map", "order-of-battle", "schedule", "nothing"};
        std::vector<std::string> paths;
        for (int i = m.number(0, 2); i > 0; --i)
          paths.push_back(m.one_in(2) ? "../map.json" : m.one_in(2) ? "../order-of-battle.json" : m.text());
        return SetScenarioFiles{m.file<ScenarioFile>(), m.pick(roles), paths};
      }),
      maker<SetFileNumbering>([](M& m) {
        return SetFileNumbering{m.lines_file(), m.one_in(3) ? "" : m.numbering(m.file<HexMap>())};
      }),
      maker<SetStyle>([](M& m) {
        std::vector<std::string> keys{m.one_in(2) ? "ground" : "links"};
        if (!m.one_in(4)) keys.push_back(m.one_in(2) ? "clear" : m.text());
        if (m.one_in(2)) keys.push_back("colour");
        return SetStyle{m.style(), keys, m.json()};
      }),
      maker<SetScan>([](M& m) {
        JsonValue scan;
        if (!m.one_in(4))
          scan = JsonValue::object({{"path", JsonValue::of("scan.png"), {}},
                                    {"opacity", JsonValue::of(int64_t{m.number(0, 100)}), {}}});
        return SetScan{m.json_file("casebook/tracing"), m.number(-1, 2), scan};
      }),
      maker<Acknowledge>([](M& m) {
        return Acknowledge{m.json_file("casebook/acknowledged"),
                           m.one_in(5) ? "short" : "00000000000000a" + std::to_string(m.number(0, 3)),
                           "the editor", m.one_in(3) ? "" : m.text()};
      }),
      maker<AddFile>([](M& m) {
        static const std::vector<std::string> names{"new-1.json", "sub/new-2.json", "map.json", "../out.json",
                                                    "a.txt"};
        return AddFile{m.pick(names), m.contents()};
      }),
      maker<RemoveFile>([](M& m) { return RemoveFile{m.one_in(3) ? m.lines_file() : "new-1.json"}; }),
      {std::string(Several::name),
       [](const Document& document, Random& random) {
         Several out;
         for (uint32_t i = random.below(4); i > 0; --i)
           out.commands.push_back(simple_command(document, random));
         return Command(std::move(out));
       }},
  };
  return all;
}

Command made_command(const Document& document, Random& random) {
  auto at = makers().begin();
  std::advance(at, random.below(static_cast<uint32_t>(makers().size())));
  return at->second(document, random);
}

}  // namespace casebook::editor
