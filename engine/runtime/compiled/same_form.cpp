// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/same_form.h"

#include <algorithm>
#include <tuple>

namespace casebook::runtime::compiled {

namespace {

// Every member is named here, so that a new one cannot be forgotten: it does not compile then.
auto parts(const Instruction& one) {
  const auto& [op, n, a, b, c] = one;
  return std::tie(op, n, a, b, c);
}
auto parts(const ItemForm& one) {
  const auto& [first_stamp, stamps, class_of, first_cell] = one;
  return std::tie(first_stamp, stamps, class_of, first_cell);
}
auto parts(const RoomForm& one) {
  const auto& [first, second, words, rows, stamps, row_stamps] = one;
  return std::tie(first, second, words, rows, stamps, row_stamps);
}
auto parts(const FieldForm& one) {
  const auto& [reach, goal_set, through_set, goal, through, step, goal_hex, through_hex, from_hex, to_hex,
               answer, step_cells, step_row] = one;
  return std::tie(reach, goal_set, through_set, goal, through, step, goal_hex, through_hex, from_hex, to_hex,
                  answer, step_cells, step_row);
}
auto parts(const ChoiceForm& one) {
  const auto& [alternative, singles, path, mask, best_values, best_least, best_routines, sort, last] = one;
  return std::tie(alternative, singles, path, mask, best_values, best_least, best_routines, sort, last);
}
auto parts(const SubsetForm& one) {
  const auto& [candidates, free, chosen, mask, words, most] = one;
  return std::tie(candidates, free, chosen, mask, words, most);
}
auto parts(const SiteForm& one) {
  const auto& [player, generate, condition, set, set_at, apply, choices, resume, dice] = one;
  return std::tie(player, generate, condition, set, set_at, apply, choices, resume, dice);
}

template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return parts(x) == parts(y); });
}

}  // namespace

// Which text an instruction comes from is told, and never run.
bool same_form(const CompiledProgram& a, const CompiledProgram& b) {
  const auto& [scenario, code, origin_of, origins, image, rooms, fields, choices, subsets, sites, flow, begin,
               control_cells, control_words, lists, items, stamps, first_variable_item, answer,
               neighbour_rows, hex_words, items_of_word] = a;
  const auto scalars = [](const CompiledProgram& one) {
    return std::tie(one.image, one.flow, one.begin, one.control_cells, one.control_words, one.lists,
                    one.stamps, one.first_variable_item, one.answer, one.neighbour_rows, one.hex_words,
                    one.items_of_word);
  };
  // What the machine reads of the program itself: the faces of dice.
  const auto same_range = [](const language::Measure& x, const language::Measure& y) {
    return x.low == y.low && x.high == y.high;
  };
  const auto& measures = a.scenario->program->measures;
  const auto& others = b.scenario->program->measures;
  if (!std::equal(measures.begin(), measures.end(), others.begin(), others.end(), same_range)) return false;
  return scalars(a) == scalars(b) && same(code, b.code) && same(rooms, b.rooms) && same(fields, b.fields) &&
         same(choices, b.choices) && same(subsets, b.subsets) && same(sites, b.sites) &&
         same(items, b.items) && scenario->start == b.scenario->start;
}

}  // namespace casebook::runtime::compiled
