// SPDX-License-Identifier: Apache-2.0
// Sentences with the phrases that the rules give to actions, givens and states.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/base/text.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/prose.h"
#include "verifier/finding/prose_scan.h"

namespace casebook {

namespace {

std::string without_quotes(std::string_view word) {
  word = trimmed(word);
  if (word.size() >= 2 && word.front() == '"' && word.back() == '"') word = word.substr(1, word.size() - 2);
  return std::string(word);
}

/// The arguments of the call whose bracket opens at `at`, without quotes; `end` is behind it. Nothing where it is
/// not closed.
std::optional<std::vector<std::string>> arguments_at(std::string_view text, size_t at, size_t& end) {
  if (at >= text.size() || text[at] != '(') return std::nullopt;
  std::vector<size_t> ends;
  const size_t close = closing(text, at, ends);
  if (close == std::string_view::npos) return std::nullopt;
  end = close + 1;
  if (trimmed(text.substr(at + 1, close - at - 1)).empty()) return std::vector<std::string>();
  ends.push_back(close);
  std::vector<std::string> all;
  size_t from = at + 1;
  for (const size_t one : ends) {
    all.push_back(without_quotes(text.substr(from, one - from)));
    from = one + 1;
  }
  return all;
}

/// The members of `{A, B}`, without quotes; nothing where it is no set.
std::optional<std::vector<std::string>> members_of(std::string_view set) {
  if (set.size() < 2 || set.front() != '{' || set.back() != '}') return std::nullopt;
  std::vector<std::string> members;
  for (const std::string_view one : split(set.substr(1, set.size() - 2), ','))
    if (!trimmed(one).empty()) members.push_back(without_quotes(one));
  return members;
}

/// `has not attacked` for `has attacked`, and `may move` for `may not move`; empty where the first word is no auxiliary.
std::string negated(std::string_view phrase) {
  if (phrase.ends_with(':')) phrase.remove_suffix(1);
  const size_t space = phrase.find(' ');
  if (space == std::string_view::npos) return {};
  const std::string_view first = phrase.substr(0, space), rest = phrase.substr(space + 1);
  constexpr std::string_view auxiliaries[] = {"has",  "have", "is",  "are",  "was",
                                              "were", "may",  "can", "does", "must"};
  if (std::find(std::begin(auxiliaries), std::end(auxiliaries), first) == std::end(auxiliaries)) return {};
  constexpr std::string_view no = "not ";
  if (rest.starts_with(no))
    return fmt::format("{} {}", first == "must" ? "may" : first, rest.substr(no.size()));
  return first == "must" ? fmt::format("need not {}", rest) : fmt::format("{} not {}", first, rest);
}

}  // namespace

void Prose::add_phrases(const runtime::Scenario& scenario) {
  const language::Program& p = *scenario.program;
  for (const language::Action& action : p.actions) {
    if (action.phrase.empty()) continue;
    Phrase one{action.phrase, {}};
    for (const language::ActionParam& param : action.params) one.params.push_back(param.name);
    actions_.try_emplace(action.name, std::move(one));
  }
  const auto values = [&](const auto& all) {
    for (const auto& each : all)
      if (!each.phrase.empty()) states_.try_emplace(each.name, each.phrase);
  };
  values(p.states);
  values(p.givens);
  for (const language::Box& box : p.boxes) boxes_.insert(box.name);
  for (const language::Kind& kind : p.kinds)
    if (kind.name == "side") sides_.insert(kind.members.begin(), kind.members.end());
}

Prose Prose::naming_groups(const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets) {
  Prose prose(rulesets);
  prose.groups_ = Groups(rulesets);
  return prose;
}

std::string Prose::as_list(const std::string& argument) const {
  const auto members = members_of(argument);
  if (!members) return argument;
  if (std::string named = groups_.name(*members); !named.empty()) return named;
  return members->empty() ? "nobody" : listed(*members, "and");
}

size_t Prose::group(std::string_view text, size_t at, std::string& out) const {
  if (text[at] != '{') return at;
  const size_t close = text.find_first_of("{}", at + 1);
  if (close == std::string_view::npos || text[close] == '{') return at;
  const auto members = members_of(text.substr(at, close + 1 - at));
  const std::string named = members ? groups_.name(*members) : std::string();
  if (named.empty()) return at;
  out += named;
  return close + 1;
}

/// ` for A and B`; of a hex and the next one ` from 1008 to 1009`, of a piece and a hex ` for A at 1008`.
std::string Prose::of_what(const std::vector<std::string>& arguments, const Named& named) {
  if (arguments.empty()) return {};
  const auto is_hex = [&](size_t i) { return i < named.hexes.size() && named.hexes[i]; };
  if (arguments.size() == 2 && named.params.size() == 2 && is_hex(1))
    return is_hex(0) ? fmt::format(" from {} to {}", arguments[0], arguments[1])
                     : fmt::format(" for {} at {}", arguments[0], arguments[1]);
  return " for " + listed(arguments, "and");
}

size_t Prose::computed(std::string_view text, size_t at, const std::string& name,
                       const std::vector<std::string>& arguments, std::string& out) const {
  constexpr std::string_view is = " is ";
  const auto known = named_.find({name, arguments.size()});
  const bool in_a_sum =
      out.size() > 1 && std::string_view("+-*/=<>").find(out[out.size() - 2]) != std::string::npos;
  if (arguments.empty() || known == named_.end() || !known->second.computed || in_a_sum ||
      !text.substr(at).starts_with(is))
    return at;
  std::string words = with_blanks(name);
  std::vector<std::string> of, also;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& param = known->second.params[i];
    if (param.empty())
      of.push_back(as_list(arguments[i]));
    else if (const size_t colon = arguments[i].find(": "); colon != std::string::npos)
      also.push_back(arguments[i]);
    else
      also.push_back(param + ": " + arguments[i]);
  }
  out += fmt::format("the \u201c{}\u201d{}{}", words, of_what(of, known->second),
                     also.empty() ? "" : fmt::format(" ({})", fmt::join(also, ", ")));
  const size_t end = known->second.number ? value(text, at, out) : at;
  if (end != at) return end;
  out += is;
  return at + is.size();
}

