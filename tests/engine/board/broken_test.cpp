// SPDX-License-Identifier: Apache-2.0
// Broken data files, each with the diagnostics it must give: code, line, column, suggestion. Every file of
// the folder is in the table.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/board/cases.h"
#include "engine/board/map.h"
#include "engine/board/scenario.h"

namespace casebook::board {
namespace {

namespace fs = std::filesystem;

// file -> one line a diagnostic: CODE line:column suggestion
const std::map<std::string, std::string> expected{
    {"cases-encoded", "D0125 2:47"},
    {"cases-label",
     "D0129 2:12 chart: combat results\nD0129 3:12 chart: arrivals\nD0129 4:12 8.4\nD0129 5:12 7.0\nD0129 6:12"},
    {"cases-no-reason", "D0108 2:3"},
    {"cases-of", "D0114 2:57"},
    {"cases-statement-no-reason", "D0108 2:52"},
    {"cases-statements", "D0111 2:90 carried\nD0169 3:132\nD0108 4:52\nD0169 5:85"},
    {"cases-status", "D0111 2:47 explanatory"},
    {"cases-twice", "D0121 3:12"},
    {"map-decimal", "D0113 5:22 \"5/2\""},
    {"map-direction", "D0111 5:31"},
    {"map-flatt", "D0111 2:20 flat"},
    {"map-format-misspelt", "D0105 1:12 casebook/map"},
    {"map-hex-off-the-map", "D0115 5:3 0101"},
    {"map-hex-twice", "D0104 6:3"},
    {"map-hexside-far", "D0117 5:15"},
    {"map-hexside-twice", "D0118 6:3"},
    {"map-latin1", "D0122 2:13"},
    {"map-link-against-hexside", "D0118 8:3"},
    {"map-newer-version", "D0106 2:13"},
    {"map-no-columns", "D0108 2:10\nD0110 2:54 columns"},
    {"map-no-rows", "D0112 2:76"},
    {"map-null", "D0109 5:23"},
    {"map-numbering", "D0123 4:15 printed"},
    {"map-numbers-alike", "D0116 3:28"},
    {"map-open-end", "D0128 5:72\nD0128 6:72\nD0115 7:67"},
    {"map-place-name", "D0114 4:13"},
    {"map-provenance", "D0119 5:16 book"},
    {"map-provenance-of-nothing", "D0110 5:17 terrain\nD0110 9:56 terrain\nD0110 8:90 ford\nD0110 7:73 road"},
    {"map-road-jumps", "D0117 5:47"},
    {"map-rows-shifted-of-flat", "D0111 2:39"},
    {"map-too-large", "D0124 2:10"},
    {"map-trailing-comma", "D0102 5:30"},
    {"map-truncated", "D0102 5:26"},
    {"map-unknown-key", "D0110 4:2 labels"},
    {"map-unquoted-number", "D0102 4:14 \"0101\""},
    {"oob-bracket-in-name", "D0114 2:26"},
    {"oob-no-kind", "D0108 2:3"},
    {"oob-number-for-name", "D0109 2:26 \"16\""},
    {"oob-provenance", "D0109 2:26\nD0110 4:95 strength"},
    {"oob-twice", "D0121 3:26"},
    {"scenario-key", "D0110 2:2 orderOfBattle"},
    {"scenario-state", "D0109 2:33"},
    {"scenario-switch", "D0109 2:30"},
};

bool read_any(const std::string& name, const std::string& text, Diagnostics& diagnostics) {
  if (name.starts_with("oob-")) return read_order_of_battle(text, name, diagnostics).has_value();
  if (name.starts_with("scenario-")) return read_scenario(text, name, diagnostics).has_value();
  if (name.starts_with("cases-")) return read_cases(text, name, diagnostics).has_value();
  return read_map(text, name, diagnostics).has_value();
}

TEST(Broken, files_are_told_what_is_wrong_where_and_what_was_meant) {
  size_t seen = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(CASEBOOK_SOURCE_DIR) / "tests/engine/board/broken")) {
    const std::string name = entry.path().stem().string();
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    Diagnostics diagnostics;
    const bool read = read_any(name, text.str(), diagnostics);
    std::string found;
    for (const Diagnostic& d : diagnostics.all()) {
      found += (found.empty() ? "" : "\n") + d.code + " " + std::to_string(d.range.begin.line) + ":" +
               std::to_string(d.range.begin.column) + (d.suggestion.empty() ? "" : " " + d.suggestion);
    }
    EXPECT_EQ(read, !diagnostics.has_errors()) << name;
    const auto wanted = expected.find(name);
    if (wanted == expected.end()) {
      ADD_FAILURE() << "no expectation: {\"" << name << "\", \"" << found << "\"},";
      continue;
    }
    ++seen;
    EXPECT_EQ(found, wanted->second) << name << "\n" << diagnostics_text(diagnostics);
  }
  EXPECT_EQ(seen, expected.size());
}

}  // namespace
}  // namespace casebook::board
