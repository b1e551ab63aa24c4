// SPDX-License-Identifier: Apache-2.0
// Golden playthroughs of Across Suez: records in rulesets/across-suez/spi-1980/playthroughs, played by hand,
// read against the rulebook, with a note for every step that a case explains. Two sorts of note are asked of
// the position in which they stand:
//
//   ; check EXPR               what `casebook ask` must say yes to
//   ; refused 4.5 step(A, B)   what may not be done there, and the case that says so
//
// Their heads leave out the fingerprints: they are read against the rules as they are.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/records/replay.h"
#include "tests/rulesets/across_suez_table.h"

namespace casebook::tests {
namespace {

using namespace runtime;
using nlohmann::json;
namespace fs = std::filesystem;

fs::path folder() {
  return fs::path(across_suez_folder()) / "playthroughs";
}

std::string text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> names() {
  std::set<std::string> all;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() == ".record") all.insert(entry.path().stem().string());
  }
  return {all.begin(), all.end()};
}

struct Counts {
  int checks = 0, refusals = 0;
  std::set<std::string> cases;  // cited in the notes
};

class Playthrough : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    scenario = across_suez_under(json::object());
    ASSERT_TRUE(scenario);
    const std::string name = GetParam() + ".record";
    record = parse_record(text_of(folder() / name), name, diagnostics);
    ASSERT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
  }

  /// Every note at a position, in the order in which they stand.
  void read_notes(const std::vector<std::string>& notes, const Game& game, Counts& counts) {
    static const std::regex number(R"(\b\d{1,2}\.\d\b)");
    for (const std::string& note : notes) {
      SCOPED_TRACE("after step " + std::to_string(game.step_count()) + ": " + note);
      std::string found;
      if (note.starts_with("check ")) {
        ++counts.checks;
        EXPECT_TRUE(holds(*scenario, game.position(), note.substr(6), found)) << found;
        continue;
      }
      if (note.starts_with("refused ")) {
        ++counts.refusals;
        const size_t blank = note.find(' ', 8);
        const std::string label = note.substr(8, blank - 8);
        const Answer answer = ask_whether(game, note.substr(blank + 1));
        EXPECT_FALSE(answer.explanation.lawful);
        bool cited = false;
        for (const ExplanationLine& verdict : answer.explanation.verdicts) {
          cited = cited || (!verdict.holds && scenario->program->label_text(verdict.label) == label);
          if (!verdict.holds) found += scenario->program->label_text(verdict.label) + " ";
        }
        EXPECT_TRUE(cited) << "refused by " << found;
        continue;
      }
      for (std::sregex_iterator cite(note.begin(), note.end(), number), end; cite != end; ++cite)
        counts.cases.insert(cite->str());
    }
  }

  Diagnostics diagnostics;
  std::shared_ptr<const Scenario> scenario;
  Record record;
};

TEST_P(Playthrough, ReplaysToItsEnd) {
  const Replay again = replay(record, GetParam() + ".record", make_compiled_rules(scenario), diagnostics);
  EXPECT_TRUE(again.good);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
  EXPECT_EQ(again.steps, record.steps.size());
}

TEST_P(Playthrough, IsWhatItsNotesSay) {
  Counts counts;
  const std::string name = GetParam() + ".record";
  const Replay opened = replay(cut(record, 0), name, make_compiled_rules(scenario), diagnostics);
  ASSERT_TRUE(opened.game) << diagnostics_text(diagnostics);
  Game& game = *opened.game;
  read_notes(record.notes, game, counts);
  ReferenceRules asking(scenario);
  for (const RecordStep& step : record.steps) {
    const Position before = game.position();
    ASSERT_TRUE(take_step(game, (step.kind == StepKind::choice ? "" : "roll ") + step.text))
        << name << ":" << step.line;
    for (const auto& failure : check_invariants(asking, game.position(), &before).failures)
      ADD_FAILURE() << name << ":" << step.line << "\n" << failure.derivation;
    read_notes(step.notes, game, counts);
  }
  EXPECT_GE(counts.checks, 5);
  EXPECT_GE(counts.cases.size(), 5u);
  // A case that is cited is one of the book.
  std::set<std::string> known;
  for (const auto& one : scenario->program->cases) known.insert(one.label);
  for (const std::string& label : counts.cases) EXPECT_TRUE(known.count(label)) << label;
  std::printf("%s: %zu steps, %d values asked, %d refusals, %zu cases cited\n", name.c_str(),
              record.steps.size(), counts.checks, counts.refusals, counts.cases.size());
}

INSTANTIATE_TEST_SUITE_P(AcrossSuez, Playthrough, testing::ValuesIn(names()), [](const auto& one) {
  std::string name = one.param;
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
});

TEST(AcrossSuezPlaythroughs, ThereAreFourAndBothSidesWin) {
  std::set<std::string> outcomes;
  for (const std::string& name : names()) {
    Diagnostics diagnostics;
    outcomes.insert(parse_record(text_of(folder() / (name + ".record")), name, diagnostics).outcome);
  }
  EXPECT_GE(names().size(), 4u);
  EXPECT_TRUE(outcomes.count("won by israel"));
  EXPECT_TRUE(outcomes.count("won by egypt"));
}

}  // namespace
}  // namespace casebook::tests
