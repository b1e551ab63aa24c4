// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random expressions over the declarations of random_rules.cpp: of each sort, to any depth, over the names
// in scope.

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "tests/support/random_rules.h"

namespace casebook::runtime::tests {

class ExpressionWriter {
 public:
  explicit ExpressionWriter(const RandomRules& wish) : wish_(wish), random_(wish.seed, 1) {}

  struct Names {
    std::vector<std::string> units, hexes, sides, tallies, colours, unit_sets, hex_sets, bools, paths;
  };
  struct Defined {
    std::string name;
    int type;                 // 0 bool, 1 tally, 2 set of unit, 3 set of hex
    std::vector<int> params;  // 0 unit, 1 hex, 2 side, 3 tally, 4 colour, 5 set of unit
  };

  std::string expression(Sort sort, uint64_t seed) {
    random_ = Random(seed, 2);
    Names names;
    switch (sort) {
      case Sort::condition:
        return boolean(wish_.depth, names);
      case Sort::number:
        return tally(wish_.depth, names);
      case Sort::units:
        return unit_set(wish_.depth, names);
      default:
        return hex_set(wish_.depth, names);
    }
  }

 protected:
  uint32_t pick(uint32_t n) { return random_.below(n); }
  bool chance(uint32_t percent) { return pick(100) < percent; }
  std::string fresh(const char* stem) { return fmt::format("{}{}", stem, ++counter_); }
  template <class T>
  const T& one(const std::vector<T>& all) {
    return all[pick(static_cast<uint32_t>(all.size()))];
  }

  // ---- expressions
  /// Of a step: now and then a part is read from the position before; nothing in it is again.
  template <class Write>
  std::string was(const Write& write) {
    const uint32_t outer = std::exchange(before_, 0U);
    const std::string text = "before(" + write() + ")";
    before_ = outer;
    return text;
  }
  bool goes_back() { return before_ > 0 && chance(before_); }

