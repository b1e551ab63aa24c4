// SPDX-License-Identifier: Apache-2.0
// Orders of battle as tables, references, comparison, problems that jump.
#include "editor/document/table.h"

#include <chrono>
#include <thread>

#include "editor/document/comparison.h"
#include "editor/document/problems.h"
#include "editor/document/references.h"
#include "editor/document/scans.h"
#include "tests/editor/document/projects.h"

namespace casebook::editor {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::string cell(const Table& table, const std::string& entity, const std::string& column) {
  for (const TableRow& row : table.rows) {
    if (row.entity == entity) return row.cells[static_cast<size_t>(table.column(column))].text;
  }
  return "no row";
}

TEST(Table, HasARowAnEntityAndAColumnAnAttribute) {
  Project project("across-suez");
  const Table table = table_of(*project.document, "unit");
  EXPECT_EQ(table.columns.front().name, "id");
  EXPECT_EQ(cell(table, "unit 23/4", "printed_allowance"), "8");
  EXPECT_EQ(cell(table, "unit 23/4", "entry"), "1307");  // of the schedule
  EXPECT_EQ(cell(table, "unit II/23", "begins_beside"), "Reshev 1; Reshev 2; Reshev 3");
  EXPECT_EQ(cell(table, "unit II/23", "with"), "airborne-units; airborne-operations");
  EXPECT_EQ(cell(table, "unit Ha/1", "commando"), "yes");
  for (const TableRow& row : table.rows) {
    if (row.entity != "unit 23/4") continue;
    const TableCell& arm = row.cells[static_cast<size_t>(table.column("arm"))];
    EXPECT_EQ(arm.provenance, "egyptian_foot");
    EXPECT_FALSE(arm.attested);
  }
}

TEST(Table, OutAndInAgainChangesNothing) {
  Project project("across-suez");
  Document& document = *project.document;
  for (const char* file : {"order-of-battle.json", "optional-units.json"}) {
    const std::string csv = write_csv(table_of(document, "unit", document.find(file)));
    const Import same = import_table(document, file, "unit", csv);
    EXPECT_TRUE(same.problems.empty()) << same.problems.front().text;
    EXPECT_FALSE(same.command) << file;
  }
}

TEST(Table, APasteChangesAndAddsAsOneStep) {
  Project project("across-suez");
  Document& document = *project.document;
  const Import import = import_table(document, "order-of-battle.json", "unit",
                                     "id\tprinted_strength\tarm\n23/4\t3\tarmor\nNew 1\t2\tinfantry\n\n");
  for (const CellProblem& one : import.problems)
    ADD_FAILURE() << one.row << ':' << one.column << ' ' << one.text;
  ASSERT_TRUE(import.command);
  EXPECT_EQ(import.changed, 1);
  EXPECT_EQ(import.added, 1);
  const std::string before = document.text(document.find("order-of-battle.json"));
  ASSERT_TRUE(document.execute(*import.command));
  EXPECT_EQ(document.history().size(), 1U);
  const Table table = table_of(document, "unit");
  EXPECT_EQ(cell(table, "unit 23/4", "printed_strength"), "3");
  EXPECT_EQ(cell(table, "unit New 1", "arm"), "infantry");
  document.undo();
  EXPECT_EQ(document.text(document.find("order-of-battle.json")), before);
}

TEST(Table, NonsenseIsToldCellByCell) {
  Project project("across-suez");
  const Import import =
      import_table(*project.document, "order-of-battle.json", "unit",
                   "id,printed_strength,arm\n23/4,many,armour\n23/4,3,armor\n(x),3,armor\n,1,armor,9\n");
  EXPECT_FALSE(import.command);
  std::vector<std::string> told;
  for (const CellProblem& one : import.problems)
    told.push_back(std::to_string(one.row) + ":" + std::to_string(one.column) + " " + one.text);
  ASSERT_EQ(told.size(), 5U);
  EXPECT_EQ(told[0], "2:2 \"many\" is not a number");
  EXPECT_THAT(told[1], HasSubstr("2:3 \"armour\" is not one of"));
  EXPECT_THAT(told[1], HasSubstr("is it armor?"));
  EXPECT_EQ(told[2], "3:1 \"23/4\" is given twice");
  EXPECT_EQ(told[3], "4:1 \"(x)\" cannot be an id: it holds (");
  EXPECT_EQ(told[4], "5:4 there are more cells than names of columns");
  const Import names = import_table(*project.document, "order-of-battle.json", "unit", "id,strenth\n1,2\n");
  ASSERT_EQ(names.problems.size(), 1U);
  EXPECT_THAT(names.problems[0].text, HasSubstr("the rules have no attribute \"strenth\" of a unit"));
  EXPECT_EQ(import_table(*project.document, "order-of-battle.json", "unit", "id\n\"open").problems[0].text,
            "a \" is not closed");
  EXPECT_EQ(import_table(*project.document, "order-of-battle.json", "unit", "\xff").problems[0].text,
            "this is not text in UTF-8");
}

TEST(Table, SeparatedTextAsSpreadsheetsWriteIt) {
  EXPECT_EQ(read_separated("a,b\r\n\"x,\"\"y\"\"\",\"two\nlines\"\r\n").rows,
            (std::vector<std::vector<std::string>>{{"a", "b"}, {"x,\"y\"", "two\nlines"}}));
  EXPECT_EQ(read_separated("a;b\n1,5;2\n").rows[1], (std::vector<std::string>{"1,5", "2"}));
  EXPECT_EQ(read_separated("a\tb\n\t\n").rows[1], (std::vector<std::string>{"", ""}));
  EXPECT_EQ(read_separated("a,").rows[0].size(), 2U);
  Table table;
  table.columns = {{"id", {}, true, true}};
  table.rows = {{"unit x", 0, {{"=SUM(A1)", 0, {}, false}}}};
  EXPECT_EQ(write_csv(table), "id\r\n'=SUM(A1)\r\n");
  EXPECT_EQ(read_separated(write_csv(table)).rows[1][0], "=SUM(A1)");
}

TEST(Table, SumsByFormation) {
  Table table;
  table.columns = {{"formation", {}, true, true}, {"strength", {}, true, true}};
  for (const auto& [group, strength] :
       std::vector<std::pair<std::string, std::string>>{{"a", "3"}, {"b", "1/2"}, {"a", "5/2"}, {"b", ""}})
    table.rows.push_back({"unit", 0, {{group, 0, {}, false}, {strength, 0, {}, false}}});
  const auto found = sums(table, "formation", "strength");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].group, "a");
  EXPECT_EQ(to_text(*found[0].total), "11/2");
  EXPECT_EQ(found[1].count, 2);
  EXPECT_EQ(to_text(*found[1].total), "1/2");
  EXPECT_EQ(rational_of("2.5"), Rational::make(5, 2));
  EXPECT_EQ(rational_of("2,5"), Rational::make(5, 2));
  EXPECT_FALSE(rational_of("1/0"));
  EXPECT_FALSE(rational_of("x"));
}

