// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/slot_values.h"

#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/rational.h"
#include "engine/base/text.h"
#include "engine/runtime/absent.h"

namespace casebook::runtime {

using board::JsonKind;
using board::JsonValue;
using language::Measure;
using language::Type;
using language::TypeTag;

namespace {

uint32_t first_of(const Slot& slot, uint32_t combination) {
  return slot.first + combination * slot.width;
}

const Measure& measure_of(const Scenario& scenario, const Type& type) {
  return scenario.program->measures[type.of];
}

/// What one unit of a number of this type is worth.
Rational unit_of(const Scenario& scenario, const Type& type) {
  const Measure& measure = measure_of(scenario, type);
  return divide(Rational::make(measure.step_numerator, measure.step_denominator).value_or(Rational(1)),
                Rational(type.fine))
      .value_or(Rational(1));
}

bool has_member(const Scenario& scenario, KindId kind, int32_t member) {
  return member >= 0 && member < scenario.size(kind);
}

const std::string& member_name(const Scenario& scenario, KindId kind, int32_t member) {
  return scenario.members[kind][static_cast<size_t>(member)];
}

/// Reads one value; reports what is wrong with it.
class ValueReader {
 public:
  ValueReader(const Scenario& scenario, const Type& type, const language::Interval* interval,
              const board::DataFile& file)
      : scenario_(scenario), type_(type), interval_(interval), file_(file) {}

  std::optional<Value> read(const JsonValue& json) {
    switch (type_.tag) {
      case TypeTag::boolean:
        return boolean(json);
      case TypeTag::number:
        return number(json);
      case TypeTag::entity:
        return scalar(member(json));
      case TypeTag::location:
        return scalar(location(json));
      case TypeTag::maybe:
        return json.is(JsonKind::null) ? Value{-1, {}} : scalar(member(json));
      case TypeTag::set:
        return set(json);
      case TypeTag::path:
        return path(json);
      case TypeTag::range:
        break;
    }
    return std::nullopt;
  }

 private:
  static std::optional<Value> scalar(std::optional<int32_t> value) {
    if (!value) return std::nullopt;
    return Value{*value, {}};
  }

  std::nullopt_t wrong_sort(const JsonValue& json, const std::string& expected) {
    file_.wrong_kind(json, "the value", expected);
    return std::nullopt;
  }

  std::optional<Value> boolean(const JsonValue& json) {
    if (!json.is(JsonKind::boolean)) return wrong_sort(json, "true or false");
    return Value{json.boolean ? 1 : 0, {}};
  }

  std::string numbers_expected() const {
    const Measure& measure = measure_of(scenario_, type_);
    const int64_t low = interval_ != nullptr ? interval_->low : measure.low;
    const int64_t high = interval_ != nullptr ? interval_->high : measure.high;
    std::string text = scenario_.value_text(type_, low) + " to " + scenario_.value_text(type_, high);
    if (measure.step_numerator != 1 || measure.step_denominator != 1)
      text += " by " + scenario_.value_text(type_, type_.fine);
    if (interval_ != nullptr ? interval_->may_be_never : measure.or_never) text += ", or \"never\"";
    return text;
  }

  bool fits(int64_t value) const {
    if (interval_ != nullptr) return interval_->low <= value && value <= interval_->high;
    const Measure& measure = measure_of(scenario_, type_);
    return measure.low <= value && value <= measure.high;
  }

  std::optional<Value> number(const JsonValue& json) {
    if (!json.is(JsonKind::number) && !json.is(JsonKind::string))
      return wrong_sort(json, "a number, " + numbers_expected());
    const bool never_allowed =
        interval_ != nullptr ? interval_->may_be_never : measure_of(scenario_, type_).or_never;
    if (json.is(JsonKind::string) && json.text == "never" && never_allowed)
      return Value{static_cast<int32_t>(language::never_value), {}};
    const std::optional<Rational> written = parse_rational(json.text);
    const std::optional<int64_t> steps =
        written ? whole_steps(*written, unit_of(scenario_, type_)) : std::nullopt;
    if (!steps || !fits(*steps)) {
      std::string problem = !written ? " is no number here"
                            : !steps ? " is not on the step of its measure"
                                     : " is out of range";
      file_.error("P0112", json.place, quoted(json.text) + problem).expected = numbers_expected();
      return std::nullopt;
    }
    return Value{static_cast<int32_t>(*steps), {}};
  }

