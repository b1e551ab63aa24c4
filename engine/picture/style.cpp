// SPDX-License-Identifier: Apache-2.0
// casebook/style from JSON.
#include "engine/picture/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/nearest.h"
#include "engine/board/format.h"
#include "engine/picture/nato_symbols.h"
#include "engine/platform/files.h"

namespace casebook::picture {

using board::DataFile;
using board::JsonKind;
using board::JsonMember;
using board::JsonValue;
using board::ObjectReader;

const std::vector<std::string>& pattern_names() {
  static const std::vector<std::string> names{"none",  "dots",    "dunes", "furrows",     "tufts",
                                              "waves", "rampart", "hatch", "cross-hatch", "peaks",
                                              "trees", "blocks",  "stones"};
  return names;
}
const std::vector<std::string>& line_form_names() {
  static const std::vector<std::string> names{"plain", "band", "ticks", "dashes", "dots", "posts"};
  return names;
}
const std::vector<std::string>& sign_names() {
  static const std::vector<std::string> names{"none",  "star",   "dot",      "flag",
                                              "arrow", "square", "triangle", "ring"};
  return names;
}
const std::vector<std::string>& counter_form_names() {
  static const std::vector<std::string> names{"rounded", "chamfered", "square", "notched"};
  return names;
}

namespace {

constexpr size_t most_looks = 256;  // of one sort: far more than anybody tells apart

template <class Looks>
auto find_look(const Looks& looks, std::string_view name, std::string Looks::value_type::*member) {
  const auto found =
      std::find_if(looks.begin(), looks.end(), [&](const auto& look) { return look.*member == name; });
  return found == looks.end() ? nullptr : &*found;
}

class StyleReader {
 public:
  StyleReader(const DataFile& file, const JsonValue& json) : file_(file), top_(file, json, "the style") {}

  Style run() {
    style_.file = file_.name();
    top_.text("title");
    style_.hex_size = tenths(top_, "hex", 60, 1000, style_.hex_size);
    style_.counter_size = tenths(top_, "counter", 20, 900, style_.counter_size);
    style_.paper = colour(top_, "paper", style_.paper);
    style_.grid = colour(top_, "grid", style_.grid);
    style_.ground = top_.text("attribute");
    each("ground", [this](const std::string& name, ObjectReader& look) {
      style_.grounds.push_back({name, look.text("title"), colour(look, "colour", {238, 230, 212}),
                                one_of<Pattern>(look, "pattern", pattern_names()), look.text("letter")});
    });
    each("hexsides", [this](const std::string& name, ObjectReader& look) {
      style_.hexsides.push_back({name, look.text("title"), one_of<LineForm>(look, "line", line_form_names()),
                                 colour(look, "colour", {80, 70, 60}), tenths(look, "width", 1, 100, 0.9)});
    });
    each("links", [this](const std::string& name, ObjectReader& look) {
      const Rgb fill = colour(look, "colour", {120, 100, 80});
      style_.links.push_back({name, look.text("title"), fill,
                              colour(look, "rim", mixed(fill, style_.ink, 0.6)),
                              tenths(look, "width", 1, 100, 1.2), look.boolean("dashed", false)});
    });
    each("places",
         [this](const std::string& name, ObjectReader& look) { read_sign(style_.places, name, look); });
    each("signs",
         [this](const std::string& name, ObjectReader& look) { read_sign(style_.signs, name, look); });
    each("sides", [this](const std::string& name, ObjectReader& look) {
      style_.sides.push_back({name, look.text("title"), colour(look, "colour", {90, 90, 90}),
                              one_of<CounterForm>(look, "form", counter_form_names())});
    });
    each("labels", [this](const std::string& name, ObjectReader& look) { read_label(name, look); });
    each("counters", [this](const std::string& name, ObjectReader& look) {
      CounterLook counter{name, look.text("side"), look.text("symbol"), {}, {}};
      counter.size = look.text("size");
      for (const JsonValue& item : look.list("values"))
        if (auto text = read_text(file_, item, "a value on a counter")) counter.values.push_back(*text);
      for (const JsonMember& also : look.object("also"))
        if (auto part = read_part(also.value)) counter.also.emplace_back(also.key, *part);
      if (look.get("back") != nullptr) counter.back = read_back(*look.get("back"));
      style_.counters.push_back(std::move(counter));
    });
    each("symbols", [this](const std::string& name, ObjectReader& look) {
      SymbolLook symbol{name, look.text("title"), {}};
      for (const JsonValue& item : look.list("parts"))
        if (auto part = read_part(item)) symbol.parts.push_back(*part);
      style_.symbols.push_back(std::move(symbol));
    });
    each("sizes", [this](const std::string& name, ObjectReader& look) {
      style_.sizes.push_back({name, look.text("title"), look.word("mark", echelon_marks(), {})});
    });
    each("charts", [this](const std::string& name, ObjectReader& look) {
      style_.charts.push_back({name, look.text("title"), look.boolean("shown", true)});
    });
    if (top_.get("track") != nullptr) read_track(*top_.get("track"));
    top_.finish();
    return std::move(style_);
  }

