// SPDX-License-Identifier: Apache-2.0
#pragma once

// A part of a tree, owned by the node above it. It is a value: a copy is a copy of all that is below, and
// what is const is const below as well. It may be empty, and an empty one stays empty when it is copied.
// Because the parts are values, the compiler copies whole items and programs itself, and no field can be
// forgotten.

#include <cstddef>
#include <memory>
#include <utility>

namespace casebook::language {

template <class T>
class Owned {
 public:
  Owned() = default;
  Owned(std::nullptr_t) {}
  explicit Owned(const T& value) : held_(std::make_unique<T>(value)) {}
  explicit Owned(T&& value) : held_(std::make_unique<T>(std::move(value))) {}
  Owned(const Owned& other) : held_(other.held_ ? std::make_unique<T>(*other.held_) : nullptr) {}
  Owned(Owned&&) noexcept = default;
  Owned& operator=(const Owned& other) { return *this = Owned(other); }
  Owned& operator=(Owned&&) noexcept = default;
  ~Owned() = default;

  explicit operator bool() const { return held_ != nullptr; }
  T& operator*() { return *held_; }
  const T& operator*() const { return *held_; }
  T* operator->() { return held_.get(); }
  const T* operator->() const { return held_.get(); }
  T* get() { return held_.get(); }
  const T* get() const { return held_.get(); }
  void reset() { held_.reset(); }

  // Two parts are compared by what they hold (`*a == *b`), never by where they stand.
  bool operator==(const Owned&) const = delete;
  bool operator==(std::nullptr_t) const { return held_ == nullptr; }

 private:
  std::unique_ptr<T> held_;
};

}  // namespace casebook::language
