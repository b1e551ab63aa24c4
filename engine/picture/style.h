// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the things that maps and rules declare look on paper: format "casebook/style", version 1,
// docs/formats/style.md. A style names members and attributes of one game. `complete` gives everything else
// a look, so a game without a style has a picture too.
//
// Lengths are whole tenths of a millimetre in files, millimetres here.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/board/map.h"
#include "engine/picture/colour.h"
#include "engine/program/program.h"

namespace casebook::picture {

/// The marks on ground, which distinguish it from other ground without its colour.
enum class Pattern : unsigned char {
  none,
  dots,
  dunes,
  furrows,
  tufts,
  waves,
  rampart,
  hatch,
  cross_hatch,
  peaks,
  trees,
  blocks,
  stones
};
/// How a feature of a hexside is drawn along it.
enum class LineForm : unsigned char { plain, band, ticks, dashes, dots, posts };
/// A sign in a hex, for a named place or a fact of the hex.
enum class Sign : unsigned char { none, star, dot, flag, arrow, square, triangle, ring };
/// The outline of the counters of a side.
enum class CounterForm : unsigned char { rounded, chamfered, square, notched };

struct GroundLook {
  std::string member, title;
  Rgb colour;
  Pattern pattern = Pattern::none;
  std::string letter;  // shown in each hex; empty: none
};
struct EdgeLook {
  std::string attribute, title;
  LineForm form = LineForm::plain;
  Rgb colour;
  double width = 0.9;
};
struct LinkLook {
  std::string attribute, title;
  Rgb colour, rim;
  double width = 1.2;
  bool dashed = false;
};
struct SignLook {
  std::string name;  // of a place; of an attribute of hexes
  std::string title;
  Sign sign = Sign::none;
  std::string letter;
  Rgb colour{60, 50, 38};
};
struct SideLook {
  std::string member, title;
  Rgb colour;
  CounterForm form = CounterForm::rounded;
};
struct LabelLook {
  std::string text;
  double size = 2.3, spacing = 0, turn = 0, right = 0, down = 0;
  std::optional<Rgb> colour;
  bool italic = false, bold = true, placed = false;  // placed: `right` and `down` are from the centre
};
/// The other side of a counter: a Boolean state of the piece, and what is printed while it holds.
struct BackLook {
  std::string state, title;
  std::string when;                 // a Boolean given or definition: which pieces have one; empty: all
  std::vector<std::string> values;  // empty: those of the front, as they are then
};
struct CounterLook {
  std::string kind;
  std::string side, symbol;         // givens or definitions of one member
  std::vector<std::string> values;  // the same, printed with - between
  std::vector<std::pair<std::string, std::string>>
      also;               // a Boolean given, and the part it adds to the symbol
  std::string size = {};  // a given or definition of one member: the echelon above the symbol
  std::optional<BackLook> back = std::nullopt;
};
/// What the size of a member means: a mark of nato_symbols.h, `company`, `brigade` ...
struct SizeLook {
  std::string member, title, mark;
};
/// The state that a track counts, by name; what arrives on it, and what holds at which of its values.
struct TrackLook {
  std::string state, title;
  std::optional<int64_t> first, last;
  std::string arrival, entry;  // givens of a piece: at which value, and where (entry may be a definition)
  std::vector<std::pair<std::string, std::string>> marks;  // Boolean definitions without parameters, titles
};
/// A table of the rules as a chart.
struct ChartLook {
  std::string table, title;
  bool shown = true;
};
/// What the symbol of a member means: `oval`, `cross` ... in their order, drawn over one another.
struct SymbolLook {
  std::string member, title;
  std::vector<std::string> parts;
};

struct Style {
  std::string file;  // empty: none was read
  double hex_size = 18, counter_size = 11.4;
  Rgb paper{253, 251, 246}, ink{45, 38, 28}, grid{112, 92, 62};
  std::string ground;  // the attribute of hexes that is painted
  std::vector<GroundLook> grounds;
  std::vector<EdgeLook> hexsides;
  std::vector<LinkLook> links;
  std::vector<SignLook> places, signs;
  std::vector<SideLook> sides;
  std::vector<LabelLook> labels;
  std::vector<CounterLook> counters;
  std::vector<SymbolLook> symbols;
  std::vector<SizeLook> sizes;
  std::optional<TrackLook> track;
  std::vector<ChartLook> charts;

  const GroundLook* ground_look(std::string_view member) const;
  const LinkLook* link(std::string_view attribute) const;
  const EdgeLook* hexside(std::string_view attribute) const;
  const SideLook* side(std::string_view member) const;
  const SymbolLook* symbol(std::string_view member) const;
  const SizeLook* size(std::string_view member) const;
  const CounterLook* counter(std::string_view kind) const;
};

std::optional<Style> read_style(const std::string& text, const std::string& file, Diagnostics& diagnostics);

/// `style.json` in the folder of the edition, else in the game's folder above it, else beside the map (first
/// beside the map when that lies outside of the game's folder); else an empty style. nullopt when there is
/// one that cannot be read.
std::optional<Style> load_style(const std::string& edition_folder, const std::string& map_file,
                                Diagnostics& diagnostics);

/// A look for everything that map and rules (either may be missing) have and the style does not name, in the
/// order of map and rules. Looks for what neither has are taken out, with a warning (D0166).
Style complete(Style style, const board::HexMap* map, const language::Program* program,
               Diagnostics& diagnostics);

/// The words that files have for these.
const std::vector<std::string>& pattern_names();
const std::vector<std::string>& line_form_names();
const std::vector<std::string>& sign_names();
const std::vector<std::string>& counter_form_names();

}  // namespace casebook::picture
