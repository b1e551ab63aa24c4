// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_rules.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/support/random_expressions.h"

namespace casebook::runtime::tests {

namespace {

const char* const declarations = R"(edition trial "Trial"

case 1.1 "Words"
  kind side = red, blue
  kind unit on map
  kind crew
  kind colour = green, amber, black
  box gone, spare
  measure points by 1/2 from 0 to 20 or never
  measure tally from -30 to 30
  measure fuel by 1/2 from 0 to 3
  measure d4 from 1 to 4
  option alpha "An option"
  reading manner "In which manner?"
    broad "so it is read here"
    narrow "so others read it"
    default broad
  place ford
  given side(unit): side = red
  given worth(unit): tally = 2
  given friend(unit): unit or none = none
  given hue(hex): colour = green
  given wall(hexside): bool = no
  given depth(hexside): tally = 1
  state turn: tally = 0
  state mover: side
  state flag(unit): bool
  state mark(hex): bool
  state load(unit): tally
  state gas(unit): points = 5
  state tank(unit): fuel = 2
  state gate(hexside): bool
  state toll(hexside): tally = 1
  state leader: unit or none
  state pal(unit): unit or none
  state team: set of unit
  state zone: set of hex
  state squad(side): set of unit
  state aim(unit): location = gone
  state stock(side, colour): tally
  state grid(side, hex): bool
  state tint(hex): colour
  table price(colour) -> tally
    green: 1, amber: -2, black: 3
  table harm(d4, colour) -> tally
    d     | green | amber  | black
    1, 2  | 0     | 1      | 2
    3     | -1    | silent | 0
    4     | 2     | 2      | 1
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  define near(h: hex, s: side) -> bool = exists e in units(s) at g: adjacent(g, h)
  define held(h: hex, s: side) -> bool = exists e in units(s) on h
  field way(s: side) over hex = reach to h where held(h, s)
    through h where not near(h, other(s))
    across a, b where not gate(a, b)
  field flow over hex = reach to h where hue(h) = black
    through h where hue(h) != amber
    across a, b where not wall(a, b)
  field cost(s: side) over hex -> points = least cost to h where mark(h)
    through h where not held(h, other(s))
    step a, b: if wall(a, b) then 3 else 1/2
)";

class Writer : public ExpressionWriter {
 public:
  using ExpressionWriter::ExpressionWriter;

  std::string whole() {
    std::string text = declarations;
    for (int i = 0; i < wish_.definitions; ++i) text += definition(i);
    text += effects();
    text += actions();
    text += game();
    return text;
  }

  std::string invariant(int number, uint64_t seed) {
    random_ = Random(seed, 3);
    Names n;
    std::string where;
    switch (pick(6)) {
      case 0:
        break;
      case 1:
        where = " in again";
        break;
      case 2:
        where = " at end of again";
        break;
      default:
        where = " at every step";
        before_ = 8;
        break;
    }
    if (where.ends_with("again")) {
      n.units = {"v"};
      n.hexes = {"start_of(way)", "end_of(way)"};
      n.paths = {"way"};
      n.unit_sets = {"crowd", "pile(mover)"};
      n.tallies = {"round"};
    }
    const std::string text = fmt::format("\ncase 10.{} \"A promise\"\n  invariant promise{}{}: {}\n", number,
                                         number, where, boolean(wish_.depth + 1, n));
    before_ = 0;
    return text;
  }

