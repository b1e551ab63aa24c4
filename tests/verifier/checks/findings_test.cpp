// SPDX-License-Identifier: Apache-2.0
// docs/findings: the errata lists are what `verify` says today, and enough of them is real.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace casebook::checks {
namespace {

struct Edition {
  std::string name;
  size_t least;  // findings that an editor has to answer
};

const std::vector<Edition> editions{{"spi-1980", 20}, {"decision-games-1", 20}, {"decision-games-2", 25}};

std::string page_of(const std::string& name) {
  return std::string(CASEBOOK_SOURCE_DIR) + "/docs/findings/" + name + ".md";
}

std::string contents(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

size_t count(const std::string& text, const std::string& what) {
  size_t number = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++number;
  return number;
}

TEST(Findings, are_many_and_each_has_cases_and_places_or_a_position) {
  for (const Edition& edition : editions) {
    SCOPED_TRACE(edition.name);
    const std::string page = contents(page_of(edition.name));
    const size_t entries = count(page, "\n### ");
    EXPECT_GE(entries, edition.least);
    EXPECT_EQ(count(page, "TOOL ERROR"), 0U);
    for (size_t at = page.find("\n### "); at != std::string::npos;) {
      const size_t next = page.find("\n### ", at + 1);
      const std::string entry = page.substr(at, next == std::string::npos ? next : next - at);
      EXPECT_TRUE(entry.find("- Position (") != std::string::npos ||
                  entry.find("- Place: ") != std::string::npos || entry.find("- Game: ") != std::string::npos)
          << entry;
      EXPECT_NE(entry.find("Answer of the editor:"), std::string::npos) << entry;
      at = next;
    }
  }
}

// Minutes each: the lists are made again, byte by byte. CASEBOOK_WRITE_FINDINGS=1 writes them anew.
TEST(SlowFindings, are_what_verify_says_today) {
  const testing_support::TemporaryFolder folder;
  for (const Edition& edition : editions) {
    SCOPED_TRACE(edition.name);
    const bool write = std::getenv("CASEBOOK_WRITE_FINDINGS") != nullptr;
    const std::string made =
        write ? page_of(edition.name) : (folder.path() / (edition.name + ".md")).string();
    // Places are told relative to the folder in which it runs.
    const std::string command = std::string("cd \"") + CASEBOOK_SOURCE_DIR + "\" && \"" + CASEBOOK_BINARY +
                                "\" report across-suez/" + edition.name + " --errata \"" + made + "\" > \"" +
                                (folder.path() / "said").string() + "\" 2>&1";
    const int status = std::system(command.c_str());
    EXPECT_EQ(status >> 8, 40);
    EXPECT_EQ(contents(made), contents(page_of(edition.name)));
  }
}

}  // namespace
}  // namespace casebook::checks
