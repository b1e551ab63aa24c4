// SPDX-License-Identifier: Apache-2.0
// Looks for what a style does not name; the colours are those of palette.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/picture/nato_symbols.h"
#include "engine/picture/palette.h"
#include "engine/picture/style.h"

namespace casebook::picture {

using language::Given;
using namespace language::ids;
using language::Program;
using language::Type;
using language::TypeTag;

namespace {

std::string spoken(std::string_view name) {
  std::string text = with_blanks(name);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// The shortest beginning, with a capital, that no other letter in use has.
std::string letter_for(std::string_view name, std::set<std::string>& used) {
  const std::string word = spoken(name);
  for (size_t length = 1; length <= std::min<size_t>(3, word.size()); ++length)
    if (used.insert(word.substr(0, length)).second) return word.substr(0, length);
  return word.substr(0, 3);
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// What map and rules have, in their order.
struct Found {
  std::string ground;
  std::vector<std::string> members, links, hexsides, signs, places, sides, kinds, symbol_members, labels,
      tables;
};

bool of_one(const Given& given, KindId kind) {
  return given.params.size() == 1 && given.params[0] == Type{TypeTag::entity, kind, 1};
}
bool names_member(const Type& type) {
  return type.tag == TypeTag::entity || type.tag == TypeTag::maybe || type.tag == TypeTag::set;
}

void add_texts(std::vector<std::string>& names, const board::DataValue& value) {
  if (value.kind == board::DataKind::text) add_name(names, value.text);
  for (const board::DataValue& item : value.items)
    if (item.kind == board::DataKind::text) add_name(names, item.text);
}

class Completion {
 public:
  Completion(Style style, const board::HexMap* map, const Program* program, Diagnostics& diagnostics)
      : style_(std::move(style)), map_(map), program_(program), diagnostics_(diagnostics) {}

  Style run() {
    find_ground();
    if (map_ != nullptr) look_at_map();
    if (program_ != nullptr) look_at_hexsides();
    if (program_ != nullptr) look_at_rules();
    complete_grounds();
    complete_links();
    complete_hexsides();
    complete_signs();
    complete_sides();
    complete_counters();
    complete_track();
    keep(style_.places, found_.places, &SignLook::name, "a place");
    keep(style_.labels, found_.labels, &LabelLook::text, "a label");
    return std::move(style_);
  }

 private:
  void find_ground() {
    found_.ground = style_.ground;
    if (program_ != nullptr) {
      for (const Given& given : program_->givens) {
        if (!found_.ground.empty()) break;
        if (of_one(given, language::kind_hex) && names_member(given.type) &&
            given.type.of != language::kind_hex && given.type.of != program_->kind_side)
          found_.ground = given.name;
      }
    }
    if (map_ == nullptr) return;
    for (const board::HexFacts& line : map_->hex_facts)
      for (const board::Fact& fact : line.facts)
        if (found_.ground.empty() && program_ == nullptr &&
            (fact.value.kind == board::DataKind::text || fact.value.kind == board::DataKind::list))
          found_.ground = fact.attribute;
    style_.ground = found_.ground;
  }

  void look_at_map() {
    if (program_ != nullptr) look_at_ground_kind();
    const auto ground = [this](const board::Fact& fact) {
      if (fact.attribute == found_.ground)
        add_texts(found_.members, fact.value);
      else
        add_name(found_.signs, fact.attribute);
    };
    for (const board::Fact& fact : map_->hex_defaults)
      if (fact.attribute == found_.ground) ground(fact);
    for (const board::HexFacts& line : map_->hex_facts)
      for (const board::Fact& fact : line.facts) ground(fact);
    for (const board::Link& link : map_->links) add_name(found_.links, link.attribute);
    for (const board::HexsideFacts& line : map_->hexside_facts)
      for (const board::Fact& fact : line.facts)
        if (style_.link(fact.attribute) != nullptr)
          add_name(found_.links, fact.attribute);
        else if (std::find(found_.links.begin(), found_.links.end(), fact.attribute) == found_.links.end())
          add_name(found_.hexsides, fact.attribute);
    for (const board::NamedPlace& place : map_->places) add_name(found_.places, place.name);
    for (const board::Label& label : map_->labels) add_name(found_.labels, label.text);
  }
  /// Roads are those that the map draws from hex to hex, or the style.
  void look_at_hexsides() {
    for (const Given& given : program_->givens) {
      if (!of_one(given, language::kind_hexside)) continue;
      of_hexsides_.push_back(given.name);
      const auto& links = found_.links;
      const bool link = std::find(links.begin(), links.end(), given.name) != links.end() ||
                        style_.link(given.name) != nullptr;
      add_name(link ? found_.links : found_.hexsides, given.name);
    }
  }
  /// Which of the usual looks an attribute of hexsides has: by its place in the rules, so that it looks the
  /// same whatever else is on the map already.
  size_t usual_of(const std::string& name, size_t in_list) const {
    const auto at = std::find(of_hexsides_.begin(), of_hexsides_.end(), name);
    return at == of_hexsides_.end() ? in_list : static_cast<size_t>(at - of_hexsides_.begin());
  }
  void look_at_ground_kind() {
    for (const Given& given : program_->givens) {
      if (given.name != found_.ground || !of_one(given, language::kind_hex) || !names_member(given.type))
        continue;
      for (const std::string& member : program_->kinds[given.type.of].members)
        add_name(found_.members, member);
    }
  }

  void look_at_rules() {
    const Program& program = *program_;
    if (program.kind_side != language::none) found_.sides = program.kinds[program.kind_side].members;
    for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
      if (!program.kinds[kind].on_map) continue;
      found_.kinds.push_back(program.kinds[kind].name);
      for (const Given& given : program.givens)
        if (of_one(given, static_cast<KindId>(kind)) && given.type.tag == TypeTag::entity)
          for (const std::string& member : program.kinds[given.type.of].members)
            add_name(found_.symbol_members, member);
    }
    for (const language::Table& table : program.tables) found_.tables.push_back(table.name);
  }

  /// Orders the looks as `names` are, and takes out the rest.
  template <class Look>
  void keep(std::vector<Look>& looks, const std::vector<std::string>& names, std::string Look::*name,
            std::string_view what) {
    std::vector<Look> kept;
    for (const std::string& wanted : names)
      for (const Look& look : looks)
        if (look.*name == wanted) kept.push_back(look);
    for (const Look& look : looks) {
      if (std::find(names.begin(), names.end(), look.*name) != names.end()) continue;
      Diagnostic& made =
          diagnostics_.warning("D0166", {style_.file, {}, {}},
                               fmt::format("the style names {} {} that neither map nor rules have", what,
                                           casebook::quoted(look.*name)));
      made.suggestion = nearest_name(look.*name, names);
    }
    looks = std::move(kept);
  }

  void complete_grounds() {
    std::set<std::string> letters;
    for (const GroundLook& look : style_.grounds) letters.insert(look.letter);
    size_t index = 0;
    for (const std::string& member : found_.members) {
      const UsualGround& usual = usual_grounds[index % usual_grounds.size()];
      const bool again = index >= usual_grounds.size();
      if (style_.ground_look(member) == nullptr)
        style_.grounds.push_back({member,
                                  {},
                                  again ? mixed(usual.colour, {128, 128, 128}, 0.2) : usual.colour,
                                  usual.pattern,
                                  index == 0 ? "" : letter_for(member, letters)});
      ++index;
    }
    keep(style_.grounds, found_.members, &GroundLook::member, "ground");
    for (GroundLook& look : style_.grounds)
      if (look.title.empty()) look.title = spoken(look.member);
  }
  void complete_links() {
    for (size_t i = 0; i < found_.links.size(); ++i) {
      if (style_.link(found_.links[i]) != nullptr) continue;
      const bool second = i % 2 == 1;  // the one that is not so good
      style_.links.push_back({found_.links[i],
                              {},
                              second ? Rgb{0x6f, 0x52, 0x34} : Rgb{0xd8, 0xb8, 0x7a},
                              {0x5f, 0x46, 0x2c},
                              second ? 0.7 : 1.5,
                              second});
    }
    keep(style_.links, found_.links, &LinkLook::attribute, "a link");
    for (LinkLook& look : style_.links)
      if (look.title.empty()) look.title = spoken(look.attribute);
  }
  void complete_hexsides() {
    for (size_t i = 0; i < found_.hexsides.size(); ++i) {
      const size_t usual = usual_of(found_.hexsides[i], i);
      if (style_.hexside(found_.hexsides[i]) == nullptr)
        style_.hexsides.push_back({found_.hexsides[i],
                                   {},
                                   usual_forms[usual % usual_forms.size()],
                                   usual_edges[usual % usual_edges.size()],
                                   0.9});
    }
    keep(style_.hexsides, found_.hexsides, &EdgeLook::attribute, "a hexside");
    for (EdgeLook& look : style_.hexsides)
      if (look.title.empty()) look.title = spoken(look.attribute);
  }
  void complete_signs() {
    std::set<std::string> letters;
    for (const std::string& name : found_.signs) {
      const bool there = std::any_of(style_.signs.begin(), style_.signs.end(),
                                     [&](const SignLook& look) { return look.name == name; });
      if (!there)
        style_.signs.push_back({name, {}, Sign::ring, letter_for(name, letters), SignLook{}.colour});
    }
    keep(style_.signs, found_.signs, &SignLook::name, "a sign");
    for (SignLook& look : style_.signs)
      if (look.title.empty()) look.title = spoken(look.name);
  }
  void complete_sides() {
    if (program_ == nullptr) return;
    for (size_t i = 0; i < found_.sides.size(); ++i)
      if (style_.side(found_.sides[i]) == nullptr)
        style_.sides.push_back(
            {found_.sides[i], {}, usual_sides[i % usual_sides.size()], static_cast<CounterForm>(i % 4)});
    keep(style_.sides, found_.sides, &SideLook::member, "a side");
    for (SideLook& look : style_.sides)
      if (look.title.empty()) look.title = spoken(look.member);
  }

  std::string one_member_given(KindId kind, bool of_side) const {
    for (const Given& given : program_->givens) {
      if (!of_one(given, kind) || given.type.tag != TypeTag::entity) continue;
      const language::Kind& of = program_->kinds[given.type.of];
      if ((given.type.of == program_->kind_side) == of_side && (of_side || (of.closed && !of.on_map)))
        return given.name;
    }
    if (!of_side) return {};
    for (const language::Definition& definition : program_->definitions)
      if (definition.params.size() == 1 && definition.type == Type{TypeTag::entity, program_->kind_side, 1} &&
          program_->vars[definition.params[0]].type == Type{TypeTag::entity, kind, 1})
        return definition.name;
    return {};
  }
  void complete_counters() {
    if (program_ == nullptr) return;
    std::vector<std::string> arms;
    for (const std::string& name : found_.kinds) {
      const auto at = std::find_if(program_->kinds.begin(), program_->kinds.end(),
                                   [&](const language::Kind& kind) { return kind.name == name; });
      const KindId kind = static_cast<KindId>(at - program_->kinds.begin());
      if (style_.counter(name) == nullptr) {
        CounterLook look{name, {}, {}, {}, {}};
        look.symbol = one_member_given(kind, false);
        for (const Given& given : program_->givens)
          if (of_one(given, kind) && given.type.tag == TypeTag::number && given.fallback == nullptr &&
              look.values.size() < 3)
            look.values.push_back(given.name);
        style_.counters.push_back(look);
      }
      complete_size_and_back(kind);
      for (CounterLook& look : style_.counters) {
        if (look.kind != name) continue;
        if (look.side.empty()) look.side = one_member_given(kind, true);
        for (const Given& given : program_->givens)
          if (given.name == look.symbol && of_one(given, kind) && given.type.tag == TypeTag::entity)
            for (const std::string& member : program_->kinds[given.type.of].members) add_name(arms, member);
      }
    }
    keep(style_.counters, found_.kinds, &CounterLook::kind, "a kind of counter");
    for (const std::string& member : arms)
      if (style_.symbol(member) == nullptr) style_.symbols.push_back({member, {}, usual_parts(member)});
    keep(style_.symbols, found_.symbol_members, &SymbolLook::member, "a symbol");
    for (SymbolLook& look : style_.symbols)
      if (look.title.empty()) look.title = spoken(look.member);
  }

  /// A member's size where the rules have words of the field for it; the word on its other side from the
  /// state that turns it.
  void complete_size_and_back(KindId kind) {
    for (CounterLook& look : style_.counters) {
      if (look.kind != program_->kinds[kind].name) continue;
      for (const Given& given : program_->givens) {
        if (!of_one(given, kind) || given.type.tag != TypeTag::entity) continue;
        const auto& members = program_->kinds[given.type.of].members;
        const bool sizes = !members.empty() &&
                           std::all_of(members.begin(), members.end(),
                                       [](const std::string& one) { return !usual_echelon(one).empty(); });
        if (look.size.empty() && sizes) look.size = given.name;
        if (look.size == given.name)
          for (const std::string& member : members)
            if (style_.size(member) == nullptr)
              style_.sizes.push_back({member, spoken(member), usual_echelon(member)});
      }
      for (const language::State& state : program_->states) {
        const bool lasting = !state.hidden && state.procedure == language::none && state.params.size() == 1 &&
                             state.params[0] == Type{TypeTag::entity, kind, 1} &&
                             state.type.tag == TypeTag::boolean;
        if (!lasting) continue;
        if (look.back && look.back->state == state.name && look.back->title.empty()) {
          look.back->title = with_blanks(state.name);
        }
      }
      if (look.back && look.back->title.empty()) {
        diagnostics_.warning(
            "D0166", {style_.file, {}, {}},
            fmt::format("counters of {} turn over with {}, which is no Boolean state of them that lasts",
                        casebook::quoted(look.kind), casebook::quoted(look.back->state)));
        look.back.reset();
      }
    }
  }
  /// The state without parameters in whose measure pieces are scheduled; else the only number that lasts.
  void complete_track() {
    if (program_ == nullptr) return;
    const auto counted = [](const language::State& state) {
      return !state.hidden && state.procedure == language::none && state.params.empty() &&
             state.type.tag == TypeTag::number;
    };
    const auto arrival_of = [&](const language::State& state) -> const Given* {
      for (const Given& given : program_->givens)
        if (given.params.size() == 1 && program_->kinds[given.params[0].of].on_map &&
            given.type == state.type)
          return &given;
      return nullptr;
    };
    if (!style_.track) {
      std::vector<const language::State*> all, scheduled;
      for (const language::State& state : program_->states) {
        if (!counted(state)) continue;
        all.push_back(&state);
        if (arrival_of(state) != nullptr) scheduled.push_back(&state);
      }
      if (scheduled.empty() && all.size() != 1) return;
      TrackLook look;
      look.state = (scheduled.empty() ? all : scheduled).front()->name;
      style_.track = look;
    }
    TrackLook& look = *style_.track;
    bool there = false;
    for (const language::State& state : program_->states) {
      if (!counted(state) || state.name != look.state) continue;
      there = true;
      const Given* arrival = arrival_of(state);
      if (arrival == nullptr) continue;
      if (look.arrival.empty()) look.arrival = arrival->name;
      for (const Given& given : program_->givens)
        if (look.entry.empty() && given.params == arrival->params && given.type.of == language::kind_hex &&
            (given.type.tag == TypeTag::entity || given.type.tag == TypeTag::maybe))
          look.entry = given.name;
    }
    if (look.title.empty()) look.title = spoken(look.state);
    if (look.first && look.last && *look.last < *look.first) {
      diagnostics_.warning(
          "D0166", {style_.file, {}, {}},
          fmt::format("the track of the style ends at {}, before it begins at {}; its end is left to the "
                      "rules",
                      *look.last, *look.first));
      look.last.reset();
    }
    if (!there) {
      std::vector<std::string> names;
      for (const language::State& state : program_->states)
        if (counted(state)) names.push_back(state.name);
      Diagnostic& made = diagnostics_.warning(
          "D0166", {style_.file, {}, {}},
          fmt::format("the track of the style counts {}, which is no number without parameters "
                      "that lasts in these rules",
                      casebook::quoted(look.state)));
      made.suggestion = nearest_name(look.state, names);
      style_.track.reset();
    }
    keep(style_.charts, found_.tables, &ChartLook::table, "a chart");
  }

  Style style_;
  const board::HexMap* map_;
  const Program* program_;
  Diagnostics& diagnostics_;
  Found found_;
  std::vector<std::string> of_hexsides_;  // in the order of the rules
};

}  // namespace

Style complete(Style style, const board::HexMap* map, const Program* program, Diagnostics& diagnostics) {
  return Completion(std::move(style), map, program, diagnostics).run();
}

}  // namespace casebook::picture