 private:
  // ---- declarations
  std::string definition(int number) {
    static const char* const types[] = {"bool", "tally", "set of unit", "set of hex"};
    static const char* const params[] = {"unit", "hex", "side", "tally", "colour", "set of unit"};
    Defined d;
    d.name = fmt::format("def{}", number);
    d.type = chance(45) ? 0 : static_cast<int>(pick(4));
    Names n;
    std::string heads, names;
    for (uint32_t i = 0, count = pick(4); i < count; ++i) {
      const int p = chance(60) ? static_cast<int>(pick(3)) : static_cast<int>(pick(6));
      d.params.push_back(p);
      const std::string v = fresh("p");
      std::vector<std::string>* const where[] = {&n.units,   &n.hexes,   &n.sides,
                                                 &n.tallies, &n.colours, &n.unit_sets};
      where[p]->push_back(v);
      heads += fmt::format("{}{}: {}", i > 0 ? ", " : "", v, params[p]);
      names += (i > 0 ? ", " : "") + v;
    }
    const int depth = wish_.depth;
    std::string text = fmt::format("\ncase 2.{} \"A definition\"\n  define {}({}) -> {} = ", number, d.name,
                                   heads, types[d.type]);
    const auto value = [&](int dep) {
      switch (d.type) {
        case 0:
          return boolean(dep, n);
        case 1:
          return tally(dep, n);
        case 2:
          return unit_set(dep, n);
        default:
          return hex_set(dep, n);
      }
    };
    if (d.type <= 1 && chance(35)) {
      std::string kind = d.type == 0
                             ? (chance(50) ? "all of" : "any of")
                             : std::vector<std::string>{"sum of", "most of", "least of", "first of"}[pick(4)];
      text += kind;
      if (d.type == 1 && chance(50)) text += fmt::format(" within -{} .. {}", pick(6), pick(6));
      text += "\n";
      for (uint32_t i = 0, count = 1 + pick(3); i < count; ++i) {
        Names inner = n;
        std::string per;
        if (kind != "first of" && chance(30)) {
          const std::string u = fresh("u");
          per = " per " + u + " in " + unit_set(1, n);
          inner.units.push_back(u);
        }
        std::swap(n, inner);
        text += fmt::format("    2.{}.{} {}{}", number, i + 1, value(depth - 1), per);
        if (chance(70) || kind == "first of") text += " when " + boolean(depth - 1, n);
        std::swap(n, inner);
        text += "\n";
      }
      text += fmt::format("    2.{}.9 {}\n", number, value(1));
    } else {
      text += value(depth) + "\n";
    }
    if (!d.params.empty() || chance(50)) {
      for (int i = 0; i < 2; ++i) {
        if (!chance(20)) continue;
        const bool over =
            i == 1 && chance(60) && text.find(fmt::format("case 3.{}.0", number)) != std::string::npos;
        text += fmt::format("\ncase 3.{}.{} \"An exception\"\n  except {}{} when {} then {}{}\n", number, i,
                            d.name, names.empty() ? "" : "(" + names + ")", boolean(2, n), value(1),
                            over ? fmt::format(" over 3.{}.0", number) : "");
      }
      if (d.type == 1) {
        for (int i = 0; i < 2; ++i) {
          if (!chance(35)) continue;
          text += fmt::format(
              "\ncase 4.{}.{} \"An adjustment\"\n  adjust {}{} when {} then {}{}\n", number, i, d.name,
              names.empty() ? "" : "(" + names + ")", boolean(1, n),
              std::vector<std::string>{"otherwise + 1", "clamp(otherwise * 2, -20, 20)", "max(otherwise, 0)",
                                       "min(otherwise, 4)"}[pick(4)],
              i == 1 && chance(60) && text.find(fmt::format("case 4.{}.0", number)) != std::string::npos
                  ? fmt::format(" after 4.{}.0", number)
                  : "");
        }
      }
    }
    defined_.push_back(d);
    return text;
  }

  std::string indent(int by) { return std::string(static_cast<size_t>(by), ' '); }

