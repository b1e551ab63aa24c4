// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/depends.h"

#include <set>

#include "engine/runtime/compiled/arithmetic.h"
#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

int32_t Depends::kind_of(const Graph& graph, int32_t which) {
  const Items& items = graph.items;
  const int32_t item = items.present(which);
  const Layout& layout = graph.scenario.layout;
  if (item < items.states) {
    const language::State& state = graph.program.states[item];
    const Slot& slot = layout.states[item];
    const bool one = state.params.size() == 1 && state.params[0].tag == language::TypeTag::entity &&
                     slot.kind != SlotKind::sets && slot.width == 1;
    if (!one) return -1;
    const int32_t kind = state.params[0].of;
    return static_cast<int64_t>(slot.combinations) == graph.scenario.size(kind) ? kind : -1;
  }
  if (item < items.states + items.kinds) {
    const int32_t kind = item - items.states;
    const Slot& slot = layout.places[kind];
    return slot.width == 1 && static_cast<int64_t>(slot.combinations) == graph.scenario.size(kind) ? kind
                                                                                                   : -1;
  }
  return -1;
}

Depends::Members Depends::both(const Members& a, const Members& b) {
  if (!a) return b;
  if (!b) return a;
  std::vector<uint64_t> words = *a;
  for (size_t i = 0; i < words.size() && i < b->size(); ++i) words[i] &= (*b)[i];
  return words;
}

void Depends::note(int32_t item, const Members& of) {
  const auto [it, fresh] = items_.try_emplace(item, of);
  if (fresh || !it->second) return;
  if (!of) {
    it->second.reset();
    return;
  }
  for (size_t i = 0; i < of->size(); ++i) (*it->second)[i] |= (*of)[i];
}

void Depends::read_all(NodeId id) {
  for (const int32_t item : g_[id].reads) note(item, std::nullopt);
}

// ---- what is known without a position

std::optional<int64_t> Depends::row_of(const std::vector<int64_t>& low, const std::vector<int64_t>& size,
                                       const std::vector<NodeId>& args, size_t count) const {
  int64_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    const std::optional<int64_t> one = value(args[i]);
    if (!one || *one < low[i] || *one >= low[i] + size[i]) return std::nullopt;
    at = at * size[i] + *one - low[i];
  }
  return at;
}

std::optional<int64_t> Depends::value(NodeId id) const {
  const Node& n = g_[id];
  if (!n.reads.empty() || n.can_fault || n.shape != Shape::scalar) return std::nullopt;
  const auto arg = [&](size_t i) { return value(n.args[i]); };
  const auto two = [&](auto what) -> std::optional<int64_t> {
    const std::optional<int64_t> a = arg(0), b = arg(1);
    if (!a || !b) return std::nullopt;
    return what(*a, *b);
  };
  switch (n.op) {
    case NodeOp::constant:
      return n.value;
    case NodeOp::variable: {
      const auto known = values_.find(n.ref);
      return known == values_.end() ? std::nullopt : std::optional<int64_t>(known->second);
    }
    case NodeOp::table: {
      const ValueTable& t = g_.value_tables[static_cast<size_t>(n.ref)];
      const std::optional<int64_t> row = row_of(t.low, t.size, n.args, n.args.size());
      if (!row) return std::nullopt;
      const auto cell = static_cast<uint32_t>(t.first_cell + *row);
      return static_cast<int32_t>(g_.image[static_cast<Address>(cell >> 1)] >> ((cell & 1U) * 32U));
    }
    case NodeOp::row_bit: {
      const RowTable& t = g_.row_tables[static_cast<size_t>(n.ref)];
      const std::optional<int64_t> row = row_of(t.low, t.size, n.args, n.args.size() - 1);
      const std::optional<int64_t> member = value(n.args.back());
      if (!row || !member || *member < 0 || *member >= static_cast<int64_t>(t.words) * 64)
        return std::nullopt;
      const auto word = static_cast<Address>(t.first_word + *row * t.words + (*member >> 6));
      return static_cast<int64_t>((g_.image[word] >> (*member & 63)) & 1U);
    }
    case NodeOp::add:
      return two([](int64_t a, int64_t b) { return add(a, b); });
    case NodeOp::subtract:
      return two([](int64_t a, int64_t b) { return subtract(a, b); });
    case NodeOp::equal:
      return two([](int64_t a, int64_t b) { return static_cast<int64_t>(a == b); });
    case NodeOp::less:
      return two([](int64_t a, int64_t b) { return static_cast<int64_t>(a < b); });
    case NodeOp::less_equal:
      return two([](int64_t a, int64_t b) { return static_cast<int64_t>(a <= b); });
    case NodeOp::not_: {
      const std::optional<int64_t> a = arg(0);
      return a ? std::optional<int64_t>(*a == 0 ? 1 : 0) : std::nullopt;
    }
    case NodeOp::choose_if: {
      const std::optional<int64_t> condition = arg(0);
      if (!condition) return std::nullopt;
      return arg(*condition != 0 ? 1 : 2);
    }
    default:
      return std::nullopt;
  }
}

