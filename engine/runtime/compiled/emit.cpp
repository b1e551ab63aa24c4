// SPDX-License-Identifier: Apache-2.0
// Labels, registers, scopes.

#include "engine/runtime/compiled/emit.h"

#include <stdexcept>

namespace casebook::runtime::compiled {

Emitter::Emitter(Graph& graph, Folder* folder, CompiledProgram& program)
    : g_(graph), f_(folder), p_(program) {
  next_ = highest_ = 0;
  permanent_ = register_words;
}

Label Emitter::label() {
  labels_.push_back(-1);
  return static_cast<Label>(labels_.size() - 1);
}
void Emitter::bind(Label label) {
  labels_[static_cast<size_t>(label)] = here();
}

void Emitter::put(Operation op, int32_t a, int32_t b, int32_t c, uint32_t n) {
  if (n == 1 && (op == Operation::set_copy || op == Operation::loop_begin || op == Operation::set_clear)) {
    if (op == Operation::set_clear) b = constant(0);  // sets of one word are words
    op = Operation::copy;
    c = 0;
    n = 0;
  }
  p_.code.push_back({op, static_cast<uint16_t>(n), a, b, c});
  p_.origin_of.push_back(g_.origin);
}
void Emitter::jump_op(Operation op, int32_t a, int32_t b, Label target, uint32_t n) {
  fixups_.emplace_back(p_.code.size(), target);
  put(op, a, b, 0, n);
}
void Emitter::finish() {
  for (const auto& [at, target] : fixups_) {
    if (labels_[static_cast<size_t>(target)] < 0) throw std::logic_error("a jump to nowhere");
    p_.code[at].c = labels_[static_cast<size_t>(target)];
  }
  fixups_.clear();
  stamp_rows();
}

void Emitter::begin_routine() {
  // Registers of a routine are its own: it may be called while another is under way.
  next_ = highest_;
  known_.clear();
  trail_.clear();
  scopes_.clear();
}
Address Emitter::temporary(uint32_t words) {
  const uint32_t at = next_;
  next_ += words;
  highest_ = std::max(highest_, next_);
  if (highest_ > permanent_) throw std::length_error("the rules need more registers than there are");
  return g_.image.first_register() + static_cast<Address>(at);
}
Address Emitter::permanent(uint32_t words) {
  if (permanent_ < highest_ + words) throw std::length_error("the rules need more registers than there are");
  permanent_ -= words;
  return g_.image.first_register() + static_cast<Address>(permanent_);
}
void Emitter::push() {
  scopes_.push_back({trail_.size(), next_});
}
void Emitter::pop() {
  const Scope scope = scopes_.back();
  scopes_.pop_back();
  while (trail_.size() > scope.known) {
    known_.erase(trail_.back());
    trail_.pop_back();
  }
  next_ = scope.next;
}
void Emitter::bind_variable(VariableId var, Address at) {
  bound_[var] = at;
}

void Emitter::forget_readers_of(int32_t item) {
  for (auto it = known_.begin(); it != known_.end();) {
    const std::vector<int32_t>& reads = g_[it->first].reads;
    if (std::binary_search(reads.begin(), reads.end(), item))
      it = known_.erase(it);
    else
      ++it;
  }
}

}  // namespace casebook::runtime::compiled
