// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/telling.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace casebook::checks {

using namespace runtime;
using namespace language::ids;
using games::PlayedStep;

namespace {

/// Choices that only one permits, of which it is looked at what comes after.
constexpr size_t most_parted = 12;
/// Choices after one of them, to find one after which the player can end.
constexpr size_t most_ways_to_end = 120;
/// Other steps at the position; steps from each position after it; positions that are looked at in all, and how deep.
constexpr size_t most_other_steps = 16, most_next_steps = 6, most_pairs = 60, most_steps_told = 4;
/// Choices of a position at which it is compared.
constexpr size_t most_compared_at = 200;

bool lists(const std::vector<Choice>& choices, const Choice& choice) {
  return std::binary_search(choices.begin(), choices.end(), choice);
}

using PieceId = std::pair<KindId, int32_t>;

/// The pieces of which the two positions differ: their places, and values of them.
std::set<PieceId> pieces_apart(const Scenario& scenario, const Position& a, const Position& b) {
  std::set<PieceId> out;
  const language::Program& program = *scenario.program;
  for (const games::Cell& cell : games::cells_of(scenario, a)) {
    if (cell.what == games::Cell::What::local ||
        games::read(scenario, a, cell) == games::read(scenario, b, cell))
      continue;
    if (cell.what == games::Cell::What::place) {
      out.emplace(cell.id, static_cast<int32_t>(cell.combination));
      continue;
    }
    const Slot& slot = scenario.layout.states[cell.id];
    const std::vector<language::Type>& params = program.states[cell.id].params;
    uint32_t rest = cell.combination;
    for (size_t i = 0; i < params.size(); ++i) {
      const uint32_t stride = i < slot.strides.size() ? slot.strides[i] : 1;
      if (params[i].tag == language::TypeTag::entity && program.kinds[params[i].of].on_map)
        out.emplace(params[i].of, static_cast<int32_t>(rest / stride));
      rest %= stride;
    }
  }
  return out;
}

/// Whether one of the single parameters of the choice is one of the pieces.
bool concerns(const language::Program& program, const language::Site& site, const Choice& choice,
              const std::set<PieceId>& pieces) {
  const ActionId action = site.alternatives[static_cast<size_t>(choice.alternative)].action;
  size_t single = 0;
  for (const language::ActionParam& param : program.actions[action].params) {
    if (param.mode != language::ParamMode::single) continue;
    const language::Type& type = program.vars[param.var].type;
    if (type.tag == language::TypeTag::entity && pieces.count({type.of, choice.singles[single]}) != 0)
      return true;
    ++single;
  }
  return false;
}

}  // namespace

std::vector<PlayedStep> steps_of(const Difference& difference) {
  if (difference.how != Difference::How::after) return {};
  std::vector<PlayedStep> steps{{difference.chance, difference.choice, difference.outcome}};
  steps.insert(steps.end(), difference.then.begin(), difference.then.end());
  return steps;
}

Examples::Examples(TwoRules& two) : two_(two), first_(two.first().another()) {
}

void Examples::take(Both& both, const PlayedStep& step) {
  for (const bool first : {true, false}) games::apply(rules(first), first ? both.a : both.b, step);
  both.steps.push_back(step);
}

/// No where the step is not lawful under both.
bool Examples::taken(Both& both, const PlayedStep& step) {
  for (const bool first : {true, false}) {
    if (!asked_.allow(rules(first), first ? both.a : both.b, step)) return false;
  }
  take(both, step);
  return true;
}

// A choice that leads on is one after which its player may end his choosing as he could before, at once or after one
// choice more. Where he could not, nothing is asked of it.
bool Examples::goes_on(CompiledRules& rules, const Position& position, const std::vector<Choice>& choices,
                       const Choice& choice) {
  const uint32_t cell = first_->scenario().layout.site;
  const int32_t site = position.cell(cell);
  const int32_t player = rules.player(position);
  const auto leaves = [&](const Position& after) {
    return after.cell(cell) != site || rules.player(after) != player;
  };
  const auto loses = [&](const Position& after) {
    const Outcome outcome = rules.outcome(after);
    return outcome.kind == OutcomeKind::fault || outcome.kind == OutcomeKind::stuck ||
           outcome.kind == OutcomeKind::limit || (outcome.kind == OutcomeKind::won && outcome.side != player);
  };
  Position after = position;
  rules.apply(after, choice);
  if (loses(after)) return false;
  if (leaves(after)) return true;
  std::set<int16_t> ends;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (i > 0 && choices[i].alternative == choices[i - 1].alternative) continue;
    Position next = position;
    rules.apply(next, choices[i]);
    if (leaves(next) && !loses(next)) ends.insert(choices[i].alternative);
  }
  if (ends.empty()) return true;
  const auto may_end = [&](const std::vector<Choice>& here) {
    return std::any_of(here.begin(), here.end(),
                       [&](const Choice& one) { return ends.count(one.alternative) != 0; });
  };
  std::vector<Choice> then, further;
  rules.choices(after, then);
  if (may_end(then)) return true;
  if (then.size() > most_ways_to_end) then.resize(most_ways_to_end);
  return std::any_of(then.begin(), then.end(), [&](const Choice& one) {
    Position next = after;
    rules.apply(next, one);
    if (loses(next)) return false;
    if (leaves(next)) return true;
    rules.choices(next, further);
    return may_end(further);
  });
}

