// SPDX-License-Identifier: Apache-2.0
// What has to be decided: each thing once, weighed, the most serious first; and what stands apart from it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verifier/report/made_report.h"
#include "verifier/report/errata.h"
#include "verifier/report/items.h"

namespace casebook::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::elements;
using testing_support::XmlElement;

// What is marked and what the verifier finds to come of it are one thing to decide, with both; another
// finding of the same case and file is another.
TEST(Report, tells_what_is_marked_and_what_comes_of_it_in_play_as_one) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding asked = finding(scenario, "stacking", {{Assertion::What::permitted, "pass()", ""}});
  asked.check = "ambiguities";
  asked.concern = Concern::ambiguity;
  asked.marked = Marked::reading;
  Finding comes = finding(scenario, "move.free", {{Assertion::What::value, "on_board(first)", "no"}});
  comes.check = "duties";
  comes.concern = Concern::impossible;
  comes.same_as = SameAs{"ambiguities", "stacking", "read otherwise nothing leads to it"};
  Finding beside = comes;
  beside.subject = "move.beside";
  beside.same_as.reset();
  std::vector<Finding> all{asked, comes, beside};
  sort_findings(all);
  const std::vector<Item> items = items_of(all);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].findings.front()->subject, "move.beside");
  EXPECT_EQ(items[1].findings.front()->subject, "stacking");
  ASSERT_EQ(items[1].findings.size(), 2U);
  EXPECT_EQ(items[1].findings[1]->subject, "move.free");
  EXPECT_TRUE(items[1].is_joined());
  EXPECT_EQ(defects_text(items), "2 where something is impossible as it stands");
  const std::string count =
      "2 findings want an answer: 1 was marked in the rules (1 as a reading) and confirmed here; 1 was found by "
      "the verifier alone. 1 of the marked defects was also found without the mark; each is counted once.";
  const std::string errata = errata_text({}, all, {scenario});
  EXPECT_THAT(errata, HasSubstr(count));
  EXPECT_THAT(errata, HasSubstr("### 2. 2.2 and 9.9: somebody claims stacking\n"));
  EXPECT_THAT(errata, HasSubstr("The same defect as 2a: read otherwise nothing leads to it.\n"));
  EXPECT_THAT(errata, Not(HasSubstr("### 3. ")));
  const std::string html = report_html(report_of(scenario, all));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  EXPECT_THAT(all_text(*root), HasSubstr(count));
  EXPECT_THAT(all_text(*root), HasSubstr("There are 2 findings"));
  for (const XmlElement* one : elements(*root, "article"))
    EXPECT_EQ(all_text(*one).find("read otherwise nothing leads to it") != std::string::npos,
              one->attribute("id") == fmt::format("f-{:016x}", fingerprint(comes)));
  // What is marked itself was not found without a mark.
  Finding marked = comes;
  marked.marked = Marked::disputed;
  std::vector<Finding> both{asked, marked};
  sort_findings(both);
  EXPECT_TRUE(items_of(both)[0].is_joined());
  EXPECT_THAT(errata_text({}, both, {scenario}), Not(HasSubstr("without the mark")));
  // Where what it is of is not there, or nobody's to decide any more, it stands by itself.
  EXPECT_EQ(items_of({comes}).size(), 1U);
  EXPECT_FALSE(items_of({comes})[0].is_joined());
  all.clear();
  asked.marks = {Mark::acknowledged};
  all = {asked, comes};
  EXPECT_EQ(items_of(all).size(), 2U);
}

/// Something marked, and what follows from it in play.
std::pair<Finding, Finding> asked_and_comes(const ScenarioPtr& scenario) {
  Finding asked = finding(scenario, "stacking", {{Assertion::What::permitted, "pass()", ""}});
  asked.check = "ambiguities";
  asked.concern = Concern::ambiguity;
  asked.marked = Marked::reading;
  Finding comes = finding(scenario, "move.free", {{Assertion::What::permitted, "pass()", ""}});
  comes.check = "questions";
  comes.concern = Concern::ambiguity;
  comes.same_as = SameAs{"ambiguities", "stacking", "with the other answer it is played so"};
  return {asked, comes};
}