 private:
  template <class Read>
  void each(std::string_view key, Read read) {
    const auto& members = top_.object(key);
    if (!board::check_count(file_, members.size(), most_looks, top_.place(), "looks of one sort")) return;
    for (const JsonMember& member : members) {
      ObjectReader look(file_, member.value, fmt::format("the look of {}", casebook::quoted(member.key)));
      read(member.key, look);
      look.finish();
    }
  }
  std::optional<std::string> read_part(const JsonValue& value) {
    const auto text = read_text(file_, value, "a part of a symbol");
    const auto& known = symbol_parts();
    if (!text || std::find(known.begin(), known.end(), *text) != known.end()) return text;
    Diagnostic& made =
        file_.error("D0111", value.place, fmt::format("{} is no part of a symbol", casebook::quoted(*text)));
    made.expected = listed(known);
    made.suggestion = nearest_name(*text, known);
    return std::nullopt;
  }
  BackLook read_back(const JsonValue& value) {
    ObjectReader reader(file_, value, "the back of a counter");
    BackLook back{reader.text("state"), reader.text("title"), reader.text("when"), {}};
    for (const JsonValue& item : reader.list("values"))
      if (auto text = read_text(file_, item, "a value on the back of a counter"))
        back.values.push_back(*text);
    reader.finish();
    return back;
  }
  void read_track(const JsonValue& value) {
    ObjectReader reader(file_, value, "the track");
    TrackLook track;
    track.state = reader.text("state");
    track.title = reader.text("title");
    constexpr int64_t far = 1'000'000;
    if (reader.get("first") != nullptr) track.first = reader.whole("first", -far, far, 0);
    if (reader.get("last") != nullptr) track.last = reader.whole("last", -far, far, 0);
    track.arrival = reader.text("arrival");
    track.entry = reader.text("entry");
    for (const JsonMember& mark : reader.object("marks"))
      if (auto title = read_text(file_, mark.value, "a mark of the track"))
        track.marks.emplace_back(mark.key, *title);
    reader.finish();
    style_.track = std::move(track);
  }
  double tenths(ObjectReader& reader, std::string_view key, int64_t least, int64_t most, double otherwise) {
    return static_cast<double>(reader.whole(
               key, least, most, static_cast<int64_t>(otherwise * 10 + (otherwise < 0 ? -0.5 : 0.5)))) /
           10;
  }
  Rgb colour(ObjectReader& reader, std::string_view key, Rgb otherwise) {
    const JsonValue* value = reader.get(key);
    if (value == nullptr) return otherwise;
    const auto text = read_text(file_, *value, fmt::format("{} of {}", casebook::quoted(key), reader.what()));
    if (!text) return otherwise;
    const auto read = parse_colour(*text);
    if (!read)
      file_.error("D0165", value->place, fmt::format("{} is no colour", casebook::quoted(*text))).expected =
          "# and six hexadecimal digits, as in \"#1f5c99\"";
    return read.value_or(otherwise);
  }
  template <class Word>
  Word one_of(ObjectReader& reader, std::string_view key, const std::vector<std::string>& names) {
    const std::string word = reader.word(key, names, names.front());
    const auto found = std::find(names.begin(), names.end(), word);
    return static_cast<Word>(found == names.end() ? 0 : found - names.begin());
  }
  void read_sign(std::vector<SignLook>& looks, const std::string& name, ObjectReader& look) {
    looks.push_back({name, look.text("title"), one_of<Sign>(look, "sign", sign_names()), look.text("letter"),
                     colour(look, "colour", SignLook{}.colour)});
  }
  void read_label(const std::string& name, ObjectReader& look) {
    LabelLook label;
    label.text = name;
    label.size = tenths(look, "size", 10, 300, 2.3);
    label.spacing = tenths(look, "spacing", 0, 200, 0);
    label.turn = static_cast<double>(look.whole("turn", -180, 180, 0));
    label.placed = look.get("right") != nullptr || look.get("down") != nullptr;
    label.right = tenths(look, "right", -10000, 10000, 0);
    label.down = tenths(look, "down", -10000, 10000, 0);
    if (look.get("colour") != nullptr) label.colour = colour(look, "colour", {});
    label.italic = look.boolean("italic", false);
    label.bold = look.boolean("bold", true);
    style_.labels.push_back(label);
  }

