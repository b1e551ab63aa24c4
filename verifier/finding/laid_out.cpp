// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/laid_out.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "engine/base/text.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/text/moment_text.h"
#include "verifier/finding/prose.h"

namespace casebook {

using games::Cell;
using language::none;
using language::Type;
using language::TypeTag;
using runtime::Value;

namespace {

/// Of a set, and of pieces of which the same is said: more are counted.
constexpr size_t most_named = 8;
/// `game` and the procedures that a moment tells with their arguments.
constexpr size_t procedures_in_a_moment = 3;

std::string some_of(std::vector<std::string> names) {
  if (names.size() > most_named) {
    const size_t more = names.size() - most_named + 1;
    names.resize(most_named - 1);
    names.push_back(fmt::format("{} more", more));
  }
  return listed(names, "and");
}

class Teller {
 public:
  Teller(const runtime::Scenario& scenario, const runtime::Position& position)
      : scenario_(scenario),
        position_(position),
        control_(runtime::control_of(scenario, position)),
        has_moment_(!runtime::moment_text(scenario, position).empty()) {}

  LaidOut told() {
    LaidOut out;
    out.moment = has_moment_ ? runtime::moment_text(scenario_, position_)
                             : runtime::control_text(*scenario_.program, control_);
    for (const Cell& cell : games::cells_of(scenario_, position_)) tell(cell);
    std::map<std::pair<int32_t, std::string>, size_t> boxes;
    for (const Cell& piece : games::pieces_of(scenario_)) {
      const int32_t place = games::read(scenario_, position_, piece).cell();
      if (!games::is_hex(scenario_, place)) {
        ++boxes[{place, place_text(place)}];
        continue;
      }
      out.names.push_back(name_of(piece));
      out.hexes.push_back(place);

      std::string text = out.names.back() + " in " + place_text(place);
      if (const auto found = of_piece_.find({piece.id, piece.combination}); found != of_piece_.end())
        text += " (" + fmt::format("{}", fmt::join(found->second, ", ")) + ")";
      out.pieces.push_back(std::move(text));
    }
    for (const auto& [box, count] : boxes) out.boxes.push_back(fmt::format("{} in {}", count, box.second));
    for (const auto& [words, who] : marks_) out.marks.push_back(words + ": " + some_of(who));
    out.game = game_;
    out.said = said_;
    for (const auto& [words, who] : others_) out.game.push_back(words + ": " + some_of(who));
    return out;
  }

 private:
  std::string name_of(const Cell& piece) const { return scenario_.members[piece.id][piece.combination]; }
  std::string place_text(int32_t place) const {
    return in_words(scenario_.value_text({TypeTag::location, none, 1}, place));
  }

  static bool is_nothing(const Type& type, const Value& value) {
    switch (type.tag) {
      case TypeTag::boolean:
      case TypeTag::number:
        return value.number == 0;
      case TypeTag::set:
      case TypeTag::path:
        return value.items.empty();
      case TypeTag::maybe:
        return value.number < 0;
      default:
        return false;
    }
  }

  bool is_initial(const Cell& cell, const Value& value) const {
    const Type type = games::type_of(scenario_, cell);
    if (cell.what == Cell::What::local) return is_nothing(type, value);
    const language::State& state = scenario_.program->states[cell.id];
    if (state.procedure == none) return value == games::read(scenario_, scenario_.start, cell);
    const auto initial = runtime::constant_value(scenario_, type, state.initial.get());
    return initial ? value == *initial : is_nothing(type, value);
  }

  /// `moved`, `not supplied`, `left 3`, `no mover`, `waiting: A and B`
  std::string words(const std::string& name, const Type& type, const Value& value) const {
    const std::string plain = in_words(name);
    switch (type.tag) {
      case TypeTag::boolean:
        return value.number != 0 ? plain : "not " + plain;
      case TypeTag::maybe:
        if (value.number < 0) return "no " + plain;
        break;
      case TypeTag::set: {
        if (value.items.empty()) return "no " + plain;
        std::vector<std::string> names;
        for (const int32_t item : value.items)
          names.push_back(scenario_.value_text({TypeTag::entity, type.of, 1}, item));
        return plain + ": " + some_of(std::move(names));
      }
      default:
        break;
    }
    return plain + " " + in_words(prose_value(scenario_, type, value.number));
  }

