// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/migrate.h"

#include "engine/runtime/records/record.h"

namespace casebook::runtime {

std::optional<board::Migration> migrate_file(const std::string& path, Diagnostics& diagnostics) {
  Diagnostics reading;
  const auto text = board::load_text(path, reading);
  if (!text || !text->starts_with("casebook record")) return board::migrate_file(path, diagnostics);
  const size_t errors = diagnostics.error_count();
  parse_record(*text, path, diagnostics);
  if (diagnostics.error_count() != errors) return std::nullopt;
  static_assert(record_version == 1, "an older record has to be rewritten here");
  return board::Migration{std::string(record_format), record_version, record_version, {}};
}

}  // namespace casebook::runtime
