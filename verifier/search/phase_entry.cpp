// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/phase_entry.h"

#include <algorithm>
#include <map>
#include <set>

namespace casebook::games {

using namespace runtime;
using namespace language::ids;
using language::none;
using language::TypeTag;

bool names_pieces(const language::Program& p, const language::Type& type) {
  return (type.tag == TypeTag::entity || type.tag == TypeTag::set || type.tag == TypeTag::maybe) &&
         type.of != none && p.kinds[type.of].on_map;
}

namespace {

void copy_slot(const Slot& slot, const Position& from, Position& to) {
  switch (slot.kind) {
    case SlotKind::cells:
      for (uint32_t i = 0; i < slot.width * slot.combinations; ++i)
        to.set_cell(slot.first + i, from.cell(slot.first + i));
      break;
    case SlotKind::bits:
      for (uint32_t i = 0; i < (slot.combinations + 63) / 64; ++i)
        to.set_word(slot.first + i, from.word(slot.first + i));
      break;
    case SlotKind::sets:
      for (uint32_t i = 0; i < slot.width * slot.combinations; ++i)
        to.set_word(slot.first + i, from.word(slot.first + i));
      break;
  }
}

}  // namespace

PhaseEntries::PhaseEntries(PositionMaker& maker, const std::vector<bool>& wanted)
    : scenario_(maker.scenario()), p_(*scenario_.program), maker_(maker), reference_(maker.scenario_ptr()) {
  // Whether anything may be chosen behind the entry is what takes the time; the compiled form knows.
  reference_.ask_for_any_choice([this](const Position& position) {
    maker_.rules().choices(position, choices_);
    return !choices_.empty();
  });
  note_what_is_rare();
  const std::vector<std::vector<size_t>>& rooms = maker_.pool().by_site();
  const auto has_room = [&](size_t site) { return site < rooms.size() && !rooms[site].empty(); };
  std::set<ProcedureId> phases;
  for (size_t i = 0; i < p_.sites.size() && i < wanted.size(); ++i) {
    if (wanted[i]) phases.insert(p_.sites[i].procedure);
  }
  // All, also where games came to none of those: something has to lead there.
  for (const bool all : {false, true}) {
    for (size_t i = 0; i < p_.sites.size(); ++i) {
      if (has_room(i) && (all || phases.count(p_.sites[i].procedure) != 0)) sites_.push_back(i);
    }
    if (!sites_.empty()) break;
  }
  for (const size_t site : sites_) {
    for (const size_t one : rooms[site])
      any_ = any_ || depth_of(control_of(scenario_, maker_.pool().all()[one].position)) > 0;
  }
}

/// How many of the procedures that run, to the innermost that a entry can be opened of; 0: none.
size_t PhaseEntries::depth_of(const Control& control) const {
  size_t depth = control.procedures.size();
  while (depth > 0 && !may_open(control.procedures[depth - 1])) --depth;
  return depth > 0 && control.procedures[depth - 1] == p_.game ? 0 : depth;
}

std::optional<Position> PhaseEntries::open(Random& random, int size) {
  if (sites_.empty()) return std::nullopt;
  const std::vector<size_t>& room =
      maker_.pool().by_site()[sites_[random.below(static_cast<uint32_t>(sites_.size()))]];
  const Position& model =
      maker_.pool().all()[room[random.below(static_cast<uint32_t>(room.size()))]].position;
  const Control control = control_of(scenario_, model);
  const size_t depth = depth_of(control);
  if (depth == 0) return std::nullopt;
  return begun(model, control, depth, board(model, random, size));
}

std::optional<Position> PhaseEntries::again(const Position& position) {
  const Control control = control_of(scenario_, position);
  const size_t depth = depth_of(control);
  if (depth == 0) return std::nullopt;
  Position board = maker_.emptied();
  copy_game_state(position, board);
  for (const Cell& piece : maker_.interesting_values().pieces())
    write(scenario_, board, piece, read(scenario_, position, piece));
  return begun(position, control, depth, std::move(board));
}

bool PhaseEntries::is_begun(const Position& position) {
  if (depth_of(control_of(scenario_, position)) == 0) return true;
  const auto begun = again(position);
  if (!begun || begun->cell(scenario_.layout.site) != position.cell(scenario_.layout.site)) return false;
  const std::vector<Cell> cells = cells_of(scenario_, position);
  return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
    const bool own = cell.what == Cell::What::local ||
                     (cell.what == Cell::What::state && p_.states[cell.id].procedure != none);
    return !own || read(scenario_, *begun, cell) == read(scenario_, position, cell);
  });
}

