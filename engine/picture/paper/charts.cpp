// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/paper/charts.h"

#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook::picture {

using namespace language::ids;
using language::Program;
using language::Table;
using language::Type;
using language::TypeTag;
using runtime::Scenario;

namespace {

/// A track is no longer than this: nobody prints more boxes.
constexpr int64_t most_boxes = 60;

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

class Maker {
 public:
  Maker(const Scenario& scenario, const Style& style)
      : scenario_(scenario), program_(*scenario.program), style_(style) {}

  std::vector<Chart> run() {
    // A table that only says which column of another is read is that one's head.
    std::vector<bool> used(program_.tables.size(), false);
    std::vector<Chart> charts;
    for (size_t id = 0; id < program_.tables.size(); ++id) {
      const Table& table = program_.tables[id];
      if (table.index.size() != 2 || left_out(table)) continue;
      used[id] = true;
      Chart chart = two_ways(table);
      const std::ptrdiff_t head = leading_to(table);
      if (head >= 0) {
        used[static_cast<size_t>(head)] = true;
        add_heads(chart, table, program_.tables[head]);
      }
      charts.push_back(std::move(chart));
    }
    std::vector<Chart> lists;
    for (size_t id = 0; id < program_.tables.size(); ++id)
      if (!used[id] && !left_out(program_.tables[id])) add_list(lists, program_.tables[id]);
    charts.insert(charts.end(), lists.begin(), lists.end());
    return charts;
  }

 private:
  const ChartLook* look(const Table& table) const {
    for (const ChartLook& one : style_.charts)
      if (one.table == table.name) return &one;
    return nullptr;
  }
  bool left_out(const Table& table) const {
    const ChartLook* one = look(table);
    return one != nullptr && !one->shown;
  }
  std::string label(CaseId id) const { return id == language::none ? "" : program_.cases[id].label; }

  std::string index_text(const Table& table, size_t axis, int64_t place) const {
    const Type& type = table.index[axis];
    const int64_t value = table.low[axis] + place;
    if (type.tag == TypeTag::entity) {
      if (const GroundLook* ground = ground_of(type, value)) return ground->title;
      return chart_word(scenario_.value_text(type, value));
    }
    return scenario_.value_text(type, value);
  }
  const GroundLook* ground_of(const Type& type, int64_t value) const {
    for (const language::Given& given : program_.givens)
      if (given.name == style_.ground && given.type.of == type.of && given.params.size() == 1 &&
          given.params[0].of == language::kind_hex && given.type.tag != TypeTag::number)
        return style_.ground_look(scenario_.value_text(type, value));
    return nullptr;
  }
  std::string band_text(const Table& table, size_t axis, int64_t from, int64_t to) const {
    if (from == to) return index_text(table, axis, from);
    if (table.index[axis].tag == TypeTag::entity) {
      std::string all;
      for (int64_t at = from; at <= to; ++at) all += (at == from ? "" : ", ") + index_text(table, axis, at);
      return all;
    }
    // The first and last band of a long measure reach as far as it does; of dice every number is said.
    const bool long_one = table.size[axis] > 12;
    const bool first = long_one && from == 0, last = long_one && to == table.size[axis] - 1;
    if (from == 0 && to == table.size[axis] - 1) return "any";
    if (first && to > from) return index_text(table, axis, to) + " or less";
    if (last && to > from) return index_text(table, axis, from) + " or more";
    return index_text(table, axis, from) + " to " + index_text(table, axis, to);
  }
  std::string title_of(const Table& table) const {
    const ChartLook* one = look(table);
    if (one != nullptr && !one->title.empty()) return one->title;
    if (table.label != language::none) {
      const std::string& title = program_.cases[table.label].title;
      if (!title.empty()) return title;
    }
    return capital(chart_word(table.name));
  }
  static std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
  }
  std::string note_of(const Table& table) const {
    return table.label == language::none ? "" : program_.cases[table.label].summary;
  }
  std::string head_of(const std::string& name) const {
    for (const ChartLook& one : style_.charts)
      if (one.table == name && !one.title.empty()) return one.title;
    return capital(chart_word(name));
  }
  /// What the values mean, where the case that declares them says it and is another.
  void add_meaning(Chart& chart, const Table& table) const {
    if (table.type.tag != TypeTag::entity && table.type.tag != TypeTag::maybe) return;
    const CaseId declared = program_.kinds[table.type.of].label;
    if (declared == language::none || declared == table.label) return;
    const std::string& says = program_.cases[declared].summary;
    if (says.empty()) return;
    chart.note += (chart.note.empty() ? "" : " ") + says;
    add_once(chart.labels, label(declared));
  }
  std::string name_of(const Type& type) const {
    if (type.tag == TypeTag::boolean) return {};
    return capital(chart_word(type.tag == TypeTag::number ? program_.measures[type.of].name
                                                          : program_.kinds[type.of].name));
  }

