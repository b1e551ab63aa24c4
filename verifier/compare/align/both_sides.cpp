// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/align/both_sides.h"

#include <algorithm>

#include "engine/runtime/reference/reference.h"
#include "verifier/compare/align/unread.h"

namespace casebook::compare {

using language::ParamMode;
using language::TypeTag;
using runtime::Evaluator;
using runtime::Fault;
using runtime::NamedChoice;
using runtime::Value;

namespace {

/// Nobody stays nobody.
template <class Number>
bool member(const std::vector<int32_t>& map, Number& one) {
  if (one < 0) return true;
  if (static_cast<size_t>(one) >= map.size() || map[static_cast<size_t>(one)] < 0) return false;
  one = map[static_cast<size_t>(one)];
  return true;
}

ScenarioPtr settled_scenario(const Settled& settled) {
  auto made = std::make_shared<Scenario>(settled.scenario());
  // It lives as long as the alignment, which whoever asks has.
  made->program = std::shared_ptr<const language::Program>(std::shared_ptr<void>(), &settled.program());
  return made;
}

}  // namespace

Pair::Pair(const ScenarioPtr& a, const ScenarioPtr& b)
    : scenarios{a, b},
      alignment(a, b),
      settled{settled_scenario(alignment.settled(0)), settled_scenario(alignment.settled(1))},
      fixed{std::make_shared<runtime::FixedValues>(*settled[0]->program),
            std::make_shared<runtime::FixedValues>(*settled[1]->program)},
      transfers{Transfer(alignment, 0), Transfer(alignment, 1)},
      rules{std::make_unique<runtime::CompiledRules>(a), std::make_unique<runtime::CompiledRules>(b)},
      unread{unread_state(alignment, 0), unread_state(alignment, 1)} {
}

std::string names(const Pair& pair, size_t side) {
  const std::string &mine = pair.scenarios[side]->program->edition,
                    &theirs = pair.scenarios[1 - side]->program->edition;
  return mine != theirs ? mine : pair.scenarios[side]->id;
}

std::string Pair::player_text(size_t side, const Position& position) const {
  const Scenario& scenario = *scenarios[side];
  const language::KindId sides = scenario.program->kind_side;
  if (sides == language::none || rules[side]->node(position) != runtime::NodeKind::choose) return {};
  const int32_t player = rules[side]->player(position);
  if (player < 0 || player >= scenario.size(sides)) return {};
  return scenario.value_text({TypeTag::entity, sides, 1}, player);
}

std::optional<Value> value_across(const Alignment& alignment, size_t side, const language::Type& type,
                                  const Value& value) {
  const OneWay& way = alignment.from(side);
  Value out = value;
  switch (type.tag) {
    case TypeTag::location:
      return member(way.locations, out.number) ? std::optional(out) : std::nullopt;
    case TypeTag::entity:
    case TypeTag::maybe:
      return member(way.members[type.of], out.number) ? std::optional(out) : std::nullopt;
    case TypeTag::set:
    case TypeTag::path: {
      const KindId kind = type.tag == TypeTag::path ? language::kind_hex : KindId(type.of);
      for (int32_t& one : out.items) {
        if (!member(way.members[kind], one)) return std::nullopt;
      }
      if (type.tag == TypeTag::set) std::sort(out.items.begin(), out.items.end());
      return out;
    }
    default:
      return out;
  }
}

std::optional<games::Cell> cell_across(const Pair& pair, size_t side, const games::Cell& cell) {
  const OneWay& way = pair.alignment.from(side);
  games::Cell there = cell;
  const auto known = [&](KindId kind, uint32_t& one) {
    const int32_t other = way.members[kind][one];
    if (other < 0) return false;
    one = static_cast<uint32_t>(other);
    return true;
  };
  if (cell.what == games::Cell::What::place) {
    there.id = way.kinds[cell.id];
    if (there.id == language::none || !known(cell.id, there.combination)) return std::nullopt;
    return there;
  }
  if (cell.what == games::Cell::What::local) {
    there.id = way.vars[cell.id];
    return there.id == language::none ? std::nullopt : std::optional(there);
  }
  there.id = way.states[cell.id];
  if (there.id == language::none) return std::nullopt;
  const language::State& state = pair.scenarios[side]->program->states[cell.id];
  const auto& mine = pair.scenarios[side]->layout.states[cell.id].strides;
  const auto& theirs = pair.scenarios[1 - side]->layout.states[there.id].strides;
  uint32_t rest = cell.combination;
  there.combination = 0;
  for (size_t k = 0; k < state.params.size(); ++k) {
    uint32_t at = rest / mine[k];
    rest %= mine[k];
    if (!known(state.params[k].of, at)) return std::nullopt;
    there.combination += at * theirs[k];
  }
  return there;
}

NamedChoice named_choice(const Scenario& scenario, const Position& position, const runtime::Choice& choice) {
  Evaluator evaluator(scenario.shared_from_this());
  const auto& site = scenario.program->sites[position.cell(scenario.layout.site) - 1];
  NamedChoice named;
  named.alternative = choice.alternative;
  named.action = site.alternatives[static_cast<size_t>(choice.alternative)].action;
  try {
    evaluator.set_parameters(site, choice, position);
  } catch (const Fault&) {
  }
  for (const auto& param : scenario.program->actions[named.action].params)
    named.values.push_back(evaluator.variable(param.var));
  return named;
}

std::optional<NamedChoice> across(const Pair& pair, size_t side, const NamedChoice& named,
                                  const Position& there) {
  const OneWay& way = pair.alignment.from(side);
  const Scenario &from = *pair.scenarios[side], &to = *pair.scenarios[1 - side];
  NamedChoice out;
  out.action = way.actions[named.action];
  const int32_t at = there.cell(to.layout.site) - 1;
  if (out.action == language::none || at < 0) return std::nullopt;
  const auto& site = to.program->sites[at];
  out.alternative = -1;
  for (size_t i = 0; i < site.alternatives.size(); ++i) {
    if (site.alternatives[i].action == out.action) {
      out.alternative = static_cast<int16_t>(i);
      break;
    }
  }
  const auto& params = from.program->actions[named.action].params;
  const auto& others = to.program->actions[out.action].params;
  if (out.alternative < 0 || params.size() != others.size()) return std::nullopt;
  for (size_t k = 0; k < params.size(); ++k) {
    const language::Type type = from.program->vars[params[k].var].type;
    if (params[k].mode != others[k].mode) return std::nullopt;
    Value value = named.values[k];
    const size_t kind = params[k].mode == ParamMode::path  ? static_cast<size_t>(language::kind_hex)
                        : params[k].mode == ParamMode::set ? static_cast<size_t>(params[k].domain->type.of)
                                                           : static_cast<size_t>(std::max(type.of, 0));
    if (params[k].mode == ParamMode::single) {
      const bool entity = type.tag == TypeTag::entity || type.tag == TypeTag::maybe;
      if (entity && !member(way.members[kind], value.number)) return std::nullopt;
      if (type.tag == TypeTag::location && !member(way.locations, value.number)) return std::nullopt;
    } else {
      for (int32_t& one : value.items) {
        if (!member(way.members[kind], one)) return std::nullopt;
      }
      if (params[k].mode == ParamMode::set) std::sort(value.items.begin(), value.items.end());
    }
    out.values.push_back(std::move(value));
  }
  return out;
}

}  // namespace casebook::compare
