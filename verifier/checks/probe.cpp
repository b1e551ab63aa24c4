// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/runtime/control.h"
#include "verifier/checks/in_parallel.h"

namespace casebook::checks {

using namespace runtime;
using language::Id;
using language::none;
using language::TypeTag;

namespace {

/// Games that fill the pool; more only bring more of the same.
constexpr uint64_t pool_games = 8;
/// Steps played on from a door at most, and positions kept of one such walk.
constexpr uint32_t most_steps = 14;

games::MakerSettings settings_of(const Context& context) {
  games::MakerSettings settings;
  settings.seed = context.settings().seed;
  settings.games = std::min(pool_games, context.settings().games);
  settings.decisions = context.settings().decisions;
  return settings;
}

bool names_pieces(const language::Program& p, const language::Type& type) {
  return (type.tag == TypeTag::entity || type.tag == TypeTag::set || type.tag == TypeTag::maybe) &&
         type.of != none && p.kinds[static_cast<size_t>(type.of)].on_map;
}

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

/// Boards set up anew at the door of a phase that games came to, as a claim's `at` does: everything of the
/// phase begins as the rules say, and what is around it stays as it was.
class Doors {
 public:
  /// Of phases in which one of these sites stands; empty: of all.
  Doors(const ScenarioPtr& scenario, games::PositionMaker& maker, const std::vector<bool>& wanted)
      : scenario_(*scenario), p_(*scenario->program), maker_(maker), reference_(scenario) {
    // Whether anything may be chosen behind the door is what takes the time; the compiled form knows.
    reference_.ask_for_any_choice([this](const Position& position) {
      maker_.rules().choices(position, choices_);
      return !choices_.empty();
    });
    note_what_is_rare();
    const std::vector<std::vector<size_t>>& rooms = maker_.pool().by_site();
    const auto has_room = [&](size_t site) { return site < rooms.size() && !rooms[site].empty(); };
    std::set<Id> phases;
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
  }

  std::optional<Position> open(Random& random, int size) {
    if (sites_.empty()) return std::nullopt;
    const std::vector<size_t>& room =
        maker_.pool().by_site()[sites_[random.below(static_cast<uint32_t>(sites_.size()))]];
    const Position& model =
        maker_.pool().all()[room[random.below(static_cast<uint32_t>(room.size()))]].position;
    const Control control = control_of(scenario_, model);
    size_t depth = control.procedures.size();
    while (depth > 0 && !may_open(control.procedures[depth - 1])) --depth;
    if (depth == 0) return std::nullopt;
    const Id procedure = control.procedures[depth - 1];
    if (procedure == p_.game) return std::nullopt;

    Position position = board(model, random, size);
    std::vector<Value> args;
    for (const Id var : p_.procedures[static_cast<size_t>(procedure)].params)
      args.push_back(value_of(model, var));
    if (!reference_.enter(position, procedure, args)) return std::nullopt;
    if (reference_.outcome(position).kind != OutcomeKind::open) return std::nullopt;
    // What runs around it goes on as it did in the game.
    const Control now = control_of(scenario_, position);
    if (std::find(now.procedures.begin(), now.procedures.end(), procedure) == now.procedures.end())
      return std::nullopt;
    for (size_t i = 0; i < depth; ++i) {
      const Id one = control.procedures[i];
      const uint32_t cell = scenario_.layout.returns[static_cast<size_t>(one)];
      if (cell != 0) position.set_cell(cell, model.cell(cell));
      if (i + 1 == depth) break;
      const language::Procedure& around = p_.procedures[static_cast<size_t>(one)];
      for (const Id var : around.vars)
        copy_slot(scenario_.layout.vars[static_cast<size_t>(var)], model, position);
      for (const Id state : around.states)
        copy_slot(scenario_.layout.states[static_cast<size_t>(state)], model, position);
    }
    return position;
  }

