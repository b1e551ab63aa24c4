// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/formula/formula.h"

#include <algorithm>
#include <array>
#include <utility>

namespace casebook::symbolic {

namespace {

constexpr int64_t most = int64_t{1} << 62;

int64_t checked(bool overflow, int64_t value) {
  if (overflow || value > most || value < -most) throw TooLarge("a number beyond 2^62");
  return value;
}
int64_t sum(int64_t a, int64_t b) {
  int64_t result = 0;
  const bool overflow = __builtin_add_overflow(a, b, &result);
  return checked(overflow, result);
}
int64_t product(int64_t a, int64_t b) {
  int64_t result = 0;
  const bool overflow = __builtin_mul_overflow(a, b, &result);
  return checked(overflow, result);
}

int64_t floor_divide(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

}  // namespace

int width_of(int64_t low, int64_t high) {
  int width = 1;
  while (width < 64 && (low < -(int64_t{1} << (width - 1)) || high > (int64_t{1} << (width - 1)) - 1))
    ++width;
  return width;
}

Formula::Formula(size_t most_nodes) : table_(1024, -1), most_nodes_(most_nodes) {
  make(NodeKind::truth, {}, 0, 0, 0, true);
  make(NodeKind::truth, {}, 1, 1, 1, true);
}

Ref Formula::make(NodeKind kind, std::span<const Ref> operands, int64_t payload, int64_t low, int64_t high,
                  bool boolean) {
  uint64_t hash = static_cast<uint64_t>(kind) * 0x9e3779b97f4a7c15ULL + static_cast<uint64_t>(payload) + 77;
  if (kind == NodeKind::narrow) hash += static_cast<uint64_t>(low) * 31 + static_cast<uint64_t>(high);
  for (const Ref a : operands) {
    hash ^= uint64_t{static_cast<uint32_t>(a)} + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    hash *= 0xff51afd7ed558ccdULL;
  }
  // Places are taken from the lower bits, which a product leaves to the lower bits of its factors.
  hash ^= hash >> 32;
  hash *= 0xc4ceb9fe1a85ec53ULL;
  hash ^= hash >> 29;
  const size_t mask = table_.size() - 1;
  for (size_t i = hash & mask; table_[i] >= 0; i = (i + 1) & mask) {
    const Ref known = table_[i];
    if (hashes_[at(known)] != hash) continue;
    const Node& node = nodes_[at(known)];
    if (node.kind == kind && node.payload == payload && node.size == operands.size() && node.low == low &&
        node.high == high && node.boolean == boolean &&
        std::equal(operands.begin(), operands.end(), operands_.begin() + node.first))
      return known;
  }
  if (nodes_.size() >= most_nodes_)
    throw TooLarge("a formula of more than " + std::to_string(most_nodes_) + " nodes");
  const auto ref = static_cast<Ref>(nodes_.size());
  Node node{
      kind, boolean, static_cast<uint32_t>(operands_.size()), static_cast<uint32_t>(operands.size()), payload,
      low,  high};
  // The operands may be given as a part of operands_ itself.
  const std::vector<Ref> copied(operands.begin(), operands.end());
  operands_.insert(operands_.end(), copied.begin(), copied.end());
  nodes_.push_back(node);
  hashes_.push_back(hash);
  if (nodes_.size() * 2 > table_.size()) {
    table_.assign(table_.size() * 2, -1);
    for (size_t i = 0; i < nodes_.size(); ++i) place(static_cast<Ref>(i));
  } else {
    place(ref);
  }
  return ref;
}

void Formula::place(Ref ref) {
  const size_t mask = table_.size() - 1;
  size_t i = hashes_[at(ref)] & mask;
  while (table_[i] >= 0) i = (i + 1) & mask;
  table_[i] = ref;
}

// The last made was the last placed, so nothing was ever placed past it that is still there.
void Formula::forget_from(size_t size) {
  const size_t mask = table_.size() - 1;
  while (nodes_.size() > size) {
    const auto last = static_cast<Ref>(nodes_.size() - 1);
    size_t i = hashes_.back() & mask;
    while (table_[i] != last) i = (i + 1) & mask;
    table_[i] = -1;
    operands_.resize(nodes_.back().first);
    nodes_.pop_back();
    hashes_.pop_back();
  }
}

Ref Formula::number(int64_t value) {
  return make(NodeKind::number, {}, value, value, value, false);
}

Ref Formula::boolean_variable(const std::string& name) {
  const Ref node = make(NodeKind::variable, {}, static_cast<int64_t>(variables_.size()), 0, 1, true);
  variables_.push_back({name, true, 0, 1, node});
  return node;
}

Ref Formula::number_variable(const std::string& name, int64_t low, int64_t high) {
  if (low >= high) return number(low);
  const Ref node = make(NodeKind::variable, {}, static_cast<int64_t>(variables_.size()), low, high, false);
  variables_.push_back({name, false, low, high, node});
  return node;
}

void Formula::assume(Ref fact) {
  if (fact != yes) assumed_.push_back(fact);
}

// ---- Booleans

Ref Formula::not_(Ref a) {
  if (a <= yes) return truth(a == no);
  if (nodes_[at(a)].kind == NodeKind::not_) return operands(a)[0];
  const std::array<Ref, 1> args{a};
  return make(NodeKind::not_, args, 0, 0, 1, true);
}

Ref Formula::and_(Ref a, Ref b) {
  return join({a, b}, true);
}
Ref Formula::or_(Ref a, Ref b) {
  return join({a, b}, false);
}
Ref Formula::and_(std::vector<Ref> all) {
  return join(std::move(all), true);
}
Ref Formula::or_(std::vector<Ref> any) {
  return join(std::move(any), false);
}

// Sorted and each once; one that stands beside its negation decides.
Ref Formula::join(std::vector<Ref> all, bool conjunction) {
  const Ref neutral = truth(conjunction), zero = truth(!conjunction);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (std::binary_search(all.begin(), all.end(), zero)) return zero;
  std::erase(all, neutral);
  for (const Ref a : all)
    if (nodes_[at(a)].kind == NodeKind::not_ && std::binary_search(all.begin(), all.end(), operands(a)[0]))
      return zero;
  if (all.empty()) return neutral;
  if (all.size() == 1) return all[0];
  return make(conjunction ? NodeKind::and_ : NodeKind::or_, all, 0, 0, 1, true);
}

Ref Formula::choose(Ref condition, Ref then, Ref other) {
  if (condition == yes || then == other) return then;
  if (condition == no) return other;
  if (nodes_[at(condition)].kind == NodeKind::not_) return choose(operands(condition)[0], other, then);
  if (nodes_[at(then)].boolean) {
    if (then == yes) return or_(condition, other);
    if (then == no) return and_(not_(condition), other);
    if (other == yes) return or_(not_(condition), then);
    if (other == no) return and_(condition, then);
  }
  const std::array<Ref, 3> args{condition, then, other};
  const bool boolean = nodes_[at(then)].boolean;
  return make(NodeKind::choose, args, 0, std::min(nodes_[at(then)].low, nodes_[at(other)].low),
              std::max(nodes_[at(then)].high, nodes_[at(other)].high), boolean);
}

Ref Formula::any_of(Ref count) {
  return or_(std::vector<Ref>(operands(count).begin(), operands(count).end()));
}

// ---- numbers

Ref Formula::equal(Ref a, Ref b) {
  if (a == b) return yes;
  if (a > b) std::swap(a, b);
  const Node first = nodes_[at(a)], second = nodes_[at(b)];
  if (first.boolean) {
    if (a == yes) return b;
    if (a == no) return not_(b);
  } else {
    // A number is what it is narrowed to, wherever that means anything.
    for (const auto& [other, narrowed] : {std::pair{a, b}, std::pair{b, a}})
      if (nodes_[at(narrowed)].kind == NodeKind::narrow && operands(narrowed)[0] == other) return yes;
    if (first.high < second.low || second.high < first.low) return no;
    if (is_constant(a) && is_constant(b)) return truth(first.payload == second.payload);
    // So that "this is where that is" and "that is where this is" are one.
    if (first.kind == NodeKind::narrow) return equal(operands(a)[0], b);
    if (second.kind == NodeKind::narrow) return equal(a, operands(b)[0]);
    for (const auto& [other, constant] : {std::pair{a, b}, std::pair{b, a}}) {
      if (!is_constant(constant)) continue;
      const Node& node = nodes_[at(other)];
      const int64_t payload = nodes_[at(constant)].payload;
      if (node.kind == NodeKind::add && is_constant(operands(other)[1]))
        return equal(operands(other)[0], number(sum(payload, -this->constant(operands(other)[1]))));
      if (node.kind == NodeKind::multiply && is_constant(operands(other)[1])) {
        const int64_t by = this->constant(operands(other)[1]);  // never 0: that product is 0
        return payload % by == 0 ? equal(operands(other)[0], number(payload / by)) : no;
      }
      if (node.kind == NodeKind::count && payload == 0) return not_(any_of(other));
      // What is one of two values is a Boolean: that it is not the one says that it is the other.
      if (node.kind == NodeKind::variable && node.low == 0 && node.high == 1)
        return payload == 1 ? bit(other, 0) : not_(bit(other, 0));
    }
    // Against a constant a choice with a constant branch is a Boolean.
    for (const auto& [choice, constant] : {std::pair{a, b}, std::pair{b, a}}) {
      if (!is_constant(constant) || nodes_[at(choice)].kind != NodeKind::choose) continue;
      const Ref condition = operands(choice)[0], then = operands(choice)[1], other = operands(choice)[2];
      if (!is_constant(then) && !is_constant(other)) continue;
      const Ref one = equal(then, constant), two = equal(other, constant);
      return choose(condition, one, two);
    }
  }
  const std::array<Ref, 2> args{a, b};
  return make(NodeKind::equal, args, 0, 0, 1, true);
}

Ref Formula::less_equal(Ref a, Ref b) {
  if (a == b) return yes;
  const Node first = nodes_[at(a)], second = nodes_[at(b)];
  if (first.high <= second.low) return yes;
  if (first.low > second.high) return no;
  if (first.low == second.high) return equal(a, b);
  if (is_constant(b) && first.kind == NodeKind::add && is_constant(operands(a)[1]))
    return less_equal(operands(a)[0], number(sum(second.payload, -constant(operands(a)[1]))));
  if (is_constant(a) && second.kind == NodeKind::add && is_constant(operands(b)[1]))
    return less_equal(number(sum(first.payload, -constant(operands(b)[1]))), operands(b)[0]);
  if (is_constant(a) && second.kind == NodeKind::count && first.payload == 1) return any_of(b);
  if (is_constant(b) && first.kind == NodeKind::choose) {
    const Ref condition = operands(a)[0], then = operands(a)[1], other = operands(a)[2];
    if (is_constant(then) || is_constant(other)) {
      const Ref one = less_equal(then, b), two = less_equal(other, b);
      return choose(condition, one, two);
    }
  }
  if (is_constant(a) && second.kind == NodeKind::choose) {
    const Ref condition = operands(b)[0], then = operands(b)[1], other = operands(b)[2];
    if (is_constant(then) || is_constant(other)) {
      const Ref one = less_equal(a, then), two = less_equal(a, other);
      return choose(condition, one, two);
    }
  }
  // Against itself or something else.
  if (second.kind == NodeKind::choose && (operands(b)[1] == a || operands(b)[2] == a)) {
    const Ref condition = operands(b)[0], then = operands(b)[1], other = operands(b)[2];
    const Ref one = less_equal(a, then), two = less_equal(a, other);
    return choose(condition, one, two);
  }
  if (first.kind == NodeKind::choose && (operands(a)[1] == b || operands(a)[2] == b)) {
    const Ref condition = operands(a)[0], then = operands(a)[1], other = operands(a)[2];
    const Ref one = less_equal(then, b), two = less_equal(other, b);
    return choose(condition, one, two);
  }
  const std::array<Ref, 2> args{a, b};
  return make(NodeKind::less_equal, args, 0, 0, 1, true);
}

Ref Formula::add(Ref a, Ref b) {
  if (is_constant(a) && is_constant(b)) return number(sum(constant(a), constant(b)));
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(b)) {
    if (constant(b) == 0) return a;
    const Node& node = nodes_[at(a)];
    if (node.kind == NodeKind::add && is_constant(operands(a)[1])) {
      const int64_t both = sum(constant(b), constant(operands(a)[1]));
      return add(operands(a)[0], number(both));
    }
  } else if (a > b) {
    std::swap(a, b);
  }
  const int64_t low = sum(nodes_[at(a)].low, nodes_[at(b)].low),
                high = sum(nodes_[at(a)].high, nodes_[at(b)].high);
  const std::array<Ref, 2> args{a, b};
  return make(NodeKind::add, args, 0, low, high, false);
}

Ref Formula::multiply(Ref a, Ref b) {
  if (is_constant(a) && is_constant(b)) return number(product(constant(a), constant(b)));
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(b)) {
    if (constant(b) == 0) return number(0);
    if (constant(b) == 1) return a;
    if (nodes_[at(a)].kind == NodeKind::multiply && is_constant(operands(a)[1])) {
      const int64_t both = product(constant(b), constant(operands(a)[1]));
      return multiply(operands(a)[0], number(both));
    }
    if (nodes_[at(a)].kind == NodeKind::choose) {
      const Ref condition = operands(a)[0], then = operands(a)[1], other = operands(a)[2];
      if (is_constant(then) || is_constant(other)) {
        const Ref one = multiply(then, b), two = multiply(other, b);
        return choose(condition, one, two);
      }
    }
  } else if (a > b) {
    std::swap(a, b);
  }
  const Node x = nodes_[at(a)], y = nodes_[at(b)];
  const auto corners = std::minmax(
      {product(x.low, y.low), product(x.low, y.high), product(x.high, y.low), product(x.high, y.high)});
  const std::array<Ref, 2> args{a, b};
  return make(NodeKind::multiply, args, 0, corners.first, corners.second, false);
}