Depends::Members Depends::within(NodeId scalar, int32_t kind) const {
  const Node& n = g_[scalar];
  if (n.op == NodeOp::variable) {
    const auto known = members_.find(n.ref);
    if (known != members_.end()) return known->second;
  }
  const std::optional<int64_t> one = value(scalar);
  if (!one || *one < 0 || *one >= g_.scenario.size(kind)) return std::nullopt;
  std::vector<uint64_t> words(g_.words_of(kind), 0);
  words[static_cast<size_t>(*one >> 6)] |= uint64_t{1} << (*one & 63);
  return words;
}

Depends::Members Depends::most(NodeId set) const {
  const Node& n = g_[set];
  switch (n.op) {
    case NodeOp::constant_set:
      return g_.pooled(n.ref);
    case NodeOp::row: {
      const RowTable& t = g_.row_tables[static_cast<size_t>(n.ref)];
      const std::optional<int64_t> row = row_of(t.low, t.size, n.args, n.args.size());
      if (!row) return std::nullopt;
      std::vector<uint64_t> words;
      for (uint32_t i = 0; i < t.words; ++i)
        words.push_back(
            g_.image[static_cast<Address>(t.first_word + static_cast<uint64_t>(*row) * t.words + i)]);
      return words;
    }
    case NodeOp::members: {
      std::vector<uint64_t> words(g_.words_of(n.kind), 0);
      for (const NodeId a : n.args) {
        const Members one = within(a, n.kind);
        if (!one) return std::nullopt;
        for (size_t i = 0; i < words.size(); ++i) words[i] |= (*one)[i];
      }
      return words;
    }
    case NodeOp::intersect: {
      Members all;
      for (const NodeId a : n.args) all = both(all, most(a));
      return all;
    }
    case NodeOp::unite: {
      std::vector<uint64_t> words(g_.words_of(n.kind), 0);
      for (const NodeId a : n.args) {
        const Members one = most(a);
        if (!one) return std::nullopt;
        for (size_t i = 0; i < words.size(); ++i) words[i] |= (*one)[i];
      }
      return words;
    }
    case NodeOp::filter:
    case NodeOp::on_hexes:
      return most(n.args[0]);
    default:
      return std::nullopt;
  }
}

// ---- what is read

void Depends::read_binder(const Node& n, const Members& of) {
  const Node& domain = g_[n.args[0]];
  const int32_t kind = g_.variables[static_cast<size_t>(n.var)].kind;
  Members over;
  if (domain.shape == Shape::set)
    over = most(n.args[0]);
  else if (domain.shape == Shape::scalar && kind >= 0)
    over = within(n.args[0], kind);
  if (n.op == NodeOp::filter) over = both(over, of);
  if (over && kind >= 0) members_[n.var] = *over;
  if (n.at >= 0 && kind >= 0) note(g_.places_of(n), over);
  read(n.args[0], domain.shape == Shape::set ? over : std::nullopt);
  for (size_t i = 1; i < n.args.size(); ++i) read(n.args[i]);
  members_.erase(n.var);
}

