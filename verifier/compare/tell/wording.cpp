// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/text.h"
#include "verifier/compare/tell/telling_words.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"

namespace casebook::compare {

namespace {

constexpr size_t whole_case = 145;  // bytes; a shorter summary is quoted whole
constexpr size_t most_alike = 260;  // bytes of the statements on one result
constexpr size_t most_cases = 2;    // of a side
constexpr size_t most_lines_said = 2;
constexpr size_t most_of_a_line = 180;

/// A statement; or of a summary a sentence, or what a semicolon parts from the rest of it.
struct Part {
  size_t of = 0;     // which case of its side
  std::string text;  // with dots where the sentence goes on
  std::vector<std::string> words;
  std::string open = {};                   // what a statement leaves open
  std::vector<std::string> carriers = {};  // words in the names of the rules that carry a statement
};

/// Of a silent statement what is open: it says no more than that there is a question.
/// `When the game is lost if the unit is destroyed`
bool begins_as_question(std::string_view words) {
  constexpr std::string_view all[] = {"What ", "When ", "Where ", "Whether ", "Which ", "Who ", "How "};
  return std::any_of(std::begin(all), std::end(all),
                     [&](std::string_view one) { return words.starts_with(one); });
}

std::string left_open(const board::Statement& statement) {
  if (statement.status != board::StatementStatus::silent) return {};
  return statement.says + (statement.why.empty() ? std::string() : ". " + capitalised(statement.why)) + ".";
}

std::vector<Part> parts_of(size_t of, const std::string& summary) {
  std::vector<Part> all;
  const auto add = [&](size_t from, size_t end, bool begins, bool ends) {
    std::string text = summary.substr(from, end - from);
    std::vector<std::string> words = telling_words(text);
    all.push_back({of, (begins ? "" : "... ") + std::move(text) + (ends ? "" : " ..."), std::move(words)});
  };
  size_t from = 0;
  bool begins = true;
  for (size_t at = 0; at + 2 < summary.size(); ++at) {
    if (summary[at + 1] != ' ') continue;
    const auto next = static_cast<unsigned char>(summary[at + 2]);
    const bool full_stop = summary[at] == '.' && (std::isupper(next) != 0 || next >= 0x80);
    if (!full_stop && summary[at] != ';') continue;
    add(from, at + (full_stop ? 1U : 0U), begins, full_stop);
    from = at + 2, begins = full_stop;
  }
  if (from < summary.size()) add(from, summary.size(), begins, true);
  return all;
}

/// The words in the names of the invariants that ask a statement, such as `bridge_on_its_ground`. Claims have sentences for
/// names, which speak of more than the rule.
std::vector<std::string> words_of_carriers(const board::Statement& statement) {
  std::string names;
  for (const std::string& one : statement.by)
    if (one.find('_') != std::string::npos && one.find(' ') == std::string::npos) names += " " + one;
  return telling_words(names);
}

std::vector<Part> parts_of(size_t of, const CaseSays& says) {
  if (says.statements.empty()) return parts_of(of, says.summary);
  std::vector<Part> all;
  for (const board::Statement& one : says.statements)
    if (one.status != board::StatementStatus::explanatory)
      all.push_back({of, one.says + ".", telling_words(one.says), left_open(one), words_of_carriers(one)});
  if (all.empty())
    for (const board::Statement& one : says.statements)
      all.push_back({of, one.says + ".", telling_words(one.says)});
  return all;
}

/// What a text may speak of: words, of which any form will do, and names of pieces and hexes.
struct Subject {
  std::vector<std::string> words, names;
  /// How much a part speaks of it. That it names a piece of the example says more than a word does.
  size_t in(const Part& part) const {
    const auto is_named = [&](const std::string& one) { return names_it(part.text, one); };
    std::vector<std::string> speaking = part.words;
    speaking.insert(speaking.end(), part.carriers.begin(), part.carriers.end());
    return shared(words, speaking) +
           2 * static_cast<size_t>(std::count_if(names.begin(), names.end(), is_named));
  }
};

/// Whether it is known which items cause the first difference of a change.
bool has_cause(const Result& result, const Change& change) {
  if (change.findings.empty() || change.findings.front() >= result.findings.size()) return false;
  const Finding& first = result.findings[change.findings.front()];
  return first.cause && !first.cause->items.empty();
}

/// What the first difference of a change is about: the items that cause it (`definition fought_from`), and the pieces and
/// hexes of its example.
Subject items_of(const Result& result, const Change& change) {
  Subject about;
  if (!has_cause(result, change)) return about;
  const Finding& first = result.findings[change.findings.front()];
  for (const std::string& item : first.cause->items)
    for (std::string& word :
         telling_words(std::string_view(item).substr(std::min(item.find(' '), item.size()))))
      about.words.push_back(std::move(word));
  const std::string& effect = first.effect;
  for (size_t open = effect.find('('); open != std::string::npos; open = effect.find('(', open + 1)) {
    // A call, and not a part of a case such as 7.4(1), nor what stands in brackets.
    const auto before = static_cast<unsigned char>(open == 0 ? ' ' : effect[open - 1]);
    if (std::isalpha(before) == 0 && before != '_') continue;
    const size_t close = effect.find(')', open);
    if (close == std::string::npos) break;
    for (const std::string_view one :
         split(std::string_view(effect).substr(open + 1, close - open - 1), ',')) {
      std::string name(trimmed(one));
      std::erase_if(name, [](char c) { return c == '"' || c == '{' || c == '}'; });
      if (has_digit(name)) about.names.push_back(std::move(name));
    }
  }
  return about;
}

/// The actions and states of its example: `step`, `left`.
Subject calls_of(const Result& result, const Change& change) {
  Subject about;
  if (!has_cause(result, change)) return about;
  const std::string& effect = result.findings[change.findings.front()].effect;
  for (size_t open = effect.find('('); open != std::string::npos; open = effect.find('(', open + 1)) {
    size_t from = open;
    while (from > 0 &&
           (std::isalpha(static_cast<unsigned char>(effect[from - 1])) != 0 || effect[from - 1] == '_'))
      --from;
    for (std::string& word : telling_words(std::string_view(effect).substr(from, open - from)))
      about.words.push_back(std::move(word));
  }
  return about;
}

std::vector<std::string> words_of_lines(const Change& change, size_t side) {
  return telling_words(fmt::format("{}", fmt::join(change.texts[side], " ")));
}

/// The words of the changed lines of a side that the lines of the other have not.
Subject lines_of_side(const Change& change, size_t side) {
  const std::array words{words_of_lines(change, 0), words_of_lines(change, 1)};
  Subject about;
  for (const std::string& word : words[side])
    if (std::find(words[1 - side].begin(), words[1 - side].end(), word) == words[1 - side].end())
      about.words.push_back(word);
  return about;
}

/// What the cases of a change say that explains it.
class Chosen {
 public:
  Chosen(const Result& result, const Change& change) : result_(result), change_(change) {
    for (const size_t side : {size_t{0}, size_t{1}})
      for (size_t i = 0; i < change.says[side].size(); ++i)
        for (Part& one : parts_of(i, change.says[side][i])) parts_[side].push_back(std::move(one));
    const std::array<std::vector<Part>, 2> all = parts_;
    for (const size_t side : {size_t{0}, size_t{1}})
      std::erase_if(parts_[side], [&](const Part& one) {
        return std::any_of(all[1 - side].begin(), all[1 - side].end(),
                           [&](const Part& other) { return other.text == one.text; });
      });
  }