  ChartCell cell(const Table& table, int64_t value) const {
    if (value == language::silent_value) return {"\u2013", -1, 0};
    if (table.type.tag != TypeTag::entity && table.type.tag != TypeTag::maybe)
      return {value == language::never_value ? "no" : scenario_.value_text(table.type, value), -1, 0};
    if (const GroundLook* ground = ground_of(table.type, value)) return {ground->title, -1, 0};
    return {chart_word(scenario_.value_text(table.type, value)), static_cast<int>(value),
            scenario_.size(table.type.of)};
  }

  /// Bands of neighbouring places at which `same` holds.
  template <class Same>
  std::vector<ChartBand> bands(const Table& table, size_t axis, Same same) const {
    std::vector<ChartBand> found;
    const bool joins = table.index[axis].tag != TypeTag::entity;
    for (int64_t at = 0; at < table.size[axis]; ++at) {
      if (joins && !found.empty() && same(found.back().to, at))
        found.back().to = at;
      else
        found.push_back({at, at, {}});
    }
    for (ChartBand& band : found) band.text = band_text(table, axis, band.from, band.to);
    return found;
  }

  Chart two_ways(const Table& table) const {
    Chart chart;
    chart.title = title_of(table);
    chart.tables = {table.name};
    chart.labels = {label(table.label)};
    chart.note = note_of(table);
    add_meaning(chart, table);
    const int64_t columns = table.size[1];
    const auto at = [&](int64_t row, int64_t column) {
      return table.cells[static_cast<size_t>(row * columns + column)];
    };
    chart.rows = bands(table, 0, [&](int64_t a, int64_t b) {
      for (int64_t column = 0; column < columns; ++column)
        if (at(a, column) != at(b, column)) return false;
      return true;
    });
    chart.row_title = name_of(table.index[0]);
    chart.column_title = name_of(table.index[1]);
    for (int64_t column = 0; column < columns; ++column)
      chart.columns.push_back(index_text(table, 1, column));
    add_grounds(chart, table);
    for (const ChartBand& row : chart.rows) {
      std::vector<ChartCell> line;
      for (int64_t column = 0; column < columns; ++column) line.push_back(cell(table, at(row.from, column)));
      chart.cells.push_back(std::move(line));
    }
    return chart;
  }
  void add_grounds(Chart& chart, const Table& table) const {
    for (const ChartBand& row : chart.rows) {
      const bool one = table.index[0].tag == TypeTag::entity;
      const GroundLook* ground = one ? ground_of(table.index[0], table.low[0] + row.from) : nullptr;
      chart.grounds.push_back(ground == nullptr ? "" : ground->member);
    }
  }

