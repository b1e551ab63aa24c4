// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table of the program, or one that runs beside it: what an id names. The id is the index, without a cast.

#include <cassert>
#include <concepts>
#include <utility>
#include <vector>

namespace casebook::language {

template <class T>
class ById : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  ById(std::vector<T> rows) : std::vector<T>(std::move(rows)) {}

  typename std::vector<T>::reference operator[](std::integral auto id) {
    assert(std::cmp_less(id, this->size()));
    return std::vector<T>::operator[](static_cast<size_t>(id));
  }
  typename std::vector<T>::const_reference operator[](std::integral auto id) const {
    assert(std::cmp_less(id, this->size()));
    return std::vector<T>::operator[](static_cast<size_t>(id));
  }
};

}  // namespace casebook::language
