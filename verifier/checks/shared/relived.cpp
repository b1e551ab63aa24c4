// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "verifier/checks/shared/telling.h"
#include "verifier/finding/counted.h"
#include "verifier/search/phase_entry.h"
#include "verifier/search/phases.h"

namespace casebook::checks {

using namespace runtime;

namespace {

/// Phases that are begun, of all positions together, and after an example was found that tells most: another one may
/// need fewer steps. Choices of each; choices that are played under both at each position.
constexpr size_t most_begun = 4'000, most_for_fewer_steps = 400, most_led_home = 14, most_played = 24;
/// How often pieces are taken off what it begins with; examples that are looked at where a choice or roll leads to
/// different values. After these only others count.
constexpr int64_t to_shrink = 200;
constexpr size_t most_examples = 20;

/// A piece that stands elsewhere than it did, and its way home: a hex, or a box by way of a hex.
struct Astray {
  games::Cell piece;
  int32_t home = -1, by = -1;
};

class Relive {
 public:
  Relive(Probe& probe, TwoRules& two, Examples& examples, Random random)
      : probe_(probe),
        scenario_(*probe.scenario()),
        maker_(probe.maker()),
        two_(two),
        examples_(examples),
        random_(random),
        entries_(maker_, {}),
        phases_(scenario_),
        pieces_(games::pieces_of(scenario_)) {
    for (const games::Reached& one : maker_.pool().all())
      if (one.site >= 0) phases_.see(one.position);
  }

  const std::optional<Relived>& found() const { return found_; }
  bool done() const { return begun_after_ > most_for_fewer_steps; }

  /// Begins the phase of a position anew, with some of its pieces set back, and leads them home.
  void once(const Position& aim) {
    if (found_ && found_->example.telling == Telling::choice) ++begun_after_;
    Position board = aim;
    if (!phases_.settle(board)) return;
    const std::vector<Astray> astray = set_back(aim, board);
    const auto entry = entries_.again(board);
    if (!entry || !phases_.allows(*entry) || !maker_.goes_on(*entry) || !maker_.satisfies_invariants(*entry))
      return;
    lead_home(*entry, astray);
  }

 private:
  int32_t place(const Position& position, const games::Cell& piece) const {
    return games::read(scenario_, position, piece).cell();
  }

  /// A hex one step away, or up to eight.
  int32_t near(int32_t home) {
    int32_t hex = home;
    for (uint32_t steps = 1 + random_.below(2) * random_.below(8); steps > 0; --steps) {
      const int32_t next = scenario_.ground.neighbours[static_cast<size_t>(hex)][random_.below(6)];
      if (next >= 0 && scenario_.ground.distance(home, next) > scenario_.ground.distance(home, hex))
        hex = next;
    }
    return hex;
  }

  /// Each that is on the map, or in a box where it neither began nor is out of the way: as likely as not. At least one
  /// of them, where there is any.
  std::vector<Astray> set_back(const Position& aim, Position& board) {
    std::vector<games::Cell> there;
    std::vector<int32_t> hexes;
    for (const games::Cell& piece : pieces_) {
      const int32_t at = place(aim, piece);
      if (games::is_hex(scenario_, at)) hexes.push_back(at);
      const bool in_box = at > scenario_.ground.hexes && at != place(scenario_.start, piece);
      if (games::is_hex(scenario_, at) || in_box) there.push_back(piece);
    }
    std::vector<Astray> astray;
    if (there.empty() || hexes.empty()) return astray;
    const size_t one = random_.below(static_cast<uint32_t>(there.size()));
    for (size_t i = 0; i < there.size(); ++i) {
      const bool stays = random_.below(2) == 0;
      if (stays && i != one) continue;
      const int32_t home = place(aim, there[i]);
      const int32_t by =
          games::is_hex(scenario_, home) ? home : hexes[random_.below(static_cast<uint32_t>(hexes.size()))];
      games::write(scenario_, board, there[i], {near(by), {}});
      astray.push_back({there[i], home, by});
    }
    return astray;
  }

  int32_t way(const Position& position, const Astray& one) const {
    const int32_t at = place(position, one.piece);
    if (at == one.home) return 0;
    return 1 + games::location_distance(scenario_, at, one.by);
  }

