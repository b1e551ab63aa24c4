// SPDX-License-Identifier: Apache-2.0
// Types as written, and as shown in messages.
#include "engine/base/limits.h"
#include "engine/base/nearest.h"
#include "engine/base/rational.h"
#include "engine/language/check/checker.h"

namespace casebook::language {

std::optional<Type> Checker::check_type(const Node& node) {
  if (node.broken) return std::nullopt;
  const SyntaxTree& tree = *at.tree;
  if (tree.has_word(node, "location")) return location_type;
  if (tree.has_word(node, "path")) return Type{TypeTag::path, none, 1};
  const uint32_t token = name_token(node);
  if (token == SyntaxTree::npos) return std::nullopt;
  const std::string_view name = text(token);
  const bool set = tree.has_word(node, "set"), maybe = tree.has_word(node, "none");
  if (!set && !maybe) {
    if (name == "bool") return boolean_type;
    if (name == "location") return location_type;
    if (name == "path") return Type{TypeTag::path, none, 1};
    const Symbol* symbol = find_type(token);
    if (symbol == nullptr) return std::nullopt;
    return symbol->kind == SymbolKind::kind ? entity_type(symbol->id) : measure_type(symbol->id);
  }
  if (name == "bool" || name == "location" || name == "path") {
    error_at("E0307", token, "only members of a kind stand in a set or with `or none`").expected = "a kind";
    return std::nullopt;
  }
  const Symbol* symbol = find_type(token);
  if (symbol == nullptr) return std::nullopt;
  if (symbol->kind != SymbolKind::kind) {
    error_at(
        "E0307", token,
        "only members of a kind stand in a set or with `or none`; \"" + std::string(name) + "\" is a measure")
        .expected = "a kind";
    return std::nullopt;
  }
  return set ? set_type(symbol->id) : maybe_type(symbol->id);
}

Symbol* Checker::find_type(uint32_t token) {
  const std::string_view name = text(token);
  const auto where = types.find(name);
  if (where == types.end()) {
    Diagnostic& diagnostic = error_at("E0202", token, "there is no type \"" + std::string(name) + "\"");
    diagnostic.expected = "a kind or a measure";
    diagnostics.suggest(diagnostic, [&] {
      NearestName nearest(name);
      for (const auto& [known, symbol] : types) nearest.offer(known);
      for (const std::string_view known : {"bool", "location", "path"}) nearest.offer(known);
      return nearest.best();
    });
    return nullptr;
  }
  where->second.used = true;
  return where->second.broken ? nullptr : &where->second;
}

Interval Checker::interval_of(const Type& type) const {
  if (type.tag != TypeTag::number || type.of < 0) return {};
  const Measure& measure = program.measures[type.of];
  return {measure.low * type.fine, measure.high * type.fine, measure.or_never};
}

std::string Checker::number_of(const Type& type) const {
  return type.of == measure_number ? "a plain number" : "a number of " + type_text(type);
}

std::string Checker::type_text(const Type& type) const {
  const auto kind_name = [&] {
    return type.of >= 0 && static_cast<size_t>(type.of) < program.kinds.size() ? program.kinds[type.of].name
                                                                               : std::string("nothing");
  };
  switch (type.tag) {
    case TypeTag::boolean:
      return "bool";
    case TypeTag::number:
      return program.measures[type.of].name;
    case TypeTag::entity:
      return kind_name();
    case TypeTag::location:
      return "location";
    case TypeTag::set:
      return "set of " + kind_name();
    case TypeTag::maybe:
      return kind_name() + " or none";
    case TypeTag::path:
      return "path";
    case TypeTag::range:
      return "range";
  }
  return "";
}

std::string Checker::number_text(const Type& type, int64_t value) const {
  if (value == never_value) return "never";
  if (type.tag != TypeTag::number) return std::to_string(value);
  const Measure& measure = program.measures[type.of];
  const auto step = Rational::make(measure.step_numerator, measure.step_denominator);
  const auto units = Rational::make(value, type.fine);
  const auto product = step && units ? multiply(*step, *units) : std::nullopt;
  return product ? to_text(*product) : std::to_string(value);
}

std::vector<Type> Checker::param_types(const std::vector<VarId>& params) const {
  std::vector<Type> result;
  for (const VarId id : params) result.push_back((*vars)[id].type);
  return result;
}

std::vector<std::string> Checker::param_names(const std::vector<VarId>& params) const {
  std::vector<std::string> result;
  for (const VarId id : params) result.push_back((*vars)[id].name);
  return result;
}

}  // namespace casebook::language