// One severity for the decision; what has no game to show names the one that has.
TEST(Report, says_the_severity_of_a_decision_once_and_which_finding_of_it_shows_a_game) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  auto [asked, comes] = asked_and_comes(scenario);
  asked.witness->grade = Grade::invariants;
  for (const bool shows : {true, false}) {
    SCOPED_TRACE(shows);
    if (!shows) comes.witness->grade = Grade::invariants;
    const std::vector<Finding> all{asked, comes};
    const std::vector<Item> items = items_of(all);
    ASSERT_EQ(items.size(), 1U);
    EXPECT_EQ(items[0].shown_by(all[0]) == &all[1], shows);
    EXPECT_EQ(items[0].shown_by(all[1]), nullptr);
    const std::string errata = errata_text({}, all, {scenario});
    EXPECT_EQ(errata.find("Casebook found no game that comes") == errata.npos, shows);
    EXPECT_EQ(errata.find("- 1b shows a game. `casebook verify") != errata.npos, shows);
    EXPECT_THAT(errata, HasSubstr("- Severity of 1a and 1b: different choices are lawful; shown in a g"));
    const std::string html = report_html(report_of(scenario, all));
    const auto root = parsed(html);
    ASSERT_TRUE(root);
    expect_alone_and_linked(*root, html);
    size_t severities = 0;
    for (const XmlElement* one : elements(*root, "article")) {
      const std::string text = all_text(*one);
      severities +=
          text.find("Severity of 1a and 1b: different choices are lawful; shown in a g") != text.npos ? 1U
                                                                                                      : 0U;
      const bool is_first = one->attribute("id") == fmt::format("f-{:016x}", fingerprint(all[0]));
      EXPECT_EQ(text.find("Casebook found no game that comes") != text.npos, !shows);
      size_t links = 0;
      for (const XmlElement* link : elements(*one, "a"))
        links +=
            link->text == "1b" && link->attribute("href") == fmt::format("#f-{:016x}", fingerprint(all[1]));
      EXPECT_EQ(links, shows && is_first ? 1U : 0U);
      EXPECT_EQ(text.find(" shows a game. To write the generated position") != text.npos, shows && is_first);
    }
    EXPECT_EQ(severities, 1U);
  }
}

// What only asks the marked question again is a line of its entry; with a game that the mark lacks it has its own.
TEST(Report, tells_what_asks_a_marked_question_again_in_one_line) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  auto [asked, comes] = asked_and_comes(scenario);
  comes.same_as->asks_the_same = true;
  comes.met = Met{40, 90, 14, 30, 60, 900};  // it weighs more than the mark
  const std::vector<Finding> all{asked, comes};
  const std::vector<Item> items = items_of(all);
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0].findings.size(), 1U);
  ASSERT_EQ(items[0].repeats.size(), 1U);
  EXPECT_EQ(items[0].repeats[0], &all[1]);
  EXPECT_EQ(items[0].names(), "1");
  EXPECT_EQ(items[0].weight().ground, "different choices are lawful; seen in 14 of 30 games");
  const std::string errata = errata_text({}, all, {scenario});
  EXPECT_THAT(errata,
              HasSubstr(fmt::format("\n- Casebook found this without the mark too: check `questions`, "
                                    "fingerprint `{:016x}`.\n",
                                    fingerprint(comes))));
  EXPECT_THAT(errata, Not(HasSubstr("somebody claims move.free")));
  const std::string count = "1 of the marked defects was also found without the mark";
  EXPECT_THAT(errata, HasSubstr(count));
  const std::string html = report_html(report_of(scenario, all));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  EXPECT_EQ(elements(*root, "article").size(), 1U);
  EXPECT_THAT(all_text(*root),
              HasSubstr(fmt::format("Casebook found this without the mark too: check questions, "
                                    "finding {:016x}.",
                                    fingerprint(comes))));
  EXPECT_THAT(all_text(*root), HasSubstr(count));
  EXPECT_THAT(all_text(*root), HasSubstr("There is 1 finding for the editor"));
  // A game that the mark has not.
  asked.witness->grade = Grade::invariants;
  const std::vector<Finding> shows{asked, comes};
  EXPECT_EQ(items_of(shows)[0].findings.size(), 2U);
  // What the mark does not ask in so many words says more than that.
  asked.witness->grade = Grade::reachable;
  comes.same_as->asks_the_same = false;
  const std::vector<Finding> follows{asked, comes};
  EXPECT_EQ(items_of(follows)[0].findings.size(), 2U);
}