  std::string side(int depth, const Names& n) {
    if (goes_back()) return was([&] { return side(depth, n); });
    if (!n.sides.empty() && chance(50)) return one(n.sides);
    if (!n.units.empty() && chance(30)) return "side(" + one(n.units) + ")";
    if (depth > 0 && chance(30)) return "other(" + side(depth - 1, n) + ")";
    return chance(40) ? "mover" : chance(50) ? "red" : "blue";
  }
  std::string colour(int depth, const Names& n) {
    if (goes_back()) return was([&] { return colour(depth, n); });
    if (!n.colours.empty() && chance(40)) return one(n.colours);
    if (!n.hexes.empty() && chance(50)) return (chance(50) ? "hue(" : "tint(") + one(n.hexes) + ")";
    (void)depth;
    return std::vector<std::string>{"green", "amber", "black"}[pick(3)];
  }
  std::string hex(int depth, const Names& n) {  // there must be one
    if (depth > 0 && !n.units.empty() && chance(15)) {
      const std::string g = fresh("g");
      Names inner = n;
      inner.hexes.push_back(g);
      return fmt::format("(if place({}) is hex {} then {} else {})", one(n.units), g, hex(depth - 1, inner),
                         hex(depth - 1, n));
    }
    return one(n.hexes);
  }
  std::string unit_set(int depth, const Names& n) {
    if (goes_back()) return was([&] { return unit_set(depth, n); });
    if (!n.unit_sets.empty() && chance(25)) return one(n.unit_sets);
    if (depth <= 0)
      return std::vector<std::string>{"unit", "team", "squad(mover)", "units(red)", "{}"}[pick(5)] == "{}"
                 ? "team"
                 : std::vector<std::string>{"unit", "team", "squad(mover)", "units(blue)"}[pick(4)];
    switch (pick(10)) {
      case 0:
        return "units(" + side(depth - 1, n) + ")";
      case 1:
        return "squad(" + side(depth - 1, n) + ")";
      case 2:
        return "(" + unit_set(depth - 1, n) + " + " + unit_set(depth - 1, n) + ")";
      case 3:
        return "(" + unit_set(depth - 1, n) + " - " + unit_set(depth - 1, n) + ")";
      case 4:
        return "(" + unit_set(depth - 1, n) + " & " + unit_set(depth - 1, n) + ")";
      case 5: {
        if (!n.units.empty()) return "{" + one(n.units) + "}";
        return "team";
      }
      case 6: {
        const std::string u = fresh("u");
        Names inner = n;
        inner.units.push_back(u);
        const bool at = chance(40);
        const std::string g = fresh("g");
        std::string binder = u + " in " + unit_set(depth - 1, n);
        if (at) {
          binder += " at " + g;
          inner.hexes.push_back(g);
        }
        std::string text = "{" + binder + " where " + boolean(depth - 1, inner);
        if (chance(25)) text += (chance(50) ? " with least " : " with most ") + tally(depth - 1, inner);
        return text + "}";
      }
      case 7: {
        const std::string call = called(2, depth, n);
        return call.empty() ? "unit" : call;
      }
      case 8:
        return std::string("(leader ") + (chance(50) ? "+ " : "& ") + unit_set(depth - 1, n) + ")";
      default:
        return "unit";
    }
  }
  std::string hex_set(int depth, const Names& n) {
    if (goes_back()) return was([&] { return hex_set(depth, n); });
    if (!n.hex_sets.empty() && chance(25)) return one(n.hex_sets);
    if (depth <= 0) return chance(50) ? "zone" : n.hexes.empty() ? "hex" : "neighbours(" + one(n.hexes) + ")";
    switch (pick(8)) {
      case 0:
        return n.hexes.empty() ? "zone" : "neighbours(" + hex(depth - 1, n) + ")";
      case 1:
        return n.hexes.empty() ? "hex" : fmt::format("hexes_within({}, {})", hex(depth - 1, n), pick(3));
      case 2:
        return "(" + hex_set(depth - 1, n) + " + " + hex_set(depth - 1, n) + ")";
      case 3:
        return "(" + hex_set(depth - 1, n) + " - " + hex_set(depth - 1, n) + ")";
      case 4: {
        const std::string h = fresh("h");
        Names inner = n;
        inner.hexes.push_back(h);
        std::string text = "{" + h + " in " + hex_set(depth - 1, n) + " where " + boolean(depth - 1, inner);
        if (chance(25)) text += (chance(50) ? " with least " : " with most ") + tally(depth - 1, inner);
        return text + "}";
      }
      case 5: {
        const std::string u = fresh("u"), g = fresh("g");
        Names inner = n;
        inner.units.push_back(u);
        inner.hexes.push_back(g);
        const std::string image = chance(60) ? g : hex(depth - 1, inner);
        std::string text = "{" + image + " of " + u + " in " + unit_set(depth - 1, n) + " at " + g;
        if (chance(50)) text += " where " + boolean(depth - 1, inner);
        return text + "}";
      }
      case 6: {
        const std::string call = called(3, depth, n);
        return call.empty() ? "hex" : call;
      }
      default:
        return chance(50) ? "hex" : "zone";
    }
  }
  std::string tally(int depth, const Names& n) {
    if (goes_back()) return was([&] { return tally(depth, n); });
    if (!n.tallies.empty() && chance(25)) return one(n.tallies);
    if (depth <= 0 || chance(15)) {
      std::vector<std::string> leaves{"turn", fmt::format("({} as tally)", pick(6)),
                                      fmt::format("(-{} as tally)", 1 + pick(3))};
      if (!n.units.empty()) {
        leaves.push_back("load(" + one(n.units) + ")");
        leaves.push_back("worth(" + one(n.units) + ")");
      }
      leaves.push_back("price(" + colour(0, n) + ")");
      if (chance(12))
        leaves.push_back(fmt::format("harm({}, {})", 1 + pick(4), colour(0, n)));  // may be silent
      leaves.push_back("stock(" + side(0, n) + ", " + colour(0, n) + ")");
      if (n.hexes.size() > 1) {
        leaves.push_back(fmt::format("toll({}, {})", one(n.hexes), one(n.hexes)));
        leaves.push_back(fmt::format("depth({}, {})", one(n.hexes), one(n.hexes)));
      }
      return one(leaves);
    }
    const auto sub = [&] { return tally(depth - 1, n); };
    switch (pick(20)) {
      case 19:
        return "clamp(" + sub() + " * (count " + unit_set(depth - 1, n) + "), -25, 25)";
      case 18:
        return n.paths.empty() ? sub() : "(length(" + one(n.paths) + ") as tally)";
      case 17:
        return "(-" + sub() + ")";
      case 16:
        return "((" + sub() + " / " + sub() + " rounded " + (chance(50) ? "down" : "up") +
               ") as tally)";  // by 0: a fault
      case 0:
        return "(" + sub() + " + " + sub() + ")";
      case 1:
        return "(" + sub() + " - " + sub() + ")";
      case 2:
        return fmt::format("({} * {})", sub(), 1 + pick(3));
      case 3:
        return fmt::format("({} / {} rounded {})", sub(), 2 + pick(3),
                           std::vector<std::string>{"down", "up", "nearest"}[pick(3)]);
      case 4:
        return "min(" + sub() + ", " + sub() + ")";
      case 5:
        return "max(" + sub() + ", " + sub() + ", " + sub() + ")";
      case 6:
        return fmt::format("clamp({}, -{}, {})", sub(), pick(9), pick(9));
      case 7:
        return "(if " + boolean(depth - 1, n) + " then " + sub() + " else " + sub() + ")";
      case 8: {
        const std::string binder = unit_binder(depth, n, inner_);
        const Names inner = inner_;
        const std::string where = chance(60) ? " where " + boolean(depth - 1, inner) : "";
        return "((count " + binder + where + ") as tally)";
      }
      case 9: {
        const std::string binder = unit_binder(depth, n, inner_);
        const Names inner = inner_;
        const std::string where = chance(40) ? " where " + boolean(depth - 1, inner) : "";
        return "clamp(total " + tally(depth - 1, inner) + " over " + binder + where + ", -25, 25)";
      }
      case 10: {
        const std::string binder = chance(50) ? hex_binder(depth, n, inner_) : unit_binder(depth, n, inner_);
        const Names inner = inner_;
        const std::string where = chance(40) ? " where " + boolean(depth - 1, inner) : "";
        return std::string("(") + (chance(50) ? "least " : "most ") + tally(depth - 1, inner) + " over " +
               binder + where + " or else " + sub() + ")";
      }
      case 11:
        return n.hexes.empty() ? sub()
                               : "(distance(" + hex(depth - 1, n) + ", " + hex(depth - 1, n) + ") as tally)";
      case 12:
        return "(odds(" + sub() + ", " + sub() + ") favouring " + (chance(50) ? "defender" : "attacker") +
               " or else 2)";
      case 13: {
        const std::string x = fresh("x");
        const std::string value = sub();
        Names inner = n;
        inner.tallies.push_back(x);
        return "(let " + x + " = " + value + " in " + tally(depth - 1, inner) + ")";
      }
      case 14:
        return "((count " + hex_set(depth - 1, n) + ") as tally)";
      default: {
        const std::string call = called(1, depth, n);
        return call.empty() ? sub() : call;
      }
    }
  }
  std::string points(int depth, const Names& n) {
    if (!n.units.empty() && chance(60)) return "gas(" + one(n.units) + ")";
    if (!n.hexes.empty() && chance(50)) return "cost(" + side(0, n) + ")[" + hex(depth - 1, n) + "]";
    return chance(50) ? "1/2" : "3";
  }
  std::string unit_binder(int depth, const Names& n, Names& inner) {
    const std::string u = fresh("u");
    Names made = n;
    std::string text;
    if (chance(12)) {
      text = u + " in " +
             (!n.units.empty() && chance(60) ? (chance(50) ? "pal(" : "friend(") + one(n.units) + ")"
                                             : "leader");
    } else {
      text = u + " in " + unit_set(depth - 1, n);
    }
    if (chance(35)) {
      const std::string g = fresh("g");
      text += " at " + g;
      made.hexes.push_back(g);
    } else if (!n.hexes.empty() && chance(30)) {
      text += " on " + one(n.hexes);
    }
    made.units.push_back(u);
    inner = made;
    return text;
  }
  std::string hex_binder(int depth, const Names& n, Names& inner) {
    const std::string h = fresh("h");
    Names made = n;
    const std::string text = h + " in " + hex_set(depth - 1, n);
    made.hexes.push_back(h);
    inner = made;
    return text;
  }
  /// Binds side_: a hexside of some hex, often one between two.
  std::string hexside_binder(const Names& n) {
    const std::string e = fresh("e");
    side_ = e;
    return e + " in hexsides(" + one(n.hexes) + ")" + (chance(60) ? " where count ends(" + e + ") = 2" : "");
  }
  std::string boolean(int depth, const Names& n) {
    if (goes_back()) return was([&] { return boolean(depth, n); });
    if (!n.bools.empty() && chance(15)) return one(n.bools);
    if (depth <= 0 || chance(12)) {
      std::vector<std::string> leaves{"alpha",
                                      "manner = broad",
                                      "mark(ford)",
                                      "mover = " + side(0, n),
                                      "turn > " + fmt::format("{}", pick(8)),
                                      "leader != none",
                                      "team is empty"};
      if (!n.units.empty()) {
        const std::string u = one(n.units);
        for (const std::string& more :
             {"flag(" + u + ")", "on_map(" + u + ")", u + " in team", "side(" + u + ") = mover",
              "load(" + u + ") > 2", "pal(" + u + ") = " + one(n.units), "leader = " + u,
              "place(" + u + ") = aim(" + one(n.units) + ")", "worth(" + u + ") < 3",
              "place(" + u + ") = spare", "friend(" + u + ") = none"})
          leaves.push_back(more);
      }
      if (!n.hexes.empty()) {
        const std::string h = one(n.hexes);
        for (const std::string& more :
             {"mark(" + h + ")", "on_edge(" + h + ")", h + " in zone", "hue(" + h + ") = " + colour(0, n),
              "grid(" + side(0, n) + ", " + h + ")", "tint(" + h + ") = amber",
              "near(" + h + ", " + side(0, n) + ")", "held(" + h + ", " + side(0, n) + ")",
              "way(" + side(0, n) + ")[" + h + "]", "flow[" + h + "]",
              "adjacent(" + h + ", " + one(n.hexes) + ")", "wall(" + h + ", " + one(n.hexes) + ")",
              "gate(" + h + ", " + one(n.hexes) + ")"})
          leaves.push_back(more);
        leaves.push_back("(count " + fresh("u") + " in " +
                         (chance(50) ? "unit" : "units(" + side(0, n) + ")") + " on " + h + ")" +
                         (chance(50) ? " < 2" : " = 1"));
        if (!n.paths.empty()) leaves.push_back(h + " in " + one(n.paths));
        if (!n.paths.empty()) leaves.push_back("start_of(" + one(n.paths) + ") = " + h);
        if (!n.units.empty()) {
          leaves.push_back("place(" + one(n.units) + ") = " + h);
          leaves.push_back("aim(" + one(n.units) + ") = " + h);
        }
      }
      return "(" + one(leaves) + ")";
    }
    const auto sub = [&] { return boolean(depth - 1, n); };
    switch (pick(20)) {
      case 19:
        return n.hexes.empty() ? sub()
                               : "(exists " + hexside_binder(n) + ": " + (chance(50) ? "gate(" : "wall(") +
                                     side_ + ") and " + sub() + ")";
      case 18: {
        const std::string k = fresh("k");
        Names inner = n;
        inner.tallies.push_back("(" + k + " as tally)");
        return "(" + std::string(chance(50) ? "exists " : "all ") + k +
               fmt::format(" in {} .. {}: ", pick(3), pick(6)) + boolean(depth - 1, inner) + ")";
      }
      case 17:
        return n.units.empty() ? sub() : "(place(" + one(n.units) + ") in " + hex_set(depth - 1, n) + ")";
      case 0:
        return "(" + sub() + " and " + sub() + ")";
      case 1:
        return "(" + sub() + " or " + sub() + ")";
      case 2:
        return "(not " + sub() + ")";
      case 3:
        return "(" + sub() + " implies " + sub() + ")";
      case 4: {
        static const char* const how[] = {" < ", " <= ", " = ", " != ", " > ", " >= "};
        return "(" + tally(depth - 1, n) + how[pick(6)] + tally(depth - 1, n) + ")";
      }
      case 5:
        return "(" + points(depth, n) + (chance(50) ? " <= " : " > ") + points(depth, n) + ")";
      case 6:
      case 7:
      case 8: {
        static const char* const how[] = {"exists ", "all ", "no "};
        const char* const word = how[pick(3)];
        const std::string binder = unit_binder(depth, n, inner_);
        const Names inner = inner_;
        const std::string where = chance(30) ? " where " + boolean(depth - 1, inner) : "";
        return "(" + (word + binder) + where + ": " + boolean(depth - 1, inner) + ")";
      }
      case 9: {
        const char* const word = chance(50) ? "exists " : "all ";
        const std::string binder = hex_binder(depth, n, inner_);
        const Names inner = inner_;
        return "(" + (word + binder) + ": " + boolean(depth - 1, inner) + ")";
      }
      case 10:
        return n.units.empty() ? sub() : "(" + one(n.units) + " in " + unit_set(depth - 1, n) + ")";
      case 11:
        return n.hexes.empty() ? sub() : "(" + hex(depth - 1, n) + " in " + hex_set(depth - 1, n) + ")";
      case 12:
        return "(" + unit_set(depth - 1, n) + (chance(50) ? " within " : " = ") + unit_set(depth - 1, n) +
               ")";
      case 13:
        return "(" + (chance(50) ? unit_set(depth - 1, n) : hex_set(depth - 1, n)) +
               (chance(50) ? " is empty)" : " is not empty)");
      case 14:
        return "(if " + sub() + " then " + sub() + " else " + sub() + ")";
      case 15:
        return "(" + colour(depth - 1, n) + " = " + colour(depth - 1, n) + ")";
      default: {
        const std::string call = called(0, depth, n);
        return call.empty() ? sub() : call;
      }
    }
  }
  // A call of an earlier definition of that type; empty when there is none that can be called here.
  std::string called(int type, int depth, const Names& n) {
    std::vector<const Defined*> fit;
    for (const Defined& d : defined_) {
      bool can = d.type == type;
      for (const int p : d.params) can = can && (p != 0 || !n.units.empty()) && (p != 1 || !n.hexes.empty());
      if (can) fit.push_back(&d);
    }
    if (fit.empty()) return "";
    const Defined& d = *one(fit);
    std::string text = d.name + "(";
    for (size_t i = 0; i < d.params.size(); ++i) {
      if (i > 0) text += ", ";
      switch (d.params[i]) {
        case 0:
          text += one(n.units);
          break;
        case 1:
          text += hex(depth - 1, n);
          break;
        case 2:
          text += side(depth - 1, n);
          break;
        case 3:
          text += tally(depth - 2, n);
          break;
        case 4:
          text += colour(depth - 1, n);
          break;
        default:
          text += unit_set(depth - 2, n);
          break;
      }
    }
    return text + ")";
  }

  RandomRules wish_;
  Random random_;
  int counter_ = 0;
  uint32_t before_ = 0;  // how often, in hundredths, a part is of the position before; 0: there is none
  Names inner_;
  std::string side_;
  std::vector<Defined> defined_;
  std::map<int, bool> set_of_hexes_;
};

}  // namespace casebook::runtime::tests
