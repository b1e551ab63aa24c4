// SPDX-License-Identifier: Apache-2.0
#include "verifier/explore/explore.h"

#include <algorithm>
#include <stdexcept>

#include "engine/runtime/records/game.h"
#include "engine/runtime/text/limit_words.h"

namespace casebook::explore {

using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::NodeKind;
using runtime::OutcomeKind;
using runtime::Position;
using runtime::Rules;

Graph::Graph(std::shared_ptr<const runtime::Scenario> scenario, Packing packing)
    : scenario_(std::move(scenario)), packing_(std::move(packing)), store_(packing_.words()) {
}

size_t Graph::bytes() const {
  return store_.bytes() + nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Index);
}

Position Graph::position(Index index) const {
  Position position(scenario_->layout.words);
  packing_.unpack(store_.packed(index), position);
  return position;
}

namespace {

/// A value that its type does not tell: the positions are then stored as they are.
struct DoesNotFit {};

/// How many ways are followed between two words to whoever waits: of many pieces a position has thousands.
constexpr uint64_t between_progress = 4096;

}  // namespace

class Explorer {
 public:
  Explorer(Rules& rules, const Limits& limits, const std::function<bool(uint64_t)>& progress, Packing packing)
      : rules_(rules),
        limits_(limits),
        progress_(progress),
        graph_(rules.scenario().shared_from_this(), std::move(packing)),
        packed_(graph_.packing().words()),
        here_(rules.scenario().layout.words),
        there_(rules.scenario().layout.words) {}

  Graph run(const Position& start) {
    there_.copy_from(start);
    reach(0, 0);
    settle_chances(0);
    for (int32_t depth = 0; !level_.empty(); ++depth) {
      std::vector<Index> level;
      level.swap(level_);
      for (size_t i = 0; i < level.size(); ++i) {
        if (depth >= limits_.depth || full()) {
          leave_open(level[i]);
        } else {
          follow_choices(level[i], depth);
        }
      }
      settle_chances(depth + 1);
    }
    return std::move(graph_);
  }

 private:
  bool full() {
    if (graph_.limit_met || graph_.stopped) return true;
    if (graph_.size() >= limits_.positions) return graph_.limit_met = true;
    if (followed_ < between_progress) return false;
    followed_ = 0;
    return graph_.stopped = progress_ && !progress_(graph_.size());
  }

  void leave_open(Index index) {
    if (graph_.kind(index) == NodeKind::over) return;
    graph_.nodes_[index].open = true;
    ++graph_.open;
  }

  /// Takes in the position in `there_`, reached from `parent`.
  Index reach(Index parent, int32_t depth) {
    if (!graph_.packing().pack(there_, packed_.data())) throw DoesNotFit();
    const auto [index, is_new] = graph_.store_.add(packed_.data());
    if (!is_new) return index;
    Graph::Node node;
    node.parent = parent;
    node.depth = depth;
    node.kind = rules_.node(there_);
    if (node.kind == NodeKind::over) {
      const runtime::Outcome outcome = rules_.outcome(there_);
      node.outcome = outcome.kind;
      node.side = static_cast<int16_t>(outcome.side);
      node.open = outcome.kind == OutcomeKind::limit;
      if (node.open) ++graph_.open, ++graph_.at_limit;
    } else if (node.kind == NodeKind::choose) {
      node.side = static_cast<int16_t>(rules_.player(there_));
    }
    graph_.nodes_.push_back(node);
    if (graph_.depths.size() <= static_cast<size_t>(depth))
      graph_.depths.resize(static_cast<size_t>(depth) + 1);
    DepthCount& count = graph_.depths[static_cast<size_t>(depth)];
    ++(node.kind == NodeKind::chance ? count.chances : count.positions);
    if (node.kind == NodeKind::over) ++count.ends;
    (node.kind == NodeKind::chance ? chances_ : level_).push_back(index);
    return index;
  }