size_t Prose::phrased(std::string_view text, size_t at, const std::string& name, std::string& out) const {
  size_t end = at;
  const auto arguments = arguments_at(text, at, end);
  if (!arguments) return at;
  if (const auto action = actions_.find(name); action != actions_.end()) {
    const Phrase& phrase = action->second;
    if (phrase.params.size() != arguments->size()) return at;
    std::string words = phrase.text;
    for (size_t i = 0; i < arguments->size(); ++i) {
      const std::string param = "{" + phrase.params[i] + "}", value = as_list((*arguments)[i]);
      for (size_t from = 0; (from = words.find(param, from)) != std::string::npos; from += value.size())
        words.replace(from, param.size(), value);
    }
    out += "\u201c" + words + "\u201d";
    return end;
  }
  const auto state = states_.find(name);
  const bool place = name == "place";
  if (const size_t behind = computed(text, end, name, *arguments, out); behind != end) return behind;
  if (arguments->size() != 1 || (!place && state == states_.end())) return at;
  const std::string_view rest = text.substr(end);
  const size_t skip = rest.starts_with(" = ") ? 3 : rest.starts_with(" is ") ? 4 : 0;
  if (skip == 0) return at;
  const size_t value_end = token_end(rest, skip);
  const std::string_view value = rest.substr(skip, value_end - skip);
  if (place) {
    if (!boxes_.contains(value)) {
      out += arguments->front() + " is in ";
      return end + skip;
    }
    const std::string box = with_blanks(capitalised(std::string(value)));
    out += fmt::format("{} is in the {} box", arguments->front(), box);
    return end + value_end;
  }
  out += arguments->front() + " " + state->second;
  // Without its colon the phrase says it by itself: `16/6 may not move away`.
  if (value == "yes") {
    if (out.ends_with(':')) out.pop_back();
    return end + value_end;
  }
  if (const std::string not_so = value == "no" ? negated(state->second) : std::string(); !not_so.empty()) {
    out.resize(out.size() - state->second.size());
    out += not_so;
    return end + value_end;
  }
  out += " ";
  const auto named = named_.find({name, 1});
  const auto number = named != named_.end() && named->second.number ? parse_rational(value) : std::nullopt;
  out += number ? mixed_text(*number) : std::string(value);
  return end + value_end;
}

std::string Prose::sentence(std::string_view text) const {
  constexpr std::string_view command = "casebook ";
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (!is_of_token(text[at])) {
      if (const size_t behind = group(text, at, out); behind != at)
        at = behind;
      else
        out += text[at++];
      continue;
    }
    if (text.substr(at).starts_with(command)) {
      out.append(text.substr(at));
      break;
    }
    const size_t end = token_end(text, at);
    const std::string token(text.substr(at, end - at));
    const size_t behind = phrased(text, end, token, out);
    if (behind == end) {
      const std::string_view after = text.substr(end);
      const bool side =
          sides_.contains(token) &&
          (out.ends_with("won by ") || after.starts_with(" chooses") || after.starts_with(" must choose") ||
           after.starts_with(" makes ") || after.starts_with(" wins"));
      out += side ? capitalised(token) : token;
    }
    at = behind;
  }
  return (*this)(out);
}

}  // namespace casebook