  /// The table of one index whose values are the columns of this one; -1 when there is none, or several.
  std::ptrdiff_t leading_to(const Table& table) const {
    std::ptrdiff_t found = -1;
    if (table.index[1].tag != TypeTag::number) return found;
    for (size_t id = 0; id < program_.tables.size(); ++id) {
      const Table& other = program_.tables[id];
      if (other.index.size() != 1 || other.index[0].tag != TypeTag::number || other.type != table.index[1] ||
          other.type.of == other.index[0].of)
        continue;
      if (found >= 0) return -1;
      found = static_cast<std::ptrdiff_t>(id);
    }
    return found;
  }
  void add_heads(Chart& chart, const Table& table, const Table& head) const {
    chart.second_title = name_of(head.index[0]);
    chart.second_label = label(head.label);
    add_once(chart.labels, chart.second_label);
    chart.tables.push_back(head.name);
    const auto all = bands(head, 0, [&](int64_t a, int64_t b) {
      return head.cells[static_cast<size_t>(a)] == head.cells[static_cast<size_t>(b)];
    });
    for (int64_t column = 0; column < table.size[1]; ++column) {
      std::string text;
      for (const ChartBand& band : all)
        if (head.cells[static_cast<size_t>(band.from)] == table.low[1] + column)
          text += (text.empty() ? "" : ", ") + band.text;
      chart.second_heads.push_back(text.empty() ? "\u2013" : text);
    }
  }

  void add_list(std::vector<Chart>& lists, const Table& table) const {
    Chart chart;
    chart.title = title_of(table);
    chart.tables = {table.name};
    chart.labels = {label(table.label)};
    chart.note = note_of(table);
    add_meaning(chart, table);
    chart.row_title = name_of(table.index[0]);
    chart.rows = bands(table, 0, [&](int64_t a, int64_t b) {
      return table.cells[static_cast<size_t>(a)] == table.cells[static_cast<size_t>(b)];
    });
    add_grounds(chart, table);
    // Alone it says what its values are, with others which table it is.
    chart.columns = {name_of(table.type)};
    for (const ChartBand& row : chart.rows)
      chart.cells.push_back({cell(table, table.cells[static_cast<size_t>(row.from)])});
    for (Chart& other : lists) {
      const bool fits = other.row_title == chart.row_title && other.rows.size() == chart.rows.size() &&
                        other.labels == chart.labels &&
                        std::equal(other.rows.begin(), other.rows.end(), chart.rows.begin(),
                                   [](const ChartBand& a, const ChartBand& b) { return a.text == b.text; });
      if (!fits) continue;
      if (other.tables.size() == 1) {
        other.columns = {head_of(other.tables[0])};
        if (other.title == head_of(other.tables[0])) other.title = other.row_title;
      }
      other.tables.push_back(table.name);
      other.columns.push_back(head_of(table.name));
      for (size_t i = 0; i < other.cells.size(); ++i) other.cells[i].push_back(chart.cells[i][0]);
      return;
    }
    lists.push_back(std::move(chart));
  }

  const Scenario& scenario_;
  const Program& program_;
  const Style& style_;
};

bool of_one(const std::vector<Type>& params, KindId kind) {
  return params.size() == 1 && params[0] == Type{TypeTag::entity, kind, 1};
}

}  // namespace