  template <class Seek>
  std::nullopt_t unknown(const JsonValue& json, const std::string& what, Seek nearest,
                         const std::string& why = {}) {
    Diagnostic& d =
        file_.error("P0110", json.place, "there is no " + what + " named " + quoted(json.text) + why);
    d.expected = "the name of a " + what;
    if (why.empty()) file_.diagnostics().suggest(d, nearest);
    return std::nullopt;
  }

  const std::string& kind_name(KindId kind) const { return scenario_.program->kinds[kind].name; }

  std::optional<int32_t> member(const JsonValue& json) {
    if (!json.is(JsonKind::string)) {
      return wrong_sort(
          json, "the name of a " + kind_name(type_.of) + (type_.tag == TypeTag::maybe ? ", or null" : ""));
    }
    if (const auto found = scenario_.find(type_.of, json.text)) return found;
    return unknown(
        json, kind_name(type_.of), [&] { return nearest_name(json.text, scenario_.members[type_.of]); },
        why_absent(scenario_, type_.of, json.text));
  }

  std::optional<int32_t> location(const JsonValue& json) {
    if (!json.is(JsonKind::string)) return wrong_sort(json, "the name of a hex or box");
    if (const auto found = scenario_.find(language::kind_hex, json.text)) return found;
    const auto& boxes = scenario_.program->boxes;
    for (size_t i = 0; i < boxes.size(); ++i) {
      if (boxes[i].name == json.text) return scenario_.ground.hexes + static_cast<int32_t>(i);
    }
    return unknown(json, "hex or box", [&] {
      NearestName nearest(json.text);
      for (const auto& box : boxes) nearest.offer(box.name);
      for (const std::string& hex : scenario_.members[language::kind_hex]) nearest.offer(hex);
      return nearest.best();
    });
  }

  std::optional<Value> set(const JsonValue& json) {
    if (!json.is(JsonKind::array))
      return wrong_sort(json, "a list of members of the kind " + kind_name(type_.of));
    Value value;
    bool good = true;
    for (const JsonValue& item : json.items) {
      const std::optional<int32_t> found = member(item);
      if (!found) {
        good = false;
        continue;
      }
      if (std::find(value.items.begin(), value.items.end(), *found) != value.items.end()) {
        file_.error("P0111", item.place, quoted(item.text) + " is in this list twice");
        good = false;
      }
      value.items.push_back(*found);
    }
    if (!good) return std::nullopt;
    std::sort(value.items.begin(), value.items.end());
    return value;
  }

  std::optional<Value> path(const JsonValue& json) {
    const size_t most = static_cast<size_t>(limits::path_steps) + 1;
    if (!json.is(JsonKind::array) || json.items.empty() || json.items.size() > most) {
      return wrong_sort(
          json, "a list of 1 to " + std::to_string(most) + " hexes, the first being where the path begins");
    }
    Value value;
    for (const JsonValue& item : json.items) {
      if (!item.is(JsonKind::string)) return wrong_sort(item, "the name of a hex");
      const auto hex = scenario_.find(language::kind_hex, item.text);
      if (!hex) {
        return unknown(item, "hex",
                       [&] { return nearest_name(item.text, scenario_.members[language::kind_hex]); });
      }
      if (!value.items.empty() && scenario_.ground.between(value.items.back(), *hex) < 0) {
        file_.error("P0112", item.place, quoted(item.text) + " is not next to the hex before it").expected =
            "a hex adjacent to the one before";
        return std::nullopt;
      }
      value.items.push_back(*hex);
    }
    return value;
  }

