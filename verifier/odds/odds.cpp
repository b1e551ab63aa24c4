// SPDX-License-Identifier: Apache-2.0
#include "verifier/odds/odds.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/asked_expression.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/roll_text.h"

namespace casebook::odds {

using runtime::NodeKind;
using runtime::OutcomeKind;
using runtime::Position;
using What = Event::What;

namespace {

constexpr size_t no_end = SIZE_MAX;

struct Node {
  NodeKind kind = NodeKind::over;
  int32_t side = -1;         // who chooses
  std::vector<size_t> next;  // where choices and outcomes lead; empty at an end
};

/// Everything that can follow, without repetition: positions that are equal are one node.
class Tree {
 public:
  Tree(runtime::Rules& rules, const Position& before, uint64_t limit)
      : rules_(rules), limit_(limit), control_(runtime::control_of(rules.scenario(), before)) {}

  /// The node of a position, with all that follows. False when the limit was met.
  bool grow(const Position& from) {
    add(from);
    for (size_t at = 0; at < nodes.size(); ++at) {
      if (nodes.size() > limit_) return false;
      if (!is_settled(positions[at])) follow(at);
    }
    return true;
  }

  /// Nodes so that each comes after those it leads to; empty when play can go round in a circle.
  std::vector<size_t> order() const {
    std::vector<size_t> sorted;
    std::vector<uint8_t> state(nodes.size(), 0);  // 0 not yet, 1 on the way, 2 done
    std::vector<std::pair<size_t, size_t>> way{{0, 0}};
    state[0] = 1;
    while (!way.empty()) {
      auto& [at, step] = way.back();
      if (step == nodes[at].next.size()) {
        state[at] = 2;
        sorted.push_back(at);
        way.pop_back();
        continue;
      }
      const size_t to = nodes[at].next[step++];
      if (state[to] == 1) return {};
      if (state[to] == 0) {
        state[to] = 1;
        way.emplace_back(to, 0);
      }
    }
    return sorted;
  }

  std::vector<Node> nodes;
  std::vector<Position> positions;

 private:
  size_t add(const Position& position) {
    auto& same = by_hash_[position.hash()];
    for (const size_t at : same) {
      if (positions[at] == position) return at;
    }
    same.push_back(nodes.size());
    Node node;
    node.kind = rules_.node(position);
    if (node.kind == NodeKind::choose) node.side = rules_.player(position);
    nodes.push_back(std::move(node));
    positions.push_back(position);
    return nodes.size() - 1;
  }

  /// Over; or at the site of the choice again; or out of its procedure.
  bool is_settled(const Position& position) const {
    if (rules_.node(position) == NodeKind::over) return true;
    const runtime::Control now = runtime::control_of(rules_.scenario(), position);
    if (now.procedures.size() < control_.procedures.size()) return true;
    for (size_t i = 0; i < control_.procedures.size(); ++i) {
      if (now.procedures[i] != control_.procedures[i]) return true;
      if (i < control_.calls.size() && now.calls[i] != control_.calls[i]) return true;
    }
    return now.site == control_.site && now.procedures.size() == control_.procedures.size();
  }

  void follow(size_t at) {
    const Position from = positions[at];
    std::vector<size_t> next;
    if (nodes[at].kind == NodeKind::choose) {
      std::vector<runtime::Choice> choices;
      rules_.choices(from, choices);
      for (const runtime::Choice& choice : choices) {
        Position to = from;
        rules_.apply(to, choice);
        next.push_back(add(to));
      }
    } else {
      std::vector<runtime::ChanceOutcome> outcomes;
      rules_.outcomes(from, outcomes);
      for (const runtime::ChanceOutcome& outcome : outcomes) {
        Position to = from;
        rules_.apply(to, outcome);
        next.push_back(add(to));
      }
    }
    nodes[at].next = std::move(next);
  }

  runtime::Rules& rules_;
  uint64_t limit_;
  runtime::Control control_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_hash_;
};

/// Of one event at every node, from the ends back.
class Values {
 public:
  Values(const Tree& tree, const std::vector<size_t>& order, Policy policy)
      : tree_(tree), order_(order), policy_(policy) {}

