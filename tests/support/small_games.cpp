// SPDX-License-Identifier: Apache-2.0
#include "tests/support/small_games.h"

#include <fmt/format.h>

#include <vector>

#include "engine/base/random.h"

namespace casebook::tests {

namespace {

class Writer {
 public:
  explicit Writer(uint64_t seed) : random_(seed, 17) {}

  std::string whole() {
    const bool local = chance(40), reacts = chance(45), draws = chance(35), rolls = chance(40);
    local_ = local;
    std::string text = R"(edition small "Small"
case 1.1 "Words"
  kind side = white, black
  kind unit on map
  kind token = red, green, blue
  given side(unit): side
  box gone
  measure few from 0 to 3
  measure d2 from 1 to 2
)";
    text += fmt::format("  state n: few = {}\n  state m: few = {}\n  state lit: bool = {}\n", pick(3),
                        pick(4), yes_no());
    text += fmt::format("  state calm: bool = {}\n  state mover: side\n  state has(token): bool = {}\n",
                        yes_no(), yes_no());
    text += "\ncase 2.1 \"Play\"\n  procedure game\n    repeat at most " + std::to_string(2 + pick(2)) +
            " times\n      part(mover)\n";
    if (chance(70)) text += "      mover := other(mover)\n";
    if (chance(25)) text += statement(6);
    text += chance(60) ? "    end game drawn\n" : "    end game won by white\n";
    text += "  procedure part(by: side)\n";
    if (local) text += "    state spent: few" + std::string(chance(50) ? " = 1" : "") + "\n";
    in_part_ = local;
    if (rolls)
      text += "    roll d: d2\n" +
              std::string(chance(50) ? "    n := d as few\n" : "    if d = 2 then\n" + statement(6));
    if (chance(30)) text += statement(4);
    const bool again = chance(30);
    const std::string in = again ? "      " : "    ";
    if (again) text += "    repeat at most 2 times\n";
    text += in + "choose by by\n";
    for (int i = 0; i < 3; ++i) text += fmt::format("{}  act{}()\n", in, i);
    text += in + "  pass()" + std::string(again && chance(70) ? " then stop" : "") + "\n";
    if (draws) {  // of nobody left: a fault, unless it is asked before
      const bool guarded = chance(60);
      const std::string by = guarded ? "      " : "    ";
      if (guarded) text += "    if exists t in token: not has(t) then\n";
      text += by + "draw c from {t in token where not has(t)}\n" + by + "has(c) := yes\n";
    }
    in_part_ = false;
    text += action(0, "");
    text += action(1, "t in token");
    text += action(2, "u in unit at g, h in neighbours(g)");
    text +=
        "  action pass()\n" + std::string(chance(30) ? "    require 2.1 may: " + condition(1) + "\n" : "");
    if (reacts)
      text += "\ncase 3.1 \"A reaction\"\n  whenever seen(t in token) when has(t) and " + condition(1) +
              " by white\n    has(t) := no\n" + (chance(50) ? statement(4) : std::string());
    for (int i = 0; i < 3; ++i) text += invariant(i);
    return text;
  }

 private:
  uint32_t pick(uint32_t below) { return random_.below(below); }
  bool chance(uint32_t percent) { return pick(100) < percent; }
  std::string yes_no() { return chance(50) ? "yes" : "no"; }
  std::string number() {
    if (in_part_ && local_ && chance(30)) return "spent";
    return std::vector<std::string>{"n", "m", "0", "1", "2", "3"}[pick(6)];
  }

  std::string condition(int depth) {
    switch (pick(depth > 0 ? 11 : 7)) {
      case 0:
        return fmt::format("n {} {}", comparison(), number());
      case 1:
        return fmt::format("m {} {}", comparison(), pick(4));
      case 2:
        return "lit";
      case 3:
        return "calm";
      case 4:
        return chance(50) ? "mover = white" : "mover = black";
      case 5:
        return fmt::format("(count t in token where has(t)) {} {}", comparison(), pick(4));
      case 6:
        return "(no u in unit where place(u) = gone)";
      case 7:
        return fmt::format("({} and {})", condition(depth - 1), condition(depth - 1));
      case 8:
        return fmt::format("({} or {})", condition(depth - 1), condition(depth - 1));
      case 9:
        return "(not " + condition(depth - 1) + ")";
      default:
        return fmt::format("({} implies {})", condition(depth - 1), condition(depth - 1));
    }
  }
  std::string comparison() { return std::vector<std::string>{"=", "<", "<=", ">", ">=", "!="}[pick(6)]; }

  /// One line, or an `if` with one line.
  std::string statement(int by) {
    const std::string in(static_cast<size_t>(by), ' ');
    switch (pick(9)) {
      case 0:
        return in + "n := min(n + 1, 3)\n";
      case 1:
        return in + (chance(75) ? "m := max(m - 1, 0)\n" : "m -= 1\n");  // the second may leave the range
      case 2:
        return in + "lit := " + condition(1) + "\n";
      case 3:
        return in + "n := " + std::string(chance(50) ? "m" : std::to_string(pick(4))) + "\n";
      case 4:
        return in + "for all x in token do has(x) := " + yes_no() + "\n";
      case 5:
        return in + "if " + condition(1) + " then\n" + in + "  lit := " + yes_no() + "\n";
      case 6:
        return in + "m := " + std::to_string(pick(4)) + "\n";
      case 7:
        return in_part_ && local_ ? in + "spent := min(spent + 1, 3)\n" : in + "lit := not lit\n";
      default:
        return in + "if " + condition(1) + " then\n" + in + "  end game " +
               (chance(50) ? "drawn" : "won by black") + "\n";
    }
  }

  std::string action(int number, const std::string& params) {
    std::string text = fmt::format("  action act{}({})\n", number, params);
    if (chance(60)) text += "    require 2.1 first: " + condition(2) + "\n";
    if (number == 1 && chance(60)) text += "    require 2.1 token: not has(t)\n";
    if (number == 2 && chance(60)) text += "    require 2.1 room: no x in unit on h\n";
    if (chance(15)) text += "    ensure 2.1 after: " + condition(1) + "\n";
    text += "    do\n";
    if (number == 1)
      text += chance(70) ? "      has(t) := yes\n" : "      n := min(n + 1, 3)\n      has(t) := lit\n";
    if (number == 2) text += chance(80) ? "      place(u) := h\n" : "      place(u) := gone\n";
    if (number == 0 || chance(50)) text += statement(6);
    return text;
  }

  std::string invariant(int number) {
    std::string where, what = condition(1);
    switch (pick(7)) {
      case 0:
        where = " in part";
        break;
      case 1:
        where = " at end of part";
        break;
      case 2:
        where = " at every step";
        what = std::vector<std::string>{
            "n >= before(n)", "m <= before(m)", "before(lit) implies lit", "calm = before(calm)",
            "(count t in token where has(t)) >= before(count t in token where has(t))"}[pick(5)];
        break;
      case 3:
        what = "(count u in unit) = 2 and " + what;
        break;
      case 4:
        what = std::vector<std::string>{"calm", "not calm", "n <= 3", "n <= 2", "m < 3 or lit"}[pick(5)];
        break;
      default:
        break;
    }
    return fmt::format("\ncase 4.{} \"A promise\"\n  invariant promise{}{}: {}\n", number + 1, number, where,
                       what);
  }

  Random random_;
  bool local_ = false, in_part_ = false;
};

}  // namespace

std::string small_game(uint64_t seed) {
  return Writer(seed).whole();
}

}  // namespace casebook::tests
