// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/in_parallel.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/ruleset_identity.h"
#include "verifier/finding/counted.h"
#include "verifier/search/phase_entry.h"

namespace casebook::checks {

using namespace runtime;
using namespace language::ids;
using language::none;
using language::TypeTag;

namespace {

/// Games that fill the pool that all checks share, and what is kept of each sort of position; and those of a
/// pool that serves one question.
constexpr uint64_t pool_games = 32, few_games = 8;
constexpr size_t of_each_sort = 4;
/// Walks from each position that comes with the edition, and steps of each.
constexpr int shipped_walks = 4;
constexpr uint32_t shipped_steps = 7;
/// Steps played on from a entry at most, and positions kept of one such walk.
constexpr uint32_t most_steps_on = 14;

games::MakerSettings settings_of(const Context& context, bool shared) {
  games::MakerSettings settings;
  settings.seed = context.settings().seed;
  settings.games = std::min(shared ? pool_games : few_games, context.settings().games);
  settings.decisions = context.settings().decisions;
  if (shared) settings.of_each_sort = of_each_sort;
  return settings;
}

/// A position of one ruleset as another one of the edition lays it out: by names, as files do it, since
/// options bring pieces. Nothing where it cannot be typed there.
std::optional<Position> laid_anew(const Scenario& from, const Position& position, const Scenario& to) {
  PositionOptions options;
  options.under_other_rules = true;
  Diagnostics unseen;
  return load_position(to, position_text(from, position), "a position that comes with the edition", unseen,
                       options);
}

/// Makes positions up, phase entry by phase entry.
class Walker {
 public:
  explicit Walker(games::PositionMaker& maker) : maker_(maker), scenario_(maker.scenario()) {}

  std::vector<Tried> make_up(const Context& context, Random random, uint64_t wanted,
                             const std::vector<bool>& sites) {
    games::PhaseEntries phase_entries(maker_, sites);
    games::SiteChoice where;
    for (size_t i = 0; i < sites.size(); ++i) {
      if (sites[i]) where.sites.push_back(static_cast<int32_t>(i));
    }
    for (uint64_t tries = 0; into_.size() < wanted && tries < 2 * wanted; ++tries) {
      if (tries % 16 == 0 && context.stopped()) break;
      const int size = static_cast<int>(tries % 100);
      // A game of one procedure has no entry: its positions are made up where they stand.
      const auto entry =
          phase_entries.any() ? phase_entries.open(random, size) : maker_.make_lawful(random, size, where, 8);
      if (!entry || !maker_.goes_on(*entry) || !maker_.satisfies_invariants(*entry)) continue;
      walk(*entry, random, wanted);
    }
    return std::move(into_);
  }

  /// The position, and what a few short walks come to from there.
  std::vector<Tried> walk_from(const Position& start, bool reached, bool of_a_game, int32_t shipped,
                               Random& random) {
    std::set<uint64_t> seen;
    std::vector<Tried> all;
    // A playthrough goes on by itself.
    for (int walk = 0; walk < (of_a_game ? 1 : shipped_walks); ++walk) {
      Position position = start;
      for (uint32_t step = 0; step <= (of_a_game ? 0 : shipped_steps); ++step) {
        const SiteId site = position.cell(scenario_.layout.site) - 1;
        if (site < 0 || !maker_.goes_on(position)) break;
        if (seen.insert(position.hash()).second) {
          const Grade grade = reached                                 ? Grade::seen
                              : maker_.satisfies_invariants(position) ? Grade::invariants
                                                                      : Grade::typed;
          all.push_back({position, grade, site, shipped});
        }
        go_on(position, random);
      }
    }
    return all;
  }

 private:
  CompiledRules& rules() { return maker_.rules(); }