TEST(References, WhoNeedsThis) {
  Project project("across-suez");
  std::vector<std::string> told;
  for (const Reference& one : references(*project.document, "unit 23/1"))
    told.push_back(one.file + ": " + one.text);
  EXPECT_THAT(told, Contains("schedule.json: a line about it"));
  told.clear();
  for (const Reference& one : references(*project.document, "unit Reshev 1"))
    told.push_back(one.file + ": " + one.text);
  EXPECT_THAT(told, Contains("optional-units.json: begins_beside of unit II/23"));
  told.clear();
  for (const Reference& one : references(*project.document, "hex 0407"))
    told.push_back(one.file + ": " + one.text);
  EXPECT_THAT(told, Contains("schedule.json: entry of unit 23/1"));
  told.clear();
  for (const Reference& one : references(*project.document, "place matzmed")) {
    if (one.line > 0) told.push_back(one.case_label);
  }
  EXPECT_FALSE(told.empty());
  EXPECT_FALSE(references(*project.document, "provenance lake", "map.json").empty());
  EXPECT_FALSE(references(*project.document, "file map.json").empty());
  EXPECT_FALSE(references(*project.document, "numbering spi-1980").empty());
}

TEST(Comparison, InTheGamesOwnTerms) {
  Project project("across-suez");
  Document& document = *project.document;
  EXPECT_TRUE(compare_scenarios(*as_saved(document), *document.snapshot()).differences.empty());
  DataValue four;
  four.kind = board::DataKind::number;
  four.number = 4;
  ASSERT_TRUE(document.execute(SetEntities{"schedule.json", {"unit 25/1"}, "arrival", four, {}}));
  ASSERT_TRUE(document.execute(PlaceEntities{"order-of-battle.json", {"unit Matt 1"}, "0807", {}}));
  ASSERT_TRUE(document.execute(SetHexes{"map.json", {"0912"}, "terrain", text_list({"swamp"}), {}}));
  const Compared compared = compare_scenarios(*as_saved(document), *document.snapshot());
  EXPECT_EQ(compared.problem, "");
  std::string all;
  for (const std::string& one : compared.texts) all += one + "\n";
  EXPECT_THAT(all, HasSubstr("hex 0912: swamp instead of clear"));
  EXPECT_THAT(all, HasSubstr("25/1"));
  EXPECT_THAT(all, HasSubstr("4 instead of 5"));
  EXPECT_THAT(all, HasSubstr("Matt 1 begins at 0807 instead of"));
}

std::vector<Problem> found_after(Document& document, const Command& command, const std::string& code) {
  const Done done = document.execute(command);
  EXPECT_TRUE(done) << done.why;
  std::vector<Problem> out;
  for (const Problem& one : problems(document)) {
    if (one.code == code) out.push_back(one);
  }
  document.undo();
  return out;
}

