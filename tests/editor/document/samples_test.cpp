// SPDX-License-Identifier: Apache-2.0
// What the editor of 0.1 left behind (tests/samples/0.1) is recovered by this one.
#include <filesystem>

#include "editor/document/journal.h"
#include "tests/editor/document/projects.h"

namespace casebook::editor {
namespace {

TEST(SamplesOf01, AJournalIsRecovered) {
  const testing_support::TemporaryFolder temporary;
  const std::filesystem::path rulesets = temporary.path() / "rulesets",
                              samples = std::filesystem::path(CASEBOOK_SOURCE_DIR) / "tests/samples/0.1";
  std::filesystem::copy(samples / "rulesets", rulesets, std::filesystem::copy_options::recursive);
  const std::string journal = (temporary.path() / "editor.journal").string(),
                    project = (rulesets / "fields").string();
  std::filesystem::copy(samples / "editor.journal", journal);
  OpenOptions options;
  options.ruleset_folders = {rulesets.string()};

  const LeftBehind left = left_behind(journal, project);
  ASSERT_EQ(left.what, LeftOver::recoverable) << left.told;
  EXPECT_EQ(left.commands, 5U);
  const Recovered recovered = recover(journal, project, options);
  ASSERT_TRUE(recovered.document) << recovered.told;
  const Document& document = *recovered.document;
  EXPECT_THAT(write_part(document.part(document.find("map.json"))),
              testing::HasSubstr("\"0102\": {\"terrain\": \"woods\"}"));
  EXPECT_THAT(write_part(document.part(document.find("units.json"))),
              testing::HasSubstr("\"id\": \"S2\", \"place\": \"0504\""));
  EXPECT_EQ(document.history().size(), 2U) << "a stroke is one step";
  EXPECT_EQ(document.done(), 2U);
  EXPECT_TRUE(document.ruleset().good);
}

}  // namespace
}  // namespace casebook::editor
