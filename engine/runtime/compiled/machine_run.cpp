// SPDX-License-Identifier: Apache-2.0
// The interpreter's loop: one short piece of text per instruction, in the order of instructions.h.

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "engine/runtime/compiled/arithmetic.h"
#include "engine/runtime/compiled/machine_inline.h"
#include "engine/runtime/compiled/node.h"

// Jumping from each instruction straight to the next one is worth a tenth; the language extension is asked
// for by name.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpedantic"
#define CASEBOOK_DIRECT 1
#else
#define CASEBOOK_DIRECT 0
#endif

namespace casebook::runtime::compiled {

const char* operation_name(Operation op) {
  static const char* const names[] = {
#define CASEBOOK_NAME(name) #name,
      CASEBOOK_INSTRUCTIONS(CASEBOOK_NAME)
#undef CASEBOOK_NAME
  };
  return names[static_cast<size_t>(op)];
}

namespace {

constexpr uint64_t half_mask(uint32_t cell) {
  return uint64_t{0xffffffff} << ((cell & 1U) * 32U);
}

}  // namespace

namespace {

/// Bits of those of up to 64 cells that compare so with a value.
template <class Holds>
uint64_t each_cell(const uint64_t* m, int64_t first, int count, Holds holds) {
  uint64_t bits = 0;
  for (int k = 0; k < count; ++k) {
    const auto cell =
        static_cast<int32_t>(m[(first + k) >> 1] >> (static_cast<uint64_t>((first + k) & 1) * 32));
    bits |= static_cast<uint64_t>(holds(cell)) << k;
  }
  return bits;
}

#if defined(__SSE2__)
// Four cells at a time; cells lie in memory as 32-bit numbers in order. May read up to three cells beyond the
// last one, which are cells of the same memory.
template <class Four>
uint64_t each_four(const uint64_t* m, int64_t first, int count, Four four) {
  const char* const at = reinterpret_cast<const char*>(m) + first * 4;
  uint64_t bits = 0;
  for (int k = 0; k < count; k += 4) {
    const __m128i cells = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + k * 4));
    bits |= static_cast<uint64_t>(_mm_movemask_ps(_mm_castsi128_ps(four(cells)))) << k;
  }
  return count == 64 ? bits : bits & ((uint64_t{1} << count) - 1);
}
#endif

uint64_t compare_cells(const uint64_t* m, int64_t first, int count, int64_t value, uint16_t how) {
  const uint64_t all = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  const auto as = static_cast<Compare>(how);
#if defined(__SSE2__)
  if (value > INT32_MIN && value < INT32_MAX) {
    const __m128i with = _mm_set1_epi32(static_cast<int32_t>(value));
    switch (as) {
      case Compare::equal:
      case Compare::not_equal: {
        const uint64_t same = each_four(m, first, count, [&](__m128i c) { return _mm_cmpeq_epi32(c, with); });
        return as == Compare::equal ? same : all & ~same;
      }
      case Compare::less:
      case Compare::greater_equal: {
        const uint64_t less = each_four(m, first, count, [&](__m128i c) { return _mm_cmplt_epi32(c, with); });
        return as == Compare::less ? less : all & ~less;
      }
      default: {
        const uint64_t more = each_four(m, first, count, [&](__m128i c) { return _mm_cmpgt_epi32(c, with); });
        return as == Compare::greater ? more : all & ~more;
      }
    }
  }
#endif
  switch (as) {
    case Compare::equal:
      return each_cell(m, first, count, [&](int64_t c) { return c == value; });
    case Compare::not_equal:
      return all & ~each_cell(m, first, count, [&](int64_t c) { return c == value; });
    case Compare::less:
      return each_cell(m, first, count, [&](int64_t c) { return c < value; });
    case Compare::less_equal:
      return each_cell(m, first, count, [&](int64_t c) { return c <= value; });
    case Compare::greater:
      return each_cell(m, first, count, [&](int64_t c) { return c > value; });
    default:
      return each_cell(m, first, count, [&](int64_t c) { return c >= value; });
  }
}

}  // namespace

