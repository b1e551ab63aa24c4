// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the rules declare as worth showing, computed in a position: docs/language/reference.md, section 8.
// Terminal, reports, pictures and windows show every view from this result; none knows a view by name.
//
// Numbers are in units of their type (Scenario::value_text writes them). Places are locations: a hex, or a
// box from `ground.hexes` on.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

/// `zone(white)`, typed.
struct ViewCall {
  ViewId view = language::none;
  std::vector<Value> arguments;
};

/// Whether a text asks for a view: `NAME(...)` where NAME is a view, or `view NAME(...)`. A definition,
/// given, state or table of the same name goes before the view unless the word `view` is written.
bool asks_for_view(const language::Program& program, const std::string& text);

/// The name nearest to that of a call which is nothing known, among the views; or empty.
std::string nearest_view(const language::Program& program, const std::string& text);

/// Reads the call. An argument is written as in a choice (`A 1`, `{A, B}`, `yes`), or is an expression of the
/// rules language (`"A 1"`, `other(mover)`). Errors: P0174 to P0176.
std::optional<ViewCall> parse_view_call(const Scenario& scenario, const Position& position,
                                        const std::string& text, Diagnostics& diagnostics);

/// `zone(white)`
std::string view_call_text(const Scenario& scenario, const ViewCall& call);
/// `reach(u: unit)`
std::string view_form(const language::Program& program, const language::View& view);
/// `hexes`, `number over`, `path`, `items`, `repeated`, `score`: as declared.
std::string_view view_kind_name(language::ViewKind kind);

// ---- what a view shows

struct ViewHexes {
  std::vector<int32_t> hexes;  // in the order of the map
};

/// Hexes at which the number is `never` are left out.
struct ViewNumbers {
  struct At {
    int32_t hex;
    int64_t number;
  };
  language::Type type;
  std::vector<At> numbers;
};

/// The shortest or cheapest way. When there is none, `stopped` has the hexes where every way ends.
struct ViewWay {
  bool found = false;
  std::vector<int32_t> way;     // with the hex it starts from
  std::optional<int64_t> cost;  // of a field of least costs
  language::Type type;          // of the cost
  std::vector<int32_t> stopped;
};

/// One line of a sum: an entry of the list, an exception, an adjustment or a cap.
struct ViewItem {
  std::string name, value, label;
  std::vector<ViewItem> parts;  // of an entry that is a list itself
};
struct ViewItems {
  std::vector<ViewItem> items;
  std::string total;
};

/// Where a unit can come by one action repeated, and nothing else happening between.
struct ViewReach {
  struct Place {
    int32_t place;
    int64_t left;              // the most that can be left there
    int64_t spent;             // what was there at first, less that
    std::vector<int32_t> way;  // places entered on the way that leaves the most
  };
  language::Type type;
  int64_t at_first = 0;
  std::vector<Place> places;  // in the order of locations; where the unit stands is not among them
  size_t positions = 0;       // looked at
  bool complete = true;       // false: reach_positions was reached, there may be more
  std::string remark;         // why there is nothing, or empty
};

struct ViewScore {
  language::Type type;
  int64_t score = 0;
};

using ViewShown = std::variant<ViewHexes, ViewNumbers, ViewWay, ViewItems, ViewReach, ViewScore>;

struct ViewAnswer {
  ViewId view = language::none;
  std::string call;
  ViewShown shown;
  Derivation because;  // its children tell how it came about; none for numbers and reach
};

/// Nothing when there is a fault (P0160). `rules` goes through the positions of a reach; it is of the
/// scenario of `reference`.
std::optional<ViewAnswer> show_view(ReferenceRules& reference, Rules& rules, const Position& position,
                                    const ViewCall& call, Diagnostics& diagnostics);

}  // namespace casebook::runtime