// Two verdicts on one question would contradict each other: the note says who asks it.
TEST(Report, links_a_note_to_the_finding_that_asks_its_question) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding asks = finding(scenario, "2.2", {}), note = finding(scenario, "line", {});
  asks.check = "silent-cases";
  asks.concern = Concern::gap;
  asks.method = Method::text;
  note.check = "supplied";
  note.concern = Concern::information;
  note.verdict = Verdict::sampled;
  note.same_as = SameAs{"silent-cases", "2.2", "the case is marked as silent"};
  asks.witness.reset(), note.witness.reset();
  for (const bool asked : {true, false}) {
    SCOPED_TRACE(asked);
    const std::vector<Finding> all = asked ? std::vector<Finding>{asks, note} : std::vector<Finding>{note};
    const std::string errata = errata_text({}, all, {scenario});
    EXPECT_EQ(errata.find("The case is marked as silent: finding 1 asks for the answer.") != errata.npos,
              asked);
    const std::string html = report_html(report_of(scenario, all));
    const auto root = parsed(html);
    ASSERT_TRUE(root);
    expect_alone_and_linked(*root, html);
    EXPECT_EQ(all_text(*root).find("asks for the answer.") != std::string::npos, asked);
  }
}

// The numbers are those of the table: a contradiction stands behind what stops the game.
TEST(Report, numbers_what_has_to_be_decided_in_the_order_of_the_table) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding against = finding(scenario, "against", {{Assertion::What::permitted, "pass()", ""}});
  Finding stops = finding(scenario, "stops", {{Assertion::What::outcome, "", "drawn"}});
  stops.concern = Concern::impossible;
  stops.no_answer = true;
  stops.places = {{"elsewhere.rules", 1, 1, "x"}};
  std::vector<Finding> all{against, stops};
  sort_findings(all);
  const std::vector<Item> items = items_of(all);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].findings.front()->subject, "stops");
  EXPECT_EQ(items[1].findings.front()->subject, "against");
  // Of the same cases, though in another file.
  ASSERT_EQ(related(items[0], items).size(), 1U);
  EXPECT_EQ(related(items[0], items).front()->number, 2U);
  const std::string errata = errata_text({}, all, {scenario});
  EXPECT_LT(
      errata.find(
          "### 1. 2.2 and 9.9: somebody claims stops\n\n*CANNOT BE DONE. Play stops, or a rule has no "
          "value.*\n"),
      errata.find("### 2. 2.2 and 9.9: somebody claims against\n\n*CONTRADICTION. Two places contradict each "
                  "other.*\n"));
  EXPECT_THAT(errata, HasSubstr("- Also about 2.2 and 9.9: finding 2\n"));
  EXPECT_THAT(
      errata,
      HasSubstr("| Play stops, or a rule has no value | 1 |\n| Two places contradict each other | 1 |\n"));
  const auto root = parsed(report_html(report_of(scenario, all)));
  ASSERT_TRUE(root);
  std::vector<std::string> titles;
  for (const XmlElement* one : elements(*root, "h4")) titles.push_back(all_text(*one));
  EXPECT_THAT(titles, testing::ElementsAre(HasSubstr("1. "), HasSubstr("2. ")));
  EXPECT_THAT(titles.front(), HasSubstr("stops"));
}

// A game that somebody looked for is not one that was met, and what has the witness of another has its severity.
TEST(Report, says_one_truth_of_how_a_finding_is_known) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding one = finding(scenario, "one", {{Assertion::What::permitted, "pass()", ""}});
  one.witness->grade = Grade::reachable;
  EXPECT_EQ(weight_of(one).ground,
            "different choices are lawful; shown in a game that Casebook searched for and found");
  one.witness->game = 17;  // random players met it, and the game was made shorter
  EXPECT_EQ(weight_of(one).ground, "different choices are lawful; seen in a game");
  one.witness->grade = Grade::seen;
  EXPECT_EQ(weight_of(one).ground, "different choices are lawful; seen in a game");
}

