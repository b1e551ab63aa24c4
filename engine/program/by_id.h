// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table of the program, or one that runs beside it: what an id names. The id is the index, without a cast.
// `ById<Slot, State>` has a slot for each state: it takes ids of states and plain numbers, and no other ids.

#include <cassert>
#include <concepts>
#include <utility>
#include <vector>

#include "engine/program/id.h"

namespace casebook::language {

template <class T, class Of = T>
class ById : public std::vector<T> {
 public:
  using Id = IdOf<Of>;
  using std::vector<T>::vector;
  ById(std::vector<T> rows) : std::vector<T>(std::move(rows)) {}

  void operator[](None) const = delete;
  typename std::vector<T>::reference operator[](Id id) { return (*this)[static_cast<int32_t>(id)]; }
  typename std::vector<T>::const_reference operator[](Id id) const {
    return (*this)[static_cast<int32_t>(id)];
  }
  typename std::vector<T>::reference operator[](std::integral auto index) {
    assert(std::cmp_less(index, this->size()));
    return std::vector<T>::operator[](static_cast<size_t>(index));
  }
  typename std::vector<T>::const_reference operator[](std::integral auto index) const {
    assert(std::cmp_less(index, this->size()));
    return std::vector<T>::operator[](static_cast<size_t>(index));
  }
};

}  // namespace casebook::language
