// SPDX-License-Identifier: Apache-2.0
// Translation: fields over a large map, of which a question needs little. What is read is a variable. Of a
// model the field is worked out, and where a value is another one a fact is said that rules it out: a way
// that makes it as little as that, or the hexes round about from which nothing leads on for less. So a
// question pays for what it leans on, and a model that only freedom allows is no model.
#include <algorithm>
#include <limits>
#include <queue>
#include <unordered_set>

#include "verifier/symbolic/translate/field_parts.h"

namespace casebook::symbolic {

using language::TypeTag;

namespace {

constexpr int64_t never_come_to = std::numeric_limits<int64_t>::max();

/// Costs from some hexes along steps, cheapest first.
struct Spread {
  std::vector<int64_t> cost;  // by hex
  std::vector<int32_t> by;    // the step by which it was come to; -1: none
};

}  // namespace

struct Translator::OpenField {
  struct Read {
    Ref hex;
    SymbolicValue value;
  };
  OpenField(FieldId id, std::vector<SymbolicValue> arguments, SymbolicPosition at)
      : field(id), params(std::move(arguments)), position(std::move(at)) {}
  FieldId field;
  std::vector<SymbolicValue> params;
  SymbolicPosition position;
  std::vector<Read> reads;
  // Once they are written down.
  bool written_down = false, is_free = false;
  FieldParts parts;
  std::vector<std::vector<int32_t>> steps_from, steps_to;  // indices into parts.edges, by hex
  std::unique_ptr<Cone> cone;
  // Of the assignment that is looked at.
  std::vector<int64_t> step;  // by edge; never_come_to: none
  std::vector<bool> goal;

  bool is_asked(const AboutVariable& about) const;
  void look_at(const Assignment& assignment) {
    cone->evaluate(assignment);
    step.clear();
    goal.clear();
    for (const FieldParts::Edge& edge : parts.edges)
      step.push_back(cone->value(edge.step.never) != 0 ? never_come_to : cone->value(edge.step.number));
    for (const Ref one : parts.goal) goal.push_back(cone->value(one) != 0);
  }
  Spread spread(const std::vector<int32_t>& starts, bool forward) const {
    Spread result{std::vector<int64_t>(goal.size(), never_come_to), std::vector<int32_t>(goal.size(), -1)};
    using Entry = std::pair<int64_t, int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const int32_t start : starts) {
      result.cost[static_cast<size_t>(start)] = 0;
      open.emplace(0, start);
    }
    while (!open.empty()) {
      const auto [so_far, hex] = open.top();
      open.pop();
      if (so_far > result.cost[static_cast<size_t>(hex)]) continue;
      for (const int32_t at : (forward ? steps_from : steps_to)[static_cast<size_t>(hex)]) {
        const FieldParts::Edge& edge = parts.edges[static_cast<size_t>(at)];
        const auto next = static_cast<size_t>(forward ? edge.to : edge.from);
        if (step[static_cast<size_t>(at)] == never_come_to) continue;
        const int64_t cost = so_far + step[static_cast<size_t>(at)];
        if (cost >= result.cost[next]) continue;
        result.cost[next] = cost;
        result.by[next] = at;
        open.emplace(cost, static_cast<int32_t>(next));
      }
    }
    return result;
  }
};

SymbolicValue Translator::open_field_value(FieldId id, const std::vector<SymbolicValue>& values,
                                           const SymbolicPosition& position) {
  const language::Field& field = program_.fields[id];
  const std::string what =
      "field " + field.name + " over " + std::to_string(scenario_.ground.hexes) + " hexes";
  if (freedom_ == Freedom::forbidden || no_variables_) throw Untranslated(what, field.label);
  const auto may = [&](const language::ExprPtr& expr) { return expr && may_fault(*expr); };
  if (may(field.goal) || may(field.through) || may(field.across) || may(field.step))
    throw Untranslated(what + ", whose parts may fault", field.label);
  const std::vector<SymbolicValue> params(values.begin(), values.end() - 1);
  const Key key = key_of(2 * int64_t{id} + 1, params, access_.field(id), position);
  const auto [at, fresh] = open_field_of_.emplace(key, open_fields_.size());
  if (fresh) open_fields_.push_back(std::make_shared<OpenField>(id, params, position));
  OpenField& open = *open_fields_[at->second];
  const std::string name =
      field.name + "#" + std::to_string(at->second) + " read " + std::to_string(open.reads.size());
  SymbolicValue value;
  if (field.type.tag == TypeTag::boolean) {
    value = truth(formula_.boolean_variable(name));
  } else {
    // A sum of steps may be beyond the range of the measure, as long as nobody stores it.
    const int64_t most = positions_.bounds_of(field.type).high * field.type.fine * scenario_.ground.hexes;
    value = whole(formula_.number_variable(name, 0, most), formula_.boolean_variable("never " + name));
    formula_.assume(formula_.implies(value.never, formula_.equal(value.number, formula_.number(0))));
  }
  open.reads.push_back({values.back().number, value});
  return value;
}

