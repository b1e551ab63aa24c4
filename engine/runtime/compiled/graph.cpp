// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/graph.h"

#include <algorithm>

namespace casebook::runtime::compiled {

using namespace language::ids;
using language::Type;
using language::TypeTag;

Graph::Graph(const Scenario& bound, Image& memory) : scenario(bound), program(*bound.program), image(memory) {
  items.states = static_cast<int32_t>(program.states.size());
  items.kinds = static_cast<int32_t>(program.kinds.size());
  items.vars = static_cast<int32_t>(program.vars.size());
  for (const language::Var& var : program.vars) variables.push_back(variable_of(var));
  definitions.resize(program.definitions.size());
  fields.resize(program.fields.size());
  actions.resize(program.actions.size());

  RowTable around;
  const int64_t hexes = scenario.size(language::kind_hex);
  around.low = {0};
  around.size = {hexes};
  around.kind = language::kind_hex;
  around.words = words_of(language::kind_hex);
  std::vector<uint64_t> words(static_cast<size_t>(hexes) * around.words, 0);
  for (int64_t h = 0; h < hexes; ++h)
    for (const int32_t n : scenario.ground.neighbours[static_cast<size_t>(h)])
      if (n >= 0)
        words[static_cast<size_t>(h) * around.words + static_cast<size_t>(n >> 6)] |= uint64_t{1} << (n & 63);
  neighbour_rows = add_rows(around, words);
}

Variable Graph::variable_of(const Type& type) const {
  Variable v;
  switch (type.tag) {
    case TypeTag::boolean:
      v.high = 1;
      break;
    case TypeTag::number:
    case TypeTag::range: {
      if (type.of < 0) {
        v.high = 1;
        break;
      }
      const language::Measure& m = program.measures[type.of];
      v.low = m.low * type.fine;
      v.high = m.high * type.fine;
      v.may_be_never = m.or_never;
      break;
    }
    case TypeTag::entity:
      v.kind = type.of;
      v.high = scenario.size(type.of) - 1;
      break;
    case TypeTag::location:
      v.high = scenario.size(language::kind_hex) + static_cast<int64_t>(program.boxes.size()) - 1;
      break;
    case TypeTag::maybe:
      v.low = -1;
      v.high = scenario.size(type.of) - 1;
      break;
    case TypeTag::set:
      v.shape = Shape::set;
      v.kind = type.of;
      break;
    case TypeTag::path:
      v.shape = Shape::path;
      break;
  }
  return v;
}

Variable Graph::variable_of(const language::Var& var) const {
  Variable v = variable_of(var.type);
  if (var.type.tag == TypeTag::number && var.procedure != language::none) {
    v.low = var.interval.low;
    v.high = var.interval.high;
    v.may_be_never = var.interval.may_be_never;
  }
  return v;
}

VariableId Graph::fresh(const Variable& like) {
  const Variable copy = like;
  variables.push_back(copy);
  return static_cast<VariableId>(variables.size() - 1);
}

// ---- the usual ones

NodeId Graph::constant(int64_t value) {
  Node n;
  n.op = NodeOp::constant;
  n.value = value;
  return make(std::move(n));
}
NodeId Graph::variable(VariableId var) {
  Node n;
  n.op = NodeOp::variable;
  n.ref = var;
  const Variable& v = variables[static_cast<size_t>(var)];
  n.shape = v.shape;
  n.kind = v.shape == Shape::set ? v.kind : -1;
  return make(std::move(n));
}
NodeId Graph::op(NodeOp what, std::vector<NodeId> args, uint8_t mode) {
  Node n;
  n.op = what;
  n.mode = mode;
  n.args = std::move(args);
  return make(std::move(n));
}
NodeId Graph::set_op(NodeOp what, int32_t kind, std::vector<NodeId> args) {
  Node n;
  n.op = what;
  n.shape = Shape::set;
  n.kind = kind;
  n.args = std::move(args);
  return make(std::move(n));
}
NodeId Graph::all_of(std::vector<NodeId> args) {
  if (args.empty()) return yes();
  if (args.size() == 1) return args[0];
  return op(NodeOp::all_of, std::move(args));
}
NodeId Graph::any_of(std::vector<NodeId> args) {
  if (args.empty()) return no();
  if (args.size() == 1) return args[0];
  return op(NodeOp::any_of, std::move(args));
}
NodeId Graph::negation(NodeId arg) {
  return op(NodeOp::not_, {arg});
}
NodeId Graph::choose(NodeId condition, NodeId then, NodeId otherwise) {
  Node n;
  n.op = NodeOp::choose_if;
  n.shape = (*this)[then].shape;
  n.kind = (*this)[then].kind;
  n.args = {condition, then, otherwise};
  return make(std::move(n));
}
NodeId Graph::constant_set(int32_t kind, const std::vector<uint64_t>& words) {
  const auto [it, fresh_one] = pooled_.try_emplace({kind, words}, static_cast<int32_t>(pool_.size()));
  if (fresh_one) {
    pool_.emplace_back(kind, words);
    const Address at = image.allocate(std::max<size_t>(words.size(), 1));
    for (size_t i = 0; i < words.size(); ++i) image[at + static_cast<Address>(i)] = words[i];
    pool_address_.push_back(static_cast<uint32_t>(at));
  }
  Node n;
  n.op = NodeOp::constant_set;
  n.shape = Shape::set;
  n.kind = kind;
  n.ref = it->second;
  return make(std::move(n));
}
NodeId Graph::all_members(int32_t kind) {
  const auto size = static_cast<uint32_t>(scenario.size(kind));
  std::vector<uint64_t> words(words_of(kind), ~uint64_t{0});
  if ((size & 63U) != 0 || size == 0) words.back() = (uint64_t{1} << (size & 63U)) - 1;
  return constant_set(kind, words);
}
NodeId Graph::empty_set(int32_t kind) {
  return constant_set(kind, std::vector<uint64_t>(words_of(kind), 0));
}

NodeId Graph::place_of(int32_t kind, NodeId member) {
  Node n;
  n.op = NodeOp::cell;
  n.ref = items.place(kind);
  n.args = {member};
  return make(std::move(n));
}
NodeId Graph::on_map(int32_t kind) {
  Node n;
  n.op = NodeOp::compare_cells;
  n.shape = Shape::set;
  n.kind = kind;
  n.ref = items.place(kind);
  n.mode = static_cast<uint8_t>(Compare::less);
  n.args = {constant(scenario.size(language::kind_hex))};
  return make(std::move(n));
}

Slot Graph::slot_of(int32_t which) const {
  const Layout& layout = scenario.layout;
  const int32_t item = items.present(which);
  Slot slot = item < items.states                 ? layout.states[item]
              : item < items.states + items.kinds ? layout.places[item - items.states]
                                                  : layout.vars[item - items.states - items.kinds];
  if (items.is_past(which)) slot.first += layout.words * (slot.kind == SlotKind::cells ? 2 : 1);
  return slot;
}

bool Graph::is_constant(NodeId id, int64_t value) const {
  return (*this)[id].op == NodeOp::constant && (*this)[id].value == value;
}
bool Graph::is_empty_set(NodeId id) const {
  const Node& n = (*this)[id];
  if (n.op != NodeOp::constant_set) return false;
  const auto& words = pooled(n.ref);
  return std::all_of(words.begin(), words.end(), [](uint64_t w) { return w == 0; });
}
bool Graph::is_full_set(NodeId id) const {
  const Node& n = (*this)[id];
  if (n.op != NodeOp::constant_set) return false;
  const auto size = static_cast<uint32_t>(scenario.size(n.kind));
  const auto& words = pooled(n.ref);
  for (size_t i = 0; i < words.size(); ++i) {
    const bool last = i + 1 == words.size() && ((size & 63U) != 0 || size == 0);
    if (words[i] != (last ? (uint64_t{1} << (size & 63U)) - 1 : ~uint64_t{0})) return false;
  }
  return true;
}
bool Graph::mentions(NodeId id, VariableId var) const {
  const Node& n = (*this)[id];
  return std::binary_search(n.free.begin(), n.free.end(), var);
}

int32_t Graph::add_rows(RowTable table, const std::vector<uint64_t>& words) {
  table.first_word = static_cast<uint32_t>(image.allocate(std::max<size_t>(words.size(), 1)));
  for (size_t i = 0; i < words.size(); ++i) image[static_cast<Address>(table.first_word + i)] = words[i];
  row_tables.push_back(std::move(table));
  return static_cast<int32_t>(row_tables.size() - 1);
}

int32_t Graph::add_values(ValueTable table, const std::vector<int64_t>& values) {
  table.first_cell = static_cast<uint32_t>(image.allocate((values.size() + 1) / 2 + 1)) * 2;
  bool first = true;
  for (size_t i = 0; i < values.size(); ++i) {
    const int64_t v = values[i];
    if (v == language::silent_value) {
      table.may_be_silent = true;
      image.set_cell(table.first_cell + static_cast<uint32_t>(i), silent_cell);
      continue;
    }
    image.set_cell(table.first_cell + static_cast<uint32_t>(i), static_cast<int32_t>(v));
    if (v == language::never_value) {
      table.may_be_never = true;
      continue;
    }
    table.least = first ? v : std::min(table.least, v);
    table.most = first ? v : std::max(table.most, v);
    first = false;
  }
  value_tables.push_back(std::move(table));
  return static_cast<int32_t>(value_tables.size() - 1);
}

// ---- interning

int32_t Graph::origin_of(const Origin& one) {
  const auto at = std::find(origins.begin(), origins.end(), one) - origins.begin();
  if (at == static_cast<std::ptrdiff_t>(origins.size())) origins.push_back(one);
  return static_cast<int32_t>(at);
}

Graph::From::From(Graph& graph, language::CaseId label) : From(graph, -1) {
  if (label == language::none || graph.origin < 0) return;
  const Origin::Sort sort = graph.current()->sort;
  if (sort != Origin::Sort::effect && sort != Origin::Sort::procedure && sort != Origin::Sort::definition)
    return;
  Origin line = *graph.current();
  line.label = label;
  graph_.origin = graph.origin_of(line);
}

std::vector<int64_t> Graph::key_of(const Node& node) {
  std::vector<int64_t> key{static_cast<int64_t>(node.op),
                           static_cast<int64_t>(node.shape),
                           node.mode,
                           node.kind,
                           node.ref,
                           node.var,
                           node.at,
                           node.label,
                           node.value,
                           node.value2};
  key.insert(key.end(), node.args.begin(), node.args.end());
  return key;
}

NodeId Graph::make(Node node) {
  const NodeId same = simplify(node);
  if (same != no_node) return same;
  const auto [it, fresh_one] = interned_.try_emplace(key_of(node), static_cast<NodeId>(nodes_.size()));
  if (fresh_one) {
    analyse(node);
    node.origin = origin;
    nodes_.push_back(std::move(node));
  }
  return it->second;
}

Graph::Aside::Aside(Graph& graph)
    : g_(graph),
      nodes_(graph.nodes_.size()),
      pool_(graph.pool_.size()),
      words_(graph.image.words().size()),
      others_(others()) {
}

std::array<size_t, 10> Graph::Aside::others() const {
  return {g_.variables.size(),   g_.value_tables.size(), g_.row_tables.size(),  g_.kept.size(),
          g_.vectorised_.size(), g_.instances_.size(),   g_.hexes_kept_.size(), g_.values_made_.size(),
          g_.rows_made_.size(),  g_.origins.size()};
}

bool Graph::Aside::take_back() {
  if (others() != others_) return false;
  for (size_t i = nodes_; i < g_.nodes_.size(); ++i) g_.interned_.erase(key_of(g_.nodes_[i]));
  g_.nodes_.resize(nodes_);
  std::erase_if(g_.counted_, [&](const auto& one) { return static_cast<size_t>(one.first) >= nodes_; });
  for (size_t i = pool_; i < g_.pool_.size(); ++i) g_.pooled_.erase(g_.pool_[i]);
  g_.pool_.resize(pool_);
  g_.pool_address_.resize(pool_);
  g_.image.cut(words_);
  return true;
}

namespace {

template <class T>
void unite(std::vector<T>& into, const std::vector<T>& from) {
  if (from.empty()) return;
  std::vector<T> both;
  both.reserve(into.size() + from.size());
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(both));
  into = std::move(both);
}
template <class T>
void insert(std::vector<T>& into, T value) {
  const auto at = std::lower_bound(into.begin(), into.end(), value);
  if (at == into.end() || *at != value) into.insert(at, value);
}
template <class T>
void remove(std::vector<T>& from, T value) {
  const auto at = std::lower_bound(from.begin(), from.end(), value);
  if (at != from.end() && *at == value) from.erase(at);
}

}  // namespace