  template <class Step>
  void follow(Index from, const std::vector<Step>& steps, int32_t depth) {
    const uint64_t first = graph_.edges_.size();
    followed_ += steps.size() + 1;
    for (const Step& step : steps) {
      there_.copy_from(here_);
      try {
        rules_.apply(there_, step);
      } catch (const runtime::ListingStopped&) {
        graph_.stopped = true;
        leave_open(from);
        break;
      }
      const Index to = reach(from, depth);
      graph_.edges_.push_back(to);
    }
    graph_.nodes_[from].first = first;
    graph_.nodes_[from].edges = static_cast<uint32_t>(graph_.edges_.size() - first);
  }

  void follow_choices(Index index, int32_t depth) {
    if (graph_.kind(index) == NodeKind::over) return;
    graph_.packing().unpack(graph_.store_.packed(index), here_);
    choices_.clear();
    try {
      rules_.choices(here_, choices_);
    } catch (const runtime::ListingStopped&) {
      graph_.stopped = true;
      return leave_open(index);
    }
    follow(index, choices_, depth + 1);
  }

  /// What chance brings uses up no depth.
  void settle_chances(int32_t depth) {
    for (size_t i = 0; i < chances_.size(); ++i) {
      const Index index = chances_[i];
      if (full()) {
        leave_open(index);
        continue;
      }
      graph_.packing().unpack(graph_.store_.packed(index), here_);
      outcomes_.clear();
      rules_.outcomes(here_, outcomes_);
      follow(index, outcomes_, depth);
    }
    chances_.clear();
  }

  Rules& rules_;
  Limits limits_;
  const std::function<bool(uint64_t)>& progress_;
  Graph graph_;
  std::vector<uint64_t> packed_;
  Position here_, there_;
  std::vector<Index> level_, chances_;
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
  uint64_t followed_ = 0;  // ways, since the last word
};

Graph explore(Rules& rules, const Position& start, const Limits& limits,
              const std::function<bool(uint64_t)>& progress) {
  try {
    return Explorer(rules, limits, progress, Packing::tight(rules.scenario())).run(start);
  } catch (const DoesNotFit&) {
    return Explorer(rules, limits, progress, Packing::plain(rules.scenario())).run(start);
  }
}

std::string limit_met_first(const Graph& graph) {
  if (graph.at_limit == 0) return {};
  const runtime::Scenario& scenario = graph.scenario();
  Index at = 0;
  while (graph.outcome(at) != OutcomeKind::limit) ++at;
  if (graph.parent(at) == at) return runtime::limit_words_at_start(scenario);
  const Index from = graph.parent(at);
  const Position before = graph.position(from);
  const auto [first, last] = graph.next(from);
  const auto step = static_cast<size_t>(std::find(first, last, at) - first);
  const auto rules = runtime::make_compiled_rules(scenario.shared_from_this());
  if (graph.kind(from) == NodeKind::choose) {
    std::vector<Choice> choices;
    rules->choices(before, choices);
    return runtime::limit_words(scenario, before, choices[step]);
  }
  std::vector<ChanceOutcome> outcomes;
  rules->outcomes(before, outcomes);
  return runtime::limit_words(scenario, before, outcomes[step]);
}

runtime::Record witness(const Graph& graph, Index index, const Position& start) {
  std::vector<Index> way{index};
  while (way.back() != 0) way.push_back(graph.parent(way.back()));
  std::reverse(way.begin(), way.end());
  const auto scenario = graph.scenario().shared_from_this();
  const bool from_scenario = start == [&] {
    Position fresh = scenario->start;
    runtime::make_compiled_rules(scenario)->begin(fresh);
    return fresh;
  }();
  auto rules = runtime::make_compiled_rules(scenario);
  auto game = from_scenario ? std::make_unique<runtime::Game>(std::move(rules))
                            : std::make_unique<runtime::Game>(std::move(rules), start);
  for (size_t i = 1; i < way.size(); ++i) {
    const auto [first, last] = graph.next(way[i - 1]);
    const auto step = static_cast<size_t>(std::find(first, last, way[i]) - first);
    const bool taken = graph.kind(way[i - 1]) == NodeKind::choose ? game->play(game->choices()[step])
                                                                  : game->take(game->outcomes()[step]);
    if (!taken || game->position().words() != graph.position(way[i]).words())
      throw std::logic_error("the way to a position does not lead there when it is played");
  }
  return game->record();
}

