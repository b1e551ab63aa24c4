// SPDX-License-Identifier: Apache-2.0
// The shipped editions say nothing twice, and what `show --changes` lists is what differs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"
#include "engine/language/editions/sameness.h"

namespace casebook::tests {
namespace {

namespace fs = std::filesystem;
using namespace language;

std::vector<std::string> shipped() {
  std::set<std::string> ids;
  const fs::path root = fs::path(CASEBOOK_SOURCE_DIR) / "rulesets";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".rules")
      ids.insert(entry.path().parent_path().lexically_relative(root).generic_string());
  }
  return {ids.begin(), ids.end()};
}

class ShippedOverlays : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string root = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets";
    const std::vector<std::string> folders = {root};
    Diagnostics diagnostics;
    edition_ = read_edition(root + "/" + GetParam(), diagnostics, folders);
    ASSERT_TRUE(edition_) << diagnostics_text(diagnostics);
    program_ = compile(*edition_, diagnostics);
    ASSERT_TRUE(program_) << diagnostics_text(diagnostics);
  }
  std::shared_ptr<EditionText> edition_;
  std::shared_ptr<const Program> program_;
};

TEST_P(ShippedOverlays, SayNothingTwice) {
  Diagnostics diagnostics;
  check_sameness(*edition_, *program_, diagnostics);
  EXPECT_EQ(diagnostics_text(diagnostics), "");
}

TEST_P(ShippedOverlays, ListAsChangedWhatDiffersAndNothingElse) {
  if (!edition_->parent) return;
  Diagnostics diagnostics;
  const auto parent = compile(*edition_->parent, diagnostics);
  ASSERT_TRUE(parent) << diagnostics_text(diagnostics);
  // Items that are listed although nothing of them differs are what W0308 tells; here is the other half.
  std::set<std::string> listed;
  for (const Program::Change& one : program_->changes) {
    listed.insert(one.item);
    listed.insert(one.what);  // a place has no item
  }
  for (const RuleDifference& one : rule_differences(*parent, *program_))
    EXPECT_TRUE(listed.contains(one.name) || listed.contains(one.sort + " \"" + one.name + "\""))
        << one.sort << " " << one.name << " differs and is not listed";
}

INSTANTIATE_TEST_SUITE_P(All, ShippedOverlays, testing::ValuesIn(shipped()), [](const auto& one) {
  std::string name = one.param;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
});

}  // namespace
}  // namespace casebook::tests