  /// nullopt when a fraction does not fit.
  std::optional<std::vector<Range>> of(const std::function<bool(const Position&)>& holds) const {
    std::vector<Range> ranges(tree_.nodes.size());
    for (const size_t at : order_) {
      const Node& node = tree_.nodes[at];
      std::optional<Range> range;
      if (node.next.empty()) {
        const Fraction value{holds(tree_.positions[at]) ? 1U : 0U, 1};
        range = Range{value, value};
      } else if (node.kind == NodeKind::chance || policy_ == Policy::random) {
        range = mean(node, ranges);
      } else if (policy_ == Policy::first) {
        range = ranges[node.next.front()];
      } else {
        range = over_choices(node, ranges);
      }
      if (!range) return std::nullopt;
      ranges[at] = *range;
    }
    return ranges;
  }

 private:
  static std::optional<Range> mean(const Node& node, const std::vector<Range>& ranges) {
    Range sum;
    for (const size_t to : node.next) {
      const auto least = add(sum.least, ranges[to].least), most = add(sum.most, ranges[to].most);
      if (!least || !most) return std::nullopt;
      sum = {*least, *most};
    }
    const auto least = divide(sum.least, node.next.size()), most = divide(sum.most, node.next.size());
    if (!least || !most) return std::nullopt;
    return Range{*least, *most};
  }

  static std::optional<Range> over_choices(const Node& node, const std::vector<Range>& ranges) {
    Range best = ranges[node.next.front()];
    for (const size_t to : node.next) {
      const auto lower = compare(ranges[to].least, best.least), higher = compare(ranges[to].most, best.most);
      if (!lower || !higher) return std::nullopt;
      if (*lower < 0) best.least = ranges[to].least;
      if (*higher > 0) best.most = ranges[to].most;
    }
    return best;
  }