void Graph::analyse(Node& n) const {
  n.cost = 1;
  for (const NodeId a : n.args) {
    const Node& arg = (*this)[a];
    unite(n.free, arg.free);
    unite(n.reads, arg.reads);
    n.can_fault = n.can_fault || arg.can_fault;
    n.cost += arg.cost;
  }
  const double set_words = n.kind >= 0 ? words_of(n.kind) : 1;
  const auto own = [&](const std::vector<int32_t>& more) { unite(n.reads, more); };
  const auto loop = [&](size_t first_inner) {
    double inner = 2;
    for (size_t i = first_inner; i < n.args.size(); ++i) inner += (*this)[n.args[i]].cost;
    const Node& domain = (*this)[n.args[0]];
    const double members = domain.shape == Shape::set     ? scenario.size(domain.kind)
                           : domain.shape == Shape::range ? 6
                                                          : 1;
    n.cost = 2 + domain.cost + inner * std::max(1.0, members * 0.4);
    remove(n.free, n.var);
    if (n.at >= 0) remove(n.free, n.at);
    if (n.at >= 0) insert(n.reads, places_of(n));
  };
  switch (n.op) {
    case NodeOp::constant:
      n.cost = 0;
      break;
    case NodeOp::constant_set:
      n.cost = 0;
      break;
    case NodeOp::variable:
      n.cost = 0;
      insert(n.free, n.ref);
      break;
    case NodeOp::cell:
    case NodeOp::bit:
    case NodeOp::set_cell:
    case NodeOp::bit_row:
      insert(n.reads, n.ref);
      break;
    case NodeOp::compare_cells:
      insert(n.reads, n.ref);
      n.cost += scenario.size(n.kind) * 0.25;
      break;
    case NodeOp::table:
      n.can_fault = n.can_fault || value_tables[static_cast<size_t>(n.ref)].may_be_silent;
      break;
    case NodeOp::divide_round: {
      const Node& by = (*this)[n.args[1]];
      n.can_fault = n.can_fault || (by.low <= 0 && by.high >= 0);
      break;
    }
    case NodeOp::check_range:
    case NodeOp::fault_unless:
      n.can_fault = true;
      break;
    case NodeOp::let:
    case NodeOp::if_hex:
      remove(n.free, n.ref);
      break;
    case NodeOp::exists:
    case NodeOp::count_loop:
    case NodeOp::total:
    case NodeOp::filter:
    case NodeOp::filter_best:
    case NodeOp::image:
    case NodeOp::union_over:
      loop(1);
      break;
    case NodeOp::best:
      loop(1);
      break;
    case NodeOp::hexes_of:
    case NodeOp::on_hexes:
    case NodeOp::crowded:
      insert(n.reads, items.place(n.ref));
      n.cost += scenario.size(items.present_kind(n.ref));
      break;
    case NodeOp::image_of_rows:
      n.cost += set_words * 8;
      break;
    case NodeOp::ball:
      n.cost += scenario.size(language::kind_hex);
      break;
    case NodeOp::field_cost:
    case NodeOp::field_set: {
      const FieldInfo& f = fields[n.ref];
      own(f.reads);
      n.can_fault = n.can_fault || f.can_fault;
      n.cost += 8 * scenario.size(language::kind_hex);
      break;
    }
    case NodeOp::kept_set: {
      const KeptSet& k = kept[static_cast<size_t>(n.ref)];
      own((*this)[k.set].reads);
      n.cost += 4 + (*this)[k.set].cost * 0.2;
      break;
    }
    case NodeOp::legal: {
      const ActionInfo& a = actions[n.ref];
      own(a.reads);
      // An action is asked in play only, even one that looks at nothing that changes.
      if (n.reads.empty()) own({items.count()});
      n.can_fault = n.can_fault || a.can_fault;
      n.cost += 60;
      break;
    }
    case NodeOp::call: {
      const Node& body = (*this)[definitions[n.ref].body];
      own(body.reads);
      n.can_fault = n.can_fault || body.can_fault;
      n.cost += body.cost;
      break;
    }
    default:
      break;
  }
  // Binders' bodies may read variables bound outside; what the binder itself binds was removed above.
  if (n.shape == Shape::set && n.op != NodeOp::constant_set) n.cost += set_words * 0.5;
  if (n.shape == Shape::scalar) analyse_number(n);
}

