// SPDX-License-Identifier: Apache-2.0
#include "engine/language/sameness.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/language/print_program.h"

namespace casebook::language {

namespace {

using Key = std::pair<std::string, std::string>;  // `define`, its name

struct Meaning {
  const Item* item = nullptr;
  std::string text;  // after the name
};
using Meanings = std::map<Key, Meaning>;

template <class T>
void note_items(const std::vector<T>& items, const char* sort, Meanings& into) {
  for (const T& item : items) into[{sort, item.name}].item = &item;
}

size_t end_of_name(const std::string& text, size_t from) {
  return std::min(text.find_first_of(" (:\n", from), text.size());
}

// `state of combat: attacked(unit): bool` belongs to the procedure.
void note_local_state(const std::string& text, Meanings& into) {
  const std::string before = "state of ";
  const size_t end = text.find(':');
  if (!text.starts_with(before) || end == std::string::npos) return;
  const auto found = into.find({"procedure", text.substr(before.size(), end - before.size())});
  if (found != into.end()) found->second.text += "\n" + text.substr(end);
}

Meanings meanings(const Program& p) {
  Meanings all;
  note_items(p.kinds, "kind", all);
  note_items(p.measures, "measure", all);
  note_items(p.givens, "given", all);
  for (const State& state : p.states) {
    if (!state.hidden && state.procedure == none) all[{"state", state.name}].item = &state;
  }
  note_items(p.options, "option", all);
  note_items(p.readings, "reading", all);
  note_items(p.tables, "table", all);
  note_items(p.definitions, "define", all);
  note_items(p.fields, "field", all);
  note_items(p.effects, "effect", all);
  for (const Action& action : p.actions) {
    if (action.watch == none) all[{"action", action.name}].item = &action;
  }
  for (size_t i = 0; i < p.procedures.size(); ++i) {
    if (static_cast<Id>(i) != p.settle) all[{"procedure", p.procedures[i].name}].item = &p.procedures[i];
  }
  note_items(p.invariants, "invariant", all);
  note_items(p.views, "view", all);
  ProgramPrinter printer(p, ProgramPrinter::What::uncited);
  for (const std::string& text : printer.items()) {
    note_local_state(text, all);
    const size_t sort = end_of_name(text, 0);
    const size_t name = std::min(sort + 1, text.size()), end = end_of_name(text, name);
    const auto found = all.find({text.substr(0, sort), text.substr(name, end - name)});
    if (found != all.end()) found->second.text = text.substr(end) + found->second.text;
  }
  // The values of a reading are a kind of its name; why each is plausible is what readers are told.
  for (const Reading& reading : p.readings) {
    std::string& text = all[{"reading", reading.name}].text;
    for (const std::string& member : p.kinds[static_cast<size_t>(reading.kind)].members) text += " " + member;
    for (const std::string& why : reading.reasons) text += "\n" + why;
  }
  for (const Kind& kind : p.kinds) {
    if (kind.reading != none) all.erase({"kind", kind.name});
  }
  std::erase_if(all, [](const auto& one) { return one.second.text.empty(); });
  return all;
}

const char* word_of(const std::string& sort) {
  if (sort == "define") return "definition";
  return sort.c_str();
}

// Small ones may well be alike and mean different things to the reader: `define rearward() -> bool = yes`.
bool says_enough(const std::string& sort, const std::string& text) {
  constexpr long operations = 4;
  if (sort == "define") return std::count(text.begin(), text.end(), '(') >= operations;
  return sort == "field" || sort == "effect" || sort == "table";
}

}  // namespace

std::vector<std::string> different_items(const Program& a, const Program& b) {
  const Meanings of_a = meanings(a), of_b = meanings(b);
  std::set<std::string> names;
  const auto note = [&names](const Meanings& here, const Meanings& there) {
    for (const auto& [key, meaning] : here) {
      const auto other = there.find(key);
      if (other == there.end() || other->second.text != meaning.text) names.insert(key.second);
    }
  };
  note(of_a, of_b);
  note(of_b, of_a);
  return {names.begin(), names.end()};
}

void check_sameness(const EditionText& edition, const Program& program, Diagnostics& diagnostics) {
  const Meanings all = meanings(program);
  uint32_t own = 0;  // files of this edition are numbered from here
  if (edition.parent) {
    Diagnostics told_elsewhere;
    const auto parent = compile(*edition.parent, told_elsewhere);
    if (!parent) return;
    own = static_cast<uint32_t>(parent->sources.size());
    const Meanings before = meanings(*parent);
    for (const auto& [key, meaning] : all) {
      const auto old = before.find(key);
      if (meaning.item->place.file < own || old == before.end() || old->second.text != meaning.text) continue;
      Diagnostic& diagnostic = diagnostics.warning(
          "W0308", program.range_of(meaning.item->place),
          "the " + std::string(word_of(key.first)) + " \"" + key.second +
              "\" replaces one of the parent that means the same");
      diagnostic.expected = "`same` or `restates` for the case, and the parent's item";
      diagnostic.cases.push_back(program.label_text(meaning.item->label));
      diagnostic.notes.push_back({parent->range_of(old->second.item->place), "the parent's"});
    }
  }
  std::map<std::pair<std::string, std::string>, const Item*> seen;  // sort and text
  for (const auto& [key, meaning] : all) {
    if (!says_enough(key.first, meaning.text)) continue;
    const auto [where, is_new] = seen.try_emplace({key.first, meaning.text}, meaning.item);
    if (is_new) continue;
    const Item* first = where->second;
    const Item* second = meaning.item;
    if (std::pair(second->place.file, second->place.begin) < std::pair(first->place.file, first->place.begin))
      std::swap(first, second);
    if (second->place.file < own) continue;  // the parent was told of its own
    Diagnostic& diagnostic =
        diagnostics.warning("W0309", program.range_of(second->place),
                            "\"" + second->name + "\" means the same as \"" + first->name + "\"");
    diagnostic.expected = "one " + std::string(word_of(key.first)) + ", used in both places";
    diagnostic.cases.push_back(program.label_text(second->label));
    diagnostic.notes.push_back({program.range_of(first->place), "the other one"});
  }
}

}  // namespace casebook::language
