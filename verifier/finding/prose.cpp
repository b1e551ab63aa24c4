// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/prose.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/base/vulgar_fractions.h"
#include "engine/program/expression.h"
#include "verifier/finding/prose_scan.h"

namespace casebook {

using namespace language::ids;
using language::Type;
using language::TypeTag;

namespace {

bool is_number(const Type& type) {
  return type.tag == TypeTag::number || (type.tag == TypeTag::range && type.of != language::none);
}
/// A value of it says nothing of what it is a value of.
bool needs_its_name(const Type& type) {
  return type.tag == TypeTag::boolean || type.tag == TypeTag::range || type.tag == TypeTag::number;
}

/// `23/2`, in lowest terms and no whole number: what programs write.
std::optional<Rational> fraction(std::string_view token) {
  if (token.find('/') == std::string_view::npos) return std::nullopt;
  const std::optional<Rational> number = parse_rational(token);
  if (!number || number->is_whole() || to_text(*number) != token) return std::nullopt;
  return number;
}

}  // namespace

std::string mixed_text(const Rational& number) {
  if (number.is_whole()) return to_text(number);
  const bool below = number.numerator() < 0;
  const int64_t whole = below ? -number.ceiling() : number.floor();
  const int64_t rest = std::abs(number.numerator() % number.denominator());
  const std::string sign = below ? "-" : "";
  const std::string first = whole == 0 ? "" : std::to_string(whole);
  for (const VulgarFraction& one : vulgar_fractions)
    if (one.numerator == rest && one.denominator == number.denominator())
      return sign + first + std::string(one.text);
  return fmt::format("{}{}{}{}/{}", sign, first, first.empty() ? "" : " ", rest, number.denominator());
}

std::string prose_value(const runtime::Scenario& scenario, const Type& type, int64_t value) {
  std::string text = scenario.value_text(type, value);
  if (!is_number(type)) return text;
  const auto number = parse_rational(text);
  return number ? mixed_text(*number) : text;
}

namespace {

/// What was written down of a value of the reading, and what it is called.
std::string reason_and_name(const language::Reading& reading, size_t value, const std::string& name) {
  if (value >= reading.reasons.size() || reading.reasons[value].empty()) return name;
  return fmt::format("\"{}\" ({})", reading.reasons[value], name);
}

}  // namespace

std::string reading_text(const language::Program& program, const language::Reading& reading, int32_t value) {
  const auto index = static_cast<size_t>(value);
  return reason_and_name(reading, index, program.kinds[reading.kind].members[index]);
}

std::string answer_text(const language::Program& program, const language::Reading& reading, int32_t value) {
  const auto index = static_cast<size_t>(value);
  return reason_and_name(reading, index,
                         fmt::format("{} = {}", reading.name, program.kinds[reading.kind].members[index]));
}

Prose::Prose(const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets) {
  for (const auto& scenario : rulesets) {
    if (!scenario || !scenario->program) continue;
    add_phrases(*scenario);
    const language::Program& p = *scenario->program;
    const auto type_of = [&](VarId var) { return p.vars[var].type; };
    const auto param = [&](VarId var) {
      return needs_its_name(type_of(var)) ? p.vars[var].name : std::string();
    };
    for (const language::Action& action : p.actions) {
      Named one;
      for (const language::ActionParam& each : action.params)
        one.params.push_back(each.mode == language::ParamMode::single && each.var != language::none &&
                                     needs_its_name(type_of(each.var))
                                 ? each.name
                                 : std::string());
      named_.try_emplace({action.name, action.params.size()}, std::move(one));
    }
    for (const language::Definition& definition : p.definitions) {
      Named one{{}, is_number(definition.type), true};
      for (const VarId var : definition.params) {
        one.params.push_back(param(var));
        one.hexes.push_back(type_of(var) == language::hex_type);
      }
      named_.try_emplace({definition.name, definition.params.size()}, std::move(one));
    }
    for (const language::Field& field : p.fields) {
      Named one{{}, is_number(field.type), true};
      for (const VarId var : field.params) one.params.push_back(param(var));
      named_.try_emplace({field.name, field.params.size()}, std::move(one));
    }
    const auto data = [&](const auto& all) {
      for (const auto& each : all)
        named_.try_emplace({each.name, each.params.size()},
                           Named{std::vector<std::string>(each.params.size()), is_number(each.type), false});
    };
    data(p.states);
    data(p.givens);
    for (const auto& members : scenario->members)
      for (const std::string& member : members)
        if (fraction(member)) members_.insert(member);
  }
}

size_t Prose::value(std::string_view text, size_t at, std::string& out) const {
  std::string_view equals = " = ";
  if (text.substr(at).starts_with(" is ")) equals = " is ";
  if (!text.substr(at).starts_with(equals)) return at;
  const size_t from = at + equals.size(), end = token_end(text, from);
  const std::optional<Rational> number = fraction(text.substr(from, end - from));
  if (!number) return at;
  out.append(equals).append(mixed_text(*number));
  return end;
}

size_t Prose::call(std::string_view text, size_t at, const std::string& name, std::string& out) const {
  if (at >= text.size() || text[at] != '(') {
    const auto found = named_.find({name, 0});
    return found != named_.end() && found->second.number ? value(text, at, out) : at;
  }
  std::vector<size_t> ends;
  const size_t close = closing(text, at, ends);
  if (close == std::string_view::npos) return at;
  const size_t arguments = ends.empty() && close == at + 1 ? 0 : ends.size() + 1;
  const auto found = named_.find({name, arguments});
  if (found == named_.end()) return at;
  ends.push_back(close);
  size_t from = at + 1;
  out += '(';
  for (size_t i = 0; i < arguments; ++i) {
    std::string_view argument = text.substr(from, ends[i] - from);
    while (argument.starts_with(' ')) argument.remove_prefix(1);
    if (i > 0) out += ", ";
    if (const std::string& param = found->second.params[i]; !param.empty() && !argument.empty())
      out += param + ": ";
    out += (*this)(argument);
    from = ends[i] + 1;
  }
  out += ')';
  return found->second.number ? value(text, close + 1, out) : close + 1;
}

std::string Prose::operator()(std::string_view text) const {
  if (named_.empty()) return std::string(text);
  constexpr std::string_view command = "casebook ";
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    if (!is_of_token(text[at])) {
      out += text[at++];
      continue;
    }
    if (text.substr(at).starts_with(command)) return out.append(text.substr(at));
    const size_t end = token_end(text, at);
    const std::string token(text.substr(at, end - at));
    at = end;
    out += members_.contains(token) ? token : [&] {
      const std::optional<Rational> number = fraction(token);
      return number ? mixed_text(*number) : token;
    }();
    at = call(text, at, token, out);
  }
  return out;
}

}  // namespace casebook