// Which of the two it was; and where every game begins so, nobody led one there.
TEST(Report, says_whether_a_game_was_steered_or_made_shorter) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding one = finding(scenario, "one", {{Assertion::What::permitted, "pass()", ""}});
  one.witness->grade = Grade::reachable;
  runtime::Record& record = one.witness->sides.at(0).record;
  record.start.clear();
  const auto told = [&] {
    const std::string errata = errata_text({}, {one}, {scenario});
    const size_t at = errata.find("- Game: ");
    EXPECT_NE(at, errata.npos);
    return at == errata.npos ? errata : errata.substr(at, errata.find(" `", at) - at);
  };
  record.steps.clear();
  EXPECT_EQ(told(), "- Game: 0 steps from the start. Every game begins with this difference.");
  record.steps.emplace_back().text = "pass()";
  EXPECT_EQ(
      told(),
      "- Game: 1 step from the start. Casebook steered it to the position, with both sides and the dice helping.");
  one.witness->game = 17;
  EXPECT_EQ(told(), "- Game: 1 step from the start. Casebook made game 17 of random players shorter.");
}

// By what becomes of play, then by how it is known, then by how often; each says its ground.
TEST(Report, weighs_each_by_what_is_measured_and_puts_the_most_serious_first) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const auto made = [&](const char* subject, Concern concern, Assertion::What what, Grade grade) {
    Finding one = finding(scenario, subject, {{what, "pass()", "won by white"}});
    one.concern = concern;
    one.method = Method::generated;
    one.witness->grade = grade;
    one.places[0].file = subject;
    return one;
  };
  using What = Assertion::What;
  std::vector<Finding> all = {
      made("silent", Concern::gap, What::permitted, Grade::none),
      made("choice", Concern::ambiguity, What::permitted, Grade::invariants),
      made("winner", Concern::ambiguity, What::outcome, Grade::invariants),
      made("often", Concern::ambiguity, What::permitted, Grade::invariants),
      made("seldom", Concern::ambiguity, What::player, Grade::invariants),
      made("cannot", Concern::impossible, What::value, Grade::invariants),
      made("stuck", Concern::impossible, What::outcome, Grade::seen),
      made("unasked", Concern::gap, What::fault, Grade::reachable),  // a game leads there, and no rule asks
      made("against", Concern::contradiction, What::permitted, Grade::invariants),
      made("led", Concern::ambiguity, What::permitted, Grade::reachable),
      made("ends", Concern::ambiguity, What::outcome, Grade::invariants),
  };
  all[0].witness.reset();
  all[0].method = Method::text;
  all[1].met = Met{0, 90, 0, 30, 7, 900};
  all[2].met = Met{0, 90, 0, 30, 1, 900};
  all[3].met = Met{40, 90, 14, 30, 60, 900};
  all[4].met = Met{2, 90, 2, 30, 800, 900};
  all[6].no_answer = true;
  all[7].no_answer = true;  // of an input that was only enumerated: it came first
  all[7].method = Method::counting;
  all[9].met = Met{0, 90, 0, 30, 3, 900};
  all[10].met = Met{0, 90, 0, 30, 1, 900};
  all[10].witness->sides[0].said[0].value = "open";
  const std::vector<Item> items = items_of(all);
  std::vector<std::string> order;
  for (const Item* one : most_serious_first(items))
    order.push_back(one->findings.front()->subject + ": " + one->weight().ground);
  EXPECT_THAT(
      order,
      testing::ElementsAre(
          "stuck: play stops; seen in a game",
          "cannot: what the rules demand cannot be done; shown in a generated position",
          "against: different choices are lawful; shown in a generated position",
          "winner: a different side wins; shown in generated positions, which none of 30 games reached",
          "often: different choices are lawful; seen in 14 of 30 games",
          "seldom: a different player chooses; seen in 2 of 30 games",
          "led: different choices are lawful; shown in a game that Casebook searched for and found; none of 30 random "
          "games shows it",
          "ends: with one answer the game ends, and with the other it goes on; shown in generated positions, which none of 30 games "
          "reached",
          "choice: different choices are lawful; shown in generated positions, which none of 30 games reached",
          "silent: the question is open; known from the text",
          "unasked: a rule has no value, and play is not known to need the value; shown by enumeration"));
  const std::string errata = errata_text({}, all, {scenario});
  const std::string html = report_html(report_of(scenario, all));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  for (const XmlElement* table : elements(*root, "table"))
    if (table->attribute("class") == "decide") {
      const std::string text = all_text(*table);
      size_t in_list = errata.find("## All findings that need an answer"), in_table = 0;
      for (const std::string& one : order) {
        const std::string headline = "somebody claims " + one.substr(0, one.find(": "));
        EXPECT_GT(errata.find(headline, in_list), in_list) << headline;
        EXPECT_GE(text.find(headline, in_table), in_table) << headline;
        in_list = errata.find(headline, in_list);
        in_table = text.find(headline, in_table);
        EXPECT_NE(in_list, std::string::npos);
        EXPECT_NE(in_table, std::string::npos);
      }
    }
  EXPECT_LT(errata.find("## All findings that need an answer"), errata.find("\n### "));
  EXPECT_THAT(all_text(*root), HasSubstr(std::string(order_text())));
}