  std::vector<Wording> wording() const {
    std::array<std::vector<Wording>, 2> of;
    const Subject items = items_of(result_, change_), calls = calls_of(result_, change_);
    if (!has_cause(result_, change_)) {
      for (const size_t side : {size_t{0}, size_t{1}}) of[side] = first_cases(side);
    } else {
      std::array<std::vector<const Part*>, 2> best{speaking(0, items, lines_of_side(change_, 0)),
                                                   speaking(1, items, lines_of_side(change_, 1))};
      if (best[0].empty() && best[1].empty()) best = {speaking(0, calls), speaking(1, calls)};
      if (best[0].empty() && best[1].empty()) best = speaking_of_lines();
      if (best[0].empty() && best[1].empty()) return {};
      for (const size_t side : {size_t{0}, size_t{1}})
        if (best[side].empty()) best[side] = standing_against(side, *best[1 - side].front());
      for (const size_t side : {size_t{0}, size_t{1}})
        for (const Part* one : best[side]) {
          of[side].push_back(said(side, *one));
          if (const Part* open = left_open_of(side, one->of, items); open != nullptr && one->open.empty())
            of[side].push_back(said(side, *open));
        }
    }
    for (const size_t side : {size_t{0}, size_t{1}})
      if (change_.says[side].empty() && !of[1 - side].empty() && result_.names[0] != result_.names[1])
        of[side] = {{side, result_.names[side], "no such case"}};
    const auto same = [](const Wording& a, const Wording& b) { return a.words == b.words; };
    if (std::equal(of[0].begin(), of[0].end(), of[1].begin(), of[1].end(), same)) return {};
    std::vector<Wording> both = std::move(of[0]);
    both.insert(both.end(), of[1].begin(), of[1].end());
    return both;
  }

