// SPDX-License-Identifier: Apache-2.0
// Every command: undone, done again, written as JSON and as a line, saved and read.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "editor/document/commands/command_line.h"
#include "editor/document/document.h"
#include "tests/editor/document/made_commands.h"
#include "tests/editor/document/projects.h"

namespace casebook::editor {
namespace {

using Texts = std::map<std::string, std::string>;

Texts texts(const Document& document) {
  Texts out;
  for (size_t i = 0; i < document.parts().size(); ++i) {
    const Part& part = document.parts()[i];
    if (part.there) out[part.path] = document.text(static_cast<int>(i));
  }
  return out;
}

/// Which file differs, for messages.
std::string first_difference(const Texts& a, const Texts& b) {
  for (const auto& [path, text] : a) {
    const auto other = b.find(path);
    if (other == b.end()) return path + " is gone";
    if (other->second == text) continue;
    size_t at = 0;
    while (at < text.size() && at < other->second.size() && text[at] == other->second[at]) ++at;
    const size_t from = at < 60 ? 0 : at - 60;
    return path + ": " + text.substr(from, 160) + "\n  became\n" + other->second.substr(from, 160);
  }
  return a.size() == b.size() ? "" : "a file is new";
}

/// The shipped game with a file of scans and one of acknowledged findings.
class Many : public Project {
 public:
  Many() : Project("across-suez") {
    write("tracing.json", "{\"format\": \"casebook/tracing\", \"version\": 1}");
    write("spi-1980/acknowledged.json",
          "{\"format\": \"casebook/acknowledged\", \"version\": 1, \"acknowledged\": []}");
    open();
  }
};

TEST(Commands, EveryOneHasAMaker) {
  std::vector<std::string> missing;
  for (const std::string_view name : command_names()) {
    if (!makers().contains(name)) missing.emplace_back(name);
  }
  EXPECT_EQ(missing, std::vector<std::string>{});
  EXPECT_EQ(makers().size(), command_names().size());
}

TEST(Commands, AnySequenceUndoneGivesTheFirstDocument) {
  Many project;
  Document& document = *project.document;
  const Texts first = texts(document);
  std::set<std::string, std::less<>> done_once;
  rc::check([&] {
    Random random(*rc::gen::arbitrary<uint64_t>(), 1);
    const int steps = *rc::gen::inRange(1, 40);
    std::vector<std::string> line;
    for (int i = 0; i < steps; ++i) {
      const Command command = made_command(document, random);
      line.push_back(command_line(command));
      const Texts before = texts(document);
      const size_t history = document.history().size();
      const Done done = document.execute(command, random.below(3));
      if (!done) {
        RC_ASSERT(!done.why.empty());
        RC_ASSERT(first_difference(before, texts(document)) == "");
        RC_ASSERT(document.history().size() == history);
        continue;
      }
      done_once.insert(std::string(command_name(command)));
      if (random.below(6) == 0 && document.undo()) {
        document.redo();
      }
    }
    // Whatever was done can be written and read, and is the same again.
    const Texts last = texts(document);
    const size_t there = document.done();
    for (const auto& [path, text] : last) {
      const int index = document.find(path);
      if (document.part(index).as<Unreadable>() != nullptr) continue;
      const Part again = read_part(path, path, text);
      if (again.as<Unreadable>() != nullptr)
        RC_FAIL(path + ": " + again.wrong.front().message + "\n" + text.substr(0, 3000));
      RC_ASSERT(write_part(again) == text);
    }
    document.go_to(0);
    for (const std::string& one : line) RC_LOG(one + "\n");
    const std::string difference = first_difference(first, texts(document));
    if (!difference.empty()) RC_FAIL(difference);
    document.go_to(there);
    const std::string after = first_difference(last, texts(document));
    if (!after.empty()) RC_FAIL(after);
    document.go_to(0);
  });
  // Which commands a hundred sequences meet depends on the files of the game: the rare ones have more tries.
  for (uint64_t seed = 1; seed <= 100 && done_once.size() < command_names().size(); ++seed) {
    Random random(seed, 2);
    for (int i = 0; i < 40; ++i) {
      const Command command = made_command(document, random);
      if (document.execute(command, random.below(3))) done_once.insert(std::string(command_name(command)));
    }
    document.go_to(0);
  }
  for (const std::string_view name : command_names())
    EXPECT_TRUE(done_once.contains(name)) << name << " was never lawful: its maker is no use";
}

TEST(Commands, SavedAndReadTheDocumentIsTheSame) {
  Many project;
  Random random(20, 2);
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < 30; ++i) project.document->execute(made_command(*project.document, random));
    const Texts before = texts(*project.document);
    const Document::Saved saved = project.document->save();
    ASSERT_TRUE(saved.saved) << saved.why;
    EXPECT_FALSE(project.document->modified());
    project.open();
    EXPECT_EQ(first_difference(before, texts(*project.document)), "");
  }
}

TEST(Commands, JsonAndLineGiveTheCommandBack) {
  Many project;
  Random random(3, 3);
  for (int i = 0; i < 3000; ++i) {
    const Command command = made_command(*project.document, random);
    Diagnostics diagnostics;
    if (board::write_json_line(json_of(command)).find("9223372036854775807") != std::string::npos)
      continue;  // no number that a file may have
    const auto again = read_command(json_of(command), "f", diagnostics);
    ASSERT_TRUE(again) << command_line(command);
    EXPECT_TRUE(*again == command) << command_line(command);
    const std::string line = command_line(command);
    if (first_invalid_utf8(line) != std::string_view::npos) continue;
    std::string problem;
    const auto read = read_command_line(line, problem);
    ASSERT_TRUE(read) << line << '\n' << problem;
    EXPECT_TRUE(*read == command) << line << "\n" << command_line(*read);
    EXPECT_FALSE(command_text(command).empty());
  }
}

