// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ids: indices into the tables of a program, each of a type of its own. An id of a kind is no id of a
// variable: neither turns into the other, they do not compare, and a table by one does not take the other
// (by_id.h). To count, to loop and to write, each is the number that it holds; from a number, which may be of
// anything, each can be made.

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace casebook::language {

/// No id, of whatever type; as a number -1.
struct None {
  constexpr operator int32_t() const { return -1; }
};
inline constexpr None none;

template <class T>
class IdOf {
 public:
  constexpr IdOf() = default;
  constexpr IdOf(None) {}
  constexpr IdOf(int32_t index) : index_(index) {}
  /// For static_cast.
  explicit constexpr IdOf(std::integral auto index) : index_(static_cast<int32_t>(index)) {}
  template <class Other>
  IdOf(IdOf<Other>) = delete;

  constexpr operator int32_t() const { return index_; }
  constexpr IdOf& operator++() {
    ++index_;
    return *this;
  }

 private:
  int32_t index_ = none;
};

template <class A, class B>
requires(!std::same_as<A, B>) bool operator==(IdOf<A>, IdOf<B>) = delete;
template <class A, class B>
requires(!std::same_as<A, B>) std::strong_ordering operator<=>(IdOf<A>, IdOf<B>) = delete;

struct Action;
struct Box;
struct Case;
struct Claim;
struct Definition;
struct Effect;
struct Field;
struct FlowStep;
struct Given;
struct Invariant;
struct Kind;
struct MapPlace;
struct Measure;
struct Option;
struct Procedure;
struct Reading;
struct Site;
struct State;
struct Table;
struct Var;
struct View;
struct Watch;

/// For `using namespace language::ids`.
inline namespace ids {
using ActionId = IdOf<Action>;
using BoxId = IdOf<Box>;
using CaseId = IdOf<Case>;  // a label
using ClaimId = IdOf<Claim>;
using DefinitionId = IdOf<Definition>;
using EffectId = IdOf<Effect>;
using FieldId = IdOf<Field>;
using GivenId = IdOf<Given>;
using InvariantId = IdOf<Invariant>;
using KindId = IdOf<Kind>;
using MapPlaceId = IdOf<MapPlace>;
using MeasureId = IdOf<Measure>;
using OptionId = IdOf<Option>;
using ProcedureId = IdOf<Procedure>;
using ReadingId = IdOf<Reading>;
using SiteId = IdOf<Site>;
using StateId = IdOf<State>;
using StepId = IdOf<FlowStep>;
using TableId = IdOf<Table>;
using VarId = IdOf<Var>;
using ViewId = IdOf<View>;
using WatchId = IdOf<Watch>;

/// Of what, something beside it says.
using Id = int32_t;
}  // namespace ids

}  // namespace casebook::language

template <class T>
struct std::hash<casebook::language::IdOf<T>> {
  size_t operator()(casebook::language::IdOf<T> id) const { return std::hash<int32_t>()(id); }
};
