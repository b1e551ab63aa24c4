// SPDX-License-Identifier: Apache-2.0
#include "engine/language/editions/sameness.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/program/print_program.h"

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
  note_items(p.places, "place", all);
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
    if (static_cast<ProcedureId>(i) != p.settle)
      all[{"procedure", p.procedures[i].name}].item = &p.procedures[i];
  }
  note_items(p.watches, "watch", all);
  note_items(p.invariants, "invariant", all);
  note_items(p.views, "view", all);
  ProgramPrinter printer(p, ProgramPrinter::What::uncited);
  for (const std::string& text : printer.items()) {
    note_local_state(text, all);
    const size_t sort = end_of_name(text, 0);
    const size_t name = std::min(sort + 1, text.size()), end = end_of_name(text, name);
    const std::string called = text.substr(name, end - name);
    auto found = all.find({text.substr(0, sort), called});
    // The action that an interrupt makes is a part of it: no other action has its name.
    if (found == all.end() && text.starts_with("action ")) found = all.find({"watch", called});
    if (found != all.end()) found->second.text += ":" + text.substr(end);
  }
  // The values of a reading are a kind of its name; why each is plausible is what readers are told.
  for (const Reading& reading : p.readings) {
    std::string& text = all[{"reading", reading.name}].text;
    for (const std::string& member : p.kinds[reading.kind].members) text += " " + member;
    for (const std::string& why : reading.reasons) text += "\n" + why;
  }
  for (const Kind& kind : p.kinds) {
    if (kind.reading != none) all.erase({"kind", kind.name});
  }
  std::erase_if(all, [](const auto& one) { return one.second.text.empty(); });
  return all;
}

std::string word_of(const std::string& sort) {
  if (sort == "define") return "definition";
  return sort == "watch" ? "interrupt" : sort;
}

// Small ones may well be alike and mean different things to the reader: `define rearward() -> bool = yes`.
bool says_enough(const std::string& sort, const std::string& text) {
  constexpr long operations = 4;
  if (sort == "define") return std::count(text.begin(), text.end(), '(') >= operations;
  return sort == "field" || sort == "effect" || sort == "table";
}

bool stands_before(const Item& a, const Item& b) {
  return std::pair(a.place.file, a.place.begin) < std::pair(b.place.file, b.place.begin);
}

const Meaning* find(const Meanings& all, const Key& key) {
  const auto found = all.find(key);
  return found == all.end() ? nullptr : &found->second;
}

// Whether what has this name means in both what it meant, whatever the sort: a kind and a given may share
// one.
bool is_the_same(const std::string& name, const Meanings& before, const Meanings& now) {
  bool known = false;
  for (const auto& [key, meaning] : now) {
    if (key.second != name) continue;
    const Meaning* const old = find(before, key);
    if (old == nullptr || old->text != meaning.text) return false;
    known = true;
  }
  return known;
}

// Where the edition itself opens the case.
Place own_place(const Program& program, const std::string& label, uint32_t own) {
  for (const Case& one : program.cases) {
    if (one.label != label) continue;
    for (const Place& place : one.places) {
      if (place.file >= own) return place;
    }
  }
  Place head;
  head.file = own;
  return head;
}

}  // namespace

std::vector<RuleDifference> rule_differences(const Program& first, const Program& second) {
  using How = Program::Change::How;
  const Meanings before = meanings(first), now = meanings(second);
  std::set<Key> keys;
  for (const Meanings* one : {&before, &now}) {
    for (const auto& [key, meaning] : *one) keys.insert(key);
  }
  std::vector<RuleDifference> out;
  for (const Key& key : keys) {
    const Meaning* const a = find(before, key);
    const Meaning* const b = find(now, key);
    if (a != nullptr && b != nullptr && a->text == b->text) continue;
    RuleDifference one;
    one.how = a == nullptr ? How::added : b == nullptr ? How::removed : How::replaced;
    one.sort = word_of(key.first);
    one.name = key.second;
    if (a != nullptr) one.first = first.label_text(a->item->label);
    if (b != nullptr) one.second = second.label_text(b->item->label);
    out.push_back(std::move(one));
  }
  return out;
}

void check_sameness(const EditionText& edition, const Program& program, Diagnostics& diagnostics) {
  const Meanings all = meanings(program);
  std::vector<std::pair<Key, const Meaning*>> in_order;  // of the text
  for (const auto& [key, meaning] : all) in_order.emplace_back(key, &meaning);
  std::stable_sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) {
    return stands_before(*a.second->item, *b.second->item);
  });
  uint32_t own = 0;  // files of this edition are numbered from here
  Diagnostics told_elsewhere;
  const auto parent = edition.parent ? compile(*edition.parent, told_elsewhere) : nullptr;
  if (edition.parent && !parent) return;
  if (parent) own = static_cast<uint32_t>(parent->sources.size());
  const Meanings before = parent ? meanings(*parent) : Meanings();
  std::map<std::pair<std::string, std::string>, const Item*> seen;  // sort and text
  std::set<std::string> told;                                       // names
  for (const auto& [key, meaning] : in_order) {
    const Item& item = *meaning->item;
    const std::string word = word_of(key.first);
    const auto warn = [&](const char* code, const std::string& message, const std::string& expected) {
      Diagnostic& diagnostic = diagnostics.warning(code, program.range_of(item.place), message);
      diagnostic.expected = expected;
      diagnostic.cases.push_back(program.label_text(item.label));
      return &diagnostic;
    };
    const Meaning* const old = find(before, key);
    const bool is_own = item.place.file >= own;
    if (is_own && old != nullptr && old->text == meaning->text) {
      warn("W0308", "the " + word + " \"" + key.second + "\" replaces one of the parent that means the same",
           "`same` or `restates` for the case, and the parent's item")
          ->notes.push_back({parent->range_of(old->item->place), "the parent's"});
      told.insert(key.second);
    }
    if (!says_enough(key.first, meaning->text)) continue;
    const auto [where, is_new] = seen.try_emplace({key.first, meaning->text}, &item);
    if (is_new || !is_own) continue;  // the parent was told of its own
    warn("W0309", "\"" + item.name + "\" means the same as \"" + where->second->name + "\"",
         "one " + word + ", used in both places")
        ->notes.push_back({program.range_of(where->second->place), "the other one"});
  }
  // Exceptions, waivers and lines that were taken away and come again in other words.
  for (const Program::Change& change : program.changes) {
    if (change.item.empty() || !is_the_same(change.item, before, all)) continue;
    if (!told.insert(change.item).second) continue;
    const std::string& label = change.label.empty() ? change.parent : change.label;
    Diagnostic& diagnostic = diagnostics.warning(
        "W0308", program.range_of(own_place(program, label, own)),
        "the " + change.what + " is changed, and \"" + change.item + "\" means what it means in the parent");
    diagnostic.expected = "`same` or `restates` for the case, and the parent's text";
    diagnostic.cases.push_back(label);
  }
}

}  // namespace casebook::language
