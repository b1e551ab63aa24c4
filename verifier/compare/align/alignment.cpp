// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/align/alignment.h"

#include <algorithm>

#include "engine/program/carriers.h"
#include "engine/runtime/control.h"

namespace casebook::compare {

using language::Program;
using language::SiteKind;

namespace {

template <class Items>
std::vector<typename Items::Id> by_name(const Items& from, const Items& to) {
  std::vector<typename Items::Id> found;
  for (const auto& one : from) {
    const auto other =
        std::find_if(to.begin(), to.end(), [&](const auto& it) { return it.name == one.name; });
    found.push_back(other == to.end() ? language::none : static_cast<typename Items::Id>(other - to.begin()));
  }
  return found;
}

bool identity(const std::vector<int32_t>& map, size_t size) {
  if (map.size() != size) return false;
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i] != static_cast<int32_t>(i)) return false;
  }
  return true;
}

std::vector<int32_t> members_by_name(const std::vector<std::string>& from,
                                     const std::vector<std::string>& to) {
  std::map<std::string, int32_t> known;
  for (size_t i = 0; i < to.size(); ++i) known.emplace(to[i], static_cast<int32_t>(i));
  std::vector<int32_t> map;
  for (const std::string& name : from) {
    const auto found = known.find(name);
    map.push_back(found == known.end() ? -1 : found->second);
  }
  return map;
}

/// Actions offered, dice rolled: what a site is about.
std::multiset<std::string> offers(const Program& program, const language::Site& site) {
  std::multiset<std::string> names;
  for (const auto& alternative : site.alternatives) names.insert(program.actions[alternative.action].name);
  return names;
}

}  // namespace

std::string site_name(const Scenario& scenario, SiteId site) {
  return site < 0 ? "the end" : runtime::site_text(*scenario.program, site);
}

Alignment::Alignment(const ScenarioPtr& a, const ScenarioPtr& b) : a_(a), b_(b) {
  ways_ = {align(0), align(1)};
  compare_items();
  note_counterparts();
}

void Alignment::align_hexes(size_t side, OneWay& way) const {
  const Scenario &from = scenario(side), &to = scenario(1 - side);
  const std::vector<MapPlaceId> places = by_name(from.program->places, to.program->places);
  const auto agree = [&](const std::vector<int32_t>& map) {
    int score = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i] == language::none) continue;
      const bool same = map[static_cast<size_t>(from.places[i])] == to.places[places[i]];
      score += same ? 1 : -1;
    }
    return score;
  };
  std::vector<int32_t> named =
      members_by_name(from.members[language::kind_hex], to.members[language::kind_hex]);
  std::map<std::pair<int32_t, int32_t>, int32_t> cells;
  for (size_t i = 0; i < to.ground.cells.size(); ++i)
    cells.emplace(std::pair(to.ground.cells[i].column, to.ground.cells[i].row), static_cast<int32_t>(i));
  std::vector<int32_t> by_cell;
  for (const board::Cell& cell : from.ground.cells) {
    const auto found = cells.find({cell.column, cell.row});
    by_cell.push_back(found == cells.end() ? -1 : found->second);
  }
  const auto missing = [](const std::vector<int32_t>& map) { return std::count(map.begin(), map.end(), -1); };
  const int by_names = agree(named), by_cells = agree(by_cell);
  const bool cell_wins = by_cells > by_names || (by_cells == by_names && missing(by_cell) < missing(named));
  way.members[language::kind_hex] = cell_wins ? std::move(by_cell) : std::move(named);
  // Hexsides by their ends.
  const auto& hexes = way.members[language::kind_hex];
  auto& sides = way.members[language::kind_hexside];
  sides.assign(from.members[language::kind_hexside].size(), -1);
  for (size_t i = 0; i < sides.size(); ++i) {
    const auto& ends = from.ground.ends[i];
    const int32_t first = hexes[static_cast<size_t>(ends[0])];
    if (first < 0) continue;
    if (ends[1] >= 0) {
      const int32_t second = hexes[static_cast<size_t>(ends[1])];
      if (second >= 0) sides[i] = to.ground.between(first, second);
      continue;
    }
    for (size_t direction = 0; direction < 6; ++direction) {  // at the edge: in the same direction
      if (from.ground.sides[static_cast<size_t>(ends[0])][direction] != static_cast<int32_t>(i)) continue;
      if (to.ground.neighbours[static_cast<size_t>(first)][direction] < 0)
        sides[i] = to.ground.sides[static_cast<size_t>(first)][direction];
    }
  }
}

