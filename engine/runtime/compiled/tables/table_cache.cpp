// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/tables/table_cache.h"

#include <algorithm>

#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

namespace {

/// Of all tables and keys together, in words of 8 bytes: 64 MB. Beyond it all are forgotten.
constexpr size_t most_words = size_t{1} << 23;

class KeyWriter {
 public:
  explicit KeyWriter(const Graph& graph) : g_(graph) {}

  std::optional<TableCache::Key> of(NodeId node, const std::vector<VariableId>& index) {
    put(static_cast<int64_t>(index.size()));
    for (const VariableId v : index) put(variable(v));
    put(g_.contents.map < 0 ? g_.contents.map = map() : g_.contents.map);
    put(visit(node));
    if (!good_) return std::nullopt;
    return std::move(key_);
  }

 private:
  void put(int64_t value) { key_.push_back(value); }

  /// How the graph numbers a variable is its own affair.
  int64_t variable(VariableId id) {
    const auto [it, is_new] = variables_.try_emplace(id, static_cast<int64_t>(variables_.size()));
    if (is_new) {
      const Variable& v = g_.variables[static_cast<size_t>(id)];
      put(-1);
      put(static_cast<int64_t>(v.shape));
      put(v.kind);
      put(v.kind < 0 ? 0 : g_.scenario.size(v.kind));
      put(v.low);
      put(v.high);
      put(v.may_be_never ? 1 : 0);
    }
    return it->second;
  }

  int64_t map() {
    const Ground& ground = g_.scenario.ground;
    std::vector<uint64_t> content{static_cast<uint64_t>(ground.hexes)};
    for (const auto* const of_hexes : {&ground.neighbours, &ground.sides})
      for (const auto& six : *of_hexes)
        for (const int32_t one : six) content.push_back(static_cast<uint64_t>(one));
    // Distances follow from where the hexes lie, and are the square of them.
    content.push_back(static_cast<uint64_t>(ground.layout));
    for (const board::Cell& cell : ground.cells) {
      content.push_back(static_cast<uint64_t>(cell.column));
      content.push_back(static_cast<uint64_t>(cell.row));
    }
    return TableCache::shared().number_of(content);
  }

  template <class T>
  static void append(std::vector<uint64_t>& content, const std::vector<T>& values) {
    content.push_back(values.size());
    for (const T value : values) content.push_back(static_cast<uint64_t>(value));
  }

  int64_t of_values(int32_t table) {
    const ValueTable& t = g_.value_tables[static_cast<size_t>(table)];
    std::vector<uint64_t> content{0};
    append(content, t.low);
    append(content, t.size);
    size_t entries = 1;
    for (const int64_t s : t.size) entries *= static_cast<size_t>(std::max<int64_t>(s, 0));
    for (size_t i = 0; i < entries; ++i) {
      const size_t cell = t.first_cell + i;
      const uint64_t word = g_.image[static_cast<Address>(cell >> 1)];
      content.push_back(static_cast<uint32_t>(word >> ((cell & 1U) * 32U)));
    }
    return TableCache::shared().number_of(content);
  }
  int64_t of_rows(int32_t table) {
    const RowTable& t = g_.row_tables[static_cast<size_t>(table)];
    std::vector<uint64_t> content{1, static_cast<uint64_t>(t.kind)};
    append(content, t.low);
    append(content, t.size);
    size_t words = t.words;
    for (const int64_t s : t.size) words *= static_cast<size_t>(std::max<int64_t>(s, 0));
    for (size_t i = 0; i < words; ++i) content.push_back(g_.image[static_cast<Address>(t.first_word + i)]);
    return TableCache::shared().number_of(content);
  }

  template <class Number>
  static int64_t once(std::map<int32_t, int64_t>& known, int32_t table, const Number& number) {
    const auto found = known.find(table);
    return found != known.end() ? found->second : known[table] = number();
  }

