// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/formula/near.h"

#include <algorithm>
#include <unordered_set>

namespace casebook::symbolic {

namespace {

constexpr size_t most_alternatives = 4, most_short = 24;  // gone through one by one

}  // namespace

Disjunctions::Literal Disjunctions::literal_of(const Formula& formula, Ref a) {
  if (formula.node(a).kind == NodeKind::not_) return {formula.operands(a)[0], false};
  return {a, true};
}

bool Disjunctions::is_variable(const Formula& formula, Ref a) {
  return formula.node(a).kind == NodeKind::variable;
}

Ref Disjunctions::variable_of(const Formula& formula, Ref atom) {
  const NodeKind kind = formula.node(atom).kind;
  if (kind == NodeKind::variable) return atom;
  if (kind != NodeKind::equal && kind != NodeKind::less_equal && kind != NodeKind::bit) return no;
  Ref variable = no;
  for (const Ref a : formula.operands(atom)) {
    if (formula.is_constant(a)) continue;
    if (!is_variable(formula, a) || (variable != no && variable != a)) return no;
    variable = a;
  }
  return variable;
}

std::vector<Disjunctions::Literal> Disjunctions::alternatives_of(const Formula& formula, Ref a) {
  std::vector<Literal> any;
  const Literal whole = literal_of(formula, a);
  const NodeKind kind = formula.node(whole.atom).kind;
  if (kind != (whole.truth ? NodeKind::or_ : NodeKind::and_)) return {whole};
  for (const Ref b : formula.operands(whole.atom)) {
    any.push_back(literal_of(formula, b));
    if (!whole.truth) any.back().truth = !any.back().truth;
  }
  return any;
}

bool Disjunctions::is_deep(const Formula& formula, const Fact& fact, Ref variable) {
  if (!std::binary_search(fact.variables.begin(), fact.variables.end(), variable)) return false;
  for (const Literal& one : alternatives_of(formula, fact.holds)) {
    if (variable_of(formula, one.atom) != no) continue;
    const std::vector<Ref> variables = fact_of(formula, one.atom, 0).variables;
    if (std::binary_search(variables.begin(), variables.end(), variable)) return true;
  }
  return false;
}

void Disjunctions::add(const Fact& fact, Ref holds) {
  if (holds == yes) return;
  One one{&fact, alternatives_of(formula_, holds)};
  const size_t at = all_.size();
  if (one.any.size() == 1) single_.push_back(at);
  for (const Literal& literal : one.any) {
    std::vector<size_t>& with = with_[key(literal)];
    with.push_back(at);
    if (with.size() > 1) continue;
    if (const Ref variable = variable_of(formula_, literal.atom); variable != no) {
      std::vector<Ref>& atoms = atoms_of_[variable];
      if (std::find(atoms.begin(), atoms.end(), literal.atom) == atoms.end()) atoms.push_back(literal.atom);
    }
  }
  all_.push_back(std::move(one));
}

void Near::begin(std::vector<const Disjunctions*> facts, std::function<bool(const Fact&)> usable) {
  forget(0);
  conflict_ = nullptr;
  grounds_.clear();
  usable_ = std::move(usable);
  layers_ = std::move(facts);
  layers_always_ = layers_.size();
  contradict_always_ = false;
  for (const Disjunctions* layer : layers_) contradict_always_ = contradict_always_ || !say_single(*layer);
  contradict_always_ = contradict_always_ || !follow();
  always_ = begun_ = trail_.size();
}

void Near::enter(const Disjunctions* facts, Ref given) {
  contradict_ = contradict_always_;
  if (contradict_) return;
  contradict_ = !say(Disjunctions::literal_of(formula_, given), nullptr, no);
  layers_.push_back(facts);
  for (const One& one : facts->all_)
    if (!contradict_ && usable_(*one.fact)) contradict_ = !look_at(one);
  contradict_ = contradict_ || !follow();
  begun_ = trail_.size();
}

void Near::leave() {
  if (contradict_always_) return;
  layers_.resize(layers_always_);
  forget(always_);
  begun_ = always_;
  conflict_ = nullptr;
  grounds_.clear();
}

void Near::forget(size_t trail) {
  for (size_t i = trail; i < trail_.size(); ++i) known_[static_cast<size_t>(trail_[i])].is = false;
  trail_.resize(std::min(trail, trail_.size()));
  followed_ = trail_.size();
}

std::optional<std::vector<int32_t>> Near::refute(Ref a) {
  if (contradict_) return needed();
  std::optional<std::vector<int32_t>> names;
  short_.clear();
  note_short_ = true;
  const bool possible = say(Disjunctions::literal_of(formula_, a), nullptr, no) && follow();
  note_short_ = false;
  if (!possible) names = needed();
  for (size_t i = 0; i < short_.size() && !names; ++i)
    if (std::vector<int32_t> of_all; follow_each(*short_[i], of_all)) names = std::move(of_all);
  forget(begun_);
  conflict_ = nullptr;
  grounds_.clear();
  return names;
}

// Whether none of what is left of it can be.
bool Near::follow_each(const One& one, std::vector<int32_t>& names) {
  for (const Literal& literal : one.any) {
    const Known& known_of = known(literal.atom);
    if (known_of.is && known_of.truth == literal.truth) return false;
  }
  for (const Literal& literal : one.any) {
    if (known(literal.atom).is) continue;
    const size_t trail = trail_.size();
    const bool possible = say(literal, nullptr, no) && follow();
    if (!possible) {
      const std::vector<int32_t> of_this = needed();
      names.insert(names.end(), of_this.begin(), of_this.end());
    }
    forget(trail);
    conflict_ = nullptr;
    grounds_.clear();
    if (possible) return false;
  }
  add_needed(&one, no, names);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return true;
}

Near::Known& Near::known(Ref atom) {
  if (known_.size() <= static_cast<size_t>(atom)) known_.resize(formula_.size());
  return known_[static_cast<size_t>(atom)];
}

// False: the opposite is known.
bool Near::say(Literal one, const One* of, Ref from) {
  if (one.atom == yes || one.atom == no) {
    if ((one.atom == yes) == one.truth) return true;
    grounds_ = {{of, from}};
    return false;
  }
  Known& known_of = known(one.atom);
  if (!known_of.is) {
    known_of = {true, one.truth, of, from};
    trail_.push_back(one.atom);
    return true;
  }
  if (known_of.truth == one.truth) return true;
  grounds_ = {{of, from}, {nullptr, one.atom}};
  return false;
}

bool Near::say_single(const Disjunctions& layer) {
  for (const size_t at : layer.single_) {
    const One& one = layer.all_[at];
    if (usable_(*one.fact) && !say(one.any[0], &one, no)) return false;
  }
  return true;
}

bool Near::follow() {
  while (followed_ < trail_.size()) {
    const Ref atom = trail_[followed_++];
    const bool truth = known(atom).truth;
    for (const Disjunctions* layer : layers_)
      if (!follow_in(*layer, atom, truth)) return false;
    const NodeKind kind = formula_.node(atom).kind;
    if ((kind == NodeKind::and_ && truth) || (kind == NodeKind::or_ && !truth)) {
      const auto args = formula_.operands(atom);
      for (const Ref part : args) {
        Literal one = Disjunctions::literal_of(formula_, part);
        if (!truth) one.truth = !one.truth;
        if (!say(one, nullptr, atom)) return false;
      }
      continue;
    }
    if (!follow_value(atom, truth)) return false;
  }
  return true;
}

bool Near::follow_in(const Disjunctions& layer, Ref atom, bool truth) {
  const auto with = layer.with_.find(Disjunctions::key({atom, !truth}));
  if (with == layer.with_.end()) return true;
  for (const size_t at : with->second) {
    const One& one = layer.all_[at];
    if (usable_(*one.fact) && !look_at(one)) return false;
  }
  return true;
}

// What is left of it when all but one alternative are known to be false.
bool Near::look_at(const One& one) {
  const Literal* left = nullptr;
  size_t open = 0;
  for (const Literal& literal : one.any) {
    const Known& known_of = known(literal.atom);
    if (known_of.is && known_of.truth != literal.truth) continue;
    if (known_of.is || ++open > most_alternatives) return true;
    left = &literal;
  }
  if (open > 1) {
    if (note_short_ && short_.size() < most_short) short_.push_back(&one);
    return true;
  }
  if (left != nullptr) return say(*left, &one, no);
  conflict_ = &one;
  grounds_.clear();
  return false;
}

// From "it is this" to what that comes to wherever it alone is spoken of.
bool Near::follow_value(Ref atom, bool truth) {
  const Ref variable = Disjunctions::variable_of(formula_, atom);
  if (variable == no || variable == atom) return true;
  const Node node = formula_.node(variable);
  std::optional<int64_t> value;
  if (formula_.node(atom).kind == NodeKind::equal && truth) {
    const auto args = formula_.operands(atom);
    value = formula_.constant(args[0] == variable ? args[1] : args[0]);
  } else if (node.high == node.low + 1) {
    for (const int64_t candidate : {node.low, node.high}) {
      Formula::Replaced one{{variable, formula_.number(candidate)}};
      if (formula_.replaced(atom, one) == Formula::truth(truth))
        value = value ? std::nullopt : std::optional(candidate);
    }
  }
  if (!value) return true;
  Formula::Replaced one{{variable, formula_.number(*value)}};
  for (const Disjunctions* layer : layers_) {
    const auto atoms = layer->atoms_of_.find(variable);
    if (atoms == layer->atoms_of_.end()) continue;
    for (const Ref other : atoms->second) {
      if (other == atom) continue;
      const Ref now = formula_.replaced(other, one);
      if (now != yes && now != no) continue;
      if (!say({other, now == yes}, nullptr, atom)) return false;
    }
  }
  return true;
}

/// The names of what it rests on that the others of its alternatives are false, and its own.
void Near::add_needed(const One* of, Ref except, std::vector<int32_t>& names) const {
  std::unordered_set<Ref> met;
  std::vector<Ref> open;
  const auto rest_on = [&](const One* one, Ref but) {
    names.push_back(one->fact->name);
    for (const Literal& literal : one->any)
      if (literal.atom != but) open.push_back(literal.atom);
  };
  if (of != nullptr)
    rest_on(of, except);
  else
    open.push_back(except);
  while (!open.empty()) {
    const Ref atom = open.back();
    open.pop_back();
    if (!met.insert(atom).second || static_cast<size_t>(atom) >= known_.size()) continue;
    const Known& known_of = known_[static_cast<size_t>(atom)];
    if (!known_of.is) continue;
    if (known_of.of != nullptr) rest_on(known_of.of, atom);
    if (known_of.from != no) open.push_back(known_of.from);
  }
}

std::vector<int32_t> Near::needed() const {
  std::vector<int32_t> names;
  if (conflict_ != nullptr) add_needed(conflict_, no, names);
  // What was to be said is known to be otherwise, and is among them.
  for (const auto& [of, from] : grounds_) add_needed(of, from, names);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace casebook::symbolic