// A generated position is one that perhaps no game can reach; where a game leads to one, that is shown.
TEST(Report, shows_no_position_to_which_no_game_leads) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding led = finding(scenario, "led", {{Assertion::What::permitted, "pass()", ""}});
  for (const Grade grade : {Grade::reachable, Grade::seen, Grade::invariants, Grade::typed}) {
    Finding one = led;
    one.witness->grade = grade;
    one.witness->position = "turn 1";
    const bool is_shown = grade == Grade::reachable || grade == Grade::seen;
    EXPECT_EQ(no_game_shows(one), !is_shown);
    const std::string errata = errata_text({}, {one}, {scenario});
    const std::string html = report_html(report_of(scenario, {one}));
    ASSERT_TRUE(parsed(html));
    EXPECT_EQ(errata.find("permitted: pass()") != errata.npos, is_shown);
    EXPECT_EQ(errata.find("- No position is shown") == errata.npos, is_shown);
    EXPECT_EQ(html.find("No position is shown") == html.npos, is_shown);
  }
}

// What is marked where it stands is listed together; what another edition's rules have is not among it.
TEST(Report, lists_cases_that_no_game_comes_to_and_those_that_never_mattered) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding idle = finding(scenario, "idle", {}), borrowed = idle;
  idle.concern = borrowed.concern = Concern::idle;
  idle.verdict = borrowed.verdict = Verdict::sampled;
  idle.witness.reset(), borrowed.witness.reset();
  borrowed.subject = "theirs";
  borrowed.cases = {{scenario->program->edition, "3.1"}};
  borrowed.marks = {Mark::borrowed};
  Report report = report_of(scenario, {idle, borrowed});
  report.come_to.games = 7;
  std::vector<std::string> met;
  for (const Covered& one : report.cases)
    if (one.carriers > 0) report.come_to.of[one.label] = 3, met.push_back(one.label);
  ASSERT_GT(met.size(), 2U);
  report.come_to.of[met[1]] = 0;
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const XmlElement* list = nullptr;
  for (const XmlElement* one : elements(*root, "ul"))
    if (one->attribute("id") == "quiet-cases") list = one;
  ASSERT_TRUE(list);
  const auto lines = elements(*list, "li");
  ASSERT_EQ(lines.size(), 2U);
  std::vector<std::string> unmet, never;
  for (const XmlElement* one : elements(*lines[0], "a")) unmet.push_back(one->text);
  for (const XmlElement* one : elements(*lines[1], "a")) never.push_back(one->text);
  EXPECT_THAT(all_text(*lines[0]), HasSubstr("of 7 games"));
  EXPECT_THAT(all_text(*root),
              HasSubstr("How often games reach a case is counted in 7 games, at one decision of"));
  EXPECT_THAT(unmet, testing::ElementsAre(met[1]));
  EXPECT_THAT(never, testing::ElementsAre("2.2", "1"));
}