 private:
  /// Whose parameters a door can be opened with, without pieces that have to be somewhere.
  bool may_open(Id procedure) const {
    const language::Procedure& one = p_.procedures[static_cast<size_t>(procedure)];
    return procedure != p_.settle && std::none_of(one.params.begin(), one.params.end(), [&](Id var) {
             return names_pieces(p_, p_.vars[static_cast<size_t>(var)].type);
           });
  }
  Value value_of(const Position& position, Id var) const {
    const language::Type& type = p_.vars[static_cast<size_t>(var)].type;
    const SlotValue value = read_slot(position, scenario_.layout.vars[static_cast<size_t>(var)], type, 0);
    return type.tag == TypeTag::set || type.tag == TypeTag::path ? Value(value.items) : Value(value.number);
  }

  /// Pieces that data tell from nearly all others (the one that carries a bridge), and hexes with a name.
  void note_what_is_rare() {
    const std::vector<games::Cell>& pieces = maker_.worth_trying().pieces();
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
        for (const games::Cell& piece : pieces) {
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

  int32_t location(const Position& position, const games::Cell& piece, Random& random) {
    const uint32_t way = random.below(100);
    if (!named_.empty() && way < 22) {
      const int32_t named = named_[random.below(static_cast<uint32_t>(named_.size()))];
      if (way < 11) return named;
      const int32_t near = scenario_.ground.neighbours[static_cast<size_t>(named)][random.below(6)];
      return near < 0 ? named : near;
    }
    return maker_.worth_trying().location(position, piece, random);
  }

  /// Few pieces near one another and on ground worth trying, or the model's with some moved.
  Position board(const Position& model, Random& random, int size) {
    Position position = maker_.emptied();
    for (size_t i = 0; i < p_.states.size(); ++i) {
      if (p_.states[i].procedure == none) copy_slot(scenario_.layout.states[i], model, position);
    }
    const std::vector<games::Cell>& pieces = maker_.worth_trying().pieces();
    if (pieces.empty()) return position;
    const bool few = !p_.boxes.empty() && random.below(100) < 70;
    uint32_t moved = 1 + random.below(static_cast<uint32_t>(1 + size / 12));
    if (few) {
      // Those not on the board are where they begin, if that is off the map, else in the first box.
      for (const games::Cell& piece : pieces) {
        const SlotValue begins = games::read(scenario_, scenario_.start, piece);
        if (!games::is_hex(scenario_, begins.number) && random.below(2) == 0)
          games::write(scenario_, position, piece, begins);
      }
      moved += 2;
    } else {
      for (const games::Cell& piece : pieces)
        games::write(scenario_, position, piece, games::read(scenario_, model, piece));
    }
    for (uint32_t i = 0; i < moved; ++i) {
      const bool is_rare = !rare_.empty() && random.below(100) < 20;
      const std::vector<games::Cell>& from = is_rare ? rare_ : pieces;
      const games::Cell& piece = from[random.below(static_cast<uint32_t>(from.size()))];
      games::write(scenario_, position, piece, {location(position, piece, random), {}});
    }
    // Sometimes a good part of those not on the map is in some other box.
    if (!p_.boxes.empty() && random.below(100) < 20) {
      const auto box = static_cast<int32_t>(random.below(static_cast<uint32_t>(p_.boxes.size())));
      for (const games::Cell& piece : pieces) {
        if (!games::is_hex(scenario_, games::read(scenario_, position, piece).number) &&
            random.below(100) < 40)
          games::write(scenario_, position, piece, {scenario_.ground.hexes + box, {}});
      }
    }
    return position;
  }

  const Scenario& scenario_;
  const language::Program& p_;
  games::PositionMaker& maker_;
  ReferenceRules reference_;
  std::vector<Choice> choices_;
  std::vector<games::Cell> rare_;
  std::vector<int32_t> named_;
  std::vector<size_t> sites_;
};

/// Makes positions up, door by door.
class Walker {
 public:
  explicit Walker(games::PositionMaker& maker) : maker_(maker), scenario_(maker.scenario()) {}

  std::vector<Tried> make_up(const Context& context, Random random, uint64_t wanted,
                             const std::vector<bool>& sites) {
    Doors doors(maker_.scenario_ptr(), maker_, sites);
    for (uint64_t tries = 0; into_.size() < wanted && tries < 2 * wanted; ++tries) {
      if (tries % 16 == 0 && context.stopped()) break;
      const auto door = doors.open(random, static_cast<int>(tries % 100));
      if (!door || !maker_.goes_on(*door) || !maker_.satisfies_invariants(*door)) continue;
      walk(*door, random, wanted);
    }
    return std::move(into_);
  }

 private:
  CompiledRules& rules() { return maker_.rules(); }

  /// Keeps the door, and of a few random steps from it what stands at other sites.
  void walk(Position position, Random& random, size_t wanted) {
    std::set<int32_t> sites;
    for (uint32_t step = 0; into_.size() < wanted; ++step) {
      const int32_t site = position.cell(scenario_.layout.site) - 1;
      if (site < 0 || !maker_.goes_on(position)) return;
      if (sites.insert(site).second) {
        const Grade grade = maker_.satisfies_invariants(position) ? Grade::invariants : Grade::typed;
        into_.push_back({position, grade, site});
      }
      if (step == most_steps) return;
      if (rules().node(position) == NodeKind::choose) {
        rules().choices(position, choices_);
        // What is rare among the choices is tried as often as what is common: an alternative, then one of it.
        std::vector<size_t> firsts;
        for (size_t i = 0; i < choices_.size(); ++i) {
          if (i == 0 || choices_[i].alternative != choices_[i - 1].alternative) firsts.push_back(i);
        }
        const size_t which = random.below(static_cast<uint32_t>(firsts.size()));
        const size_t end = which + 1 < firsts.size() ? firsts[which + 1] : choices_.size();
        const size_t at = firsts[which] + random.below(static_cast<uint32_t>(end - firsts[which]));
        rules().apply(position, choices_[at]);
      } else {
        rules().outcomes(position, outcomes_);
        rules().apply(position, outcomes_[random.below(static_cast<uint32_t>(outcomes_.size()))]);
      }
    }
  }

  games::PositionMaker& maker_;
  const Scenario& scenario_;
  std::vector<Tried> into_;
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
};

}  // namespace

Probe::Probe(const Context& context, ScenarioPtr scenario)
    : scenario_(std::move(scenario)), maker_(scenario_, settings_of(context)) {
  for (const games::Reached& one : maker_.pool().all()) {
    if (one.site >= 0) positions_.push_back({one.position, Grade::seen, one.site});
  }
  reached_ = positions_.size();
  if (scenario_->program->game == none) return;
  Walker walker(maker_);
  std::vector<Tried> made =
      walker.make_up(context, context.random("made-up positions"), context.settings().positions, {});
  for (Tried& one : made) positions_.push_back(std::move(one));
}

std::vector<Tried> Probe::more(const Context& context, const std::string& purpose,
                               const std::vector<bool>& sites) const {
  games::PositionMaker maker(scenario_, settings_of(context));  // one object serves one thread
  return Walker(maker).make_up(context, context.random("made-up positions, " + purpose),
                               context.settings().positions, sites);
}

std::vector<Known> Probe::known_of_all(const Context& context, const std::vector<Tried>& positions) {
  std::vector<Known> all(positions.size());
  const CompiledRules& one = maker_.rules();
  std::vector<std::unique_ptr<CompiledRules>> rules(workers());
  constexpr size_t at_once = 64;
  in_parallel((positions.size() + at_once - 1) / at_once,
              [&](size_t part, size_t worker) {
                if (!rules[worker]) rules[worker] = one.another();
                for (size_t i = part * at_once; i < std::min(positions.size(), (part + 1) * at_once); ++i)
                  all[i] = known_of(*rules[worker], positions[i].position, tried_of_many);
              },
              [&] { return !context.stopped(); });
  return all;
}

const std::vector<Known>& Probe::known(const Context& context) {
  if (known_.size() != positions_.size()) known_ = known_of_all(context, positions_);
  return known_;
}

const SiteReach& Probe::reach() {
  if (!reach_) reach_ = std::make_unique<SiteReach>(*scenario_);
  return *reach_;
}

std::string Probe::scope() const {
  return fmt::format("{} positions ({} that games came to)", positions_.size(), reached_);
}

Grade Probe::grade_of(const Position& position) {
  return maker_.satisfies_invariants(position) ? Grade::invariants : Grade::typed;
}

/// Pieces that a live local or state names: a combat that goes on cannot do without them.
std::set<std::pair<Id, int32_t>> Probe::named_pieces(const Position& position) const {
  std::set<std::pair<Id, int32_t>> out;
  for (const games::Cell& cell : games::cells_of(*scenario_, position)) {
    if (cell.what == games::Cell::What::place) continue;
    const language::Type type = games::type_of(*scenario_, cell);
    if (!names_pieces(*scenario_->program, type)) continue;
    const SlotValue value = games::read(*scenario_, position, cell);
    if (type.tag == TypeTag::set) {
      for (const int32_t member : value.items) out.emplace(type.of, member);
    } else if (value.number >= 0) {
      out.emplace(type.of, value.number);
    }
  }
  return out;
}

Tried Probe::shrunk(const Tried& tried, const games::StillFails& still, int64_t budget) {
  const bool keep = tried.grade != Grade::typed && maker_.satisfies_invariants(tried.position);
  Tried out = tried;
  if (scenario_->program->boxes.empty()) return out;
  const auto named = named_pieces(tried.position);
  std::vector<games::Cell> here;
  for (const games::Cell& piece : games::pieces_of(*scenario_)) {
    if (!games::is_hex(*scenario_, games::read(*scenario_, out.position, piece).number)) continue;
    if (named.count({piece.id, static_cast<int32_t>(piece.combination)}) == 0) here.push_back(piece);
  }
  // Many at once, then fewer: most pieces have nothing to do with it.
  for (size_t at_once = here.size(); at_once > 0 && budget > 0; at_once /= 2) {
    for (size_t first = 0; first < here.size() && budget > 0;) {
      const size_t last = std::min(first + at_once, here.size());
      Position simpler = out.position;
      for (size_t i = first; i < last; ++i)
        games::write(*scenario_, simpler, here[i], {scenario_->ground.hexes, {}});
      --budget;
      if (still(simpler) && (!keep || maker_.satisfies_invariants(simpler))) {
        out.position = std::move(simpler);
        here.erase(here.begin() + static_cast<std::ptrdiff_t>(first),
                   here.begin() + static_cast<std::ptrdiff_t>(last));
      } else {
        first = last;
      }
    }
  }
  if (!(out.position == tried.position)) out.grade = grade_of(out.position);
  return out;
}

void describe(Witness& witness, const Scenario& scenario, const Position& position, Grade grade) {
  witness.grade = grade;
  for (const games::Cell& piece : games::pieces_of(scenario)) {
    const int32_t at = games::read(scenario, position, piece).number;
    if (games::is_hex(scenario, at)) ++witness.units;
  }
}

std::string expression_of(const Scenario& scenario, const games::Cell& cell) {
  if (cell.what == games::Cell::What::local) return {};
  const auto quoted_name = [&](Id kind, int32_t member) {
    const std::string& name = scenario.members[static_cast<size_t>(kind)][static_cast<size_t>(member)];
    const bool open = kind != language::kind_hex && kind != language::kind_hexside &&
                      !scenario.program->kinds[static_cast<size_t>(kind)].closed;
    return open ? "\"" + name + "\"" : name;
  };
  if (cell.what == games::Cell::What::place)
    return "place(" + quoted_name(cell.id, static_cast<int32_t>(cell.combination)) + ")";
  const language::State& state = scenario.program->states[static_cast<size_t>(cell.id)];
  if (state.hidden) return {};
  if (state.params.empty()) return state.name;
  const Slot& slot = scenario.layout.states[static_cast<size_t>(cell.id)];
  std::string text = state.name + "(";
  uint32_t rest = cell.combination;
  for (size_t i = 0; i < state.params.size(); ++i) {
    const language::Type& type = state.params[i];
    if (type.tag != TypeTag::entity || type.of == language::kind_hexside) return {};
    const uint32_t stride = i < slot.strides.size() ? slot.strides[i] : 1;
    text += (i == 0 ? "" : ", ") + quoted_name(type.of, static_cast<int32_t>(rest / stride));
    rest %= stride;
  }
  return text + ")";
}

}  // namespace casebook::checks
