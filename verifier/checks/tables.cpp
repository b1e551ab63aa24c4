// SPDX-License-Identifier: Apache-2.0
// tables: results that jump back, lines that say the same, faces of a die that a table lacks.
//
// It is exhaustive: each cell, and each die with each table that uses it. A table whose results go one
// way along an index, apart from a few steps, is reported with these steps. Members of a kind are in the
// order in which the rules name them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/program/walk.h"
#include "verifier/checks/list.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "tables";

class TablesCheck {
 public:
  explicit TablesCheck(Context& context) : context_(context), p_(context.program()) {}

  size_t cells = 0, dice = 0;

  void ask(const Table& table) {
    cells += table.cells.size();
    const size_t columns = table.size.size() > 1 ? static_cast<size_t>(table.size[1]) : 1;
    const auto rows = static_cast<size_t>(table.size[0]);
    const bool ordered = table.type.tag == TypeTag::number || table.type.tag == TypeTag::entity;
    for (const size_t axis : {size_t{0}, size_t{1}}) {
      if (axis >= table.index.size() || table.index[axis].tag != TypeTag::number) continue;
      const size_t along = axis == 0 ? rows : columns, across = axis == 0 ? columns : rows;
      const auto at = [&](size_t i, size_t line) {
        return axis == 0 ? table.cells[i * columns + line] : table.cells[line * columns + i];
      };
      if (ordered) steps(table, axis, along, across, at);
      same_lines(table, axis, along, across, at);
    }
  }

  void ask_dice() {
    for (const Site& site : p_.sites) {
      if (site.kind != SiteKind::roll) continue;
      for (const VarId var : site.vars) {
        ++dice;
        const Type& type = p_.vars[var].type;
        const Measure& die = p_.measures[type.of];
        for (const Table& table : p_.tables) {
          for (size_t i = 0; i < table.index.size(); ++i) {
            if (table.index[i].tag != TypeTag::number || table.index[i].of != type.of) continue;
            if (table.low[i] == die.low && table.low[i] + table.size[i] - 1 == die.high) continue;
            Finding& finding = add(table, table.name + " and " + die.name, Concern::gap);
            finding.claim = fmt::format("{} has one line for each face of {}", table.name, die.name);
            finding.headline = fmt::format("{} does not match its die {}", table.name, die.name);
            finding.text = "A face of the die has no line, or a line has no face.";
          }
        }
      }
    }
  }

 private:
  template <class At>
  void steps(const Table& table, size_t axis, size_t along, size_t across, const At& at) {
    size_t up = 0, down = 0;
    std::vector<std::string> ups, downs;
    for (size_t line = 0; line < across; ++line) {
      for (size_t i = 1; i < along; ++i) {
        const int64_t before = at(i - 1, line), now = at(i, line);
        if (before == silent_value || now == silent_value || before == now) continue;
        const std::string words =
            fmt::format("from {} to {}{}", value(table, axis, i - 1), value(table, axis, i),
                        across > 1 ? " at " + value(table, 1 - axis, line) : "");
        ++(now > before ? up : down);
        (now > before ? ups : downs).push_back(words);
      }
    }
    const size_t few = std::min(up, down), many = std::max(up, down);
    if (few == 0 || few * 4 > many) return;
    Finding& finding = add(table, fmt::format("{} along {}", table.name, axis == 0 ? "lines" : "columns"),
                           Concern::information);
    finding.claim = fmt::format("The results of {} only rise or only fall along its {}", table.name,
                                axis == 0 ? "lines" : "columns");
    finding.headline = fmt::format("The results of {} rise and fall along its {}", table.name,
                                   axis == 0 ? "lines" : "columns");
    finding.text = fmt::format("{} steps go one way and {} the other: {}.", many, few,
                               listed(up < down ? ups : downs, "and"));
  }

  template <class At>
  void same_lines(const Table& table, size_t axis, size_t along, size_t across, const At& at) {
    if (table.index.size() < 2) return;
    // The key `4 and more`, or `1, 2`, is one line of the table, whatever it stands for.
    const auto written_once = [&](size_t i, size_t line) {
      const size_t columns = axis == 0 ? across : along;
      const auto place = [&](size_t k) -> const Place& {
        return table.cell_places[axis == 0 ? k * columns + line : line * columns + k];
      };
      return place(i).file == place(i - 1).file && place(i).begin == place(i - 1).begin;
    };
    for (size_t i = 1; i < along; ++i) {
      bool same = true, once = table.cell_places.size() == table.cells.size();
      for (size_t line = 0; line < across && same; ++line) {
        same = at(i, line) == at(i - 1, line);
        once = once && written_once(i, line);
      }
      if (!same || once) continue;
      Finding& finding = add(
          table, fmt::format("{} {} and {}", table.name, value(table, axis, i - 1), value(table, axis, i)),
          Concern::information);
      finding.claim = fmt::format("The {} {} and {} of {} differ", axis == 0 ? "lines" : "columns",
                                  value(table, axis, i - 1), value(table, axis, i), table.name);
      finding.headline = fmt::format("The {} {} and {} of {} say the same", axis == 0 ? "lines" : "columns",
                                     value(table, axis, i - 1), value(table, axis, i), table.name);
      finding.text = "One of them is enough.";
    }
  }

  std::string value(const Table& table, size_t axis, size_t index) const {
    const int64_t number = table.low[axis] + static_cast<int64_t>(index);
    const language::Type& type = table.index[axis];
    if (type.tag == language::TypeTag::boolean) return number == 0 ? "no" : "yes";
    if (type.tag == language::TypeTag::entity) return p_.kinds[type.of].members[static_cast<size_t>(number)];
    const Measure& measure = p_.measures[type.of];
    if (measure.step_denominator == 1) return std::to_string(number * measure.step_numerator);
    return fmt::format("{}/{}", number * measure.step_numerator, measure.step_denominator);
  }

  Finding& add(const Table& table, const std::string& subject, Concern concern) {
    Finding& finding = context_.add(id, subject, Verdict::refuted, concern);
    finding.method = Method::counting;
    finding.scope = fmt::format("all {} were read", counted(table.cells.size(), "cell"));
    context_.cite(finding, table);
    return finding;
  }

  Context& context_;
  const Program& p_;
};

Answer run(Context& context) {
  TablesCheck check(context);
  for (const Table& table : context.program().tables) check.ask(table);
  check.ask_dice();
  return {Verdict::proved,
          fmt::format("{}, {}", counted(check.cells, "table cell"), counted(check.dice, "die", "dice"))};
}

}  // namespace

Check tables() {
  return {id, "Do results jump back, lines repeat, faces of a die lack a line?", CheckOf::counting, false,
          run};
}

}  // namespace casebook::checks