  std::string statement(int by, int depth, const Names& n, bool inside_for_all) {
    const std::string in = indent(by);
    if (chance(2)) return in + (chance(50) ? "end game won by " + side(1, n) : "end game drawn") + "\n";
    const int d = std::max(0, wish_.depth - 1);
    switch (pick(depth > 0 ? 12 : 7)) {
      case 0:
        if (!n.units.empty()) return in + "flag(" + one(n.units) + ") := " + boolean(d, n) + "\n";
        return in + "turn := clamp(" + tally(d, n) + ", 0, 20)\n";
      case 1:
        if (!n.units.empty())
          return in + "load(" + one(n.units) +
                 ") := " + (chance(70) ? "clamp(" + tally(d, n) + ", -9, 9)" : tally(d, n)) + "\n";
        return in + "stock(" + side(1, n) + ", " + colour(1, n) + ") := " + tally(d, n) + "\n";
      case 2:
        if (!n.hexes.empty()) {
          switch (pick(5)) {
            case 0:
              return in + "mark(" + one(n.hexes) + ") := " + boolean(d, n) + "\n";
            case 1:
              return in + "tint(" + one(n.hexes) + ") := " + colour(1, n) + "\n";
            case 2:
              return in + "grid(" + side(1, n) + ", " + one(n.hexes) + ") := " + boolean(1, n) + "\n";
            case 3:
              return in + "zone " + (chance(50) ? "+= {" : "-= {") + one(n.hexes) + "}\n";
            default: {
              const std::string a = fresh("h"), h = one(n.hexes);
              if (inside_for_all) return in + "mark(" + h + ") := no\n";
              return in + "for all " + a + " in neighbours(" + h + ") do gate(" + h + ", " + a +
                     ") := " + boolean(1, n) + "\n";
            }
          }
        }
        return in + "zone := " + hex_set(d, n) + "\n";
      case 3:
        if (!n.units.empty() && !n.hexes.empty())
          return in + (chance(70) ? "place(" : "aim(") + one(n.units) + ") := " + one(n.hexes) + "\n";
        if (!n.units.empty())
          return in + "place(" + one(n.units) + ") := " + (chance(50) ? "gone" : "spare") + "\n";
        return in + "mover := " + side(2, n) + "\n";
      case 4:
        switch (pick(3)) {
          case 0:
            return in + "team " + (chance(40) ? ":= " : chance(50) ? "+= " : "-= ") + unit_set(d, n) + "\n";
          case 1:
            return in + "squad(" + side(1, n) + ") " +
                   (chance(40)   ? ":= "
                    : chance(50) ? "+= "
                                 : "-= ") +
                   unit_set(d, n) + "\n";
          default:
            return n.units.empty() ? in + "leader := none\n" : in + "leader := " + one(n.units) + "\n";
        }
      case 5:
        if (!n.units.empty())
          return in + (chance(50)
                           ? (chance(60) ? "hurt(" : "tag(") + one(n.units) + ", " + tally(1, n) + ")\n"
                           : "pal(" + one(n.units) + ") := " + (chance(30) ? "none" : one(n.units)) + "\n");
        return in + "turn := clamp(turn + 1, 0, 20)\n";
      case 6:
        if (!n.units.empty())
          return in + "gas(" + one(n.units) + ") := " +
                 (chance(20)   ? "never"
                  : chance(50) ? "1/2"
                               : "2") +
                 "\n";
        return in + "nothing\n";
      case 7:
        return in + "if " + boolean(d, n) + " then\n" + statement(by + 2, depth - 1, n, inside_for_all) + in +
               "else\n" + statement(by + 2, depth - 1, n, inside_for_all);
      case 8:
      case 9: {
        const bool all_at_once = chance(60);
        std::string binder = unit_binder(2, n, inner_);
        Names inner = inner_;
        if (chance(25)) binder += " where " + boolean(1, inner);
        if (!all_at_once && chance(50)) binder += " by " + tally(1, inner);
        return in + (all_at_once ? "for all " : "for each ") + binder + " do\n" +
               statement(by + 2, depth - 1, inner, inside_for_all || all_at_once) +
               (chance(40) ? statement(by + 2, depth - 1, inner, inside_for_all || all_at_once) : "");
      }
      case 10: {
        std::string binder = hex_binder(2, n, inner_);
        const Names inner = inner_;
        return in + (chance(60) ? "for all " : "for each ") + binder + " do\n" +
               statement(by + 2, depth - 1, inner, true);
      }
      default: {
        const std::string x = fresh("x");
        const std::string value = tally(d, n);
        Names inner = n;
        inner.tallies.push_back(x);
        return in + "let " + x + " = " + value + "\n" + statement(by, depth - 1, inner, inside_for_all);
      }
    }
  }

