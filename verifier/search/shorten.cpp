// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/shorten.h"

#include <algorithm>
#include <map>

namespace casebook::games {

using language::TypeTag;
using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::NodeKind;
using runtime::Rules;

namespace {

/// How far ahead a step is looked for that is lawful here, before one is put in; how many are put into a game.
constexpr size_t window = 24, most_put_in = 8;
/// Of a roll so many other results are tried.
constexpr size_t most_results = 8;

class GameShortener {
 public:
  GameShortener(Rules& rules, const PlayedGame& game, const Shows& shows, const Shortening& budget)
      : rules_(rules), shows_(shows), budget_(budget), site_(rules.scenario().layout.site) {
    Position start = game.start ? *game.start : rules.scenario().start;
    if (start.cell(site_) == 0) rules.begin(start);
    at_.push_back(std::move(start));
    for (const PlayedStep& step : game.steps) {
      Position next = at_.back();
      apply(rules_, next, step);
      steps_.push_back(step);
      at_.push_back(std::move(next));
      ++played_;
    }
  }

  bool run() {
    if (!shows_(at_.back())) return false;
    end_site_ = at_.back().cell(site_);
    bool better = true;
    while (better && left()) {
      const size_t before = steps_.size();
      drop_pieces();
      drop_phases();
      drop_steps();
      take_others();
      cut_end();
      better = steps_.size() < before;
    }
    return true;
  }

  std::vector<PlayedStep> steps() const { return steps_; }
  int64_t played() const { return played_; }
  bool left() const {
    return played_ < budget_.usual || (steps_.size() > budget_.enough && played_ < budget_.most);
  }

 private:
  /// What may be done there is in `choices_` or `outcomes_` afterwards.
  NodeKind look(const Position& position) {
    const NodeKind node = rules_.node(position);
    if (node == NodeKind::choose) rules_.choices(position, choices_);
    if (node == NodeKind::chance) rules_.outcomes(position, outcomes_);
    return node;
  }

  bool lawful(NodeKind node, const PlayedStep& step) const {
    if (step.chance != (node == NodeKind::chance)) return false;
    return step.chance ? std::find(outcomes_.begin(), outcomes_.end(), step.outcome) != outcomes_.end()
                       : std::binary_search(choices_.begin(), choices_.end(), step.choice);
  }

  /// The first choice of each sort, or the first results.
  std::vector<PlayedStep> ways(NodeKind node) const {
    std::vector<PlayedStep> all;
    if (node == NodeKind::chance) {
      const size_t every = outcomes_.size() / most_results + 1;
      for (size_t i = 0; i < outcomes_.size(); i += every) all.push_back({true, {}, outcomes_[i]});
    }
    if (node == NodeKind::choose)
      for (const Choice& one : choices_)
        if (all.empty() || all.back().choice.alternative != one.alternative) all.push_back({false, one, {}});
    return all;
  }

  /// A step after which the first of what is left is lawful.
  std::optional<PlayedStep> back_to(const Position& position, NodeKind node, const PlayedStep& next) {
    for (const PlayedStep& way : ways(node)) {
      Position after = position;
      apply(rules_, after, way);
      ++played_;
      if (lawful(look(after), next)) return way;
    }
    return std::nullopt;
  }

  /// The game up to `first`, then these steps as far as they are lawful; kept if that is shorter and shows it.
  bool take(size_t first, const std::vector<PlayedStep>& rest) {
    if (!left() || first >= at_.size()) return false;
    std::vector<PlayedStep> steps;
    std::vector<Position> at;
    Position position = at_[first];
    size_t put_in = 0;
    for (size_t i = 0; i < rest.size();) {
      if (first + steps.size() >= steps_.size()) return false;  // no longer shorter
      NodeKind node = look(position);
      ++played_;
      if (node == NodeKind::over || !left()) break;
      size_t next = i;
      const size_t near = std::min(rest.size(), i + window);
      while (next < near && !lawful(node, rest[next])) ++next;
      std::optional<PlayedStep> step;
      if (next == near && put_in < most_put_in) {
        step = back_to(position, node, rest[i]);
        if (step) ++put_in;
        if (!step) node = look(position);
      }
      if (!step) {
        while (next < rest.size() && !lawful(node, rest[next])) ++next;
        if (next == rest.size()) break;
        step = rest[next];
        i = next + 1;
      }
      apply(rules_, position, *step);
      steps.push_back(*step);
      at.push_back(position);
    }
    if (first + steps.size() >= steps_.size() || position.cell(site_) != end_site_ || !shows_(position))
      return false;
    steps_.resize(first);
    steps_.insert(steps_.end(), steps.begin(), steps.end());
    at_.resize(first + 1);
    at_.insert(at_.end(), at.begin(), at.end());
    return true;
  }

  std::vector<PlayedStep> from(size_t first) const {
    return {steps_.begin() + static_cast<std::ptrdiff_t>(std::min(first, steps_.size())), steps_.end()};
  }

  void cut_end() {
    for (size_t i = 0; i + 1 < at_.size() && left(); ++i) {
      if (at_[i].cell(site_) != end_site_) continue;
      ++played_;
      if (!shows_(at_[i])) continue;
      steps_.resize(i);
      at_.resize(i + 1);
      return;
    }
  }