std::optional<Examples::End> Examples::parted_by(const Position& a, const Position& b,
                                                 const std::vector<Choice>& of_a,
                                                 const std::vector<Choice>& of_b) {
  std::vector<std::pair<Choice, bool>> alone;  // by the first
  for (const Choice& one : of_a)
    if (!lists(of_b, one)) alone.emplace_back(one, true);
  for (const Choice& one : of_b)
    if (!lists(of_a, one)) alone.emplace_back(one, false);
  std::sort(alone.begin(), alone.end());
  std::optional<End> found;
  const size_t every = std::max<size_t>(1, (alone.size() + most_parted - 1) / most_parted);
  for (size_t i = 0; i < alone.size(); i += every) {
    const auto& [choice, first] = alone[i];
    if (goes_on(rules(first), first ? a : b, first ? of_a : of_b, choice))
      return End{choice, first, Telling::choice};
    if (!found) found = End{choice, first, Telling::dead_end};
  }
  return found;
}

std::optional<Examples::End> Examples::end_at(const Position& a, const Position& b) {
  const Outcome of_a = first_->outcome(a), of_b = two_.second().outcome(b);
  for (const Outcome& one : {of_a, of_b})
    if (one.kind == OutcomeKind::fault || one.kind == OutcomeKind::stuck || one.kind == OutcomeKind::limit)
      return std::nullopt;
  if (of_a.kind != of_b.kind || of_a.side != of_b.side) return End{std::nullopt, false, Telling::choice};
  const uint32_t site = first_->scenario().layout.site;
  if (first_->node(a) != NodeKind::choose || a.cell(site) != b.cell(site) ||
      two_.second().node(b) != NodeKind::choose || first_->player(a) != two_.second().player(b))
    return std::nullopt;
  std::vector<Choice> choices_a, choices_b;
  first_->choices(a, choices_a);
  two_.second().choices(b, choices_b);
  if (choices_a.empty() || choices_b.empty() || choices_a == choices_b) return std::nullopt;
  return parted_by(a, b, choices_a, choices_b);
}

/// Steps that are lawful under both, spread over the list; or those that concern the pieces of which they differ.
std::vector<PlayedStep> Examples::steps_from(const Both& both, size_t most, bool about_what_differs) {
  std::vector<PlayedStep> steps;
  const Scenario& scenario = first_->scenario();
  const uint32_t site = scenario.layout.site;
  const NodeKind node = first_->node(both.a);
  if (node != two_.second().node(both.b) || both.a.cell(site) != both.b.cell(site)) return steps;
  if (node == NodeKind::chance) {
    std::vector<ChanceOutcome> here, there;
    first_->outcomes(both.a, here);
    two_.second().outcomes(both.b, there);
    if (here != there) return steps;
    for (size_t i = 0; i < here.size() && i < most; ++i) steps.push_back({true, {}, here[i]});
  } else if (node == NodeKind::choose && first_->player(both.a) == two_.second().player(both.b)) {
    std::vector<Choice> here, there, common;
    first_->choices(both.a, here);
    two_.second().choices(both.b, there);
    std::set_intersection(here.begin(), here.end(), there.begin(), there.end(), std::back_inserter(common));
    if (about_what_differs) {
      const std::set<PieceId> pieces = pieces_apart(scenario, both.a, both.b);
      const language::Site& at = first_->site(both.a);
      std::erase_if(common, [&](const Choice& one) { return !concerns(*scenario.program, at, one, pieces); });
    }
    const size_t every = std::max<size_t>(1, (common.size() + most - 1) / most);
    for (size_t i = 0; i < common.size(); i += every) steps.push_back({false, common[i], {}});
  }
  return steps;
}