TEST(Problems, WithCodePlaceAndWhatIsMeant) {
  Project project("across-suez");
  Document& document = *project.document;
  // A unit on swamp, and two units in a hex: the rules' own invariants.
  const auto swamp =
      found_after(document, PlaceEntities{"order-of-battle.json", {"unit Matt 1"}, "0313", {}}, "E0611");
  ASSERT_EQ(swamp.size(), 1U);
  EXPECT_THAT(swamp[0].entities, Contains("unit Matt 1"));
  EXPECT_FALSE(swamp[0].cases.empty());
  EXPECT_THAT(swamp[0].text,
              ::testing::StartsWith("not allowed: Matt 1 at 0313 (on ground). Ground has its cost"));
  // What holds from the start is an error, as for `casebook check`; what has to hold later only warns.
  const PlaceEntities onto_an_enemy{"order-of-battle.json", {"unit Matt 1"}, "0407", {}};
  EXPECT_EQ(swamp[0].severity, Severity::error);
  const auto later = found_after(document, onto_an_enemy, "P0119");
  ASSERT_EQ(later.size(), 1U) << "two units when movement ends";
  EXPECT_EQ(later[0].severity, Severity::warning);
  const auto two = found_after(document, onto_an_enemy, "E0611");
  ASSERT_EQ(two.size(), 1U) << "enemies in one hex";
  EXPECT_THAT(two[0].entities, Contains("unit Matt 1"));
  EXPECT_THAT(two[0].entities, Contains("unit 14/21/2"));
  // An entry hex in the interior: the verifier's check.
  const auto inside = found_after(
      document, SetEntities{"schedule.json", {"unit Amir 1"}, "entry", text_of("1010"), {}}, "entries");
  bool told = false;
  for (const Problem& one : inside) told = told || one.hexes == std::vector<std::string>{"1010"};
  EXPECT_TRUE(told);
  // A name that the rules need and the map lacks: the binder.
  const auto place = found_after(document, SetPlace{"map.json", "matzmed", "", {}}, "D0157");
  ASSERT_EQ(place.size(), 1U);
  EXPECT_EQ(place[0].file, "map.json");
  // What is no value: file, line and unit.
  const auto value = found_after(
      document, SetEntities{"order-of-battle.json", {"unit 23/4"}, "arm", text_of("armour"), {}}, "D0155");
  ASSERT_EQ(value.size(), 1U);
  EXPECT_EQ(value[0].file, "order-of-battle.json");
  EXPECT_GT(value[0].line, 10);
  EXPECT_THAT(value[0].entities, ElementsAre("unit 23/4"));
  EXPECT_EQ(value[0].suggestion, "armor");
  // A road that ends nowhere.
  const auto road =
      found_after(document, DrawLink{"map.json", "road", {"1018", "1019", "1020"}, {}}, "D0170");
  told = false;
  for (const Problem& one : road) told = told || one.text.find("ends in 1020") != std::string::npos;
  EXPECT_TRUE(told);
}

TEST(Problems, TheRunnerAnswersTheLastQuestion) {
  Project project("examples/hex-skirmish");
  std::mutex mutex;
  std::condition_variable came;
  std::vector<ProblemRunner::Result> results;
  const auto mine = std::this_thread::get_id();
  bool elsewhere = true;
  ProblemRunner runner([&](ProblemRunner::Result result) {
    const std::lock_guard lock(mutex);
    elsewhere = elsewhere && std::this_thread::get_id() != mine;
    results.push_back(std::move(result));
    came.notify_all();
  });
  uint64_t last = 0;
  for (int i = 0; i < 50; ++i) last = runner.ask(project.document->snapshot());
  std::unique_lock lock(mutex);
  ASSERT_TRUE(came.wait_for(lock, std::chrono::seconds(800), [&] {
    return !results.empty() && results.back().generation == last && results.back().looked == Looked::scenario;
  }));
  EXPECT_TRUE(elsewhere) << "off the thread that asks";
  uint64_t before = 0;
  for (const auto& one : results) {
    EXPECT_GE(one.generation, before);
    before = one.generation;
  }
}

TEST(Scans, HaveAPlaceInTheDocument) {
  Project project("across-suez");
  Document& document = *project.document;
  Scan scan;
  scan.path = "scans/north.png";
  scan.clicks = {{"0101", 1234, 5678}};
  ASSERT_TRUE(document.execute(scan_command(document, -1, scan)));
  EXPECT_EQ(scans(document), std::vector<Scan>{scan});
  scan.opacity = 80;
  ASSERT_TRUE(document.execute(scan_command(document, 0, scan), 3));
  scan.opacity = 90;
  ASSERT_TRUE(document.execute(scan_command(document, 0, scan), 3));
  EXPECT_EQ(scans(document), std::vector<Scan>{scan});
  EXPECT_EQ(document.history().size(), 2U);
  document.go_to(0);
  EXPECT_TRUE(scans(document).empty());
  EXPECT_FALSE(document.modified());
}

}  // namespace
}  // namespace casebook::editor