namespace {

__extension__ using Wide = __int128;  // products of bounds
constexpr int64_t far = int64_t{1} << 60;
int64_t clamped(Wide v) {
  if (v > far) return far;
  if (v < -far) return -far;
  return static_cast<int64_t>(v);
}

}  // namespace

void Graph::analyse_number(Node& n) const {
  const auto arg = [&](size_t i) -> const Node& { return (*this)[n.args[i]]; };
  const auto bounds = [&](int64_t low, int64_t high) {
    n.low = low;
    n.high = high;
  };
  const auto like = [&](const Node& a) {
    n.low = a.low;
    n.high = a.high;
    n.may_be_never = a.may_be_never;
  };
  const auto hull = [&](const Node& a, const Node& b) {
    n.low = std::min(a.low, b.low);
    n.high = std::max(a.high, b.high);
    n.may_be_never = a.may_be_never || b.may_be_never;
  };
  const auto cells_of = [&](const Variable& v) {
    bounds(v.low, v.high);
    n.may_be_never = v.may_be_never;
  };
  switch (n.op) {
    case NodeOp::constant:
      if (n.value == language::never_value) n.may_be_never = true;
      // An empty interval would be exact; a point is simple and harmless. (A `never` of a Boolean or member
      // does not occur.)
      bounds(n.value == language::never_value ? 0 : n.value, n.value == language::never_value ? 0 : n.value);
      break;
    case NodeOp::variable:
      cells_of(variables[static_cast<size_t>(n.ref)]);
      break;
    case NodeOp::cell: {
      const int32_t item = items.present(n.ref);
      if (item < items.states)
        cells_of(variable_of(program.states[item].type));
      else if (item < items.states + items.kinds)
        bounds(0, scenario.size(language::kind_hex) + static_cast<int64_t>(program.boxes.size()) - 1);
      else
        cells_of(variable_of(program.vars[item - items.states - items.kinds]));
      break;
    }
    case NodeOp::table: {
      const ValueTable& t = value_tables[static_cast<size_t>(n.ref)];
      bounds(t.least, t.most);
      n.may_be_never = t.may_be_never;
      break;
    }
    case NodeOp::choose_if:
      hull(arg(1), arg(2));
      break;
    case NodeOp::if_hex:
      hull(arg(1), arg(2));
      break;
    case NodeOp::let:
    case NodeOp::fault_unless:
      like(arg(1));
      break;
    case NodeOp::add:
      bounds(clamped(static_cast<Wide>(arg(0).low) + arg(1).low),
             clamped(static_cast<Wide>(arg(0).high) + arg(1).high));
      n.may_be_never = arg(0).may_be_never || arg(1).may_be_never;
      break;
    case NodeOp::subtract:
      bounds(clamped(static_cast<Wide>(arg(0).low) - arg(1).high),
             clamped(static_cast<Wide>(arg(0).high) - arg(1).low));
      n.may_be_never = arg(0).may_be_never || arg(1).may_be_never;
      break;
    case NodeOp::negate:
      bounds(-arg(0).high, -arg(0).low);
      n.may_be_never = arg(0).may_be_never;
      break;
    case NodeOp::multiply: {
      const Wide p[4] = {
          static_cast<Wide>(arg(0).low) * arg(1).low, static_cast<Wide>(arg(0).low) * arg(1).high,
          static_cast<Wide>(arg(0).high) * arg(1).low, static_cast<Wide>(arg(0).high) * arg(1).high};
      bounds(clamped(*std::min_element(p, p + 4)), clamped(*std::max_element(p, p + 4)));
      n.may_be_never = arg(0).may_be_never || arg(1).may_be_never;
      break;
    }
    case NodeOp::rescale:
      bounds(clamped(static_cast<Wide>(arg(0).low) * n.value),
             clamped(static_cast<Wide>(arg(0).high) * n.value));
      n.may_be_never = arg(0).may_be_never;
      break;
    case NodeOp::round: {
      const auto bound = [&](int64_t v, int64_t slack) {
        return clamped(static_cast<Wide>(v / n.value + slack) * n.value2);
      };
      const int64_t a = bound(arg(0).low, -1), b = bound(arg(0).high, 1);
      bounds(std::min(a, b), std::max(a, b));
      n.may_be_never = arg(0).may_be_never;
      break;
    }
    case NodeOp::minimum:
    case NodeOp::maximum: {
      const bool least = n.op == NodeOp::minimum;
      const Node &a = arg(0), &b = arg(1);
      n.may_be_never = a.may_be_never || b.may_be_never;
      // With `never` about, the finite values of either may come out.
      if (n.may_be_never) {
        bounds(std::min(a.low, b.low), std::max(a.high, b.high));
        break;
      }
      bounds(least ? std::min(a.low, b.low) : std::max(a.low, b.low),
             least ? std::min(a.high, b.high) : std::max(a.high, b.high));
      break;
    }
    case NodeOp::check_range:
      bounds(std::max(arg(0).low, n.value), std::min(arg(0).high, n.value2));
      if (n.low > n.high) bounds(n.value, n.value2);
      n.may_be_never = n.mode == 1 && arg(0).may_be_never;
      break;
    case NodeOp::between:
      bounds(-1, scenario.ground.hexsides - 1);
      break;
    case NodeOp::distance:
      bounds(0, UINT16_MAX);
      break;
    case NodeOp::count:
      bounds(0, scenario.size(arg(0).kind));
      break;
    case NodeOp::path_start:
    case NodeOp::path_end:
      bounds(0, scenario.size(language::kind_hex) - 1);
      break;
    case NodeOp::path_length:
      bounds(0, limits::path_steps);
      break;
    case NodeOp::best:
      hull(arg(2), arg(3));
      break;
    case NodeOp::field_cost: {
      const FieldInfo& f = fields[n.ref];
      bounds(f.low, f.high);
      n.may_be_never = true;
      break;
    }
    case NodeOp::call:
      like((*this)[definitions[n.ref].body]);
      break;
    case NodeOp::divide_round:
    case NodeOp::odds:
    case NodeOp::total:
    case NodeOp::count_loop: {
      bounds(-far, far);
      n.may_be_never = n.op != NodeOp::count_loop;
      if (n.op == NodeOp::count_loop) bounds(0, 1'000'000'000);
      if (n.op == NodeOp::total) {
        const Node& each = arg(2);
        const Node& domain = arg(0);
        const int64_t members = domain.shape == Shape::set     ? scenario.size(domain.kind)
                                : domain.shape == Shape::range ? 2'000'001
                                                               : 1;
        bounds(clamped(static_cast<Wide>(std::min<int64_t>(each.low, 0)) * members),
               clamped(static_cast<Wide>(std::max<int64_t>(each.high, 0)) * members));
        n.may_be_never = each.may_be_never;
      }
      break;
    }
    // Booleans, and what has no number. Without a default the compiler asks for the bounds of a new operation.
    case NodeOp::bit:
    case NodeOp::row_bit:
    case NodeOp::all_of:
    case NodeOp::any_of:
    case NodeOp::not_:
    case NodeOp::equal:
    case NodeOp::less:
    case NodeOp::less_equal:
    case NodeOp::contains:
    case NodeOp::contains_location:
    case NodeOp::is_empty:
    case NodeOp::set_equal:
    case NodeOp::subset:
    case NodeOp::path_equal:
    case NodeOp::exists:
    case NodeOp::legal:
    case NodeOp::path_contains:
    case NodeOp::constant_set:
    case NodeOp::set_cell:
    case NodeOp::bit_row:
    case NodeOp::compare_cells:
    case NodeOp::row:
    case NodeOp::members:
    case NodeOp::filter:
    case NodeOp::filter_best:
    case NodeOp::image:
    case NodeOp::union_over:
    case NodeOp::unite:
    case NodeOp::intersect:
    case NodeOp::complement:
    case NodeOp::hexes_of:
    case NodeOp::on_hexes:
    case NodeOp::crowded:
    case NodeOp::image_of_rows:
    case NodeOp::ball:
    case NodeOp::field_set:
    case NodeOp::kept_set:
    case NodeOp::domain_range:
      bounds(0, 1);
      break;
  }
}

}  // namespace casebook::runtime::compiled