  const Tree& tree_;
  const std::vector<size_t>& order_;
  Policy policy_;
};

using Holds = std::function<bool(const Position&)>;

/// State that is not the same at every end, by each value that it did not have before: a hit that was scored,
/// a side's points. What is the same however it goes, as that an attack was made, is no
/// result.
std::vector<std::pair<Event, Holds>> events_of_state(const runtime::Scenario& scenario,
                                                     const Position& before,
                                                     const std::vector<const Position*>& ends) {
  std::vector<std::pair<Event, Holds>> events;
  for (const games::Cell& cell : games::cells_of(scenario, before)) {
    if (cell.what != games::Cell::What::state) continue;
    const language::Type type = games::type_of(scenario, cell);
    if (type.tag == language::TypeTag::path) continue;
    const auto text = [&](const runtime::Value& value) {
      if (type.tag != language::TypeTag::set) return scenario.value_text(type, value.number);
      std::string names;
      for (const int32_t item : value.items)
        names +=
            (names.empty() ? "" : ", ") + scenario.value_text({language::TypeTag::entity, type.of, 1}, item);
      return "{" + names + "}";
    };
    const runtime::Value was = games::read(scenario, before, cell);
    std::map<std::pair<int32_t, std::vector<int32_t>>, runtime::Value> values;
    for (const Position* end : ends) {
      const runtime::Value now = games::read(scenario, *end, cell);
      values.emplace(std::pair(now.number, now.items), now);
    }
    if (values.size() < 2) continue;
    for (const auto& [key, value] : values) {
      if (value == was) continue;
      events.push_back({{What::state, games::cell_text(scenario, cell) + ": " + text(value), {}},
                        [&scenario, cell = cell, value = value](const Position& end) {
                          return games::read(scenario, end, cell) == value;
                        }});
    }
  }
  return events;
}

/// What can be told of the ends without being asked: units that leave the map, come onto it or stand
/// elsewhere, state that dice and choices decide, and how the game ends.
std::vector<std::pair<Event, Holds>> events_of(const runtime::Scenario& scenario, const Position& before,
                                               const Tree& tree) {
  std::vector<std::pair<Event, Holds>> events;
  std::vector<const Position*> ends;
  for (size_t at = 0; at < tree.nodes.size(); ++at) {
    if (tree.nodes[at].next.empty()) ends.push_back(&tree.positions[at]);
  }
  const int32_t hexes = scenario.ground.hexes;
  const language::Program& program = *scenario.program;
  for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
    if (!program.kinds[kind].on_map) continue;
    for (int32_t member = 0; member < scenario.size(static_cast<language::KindId>(kind)); ++member) {
      const uint32_t cell = scenario.layout.places[kind].first + static_cast<uint32_t>(member);
      const int32_t was = before.cell(cell);
      std::set<int32_t> boxes;
      bool is_elsewhere = false;
      for (const Position* end : ends) {
        const int32_t now = end->cell(cell);
        if (now == was) continue;
        if (now >= hexes)
          boxes.insert(now);
        else
          is_elsewhere = true;
      }
      const std::string& name = scenario.members[kind][static_cast<size_t>(member)];
      for (const int32_t box : boxes)
        events.push_back({{What::off_map, name + ": " + program.boxes[box - hexes].name, {}},
                          [cell, box](const Position& end) { return end.cell(cell) == box; }});
      if (is_elsewhere)
        events.push_back({{was < hexes ? What::moved : What::comes_on,
                           name + (was < hexes ? ": on another hex" : ": on the map"),
                           {}},
                          [cell, was, hexes](const Position& end) {
                            return end.cell(cell) != was && end.cell(cell) < hexes;
                          }});
    }
  }
  for (auto& one : events_of_state(scenario, before, ends)) events.push_back(std::move(one));
  std::map<std::string, bool> outcomes;
  for (const Position* end : ends) {
    const runtime::Outcome outcome = runtime::outcome_of(scenario, *end);
    if (outcome.kind != OutcomeKind::open) outcomes[runtime::outcome_text(scenario, outcome)] = true;
  }
  for (const auto& one : outcomes) {
    const std::string text = one.first;
    events.push_back({{What::over, text, {}}, [&scenario, text](const Position& end) {
                        const runtime::Outcome outcome = runtime::outcome_of(scenario, end);
                        return outcome.kind != OutcomeKind::open &&
                               runtime::outcome_text(scenario, outcome) == text;
                      }});
  }
  return events;
}

/// The first node at which chance decides, going along forced choices; no_end when chance has no say before a
/// player has one.
size_t first_chance(const Tree& tree) {
  size_t at = 0;
  while (tree.nodes[at].kind == NodeKind::choose && tree.nodes[at].next.size() == 1)
    at = tree.nodes[at].next.front();
  return tree.nodes[at].kind == NodeKind::chance && !tree.nodes[at].next.empty() ? at : no_end;
}

std::vector<std::string> choosers_after(const runtime::Scenario& scenario, const Tree& tree, size_t from) {
  std::vector<bool> seen(tree.nodes.size(), false);
  std::vector<size_t> way{from};
  std::set<int32_t> sides;
  while (!way.empty()) {
    const size_t at = way.back();
    way.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    const Node& node = tree.nodes[at];
    if (node.kind == NodeKind::choose && node.next.size() > 1) sides.insert(node.side);
    way.insert(way.end(), node.next.begin(), node.next.end());
  }
  std::vector<std::string> names;
  for (const int32_t side : sides)
    names.push_back(scenario.value_text({language::TypeTag::entity, scenario.program->kind_side, 1}, side));
  return names;
}

bool same_comes(const Result& a, const Result& b) {
  if (a.read != b.read || a.choosers != b.choosers || a.events.size() != b.events.size()) return false;
  for (size_t i = 0; i < a.events.size(); ++i) {
    if (a.events[i].text != b.events[i].text || !(a.events[i].range == b.events[i].range)) return false;
  }
  return true;
}

}  // namespace