void Depends::read_field(int32_t id, const std::vector<NodeId>& args) {
  const FieldInfo& field = g_.fields[id];
  std::map<VariableId, int64_t> known;
  for (size_t i = 0; i < field.params.size() && i < args.size(); ++i)
    if (const std::optional<int64_t> one = value(args[i])) known[field.params[i]] = *one;
  std::swap(values_, known);
  for (const NodeId part : {field.goal, field.through, field.across, field.step})
    if (part != no_node) read(part);
  std::swap(values_, known);
}

void Depends::read(NodeId id, const Members& of) {
  const Node n = g_[id];
  if (n.reads.empty()) return;
  const int32_t units = n.op == NodeOp::hexes_of || n.op == NodeOp::on_hexes || n.op == NodeOp::crowded
                            ? g_.items.place(n.ref)
                            : -1;
  switch (n.op) {
    case NodeOp::cell:
    case NodeOp::bit: {
      const int32_t kind = kind_of(g_, n.ref);
      note(n.ref, kind >= 0 && n.args.size() == 1 ? within(n.args[0], kind) : std::nullopt);
      break;
    }
    case NodeOp::set_cell:
      note(n.ref, std::nullopt);
      break;
    case NodeOp::compare_cells:
      note(n.ref, kind_of(g_, n.ref) >= 0 && n.args.size() == 1 ? of : std::nullopt);
      break;
    case NodeOp::bit_row:
      note(n.ref, kind_of(g_, n.ref) >= 0 && n.args.empty() ? of : std::nullopt);
      break;
    case NodeOp::hexes_of:
    case NodeOp::crowded:
      note(units, most(n.args[0]));
      break;
    case NodeOp::on_hexes:
      note(units, both(of, most(n.args[0])));
      read(n.args[0], of);
      read(n.args[1]);
      return;
    case NodeOp::intersect:
      for (size_t i = 0; i < n.args.size(); ++i) {
        Members rest = of;
        for (size_t k = 0; k < n.args.size(); ++k)
          if (k != i) rest = both(rest, most(n.args[k]));
        read(n.args[i], rest);
      }
      return;
    case NodeOp::unite:
    case NodeOp::complement:
      for (const NodeId a : n.args) read(a, of);
      return;
    case NodeOp::choose_if:
      read(n.args[0]);
      read(n.args[1], of);
      read(n.args[2], of);
      return;
    case NodeOp::contains:
      read(n.args[0], within(n.args[1], g_[n.args[0]].kind));
      read(n.args[1]);
      return;
    case NodeOp::kept_set: {
      const KeptSet& kept = g_.kept[static_cast<size_t>(n.ref)];
      for (const NodeId a : n.args) read(a);
      std::map<VariableId, int64_t> known;
      for (size_t i = 0; i < kept.params.size(); ++i)
        if (const std::optional<int64_t> one = value(n.args[i])) known[kept.params[i]] = *one;
      std::swap(values_, known);
      read(kept.set, of);
      std::swap(values_, known);
      return;
    }
    case NodeOp::field_cost:
    case NodeOp::field_set:
      read_field(n.ref, n.args);
      break;
    case NodeOp::legal:
    case NodeOp::call:
      read_all(id);
      return;
    case NodeOp::exists:
    case NodeOp::count_loop:
    case NodeOp::total:
    case NodeOp::best:
    case NodeOp::filter:
    case NodeOp::filter_best:
    case NodeOp::image:
    case NodeOp::union_over:
      read_binder(n, of);
      return;
    default:
      break;
  }
  for (const NodeId a : n.args) read(a);
}

// ---- stamps