  void lead_home(const Position& entry, const std::vector<Astray>& astray) {
    Position position = entry;
    std::vector<games::PlayedStep> way_there;
    size_t moved = astray.size();
    for (size_t step = 0;; ++step) {
      const auto difference = two_.at(position, most_played);
      if (difference && (difference->how != Difference::How::after || looked_at_ < most_examples)) {
        see(entry, way_there, *difference);
        return;
      }
      if (step == most_led_home) return;
      const auto next = step_home(position, astray, moved);
      if (!next) return;
      Position other = position;
      games::apply(two_.second(), other, *next);
      games::apply(maker_.rules(), position, *next);
      if (!(other == position) || !maker_.satisfies_invariants(position)) return;
      way_there.push_back(*next);
    }
  }

  /// One that brings a piece nearer: the piece that moved last, if it can go on.
  std::optional<games::PlayedStep> step_home(const Position& position, const std::vector<Astray>& astray,
                                             size_t& moved) {
    CompiledRules& rules = maker_.rules();
    if (rules.node(position) == NodeKind::over) return std::nullopt;
    if (rules.node(position) == NodeKind::chance) {
      std::vector<ChanceOutcome> outcomes;
      rules.outcomes(position, outcomes);
      if (outcomes.empty()) return std::nullopt;
      return games::PlayedStep{true, {}, outcomes[random_.below(static_cast<uint32_t>(outcomes.size()))]};
    }
    std::vector<Choice> choices;
    rules.choices(position, choices);
    std::vector<std::pair<size_t, Choice>> nearer, same;
    for (const Choice& choice : choices) {
      Position next = position;
      rules.apply(next, choice);
      for (size_t i = 0; i < astray.size(); ++i) {
        if (way(next, astray[i]) >= way(position, astray[i])) continue;
        (i == moved ? same : nearer).emplace_back(i, choice);
        break;
      }
    }
    const auto& some = same.empty() ? nearer : same;
    if (some.empty()) return std::nullopt;
    const auto& [piece, choice] = some[random_.below(static_cast<uint32_t>(some.size()))];
    moved = piece;
    return games::PlayedStep{false, choice, {}};
  }

  void see(const Position& entry, const std::vector<games::PlayedStep>& way_there,
           const Difference& difference) {
    if (difference.how == Difference::How::outcomes) return;
    ++looked_at_;
    if (found_ && found_->example.telling == Telling::choice && way_there.size() >= steps_found_) return;
    Example example = examples_.best(entry, way_there, difference);
    const size_t steps = steps_of(example.difference).size();
    if (found_ && std::pair(found_->example.telling, steps_found_) <= std::pair(example.telling, steps))
      return;
    auto there = examples_.again(entry, example);
    if (!there) return;
    example.difference = std::move(*there);
    Tried tried;
    tried.position = entry;
    tried.grade = Grade::invariants;
    tried.site = entry.cell(scenario_.layout.site) - 1;
    found_ = Relived{std::move(tried), std::move(example)};
    steps_found_ = steps;
  }

  Probe& probe_;
  const Scenario& scenario_;
  games::PositionMaker& maker_;
  TwoRules& two_;
  Examples& examples_;
  Random random_;
  games::PhaseEntries entries_;
  games::Phases phases_;
  std::vector<games::Cell> pieces_;
  std::optional<Relived> found_;
  size_t steps_found_ = 0, looked_at_ = 0, begun_after_ = 0;
};

}  // namespace

std::optional<Relived> relived(Probe& probe, TwoRules& two, Examples& examples,
                               const std::vector<Tried>& from, Random random,
                               const std::function<bool()>& go_on) {
  if (from.empty()) return std::nullopt;
  std::vector<Position> aims;
  for (const Tried& one : from) {
    const Tried small = probe.shrunk(
        one, [&](const Position& position) { return two.at(position, most_played).has_value(); }, to_shrink);
    aims.push_back(small.position);
  }
  Relive search(probe, two, examples, random);
  for (size_t i = 0; i < most_begun && !search.done() && go_on(); ++i) search.once(aims[i % aims.size()]);
  return search.found();
}

std::string relived_scope() {
  return fmt::format("{} begun anew near what the search found", counted(most_begun, "phase"));
}

}  // namespace casebook::checks