// Comparisons beat division: few quotients are told apart by thresholds.
Ref Formula::divide(Ref a, Ref b) {
  constexpr int64_t most_thresholds = 128;
  const Node x = nodes_[at(a)], y = nodes_[at(b)];
  if (is_constant(b)) {
    const int64_t by = std::max<int64_t>(1, constant(b));
    if (by == 1) return a;
    const int64_t low = floor_divide(x.low, by), high = floor_divide(x.high, by);
    if (high - low <= most_thresholds) {
      const auto among = [&](const auto& self, int64_t from, int64_t to) -> Ref {
        if (from == to) return number(from);
        const int64_t middle = from + (to - from) / 2;  // at most the middle?
        const Ref low_half = self(self, from, middle), high_half = self(self, middle + 1, to);
        return choose(less_equal(a, number(middle * by + by - 1)), low_half, high_half);
      };
      return among(among, low, high);
    }
  }
  const int64_t reach = std::max(std::abs(x.low), std::abs(x.high));
  const int64_t low = is_constant(b) ? floor_divide(x.low, constant(b)) : (x.low < 0 ? -reach : 0);
  const int64_t high = is_constant(b) ? floor_divide(x.high, constant(b)) : (x.high < 0 ? -1 : reach);
  if (!is_constant(b) && y.high <= 16 && y.low >= -16) {
    Ref result = divide(a, number(std::max<int64_t>(1, y.high)));
    for (int64_t by = y.high - 1; by >= std::max<int64_t>(1, y.low); --by)
      result = choose(equal(b, number(by)), divide(a, number(by)), result);
    return result;
  }
  const std::array<Ref, 2> args{a, b};
  return make(NodeKind::divide, args, 0, low, high, false);
}