 private:
  std::string whose(size_t side, const CaseSays& says) const {
    const std::string& name = result_.names[0] == result_.names[1] ? "case" : result_.names[side];
    return name + " " + names_listed({says.label});
  }

  std::vector<Wording> first_cases(size_t side) const {
    std::vector<Wording> all;
    for (const CaseSays& one : change_.says[side])
      if (all.size() < most_cases)
        all.push_back({side, whose(side, one), whole_text(one).empty() ? one.title : whole_text(one)});
    return all;
  }

  /// Of each case the part that speaks most of the subject and of what else its lines say, if no case speaks more of it;
  /// of parts that speak of it alike, the one that is least like the other side. Empty: none speaks of the subject.
  std::vector<const Part*> speaking(size_t side, const Subject& about, const Subject& besides = {}) const {
    std::vector<const Part*> best;
    const auto speaks_of_it = [&](const Part& one) { return about.in(one) > 0; };
    if (std::none_of(parts_[side].begin(), parts_[side].end(), speaks_of_it)) return best;
    size_t most = 1;
    for (const Part& one : parts_[side]) {
      size_t speaks = about.in(one) + besides.in(one);
      if (!one.open.empty() && speaks > 1) --speaks;  // a question explains less than what a text says
      if (speaks < most) continue;
      if (speaks > most) best.clear();
      most = speaks;
      if (best.empty() || best.back()->of != one.of)
        best.push_back(&one);
      else if (one.open.empty() && likeness(side, one) < likeness(side, *best.back()))
        best.back() = &one;
    }
    if (best.size() > most_cases) best.resize(most_cases);
    return best;
  }

  /// What that case leaves open about the items, in two words of theirs at least.
  const Part* left_open_of(size_t side, size_t of, const Subject& items) const {
    for (const Part& one : parts_[side])
      if (one.of == of && !one.open.empty() && shared(items.words, one.words) > 1) return &one;
    return nullptr;
  }

  /// By what the changed lines say. A side that has such lines must speak of them: else the pair would explain nothing.
  std::array<std::vector<const Part*>, 2> speaking_of_lines() const {
    std::array<std::vector<const Part*>, 2> best;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      best[side] = speaking(side, lines_of_side(change_, side));
      if (best[side].empty() && !change_.texts[side].empty()) return {};
    }
    return best;
  }

  /// How many words it has in common with the nearest part of the other side.
  size_t likeness(size_t side, const Part& one) const {
    size_t most = 0;
    for (const Part& other : parts_[1 - side]) most = std::max(most, shared(one.words, other.words));
    return most;
  }

  /// The part that has most words in common with that of the other side; of those alike, the one whose carriers speak most
  /// of the changed lines; else the first.
  std::vector<const Part*> standing_against(size_t side, const Part& other) const {
    if (parts_[side].empty()) return {};
    const std::vector<std::string> lines = words_of_lines(change_, side);
    const auto rank = [&](const Part& one) {
      return std::pair(shared(one.words, other.words), shared(lines, one.carriers));
    };
    const Part* best = &parts_[side].front();
    for (const Part& one : parts_[side])
      if (rank(one) > rank(*best)) best = &one;
    return {best};
  }

  /// The statement with those that begin with the same words and a colon: `Ee: ... Ee: ...`. Alone if that is long.
  static std::string with_its_like(const CaseSays& says, const Part& part) {
    const size_t colon = part.text.find(": ");
    if (says.statements.empty() || colon == std::string::npos) return part.text;
    const std::string beginning = part.text.substr(0, colon + 2);
    std::string words;
    for (const Part& one : parts_of(0, says))
      if (one.open.empty() && one.text.starts_with(beginning)) words += (words.empty() ? "" : " ") + one.text;
    return words.size() <= most_alike ? words : part.text;
  }

