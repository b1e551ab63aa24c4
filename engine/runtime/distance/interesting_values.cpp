// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/distance/interesting_values.h"

#include <algorithm>
#include <map>

#include "engine/program/anatomy.h"
#include "engine/program/walk.h"

namespace casebook::games {

using language::Expr;
using language::none;
using language::Op;
using language::Program;
using language::Type;
using language::TypeTag;
using runtime::Value;

namespace {

/// A value that fewer hexes than one in so many have is worth going to.
constexpr size_t rare = 8;

void sort_out(std::vector<int32_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// The state or local that a side of a comparison reads, however it is reckoned with; null: none, or several.
const Expr* cell_read(const Expr& expr) {
  switch (expr.op) {
    case Op::state:
      return &expr;
    case Op::variable:
      return &expr;
    case Op::rescale:
    case Op::check_range:
    case Op::as_maybe:
    case Op::as_location:
      return cell_read(*expr.args[0]);
    default:
      return nullptr;
  }
}

/// Constants below an expression, in steps of what is stored.
void constants_in(const Expr& expr, std::vector<int32_t>& into) {
  language::walk(expr, [&](const Expr& part) {
    if (part.op != Op::constant || part.value == language::never_value) return;
    const int64_t steps =
        part.type.tag == TypeTag::number ? part.value / std::max<int64_t>(part.type.fine, 1) : part.value;
    if (steps > INT32_MIN / 2 && steps < INT32_MAX / 2) into.push_back(static_cast<int32_t>(steps));
  });
}

bool chance(Random& random, uint32_t percent) {
  return random.below(100) < percent;
}

int32_t any_of(const std::vector<int32_t>& list, Random& random) {
  return list[random.below(static_cast<uint32_t>(list.size()))];
}

}  // namespace

InterestingValues::InterestingValues(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)), pieces_(pieces_of(*scenario_)) {
  by_state_.resize(scenario_->program->states.size());
  by_var_.resize(scenario_->program->vars.size());
  look_at_ground();
  look_at_program();
}

void InterestingValues::look_at_ground() {
  const Program& program = *scenario_->program;
  const runtime::Ground& ground = scenario_->ground;
  for (const int32_t hex : scenario_->places) hexes_.push_back(hex);
  for (size_t id = 0; id < program.givens.size(); ++id) {
    const language::Given& given = program.givens[id];
    const std::vector<int32_t>& cells = scenario_->givens[id].cells;
    // Of sets a cell is one word or several; which hexes have which is not worked out here.
    if (given.type.tag == TypeTag::path || cells.empty()) continue;
    const bool names_hexes = given.type.tag == TypeTag::location || given.type.of == language::kind_hex;
    if (names_hexes && given.type.tag != TypeTag::number && given.type.tag != TypeTag::set) {
      for (const int32_t value : cells) {
        if (is_hex(*scenario_, value)) hexes_.push_back(value);
      }
    }
    if (given.params.size() != 1) continue;
    const bool of_hexes = given.params[0].of == language::kind_hex;
    const auto members = static_cast<size_t>(scenario_->size(given.params[0].of));
    if ((!of_hexes && given.params[0].of != language::kind_hexside) || members == 0) continue;
    const size_t width = cells.size() / members;
    std::map<std::vector<int32_t>, std::vector<int32_t>> by_value;
    for (size_t m = 0; m < members; ++m) {
      const auto from = cells.begin() + static_cast<std::ptrdiff_t>(m * width);
      by_value[{from, from + static_cast<std::ptrdiff_t>(width)}].push_back(static_cast<int32_t>(m));
    }
    for (const auto& [value, having] : by_value) {
      if (having.size() * rare > members) continue;
      for (const int32_t m : having) {
        if (of_hexes) hexes_.push_back(m);
        if (of_hexes) continue;
        for (const int32_t end : ground.ends[static_cast<size_t>(m)]) {
          if (end >= 0) hexes_.push_back(end);
        }
      }
    }
  }
  for (const Cell& piece : pieces_) {
    const int32_t at = read(*scenario_, scenario_->start, piece).cell();
    if (is_hex(*scenario_, at)) hexes_.push_back(at);
  }
  sort_out(hexes_);
  // An edge among so many is nothing special; without anything else it is.
  std::vector<int32_t> edges;
  for (int32_t hex = 0; hex < ground.hexes; ++hex) {
    const auto& near = ground.neighbours[static_cast<size_t>(hex)];
    if (std::find(near.begin(), near.end(), -1) != near.end()) edges.push_back(hex);
  }
  const size_t few = hexes_.empty() ? edges.size() : std::max<size_t>(hexes_.size() / 4, 1);
  for (size_t i = 0; i < std::min(few, edges.size()); ++i)
    hexes_.push_back(edges[i * edges.size() / few % edges.size()]);
  sort_out(hexes_);
}

void InterestingValues::note_compared(const Expr& a, const Expr& b) {
  const Expr* cell = cell_read(a);
  if (cell == nullptr) return;
  auto& list = (cell->op == Op::state ? by_state_ : by_var_)[static_cast<size_t>(cell->ref)];
  std::vector<int32_t> found;
  constants_in(b, found);
  for (const int32_t value : found) {
    list.push_back(value);
    if (cell->type.tag != TypeTag::number) continue;
    list.push_back(value - 1);
    list.push_back(value + 1);
  }
}

void InterestingValues::look_at_program() {
  const Program& program = *scenario_->program;
  const auto visit = [&](const Expr& expr) {
    switch (expr.op) {
      case Op::equal:
      case Op::less:
      case Op::less_equal:
        note_compared(*expr.args[0], *expr.args[1]);
        note_compared(*expr.args[1], *expr.args[0]);
        break;
      case Op::contains:
        note_compared(*expr.args[1], *expr.args[0]);
        break;
      default:
        break;
    }
  };
  language::each_item(program, [&](language::ItemId id, const auto& item) {
    // What is only shown or tried is no reason to go anywhere, and what a state began with is over.
    using language::ItemSort;
    if (id.sort == ItemSort::view || id.sort == ItemSort::claim || id.sort == ItemSort::state) return;
    language::each_expression_in(program, item, [&](const Expr& expr) { language::walk(expr, visit); });
  });

  const auto finish = [&](std::vector<int32_t>& list, const Cell& cell, bool ends) {
    const Type type = type_of(*scenario_, cell);
    if (type.tag != TypeTag::number) {
      sort_out(list);
      return;
    }
    const language::Interval range = interval_of(*scenario_, cell);
    if (ends) {
      for (const int64_t end : {range.low, range.low + 1, range.high - 1, range.high})
        list.push_back(static_cast<int32_t>(end));
    }
    std::erase_if(list, [&](int32_t value) { return value < range.low || value > range.high; });
    sort_out(list);
  };
  for (size_t i = 0; i < by_state_.size(); ++i)
    finish(by_state_[i], {Cell::What::state, static_cast<StateId>(i), 0}, true);
  for (size_t i = 0; i < by_var_.size(); ++i) {
    if (program.vars[i].procedure != none)
      finish(by_var_[i], {Cell::What::local, static_cast<VarId>(i), 0}, true);
  }
}

const std::vector<int32_t>& InterestingValues::values(const Cell& cell) const {
  static const std::vector<int32_t> nothing;
  if (cell.what == Cell::What::place) return nothing;
  return (cell.what == Cell::What::state ? by_state_ : by_var_)[static_cast<size_t>(cell.id)];
}

int32_t InterestingValues::number(const Type& type, const language::Interval& interval, int32_t now,
                                  const std::vector<int32_t>& tries, Random& random) const {
  (void)type;
  if (interval.may_be_never && chance(random, 10)) return static_cast<int32_t>(language::never_value);
  const uint32_t way = random.below(10);
  if (way < 5 && !tries.empty()) return any_of(tries, random);
  if (way < 7 && now > interval.low && now < interval.high) return chance(random, 50) ? now - 1 : now + 1;
  const int64_t span = std::min<int64_t>(interval.high - interval.low, INT32_MAX - 1);
  return static_cast<int32_t>(interval.low + random.below(static_cast<uint32_t>(span) + 1));
}

Value InterestingValues::value(const Position& position, const Cell& cell, Random& random) const {
  const Type type = type_of(*scenario_, cell);
  const Value now = read(*scenario_, position, cell);
  const auto below = [&](int32_t n) { return static_cast<int32_t>(random.below(static_cast<uint32_t>(n))); };
  const std::vector<int32_t>& tries = values(cell);
  Value made;
  switch (type.tag) {
    case TypeTag::boolean:
      made.number = below(2);
      break;
    case TypeTag::number:
      made.number = number(type, interval_of(*scenario_, cell), now.cell(), tries, random);
      break;
    case TypeTag::location:
      made.number = cell.what == Cell::What::place
                        ? location(position, cell, random)
                        : location(position, pieces_.empty() ? cell : pieces_[0], random);
      break;
    case TypeTag::entity:
    case TypeTag::maybe: {
      const int32_t members = scenario_->size(type.of);
      if (type.tag == TypeTag::maybe && (members == 0 || chance(random, 30))) {
        made.number = -1;
      } else if (type.of == language::kind_hex && !hexes_.empty() && chance(random, 80)) {
        // Where a piece is, or beside it, or ground worth trying.
        const int32_t at = pieces_.empty() ? any_of(hexes_, random) : location(position, pieces_[0], random);
        made.number = is_hex(*scenario_, at) ? at : any_of(hexes_, random);
      } else if (!tries.empty() && chance(random, 40)) {
        made.number = any_of(tries, random);
      } else {
        made.number = below(members);
      }
      break;
    }
    case TypeTag::set: {
      const int32_t members = scenario_->size(type.of);
      if (members == 0) break;
      const bool afresh = chance(random, 30);
      std::vector<bool> in(static_cast<size_t>(members), false);
      if (!afresh) {
        for (const int32_t one : now.items) in[static_cast<size_t>(one)] = true;
      }
      for (int32_t i = 0, changes = 1 + below(3); i < changes; ++i)
        in[static_cast<size_t>(below(members))].flip();
      for (int32_t m = 0; m < members; ++m) {
        if (in[static_cast<size_t>(m)]) made.items.push_back(m);
      }
      break;
    }
    case TypeTag::path: {
      if (scenario_->ground.hexes == 0) break;
      int32_t at = hexes_.empty() ? below(scenario_->ground.hexes) : any_of(hexes_, random);
      made.items.push_back(at);
      for (int32_t i = 0, steps = below(limits::path_steps + 1); i < steps; ++i) {
        const int32_t next = scenario_->ground.neighbours[static_cast<size_t>(at)][random.below(6)];
        if (next < 0) continue;
        made.items.push_back(at = next);
      }
      break;
    }
    case TypeTag::range:
      break;
  }
  return made;
}

int32_t InterestingValues::location(const Position& position, const Cell& piece, Random& random) const {
  const int32_t hexes = scenario_->ground.hexes;
  const auto boxes = static_cast<int32_t>(scenario_->program->boxes.size());
  if (hexes == 0) return boxes == 0 ? 0 : static_cast<int32_t>(random.below(static_cast<uint32_t>(boxes)));
  const auto beside = [&](int32_t hex) {
    const auto& near = scenario_->ground.neighbours[static_cast<size_t>(hex)];
    for (int tries = 0; tries < 6; ++tries) {
      const int32_t to = near[random.below(6)];
      if (to >= 0) return to;
    }
    return hex;
  };
  const auto where_one_is = [&] {
    for (int tries = 0; tries < 8; ++tries) {
      const Cell& other = pieces_[random.below(static_cast<uint32_t>(pieces_.size()))];
      const int32_t at = read(*scenario_, position, other).cell();
      if (is_hex(*scenario_, at)) return at;
    }
    return static_cast<int32_t>(random.below(static_cast<uint32_t>(hexes)));
  };
  const uint32_t way = random.below(100);
  if (way < 35) return beside(where_one_is());
  if (way < 43) return where_one_is();
  if (way < 63) return any_of(hexes_, random);
  if (way < 73) return beside(any_of(hexes_, random));
  if (way < 83) {
    const int32_t now = read(*scenario_, position, piece).cell();
    return is_hex(*scenario_, now) ? beside(now) : beside(where_one_is());
  }
  if (way < 92 && boxes > 0) return hexes + static_cast<int32_t>(random.below(static_cast<uint32_t>(boxes)));
  return static_cast<int32_t>(random.below(static_cast<uint32_t>(hexes)));
}

}  // namespace casebook::games
