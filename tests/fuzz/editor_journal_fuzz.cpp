// SPDX-License-Identifier: Apache-2.0
// Any bytes as a journal, with the hashes of its lines made right now and then, so that what is in them is
// read.
#include <fmt/format.h>

#include "editor/document/journal.h"
#include "tests/fuzz/editor_project.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace casebook;
  using namespace casebook::editor;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string right;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view body = line.size() > 17 ? line.substr(17) : line;
    right += fmt::format("{:016x} {}\n", text_hash(body), body);
  }
  for (const std::string& one : {text, right}) {
    const JournalText read = read_journal_text(one);
    fuzz::require(read.good_bytes <= one.size(), "no more is good than there is");
    const JournalText again = read_journal_text(one.substr(0, read.good_bytes));
    fuzz::require(again.records.size() == read.records.size() && !again.torn && again.problem.empty(),
                  "what was good is good by itself");
    fuzz::take_back();
    int steps = 0;
    for (const board::JsonValue& record : read.records) {
      if (++steps > 50) break;
      const board::JsonValue* what = record.find("do");
      if (what == nullptr) continue;
      Diagnostics diagnostics;
      if (const auto command = read_command(*what, "journal", diagnostics)) fuzz::project().execute(*command);
    }
    fuzz::take_back();
  }
  return 0;
}