  std::string effects() {
    Names n;
    n.units.push_back("v");
    n.tallies.push_back("much");
    std::string text = "\ncase 5.0 \"Harm\"\n  effect hurt(v: unit, much: tally) = " +
                       std::string(chance(50) ? "first of" : "each of") + "\n";
    text += "    5.1 turned: flag(v) := not flag(v) when " + boolean(1, n) + "\n";
    text += "    5.2 away: place(v) := spare when " + boolean(1, n) + "\n";
    text += "    5.3 more: load(v) := clamp(load(v) + much, -8, 8)\n";
    text += "  effect tag(v: unit, much: tally) do\n    load(v) := clamp(much - 1, -8, 8)\n" +
            (chance(50) ? std::string("    pal(v) := none\n") : statement(4, 0, n, false));
    return text;
  }

  std::string actions() {
    std::string text;
    for (int i = 0; i < 4; ++i) text += action(i);
    return text + drive();
  }

  // A step that is paid in fractions and allowed by a little more than is left: paying it leaves the range.
  // In some programs it is asked before whether the next step could be paid, so that listing the choices
  // leaves the range. Drawn by itself: all else of a program is what it is without it.
  std::string drive() {
    Random draw(wish_.seed, 4);
    const char* const costs[] = {"1/2", "1", "3/2", "if mark(h) then 3/2 else 1/2"};
    const char* const margins[] = {"", " + 1/2", " + 1", " - 1/2"};
    std::string text = fmt::format(
        "\ncase 6.9 \"Driving\"\n  define toll_to(h: hex) -> fuel = {}\n"
        "  define left_after(u: unit, h: hex) -> fuel = tank(u) - toll_to(h)\n"
        "  action drive(u in unit at g, h in neighbours(g))\n    require 6.9 fuel: toll_to(h) <= tank(u){}\n",
        costs[draw.below(4)], margins[draw.below(4)]);
    if (draw.below(3) == 0) text += "    require 6.9 next: left_after(u, h) >= 1/2\n";
    return text + "    do\n      tank(u) -= toll_to(h)\n      place(u) := h\n";
  }