board::Statement statement(const std::string& says, board::StatementStatus status) {
  board::Statement one;
  one.says = says;
  one.status = status;
  return one;
}

TEST(Report, shows_the_statements_of_the_cases_and_counts_them) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  EXPECT_THAT(all_text(*parsed(report_html(report))), Not(HasSubstr("statement of these cases")));
  for (Covered& one : report.cases) {
    if (one.label != "2.2") continue;
    using board::StatementStatus;
    board::Statement asked = statement("A unit goes to an empty hex", StatementStatus::carried);
    asked.always = true;
    asked.by = {"alone"};
    board::Statement unasked = statement("Zones hold a unit <always>", StatementStatus::carried);
    unasked.always = true;
    board::Statement silent = statement("Who goes first", StatementStatus::silent);
    silent.why = "it is torn off";
    const board::Statement idle = statement("Why units go", StatementStatus::explanatory);
    one.statements = {asked, unasked, silent, idle};
  }
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const std::string text = all_text(*root);
  EXPECT_THAT(text,
              HasSubstr("4 statements of these cases: 2 carried, 1 explanatory, 1 silent, 0 doubtful."));
  EXPECT_THAT(
      text,
      HasSubstr("2 of them say always, never, only or all; a claim or an invariant checks 1 of these."));
  std::vector<std::string> lines;
  for (const XmlElement* row : elements(*root, "tr")) {
    if (row->attribute("id") != "case-2_2e2") continue;
    for (const XmlElement* line : elements(*row, "li")) lines.push_back(all_text(*line));
  }
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_THAT(lines[0],
              testing::AllOf(HasSubstr("A unit goes to an empty hex"), HasSubstr("(asked by \"alone\")")));
  EXPECT_THAT(lines[1], testing::AllOf(HasSubstr("Zones hold a unit <always>"),
                                       HasSubstr("(no claim or invariant asks it)")));
  EXPECT_THAT(lines[2], testing::AllOf(HasSubstr("silent"), HasSubstr("(it is torn off)")));
  EXPECT_THAT(lines[3], HasSubstr("(no effect on play)"));
}

// Which cases leave something open, and which can be read in several ways, is listed beside them; of what is
// borrowed nothing, and it is no case of this edition.
TEST(Report, lists_cases_by_what_was_found_in_them) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const std::string& edition = scenario->program->edition;
  Finding read = finding(scenario, "read", {}), open = read, borrowed = read;
  read.concern = borrowed.concern = Concern::ambiguity;
  open.concern = Concern::gap;
  open.subject = "open", borrowed.subject = "theirs";
  open.cases = {{edition, "2.3"}, {edition, "1.1"}};
  borrowed.cases = {{edition, "3.1"}};
  borrowed.marks = {Mark::borrowed};
  Report report = report_of(scenario, {read, open, borrowed});
  ASSERT_GT(report.cases.size(), 3U);
  report.cases.back().of = "elsewhere";
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const XmlElement* list = nullptr;
  for (const XmlElement* one : elements(*root, "ul"))
    if (one->attribute("id") == "quiet-cases") list = one;
  ASSERT_TRUE(list);
  const auto lines = elements(*list, "li");
  ASSERT_EQ(lines.size(), 3U);  // the last: what never mattered
  const auto linked = [&](const XmlElement& line) {
    std::vector<std::string> labels;
    for (const XmlElement* one : elements(line, "a")) labels.push_back(one->text);
    return labels;
  };
  EXPECT_THAT(all_text(*lines[0]), HasSubstr("Cases that leave something open"));
  EXPECT_THAT(linked(*lines[0]), testing::ElementsAre("1.1", "2.3"));
  EXPECT_THAT(all_text(*lines[1]), HasSubstr("Cases that can be read in several ways"));
  EXPECT_THAT(linked(*lines[1]), testing::ElementsAre("2.2"));
  EXPECT_THAT(all_text(*root),
              HasSubstr(std::to_string(report.cases.size() - 1) + " cases of this edition:"));
  EXPECT_THAT(all_text(*root), HasSubstr(" 1 more is borrowed."));
}

