// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exploration: every position that play can reach from a start, breadth first, stored whole and packed.
//
// Depth counts choices, as in perft; rolls and draws lead on within a depth. A position is *open* when it
// was reached but not followed: it lies beyond the depth, or the limit of positions was reached, or the
// user stopped the run, or a game ends there at a limit of Casebook. Without open positions the exploration is
// complete, and its results are proved.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/records/record.h"
#include "engine/runtime/rules.h"
#include "verifier/explore/packing.h"
#include "verifier/explore/position_store.h"

namespace casebook::explore {

/// Positions kept by default: with two words each and ten choices on average, about a gigabyte.
inline constexpr uint64_t default_positions = 10'000'000;

struct Limits {
  uint64_t positions = default_positions;  // at most UINT32_MAX
  int32_t depth = INT32_MAX;               // choices
};

/// What became of one depth.
struct DepthCount {
  uint64_t positions = 0;  // first reached at this depth, at a choose or over
  uint64_t chances = 0;    // the same, at a roll or draw
  uint64_t ends = 0;       // of `positions`, those that are over
};

using Index = uint32_t;

/// A graph of positions. Index 0 is the start.
class Graph {
 public:
  Graph(std::shared_ptr<const runtime::Scenario> scenario, Packing packing);

  const runtime::Scenario& scenario() const { return *scenario_; }
  const Packing& packing() const { return packing_; }
  const PositionStore& store() const { return store_; }
  size_t size() const { return nodes_.size(); }

  runtime::NodeKind kind(Index index) const { return nodes_[index].kind; }
  /// At a choose: who chooses; over and won: who has won; else -1.
  int32_t side(Index index) const { return nodes_[index].side; }
  runtime::OutcomeKind outcome(Index index) const { return nodes_[index].outcome; }
  int32_t depth(Index index) const { return nodes_[index].depth; }
  /// By which it was first reached; its own index for the start.
  Index parent(Index index) const { return nodes_[index].parent; }
  /// Where each choice or outcome leads, in their order. Of an open position: nothing, or what was followed before the
  /// user stopped the run.
  std::pair<const Index*, const Index*> next(Index index) const {
    const Node& node = nodes_[index];
    return {edges_.data() + node.first, edges_.data() + node.first + node.edges};
  }
  bool is_open(Index index) const { return nodes_[index].open; }
  uint64_t edges() const { return edges_.size(); }
  size_t bytes() const;

  runtime::Position position(Index index) const;

  std::vector<DepthCount> depths;
  uint64_t open = 0;      // positions reached and not followed
  uint64_t at_limit = 0;  // of them, ends at a limit of Casebook
  bool stopped = false, limit_met = false;
  bool complete() const { return open == 0; }

 private:
  friend class Explorer;
  struct Node {
    uint64_t first = 0;
    uint32_t edges = 0;
    Index parent = 0;
    int32_t depth = 0;
    int16_t side = -1;
    runtime::NodeKind kind = runtime::NodeKind::over;
    runtime::OutcomeKind outcome = runtime::OutcomeKind::open;
    bool open = false;
  };

  std::shared_ptr<const runtime::Scenario> scenario_;
  Packing packing_;
  PositionStore store_;
  std::vector<Node> nodes_;
  std::vector<Index> edges_;
};

/// `progress` receives the number of positions now and then, and stops the exploration by saying no.
/// `rules` are of the scenario of `start`, which is at a site or over.
Graph explore(runtime::Rules& rules, const runtime::Position& start, const Limits& limits,
              const std::function<bool(uint64_t positions)>& progress = {});

/// Which limit of Casebook the first position at one is at (engine/runtime/text/limit_words.h); empty: none is.
std::string limit_met_first(const Graph& graph);

/// The steps by which a position was first reached: a shortest way, as a record that replays.
runtime::Record witness(const Graph& graph, Index index, const runtime::Position& start);

/// How many different ways with the fewest choices lead to any of these positions, which have one depth.
/// Different choices and different outcomes of chance make different ways. nullopt when chance can go in a
/// circle, or beyond 2^63.
std::optional<uint64_t> count_ways(const Graph& graph, const std::vector<Index>& to);

/// Every roll and draw so that each comes before those it leads to; nullopt when they can go round in a
/// circle.
std::optional<std::vector<Index>> chance_order(const Graph& graph);

/// Positions from which no end can be reached any more, in the order of their indices. Only of a complete
/// graph.
std::vector<Index> endless(const Graph& graph);

}  // namespace casebook::explore
