// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/collector.h"

#include <algorithm>
#include <utility>

#include "engine/runtime/reference/value_text.h"
#include "verifier/regions/marked_hexes.h"

namespace casebook::regions {

using language::TypeTag;
using runtime::Position;
using runtime::Value;

namespace {

bool is_better(const Example& one, const Example& other) {
  return std::pair(one.asked, one.grade) > std::pair(other.asked, other.grade);
}

/// A fault stands behind the values of its way.
constexpr int64_t after_all_values = INT64_MAX;

}  // namespace

Collector::Collector(std::shared_ptr<const runtime::Scenario> scenario, Subject& subject,
                     runtime::Evaluator& evaluator)
    : scenario_(std::move(scenario)), subject_(subject), evaluator_(evaluator) {
  for (const language::StateId state : subject_.reads.states) {
    if (scenario_->program->states[state].params.empty() && !scenario_->program->states[state].hidden)
      states_.push_back(state);
  }
}

void Collector::see(const Position& position, Grade grade, bool asked) {
  std::vector<Value> arguments;
  for (const language::VarId one : subject_.params) arguments.push_back(evaluator_.variable(one));
  Way way;
  Source source;
  std::string fault;
  Value value;
  try {
    value = subject_.value(position, arguments);
    subject_.way(position, arguments, way, source);
  } catch (const runtime::Fault& why) {
    fault = why.why;
    try {
      subject_.way(position, arguments, way, source);
    } catch (const runtime::Fault&) {  // the way ends there
    }
  }
  for (size_t i = 0; i < arguments.size(); ++i) evaluator_.variable(subject_.params[i]) = arguments[i];
  ++inputs_;
  if (asked) ++asked_;
  for (const Taken& one : way) taken_.insert(one);
  const std::string said = fault.empty() ? text(value) : fault;
  Key key{way, fault.empty() ? value.number : after_all_values, said};
  if (fault.empty() && !add_value(way, said)) key = {way, 0, std::string()};
  Collected& into = all_[key];
  Region& region = into.region;
  if (region.inputs++ == 0) region.way = way, region.fault = fault, region.formula = source.text;
  if (fault.empty()) add(into, value, said);
  Example example;
  example.grade = grade, example.asked = asked;
  if (region.inputs > 1 && !is_better(example, region.example)) return;
  region.example = std::move(example);
  region.example.position = position;
  region.example.expression = subject_.expression(arguments), region.example.state = state(position);
  region.example.value = said;
  add_hexes(arguments, position, region.example.hexes);
}

/// No where the way has many values.
bool Collector::add_value(const Way& way, const std::string& said) {
  std::set<std::string>& known = values_[way];
  if (known.size() <= most_values_apart) known.insert(said);
  return known.size() <= most_values_apart;
}

Regions Collector::made() {
  Regions made;
  made.decisions = subject_.decisions;
  made.inputs = inputs_, made.asked = asked_;
  for (auto& [way, values] : values_) {
    if (values.size() <= most_values_apart) continue;
    Collected whole;
    for (auto one = all_.lower_bound({way, INT64_MIN, std::string()}); one != all_.end();) {
      if (std::get<0>(one->first) != way) break;
      if (!one->second.region.fault.empty()) {
        ++one;
        continue;
      }
      take_over(whole, std::move(one->second));
      one = all_.erase(one);
    }
    whole.region.more_values = whole.named.size() > most_values ? whole.named.size() - most_values : 0;
    all_[{way, 0, std::string()}] = std::move(whole);
  }
  for (auto& [key, one] : all_) {
    Region& region = one.region;
    if (subject_.type.tag == TypeTag::number && one.any) {
      region.least = text(one.least), region.most = text(one.most);
      region.values.clear();
      for (const int64_t value : one.numbers) region.values.push_back(text(Value(value)));
    }
    // A constant, or a value that no other input of the way has, needs no formula.
    if (values_[region.way].size() < 2) region.formula.clear();
    made.regions.push_back(std::move(region));
  }
  made.never = never_of(made.decisions, taken_);
  return made;
}

void Collector::add(Collected& into, const Value& value, const std::string& said) const {
  const bool is_number = subject_.type.tag == TypeTag::number;
  if (is_number) {
    if (!into.any || value.number < into.least.number) into.least = value;
    if (!into.any || value.number > into.most.number) into.most = value;
    into.any = true;
  }
  if (!into.named.insert(said).second) return;
  if (into.named.size() > most_values) {
    ++into.region.more_values;
    return;
  }
  if (is_number)
    into.numbers.insert(value.number);
  else
    into.region.values.push_back(said);
}

void Collector::take_over(Collected& into, Collected&& other) const {
  if (into.region.inputs == 0) {
    into = std::move(other);
    return;
  }
  Region& region = into.region;
  region.inputs += other.region.inputs;
  if (other.any) {
    if (other.least.number < into.least.number) into.least = other.least;
    if (other.most.number > into.most.number) into.most = other.most;
  }
  for (const std::string& said : other.named) {
    if (into.named.insert(said).second && into.named.size() <= most_values &&
        subject_.type.tag != TypeTag::number)
      region.values.push_back(said);
  }
  for (const int64_t value : other.numbers)
    if (into.numbers.size() < most_values) into.numbers.insert(value);
  if (is_better(other.region.example, region.example)) region.example = std::move(other.region.example);
}

void Collector::add_hexes(const std::vector<Value>& arguments, const Position& position,
                          std::vector<int>& hexes) const {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const language::Type& type = scenario_->program->vars[subject_.params[i]].type;
    if (type.tag == TypeTag::set) {
      for (const int32_t member : arguments[i].items)
        add_hex_of(*scenario_, position, {TypeTag::entity, type.of, 1}, member, hexes);
    } else {
      add_hex_of(*scenario_, position, type, static_cast<int32_t>(arguments[i].number), hexes);
    }
  }
}

std::string Collector::text(const Value& value) const {
  return runtime::value_text(*scenario_, subject_.type, value);
}

std::string Collector::state(const Position& position) const {
  std::string said;
  for (const language::StateId id : states_) {
    const language::State& state = scenario_->program->states[id];
    const Value value = evaluator_.read(scenario_->layout.states[id], state.type, position, 0);
    said +=
        (said.empty() ? "" : ", ") + state.name + " = " + runtime::value_text(*scenario_, state.type, value);
  }
  return said;
}

}  // namespace casebook::regions