  /// `has attacked`, `has attacked: no`, `has movement points left: 3`
  std::string phrased(const std::string& phrase, const Type& type, const Value& value) const {
    if (type.tag == TypeTag::boolean && value.number != 0)
      return phrase.ends_with(':') ? phrase.substr(0, phrase.size() - 1) : phrase;
    if (type.tag == TypeTag::set) {
      std::vector<std::string> names;
      for (const int32_t item : value.items)
        names.push_back(scenario_.value_text({TypeTag::entity, type.of, 1}, item));
      return phrase + " " + (names.empty() ? "none" : some_of(std::move(names)));
    }
    return phrase + " " + prose_value(scenario_, type, value.number);
  }

  void tell(const Cell& cell) {
    if (cell.what == Cell::What::place) return;
    const Type type = games::type_of(scenario_, cell);
    if (type.tag == TypeTag::path) return;
    const Value value = games::read(scenario_, position_, cell);
    if (is_initial(cell, value)) return;
    const auto id = static_cast<size_t>(cell.id);
    if (cell.what == Cell::What::local) {
      // Those of the phase itself are in the moment.
      const language::Var& var = scenario_.program->vars[id];
      const auto running = std::find(control_.procedures.begin(), control_.procedures.end(), var.procedure);
      const bool in_moment =
          has_moment_ && running - control_.procedures.begin() < std::ptrdiff_t{procedures_in_a_moment};
      if (!in_moment && !is_kept_in_state(type, value)) game_.push_back(words(var.name, type, value));
      return;
    }
    const language::State& state = scenario_.program->states[id];
    if (state.params.empty()) {
      const bool in_moment = has_moment_ && state.procedure == none && type.tag == TypeTag::number;
      if (in_moment) return;
      if (!state.phrase.empty()) said_.push_back(phrased(state.phrase, type, value));
      game_.push_back(state.phrase.empty() ? words(state.name, type, value) : said_.back());
      return;
    }
    const std::string what =
        state.phrase.empty() ? words(state.name, type, value) : phrased(state.phrase, type, value);
    const Type& first = state.params.front();
    const bool of_a_piece = state.params.size() == 1 && first.tag == TypeTag::entity &&
                            scenario_.layout.places[first.of].combinations > 0;
    if (!of_a_piece) {
      const std::string text = games::cell_text(scenario_, cell);
      others_[what].push_back(text.substr(text.find('(') + 1, text.size() - text.find('(') - 2));
      return;
    }
    // What is said of a piece off the map is said of nothing that can be seen there.
    const Cell piece{Cell::What::place, first.of, cell.combination};
    if (!games::is_hex(scenario_, games::read(scenario_, position_, piece).cell())) return;
    of_piece_[{first.of, cell.combination}].push_back(what);
    marks_[what].push_back(name_of(piece));
  }

  /// A parameter that the procedure's state repeats would be said twice.
  bool is_kept_in_state(const Type& type, const Value& value) const {
    const auto cells = games::cells_of(scenario_, position_);
    return std::any_of(cells.begin(), cells.end(), [&](const Cell& cell) {
      return cell.what == Cell::What::state && games::type_of(scenario_, cell) == type &&
             scenario_.program->states[cell.id].params.empty() &&
             games::read(scenario_, position_, cell) == value;
    });
  }

  const runtime::Scenario& scenario_;
  const runtime::Position& position_;
  runtime::Control control_;
  bool has_moment_;
  std::map<std::pair<language::KindId, uint32_t>, std::vector<std::string>> of_piece_;
  std::map<std::string, std::vector<std::string>> marks_, others_;
  std::vector<std::string> game_, said_;
};

std::string parts(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

std::string LaidOut::text() const {
  std::vector<std::string> all{moment};
  all.push_back(pieces.empty() ? "no piece on the map" : listed(pieces, "and"));
  all.insert(all.end(), game.begin(), game.end());
  if (!boxes.empty())
    all.push_back("off the map (pieces that are not needed are put there): " + listed(boxes, "and"));
  return parts(all);
}

std::vector<std::string> LaidOut::unseen() const {
  std::vector<std::string> all = marks;
  all.insert(all.end(), said.begin(), said.end());
  return all;
}

LaidOut laid_out(const runtime::Scenario& scenario, const runtime::Position& position) {
  return Teller(scenario, position).told();
}

std::string in_words(const std::string& moment) {
  std::string text;
  for (const char c : moment) {
    if (c == '(' && !text.empty() && text.back() != ' ') text += ' ';
    text += c == '_' ? ' ' : c;
  }
  return text;
}

}  // namespace casebook
