// SPDX-License-Identifier: Apache-2.0
// Tables of what reads no state: the instructions for it are emitted and run once for every value of its
// variables.

#include <utility>

#include "engine/runtime/compiled/emit.h"
#include "engine/runtime/compiled/machine.h"
#include "engine/runtime/compiled/tables/table_cache.h"

namespace casebook::runtime::compiled {

namespace {

constexpr int64_t most_entries = 1 << 20;  // of one table
constexpr double most_work = 3e7;          // about how many instructions one table may take

/// The routine that computes one node, and the memory it runs on.
class Trial {
 public:
  Trial(Graph& graph, NodeId node, const std::vector<VariableId>& index)
      : emitter_(graph, nullptr, program_) {
    program_.scenario = std::shared_ptr<const Scenario>(std::shared_ptr<const Scenario>(), &graph.scenario);
    program_.neighbour_rows =
        static_cast<Address>(graph.row_tables[static_cast<size_t>(graph.neighbour_rows)].first_word);
    program_.hex_words = static_cast<uint16_t>(graph.words_of(language::kind_hex));
    emitter_.tabulate_inside = false;
    emitter_.begin_routine();
    for (const VariableId v : index) {
      at_.push_back(emitter_.permanent());
      emitter_.bind_variable(v, at_.back());
    }
    const Node& n = graph[node];
    result_ = emitter_.permanent(n.shape == Shape::set ? graph.words_of(n.kind) : 1);
    emitter_.value_to(node, result_);
    emitter_.put(Operation::halt);
    emitter_.emit_queued();
    emitter_.finish();
    machine_ = std::make_unique<Machine>(program_, graph.image.words().data());
  }
  bool run() { return machine_->run(0) == Stop::done; }
  void set(size_t index, int64_t value) { machine_->set_value(at_[index], value); }
  int64_t value() const { return machine_->value(result_); }
  const uint64_t* words() const { return std::as_const(*machine_).words(result_); }

