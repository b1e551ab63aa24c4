// SPDX-License-Identifier: Apache-2.0
#include "editor/document/journal_slots.h"

#include <filesystem>

#include "editor/document/journal.h"

namespace casebook::editor {

namespace fs = std::filesystem;

std::string journal_slot(const std::string& journal, int number) {
  if (number <= 1) return journal;
  const fs::path path(journal);
  return (path.parent_path() /
          (path.stem().string() + "-" + std::to_string(number) + path.extension().string()))
      .string();
}

std::string put_aside(const std::string& journal) {
  std::error_code error;
  std::string kept = journal + ".old";
  for (int number = 2; fs::exists(kept, error); ++number) kept = journal + ".old-" + std::to_string(number);
  fs::rename(journal, kept, error);
  return error ? std::string() : kept;
}

bool set_aside(const std::string& journal) {
  return !put_aside(journal).empty();
}

}  // namespace casebook::editor