bool Translator::OpenField::is_asked(const AboutVariable& about) const {
  return std::any_of(reads.begin(), reads.end(),
                     [&](const Read& one) { return about(one.value.number) || about(one.value.never); });
}

bool Translator::has_unknown_fields(const AboutVariable& is_asked) const {
  return std::any_of(open_fields_.begin(), open_fields_.end(),
                     [&](const auto& one) { return !one->written_down && one->is_asked(is_asked); });
}

void Translator::write_fields_down(const AboutVariable& is_asked) {
  for (const auto& open : open_fields_)
    if (!open->written_down && open->is_asked(is_asked)) write_down(*open);
}

void Translator::write_each_field_down() {
  std::unordered_set<FieldId> met;
  for (const auto& open : open_fields_)
    if (met.insert(open->field).second && !open->written_down) write_down(*open);
}

void Translator::write_down(OpenField& open) {
  open.written_down = true;
  const language::Field& field = program_.fields[open.field];
  const size_t size = formula_.size();
  try {
    const Aside aside(*this);
    const NoVariables none(no_variables_);
    for (size_t i = 0; i < field.params.size(); ++i) variable(field.params[i]) = open.params[i];
    open.parts = field_parts(field, open.position);
  } catch (const Untranslated& parts) {
    open.is_free = true;
    freed_.emplace("field " + field.name + ", for " + parts.construct, field.label);
    return;
  } catch (const TooLarge& large) {
    open.is_free = true;
    freed_.emplace("field " + field.name + ": " + large.what(), field.label);
    open.parts = {};
    // What is remembered may speak of what is forgotten.
    known_.clear();
    known_fields_.clear();
    open_field_of_.clear();
    contents_.clear();
    content_ids_.clear();
    formula_.forget_from(size);
    return;
  }
  std::vector<Ref> roots = open.parts.goal;
  open.steps_from.resize(roots.size());
  open.steps_to.resize(roots.size());
  for (size_t i = 0; i < open.parts.edges.size(); ++i) {
    const FieldParts::Edge& edge = open.parts.edges[i];
    roots.push_back(edge.step.never);
    roots.push_back(edge.step.number);
    open.steps_from[static_cast<size_t>(edge.from)].push_back(static_cast<int32_t>(i));
    open.steps_to[static_cast<size_t>(edge.to)].push_back(static_cast<int32_t>(i));
  }
  if (reads_open_fields(roots)) {
    open.is_free = true;
    freed_.emplace("field " + field.name + ", which reads another over so large a map", field.label);
    return;
  }
  open.cone = std::make_unique<Cone>(formula_, roots);
}

bool Translator::reads_open_fields(const std::vector<Ref>& roots) const {
  std::unordered_set<Ref> read, met;
  for (const auto& open : open_fields_)
    for (const OpenField::Read& one : open->reads) read.insert({one.value.number, one.value.never});
  std::vector<Ref> open = roots;
  while (!open.empty()) {
    const Ref a = open.back();
    open.pop_back();
    if (!met.insert(a).second) continue;
    if (formula_.node(a).kind == NodeKind::variable && read.count(a) != 0) return true;
    for (const Ref b : formula_.operands(a)) open.push_back(b);
  }
  return false;
}