  const DataFile& file_;
  ObjectReader top_;
  Style style_;
};

}  // namespace

const GroundLook* Style::ground_look(std::string_view member) const {
  return find_look(grounds, member, &GroundLook::member);
}
const LinkLook* Style::link(std::string_view attribute) const {
  return find_look(links, attribute, &LinkLook::attribute);
}
const EdgeLook* Style::hexside(std::string_view attribute) const {
  return find_look(hexsides, attribute, &EdgeLook::attribute);
}
const SideLook* Style::side(std::string_view member) const {
  return find_look(sides, member, &SideLook::member);
}
const SymbolLook* Style::symbol(std::string_view member) const {
  return find_look(symbols, member, &SymbolLook::member);
}
const SizeLook* Style::size(std::string_view member) const {
  return find_look(sizes, member, &SizeLook::member);
}
const CounterLook* Style::counter(std::string_view kind) const {
  return find_look(counters, kind, &CounterLook::kind);
}

std::optional<Style> read_style(const std::string& text, const std::string& name, Diagnostics& diagnostics) {
  Diagnostics mine;
  const DataFile file(name, mine);
  std::optional<Style> out;
  if (const auto json = board::open_format(text, board::style_format, file))
    out = StyleReader(file, *json).run();
  if (mine.has_errors()) out.reset();
  diagnostics.add_all(mine);
  return out;
}

std::optional<Style> load_style(const std::string& edition_folder, const std::string& map_file,
                                Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  if (!edition_folder.empty()) folders = {fs::path(edition_folder), fs::path(edition_folder) / ".."};
  if (!map_file.empty()) {
    // A project with rules from elsewhere may look otherwise than the game that they are of.
    std::error_code error;
    const fs::path beside = fs::path(map_file).parent_path();
    const fs::path below = fs::weakly_canonical(fs::absolute(beside, error), error)
                               .lexically_relative(fs::weakly_canonical(
                                   fs::absolute(folders.empty() ? beside : folders.back()), error));
    const bool elsewhere = below.empty() || *below.begin() == "..";
    folders.insert(elsewhere ? folders.begin() : folders.end(), beside);
  }
  for (const fs::path& folder : folders) {
    std::error_code error;
    if (!fs::exists(folder / "style.json", error)) continue;
    // A link that leads out of the folder is no style of this game.
    const std::string root = folder.lexically_normal().string();
    platform::FileError problem;
    const auto path = platform::path_inside(root, root, "style.json", problem);
    if (!path) {
      diagnostics.error("D0101", {(folder / "style.json").lexically_normal().string(), {}, {}},
                        "the style " + problem.reason);
      return std::nullopt;
    }
    const auto text = board::load_text(*path, diagnostics);
    return text ? read_style(*text, *path, diagnostics) : std::nullopt;
  }
  return Style{};
}

}  // namespace casebook::picture
