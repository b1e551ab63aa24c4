// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/mutated/change_text.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace casebook::cli_tests {

namespace {

using nlohmann::ordered_json;

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool begins_number(const std::string& text, size_t at) {
  return std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// Where the words stand: begin and length.
std::vector<std::pair<size_t, size_t>> places_of_words(const std::string& text) {
  std::vector<std::pair<size_t, size_t>> words;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end > i) words.emplace_back(i, end - i);
    i = std::max(end, i + 1);
  }
  return words;
}

/// Numbers at the edges of what Casebook takes.
const std::vector<std::string>& edge_numbers() {
  static const std::vector<std::string> all{
      "0",   "1",     "2",         "3",          "7",          "63",         "64",
      "65",  "255",   "4095",      "4096",       "4097",       "65536",      "1000000",
      "1/2", "99999", "999999999", "2147483646", "2147483647", "2147483648", "99999999999999999999"};
  return all;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

/// Each value below, by its parent, in the order of the text.
void add_places(ordered_json& value, std::vector<std::pair<ordered_json*, size_t>>& places) {
  for (size_t i = 0; i < value.size() && value.is_structured(); ++i) {
    places.emplace_back(&value, i);
    add_places(*std::next(value.begin(), static_cast<std::ptrdiff_t>(i)), places);
  }
}
ordered_json& at_place(const std::pair<ordered_json*, size_t>& place) {
  return *std::next(place.first->begin(), static_cast<std::ptrdiff_t>(place.second));
}

/// The object anew, one key under another name.
void rename_key(ordered_json& object, size_t number, const std::string& name) {
  ordered_json renamed = ordered_json::object();
  size_t i = 0;
  for (const auto& [key, value] : object.items()) renamed[i++ == number ? name : key] = value;
  object = renamed;
}

ordered_json nested(int depth) {
  ordered_json value = ordered_json::array();
  for (int i = 0; i < depth; ++i) value = ordered_json::array({value});
  return value;
}

}  // namespace

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (const auto& [at, length] : places_of_words(text)) words.push_back(text.substr(at, length));
  return words;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string TextChanger::changed(const std::string& file, const std::string& text) {
  if (text.empty()) return "x";
  if (file.ends_with(".json") && chance(75)) return changed_json(text);
  return changed_text(text);
}

std::string TextChanger::changed_text(std::string text) {
  switch (pick(16)) {
    case 0:
      text[pick(text.size())] = static_cast<char>(pick(256));
      return text;
    case 1:
      text.insert(pick(text.size()), 1, static_cast<char>(pick(256)));
      return text;
    case 2:
      if (chance(50)) text.resize(pick(text.size()));
      return text;
    case 3:
    case 4:
    case 5:
    case 6:
      return with_lines(text);
    case 7:
    case 8:
    case 9:
      return with_symbol(text);
    default:
      return with_word(text);
  }
}

std::string TextChanger::with_lines(const std::string& text) {
  std::vector<std::string> lines = lines_in(text);
  if (lines.empty()) return text;
  const auto at = static_cast<std::ptrdiff_t>(pick(lines.size()));
  const auto other = static_cast<std::ptrdiff_t>(pick(lines.size()));
  switch (pick(6)) {
    case 0:
    case 1:
      lines.erase(lines.begin() + at);
      break;
    case 2:
      lines.insert(lines.begin() + other, std::string(lines[static_cast<size_t>(at)]));
      break;
    case 3:
      std::swap(lines[static_cast<size_t>(at)], lines[static_cast<size_t>(other)]);
      break;
    case 4: {  // a line of other rules, at the depth of the line that it stands before
      const std::string& before = lines[static_cast<size_t>(at)];
      const std::string& line = one_of(stock_.lines);
      const size_t depth = std::min(before.find_first_not_of(' '), before.size());
      lines.insert(lines.begin() + at,
                   std::string(depth, ' ') + line.substr(std::min(line.find_first_not_of(' '), line.size())));
      break;
    }
    default: {  // further in or out
      std::string& line = lines[static_cast<size_t>(at)];
      line = chance(50) ? "  " + line : line.substr(line.starts_with("  ") ? 2 : 0);
      break;
    }
  }
  return joined(lines);
}

