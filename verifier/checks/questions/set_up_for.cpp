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
/// Choices and rolls on from where two pieces were set beside one another, and positions kept of those walks.
constexpr int most_steps_on = 10;
constexpr size_t most_walked_to = 200;
/// Numbers that a phase keeps: what they are tried at.
constexpr int32_t most_of_a_number = 3;
/// Pieces that are put into a box with it.
constexpr int most_in_a_box = 3;

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

  /// `sites`: empty, or those at which a walk on from there ends.
  std::vector<Tried> at_barriers(const std::vector<Tried>& made, const std::vector<bool>& sites = {}) {
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
    for (const Tried& tried : made) {
      if (!go_on_() || (!sites.empty() && set.size() >= most_walked_to)) break;
      Tried other = tried;
      const auto& [a, b] = hexsides[random_.below(static_cast<uint32_t>(hexsides.size()))];
      const std::vector<games::Cell> on_map = pieces_on_map(tried.position);
      if (on_map.size() < 2) continue;
      const size_t first = random_.below(static_cast<uint32_t>(on_map.size()));
      const size_t second =
          (first + 1 + random_.below(static_cast<uint32_t>(on_map.size() - 1))) % on_map.size();
      games::write(*scenario_, other.position, on_map[first], {a, {}});
      games::write(*scenario_, other.position, on_map[second], {b, {}});
      if (sites.empty())
        keep(std::move(other), set);
      else
        walk(other, {on_map[first], on_map[second]}, sites, set);
    }
    return set;
  }

  /// The piece in the named place and another one beside it, and some steps on from there.
  std::vector<Tried> met_at_place(const std::vector<Tried>& made, const std::vector<bool>& sites) {
    std::vector<Tried> set;
    const int32_t place = named_place();
    if (place < 0) return set;
    const std::vector<int32_t> around =
        asked(fmt::format("neighbours({})", scenario_->value_text(hex_type, place)));
    std::vector<games::Cell> meant;
    for (const games::Cell& piece : games::pieces_of(*scenario_))
      if (is_meant(piece)) meant.push_back(piece);
    if (around.empty() || meant.empty()) return set;
    for (const Tried& tried : made) {
      if (!go_on_() || set.size() >= most_walked_to) break;
      std::vector<games::Cell> others = pieces_on_map(tried.position);
      const games::Cell first = one_of(meant);
      std::erase_if(others, [&](const games::Cell& one) {
        return one.id == first.id && one.combination == first.combination;
      });
      if (others.empty()) continue;
      const games::Cell second = one_of(others);
      Tried other = tried;
      games::write(*scenario_, other.position, first, {place, {}});
      games::write(*scenario_, other.position, second, {one_of(around), {}});
      walk(other, {first, second}, sites, set);
    }
    return set;
  }

  /// What the condition asks for holds now, and did not when the phase began; with other numbers that the phase keeps.
  std::vector<Tried> come_to_hold(const std::vector<Tried>& made, const std::vector<bool>& sites) {
    std::vector<Tried> set;
    const int32_t place = named_place();
    std::vector<games::Cell> makes_it_hold;
    for (const games::Cell& piece : games::pieces_of(*scenario_)) {
      runtime::Position position = scenario_->start;
      games::write(*scenario_, position, piece, {place, {}});
      if (place >= 0 && holds(position, rival_.condition)) makes_it_hold.push_back(piece);
    }
    const games::Cell kept{games::Cell::What::state, rival_.state, 0};
    std::vector<games::Cell> numbers;
    for (const StateId kept_too : p_.procedures[p_.states[rival_.state].procedure].states) {
      const State& state = p_.states[kept_too];
      if (state.type.tag == TypeTag::number && state.params.empty() && !state.hidden)
        numbers.push_back({games::Cell::What::state, kept_too, 0});
    }
    const std::vector<int32_t> around =
        place < 0 ? std::vector<int32_t>()
                  : asked(fmt::format("neighbours({})", scenario_->value_text(hex_type, place)));
    for (const Tried& tried : made) {
      if (!go_on_()) break;
      Tried other = tried;
      // Others are beside the place and in the boxes: a phase often counts who goes there.
      put_some_in_a_box(other.position);
      std::vector<games::Cell> beside;
      for (const int32_t hex : around) {
        const auto some = pieces_on_map(other.position);
        if (some.empty()) break;
        beside.push_back(one_of(some));
        games::write(*scenario_, other.position, beside.back(), {hex, {}});
      }
      if (!makes_it_hold.empty())
        games::write(*scenario_, other.position, one_of(makes_it_hold), {place, {}});
      games::write(*scenario_, other.position, kept, {0, {}});
      if (!holds(other.position, rival_.condition)) continue;
      for (const games::Cell& number : numbers) as_much_as_can_be(other.position, number);
      if (!beside.empty()) walk(other, beside, sites, set, place);
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
    const int32_t place = named_place();
    if (place < 0) return set;
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

  /// Whether a condition without arguments holds there.
  bool holds(const runtime::Position& position, const std::string& condition) {
    Diagnostics unheard;
    if (!condition_)
      condition_ = runtime::asked_expression(*scenario_, fmt::format("{}()", condition), unheard);
    if (!condition_) return false;
    runtime::Evaluator evaluator(scenario_);
    try {
      evaluator.extend_frame(condition_->vars, condition_->text);
      return evaluator.evaluate(*condition_->expr, position).yes();
    } catch (const runtime::Fault&) {
      return false;
    }
  }
  /// A limit shows at its end.
  void as_much_as_can_be(runtime::Position& position, const games::Cell& number) {
    for (int32_t value = most_of_a_number; value >= 0; --value) {
      games::write(*scenario_, position, number, {value, {}});
      if (maker_.satisfies_invariants(position)) return;
    }
  }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[random_.below(static_cast<uint32_t>(all.size()))];
  }
  void put_some_in_a_box(runtime::Position& position) {
    const auto boxes = static_cast<uint32_t>(p_.boxes.size());
    if (boxes == 0) return;
    const auto box = scenario_->ground.hexes + static_cast<int32_t>(random_.below(boxes));
    for (int i = 0; i < most_in_a_box; ++i)
      if (const auto some = pieces_on_map(position); some.size() > 2)
        games::write(*scenario_, position, one_of(some), {box, {}});
  }
  /// -1: the question names none.
  int32_t named_place() {
    if (rival_.at.empty()) return -1;
    const std::vector<int32_t> places =
        asked(fmt::format("{{some_hex in hex where some_hex = {}}}", rival_.at));
    return places.size() == 1 ? places.front() : -1;
  }
  std::vector<games::Cell> pieces_on_map(const runtime::Position& position) const {
    std::vector<games::Cell> on_map;
    for (const games::Cell& piece : games::pieces_of(*scenario_))
      if (games::is_hex(*scenario_, games::read(*scenario_, position, piece).cell())) on_map.push_back(piece);
    return on_map;
  }

  /// At random, but what the pieces may do or suffer comes before what others may, and a choice of that hex (-1: of none)
  /// before their other choices. Keeps where one of the sites is come to.
  void walk(const Tried& from, const std::vector<games::Cell>& pieces, const std::vector<bool>& sites,
            std::vector<Tried>& set, int32_t towards = -1) {
    if (!maker_.goes_on(from.position) || !maker_.satisfies_invariants(from.position)) return;
    runtime::Position position = from.position;
    for (int step = 0; step < most_steps_on && maker_.goes_on(position); ++step) {
      if (rules_.node(position) == runtime::NodeKind::choose) {
        rules_.choices(position, choices_);
        const Site& site = rules_.site(position);
        const auto theirs = std::partition(choices_.begin(), choices_.end(), [&](const runtime::Choice& one) {
          return std::any_of(pieces.begin(), pieces.end(),
                             [&](const games::Cell& piece) { return is_of(site, one, piece); });
        });
        const auto there = std::partition(choices_.begin(), theirs, [&](const runtime::Choice& one) {
          return towards >= 0 && goes_to(site, one, towards);
        });
        const auto of = there != choices_.begin()    ? there
                        : theirs != choices_.begin() ? theirs
                                                     : choices_.end();
        const auto many = static_cast<size_t>(of - choices_.begin());
        rules_.apply(position, choices_[random_.below(static_cast<uint32_t>(many))]);
      } else {
        rules_.outcomes(position, outcomes_);
        rules_.apply(position, outcomes_[random_.below(static_cast<uint32_t>(outcomes_.size()))]);
      }
      const SiteId site = position.cell(scenario_->layout.site) - 1;
      if (site < 0) return;
      if (!sites[static_cast<size_t>(site)]) continue;
      Tried other = from;
      other.position = position;
      other.site = site;
      keep(std::move(other), set);
    }
  }

  /// The types of what a choice names singly, in order.
  std::vector<Type> singles_of(const Site& site, const runtime::Choice& choice) const {
    std::vector<Type> types;
    const Action& action = p_.actions[site.alternatives[static_cast<size_t>(choice.alternative)].action];
    for (const ActionParam& param : action.params)
      if (param.mode == ParamMode::single) types.push_back(p_.vars[param.var].type);
    return types;
  }
  bool is_of(const Site& site, const runtime::Choice& choice, const games::Cell& piece) const {
    const std::vector<Type> types = singles_of(site, choice);
    return !types.empty() && types[0].tag == TypeTag::entity && KindId(types[0].of) == KindId(piece.id) &&
           choice.singles[0] == static_cast<int32_t>(piece.combination);
  }
  bool goes_to(const Site& site, const runtime::Choice& choice, int32_t hex) const {
    const std::vector<Type> types = singles_of(site, choice);
    return types.size() > 1 && types[1] == hex_type && choice.singles[1] == hex;
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
  std::vector<runtime::ChanceOutcome> outcomes_;
  std::optional<runtime::AskedExpression> condition_;
};

}  // namespace

void set_up_for(runtime::CompiledRules& rules, const ScenarioPtr& scenario, const Rival& rival,
                const std::string& piece, uint64_t seed, Random random, const std::vector<bool>& sites,
                std::vector<Tried>& made, const std::function<bool()>& go_on) {
  SettingUp setting_up(rules, scenario, rival, piece, seed, random, go_on);
  std::vector<Tried> set;
  if (rival.sort == RivalSort::over_barrier) set = setting_up.at_barriers(made);
  if (rival.sort == RivalSort::ground) set = setting_up.at_barriers(made, sites);
  if (rival.sort == RivalSort::each_way) set = setting_up.met_at_place(made, sites);
  if (rival.sort == RivalSort::since_the_start) set = setting_up.come_to_hold(made, sites);
  if (rival.sort == RivalSort::had_to_stop) set = setting_up.states(made);
  if (rival.sort == RivalSort::passes_through) set = setting_up.come_to_place(made);
  made.insert(made.end(), std::make_move_iterator(set.begin()), std::make_move_iterator(set.end()));
}

}  // namespace casebook::checks
