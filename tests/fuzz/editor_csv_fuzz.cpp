// SPDX-License-Identifier: Apache-2.0
// Any bytes pasted as rows of an order of battle.
#include "editor/document/table.h"
#include "tests/fuzz/editor_project.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace casebook;
  using namespace casebook::editor;
  fuzz::take_back();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Import import = import_table(fuzz::project(), "units.json", "unit", text);
  if (import.command) {
    fuzz::require(import.problems.empty(), "nothing is done where something is wrong");
    const Done done = fuzz::project().execute(*import.command);
    fuzz::require(done.done || !done.why.empty(), "a paste that is refused has a reason");
    if (done) {
      const Table table = table_of(fuzz::project(), "unit", fuzz::project().find("units.json"));
      const std::string csv = write_csv(table);
      const Import again = import_table(fuzz::project(), "units.json", "unit", csv);
      fuzz::require(again.problems.empty() && !again.command, "a table out and in again changes nothing");
    }
  }
  fuzz::take_back();
  return 0;
}
