// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tools do with presses and drags on the map, given as hexes and hexsides. Each is a command to
// the document; those of one stroke share a number. The view turns pixels into hexes. Qt only translates
// texts.

#include <functional>
#include <string>
#include <vector>

#include "editor/window/shared/desk.h"

namespace casebook::window {

/// Hexes from one to another as a straight line goes, both included.
std::vector<int> hexes_between(const board::HexMap& map, int from, int to);
/// Those of the block of columns and rows that these two span.
std::vector<int> hexes_of_block(const board::HexMap& map, int from, int to);
/// Those connected with this one over hexes that say the same of the attribute.
std::vector<int> hexes_alike(const board::HexMap& map, int hex, const std::string& attribute);
/// What a hex says, with defaults, as text; empty: nothing.
std::string hex_value(const board::HexMap& map, int hex, const std::string& attribute);

struct Touch {
  int hex = -1, hexside = -1;
  bool other_button = false;  // takes away instead of putting down
  bool add = false;           // Shift or Ctrl: to what is selected
};

/// What is written as files name things: `Bend Town`, `bend_town`; empty where it has no letters from a to z.
std::string name_in_files(const std::string& written);
/// What files call a place that people call so. Not one that the map has already.
std::string name_of_place(const board::HexMap& map, const std::string& written);

/// As people see it: what is written on the map for it, else its name in the files with blanks.
std::string name_on_map(const board::HexMap& map, const board::NamedPlace& place);

class MapTools {
 public:
  explicit MapTools(Desk& desk) : desk_(desk) {}

  void press(const Touch& touch);
  void move(const Touch& touch);
  void release(const Touch& touch);
  /// A stroke that was begun by mistake: what it did is undone.
  void cancel();
  bool active() const { return active_; }
  /// Hexes that release would paint.
  const std::vector<int>& preview() const { return preview_; }

  /// By keyboard: the tool at a hex; the hexside of that hex in a direction.
  void put(int hex, bool other_button);
  void put_side(int hex, int direction, bool other_button);

  /// Asks for a text (title, what it was); empty: no. Set by the window.
  std::function<std::string(const std::string& title, const std::string& before)> ask_text;

  // Units, by drag and drop and by menu.
  bool place_entities(const std::vector<std::string>& entities, int hex);
  bool place_entities_in(const std::vector<std::string>& entities, const std::string& box);

 private:
  bool can_paint();
  void paint_hexes(const std::vector<int>& hexes, bool erase);
  void paint_side(int hexside, bool erase);
  void link_step(int from, int to, bool erase);
  void off_the_map();
  void click_label(int hex, bool erase);
  void click_place(int hex, bool erase);
  void take_place(int hex);
  void paint_zone(const std::vector<int>& hexes, bool erase);
  void select_hex(const Touch& touch);

  Desk& desk_;
  bool active_ = false;
  uint64_t stroke_ = 0;
  size_t done_before_ = 0;
  int first_ = -1, last_ = -1, last_side_ = -1;
  std::vector<int> preview_;
};

}  // namespace casebook::window
