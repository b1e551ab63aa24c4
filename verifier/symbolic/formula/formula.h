// SPDX-License-Identifier: Apache-2.0
#pragma once

// Formulas: what the typed program says, over variables for what is not known of a position.
//
// A formula is a graph of Boolean and whole-number nodes. Each node is made once (equal nodes have equal
// Refs) and simplified at once: a constant expression is a constant. Nodes refer to earlier ones only.
// Every number has bounds, from which the solver (solver.h) takes the width of its bit-vectors, so no sum
// ever overflows.
//
// Numbers are plain integers: steps of measures, members by their code (codes.h). `never` is a Boolean
// beside the number (symbolic_value.h).

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace casebook::symbolic {

using Ref = int32_t;
inline constexpr Ref no = 0, yes = 1;  // the two constants; also what a Ref is when nothing is said

enum class NodeKind : uint8_t {
  truth,       // constant; payload
  number,      // constant; payload
  variable,    // payload: index among the variables
  not_,        //
  and_,        // two or more
  or_,         // two or more
  choose,      // condition, then, else; Booleans or numbers
  equal,       // two numbers, or two Booleans
  less_equal,  // two numbers
  add,         // two numbers
  multiply,    // two numbers
  divide,      // two numbers, the second always above 0; rounded down
  bit,         // of a number that is never below 0; payload: which
  narrow,      // a number said to be within its bounds: what it is outside of them means nothing
  count,       // how many of the Booleans hold
};

/// A formula too large for a solver, or a number beyond 2^62: the question is open.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Node {
  NodeKind kind = NodeKind::truth;
  bool boolean = true;
  uint32_t first = 0, size = 0;  // operands, in Formula::operands_
  int64_t payload = 0;
  int64_t low = 0, high = 1;
};

struct Variable {
  std::string name;
  bool boolean = true;
  int64_t low = 0, high = 1;
  Ref node = no;
};

/// Values of all variables, by their index.
using Assignment = std::vector<int64_t>;

class Formula {
 public:
  /// Nodes that are made at most before TooLarge is thrown.
  explicit Formula(size_t most_nodes = 3'000'000);

  static Ref truth(bool value) { return value ? yes : no; }
  Ref number(int64_t value);
  Ref boolean_variable(const std::string& name);
  Ref number_variable(const std::string& name, int64_t low, int64_t high);

  Ref not_(Ref a);
  Ref and_(Ref a, Ref b);
  Ref or_(Ref a, Ref b);
  Ref and_(std::vector<Ref> all);
  Ref or_(std::vector<Ref> any);
  Ref implies(Ref a, Ref b) { return or_(not_(a), b); }
  Ref choose(Ref condition, Ref then, Ref other);

  Ref equal(Ref a, Ref b);
  Ref less_equal(Ref a, Ref b);
  Ref less(Ref a, Ref b) { return not_(less_equal(b, a)); }
  Ref add(Ref a, Ref b);
  Ref negate(Ref a) { return multiply(a, number(-1)); }
  Ref subtract(Ref a, Ref b) { return add(a, negate(b)); }
  Ref multiply(Ref a, Ref b);
  /// Rounded down; b is above 0 wherever the value matters.
  Ref divide(Ref a, Ref b);
  Ref minimum(Ref a, Ref b) { return choose(less_equal(a, b), a, b); }
  Ref maximum(Ref a, Ref b) { return choose(less_equal(a, b), b, a); }
  Ref bit(Ref a, int which);
  Ref narrow(Ref a, int64_t low, int64_t high);
  Ref count(std::vector<Ref> bools);

  /// The leaf of a number, for every value that it can have: a choice by its bits, equal branches once. A
  /// leaf of -1 matters nowhere.
  Ref lookup(Ref index, const std::function<Ref(int64_t)>& leaf);

  /// The formula with a variable replaced by a constant, simplified as it would have been made so.
  /// `known` is shared between calls with the same replacement.
  using Replaced = std::unordered_map<Ref, Ref>;
  Ref replaced(Ref a, Replaced& known);

  /// States what holds of the variables by their types (a code that is a hex). The caller of a solver
  /// passes it on.
  void assume(Ref fact);
  const std::vector<Ref>& assumed() const { return assumed_; }

  bool is_constant(Ref a) const { return nodes_[at(a)].kind <= NodeKind::number; }
  int64_t constant(Ref a) const { return nodes_[at(a)].payload; }
  const Node& node(Ref a) const { return nodes_[at(a)]; }
  std::span<const Ref> operands(Ref a) const {
    return {operands_.data() + nodes_[at(a)].first, nodes_[at(a)].size};
  }
  size_t size() const { return nodes_.size(); }
  /// Nodes made since there were so many are gone; nobody may hold one any more. Not for variables.
  void forget_from(size_t size);
  const std::vector<Variable>& variables() const { return variables_; }
  /// Variables that have no value in it are 0 or the nearest value in their bounds.
  int64_t value(Ref a, const Assignment& assignment) const;
  /// Of several, sharing the work.
  std::vector<int64_t> values(std::span<const Ref> all, const Assignment& assignment) const;
  /// Some value of every variable.
  Assignment any_assignment() const;

 private:
  static size_t at(Ref a) { return static_cast<size_t>(a); }
  Ref make(NodeKind kind, std::span<const Ref> operands, int64_t payload, int64_t low, int64_t high,
           bool boolean);
  Ref join(std::vector<Ref> all, bool conjunction);

  std::vector<Node> nodes_;
  std::vector<Ref> operands_;
  std::vector<Variable> variables_;
  std::vector<Ref> assumed_;
  std::vector<uint64_t> hashes_;  // by node
  std::vector<Ref> table_;        // open addressing by hash; -1: free
  size_t most_nodes_;
  void place(Ref ref);
  Ref any_of(Ref count);  // it is above 0
};

/// The nodes that some formulas are made of, to be given values again and again.
class Cone {
 public:
  Cone(const Formula& formula, std::span<const Ref> roots);
  void evaluate(const Assignment& assignment);
  int64_t value(Ref a) const { return values_[static_cast<size_t>(a)]; }

 private:
  const Formula& formula_;
  std::vector<Ref> nodes_;
  std::vector<int64_t> values_;  // by Ref
};

/// Bits of a signed number that can be low and high.
int width_of(int64_t low, int64_t high);

}  // namespace casebook::symbolic