void Emitter::stamp_rows() {
  constexpr size_t most_parts = 6;  // of the members of one item that make classes of their own
  struct Row {
    std::map<int32_t, Depends::Members> items;
  };
  std::vector<std::vector<Row>> rooms(p_.rooms.size());
  for (const Routine& r : routines_) {
    if (r.room < 0) continue;
    const bool kept = r.kind == kept_routine_kind;
    const std::vector<VariableId>& params =
        kept ? g_.kept[static_cast<size_t>(r.id)].params : g_.fields[r.id].params;
    const uint32_t rows = p_.rooms[static_cast<size_t>(r.room)].rows;
    for (uint32_t row = 0; row < rows; ++row) {
      Depends depends(g_);
      int64_t left = row;
      for (size_t i = params.size(); (kept || r.keep_rows) && i-- > 0;) {
        const Variable& v = g_.variables[static_cast<size_t>(params[i])];
        const int64_t size = std::max<int64_t>(v.size(), 1);
        depends.bind(params[i], v.low + left % size);
        left /= size;
      }
      std::vector<int32_t> reads;
      if (kept) {
        const NodeId set = g_.kept[static_cast<size_t>(r.id)].set;
        depends.read(set);
        reads = g_[set].reads;
      } else {
        const FieldInfo& field = g_.fields[r.id];
        for (const NodeId part : {field.goal, field.through, field.across, field.step})
          if (part != no_node) depends.read(part);
        reads = field.reads;
      }
      Row made{depends.items()};
      for (const int32_t item : reads) made.items.try_emplace(item, std::nullopt);
      rooms[static_cast<size_t>(r.room)].push_back(std::move(made));
    }
  }
  for (const auto& [room, node] : kept_values_) {
    Depends depends(g_);
    depends.read(node);
    Row made{depends.items()};
    for (const int32_t item : g_[node].reads) made.items.try_emplace(item, std::nullopt);
    rooms[static_cast<size_t>(room)].push_back(std::move(made));
  }

  const int32_t count = (g_.items.count() + 1) * (g_.reads_past() ? 2 : 1);
  p_.items.assign(static_cast<size_t>(count), {});
  p_.stamps = 0;
  for (int32_t item = 0; item < count; ++item) {
    ItemForm& form = p_.items[static_cast<size_t>(item)];
    form.first_stamp = p_.stamps;
    const bool of_play = g_.items.present(item) == g_.items.count();
    const int32_t kind = of_play ? -1 : Depends::kind_of(g_, item);
    std::vector<std::vector<uint64_t>> parts;
    for (const std::vector<Row>& rows : rooms) {
      for (const Row& row : rows) {
        const auto found = row.items.find(item);
        if (kind < 0 || found == row.items.end() || !found->second) continue;
        if (parts.size() < most_parts && std::find(parts.begin(), parts.end(), *found->second) == parts.end())
          parts.push_back(*found->second);
      }
    }
    if (!parts.empty()) {
      std::map<std::vector<bool>, uint8_t> classes;
      for (int32_t member = 0; member < g_.scenario.size(kind); ++member) {
        std::vector<bool> in;
        for (const std::vector<uint64_t>& part : parts)
          in.push_back(((part[static_cast<size_t>(member >> 6)] >> (member & 63)) & 1U) != 0);
        form.class_of.push_back(classes.try_emplace(in, static_cast<uint8_t>(classes.size())).first->second);
      }
      form.stamps = static_cast<int32_t>(std::max<size_t>(classes.size(), 1));
      const Slot slot = slot_of(item);
      if (slot.kind == SlotKind::cells) form.first_cell = slot.first;
    }
    p_.stamps += form.stamps;
  }

  for (size_t room = 0; room < rooms.size(); ++room) {
    RoomForm& form = p_.rooms[room];
    form.stamps.clear();
    form.row_stamps.assign(1, 0);
    for (const Row& row : rooms[room]) {
      for (const auto& [item, members] : row.items) {
        const ItemForm& of = p_.items[static_cast<size_t>(item)];
        std::set<int32_t> stamps;
        for (size_t member = 0; members && member < of.class_of.size(); ++member)
          if ((((*members)[member >> 6] >> (member & 63)) & 1U) != 0) stamps.insert(of.class_of[member]);
        if (!members || of.class_of.empty())
          for (int32_t k = 0; k < of.stamps; ++k) stamps.insert(k);
        for (const int32_t k : stamps) form.stamps.push_back(of.first_stamp + k);
      }
      form.row_stamps.push_back(static_cast<uint32_t>(form.stamps.size()));
    }
  }
}

}  // namespace casebook::runtime::compiled