std::string TextChanger::with_word(const std::string& text) {
  const auto words = places_of_words(text);
  if (words.empty()) return text;
  const auto [at, length] = one_of(words);
  std::string value;
  if (begins_number(text, at) && chance(80)) {
    value = one_of(edge_numbers());
    if (chance(40) && length < 9) {
      const auto near = static_cast<int64_t>(std::strtoull(text.substr(at, length).c_str(), nullptr, 10));
      value = std::to_string(std::max<int64_t>(0, near + (chance(50) ? 1 : -1)));
    }
  } else if (chance(75)) {
    const auto [from, size] = one_of(words);
    value = text.substr(from, size);
  } else {
    value = one_of(stock_.words);
  }
  return text.substr(0, at) + value + text.substr(at + length);
}

std::string TextChanger::with_symbol(const std::string& text) {
  static const std::vector<std::string> comparisons{"=", "!=", "<", "<=", ">", ">="},
      words{"and", "or", "implies"}, bounds{"min", "max"}, quantifiers{"exists", "no", "all", "count"},
      constants{"yes", "no"}, marks{"+", "-", "*", ",", ":", ":=", "(", ")", "{", "}", "\"", ".."};
  static const std::vector<const std::vector<std::string>*> families{&comparisons, &words,     &bounds,
                                                                     &quantifiers, &constants, &marks};
  const std::vector<std::string>& family = *one_of(families);
  std::vector<std::pair<size_t, size_t>> places;
  for (const std::string& symbol : family) {
    const std::string spaced = in_word(symbol[0]) || &family == &comparisons ? symbol + " " : symbol;
    for (size_t at = text.find(spaced); at != std::string::npos; at = text.find(spaced, at + 1)) {
      const bool inside = at > 0 && in_word(symbol[0]) && in_word(text[at - 1]);
      if (!inside) places.emplace_back(at, symbol.size());
    }
  }
  if (places.empty()) return with_word(text);
  const auto [at, length] = one_of(places);
  return text.substr(0, at) + (chance(85) ? one_of(family) : std::string()) + text.substr(at + length);
}

std::string TextChanger::changed_json(const std::string& text) {
  ordered_json document = ordered_json::parse(text, nullptr, false);
  if (document.is_discarded()) return changed_text(text);
  std::vector<std::pair<ordered_json*, size_t>> places;
  add_places(document, places);
  if (places.empty()) return changed_text(text);
  const auto place = one_of(places), other = one_of(places);
  ordered_json& value = at_place(place);
  const auto key_of = [&](const std::pair<ordered_json*, size_t>& of) {
    return of.first->is_object() ? std::next(of.first->begin(), static_cast<std::ptrdiff_t>(of.second)).key()
                                 : one_of(stock_.words);
  };
  switch (pick(10)) {
    case 0:  // one less
      place.first->erase(std::next(place.first->begin(), static_cast<std::ptrdiff_t>(place.second)));
      break;
    case 1: {  // the same once more
      const ordered_json copy = value;
      if (place.first->is_array())
        place.first->push_back(copy);
      else
        (*place.first)[key_of(other)] = copy;
      break;
    }
    case 2: {  // what stands elsewhere
      const ordered_json copy = at_place(other);
      value = copy;
      break;
    }
    case 3:
      if (place.first->is_object())
        rename_key(*place.first, place.second, key_of(other));
      else
        value = ordered_json::object();
      break;
    case 4: {
      static const std::vector<ordered_json> strange{nullptr, true,   false,
                                                     "",      "none", "never",
                                                     "1/2",   "a1",   std::string(300, 'x'),
                                                     1.5,     1e300,  ordered_json::array(),
                                                     -1,      "-1",   ordered_json::object(),
                                                     "../..", "a\nb", "\x1b[31m"};
      value = one_of(strange);
      break;
    }
    case 5:
      value = chance(50) ? ordered_json(nested(static_cast<int>(pick(80)))) : ordered_json::array({value});
      break;
    case 6:  // the order
      if (place.first->is_array())
        std::swap(value, (*place.first)[pick(place.first->size())]);
      else
        rename_key(*place.first, place.second, key_of(place) + "x");
      break;
    default:  // another number, another text
      if (value.is_number_integer() && chance(80))
        value = chance(50) ? value.get<int64_t>() + (chance(50) ? 1 : -1)
                           : std::strtoll(one_of(edge_numbers()).c_str(), nullptr, 10);
      else if (value.is_boolean())
        value = !value.get<bool>();
      else if (value.is_string() && !value.get<std::string>().empty())
        value = chance(50) ? changed_text(value.get<std::string>()) : one_of(stock_.words);
      else
        value = one_of(stock_.words);
      break;
  }
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace casebook::cli_tests
