// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/questions/set_up_for.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "engine/program/expression.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/text/asked_expression.h"

namespace casebook::checks {

using namespace language;

namespace {

/// Positions in which a piece comes to a named place, and positions that are looked at for them.
constexpr size_t most_that_come = 24;

class SettingUp {
 public:
  SettingUp(runtime::CompiledRules& rules, ScenarioPtr scenario, const Rival& rival, const std::string& piece,
            uint64_t seed, Random random, const std::function<bool()>& go_on)
      : rules_(rules),
        scenario_(std::move(scenario)),
        p_(*scenario_->program),
        rival_(rival),
        piece_(piece),
        random_(random),
        go_on_(go_on),
        maker_(scenario_, settings(seed)) {}

  std::vector<Tried> at_barriers(const std::vector<Tried>& made) {
    std::vector<Tried> set;
    std::vector<std::pair<int32_t, int32_t>> hexsides;
    for (const std::string& name : barriers_of(p_)) {
      for (int32_t hex = 0; hex < scenario_->ground.hexes; ++hex) {
        const std::string text = scenario_->value_text(hex_type, hex);
        for (const int32_t other :
             asked(fmt::format("{{some_hex in neighbours({}) where {}({}, some_hex)}}", text, name, text)))
          hexsides.emplace_back(hex, other);
      }
    }
    if (hexsides.empty()) return set;
    const std::vector<games::Cell> pieces = games::pieces_of(*scenario_);
    for (const Tried& tried : made) {
      if (!go_on_()) break;
      Tried other = tried;
      const auto& [a, b] = hexsides[random_.below(static_cast<uint32_t>(hexsides.size()))];
      std::vector<games::Cell> on_map;
      for (const games::Cell& piece : pieces)
        if (games::is_hex(*scenario_, games::read(*scenario_, tried.position, piece).cell()))
          on_map.push_back(piece);
      if (on_map.size() < 2) continue;
      const size_t first = random_.below(static_cast<uint32_t>(on_map.size()));
      const size_t second =
          (first + 1 + random_.below(static_cast<uint32_t>(on_map.size() - 1))) % on_map.size();
      games::write(*scenario_, other.position, on_map[first], {a, {}});
      games::write(*scenario_, other.position, on_map[second], {b, {}});
      keep(std::move(other), set);
    }
    return set;
  }

  std::vector<Tried> states(const std::vector<Tried>& made) {
    std::vector<Tried> set;
    for (const Tried& tried : made) {
      if (!go_on_()) break;
      const auto choice = choice_of(tried.position, rival_.item, -1, -1);
      if (!choice) continue;
      Tried other = tried;
      games::write(*scenario_, other.position,
                   {games::Cell::What::state, rival_.state, static_cast<uint32_t>(choice->singles[0])},
                   {1, {}});
      keep(std::move(other), set);
    }
    return set;
  }

  std::vector<Tried> come_to_place(const std::vector<Tried>& made) {
    std::vector<Tried> set;
    const std::vector<int32_t> places =
        asked(fmt::format("{{some_hex in hex where some_hex = {}}}", rival_.at));
    if (places.size() != 1) return set;
    const int32_t place = places.front();
    const std::vector<int32_t> around =
        asked(fmt::format("neighbours({})", scenario_->value_text(hex_type, place)));
    for (const Tried& tried : made) {
      if (!go_on_() || set.size() >= most_that_come) break;
      for (const games::Cell& piece : games::pieces_of(*scenario_)) {
        if (!is_meant(piece)) continue;
        for (const int32_t from : around) {
          Tried other = tried;
          games::write(*scenario_, other.position, piece, {from, {}});
          if (!maker_.goes_on(other.position) || !maker_.satisfies_invariants(other.position)) continue;
          const auto comes =
              choice_of(other.position, rival_.action, static_cast<int32_t>(piece.combination), place);
          if (!comes) continue;
          rules_.apply(other.position, *comes);
          const size_t before = set.size();
          keep(std::move(other), set);
          if (set.size() > before) break;
        }
      }
    }
    return set;
  }

 private:
  static games::MakerSettings settings(uint64_t seed) {
    games::MakerSettings settings;
    settings.seed = seed;
    settings.games = 2;
    return settings;
  }

  /// The members of a set that is written in the rules language; none where it cannot be asked.
  std::vector<int32_t> asked(const std::string& text) {
    Diagnostics unheard;
    const auto expression = runtime::asked_expression(*scenario_, text, unheard);
    if (!expression) return {};
    runtime::Evaluator evaluator(scenario_);
    try {
      evaluator.extend_frame(expression->vars, expression->text);
      return evaluator.evaluate(*expression->expr, scenario_->start).items;
    } catch (const runtime::Fault&) {
      return {};
    }
  }

  /// A lawful choice of that action, of that piece and to that hex; -1: of any.
  std::optional<runtime::Choice> choice_of(const runtime::Position& position, const std::string& action,
                                           int32_t piece, int32_t hex) {
    if (rules_.node(position) != runtime::NodeKind::choose) return std::nullopt;
    rules_.choices(position, choices_);
    const Site& site = rules_.site(position);
    const auto found = std::find_if(choices_.begin(), choices_.end(), [&](const runtime::Choice& choice) {
      const Alternative& taken = site.alternatives[static_cast<size_t>(choice.alternative)];
      return p_.actions[taken.action].name == action && choice.singles[0] >= 0 &&
             (piece < 0 || choice.singles[0] == piece) && (hex < 0 || choice.singles[1] == hex);
    });
    return found == choices_.end() ? std::nullopt : std::optional(*found);
  }

  /// Whether the question is about this piece.
  bool is_meant(const games::Cell& piece) const {
    return piece_.empty() || scenario_->members[KindId(piece.id)][piece.combination] == piece_;
  }

  void keep(Tried&& other, std::vector<Tried>& set) {
    if (!maker_.goes_on(other.position) || !maker_.satisfies_invariants(other.position)) return;
    other.grade = Grade::invariants;
    other.shipped = -1;
    other.game = 0;
    set.push_back(std::move(other));
  }

  runtime::CompiledRules& rules_;
  ScenarioPtr scenario_;
  const Program& p_;
  const Rival& rival_;
  const std::string& piece_;
  Random random_;
  const std::function<bool()>& go_on_;
  games::PositionMaker maker_;
  std::vector<runtime::Choice> choices_;
};

}  // namespace

void set_up_for(runtime::CompiledRules& rules, const ScenarioPtr& scenario, const Rival& rival,
                const std::string& piece, uint64_t seed, Random random, std::vector<Tried>& made,
                const std::function<bool()>& go_on) {
  SettingUp setting_up(rules, scenario, rival, piece, seed, random, go_on);
  std::vector<Tried> set;
  if (rival.sort == RivalSort::over_barrier) set = setting_up.at_barriers(made);
  if (rival.sort == RivalSort::had_to_stop) set = setting_up.states(made);
  if (rival.sort == RivalSort::passes_through) set = setting_up.come_to_place(made);
  made.insert(made.end(), std::make_move_iterator(set.begin()), std::make_move_iterator(set.end()));
}

}  // namespace casebook::checks
