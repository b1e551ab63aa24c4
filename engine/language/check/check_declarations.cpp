// SPDX-License-Identifier: Apache-2.0
// Kinds, measures, boxes, places, options and readings.
#include <algorithm>
#include <set>

#include "engine/base/limits.h"
#include "engine/base/nearest.h"
#include "engine/base/rational.h"
#include "engine/language/check/checker.h"
#include "engine/language/syntax/literals.h"

namespace casebook::language {
namespace {

std::vector<uint32_t> name_tokens(const SyntaxTree& tree, const Node& node) {
  std::vector<uint32_t> tokens;
  for (const Child& child : node.children) {
    if (!child.node && tree.tokens[child.token].kind == TokenKind::name) tokens.push_back(child.token);
  }
  return tokens;
}

/// The names after the first that follow the word, up to the next keyword.
std::vector<uint32_t> names_after(const SyntaxTree& tree, const Node& node, std::string_view word) {
  std::vector<uint32_t> tokens;
  bool on = false;
  for (const Child& child : node.children) {
    if (child.node) continue;
    const Token& token = tree.tokens[child.token];
    if (token.kind == TokenKind::keyword) on = tree.token_text(child.token) == word;
    if (on && token.kind == TokenKind::name) tokens.push_back(child.token);
  }
  return tokens;
}

}  // namespace

void Checker::declare_built_ins() {
  program.kinds.resize(2);
  program.kinds[kind_hex].name = "hex";
  program.kinds[kind_hexside].name = "hexside";
  program.measures.resize(1);
  Measure& number = program.measures[measure_number];
  number.name = "number";
  number.low = -1'000'000;
  number.high = 1'000'000;
  Symbol symbol;
  symbol.used = true;
  symbol.id = kind_hex;
  types.emplace("hex", symbol);
  symbol.id = kind_hexside;
  types.emplace("hexside", symbol);
  symbol.kind = SymbolKind::measure;
  symbol.id = measure_number;
  types.emplace("number", symbol);
}

void Checker::declare_types() {
  declare_built_ins();
  for (const auto& declaration : declarations->all) {
    const Declaration& d = *declaration;
    Here here(*this, d);
    at.declaration = &d;
    switch (d.kind) {
      case NodeKind::kind_decl:
        declare_kind(d);
        break;
      case NodeKind::measure_decl:
        declare_measure(d);
        break;
      case NodeKind::box_decl:
        for (const uint32_t token : name_tokens(*at.tree, *d.node)) {
          declare_name(values, token, SymbolKind::box, static_cast<BoxId>(program.boxes.size()));
          fill_item(program.boxes.emplace_back(), std::string(text(token)), *d.node);
          program.boxes.back().place = place_of_token(token);
        }
        break;
      case NodeKind::place_decl:
        for (const uint32_t token : name_tokens(*at.tree, *d.node)) {
          declare_name(values, token, SymbolKind::place, static_cast<MapPlaceId>(program.places.size()));
          fill_item(program.places.emplace_back(), std::string(text(token)), *d.node);
          program.places.back().place = place_of_token(token);
        }
        break;
      case NodeKind::option_decl: {
        const uint32_t token = name_token(*d.node);
        declare_name(values, token, SymbolKind::option, static_cast<OptionId>(program.options.size()));
        Option& option = program.options.emplace_back();
        fill_item(option, d.name, *d.node);
        option.title = at.tree->string_value(*d.node);
        break;
      }
      case NodeKind::reading_decl:
        declare_reading(d);
        break;
      default:
        break;
    }
  }
  for (size_t k = 0; k < program.kinds.size(); ++k) {
    if (program.kinds[k].name == "side" && program.kinds[k].reading == none)
      program.kind_side = static_cast<KindId>(k);
  }
  check_switches();
}

void Checker::declare_kind(const Declaration& d) {
  const Node& node = *d.node;
  const std::vector<uint32_t> tokens = name_tokens(*at.tree, node);
  if (tokens.empty()) return;
  const KindId id = static_cast<KindId>(program.kinds.size());
  declare_name(types, tokens.front(), SymbolKind::kind, id);
  Kind& kind = program.kinds.emplace_back();
  fill_item(kind, d.name, node);
  kind.on_map = at.tree->has_word(node, "map");
  kind.closed = at.tree->has_word(node, "=");
  std::set<std::string_view> seen;
  for (size_t i = 1; i < tokens.size(); ++i) {
    const std::string_view member = text(tokens[i]);
    if (!seen.insert(member).second) {
      error_at("E0205", tokens[i], "\"" + std::string(member) + "\" is a member of " + d.name + " already");
      continue;
    }
    kind.members.emplace_back(member);
  }
  if (kind.members.size() > static_cast<size_t>(limits::entities_of_a_kind)) {
    error("E0409", node,
          "a kind has at most " + std::to_string(limits::entities_of_a_kind) +
              " members (limit \"entities of a kind\")");
  }
}

void Checker::declare_measure(const Declaration& d) {
  const Node& node = *d.node;
  const MeasureId id = static_cast<MeasureId>(program.measures.size());
  Symbol& symbol = declare_name(types, name_token(node), SymbolKind::measure, id);
  Measure& measure = program.measures.emplace_back();
  fill_item(measure, d.name, node);
  const bool by = at.tree->has_word(node, "by");
  measure.or_never = at.tree->has_word(node, "never");
  symbol.broken = true;  // until all of it has been read
  size_t next = 0;
  const auto constant = [&](const char* what) -> std::optional<Rational> {
    const Node* expr = at.tree->expression(node, next++);
    if (expr == nullptr || expr->broken) return std::nullopt;
    const auto value = constant_number(*at.tree, *expr);
    if (!value)
      error("E0308", *expr, std::string("the ") + what + " of a measure is a number").expected =
          "a number such as 4 or 1/2";
    return value;
  };
  std::optional<Rational> step = Rational(1);
  if (by) step = constant("step");
  const Node* step_node = by ? at.tree->expression(node, 0) : nullptr;
  const Node* low_node = at.tree->expression(node, next);
  const std::optional<Rational> low = constant("lowest value");
  const Node* high_node = at.tree->expression(node, next);
  const std::optional<Rational> high = constant("highest value");
  if (!step || !low || !high) return;
  if (*step <= Rational(0)) {
    error("E0406", *step_node, "a step is above 0");
    return;
  }
  measure.step_numerator = step->numerator();
  measure.step_denominator = step->denominator();
  const auto low_steps = whole_steps(*low, *step), high_steps = whole_steps(*high, *step);
  if (!low_steps || !high_steps) {
    error("E0406", low_steps ? *high_node : *low_node,
          to_text(low_steps ? *high : *low) + " is not a whole number of steps of " + to_text(*step));
    return;
  }
  if (*low_steps > *high_steps) {
    error("E0406", *high_node, "the highest value is below the lowest").expected =
        "at least " + to_text(*low);
    return;
  }
  if (*low_steps < -limits::number || *high_steps > limits::number) {
    error("E0409", *low_steps < -limits::number ? *low_node : *high_node,
          "a number is at most " + std::to_string(limits::number) + " steps (limit \"number\")");
    return;
  }
  measure.low = *low_steps;
  measure.high = *high_steps;
  symbol.broken = false;
}

void Checker::declare_reading(const Declaration& d) {
  const Node& node = *d.node;
  const uint32_t token = name_token(node);
  const ReadingId id = static_cast<ReadingId>(program.readings.size());
  const KindId kind_id = static_cast<KindId>(program.kinds.size());
  Symbol& symbol = declare_name(values, token, SymbolKind::reading, id);
  if (types.find(d.name) == types.end()) declare_name(types, token, SymbolKind::kind, kind_id).used = true;
  Kind& kind = program.kinds.emplace_back();
  fill_item(kind, d.name, node);
  kind.closed = true;
  kind.reading = id;
  Reading& reading = program.readings.emplace_back();
  fill_item(reading, d.name, node);
  reading.kind = kind_id;
  reading.question = at.tree->string_value(node);
  for (const Node* value : at.tree->children(node, NodeKind::reading_value)) {
    const uint32_t value_token = name_token(*value);
    if (value_token == SyntaxTree::npos) continue;
    const std::string name(text(value_token));
    if (std::find(kind.members.begin(), kind.members.end(), name) != kind.members.end()) {
      error_at("E0205", value_token, "\"" + name + "\" is a value of " + d.name + " already");
      continue;
    }
    kind.members.push_back(name);
    reading.reasons.push_back(at.tree->string_value(*value));
  }
  if (node.broken) return;
  const std::vector<uint32_t> fallback = names_after(*at.tree, node, "default");
  if (kind.members.empty()) {
    symbol.broken = true;
    error("E0206", node, "a reading has values").expected = "`NAME \"why\"` lines";
    return;
  }
  if (fallback.empty()) return;
  const std::string name(text(fallback.front()));
  const auto found = std::find(kind.members.begin(), kind.members.end(), name);
  if (found == kind.members.end()) {
    Diagnostic& diagnostic = error_at("E0202", fallback.front(), "\"" + name + "\" is no value of " + d.name);
    diagnostic.expected = "one of its values";
    diagnostic.suggestion = nearest_name(name, kind.members);
    return;
  }
  reading.fallback = static_cast<int32_t>(found - kind.members.begin());
}

/// What an option needs and excludes.
void Checker::check_switches() {
  for (const auto& declaration : declarations->all) {
    const Declaration& d = *declaration;
    if (d.kind != NodeKind::option_decl || d.node->broken) continue;
    Here here(*this, d);
    at.declaration = &d;
    const auto own = values.find(d.name);
    if (own == values.end() || own->second.kind != SymbolKind::option || own->second.declaration != &d)
      continue;
    Option& option = program.options[own->second.id];
    for (const std::string_view word : {"needs", "excludes"}) {
      for (const uint32_t token : names_after(*at.tree, *d.node, word)) {
        const auto known = values.find(text(token));
        const bool was_used = known != values.end() && known->second.used;
        Symbol* other = find(values, token, {SymbolKind::option}, "option");
        if (other == nullptr) continue;
        other->used = was_used;  // naming an option here is not using it
        if (other->id == own->second.id) {
          error_at("E0206", token, "an option neither needs nor excludes itself");
          continue;
        }
        (word == "needs" ? option.needs : option.excludes).push_back(other->id);
      }
    }
    for (const OptionId needed : option.needs) {
      if (std::find(option.excludes.begin(), option.excludes.end(), needed) == option.excludes.end())
        continue;
      error("E0206", *d.node,
            "\"" + d.name + "\" both needs and excludes \"" + program.options[needed].name + "\"");
    }
  }
}

}  // namespace casebook::language
