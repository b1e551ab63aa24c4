// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/reference/derivation.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/text.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Expr;
using language::Op;
using language::TypeTag;

std::string value_text(const Scenario& scenario, const language::Type& type, const Value& value) {
  if (type.tag == TypeTag::set) {
    std::string text = "{";
    for (size_t i = 0; i < value.items.size(); ++i) {
      text += (i == 0 ? "" : ", ") + scenario.value_text({TypeTag::entity, type.of, 1}, value.items[i]);
    }
    return text + "}";
  }
  if (type.tag == TypeTag::path) {
    std::string text;
    for (size_t i = 1; i < value.items.size(); ++i) {
      text +=
          (i == 1 ? "" : "-") + scenario.value_text({TypeTag::entity, language::kind_hex, 1}, value.items[i]);
    }
    return text;
  }
  return scenario.value_text(type, value.number);
}

std::string short_value_text(const Scenario& scenario, const language::Type& type, const Value& value) {
  if (type.tag != TypeTag::set || value.items.size() <= most_members_told)
    return value_text(scenario, type, value);
  Value first = value;
  first.items.resize(most_members_told);
  std::string text = value_text(scenario, type, first);
  text.pop_back();
  return text + " and " + std::to_string(value.items.size() - most_members_told) + " more}";
}

std::string source_text(const Evaluator& evaluator, const Expr& expr) {
  std::string text;
  for (const std::string_view word : words(evaluator.text_of(expr.place)))
    text += (text.empty() ? "" : " ") + std::string(word);
  return text;
}

std::string expression_text(Evaluator& evaluator, const Expr& expr, const Position& position) {
  const language::Program& program = evaluator.program();
  std::string name;
  switch (expr.op) {
    case Op::call:
      name = program.definitions[expr.ref].name;
      break;
    case Op::given:
    case Op::given_between:
      name = program.givens[expr.ref].name;
      break;
    case Op::state:
    case Op::state_between:
      name = program.states[expr.ref].name;
      break;
    case Op::table:
      name = program.tables[expr.ref].name;
      break;
    case Op::legal:
      name = "legal " + program.actions[expr.ref].name;
      break;
    case Op::place_of:
      name = "place";
      break;
    case Op::field_at:
      name = program.fields[expr.ref].name;
      break;
    case Op::adjacent:
      name = "adjacent";
      break;
    case Op::distance:
      name = "distance";
      break;
    case Op::list:
      return std::string("the list");
    default:
      return source_text(evaluator, expr);
  }
  if (expr.args.empty()) return name;
  std::string text = name + "(";
  for (size_t i = 0; i < expr.args.size(); ++i) {
    // Arguments are evaluated again, without writing that down; a fault among them is met again by the
    // caller.
    std::string value;
    try {
      Evaluator plain(evaluator.scenario_ptr());
      plain.share_frame(evaluator);
      value =
          short_value_text(evaluator.scenario(), expr.args[i]->type, plain.evaluate(*expr.args[i], position));
    } catch (const Fault&) {
      value = "?";
    }
    text += (i == 0 ? "" : ", ") + value;
  }
  return text + ")";
}

namespace {

void condense(Derivation& derivation, std::set<std::string>& told) {
  std::vector<DerivationPtr> kept;
  for (DerivationPtr& child : derivation.children) {
    const bool again =
        child->children.empty() && std::any_of(kept.begin(), kept.end(), [&child](const DerivationPtr& one) {
          return one->children.empty() && one->text == child->text && one->value == child->value &&
                 one->note == child->note && one->label == child->label;
        });
    if (again) continue;
    // A line that shows the values of its arguments is the same thing wherever it stands; one as written is
    // not.
    if (child->role == DerivationRole::lookup && child->text != child->source && !child->children.empty() &&
        !told.insert(child->text + " = " + child->value).second) {
      child->children.clear();
      child->note = "as above";
    }
    condense(*child, told);
    kept.push_back(std::move(child));
  }
  derivation.children = std::move(kept);
}

}  // namespace

void condense(Derivation& derivation) {
  std::set<std::string> told;
  condense(derivation, told);
}

std::string derivation_text(const Derivation& derivation, int indent) {
  std::string text(static_cast<size_t>(indent) * 2, ' ');
  text += printable(derivation.text);
  if (!derivation.value.empty() && derivation.value != derivation.text)
    text += (derivation.role == DerivationRole::member ? ": " : " = ") + printable(derivation.value);
  if (!derivation.note.empty()) text += (derivation.text.empty() ? "" : ": ") + printable(derivation.note);
  if (!derivation.label.empty()) text += "  [" + printable(derivation.label) + "]";
  text += "\n";
  for (const DerivationPtr& child : derivation.children) text += derivation_text(*child, indent + 1);
  return text;
}

nlohmann::ordered_json derivation_json(const Derivation& derivation) {
  nlohmann::ordered_json json{{"text", derivation.text}};
  if (!derivation.value.empty()) json["value"] = derivation.value;
  if (!derivation.label.empty()) json["case"] = derivation.label;
  if (!derivation.note.empty()) json["note"] = derivation.note;
  if (!derivation.children.empty()) {
    json["because"] = nlohmann::ordered_json::array();
    for (const DerivationPtr& child : derivation.children) json["because"].push_back(derivation_json(*child));
  }
  return json;
}

}  // namespace casebook::runtime