std::optional<Position> PhaseEntries::begun(const Position& model, const Control& control, size_t depth,
                                            Position position) {
  const ProcedureId procedure = control.procedures[depth - 1];
  std::vector<Value> args;
  for (const VarId var : p_.procedures[procedure].params) args.push_back(value_of(model, var));
  if (!reference_.enter(position, procedure, args)) return std::nullopt;
  if (reference_.outcome(position).kind != OutcomeKind::open) return std::nullopt;
  // What runs around it goes on as it did in the game.
  const Control now = control_of(scenario_, position);
  if (std::find(now.procedures.begin(), now.procedures.end(), procedure) == now.procedures.end())
    return std::nullopt;
  for (size_t i = 0; i < depth; ++i) {
    const ProcedureId one = control.procedures[i];
    const uint32_t cell = scenario_.layout.returns[one];
    if (cell != 0) position.set_cell(cell, model.cell(cell));
    if (i + 1 == depth) break;
    const language::Procedure& around = p_.procedures[one];
    for (const VarId var : around.vars) copy_slot(scenario_.layout.vars[var], model, position);
    for (const StateId state : around.states) copy_slot(scenario_.layout.states[state], model, position);
  }
  return position;
}

Position PhaseEntries::changed(const Position& position, Random& random) {
  Position out = position;
  std::vector<Cell> here, elsewhere;
  for (const Cell& piece : maker_.interesting_values().pieces()) {
    const bool is_here = is_hex(scenario_, read(scenario_, position, piece).cell());
    (is_here ? here : elsewhere).push_back(piece);
  }
  const auto any = [&](const std::vector<Cell>& of) -> const Cell& {
    return of[random.below(static_cast<uint32_t>(of.size()))];
  };
  const auto beside = [&](const Cell& piece) {
    const int32_t hex = read(scenario_, position, piece).cell();
    const int32_t near = scenario_.ground.neighbours[static_cast<size_t>(hex)][random.below(6)];
    return near < 0 ? hex : near;
  };
  if (here.empty()) return out;
  const Cell& one = any(here);
  const uint32_t way = random.below(100);
  if (way < 45 && !elsewhere.empty()) {
    const Cell& other = !rare_.empty() && random.below(100) < 20 ? any(rare_) : any(elsewhere);
    const auto from = read(scenario_, position, one), to = read(scenario_, position, other);
    write(scenario_, out, one, to);
    write(scenario_, out, other, from);
  } else if (way < 75 && !elsewhere.empty()) {
    write(scenario_, out, any(elsewhere), {beside(one), {}});
  } else if (way < 88 || p_.boxes.empty()) {
    write(scenario_, out, one, {beside(any(here)), {}});
  } else {
    write(scenario_, out, one, {scenario_.ground.hexes, {}});
  }
  return out;
}

/// Whose parameters a entry can be opened with, without pieces that have to be somewhere.
bool PhaseEntries::may_open(ProcedureId procedure) const {
  const language::Procedure& one = p_.procedures[procedure];
  return procedure != p_.settle && std::none_of(one.params.begin(), one.params.end(), [&](VarId var) {
           return names_pieces(p_, p_.vars[var].type);
         });
}

