// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a command changed in the document, piece by piece, each with its value before and after. That is
// enough to undo and redo it. Plans (plan.h) make edits; apply_edits applies them in order, and undo takes
// them back in reverse order.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "editor/document/parts.h"

namespace casebook::editor {

/// The line of one hex (of one hexside); nothing: it has none.
struct HexEdit {
  int part = 0, hex = 0;
  std::optional<board::HexFacts> before, after;
};
struct HexsideEdit {
  int part = 0, hexside = 0;
  std::optional<board::HexsideFacts> before, after;
};
/// One item of a list of a part. No `before`: it is put in at `index`; no `after`: it is taken out.
template <class Item>
struct ItemEdit {
  int part = 0;
  size_t index = 0;
  std::optional<Item> before, after;
};
/// A whole part: grids, numberings, heads, files added and removed. Scenarios and styles are small.
struct PartEdit {
  int part = 0;
  std::shared_ptr<const PartData> before, after;
  bool there_before = true, there_after = true;
  std::string path, format;  // of a part that comes
};
using Edit = std::variant<HexEdit, HexsideEdit, ItemEdit<board::Link>, ItemEdit<board::Label>,
                          ItemEdit<board::NamedPlace>, ItemEdit<board::EntityLine>, PartEdit>;

/// What listeners receive, once a command, undo or redo.
struct Change {
  int part = 0;
  std::vector<int> hexes, hexsides;  // of a map: whose lines changed
  bool links = false, labels = false, places = false;
  std::vector<std::string> entities;  // `unit Guard 1`: whose lines changed, came or went
  bool whole = false;                 // anything may have changed: read the part anew
  bool files = false;                 // the part came or went
};

}  // namespace casebook::editor