  std::string action(int number) {
    Names n;
    std::string params;
    const uint32_t count = 1 + pick(3);
    bool has_set = false, has_path = false;
    std::string set_name, path_name;
    for (uint32_t i = 0; i < count; ++i) {
      if (i > 0) params += ", ";
      const uint32_t sort = pick(12);
      const std::string v = fresh("a");
      if (sort < 4 || (sort >= 10 && i == 0)) {
        const std::string g = fresh("g");
        const bool at = chance(70);
        params += v + " in " + unit_set(1, n);
        if (at) params += " at " + g;
        n.units.push_back(v);
        if (at) n.hexes.push_back(g);
        if (chance(30)) params += " where " + boolean(1, n);
      } else if (sort < 6) {
        params += v + " in " +
                  (n.hexes.empty() ? "{x in hex where mark(x) or hue(x) = black}"
                                   : "neighbours(" + one(n.hexes) + ")");
        n.hexes.push_back(v);
        if (chance(30)) params += " where " + boolean(1, n);
      } else if (sort < 7) {
        if (chance(50)) {
          params += v + " in colour";
          n.colours.push_back(v);
        } else {
          params += v + " in " + (n.units.empty() ? "leader" : "pal(" + one(n.units) + ")");
          n.units.push_back(v);
        }
      } else if (sort < 8) {
        params += v + " in " + (chance(50) ? "no .. yes" : "side");
        if (params.ends_with("side"))
          n.sides.push_back(v);
        else
          n.bools.push_back(v);
      } else if (sort < 10 && !has_set) {
        has_set = true;
        set_name = v;
        const std::string x = fresh("x");
        const bool of_hexes = wish_.large || chance(30);
        if (of_hexes && !n.hexes.empty()) {
          params += v + ": set of " + x + " in neighbours(" + one(n.hexes) + ")";
          if (chance(40)) {
            Names inner = n;
            inner.hexes.push_back(x);
            params += " where " + boolean(1, inner);
          }
          set_of_hexes_[number] = true;
          n.hex_sets.push_back(v);
        } else if (!wish_.large) {
          params += v + ": set of " + x + " in " + unit_set(1, n);
          if (chance(40)) {
            Names inner = n;
            inner.units.push_back(x);
            params += " where " + boolean(1, inner);
          }
          set_of_hexes_[number] = false;
          n.unit_sets.push_back(v);
        } else {
          has_set = false;
          params += v + " in colour";
          n.colours.push_back(v);
        }
      } else if (!has_path && !n.hexes.empty()) {
        has_path = true;
        path_name = v;
        params +=
            fmt::format("{}: path of {}{} from {}", v, chance(50) ? "up to " : "", 1 + pick(2), one(n.hexes));
      } else {
        params += v + " in colour";
        n.colours.push_back(v);
      }
    }
    std::string text = fmt::format("\ncase 6.{} \"An action\"\n  action act{}({})\n", number, number, params);
    if (has_path) {
      const std::string h = fresh("h");
      Names inner = n;
      inner.hexes.push_back(h);
      if (chance(70))
        text +=
            fmt::format("    each {} in {} require 6.{}.1: {}\n", h, path_name, number, boolean(2, inner));
      n.hexes.push_back("end_of(" + path_name + ")");
      n.paths.push_back(path_name);
    }
    if (has_set) {
      const std::string x = fresh("x");
      Names inner = n;
      (set_of_hexes_[number] ? inner.hexes : inner.units).push_back(x);
      if (chance(60))
        text += fmt::format("    each {} in {} require 6.{}.2: {}\n", x, set_name, number, boolean(2, inner));
    }
    for (uint32_t i = 0, wanted = pick(4); i < wanted; ++i)
      text += fmt::format("    require 6.{}.{} r{}: {}\n", number, i + 3, i, boolean(wish_.depth, n));
    if (chance(30)) text += fmt::format("    ensure 6.{}.8: {}\n", number, boolean(2, n));
    for (int i = 0; i < 2; ++i)
      if (chance(20))
        text += fmt::format("    best 6.{}.9 {} {}\n", number, chance(50) ? "least" : "most", tally(2, n));
    text += "    do\n";
    for (uint32_t i = 0, wanted = 1 + pick(3); i < wanted; ++i) text += statement(6, 2, n, false);
    return text;
  }

  std::string game() {
    Names n;
    std::string text =
        "\ncase 7.0 \"The game\"\n  procedure game\n    for all u in unit do squad(side(u)) += {u}\n    "
        "repeat at most 12 times\n      choose by " +
        side(2, n) + "\n";
    text += "        act0()\n        drive()\n        act1() then\n";
    text += (chance(60) ? std::string("          roll d: d4")
                        : "          roll d, d2: d4 given d != d2 and " + boolean(1, n)) +
            "\n          if d = 4 then leader := none\n";
    text += "          stock(mover, amber) := clamp(harm(d, " + std::string(chance(20) ? "amber" : "black") +
            "), -5, 5)\n";
    text += "        act2()\n";
    if (chance(50))
      text +=
          "        act3() then\n          draw x from {u in unit where not on_map(u)} or else\n            "
          "end game won by red\n          flag(x) := yes\n";
    else if (chance(30))
      text += "        act3() then\n          draw x from team\n          leader := x\n";
    else
      text += "        act3()\n";
    text += "        pass() then turn += 1\n";
    text += "        walk(u, p) then again(u, p)\n";
    text += "      or else\n        stop\n";
    text += "      mover := other(mover)\n";
    text +=
        "      if " + boolean(2, n) + " and " + boolean(2, n) + " and turn > 3 then end game won by mover\n";
    text += "    end game drawn\n  action pass()\n    do\n" + statement(6, 2, n, false);
    text += again();
    if (chance(40)) {
      Names inner;
      inner.units.push_back("w");
      inner.hexes.push_back("g");
      text += "\ncase 8.0 \"A watch\"\n  whenever seen(w in unit at g) when flag(w) and " +
              boolean(2, inner) + " by side(w)" + (chance(60) ? " first mover" : "") +
              "\n    flag(w) := no\n" + statement(4, 1, inner, false);
    }
    return text;
  }