// The nth site of a procedure that offers the same is the same site; of those left, the nth that offers
// something in common.
void Alignment::align_sites(size_t side, OneWay& way) const {
  const Program &from = *scenario(side).program, &to = *scenario(1 - side).program;
  way.sites.assign(from.sites.size(), -1);
  std::vector<bool> taken(to.sites.size(), false);
  const auto match = [&](bool exact) {
    for (size_t i = 0; i < from.sites.size(); ++i) {
      if (way.sites[i] >= 0) continue;
      const language::Site& site = from.sites[i];
      for (size_t k = 0; k < to.sites.size(); ++k) {
        const language::Site& other = to.sites[k];
        if (taken[k] || other.kind != site.kind || way.procedures[site.procedure] != other.procedure)
          continue;
        const auto mine = offers(from, site), theirs = offers(to, other);
        const bool share = std::any_of(mine.begin(), mine.end(),
                                       [&](const std::string& name) { return theirs.count(name) != 0; });
        const bool fits =
            exact ? mine == theirs && site.vars.size() == other.vars.size()
                  : (site.kind == SiteKind::choose ? share : site.vars.size() == other.vars.size());
        if (!fits) continue;
        way.sites[i] = static_cast<SiteId>(k);
        taken[k] = true;
        break;
      }
    }
  };
  match(true);
  match(false);
}

OneWay Alignment::align(size_t side) const {
  const Scenario &from = scenario(side), &to = scenario(1 - side);
  const Program &p = *from.program, &q = *to.program;
  OneWay way;
  way.kinds = by_name(p.kinds, q.kinds);
  way.procedures = by_name(p.procedures, q.procedures);
  way.actions = by_name(p.actions, q.actions);
  way.definitions = by_name(p.definitions, q.definitions);
  way.fields = by_name(p.fields, q.fields);
  way.effects = by_name(p.effects, q.effects);
  way.boxes = by_name(p.boxes, q.boxes);
  way.members.resize(p.kinds.size());
  way.same_members.assign(p.kinds.size(), false);
  for (size_t kind = 0; kind < p.kinds.size(); ++kind) {
    if (static_cast<KindId>(kind) <= language::kind_hexside) continue;
    const KindId other = way.kinds[kind];
    way.members[kind] = other == language::none ? std::vector<int32_t>(from.members[kind].size(), -1)
                                                : members_by_name(from.members[kind], to.members[other]);
  }
  align_hexes(side, way);
  for (size_t kind = 0; kind < p.kinds.size(); ++kind) {
    const KindId other = way.kinds[kind];
    way.same_members[kind] = other != language::none && identity(way.members[kind], to.members[other].size());
  }
  way.locations = way.members[language::kind_hex];
  for (const BoxId box : way.boxes)
    way.locations.push_back(box == language::none ? -1 : to.ground.hexes + box);
  way.same_locations = identity(way.locations, static_cast<size_t>(to.ground.hexes) + q.boxes.size());
  const auto same_type = [&](const language::Type& a, const language::Type& b) {
    if (a.tag != b.tag || a.fine != b.fine) return false;
    if (a.of == language::none || b.of == language::none) return a.of == b.of;
    if (a.tag == language::TypeTag::number) return p.measures[a.of].name == q.measures[b.of].name;
    return way.kinds[a.of] == b.of;
  };
  const auto procedure_of = [](const Program& program, ProcedureId procedure) {
    return procedure == language::none ? std::string() : program.procedures[procedure].name;
  };
  for (const language::State& state : p.states) {
    StateId found = language::none;
    for (size_t i = 0; i < q.states.size() && found == language::none; ++i) {
      const language::State& other = q.states[i];
      const bool fits = other.name == state.name && other.hidden == state.hidden &&
                        procedure_of(q, other.procedure) == procedure_of(p, state.procedure) &&
                        same_type(state.type, other.type) && state.params.size() == other.params.size();
      if (!fits) continue;
      bool params = true;
      for (size_t k = 0; k < state.params.size(); ++k)
        params = params && same_type(state.params[k], other.params[k]);
      if (params) found = static_cast<StateId>(i);
    }
    way.states.push_back(found);
  }
  // Locals by procedure, name, and which of that name.
  std::map<std::pair<std::string, std::string>, int> seen;
  std::map<std::pair<std::pair<std::string, std::string>, int>, VarId> theirs;
  for (size_t i = 0; i < q.vars.size(); ++i) {
    if (q.vars[i].procedure == language::none) continue;
    const std::pair key(procedure_of(q, q.vars[i].procedure), q.vars[i].name);
    theirs[{key, seen[key]++}] = static_cast<VarId>(i);
  }
  seen.clear();
  for (const language::Var& var : p.vars) {
    VarId found = language::none;
    if (var.procedure != language::none) {
      const std::pair key(procedure_of(p, var.procedure), var.name);
      const auto other = theirs.find({key, seen[key]++});
      if (other != theirs.end() && same_type(var.type, q.vars[other->second].type)) found = other->second;
    }
    way.vars.push_back(found);
  }
  align_sites(side, way);
  return way;
}

// ---- items