  /// What `ref` stands for, whatever its number.
  int64_t what(const Node& n) {
    switch (n.op) {
      case NodeOp::variable:
      case NodeOp::let:
      case NodeOp::if_hex:
        return variable(n.ref);
      case NodeOp::table:
        return once(g_.contents.values, n.ref, [&] { return of_values(n.ref); });
      case NodeOp::row_bit:
      case NodeOp::row:
      case NodeOp::image_of_rows:
        return once(g_.contents.rows, n.ref, [&] { return of_rows(n.ref); });
      case NodeOp::constant_set:
        return TableCache::shared().number_of(g_.pooled(n.ref));
      case NodeOp::call:
        return definition(n.ref);
      case NodeOp::exists:
      case NodeOp::count_loop:
      case NodeOp::total:
      case NodeOp::best:
      case NodeOp::filter:
      case NodeOp::filter_best:
      case NodeOp::image:
      case NodeOp::union_over:
        // With a variable for the hex where a member is, it reads places.
        good_ = good_ && n.at < 0;
        return 0;
      case NodeOp::constant:
      case NodeOp::choose_if:
      case NodeOp::all_of:
      case NodeOp::any_of:
      case NodeOp::not_:
      case NodeOp::equal:
      case NodeOp::less:
      case NodeOp::less_equal:
      case NodeOp::add:
      case NodeOp::subtract:
      case NodeOp::negate:
      case NodeOp::multiply:
      case NodeOp::rescale:
      case NodeOp::round:
      case NodeOp::divide_round:
      case NodeOp::odds:
      case NodeOp::minimum:
      case NodeOp::maximum:
      case NodeOp::check_range:
      case NodeOp::fault_unless:
      case NodeOp::between:
      case NodeOp::distance:
      case NodeOp::contains:
      case NodeOp::contains_location:
      case NodeOp::is_empty:
      case NodeOp::set_equal:
      case NodeOp::subset:
      case NodeOp::path_equal:
      case NodeOp::count:
      case NodeOp::path_start:
      case NodeOp::path_end:
      case NodeOp::path_length:
      case NodeOp::path_contains:
      case NodeOp::members:
      case NodeOp::unite:
      case NodeOp::intersect:
      case NodeOp::complement:
      case NodeOp::ball:
      case NodeOp::domain_range:
        return 0;
      case NodeOp::cell:
      case NodeOp::bit:
      case NodeOp::set_cell:
      case NodeOp::bit_row:
      case NodeOp::compare_cells:
      case NodeOp::hexes_of:
      case NodeOp::on_hexes:
      case NodeOp::crowded:
      case NodeOp::field_cost:
      case NodeOp::field_set:
      case NodeOp::kept_set:
      case NodeOp::legal:
        break;
    }
    good_ = false;
    return 0;
  }

  int64_t definition(int32_t id) {
    const auto [it, is_new] = definitions_.try_emplace(id, static_cast<int64_t>(definitions_.size()));
    const int64_t number = it->second;
    if (!is_new) return number;
    const DefinitionInfo& info = g_.definitions[id];
    if (info.body == no_node) {
      good_ = false;
      return number;
    }
    std::vector<int64_t> params;
    for (const VariableId v : info.params) params.push_back(variable(v));
    const int64_t body = visit(info.body);
    put(-2);
    put(static_cast<int64_t>(params.size()));
    key_.insert(key_.end(), params.begin(), params.end());
    put(body);
    return number;
  }

  int64_t visit(NodeId id) {
    if (!good_) return 0;
    if (const auto known = nodes_.find(id); known != nodes_.end()) return known->second;
    const Node& n = g_[id];  // nothing is made meanwhile
    std::vector<int64_t> args;
    for (const NodeId a : n.args) args.push_back(visit(a));
    const int64_t ref = what(n);
    const int64_t var = n.var < 0 ? -1 : variable(n.var);
    put(-3);
    for (const int64_t one :
         {static_cast<int64_t>(n.op), static_cast<int64_t>(n.shape), static_cast<int64_t>(n.mode),
          static_cast<int64_t>(n.kind), n.kind < 0 ? int64_t{0} : int64_t{g_.scenario.size(n.kind)}, ref, var,
          n.value, n.value2, static_cast<int64_t>(args.size())})
      put(one);
    key_.insert(key_.end(), args.begin(), args.end());
    const auto number = static_cast<int64_t>(nodes_.size());
    nodes_[id] = number;
    return number;
  }

  const Graph& g_;
  TableCache::Key key_;
  std::map<NodeId, int64_t> nodes_;
  std::map<VariableId, int64_t> variables_;
  std::map<int32_t, int64_t> definitions_;
  bool good_ = true;
};

}  // namespace

TableCache& TableCache::shared() {
  static TableCache cache;
  return cache;
}

std::shared_ptr<const TableCache::Made> TableCache::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = made_.find(key);
  return found == made_.end() ? nullptr : found->second;
}

void TableCache::keep(Key key, std::shared_ptr<const Made> made) {
  const std::lock_guard lock(mutex_);
  make_room(key.size() + made->words.size());
  made_.try_emplace(std::move(key), std::move(made));
}

int64_t TableCache::number_of(const std::vector<uint64_t>& content) {
  const std::lock_guard lock(mutex_);
  const auto found = numbers_.find(content);
  if (found != numbers_.end()) return found->second;
  make_room(content.size());
  numbers_.emplace(content, ++next_);
  return next_;
}

size_t TableCache::tables() {
  const std::lock_guard lock(mutex_);
  return made_.size();
}

void TableCache::forget() {
  const std::lock_guard lock(mutex_);
  clear();
}

void TableCache::clear() {
  made_.clear();
  numbers_.clear();
  words_ = 0;
}

void TableCache::make_room(size_t words) {
  if (words_ + words > most_words) clear();
  words_ += words;
}

std::optional<TableCache::Key> table_key(const Graph& graph, NodeId node,
                                         const std::vector<VariableId>& index) {
  return KeyWriter(graph).of(node, index);
}

}  // namespace casebook::runtime::compiled