  // A procedure with parameters, state of every sort, choices that are fixed, attempts, and lawfulness asked
  // for.
  std::string again() {
    Names u, g, v;
    u.units.push_back("u");
    u.hexes.push_back("g");
    g = u;
    g.hexes.push_back("h");
    v.units.push_back("v");
    v.hexes = {"start_of(way)", "end_of(way)"};
    v.paths.push_back("way");
    std::string text = "\ncase 9.0 \"Going on\"\n  action shift(u in unit at g where " + boolean(1, u) +
                       ", h in neighbours(g))\n";
    text += "    require 9.1 free: no x in unit on h\n    require 9.2 " + boolean(2, g) + "\n";
    if (chance(50)) text += "    ensure 9.3 " + boolean(2, g) + "\n";
    if (chance(40))
      text += "    best 9.3 " + std::string(chance(50) ? "least " : "most ") + tally(2, g) + "\n";
    text += "    do\n      place(u) := h\n" + statement(6, 1, g, false);
    text +=
        "  action walk(u in unit at g, p: path of up to 2 from g)\n    require 9.4 fit: " + boolean(2, u) +
        "\n    require 9.5 not flag(u)\n";
    Names p = u;
    p.hexes.push_back("end_of(p)");
    p.paths.push_back("p");
    for (int i = 0; i < 2; ++i)
      if (chance(40))
        text += "    best 9.7 " + std::string(chance(50) ? "least " : "most ") + tally(2, p) + "\n";
    text += "    do\n      place(u) := end_of(p)\n";
    text +=
        "  procedure again(v: unit, way: path)\n    state pile(side): set of unit\n    state crowd: set of "
        "unit = " +
        unit_set(1, v) + "\n    state hot(unit): bool\n    state round: tally = clamp(" + tally(1, v) +
        ", 0, 5)\n";
    text += std::string("    repeat at most 3 times") + (chance(25) ? " decreasing " + tally(1, v) : "") +
            "\n      choose by " + side(1, v) +
            "\n        shift(u = v, h) then\n          pile(mover) += {v}\n          crowd -= {v}\n          "
            "round := clamp(round + 1, 0, 9)\n          attempt walk(v, way)\n";
    text +=
        "        shift(x, h) require 9.6 x in pile(mover) then\n          hot(x) := yes\n          "
        "undisturbed\n            "
        "attempt shift(v, h)\n        pass() then stop\n      or else\n        stop\n";
    text += "      if legal walk(v, way) or way != way then flag(v) := " + boolean(2, v) + "\n";
    text += "    until round > 3 or hot(v)\n";
    if (chance(50)) {
      Names w;
      w.units.push_back("w");
      text += "\ncase 9.8 \"A waiver\"\n  waive walk(w, q).fit when " + boolean(2, w) + "\n";
    }
    return text;
  }
};

}  // namespace

std::string random_rules(const RandomRules& wish) {
  return Writer(wish).whole();
}

std::string random_invariant(const RandomRules& wish, int number, uint64_t seed) {
  Writer writer(wish);
  writer.whole();
  return writer.invariant(number, seed);
}

std::string random_expression(const RandomRules& wish, Sort sort, uint64_t seed) {
  Writer writer(wish);
  writer.whole();  // so that its definitions are known
  return writer.expression(sort, seed);
}

}  // namespace casebook::runtime::tests