TEST(Commands, AStrokeDoneAtOnceIsTheSame) {
  Many project;
  Document& document = *project.document;
  const auto sand = text_list({"sand"}), lake = text_list({"lake"});
  const std::string map = "map.json", units = "order-of-battle.json";
  const std::vector<std::pair<Command, Command>> pairs{
      {SetHexes{map, {"0512"}, "terrain", sand, {}}, SetHexes{map, {"0511", "0512"}, "terrain", sand, {}}},
      {SetHexes{map, {"0512"}, "terrain", sand, {}}, SetHexes{map, {"0512"}, "terrain", lake, {}}},
      {ChangeMembers{map, {"0512"}, "terrain", {"lake"}, {}},
       ChangeMembers{map, {"0611"}, "terrain", {"lake"}, {}}},
      {SetHexsides{map, {"0512-0511"}, "ridge", DataValue{}, {}},
       SetHexsides{map, {"0510-0511"}, "ridge", DataValue{}, {}}},
      {DrawLink{map, "road", {"1018", "1019"}, {}}, DrawLink{map, "road", {"1019", "1020"}, {}}},
      {SetEntities{units, {"unit 23/1"}, "arm", text_of("infantry"), {}},
       SetEntities{units, {"unit 23/2"}, "arm", text_of("infantry"), {}}},
      {PlaceEntities{units, {"unit 23/1"}, "0512", {}}, PlaceEntities{units, {"unit 23/1"}, "0513", {}}},
      {SetTitle{map, "a"}, SetTitle{map, "b"}},
      {SetLabel{map, 0, "0512", "a"}, SetLabel{map, 0, "0513", "b"}},
      {SetStyle{"style.json", {"ground", "clear", "title"}, JsonValue::of("a")},
       SetStyle{"style.json", {"ground", "clear", "title"}, JsonValue::of("b")}}};
  for (const auto& [one, two] : pairs) {
    const auto both = merged(one, two);
    ASSERT_TRUE(both) << command_line(one);
    ASSERT_TRUE(document.execute(one, 1)) << command_line(one);
    ASSERT_TRUE(document.execute(two, 1)) << command_line(two);
    EXPECT_EQ(document.done(), 1U) << command_line(one);
    const Texts apart = texts(document);
    document.go_to(0);
    ASSERT_TRUE(document.execute(*both)) << command_line(*both);
    EXPECT_EQ(first_difference(apart, texts(document)), "") << command_line(one) << '\n' << command_line(two);
    document.go_to(0);
  }
}

TEST(Commands, WhatHasNoPlaceAnyMoreIsTold) {
  Many project;
  const Done done = project.document->execute(ResizeMap{"map.json", -2, 0, 0, 0, true});
  ASSERT_TRUE(done) << done.why;
  EXPECT_THAT(done.told, testing::HasSubstr("hexes with facts"));
  EXPECT_THAT(done.told, testing::HasSubstr("left out"));
  const board::HexMap& map = *project.document->map();
  EXPECT_EQ(map.hex_id(0), "0301");  // numbers stay with the ground
  EXPECT_EQ(map.find_hex("0201"), board::nowhere);
}

TEST(Commands, CountingAnewOtherFilesFollow) {
  Many project;
  Document& document = *project.document;
  const int order = document.find("order-of-battle.json"), schedule = document.find("schedule.json");
  const auto* before = document.part(order).as<board::OrderOfBattle>();
  const std::string place = before->find("unit", "Matt 1")->start;
  ASSERT_TRUE(document.execute(ResizeMap{"map.json", 2, 1, 0, 0, false}));
  const auto number = [](const std::string& id, int columns, int rows) {
    const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return two(std::stoi(id.substr(0, 2)) + columns) + two(std::stoi(id.substr(2)) + rows);
  };
  EXPECT_EQ(document.part(order).as<board::OrderOfBattle>()->find("unit", "Matt 1")->start,
            number(place, 2, 1));
  EXPECT_NE(document.text(schedule).find("\"entry\": \"1909\""), std::string::npos)
      << document.text(schedule);
}

TEST(Commands, AnEntityIsRenamedEverywhere) {
  Many project;
  Document& document = *project.document;
  ASSERT_TRUE(document.execute(RenameEntity{"unit 23/1", "23/A"}));
  for (const char* file : {"order-of-battle.json", "schedule.json"}) {
    const std::string text = document.text(document.find(file));
    EXPECT_EQ(text.find("\"23/1\""), std::string::npos) << file;
    EXPECT_NE(text.find("\"23/A\""), std::string::npos) << file;
  }
  const Done twice = document.execute(RenameEntity{"unit 23/A", "23/2"});
  EXPECT_FALSE(twice);
  EXPECT_EQ(twice.why, "order-of-battle.json has a unit \"23/2\" already");
  ASSERT_TRUE(document.execute(RenameEntity{"unit Reshev 1", "Reshev A"}));
  EXPECT_NE(
      document.text(document.find("optional-units.json")).find("[\"Reshev A\", \"Reshev 2\", \"Reshev 3\"]"),
      std::string::npos);
}

}  // namespace
}  // namespace casebook::editor