Value PhaseEntries::value_of(const Position& position, VarId var) const {
  const language::Type& type = p_.vars[var].type;
  return read_slot(position, scenario_.layout.vars[var], type, 0);
}

/// Pieces that data tell from nearly all others (the one that carries a bridge), and hexes with a name.
void PhaseEntries::note_what_is_rare() {
  const std::vector<Cell>& pieces = maker_.interesting_values().pieces();
  for (size_t i = 0; i < p_.givens.size(); ++i) {
    const language::Given& given = p_.givens[i];
    if (given.params.size() != 1 || !names_pieces(p_, given.params[0])) continue;
    if (given.type.tag != TypeTag::boolean && given.type.tag != TypeTag::entity) continue;
    std::map<int32_t, std::vector<int32_t>> by_value;
    const auto& cells = scenario_.givens[i].cells;
    for (size_t member = 0; member < cells.size(); ++member)
      by_value[cells[member]].push_back(static_cast<int32_t>(member));
    for (const auto& [value, members] : by_value) {
      if (members.size() * 12 > cells.size()) continue;
      for (const Cell& piece : pieces) {
        if (piece.id == given.params[0].of &&
            std::count(members.begin(), members.end(), piece.combination) != 0)
          rare_.push_back(piece);
      }
    }
  }
  for (const int32_t hex : scenario_.places) {
    if (hex >= 0) named_.push_back(hex);
  }
}

int32_t PhaseEntries::location(const Position& position, const Cell& piece, Random& random) {
  const uint32_t way = random.below(100);
  if (!named_.empty() && way < 22) {
    const int32_t named = named_[random.below(static_cast<uint32_t>(named_.size()))];
    if (way < 11) return named;
    const int32_t near = scenario_.ground.neighbours[static_cast<size_t>(named)][random.below(6)];
    return near < 0 ? named : near;
  }
  return maker_.interesting_values().location(position, piece, random);
}

void PhaseEntries::copy_game_state(const Position& from, Position& to) const {
  for (size_t i = 0; i < p_.states.size(); ++i) {
    if (p_.states[i].procedure == none) copy_slot(scenario_.layout.states[i], from, to);
  }
}

/// Few pieces near one another and on ground worth trying, or the model's with some moved.
Position PhaseEntries::board(const Position& model, Random& random, int size) {
  Position position = maker_.emptied();
  copy_game_state(model, position);
  const std::vector<Cell>& pieces = maker_.interesting_values().pieces();
  if (pieces.empty()) return position;
  const bool few = !p_.boxes.empty() && random.below(100) < 70;
  uint32_t moved = 1 + random.below(static_cast<uint32_t>(1 + size / 12));
  if (few) {
    // Those not on the board are where they begin, if that is off the map, else in the first box.
    for (const Cell& piece : pieces) {
      const Value begins = read(scenario_, scenario_.start, piece);
      if (!is_hex(scenario_, begins.cell()) && random.below(2) == 0)
        write(scenario_, position, piece, begins);
    }
    moved += 2;
  } else {
    for (const Cell& piece : pieces) write(scenario_, position, piece, read(scenario_, model, piece));
  }
  for (uint32_t i = 0; i < moved; ++i) {
    const bool is_rare = !rare_.empty() && random.below(100) < 20;
    const std::vector<Cell>& from = is_rare ? rare_ : pieces;
    const Cell& piece = from[random.below(static_cast<uint32_t>(from.size()))];
    write(scenario_, position, piece, {location(position, piece, random), {}});
  }
  // Sometimes a good part of those not on the map is in some other box.
  if (!p_.boxes.empty() && random.below(100) < 20) {
    const auto box = static_cast<int32_t>(random.below(static_cast<uint32_t>(p_.boxes.size())));
    for (const Cell& piece : pieces) {
      if (!is_hex(scenario_, read(scenario_, position, piece).cell()) && random.below(100) < 40)
        write(scenario_, position, piece, {scenario_.ground.hexes + box, {}});
    }
  }
  return position;
}

}  // namespace casebook::games
