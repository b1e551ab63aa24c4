// SPDX-License-Identifier: Apache-2.0
// What holds of every format: samples of each version open, canonical text comes back byte for byte, reading
// what was written gives an equal value, unknown members survive, and versions are handled as format.h says.
#include "engine/board/format.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/board/cases.h"
#include "engine/board/map.h"
#include "engine/board/migrate.h"
#include "engine/board/scenario.h"
#include "engine/platform/files.h"
#include "tests/support/temporary_folder.h"

namespace casebook::board {
namespace {

namespace fs = std::filesystem;

const fs::path samples = fs::path(CASEBOOK_SOURCE_DIR) / "tests/engine/board/samples";

std::string contents(const fs::path& path) {
  platform::FileError error;
  return platform::read_file(path.string(), limits::source_bytes, error).value_or("unreadable");
}

std::vector<fs::path> sample_files() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(samples)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Formats, there_is_a_sample_of_every_format_and_version) {
  for (const FormatInfo& info : formats()) {
    const std::string stem(info.name.substr(info.name.find('/') + 1));
    for (int version = 0; version <= info.version; ++version) {
      if (version < info.version && !info.upgrades[static_cast<size_t>(version)]) continue;
      EXPECT_TRUE(fs::exists(samples / (stem + ".v" + std::to_string(version) + ".json")))
          << info.name << " " << version;
    }
  }
}

TEST(Formats, every_sample_opens_and_says_its_version) {
  for (const fs::path& path : sample_files()) {
    Diagnostics diagnostics;
    const auto text = rewritten(contents(path), path.filename().string(), diagnostics);
    ASSERT_TRUE(text) << path << "\n" << diagnostics_text(diagnostics);
    const bool old = path.string().find(".v0.") != std::string::npos;
    ASSERT_EQ(diagnostics.all().size(), old ? 1U : 0U) << diagnostics_text(diagnostics);
    if (old) {
      EXPECT_EQ(diagnostics.all()[0].code, "D0107");
      EXPECT_EQ(diagnostics.all()[0].range.begin, (TextPosition{3, 14}));
    }
  }
}

TEST(Formats, canonical_text_comes_back_byte_for_byte) {
  for (const fs::path& path : sample_files()) {
    const std::string text = contents(path);
    Diagnostics diagnostics;
    const auto written = rewritten(text, "f", diagnostics);
    ASSERT_TRUE(written);
    if (path.string().find(".v0.") == std::string::npos) {
      EXPECT_EQ(*written, text);
    }
    EXPECT_EQ(rewritten(*written, "f", diagnostics), written);
  }
}

TEST(Formats, an_old_map_upgrades_to_the_new_one) {
  Diagnostics diagnostics;
  EXPECT_EQ(*rewritten(contents(samples / "map.v0.json"), "f", diagnostics),
            contents(samples / "map.v1.json"));
}

// Found by the fuzzer: a name of then must not become a second one of today.
TEST(Formats, an_old_map_with_names_of_both_versions_has_none_of_them_twice) {
  std::string text = contents(samples / "map.v0.json");
  text.replace(text.find("\"places\": {"), 11, "\"hexes\": {");
  Diagnostics diagnostics;
  EXPECT_FALSE(read_map(text, "f", diagnostics));  // "hexes" are hexes, and "ford" is none
  ASSERT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.all()[1].range.begin.line, 30) << diagnostics_text(diagnostics);

  text = contents(samples / "map.v0.json");
  text.replace(text.find("\"ridge\": true"), 13, "\"between\": [\"0102\", \"0201\"], \"ridge\": true");
  Diagnostics more;
  const auto map = read_map(text, "f", more);
  if (!map) return;  // refused is well; read and not the same again is not
  const auto again = read_map(write_map(*map), "f", more);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *map);
}

TEST(Formats, a_mistake_in_an_old_file_is_shown_where_it_stands) {
  std::string text = contents(samples / "map.v0.json");
  text.replace(text.find("\"to\": \"0201\""), 12, "\"to\": \"0203\"");
  Diagnostics diagnostics;
  EXPECT_FALSE(read_map(text, "f", diagnostics));
  const auto& errors = diagnostics.all();
  ASSERT_EQ(errors.back().code, "D0117");
  EXPECT_EQ(errors.back().range.begin, (TextPosition{23, 14}));
}

// The same value after being written and read, also with members that this version does not know.
template <class Read, class Write>
void round_trip(const char* sample, Read read, Write write) {
  const std::string plain = contents(samples / sample);
  const std::string with_extra = std::regex_replace(plain, std::regex("\"version\": 1,"),
                                                    "\"version\": 1,\n  \"x-later\": {\"a\": [1.5, null]},");
  Diagnostics more;
  const auto value = read(with_extra, "f", more);
  ASSERT_TRUE(value) << diagnostics_text(more);
  ASSERT_EQ(more.all().size(), 1U);
  EXPECT_EQ(more.all()[0].code, "D0110");
  const std::string written = write(*value);
  EXPECT_NE(written.find("\"x-later\": {\"a\": [1.5, null]}"), std::string::npos) << written;
  const auto again = read(written, "g", more);
  ASSERT_TRUE(again);
  EXPECT_TRUE(*again == *value);
}