bool Alignment::same_data(const ItemRef& item) const {
  const Scenario &a = scenario(0), &b = scenario(1);
  const auto find = [&](const auto& items) {
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const auto& one) { return one.name == item.name; });
    return static_cast<size_t>(found - items.begin());
  };
  if (item.sort == ItemSort::place) {
    const int32_t mine = a.places[find(a.program->places)], theirs = b.places[find(b.program->places)];
    return from(0).members[language::kind_hex][static_cast<size_t>(mine)] == theirs;
  }
  if (item.sort != ItemSort::given) return true;
  const language::Given& given = a.program->givens[find(a.program->givens)];
  const runtime::Values &mine = a.givens[find(a.program->givens)],
                        &theirs = b.givens[find(b.program->givens)];
  const auto plain = [&](const language::Type& type) {
    return type.of == language::none || type.tag == language::TypeTag::number ||
           from(0).same_members[type.of];
  };
  return std::all_of(given.params.begin(), given.params.end(), plain) && plain(given.type) &&
         mine.cells == theirs.cells;
}

bool plays(ItemSort sort) {
  return sort == ItemSort::action || sort == ItemSort::effect || sort == ItemSort::measure ||
         sort == ItemSort::procedure || sort == ItemSort::state || sort == ItemSort::watch;
}

void Alignment::compare_items() {
  ItemRefs refs;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const SettledItem& item : settled(side).items()) refs.insert(item.ref);
  }
  for (const ItemRef& ref : refs) {
    ItemPair pair;
    pair.ref = ref;
    pair.item[0] = a_.find(ref);
    pair.item[1] = b_.find(ref);
    pair.same_text = pair.item[0] != nullptr && pair.item[1] != nullptr &&
                     pair.item[0]->text == pair.item[1]->text && same_data(ref);
    pair.same = pair.same_text;
    by_ref_.emplace(ref, items_.size());
    items_.push_back(std::move(pair));
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (ItemPair& pair : items_) {
      if (!pair.same || same(pair.item[0]->uses)) continue;
      pair.same = false;
      grew = true;
    }
  }
  for (const ItemPair& pair : items_) {
    if (plays(pair.ref.sort) && !pair.same) all_same_ = false;
  }
  for (size_t kind = 0; kind < scenario(0).program->kinds.size(); ++kind) {
    const language::Kind& one = scenario(0).program->kinds[kind];
    if (one.reading == language::none && !from(0).same_members[kind]) {
      const bool by_place = static_cast<KindId>(kind) <= language::kind_hexside && from(0).same_locations;
      if (!by_place) all_same_ = false;
    }
  }
}

const ItemPair* Alignment::find(const ItemRef& ref) const {
  const auto found = by_ref_.find(ref);
  return found == by_ref_.end() ? nullptr : &items_[found->second];
}

bool Alignment::same(const ItemRefs& items) const {
  return std::all_of(items.begin(), items.end(), [this](const ItemRef& ref) {
    const ItemPair* pair = find(ref);
    return pair != nullptr && pair->same;
  });
}

bool Alignment::same(const language::Expr& a, const language::Expr& b) const {
  return a_.text(a) == b_.text(b) && same(a_.uses(a));
}

// ---- cases

void Alignment::note_counterparts() {
  std::array<std::map<std::string, std::set<std::string>>, 2> labels;  // by carrier
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Program& program = *scenario(side).program;
    for (const language::Carrier& one : language::carriers(program)) {
      if (one.sort == "claim" || one.sort == "line") continue;
      labels[side][one.sort + " " + one.name].insert(program.label_text(one.label));
    }
  }
  const auto pair = [this](const std::string& a, const std::string& b) {
    counterparts_[0][a].insert(b);
    counterparts_[1][b].insert(a);
  };
  for (const auto& [carrier, mine] : labels[0]) {
    const auto theirs = labels[1].find(carrier);
    if (theirs == labels[1].end()) continue;
    for (const std::string& a : mine) {
      for (const std::string& b : theirs->second) pair(a, b);
    }
  }
  for (const size_t child : {size_t{0}, size_t{1}}) {
    const Program &program = *scenario(child).program, &other = *scenario(1 - child).program;
    if (program.parent != other.edition) continue;
    const auto note = [&](const std::string& parent, const std::string& label) {
      if (parent.empty() || label.empty()) return;
      child == 1 ? pair(parent, label) : pair(label, parent);
    };
    for (const language::Case& one : program.cases) {
      for (const int32_t id : one.same_as) note(program.parent_labels[static_cast<size_t>(id)], one.label);
      for (const int32_t id : one.replaces) note(program.parent_labels[static_cast<size_t>(id)], one.label);
    }
    for (const auto& change : program.changes) note(change.parent, change.label);
  }
}

std::set<std::string> Alignment::counterparts(size_t side, const std::string& label) const {
  const auto found = counterparts_[side].find(label);
  return found == counterparts_[side].end() ? std::set<std::string>() : found->second;
}

}  // namespace casebook::compare