  Wording said(size_t side, const Part& part) const {
    const CaseSays& says = change_.says[side][part.of];
    if (!part.open.empty()) {
      std::string words = part.open;
      const bool asks = begins_as_question(words);
      if (asks) words.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(words.front())));
      return {side, whose(side, says) + (asks ? " does not say" : " leaves this open"), words};
    }
    const std::string whole = whole_text(says);
    const std::string words = whole.size() <= whole_case ? whole : with_its_like(says, part);
    return {side, whose(side, says), words};
  }

  const Result& result_;
  const Change& change_;
  std::array<std::vector<Part>, 2> parts_;  // without those that both have
};

/// `fought_from = ...` for `define fought_from(against: side) -> set of hex = ...`; any other line as it stands.
std::string without_signature(const std::string& line) {
  constexpr std::string_view define = "define ";
  const size_t body = line.find(" = "), open = line.find('(');
  if (!line.starts_with(define) || body == std::string::npos) return line;
  const size_t end = std::min(open, line.find(' ', define.size()));
  return line.substr(define.size(), end - define.size()) + line.substr(body);
}

std::vector<Wording> lines_of_rules(const Result& result, const Change& change) {
  std::vector<Wording> all;
  if (change.texts[0].empty() && change.texts[1].empty()) return all;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const std::vector<std::string>& lines = change.texts[side];
    std::string words;
    for (size_t i = 0; i < std::min(lines.size(), most_lines_said); ++i)
      words += (i == 0 ? "" : "; ") + cut_between_words(without_signature(lines[i]), most_of_a_line);
    if (lines.size() > most_lines_said) words += fmt::format("; and {} more", lines.size() - most_lines_said);
    const std::string name =
        result.names[0] == result.names[1] ? (side == 0 ? "the first" : "the second") : result.names[side];
    all.push_back({side, "in the rules files, " + name, lines.empty() ? std::string("no such line") : words});
  }
  return all;
}

}  // namespace

std::vector<Wording> wording_of(const Result& result, const Change& change) {
  std::vector<Wording> said = Chosen(result, change).wording();
  return said.empty() ? lines_of_rules(result, change) : said;
}

std::string said_by(const Result& result, const Change& change, size_t side) {
  std::string text;
  for (const Wording& one : wording_of(result, change))
    if (one.side == side) text += fmt::format("{}{}: {}", text.empty() ? "" : " ", one.whose, one.words);
  if (!text.empty() || change.says[side].empty()) return text;
  const CaseSays& says = change.says[side].front();
  const std::string whole = whole_text(says);
  return fmt::format("{}: {}", says.label, whole.empty() ? says.title : whole);
}

bool is_only_worded(const ItemResult& item) {
  const bool alike = item.verdict == Verdict::proved || item.verdict == Verdict::sampled;
  return alike && !item.same_text && !item.text.starts_with("only in ");
}

OnlyWorded only_worded(const Result& result) {
  OnlyWorded all;
  std::set<std::pair<std::string, std::string>> known;
  const auto cites = [&](size_t side, const std::vector<std::string>& cases) {
    return std::any_of(result.changes.begin(), result.changes.end(), [&](const Change& change) {
      return std::find_first_of(cases.begin(), cases.end(), change.labels[side].begin(),
                                change.labels[side].end()) != cases.end();
    });
  };
  for (const ItemResult& item : result.items) {
    if (!is_only_worded(item)) continue;
    ++(item.verdict == Verdict::proved ? all.enumerated : all.tried);
    if (item.cases[0].empty() || item.cases[1].empty() || cites(0, item.cases[0]) || cites(1, item.cases[1]))
      continue;
    const auto is_borrowed = [&](size_t side) {
      const std::set<std::string>& borrowed = result.borrowed[side];
      return std::all_of(item.cases[side].begin(), item.cases[side].end(),
                         [&](const std::string& label) { return borrowed.contains(label); });
    };
    if (is_borrowed(0) || is_borrowed(1)) continue;
    std::pair<std::string, std::string> cases{listed(item.cases[0], "and"), listed(item.cases[1], "and")};
    if (known.insert(cases).second) all.cases.push_back(std::move(cases));
  }
  return all;
}

}  // namespace casebook::compare