  const Scenario& scenario_;
  const Type& type_;
  const language::Interval* interval_;
  const board::DataFile& file_;
};

}  // namespace

Value read_slot(const Position& position, const Slot& slot, const Type& type, uint32_t combination) {
  Value value;
  if (slot.kind == SlotKind::bits) {
    value.number = position.bit(slot.first, combination) ? 1 : 0;
    return value;
  }
  const uint32_t first = first_of(slot, combination);
  if (slot.kind == SlotKind::sets) {
    for (uint32_t w = 0; w < slot.width; ++w) {
      for (uint32_t b = 0; b < 64; ++b) {
        if ((position.word(first + w) >> b) & 1U) value.items.push_back(static_cast<int32_t>(w * 64 + b));
      }
    }
    return value;
  }
  if (type.tag == TypeTag::path) {
    const int32_t steps = std::clamp(position.cell(first), 0, limits::path_steps);
    for (uint32_t i = 0; i <= static_cast<uint32_t>(steps); ++i)
      value.items.push_back(position.cell(first + 1 + i));
    return value;
  }
  value.number = position.cell(first);
  return value;
}

void write_slot(Position& position, const Slot& slot, const Type& type, uint32_t combination,
                const Value& value) {
  if (slot.kind == SlotKind::bits) {
    position.set_bit(slot.first, combination, value.number != 0);
    return;
  }
  const uint32_t first = first_of(slot, combination);
  if (slot.kind == SlotKind::sets) {
    std::vector<uint64_t> words(slot.width, 0);
    for (const int32_t item : value.items)
      words[static_cast<size_t>(item) >> 6U] |= uint64_t{1} << (static_cast<uint32_t>(item) & 63U);
    for (uint32_t w = 0; w < slot.width; ++w) position.set_word(first + w, words[w]);
    return;
  }
  if (type.tag == TypeTag::path) {
    position.set_cell(first, static_cast<int32_t>(value.items.size()) - 1);
    for (uint32_t i = 0; i + 1 < path_cells; ++i)
      position.set_cell(first + 1 + i, i < value.items.size() ? value.items[i] : 0);
    return;
  }
  position.set_cell(first, value.cell());
}

std::optional<Value> constant_value(const Scenario& scenario, const Type& type,
                                    const language::Expr* initial) {
  Value value;
  if (initial == nullptr) {
    if (type.tag == TypeTag::maybe) value.number = -1;
    if (type.tag == TypeTag::path) value.items.push_back(0);
    if (type.tag == TypeTag::number) {
      const Measure& measure = measure_of(scenario, type);
      value.number = static_cast<int32_t>(std::clamp<int64_t>(0, measure.low, measure.high));
    }
    return value;
  }
  if (initial->op == language::Op::set_of && initial->args.empty()) return value;
  if (initial->op != language::Op::constant) return std::nullopt;
  value.number = static_cast<int32_t>(initial->value);
  return value;
}

Value variable_default(const Scenario& scenario, const language::Var& var) {
  Value value = *constant_value(scenario, var.type, nullptr);
  if (var.type.tag == TypeTag::number)
    value.number = static_cast<int32_t>(std::clamp<int64_t>(0, var.interval.low, var.interval.high));
  return value;
}

bool is_typed(const Scenario& scenario, const language::Var& var, const Value& value) {
  const Type& type = var.type;
  const auto all_members = [&](KindId kind) {
    return std::all_of(value.items.begin(), value.items.end(),
                       [&](int32_t member) { return has_member(scenario, kind, member); });
  };
  switch (type.tag) {
    case TypeTag::boolean:
      return value.number == 0 || value.number == 1;
    case TypeTag::number:
      if (value.number == language::never_value) return var.interval.may_be_never;
      return var.interval.low <= value.number && value.number <= var.interval.high;
    case TypeTag::entity:
      return has_member(scenario, type.of, value.cell());
    case TypeTag::location:
      return value.number >= 0 &&
             value.number < scenario.ground.hexes + static_cast<int32_t>(scenario.program->boxes.size());
    case TypeTag::maybe:
      return value.number == -1 || has_member(scenario, type.of, value.cell());
    case TypeTag::set:
      return all_members(type.of);
    case TypeTag::path:
      return all_members(language::kind_hex);
    case TypeTag::range:
      return false;
  }
  return false;
}

JsonValue value_json(const Scenario& scenario, const Type& type, const Value& value) {
  switch (type.tag) {
    case TypeTag::boolean:
      return JsonValue::of(value.number != 0);
    case TypeTag::number: {
      const std::string text = scenario.value_text(type, value.number);
      const auto written = parse_rational(text);
      if (written && written->is_whole()) return JsonValue::of(written->numerator());
      return JsonValue::of(text);
    }
    case TypeTag::entity:
    case TypeTag::location:
      return JsonValue::of(scenario.value_text(type, value.number));
    case TypeTag::maybe:
      return value.number < 0 ? JsonValue() : JsonValue::of(scenario.value_text(type, value.number));
    case TypeTag::set:
    case TypeTag::path: {
      const KindId kind = type.tag == TypeTag::set ? KindId(type.of) : language::kind_hex;
      JsonValue list = JsonValue::array();
      for (const int32_t item : value.items)
        list.items.push_back(JsonValue::of(member_name(scenario, kind, item)));
      return list;
    }
    case TypeTag::range:
      break;
  }
  return {};
}

std::optional<Value> value_from_json(const Scenario& scenario, const Type& type,
                                     const language::Interval* interval, const JsonValue& json,
                                     const board::DataFile& file) {
  return ValueReader(scenario, type, interval, file).read(json);
}

}  // namespace casebook::runtime