TEST(Report, explains_the_coverage_that_is_there_and_no_other) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  ASSERT_GT(report.cases.size(), 1U);
  for (Covered& one : report.cases) one.status = "encoded";
  report.cases[0].status = "explanatory";
  const auto root = parsed(report_html(report));
  ASSERT_TRUE(root);
  for (const XmlElement* one : elements(*root, "p"))
    if (one->attribute("class") == "coverage") {
      EXPECT_THAT(one->text,
                  testing::StartsWith("Coverage: encoded (the rules play the case), explanatory (it has no "
                                      "effect on play). "));
      return;
    }
  ADD_FAILURE() << "nothing is said of coverage";
}

// One set of classes: what is found is counted by the effects that the table is ordered by.
TEST(Report, counts_what_is_found_by_its_effect_on_play) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding gap = finding(scenario, "ties", {});
  gap.concern = Concern::gap;
  gap.headline = "2.4 (Ties) leaves something open";
  gap.witness.reset();
  const std::string html = report_html(report_of(scenario, {gap}));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  for (const XmlElement* table : elements(*root, "table"))
    if (table->attribute("class") == "counts") {
      const std::string text = all_text(*table);
      EXPECT_THAT(text, HasSubstr("Something is left open 1"));
      EXPECT_THAT(text, Not(HasSubstr("REFUTED")));
    }
  const std::string errata = errata_text({}, {gap}, {scenario});
  EXPECT_THAT(errata, HasSubstr("| Something is left open | 1 |\n"));
  EXPECT_THAT(errata, Not(HasSubstr("REFUTED")));
}

// What another edition's editor has to answer fills no list of this one's.
TEST(Report, puts_borrowed_rules_apart_and_counts_them_nowhere_else) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding own = finding(scenario, "own", {}), borrowed = finding(scenario, "theirs", {});
  for (Finding* one : {&own, &borrowed}) {
    one->check = "ambiguities";
    one->verdict = Verdict::sampled;
    one->concern = Concern::information;
    one->witness.reset();
  }
  borrowed.marks = {Mark::borrowed};
  const std::vector<Finding> all{borrowed, own};
  const std::string errata = errata_text({}, all, {scenario});
  EXPECT_THAT(errata, HasSubstr("| Ambiguities with no known effect on play | 1 |\n"
                                "| Borrowed rules | 1 |\n"));
  EXPECT_LT(errata.find("somebody claims own"), errata.find("\n## Borrowed rules\n"));
  EXPECT_GT(errata.find("somebody claims theirs"), errata.find("\n## Borrowed rules\n"));
  const std::string html = report_html(report_of(scenario, all));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const auto apart = elements(*root, "details");
  ASSERT_EQ(apart.size(), 1U);
  EXPECT_THAT(all_text(*apart[0]), HasSubstr("somebody claims theirs"));
  EXPECT_THAT(all_text(*apart[0]), Not(HasSubstr("somebody claims own")));
}

// Each names the others of its case: a page of so many squared would be too large to open.
TEST(Report, names_few_of_many_findings_of_one_case_and_counts_the_others) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  std::vector<Finding> all;
  constexpr size_t count = 300;
  for (size_t i = 0; i < count; ++i) {
    Finding& one = all.emplace_back(finding(scenario, fmt::format("lamp {}", i), {}));
    one.concern = Concern::idle;
    one.places[0].line = static_cast<uint32_t>(i) + 1;
    one.witness.reset();
  }
  const std::string html = report_html(report_of(scenario, all));
  const auto times = [](const std::string& text, const std::string& what) {
    size_t found = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_LE(times(html, "href=\"#f-"), 22 * count);
  EXPECT_EQ(times(html, " and 279 more."), count) << "beside each";
  EXPECT_GE(times(html, " and 280 more"), 2U) << "where the cases are listed";
  EXPECT_LT(html.size(), count * 3'000);
  EXPECT_THAT(errata_text({}, all, {scenario}), HasSubstr(", 21 and 279 more\n"));
}

}  // namespace
}  // namespace casebook::report
