// SPDX-License-Identifier: Apache-2.0
#pragma once

// The pieces of a position as counters: side, arm, and the values that the game prints on them.
// `draw_stack` draws the counters of one hex.

#include <optional>
#include <string>
#include <vector>

#include "engine/picture/picture.h"
#include "engine/picture/style.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::picture {

struct Counter {
  std::string kind, id;
  int hex = -1;     // on the map
  std::string box;  // else in this box
  std::string side;
  std::vector<std::string> parts;  // of its symbol
  std::string arm;                 // letters for it where there are no parts
  std::string values;              // `3-8`
  std::string size;                // its sign, `brigade`
  /// What is printed on its other side, if it has one, and whether that lies uppermost.
  struct Back {
    std::string title, values;
  };
  std::optional<Back> back = std::nullopt;
  bool turned = false;
  std::string title;  // all of it in words
};

/// What a state says of a hex: the colour of its stone, who holds it.
struct Stone {
  int hex = -1;
  std::string state, member;
};

struct Pieces {
  std::vector<Counter> counters;  // in the order of kinds and members: the first lies at the bottom
  std::vector<Stone> stones;
  std::vector<std::string> boxes;  // in the order of the rules
};

/// `style` is complete for the rules. A value that faults is printed as `?`.
Pieces pieces_of(runtime::Evaluator& evaluator, const runtime::Position& position, const Style& style);

/// The value of a given or a definition with this name for a piece, as text; nothing when there is none,
/// `?` when it faults.
std::optional<std::string> told_of(runtime::Evaluator& evaluator, const runtime::Position& position,
                                   const std::string& name, language::KindId kind, int32_t member);

/// One counter about a point, with a group of its own.
void draw_counter(Group& into, const Counter& counter, Point centre, double size, const Style& style);
enum class Face : unsigned char { front, back };
/// One to cut out: its colour goes `bleed` beyond each edge. The back of one without a back has its side
/// alone.
void draw_counter_to_cut(Group& into, const Counter& counter, Point centre, double size, double bleed,
                         Face face, const Style& style);
/// Those of one hex: the first at the bottom, the last on top and lowest, so that its name and those above
/// are seen; how many they are, where they are more than two.
void draw_stack(Group& into, const std::vector<const Counter*>& stack, Point centre, const Style& style);
double counter_size_on_map(const Style& style);
/// A blank one, for a legend.
void draw_counter_form(Group& into, const SideLook& look, Point centre, double size);
void draw_stone(Group& into, const Stone& stone, const std::string& hex, Point centre, double size,
                const Style& style);

}  // namespace casebook::picture