Stop Machine::run_counted(int32_t at) {
  counts->begin();
  const Stop stop = run_as<true>(at);
  counts->end();
  return stop;
}

template <bool counting>
Stop Machine::run_as(int32_t at) {
  const Instruction* const code = p_.code.data();
  const Instruction* i = code + at;
  uint64_t* const m = m_;
  const size_t base_calls = calls_.size();
  const auto num = [m](int32_t address) { return static_cast<int64_t>(m[address]); };
  const auto put_num = [m](int32_t address, int64_t v) { m[address] = static_cast<uint64_t>(v); };
  const auto bit = [m](int32_t set, int64_t member) {
    return ((m[set + (member >> 6)] >> (member & 63)) & 1U) != 0;
  };
  const auto load = [m](int64_t cell_index) {
    return static_cast<int64_t>(static_cast<int32_t>(m[cell_index >> 1] >> ((cell_index & 1) * 32)));
  };
  const auto write_cell_at = [this, m](uint32_t cell_index, int64_t value) {
    const uint32_t shift = (cell_index & 1U) * 32U;
    const uint64_t mask = half_mask(cell_index);
    put(cell_index >> 1, (m[cell_index >> 1] & ~mask) | (uint64_t{static_cast<uint32_t>(value)} << shift),
        mask);
  };

#if CASEBOOK_DIRECT
  static const void* const table[] = {
#define CASEBOOK_LABEL(name) &&op_##name,
      CASEBOOK_INSTRUCTIONS(CASEBOOK_LABEL)
#undef CASEBOOK_LABEL
  };
#define OP(name) op_##name
#define DISPATCH                                                        \
  do {                                                                  \
    if constexpr (counting) counts->at(p_.origin_of[size_t(i - code)]); \
    goto* table[static_cast<size_t>(i->op)];                            \
  } while (false)
#define NEXT  \
  do {        \
    ++i;      \
    DISPATCH; \
  } while (false)
#define GO(target)       \
  do {                   \
    i = code + (target); \
    DISPATCH;            \
  } while (false)
  DISPATCH;
#else
#define OP(name) case Operation::name
#define NEXT  \
  {           \
    ++i;      \
    continue; \
  }
#define GO(target)       \
  {                      \
    i = code + (target); \
    continue;            \
  }
  while (true) {
    if constexpr (counting) counts->at(p_.origin_of[size_t(i - code)]);
    switch (i->op) {
#endif

  OP(halt) : return Stop::done;
  OP(jump) : GO(i->c);
  OP(call) : calls_.push_back(static_cast<int32_t>(i - code) + 1);
  if constexpr (counting) counts->call(i->c);
  GO(i->c);
  OP(ret) : {
    if (calls_.size() == base_calls) return Stop::done;
    if constexpr (counting) counts->ret();
    const int32_t back = calls_.back();
    calls_.pop_back();
    GO(back);
  }
  OP(jump_if) : if (m[i->a] != 0) GO(i->c);
  NEXT;
  OP(jump_unless) : if (m[i->a] == 0) GO(i->c);
  NEXT;
  OP(jump_equal) : if (m[i->a] == m[i->b]) GO(i->c);
  NEXT;
  OP(jump_not_equal) : if (m[i->a] != m[i->b]) GO(i->c);
  NEXT;
  OP(jump_less) : if (num(i->a) < num(i->b)) GO(i->c);
  NEXT;
  OP(jump_less_equal) : if (num(i->a) <= num(i->b)) GO(i->c);
  NEXT;
  OP(jump_bit) : if (bit(i->a, num(i->b))) GO(i->c);
  NEXT;
  OP(jump_no_bit) : if (!bit(i->a, num(i->b))) GO(i->c);
  NEXT;
  OP(jump_row_bit) : {
    const int64_t row = i[1].a + num(i->a) * i->n;
    if (bit(static_cast<int32_t>(row), num(i->b))) GO(i->c);
    ++i;
    NEXT;
  }
  OP(jump_no_row_bit) : {
    const int64_t row = i[1].a + num(i->a) * i->n;
    if (!bit(static_cast<int32_t>(row), num(i->b))) GO(i->c);
    ++i;
    NEXT;
  }
  OP(jump_some) : {
    uint64_t any = 0;
    for (int k = 0; k < i->n; ++k) any |= m[i->a + k];
    if (any != 0) GO(i->c);
    NEXT;
  }
  OP(jump_none) : {
    uint64_t any = 0;
    for (int k = 0; k < i->n; ++k) any |= m[i->a + k];
    if (any == 0) GO(i->c);
    NEXT;
  }
  OP(jump_meet) : {
    uint64_t any = 0;
    for (int k = 0; k < i->n; ++k) any |= m[i->a + k] & m[i->b + k];
    if (any != 0) GO(i->c);
    NEXT;
  }
  OP(jump_apart) : {
    uint64_t any = 0;
    for (int k = 0; k < i->n; ++k) any |= m[i->a + k] & m[i->b + k];
    if (any == 0) GO(i->c);
    NEXT;
  }
  OP(fault) : fault_label_ = i->a;
  is_limit_ = i->b != 0;
  return Stop::fault;

  // ---- scalars
  OP(copy) : m[i->a] = m[i->b];
  NEXT;
  OP(add) : m[i->a] = m[i->b] + m[i->c];
  NEXT;
  OP(add_never) : put_num(i->a, compiled::add(num(i->b), num(i->c)));
  NEXT;
  OP(subtract) : m[i->a] = m[i->b] - m[i->c];
  NEXT;
  OP(subtract_never) : put_num(i->a, compiled::subtract(num(i->b), num(i->c)));
  NEXT;
  OP(multiply) : m[i->a] = m[i->b] * m[i->c];
  NEXT;
  OP(negate) : m[i->a] = 0 - m[i->b];
  NEXT;
  OP(minimum) : put_num(i->a, std::min(num(i->b), num(i->c)));
  NEXT;
  OP(maximum) : put_num(i->a, std::max(num(i->b), num(i->c)));
  NEXT;
  OP(rescale_never) : put_num(i->a, num(i->b) == language::never_value ? num(i->b) : num(i->b) * num(i->c));
  NEXT;
  OP(round) : {
    const int64_t v = num(i->b);
    const bool stays = i[1].b != 0 && v == language::never_value;
    put_num(i->a, stays ? v : divide(v, num(i->c), static_cast<language::Rounding>(i->n)) * num(i[1].a));
    ++i;
    NEXT;
  }
  OP(divide_round) : {
    const int64_t by = num(i->c);
    if (by == 0) {
      fault_label_ = i[1].b;
      return Stop::fault;
    }
    put_num(i->a, divide(num(i->b), by, static_cast<language::Rounding>(i->n)) * num(i[1].a));
    ++i;
    NEXT;
  }
  OP(odds) : put_num(i->a, compiled::odds(num(i->b), num(i->c), static_cast<language::Favour>(i->n)));
  NEXT;
  OP(check_range) : {
    const int64_t v = num(i->a);
    const bool never = i[1].b != 0 && v == language::never_value;
    if (never ? i->n == 0 : (v < num(i->b) || v > num(i->c))) {
      fault_label_ = i[1].a;
      return Stop::fault;
    }
    ++i;
    NEXT;
  }
  OP(equal) : m[i->a] = m[i->b] == m[i->c] ? 1 : 0;
  NEXT;
  OP(less) : m[i->a] = num(i->b) < num(i->c) ? 1 : 0;
  NEXT;
  OP(less_equal) : m[i->a] = num(i->b) <= num(i->c) ? 1 : 0;
  NEXT;
  OP(index) : put_num(i->a, num(i->b) * i->c + num(i[1].a));
  ++i;
  NEXT;
  OP(get_bit) : m[i->a] = bit(i->b, num(i->c)) ? 1 : 0;
  NEXT;
  OP(distance)
      : put_num(i->a,
                p_.scenario->ground.distance(static_cast<int32_t>(m[i->b]), static_cast<int32_t>(m[i->c])));
  NEXT;
  OP(between)
      : put_num(i->a,
                p_.scenario->ground.between(static_cast<int32_t>(m[i->b]), static_cast<int32_t>(m[i->c])));
  NEXT;
  OP(load_cell) : put_num(i->a, load(i->b));
  NEXT;
  OP(load_cell_at) : put_num(i->a, load(i->b + num(i->c)));
  NEXT;
  OP(load_cell_at2) : put_num(i->a, load(i->b + num(i->c) * i[1].a + num(i[1].b)));
  ++i;
  NEXT;
  OP(load_cell_in) : put_num(i->a, load(num(i->b) + num(i->c)));
  NEXT;
  OP(load_silent) : {
    const int64_t v = load(i->b + num(i->c));
    if (v == silent_cell) {
      fault_label_ = i[1].a;
      return Stop::fault;
    }
    put_num(i->a, v);
    ++i;
    NEXT;
  }
  OP(path_end) : m[i->a] = m[i->b + 1 + static_cast<int32_t>(m[i->b])];
  NEXT;
  OP(path_hex) : m[i->a] = m[i->b + 2 + static_cast<int32_t>(m[i->c])];
  NEXT;
  OP(path_contains) : {
    uint64_t found = 0;
    const auto steps = static_cast<int32_t>(m[i->b]);
    for (int k = 0; k < steps; ++k)
      if (m[i->b + 2 + k] == m[i->c]) found = 1;
    m[i->a] = found;
    NEXT;
  }
  OP(path_equal) : m[i->a] = std::equal(m + i->b, m + i->b + path_cells, m + i->c) ? 1 : 0;
  NEXT;
  OP(path_valid) : {
    const auto steps = static_cast<int32_t>(m[i->b]);
    bool good = m[i->b + 1] == m[i->c] && steps >= i[1].a && steps <= i[1].b;
    for (int k = 1; k <= steps && good; ++k) {
      good = p_.scenario->ground.between(static_cast<int32_t>(m[i->b + k]),
                                         static_cast<int32_t>(m[i->b + 1 + k])) >= 0;
      for (int j = 1; j <= k && good; ++j) good = m[i->b + j] != m[i->b + 1 + k];
    }
    m[i->a] = good ? 1 : 0;
    ++i;
    NEXT;
  }
  OP(load_path) : {
    const int64_t from = i->b + (i->c >= 0 ? num(i->c) * path_cells : 0);
    for (int k = 0; k < path_cells; ++k) put_num(i->a + k, load(from + k));
    NEXT;
  }
  OP(copy_path) : for (int k = 0; k < path_cells; ++k) m[i->a + k] = m[i->b + k];
  NEXT;

  // ---- writes
  OP(store_cell) : write_cell_at(static_cast<uint32_t>(i->a), num(i->b));
  touch(i->n);
  NEXT;
  OP(store_cell_at) : write_cell_at(static_cast<uint32_t>(i->a + num(i->c)), num(i->b));
  touch(i->n, num(i->c));
  NEXT;
  OP(store_bit) : {
    const int64_t at_bit = num(i->c);
    const auto word = static_cast<uint32_t>(i->a + (at_bit >> 6));
    const uint64_t mask = uint64_t{1} << (at_bit & 63);
    put(word, m[i->b] != 0 ? m[word] | mask : m[word] & ~mask, mask);
    touch(i->n, at_bit);
    NEXT;
  }
  OP(store_set) : {
    const int64_t from = i->a + (i->c >= 0 ? num(i->c) * i[1].a : 0);
    for (int k = 0; k < i[1].a; ++k) put(static_cast<uint32_t>(from + k), m[i->b + k], m[i[1].b + k]);
    touch(i->n);
    ++i;
    NEXT;
  }
  OP(store_add) : {
    const int64_t from = i->a + (i->c >= 0 ? num(i->c) * i[1].a : 0);
    for (int k = 0; k < i[1].a; ++k)
      put(static_cast<uint32_t>(from + k), m[from + k] | m[i->b + k], m[i->b + k]);
    touch(i->n);
    ++i;
    NEXT;
  }
  OP(store_remove) : {
    const int64_t from = i->a + (i->c >= 0 ? num(i->c) * i[1].a : 0);
    for (int k = 0; k < i[1].a; ++k)
      put(static_cast<uint32_t>(from + k), m[from + k] & ~m[i->b + k], m[i->b + k]);
    touch(i->n);
    ++i;
    NEXT;
  }
  OP(store_path) : {
    const int64_t to = i->a + (i->c >= 0 ? num(i->c) * path_cells : 0);
    for (int k = 0; k < path_cells; ++k) write_cell_at(static_cast<uint32_t>(to + k), num(i->b + k));
    touch(i->n);
    NEXT;
  }
  OP(clear_cells) : for (int k = 0; k < i->b; ++k) write_cell_at(static_cast<uint32_t>(i->a + k), 0);
  touch(i->n);
  NEXT;
  OP(clear_words) : for (int k = 0; k < i->b; ++k) put(static_cast<uint32_t>(i->a + k), 0, ~uint64_t{0});
  touch(i->n);
  NEXT;
  OP(fill_cells) : for (int k = 0; k < i->c; ++k) write_cell_at(static_cast<uint32_t>(i->a + k), num(i->b));
  touch(i->n);
  NEXT;
  OP(fill_bits) : {
    for (int k = 0; k < i->c; k += 64) {
      const int left = i->c - k;
      const uint64_t mask = left >= 64 ? ~uint64_t{0} : (uint64_t{1} << left) - 1;
      put(static_cast<uint32_t>(i->a + k / 64), m[i->b] != 0 ? mask : 0, mask);
    }
    touch(i->n);
    NEXT;
  }
  OP(fill_sets) : {
    for (int r = 0; r < i->c; ++r)
      for (int k = 0; k < i[1].a; ++k)
        put(static_cast<uint32_t>(i->a + r * i[1].a + k), m[i->b + k], ~uint64_t{0});
    touch(i->n);
    ++i;
    NEXT;
  }

  // ---- sets
  OP(set_clear) : for (int k = 0; k < i->n; ++k) m[i->a + k] = 0;
  NEXT;
  OP(set_copy) : for (int k = 0; k < i->n; ++k) m[i->a + k] = m[i->b + k];
  NEXT;
  OP(set_and) : for (int k = 0; k < i->n; ++k) m[i->a + k] = m[i->b + k] & m[i->c + k];
  NEXT;
  OP(set_or) : for (int k = 0; k < i->n; ++k) m[i->a + k] = m[i->b + k] | m[i->c + k];
  NEXT;
  OP(set_and_not) : for (int k = 0; k < i->n; ++k) m[i->a + k] = m[i->b + k] & ~m[i->c + k];
  NEXT;
  OP(set_and1) : m[i->a] = m[i->b] & m[i->c];
  NEXT;
  OP(set_or1) : m[i->a] = m[i->b] | m[i->c];
  NEXT;
  OP(set_and_not1) : m[i->a] = m[i->b] & ~m[i->c];
  NEXT;
  OP(set_insert) : m[i->a + static_cast<int32_t>(m[i->b] >> 6)] |= uint64_t{1} << (m[i->b] & 63U);
  NEXT;
  OP(set_insert_member) : {
    const int64_t member = num(i->b);
    if (member >= 0 && member < i->c) m[i->a + (member >> 6)] |= uint64_t{1} << (member & 63);
    NEXT;
  }
  OP(set_row) : {
    const uint64_t* const row = m + i->b + num(i->c) * i->n;
    for (int k = 0; k < i->n; ++k) m[i->a + k] = row[k];
    NEXT;
  }
  OP(set_and_row) : {
    const uint64_t* const row = m + i[1].a + num(i->c) * i->n;
    for (int k = 0; k < i->n; ++k) m[i->a + k] = m[i->b + k] & row[k];
    ++i;
    NEXT;
  }
  OP(set_count) : {
    int64_t sum = 0;
    for (int k = 0; k < i->n; ++k) sum += std::popcount(m[i->b + k]);
    put_num(i->a, sum);
    NEXT;
  }
  OP(set_equal) : {
    uint64_t differ = 0;
    for (int k = 0; k < i->n; ++k) differ |= m[i->b + k] ^ m[i->c + k];
    m[i->a] = differ == 0 ? 1 : 0;
    NEXT;
  }
  OP(set_subset) : {
    uint64_t out = 0;
    for (int k = 0; k < i->n; ++k) out |= m[i->b + k] & ~m[i->c + k];
    m[i->a] = out == 0 ? 1 : 0;
    NEXT;
  }
  OP(loop_begin) : for (int k = 0; k < i->n; ++k) m[i->a + k] = m[i->b + k];
  NEXT;
  OP(loop_next) : {
    int k = 0;
    while (k < i->n && m[i->a + k] == 0) ++k;
    if (k == i->n) GO(i->c);
    uint64_t& word = m[i->a + k];
    put_num(i->b, k * 64 + std::countr_zero(word));
    word &= word - 1;
    NEXT;
  }
  OP(loop_next1) : {
    const uint64_t word = m[i->a];
    if (word == 0) GO(i->c);
    put_num(i->b, std::countr_zero(word));
    m[i->a] = word & (word - 1);
    NEXT;
  }

  // ---- wide
  OP(compare_cells) : {
    const int64_t first = i->b + (i[1].b >= 0 ? num(i[1].b) * i[1].c : 0);
    const int64_t value = num(i->c);
    const int count = i[1].a;
    for (int word = 0; word * 64 < count; ++word)
      m[i->a + word] = compare_cells(m, first + word * 64, std::min(64, count - word * 64), value, i->n);
    ++i;
    NEXT;
  }
  OP(bit_row) : {
    const int count = i[1].b;
    const int64_t from = num(i->c) * count;
    for (int word = 0; word * 64 < count; ++word) {
      const int64_t at_bit = from + word * 64;
      const int shift = static_cast<int>(at_bit & 63);
      const int left = count - word * 64;
      uint64_t bits = m[i->b + (at_bit >> 6)] >> shift;
      if (shift != 0 && 64 - shift < left) bits |= m[i->b + (at_bit >> 6) + 1] << (64 - shift);
      if (left < 64) bits &= (uint64_t{1} << left) - 1;
      m[i->a + word] = bits;
    }
    ++i;
    NEXT;
  }
  OP(hexes_of) : {
    for (int k = 0; k < i->n; ++k) m[i->a + k] = 0;
    for (int word = 0; word < i[1].a; ++word) {
      for (uint64_t left = m[i->b + word]; left != 0; left &= left - 1) {
        const int64_t place = load(i->c + word * 64 + std::countr_zero(left));
        if (place < i[1].b) m[i->a + (place >> 6)] |= uint64_t{1} << (place & 63);
      }
    }
    ++i;
    NEXT;
  }
  OP(on_hexes) : {
    for (int word = 0; word < i->n; ++word) {
      uint64_t kept_bits = 0;
      for (uint64_t left = m[i->b + word]; left != 0; left &= left - 1) {
        const int64_t place = load(i[1].a + word * 64 + std::countr_zero(left));
        if (place < i[1].b && bit(i->c, place)) kept_bits |= left & (0 - left);
      }
      m[i->a + word] = kept_bits;
    }
    ++i;
    NEXT;
  }
  OP(crowded) : {
    const int hexes = i[1].c;
    std::fill(crowd_.begin(), crowd_.end(), uint16_t{0});
    for (int word = 0; word < i[1].a; ++word) {
      for (uint64_t left = m[i->b + word]; left != 0; left &= left - 1) {
        const int64_t place = load(i[1].b + word * 64 + std::countr_zero(left));
        if (place < hexes) ++crowd_[static_cast<size_t>(place)];
      }
    }
    const int64_t value = num(i->c);
    for (int word = 0; word * 64 < hexes; ++word) {
      uint64_t bits = 0;
      const int last = std::min(64, hexes - word * 64);
      for (int k = 0; k < last; ++k)
        bits |=
            uint64_t{compare(crowd_[static_cast<size_t>(word) * 64 + static_cast<size_t>(k)], value, i->n)}
            << k;
      m[i->a + word] = bits;
    }
    ++i;
    NEXT;
  }
  OP(union_rows) : {
    for (int k = 0; k < i->n; ++k) m[i->a + k] = 0;
    for (int word = 0; word < i[1].a; ++word) {
      for (uint64_t left = m[i->b + word]; left != 0; left &= left - 1) {
        const uint64_t* const row =
            m + i->c + static_cast<int64_t>(word * 64 + std::countr_zero(left)) * i->n;
        for (int k = 0; k < i->n; ++k) m[i->a + k] |= row[k];
      }
    }
    ++i;
    NEXT;
  }
  OP(neighbours_of) : {
    for (int k = 0; k < i->n; ++k) m[i->a + k] = 0;
    for (int word = 0; word < i->n; ++word) {
      for (uint64_t left = m[i->b + word]; left != 0; left &= left - 1) {
        const uint64_t* const row =
            m + p_.neighbour_rows + static_cast<int64_t>(word * 64 + std::countr_zero(left)) * i->n;
        for (int k = 0; k < i->n; ++k) m[i->a + k] |= row[k];
      }
    }
    NEXT;
  }
  OP(ball) : {
    const Ground& ground = p_.scenario->ground;
    const int64_t most = num(i->c);
    for (int k = 0; k < i->n; ++k) m[i->a + k] = 0;
    for (int32_t hex = 0; hex < ground.hexes; ++hex)
      if (ground.distance(static_cast<int32_t>(m[i->b]), hex) <= most)
        m[i->a + (hex >> 6)] |= uint64_t{1} << (hex & 63);
    NEXT;
  }
  OP(flood) : {
    // The hexes reached so far, and of those last reached the ones to go on from: goals, and those that
    // `through` allows.
    const int words = i->n;
    uint64_t frontier[64], next[64];
    for (int k = 0; k < words; ++k) frontier[k] = m[i->a + k] = m[i->b + k];
    for (uint64_t any = 1; any != 0;) {
      any = 0;
      for (int k = 0; k < words; ++k) next[k] = 0;
      for (int word = 0; word < words; ++word) {
        for (uint64_t left = frontier[word]; left != 0; left &= left - 1) {
          const uint64_t* const row =
              m + i[1].a + static_cast<int64_t>(word * 64 + std::countr_zero(left)) * words;
          for (int k = 0; k < words; ++k) next[k] |= row[k];
        }
      }
      for (int k = 0; k < words; ++k) {
        next[k] &= ~m[i->a + k];
        m[i->a + k] |= next[k];
        frontier[k] = i->c >= 0 ? next[k] & m[i->c + k] : next[k];
        any |= frontier[k];
      }
    }
    ++i;
    NEXT;
  }

  // ---- kept values and fields
  OP(kept_try) : {
    const uint64_t* const row = kept(i->a, num(i->b));
    if (row == nullptr) {
      ++i;
      NEXT;
    }
    const uint32_t words = p_.rooms[static_cast<size_t>(i->a)].words;
    for (uint32_t k = 0; k < words; ++k) m[i->c + static_cast<int32_t>(k)] = row[k];
    GO(i[1].c);
  }
  OP(kept_find) : {
    const uint64_t* const row = kept(i->a, num(i->b));
    if (row == nullptr) {
      ++i;
      NEXT;
    }
    put_num(i->c, (row - m) * 2);
    GO(i[1].c);
  }
  OP(kept_store) : keep(i->a, num(i->b), i->c);
  NEXT;
  OP(kept_misses) : if (misses(i->a, num(i->b)) < few_lookups) GO(i->c);
  NEXT;
  OP(field_lookup) : put_num(i->a, look_up(i->b, static_cast<int32_t>(num(i->c))));
  NEXT;
  OP(field_search) : if (search(i->a, i->b) == Stop::fault) return Stop::fault;
  NEXT;

  // ---- scratch, for all, for each
  OP(scratch_begin) : begin_frame(false);
  NEXT;
  OP(scratch_end) : end_scratch();
  NEXT;
  OP(group_begin) : begin_frame(true);
  NEXT;
  OP(group_next) : {
    const bool agree = merge_member();
    take_back(frames_.back().log);
    floor_ = ++clock_;
    if (!agree) {
      fault_label_ = i->a;
      return Stop::fault;
    }
    NEXT;
  }
  OP(group_end) : end_group();
  NEXT;
  OP(order_begin) : {
    lists_[static_cast<size_t>(i->a)].clear();
    list_at_[static_cast<size_t>(i->a)] = 0;
    NEXT;
  }
  OP(order_push) : lists_[static_cast<size_t>(i->a)].push_back({num(i[1].a), num(i->b), num(i->c)});
  ++i;
  NEXT;
  OP(order_sort) : {
    // By key, then as they came, which is the order of the file. Members come once, so sorting by both is
    // stable sorting.
    auto& list = lists_[static_cast<size_t>(i->a)];
    std::sort(list.begin(), list.end(), [](const Ordered& x, const Ordered& y) {
      return x.key != y.key ? x.key < y.key : x.member < y.member;
    });
    NEXT;
  }
  OP(order_next) : {
    size_t& next_one = list_at_[static_cast<size_t>(i->a)];
    const auto& list = lists_[static_cast<size_t>(i->a)];
    if (next_one == list.size()) GO(i->c);
    put_num(i->b, list[next_one].member);
    put_num(i[1].a, list[next_one].at);
    ++next_one;
    ++i;
    NEXT;
  }

  // ---- choices
  OP(emit) : emit(p_.choices[static_cast<size_t>(i->a)]);
  NEXT;
  OP(emit_members) : emit_members(p_.choices[static_cast<size_t>(i->a)], i->b, i->c, i->n);
  NEXT;
  OP(alternative_begin) : alternative_from_ = choices_.size();
  choice_values_.clear();
  NEXT;
  OP(alternative_end)
      : if (finish_alternative(p_.choices[static_cast<size_t>(i->a)]) == Stop::fault) return Stop::fault;
  NEXT;
  OP(subset_begin) : {
    if (!begin_subsets(p_.subsets[static_cast<size_t>(i->a)], static_cast<size_t>(i->a))) {
      fault_label_ = i->b;
      is_limit_ = true;
      return Stop::fault;
    }
    NEXT;
  }
  OP(subset_next)
      : if (!next_subset(p_.subsets[static_cast<size_t>(i->a)], static_cast<size_t>(i->a))) GO(i->c);
  NEXT;
  OP(expand_set) : expand(p_.subsets[static_cast<size_t>(i->a)]);
  NEXT;

  // ---- flow
  OP(arrive) : set_cell(p_.scenario->layout.site, i->a + 1);
  return Stop::site;
  OP(jump_no_choice) : if (choices_.empty()) GO(i->c);
  NEXT;
  OP(begin_choices) : forget_choices();
  NEXT;
  OP(end_of_run) : if (on_end_of_run) on_end_of_run(i->a);
  NEXT;
  OP(return_to) : {
    const int32_t step = cell(static_cast<uint32_t>(i->a)) - 1;
    set_cell(static_cast<uint32_t>(i->a), 0);
    GO(p_.flow[step]);
  }
  OP(jump_ended) : if (ended_) GO(i->c);
  NEXT;
  OP(end_game) : {
    if (!ended_) {
      ended_ = true;
      ended_by_ = i->a < 0 ? -1 : num(i->a);
    }
    NEXT;
  }
  OP(finish_if_ended) : {
    if (ended_) {
      finish(ended_by_ >= 0 ? OutcomeKind::won : OutcomeKind::drawn,
             ended_by_ >= 0 ? static_cast<int32_t>(ended_by_) : 0);
      return Stop::over;
    }
    NEXT;
  }
  OP(finish) : finish(static_cast<OutcomeKind>(i->a), static_cast<int32_t>(num(i->b)));
  return Stop::over;
  OP(more) : NEXT;
#if !CASEBOOK_DIRECT
}
}
#endif
#undef OP
#undef NEXT
#undef GO
#undef DISPATCH
}

template Stop Machine::run_as<false>(int32_t at);

}  // namespace casebook::runtime::compiled