  /// Whose step it is: the first piece that a choice names; -1 where it names none.
  int64_t piece_of(size_t step) {
    if (steps_[step].chance) return -1;
    const language::Program& program = *rules_.scenario().program;
    const auto& alternative =
        rules_.site(at_[step]).alternatives[static_cast<size_t>(steps_[step].choice.alternative)];
    size_t single = 0;
    for (const language::ActionParam& param : program.actions[alternative.action].params) {
      if (param.mode != language::ParamMode::single) continue;
      const language::Type& type = program.vars[param.var].type;
      const int16_t value = steps_[step].choice.singles[single++];
      if (type.tag == TypeTag::entity && type.of >= 0 && program.kinds[type.of].on_map && value >= 0)
        return int64_t{type.of} * 65536 + value;
    }
    return -1;
  }

  bool drop_where(const std::vector<bool>& gone) {
    const auto first = static_cast<size_t>(std::find(gone.begin(), gone.end(), true) - gone.begin());
    if (first == gone.size()) return false;
    std::vector<PlayedStep> rest;
    for (size_t i = first; i < steps_.size(); ++i)
      if (!gone[i]) rest.push_back(steps_[i]);
    return take(first, rest);
  }

  void drop_pieces() {
    std::vector<int64_t> pieces;
    for (size_t i = 0; i < steps_.size(); ++i) pieces.push_back(piece_of(i));
    std::sort(pieces.begin(), pieces.end());
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    if (!pieces.empty() && pieces.front() < 0) pieces.erase(pieces.begin());
    for (size_t at_once = pieces.size(); at_once > 0 && left(); at_once /= 2) {
      for (size_t first = 0; first < pieces.size() && left();) {
        const size_t last = std::min(first + at_once, pieces.size());
        const auto begin = pieces.begin() + static_cast<std::ptrdiff_t>(first),
                   end = pieces.begin() + static_cast<std::ptrdiff_t>(last);
        std::vector<bool> gone(steps_.size());
        for (size_t i = 0; i < steps_.size(); ++i) gone[i] = std::binary_search(begin, end, piece_of(i));
        if (drop_where(gone))
          pieces.erase(begin, end);
        else
          first = last;
      }
    }
  }

  /// Where another site begins: indexes of steps, the end included.
  std::vector<size_t> borders() const {
    std::vector<size_t> all;
    for (size_t i = 0; i < steps_.size(); ++i)
      if (i == 0 || at_[i].cell(site_) != at_[i - 1].cell(site_)) all.push_back(i);
    all.push_back(steps_.size());
    return all;
  }

  void drop_phases() {
    // All but the last of every phase, of each half of them, and so on; from the end.
    std::vector<size_t> at = borders();
    for (size_t at_once = at.size() - 1; at_once > 0 && left(); at_once /= 2) {
      for (size_t last = at.size() - 1; last > 0 && left();) {
        last = std::min(last, at.size() - 1);
        if (last == 0) break;
        const size_t first = last - std::min(at_once, last);
        std::vector<bool> gone(steps_.size());
        for (size_t k = first; k < last; ++k)
          for (size_t i = at[k]; i + 1 < at[k + 1]; ++i) gone[i] = true;
        if (drop_where(gone)) at = borders();
        last = first;
      }
    }
    for (size_t at_once = std::max<size_t>((at.size() - 1) / 2, 1); at_once > 0 && left(); at_once /= 2) {
      for (size_t last = at.size() - 1; last > 0 && left();) {
        last = std::min(last, at.size() - 1);
        if (last == 0) break;
        const size_t first = last - std::min(at_once, last);
        if (take(at[first], from(at[last]))) at = borders();
        last = first;
      }
    }
  }

  void drop_steps() {
    for (size_t at_once = std::max<size_t>(steps_.size() / 2, 1); at_once > 0 && left(); at_once /= 2) {
      // From the end: what came last is what the rest was for, and a game without its beginning is none.
      for (size_t last = steps_.size(); last > 0 && left();) {
        const size_t first = last - std::min(at_once, last), size = steps_.size();
        if (take(first, from(last))) {
          const size_t gone = size - steps_.size();
          last = std::min(last > gone ? last - gone : 0, steps_.size());
          continue;
        }
        last = first;
      }
    }
  }

  void take_others() {
    for (size_t i = 0; i < steps_.size() && left(); ++i) {
      for (const PlayedStep& way : ways(look(at_[i]))) {
        if (way.chance ? way.outcome == steps_[i].outcome
                       : way.choice.alternative == steps_[i].choice.alternative)
          continue;
        std::vector<PlayedStep> rest = from(i);
        rest.front() = way;
        if (take(i, rest)) break;
      }
    }
  }

  Rules& rules_;
  const Shows& shows_;
  Shortening budget_;
  int64_t played_ = 0;
  uint32_t site_;
  int32_t end_site_ = 0;
  std::vector<PlayedStep> steps_;
  std::vector<Position> at_;  // before each step, and at the end
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
};

}  // namespace

std::optional<Shortened> shorten(Rules& rules, const PlayedGame& game, const Shows& shows,
                                 const Shortening& budget) {
  GameShortener shortener(rules, game, shows, budget);
  if (!shortener.run()) return std::nullopt;
  Shortened result;
  result.game.start = game.start;
  result.game.steps = shortener.steps();
  result.positions = shortener.played();
  result.all_tried = shortener.left();
  return result;
}

}  // namespace casebook::games
