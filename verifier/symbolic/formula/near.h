// SPDX-License-Identifier: Apache-2.0
#pragma once

// Finds contradictions without a solver. It uses unit propagation (Davis, Logemann and Loveland 1962) over
// facts as disjunctions of formulas that are not opened further, and the step from "it is this" to "it is
// not that". Then it tries each alternative of a few disjunctions of which little is left.
//
// To find no contradiction says nothing.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "verifier/symbolic/formula/question.h"

namespace casebook::symbolic {

/// Facts as disjunctions, found by each of their alternatives.
class Disjunctions {
 public:
  explicit Disjunctions(const Formula& formula) : formula_(formula) {}
  bool empty() const { return all_.empty(); }
  /// `holds`: what is left of it in the case that is looked at.
  void add(const Fact& fact, Ref holds);
  /// Whether a fact says more once the variable has a value than is seen of its alternatives one by one.
  static bool is_deep(const Formula& formula, const Fact& fact, Ref variable);

 private:
  friend class Near;
  /// A formula that is no negation, and its truth.
  struct Literal {
    Ref atom = yes;
    bool truth = true;
  };
  struct One {
    const Fact* fact;
    std::vector<Literal> any;
  };
  static uint64_t key(Literal one) {
    return static_cast<uint64_t>(one.atom) * 2 + static_cast<uint64_t>(one.truth);
  }
  static Literal literal_of(const Formula& formula, Ref a);
  static std::vector<Literal> alternatives_of(const Formula& formula, Ref a);
  static bool is_variable(const Formula& formula, Ref a);
  /// The one variable that an atom speaks of; `no` when there are others, or it is none.
  static Ref variable_of(const Formula& formula, Ref atom);

  const Formula& formula_;
  std::vector<One> all_;
  std::vector<size_t> single_;  // of one alternative
  std::unordered_map<uint64_t, std::vector<size_t>> with_;
  std::unordered_map<Ref, std::vector<Ref>> atoms_of_;  // by variable
};

class Near {
 public:
  explicit Near(Formula& formula) : formula_(formula) {}

  /// What holds in every case: to be said again when that changes.
  void begin(std::vector<const Disjunctions*> facts, std::function<bool(const Fact&)> usable);
  /// Then what holds in one case: `given` makes it, and these are facts of it. Until `leave`.
  void enter(const Disjunctions* facts, Ref given);
  void leave();
  /// Names of facts with which this cannot hold; nothing when that is not seen. Sorted.
  std::optional<std::vector<int32_t>> refute(Ref a);

 private:
  using Literal = Disjunctions::Literal;
  using One = Disjunctions::One;
  struct Known {
    bool is = false, truth = true;
    const One* of = nullptr;  // it follows from this one, or
    Ref from = no;            // from that atom; `no`: it is given
  };
  Known& known(Ref atom);
  bool say(Literal one, const One* of, Ref from);
  bool say_single(const Disjunctions& layer);
  bool follow();
  bool follow_in(const Disjunctions& layer, Ref atom, bool truth);
  bool look_at(const One& one);
  bool follow_value(Ref atom, bool truth);
  bool follow_each(const One& one, std::vector<int32_t>& names);
  void forget(size_t trail);
  void add_needed(const One* of, Ref except, std::vector<int32_t>& names) const;
  std::vector<int32_t> needed() const;

  Formula& formula_;
  std::vector<const Disjunctions*> layers_;
  size_t layers_always_ = 0;
  std::function<bool(const Fact&)> usable_;
  std::vector<Known> known_;  // by Ref
  std::vector<Ref> trail_;
  size_t followed_ = 0, always_ = 0, begun_ = 0;  // of the trail; up to the case, and up to the question
  bool contradict_ = false, contradict_always_ = false;
  // Of a conflict: a disjunction of which nothing is left, and reasons of what was to be said besides.
  const One* conflict_ = nullptr;
  std::vector<const One*> short_;  // of which few alternatives are left
  bool note_short_ = false;
  std::vector<std::pair<const One*, Ref>> grounds_;
};

}  // namespace casebook::symbolic