Example Examples::example_of(const Both& both, const End& end) const {
  Example made;
  made.telling = end.telling;
  Difference& difference = made.difference;
  if (both.steps.empty()) {
    difference.how = Difference::How::offered;
    difference.choice = *end.last;
    difference.action = first_->site(both.a).alternatives[static_cast<size_t>(end.last->alternative)].action;
  } else {
    const PlayedStep& step = both.steps.front();
    difference.how = Difference::How::after;
    difference.chance = step.chance;
    difference.choice = step.choice;
    difference.outcome = step.outcome;
    difference.then.assign(both.steps.begin() + 1, both.steps.end());
    difference.last = end.last;
  }
  difference.under_first = end.under_first;
  return made;
}

Example Examples::best(const Position& position, const Difference& known) {
  return best(position, {}, known);
}

Example Examples::best(const Position& position, const std::vector<PlayedStep>& way,
                       const Difference& known) {
  Both at{position, position, {}};
  for (const PlayedStep& step : way) take(at, step);
  Example plain{known, Telling::value};
  if (!way.empty()) {
    Both to = at;
    for (const PlayedStep& step : steps_of(known)) take(to, step);
    plain = example_of(to, {std::nullopt, false, Telling::value});
  }
  if (known.how == Difference::How::player) plain.telling = Telling::choice;
  if (known.how == Difference::How::player || known.how == Difference::How::outcomes) return plain;
  if (known.how == Difference::How::offered) {
    const auto end = end_at(at.a, at.b);
    return end ? example_of(at, *end) : plain;
  }
  // The step that is known, then others, then what comes after those that differ.
  std::vector<PlayedStep> firsts{{known.chance, known.choice, known.outcome}};
  for (PlayedStep& one : steps_from(at, most_other_steps, false)) firsts.push_back(std::move(one));
  std::deque<Both> next;
  Example found = plain;
  size_t looked_at = 0;
  const auto look = [&](const Both& from, const PlayedStep& step) {
    Both after = from;
    take(after, step);
    ++looked_at;
    if (after.a == after.b) return false;
    if (const auto end = end_at(after.a, after.b); end && end->telling < found.telling)
      found = example_of(after, *end);
    next.push_back(std::move(after));
    return found.telling == Telling::choice;
  };
  for (const PlayedStep& step : firsts)
    if (look(at, step)) return found;
  for (; !next.empty() && looked_at < most_pairs; next.pop_front()) {
    if (next.front().steps.size() >= way.size() + most_steps_told) break;
    const Both from = next.front();
    for (const PlayedStep& step : steps_from(from, most_next_steps, true))
      if (look(from, step)) return found;
  }
  return found;
}

std::optional<Difference> Examples::again(const Position& position, const Example& example) {
  const Difference& known = example.difference;
  const bool steps_alone = known.how == Difference::How::after && known.then.empty() && !known.last;
  if (known.how == Difference::How::player || (steps_alone && example.telling == Telling::value)) {
    if (!two_.still(position, known)) return std::nullopt;
    return two_.at(position, most_compared_at);
  }
  Both at{position, position, {}};
  for (const PlayedStep& step : steps_of(known))
    if (!taken(at, step)) return std::nullopt;
  const auto end = end_at(at.a, at.b);
  if (example.telling == Telling::value) {
    if (at.a == at.b) return std::nullopt;
    return known;
  }
  if (!end || end->telling > example.telling) return std::nullopt;
  const bool choice = known.how == Difference::How::offered || known.last;
  if (choice != end->last.has_value()) return std::nullopt;
  // The same choice where it is one of them: taking pieces off may bring others.
  const Choice& was = known.how == Difference::How::offered ? known.choice : known.last.value_or(Choice{});
  Example made = example_of(at, *end);
  if (!choice) return made.difference;
  std::vector<Choice> here, there;
  rules(known.under_first).choices(known.under_first ? at.a : at.b, here);
  rules(!known.under_first).choices(known.under_first ? at.b : at.a, there);
  if (lists(here, was) && !lists(there, was) &&
      (example.telling == Telling::dead_end ||
       goes_on(rules(known.under_first), known.under_first ? at.a : at.b, here, was)))
    made = example_of(at, {was, known.under_first, example.telling});
  else if (end->under_first != known.under_first || end->last->alternative != was.alternative)
    return std::nullopt;
  return made.difference;
}

}  // namespace casebook::checks