namespace {

/// Chance positions of one depth so that each comes before those it leads to; nullopt when they go round in a
/// circle.
std::optional<std::vector<Index>> in_order(const Graph& graph, const std::vector<Index>& chances) {
  // Depth first, finished ones in reverse. 0 not yet, 1 on the way, 2 done.
  std::vector<uint8_t> state(graph.size(), 0);
  std::vector<Index> order;
  std::vector<std::pair<Index, size_t>> stack;
  for (const Index root : chances) {
    if (state[root] != 0) continue;
    stack.emplace_back(root, 0);
    state[root] = 1;
    while (!stack.empty()) {
      auto& [index, at] = stack.back();
      const auto [first, last] = graph.next(index);
      if (first + at == last) {
        state[index] = 2;
        order.push_back(index);
        stack.pop_back();
        continue;
      }
      const Index to = first[at++];
      if (graph.kind(to) != NodeKind::chance) continue;
      if (state[to] == 1) return std::nullopt;
      if (state[to] == 0) {
        state[to] = 1;
        stack.emplace_back(to, 0);
      }
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

std::optional<std::vector<Index>> chance_order(const Graph& graph) {
  std::vector<Index> chances;
  for (Index index = 0; index < graph.size(); ++index) {
    if (graph.kind(index) == NodeKind::chance) chances.push_back(index);
  }
  return in_order(graph, chances);
}

std::optional<uint64_t> count_ways(const Graph& graph, const std::vector<Index>& to) {
  if (to.empty()) return 0;
  const int32_t deepest = graph.depth(to.front());
  const auto order = chance_order(graph);
  if (!order) return std::nullopt;
  // By depth: first its chance positions in their order, then its chooses; indices grow with depth, save that
  // chance within one depth may lead to what was reached before.
  std::vector<std::vector<Index>> levels(static_cast<size_t>(deepest) + 1);
  for (const Index chance : *order) {
    if (graph.depth(chance) <= deepest) levels[static_cast<size_t>(graph.depth(chance))].push_back(chance);
  }
  for (Index index = 0; index < graph.size(); ++index) {
    if (graph.kind(index) == NodeKind::choose && graph.depth(index) < deepest)
      levels[static_cast<size_t>(graph.depth(index))].push_back(index);
  }
  constexpr uint64_t most = uint64_t{1} << 63;
  std::vector<uint64_t> ways(graph.size(), 0);
  ways[0] = 1;
  for (const auto& level : levels) {
    for (const Index index : level) {
      const int32_t depth = graph.depth(index) + (graph.kind(index) == NodeKind::choose ? 1 : 0);
      const auto [first, last] = graph.next(index);
      for (const Index* next = first; next != last; ++next) {
        if (graph.depth(*next) != depth) continue;
        ways[*next] += ways[index];
        if (ways[*next] >= most) return std::nullopt;
      }
    }
  }
  uint64_t all = 0;
  for (const Index index : to) {
    all += ways[index];
    if (all >= most) return std::nullopt;
  }
  return all;
}

std::vector<Index> endless(const Graph& graph) {
  std::vector<bool> ends(graph.size(), false);
  for (Index index = 0; index < graph.size(); ++index) ends[index] = graph.kind(index) == NodeKind::over;
  // Ends are deep, so going backwards finds most in the first sweep.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = graph.size(); i-- > 0;) {
      if (ends[i]) continue;
      const auto [first, last] = graph.next(static_cast<Index>(i));
      if (std::any_of(first, last, [&ends](Index next) { return ends[next]; })) ends[i] = changed = true;
    }
  }
  std::vector<Index> found;
  for (Index index = 0; index < graph.size(); ++index) {
    if (!ends[index]) found.push_back(index);
  }
  return found;
}

}  // namespace casebook::explore