std::vector<Ref> Translator::contradicted(Assignment& assignment, const AboutVariable& met) {
  std::vector<Ref> facts;
  const auto set = [&](Ref variable, int64_t value) {
    if (formula_.node(variable).kind != NodeKind::variable || met(variable)) return false;
    assignment[static_cast<size_t>(formula_.node(variable).payload)] = value;
    return true;
  };
  for (const auto& one : open_fields_) {
    OpenField& open = *one;
    if (!open.written_down || open.is_free || open.reads.empty()) continue;
    open.look_at(assignment);
    const bool reach = program_.fields[open.field].type.tag == TypeTag::boolean;
    std::vector<int32_t> goals;
    for (size_t hex = 0; hex < open.goal.size(); ++hex)
      if (open.goal[hex]) goals.push_back(static_cast<int32_t>(hex));
    const Spread to_goal = open.spread(goals, false);
    for (const OpenField::Read& read : open.reads) {
      const int64_t at =
          positions_.codes().member_of(language::kind_hex, formula_.value(read.hex, assignment));
      if (at < 0) continue;  // read where nobody asks
      const int64_t is = to_goal.cost[static_cast<size_t>(at)];
      const bool is_never = is == never_come_to;
      const bool said_never = reach ? formula_.value(read.value.number, assignment) == 0
                                    : formula_.value(read.value.never, assignment) != 0;
      const int64_t said = reach || said_never ? 0 : formula_.value(read.value.number, assignment);
      if (said_never == is_never && (reach || is_never || said == is)) continue;
      // Nobody has asked for it yet: it is what it is.
      if (reach ? set(read.value.number, is_never ? 0 : 1)
                : !met(read.value.never) && !met(read.value.number)) {
        if (!reach) {
          set(read.value.never, is_never ? 1 : 0);
          set(read.value.number, is_never ? 0 : is);
        }
        continue;
      }
      const Ref here =
          formula_.equal(read.hex, formula_.number(positions_.codes().of_hex(static_cast<int32_t>(at))));
      const bool too_little = !said_never && (is_never || (!reach && said < is));
      std::vector<Ref> any{formula_.not_(here)};
      if (too_little) {
        // From here, as far as nothing has cost so much: no goal, and no step out of it for less.
        const Spread from_here = open.spread({static_cast<int32_t>(at)}, true);
        const auto& cost = from_here.cost;
        for (size_t hex = 0; hex < cost.size(); ++hex) {
          if (cost[hex] == never_come_to || cost[hex] >= is) continue;
          any.push_back(open.parts.goal[hex]);
          for (const int32_t by : open.steps_from[hex]) {
            const FieldParts::Edge& edge = open.parts.edges[static_cast<size_t>(by)];
            const int64_t least = std::min(cost[static_cast<size_t>(edge.to)], is);
            const Ref is_open = formula_.not_(edge.step.never);
            if (least == never_come_to)
              any.push_back(is_open);
            else
              any.push_back(formula_.and_(
                  is_open, formula_.less(edge.step.number, formula_.number(least - cost[hex]))));
          }
        }
        if (reach)
          any.push_back(formula_.not_(read.value.number));
        else if (is_never)
          any.push_back(read.value.never);
        else
          any.push_back(
              formula_.or_(read.value.never, formula_.less_equal(formula_.number(is), read.value.number)));
      } else {
        // The way there is.
        auto hex = static_cast<size_t>(at);
        for (int32_t by = to_goal.by[hex]; by >= 0; by = to_goal.by[hex]) {
          const FieldParts::Edge& edge = open.parts.edges[static_cast<size_t>(by)];
          any.push_back(edge.step.never);
          if (!reach)
            any.push_back(
                formula_.less(formula_.number(open.step[static_cast<size_t>(by)]), edge.step.number));
          hex = static_cast<size_t>(edge.to);
        }
        any.push_back(formula_.not_(open.parts.goal[hex]));
        any.push_back(reach ? read.value.number
                            : formula_.and_(formula_.not_(read.value.never),
                                            formula_.less_equal(read.value.number, formula_.number(is))));
      }
      facts.push_back(formula_.or_(std::move(any)));
    }
  }
  return facts;
}

std::optional<std::vector<Ref>> Translator::broken(Assignment& assignment, const AboutVariable& met,
                                                   const AboutVariable& is_asked) {
  std::vector<Ref> facts = unfounded(assignment);
  if (!facts.empty()) return facts;
  facts = contradicted(assignment, met);
  if (!facts.empty()) return facts;
  return overlooked(assignment, is_asked);
}

}  // namespace casebook::symbolic