std::string chart_word(std::string_view name) {
  std::string text = with_blanks(name);
  if (text.size() > 2) return text;
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::vector<Chart> charts_of(const Scenario& scenario, const Style& style) {
  return Maker(scenario, style).run();
}

std::vector<ChartNote> chart_notes_of(const Scenario& scenario) {
  const Program& program = *scenario.program;
  std::vector<ChartNote> notes;
  for (size_t id = 0; id < program.cases.size(); ++id) {
    const language::Case& one = program.cases[id];
    if (!one.label.starts_with("chart: ") || one.summary.empty()) continue;
    const bool has_table = std::any_of(program.tables.begin(), program.tables.end(), [&](const Table& table) {
      return table.label == static_cast<CaseId>(id);
    });
    if (!has_table)
      notes.push_back({one.label, one.title.empty() ? one.label.substr(7) : one.title, one.summary});
  }
  return notes;
}

std::optional<Track> track_of(runtime::Evaluator& evaluator, const runtime::Position& position,
                              const Style& style, const Pieces& pieces) {
  if (!style.track) return std::nullopt;
  const TrackLook& look = *style.track;
  const Scenario& scenario = evaluator.scenario();
  const Program& program = evaluator.program();
  for (size_t id = 0; id < program.states.size(); ++id) {
    const language::State& state = program.states[id];
    if (state.name != look.state || !state.params.empty() || state.type.tag != TypeTag::number ||
        state.procedure != language::none)
      continue;
    const runtime::Slot& slot = scenario.layout.states[id];
    const language::Measure& measure = program.measures[state.type.of];
    const int64_t now = evaluator.read(slot, state.type, position, 0).number;
    const int64_t start = evaluator.read(slot, state.type, scenario.start, 0).number;
    // In steps of the measure; a style says whole numbers.
    const auto steps = [&](int64_t whole) {
      return whole * measure.step_denominator / measure.step_numerator;
    };
    const int64_t first = std::max(measure.low, look.first ? steps(*look.first) : start);
    const int64_t last =
        std::min({measure.high, look.last ? steps(*look.last) : measure.high, first + most_boxes - 1});
    Track track;
    track.title = look.title;
    track.label = state.label == language::none ? "" : program.cases[state.label].label;
    for (int64_t value = first; value <= last; ++value) {
      Track::Box box;
      box.value = value;
      box.text = scenario.value_text(state.type, value);
      box.now = value == now;
      runtime::Position then = position;
      evaluator.write(slot, state.type, then, 0, value);
      for (const auto& [name, title] : look.marks) {
        for (size_t definition = 0; definition < program.definitions.size(); ++definition) {
          const language::Definition& one = program.definitions[definition];
          if (one.name != name || !one.params.empty() || one.type.tag != TypeTag::boolean) continue;
          language::Expr call;
          call.op = language::Op::call;
          call.type = one.type;
          call.ref = static_cast<DefinitionId>(definition);
          try {
            if (evaluator.evaluate(call, then).yes()) box.marks.push_back(title);
          } catch (const runtime::Fault&) {  // what cannot be told is not printed
          }
        }
      }
      track.boxes.push_back(std::move(box));
    }
    if (track.boxes.empty()) return std::nullopt;  // the style begins beyond the measure
    for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
      if (!program.kinds[kind].on_map) continue;
      const auto given_named = [&](const std::string& name) -> std::ptrdiff_t {
        for (size_t given = 0; given < program.givens.size(); ++given)
          if (program.givens[given].name == name &&
              of_one(program.givens[given].params, static_cast<KindId>(kind)))
            return static_cast<std::ptrdiff_t>(given);
        return -1;
      };
      const std::ptrdiff_t arrival = given_named(look.arrival);
      if (arrival < 0) continue;
      const language::Given& given = program.givens[arrival];
      if (given.type != state.type) continue;
      track.arrival_title = given.phrase.empty() ? chart_word(given.name) : given.phrase;
      const auto& members = scenario.members[kind];
      for (size_t member = 0; member < members.size(); ++member) {
        const int64_t when = scenario.givens[arrival].cells[member];
        const auto box = std::find_if(track.boxes.begin(), track.boxes.end(),
                                      [&](const Track::Box& one) { return one.value == when; });
        const auto counter =
            std::find_if(pieces.counters.begin(), pieces.counters.end(), [&](const Counter& one) {
              return one.kind == program.kinds[kind].name && one.id == members[member];
            });
        if (box == track.boxes.end() || counter == pieces.counters.end()) continue;
        Track::Arrival one{*counter, {}};
        const auto where =
            told_of(evaluator, position, look.entry, static_cast<KindId>(kind), static_cast<int32_t>(member));
        if (where && *where != "none") one.entry = *where;
        box->arrivals.push_back(std::move(one));
      }
    }
    return track;
  }
  return std::nullopt;
}

}  // namespace casebook::picture
