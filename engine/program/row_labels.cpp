// SPDX-License-Identifier: Apache-2.0
#include "engine/program/row_labels.h"

#include "engine/base/text.h"

namespace casebook::language {

namespace {

/// `chart: movement, elevated sand` is called after `elevated_sand`.
bool is_called_after(const std::string& label, const std::string& name) {
  const std::string key = with_blanks(name);
  const size_t before = label.rfind(": ") == std::string::npos ? 0 : label.rfind(": ") + 2;
  const size_t comma = label.rfind(", ");
  return label.substr(comma != std::string::npos && comma >= before ? comma + 2 : before) == key;
}

}  // namespace

CaseId label_of_cell(const Program& program, const Table& table, size_t cell) {
  if (table.also.empty() || table.index.empty() || table.index[0].tag != TypeTag::entity) return table.label;
  const size_t columns = table.index.size() == 2 ? static_cast<size_t>(table.size[1]) : 1;
  const std::vector<std::string>& rows = program.kinds[table.index[0].of].members;
  const size_t row = cell / columns;
  if (row >= rows.size()) return table.label;
  if (is_called_after(program.label_text(table.label), rows[row])) return table.label;
  for (const CaseId label : table.also) {
    if (is_called_after(program.label_text(label), rows[row])) return label;
  }
  return table.label;
}

}  // namespace casebook::language