Ref Formula::bit(Ref a, int which) {
  const Node node = nodes_[at(a)];
  if (is_constant(a)) return truth(((node.payload >> which) & 1) != 0);
  if (node.low >= 0 && (node.high >> which) == 0) return no;
  if (node.kind == NodeKind::choose) {
    const Ref condition = operands(a)[0], then = operands(a)[1], other = operands(a)[2];
    if (is_constant(then) || is_constant(other)) {
      const Ref one = bit(then, which), two = bit(other, which);
      return choose(condition, one, two);
    }
  }
  const std::array<Ref, 1> args{a};
  return make(NodeKind::bit, args, which, 0, 1, true);
}

Ref Formula::narrow(Ref a, int64_t low, int64_t high) {
  const Node& node = nodes_[at(a)];
  if (node.low >= low && node.high <= high) return a;
  const int64_t from = std::max(low, node.low), to = std::min(high, node.high);
  if (from > to) return number(low);  // always outside
  if (from == to) return number(from);
  const std::array<Ref, 1> args{a};
  return make(NodeKind::narrow, args, 0, from, to, false);
}

Ref Formula::count(std::vector<Ref> bools) {
  int64_t sure = 0;
  std::erase(bools, no);
  std::erase_if(bools, [&](Ref a) { return a == yes && ++sure > 0; });
  if (bools.empty()) return number(sure);
  std::sort(bools.begin(), bools.end());
  Ref counted = no;
  if (bools.size() == 1) {
    counted = choose(bools[0], number(1), number(0));
  } else {
    counted = make(NodeKind::count, bools, 0, 0, static_cast<int64_t>(bools.size()), false);
  }
  return sure == 0 ? counted : add(counted, number(sure));
}

Ref Formula::lookup(Ref index, const std::function<Ref(int64_t)>& leaf) {
  const Node node = nodes_[at(index)];
  if (is_constant(index)) return std::max<Ref>(leaf(node.payload), no);
  const auto build = [&](const auto& self, int which, int64_t from) -> Ref {  // of [from, from + 2^which)
    if (from > node.high || from + (int64_t{1} << which) <= node.low) return -1;
    if (which == 0) return leaf(from);
    const Ref low = self(self, which - 1, from),
              high = self(self, which - 1, from + (int64_t{1} << (which - 1)));
    if (low < 0) return high;
    if (high < 0 || low == high) return low;
    return choose(bit(index, which - 1), high, low);
  };
  int width = 1;
  while ((int64_t{1} << width) <= node.high) ++width;
  const Ref result = build(build, width, 0);
  return std::max<Ref>(result, no);
}

}  // namespace casebook::symbolic