  /// One random step. What is rare among the choices is tried as often as what is common: an alternative,
  /// then one of it.
  void go_on(Position& position, Random& random) {
    if (rules().node(position) == NodeKind::choose) {
      rules().choices(position, choices_);
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

  /// Keeps the entry, and of a few random steps from it what stands at other sites.
  void walk(Position position, Random& random, size_t wanted) {
    std::set<int32_t> sites;
    for (uint32_t step = 0; into_.size() < wanted; ++step) {
      const SiteId site = position.cell(scenario_.layout.site) - 1;
      if (site < 0 || !maker_.goes_on(position)) return;
      if (sites.insert(site).second) {
        const Grade grade = maker_.satisfies_invariants(position) ? Grade::invariants : Grade::typed;
        into_.push_back({position, grade, site});
      }
      if (step == most_steps_on) return;
      go_on(position, random);
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
    : scenario_(std::move(scenario)), maker_(scenario_, settings_of(context, true)) {
  for (const games::Reached& one : maker_.pool().all()) {
    if (one.site >= 0) positions_.push_back({one.position, Grade::seen, one.site, -1, one.game, one.step});
  }
  reached_ = positions_.size();
  if (scenario_->program->game == none) return;
  Walker walker(maker_);
  Random random = context.random("positions of the edition");
  const auto switches = identity_of(*scenario_).switches;
  for (size_t i = 0; i < context.shipped().size() && !context.stopped(); ++i) {
    const Shipped& one = context.shipped()[i];
    const bool plays_here = std::all_of(one.switches.begin(), one.switches.end(), [&](const auto& set) {
      return std::find(switches.begin(), switches.end(), set) != switches.end();
    });
    if (!plays_here) continue;
    const bool of_a_game = one.name.starts_with("playthroughs/");
    const bool other = scenario_ != context.scenario();
    const auto here = other ? laid_anew(*context.scenario(), one.position, *scenario_) : one.position;
    if (!here) continue;
    // Games of other rules than these are none that came there.
    const bool reached = one.reached && !other;
    for (Tried& each : walker.walk_from(*here, reached, of_a_game, static_cast<int32_t>(i), random))
      positions_.push_back(std::move(each));
  }
  shipped_ = positions_.size() - reached_;
  std::vector<Tried> made =
      walker.make_up(context, context.random("made-up positions"), context.settings().positions, {});
  for (Tried& one : made) positions_.push_back(std::move(one));
}

std::vector<Tried> Probe::more(const Context& context, const std::string& purpose,
                               const std::vector<bool>& sites) const {
  games::PositionMaker maker(scenario_, settings_of(context, false));  // one object serves one thread
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
  return counted(positions_.size(), "position");
}

std::string Probe::where_from() const {
  std::vector<std::string> parts{grouped(reached_) + " from games"};
  if (shipped_ > 0)
    parts.push_back(grouped(shipped_) + " from files of the edition or a few steps after these");
  parts.push_back(grouped(positions_.size() - reached_ - shipped_) + " generated");
  return fmt::format("{}: {}", counted(positions_.size(), "position"), listed(parts, "and"));
}

Grade Probe::grade_of(const Position& position) {
  return maker_.satisfies_invariants(position) ? Grade::invariants : Grade::typed;
}

/// Pieces that a live local or state names: a combat that goes on cannot do without them.
std::set<std::pair<KindId, int32_t>> Probe::named_pieces(const Position& position) const {
  std::set<std::pair<KindId, int32_t>> out;
  for (const games::Cell& cell : games::cells_of(*scenario_, position)) {
    if (cell.what == games::Cell::What::place) continue;
    const language::Type type = games::type_of(*scenario_, cell);
    if (!games::names_pieces(*scenario_->program, type)) continue;
    const Value value = games::read(*scenario_, position, cell);
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
  if ((tried.grade == Grade::seen && tried.game > 0) || scenario_->program->boxes.empty()) return out;
  const auto named = named_pieces(tried.position);
  std::vector<games::Cell> here;
  for (const games::Cell& piece : games::pieces_of(*scenario_)) {
    const int32_t at = games::read(*scenario_, out.position, piece).cell();
    // A box where it did not begin, and that is not the one for those out of the way, may matter as well.
    const bool in_box =
        at > scenario_->ground.hexes && at != games::read(*scenario_, scenario_->start, piece).cell();
    if (!games::is_hex(*scenario_, at) && !in_box) continue;
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
    const int32_t at = games::read(scenario, position, piece).cell();
    if (games::is_hex(scenario, at)) ++witness.units;
  }
}

std::string expression_of(const Scenario& scenario, const games::Cell& cell) {
  if (cell.what == games::Cell::What::local) return {};
  const auto quoted_name = [&](KindId kind, int32_t member) {
    const std::string& name = scenario.members[kind][static_cast<size_t>(member)];
    const bool open =
        kind != language::kind_hex && kind != language::kind_hexside && !scenario.program->kinds[kind].closed;
    return open ? "\"" + name + "\"" : name;
  };
  if (cell.what == games::Cell::What::place)
    return "place(" + quoted_name(cell.id, static_cast<int32_t>(cell.combination)) + ")";
  const language::State& state = scenario.program->states[cell.id];
  if (state.hidden) return {};
  if (state.params.empty()) return state.name;
  const Slot& slot = scenario.layout.states[cell.id];
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