 private:
  CompiledProgram program_;
  Emitter emitter_;
  std::vector<Address> at_;
  Address result_ = -1;
  std::unique_ptr<Machine> machine_;
};

/// Calls `one` for every combination, the last variable fastest. False when `one` said no.
bool for_all_values(const std::vector<int64_t>& low, const std::vector<int64_t>& size,
                    const std::function<bool(const std::vector<int64_t>&)>& one) {
  std::vector<int64_t> at = low;
  for (const int64_t s : size)
    if (s <= 0) return true;
  while (true) {
    if (!one(at)) return false;
    size_t i = at.size();
    while (i > 0 && at[i - 1] + 1 >= low[i - 1] + size[i - 1]) {
      at[i - 1] = low[i - 1];
      --i;
    }
    if (i == 0) return true;
    ++at[i - 1];
  }
}

/// The entries of a table, out of the cache or by a trial. `run`: makes a trial and puts each entry in; false: the table
/// cannot be made. Whether a table was in the cache makes no difference to the graph.
std::shared_ptr<const TableCache::Made> entries_of(
    Graph& graph, NodeId node, const std::vector<VariableId>& index, int64_t sort,
    const std::function<bool(std::vector<uint64_t>& words)>& run) {
  std::optional<TableCache::Key> key = table_key(graph, node, index);
  if (key) {
    key->push_back(sort);
    if (auto known = TableCache::shared().find(*key)) return known;
  }
  auto made = std::make_shared<TableCache::Made>();
  Graph::Aside aside(graph);
  made->good = run(made->words);
  if (!made->good) made->words.clear();
  // If a trial made more than nodes, that stays, and the table is not cached.
  if (key && aside.take_back()) TableCache::shared().keep(std::move(*key), made);
  return made;
}

/// What sort of table a key is of.
enum class TableSort : int64_t { values, rows, steps };

std::vector<int64_t> as_values(const std::vector<uint64_t>& words) {
  return {words.begin(), words.end()};
}

}  // namespace

int32_t Graph::values_of(NodeId scalar, const std::vector<VariableId>& index) {
  const auto known = values_made_.find({scalar, index});
  if (known != values_made_.end()) return known->second;
  int32_t& made = values_made_[{scalar, index}];
  made = -1;
  ValueTable t;
  int64_t entries = 1;
  for (const VariableId v : index) {
    t.low.push_back(variables[static_cast<size_t>(v)].low);
    t.size.push_back(variables[static_cast<size_t>(v)].size());
    entries *= std::max<int64_t>(t.size.back(), 0);
    if (entries > most_entries) return -1;
  }
  if (static_cast<double>(entries) * (*this)[scalar].cost > most_work) return -1;
  const auto entry = entries_of(*this, scalar, index, static_cast<int64_t>(TableSort::values),
                                [&](std::vector<uint64_t>& words) {
                                  Trial trial(*this, scalar, index);
                                  return for_all_values(t.low, t.size, [&](const std::vector<int64_t>& at) {
                                    for (size_t i = 0; i < at.size(); ++i) trial.set(i, at[i]);
                                    if (!trial.run()) return false;
                                    words.push_back(static_cast<uint64_t>(trial.value()));
                                    return trial.value() > INT32_MIN && trial.value() <= INT32_MAX;
                                  });
                                });
  if (!entry->good) return -1;
  const std::vector<int64_t> values = as_values(entry->words);
  made = add_values(t, values);
  return made;
}

int32_t Graph::rows_of(NodeId set, const std::vector<VariableId>& index) {
  const auto known = rows_made_.find({set, index});
  if (known != rows_made_.end()) return known->second;
  int32_t& made = rows_made_[{set, index}];
  made = -1;
  RowTable t;
  t.kind = (*this)[set].kind;
  t.words = words_of(t.kind);
  int64_t entries = t.words;
  for (const VariableId v : index) {
    t.low.push_back(variables[static_cast<size_t>(v)].low);
    t.size.push_back(variables[static_cast<size_t>(v)].size());
    entries *= std::max<int64_t>(t.size.back(), 0);
    if (entries > most_entries) return -1;
  }
  if (static_cast<double>(entries) / t.words * (*this)[set].cost > most_work) return -1;
  const auto entry =
      entries_of(*this, set, index, static_cast<int64_t>(TableSort::rows), [&](std::vector<uint64_t>& words) {
        Trial trial(*this, set, index);
        return for_all_values(t.low, t.size, [&](const std::vector<int64_t>& at) {
          for (size_t i = 0; i < at.size(); ++i) trial.set(i, at[i]);
          if (!trial.run()) return false;
          words.insert(words.end(), trial.words(), trial.words() + t.words);
          return true;
        });
      });
  if (!entry->good) return -1;
  const std::vector<uint64_t>& words = entry->words;
  made = add_rows(t, words);
  return made;
}

int32_t Graph::steps_of(NodeId step, const std::vector<VariableId>& index, VariableId from, VariableId to) {
  ValueTable t;
  int64_t entries = scenario.size(language::kind_hex) * 6;
  for (const VariableId v : index) {
    t.low.push_back(variables[static_cast<size_t>(v)].low);
    t.size.push_back(variables[static_cast<size_t>(v)].size());
    entries *= std::max<int64_t>(t.size.back(), 0);
    if (entries > most_entries) return -1;
  }
  if (static_cast<double>(entries) * (*this)[step].cost > most_work) return -1;
  std::vector<VariableId> asked = index;
  asked.insert(asked.end(), {from, to});
  const auto entry = entries_of(*this, step, asked, static_cast<int64_t>(TableSort::steps),
                                [&](std::vector<uint64_t>& words) {
                                  Trial trial(*this, step, asked);
                                  return for_all_values(t.low, t.size, [&](const std::vector<int64_t>& at) {
                                    for (size_t i = 0; i < at.size(); ++i) trial.set(i, at[i]);
                                    for (size_t hex = 0; hex < scenario.ground.neighbours.size(); ++hex) {
                                      trial.set(at.size(), static_cast<int64_t>(hex));
                                      for (const int32_t next : scenario.ground.neighbours[hex]) {
                                        words.push_back(static_cast<uint64_t>(language::never_value));
                                        if (next < 0) continue;
                                        trial.set(at.size() + 1, next);
                                        if (!trial.run()) return false;
                                        words.back() = static_cast<uint64_t>(trial.value());
                                        if (trial.value() <= INT32_MIN || trial.value() > INT32_MAX)
                                          return false;
                                      }
                                    }
                                    return true;
                                  });
                                });
  return entry->good ? add_values(t, as_values(entry->words)) : -1;
}

int32_t Graph::transposed(int32_t table) {
  if (table == neighbour_rows) return table;  // adjacency goes both ways
  const auto known = transposed_.find(table);
  if (known != transposed_.end()) return known->second;
  const RowTable t = row_tables[static_cast<size_t>(table)];
  int32_t made = -1;
  if (t.low.size() == 1 && t.low[0] == 0) {
    // Its index must be a kind for a set of it to be made; the caller's variable says which.
    for (size_t k = 0; k < program.kinds.size() && made < 0; ++k) {
      if (scenario.size(static_cast<language::KindId>(k)) != t.size[0]) continue;
      RowTable turned;
      turned.low = {0};
      turned.size = {scenario.size(t.kind)};
      turned.kind = static_cast<int32_t>(k);
      turned.words = words_of(turned.kind);
      std::vector<uint64_t> words(static_cast<size_t>(turned.size[0]) * turned.words, 0);
      for (int64_t r = 0; r < t.size[0]; ++r)
        for (int64_t m = 0; m < turned.size[0]; ++m)
          if (((image[static_cast<Address>(t.first_word + static_cast<uint64_t>(r) * t.words +
                                           static_cast<uint64_t>(m >> 6))] >>
                (m & 63)) &
               1U) != 0)
            words[static_cast<size_t>(m) * turned.words + static_cast<size_t>(r >> 6)] |= uint64_t{1}
                                                                                          << (r & 63);
      made = add_rows(turned, words);
    }
  }
  transposed_[table] = made;
  return made;
}

}  // namespace casebook::runtime::compiled