std::optional<Odds> odds(const std::shared_ptr<const runtime::Scenario>& scenario, const Position& position,
                         const runtime::Choice& choice, const Settings& settings, Diagnostics& diagnostics) {
  std::vector<runtime::AskedExpression> asked;
  const language::Type boolean;
  for (const std::string& text : settings.events) {
    auto one = runtime::asked_expression(*scenario, text, diagnostics, &boolean);
    if (!one) return std::nullopt;
    asked.push_back(std::move(*one));
  }
  runtime::CompiledRules rules(scenario);
  Tree tree(rules, position, settings.positions);
  Position after = position;
  rules.apply(after, choice);
  Odds made;
  const bool is_whole = tree.grow(after);
  made.positions = tree.nodes.size();
  if (!is_whole) {
    made.unknown = "more than " + std::to_string(settings.positions) + " positions can follow (--positions)";
    return made;
  }
  for (const Position& one : tree.positions) {
    const runtime::Outcome outcome = runtime::outcome_of(*scenario, one);
    if (outcome.kind != runtime::OutcomeKind::limit) continue;
    made.unknown = "play can reach a limit of Casebook (" + runtime::outcome_text(*scenario, outcome) +
                   "), and how it goes on there is not known";
    return made;
  }
  const std::vector<size_t> order = tree.order();
  if (order.empty()) {
    made.unknown = "play can repeat for ever before the choice is resolved";
    return made;
  }
  made.ends = static_cast<uint64_t>(std::count_if(tree.nodes.begin(), tree.nodes.end(),
                                                  [](const Node& node) { return node.next.empty(); }));
  auto events = events_of(*scenario, position, tree);
  runtime::ReferenceRules reference(scenario);
  for (const runtime::AskedExpression& one : asked)
    events.push_back({{What::asked, one.text, {}}, [&reference, &one](const Position& end) {
                        reference.evaluator().extend_frame(one.vars, one.text);
                        return reference.evaluator().evaluate(*one.expr, end).number != 0;
                      }});
  const size_t roll = first_chance(tree);
  std::vector<size_t> from = roll == no_end ? std::vector<size_t>{0} : tree.nodes[roll].next;
  std::vector<Result> results(from.size());
  if (roll != no_end) {
    std::vector<runtime::ChanceOutcome> outcomes;
    rules.outcomes(tree.positions[roll], outcomes);
    for (size_t i = 0; i < from.size(); ++i) {
      results[i].outcomes = {runtime::chance_text(*scenario, rules.site(tree.positions[roll]), outcomes[i])};
      for (runtime::LookUp& one : runtime::look_ups(*scenario, tree.positions[roll], outcomes[i])) {
        Read read{one.table, one.where, one.result, one.label};
        if (std::find(results[i].read.begin(), results[i].read.end(), read) == results[i].read.end())
          results[i].read.push_back(std::move(read));
      }
    }
  }
  const Values values(tree, order, settings.policy);
  for (auto& [event, holds] : events) {
    const auto ranges = values.of(holds);
    if (!ranges) {
      made.unknown = "the exact fractions do not fit 128 bits";
      return made;
    }
    event.range = ranges->front();
    made.events.push_back(event);
    for (size_t i = 0; i < from.size(); ++i) {
      event.range = (*ranges)[from[i]];
      if (event.range.most.numerator != 0) results[i].events.push_back(event);
    }
  }
  for (size_t i = 0; i < from.size(); ++i) {
    results[i].chance = reduced(1, from.size());
    if (settings.policy == Policy::any) results[i].choosers = choosers_after(*scenario, tree, from[i]);
    const auto same = std::find_if(made.results.begin(), made.results.end(),
                                   [&](const Result& one) { return same_comes(one, results[i]); });
    if (same == made.results.end()) {
      made.results.push_back(std::move(results[i]));
    } else {
      same->outcomes.insert(same->outcomes.end(), results[i].outcomes.begin(), results[i].outcomes.end());
      same->chance = *add(same->chance, results[i].chance);
    }
  }
  return made;
}

}  // namespace casebook::odds