TEST(Formats, what_is_written_reads_as_an_equal_value) {
  round_trip("map.v1.json", read_map, write_map);
  round_trip("order-of-battle.v1.json", read_order_of_battle, write_order_of_battle);
  round_trip("schedule.v1.json", read_schedule, write_schedule);
  round_trip("scenario.v1.json", read_scenario, write_scenario);
  round_trip("cases.v1.json", read_cases, write_cases);
  round_trip("cases-statements.v1.json", read_cases, write_cases);
}

// A reason that says nothing is kept as it is: where one is needed, a list without it could not be read
// again.
TEST(Formats, a_reason_without_words_is_written_again) {
  const std::string text = std::regex_replace(contents(samples / "cases.v1.json"),
                                              std::regex("\"why\": \"[^\"]*\""), "\"why\": \"\"");
  Diagnostics diagnostics;
  const auto list = read_cases(text, "f", diagnostics);
  ASSERT_TRUE(list) << diagnostics_text(diagnostics);
  const auto again = read_cases(write_cases(*list), "g", diagnostics);
  ASSERT_TRUE(again) << diagnostics_text(diagnostics);
  EXPECT_TRUE(*again == *list);
}

TEST(Formats, a_list_of_cases_names_the_texts_of_its_rulebook) {
  const std::string text = R"({"format": "casebook/cases", "version": 1, "sources": ["first-a", "first-b"],
 "cases": [{"case": "1.0", "title": "All"}]})";
  Diagnostics diagnostics;
  const auto list = read_cases(text, "f", diagnostics);
  ASSERT_TRUE(list) << diagnostics_text(diagnostics);
  EXPECT_TRUE(diagnostics.all().empty()) << diagnostics_text(diagnostics);
  EXPECT_EQ(list->sources, (std::vector<std::string>{"first-a", "first-b"}));
  const auto again = read_cases(write_cases(*list), "g", diagnostics);
  ASSERT_TRUE(again) << diagnostics_text(diagnostics);
  EXPECT_TRUE(*again == *list);
  const std::string number = std::regex_replace(text, std::regex("\"first-b\""), "7");
  EXPECT_FALSE(read_cases(number, "h", diagnostics));
  EXPECT_NE(diagnostics_text(diagnostics).find("a name in \"sources\""), std::string::npos)
      << diagnostics_text(diagnostics);
}

TEST(Formats, crlf_and_a_byte_order_mark_are_read) {
  for (const fs::path& path : sample_files()) {
    const std::string text = contents(path);
    const std::string dos = "\xEF\xBB\xBF" + std::regex_replace(text, std::regex("\n"), "\r\n");
    Diagnostics diagnostics;
    EXPECT_EQ(rewritten(dos, "f", diagnostics), rewritten(text, "f", diagnostics)) << path;
  }
}

class Migrate : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder.path() / name).string(); }
  testing_support::TemporaryFolder folder;
  Diagnostics diagnostics;
};

TEST_F(Migrate, keeps_the_original_beside) {
  fs::copy(samples / "map.v0.json", path("map.json"));
  const auto done = migrate_file(path("map.json"), diagnostics);
  ASSERT_TRUE(done) << diagnostics_text(diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(done->kept, path("map.v0.json"));
  EXPECT_EQ(done->from, 0);
  EXPECT_EQ(done->to, 1);
  EXPECT_EQ(contents(path("map.json")), contents(samples / "map.v1.json"));
  EXPECT_EQ(contents(path("map.v0.json")), contents(samples / "map.v0.json"));
}

TEST_F(Migrate, leaves_a_new_file_alone) {
  const std::string odd = std::regex_replace(contents(samples / "map.v1.json"), std::regex("\n  "), "\n\n");
  std::ofstream(path("map.json")) << odd;
  const auto done = migrate_file(path("map.json"), diagnostics);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->kept, "");
  EXPECT_EQ(contents(path("map.json")), odd);
}

TEST_F(Migrate, changes_nothing_when_the_original_cannot_be_kept) {
  fs::copy(samples / "map.v0.json", path("map.json"));
  std::ofstream(path("map.v0.json")) << "mine";
  EXPECT_FALSE(migrate_file(path("map.json"), diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "D0126");
  EXPECT_EQ(contents(path("map.json")), contents(samples / "map.v0.json"));
  EXPECT_EQ(contents(path("map.v0.json")), "mine");
}

TEST_F(Migrate, refuses_what_it_does_not_know) {
  std::ofstream(path("f.json")) << R"({"format": "casebook/mpa", "version": 1})";
  EXPECT_FALSE(migrate_file(path("f.json"), diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "D0105");
  EXPECT_EQ(diagnostics.all()[0].suggestion, "casebook/map");
}

}  // namespace
}  // namespace casebook::board
